//! Checks of hostile files of other programs, and of hostile texts in written files.

use std::time::Duration;
use trammel_exchange::convert;
use trammel_formats::{
    Conversion, Converted, Drawing, DxfOptions, DxfPreset, ExportOptions, FormatError, ImportOptions,
    ImportTarget,
};
use trammel_run::Limits;
use trammel_scene::{Scene, Units};

/// Texts that would end a value, a section, or the file if a writer copied them. Each begins with a mark.
const TEXTS: [&str; 5] = [
    "mark0\n  0\nEOF",
    "mark1\r\n  0\r\nENDSEC\r\n",
    "mark2\u{0}\u{1b}\u{7f}",
    "mark3\\P\\U+0041{\\H9x;",
    "mark4\u{202e}\u{2028}f",
];

/// Texts with the same lines without group codes, control characters, or codes of DXF.
const PLAIN: [&str; 5] = [
    "mark0\n  x\nxxx",
    "mark1\r\n  x\r\nxxxxxx\r\n",
    "mark2",
    "mark3xxxxxxxxxxxxxxx",
    "mark4xf",
];

/// A drawing with an entity, a group, a layer, a text, a long text, a dimension, and a leader for each text. Names have 200
/// characters, as many as a name may have, and the long texts have 300.
fn drawing_of(texts: &[&str]) -> Scene {
    let mut code = String::new();
    for (at, text) in texts.iter().enumerate() {
        let padded = |length: usize| format!("{text}{}", "x".repeat(length - text.chars().count()));
        let js = |text: &str| serde_json::Value::from(text).to_string();
        let (name, long, text) = (js(&padded(200)), js(&padded(300)), js(text));
        let y = at * 10;
        code += &format!(
            "{{ const long = createLayer({name}), short = createLayer({text});
             drawText('t{at}', {text}, 0, {y}, 1, {{ layer: long }}); drawText('l{at}', {long}, 0, {y}, 1, {{ layer: short }});
             createGroup({text}, [drawCircle({name}, 0, {y}, 1)]);
             dimension_linear({{ name: 'd{at}', from: [0, {y}], to: [5, {y}], text: {text} }});
             dimension_linear({{ name: 'e{at}', from: [0, {y}], to: [5, {y}], suffix: {text} }});
             leader({{ name: 'r{at}', target: [0, {y}], points: [4, {y}], text: {text} }}); }}\n"
        );
    }
    let (session, reply) = crate::support::drawn(&code);
    assert_eq!(reply["success"], true, "{reply}");
    session.scene().clone()
}

/// The group codes and values of a DXF file.
type Tags = Vec<(i32, String)>;

/// Writes a drawing as DXF and returns its tags, or what is wrong with the lines of the file.
fn tags(scene: &Scene, preset: DxfPreset) -> Result<Tags, String> {
    let options = ExportOptions {
        dxf: DxfOptions {
            preset,
            ..DxfOptions::default()
        },
        ..ExportOptions::default()
    };
    let conversion = Conversion::Write {
        format: "dxf".to_owned(),
        drawing: Drawing::of(scene),
        project: None,
        options: Box::new(options),
    };
    let Ok(Converted::Written(written)) = convert(&conversion) else {
        return Err("the file was not written".to_owned());
    };
    let text = String::from_utf8(written.bytes).map_err(|why| why.to_string())?;
    let body = text
        .strip_suffix("\r\n")
        .ok_or("the last line has no end".to_owned())?;
    let lines: Vec<&str> = body.split("\r\n").collect();
    let mut tags = Tags::new();
    for pair in lines.chunks(2) {
        let [code, value] = pair else {
            return Err("a group code has no value".to_owned());
        };
        let Ok(number) = code.trim().parse() else {
            return Err(format!("{code:?} is not a group code"));
        };
        if value.chars().any(char::is_control) {
            return Err(format!("{value:?} has a control character"));
        }
        tags.push((number, (*value).to_owned()));
    }
    Ok(tags)
}

/// Returns what is wrong with the sections of a file.
fn wrong_sections(tags: &Tags) -> Option<String> {
    let starts: Vec<&str> = tags
        .iter()
        .filter(|(code, _)| *code == 0)
        .map(|(_, value)| value.as_str())
        .collect();
    let mut inside = false;
    for (at, start) in starts.iter().enumerate() {
        let is_right = match *start {
            "SECTION" => !std::mem::replace(&mut inside, true),
            "ENDSEC" => std::mem::replace(&mut inside, false),
            "EOF" => !inside && at == starts.len() - 1,
            _ => inside,
        };
        if !is_right {
            return Some(format!("{start} is out of place"));
        }
    }
    (starts.last() != Some(&"EOF")).then(|| "the file does not end".to_owned())
}

