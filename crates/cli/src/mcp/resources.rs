//! Resources of the server: the drawing in three formats, each code file, and the reference of the tools.

use super::super::outputs;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use rmcp::model::{ErrorData, Resource, ResourceContents, ResourceTemplate};
use std::collections::BTreeMap;
use std::sync::Arc;
use trammel_code::FileName;
use trammel_document::Session;
use trammel_formats::{ExportOptions, FORMATS, Format};
use trammel_host::conversion::TimeLimit;
use trammel_scene::Scene;
use trammel_tools::{Domain, markdown, tools_for_domains, typescript};

/// Formats of the drawing, by their ids in [`FORMATS`].
const PICTURES: [&str; 3] = ["svg", "png", "json"];

/// Start of the URI of a code file.
const FILES: &str = "trammel://files/";

/// Characters of a file name that are not themselves in a URI: letters and digits that are not ASCII.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'_').remove(b'-');

/// Text about the tools.
struct Reference {
    uri: &'static str,
    title: &'static str,
    description: &'static str,
    mime: &'static str,
    text: fn() -> String,
}

const REFERENCES: [Reference; 2] = [
    Reference {
        uri: "trammel://reference/tools.md",
        title: "Reference of the tools",
        description: "Every tool with its parameters, result, and an example",
        mime: "text/markdown",
        text: || markdown(tools_for_domains(&Domain::every())),
    },
    Reference {
        uri: "trammel://reference/tools.d.ts",
        title: "Declarations of the drawing functions",
        description: "TypeScript declarations of the functions that code calls",
        mime: "text/x-typescript",
        text: || typescript(tools_for_domains(&Domain::every())),
    },
];

/// Returns the formats of the drawing with their URIs.
fn pictures() -> impl Iterator<Item = (String, &'static Format)> {
    let format = |id| FORMATS.iter().find(|format| format.id == id);
    PICTURES
        .into_iter()
        .filter_map(move |id| Some((format!("trammel://drawing.{id}"), format(id)?)))
}

/// Returns the URI of a code file.
fn file_uri(file: &str) -> String {
    format!("{FILES}{}.js", utf8_percent_encode(file, ENCODED))
}

/// Returns the file of this URI. A client may leave letters of other scripts as they are.
fn file_of<'a>(session: &'a Session, uri: &str) -> Option<(&'a FileName, &'a Arc<str>)> {
    let mut files = session.files().files();
    files.find(|(file, _)| file_uri(file.as_str()) == uri || format!("{FILES}{file}.js") == uri)
}

/// Lists all resources: the drawing, the files, and the reference.
pub(super) fn list(session: &Session) -> Vec<Resource> {
    let pictures = pictures().map(|(uri, format)| {
        Resource::new(uri, format!("drawing.{}", format.id))
            .with_title(format!("Drawing, {}", format.label[0]))
            .with_description(format.purpose[0])
            .with_mime_type(format.mime)
    });
    let files = session.files().files().map(|(file, text)| {
        let role = match file.is_main() {
            true => "Code of the drawing",
            false => "Module that the code of the drawing can import",
        };
        Resource::new(file_uri(file.as_str()), format!("{file}.js"))
            .with_title(format!("{file}.js"))
            .with_description(role)
            .with_mime_type("text/javascript")
            .with_size(text.len() as u64)
    });
    let references = REFERENCES.iter().map(|reference| {
        Resource::new(reference.uri, reference.title)
            .with_title(reference.title)
            .with_description(reference.description)
            .with_mime_type(reference.mime)
    });
    pictures.chain(files).chain(references).collect()
}

/// Lists the templates of the resources: one for code files.
pub(super) fn templates() -> Vec<ResourceTemplate> {
    vec![
        ResourceTemplate::new(format!("{FILES}{{name}}.js"), "file")
            .with_title("Code file")
            .with_description("A code file of the drawing by its name; main.js is the drawing")
            .with_mime_type("text/javascript"),
    ]
}

/// Returns the content of a resource.
///
/// # Errors
/// Returns an error that lists the resources if there is none with this URI, or if the drawing cannot be written in the
/// format.
pub(super) fn read(session: &Session, uri: &str) -> Result<ResourceContents, ErrorData> {
    if let Some((_, format)) = pictures().find(|(of, _)| of == uri) {
        let written = outputs::write_document(
            format,
            session,
            ExportOptions::default(),
            &TimeLimit::from_now(None),
        );
        let bytes = written
            .map_err(|why| ErrorData::internal_error(format!("{uri} cannot be written: {why}"), None))?
            .bytes;
        let contents = match String::from_utf8(bytes) {
            Ok(text) => ResourceContents::text(text, uri),
            Err(binary) => ResourceContents::blob(STANDARD.encode(binary.into_bytes()), uri),
        };
        return Ok(contents.with_mime_type(format.mime));
    }
    if let Some((_, text)) = file_of(session, uri) {
        return Ok(ResourceContents::text(&**text, uri).with_mime_type("text/javascript"));
    }
    if let Some(reference) = REFERENCES.iter().find(|reference| reference.uri == uri) {
        return Ok(ResourceContents::text((reference.text)(), uri).with_mime_type(reference.mime));
    }
    let all: Vec<String> = list(session).into_iter().map(|resource| resource.uri).collect();
    let message = format!(
        "there is no resource '{uri}'. The resources are {}",
        all.join(", ")
    );
    Err(ErrorData::resource_not_found(message, None))
}

/// State of the resources that can change.
#[derive(Clone, Debug)]
pub(super) struct ResourceState {
    scene: Scene,
    files: BTreeMap<String, Arc<str>>,
}

/// Resources that differ between two states.
#[derive(Debug, Default)]
pub(super) struct ChangedResources {
    /// URIs of the resources whose content changed, that were added, or removed.
    pub(super) uris: Vec<String>,
    /// Whether a resource was added or removed.
    pub(super) list: bool,
}

impl ResourceState {
    pub(super) fn of(session: &Session) -> ResourceState {
        let files = session.files().files();
        ResourceState {
            scene: session.scene().clone(),
            files: files
                .map(|(file, text)| (file.to_string(), text.clone()))
                .collect(),
        }
    }

    /// Returns the changes since an earlier state.
    pub(super) fn since(&self, before: &ResourceState) -> ChangedResources {
        let mut uris = Vec::new();
        if self.scene != before.scene {
            uris.extend(pictures().map(|(uri, _)| uri));
        }
        let every = self
            .files
            .keys()
            .chain(before.files.keys().filter(|file| !self.files.contains_key(*file)));
        uris.extend(
            every
                .filter(|file| self.files.get(*file) != before.files.get(*file))
                .map(|file| file_uri(file)),
        );
        ChangedResources {
            uris,
            list: !self.files.keys().eq(before.files.keys()),
        }
    }
}
