//! TagReader of a DXF file: pairs of a group code and a value, as text or in binary form.
//!
//! Invariants: a reader never copies values and moves forward with every tag, so reading takes time in proportion to
//! the size of the file. A reader can start at any [`FilePosition`] that it returned, so a file is scanned once and its
//! entities are read later.

use crate::error::{Damage, DxfError, Position};

/// First bytes of a binary DXF file.
const BINARY: &[u8] = b"AutoCAD Binary DXF\r\n\x1a\0";

/// Group code of a comment.
const COMMENT: u16 = 999;

/// Value of a tag.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TagValue<'a> {
    /// Bytes of a text, without the end of the line. Numbers of text files are parsed when they are used.
    Text(&'a [u8]),
    /// Number of a binary file.
    Real(f64),
    /// Integer of a binary file.
    Int(i64),
}

/// Group code with its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tag<'a> {
    /// Group code.
    pub code: u16,
    /// Value.
    pub value: TagValue<'a>,
}

impl<'a> Tag<'a> {
    /// Returns the value as a finite number. A decimal comma counts as a point.
    pub fn real(&self) -> Option<f64> {
        let real = match self.value {
            TagValue::Text(text) => parse_real(text)?,
            TagValue::Real(real) => real,
            TagValue::Int(int) => int as f64,
        };
        real.is_finite().then_some(real)
    }

    /// Returns the value as an integer; the integer part of a number with decimals.
    pub fn int(&self) -> Option<i64> {
        match self.value {
            TagValue::Int(int) => Some(int),
            TagValue::Text(text) => std::str::from_utf8(text)
                .ok()
                .and_then(|text| text.trim().parse().ok())
                .or_else(|| self.real().map(|real| real as i64)),
            TagValue::Real(_) => self.real().map(|real| real as i64),
        }
    }

    /// Returns the largest error of a written number by rounding: half a unit of its last digit. A number of a binary file
    /// is exact.
    pub fn rounding(&self) -> f64 {
        match self.value {
            TagValue::Text(text) => 0.5 * libm::pow(10.0, -(decimals(text) as f64)),
            TagValue::Real(_) | TagValue::Int(_) => 0.0,
        }
    }

    /// Returns the value of a handle, which is a hexadecimal number.
    pub fn handle(&self) -> Option<u64> {
        let text = std::str::from_utf8(self.raw()).ok()?;
        u64::from_str_radix(text.trim(), 16).ok()
    }

    /// Returns the bytes of a text; nothing for a number.
    pub fn raw(&self) -> &'a [u8] {
        match self.value {
            TagValue::Text(text) => text,
            TagValue::Real(_) | TagValue::Int(_) => b"",
        }
    }
}

fn parse_real(text: &[u8]) -> Option<f64> {
    let text = std::str::from_utf8(text).ok()?.trim();
    match text.parse() {
        Ok(real) => Some(real),
        Err(_) if text.len() < 64 && text.contains(',') => text.replace(',', ".").parse().ok(),
        Err(_) => None,
    }
}

/// Returns the number of decimals of a written number, at most 15.
pub fn decimals(text: &[u8]) -> usize {
    let text = text.trim_ascii();
    let (mantissa, exponent) = match text.iter().position(|byte| matches!(byte, b'e' | b'E')) {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => (text, &b""[..]),
    };
    let point = mantissa.iter().position(|byte| matches!(byte, b'.' | b','));
    let digits = point.map_or(0, |point| mantissa.len() - point - 1);
    let exponent = std::str::from_utf8(exponent)
        .ok()
        .and_then(|exponent| exponent.parse::<i64>().ok())
        .unwrap_or(0)
        .clamp(-400, 400);
    let count = i64::try_from(digits).unwrap_or(0) - exponent;
    usize::try_from(count.clamp(0, 15)).unwrap_or(0)
}

/// Position in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilePosition {
    /// Offset in bytes.
    at: usize,
    /// Line of a text file, from 1.
    pub line: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Ascii,
    Binary { code_bytes: usize },
}

/// Reader of the tags of a file.
#[derive(Clone, Debug)]
pub struct TagReader<'a> {
    bytes: &'a [u8],
    form: Form,
    place: FilePosition,
}

impl<'a> TagReader<'a> {
    /// Creates a reader at the first tag.
    ///
    /// # Errors
    /// Returns an error if the file is text in UTF-16.
    pub fn new(bytes: &'a [u8]) -> Result<TagReader<'a>, DxfError> {
        if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
            return Err(DxfError::Utf16);
        }
        let (form, at) = if bytes.starts_with(BINARY) {
            // The first tag is `0 SECTION`. The second byte of a code with two bytes is zero.
            let code_bytes = if bytes.get(BINARY.len() + 1) == Some(&0) {
                2
            } else {
                1
            };
            (Form::Binary { code_bytes }, BINARY.len())
        } else if bytes.starts_with(b"\xef\xbb\xbf") {
            (Form::Ascii, 3)
        } else {
            (Form::Ascii, 0)
        };
        Ok(TagReader {
            bytes,
            form,
            place: FilePosition { at, line: 1 },
        })
    }

