//! A drawing that is written as DXF and opened again: the same entities, dimensions, references, layers, blocks, and
//! numbers.

use super::round_trips::{drawn, read, written};
use super::*;
use proptest::prelude::*;
use std::collections::BTreeMap;
use trammel_kernel::{Affine, Path, Point, Seg, Vec2, norm};
use trammel_scene::annotate::Measure;
use trammel_scene::{PartRef, Resolved, Scene, Shape, Text};
use trammel_text::Valign;

/// Largest difference of numbers that DXF writes with nine decimals, relative to their size or to 1.
const NEAR: f64 = 4e-9;

/// Runs code and returns its drawing.
pub(super) fn scene_of(code: &str) -> Scene {
    let request = request(&[("main", code)], Limits::default());
    let diff = execute(&request, &clock())
        .result
        .unwrap_or_else(|failure| panic!("{failure:?}\n{code}"));
    validate_diff(&request, &diff).unwrap()
}

/// Opens the DXF file of a drawing.
fn opened(scene: &Scene) -> (String, Scene) {
    let code = read("dxf", &written(scene, "dxf"), scene);
    let text: String = code.modules.iter().map(|(_, text)| &**text).collect();
    (text, drawn(&code))
}

/// Entity as a file shows it, in the coordinates of the drawing.
#[derive(Debug)]
struct Shown {
    name: String,
    kind: &'static str,
    layer: String,
    is_filled: bool,
    text: String,
    points: Vec<Point>,
    numbers: Vec<f64>,
    paths: Vec<Path>,
    /// Measured points that follow an entity.
    ties: Vec<Point>,
}

fn shown(scene: &Scene) -> Vec<Shown> {
    // An area without lines is a hatch of a file.
    let is_area = |entity: &Entity| entity.style.fill.is_some() && entity.style.stroke.is_none();
    let leaves = scene
        .walk()
        .filter(|entity| !entity.shape.is_group() && !entity.hidden);
    leaves
        .map(|entity| {
            let map = scene.world_transform(&entity.name).unwrap();
            let mut out = Shown {
                name: entity.name.to_string(),
                kind: kind_of(&entity.shape),
                layer: entity.layer.as_ref().map_or("0".to_owned(), ToString::to_string),
                is_filled: entity.style.fill.is_some(),
                text: String::new(),
                points: Vec::new(),
                numbers: Vec::new(),
                paths: Vec::new(),
                ties: Vec::new(),
            };
            match &entity.shape {
                Shape::Text(text) => {
                    out.is_filled = false;
                    let (at, valign) = anchor(text);
                    out.text = format!("{:?} {valign:?} {}", text.align, text.text);
                    out.points.push(map * at);
                    out.points.push(
                        map * (at + Vec2::new(libm::cos(text.angle), libm::sin(text.angle)) * text.size),
                    );
                }
                Shape::Dimension(tied) => {
                    out.text = tied.dimension.label();
                    out.paths = tied.dimension.drawn_form().lines;
                    if let Some(at) = tied.dimension.marks.text_at {
                        out.points.push(map * at);
                    }
                    for tie in tied.ties.iter().flatten() {
                        out.ties.extend(tie_point(scene, tie, &tied.dimension.measure));
                    }
                    let style = &tied.dimension.style;
                    out.numbers = vec![style.text_height, style.arrow_size, f64::from(style.decimals)];
                }
                Shape::Leader(tied) => {
                    out.text.clone_from(&tied.leader.text);
                    out.points = tied.leader.points.iter().map(|point| map * *point).collect();
                    out.ties
                        .extend(tied.tie.as_ref().map(|_| map * tied.leader.points[0]));
                }
                Shape::Hatch(tied) => out.paths.clone_from(&tied.boundary),
                shape if is_area(entity) => {
                    out.kind = "hatch";
                    out.paths = shape.paths();
                }
                shape => {
                    out.numbers = numbers_of(shape, &map);
                    out.paths = shape.paths();
                }
            }
            out.paths = out.paths.iter().map(|path| path.transformed(&map)).collect();
            out
        })
        .collect()
}

/// Anchor of a text. Texts of several lines have none on a baseline in a file, but one at the top of the first line.
fn anchor(text: &Text) -> (Point, Valign) {
    if text.valign != Valign::Baseline || !text.text.contains('\n') {
        return (text.at, text.valign);
    }
    let up = Vec2::new(-libm::sin(text.angle), libm::cos(text.angle));
    (text.at + up * text.size, Valign::Top)
}

