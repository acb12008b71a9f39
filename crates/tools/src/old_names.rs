//! Names of arguments: the rule, the one table of the spellings that came before it, and the other words that models use.
//!
//! The rule. The tools of `CLASSIC` keep the arguments with which they were first specified. In every other tool:
//!
//! * `name` is the name of what the tool creates. `result` is the name of what it makes out of the entities that it uses,
//!   and `new_name` the changed name of something that has one.
//! * `entity` is the entity that the tool uses, `entities` are several. `target` is the second one of two, to which the
//!   first one is related. An argument that takes an entity may also take a part of one, or a point.
//! * `point` is a point, `points` are several. `from`, `to`, `at`, `near` and `within` are the points of a place: its
//!   start, its end, where something is put, and where something is searched.
//! * `group` and `layer` are a group and a layer that exist.
//!
//! Boolean, hull and offset tools take `entities`, `result`, `style`, `layer` and `keep`.
//!
//! Old spellings stay accepted, because stored code uses them; the reply says what to write instead. Schemas,
//! completion and documentation have only the present spellings. [`rename_arguments`] is the only place that reads the tables.
//! A word of `SYNONYMS`, such as `w` for `width`, is understood in every tool with the parameter.

use super::arg::Arg;
use super::error::ToolError;
use std::borrow::Cow;
use trammel_language::{Bilingual, bilingual};

/// Tools that keep the arguments with which they were first specified.
#[cfg(test)]
pub(super) const CLASSIC: &[(&str, &[&str])] = &[
    ("draw_line", &["name", "points"]),
    ("draw_circle", &["name", "x", "y", "radius"]),
    ("draw_rect", &["name", "x", "y", "width", "height"]),
    (
        "draw_arc",
        &["name", "cx", "cy", "radius", "start_angle", "end_angle"],
    ),
    ("set_stroke", &["name", "stroke"]),
    ("set_fill", &["name", "fill"]),
    ("remove_stroke", &["name"]),
    ("remove_fill", &["name"]),
    ("translate", &["name", "dx", "dy"]),
    ("rotate", &["name", "angle"]),
    ("scale", &["name", "sx", "sy"]),
    ("set_pivot", &["name", "px", "py"]),
    ("delete_entity", &["name"]),
    ("create_group", &["name", "children"]),
    ("ungroup", &["name"]),
    ("list_entities", &[]),
    ("get_entity", &["name"]),
    ("get_scene_info", &[]),
    ("get_intersection", &["a", "b"]),
    ("get_point_at_distance", &["entity", "from", "distance"]),
    ("trim_at", &["entity", "point", "keep"]),
    ("export_json", &[]),
    ("glob", &["pattern"]),
    ("read", &["file"]),
    ("edit", &["file", "old_code", "new_code"]),
    ("write", &["file", "code"]),
    ("lsp", &["operation", "domain", "name"]),
    ("bash", &["command"]),
    ("run_cad_code", &["code"]),
    ("list_domains", &[]),
    ("list_tools", &["domain"]),
    ("get_tool_schema", &["name"]),
    (
        "request_tool",
        &["name", "description", "rationale", "suggested_params"],
    ),
    ("list_tool_requests", &[]),
    ("register_tool", &["name", "description"]),
];

/// Conversion of the value of an old argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// The value stays.
    Same,
    /// The value becomes the next item of the list that is the new argument.
    Item,
    /// A number becomes its size, and its sign becomes the side: "outside" above 0, "inside" below.
    Signed,
    /// A number becomes its half.
    Half,
    /// A number becomes its double.
    Double,
    /// The value stays, and the unit of angles becomes the degree.
    Degrees,
}

/// Other words for a parameter: the parameter, the words, and the conversion of the value. A tool understands them if it has
/// the parameter, no parameter with the word as its name, and no other one that the word can mean.
pub(super) const SYNONYMS: &[(&str, &[&str], Change)] = &[
    ("width", &["w"], Change::Same),
    ("height", &["h"], Change::Same),
    ("radius", &["r"], Change::Same),
    ("radius", &["diameter"], Change::Half),
    ("diameter", &["radius", "r"], Change::Double),
    ("x", &["cx"], Change::Same),
    ("y", &["cy"], Change::Same),
    ("cx", &["x"], Change::Same),
    ("cy", &["y"], Change::Same),
    ("angle", &["degrees"], Change::Degrees),
    ("rotate", &["degrees"], Change::Degrees),
    ("rotation", &["degrees"], Change::Degrees),
];

