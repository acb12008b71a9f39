//! Files of other programs that Trammel does not read: their kind, from the first bytes, and what the user can do.

use trammel_language::{Bilingual, bilingual};

/// First bytes of a kind of file, after this many others.
type Signature = (usize, &'static [u8]);

/// Returns what the file is and what to do with it; `None` for a file of an unknown kind.
pub(super) fn advice(bytes: &[u8]) -> Option<Bilingual> {
    let begins = |(skip, magic): &Signature| bytes.get(*skip..).is_some_and(|rest| rest.starts_with(magic));
    let is_any = |signatures: &[Signature]| signatures.iter().any(begins);
    if is_any(&[(0, b"AC10")]) {
        return Some(bilingual!(
            "This is a DWG file, which Trammel does not read. Save it as DXF in the program that made it, and open the DXF file.",
            "DWG 파일은 읽지 못해요. 만든 프로그램에서 DXF로 저장하고 그 DXF 파일을 여세요."
        ));
    }
    if is_any(&[(0, b"%PDF")]) {
        return Some(bilingual!(
            "This is a PDF file, which Trammel writes but does not read. Save the drawing as DXF or SVG in the program that made it, and open that file.",
            "PDF 파일은 쓰기만 하고 읽지 못해요. 만든 프로그램에서 DXF나 SVG로 저장하고 그 파일을 여세요."
        ));
    }
    let pictures: [Signature; 6] = [
        (0, b"\x89PNG"),
        (0, b"\xff\xd8\xff"),
        (0, b"GIF8"),
        (8, b"WEBP"),
        (0, b"II*\0"),
        (0, b"MM\0*"),
    ];
    if is_any(&pictures) {
        return Some(bilingual!(
            "This is a picture, and Trammel cannot place pictures under a drawing yet. Trace it into an SVG or DXF file with another program, and open that file.",
            "사진이나 그림 파일이에요. 아직 도면 밑에 깔 수 없으니, 다른 프로그램에서 선으로 따서 SVG나 DXF로 저장하고 그 파일을 여세요."
        ));
    }
    if is_any(&[(0, b"ISO-10303-21"), (0, b"solid ")]) {
        return Some(bilingual!(
            "This is a 3D model, and Trammel draws in 2D. Save a view or a section as DXF in the program that made it, and open the DXF file.",
            "3D 모델 파일인데 Trammel은 2D 도면을 그려요. 만든 프로그램에서 보기나 단면을 DXF로 저장하고 그 DXF 파일을 여세요."
        ));
    }
    is_any(&[
        (0, b"PK\x03\x04"),
        (0, b"\x1f\x8b"),
        (0, b"Rar!"),
        (0, b"7z\xbc\xaf"),
    ])
    .then(|| {
        bilingual!(
            "This is a compressed archive. Unpack it, and open a DXF, SVG, or JSON file from it.",
            "압축 파일이에요. 압축을 풀고 그 안의 DXF, SVG, JSON 파일을 여세요."
        )
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::advice;
    use crate::{FORMATS, open};

    #[test]
    fn files_of_known_kinds_say_what_to_do() {
        let cases: [(&[u8], &str, &str); 7] = [
            (b"AC1032\0\0\0\0\0", "This is a DWG file", "Save it as DXF"),
            (
                b"%PDF-1.7\n",
                "This is a PDF file",
                "Save the drawing as DXF or SVG",
            ),
            (
                b"\x89PNG\r\n\x1a\n",
                "This is a picture",
                "Trace it into an SVG or DXF file",
            ),
            (b"\xff\xd8\xff\xe0", "This is a picture", "Trace it"),
            (b"RIFF\x10\0\0\0WEBPVP8 ", "This is a picture", "Trace it"),
            (b"ISO-10303-21;\nHEADER;", "This is a 3D model", "as DXF"),
            (b"PK\x03\x04", "This is a compressed archive", "Unpack it"),
        ];
        for (bytes, what, remedy) in cases {
            let why = open(FORMATS, bytes).unwrap_err().to_string();
            assert!(why.starts_with(what) && why.contains(remedy), "{why}");
            assert_eq!(advice(bytes).unwrap().check_translation(), Ok(()));
        }
        assert_eq!(advice(b"draw_circle('a', 0, 0, 1);"), None);
        assert_eq!(advice(b""), None);
    }
}
