//! Conversion of a drawing to code: files whose `main`, run from an empty drawing, reproduces the scene exactly.
//!
//! Each entity is one readable statement without default values. A group follows its children, which are drawn
//! at the root first, so that no placement must be computed: every number of the scene is written unchanged. A
//! drawing too large for one file continues in modules that `main` imports in order.

use super::json;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;
use trammel_base::numbers::number_text;
use trammel_code::{Call, FileName, MAX_FILE_BYTES, MAX_FILES, PART_BYTES, write};
use trammel_kernel::Vec2;
use trammel_language::{Bilingual, bilingual};
use trammel_scene::{Color, Constraint, Entity, Layer, Name, Scene, Shape, Stroke, Style, Transform};

/// Tools of the statements, apart from those that draw a shape.
pub(super) const CREATE_LAYER: &str = "create_layer";
pub(super) const CREATE_GROUP: &str = "create_group";
pub(super) const TRANSLATE: &str = "translate";
pub(super) const SET_TRANSFORM: &str = "set_transform";
pub(super) const ADD_CONSTRAINT: &str = "add_constraint";
const CUT_AS_DRAWN: &str = "cut_as_drawn";

/// Beginning of the names of the tools that draw a shape.
pub(super) const DRAW: &str = "draw_";

/// Returns the code files. Locks and hidden flags of the user, the title, and the unit are not part of the code.
///
/// # Errors
/// Returns an error if an entity is too large for a file, or if the drawing needs more than [`MAX_FILES`] files.
pub fn write(scene: &Scene) -> Result<BTreeMap<FileName, Arc<str>>, Bilingual> {
    let mut parts = Parts::default();
    for layer in &scene.definitions().layers {
        parts.add(&layer.name, &layer_statement(layer))?;
    }
    for entity in scene.children(None) {
        write_tree(scene, entity, &mut parts)?;
    }
    for constraint in &scene.definitions().constraints {
        parts.add(
            &constraint.refs[0].entity,
            &constraint_statement(scene, constraint),
        )?;
    }
    parts.into_files()
}

/// Files under construction.
#[derive(Default)]
struct Parts {
    full: Vec<String>,
    last: String,
}

impl Parts {
    fn add(&mut self, name: &Name, statement: &str) -> Result<(), Bilingual> {
        if statement.len() > MAX_FILE_BYTES {
            return Err(bilingual!(
                "'{name}' is too large to be written as code",
                "'{name}' 항목이 너무 커서 코드로 쓸 수 없어요"
            ));
        }
        if self.last.len() + statement.len() > PART_BYTES && !self.last.is_empty() {
            self.full.push(std::mem::take(&mut self.last));
        }
        self.last.push_str(statement);
        Ok(())
    }

    fn into_files(self) -> Result<BTreeMap<FileName, Arc<str>>, Bilingual> {
        if self.full.is_empty() {
            return Ok(trammel_base::sort::map([(
                FileName::main(),
                Arc::from(self.last),
            )]));
        }
        let mut files = BTreeMap::new();
        let mut main = String::new();
        for (at, text) in self.full.into_iter().chain([self.last]).enumerate() {
            let name = format!("part_{}", at + 1);
            let file = FileName::new(&name)?;
            files.insert(file, Arc::from(text));
            let _ = writeln!(main, "import '{name}';");
        }
        files.insert(FileName::main(), Arc::from(main));
        if files.len() > MAX_FILES {
            return Err(bilingual!(
                "the drawing needs more than {MAX_FILES} files of code",
                "이 도면에는 코드 파일이 {MAX_FILES}개보다 많이 필요해요"
            ));
        }
        Ok(files)
    }
}

/// Writes the statements of an entity and its descendants. Groups nest at most `MAX_DEPTH` levels deep.
fn write_tree(scene: &Scene, entity: &Entity, parts: &mut Parts) -> Result<(), Bilingual> {
    for child in scene.children(Some(&entity.name)) {
        write_tree(scene, child, parts)?;
    }
    let statement = drawing_statement(scene, entity);
    parts.add(&entity.name, &statement)?;
    if let Some(statement) = placing_statement(entity) {
        parts.add(&entity.name, &statement)?;
    }
    if entity.as_drawn {
        let mark = Call::new(CUT_AS_DRAWN).with("entities", vec![entity.name.as_str()]);
        parts.add(&entity.name, &mark.statement())?;
    }
    Ok(())
}

