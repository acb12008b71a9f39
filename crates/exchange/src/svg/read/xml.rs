//! XML text of a file, within limits.
//!
//! Invariant: parsing a hostile file takes time and memory in proportion to its size: entities may be declared, because
//! Illustrator does so for namespaces, but not if their references could multiply the text.

use encoding_rs::{Encoding, UTF_8};
use roxmltree::{Document, ParsingOptions};
use std::borrow::Cow;
use trammel_formats::{FormatError, gzip};
use trammel_language::bilingual;

/// Maximum size of a file in bytes.
const MAX_BYTES: usize = 64 << 20;

/// Maximum number of elements, texts, and comments.
const MAX_NODES: u32 = 1_000_000;

/// Maximum nesting depth of elements.
const MAX_DEPTH: usize = 256;

/// Maximum number of bytes that references to declared entities can add.
const MAX_EXPANSION: usize = 4 << 20;

/// Returns the text of a file, which gzip may have compressed, in the encoding that its mark or its XML declaration states.
///
/// # Errors
/// Returns an error if the file is too large.
pub(super) fn decode_file(bytes: &[u8]) -> Result<Cow<'_, str>, FormatError> {
    if gzip::is_gzip(bytes) {
        return match gzip::content(bytes, MAX_BYTES) {
            Ok(content) => Ok(Cow::Owned(text(&content).into_owned())),
            Err(start) if start.len() >= MAX_BYTES => Err(too_large(start.len())),
            Err(_) => Err(FormatError(bilingual!(
                "This compressed SVG file is damaged. Save it again, without compression.",
                "압축된 SVG 파일이 손상됐어요. 압축하지 않고 다시 저장하세요."
            ))),
        };
    }
    if bytes.len() > MAX_BYTES {
        return Err(too_large(bytes.len()));
    }
    Ok(text(bytes))
}

fn too_large(bytes: usize) -> FormatError {
    let (size, most) = (bytes >> 20, MAX_BYTES >> 20);
    FormatError(bilingual!(
        "This SVG file has {size} MiB or more, at most {most}. Save it in parts.",
        "이 SVG 파일은 {size} MiB 이상이고 최대 {most} MiB예요. 나누어 저장하세요."
    ))
}

fn text(bytes: &[u8]) -> Cow<'_, str> {
    let encoding = match Encoding::for_bom(bytes) {
        Some((encoding, _)) => encoding,
        None => declared_encoding(bytes).unwrap_or(UTF_8),
    };
    encoding.decode(bytes).0
}

/// Returns the encoding that the XML declaration states.
fn declared_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(256)]);
    let (declaration, _) = head.trim_start().strip_prefix("<?xml")?.split_once("?>")?;
    let (_, value) = declaration.split_once("encoding")?;
    let value = value.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (label, _) = value[1..].split_once(quote)?;
    // A text that states UTF-16 without a mark would not have been readable so far.
    Encoding::for_label(label.as_bytes()).filter(|encoding| encoding.is_ascii_compatible())
}

