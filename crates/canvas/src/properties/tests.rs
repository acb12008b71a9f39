//! Tests of the sheet of a selection and of the conversion of typed texts.
#![allow(clippy::unwrap_used, reason = "tests")]

use super::error::FieldError;
use super::extent::extent_change;
use super::field::new_name;
use super::mark::mark_change;
use super::sheet::{Sheet, sheet};
use crate::extent::ItemChange;
use crate::protection::Protection;
use serde_json::{Value, json};
use trammel_kernel::{Point, Vec2};
use trammel_scene::{Adjustment, Edit, Flags, Layer, Name, Scene, Shape, Style, Units};

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

fn circle(x: f64, radius: f64) -> Shape {
    Shape::Circle {
        center: Point::new(x, 0.0),
        radius,
    }
}

fn line(count: usize) -> Shape {
    Shape::Line {
        points: (0..count).map(|at| Point::new(at as f64, 2.0)).collect(),
        closed: false,
    }
}

fn scene() -> Scene {
    let mut edit = Edit::by_user(Scene::default());
    let mut draw = |text: &str, shape: Shape| {
        edit.insert(&name(text), shape, Style::shared_default(), false)
            .unwrap();
    };
    draw("a", circle(0.0, 5.0));
    draw("b", circle(20.0, 5.0));
    draw("wall", line(3));
    draw("long", line(60));
    draw(
        "arc",
        Shape::Arc {
            center: Point::ORIGIN,
            radius: 4.0,
            start_angle: std::f64::consts::FRAC_PI_6,
            end_angle: std::f64::consts::PI,
        },
    );
    edit.set_layer_paint(Layer {
        name: name("walls"),
        color: trammel_scene::Color::Ink,
        line_weight: 2.0,
    })
    .unwrap();
    edit.finish().0
}

fn of(scene: &Scene, names: &[&str]) -> Sheet {
    let names: Vec<Name> = names.iter().map(|text| name(text)).collect();
    sheet(scene, &names).unwrap()
}

/// Fields as `id=text`; a mixed value is `?`.
fn listed(sheet: &Sheet) -> String {
    let all = sheet.general.iter().chain(&sheet.shape).chain(&sheet.points);
    all.map(|field| format!("{}={}", field.id(), field.text.as_deref().unwrap_or("?")))
        .collect::<Vec<_>>()
        .join(" ")
}

fn typed(entity: &str, field: &str, text: &str) -> Result<Vec<(String, Value)>, FieldError> {
    let scene = scene();
    let sheet = of(&scene, &[entity]);
    let field = sheet.field(field).unwrap();
    field.values(&scene, scene.get(entity).unwrap(), text)
}

fn value(entity: &str, field: &str, text: &str) -> Value {
    let values = typed(entity, field, text).unwrap();
    assert_eq!(values.len(), 1);
    json!([values[0].0, values[0].1])
}

#[test]
fn a_sheet_lists_the_parameters_of_the_drawing_tool() {
    let scene = scene();
    assert_eq!(
        listed(&of(&scene, &["a"])),
        "name=a layer= style.stroke.color=ink style.stroke.width=1 style.stroke.dash= style.fill.color=none \
         x=0 y=0 radius=5"
    );
    assert!(listed(&of(&scene, &["arc"])).ends_with("cx=0 cy=0 radius=4 start_angle=30 end_angle=180"));
    assert!(listed(&of(&scene, &["wall"])).ends_with(
        "closed=false points.0.x=0 points.0.y=2 points.1.x=1 points.1.y=2 points.2.x=2 points.2.y=2"
    ));
    let long = of(&scene, &["long"]);
    assert_eq!((long.points.len(), long.more_points), (100, 10));
}

#[test]
fn several_entities_have_their_common_fields_and_mixed_values() {
    let scene = scene();
    let both = of(&scene, &["a", "b"]);
    assert!(listed(&both).starts_with("layer= style.stroke.color=ink"));
    assert!(listed(&both).ends_with("x=? y=0 radius=5"));
    assert_eq!(both.kind, Some("circle"));
    let mixed = of(&scene, &["a", "arc"]);
    assert_eq!(mixed.kind, None);
    assert!(listed(&mixed).ends_with("style.fill.color=none radius=?"));
    assert_eq!(mixed.facts[0].value, "10 × 10 mm");
}

