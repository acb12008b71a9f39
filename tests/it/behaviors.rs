//! Tests of properties that every tool, error, and document of the project must have, derived from the lists.

use crate::support::{call, drawn, limits, ok};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use trammel_base::suggest::camel_case;
use trammel_document::Session;
use trammel_kernel::Point;
use trammel_tools::{TOOLS, ToolEnv};

fn file(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

fn suggested(reply: &Value) -> Vec<&str> {
    let list = reply["suggestions"].as_array().map_or(&[][..], Vec::as_slice);
    list.iter().filter_map(Value::as_str).collect()
}

/// Returns the code blocks of this language in a Markdown page.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let opening = format!("```{language}\n");
    page.split(opening.as_str())
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect()
}

#[test]
fn a_module_error_has_file_line_column_and_suggestion() {
    for (line, column, suggestion) in [
        ("foo.bar();", 3, json!(null)),
        ("drawCirle('c', 0, 0, 1);", 3, json!("drawCircle")),
        ("const c = 1; drawCirle(c);", 16, json!("drawCircle")),
        // The engine reports the opening parenthesis as the position of a call.
        ("setFill('nobody', '#f00');", 10, json!(null)),
    ] {
        let mut session = Session::new(limits());
        let code = format!("// a module\nexport function m() {{\n  const a = 1;\n  {line}\n  return a;\n}}");
        ok(&mut session, "write", json!({"file": "m", "code": code}));
        let snippet = json!({"code": "import { m } from 'm';\nm();"});
        let error = call(&mut session, "run_cad_code", snippet)["error"].take();
        assert_eq!(
            (&error["file"], &error["line"], &error["column"]),
            (&json!("m"), &json!(4), &json!(column)),
            "{line}: {error}"
        );
        assert_eq!(error["suggestions"][0], suggestion, "{line}: {error}");
        let stack: Vec<&str> = error["stack"].as_str().unwrap().lines().collect();
        assert_eq!(stack[0], format!("at m (m:4:{column})"));
        assert!(stack[1].contains("(snippet:2:"), "who called it: {stack:?}");
    }
}

#[test]
fn a_duplicate_declaration_reports_both_files() {
    for (x, y, main, file, line, told) in [
        (
            "const box = 1;",
            "\nconst box = 2;",
            "import 'x';\nimport 'y';",
            "y",
            2,
            "'box' has already been declared in 'x' on line 1",
        ),
        (
            "\nclass House {}",
            "",
            "import 'x';\nlet House = 1;",
            "main",
            2,
            "'House' has already been declared in 'x' on line 2",
        ),
        (
            "",
            "",
            "const a = 1;\n\nconst a = 2;",
            "main",
            3,
            "'a' has already been declared on line 1",
        ),
    ] {
        let mut session = Session::new(limits());
        ok(&mut session, "write", json!({"file": "x", "code": x}));
        ok(&mut session, "write", json!({"file": "y", "code": y}));
        ok(&mut session, "read", json!({"file": "main"}));
        let error = call(&mut session, "write", json!({"file": "main", "code": main}))["error"].take();
        assert!(
            error["message"].as_str().unwrap_or_default().starts_with(told),
            "{main}: {error}"
        );
        assert_eq!(
            (&error["file"], &error["line"]),
            (&json!(file), &json!(line)),
            "{error}"
        );
    }
    // Each module has its own scope.
    let mut session = Session::new(limits());
    for file in ["x", "y"] {
        let code = format!("const box = '{file}';\nexport const {file} = () => drawCircle(box, 0, 0, 1);");
        ok(&mut session, "write", json!({"file": file, "code": code}));
    }
    let code = "import { x } from 'x';\nimport { y } from 'y';\nconst box = 1;\nx(); y();";
    assert_eq!(
        ok(&mut session, "run_cad_code", json!({ "code": code }))["entities"],
        2
    );
}

