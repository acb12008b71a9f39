//! Entities on the clipboard: the statements that draw them, and their names in the drawing into which they are pasted.
//!
//! Invariant: only text in the form of [`copy_statements`] is accepted: one call of a drawing tool with plain data per line, so
//! that pasting executes no foreign code.

use super::code::{self, ADD_CONSTRAINT, CREATE_GROUP, CREATE_LAYER, DRAW, SET_TRANSFORM, TRANSLATE};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use trammel_code::FileName;
use trammel_language::{Bilingual, bilingual};
use trammel_scene::{Edit, Name, Scene};

/// Tools whose calls may be pasted.
const TOOLS: &[&str] = &[CREATE_LAYER, CREATE_GROUP, TRANSLATE, SET_TRANSFORM];

/// Pasted statements with free names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pasted {
    /// Code to append to `main`.
    pub code: String,
    /// Names of the new entities at the top level.
    pub names: Vec<Name>,
    /// Whether an entity was renamed because its name was taken.
    pub is_renamed: bool,
}

/// Returns the statements that draw these entities, with the layers that they use. Constraints are not copied.
///
/// # Errors
/// Returns the reason if the entities are too large for a file of code.
pub fn copy_statements(scene: &Scene, names: &[Name]) -> Result<String, Bilingual> {
    let mut edit = Edit::by_user(scene.clone());
    for name in names {
        edit.reparent(name, None)?;
    }
    let roots: Vec<Name> = edit.children(None).map(|root| root.name.clone()).collect();
    let kept = trammel_base::sort::set(names);
    for root in roots.iter().filter(|root| !kept.contains(root)) {
        edit.remove(root)?;
    }
    let copy = edit.finish().0;
    let files = code::write(&copy)?;
    let (1, Some(text)) = (files.len(), files.get(FileName::MAIN)) else {
        return Err(bilingual!(
            "the selection is too large for the clipboard. Select fewer items, or export a file.",
            "선택한 것이 클립보드에 담기에 너무 커요. 더 적게 선택하거나 파일로 내보내세요."
        ));
    };
    let layers = trammel_base::sort::set(copy.walk().filter_map(|entity| entity.layer.as_deref()));
    let is_used = |line: &&str| {
        let layer = arguments(line, CREATE_LAYER);
        let layer = layer.and_then(|rest| scan(rest).first().map(|string| string.value.clone()));
        let is_layer_used = |layer: &String| layers.contains(layer.as_str());
        arguments(line, ADD_CONSTRAINT).is_none() && layer.as_ref().is_none_or(is_layer_used)
    };
    Ok(text
        .lines()
        .filter(is_used)
        .fold(String::new(), |mut text, line| {
            let _ = writeln!(text, "{line}");
            text
        }))
}

/// Returns copied statements with names that are free in `scene`; `None` for any other text. `free` returns free names
/// for a list of names.
#[must_use]
pub fn paste_statements(
    text: &str,
    scene: &Scene,
    free: impl FnOnce(&[Name]) -> Vec<Name>,
) -> Option<Pasted> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    if lines.is_empty() || !lines.iter().all(|line| is_statement(line)) {
        return None;
    }
    let mut created = Vec::new();
    let mut inside = BTreeSet::new();
    for line in lines.iter().filter(|line| creates(line)) {
        for string in scan(line) {
            let name = || Name::new(&string.value).ok();
            match string.role {
                Role::Name => created.push(name()?),
                Role::Child => {
                    inside.insert(name()?);
                }
                Role::Reference | Role::Other => {}
            }
        }
    }
    let taken: Vec<Name> = created
        .iter()
        .filter(|name| scene.get(name).is_some())
        .cloned()
        .collect();
    let renamed: BTreeMap<String, Name> = taken.iter().map(Name::to_string).zip(free(&taken)).collect();
    let new_name = |name: &Name| renamed.get(name.as_str()).unwrap_or(name).clone();
    let mut code = String::new();
    for line in &lines {
        let layer = arguments(line, CREATE_LAYER).and_then(|rest| scan(rest).into_iter().next());
        if layer.is_none_or(|layer| scene.definitions().layer(&layer.value).is_none()) {
            let _ = writeln!(code, "{}", with_names(line, &renamed));
        }
    }
    Some(Pasted {
        code,
        names: created
            .iter()
            .filter(|name| !inside.contains(*name))
            .map(new_name)
            .collect(),
        is_renamed: !renamed.is_empty(),
    })
}

/// Whether a line creates an entity.
fn creates(line: &str) -> bool {
    line.starts_with(DRAW) || arguments(line, CREATE_GROUP).is_some()
}

/// Returns the arguments of the call of a tool; `None` for a call of another one.
fn arguments<'l>(line: &'l str, tool: &str) -> Option<&'l str> {
    line.strip_prefix(tool)?.strip_prefix('(')
}

/// Whether a line is one call of a permitted tool with plain data.
fn is_statement(line: &str) -> bool {
    let Some((tool, rest)) = line.split_once("({ ") else {
        return false;
    };
    let is_tool = tool.starts_with(DRAW) && tool.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    let Some(data) = rest
        .strip_suffix(" });")
        .filter(|_| is_tool || TOOLS.contains(&tool))
    else {
        return false;
    };
    let mut at = 0;
    let mut depth = 0_i32;
    let is_plain = |part: &str, depth: &mut i32| {
        part.chars().all(|c| {
            *depth += match c {
                '[' | '{' => 1,
                ']' | '}' => -1,
                _ => 0,
            };
            *depth >= 0 && (c.is_ascii_alphanumeric() || "_ .,:-+[]{}".contains(c))
        })
    };
    for string in scan(data) {
        if !is_plain(&data[at..string.start], &mut depth) {
            return false;
        }
        at = string.end;
    }
    is_plain(&data[at..], &mut depth) && depth == 0
}

