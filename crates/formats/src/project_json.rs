//! Project files as a file format; `project.rs` has the writer and the reader.

use super::format::{Export, Format, Import, Reader};
use super::json_head::{format_of, text_of};
use super::project::{FORMAT, read, write};

/// Project file: the code with its modules.
pub const PROJECT: Format = Format {
    id: "project",
    extension: "trammel.json",
    mime: "application/json",
    label: ["Project (JSON)", "프로젝트(JSON)"],
    purpose: [
        "Code with its modules, and the locked and hidden items; Trammel can open it again.",
        "코드와 모듈, 잠그거나 숨긴 항목이 들어 있고, Trammel에서 다시 열 수 있어요.",
    ],
    sniff: |bytes| matches!(format_of(bytes), Ok(Some(format)) if format == FORMAT),
    export: Some(Export::Project(|project, _| Ok(write(project)))),
    import: Some(Reader::Project(|bytes, _| {
        Ok(Import {
            project: read(text_of(bytes)?)?,
            report: Vec::new(),
        })
    })),
    options: &[],
    tool: None,
    import_tool: None,
};
