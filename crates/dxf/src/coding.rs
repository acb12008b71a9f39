//! Characters of a DXF file: code pages, and escapes of characters.

use crate::tags::Tag;
use encoding_rs::{
    BIG5, EUC_KR, Encoding, GBK, IBM866, MACINTOSH, SHIFT_JIS, UTF_8, WINDOWS_874, WINDOWS_1252,
};

/// Evidence about the encoding of a file: the bytes of its texts that are not ASCII.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// Number of characters beyond ASCII in texts that are valid UTF-8.
    characters: usize,
    /// Whether one of them has three bytes or more.
    has_long: bool,
    /// Whether a text is not valid UTF-8.
    is_invalid: bool,
}

impl Evidence {
    /// Adds the bytes of a text.
    pub fn add(&mut self, bytes: &[u8]) {
        if bytes.is_ascii() {
            return;
        }
        let Ok(text) = std::str::from_utf8(bytes) else {
            self.is_invalid = true;
            return;
        };
        for c in text.chars().filter(|c| !c.is_ascii()) {
            self.characters += 1;
            self.has_long |= c.len_utf8() > 2;
        }
    }

    /// Whether the texts are in UTF-8 although the file states another code page. Text in a code page of single bytes is
    /// hardly ever valid UTF-8; one in a code page of double bytes can be, if it is short.
    fn is_utf8_instead_of(self, page: &'static Encoding) -> bool {
        let enough = if is_double_byte(page) {
            self.has_long && self.characters > 1
        } else {
            self.characters > 0
        };
        enough && !self.is_invalid
    }
}

/// Whether the code page of a file agrees with its texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// The code page is that of the texts, or nothing else is known.
    Agrees,
    /// The code page is unknown.
    Unknown,
    /// The texts are in UTF-8 and not in the code page.
    IsUtf8,
}

/// Code page of a file.
#[derive(Clone, Copy, Debug)]
pub struct Coding {
    encoding: &'static Encoding,
    /// Code page that the file states. With it, bytes that are valid UTF-8 are not taken for UTF-8, unless `encoding` is
    /// UTF-8.
    page: Option<&'static Encoding>,
}

impl Coding {
    /// Returns the code page of a file with these header variables and texts.
    pub fn of(version: &[u8], page: &[u8], evidence: Evidence) -> (Coding, Agreement) {
        let page = String::from_utf8_lossy(page).trim().to_ascii_lowercase();
        let found = find(&page);
        // AC1021 is the first version in UTF-8.
        let (encoding, agreement) = match found {
            _ if version.starts_with(b"AC") && version >= b"AC1021".as_slice() => (UTF_8, Agreement::Agrees),
            Some(stated) if stated != UTF_8 && evidence.is_utf8_instead_of(stated) => {
                (UTF_8, Agreement::IsUtf8)
            }
            Some(stated) => (stated, Agreement::Agrees),
            None if page.is_empty() => (WINDOWS_1252, Agreement::Agrees),
            None => (WINDOWS_1252, Agreement::Unknown),
        };
        let page = found.filter(|page| *page != UTF_8);
        (Coding { encoding, page }, agreement)
    }

    /// Returns the text of bytes, with its `\U+XXXX` and `\M+NXXXX` escapes replaced.
    pub fn decode(self, bytes: &[u8]) -> String {
        let text = if bytes.is_ascii() {
            String::from_utf8_lossy(bytes).into_owned()
        } else {
            self.decode_beyond_ascii(bytes)
        };
        unescape(&text)
    }

    fn decode_beyond_ascii(self, bytes: &[u8]) -> String {
        let page = self.page.unwrap_or(WINDOWS_1252);
        match std::str::from_utf8(bytes) {
            // Some programs write a new version in the code page of the system. A text in it may happen to be UTF-8, but
            // then its characters are of several scripts.
            Ok(text) if self.encoding == UTF_8 && is_double_byte(page) && is_mixed(text) => {
                match page.decode_without_bom_handling_and_without_replacement(bytes) {
                    Some(meant) => meant.into_owned(),
                    None => text.to_owned(),
                }
            }
            Ok(text) if self.page.is_none() || self.encoding == UTF_8 => text.to_owned(),
            _ => page.decode_without_bom_handling(bytes).0.into_owned(),
        }
    }

    /// Returns a name: the text of a tag without spaces at its ends.
    pub fn name(self, tag: &Tag<'_>) -> String {
        self.decode(tag.raw()).trim().to_owned()
    }
}

fn is_double_byte(encoding: &'static Encoding) -> bool {
    [BIG5, EUC_KR, GBK, SHIFT_JIS].contains(&encoding)
}