/// Point at which a reference is measured; several for a reference to an edge.
fn tie_point(scene: &Scene, tie: &PartRef, measure: &Measure) -> Vec<Point> {
    match tie.resolve(scene).unwrap() {
        Resolved::Point(point) => vec![point],
        Resolved::Curve(seg @ Seg::Line { .. }) => vec![seg.start(), seg.end()],
        _ => match *measure {
            Measure::Radius { center, .. } | Measure::Diameter { center, .. } => vec![center],
            Measure::Linear { from, to, .. } => vec![from, to],
            Measure::Angular { vertex, .. } => vec![vertex],
        },
    }
}

/// Kind of a shape in a file, which has no polygons apart from closed lines.
fn kind_of(shape: &Shape) -> &'static str {
    match shape {
        Shape::Line { closed: true, .. } => "polygon",
        other => other.kind(),
    }
}

/// Numbers of a shape that is not transformed.
fn numbers_of(shape: &Shape, map: &Affine) -> Vec<f64> {
    if *map != Affine::IDENTITY {
        return Vec::new();
    }
    match shape {
        Shape::Circle { center, radius } => vec![center.x, center.y, *radius],
        Shape::Rect {
            corner,
            width,
            height,
            corner_radius,
        } => vec![corner.x, corner.y, *width, *height, *corner_radius],
        Shape::Line { points, .. } => points.iter().flat_map(|point| [point.x, point.y]).collect(),
        Shape::Arc { center, radius, .. } => vec![center.x, center.y, *radius],
        Shape::Point { at } => vec![at.x, at.y],
        _ => Vec::new(),
    }
}

fn near(a: Point, b: Point) -> bool {
    norm(a - b) <= NEAR * (1.0 + norm(a.to_vec2()))
}

/// Whether paths are the same curves: each point of one is on another.
fn same_paths(a: &[Path], b: &[Path]) -> bool {
    let covers = |a: &[Path], b: &[Path]| {
        a.iter().flat_map(|path| &path.segs).all(|seg| {
            [0.0, 0.3, 0.5, 1.0].iter().all(|t| {
                let point = seg.point_at(*t);
                let scale = 1.0 + norm(point.to_vec2()) + seg.length();
                b.iter()
                    .any(|path| path.distance_to(point).is_some_and(|d| d <= NEAR * scale))
            })
        })
    };
    covers(a, b) && covers(b, a)
}

/// Returns the first difference between a drawing and its copy.
fn difference(scene: &Scene, copy: &Scene) -> Option<String> {
    let (before, after) = (shown(scene), shown(copy));
    if before.len() != after.len() {
        let names = |all: &[Shown]| {
            all.iter()
                .map(|one| format!("{} {}", one.name, one.kind))
                .collect::<Vec<_>>()
        };
        return Some(format!("{:?}\n{:?}", names(&before), names(&after)));
    }
    for (a, b) in before.iter().zip(&after) {
        // An extent that has corners of an entity at its ends is attached to these corners.
        let ties = a
            .ties
            .iter()
            .all(|tie| b.ties.iter().any(|other| near(*tie, *other)));
        let points =
            a.points.len() == b.points.len() && a.points.iter().zip(&b.points).all(|(a, b)| near(*a, *b));
        let is_short =
            |number: f64| (number * 1e6 - (number * 1e6).round()).abs() < 1e-6 && number.abs() < 1e6;
        let numbers = a.numbers.len() != b.numbers.len()
            || a.numbers.iter().zip(&b.numbers).all(|(a, b)| {
                let written = (a * 1e6).round() / 1e6;
                if is_short(*a) {
                    written == *b
                } else {
                    (a - b).abs() <= NEAR * (1.0 + a.abs())
                }
            });
        let is_same = a.kind == b.kind
            && a.layer == b.layer
            && a.is_filled == b.is_filled
            && a.text == b.text
            && points
            && ties
            && numbers
            && same_paths(&a.paths, &b.paths);
        if !is_same {
            return Some(format!("{a:#?}\n{b:#?}"));
        }
    }
    None
}

/// Returns the entities in each group, by the name of the group.
fn members(scene: &Scene) -> BTreeMap<String, Vec<String>> {
    let mut all = BTreeMap::<String, Vec<String>>::new();
    for entity in scene.walk() {
        if let Some(parent) = &entity.parent {
            all.entry(parent.to_string())
                .or_default()
                .push(entity.shape.kind().to_owned());
        }
    }
    all
}

