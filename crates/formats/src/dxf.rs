//! DXF, the exchange format of CAD programs and cutting machines; `exchange` has its converter.

use super::cutting::{CUT, KERF, KERF_EXCEPT, OPERATIONS, ORDER_CUTS};
use super::export_field::{ExportField, FieldChoice, FieldKind};
use super::format::{Export, FileTool, Format, Reader};

/// First bytes of a binary DXF file.
const BINARY: &[u8] = b"AutoCAD Binary DXF\r\n\x1a\0";

/// Number of bytes in which the first section of a file begins; comments may precede it.
const HEAD: usize = 4_096;

/// DXF file of the drawing.
pub const DXF: Format = Format {
    id: "dxf",
    extension: "dxf",
    mime: "image/vnd.dxf",
    label: ["CAD and cutting file (DXF)", "CAD·절단용 파일(DXF)"],
    purpose: [
        "Exact curves with layers and units, for laser cutters, CNC machines, and CAD programs.",
        "레이어와 단위를 담은 정확한 곡선이에요. 레이저 커터, CNC, CAD 프로그램에서 열 수 있어요.",
    ],
    sniff: is_dxf,
    export: Some(Export::Converted),
    import: Some(Reader::Converted),
    options: OPTIONS,
    tool: Some(FileTool {
        name: "export_dxf",
        description: "Get the drawing as a DXF file (text).",
        korean: "도면을 DXF 파일(텍스트)로 내보냅니다.",
        synonyms: [
            "save for cad, autocad, laser cutter file",
            "캐드 저장, 오토캐드, 레이저 파일",
        ],
        example: "export_dxf({ preset: 'cut' })",
    }),
    import_tool: Some(FileTool {
        name: "import_dxf",
        description: "Add the content of a DXF file to the drawing as a module of readable code.",
        korean: "DXF 파일의 내용을 읽기 쉬운 코드 모듈로 도면에 더합니다.",
        synonyms: ["open a cad file, autocad, dwg", "캐드 불러오기, 오토캐드"],
        example: "import_dxf({ text: '0\\nSECTION\\n2\\nENTITIES\\n0\\nLINE\\n8\\n0\\n10\\n0\\n20\\n0\\n11\\n10\\n21\\n5\\n0\\nENDSEC\\n0\\nEOF\\n', units: 'mm' })",
    }),
};

/// Options of the writer.
const OPTIONS: &[ExportField] = &[
    ExportField {
        path: "dxf.preset",
        flag: "preset",
        label: ["Purpose", "용도"],
        kind: FieldKind::Choice(&[
            FieldChoice {
                value: "cad",
                label: ["CAD: everything, to edit", "CAD: 모든 항목, 편집용"],
            },
            CUT,
            FieldChoice {
                value: "r12",
                label: ["Old machine (R12)", "구형 장비(R12)"],
            },
        ]),
    },
    ExportField {
        path: "dxf.splines_as_arcs",
        flag: "splines-as-arcs",
        label: ["Splines as arcs within 0.01 mm", "스플라인을 0.01mm 이내의 호로"],
        kind: FieldKind::Choice(CHOICE),
    },
    ExportField {
        path: "dxf.outline_text",
        flag: "outline-text",
        label: ["Text as outlines", "글자를 윤곽선으로"],
        kind: FieldKind::Choice(CHOICE),
    },
    OPERATIONS,
    KERF,
    KERF_EXCEPT,
    ORDER_CUTS,
];

/// Values of an option that the preset decides unless the user does.
const CHOICE: &[FieldChoice] = &[
    FieldChoice {
        value: "auto",
        label: ["As usual for the purpose", "용도에 맞게"],
    },
    FieldChoice {
        value: "yes",
        label: ["Yes", "예"],
    },
    FieldChoice {
        value: "no",
        label: ["No", "아니요"],
    },
];

/// Whether the bytes begin like a DXF file: the group code 0 and `SECTION`, possibly after comments (group code 999).
fn is_dxf(bytes: &[u8]) -> bool {
    if bytes.starts_with(BINARY) {
        return true;
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let head = &bytes[..bytes.len().min(HEAD)];
    // Lines end with CR LF, LF, or CR, and with CR CR LF in a file that was converted twice.
    let text = String::from_utf8_lossy(head)
        .replace("\r\r\n", "\n")
        .replace("\r\n", "\n")
        .replace('\r', "\n");
    let mut lines = text.lines().map(str::trim);
    while let (Some(code), Some(value)) = (lines.next(), lines.next()) {
        match code {
            "999" => {}
            "0" => return value == "SECTION",
            _ => return false,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dxf_files_are_recognized_by_their_first_section() {
        for file in [
            &b"  0\r\nSECTION\r\n  2\r\nHEADER\r\n"[..],
            b"0\nSECTION\n2\nENTITIES\n",
            b"999\nmade by a program\n  0\nSECTION\n",
            b"\xef\xbb\xbf  0\r\nSECTION\r\n",
            b"0\rSECTION\r2\rHEADER\r",
            b"0\r\r\nSECTION\r\r\n2\r\r\nHEADER\r\r\n",
            b"AutoCAD Binary DXF\r\n\x1a\0\0\0SECTION\0",
        ] {
            assert!(is_dxf(file), "{}", String::from_utf8_lossy(file));
        }
        for file in [
            &b"{\"format\":\"x\"}"[..],
            b"<svg/>",
            b"",
            b"0\nEOF\n",
            b"SECTION\n0\n",
            b"999\ncomment",
        ] {
            assert!(!is_dxf(file), "{}", String::from_utf8_lossy(file));
        }
    }
}
