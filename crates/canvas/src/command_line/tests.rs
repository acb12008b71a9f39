//! Tests of the command line: a line in; calls, prompts, or an error with its position out.

mod finishing;

use super::*;
use crate::canvas_tools::entries;
use crate::test_rig::{Rig, draw_shapes, line, name};
use serde_json::{Value, json};
use trammel_kernel::Point;
use trammel_scene::{Adjustment, Name, Scene, Shape};

/// A plate from (0, 0) to (40, 20), the line "wall" from (-50, 0) to (-10, 0), the line "rail" from (-50, 0) to
/// (-50, 40), the line "post" from (-30, -20) to (-30, 20), the line "stub" from (-80, 10) to (-60, 10), and the circle
/// "hole" around (60, 50) with radius 10.
fn drawing() -> Scene {
    let corners = [(0.0, 0.0), (40.0, 0.0), (40.0, 20.0), (0.0, 20.0)];
    let plate = Shape::Polygon {
        points: corners.map(Point::from).to_vec(),
        holes: Vec::new(),
    };
    let hole = Shape::Circle {
        center: Point::new(60.0, 50.0),
        radius: 10.0,
    };
    draw_shapes([
        ("plate", plate),
        ("wall", line((-50.0, 0.0), (-10.0, 0.0))),
        ("rail", line((-50.0, 0.0), (-50.0, 40.0))),
        ("post", line((-30.0, -20.0), (-30.0, 20.0))),
        ("stub", line((-80.0, 10.0), (-60.0, 10.0))),
        ("hole", hole),
    ])
}

/// Setup, input, and results of the tests.
trait Setup {
    /// Creates a rig with an empty drawing.
    fn new() -> Self;

    /// Creates a rig with [`drawing`] and selected entities.
    fn with_drawing(selected: &[&str]) -> Self;

    /// Enters a line like the page, and returns its calls.
    fn enter(&mut self, line: &str) -> Result<Vec<Value>, LineError>;

    fn prompt(&self) -> Option<&'static str>;
}

impl Setup for Rig {
    fn new() -> Rig {
        Rig::of(Scene::default(), &[])
    }

    fn with_drawing(selected: &[&str]) -> Rig {
        Rig::of(drawing(), selected)
    }

    fn enter(&mut self, line: &str) -> Result<Vec<Value>, LineError> {
        let parsed = parse(line, self.host.info()).expect("a command line");
        let effects = self.with(|host, cx| enter(host, cx, &parsed))?;
        let mut calls = Vec::new();
        for effect in effects {
            match effect {
                Effect::Call { tool, mut input } => {
                    input["tool"] = json!(tool);
                    calls.push(input);
                }
                Effect::Adjust(Adjustment::Move { names, by }) => {
                    let names: Vec<&str> = names.iter().map(Name::as_str).collect();
                    calls.push(json!({ "move": names, "by": [by.x, by.y] }));
                }
                Effect::Adjust(Adjustment::Rotate { names, angle, center }) => {
                    calls.push(json!({ "rotate": names, "angle": angle, "center": [center.x, center.y] }));
                }
                Effect::Adjust(Adjustment::Scale {
                    names,
                    factor,
                    center,
                }) => {
                    calls.push(json!({ "scale": names, "factor": factor, "center": [center.x, center.y] }));
                }
                Effect::Announce([english, _]) => calls.push(json!(english)),
                Effect::Select(selection) => self.selection = selection,
                Effect::Finish => self.host.finish(),
                _ => {}
            }
        }
        Ok(calls)
    }

