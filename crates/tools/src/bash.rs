//! The `bash` tool: a fixed set of commands on the document, named as coding models expect. There is no shell.

use super::export::export_drawing;
use super::output::Command;
use super::query::GetSceneInfo;
use super::search::selected_names;
use super::style::order_of;
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use trammel_base::suggest;
use trammel_formats::{ExportOptions, Format, json as scene_json, svg};
use trammel_language::bilingual;
use trammel_scene::{Entity, Scene};

/// Command: its name, the kind of its argument, and its implementation.
struct Spec {
    name: &'static str,
    takes: Takes,
    /// Whether the command changes neither the drawing nor files.
    changes_nothing: bool,
    run: Run,
}

type Run = fn(&mut ToolCx<'_>, Option<&str>) -> Result<Output, ToolError>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    Nothing,
    Maybe,
    Name,
}

impl Spec {
    /// Returns a command that only looks at the drawing or the history.
    const fn look(name: &'static str, takes: Takes, run: Run) -> Spec {
        Spec {
            name,
            takes,
            changes_nothing: true,
            run,
        }
    }

    /// Returns a command that changes the document.
    const fn change(name: &'static str, run: Run) -> Spec {
        Spec {
            name,
            takes: Takes::Nothing,
            changes_nothing: false,
            run,
        }
    }
}

/// Commands that do not belong to a file format. In addition, each format in
/// [`Catalog::formats`](super::spec::Catalog::formats) that declares a tool is a command, named by the id of the
/// format.
const COMMANDS: &[Spec] = &[
    Spec::look("info", Takes::Nothing, |cx, _| GetSceneInfo {}.run(cx)),
    Spec::look("tree", Takes::Nothing, |cx, _| {
        let tree = tree(cx.edit, None);
        Ok(Output::Data(json!({ "tree": tree, "total": cx.edit.len() })))
    }),
    Spec::look("groups", Takes::Nothing, |cx, _| {
        Ok(Output::Data(groups(cx.edit)))
    }),
    Spec::look("draw_order", Takes::Maybe, |cx, group| draw_order(cx.edit, group)),
    Spec::look("selection", Takes::Nothing, |cx, _| {
        Ok(Output::Data(selection(cx)))
    }),
    Spec::look("entity", Takes::Name, |cx, name| {
        let entity = cx.edit.require(name.unwrap_or_default())?;
        Ok(Output::Data(scene_json::entity(cx.edit, entity)))
    }),
    Spec::look("capture", Takes::Nothing, |cx, _| capture(cx.edit)),
    Spec::change("reset", |_, _| Ok(Output::Session(Command::Reset))),
    Spec::change("undo", |_, _| Ok(Output::Session(Command::Undo))),
    Spec::change("redo", |_, _| Ok(Output::Session(Command::Redo))),
    Spec::look("history", Takes::Nothing, |_, _| {
        Ok(Output::Session(Command::History))
    }),
];

/// Run a command about the drawing (no shell): info, tree, groups, draw_order (of a group), selection, entity (with its
/// name), capture (a picture), svg, json, dxf, reset (empties main), undo, redo, history.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Bash {
    /// The command, with its argument after a space: "info", "entity wall_1", "draw_order house".
    command: String,
    /// The entity or group, instead of writing it after the command.
    name: Option<String>,
    /// The same as name, for draw_order.
    group: Option<String>,
}

impl Tool for Bash {
    const NAME: &'static str = "bash";
    const KOREAN: &'static str = "도면에 관한 명령을 실행합니다(셸이 아닙니다): info, tree, groups, draw_order(그룹), selection, entity(이름), capture(그림), svg, json, dxf, reset(main을 비움), undo, redo, history.";
    const SYNONYMS: [&'static str; 2] = [
        "undo, redo, reset, tree, export, command",
        "실행 취소, 명령, 되돌리기",
    ];
    const DOMAIN: Domain = Domain::Code;
    const KIND: Kind = Kind::Host;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &["command", "name", "group"];
    const EXAMPLE: &'static str = "bash({ command: 'tree' })";

    fn verb_of(input: &Value) -> Verb {
        match word_of(input) {
            Some("undo") => Verb::Undo,
            Some("redo") => Verb::Redo,
            Some("reset") => Verb::Empty,
            _ => Self::VERB,
        }
    }

