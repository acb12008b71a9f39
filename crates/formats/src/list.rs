//! List of the file formats, and the function that opens a file of any format.

use super::error::FormatError;
use super::format::{Format, Import, Reader};
use super::options::ImportOptions;
use super::{dxf, json_head, pdf, png, project_json, scene_json, svg_file, svg_project, unreadable_file};
use trammel_language::{Bilingual, bilingual};

/// All formats, in the order of the export dialog.
pub const FORMATS: &[Format] = &[
    project_json::PROJECT,
    scene_json::SCENE_JSON,
    // Before SVG, because a file with a project opens as that project.
    svg_project::SVG_PROJECT,
    svg_file::SVG,
    dxf::DXF,
    pdf::PDF,
    png::PNG,
];

/// Returns the format that reads a file: the first of `formats` that recognizes it.
pub fn reader_of<'f>(formats: &'f [Format], bytes: &[u8]) -> Option<&'f Format> {
    formats
        .iter()
        .find(|format| format.import.is_some() && (format.sniff)(bytes))
}

/// Reads a file with the first of `formats` that recognizes it.
///
/// # Errors
/// Returns an error with the reason if no format recognizes the file, or if the reader refuses the file.
pub fn open(formats: &[Format], bytes: &[u8]) -> Result<Import, FormatError> {
    match reader_of(formats, bytes).and_then(|format| format.import) {
        Some(Reader::Project(import)) => import(bytes, &ImportOptions::default()),
        Some(Reader::Converted) | None => Err(unknown(formats, bytes)),
    }
}

/// Returns the extensions and media types of importable files, as the value of an `accept` attribute.
pub fn accept_attribute(formats: &[Format]) -> String {
    let mut accepted: Vec<String> = Vec::new();
    for format in formats.iter().filter(|format| format.import.is_some()) {
        // Browsers match only the last part of an extension.
        let extension = format.extension.rsplit('.').next().unwrap_or_default();
        for entry in [format!(".{extension}"), format.mime.to_owned()] {
            if !accepted.contains(&entry) {
                accepted.push(entry);
            }
        }
    }
    accepted.join(",")
}

/// Returns the error for a file that no format recognizes.
fn unknown(formats: &[Format], bytes: &[u8]) -> FormatError {
    if let Some(advice) = unreadable_file::advice(bytes) {
        return FormatError(advice);
    }
    let readable = formats.iter().filter(|format| format.import.is_some());
    let label = |format: &Format| Bilingual::new(format.label[0], format.label[1]);
    let names = Bilingual::join(&readable.map(label).collect::<Vec<_>>(), [", ", ", "]);
    let wanted = bilingual!("Trammel opens: {names}.", "Trammel이 여는 형식: {names:#}.");
    let begins_as_json = bytes.trim_ascii_start().starts_with(b"{");
    FormatError(match json_head::format_of(bytes) {
        Ok(Some(format)) => {
            bilingual!(
                "The value \"{format}\" of \"format\" is unknown. {wanted}",
                "\"format\"의 값 \"{format}\"을(를) 몰라요. {wanted:#}"
            )
        }
        Ok(None) => bilingual!(
            "This JSON file has no \"format\". {wanted}",
            "이 JSON 파일에 \"format\"이 없어요. {wanted:#}"
        ),
        Err(why) if begins_as_json => bilingual!(
            "This JSON file is damaged: {why}. {wanted}",
            "이 JSON 파일은 손상됐어요({why:#}). {wanted:#}"
        ),
        Err(_) => bilingual!(
            "The format of this file is not supported. {wanted}",
            "이 파일의 형식은 열 수 없어요. {wanted:#}"
        ),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::{Export, json, project};
    use trammel_scene::Scene;

    fn why(text: &str) -> String {
        open(FORMATS, text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn written_files_are_opened_by_the_same_format() {
        let project = project::Project::of_code("draw_circle({name: 'a', x: 0, y: 0, radius: 1});");
        let text = project::write(&project);
        assert_eq!(open(FORMATS, text.as_bytes()).unwrap().project, project);
        let with_mark = format!("\u{feff}{text}");
        assert_eq!(open(FORMATS, with_mark.as_bytes()).unwrap().project, project);
        let scene = json::write(&Scene::new("plan"));
        let opened = open(FORMATS, scene.as_bytes()).unwrap().project;
        assert_eq!(opened.name.as_deref(), Some("plan"));
    }

    #[test]
    fn each_file_is_read_by_the_format_that_has_most_of_it() {
        let mut svg = "<svg xmlns=\"http://www.w3.org/2000/svg\">".to_owned();
        let plain = svg.clone() + "</svg>";
        svg_project::write(&project::write(&project::Project::of_code("")), &mut svg);
        svg.push_str("</svg>");
        let scene = json::write(&Scene::new("plan"));
        for (text, id) in [
            (svg.as_str(), Some("svg-project")),
            (&plain, Some("svg")),
            (&scene, Some("json")),
            ("0\nSECTION\n2\nENTITIES\n0\nENDSEC\n0\nEOF\n", Some("dxf")),
            ("%PDF-1.7", None),
            ("{}", None),
        ] {
            assert_eq!(
                reader_of(FORMATS, text.as_bytes()).map(|format| format.id),
                id,
                "{text}"
            );
        }
    }

    #[test]
    fn the_error_for_an_unrecognized_file_lists_the_formats() {
        assert!(
            why("{").starts_with("This JSON file is damaged: EOF"),
            "{}",
            why("{")
        );
        assert!(why("{}").starts_with("This JSON file has no \"format\"."));
        assert!(why("{\"format\":\"x\"}").starts_with("The value \"x\" of \"format\""));
        assert!(why("hello").starts_with("The format of this file is not supported."));
        let opened = why("hello");
        assert!(
            opened.contains("Trammel opens: Project (JSON), Drawing (scene JSON), SVG file with its code")
        );
    }

    #[test]
    fn identifiers_extensions_and_tool_names_are_unique() {
        let mut seen = std::collections::BTreeSet::new();
        for format in FORMATS {
            assert!(seen.insert(format.id), "{}", format.id);
            assert!(
                seen.insert(format.extension) || format.extension == format.id,
                "{}",
                format.extension
            );
            assert!(
                format.export.is_some() || format.import.is_some(),
                "{}",
                format.id
            );
            if let Some(tool) = format.tool {
                assert_eq!(tool.name, format!("export_{}", format.id));
                let from_drawing = matches!(format.export, Some(Export::Scene(_) | Export::Converted));
                assert!(from_drawing, "{}", format.id);
            }
            if let Some(tool) = format.import_tool {
                assert_eq!(tool.name, format!("import_{}", format.id));
            }
        }
    }

    #[test]
    fn the_file_chooser_accepts_importable_formats() {
        assert_eq!(
            accept_attribute(FORMATS),
            ".json,application/json,.svg,image/svg+xml,.dxf,image/vnd.dxf"
        );
    }
}
