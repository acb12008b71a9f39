//! Tests of the command line: a line in; calls, prompts, or an error with its position out.

use super::*;
use crate::editor::camera::{Camera, Viewport};
use crate::editor::canvas_tool::Modifiers;
use crate::editor::canvas_tools::entries;
use crate::editor::markup::Markup;
use crate::editor::selection::Selection;
use crate::editor::snapping::LazySnaps;
use crate::scene::LayerSettings;
use crate::scene::Scene;
use serde_json::{Value, json};

/// The canvas tools over an empty drawing, without a pointer.
struct Rig(ToolHost);

impl Rig {
    fn new() -> Self {
        Self(ToolHost::new(CANVAS_TOOLS))
    }

    fn with<T>(&mut self, run: impl FnOnce(&mut ToolHost, &CanvasCx<'_>) -> T) -> T {
        run(
            &mut self.0,
            &CanvasCx {
                blocked: None,
                grid: None,
                layers: &LayerSettings::default(),
                snaps_to_objects: true,
                scene: &Scene::default(),
                snaps: &LazySnaps::default(),
                selection: &Selection::default(),
                markup: &Markup::default(),
                camera: Camera::default(),
                viewport: Viewport {
                    width: 200.0,
                    height: 200.0,
                },
                modifiers: Modifiers::default(),
            },
        )
    }

    /// Enters a line like the page, and returns its calls.
    fn enter(&mut self, line: &str) -> Result<Vec<Value>, LineError> {
        let parsed = parse(line, self.0.info()).expect("a command line");
        let effects = self.with(|host, cx| enter(host, cx, &parsed))?;
        if effects.contains(&Effect::Finish) {
            self.0.finish();
        }
        let call = |effect: Effect| match effect {
            Effect::Call { tool, mut input } => {
                input["tool"] = json!(tool);
                Some(input)
            }
            _ => None,
        };
        Ok(effects.into_iter().filter_map(call).collect())
    }

    fn prompt(&self) -> Option<&'static str> {
        self.0.info().unwrap().prompt.map(|[english, _]| english)
    }
}

#[test]
fn a_line_draws_one_figure_from_typed_values() {
    for (line, wanted) in [
        (
            "L 0,0 100,0",
            json!({ "tool": "draw_line", "name": "line_1", "points": [0.0, 0.0, 100.0, 0.0] }),
        ),
        (
            "l 0,0 @100<90 @10,0 0,0",
            json!({ "tool": "draw_line", "name": "line_1", "closed": true,
                "points": [0.0, 0.0, 0.0, 100.0, 10.0, 100.0] }),
        ),
        (
            "L 10, 5  100;90",
            json!({ "tool": "draw_line", "name": "line_1", "points": [10.0, 5.0, 10.0, 105.0] }),
        ),
        (
            "REC 0,0 400,300",
            json!({ "tool": "draw_rect", "name": "rect_1", "x": 0.0, "y": 0.0, "width": 400.0, "height": 300.0 }),
        ),
        (
            "REC 10,10 100/4;2cm",
            json!({ "tool": "draw_rect", "name": "rect_1", "x": 10.0, "y": 10.0, "width": 25.0, "height": 20.0 }),
        ),
        (
            "C 50,50 20",
            json!({ "tool": "draw_circle", "name": "circle_1", "x": 50.0, "y": 50.0, "radius": 20.0 }),
        ),
        (
            "POL 0,0 20;8",
            json!({ "tool": "draw_regular_polygon", "name": "polygon_1", "cx": 0.0, "cy": 0.0, "radius": 20.0, "sides": 8 }),
        ),
        (
            "점 1,2",
            json!({ "tool": "draw_point", "name": "point_1", "x": 1.0, "y": 2.0 }),
        ),
    ] {
        let mut rig = Rig::new();
        assert_eq!(rig.enter(line), Ok(vec![wanted]), "{line}");
        assert_eq!(rig.prompt(), None, "{line} ends its tool");
    }
}

#[test]
fn an_unfinished_line_leaves_the_tool_at_its_next_step() {
    let mut rig = Rig::new();
    assert_eq!(rig.enter("C 50,50"), Ok(vec![]));
    assert_eq!(rig.prompt(), Some("Specify the radius"));
    // The rest of the values goes to the active tool.
    assert_eq!(rig.enter("20").unwrap()[0]["radius"], 20.0);
    // The default radius is not accepted by the end of a line.
    assert_eq!(rig.enter("C 0,0"), Ok(vec![]));
    assert_eq!(rig.prompt(), Some("Specify the radius"));
    // A command replaces the figure in progress.
    assert_eq!(rig.enter("C"), Ok(vec![]));
    assert_eq!(rig.prompt(), Some("Specify the center"));
}