/// Writes hostile texts as DXF for every purpose. Returns what is wrong with the structure of the files: apart from
/// outlines of characters, the file for CAD programs has the same records as that of a drawing with plain texts.
pub(super) fn written_dxf() -> String {
    let (hostile, plain) = (drawing_of(&TEXTS), drawing_of(&PLAIN));
    let mut wrong = Vec::new();
    for preset in [DxfPreset::Cad, DxfPreset::Cut, DxfPreset::R12] {
        let (hostile, plain) = match (tags(&hostile, preset), tags(&plain, preset)) {
            (Ok(hostile), Ok(plain)) => (hostile, plain),
            (Err(why), _) | (_, Err(why)) => {
                wrong.push(format!("{preset:?}: {why}"));
                continue;
            }
        };
        wrong.extend(wrong_sections(&hostile).map(|why| format!("{preset:?}: {why}")));
        for mark in TEXTS.map(|text| &text[..5]) {
            if !hostile
                .iter()
                .any(|(_, value)| value.to_lowercase().contains(mark))
            {
                wrong.push(format!("{preset:?}: {mark} is missing"));
            }
        }
        // Outlines of characters differ.
        if preset == DxfPreset::Cad {
            let records = |tags: &Tags| -> Vec<String> {
                let starts = tags.iter().filter(|(code, _)| *code == 0);
                starts.map(|(_, value)| value.clone()).collect()
            };
            let (hostile, plain) = (records(&hostile), records(&plain));
            if hostile != plain {
                wrong.push(format!(
                    "{} records, {} with plain texts",
                    hostile.len(),
                    plain.len()
                ));
            }
        }
    }
    if wrong.is_empty() {
        "the same structure as with plain texts".to_owned()
    } else {
        wrong.join("; ")
    }
}

/// Makes file names from hostile titles.
pub(super) fn file_names() -> String {
    let long = "x".repeat(300);
    let titles = ["../../x", "con", "a\u{202e}fdp.exe", "a\0b\nc", &long];
    titles
        .map(|title| trammel_formats::file_name(title, "dxf"))
        .join(", ")
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

/// Maximum time of reading one file: the time limit of a run.
fn longest() -> Duration {
    Duration::from_millis(Limits::default().timeout_ms.into())
}

/// Reads a file and returns the reason for which it does not become code, if it comes in time.
fn refusal(format: &str, text: String) -> String {
    let started = super::run::now();
    let result = read(format, text.into_bytes());
    let took = started.elapsed();
    let said = match result {
        Err(why) => format!("refused: {why}"),
        Ok(Converted::Question(question)) => format!("asked: {question:?}"),
        Ok(Converted::Read(code)) => {
            let head: String = code
                .modules
                .first()
                .map_or("", |(_, text)| text)
                .chars()
                .take(200)
                .collect();
            format!("read: {:?} {head}", code.report)
        }
        Ok(Converted::Written(_)) => "written".to_owned(),
    };
    if took < longest() {
        said
    } else {
        format!("after {took:?}: {said}")
    }
}

/// SVG whose entities expand to more than a gigabyte.
pub(super) fn entities() -> String {
    let mut laughs = String::from("<!DOCTYPE svg [<!ENTITY e0 \"ha\">");
    for level in 1..10 {
        let inner = format!("&e{};", level - 1).repeat(10);
        laughs += &format!("<!ENTITY e{level} \"{inner}\">");
    }
    laughs += "]>";
    refusal(
        "svg",
        format!("{laughs}{}", svg(&format!("<text>&e9;</text>{SHAPE}"))),
    )
}

/// SVG with 100,000 references to an entity of 10,000 characters.
pub(super) fn references() -> String {
    let entity = format!("<!DOCTYPE svg [<!ENTITY e \"{}\">]>", "x".repeat(10_000));
    let text = "&e;".repeat(100_000);
    refusal(
        "svg",
        format!("{entity}{}", svg(&format!("<text>{text}</text>{SHAPE}"))),
    )
}

/// A shape, so that a file is refused for another reason than that it has nothing to read.
const SHAPE: &str = "<circle r='1' stroke='red'/>";

/// SVG with a shape in this number of groups.
pub(super) fn groups(depth: usize) -> String {
    let (open, close) = ("<g>".repeat(depth), "</g>".repeat(depth));
    refusal("svg", svg(&format!("{open}{SHAPE}{close}")))
}

/// SVG with a group that uses another one ten times, and so on.
pub(super) fn uses() -> String {
    let mut uses = format!("<g id='l0'>{SHAPE}</g>");
    for level in 1..30 {
        let inner = format!("<use href='#l{}'/>", level - 1).repeat(10);
        uses += &format!("<g id='l{level}'>{inner}</g>");
    }
    refusal("svg", svg(&format!("<defs>{uses}</defs><use href='#l29'/>")))
}

/// DXF with blocks of blocks.
pub(super) fn blocks() -> String {
    refusal("dxf", nested_blocks())
}

/// DXF that ends in a number.
pub(super) fn cut_off() -> String {
    refusal(
        "dxf",
        "0\nSECTION\n2\nENTITIES\n0\nLINE\n8\n0\n10\n0\n20".to_owned(),
    )
}

/// DXF that ends between two entities.
pub(super) fn endless() -> String {
    refusal(
        "dxf",
        "0\nSECTION\n2\nENTITIES\n0\nCIRCLE\n10\n0\n20\n0\n40\n5\n".to_owned(),
    )
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
