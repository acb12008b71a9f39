//! Content of gzip files, such as compressed SVG (RFC 1952).

use miniz_oxide::inflate::decompress_to_vec_with_limit;

/// First bytes: the mark of the format, and the compression method *deflate*.
const HEAD: [u8; 3] = [0x1f, 0x8b, 8];

/// Whether a file is compressed by gzip.
pub fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(&HEAD)
}

/// Returns the content of a gzip file.
///
/// # Errors
/// Returns the first bytes of the content if the file is damaged or has more than `most` bytes.
pub fn content(bytes: &[u8], most: usize) -> Result<Vec<u8>, Vec<u8>> {
    let body = body(bytes).ok_or_else(Vec::new)?;
    decompress_to_vec_with_limit(body, most).map_err(|error| error.output)
}

/// Returns the compressed part, which follows the header and its optional fields.
fn body(bytes: &[u8]) -> Option<&[u8]> {
    let flags = *bytes.get(3).filter(|_| is_gzip(bytes))?;
    let mut rest = bytes.get(10..)?;
    if flags & 4 != 0 {
        let length = usize::from(u16::from_le_bytes([*rest.first()?, *rest.get(1)?]));
        rest = rest.get(2 + length..)?;
    }
    // The name of the file and a comment end with a zero.
    for flag in [8, 16] {
        if flags & flag != 0 {
            let end = rest.iter().position(|byte| *byte == 0)?;
            rest = &rest[end + 1..];
        }
    }
    if flags & 2 != 0 {
        rest = rest.get(2..)?;
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use miniz_oxide::deflate::compress_to_vec;

    fn gzip(flags: u8, fields: &[u8], content: &[u8]) -> Vec<u8> {
        let head = [0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 255];
        let mut all = [&head[..], fields, &compress_to_vec(content, 6)].concat();
        // Checksum and length, which the reader does not need.
        all.extend([0; 8]);
        all
    }

    #[test]
    fn content_follows_the_optional_fields() {
        for (flags, fields) in [
            (0, &b""[..]),
            (8, b"drawing.svg\0"),
            (16, b"a comment\0"),
            (4, b"\x03\0abc"),
            (2, b"\0\0"),
            (4 | 8 | 16 | 2, b"\x01\0x\0name\0\0\0"),
        ] {
            assert_eq!(
                content(&gzip(flags, fields, b"<svg/>"), 100),
                Ok(b"<svg/>".to_vec()),
                "{flags}"
            );
        }
    }

    #[test]
    fn damaged_and_large_content_is_refused_with_its_start() {
        let large = gzip(0, b"", &[b'a'; 1000]);
        assert_eq!(content(&large, 100).map_err(|start| start.len()), Err(100));
        for length in 0..large.len() - 8 {
            assert!(content(&large[..length], 2000).is_err(), "{length}");
        }
        assert_eq!(content(b"<svg/>", 100), Err(Vec::new()));
    }
}
