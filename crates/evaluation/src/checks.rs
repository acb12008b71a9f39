//! Checks of a drawing. Each check is exact; no model judges the result.

use super::pieces::{self, Piece};
use super::tasks::{Alike, Kind};
use serde_json::{Map, Value, json};
use trammel_code::FileName;
use trammel_formats::json;
use trammel_host::Document;
use trammel_host::mismatch;
use trammel_language::Language;

/// Returns the drawing as JSON.
pub(super) fn drawing(document: &Document) -> Value {
    serde_json::from_str(&json::write(document.session.scene())).unwrap_or_default()
}

/// Drawings that checks compare with.
pub(super) struct Context {
    /// Drawing before the conversation, as JSON.
    pub(super) before: Value,
    /// Pieces of the drawing before the conversation.
    pub(super) pieces_before: Vec<Piece>,
    /// Pieces of the drawing that the reference leaves.
    pub(super) reference: Vec<Piece>,
}

/// Performs a check.
///
/// # Errors
/// Returns a description of the first difference if the check fails.
pub(super) fn perform(check: &Kind, document: &mut Document, context: &Context) -> Result<(), String> {
    match check {
        Kind::Reply { tool, input, expect } => {
            let input = if input.is_null() { json!({}) } else { input.clone() };
            let shown = input.to_string();
            let reply = document.call(tool, input).to_json();
            match mismatch(expect, &reply) {
                None => Ok(()),
                Some(why) => Err(format!("{tool} {shown}: {why}")),
            }
        }
        Kind::Set(constants) => set(constants, document),
        Kind::Circles(wanted) => circles(wanted, document),
        Kind::OnlyChanged(names) => check_only_changed(names, &context.before, &drawing(document)),
        Kind::Holds(code) => {
            let reply = document.call("query_code", json!({ "code": code })).to_json();
            match reply["data"] == true {
                true => Ok(()),
                false => Err(format!("{code} is not true: {}", short(&reply))),
            }
        }
        Kind::AsReference(alike) => as_reference(
            alike,
            &pieces::pieces(document.session.scene()),
            &context.reference,
        ),
    }
}

fn short(reply: &Value) -> String {
    let part = match &reply["error"] {
        Value::Null => &reply["data"],
        error => error,
    };
    part.to_string().chars().take(200).collect()
}

/// Compares the drawing with the one of the reference, piece by piece.
fn as_reference(alike: &Alike, drawn: &[Piece], reference: &[Piece]) -> Result<(), String> {
    let counted = |pieces: &'_ [Piece]| -> Vec<Piece> {
        let counted = pieces
            .iter()
            .filter(|piece| !is_listed(&alike.except, &piece.name));
        counted.cloned().collect()
    };
    let (drawn, reference) = (counted(drawn), counted(reference));
    let same = |a: &Piece, b: &Piece| {
        let is_named = is_listed(&alike.named, &a.name) || is_listed(&alike.named, &b.name);
        a.is_like(b) && (!is_named || a.name == b.name)
    };
    let [drawn, reference] = [&drawn, &reference].map(|pieces| pieces.iter().collect::<Vec<_>>());
    let (extra, missing) = pieces::differences(&drawn, &reference, same);
    match (extra.first(), missing.first()) {
        (None, None) => Ok(()),
        (Some(piece), _) => Err(format!("the {} does not belong there", piece.describe())),
        (None, Some(piece)) => Err(format!("the {} is missing", piece.describe())),
    }
}

/// Whether a name is in a list, where a `*` at the end matches any rest of a name.
fn is_listed(names: &[String], name: &str) -> bool {
    names.iter().any(|listed| match listed.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == listed,
    })
}

/// Checks that the drawing contains exactly these circles. Circles are compared in world coordinates, after all
/// group and entity transforms.
fn circles(wanted: &[[f64; 3]], document: &mut Document) -> Result<(), String> {
    let mut found = Vec::new();
    let names = document.call("find_entities", json!({"type": "circle"}));
    let names = names.data().and_then(Value::as_array);
    for name in names.into_iter().flatten() {
        let bounds = document.call("get_world_bounds", json!({ "entity": name }));
        let bounds = bounds.data().unwrap_or(&Value::Null);
        let side = |corner: &str, axis: usize| bounds[corner][axis].as_f64().unwrap_or(f64::NAN);
        let (left, right) = (side("min", 0), side("max", 0));
        let (below, above) = (side("min", 1), side("max", 1));
        let (across, along) = ((right - left) / 2.0, (above - below) / 2.0);
        if mismatch(&json!(across), &json!(along)).is_some() {
            return Err(format!("circles: {name} is scaled to an ellipse"));
        }
        found.push(json!([(left + right) / 2.0, (below + above) / 2.0, across]));
    }
    if found.len() != wanted.len() {
        return Err(format!(
            "circles: there are {}, not {}",
            found.len(),
            wanted.len()
        ));
    }
    for want in wanted.iter().map(|want| json!(want)) {
        let at = found.iter().position(|found| mismatch(&want, found).is_none());
        let Some(at) = at else {
            let found = Value::from(found);
            return Err(format!("there is no circle {want} (x, y, radius) among {found}"));
        };
        found.swap_remove(at);
    }
    Ok(())
}