/// Returns the statement that creates a layer.
pub fn layer_statement(layer: &Layer) -> String {
    layer_call(layer).statement()
}

/// Returns the call that creates a layer.
pub fn layer_call(layer: &Layer) -> Call {
    let call = Call::new(CREATE_LAYER).with("name", layer.name.as_str());
    let call = call.with("color", color(layer.color));
    call.with("line_weight", layer.line_weight)
}

fn constraint_statement(scene: &Scene, constraint: &Constraint) -> String {
    let data = json::constraint(scene, constraint);
    let fields = ["kind", "refs", "value"]
        .into_iter()
        .filter(|field| !data[field].is_null());
    let parameter = |field| if field == "refs" { "entities" } else { field };
    let call = fields.fold(Call::new(ADD_CONSTRAINT), |call, field| {
        call.with(parameter(field), data[field].clone())
    });
    call.statement()
}

/// Returns the call that draws the entity without its transform.
fn drawing_statement(scene: &Scene, entity: &Entity) -> String {
    let call = drawing_call(scene, entity);
    write::call(call.tool, &arguments(&call.input))
}

/// Returns the arguments of a drawing tool as expressions.
pub fn arguments(input: &Map<String, Value>) -> Vec<(&str, String)> {
    let expression = |(field, value): (_, &Value)| match field {
        // The geometry of an annotation is data that is not meant to be edited by hand.
        "geometry" => (field, value.to_string()),
        _ => (field, write::literal(value)),
    };
    let each = input.iter();
    each.map(|(field, value)| expression((field.as_str(), value)))
        .collect()
}

/// Returns the call that draws the entity without its transform, with the arguments that differ from the defaults.
pub fn drawing_call(scene: &Scene, entity: &Entity) -> Call {
    let mut call = Call::new(drawing_tool(&entity.shape)).with("name", entity.name.as_str());
    if entity.shape.is_group() {
        let children = scene.children(Some(&entity.name));
        let children: Vec<&str> = children.map(|child| child.name.as_str()).collect();
        return call.with("children", children);
    }
    let geometry = json::geometry(&entity.shape);
    if entity.shape.is_annotation() {
        call = call.with("type", entity.shape.kind()).with("geometry", geometry);
    } else {
        draw_fields(geometry, &mut call.input);
    }
    let layer = entity
        .layer
        .as_ref()
        .and_then(|layer| scene.definitions().layer(layer));
    let base = match layer {
        _ if entity.shape.is_filled() => Style::fill_only(layer.map_or(Color::Ink, |layer| layer.color)),
        None => Style::default_in(scene.units()),
        Some(layer) => Style {
            stroke: Some(layer.stroke()),
            fill: None,
        },
    };
    if let Some(style) = style(&entity.style, &base, &Stroke::default_in(scene.units())) {
        call = call.with("style", style);
    }
    match layer {
        Some(layer) => call.with("layer", layer.name.as_str()),
        None => call,
    }
}

/// Returns the tool that draws a shape from its geometry.
fn drawing_tool(shape: &Shape) -> &'static str {
    match shape {
        Shape::Line { .. } => "draw_line",
        Shape::Circle { .. } => "draw_circle",
        Shape::Rect { .. } => "draw_rect",
        Shape::Arc { .. } => "draw_arc",
        Shape::Polygon { .. } => "draw_polygon",
        Shape::Ellipse { .. } => "draw_ellipse",
        Shape::Bezier(_) => "draw_bezier",
        Shape::Point { .. } => "draw_point",
        Shape::Region { .. } => "draw_region",
        Shape::Text(_) => "draw_text",
        Shape::Dimension(_) | Shape::Leader(_) | Shape::Hatch(_) => "draw_annotation",
        Shape::Group => CREATE_GROUP,
    }
}

/// Adds the geometry as arguments, without default values.
fn draw_fields(geometry: Value, fields: &mut Map<String, Value>) {
    let Value::Object(geometry) = geometry else { return };
    fields.extend(
        geometry
            .into_iter()
            .filter(|(field, value)| !is_default(field, value)),
    );
}