    fn changes_nothing(input: &Value) -> bool {
        if !input["command"].is_string() {
            return false;
        }
        let word = word_of(input);
        let spec = COMMANDS.iter().find(|spec| Some(spec.name) == word);
        spec.is_none_or(|spec| spec.changes_nothing)
    }

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let line = self.command.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let formats = cx.env.catalog.formats;
        let format = with_tool(formats).find(|format| format.id == word);
        let spec = COMMANDS.iter().find(|spec| spec.name == word);
        let takes = spec.map_or(Takes::Nothing, |spec| spec.takes);
        if spec.is_none() && format.is_none() {
            return Err(unknown(word, formats));
        }
        let rest = Some(rest.trim())
            .filter(|rest| !rest.is_empty())
            .map(|rest| rest.trim_matches(['"', '\'']).to_owned());
        let argument = rest.or(self.name).or(self.group);
        match (takes, &argument) {
            (Takes::Nothing, Some(extra)) => {
                let shown: String = extra.chars().take(40).collect();
                Err(ToolError::new(bilingual!(
                    "bash {word} takes no arguments, got '{shown}'",
                    "bash {word}에는 인수가 없는데 '{shown}'을(를) 받았어요"
                )))
            }
            (Takes::Name, None) => Err(ToolError::new(bilingual!(
                "bash {word} needs a name: \"{word} wall_1\"",
                "bash {word}에는 이름이 필요해요. 예: \"{word} wall_1\""
            ))),
            _ => match (spec, format) {
                (Some(spec), _) => (spec.run)(cx, argument.as_deref()),
                (None, Some(format)) => export_drawing(format, cx.edit, ExportOptions::default()),
                (None, None) => Err(unknown(word, formats)),
            },
        }
    }
}

/// Returns the first word of the command.
fn word_of(input: &Value) -> Option<&str> {
    input["command"].as_str()?.split_whitespace().next()
}

/// Returns the formats that declare a tool.
fn with_tool(formats: &'static [Format]) -> impl Iterator<Item = &'static Format> {
    formats.iter().filter(|format| format.tool.is_some())
}

/// Returns the error for an unknown command, with the nearest names.
fn unknown(word: &str, formats: &'static [Format]) -> ToolError {
    let names: Vec<&str> = COMMANDS
        .iter()
        .map(|spec| spec.name)
        .chain(with_tool(formats).map(|format| format.id))
        .collect();
    let shown: String = word.chars().take(40).collect();
    let message = bilingual!(
        "unknown command '{shown}'. The commands are: {}.",
        "'{shown}' 명령은 없어요. 있는 명령: {}.",
        names.join(", ")
    );
    ToolError::new(message).suggesting(suggest::nearest(word, names.iter().copied()))
}

/// Returns the entities in drawing order as a tree, each group with its children.
fn tree(scene: &Scene, parent: Option<&str>) -> Value {
    let node = |entity: &Arc<Entity>| {
        let mut node = json!({ "name": entity.name, "type": entity.shape.kind() });
        if entity.shape.is_group() {
            node["children"] = tree(scene, Some(&entity.name));
        }
        for (flag, set) in [("locked", entity.locked), ("hidden", entity.hidden)] {
            if set {
                node[flag] = json!(true);
            }
        }
        node
    };
    scene.children(parent).map(node).collect()
}

fn groups(scene: &Scene) -> Value {
    let groups = scene.walk().filter(|entity| entity.shape.is_group());
    let row = |group: &Arc<Entity>| {
        let children: Vec<_> = scene
            .children(Some(&group.name))
            .map(|child| &child.name)
            .collect();
        json!({ "name": group.name, "parent": group.parent, "children": children })
    };
    groups.map(row).collect()
}

fn draw_order(scene: &Scene, group: Option<&str>) -> Result<Output, ToolError> {
    if let Some(group) = group.filter(|group| scene.get(group).is_none()) {
        let groups = scene.walk().filter(|entity| entity.shape.is_group());
        let near = suggest::nearest(group, groups.map(|entity| entity.name.as_str()));
        let shown: String = group.chars().take(40).collect();
        let message = bilingual!("Group '{shown}' not found", "'{shown}' 그룹을 찾을 수 없어요");
        return Err(ToolError::new(message).suggesting(near));
    }
    let mut data = order_of(scene, group)?;
    data["note"] = json!("from back to front");
    Ok(Output::Data(data))
}

fn selection(cx: &ToolCx<'_>) -> Value {
    let names = |test: fn(&Entity) -> bool| -> Vec<_> {
        let found = cx.edit.walk().filter(|entity| test(entity));
        found.map(|entity| &entity.name).collect()
    };
    json!({ "selected": selected_names(cx), "locked": names(|e| e.locked), "hidden": names(|e| e.hidden) })
}

fn capture(scene: &Scene) -> Result<Output, ToolError> {
    if scene.bounds().is_none() {
        return Err(ToolError::new(bilingual!(
            "the drawing is empty, so there is nothing to capture",
            "도면이 비어 있어서 찍을 것이 없어요"
        )));
    }
    Ok(Output::Picture {
        svg: svg::write(scene),
        data: Value::Null,
    })
}
