//! PDF export: pages at true scale, written by the converter `pdf`.

use super::export_field::{ExportField, FieldChoice, FieldKind};
use super::format::{Export, FileTool, Format};
use super::paper::{DEFAULT, PAPERS};
use super::pdf_options::PdfOptions;
use trammel_text as text;

/// PDF file of the drawing.
pub(super) const PDF: Format = Format {
    id: "pdf",
    extension: "pdf",
    mime: "application/pdf",
    label: ["Print at true scale (PDF)", "축척 인쇄(PDF)"],
    purpose: [
        "Pages with a check bar and a title block, without hidden items.",
        "확인용 자와 표제란이 있는 쪽이에요. 숨긴 항목은 빠져요.",
    ],
    sniff: |bytes| bytes.starts_with(b"%PDF-"),
    export: Some(Export::Converted),
    import: None,
    options: OPTIONS,
    tool: Some(FileTool {
        name: "export_pdf",
        description: "Print the drawing to scale as a PDF file (base64).",
        korean: "도면을 축척대로 PDF 파일(base64)로 만듭니다.",
        synonyms: [
            "print, paper, plot to scale, title block",
            "인쇄, 종이, 축척 출력",
        ],
        example: "draw_circle({ name: 'hole', x: 0, y: 0, radius: 5 }); export_pdf({ paper: 'A4', scale: '1:1' })",
    }),
    import_tool: None,
};

const OPTIONS: &[ExportField] = &[
    ExportField {
        path: "pdf.paper",
        flag: "paper",
        label: ["Paper, such as A4 or 200x300", "용지(A4, 200x300 등)"],
        kind: FieldKind::Suggest(&PAPER_NAMES),
    },
    ExportField {
        path: "pdf.orientation",
        flag: "orientation",
        label: ["Orientation", "방향"],
        kind: FieldKind::Choice(&[
            choice("auto", ["Automatic", "자동"]),
            choice("portrait", ["Portrait", "세로"]),
            choice("landscape", ["Landscape", "가로"]),
        ]),
    },
    ExportField {
        path: "pdf.scale",
        flag: "scale",
        label: ["Scale: standard, fit, or 1:2", "척도(standard, fit, 1:2 등)"],
        kind: FieldKind::Suggest(&[
            choice("standard", ["Standard scale that fits", "들어가는 표준 척도"]),
            choice("fit", ["Fit the page", "쪽에 맞춤"]),
            same("1:1"),
            same("1:2"),
            same("1:5"),
            same("1:10"),
            same("1:20"),
            same("1:50"),
            same("1:100"),
            same("1:200"),
            same("2:1"),
            same("5:1"),
            same("10:1"),
        ]),
    },
    ExportField {
        path: "pdf.tile",
        flag: "tile",
        label: [
            "Several pages if the paper is too small",
            "용지가 작으면 여러 쪽으로 나누기",
        ],
        kind: FieldKind::Flag,
    },
    ExportField {
        path: "pdf.line_widths",
        flag: "line-widths",
        label: ["Line widths", "선 굵기"],
        kind: FieldKind::Choice(&[
            choice("auto", ["Automatic", "자동"]),
            choice("paper", ["The same at any scale", "척도와 관계없이 그대로"]),
            choice("scaled", ["Scaled with the drawing", "도면과 함께 확대/축소"]),
        ]),
    },
    ExportField {
        path: "pdf.author",
        flag: "author",
        label: ["Author", "작성자"],
        kind: FieldKind::Text,
    },
    ExportField {
        path: "pdf.date",
        flag: "date",
        label: ["Date", "날짜"],
        kind: FieldKind::Date,
    },
    ExportField {
        path: "pdf.calibration.x",
        flag: "printed-width",
        label: [
            "Printed length of 100 mm, horizontal",
            "인쇄된 100 mm의 실제 길이, 가로",
        ],
        kind: FieldKind::Number("mm"),
    },
    ExportField {
        path: "pdf.calibration.y",
        flag: "printed-height",
        label: [
            "Printed length of 100 mm, vertical",
            "인쇄된 100 mm의 실제 길이, 세로",
        ],
        kind: FieldKind::Number("mm"),
    },
];

/// Names of all papers, the default first.
const PAPER_NAMES: [FieldChoice; PAPERS.len()] = {
    let mut names = [same(PAPERS[DEFAULT].name); PAPERS.len()];
    let (mut from, mut to) = (0, 1);
    while from < PAPERS.len() {
        if from != DEFAULT {
            names[to] = same(PAPERS[from].name);
            to += 1;
        }
        from += 1;
    }
    names
};

/// Returns a value that is its own label.
const fn same(value: &'static str) -> FieldChoice {
    choice(value, [value, value])
}

const fn choice(value: &'static str, label: [&'static str; 2]) -> FieldChoice {
    FieldChoice { value, label }
}

impl PdfOptions {
    /// Whether the title block of a drawing with this title needs the Hangul font while it is not loaded.
    pub(super) fn needs_hangul(&self, title: &str) -> bool {
        let label = self.language.pick(["", "척도"]);
        let texts = [title, &self.author, &self.date, label];
        texts.into_iter().any(text::needs_hangul)
    }
}
