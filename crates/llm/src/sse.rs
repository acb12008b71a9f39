//! Parser of server-sent events.
//!
//! The parser works on bytes because network chunks can split characters; only complete lines are decoded. Lines end
//! with LF, CRLF or CR. The `event:` name is ignored: every provider's JSON contains its type, and some providers
//! send no name.

/// State of the parser; one per body.
#[derive(Debug, Default)]
pub struct Sse {
    line: Vec<u8>,
    data: Option<String>,
    after_cr: bool,
    any_line: bool,
    stray: String,
}

/// Maximum number of kept bytes outside of events.
const STRAY_LIMIT: usize = 4 << 20;

impl Sse {
    /// Parses the next bytes and returns the `data` of each completed event.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<String> {
        let mut events = Vec::new();
        for &byte in bytes {
            let lf_of_crlf = byte == b'\n' && self.after_cr;
            self.after_cr = byte == b'\r';
            if lf_of_crlf {
                continue;
            }
            if byte == b'\n' || byte == b'\r' {
                events.extend(self.end_line());
            } else {
                self.line.push(byte);
            }
        }
        events
    }

    /// Handles the end of the body. The last event may lack its blank line or its line break.
    pub fn finish(&mut self) -> Option<String> {
        let mut last = None;
        if !self.line.is_empty() {
            last = self.end_line();
        }
        last.or_else(|| self.data.take())
    }

    /// Returns the lines outside of events: a body that is plain JSON or a web page, or an error after the last
    /// event.
    pub fn stray(&self) -> &str {
        &self.stray
    }

    fn end_line(&mut self) -> Option<String> {
        let bytes = std::mem::take(&mut self.line);
        let bytes = if self.any_line {
            &bytes[..]
        } else {
            bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes)
        };
        self.any_line = true;
        if bytes.is_empty() {
            return self.data.take();
        }
        let text = String::from_utf8_lossy(bytes);
        let (field, value) = text.split_once(':').unwrap_or((&text, ""));
        if !matches!(field, "" | "data" | "event" | "id" | "retry") {
            if self.stray.len() + text.len() < STRAY_LIMIT {
                self.stray.push_str(&text);
                self.stray.push('\n');
            }
        } else if field == "data" {
            let value = value.strip_prefix(' ').unwrap_or(value);
            match &mut self.data {
                Some(data) => {
                    data.push('\n');
                    data.push_str(value);
                }
                None => self.data = Some(value.to_owned()),
            }
        }
        None
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parse(pieces: &[&[u8]]) -> Vec<String> {
        let mut sse = Sse::default();
        let mut events: Vec<String> = pieces.iter().flat_map(|p| sse.push(p)).collect();
        events.extend(sse.finish());
        events
    }

    #[track_caller]
    fn check(input: &str, expected: &[&str]) {
        assert_eq!(parse(&[input.as_bytes()]), expected, "in one piece");
        let bytes: Vec<&[u8]> = input.as_bytes().chunks(1).collect();
        assert_eq!(parse(&bytes), expected, "byte by byte");
    }

    #[test]
    fn every_line_ending_separates_events() {
        check("data: a\n\ndata: b\n\n", &["a", "b"]);
        check("data: a\r\n\r\ndata: b\r\n\r\n", &["a", "b"]);
        check("data: a\r\rdata: b\r\r", &["a", "b"]);
        check("data: a\r\n\ndata: b\n\r\n", &["a", "b"]);
    }

    #[test]
    fn only_data_fields_form_events() {
        check("event: x\nid: 1\nretry: 5\ndata: a\n\n", &["a"]);
        check(": comment\n\n:keep-alive\n\ndata: a\n: inside\n\n", &["a"]);
        check("data: a\ndata: b\ndata:\n\n", &["a\nb\n"]);
        check("data:a\n\ndata:  b \n\n", &["a", " b "]);
        check("data\n\n", &[""]);
        check("database: no\n\n", &[]);
        check("data: {\"a\": \"b:c\"}   \n\n", &["{\"a\": \"b:c\"}   "]);
    }

    #[test]
    fn text_outside_events_is_kept_as_stray_text() {
        let mut sse = Sse::default();
        assert!(sse.push(b"\xEF\xBB\xBF{\n \"a\": 1\n}\n\n").is_empty());
        assert_eq!(sse.push(b"data: x\n\n: y\nevent: z\n"), ["x"]);
        sse.push(b"[2]");
        assert_eq!(sse.finish(), None);
        assert_eq!(sse.stray(), "{\n \"a\": 1\n}\n[2]\n");
    }

    #[test]
    fn an_unterminated_last_event_is_kept() {
        check("data: a\n\ndata: b\n", &["a", "b"]);
        check("data: a\n\ndata: b", &["a", "b"]);
        check("data: a\r", &["a"]);
        check("", &[]);
        check("\n\n\n", &[]);
    }

    #[test]
    fn a_leading_byte_order_mark_is_ignored() {
        check("\u{feff}data: a\n\n", &["a"]);
        check("\u{feff}\ndata: a\n\n", &["a"]);
        check("data: \u{feff}\n\n", &["\u{feff}"]);
    }

    #[test]
    fn multibyte_characters_may_be_split_between_chunks() {
        check("data: 톱니바퀴 ⚙️ 12개\n\n", &["톱니바퀴 ⚙️ 12개"]);
    }

    proptest! {
        #[test]
        fn chunk_boundaries_do_not_change_events(text in "(data: ?|:|[a톱]|\r|\n|\r\n|\u{feff}){0,40}", cuts in prop::collection::vec(1usize..7, 0..60)) {
            let whole = parse(&[text.as_bytes()]);
            let mut rest = text.as_bytes();
            let mut pieces = Vec::new();
            for cut in cuts {
                let (head, tail) = rest.split_at(cut.min(rest.len()));
                pieces.push(head);
                rest = tail;
            }
            pieces.push(rest);
            prop_assert_eq!(parse(&pieces), whole);
        }
    }
}
