//! Scene JSON as a file format; `json.rs` has the writer and `json_in.rs` the reader.

use super::format::{Export, FileTool, Format, Import, Reader};
use super::json;
use super::json_head::{format_of, text_of};
use super::project::Project;

/// Scene JSON, the exchange format for entities without code.
pub const SCENE_JSON: Format = Format {
    id: "json",
    extension: "scene.json",
    mime: "application/json",
    label: ["Drawing (scene JSON)", "도면(JSON)"],
    purpose: [
        "Entities with exact numbers, without code.",
        "코드 없이 항목과 정확한 숫자만 들어 있어요.",
    ],
    sniff: |bytes| matches!(format_of(bytes), Ok(Some(format)) if format == json::FORMAT),
    export: Some(Export::Scene(|scene, _| Ok(json::write(scene)))),
    import: Some(Reader::Project(|bytes, _| {
        let scene = json::read(text_of(bytes)?)?;
        Ok(Import {
            project: Project::of_scene(&scene)?,
            report: Vec::new(),
        })
    })),
    options: &[],
    tool: Some(FileTool {
        name: "export_json",
        description: "Get the whole drawing as JSON (format \"trammel-scene\", version 1).",
        korean: "도면 전체를 JSON으로 내보냅니다.",
        synonyms: ["save as json, data, serialize", "JSON 저장, 데이터"],
        example: "export_json()",
    }),
    import_tool: Some(FileTool {
        name: "import_json",
        description: "Add the entities of a scene JSON file (format \"trammel-scene\") to the drawing, as a new module that main calls.",
        korean: "도면 JSON 파일의 항목을 새 모듈로 만들어 도면에 더합니다.",
        synonyms: ["load json, open a scene", "JSON 불러오기"],
        example: "import_json({ name: 'plate', text: '{\"format\":\"trammel-scene\",\"version\":1,\"name\":\"plate\",\"units\":\"mm\",\"layers\":[],\"entities\":[{\"name\":\"hole\",\"type\":\"circle\",\"geometry\":{\"x\":0,\"y\":0,\"radius\":5},\"style\":{\"stroke\":null,\"fill\":null},\"transform\":{\"translate\":[0,0],\"rotate\":0,\"scale\":[1,1],\"pivot\":null},\"layer\":null,\"locked\":false,\"hidden\":false,\"parent\":null,\"children\":[]}],\"constraints\":[]}' })",
    }),
};