/// Role of a text literal in a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// Name of the entity.
    Name,
    /// Name of a member of a group.
    Child,
    /// Possibly the name of an entity to which an annotation is tied.
    Reference,
    Other,
}

/// A text literal in a statement.
#[derive(Clone, Debug)]
struct Literal {
    start: usize,
    end: usize,
    value: String,
    role: Role,
}

/// Returns the text literals of a line, in order.
fn scan(line: &str) -> Vec<Literal> {
    let mut found = Vec::new();
    let mut from = 0;
    let geometry = line.find("geometry: ").unwrap_or(usize::MAX);
    let children = line.find("children: [").unwrap_or(usize::MAX);
    while let Some(start) = line[from..].find('"').map(|at| from + at) {
        let mut literals = serde_json::Deserializer::from_str(&line[start..]).into_iter::<String>();
        let Some(Ok(value)) = literals.next() else { break };
        let end = start + literals.byte_offset();
        let before = &line[..start];
        let is_name = before.ends_with("name: ") || before.ends_with("entity: ");
        let role = if is_name && start < geometry {
            Role::Name
        } else if start > children {
            Role::Child
        } else if start > geometry && !before.ends_with("\"text\":") {
            Role::Reference
        } else {
            Role::Other
        };
        found.push(Literal {
            start,
            end,
            value,
            role,
        });
        from = end;
    }
    found
}

/// Replaces the names of entities in a line.
fn with_names(line: &str, renamed: &BTreeMap<String, Name>) -> String {
    let mut out = String::new();
    let mut from = 0;
    for string in scan(line) {
        let new = renamed.get(&string.value).filter(|_| string.role != Role::Other);
        if let Some(new) = new {
            out.push_str(&line[from..string.start]);
            let _ = write!(out, "{}", serde_json::json!(new));
            from = string.end;
        }
    }
    out.push_str(&line[from..]);
    out
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use trammel_kernel::Point;
    use trammel_scene::{Shape, Style, Units};

    fn name(text: &str) -> Name {
        Name::new(text).unwrap()
    }

    /// Creates the group `pair` of the points `a` and `b`, and the point `c`.
    fn scene() -> Scene {
        let mut edit = Edit::by_user(Scene::default());
        for (text, x) in [("a", 0.0), ("b", 1.5), ("c", 2.0)] {
            let at = Point::new(x, 0.0);
            let style = Style::shared_default_in(Units::Mm);
            edit.insert(&name(text), Shape::Point { at }, style, false)
                .unwrap();
        }
        edit.group(&name("pair"), &[name("a"), name("b")]).unwrap();
        edit.finish().0
    }

    fn free(names: &[Name]) -> Vec<Name> {
        names.iter().map(|old| name(&format!("{old}_2"))).collect()
    }

    #[test]
    fn a_copied_group_is_pasted_with_free_names() {
        let text = copy_statements(&scene(), &[name("pair")]).unwrap();
        assert_eq!(
            text,
            "draw_point({ name: \"a\", x: 0, y: 0 });\ndraw_point({ name: \"b\", x: 1.5, y: 0 });\n\
             create_group({ name: \"pair\", children: [\"a\", \"b\"] });\n"
        );
        let again = paste_statements(&text, &scene(), free).unwrap();
        assert_eq!(
            again.code,
            "draw_point({ name: \"a_2\", x: 0, y: 0 });\ndraw_point({ name: \"b_2\", x: 1.5, y: 0 });\n\
             create_group({ name: \"pair_2\", children: [\"a_2\", \"b_2\"] });\n"
        );
        assert_eq!((again.names, again.is_renamed), (vec![name("pair_2")], true));
        let elsewhere = paste_statements(&text, &Scene::default(), free).unwrap();
        assert_eq!((elsewhere.code, elsewhere.names), (text, vec![name("pair")]));
    }

    #[test]
    fn a_text_that_equals_a_name_stays() {
        let text = "draw_text({ name: \"a\", text: \"a\", x: 0, y: 0 });\n";
        let pasted = paste_statements(text, &scene(), free).unwrap();
        assert_eq!(
            pasted.code,
            "draw_text({ name: \"a_2\", text: \"a\", x: 0, y: 0 });\n"
        );
    }

    #[test]
    fn a_member_is_copied_alone() {
        let text = copy_statements(&scene(), &[name("b")]).unwrap();
        assert_eq!(text, "draw_point({ name: \"b\", x: 1.5, y: 0 });\n");
    }

    #[test]
    fn other_code_is_not_pasted() {
        for text in [
            "",
            "hello",
            "draw_point({ name: \"a\", x: f(), y: 0 });",
            "draw_point({ name: \"a\", x: 0 }); draw_point({ name: \"b\", x: 0 });",
            "draw_point({ name: `a`, x: 0, y: 0 });",
            "eval({ name: \"a\" });",
            "draw_point({ name: \"a, x: 0 });",
        ] {
            assert_eq!(paste_statements(text, &scene(), free), None, "{text}");
        }
    }
}
