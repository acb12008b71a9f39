//! Test of two added tools, which no part of the program names except their declarations.

use crate::support::standing_clock;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use trammel_code::FileName;
use trammel_engine::execute_with;
use trammel_kernel::Point;
use trammel_llm::ToolDef;
use trammel_run::RunRequest;
use trammel_scene::{Edit, Name, Scene, Shape, Style};
use trammel_tools::{
    AnyTool, CustomTools, Domain, Kind, Language, Output, TOOLS, Tool, ToolCx, ToolEnv, ToolError, ToolSpec,
    Verb, markdown, sandbox_functions, schemas, typescript,
};

/// Draw a washer: a circle with a hole.
#[derive(Debug, Deserialize, JsonSchema)]
struct DrawWasher {
    /// Name of the new entity.
    name: String,
    /// Radius, above 0.
    radius: f64,
    /// Radius of the hole. Default: half the radius.
    hole: Option<f64>,
}

impl Tool for DrawWasher {
    const NAME: &'static str = "draw_washer";
    const KOREAN: &'static str = "와셔를 그립니다.";
    const SYNONYMS: [&'static str; 2] = ["shim", "고리"];
    const DOMAIN: Domain = Domain::Primitives;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Draw;
    const POSITIONAL: &'static [&'static str] = &["name", "radius", "hole"];
    const EXAMPLE: &'static str = "draw_washer({ name: 'w', radius: 5 })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let name = Name::new(&self.name).map_err(ToolError::new)?;
        let radius = self.hole.unwrap_or(self.radius / 2.0) + self.radius;
        let shape = Shape::Circle {
            center: Point::new(0.0, 0.0),
            radius,
        };
        let kind = shape.kind();
        cx.edit.insert(&name, shape, Style::shared_default(), false)?;
        Ok(Output::Entity { name, kind })
    }
}

/// Get the name of the material of an entity.
#[derive(Debug, Deserialize, JsonSchema)]
struct GetMaterial {
    /// The entity.
    name: String,
}

impl Tool for GetMaterial {
    const NAME: &'static str = "get_material";
    const KOREAN: &'static str = "재질을 조회합니다.";
    const SYNONYMS: [&'static str; 2] = ["alloy", "소재"];
    const DOMAIN: Domain = Domain::Query;
    const KIND: Kind = Kind::Query;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &["name"];
    const EXAMPLE: &'static str = "get_material({ name: 'w' })";
    const INITIAL: bool = true;
    const GENERAL_HINTS: bool = true;

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        cx.edit.require(&self.name)?;
        Ok(Output::Data(json!("steel")))
    }
}

/// Returns the tools of the program and the two added ones.
fn list() -> &'static [ToolSpec] {
    let added = [ToolSpec::of::<DrawWasher>(), ToolSpec::of::<GetMaterial>()];
    Box::leak(TOOLS.iter().copied().chain(added).collect())
}

/// A drawing with the tools of [`list`].
struct Drawing {
    edit: Edit,
    env: ToolEnv,
}

impl Drawing {
    fn new() -> Drawing {
        Drawing {
            edit: Edit::new(Scene::default()),
            env: ToolEnv::new(list()),
        }
    }

    fn call(&mut self, name: &str, input: Value) -> Result<Output, ToolError> {
        let AnyTool::Ours(tool) = self.env.find(name)? else {
            panic!("{name} is no built-in tool");
        };
        let mut cx = ToolCx::new(&mut self.edit, &mut self.env);
        tool.call(input.into(), &mut cx)
    }