/// Whether a word can mean a parameter of another name.
pub(super) fn is_synonym(word: &str) -> bool {
    SYNONYMS.iter().any(|(_, words, _)| words.contains(&word))
}

/// Returns the parameter that a word means in a call of a tool with these parameters.
pub(super) fn meant_parameter(word: &str, parameters: &[&str]) -> Option<(&'static str, Change)> {
    if parameters.contains(&word) {
        return None;
    }
    let means = |row: &&(&str, &[&str], Change)| row.1.contains(&word) && parameters.contains(&row.0);
    let mut rows = SYNONYMS.iter().filter(means);
    let (parameter, _, change) = rows.next().filter(|_| rows.next().is_none())?;
    // A tool with another radius or diameter does not say which one is meant.
    let is_measure = |name: &&&str| {
        ["radius", "diameter"]
            .iter()
            .any(|measure| name.contains(measure))
    };
    let has_other = parameters.iter().filter(is_measure).count() > 1;
    let is_size = matches!(change, Change::Half | Change::Double) || word == "r";
    let has_unit = *change != Change::Degrees || parameters.contains(&"angle_unit");
    (has_unit && !(is_size && has_other)).then_some((parameter, *change))
}

/// Old arguments: the tools, the old name, the present name, and the conversion of the value.
pub(super) const ARGUMENTS: &[(&[&str], &str, &str, Change)] = &[
    (
        &[
            "array_grid",
            "array_linear",
            "array_polar",
            "decompose",
            "draw_order",
            "duplicate",
            "exists",
            "get_area",
            "get_centroid",
            "get_length",
            "get_world_bounds",
            "get_world_point",
            "get_world_transform",
            "mirror",
            "rename_entity",
            "set_layer",
            "set_transform",
        ],
        "name",
        "entity",
        Change::Same,
    ),
    (&["delete_layer", "rename_layer"], "name", "layer", Change::Same),
    (&["duplicate", "mirror"], "new_name", "result", Change::Same),
    (&["decompose"], "prefix", "result", Change::Same),
    (
        &["align", "distribute", "find_overlaps"],
        "names",
        "entities",
        Change::Same,
    ),
    (PAIRS, "a", "entity", Change::Same),
    (PAIRS, "b", "target", Change::Same),
    (&["trim"], "cutters", "entities", Change::Same),
    (&["trim"], "pick", "point", Change::Same),
    (&["extend_to"], "boundary", "target", Change::Same),
    (&["hatch"], "boundary", "entities", Change::Same),
    (&["add_constraint"], "refs", "entities", Change::Same),
    (&["nest"], "parts", "entities", Change::Same),
    (BOOLEANS, "a", "entities", Change::Item),
    (BOOLEANS, "b", "entities", Change::Item),
    (
        &["convex_hull", "offset_polygon"],
        "name",
        "entities",
        Change::Item,
    ),
    (&["offset"], "entity", "entities", Change::Item),
    (&["offset_polygon"], "delta", "distance", Change::Signed),
];

const PAIRS: &[&str] = &[
    "chamfer",
    "dimension_angular",
    "expect_clearance",
    "fillet",
    "measure_angle",
    "measure_distance",
];

const BOOLEANS: &[&str] = &[
    "boolean_union",
    "boolean_difference",
    "boolean_intersect",
    "boolean_xor",
];

/// Old orders of positional arguments, of tools whose first argument is now a list. A call has the old order if its first
/// argument is a text.
pub(super) const ORDERS: &[(&[&str], &[&str])] = &[
    (BOOLEANS, &["a", "b", "result"]),
    (&["convex_hull"], &["name", "result"]),
    (&["offset"], &["entity", "distance", "result"]),
];

/// Old name of a tool.
#[derive(Clone, Copy, Debug)]
pub(super) struct OldTool {
    pub(super) name: &'static str,
    /// Tool that does its work.
    pub(super) now: &'static str,
    /// Its own order of positional arguments.
    pub(super) positional: &'static [&'static str],
    /// Arguments of the present tool, as texts, whose defaults were others.
    defaults: &'static [(&'static str, &'static str)],
}

