//! Tests of the measure tool through its inputs: clicks and keys in, results out.

use super::*;
use crate::canvas_tool::{CanvasTool, Input, PointerKind};
use crate::keys::KeyPress;
use crate::selection::Selection;
use crate::steps::stepper::Stepper;
use crate::test_rig::{TestCanvas, draw_shapes, line, pixel};
use trammel_scene::{Shape, Text as TextShape};

/// The measure tool over a drawing whose plate has corners at (0, 0) and (80, 50).
struct Rig {
    tool: Stepper,
    canvas: TestCanvas,
}

impl Rig {
    fn new() -> Self {
        let plate = Shape::Rect {
            corner: Point::ORIGIN,
            width: 80.0,
            height: 50.0,
            corner_radius: 0.0,
        };
        let hole = Shape::Circle {
            center: Point::new(-50.0, -50.0),
            radius: 20.0,
        };
        let note = Shape::Text(std::sync::Arc::new(TextShape {
            text: "A".to_owned(),
            at: Point::new(20.0, -60.0),
            size: 20.0,
            align: Default::default(),
            valign: Default::default(),
            angle: 0.0,
        }));
        let slope = line((-90.0, 0.0), (-30.0, 60.0));
        let scene = draw_shapes([("plate", plate), ("hole", hole), ("slope", slope), ("note", note)]);
        Self {
            tool: Stepper::of(&Measure),
            canvas: TestCanvas::of(scene, &[]),
        }
    }

