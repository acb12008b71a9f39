//! Tests of the geometry and measuring tools through tool calls: results and resulting drawings.

#![allow(clippy::needless_pass_by_value, reason = "a call reads as it is written")]

use super::*;

mod corners;
mod edit;
mod fabrication;
mod finger_edges;
mod measure;
mod patterns;
mod search;
mod walls;

/// Drawing with helpers that call tools as a model does.
struct Drawing(Edit);

impl Drawing {
    fn new(calls: &[(&str, Value)]) -> Drawing {
        let mut drawing = Drawing(Edit::new(Scene::new("t")));
        for (tool, input) in calls {
            drawing.ok(tool, input.clone());
        }
        drawing
    }

    fn ok(&mut self, tool: &str, input: Value) -> Value {
        match call(&mut self.0, tool, input.clone()) {
            Ok(Output::Data(data)) => data,
            Ok(Output::Entity { name, kind }) => json!({ "entity": name, "type": kind }),
            Ok(_) => Value::Null,
            Err(error) => panic!("{tool} {input}: {}", error.message.english),
        }
    }

    /// Calls a tool and returns its warnings.
    fn warnings(&mut self, tool: &str, input: Value) -> Vec<trammel_language::Bilingual> {
        let mut env = ToolEnv::default();
        let spec = env.catalog.called_tool(tool).unwrap();
        let mut cx = ToolCx::new(&mut self.0, &mut env);
        spec.call(input.into(), &mut cx).unwrap();
        for warning in &cx.notes.warnings {
            warning.check_translation().unwrap();
        }
        cx.notes.warnings
    }

    fn error(&mut self, tool: &str, input: Value) -> String {
        let before = self.0.scene().clone();
        self.0.begin();
        let message = call(&mut self.0, tool, input).unwrap_err().message;
        message.check_translation().unwrap();
        self.0.roll_back();
        assert!(
            self.0.scene().diff_to(&before).is_empty(),
            "a failed call changes nothing"
        );
        message.english
    }

    fn number(&mut self, tool: &str, name: &str) -> f64 {
        self.ok(tool, json!({ "name": name })).as_f64().unwrap()
    }

    fn bounds(&mut self, name: &str) -> [f64; 4] {
        let b = self.ok("get_world_bounds", json!({ "entity": name }));
        let at = |corner: &str, i: usize| (b[corner][i].as_f64().unwrap() * 1e9).round() / 1e9 + 0.0;
        [at("min", 0), at("min", 1), at("max", 0), at("max", 1)]
    }

    fn kind(&mut self, name: &str) -> String {
        self.ok("get_entity", json!({ "name": name }))["type"]
            .as_str()
            .unwrap()
            .to_owned()
    }
}

fn line(name: &str, points: &[f64]) -> (&'static str, Value) {
    ("draw_line", json!({ "name": name, "points": points }))
}

#[track_caller]
fn near(got: f64, want: f64) {
    assert!(
        (got - want).abs() <= 1e-9 * want.abs().max(1.0),
        "{got} is not {want}"
    );
}

/// Returns the place of a part of an entity, such as `start`.
#[track_caller]
fn at(d: &mut Drawing, name: &str, part: &str) -> [f64; 2] {
    let found = d.ok(
        "measure_distance",
        json!({ "a": format!("{name}.{part}"), "b": [0, 0] }),
    );
    [0, 1].map(|i| found["from"][i].as_f64().unwrap())
}

#[track_caller]
fn near_point(got: [f64; 2], want: [f64; 2]) {
    near(got[0], want[0]);
    near(got[1], want[1]);
}