    /// Whether the file is in binary form.
    pub fn is_binary(&self) -> bool {
        self.form != Form::Ascii
    }

    /// Returns the position of the next tag.
    pub fn place(&self) -> FilePosition {
        self.place
    }

    /// Returns a reader of the same file at another position.
    pub fn from(&self, place: FilePosition) -> TagReader<'a> {
        TagReader {
            place,
            ..self.clone()
        }
    }

    /// Returns the next tag; `None` at the end of the file. Comments, which may stand between any two tags, are skipped.
    ///
    /// # Errors
    /// Returns an error with the position if the bytes are not a tag.
    pub fn read_tag(&mut self) -> Result<Option<Tag<'a>>, DxfError> {
        loop {
            let tag = match self.form {
                Form::Ascii => self.next_ascii(),
                Form::Binary { code_bytes } => self.next_binary(code_bytes),
            }?;
            if tag.is_none_or(|tag| tag.code != COMMENT) {
                return Ok(tag);
            }
        }
    }

    /// Returns the error for damage at a position.
    pub fn damage(&self, place: FilePosition, damage: Damage) -> DxfError {
        let position = match self.form {
            Form::Ascii => Position::Line(place.line),
            Form::Binary { .. } => Position::Byte(place.at),
        };
        DxfError::Damaged { position, damage }
    }

    fn next_ascii(&mut self) -> Result<Option<Tag<'a>>, DxfError> {
        let place = self.place;
        let Some(line) = self.line() else {
            return Ok(None);
        };
        let trimmed = line.trim_ascii();
        let code = std::str::from_utf8(trimmed)
            .ok()
            .and_then(|text| text.parse::<i32>().ok());
        let Some(code) = code else {
            let is_end = trimmed.is_empty() || trimmed[0] == 0x1a || trimmed[0] == 0;
            if is_end && self.rest_is_blank() {
                return Ok(None);
            }
            let shown: String = String::from_utf8_lossy(trimmed).chars().take(20).collect();
            return Err(self.damage(place, Damage::NoGroupCode(shown)));
        };
        let Some(value) = self.line() else {
            return Err(self.damage(place, Damage::NoValue));
        };
        // Negative codes are for use in programs only; no entity has them.
        let code = u16::try_from(code).unwrap_or(u16::MAX);
        let value = TagValue::Text(value);
        Ok(Some(Tag { code, value }))
    }

    fn rest_is_blank(&self) -> bool {
        self.bytes[self.place.at..]
            .iter()
            .all(|byte| byte.is_ascii_whitespace() || matches!(byte, 0 | 0x1a))
    }

    /// Returns the next line, which ends with CR, LF, or one LF after any number of CR, as a repeated conversion of line
    /// ends leaves them.
    fn line(&mut self) -> Option<&'a [u8]> {
        let rest = self.bytes.get(self.place.at..).filter(|rest| !rest.is_empty())?;
        self.place.line += 1;
        let Some(end) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) else {
            self.place.at = self.bytes.len();
            return Some(rest);
        };
        let returns = rest[end..].iter().take_while(|byte| **byte == b'\r').count();
        let ending = match rest.get(end + returns) {
            Some(b'\n') => returns + 1,
            _ => 1,
        };
        self.place.at += end + ending;
        Some(&rest[..end])
    }

    fn next_binary(&mut self, code_bytes: usize) -> Result<Option<Tag<'a>>, DxfError> {
        let place = self.place;
        if self.place.at >= self.bytes.len() {
            return Ok(None);
        }
        let tag = self.binary_tag(code_bytes);
        match tag {
            Some(tag) => Ok(Some(tag)),
            None => Err(self.damage(place, Damage::EndInTag)),
        }
    }

    fn binary_tag(&mut self, code_bytes: usize) -> Option<Tag<'a>> {
        let mut code = if code_bytes == 2 {
            u16::from_le_bytes(self.take_array()?)
        } else {
            u16::from(self.take(1)?[0])
        };
        if code_bytes == 1 && code == 255 {
            code = u16::from_le_bytes(self.take_array()?);
        }
        let value = match code {
            310..=319 | 1004 => {
                let length = usize::from(self.take(1)?[0]);
                TagValue::Text(self.take(length)?)
            }
            10..=59 | 110..=149 | 210..=239 | 460..=469 | 1010..=1059 => {
                TagValue::Real(f64::from_le_bytes(self.take_array()?))
            }
            60..=79 | 170..=179 | 270..=289 | 370..=389 | 400..=409 | 1060..=1070 => {
                TagValue::Int(i64::from(i16::from_le_bytes(self.take_array()?)))
            }
            90..=99 | 420..=429 | 440..=459 | 1071 => {
                TagValue::Int(i64::from(i32::from_le_bytes(self.take_array()?)))
            }
            160..=169 => TagValue::Int(i64::from_le_bytes(self.take_array()?)),
            290..=299 => TagValue::Int(i64::from(self.take(1)?[0])),
            _ => {
                let rest = self.bytes.get(self.place.at..)?;
                let end = rest.iter().position(|byte| *byte == 0)?;
                self.place.at += end + 1;
                TagValue::Text(&rest[..end])
            }
        };
        Some(Tag { code, value })
    }

    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let taken = self.bytes.get(self.place.at..self.place.at + count)?;
        self.place.at += count;
        Some(taken)
    }

    fn take_array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Result<Vec<(u16, Vec<u8>)>, String> {
        let mut tags = TagReader::new(bytes).map_err(|error| error.to_string())?;
        let mut out = Vec::new();
        while let Some(tag) = tags.read_tag().map_err(|error| error.to_string())? {
            out.push((tag.code, tag.raw().to_vec()));
        }
        Ok(out)
    }

    #[test]
    fn every_line_ending_and_a_byte_order_mark_are_read() {
        let wanted = vec![(0, b"LINE".to_vec()), (8, b" a b".to_vec())];
        for text in [
            "0\nLINE\n  8\n a b\n",
            "0\r\nLINE\r\n8\r\n a b",
            "0\rLINE\r 8 \r a b\r",
            "\u{feff}  0\nLINE\n8\n a b\n\u{1a}",
            "0\r\r\nLINE\r\r\n8\r\r\n a b\r\r\n",
            "999\nfirst\n0\nLINE\n999\n\n 999\nsecond\n8\n a b\n999\nlast\n",
        ] {
            assert_eq!(all(text.as_bytes()), Ok(wanted.clone()), "{text:?}");
        }
    }

    #[test]
    fn an_error_has_the_line() {
        assert_eq!(
            all(b"0\nLINE\nlayer\n0\n").unwrap_err(),
            "the file is damaged on line 3: 'layer' is not a group code"
        );
        assert!(
            all(b"0\nLINE\n8")
                .unwrap_err()
                .contains("on line 3: the file ends")
        );
        assert!(all(b"\xff\xfe0\0").unwrap_err().contains("UTF-16"));
    }

    #[test]
    fn decimals_are_counted_as_written() {
        for (text, wanted) in [
            ("12", 0),
            (" 12.50", 2),
            ("1.5E-2", 3),
            ("5E-1", 1),
            ("5e-01 ", 1),
            ("125D", 0),
            ("1.25e1", 1),
            ("1e3", 0),
            ("0,125", 3),
            ("0.12345678901234567", 15),
        ] {
            assert_eq!(decimals(text.as_bytes()), wanted, "{text}");
        }
    }

    #[test]
    fn numbers_have_points_or_commas() {
        let real = |text: &'static [u8]| {
            let value = TagValue::Text(text);
            Tag { code: 10, value }.real()
        };
        assert_eq!(real(b"  12,5 "), Some(12.5));
        assert_eq!(real(b"-1.5E+01"), Some(-15.0));
        assert_eq!(real(b"1e400"), None);
        assert_eq!(real(b"nan"), None);
        assert_eq!(real(b"1.#QNAN"), None);
    }

    #[test]
    fn binary_tags_have_codes_of_one_or_two_bytes() {
        let head = |rest: &[u8]| [BINARY, rest].concat();
        let narrow = head(b"\x00SECTION\0\x0a\x00\x00\x00\x00\x00\x00\xf8\x3f\xff\xe9\x03APP\0");
        let mut tags = TagReader::new(&narrow).unwrap();
        assert_eq!(tags.read_tag().unwrap().unwrap().raw(), b"SECTION");
        assert_eq!(tags.read_tag().unwrap().unwrap().real(), Some(1.5));
        assert_eq!(tags.read_tag().unwrap().unwrap().code, 1001);
        assert_eq!(tags.read_tag(), Ok(None));
        let wide = head(b"\x00\x00SECTION\0\x46\x00\x03\x00\x5a");
        let mut tags = TagReader::new(&wide).unwrap();
        tags.read_tag().unwrap();
        assert_eq!(tags.read_tag().unwrap().unwrap().int(), Some(3));
        assert!(tags.read_tag().unwrap_err().to_string().contains("at byte"));
    }
}