    fn with<T>(&mut self, run: impl FnOnce(&mut Stepper, &CanvasCx<'_>) -> T) -> T {
        let Self { tool, canvas } = self;
        canvas.with(|cx| run(tool, cx))
    }

    fn click(&mut self, x: f64, y: f64) -> Vec<Effect> {
        let at = pixel((x, y));
        let by = PointerKind::Mouse;
        self.with(|tool, cx| tool.on(Input::Press { at, by }, cx));
        self.with(|tool, cx| tool.on(Input::Release(at), cx))
    }

    fn keys(&mut self, text: &str) -> Vec<Effect> {
        let mut effects = Vec::new();
        for c in text.chars() {
            let key = if c == '\n' {
                "Enter".to_owned()
            } else {
                c.to_string()
            };
            effects = self.press(KeyPress {
                key: &key,
                ..KeyPress::default()
            });
        }
        effects
    }

    fn press(&mut self, press: KeyPress<'_>) -> Vec<Effect> {
        let on_canvas = true;
        self.with(|tool, cx| tool.on(Input::Key { press, on_canvas }, cx))
    }

    fn result(&mut self) -> String {
        let preview = self.with(|tool, cx| tool.preview(cx));
        preview.result.map_or_else(String::new, |[english, _]| english)
    }
}

#[test]
fn two_snapped_points_give_distance_parts_and_angle() {
    let mut rig = Rig::new();
    assert_eq!(rig.click(1.0, 1.0), [Effect::Handled]);
    let wanted = "Distance 94.3398 mm, ΔX 80 mm, ΔY 50 mm, Angle 32.0054°";
    let Effect::Announce([english, korean]) = &rig.click(79.0, 51.0)[0] else {
        panic!("the result is announced")
    };
    assert_eq!(english, wanted);
    assert_eq!(korean, "거리 94.3398 mm, ΔX 80 mm, ΔY 50 mm, 각도 32.0054°");
    assert_eq!(rig.result(), wanted);
    let copy = KeyPress {
        key: "c",
        ctrl: true,
        ..KeyPress::default()
    };
    assert!(matches!(&rig.press(copy)[..], [Effect::Copy([text, _])] if text == wanted));
    let preview = rig.with(|tool, cx| tool.preview(cx));
    assert_eq!(preview.notes[0].lines[0][1], "거리 94.3398 mm");
    assert_eq!(preview.ghosts.len(), 1);
}

#[test]
fn a_chain_gives_its_length_and_its_start_closes_it() {
    let mut rig = Rig::new();
    rig.keys("0,0\n@80,0\n");
    assert_eq!(rig.keys("@0,5cm\n").len(), 1);
    assert_eq!(rig.result(), "Total length 130 mm, Area 2000 mm²");
    rig.click(2.0, 1.0);
    assert_eq!(rig.result(), "Perimeter 224.3398 mm, Area 2000 mm²");
    // The next click starts another measurement.
    rig.click(0.0, 0.0);
    assert_eq!(rig.tool.info().prompt.unwrap()[0], "Specify the second point");
}

#[test]
fn items_give_length_perimeter_area_and_radius() {
    let mut rig = Rig::new();
    rig.click(61.0, 0.5);
    assert_eq!(rig.result(), "Perimeter 260 mm, Area 4000 mm²");
    rig.click(-50.0 + 20.0 * 0.6, -50.0 + 20.0 * 0.8);
    assert_eq!(
        rig.result(),
        "Perimeter 125.6637 mm, Area 1256.6371 mm², Radius 20 mm"
    );
    rig.click(-75.0, 15.0);
    assert_eq!(rig.result(), "Length 84.8528 mm");
}

#[test]
fn two_edges_give_their_angle_or_their_distance() {
    let mut rig = Rig::new();
    rig.click(-75.0, 15.0);
    rig.click(61.0, 0.5);
    assert_eq!(rig.result(), "Angle 45°, Supplement 135°");
    rig.click(61.0, 0.5);
    rig.click(61.0, 49.5);
    assert_eq!(rig.result(), "Angle 0°, Distance of the parallel lines 50 mm");
}

#[test]
fn alt_picks_the_item_at_a_snap_point() {
    let mut rig = Rig::new();
    rig.canvas.modifiers.alt = true;
    rig.click(40.0, 0.5);
    assert_eq!(rig.result(), "Perimeter 260 mm, Area 4000 mm²");
}

#[test]
fn enter_measures_the_selected_item_and_escape_backs_out() {
    let mut rig = Rig::new();
    rig.canvas.selection = Selection::of([Name::new("hole").unwrap()]);
    assert!(rig.result().starts_with("Perimeter 125.6637 mm"));
    assert!(matches!(rig.keys("\n")[0], Effect::Announce(_)));
    let escape = KeyPress {
        key: "Escape",
        ..KeyPress::default()
    };
    rig.keys("12");
    assert_eq!(rig.press(escape), [Effect::Handled]);
    assert_eq!(rig.press(escape), [Effect::Handled]);
    assert_eq!(rig.press(escape), [Effect::Finish]);
}

#[test]
fn backspace_takes_back_the_last_value_and_continues_an_ended_chain() {
    let mut rig = Rig::new();
    let backspace = KeyPress {
        key: "Backspace",
        ..KeyPress::default()
    };
    rig.keys("0,0\n30,40\n30,0\n\n");
    assert_eq!(rig.result(), "Total length 90 mm, Area 600 mm²");
    rig.press(backspace);
    assert!(rig.result().starts_with("Distance 50 mm"));
    rig.keys("30,60\n");
    assert_eq!(rig.result(), "Total length 70 mm, Area 300 mm²");
    rig.keys("\n\n");
    assert_eq!(rig.result(), "");
    rig.click(-75.0, 15.0);
    rig.click(61.0, 0.5);
    rig.press(backspace);
    assert_eq!(rig.result(), "Length 84.8528 mm");
    rig.keys("0,0\n3,4\n");
    assert!(rig.result().starts_with("Distance 5 mm"));
}

#[test]
fn refused_input_measures_nothing() {
    let mut rig = Rig::new();
    for (keys, part) in [
        ("\n", "incomplete"),
        ("5\n", "two numbers"),
        ("/0,0\n", ""),
        ("0,0\n0,0\n", "same"),
    ] {
        let effects = rig.keys(keys);
        if !part.is_empty() {
            assert!(
                matches!(&effects[..], [Effect::Refuse([why, _])] if why.contains(part)),
                "{keys}: {effects:?}"
            );
        }
        rig.tool = Stepper::of(&Measure);
    }
    let bounds = rig.canvas.scene.world_bounds("note").unwrap();
    rig.canvas.modifiers.alt = true;
    let path = rig.canvas.scene.world_paths("note").remove(0);
    let on = path.start().unwrap();
    assert!(bounds.contains(on));
    let effects = rig.click(on.x, on.y);
    assert!(
        matches!(&effects[..], [Effect::Refuse([why, _])] if why.contains("no length")),
        "{effects:?}"
    );
    assert_eq!(rig.result(), "");
}