/// Parses the text.
///
/// # Errors
/// Returns an error with the place if the text is not XML, or if it exceeds a limit.
pub(super) fn parse(text: &str) -> Result<Document<'_>, FormatError> {
    if expansion(text) > MAX_EXPANSION {
        return Err(FormatError(bilingual!(
            "This SVG file declares entities that multiply its size. Save it again as plain SVG.",
            "이 SVG 파일에는 크기를 여러 배로 늘리는 선언이 있어요. 일반 SVG로 다시 저장하세요."
        )));
    }
    let options = ParsingOptions {
        allow_dtd: true,
        nodes_limit: MAX_NODES,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(text, options).map_err(|why| {
        FormatError(bilingual!(
            "This SVG file is damaged: {why}. Save it again as plain SVG.",
            "이 SVG 파일은 손상됐어요({why}). 일반 SVG로 다시 저장하세요."
        ))
    })?;
    if document.root_element().tag_name().name() != "svg" {
        return Err(FormatError(bilingual!(
            "This XML file is not SVG: its root element is not 'svg'.",
            "이 XML 파일은 SVG가 아니에요. 최상위 요소가 'svg'가 아니에요."
        )));
    }
    let mut depth = 0_usize;
    let mut node = document.root_element();
    // Walks the tree without recursion.
    loop {
        if depth > MAX_DEPTH {
            return Err(FormatError(bilingual!(
                "The elements of this SVG file are nested more than {MAX_DEPTH} levels deep. Ungroup them, and save the file again.",
                "이 SVG 파일의 요소가 {MAX_DEPTH}단계보다 깊게 겹쳤어요. 그룹을 풀고 다시 저장하세요."
            )));
        }
        if let Some(child) = node.first_element_child() {
            node = child;
            depth += 1;
            continue;
        }
        loop {
            if let Some(next) = node.next_sibling_element() {
                node = next;
                break;
            }
            match node.parent_element() {
                Some(parent) if depth > 0 => {
                    node = parent;
                    depth -= 1;
                }
                _ => return Ok(document),
            }
        }
    }
}

/// Returns an upper bound of the number of bytes that references to declared entities add.
fn expansion(text: &str) -> usize {
    let Some((_, declarations)) = text.split_once("<!DOCTYPE") else {
        return 0;
    };
    let declared = declarations.matches("<!ENTITY").count();
    if declared == 0 {
        return 0;
    }
    let subset = declarations
        .split_once("]>")
        .map_or(declarations, |(subset, _)| subset);
    // One reference expands to at most 255 others, and only if declarations refer to each other.
    let nested = if subset.contains('&') { 255 } else { 1 };
    let references = text.matches('&').count();
    let standard: usize = ["&lt;", "&gt;", "&amp;", "&quot;", "&apos;", "&#"]
        .iter()
        .map(|reference| text.matches(reference).count())
        .sum();
    let longest = subset.split("<!ENTITY").skip(1).map(str::len).max().unwrap_or(0);
    references
        .saturating_sub(standard)
        .saturating_mul(longest)
        .saturating_mul(nested)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn entities_are_bounded() {
        let illustrator = "<!DOCTYPE svg PUBLIC \"x\" \"y\" [<!ENTITY ns_svg \"http://www.w3.org/2000/svg\">]><svg xmlns=\"&ns_svg;\"/>";
        assert!(parse(illustrator).is_ok());
        let many = "&a;".repeat(100_000);
        let long = format!(
            "<!DOCTYPE svg [<!ENTITY a \"{}\">]><svg>{many}</svg>",
            "x".repeat(1_000)
        );
        assert!(parse(&long).unwrap_err().0.english.contains("entities"));
        let mut laughs = String::from("<!DOCTYPE svg [<!ENTITY a0 \"ha\">");
        for level in 1..9 {
            let inner = format!("&a{};", level - 1).repeat(10);
            laughs += &format!("<!ENTITY a{level} \"{inner}\">");
        }
        laughs += &format!("]><svg>{}</svg>", "&a8;".repeat(20));
        assert!(parse(&laughs).is_err());
    }

    #[test]
    fn the_stated_encoding_is_used() {
        let korean = "<?xml version=\"1.0\" encoding=\"EUC-KR\"?><svg><title>도면</title></svg>";
        let (bytes, ..) = encoding_rs::EUC_KR.encode(korean);
        assert_eq!(decode_file(&bytes).unwrap(), korean);
        let utf16: Vec<u8> = [0xfe, 0xff]
            .into_iter()
            .chain("<svg/>".encode_utf16().flat_map(u16::to_be_bytes))
            .collect();
        assert_eq!(decode_file(&utf16).unwrap(), "<svg/>");
    }

    #[test]
    fn deep_nesting_is_refused() {
        let deep = format!("<svg>{}{}</svg>", "<g>".repeat(100_000), "</g>".repeat(100_000));
        assert!(parse(&deep).unwrap_err().0.english.contains("nested"));
        assert!(parse("<html/>").is_err() && parse("<svg>").is_err());
    }
}
