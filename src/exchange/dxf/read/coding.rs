//! Characters of a DXF file: code pages, and escapes of characters.

use super::tags::Tag;
use encoding_rs::{
    BIG5, EUC_KR, Encoding, GBK, IBM866, MACINTOSH, SHIFT_JIS, UTF_8, WINDOWS_874, WINDOWS_1252,
};

/// Code page of a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coding {
    encoding: &'static Encoding,
    /// Whether the file states a code page, so that bytes which are valid UTF-8 are not taken for UTF-8.
    is_stated: bool,
}

impl Coding {
    /// Returns the code page of a file with these header variables, and whether it is known.
    pub(super) fn of(version: &[u8], page: &[u8]) -> (Coding, bool) {
        // AC1021 is the first version in UTF-8.
        if version.starts_with(b"AC") && version >= b"AC1021".as_slice() {
            let coding = Coding {
                encoding: UTF_8,
                is_stated: true,
            };
            return (coding, true);
        }
        let page = String::from_utf8_lossy(page).trim().to_ascii_lowercase();
        let found = find(&page);
        let coding = Coding {
            encoding: found.unwrap_or(WINDOWS_1252),
            is_stated: found.is_some(),
        };
        (coding, found.is_some() || page.is_empty())
    }

    /// Returns the text of bytes, with its `\U+XXXX` and `\M+NXXXX` escapes replaced.
    pub(super) fn decoded(self, bytes: &[u8]) -> String {
        let text = if bytes.is_ascii() {
            String::from_utf8_lossy(bytes).into_owned()
        } else {
            match std::str::from_utf8(bytes) {
                Ok(text) if !self.is_stated || self.encoding == UTF_8 => text.to_owned(),
                _ if self.encoding == UTF_8 => WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned(),
                _ => self.encoding.decode_without_bom_handling(bytes).0.into_owned(),
            }
        };
        unescaped(&text)
    }

    /// Returns a name: the text of a tag without spaces at its ends.
    pub(super) fn name(self, tag: &Tag<'_>) -> String {
        self.decoded(tag.raw()).trim().to_owned()
    }
}

/// Returns the encoding with this name in lower case, as written by any CAD program.
fn find(page: &str) -> Option<&'static Encoding> {
    let number = page
        .trim_start_matches("ansi")
        .trim_start_matches("dos")
        .trim_start_matches("cp")
        .trim_start_matches(['_', '-']);
    Some(match number {
        "874" => WINDOWS_874,
        "932" => SHIFT_JIS,
        "936" => GBK,
        "949" | "1361" => EUC_KR,
        "950" => BIG5,
        "866" => IBM866,
        "1250" | "1251" | "1252" | "1253" | "1254" | "1255" | "1256" | "1257" | "1258" => {
            Encoding::for_label(format!("windows-{number}").as_bytes())?
        }
        _ => match page {
            "ksc5601" | "kcs5601" | "ks_c_5601-1987" | "johab" => EUC_KR,
            "gb2312" | "gbk" => GBK,
            "ascii" | "us-ascii" | "iso8859-1" | "iso8859_1" => WINDOWS_1252,
            "mac-roman" | "macintosh" => MACINTOSH,
            "utf8" => UTF_8,
            other => {
                let iso = other
                    .replace("iso8859_", "iso8859-")
                    .replace("iso8859-", "iso-8859-");
                Encoding::for_label(iso.as_bytes())?
            }
        },
    })
}