#[test]
fn an_error_names_its_position_and_draws_nothing() {
    for (line, at, word, reason) in [
        ("L 0,0 10,,", 6, "10,,", "\",\" is not expected here"),
        ("C 50,50 0", 8, "0", "size must be above zero"),
        ("C 50,50 20 30", 11, "30", "already complete"),
        ("REC 0,0 q", 8, "q", "takes no such value"),
        ("REC wide", 4, "wide", "takes no such value"),
        ("L 0,0 1/0,2", 6, "1/0,2", "divides by zero"),
        ("L @1,2", 2, "@1,2", "no previous point"),
        ("L 0,0 100", 6, "100", "Angle is missing"),
        ("L 0,0 0,0", 6, "0,0", "Both points are the same"),
        ("P 3,4", 2, "3,4", "takes no such value"),
        ("U 3", 2, "3", "takes no values"),
        ("Z E 3", 4, "3", "takes no values"),
    ] {
        let mut rig = Rig::new();
        rig.0.activate("ellipse");
        let error = rig.enter(line).unwrap_err();
        assert_eq!((error.at, error.word.as_str()), (at, word), "{line}");
        assert!(
            error.message()[0].contains(reason),
            "{line}: {:?}",
            error.message()
        );
        assert!(error.message()[0].starts_with(&format!("Character {}", at + 1)));
        assert_eq!(rig.0.info().unwrap().id, "ellipse", "the active tool is kept");
    }
}

#[test]
fn an_error_takes_back_the_values_of_the_active_tool() {
    let mut rig = Rig::new();
    assert_eq!(rig.enter("L 0,0"), Ok(vec![]));
    for line in ["10,0 20,0 5,", "10,0 20,0 20,0", "10,0 20,0 5x"] {
        rig.enter(line).unwrap_err();
        assert_eq!(rig.prompt(), Some("Specify the next point"), "{line}");
    }
    assert_eq!(
        rig.enter("10,0").unwrap()[0]["points"],
        json!([0.0, 0.0, 10.0, 0.0])
    );
}

#[test]
fn a_line_without_a_command_is_a_search_unless_a_tool_waits_for_values() {
    assert_eq!(parse("export", None), None);
    assert_eq!(parse("10,20", None), None);
    let mut rig = Rig::new();
    assert_eq!(
        parse("10,20", rig.0.info()),
        None,
        "the selection tool has no prompt"
    );
    rig.0.activate("line");
    assert_eq!(parse("10,20", rig.0.info()).unwrap().action, None);
    assert_eq!(parse("export", rig.0.info()), None);
    assert_eq!(parse("", rig.0.info()), None);
    assert_eq!(parse("u", None).unwrap().action, Some(ActionId::Undo));
}

#[test]
fn the_next_prompt_follows_the_typed_values() {
    let mut rig = Rig::new();
    let mut prompt = |line: &str| {
        let line = parse(line, None).unwrap();
        rig.with(|_, cx| next_prompt(cx, &line))
            .map(|[english, _]| english)
    };
    assert_eq!(prompt("C"), Some("Specify the center"));
    assert_eq!(prompt("C 5,"), Some("Specify the center"));
    assert_eq!(prompt("C 5,5"), Some("Specify the radius"));
    assert_eq!(prompt("C 5,5 3"), None);
    assert_eq!(prompt("U"), None);
}

#[test]
fn quotes_keep_spaces_and_commas_join_words() {
    let texts = |line| {
        let words = words(line).into_iter();
        words.map(|word| (word.at, word.text)).collect::<Vec<_>>()
    };
    let word = |at, text: &str| (at, text.to_owned());
    assert_eq!(
        texts("T 0, 0 \"top view\" x"),
        [word(0, "T"), word(2, "0,0"), word(7, "top view"), word(18, "x")]
    );
    assert_eq!(texts("  "), []);
}

/// Values that finish each tool that takes values; a new tool needs a line here.
const FINISHING: &[(&str, &str)] = &[
    ("line", "0,0 10,0"),
    ("rectangle", "0,0 10,20"),
    ("circle", "0,0 10"),
    ("arc", "0,0 10,10 20,0"),
    ("ellipse", "0,0 20,0 5"),
    ("polygon", "0,0 20"),
    ("point", "0,0"),
];

#[test]
fn a_line_completes_every_drawing_tool() {
    for (id, values) in FINISHING {
        let mut rig = Rig::new();
        let calls = rig.enter(&format!("{id} {values}")).unwrap();
        assert_eq!(calls.len(), 1, "{id} {values}");
    }
    for tool in entries(CANVAS_TOOLS) {
        let line = parse(tool.id, None).unwrap();
        assert_eq!(line.action, Some(ActionId::CanvasTool(tool.id)));
    }
}