#[test]
fn the_mark_of_cutting_is_that_of_all_contours() {
    let mut edit = Edit::by_user(scene());
    edit.group(&name("g"), &[name("a"), name("b")]).unwrap();
    let mark = |scene: &Scene, names: &[&str]| {
        let sheet = of(scene, names);
        sheet.mark.first().map(|field| field.text.clone())
    };
    let is = |text: &str| Some(Some(text.to_owned()));
    edit.set_as_drawn("a", true).unwrap();
    assert_eq!(mark(edit.scene(), &["a"]), is("true"));
    assert_eq!(mark(edit.scene(), &["g"]), is("false"));
    assert_eq!(mark(edit.scene(), &["a", "arc"]), Some(None));
    edit.set_as_drawn("g", true).unwrap();
    let scene = edit.finish().0;
    assert_eq!(mark(&scene, &["g"]), is("true"));
    let names = [name("g")];
    let field = of(&scene, &["g"]).mark.remove(0);
    let Some(ItemChange::Call(call)) = mark_change(&names, &field, "false") else {
        panic!("no call");
    };
    assert_eq!(
        (call.tool, Value::Object(call.input)),
        ("cut_as_drawn", json!({ "entities": ["g"], "as_drawn": false }))
    );
}

#[test]
fn facts_are_measured() {
    let scene = scene();
    let facts = |entity: &str| -> Vec<String> {
        let facts = of(&scene, &[entity]).facts;
        facts.into_iter().map(|fact| fact.value).collect()
    };
    assert_eq!(facts("a"), ["31.4159 mm", "78.5398 mm²", "10 × 10 mm", "-5, -5"]);
    assert_eq!(facts("wall"), ["2 mm", "2 × 0 mm", "0, 2"]);
}

#[test]
fn typed_texts_become_arguments() {
    assert_eq!(value("a", "radius", "2*3+1"), json!(["radius", 7.0]));
    for (entity, text, wanted) in [
        ("a", "1 1/2", 1.5),
        ("a", "1/2in", 12.7),
        ("a", "1/2 in", 12.7),
        ("a", "d50", 25.0),
        ("a", "D 1 1/2in", 19.05),
        ("arc", "⌀5", 2.5),
    ] {
        assert_eq!(value(entity, "radius", text), json!(["radius", wanted]), "{text}");
    }
    assert_eq!(value("a", "x", "-1 1/2"), json!(["x", -1.5]));
    assert_eq!(
        value("a", "style.stroke.dash", "1 1/2 3, 1/4in"),
        json!(["style.stroke.dash", [1.5, 3.0, 6.35]])
    );
    assert_eq!(value("a", "x", "1cm"), json!(["x", 10.0]));
    assert_eq!(
        value("arc", "end_angle", "90°"),
        json!(["end_angle", std::f64::consts::FRAC_PI_2])
    );
    assert_eq!(
        value("wall", "points.1.y", "7"),
        json!(["points", [0.0, 2.0, 1.0, 7.0, 2.0, 2.0]])
    );
    assert_eq!(value("wall", "closed", "true"), json!(["closed", true]));
    assert_eq!(value("a", "layer", "walls"), json!(["layer", "walls"]));
    assert_eq!(value("a", "layer", ""), json!(["layer", null]));
    assert_eq!(
        value("a", "style.stroke.color", "#F00"),
        json!(["style.stroke.color", "#ff0000"])
    );
    assert_eq!(
        value("a", "style.stroke.color", "none"),
        json!(["style.stroke", null])
    );
    assert_eq!(value("a", "style.fill.color", ""), json!(["style.fill", null]));
    assert_eq!(
        value("a", "style.stroke.dash", "6, 3"),
        json!(["style.stroke.dash", [6.0, 3.0]])
    );
    assert_eq!(
        value("a", "style.stroke.dash", ""),
        json!(["style.stroke.dash", []])
    );
}

#[test]
fn invalid_texts_are_refused_with_a_reason_in_both_languages() {
    for (entity, field, text, english) in [
        ("a", "radius", "0", "above 0"),
        ("a", "radius", "5+", "incomplete"),
        ("a", "radius", "d0", "above 0"),
        ("a", "radius", "2in*2in", "is an area"),
        ("a", "radius", "sqrt(2)", "\"sqrt\" begins no value"),
        ("a", "x", "d50", "\"d\" begins no value"),
        ("arc", "start_angle", "1/2in", "\"in\" is not a unit"),
        ("a", "x", "2000000000", "±1e9"),
        ("a", "x", "", "incomplete"),
        ("arc", "end_angle", "3mm", "not a unit"),
        ("a", "style.stroke.width", "-1", "negative"),
        ("a", "style.stroke.color", "reddish", "color"),
        ("a", "style.stroke.dash", "0 0", "dashes"),
    ] {
        let [en, ko] = typed(entity, field, text).unwrap_err().reason();
        assert!(en.contains(english), "{field} {text}: {en}");
        assert!(ko.ends_with("요.") || ko.ends_with("세요."), "{ko}");
    }
}

