//! Repair of the JSON of tool arguments that a weak model has written.
//!
//! Invariant: a repair never guesses a value. It accepts other notations of the same object (code fences, unquoted keys,
//! trailing commas, line breaks in strings, superfluous closing brackets) and adds missing closing brackets at the end;
//! everything else stays an error.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Maximum depth of nested values.
const MAX_DEPTH: u32 = 64;

/// Way in which a call was repaired.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Repair {
    /// The call is as the model wrote it.
    #[default]
    None,
    /// The arguments had another notation than JSON.
    Notation,
    /// Closing brackets at the end of the arguments were missing.
    Completed,
    /// The call was text of the answer instead of a call.
    FromText,
}

impl Repair {
    /// Whether nothing was repaired.
    pub fn is_none(&self) -> bool {
        *self == Self::None
    }
}

/// Reads an object from text that is not JSON; `None` if its meaning is not certain.
pub(crate) fn read_object(text: &str) -> Option<(Value, Repair)> {
    let (value, repair) = read_value(text)?;
    match value {
        Value::Object(_) => Some((value, repair)),
        // The object was encoded twice.
        Value::String(inner) => match serde_json::from_str(&inner) {
            Ok(value @ Value::Object(_)) => Some((value, Repair::Notation)),
            _ => None,
        },
        _ => None,
    }
}

/// Reads a value from text that need not be JSON.
pub(crate) fn read_value(text: &str) -> Option<(Value, Repair)> {
    let text = without_fence(text.trim());
    let mut reader = Reader {
        rest: text,
        is_completed: false,
    };
    let value = reader.value(0)?;
    let is_over = reader
        .rest
        .trim_start()
        .chars()
        .all(|c| matches!(c, '}' | ']' | ';') || c.is_whitespace());
    let repair = if reader.is_completed {
        Repair::Completed
    } else {
        Repair::Notation
    };
    is_over.then_some((value, repair))
}

/// Returns the text inside a code fence that encloses the whole text.
pub(crate) fn without_fence(text: &str) -> &str {
    let inside = text.strip_prefix("```").and_then(|rest| {
        let (language, rest) = rest.split_once('\n')?;
        let is_word = language
            .trim()
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '_');
        let body = rest.trim_end().strip_suffix("```")?;
        (is_word && !body.contains("```")).then_some(body.trim())
    });
    inside.unwrap_or(text)
}

struct Reader<'t> {
    rest: &'t str,
    is_completed: bool,
}

