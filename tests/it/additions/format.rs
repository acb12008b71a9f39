//! Test of an added file format, which no part of the program names except its declaration.

use serde_json::json;
use trammel_exchange::{Converter, ImportedContent, ImportedDrawing, ImportedItem, convert_with};
use trammel_formats::project::Project;
use trammel_formats::{
    Conversion, Converted, Drawing, Export, FORMATS, FileTool, Format, Import, ImportOptions, ImportTarget,
    Reader, Written, accept_attribute, open,
};
use trammel_kernel::Point;
use trammel_scene::{Edit, Scene, Shape, Units};
use trammel_tools::{AnyTool, Catalog, Domain, Output, Plan, TOOLS, ToolCx, ToolEnv, ToolSpec};

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
    import: Some(Reader::Project(|bytes, _| {
        let count = bytes.split(|byte| *byte == b'\n').count() - 1;
        Ok(Import {
            project: Project::of_code(&format!("// {count} names")),
            report: vec!["names have no geometry".to_owned()],
        })
    })),
    options: &[],
    tool: Some(FileTool {
        name: "export_names",
        description: "Get the names of all entities.",
        korean: "이름을 모두 내보냅니다.",
        synonyms: ["", ""],
        example: "export_names()",
    }),
    import_tool: None,
};

/// Returns the formats of the program and the added one.
fn formats() -> &'static [Format] {
    Box::leak(FORMATS.iter().copied().chain([NAMES]).collect())
}

/// Creates a context with the added format and its export tool.
fn env() -> ToolEnv {
    let formats = formats();
    let added = ToolSpec::exporting(&formats[formats.len() - 1]);
    ToolEnv::of(Catalog {
        tools: Box::leak(TOOLS.iter().copied().chain(added).collect()),
        old: &[],
        formats,
    })
}

fn call(tool: &str, input: serde_json::Value) -> Result<Output, trammel_tools::ToolError> {
    let (mut edit, mut env) = (Edit::new(Scene::default()), env());
    let AnyTool::Ours(spec) = env.find(tool)? else {
        panic!("{tool} is no built-in tool");
    };
    let mut cx = ToolCx::new(&mut edit, &mut env);
    spec.call(input.into(), &mut cx)
}

#[test]
fn an_added_format_is_accepted_recognized_and_opened() {
    assert!(
        accept_attribute(formats()).ends_with(",.txt,text/x-names"),
        "{}",
        accept_attribute(formats())
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
    let spec = env.catalog.built_in("exportNames").unwrap();
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
        let spec = Catalog::ALL.built_in(tool.name).unwrap();
        assert_eq!(spec.example, tool.example);
    }
}

/// A format of another program: a heading, and one circle with a name per line.
const DOTS: Format = Format {
    id: "dots",
    extension: "dots",
    mime: "text/x-dots",
    label: ["Dots", "점"],
    purpose: ["One dot a line.", "한 줄에 점 하나씩이에요."],
    sniff: |bytes| bytes.starts_with(b"DOTS\n"),
    export: Some(Export::Converted),
    import: Some(Reader::Converted),
    options: &[],
    tool: None,
    import_tool: Some(FileTool {
        name: "import_dots",
        description: "Import dots.",
        korean: "점을 가져옵니다.",
        synonyms: ["", ""],
        example: "import_dots({ text: 'DOTS\\na' })",
    }),
};

/// The converter of [`DOTS`].
const DOTS_CONVERTER: Converter = Converter {
    id: "dots",
    write: Some(|input, _| {
        let names: Vec<&str> = input.scene.walk().map(|entity| entity.name.as_str()).collect();
        Ok(Written {
            bytes: format!("DOTS\n{}", names.join("\n")).into_bytes(),
            report: Vec::new(),
        })
    }),
    read: Some(|bytes, _| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let dot = |(at, name): (usize, &str)| ImportedItem {
            name: Some(name.to_owned()),
            layer: None,
            style: None,
            content: ImportedContent::Shape(Shape::Point {
                at: Point::new(at as f64, 0.0),
            }),
        };
        Ok(ImportedDrawing {
            items: text.lines().skip(1).enumerate().map(dot).collect(),
            ..ImportedDrawing::default()
        })
    }),
};

#[test]
fn an_added_format_of_another_program_is_converted_in_both_directions() {
    let read = Conversion::Read {
        format: DOTS.id.to_owned(),
        bytes: b"DOTS\na\nb".to_vec(),
        options: ImportOptions::default(),
        target: ImportTarget::default(),
    };
    let Ok(Converted::Read(code)) = convert_with(&[DOTS_CONVERTER], &read) else {
        panic!("not read");
    };
    assert_eq!(code.entities, 3);
    let statements: Vec<&str> = code.modules[0].1.lines().map(str::trim).collect();
    assert!(
        statements.contains(&"draw_point({ name: \"b\", x: 1, y: 0 });"),
        "{statements:?}"
    );
    let write = Conversion::Write {
        format: DOTS.id.to_owned(),
        drawing: Drawing::of(&Scene::new("empty")),
        project: None,
        options: Box::default(),
    };
    let Ok(Converted::Written(written)) = convert_with(&[DOTS_CONVERTER], &write) else {
        panic!("not written");
    };
    assert_eq!(written.bytes, b"DOTS\n");
    assert!(convert_with(&[], &write).is_err());
}

#[test]
fn an_added_format_of_another_program_has_tools_that_run_in_the_sandbox() {
    let format: &'static Format = Box::leak(Box::new(DOTS));
    let spec = ToolSpec::importing(format).unwrap();
    let mut env = ToolEnv::new(Box::leak(Box::new([spec])));
    let mut edit = Edit::new(Scene::default());
    let mut cx = ToolCx::new(&mut edit, &mut env);
    let output = spec.call(json!({ "text": "DOTS\na", "units": "cm" }).into(), &mut cx);
    let Ok(Output::Run(Plan::Import {
        format,
        bytes,
        options,
    })) = output
    else {
        panic!("{output:?}");
    };
    assert_eq!(
        (format, &*bytes, options.units),
        ("dots", &b"DOTS\na"[..], Some(Units::Cm))
    );
    assert!(spec.call(json!({}).into(), &mut cx).is_err());
}