#[test]
fn every_tool_suggests_the_name_of_a_misspelled_argument() {
    let mut session = Session::new(limits());
    let mut tried = 0;
    for tool in TOOLS {
        let schema = tool.canonical();
        let parameters = schema["parameters"]["properties"].as_object().unwrap();
        for name in parameters.keys() {
            let letters = name.chars().count();
            let cut: String = name.chars().take(letters - 1).collect();
            for wrong in [camel_case(name), cut, name.to_uppercase()] {
                if letters < 4 || parameters.contains_key(&wrong) {
                    continue;
                }
                let reply = call(&mut session, tool.name, json!({ wrong.as_str(): 1 }));
                assert_eq!(
                    suggested(&reply).first(),
                    Some(&name.as_str()),
                    "{}.{wrong}: {reply}",
                    tool.name
                );
                tried += 1;
            }
        }
    }
    assert!(tried > 200, "only {tried} spellings were tried");
}

#[test]
fn every_tool_is_found_in_any_spelling_and_suggested_for_typos() {
    let mut session = Session::new(limits());
    for tool in TOOLS {
        let camel = camel_case(tool.name);
        let pascal = camel[..1].to_uppercase() + &camel[1..];
        for spelling in [tool.name.to_owned(), camel.clone(), pascal] {
            let reply = ok(&mut session, "get_tool_schema", json!({ "name": spelling }));
            assert_eq!(reply["data"]["name"], tool.name, "{spelling}");
        }
        let letters: Vec<char> = tool.name.chars().collect();
        if letters.len() < 4 {
            continue;
        }
        let mut swapped = letters.clone();
        swapped.swap(letters.len() - 2, letters.len() - 1);
        for wrong in [
            letters[..letters.len() - 1].iter().collect::<String>(),
            swapped.iter().collect(),
        ] {
            if TOOLS.iter().any(|other| other.name == wrong) {
                continue;
            }
            let reply = call(&mut session, "get_tool_schema", json!({ "name": wrong }));
            assert_eq!(reply["error"], format!("Tool '{wrong}' not found"));
            assert!(suggested(&reply).contains(&tool.name), "{wrong}: {reply}");
            assert_eq!(
                call(&mut session, &wrong, json!({}))["error"],
                reply["error"],
                "called directly"
            );
        }
    }
}

#[test]
fn documents_name_only_functions_that_exist() {
    let known = ToolEnv::default().known_tools();
    for page in ["README.md", "CONTRIBUTING.md"] {
        let text = file(page);
        let code: Vec<&str> = text.split('`').skip(1).step_by(2).collect();
        assert!(code.len() > 4, "{page} has no code");
        for span in code {
            assert_eq!(known.missing_in(span), None, "{page}: {span}");
        }
    }
    assert_eq!(
        known.missing_in("draw_sqare(1)"),
        Some("draw_sqare".to_owned()),
        "the test can fail"
    );
}

#[test]
fn the_code_in_the_readme_runs() {
    let page = file("README.md");
    let blocks = blocks(&page, "js");
    assert!(!blocks.is_empty());
    for code in blocks {
        let (session, reply) = drawn(code);
        assert_eq!(reply["success"], true, "{code}\n{reply}");
        assert!(!session.scene().is_empty(), "{code}");
    }
}

#[test]
fn the_example_in_the_system_prompt_draws_five_entities() {
    let prompt = trammel_agent::system_prompt(&[]);
    let [code] = blocks(&prompt, "js")[..] else {
        panic!("the prompt has one worked example: {prompt}");
    };
    let (session, reply) = drawn(code);
    assert_eq!(
        (&reply["success"], &reply["entities"]),
        (&true.into(), &5.into()),
        "{reply}"
    );
    assert_eq!(session.scene().bounds().unwrap().max, Point::new(100.0, 60.0));
}

#[test]
fn the_examples_of_the_app_run() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut drew = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let (session, reply) = drawn(&fs::read_to_string(&path).unwrap());
        assert_eq!(reply["success"], true, "{}: {reply}", path.display());
        drew += usize::from(session.scene().len() > 3);
    }
    assert!(drew >= 3, "all but the blank one draw something");
}