impl Reader<'_> {
    fn skip_spaces(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn take(&mut self, c: char) -> bool {
        self.skip_spaces();
        match self.rest.strip_prefix(c) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn value(&mut self, depth: u32) -> Option<Value> {
        self.skip_spaces();
        if depth > MAX_DEPTH {
            return None;
        }
        match self.rest.chars().next()? {
            '{' => self.object(depth),
            '[' => self.array(depth),
            quote @ ('"' | '\'') => self.string(quote).map(Value::String),
            _ => self.literal(),
        }
    }

    fn object(&mut self, depth: u32) -> Option<Value> {
        self.take('{');
        let mut fields = Map::new();
        loop {
            if self.take('}') {
                return Some(Value::Object(fields));
            }
            if self.rest.is_empty() {
                return self.complete(Value::Object(fields));
            }
            let key = self.key()?;
            if !self.take(':') {
                return None;
            }
            let value = self.value(depth + 1)?;
            if fields.insert(key, value).is_some() {
                return None;
            }
            if !self.continues('}')? {
                return self.complete(Value::Object(fields));
            }
        }
    }

    fn array(&mut self, depth: u32) -> Option<Value> {
        self.take('[');
        let mut items = Vec::new();
        loop {
            if self.take(']') {
                return Some(Value::Array(items));
            }
            if self.rest.is_empty() {
                return self.complete(Value::Array(items));
            }
            items.push(self.value(depth + 1)?);
            if !self.continues(']')? {
                return self.complete(Value::Array(items));
            }
        }
    }

    /// Reads a comma, or sees the closing bracket. Returns `false` at the end of the text, and `None` if something else
    /// follows: also if the text ends after a comma, where more was meant to follow.
    fn continues(&mut self, close: char) -> Option<bool> {
        if self.take(',') {
            self.skip_spaces();
            return (!self.rest.is_empty()).then_some(true);
        }
        match self.rest.chars().next() {
            None => Some(false),
            Some(next) => (next == close).then_some(true),
        }
    }

    /// Closes a value at the end of the text. A value without content may have lost it.
    fn complete(&mut self, value: Value) -> Option<Value> {
        self.is_completed = true;
        let has_content = match &value {
            Value::Object(fields) => !fields.is_empty(),
            Value::Array(items) => !items.is_empty(),
            _ => true,
        };
        has_content.then_some(value)
    }

    fn key(&mut self) -> Option<String> {
        self.skip_spaces();
        if let Some(quote @ ('"' | '\'')) = self.rest.chars().next() {
            return self.string(quote);
        }
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (key, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!key.is_empty()).then(|| key.to_owned())
    }

    /// Reads a string with its quotes. A string without its end may be cut off.
    fn string(&mut self, quote: char) -> Option<String> {
        let mut escaped = false;
        let body = &self.rest[1..];
        let end = body.char_indices().find_map(|(at, c)| {
            let ends = !escaped && c == quote;
            escaped = !escaped && c == '\\';
            ends.then_some(at)
        })?;
        let inner = &body[..end];
        self.rest = &body[end + 1..];
        let mut json = String::from('"');
        let mut chars = inner.chars();
        while let Some(c) = chars.next() {
            match c {
                '\\' => match chars.next()? {
                    '\'' => json.push('\''),
                    next => json.extend(['\\', next]),
                },
                '"' => json.push_str("\\\""),
                '\n' => json.push_str("\\n"),
                '\r' => json.push_str("\\r"),
                '\t' => json.push_str("\\t"),
                c => json.push(c),
            }
        }
        json.push('"');
        serde_json::from_str(&json).ok()
    }

    fn literal(&mut self) -> Option<Value> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.');
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        match word {
            "True" => Some(Value::Bool(true)),
            "False" => Some(Value::Bool(false)),
            "None" => Some(Value::Null),
            _ => serde_json::from_str(word).ok(),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn other_notations_of_an_object_are_read() {
        for (text, repair) in [
            ("```json\n{\"x\": 1, \"y\": [1, 2]}\n```", Repair::Notation),
            ("```\n{\"x\": 1, \"y\": [1, 2]}```", Repair::Notation),
            ("{x: 1, 'y': [1, 2]}", Repair::Notation),
            ("{\"x\": 1, \"y\": [1, 2,],}", Repair::Notation),
            ("{\"x\": 1, \"y\": [1, 2]}}", Repair::Notation),
            ("{\"x\": 1, \"y\": [1, 2]}\n]}", Repair::Notation),
            ("{\"x\": 1, \"y\": [1, 2]", Repair::Completed),
            ("{\"x\": 1, \"y\": [1, 2", Repair::Completed),
            ("\"{\\\"x\\\": 1, \\\"y\\\": [1, 2]}\"", Repair::Notation),
        ] {
            let read = read_object(text);
            assert_eq!(read, Some((json!({"x": 1, "y": [1, 2]}), repair)), "{text}");
        }
        let code = "{\"code\": \"draw('a');\ndraw(\\\"b\\\")\"}";
        assert_eq!(
            read_object(code).unwrap().0,
            json!({"code": "draw('a');\ndraw(\"b\")"})
        );
        assert_eq!(
            read_object("{a: True, b: None}").unwrap().0,
            json!({"a": true, "b": null})
        );
    }

    #[test]
    fn text_without_a_certain_meaning_stays_an_error() {
        for text in [
            "",
            "{",
            "{\"x\":",
            "{\"x\": 1,",
            "{\"x\": [",
            "{\"code\": \"draw",
            "{\"x\": oops}",
            "{\"x\": tru",
            "{\"x\" 1}",
            "{\"x\": 1 \"y\": 2}",
            "{\"x\": 1, \"x\": 2}",
            "{\"x\": [1, 2}",
            "{\"x\": 1} and {\"y\": 2}",
            "[1, 2]",
            "draw it",
            "{\"x\": 1,, \"y\": 2}",
        ] {
            assert_eq!(read_object(text), None, "{text}");
        }
        assert_eq!(read_object(&"[".repeat(10_000)), None);
    }

    proptest! {
        #[test]
        fn a_repair_gives_what_valid_json_means_or_nothing(text in "[{}\\[\\]:,\"'a-z0-9\\\\ \n]{0,40}") {
            if let Ok(value @ Value::Object(_)) = serde_json::from_str::<Value>(&text)
                && let Some((read, _)) = read_object(&text)
            {
                prop_assert_eq!(read, value);
            }
        }

        #[test]
        fn valid_json_is_read_as_it_is(keys in prop::collection::btree_map("[a-z\"\\\\\n가-힣]{1,5}", -9i32..9, 0..5)) {
            let value = json!(keys);
            prop_assert_eq!(read_object(&value.to_string()).unwrap().0, value);
        }
    }
}
