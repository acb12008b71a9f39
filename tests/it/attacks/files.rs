//! Checks of hostile files of other programs, and of hostile texts in written files.

use trammel::exchange::convert;
use trammel::formats::{
    Conversion, Converted, Drawing, ExportOptions, FormatError, ImportOptions, ImportTarget,
};
use trammel::scene::{Scene, Units};

/// Texts that would end a value, a section, or the file if a writer copied them.
const TEXTS: [&str; 5] = [
    "a\n  0\nEOF",
    "b\r\n  0\r\nENDSEC\r\n",
    "c\u{0}\u{1b}\u{7f}",
    "d\\P\\U+0041{\\H9x;",
    "e\u{202e}\u{2028}f",
];

/// A drawing with a text and a layer for each hostile text.
fn hostile_scene() -> Scene {
    let calls = TEXTS.iter().enumerate().map(|(at, text)| {
        let text = serde_json::Value::from(*text);
        format!("drawText('t{at}', {text}, 0, {at}, 1, {{ layer: createLayer({text}) }});")
    });
    let (session, reply) = crate::support::drawn(&calls.collect::<Vec<_>>().join("\n"));
    assert_eq!(reply["success"], true, "{reply}");
    session.scene().clone()
}

/// Writes hostile texts as DXF and returns what is wrong with the structure of the file.
pub(super) fn written_dxf() -> String {
    let conversion = Conversion::Write {
        format: "dxf".to_owned(),
        drawing: Drawing::of(&hostile_scene()),
        project: None,
        options: Box::new(ExportOptions::default()),
    };
    let Ok(Converted::Written(written)) = convert(&conversion) else {
        return "the file was not written".to_owned();
    };
    let text = String::from_utf8(written.bytes).unwrap();
    let lines: Vec<&str> = text.split("\r\n").collect();
    let mut ends = 0;
    for pair in lines.chunks(2) {
        let [code, value] = pair else { break };
        if code.trim().parse::<i32>().is_err() {
            return format!("{code:?} is not a group code");
        }
        if value.chars().any(char::is_control) {
            return format!("{value:?} has a control character");
        }
        ends += usize::from(code.trim() == "0" && *value == "EOF");
    }
    match ends {
        1 => "clean".to_owned(),
        ends => format!("the file ends {ends} times"),
    }
}

fn read(format: &str, bytes: Vec<u8>) -> Result<Converted, FormatError> {
    convert(&Conversion::Read {
        format: format.to_owned(),
        bytes,
        options: ImportOptions {
            // A question about the unit would come before the limits.
            units: (format == "dxf").then_some(Units::Mm),
            ..ImportOptions::default()
        },
        target: ImportTarget::default(),
    })
}

fn svg(inside: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9mm\" height=\"9mm\" viewBox=\"0 0 9 9\">{inside}</svg>"
    )
}

/// Reads SVG files with active content and addresses. Each part must be reported, and nothing of it may be in the code.
pub(super) fn active_content() -> String {
    let parts = [
        "<script>evil(1)</script>",
        "<foreignObject><img src='x' onerror='evil(1)'/></foreignObject>",
        "<use href='https://evil.example/x.svg#a'/>",
        "<image href='http://evil.example/x.png' width='1' height='1'/>",
        "<style>@import url(https://evil.example/x.css);</style>",
        "<a href='javascript:evil(1)'><circle r='1' onclick='evil(1)'/></a>",
    ];
    let mut wrong = Vec::new();
    for part in parts {
        match read(
            "svg",
            svg(&format!("{part}<circle r='2' stroke='red'/>")).into_bytes(),
        ) {
            Ok(Converted::Read(code)) => {
                let mut texts = code
                    .modules
                    .iter()
                    .map(|(_, text)| &**text)
                    .chain([&*code.statement]);
                if let Some(text) = texts.find(|text| text.contains("evil")) {
                    wrong.push(format!("{part}: {text}"));
                }
                // Attributes for events have no meaning in a drawing and are not listed.
                if code.report.is_empty() && !part.starts_with("<a ") {
                    wrong.push(format!("{part}: not reported"));
                }
            }
            other => wrong.push(format!("{part}: {other:?}")),
        }
    }
    if wrong.is_empty() {
        "all left out, and all elements reported".to_owned()
    } else {
        wrong.join("; ")
    }
}

/// Reads files that grow without a bound when they are expanded. None may become code.
pub(super) fn bombs() -> String {
    let mut laughs = String::from("<!DOCTYPE svg [<!ENTITY e0 \"ha\">");
    for level in 1..10 {
        let inner = format!("&e{};", level - 1).repeat(10);
        laughs += &format!("<!ENTITY e{level} \"{inner}\">");
    }
    laughs += "]>";
    let mut uses = String::from("<g id='l0'><circle r='1' stroke='red'/></g>");
    for level in 1..30 {
        let inner = format!("<use href='#l{}'/>", level - 1).repeat(10);
        uses += &format!("<g id='l{level}'>{inner}</g>");
    }
    let groups = format!("{}{}", "<g>".repeat(1_000_000), "</g>".repeat(1_000_000));
    let files = [
        ("svg", format!("{laughs}{}", svg("<text>&e9;</text>"))),
        ("svg", svg(&groups)),
        ("svg", svg(&format!("<defs>{uses}</defs><use href='#l29'/>"))),
        ("dxf", nested_blocks()),
        (
            "dxf",
            "0\nSECTION\n2\nENTITIES\n0\nLINE\n8\n0\n10\n0\n20".to_owned(),
        ),
        (
            "dxf",
            "0\nSECTION\n2\nENTITIES\n0\nCIRCLE\n10\n0\n20\n0\n40\n5\n".to_owned(),
        ),
    ];
    let read_any = files
        .into_iter()
        .map(|(format, text)| read(format, text.into_bytes()))
        .find(|result| matches!(result, Ok(Converted::Read(_) | Converted::Written(_))));
    match read_any {
        None => "all refused or asked about in time".to_owned(),
        Some(read) => format!("a file was read: {read:?}").chars().take(300).collect(),
    }
}

/// Returns a DXF file with thirty blocks, each with a thousand times a thousand inserts of the previous one.
fn nested_blocks() -> String {
    let mut text = String::from("0\nSECTION\n2\nBLOCKS\n");
    for level in 0..30 {
        text += &format!("0\nBLOCK\n8\n0\n2\nB{level}\n70\n0\n10\n0\n20\n0\n");
        if level == 0 {
            text += "0\nCIRCLE\n8\n0\n10\n0\n20\n0\n40\n1\n";
        } else {
            let inner = level - 1;
            text +=
                &format!("0\nINSERT\n8\n0\n2\nB{inner}\n10\n0\n20\n0\n70\n1000\n71\n1000\n44\n5\n45\n5\n");
        }
        text += "0\nENDBLK\n";
    }
    text += "0\nENDSEC\n0\nSECTION\n2\nENTITIES\n0\nINSERT\n8\n0\n2\nB29\n10\n0\n20\n0\n0\nENDSEC\n0\nEOF\n";
    text
}