/// Whether a drawing tool uses this value for an omitted geometry field.
fn is_default(field: &str, value: &Value) -> bool {
    match field {
        "closed" => *value == Value::Bool(false),
        "corner_radius" => value.as_f64() == Some(0.0),
        "holes" => value.as_array().is_some_and(Vec::is_empty),
        _ => false,
    }
}

/// Returns the call that applies the entity's transform; `None` for the identity.
fn placing_statement(entity: &Entity) -> Option<String> {
    transform_statement(&write::quote(&entity.name), &entity.transform)
}

/// Returns the call that applies a transform to the entity whose name is the value of this expression; `None` for the
/// identity.
pub fn transform_statement(expression: &str, now: &Transform) -> Option<String> {
    let only_moved = Transform {
        translate: now.translate,
        ..Transform::default()
    };
    let fields = transform_arguments(now);
    if fields.is_empty() {
        return None;
    }
    if *now == only_moved {
        let [dx, dy] = [now.translate.x, now.translate.y].map(number_text);
        let name = ("name", expression.to_owned());
        return Some(write::call(TRANSLATE, &[name, ("dx", dx), ("dy", dy)]));
    }
    let mut arguments = vec![("entity", expression.to_owned())];
    arguments.extend(write::literals(&fields));
    Some(write::call(SET_TRANSFORM, &arguments))
}

/// Returns the arguments of `set_transform` for a transform, apart from the entity; none for the identity.
pub fn transform_arguments(now: &Transform) -> Map<String, Value> {
    let plain = Transform::default();
    let pair = |v: Vec2| json!([v.x, v.y]);
    let parts = [
        ("translate", now.translate != plain.translate, pair(now.translate)),
        ("rotate", now.rotate != plain.rotate, now.rotate.into()),
        ("shear", now.shear != plain.shear, now.shear.into()),
        ("scale", now.scale != plain.scale, pair(now.scale)),
    ];
    let differing = parts.into_iter().filter(|(_, differs, _)| *differs);
    let differing = differing.map(|(field, _, value)| (field.to_owned(), value));
    let pivot = now.pivot.map(|pivot| ("pivot".to_owned(), pair(pivot.to_vec2())));
    differing.chain(pivot).collect()
}

/// Returns the difference of a style from `plain`, the style of an entity without a style argument. `outline` is the
/// stroke of an entity that states a color alone.
fn style(style: &Style, plain: &Style, outline: &Stroke) -> Option<Value> {
    if style == plain {
        return None;
    }
    let mut fields = Map::new();
    match &style.stroke {
        None if plain.stroke.is_some() => drop(fields.insert("stroke".to_owned(), Value::Null)),
        Some(stroke) if style.stroke != plain.stroke => {
            let base = plain.stroke.as_ref().unwrap_or(outline);
            fields.insert("stroke".to_owned(), stroke_fields(stroke, base));
        }
        _ => {}
    }
    match style.fill {
        None if plain.fill.is_some() => drop(fields.insert("fill".to_owned(), Value::Null)),
        Some(fill) if style.fill != plain.fill => {
            fields.insert("fill".to_owned(), json!({ "color": color(fill.color) }));
        }
        _ => {}
    }
    Some(Value::Object(fields))
}

fn stroke_fields(stroke: &Stroke, plain: &Stroke) -> Value {
    let mut fields = Map::new();
    let mut add = |differs: bool, field: &str, value: Value| {
        if differs {
            fields.insert(field.to_owned(), value);
        }
    };
    add(stroke.color != plain.color, "color", color(stroke.color));
    add(stroke.width != plain.width, "width", stroke.width.into());
    add(stroke.dash != plain.dash, "dash", json!(stroke.dash));
    add(stroke.cap != plain.cap, "cap", json!(stroke.cap));
    add(stroke.join != plain.join, "join", json!(stroke.join));
    Value::Object(fields)
}