#[test]
fn a_new_name_must_be_free() {
    let scene = scene();
    assert_eq!(new_name(&scene, &name("a"), " hole ").unwrap(), name("hole"));
    assert_eq!(new_name(&scene, &name("a"), "a").unwrap(), name("a"));
    assert_eq!(
        new_name(&scene, &name("a"), "b"),
        Err(FieldError::NameTaken("b".to_owned()))
    );
    assert_eq!(new_name(&scene, &name("a"), "  "), Err(FieldError::Empty));
    assert_eq!(
        new_name(&scene, &name("a"), &"x".repeat(201)),
        Err(FieldError::LongName)
    );
}

#[test]
fn arrow_keys_step_numbers_and_stop_before_an_invalid_value() {
    let scene = scene();
    let sheet = of(&scene, &["arc"]);
    let step =
        |field: &str, text: &str, up: bool| sheet.field(field).unwrap().step_text(text, Units::Mm, 5.0, up);
    assert_eq!(step("radius", "4", true).as_deref(), Some("9"));
    assert_eq!(step("radius", "4", false), None);
    assert_eq!(step("cx", "1+1", false).as_deref(), Some("-3"));
    assert_eq!(step("start_angle", "30", true).as_deref(), Some("31"));
    assert_eq!(step("cx", "x", true), None);
    assert_eq!(step("name", "a", true), None);
}

#[test]
fn locked_and_hidden_entities_are_protected_with_the_name_of_the_cause() {
    let mut edit = Edit::by_user(scene());
    edit.group(&name("g"), &[name("a"), name("b")]).unwrap();
    edit.set_flags("g", Flags::LOCKED).unwrap();
    edit.set_flags("wall", Flags::HIDDEN).unwrap();
    let scene = edit.finish().0;
    assert_eq!(of(&scene, &["a"]).protection, Some(Protection::Locked(name("g"))));
    assert_eq!(
        of(&scene, &["arc", "wall"]).protection,
        Some(Protection::Hidden(name("wall")))
    );
    assert_eq!(of(&scene, &["arc"]).protection, None);
    let both = of(&scene, &["arc", "wall"]);
    assert_eq!((both.locked, both.hidden), (Some(false), None));
    let mut edit = Edit::by_user(scene);
    edit.set_flags("g", Flags::default()).unwrap();
    edit.set_flags("b", Flags::LOCKED).unwrap();
    let scene = edit.finish().0;
    assert_eq!(of(&scene, &["g"]).protection, Some(Protection::Locked(name("b"))));
    assert_eq!(of(&scene, &["g"]).facts[0].value, "2");
}

#[test]
fn a_selection_without_existing_entities_has_no_sheet() {
    assert_eq!(sheet(&scene(), &[name("gone")]), None);
}

#[test]
fn groups_and_mixed_selections_have_a_place_and_a_size() {
    let mut edit = Edit::by_user(scene());
    edit.group(&name("g"), &[name("a"), name("b")]).unwrap();
    let scene = edit.finish().0;
    let extent = |names: &[&str]| -> Vec<String> {
        let sheet = of(&scene, names);
        let shown = |field: &super::field::Field| format!("{}={}", field.key, field.text.as_deref().unwrap());
        sheet.extent.iter().map(shown).collect()
    };
    let group = [
        "extent.x=-5",
        "extent.y=-5",
        "extent.width=30",
        "extent.height=10",
    ];
    assert_eq!(extent(&["g"]), group);
    assert_eq!(
        extent(&["a", "arc"]),
        [
            "extent.x=-5",
            "extent.y=-5",
            "extent.width=10",
            "extent.height=10"
        ]
    );
    assert_eq!(extent(&["a"]), [""; 0]);
    let change = |key: &str, text: &str| {
        let names = [name("g")];
        let sheet = of(&scene, &["g"]);
        extent_change(&scene, &names, sheet.field(key).unwrap(), text)
    };
    let moved = Adjustment::Move {
        names: vec![name("g")],
        by: Vec2::new(12.0, 0.0),
    };
    assert_eq!(change("extent.x", "7"), Ok(Some(ItemChange::Adjust(moved))));
    let scaled = Adjustment::Scale {
        names: vec![name("g")],
        factor: 2.0,
        center: Point::new(-5.0, -5.0),
    };
    assert_eq!(
        change("extent.width", "6 cm"),
        Ok(Some(ItemChange::Adjust(scaled)))
    );
    assert_eq!(change("extent.height", "0"), Err(FieldError::NotPositive));
    let sheet = of(&scene, &["a"]);
    let radius = sheet.field("radius").unwrap();
    assert_eq!(extent_change(&scene, &[name("a")], radius, "3"), Ok(None));
}