/// Replaces `\U+XXXX` (a Unicode character) and `\M+NXXXX` (two bytes of an Asian code page).
fn unescaped(text: &str) -> String {
    if !text.contains("\\U+") && !text.contains("\\M+") {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("\\U+").into_iter().chain(rest.find("\\M+")).min() {
        out.push_str(&rest[..at]);
        let escape = &rest[at..];
        let found = if escape.starts_with("\\U+") {
            unicode(escape)
        } else {
            multi_byte(escape)
        };
        match found {
            Some((c, length)) => {
                out.push_str(&c);
                rest = &escape[length..];
            }
            None => {
                out.push_str(&escape[..3]);
                rest = &escape[3..];
            }
        }
    }
    out.push_str(rest);
    out
}

fn unicode(escape: &str) -> Option<(String, usize)> {
    let code = u32::from_str_radix(escape.get(3..7)?, 16).ok()?;
    if let Some(c) = char::from_u32(code) {
        return Some((c.to_string(), 7));
    }
    // A character beyond the basic plane is two surrogates.
    let low = u32::from_str_radix(escape.get(7..14)?.strip_prefix("\\U+")?, 16).ok()?;
    let units = [u16::try_from(code).ok()?, u16::try_from(low).ok()?];
    Some((String::from_utf16(&units).ok()?, 14))
}

fn multi_byte(escape: &str) -> Option<(String, usize)> {
    let encoding = match escape.as_bytes().get(3)? {
        b'1' => SHIFT_JIS,
        b'2' => BIG5,
        b'3' | b'4' => EUC_KR,
        b'5' => GBK,
        _ => return None,
    };
    let code = u16::from_str_radix(escape.get(4..8)?, 16).ok()?;
    let text = encoding
        .decode_without_bom_handling(&code.to_be_bytes())
        .0
        .into_owned();
    Some((text, 8))
}

/// Replaces the `%%` codes of single-line texts.
pub(super) fn without_percent_codes(text: &str) -> String {
    if !text.contains("%%") {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("%%") {
        out.push_str(&rest[..at]);
        let code = &rest[at + 2..];
        let Some(c) = code.chars().next() else {
            out.push_str("%%");
            return out;
        };
        let mut length = c.len_utf8();
        match c.to_ascii_lowercase() {
            'd' => out.push('°'),
            'p' => out.push('±'),
            'c' => out.push('⌀'),
            '%' => out.push('%'),
            // Underlined, overlined, and struck text.
            'u' | 'o' | 'k' => {}
            '0'..='9'
                if code
                    .get(..3)
                    .is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit())) =>
            {
                length = 3;
                out.extend(code[..3].parse::<u8>().ok().map(char::from));
            }
            _ => {
                out.push_str("%%");
                length = 0;
            }
        }
        rest = &code[length..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_pages_have_aliases() {
        let hangul = b"\xb5\xb5\xb8\xe9";
        for page in ["ANSI_949", "ksc5601", "KCS5601", "ansi_949 ", "cp949"] {
            let (coding, known) = Coding::of(b"AC1015", page.as_bytes());
            assert_eq!((coding.decoded(hangul).as_str(), known), ("도면", true), "{page}");
        }
        assert_eq!(Coding::of(b"AC1009", b"ANSI_932").0.decoded(b"\x90\x7d"), "図");
        assert_eq!(Coding::of(b"AC1009", b"gb2312").0.decoded(b"\xcd\xbc"), "图");
        assert_eq!(Coding::of(b"AC1015", b"ISO8859-5").0.decoded(b"\xd0"), "а");
        assert!(!Coding::of(b"AC1015", b"dos4711").1);
    }

    #[test]
    fn the_encoding_follows_the_version() {
        let utf8 = "도면".as_bytes();
        assert_eq!(Coding::of(b"AC1021", b"ANSI_1252").0.decoded(utf8), "도면");
        assert_eq!(Coding::of(b"AC1027", b"ANSI_949").0.decoded(b"\xe9"), "é");
        assert_eq!(Coding::of(b"", b"").0.decoded(utf8), "도면");
        assert_eq!(Coding::of(b"AC1015", b"ANSI_1252").0.decoded(b"\xe9"), "é");
    }

    #[test]
    fn escapes_are_replaced() {
        assert_eq!(
            unescaped("\\U+B3C4\\U+BA74 \\U+D83D\\U+DE00 \\U+12"),
            "도면 😀 \\U+12"
        );
        assert_eq!(unescaped("\\M+3B5B5\\M+9"), "도\\M+9");
        assert_eq!(
            without_percent_codes("%%c10 %%p0.1 45%%D 5%%% %%065 %%x %%"),
            "⌀10 ±0.1 45° 5% A %%x %%"
        );
        assert_eq!(without_percent_codes("%%uover%%U"), "over");
    }
}
