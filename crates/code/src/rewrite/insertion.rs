//! Insertion of arguments that a call does not state, in the order of the tool's schema and in the layout of the call.
//!
//! Invariant: the text that was there stays. An entry follows the entry before it on the same line, or goes to a line
//! of its own if the entries have their own lines. Comments stay with the entries that they follow.

use super::layout::{Layout, entry_text};
use super::signature::Signature;
use super::source::{CallSpan, Source};
use super::span::Span;
use super::texts::TextEdit;
use crate::obstacle::Obstacle;
use serde_json::{Map, Value};

/// Object literal of a call that gets new entries.
struct Room<'p> {
    /// The object, or a plain value (a color or `null`) that an object replaces.
    value: Span,
    is_plain: bool,
    /// Names from the arguments to the object, and from there to the new value.
    path: (Vec<&'p str>, Vec<&'p str>),
}

/// Returns the changes that add arguments to a call, given as paths such as `style.stroke.width` with their values.
///
/// # Errors
/// Returns an error if the call has no object of named arguments, the tool has no such parameter, or the code computes
/// an object on the way.
pub fn insertions(
    source: &Source<'_>,
    call: CallSpan,
    tool: &dyn Signature,
    values: &[(String, Value)],
) -> Result<Vec<TextEdit>, Obstacle> {
    let schema = &tool.schema();
    let mut rooms: Vec<(Room<'_>, Map<String, Value>)> = Vec::new();
    for (path, value) in values {
        let room = room(source, call, tool, path)?;
        property_schema(schema, path.split('.').next().unwrap_or_default()).ok_or(Obstacle::Omitted)?;
        let known = rooms.iter().position(|(known, _)| known.value == room.value);
        let keys = room.path.1.clone();
        let at = known.unwrap_or_else(|| {
            rooms.push((room, Map::new()));
            rooms.len() - 1
        });
        put(&mut rooms[at].1, &keys, value);
    }
    let quote = quote(source, call);
    let mut edits = Vec::new();
    for (room, new) in rooms {
        if room.is_plain {
            edits.push(replace_color(source, room.value, new, quote));
            continue;
        }
        let below = |schema: Option<Value>, key: &&str| property_schema(&schema?, key);
        let schema = room.path.0.iter().fold(Some(schema.clone()), below);
        edits.extend(add_entries(
            source,
            room.value,
            &names(schema.as_ref()),
            (&new, quote),
        ));
    }
    Ok(edits)
}

/// Finds the object literal for a value that the call does not state.
fn room<'p>(
    source: &Source<'_>,
    call: CallSpan,
    tool: &dyn Signature,
    path: &'p str,
) -> Result<Room<'p>, Obstacle> {
    let keys: Vec<&str> = path.split('.').collect();
    let room = |value: Span, at: usize| Room {
        value,
        is_plain: !source.is_object(value),
        path: (keys[..at].to_vec(), keys[at..].to_vec()),
    };
    let mut value = match source.parameter(call, tool, keys[0]) {
        Err(Obstacle::Omitted) => {
            let given = source.elements(call.open);
            let options = source.options(&given, tool).ok_or(Obstacle::Omitted)?;
            return Ok(room(options, 0));
        }
        found => found?,
    };
    for (at, key) in keys.iter().enumerate().skip(1) {
        if source.is_plain(value) {
            return Ok(room(value, at));
        }
        if !source.is_object(value) {
            return Err(Obstacle::Computed);
        }
        match source.property(value, key) {
            Err(Obstacle::Omitted) => return Ok(room(value, at)),
            found => value = found?,
        }
    }
    Err(Obstacle::Computed)
}

/// Puts a value into nested objects.
fn put(object: &mut Map<String, Value>, keys: &[&str], value: &Value) {
    let Some((key, rest)) = keys.split_first() else {
        return;
    };
    if rest.is_empty() {
        object.insert((*key).to_owned(), value.clone());
        return;
    }
    let inner = object.entry(*key).or_insert_with(|| Map::new().into());
    if !inner.is_object() {
        *inner = Map::new().into();
    }
    if let Value::Object(inner) = inner {
        put(inner, rest, value);
    }
}

/// Replaces a color, which stands for an object with a color alone, or `null`.
fn replace_color(source: &Source<'_>, value: Span, mut new: Map<String, Value>, quote: char) -> TextEdit {
    let old = source.of(value);
    let stated = (old != "null").then(|| format!("color: {old}"));
    if stated.is_some() {
        new.remove("color");
    }
    let entries = new.iter().map(|(key, value)| entry_text(key, ": ", value, quote));
    let entries: Vec<String> = stated.into_iter().chain(entries).collect();
    TextEdit::new(source.range(value), format!("{{ {} }}", entries.join(", ")))
}

/// Adds entries to an object literal.
fn add_entries(
    source: &Source<'_>,
    object: Span,
    order: &[String],
    (new, quote): (&Map<String, Value>, char),
) -> Vec<TextEdit> {
    let layout = Layout::of(source, object);
    let rank = |key: &str| order.iter().position(|known| known == key);
    let mut keys: Vec<&String> = new.keys().collect();
    keys.sort_by_key(|key| rank(key).unwrap_or(usize::MAX));
    let text = |key: &String| entry_text(key, layout.colon(), &new[key], quote);
    if layout.entries().is_empty() {
        let texts: Vec<String> = keys.into_iter().map(text).collect();
        return vec![layout.fill(&texts)];
    }
    let present: Vec<Option<usize>> = layout
        .entries()
        .iter()
        .map(|entry| source.key(*entry).and_then(|key| rank(&key)))
        .collect();
    let mut groups: Vec<(Option<usize>, Vec<String>)> = Vec::new();
    for key in keys {
        let is_before = |known: &Option<usize>| known.is_some_and(|known| Some(known) < rank(key));
        let after = match rank(key) {
            None => Some(present.len() - 1),
            Some(_) => present.iter().rposition(is_before),
        };
        match groups.last_mut() {
            Some((last, texts)) if *last == after => texts.push(text(key)),
            _ => groups.push((after, vec![text(key)])),
        }
    }
    let edits = groups.iter().flat_map(|(after, texts)| match after {
        Some(after) => layout.after(*after, texts),
        None => layout.first(texts),
    });
    edits.collect()
}

/// Returns the schema of a property, also if the property is one of several alternatives.
fn property_schema(schema: &Value, name: &str) -> Option<Value> {
    let own = &schema["properties"][name];
    if !own.is_null() {
        return Some(own.clone());
    }
    let options = schema["anyOf"].as_array()?;
    options.iter().find_map(|option| property_schema(option, name))
}

fn names(schema: Option<&Value>) -> Vec<String> {
    let Some(schema) = schema else { return Vec::new() };
    if let Some(properties) = schema["properties"].as_object() {
        return properties.keys().cloned().collect();
    }
    let options = schema["anyOf"].as_array().into_iter().flatten();
    options
        .map(|option| names(Some(option)))
        .find(|names| !names.is_empty())
        .unwrap_or_default()
}

/// Returns the quotation mark of the first string of a call.
fn quote(source: &Source<'_>, call: CallSpan) -> char {
    let marks = (call.open..call.close).filter_map(|at| source.text(at).chars().next());
    let mut quotes = marks.filter(|mark| matches!(mark, '"' | '\''));
    quotes.next().unwrap_or('"')
}