/// Old names of tools.
pub(super) const TOOLS: &[OldTool] = &[OldTool {
    name: "offset_polygon",
    now: "offset",
    positional: &["name", "delta", "result", "join"],
    defaults: &[("join", "round")],
}];

fn old_tool(name: &str) -> Option<&'static OldTool> {
    TOOLS.iter().find(|old| old.name == name)
}

/// Returns the present name of a tool.
pub fn present_name(tool: &str) -> &str {
    old_tool(tool).map_or(tool, |old| old.now)
}

/// Returns the old order of positional arguments of a tool whose first argument is now a list.
pub(super) fn old_order(tool: &str) -> Option<&'static [&'static str]> {
    let order = ORDERS.iter().find(|(tools, _)| tools.contains(&tool));
    order.map(|(_, order)| *order)
}

/// Returns the names under which a call may state the value of a parameter as it is: the present one, then old ones.
pub(super) fn spellings<'a>(tool: &'a str, parameter: &'a str) -> impl Iterator<Item = &'a str> {
    let is_old = move |(tools, _, new, change): &&(&[&str], &str, &str, Change)| {
        *new == parameter && *change == Change::Same && tools.contains(&tool)
    };
    let old = ARGUMENTS.iter().filter(is_old).map(|(_, old, ..)| *old);
    let is_same = move |(of, _, change): &&(&str, &'static [&'static str], Change)| {
        *of == parameter && *change == Change::Same
    };
    let other = SYNONYMS
        .iter()
        .filter(is_same)
        .flat_map(|(_, words, _)| *words)
        .copied();
    std::iter::once(parameter).chain(old).chain(other)
}

