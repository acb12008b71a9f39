//! The synonyms of the command palette name commands that exist, and find them.

use std::collections::BTreeSet;
use trammel_canvas::actions::ActionList;
use trammel_canvas::canvas_tools::{CANVAS_TOOLS, entries};
use trammel_canvas::synonyms::{SYNONYMS, of};
use trammel_page_model::palette::rank;
use trammel_tools::{TOOLS, synonyms_of};

/// Commands of the page without a shortcut, which are listed in `src/ui/palette/command.rs`.
fn page_commands() -> Vec<String> {
    let source = include_str!("../../src/ui/palette/command.rs");
    let ids = source.split("id: \"").skip(1);
    ids.filter_map(|rest| rest.split('"').next())
        .map(str::to_owned)
        .collect()
}

fn commands() -> Vec<String> {
    let actions = ActionList::standard()
        .palette_actions()
        .map(|action| format!("{:?}", action.id));
    let canvas = entries(CANVAS_TOOLS).map(|tool| tool.id.to_owned());
    let tools = TOOLS.iter().map(|tool| tool.name.to_owned());
    let page = page_commands().into_iter();
    actions.chain(canvas).chain(tools).chain(page).collect()
}

#[test]
fn every_synonym_belongs_to_one_existing_command() {
    let page = page_commands();
    let canvas = entries(CANVAS_TOOLS).map(|tool| tool.id.to_owned());
    let commands: BTreeSet<String> = canvas.chain(page).collect();
    let ids: BTreeSet<&str> = SYNONYMS.iter().map(|(id, _)| *id).collect();
    assert_eq!(ids.len(), SYNONYMS.len(), "a command has two entries");
    for id in ids {
        assert!(commands.contains(id), "there is no command {id}");
    }
}

#[test]
fn words_of_other_programs_find_the_command() {
    let commands = commands();
    let actions = ActionList::standard();
    let texts: Vec<Vec<String>> = commands
        .iter()
        .map(|id| {
            let action = actions.iter().find(|action| format!("{:?}", action.id) == *id);
            let synonyms = action.map_or(of(id), |action| action.synonyms);
            vec![id.clone(), synonyms.join(" "), synonyms_of(id)]
        })
        .collect();
    for (query, wanted) in [
        ("move", "translate"),
        ("slot", "draw_slot"),
        ("units", "set_drawing"),
        ("dark", "theme-dark"),
        ("new", "NewDrawing"),
        ("import", "OpenFile"),
        ("settings", "settings"),
        ("theme", "ToggleTheme"),
        ("help", "Help"),
        ("dxf", "Export"),
        ("shortcuts", "Shortcuts"),
        ("language", "language-ko"),
        ("layer", "set_layer"),
        ("hole", "circle"),
        ("이동", "translate"),
        ("구멍", "draw_circle"),
        ("단위", "set_drawing"),
        ("단축키", "Shortcuts"),
        ("가져오기", "OpenFile"),
    ] {
        let found = rank(query, &texts).into_iter().map(|at| commands[at].as_str());
        assert!(found.collect::<Vec<_>>().contains(&wanted), "{query}");
    }
}