#[test]
fn named_groups_come_back() {
    let scene = scene_of(
        "draw_circle({ name: 'a', x: 0, y: 0, radius: 1 });
        draw_arc({ name: 'b', cx: 5, cy: 0, radius: 2, start_angle: 0, end_angle: 1 });
        draw_text({ name: 'c', x: 0, y: 9, text: 'c', size: 3 });
        draw_circle({ name: 'd', x: 50, y: 0, radius: 1 });
        create_group({ name: 'inner', children: ['b'] });
        create_group({ name: 'outer', children: ['a', 'inner', 'c'] });",
    );
    let (text, copy) = assert_same("groups", &scene);
    let (before, after) = (members(&scene), members(&copy));
    for group in ["inner", "outer"] {
        assert_eq!(before[group], after[group], "{text}");
    }
}

#[track_caller]
fn assert_same(name: &str, scene: &Scene) -> (String, Scene) {
    let (text, copy) = opened(scene);
    if let Some(difference) = difference(scene, &copy) {
        panic!("{name}: {difference}\n{text}");
    }
    (text, copy)
}

#[test]
fn every_example_comes_back_from_dxf() {
    let mut compared = 0;
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "js") || path.ends_with("blank.js") {
            continue;
        }
        let scene = scene_of(&std::fs::read_to_string(&path).unwrap());
        let (text, _) = assert_same(&path.to_string_lossy(), &scene);
        assert!(
            !text.contains("draw_annotation({ name: \"dimension"),
            "{path:?}\n{text}"
        );
        compared += 1;
    }
    assert!(compared >= 7);
}

const BOLT: &str = "
    create_layer({ name: 'cut', color: '#ff0000' });
    function bolt(name, d) {
      draw_circle({ name: `${name}_o`, x: 0, y: 0, radius: d, layer: 'cut' });
      draw_rect({ name: `${name}_r`, x: -2, y: -1.5, width: 4, height: 3, corner_radius: 0.5, layer: 'cut' });
      create_group({ name, children: [`${name}_o`, `${name}_r`] });
    }";

#[test]
fn repeated_groups_come_back_as_calls_of_a_function() {
    let code = format!(
        "{BOLT}
        bolt('bolt_1', 3);
        bolt('bolt_2', 3); set_transform({{ entity: 'bolt_2', translate: [40, 10], rotate: Math.PI / 6, pivot: [0, 0] }});
        bolt('bolt_3', 3); set_transform({{ entity: 'bolt_3', translate: [60, 10], scale: [-1, 1], pivot: [0, 0] }});
        bolt('a', 3); bolt('b', 3); translate({{ name: 'b', dx: 9, dy: 0 }});
        create_group({{ name: 'pair', children: ['a', 'b'] }}); translate({{ name: 'pair', dx: 0, dy: 50 }});"
    );
    let scene = scene_of(&code);
    let (text, copy) = assert_same("bolts", &scene);
    assert_eq!(text.matches("function bolt(").count(), 1, "{text}");
    assert_eq!(text.matches("/** Block").count(), 2, "{text}");
    assert_eq!(text.matches("  bolt(").count(), 5, "{text}");
    assert!(text.contains("rotate: 0.5235987755982988"), "{text}");
    let groups = |scene: &Scene| scene.walk().filter(|entity| entity.shape.is_group()).count();
    assert_eq!(groups(&copy), groups(&scene) + 1, "the file is a group");
}

#[test]
fn a_group_that_no_insert_states_is_written_as_its_entities_with_a_reason() {
    let code = format!(
        "{BOLT}
        bolt('bolt_1', 3); bolt('bolt_2', 3);
        set_transform({{ entity: 'bolt_2', translate: [40, 10], shear: 0.5, pivot: [0, 0] }});"
    );
    let scene = scene_of(&code);
    let conversion = trammel_formats::Conversion::Write {
        format: "dxf".to_owned(),
        drawing: trammel_formats::Drawing::of(&scene),
        project: None,
        options: Box::default(),
    };
    let Ok(trammel_formats::Converted::Written(file)) = trammel_exchange::convert(&conversion) else {
        panic!("not written");
    };
    let report: Vec<String> = file.report.iter().map(ToString::to_string).collect();
    assert!(
        report
            .iter()
            .any(|line| line.contains("[bolt_2]: An insert cannot be sheared")),
        "{report:?}"
    );
    let (_, copy) = opened(&scene);
    let all = |scene: &Scene| {
        shown(scene)
            .into_iter()
            .flat_map(|one| one.paths)
            .collect::<Vec<_>>()
    };
    assert!(same_paths(&all(&scene), &all(&copy)));
}