    fn data(&mut self, name: &str, input: Value) -> Value {
        match self.call(name, input) {
            Ok(Output::Data(data)) => data,
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn an_added_tool_can_be_called_in_both_spellings() {
    let mut drawing = Drawing::new();
    let drawn = drawing
        .call("draw_washer", json!({ "name": "w", "radius": 6 }))
        .unwrap();
    assert!(
        matches!(drawn, Output::Entity { kind: "circle", .. }),
        "{drawn:?}"
    );
    assert_eq!(drawing.data("getMaterial", json!({ "name": "w" })), "steel");
    let error = drawing
        .call("draw_washer", json!({ "name": "w", "radius": "6" }))
        .unwrap_err();
    assert_eq!(
        error.message.english,
        "draw_washer: radius must be a number, got the text \"6\""
    );
    assert_eq!(
        drawing.env.find("draw_washr").unwrap_err().suggestions,
        ["draw_washer"]
    );
}

#[test]
fn an_added_tool_is_a_function_of_scripts_in_both_spellings() {
    let run = |main: &str| {
        let request = RunRequest {
            files: vec![(FileName::main(), main.into())],
            want_value: true,
            ..RunRequest::default()
        };
        execute_with(list(), &request, &standing_clock())
    };
    let outcome = run(
        "drawWasher('w', 6);\ndraw_washer({ name: 'v', radius: 6, hole: 2 });\nget_material({ name: 'w' })",
    );
    assert_eq!(outcome.result.unwrap().iter().count(), 2);
    assert_eq!(outcome.value.as_deref(), Some("\"steel\""));
    let failure = run("\ndrawWasher('w')").result.unwrap_err();
    assert_eq!(failure.message.english, "draw_washer: 'radius' is missing");
    assert_eq!(failure.place.unwrap().line, 2);
}

#[test]
fn an_added_query_explains_subentities_like_built_in_queries() {
    let mut drawing = Drawing::new();
    drawing
        .call("draw_washer", json!({ "name": "w", "radius": 6 }))
        .unwrap();
    let error = drawing
        .call("get_material", json!({ "name": "w.center" }))
        .unwrap_err();
    assert!(
        error
            .message
            .english
            .starts_with("get_material: 'w.center' is a part of 'w'"),
        "{}",
        error.message.english
    );
}

#[test]
fn an_added_tool_is_found_by_tool_discovery() {
    let mut drawing = Drawing::new();
    let before = TOOLS
        .iter()
        .filter(|tool| tool.domain == Domain::Primitives)
        .count();
    let domains = drawing.data("list_domains", json!({}));
    assert_eq!(
        domains[0],
        json!({ "domain": "primitives", "count": before + 1, "description": "Basic shapes" })
    );
    let listed = drawing.data("list_tools", json!({ "domain": "primitives" }));
    let last = listed["tools"].as_array().unwrap().last().unwrap();
    assert_eq!(
        *last,
        json!({
            "name": "draw_washer",
            "signature": "draw_washer(name: string, radius: number, hole?: number) -> string",
            "description": "Draw a washer: a circle with a hole.",
        })
    );
    let schema = drawing.data("get_tool_schema", json!({ "name": "drawWasher" }));
    assert_eq!(schema["parameters"]["required"], json!(["name", "radius"]));
    let described = drawing.data("lsp", json!({ "operation": "schema", "name": "drawWasher" }));
    assert_eq!(
        described["functions"],
        json!([
            "draw_washer({ name, radius, hole? })",
            "drawWasher(name, radius, hole?)"
        ])
    );
    let request = json!({ "name": "draw_washer", "description": "A washer", "rationale": "bolts" });
    let error = drawing.call("request_tool", request).unwrap_err();
    assert!(
        error.message.english.contains("'draw_washer' already exists"),
        "{}",
        error.message.english
    );
}

#[test]
fn an_added_tool_is_described_in_both_languages() {
    let mut drawing = Drawing::new();
    let last = |tools: Vec<Value>| tools.last().unwrap()["description"].clone();
    assert_eq!(
        last(drawing.env.definitions(&[Domain::Primitives], Language::English)),
        "Draw a washer: a circle with a hole."
    );
    drawing.env.language = Language::Korean;
    assert_eq!(
        last(drawing.env.definitions(&[Domain::Primitives], Language::Korean)),
        DrawWasher::KOREAN
    );
    assert_eq!(last(drawing.env.first_definitions()), GetMaterial::KOREAN);
}

#[test]
fn an_added_tool_is_in_schemas_documentation_and_declarations() {
    let list = list();
    let all = schemas(list);
    assert_eq!(all.as_array().unwrap().len(), TOOLS.len() + 2);
    assert!(ToolDef::of(all[TOOLS.len()].clone()).is_some());
    let page = markdown(list);
    assert!(
        page.contains("### draw_washer\n\nDraw a washer: a circle with a hole.\n"),
        "{page}"
    );
    assert!(page.contains("* `hole` (number, optional): Radius of the hole. Default: half the radius."));
    assert!(page.contains("```js\ndraw_washer({ name: 'w', radius: 5 })\n```"));
    let declarations = typescript(list);
    assert!(
        declarations
            .contains("declare function drawWasher(name: string, radius: number, hole?: number): string;")
    );
    assert!(declarations.contains("declare function get_material(input: {"));
    let functions: Vec<String> = sandbox_functions(list).into_iter().map(|f| f.name).collect();
    assert!(
        functions.ends_with(&["draw_washer", "drawWasher", "get_material", "getMaterial"].map(str::to_owned))
    );
    // The command palette and the forms of the page are generated from this list.
    let palette = ToolEnv::new(list).drawing_tools(Language::Korean);
    let washer = palette.iter().find(|tool| tool["name"] == "draw_washer").unwrap();
    assert_eq!(washer["description"], DrawWasher::KOREAN);
    assert!(washer["parameters"]["properties"]["radius"].is_object());
}

#[test]
fn the_name_of_an_added_tool_is_reserved() {
    let mut drawing = Drawing::new();
    let lib = FileName::new("lib").unwrap();
    drawing
        .env
        .files
        .set(&lib, Some("export function washer({ size }) {}"));
    let stored = json!([{
        "name": "draw_washer", "description": "Mine", "module": "lib", "function": "washer",
        "parameters": { "type": "object", "properties": {}, "required": [] },
    }]);
    let names = drawing.env.catalog.names();
    let (tools, problems) = CustomTools::read(&stored.to_string(), &drawing.env.files, &names).unwrap();
    assert_eq!(tools.all().len(), 0);
    assert!(
        problems[0]
            .english
            .contains("the tool 'draw_washer' already exists"),
        "{problems:?}"
    );
    let hint = json!({ "tool": "draw_line", "action": "add", "text": "For washers use draw_washer(...)" });
    assert_eq!(
        drawing.data("edit_hint", hint)["hints"],
        json!(["For washers use draw_washer(...)"])
    );
}
