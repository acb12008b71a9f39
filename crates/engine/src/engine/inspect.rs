//! Text form of script values, for the log and for thrown values. Only own data properties are read; no script code
//! runs.

use super::args::own;
use boa_engine::object::JsObject;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsValue, JsVariant, js_string};
use std::fmt::Write as _;
use trammel_base::visible::escape_hidden;

const MAX_DEPTH: usize = 6;
const MAX_CHARS: usize = 4_000;

/// Returns a value as `console.log` shows it: strings without quotes, data like JSON, cycles marked, long output cut.
pub(super) fn display_text(value: &JsValue, context: &mut Context) -> String {
    if let Some(text) = value.as_string() {
        return clip(&text.to_std_string_lossy());
    }
    let mut out = String::new();
    Writer {
        out: &mut out,
        open: Vec::new(),
        context,
        cut: false,
    }
    .value(value);
    clip(&out)
}

/// Whether the text form of a value fits without a cut. The engine's own formatting may recurse without end into
/// larger values.
pub(super) fn is_small(value: &JsValue, context: &mut Context) -> bool {
    let mut out = String::new();
    let mut writer = Writer {
        out: &mut out,
        open: Vec::new(),
        context,
        cut: false,
    };
    writer.value(value);
    !writer.cut
}

/// Returns the own `message` of an error object.
pub(super) fn message_of(object: &JsObject) -> Option<String> {
    let text = own(object, &PropertyKey::from(js_string!("message")))?;
    Some(clip(&text.as_string()?.to_std_string_lossy()))
}

/// Returns the `name` of an error object, searched along at most 8 prototypes without running script code.
pub(super) fn name_of(object: &JsObject) -> Option<String> {
    let key = PropertyKey::from(js_string!("name"));
    let mut current = Some(object.clone());
    for _ in 0..8 {
        let object = current?;
        if let Some(name) = own(&object, &key) {
            return Some(clip(&name.as_string()?.to_std_string_lossy()));
        }
        current = object.prototype();
    }
    None
}

fn clip(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(MAX_CHARS) else {
        return escape_hidden(text).into_owned();
    };
    format!("{}...", escape_hidden(&text[..end]))
}

struct Writer<'a> {
    out: &'a mut String,
    open: Vec<JsObject>,
    context: &'a mut Context,
    /// Whether part of the value was left out.
    cut: bool,
}

impl Writer<'_> {
    fn value(&mut self, value: &JsValue) {
        if self.out.len() > MAX_CHARS {
            self.cut = true;
            return;
        }
        match value.variant() {
            JsVariant::String(text) => {
                let _ = write!(self.out, "{}", serde_json::json!(text.to_std_string_lossy()));
            }
            JsVariant::Object(object) => self.object(&object),
            _ => {
                let _ = write!(self.out, "{}", value.display());
            }
        }
    }

    fn object(&mut self, object: &JsObject) {
        if object.is_callable() {
            let name = own(object, &PropertyKey::from(js_string!("name"))).and_then(|n| n.as_string());
            let _ = write!(
                self.out,
                "[function {}]",
                name.map(|n| n.to_std_string_lossy()).unwrap_or_default()
            );
            return;
        }
        if self.open.iter().any(|open| JsObject::equals(open, object)) {
            self.out.push_str("[circular]");
            return;
        }
        if self.open.len() >= MAX_DEPTH {
            self.out.push_str("...");
            self.cut = true;
            return;
        }
        if let (Some(message), Some(name)) = (message_of(object), name_of(object)) {
            let _ = write!(self.out, "{name}: {message}");
            return;
        }
        let keys = if object.is::<boa_engine::builtins::proxy::Proxy>() {
            self.out.push_str("[proxy]");
            return;
        } else {
            object.own_property_keys(self.context).unwrap_or_default()
        };
        self.open.push(object.clone());
        let list = object.is_array();
        self.out.push(if list { '[' } else { '{' });
        let mut first = true;
        for key in keys {
            let name = match &key {
                PropertyKey::String(name) => name.to_std_string_lossy(),
                PropertyKey::Index(index) => index.get().to_string(),
                PropertyKey::Symbol(_) => continue,
            };
            if (list && name == "length") || self.out.len() > MAX_CHARS {
                continue;
            }
            if !first {
                self.out.push(',');
            }
            first = false;
            if !list {
                let _ = write!(self.out, "{}:", serde_json::json!(name));
            }
            match own(object, &key) {
                Some(value) => self.value(&value),
                None => self.out.push_str("[getter]"),
            }
        }
        self.out.push(if list { ']' } else { '}' });
        self.open.pop();
    }
}
