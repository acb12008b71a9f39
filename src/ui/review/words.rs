//! Changes of items in words: what was added, and which numbers have changed.

use crate::ui::i18n::Msg;
use crate::ui::state::App;
use serde_json::Value;
use trammel_base::numbers::number_text;
use trammel_formats::json;
use trammel_scene::Entity;
use trammel_scene::comparison::{ChangedItem, ItemKind};

/// Maximum number of changed values that are named.
const MOST_VALUES: usize = 3;

/// Digits after the point of a changed value.
const DECIMALS: i32 = 4;

/// Returns the name of an item with its change.
pub(super) fn describe(app: App, item: &ChangedItem) -> String {
    let name = item.name().map(ToString::to_string).unwrap_or_default();
    match (item.kind(), &item.before, &item.after) {
        (ItemKind::Added, ..) => app.say(Msg::ReviewAdded, &[("name", &name)]),
        (ItemKind::Deleted, ..) => app.say(Msg::ReviewDeleted, &[("name", &name)]),
        (ItemKind::Renamed, Some(before), _) => {
            app.say(Msg::ReviewRenamed, &[("name", &name), ("old", &before.name)])
        }
        (_, Some(before), Some(after)) => {
            let changes = changed_values(before, after).join(", ");
            let message = if changes.is_empty() {
                Msg::ReviewChanged
            } else {
                Msg::ReviewChangedTo
            };
            app.say(message, &[("name", &name), ("changes", &changes)])
        }
        _ => name,
    }
}

/// Returns the values that differ, in the words of the code.
fn changed_values(before: &Entity, after: &Entity) -> Vec<String> {
    let mut found = Vec::new();
    let (old, new) = (json::geometry(&before.shape), json::geometry(&after.shape));
    if before.shape.kind() != after.shape.kind() {
        found.push(format!("{} → {}", before.shape.kind(), after.shape.kind()));
    } else if let (Value::Object(old), Value::Object(new)) = (&old, &new) {
        for (field, value) in new {
            if let Some(change) = old.get(field).and_then(|old| changed_value(field, old, value)) {
                found.push(change);
            }
        }
    }
    if before.transform.translate != after.transform.translate {
        let by = after.transform.translate - before.transform.translate;
        found.push(format!("+({}, {})", rounded(by.x), rounded(by.y)));
    }
    if before.layer != after.layer {
        let layer = |entity: &Entity| {
            entity
                .layer
                .as_ref()
                .map_or_else(|| "-".to_owned(), ToString::to_string)
        };
        found.push(format!("layer {} → {}", layer(before), layer(after)));
    }
    found.truncate(MOST_VALUES);
    found
}

fn changed_value(field: &str, old: &Value, new: &Value) -> Option<String> {
    let text = |value: &Value| match value {
        Value::Number(number) => number.as_f64().map(rounded),
        Value::String(text) => Some(format!("'{text}'")),
        _ => None,
    };
    let (from, to) = (text(old)?, text(new)?);
    (from != to).then(|| format!("{field} {from} → {to}"))
}

fn rounded(value: f64) -> String {
    let scale = 10_f64.powi(DECIMALS);
    number_text((value * scale).round() / scale)
}