#[test]
fn dimensions_come_back_attached_to_what_they_measure() {
    let code = "
        draw_rect({ name: 'plate', x: -10, y: -10, width: 110, height: 60, corner_radius: 8 });
        draw_circle({ name: 'hole', x: 20, y: 10, radius: 3 });
        draw_circle({ name: 'other', x: 60, y: 12.5, radius: 3 });
        draw_polygon({ name: 'roof', points: [0, 60, 40, 60, 20, 90] });
        dimension_linear({ name: 'd1', from: 'hole.center', to: 'other.center', offset: -20 });
        dimension_radius({ name: 'd2', target: 'plate.arc[0]', at: [97, -7] });
        dimension_linear({ name: 'd3', from: 'plate.edge[0]', offset: -18, fit: 'H7', tolerance: 0.1 });
        dimension_extent({ name: 'd4', entity: 'plate', direction: 'horizontal', offset: 8 });
        dimension_diameter({ name: 'd5', target: 'hole', text: '2x <>', at: [21, 10] });
        dimension_angular({ name: 'd6', entity: 'roof.edge[0]', target: 'roof.edge[2]' });
        dimension_aligned({ name: 'd7', from: 'roof.edge[1]', offset: -8, decimals: 1, suffix: ' mm' });
        dimension_linear({ name: 'd8', from: 'hole.center', to: [20, 50], offset: 30, direction: 'vertical', text_at: [70, 31],
          text_height: 4, tolerance: { upper: 0.1, lower: -0.05 } });
        leader({ name: 'note', target: 'hole', points: [15, 30], text: 'M8 tap\\ndeep' });
        dimension_chain({ name: 'ch', points: ['roof.point[0]', 'roof.point[2]', 'roof.point[1]'], direction: 'horizontal' });";
    let scene = scene_of(code);
    let (text, copy) = assert_same("dimensions", &scene);
    assert!(!text.contains("draw_annotation"), "{text}");
    for call in [
        "dimension_linear({ name: \"dimension_1\", from: \"circle_1.center\", to: \"circle_2.center\", offset: -20, direction: \"horizontal\"",
        "dimension_radius({ name: \"dimension_2\", target: \"rect_1.arc[0]\", at: [",
        "fit: \"H7\"",
        "tolerance: 0.1,",
        "dimension_extent({ name: \"dimension_4\", entity: \"rect_1\", direction: \"horizontal\", offset: 8",
        "dimension_diameter({ name: \"dimension_5\", target: \"circle_1\", at: [21.5, 10], text: \"2x <>\"",
        "dimension_angular({ name: \"dimension_6\", entity: \"line_1.edge[0]\", target: \"line_1.edge[2]\"",
        "text_at: [70, 31]",
        "leader({ name: \"leader_1\", target: \"circle_1\", points: [15, 30], text: \"M8 tap\\ndeep\"",
    ] {
        assert!(text.contains(call), "{call}\n{text}");
    }
    // A second way through the file changes nothing.
    let (again, _) = opened(&copy);
    let calls = |text: &str| -> Vec<String> {
        let lines = text
            .lines()
            .filter(|line| line.trim_start().starts_with("dimension_"));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(calls(&again), calls(&text));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    #[test]
    fn random_drawings_come_back(
        plates in prop::collection::vec((-400..400_i32, -400..400_i32, 20..200_i32, 20..200_i32, 0..9_i32), 1..5),
        groups in prop::collection::vec((0..3_usize, -900..900_i32, -900..900_i32, 0..24_i32, prop::bool::ANY), 0..6),
        offset in 3..40_i32,
    ) {
        let mut code = String::from(BOLT);
        code.push('\n');
        for (i, (x, y, width, height, radius)) in plates.iter().enumerate() {
            let [x, y, width, height] = [x, y, width, height].map(|n| f64::from(*n) / 8.0 + 0.001 * i as f64);
            let radius = f64::from(*radius) / 10.0;
            let third = f64::from(offset) / 3.0;
            code.push_str(&format!(
                "draw_rect({{ name: 'p{i}', x: {x}, y: {y}, width: {width}, height: {height}, corner_radius: {radius} }});
                draw_circle({{ name: 'c{i}', x: {x} + {third}, y: {y}, radius: {third} }});
                draw_arc({{ name: 'a{i}', cx: {x}, cy: {y}, radius: {radius} + 1, start_angle: 0.25 * {i}, end_angle: 2 + 0.25 * {i} }});
                dimension_linear({{ name: 'w{i}', from: 'p{i}.edge[0]', offset: -{offset} }});
                dimension_aligned({{ name: 's{i}', from: 'c{i}.center', to: 'p{i}.point[2]', offset: {offset} }});
                dimension_diameter({{ name: 'd{i}', target: 'c{i}' }});
                dimension_radius({{ name: 'r{i}', target: 'a{i}', at: [{x} + {offset} + 3, {y} - 1] }});\n"
            ));
        }
        for (i, (size, x, y, turn, is_mirrored)) in groups.iter().enumerate() {
            let mirrored = if *is_mirrored { -1 } else { 1 };
            code.push_str(&format!(
                "bolt('g{i}x', {size} + 1); set_transform({{ entity: 'g{i}x', translate: [{x} / 7, {y} / 8], rotate: {turn} * Math.PI / 12,
                scale: [{mirrored}, 1], pivot: [0, 0] }});\n"
            ));
        }
        let scene = scene_of(&code);
        let (text, copy) = opened(&scene);
        let difference = difference(&scene, &copy);
        prop_assert!(difference.is_none(), "{}\n{code}\n{text}", difference.unwrap_or_default());
    }
}

