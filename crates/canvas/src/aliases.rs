//! Aliases of the command line: the short names that users of AutoCAD type, and the actions that they stand for.
//!
//! Invariants (tested): aliases are unique and in uppercase; each one stands for an action of the list. Start with
//! [`find`].

use super::actions::ActionId;
use super::canvas_tools::{CANVAS_TOOLS, entries};

/// A short name of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alias {
    /// Name in uppercase: one word, or two words with a space between them.
    pub name: &'static str,
    /// Action that the name stands for.
    pub action: ActionId,
}

/// All aliases, in the order of suggestions.
pub const ALIASES: &[Alias] = &[
    tool("L", "line"),
    tool("REC", "rectangle"),
    tool("C", "circle"),
    tool("A", "arc"),
    tool("EL", "ellipse"),
    tool("POL", "polygon"),
    tool("PO", "point"),
    tool("PL", "polyline"),
    tool("SPL", "spline"),
    tool("T", "text"),
    tool("MT", "text"),
    tool("DIM", "dimension"),
    tool("DLI", "dimension"),
    tool("DAL", "dimension"),
    tool("LE", "leader"),
    tool("H", "hatch"),
    tool("M", "move"),
    tool("CO", "copy"),
    tool("CP", "copy"),
    tool("RO", "rotate"),
    tool("SC", "scale"),
    tool("MI", "mirror"),
    tool("O", "offset"),
    tool("BR", "break"),
    tool("J", "join"),
    tool("X", "explode"),
    tool("AR", "array"),
    tool("TR", "trim"),
    tool("EX", "extend"),
    tool("F", "fillet"),
    tool("CHA", "chamfer"),
    tool("DI", "measure"),
    tool("AA", "measure"),
    tool("P", "hand"),
    action("E", ActionId::Delete),
    action("G", ActionId::Group),
    action("U", ActionId::Undo),
    action("REDO", ActionId::Redo),
    action("RE", ActionId::Run),
    action("Z", ActionId::Fit),
    action("Z E", ActionId::Fit),
    action("Z A", ActionId::Fit),
    action("Z O", ActionId::FitSelection),
    action("Z 1", ActionId::ZoomActual),
];

const fn tool(name: &'static str, id: &'static str) -> Alias {
    action(name, ActionId::CanvasTool(id))
}

const fn action(name: &'static str, action: ActionId) -> Alias {
    Alias { name, action }
}

/// Returns the action that the first words name and the number of these words. A name is an alias, or the id or the
/// label of a canvas tool in either language; the longest name wins, and case does not matter.
#[must_use]
pub fn find(words: &[&str]) -> Option<(ActionId, usize)> {
    let longest = words.len().min(MAX_WORDS);
    (1..=longest).rev().find_map(|count| {
        let name = words[..count].join(" ");
        action_of_alias(&name).map(|action| (action, count))
    })
}

/// Most words of a name.
const MAX_WORDS: usize = 3;

fn action_of_alias(name: &str) -> Option<ActionId> {
    let upper = name.to_uppercase();
    let alias = ALIASES.iter().find(|alias| alias.name == upper);
    alias.map(|alias| alias.action).or_else(|| {
        let is_named = |text: &str| text.to_uppercase() == upper;
        let mut tools = entries(CANVAS_TOOLS);
        let tool = tools.find(|tool| is_named(tool.id) || tool.label.iter().any(|label| is_named(label)));
        tool.map(|tool| ActionId::CanvasTool(tool.id))
    })
}

/// Returns the first alias of an action.
#[must_use]
pub fn of(action: ActionId) -> Option<&'static str> {
    let alias = ALIASES.iter().find(|alias| alias.action == action);
    alias.map(|alias| alias.name)
}

/// Returns the aliases that begin with a text, except the text itself.
pub fn beginning_with(text: &str) -> impl Iterator<Item = &'static Alias> {
    let upper = text.trim().to_uppercase();
    let wanted = !upper.is_empty();
    ALIASES
        .iter()
        .filter(move |alias| wanted && alias.name != upper && alias.name.starts_with(&upper))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::actions::ActionList;
    use std::collections::BTreeSet;

    #[test]
    fn every_alias_is_unique_and_stands_for_an_existing_action() {
        let names: BTreeSet<&str> = ALIASES.iter().map(|alias| alias.name).collect();
        assert_eq!(names.len(), ALIASES.len());
        for alias in ALIASES {
            assert_eq!(alias.name, alias.name.to_uppercase());
            assert!(alias.name.split(' ').count() <= MAX_WORDS);
            let listed = ActionList::standard()
                .iter()
                .any(|action| action.id == alias.action);
            assert!(listed, "{} stands for no action", alias.name);
        }
    }

    #[test]
    fn every_canvas_tool_has_a_name_on_the_command_line() {
        for tool in entries(CANVAS_TOOLS) {
            let wanted = ActionId::CanvasTool(tool.id);
            assert_eq!(find(&[tool.id]).map(|(action, _)| action), Some(wanted));
        }
    }

    #[test]
    fn the_longest_name_wins_and_case_does_not_matter() {
        let fit = ActionId::Fit;
        for (words, wanted) in [
            (&["z", "e"][..], Some((fit, 2))),
            (&["Z"], Some((fit, 1))),
            (&["Z", "3"], Some((fit, 1))),
            (&["rec", "0,0"], Some((ActionId::CanvasTool("rectangle"), 1))),
            (
                &["Regular", "polygon", "0,0"],
                Some((ActionId::CanvasTool("polygon"), 2)),
            ),
            (&["원", "0,0"], Some((ActionId::CanvasTool("circle"), 1))),
            (&["W"], None),
            (&[], None),
        ] {
            assert_eq!(find(words), wanted, "{words:?}");
        }
    }

    #[test]
    fn suggested_aliases_begin_with_the_typed_text() {
        let names = |text| beginning_with(text).map(|alias| alias.name).collect::<Vec<_>>();
        assert_eq!(names("re"), ["REC", "REDO"]);
        assert_eq!(names("po"), ["POL"]);
        assert_eq!(names(""), [""; 0]);
    }
}
