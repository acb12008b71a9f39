//! Test of an added file format, which no part of the program names except its declaration.

use serde_json::json;
use trammel::formats::project::Project;
use trammel::formats::{Export, ExportTool, FORMATS, Format, Import, accepted, open};
use trammel::scene::{Edit, Scene};
use trammel::tools::{AnyTool, Domain, Output, TOOLS, ToolCx, ToolEnv, ToolSpec};

/// A format with a heading and one entity name per line.
const NAMES: Format = Format {
    id: "names",
    extension: "names.txt",
    mime: "text/x-names",
    label: ["List of names", "이름 목록"],
    purpose: ["One name a line.", "한 줄에 이름 하나씩이에요."],
    sniff: |bytes| bytes.starts_with(b"NAMES\n"),
    export: Some(Export::Scene(|scene, _| {
        let names: Vec<&str> = scene.walk().map(|entity| entity.name.as_str()).collect();
        Ok(format!("NAMES\n{}", names.join("\n")))
    })),
    import: Some(|bytes, _| {
        let count = bytes.split(|byte| *byte == b'\n').count() - 1;
        Ok(Import {
            project: Project::of_code(&format!("// {count} names")),
            report: vec!["names have no geometry".to_owned()],
        })
    }),
    tool: Some(ExportTool {
        name: "export_names",
        description: "Get the names of all entities.",
        korean: "이름을 모두 내보냅니다.",
        example: "export_names()",
    }),
};

/// Returns the formats of the program and the added one.
fn formats() -> &'static [Format] {
    Box::leak(FORMATS.iter().copied().chain([NAMES]).collect())
}

/// Creates a context with the added format and its export tool.
fn env() -> ToolEnv {
    let formats = formats();
    let added = ToolSpec::exporting(&formats[formats.len() - 1]);
    ToolEnv {
        formats,
        ..ToolEnv::new(Box::leak(TOOLS.iter().copied().chain(added).collect()))
    }
}

fn call(tool: &str, input: serde_json::Value) -> Result<Output, trammel::tools::ToolError> {
    let (mut edit, mut env) = (Edit::new(Scene::default()), env());
    let AnyTool::Ours(spec) = env.find(tool)? else {
        panic!("{tool} is no built-in tool");
    };
    let mut cx = ToolCx {
        edit: &mut edit,
        env: &mut env,
        in_sandbox: false,
        warnings: Vec::new(),
    };
    spec.call(input.into(), &mut cx)
}

#[test]
fn an_added_format_is_accepted_recognized_and_opened() {
    assert!(
        accepted(formats()).ends_with(",.txt,text/x-names"),
        "{}",
        accepted(formats())
    );
    let import = open(formats(), b"NAMES\na\nb").unwrap();
    assert_eq!(import.project.main(), "// 2 names");
    assert_eq!(import.report, ["names have no geometry"]);
    let error = open(formats(), b"what is this").unwrap_err().to_string();
    assert!(error.contains("List of names"), "{error}");
    assert!(open(FORMATS, b"NAMES\na\nb").is_err());
}

#[test]
fn an_added_format_has_a_tool_and_a_bash_command() {
    for (tool, input) in [
        ("export_names", json!({})),
        ("bash", json!({ "command": "names" })),
    ] {
        match call(tool, input) {
            Ok(Output::Data(data)) => assert_eq!(data, "NAMES\n", "{tool}"),
            other => panic!("{tool}: {other:?}"),
        }
    }
    let error = call("bash", json!({ "command": "nmaes" })).unwrap_err();
    assert_eq!(error.suggestions, ["names"]);
    assert!(call("export_names", json!({ "x": 1 })).is_err());
    let env = env();
    let spec = env.built_in("exportNames").unwrap();
    assert_eq!(
        (spec.domain, spec.korean),
        (Domain::Export, "이름을 모두 내보냅니다.")
    );
    assert_eq!(spec.canonical()["description"], "Get the names of all entities.");
}

#[test]
fn every_format_with_a_tool_is_in_the_tool_list() {
    for format in FORMATS {
        let Some(tool) = &format.tool else { continue };
        let spec = ToolEnv::default().built_in(tool.name).unwrap();
        assert_eq!(spec.example, tool.example);
    }
}