/// Whether a text has neighboring letters of different scripts, all of them from U+0080 to U+07FF: the range of two bytes
/// in UTF-8.
fn is_mixed(text: &str) -> bool {
    // Symbols, and the prefix of micrometers and microohms, stand beside letters of every script.
    let script = |c: char| match c {
        '\u{b5}' => None,
        c if c.is_ascii() || !c.is_alphabetic() => None,
        '\u{80}'..='\u{36f}' => Some("Latin"),
        '\u{370}'..='\u{3ff}' => Some("Greek"),
        '\u{400}'..='\u{52f}' => Some("Cyrillic"),
        '\u{530}'..='\u{58f}' => Some("Armenian"),
        '\u{590}'..='\u{5ff}' => Some("Hebrew"),
        _ => Some("Arabic and others"),
    };
    let mut before = None;
    let mut is_mixed = false;
    for c in text.chars() {
        if c > '\u{7ff}' {
            return false;
        }
        let script = script(c);
        is_mixed |= before.is_some() && script.is_some() && before != script;
        before = script;
    }
    is_mixed
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
fn unescape(text: &str) -> String {
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
pub fn without_percent_codes(text: &str) -> String {
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

/// Returns a text of one line with its carets replaced: a caret and a space stand for a caret, and a caret before a letter for a
/// control character, of which tabs and line ends count as spaces.
pub fn without_carets(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('^', Some(' ')) => {
                chars.next();
                out.push('^');
            }
            ('^', Some('I' | 'J' | 'M')) => {
                chars.next();
                out.push(' ');
            }
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coding(version: &str, page: &str, texts: &[&[u8]]) -> (Coding, Agreement) {
        let mut evidence = Evidence::default();
        texts.iter().for_each(|text| evidence.add(text));
        Coding::of(version.as_bytes(), page.as_bytes(), evidence)
    }

    #[test]
    fn code_pages_have_aliases() {
        let hangul = b"\xb5\xb5\xb8\xe9";
        for page in ["ANSI_949", "ksc5601", "KCS5601", "ansi_949 ", "cp949"] {
            let (coding, agreement) = coding("AC1015", page, &[hangul]);
            assert_eq!(
                (coding.decode(hangul).as_str(), agreement),
                ("도면", Agreement::Agrees),
                "{page}"
            );
        }
        let decoded = |version, page, text: &[u8]| coding(version, page, &[text]).0.decode(text);
        assert_eq!(decoded("AC1009", "ANSI_932", b"\x90\x7d"), "図");
        assert_eq!(decoded("AC1009", "gb2312", b"\xcd\xbc"), "图");
        assert_eq!(decoded("AC1015", "ISO8859-5", b"\xd0"), "а");
        assert_eq!(coding("AC1015", "dos4711", &[]).1, Agreement::Unknown);
    }

    #[test]
    fn the_encoding_follows_the_version_and_the_bytes() {
        let (gbk, euc_kr) = (GBK.encode("图纸一").0, EUC_KR.encode("도면 제목").0);
        for (version, page, bytes, wanted) in [
            ("AC1021", "ANSI_1252", "도면".as_bytes(), "도면"),
            ("AC1027", "ANSI_1252", b"\xe9", "é"),
            ("", "", "도면".as_bytes(), "도면"),
            ("AC1015", "ANSI_1252", b"\xe9", "é"),
            // Bytes that disagree with the version.
            ("AC1021", "ANSI_936", &gbk, "图纸一"),
            ("AC1024", "ANSI_949", &euc_kr, "도면 제목"),
            ("AC1032", "ANSI_1251", b"\xcf\xeb\xe0\xed", "План"),
            // Bytes that disagree with the code page.
            ("AC1015", "ANSI_936", "零件图纸".as_bytes(), "零件图纸"),
            ("AC1009", "ANSI_949", "도면 제목".as_bytes(), "도면 제목"),
            ("AC1015", "ANSI_1252", "20 ±0.1 ⌀8".as_bytes(), "20 ±0.1 ⌀8"),
            ("AC1018", "ANSI_1251", "План".as_bytes(), "План"),
            // Symbols of a new version stay with every code page.
            (
                "AC1024",
                "ANSI_936",
                "45° ±0.1 Ø8 é µΩ".as_bytes(),
                "45° ±0.1 Ø8 é µΩ",
            ),
            ("AC1024", "ANSI_949", "План Ω".as_bytes(), "План Ω"),
        ] {
            let (coding, _) = coding(version, page, &[b"ascii", bytes]);
            assert_eq!(coding.decode(bytes), wanted, "{version} {page}");
        }
        assert_eq!(
            coding("AC1015", "ANSI_936", &["零件".as_bytes()]).1,
            Agreement::IsUtf8
        );
        assert_eq!(
            coding("AC1015", "ANSI_936", &["零件".as_bytes(), b"\xb5\xbc"]).1,
            Agreement::Agrees
        );
    }

    #[test]
    fn escapes_are_replaced() {
        assert_eq!(
            unescape("\\U+B3C4\\U+BA74 \\U+D83D\\U+DE00 \\U+12"),
            "도면 😀 \\U+12"
        );
        assert_eq!(unescape("\\M+3B5B5\\M+9"), "도\\M+9");
        assert_eq!(
            without_percent_codes("%%c10 %%p0.1 45%%D 5%%% %%065 %%x %%"),
            "⌀10 ±0.1 45° 5% A %%x %%"
        );
        assert_eq!(without_percent_codes("%%uover%%U"), "over");
        assert_eq!(without_carets("m^ 2 a^Ib x^y ^"), "m^2 a b x^y ^");
    }
}
