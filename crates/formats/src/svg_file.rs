//! SVG as a file format; [`exchange`](trammel_exchange) has its converter, and `svg.rs` the pictures.

use super::cutting::{CUT, KERF, KERF_EXCEPT, OPERATIONS, ORDER_CUTS};
use super::export_field::{ExportField, FieldChoice, FieldKind};
use super::format::{Export, FileTool, Format, Reader};
use super::svg_head::is_svg;

/// SVG file of the drawing.
pub(super) const SVG: Format = Format {
    id: "svg",
    extension: "svg",
    mime: "image/svg+xml",
    label: [
        "Vector file for cutting and print (SVG)",
        "절단·인쇄용 벡터 파일(SVG)",
    ],
    purpose: [
        "Curves in the drawing unit, without hidden items.",
        "도면 단위 그대로의 곡선이에요. 숨긴 항목은 빠져요.",
    ],
    sniff: is_svg,
    export: Some(Export::Converted),
    import: Some(Reader::Converted),
    options: OPTIONS,
    tool: Some(FileTool {
        name: "export_svg",
        description: "Get the drawing as an SVG file in its real units; the page is the extent of the geometry.",
        korean: "도면을 실제 크기의 SVG로 내보냅니다.",
        synonyms: [
            "vector picture, inkscape, illustrator, web graphic",
            "벡터 그림, 웹 그림",
        ],
        example: "export_svg({ preset: 'cut' })",
    }),
    import_tool: Some(FileTool {
        name: "import_svg",
        description: "Add the shapes of an SVG file to the drawing, as a new module that main calls.",
        korean: "SVG 파일의 도형을 새 모듈로 만들어 도면에 더합니다.",
        synonyms: [
            "open a vector picture, trace, inkscape, logo",
            "벡터 불러오기, 로고",
        ],
        example: "import_svg({ name: 'sign', text: '<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40mm\" height=\"20mm\" viewBox=\"0 0 40 20\"><circle cx=\"20\" cy=\"10\" r=\"5\"/></svg>' })",
    }),
};

/// Options of the writer.
const OPTIONS: &[ExportField] = &[
    ExportField {
        path: "svg.preset",
        flag: "preset",
        label: ["Purpose", "용도"],
        kind: FieldKind::Choice(&[
            FieldChoice {
                value: "all",
                label: ["Everything that the drawing shows", "도면에 보이는 모든 항목"],
            },
            CUT,
        ]),
    },
    ExportField {
        path: "svg.hairline",
        flag: "hairline",
        label: [
            "Hairlines: every line 0.01 mm wide, which laser cutters cut",
            "헤어라인: 모든 선을 레이저가 절단하는 0.01 mm 굵기로 저장하기",
        ],
        kind: FieldKind::Flag,
    },
    ExportField {
        path: "svg.keep_text",
        flag: "keep-text",
        label: [
            "Keep text as text instead of outlines",
            "글자를 윤곽선으로 바꾸지 않고 글자로 저장하기",
        ],
        kind: FieldKind::Flag,
    },
    ExportField {
        path: "svg.include_stroke",
        flag: "include-stroke",
        label: [
            "Include the line width in the size of the page",
            "페이지 크기에 선 굵기 포함하기",
        ],
        kind: FieldKind::Flag,
    },
    ExportField {
        path: "svg.layer_colors",
        flag: "layer-colors",
        label: [
            "Colors of layers, such as cut=red, engrave=blue",
            "레이어 색상(예: cut=red, engrave=blue)",
        ],
        kind: FieldKind::Text,
    },
    ExportField {
        path: "svg.without_project",
        flag: "without-project",
        label: [
            "Leave out the code, so that the file does not open for editing",
            "코드를 빼서 편집용으로 다시 열 수 없게 하기",
        ],
        kind: FieldKind::Flag,
    },
    OPERATIONS,
    KERF,
    KERF_EXCEPT,
    ORDER_CUTS,
];