    fn prompt(&self) -> Option<&'static str> {
        self.host.info().unwrap().prompt.map(|[english, _]| english)
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
            "C 50,50 1/2in",
            json!({ "tool": "draw_circle", "name": "circle_1", "x": 50.0, "y": 50.0, "radius": 12.7 }),
        ),
        (
            "C 50,50 1 1/2 in",
            json!({ "tool": "draw_circle", "name": "circle_1", "x": 50.0, "y": 50.0, "radius": 38.1 }),
        ),
        (
            "C 1 1/2,-3 d40",
            json!({ "tool": "draw_circle", "name": "circle_1", "x": 1.5, "y": -3.0, "radius": 20.0 }),
        ),
        (
            "C \"5,1 1/2\" d2 1/2",
            json!({ "tool": "draw_circle", "name": "circle_1", "x": 5.0, "y": 1.5, "radius": 1.25 }),
        ),
        (
            "REC 1,1 @2 1/4,1",
            json!({ "tool": "draw_rect", "name": "rect_1", "x": 1.0, "y": 1.0, "width": 2.25, "height": 1.0 }),
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
        ("C 50,50 2in*2in", 8, "2in*2in", "is an area"),
        ("C 50,50 1.5/2in", 8, "1.5/2in", "divided by a length"),
        ("C 50,50 sqrt(2)", 8, "sqrt(2)", "takes no such value"),
        ("C 50,50 d", 8, "d", "takes no such value"),
        ("L 0,0 d40", 6, "d40", "takes no such value"),
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
        rig.host.activate("ellipse");
        let error = rig.enter(line).unwrap_err();
        assert_eq!((error.at, error.word.as_str()), (at, word), "{line}");
        assert!(
            error.message()[0].contains(reason),
            "{line}: {:?}",
            error.message()
        );
        assert!(error.message()[0].starts_with(&format!("Character {}", at + 1)));
        assert_eq!(rig.host.info().unwrap().id, "ellipse", "the active tool is kept");
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
        parse("10,20", rig.host.info()),
        None,
        "the selection tool has no prompt"
    );
    rig.host.activate("line");
    assert_eq!(parse("10,20", rig.host.info()).unwrap().action, None);
    assert_eq!(parse("export", rig.host.info()), None);
    assert_eq!(parse("", rig.host.info()), None);
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
    assert_eq!(
        texts("C 1,1 1/2 in"),
        [word(0, "C"), word(2, "1,1"), word(6, "1/2 in")],
        "a fraction after a coordinate is a value of its own"
    );
    assert_eq!(
        texts("T 5 \"1/2\" 1 1/2"),
        [word(0, "T"), word(2, "5"), word(4, "1/2"), word(10, "1 1/2")]
    );
    assert_eq!(texts("  "), []);
}

#[test]
fn a_typed_point_picks_like_a_click() {
    for (line, wanted) in [
        (
            "M 20,0 \"\" 0,0 5,10",
            json!({ "move": ["plate"], "by": [5.0, 10.0] }),
        ),
        (
            "M 20,0 70,50 \"\" 0,0 5,10",
            json!({ "move": ["plate", "hole"], "by": [5.0, 10.0] }),
        ),
        (
            "F 3 -20,0 -50,20",
            json!({ "tool": "fillet", "entity": "wall", "target": "rail", "radius": 3.0 }),
        ),
        (
            "F 20,0 40,10",
            json!({ "tool": "fillet", "entity": "plate.edge[0]", "target": "plate.edge[1]", "radius": 5.0 }),
        ),
        (
            "O 20,0 5",
            json!({ "tool": "offset", "entities": ["plate"], "distance": 5.0, "result": "plate_offset", "side": "outside" }),
        ),
        (
            "J -20,0 -50,20",
            json!({ "tool": "join", "entities": ["wall", "rail"], "result": "wall" }),
        ),
        ("X 20,0", json!({ "tool": "explode", "entity": "plate" })),
        (
            "BR 20,0 10,0",
            json!({ "tool": "split_at", "entity": "plate", "points": [10.0, 0.0] }),
        ),
    ] {
        let mut rig = Rig::with_drawing(&[]);
        assert_eq!(rig.enter(line), Ok(vec![wanted]), "{line}");
        assert_eq!(rig.prompt(), None, "{line} ends its tool");
    }
}

#[test]
fn picks_and_values_may_be_lines_of_their_own() {
    let mut rig = Rig::with_drawing(&[]);
    assert_eq!(rig.enter("M"), Ok(vec![]));
    assert_eq!(rig.enter("20,0"), Ok(vec![]), "the end of the line ends picking");
    assert_eq!(rig.prompt(), Some("Specify the base point"));
    assert_eq!(rig.selection, Selection::of([name("plate")]));
    assert_eq!(
        rig.enter("0,0 5,10"),
        Ok(vec![json!({ "move": ["plate"], "by": [5.0, 10.0] })])
    );
}

#[test]
fn an_error_takes_back_the_picks_of_the_active_tool() {
    for (tool, line) in [
        ("O", "20,0 5x"),
        ("M", "20,0 90,90"),
        ("M", "20,0 \"\" 1,1 1,"),
        ("F", "3 20,0 90,90"),
    ] {
        let mut rig = Rig::with_drawing(&[]);
        rig.enter(tool).unwrap();
        let prompt = rig.prompt();
        rig.enter(line).unwrap_err();
        assert_eq!(rig.prompt(), prompt, "{tool} {line}");
        assert_eq!(rig.selection, Selection::default(), "{tool} {line}");
    }
}

#[test]
fn the_end_of_a_line_types_no_text() {
    let mut rig = Rig::with_drawing(&[]);
    assert_eq!(rig.enter("LE 70,50 80,60"), Ok(vec![]));
    assert_eq!(rig.prompt(), Some("Type the text, then press Enter"));
    assert_eq!(rig.enter("\"6 holes\"").unwrap()[0]["text"], "6 holes");
}

#[test]
fn every_canvas_tool_begins_a_line() {
    for tool in entries(CANVAS_TOOLS) {
        let line = parse(tool.id, None).unwrap();
        assert_eq!(line.action, Some(ActionId::CanvasTool(tool.id)));
    }
}
