//! Project in an SVG file: the code of the drawing, in the `<metadata>` element.
//!
//! Invariant: a file that was written with a project opens as the same project. Only a scan for one element is needed,
//! so that the page needs no XML parser; the text of the project is validated like that of a project file.

use super::error::FormatError;
use super::format::{Format, Import, Reader};
use super::json_head::text_of;
use super::project;
use super::svg::escape;
use super::svg_head::{contains, is_svg};
use std::fmt::Write as _;
use trammel_language::bilingual;

/// Start and end of the element with the project.
const TAGS: [&str; 2] = [
    "<trammel:project xmlns:trammel=\"urn:trammel:project\">",
    "</trammel:project>",
];

/// SVG file with the code of its drawing, which opens for editing.
pub const SVG_PROJECT: Format = Format {
    id: "svg-project",
    extension: "trammel.svg",
    mime: "image/svg+xml",
    label: ["SVG file with its code", "코드가 든 SVG 파일"],
    purpose: [
        "An SVG file exported by Trammel; it opens again for editing.",
        "Trammel에서 내보낸 SVG 파일이에요. 다시 열어서 편집할 수 있어요.",
    ],
    sniff: |bytes| is_svg(bytes) && contains(bytes, TAGS[0].as_bytes()),
    export: None,
    import: Some(Reader::Project(|bytes, _| {
        Ok(Import {
            project: project::read(&project_text(bytes)?)?,
            report: Vec::new(),
        })
    })),
    options: &[],
    tool: None,
    import_tool: None,
};

/// Adds the metadata of an SVG file with the text of a project.
pub fn write(project: &str, out: &mut String) {
    // XML forbids some characters even as references, so these become JSON escapes. They occur only in JSON texts.
    let mut text = String::with_capacity(project.len());
    for c in project.chars() {
        match c {
            '\u{fffe}' | '\u{ffff}' => {
                let _ = write!(text, "\\u{:04x}", u32::from(c));
            }
            c if c.is_control() && c != '\n' => {
                let _ = write!(text, "\\u{:04x}", u32::from(c));
            }
            c => text.push(c),
        }
    }
    let _ = writeln!(
        out,
        "<metadata>{}{}{}</metadata>",
        TAGS[0],
        escape(text.trim()),
        TAGS[1]
    );
}

/// Returns the text of the project.
fn project_text(bytes: &[u8]) -> Result<String, FormatError> {
    let text = text_of(bytes)?;
    let damaged = || {
        FormatError(bilingual!(
            "The project in this SVG file is damaged. Import its outlines instead.",
            "이 SVG 파일의 프로젝트는 손상됐어요. 대신 외곽선을 가져오세요."
        ))
    };
    let (_, rest) = text.split_once(TAGS[0]).ok_or_else(damaged)?;
    let (escaped, _) = rest.split_once(TAGS[1]).ok_or_else(damaged)?;
    Ok(unescape(escaped))
}

/// Replaces the references that `escape` writes.
fn unescape(text: &str) -> String {
    let pairs = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&apos;", "'"),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ];
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let found = pairs.iter().find(|(reference, _)| rest.starts_with(reference));
        let (reference, plain) = found.copied().unwrap_or(("&", "&"));
        out.push_str(plain);
        rest = &rest[reference.len()..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::project::Project;
    use crate::{FORMATS, open};

    fn file(project: &Project) -> String {
        let mut out = String::from("<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\">\n");
        write(&project::write(project), &mut out);
        out + "</svg>\n"
    }

    #[test]
    fn a_file_with_a_project_opens_as_the_same_project() {
        for code in [
            "drawCircle('a', 0, 0, 5);",
            "// </trammel:project> & <b> \"x\" '한글' \u{fffe} \u{85} \u{7f} \t &amp; ]]>\nf();",
            "",
        ] {
            let project = Project::of_code(code);
            let file = file(&project);
            assert_eq!(open(FORMATS, file.as_bytes()).unwrap().project, project, "{file}");
            assert!(roxmltree::Document::parse(&file).is_ok(), "{file}");
        }
    }

    #[test]
    fn a_damaged_project_is_refused() {
        let file = file(&Project::of_code("f();"));
        for damaged in [
            file.replace("&quot;version&quot;: 1", "&quot;version&quot;: 9"),
            file.replace("</trammel:project>", ""),
            file.replace("&quot;files&quot;", "files"),
        ] {
            assert_ne!(damaged, file);
            assert!(open(FORMATS, damaged.as_bytes()).is_err(), "{damaged}");
        }
    }
}