/// Returns the code of a DXF file with these entities, as another program writes them.
fn code_of(entities: &[&[(u16, &str)]]) -> String {
    let mut file =
        String::from("0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n4\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n");
    for tags in entities {
        for (code, value) in *tags {
            file.push_str(&format!("{code}\n{value}\n"));
        }
    }
    file.push_str("0\nENDSEC\n0\nEOF\n");
    let code = read("dxf", file.as_bytes(), &Scene::new("copy"));
    drawn(&code);
    code.modules.iter().map(|(_, text)| &**text).collect()
}

const WALL: &[(u16, &str)] = &[
    (0, "LINE"),
    (8, "0"),
    (10, "0.0"),
    (20, "0.0"),
    (11, "70.25"),
    (21, "0.0"),
];

/// Horizontal dimension from the start of the wall to a place with these coordinates.
fn width_to<'a>(x: &'a str, y: &'a str, text: &'a str) -> [(u16, &'a str); 14] {
    [
        (0, "DIMENSION"),
        (8, "0"),
        (70, "32"),
        (1, text),
        (10, x),
        (20, "-10.0"),
        (13, "0.0"),
        (23, "0.0"),
        (14, x),
        (24, y),
        (50, "0.0"),
        (71, "5"),
        (140, "2.5"),
        (3, "ISO-25"),
    ]
}

#[test]
fn dimensions_of_other_programs_are_attached_to_points_that_lie_there() {
    let text = code_of(&[WALL, &width_to("70.25", "0.0", "")]);
    let call = "from: \"line_1.start\", to: \"line_1.end\", offset: -10, direction: \"horizontal\"";
    assert!(text.contains(call), "{text}");
    // The dimension comes before the line that it measures.
    let text = code_of(&[&width_to("70.25", "0.0", "<> min"), WALL]);
    assert!(text.contains(call) && text.contains("text: \"<> min\""), "{text}");
    let text = code_of(&[WALL, &width_to("70.5", "0.0", "71")]);
    let call = "from: \"line_1.start\", to: [70.5, 0], offset: -10, direction: \"horizontal\", text: \"71\"";
    assert!(text.contains(call), "{text}");
}

#[test]
fn a_dimension_that_no_tool_draws_stays_as_it_is() {
    let mut slanted = width_to("70.25", "0.0", "");
    slanted[10] = (50, "30.0");
    let text = code_of(&[WALL, &slanted]);
    assert!(
        text.contains("draw_annotation({ name: \"dimension_1\", type: \"dimension\""),
        "{text}"
    );
    let far_circle = [
        (0, "DIMENSION"),
        (8, "0"),
        (70, "36"),
        (10, "5.0"),
        (20, "5.0"),
        (15, "9.0"),
        (25, "5.0"),
    ];
    let text = code_of(&[WALL, &far_circle]);
    assert!(
        text.contains("\"kind\":\"radius\"") && text.contains("\"radius\":4.0"),
        "{text}"
    );
}