/// Returns a hexadecimal color such as `"#1b5fd0"` if it is exact, otherwise the list of channels.
fn color(color: Color) -> Value {
    let Color::Rgba(rgba) = color else {
        return "ink".into();
    };
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "channels lie in 0 to 1"
    )]
    let byte = |channel: f64| (channel * 255.0).round() as u8;
    let [r, g, b, a] = rgba.map(byte);
    let short = format!("#{r:02x}{g:02x}{b:02x}");
    for hex in [short.clone(), format!("{short}{a:02x}")] {
        if Color::parse(&hex) == Ok(color) {
            return hex.into();
        }
    }
    json!(rgba)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use trammel_kernel::Point;
    use trammel_scene::{Edit, Units};

    #[test]
    fn generated_code_is_readable() {
        let mut edit = Edit::new(Scene::default());
        let n = |text: &str| Name::new(text).unwrap();
        let circle = Shape::Circle {
            center: Point::new(0.0, -0.5),
            radius: 5.0,
        };
        edit.insert(
            &n("머리 \"1\""),
            circle,
            Style::shared_default_in(Units::Mm),
            false,
        )
        .unwrap();
        let rect = Shape::Rect {
            corner: Point::new(1e-9, 0.1 + 0.2),
            width: 1e20,
            height: 4.0,
            corner_radius: 0.0,
        };
        assert!(
            edit.insert(&n("r"), rect, Style::shared_default_in(Units::Mm), false)
                .is_err()
        );
        let rect = Shape::Rect {
            corner: Point::new(1e-9, 0.1 + 0.2),
            width: 10.0,
            height: 4.0,
            corner_radius: 0.0,
        };
        let style = Style {
            stroke: Some(Stroke {
                color: Color::parse("#1b5fd0").unwrap(),
                dash: vec![6.0, 3.5],
                ..Stroke::default_in(Units::Mm)
            }),
            fill: Some(trammel_scene::Fill {
                color: Color::Rgba([0.1, 0.0, 0.0, 0.5]),
            }),
        };
        edit.insert(&n("r"), rect, Arc::new(style), false).unwrap();
        edit.set_pivot("r", Point::ORIGIN).unwrap();
        edit.set_as_drawn("r", true).unwrap();
        edit.group(&n("g"), &[n("r")]).unwrap();
        edit.set_transform(
            "g",
            Transform {
                translate: (3.0, 0.0).into(),
                ..Transform::default()
            },
        )
        .unwrap();
        let files = write(&edit).unwrap();
        assert_eq!(files.len(), 1);
        expect_test::expect![[r##"
            draw_circle({ name: "머리 \"1\"", x: 0, y: -0.5, radius: 5 });
            draw_rect({ name: "r", x: 1e-9, y: 0.30000000000000004, width: 10, height: 4, style: { stroke: { color: "#1b5fd0", dash: [6, 3.5] }, fill: { color: [0.1, 0, 0, 0.5] } } });
            set_transform({ entity: "r", pivot: [0, 0] });
            cut_as_drawn({ entities: ["r"] });
            create_group({ name: "g", children: ["r"] });
            translate({ name: "g", dx: 3, dy: 0 });
        "##]]
        .assert_eq(&files["main"]);
        let scene = edit.finish().0;
        let copy = json::read(&json::write(&scene)).unwrap();
        assert!(copy.get("r").unwrap().as_drawn && !copy.get("머리 \"1\"").unwrap().as_drawn);
    }

    #[test]
    fn a_large_drawing_is_split_into_modules_and_has_a_limit() {
        let line = |points: u32| Shape::Line {
            points: (0..points)
                .map(|i| Point::new(f64::from(i) + 0.25, 1.5))
                .collect(),
            closed: false,
        };
        let mut edit = Edit::new(Scene::default());
        for i in 0..8 {
            let name = Name::new(&format!("l{i}")).unwrap();
            edit.insert(&name, line(24_000), Style::shared_default_in(Units::Mm), false)
                .unwrap();
        }
        let files = write(&edit).unwrap();
        assert_eq!(
            &*files["main"],
            "import 'part_1';\nimport 'part_2';\nimport 'part_3';\n"
        );
        assert!(files.values().all(|text| text.len() <= PART_BYTES));
        let monster = Name::new("monster").unwrap();
        edit.insert(
            &monster,
            line(480_000),
            Style::shared_default_in(Units::Mm),
            false,
        )
        .unwrap();
        assert!(
            write(&edit)
                .unwrap_err()
                .english
                .contains("'monster' is too large")
        );
    }
}