/// Assigns other values to constants of the code and runs the code again.
fn set(constants: &Map<String, Value>, document: &mut Document) -> Result<(), String> {
    for (name, value) in constants {
        let session = &document.session;
        let files = session.files().files().flat_map(|(file, text)| {
            let places = assigned_ranges(text, name).into_iter();
            places.map(|place| {
                let text = format!("{}{value}{}", &text[..place.start], &text[place.end..]);
                (file.clone(), text)
            })
        });
        let found: Vec<(FileName, String)> = files.collect();
        let [(file, text)] = &found[..] else {
            return Err(format!(
                "the code assigns a number to '{name}' in {} places, not one",
                found.len()
            ));
        };
        let reply = document.type_in(file, text);
        if let Some(failure) = reply.failure() {
            return Err(format!(
                "with {name} = {value} the code does not run: {}",
                failure.text(Language::English)
            ));
        }
    }
    Ok(())
}

/// Returns the ranges of the numbers that the code assigns to a constant, as in `name = 12.5`, outside of comments.
fn assigned_ranges(code: &str, name: &str) -> Vec<std::ops::Range<usize>> {
    let in_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$' | '.');
    let place = |(at, _): (usize, &str)| {
        let line_start = code[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let in_block = code[..at]
            .rfind("/*")
            .is_some_and(|open| !code[open..at].contains("*/"));
        if code[..at].ends_with(in_word) || code[line_start..at].contains("//") || in_block {
            return None;
        }
        let value = code[at + name.len()..]
            .trim_start()
            .strip_prefix('=')?
            .trim_start();
        let number = |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | '-');
        let length = value.find(|letter| !number(letter)).unwrap_or(value.len());
        let rest = value[length..].trim_start_matches([' ', '\t']);
        let ends = rest.is_empty() || rest.starts_with([';', ',', '\n', '\r']) || rest.starts_with("//");
        let start = code.len() - value.len();
        (length > 0 && ends).then_some(start..start + length)
    };
    code.match_indices(name).filter_map(place).collect()
}

/// Checks that only the listed entities were added, changed, or removed.
fn check_only_changed(names: &[String], before: &Value, after: &Value) -> Result<(), String> {
    let listed = |name: &str| is_listed(names, name);
    let (old, new) = (entities(before), entities(after));
    for (name, entity) in &old {
        match new.iter().find(|(other, _)| other == name) {
            _ if listed(name) => {}
            None => return Err(format!("'{name}' is missing")),
            Some((_, other)) => {
                if let Some(why) = mismatch(entity, other).or_else(|| mismatch(other, entity)) {
                    return Err(format!("'{name}' has changed: {why}"));
                }
            }
        }
    }
    let added = new
        .iter()
        .find(|(name, _)| !listed(name) && !old.iter().any(|(old, _)| old == name));
    match added {
        Some((name, _)) => Err(format!("'{name}' was added")),
        None => Ok(()),
    }
}

/// Returns the entities of a drawing with their names. Callers ignore the order.
fn entities(drawing: &Value) -> Vec<(&str, &Value)> {
    let list = drawing["entities"].as_array().into_iter().flatten();
    list.filter_map(|entity| Some((entity["name"].as_str()?, entity)))
        .collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn assigned_constants_are_found_in_code() {
        let code = "const width = 12.5, w = -3;\n// width = 4\nlet a_width = 1; x.width = 2; width == 3;\nlet w2 = width * 2;";
        let texts = |name| -> Vec<&str> {
            assigned_ranges(code, name)
                .into_iter()
                .map(|place| &code[place])
                .collect()
        };
        assert_eq!(texts("width"), ["12.5"]);
        assert_eq!(texts("w"), ["-3"]);
        assert_eq!(texts("w2"), [""; 0]);
        assert_eq!(texts("h"), [""; 0]);
        let code = "/* width = 4,\n * height = 5;\n */ const width = 6; /* h */ const height = 7;";
        let widths = assigned_ranges(code, "width");
        assert_eq!((widths.len(), &code[widths[0].clone()]), (1, "6"));
        assert_eq!(assigned_ranges(code, "height").len(), 1);
    }

    #[test]
    fn only_changed_reports_unexpected_changes() {
        let scene = |list: Value| json!({ "entities": list });
        let before = scene(json!([{"name": "a", "x": 1}, {"name": "b", "x": 1}]));
        let trial = |names: &[&str], after: Value| {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            check_only_changed(&names, &before, &scene(after))
                .err()
                .unwrap_or_default()
        };
        assert_eq!(
            trial(&[], json!([{"name": "b", "x": 1}, {"name": "a", "x": 1}])),
            ""
        );
        assert_eq!(
            trial(&["a", "c*"], json!([{"name": "b", "x": 1}, {"name": "c_2"}])),
            ""
        );
        assert_eq!(trial(&[], json!([{"name": "a", "x": 1}])), "'b' is missing");
        assert!(trial(&["a"], json!([{"name": "b", "x": 2}])).starts_with("'b' has changed"));
        assert!(trial(&["a"], json!([{"name": "b", "x": 1, "y": 2}])).starts_with("'b' has changed"));
        assert_eq!(
            trial(&["a"], json!([{"name": "b", "x": 1}, {"name": "c"}])),
            "'c' was added"
        );
    }
}