/// Arguments of a call by name.
type Given = Vec<(Cow<'static, str>, Arg)>;

/// Replaces the old names and the synonyms in the arguments of a call of `tool`, which has these parameters. Returns a
/// sentence for each replaced name.
///
/// # Errors
/// Returns an error if the call gives an argument under two names.
pub(super) fn rename_arguments(
    tool: &str,
    parameters: &[&str],
    given: &mut Given,
) -> Result<Vec<Bilingual>, ToolError> {
    let mut hints = rename_old(tool, given)?;
    for at in 0..given.len() {
        let word = given[at].0.clone();
        let Some((parameter, change)) = meant_parameter(&word, parameters) else {
            continue;
        };
        if given.iter().any(|(key, _)| key == parameter) {
            return Err(ToolError::new(bilingual!(
                "{tool}: '{word}' and '{parameter}' are both given, and both mean '{parameter}'. Leave '{word}' out.",
                "{tool}: '{word}'과(와) '{parameter}'을(를) 함께 주었는데 둘 다 '{parameter}'이에요. '{word}'을(를) 빼세요."
            )));
        }
        replace(given, at, parameter, change);
        hints.push(synonym_hint(tool, &word, parameter, change));
    }
    Ok(hints)
}

fn synonym_hint(tool: &str, word: &str, parameter: &str, change: Change) -> Bilingual {
    let (english, korean) = match change {
        Change::Half => (", half of it", "(그 절반)"),
        Change::Double => (", twice of it", "(그 두 배)"),
        Change::Degrees => (" with angle_unit: 'degree'", "(angle_unit: 'degree')"),
        Change::Same | Change::Item | Change::Signed => ("", ""),
    };
    bilingual!(
        "{tool}: argument '{word}' was read as '{parameter}'{english}",
        "{tool}: 인수 '{word}'을(를) '{parameter}'{korean}(으)로 읽었어요"
    )
}

/// Replaces the old names in the arguments of a call of `tool`.
fn rename_old(tool: &str, given: &mut Given) -> Result<Vec<Bilingual>, ToolError> {
    let mut hints = Vec::new();
    // The names as they are given, which most calls do not need.
    let mut present: Option<Vec<Cow<'static, str>>> = None;
    for (tools, old, new, change) in ARGUMENTS {
        if !tools.contains(&tool) {
            continue;
        }
        let Some(at) = given.iter().position(|(key, _)| key == old) else {
            continue;
        };
        if given[at].1 == Arg::Null {
            // `null` stands for an argument that is not given.
            given.remove(at);
            continue;
        }
        let present = present.get_or_insert_with(|| given.iter().map(|(key, _)| key.clone()).collect());
        let also = if *change == Change::Signed {
            [*new, "side"]
        } else {
            [*new; 2]
        };
        if let Some(other) = also
            .into_iter()
            .find(|other| present.iter().any(|key| key == other))
        {
            return Err(ToolError::new(bilingual!(
                "{tool}: '{old}' and '{other}' are both given. '{old}' is the old name of '{new}': leave it out.",
                "{tool}: '{old}'과(와) '{other}'을(를) 함께 주었어요. '{old}'은(는) '{new}'의 옛 이름이니 빼세요."
            )));
        }
        replace(given, at, new, *change);
        hints.push(hint(tool, old, new));
    }
    let Some(old) = old_tool(tool) else {
        return Ok(hints);
    };
    for (argument, text) in old.defaults {
        if given
            .iter()
            .all(|(key, value)| key != argument || *value == Arg::Null)
        {
            given.retain(|(key, _)| key != argument);
            given.push((Cow::Borrowed(*argument), Arg::Text((*text).to_owned())));
        }
    }
    hints.insert(
        0,
        bilingual!(
            "{tool} is now the tool '{}'",
            "{tool}은(는) 이제 '{}' 도구예요",
            old.now
        ),
    );
    Ok(hints)
}

/// Replaces the argument number `at` by the argument `new`.
fn replace(given: &mut Given, at: usize, new: &'static str, change: Change) {
    match change {
        Change::Same => given[at].0 = Cow::Borrowed(new),
        Change::Half | Change::Double => {
            given[at].0 = Cow::Borrowed(new);
            if let Arg::Number(number) = &mut given[at].1 {
                *number *= if change == Change::Half { 0.5 } else { 2.0 };
            }
        }
        Change::Degrees => {
            given[at].0 = Cow::Borrowed(new);
            given.retain(|(key, _)| key != "angle_unit");
            given.push((Cow::Borrowed("angle_unit"), Arg::Text("degree".to_owned())));
        }
        Change::Item => {
            let (_, item) = given.remove(at);
            match given.iter_mut().find(|(key, _)| key == new) {
                Some((_, Arg::List(items))) => items.push(item),
                _ => given.insert(at, (Cow::Borrowed(new), Arg::List(vec![item]))),
            }
        }
        Change::Signed => {
            given[at].0 = Cow::Borrowed(new);
            if let Arg::Number(number) = &mut given[at].1 {
                let side = if *number < 0.0 { "inside" } else { "outside" };
                *number = number.abs();
                given.push((Cow::Borrowed("side"), Arg::Text(side.to_owned())));
            }
        }
    }
}

/// Returns the sentences about all old arguments.
pub fn every_hint() -> Vec<Bilingual> {
    let rows = ARGUMENTS
        .iter()
        .flat_map(|(tools, old, new, _)| tools.iter().map(move |tool| (tool, old, new)));
    rows.map(|(tool, old, new)| hint(tool, old, new)).collect()
}

fn hint(tool: &str, old: &str, new: &str) -> Bilingual {
    bilingual!(
        "{tool}: argument '{old}' is now '{new}'",
        "{tool}: 인수 '{old}' 대신 이제 '{new}'을(를) 써요"
    )
}

/// Returns a call in its present spelling, as code is written from it. A call that cannot be converted stays as it is.
pub(super) fn present_call(
    tool: &'static str,
    parameters: &[&str],
    input: &serde_json::Value,
) -> (&'static str, serde_json::Value) {
    let is_other = |key: &str| {
        let mut rows = ARGUMENTS.iter();
        rows.any(|(tools, old, ..)| tools.contains(&tool) && *old == key)
            || meant_parameter(key, parameters).is_some()
    };
    let has_other = input
        .as_object()
        .is_some_and(|fields| fields.keys().any(|key| is_other(key)));
    if old_tool(tool).is_none() && !has_other {
        return (tool, input.clone());
    }
    let Arg::Object(mut given) = Arg::from(input.clone()) else {
        return (tool, input.clone());
    };
    match rename_arguments(tool, parameters, &mut given).map(|_| Arg::Object(given).into_json()) {
        Ok(Ok(input)) => (present_name(tool), input),
        _ => (tool, input.clone()),
    }
}
