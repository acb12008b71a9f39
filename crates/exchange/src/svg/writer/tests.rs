//! Tests of the SVG writer: exact output, and round trips through the reader.

#![allow(clippy::unwrap_used, reason = "tests")]

use super::super::read::read;
use super::*;
use crate::imported::{ImportedContent, ImportedItem};
use std::sync::Arc;
use trammel_formats::{ImportOptions, Treatment};
use trammel_kernel::{Path, Point};
use trammel_scene::{Edit, Flags, Layer, Name, Shape, Stroke, Style};

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

fn rect(x: f64, y: f64, width: f64, height: f64) -> Shape {
    Shape::Rect {
        corner: Point::new(x, y),
        width,
        height,
        corner_radius: 0.0,
    }
}

fn circle(x: f64, y: f64, radius: f64) -> Shape {
    Shape::Circle {
        center: Point::new(x, y),
        radius,
    }
}

/// Returns a plate with holes on two layers.
fn plate() -> Edit {
    let mut edit = Edit::new(Scene::new("plate"));
    for (layer, color) in [
        ("cut", Color::Rgba([1.0, 0.0, 0.0, 1.0])),
        ("engrave", Color::Ink),
    ] {
        edit.set_layer_paint(Layer {
            name: name(layer),
            color,
            line_weight: 0.2,
        })
        .unwrap();
    }
    let style = Arc::new(Style {
        stroke: Some(Stroke {
            width: 0.2,
            ..Stroke::default()
        }),
        fill: None,
    });
    let shapes = [
        ("plate", rect(0.0, 0.0, 100.0, 60.0), "cut"),
        ("mark", circle(50.0, 30.0, 5.0), "engrave"),
        ("hole 1", circle(10.1 + 0.2, 10.0, 3.0), "cut"),
    ];
    for (id, shape, layer) in shapes {
        edit.insert(&name(id), shape, style.clone(), false).unwrap();
        edit.set_layer(id, Some(layer)).unwrap();
    }
    edit
}

fn written(scene: &Scene, options: &SvgOptions) -> Written {
    let input = WriteInput { scene, project: None };
    let options = ExportOptions {
        svg: options.clone(),
        ..ExportOptions::default()
    };
    file(&input, &options).unwrap()
}

fn text(scene: &Scene, options: &SvgOptions) -> String {
    String::from_utf8(written(scene, options).bytes).unwrap()
}

#[test]
fn the_page_is_the_part_and_layers_are_groups() {
    let scene = plate().finish().0;
    let expected = "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" \
data-generator=\"Trammel\" width=\"100mm\" height=\"60mm\" viewBox=\"0 -60 100 60\">
<title>plate</title>
<g id=\"layer.1\" inkscape:groupmode=\"layer\" inkscape:label=\"cut\">
<rect id=\"plate\" x=\"0\" y=\"-60\" width=\"100\" height=\"60\" fill=\"none\" stroke=\"#ff0000\" stroke-width=\"0.2\"/>
<circle id=\"hole.20.1.\" inkscape:label=\"hole 1\" cx=\"10.3\" cy=\"-10\" r=\"3\" fill=\"none\" stroke=\"#ff0000\" stroke-width=\"0.2\"/>
</g>
<g id=\"layer.2\" inkscape:groupmode=\"layer\" inkscape:label=\"engrave\">
<circle id=\"mark\" cx=\"50\" cy=\"-30\" r=\"5\" fill=\"none\" stroke=\"#000000\" stroke-width=\"0.2\"/>
</g>
</svg>
";
    assert_eq!(text(&scene, &SvgOptions::default()), expected);
}

#[test]
fn options_change_lines_colors_and_the_page() {
    let scene = plate().finish().0;
    let options = SvgOptions {
        hairline: true,
        layer_colors: "cut = #00f,".to_owned(),
        ..SvgOptions::default()
    };
    let hairlines = text(&scene, &options);
    assert_eq!(
        hairlines.matches("stroke-width=\"0.01\"").count(),
        3,
        "{hairlines}"
    );
    assert_eq!(hairlines.matches("stroke=\"#0000ff\"").count(), 2, "{hairlines}");
    let wide = SvgOptions {
        include_stroke: true,
        ..SvgOptions::default()
    };
    assert!(
        text(&scene, &wide).contains("width=\"100.2mm\" height=\"60.2mm\" viewBox=\"-0.1 -60.1 100.2 60.2\"")
    );
    for (colors, reason) in [
        ("cut=rde", "Layer 'cut': 'rde' is not a color"),
        ("engrave", "The color of layer 'engrave' is missing."),
        ("bend=red", "There is no layer 'bend'"),
    ] {
        let svg = SvgOptions {
            layer_colors: colors.to_owned(),
            ..SvgOptions::default()
        };
        let options = ExportOptions {
            svg,
            ..ExportOptions::default()
        };
        let input = WriteInput {
            scene: &scene,
            project: None,
        };
        let error = file(&input, &options).unwrap_err().to_string();
        assert!(error.starts_with(reason), "{error}");
    }
}

#[test]
fn hidden_entities_are_reported_and_do_not_enlarge_the_page() {
    let mut edit = plate();
    edit.set_flags("plate", Flags::HIDDEN).unwrap();
    let scene = edit.finish().0;
    let written = written(&scene, &SvgOptions::default());
    let [entry] = written.report.as_slice() else {
        panic!("{:?}", written.report)
    };
    assert_eq!(
        (entry.treatment, entry.ids.as_slice()),
        (Treatment::Dropped, &["plate".to_owned()][..])
    );
    let text = String::from_utf8(written.bytes).unwrap();
    assert!(
        !text.contains("\"plate\"") && text.contains("width=\"47.7mm\""),
        "{text}"
    );
}

#[test]
fn a_covering_area_stays_in_front() {
    let mut edit = plate();
    let fill = Arc::new(Style {
        stroke: None,
        fill: Some(trammel_scene::Fill { color: Color::Ink }),
    });
    for (id, layer) in [("patch", "engrave"), ("top", "cut")] {
        edit.insert(&name(id), circle(50.0, 30.0, 9.0), fill.clone(), false)
            .unwrap();
        edit.set_layer(id, Some(layer)).unwrap();
    }
    let text = text(&edit.finish().0, &SvgOptions::default());
    let at = |id: &str| text.find(&format!("id=\"{id}\"")).unwrap();
    assert!(at("mark") < at("patch") && at("patch") < at("top"), "{text}");
    assert_eq!(text.matches("inkscape:label=\"cut\"").count(), 2, "{text}");
}

#[test]
fn only_a_file_of_the_whole_drawing_carries_the_code() {
    let scene = plate().finish().0;
    let file = |options: ExportOptions| {
        let input = WriteInput {
            scene: &scene,
            project: Some("{\"a\": \"<b>\"}"),
        };
        String::from_utf8(file(&input, &options).unwrap().bytes).unwrap()
    };
    let whole = file(ExportOptions::default());
    assert!(
        whole.contains("{&quot;a&quot;: &quot;&lt;b&gt;&quot;}</trammel:project></metadata>"),
        "{whole}"
    );
    let part = ExportOptions {
        only: vec![name("plate")],
        ..ExportOptions::default()
    };
    let svg = SvgOptions {
        without_project: true,
        ..SvgOptions::default()
    };
    let without = ExportOptions {
        svg,
        ..ExportOptions::default()
    };
    assert!(!file(part).contains("<metadata>") && !file(without).contains("<metadata>"));
}

#[test]
fn entities_without_stroke_or_fill_are_written_with_none() {
    let mut edit = Edit::new(Scene::new("guides"));
    let style = Arc::new(Style {
        stroke: None,
        fill: None,
    });
    edit.insert(&name("a"), circle(0.0, 0.0, 5.0), style, false)
        .unwrap();
    let text = text(&edit.finish().0, &SvgOptions::default());
    assert!(text.contains("fill=\"none\" stroke=\"none\"/>"), "{text}");
}

#[test]
fn an_outline_that_may_cross_itself_is_filled_by_the_even_odd_rule() {
    let points = |all: &[(f64, f64)]| -> Vec<Point> { all.iter().map(|(x, y)| Point::new(*x, *y)).collect() };
    let star = [
        (50.0, 100.0),
        (80.0, 10.0),
        (0.0, 70.0),
        (100.0, 70.0),
        (20.0, 10.0),
    ];
    let pentagon = [
        (50.0, 100.0),
        (100.0, 70.0),
        (80.0, 10.0),
        (20.0, 10.0),
        (0.0, 70.0),
    ];
    let notched = [(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (5.0, 4.0), (0.0, 9.0)];
    let loops = "M0,0L100,0L100,100L0,100ZM25,25L75,25L75,75L25,75Z";
    let polygon = |all: &[(f64, f64)]| Shape::Polygon {
        points: points(all),
        holes: Vec::new(),
    };
    let closed = |all: &[(f64, f64)]| Shape::Line {
        points: points(all),
        closed: true,
    };
    let filled = Style {
        fill: Some(trammel_scene::Fill { color: Color::Ink }),
        stroke: None,
    };
    for (shape, is_even_odd) in [
        (polygon(&star), true),
        (closed(&star), true),
        (polygon(&notched), true),
        (polygon(&pentagon), false),
        (closed(&pentagon), false),
        (Shape::Bezier(trammel_scene::PathData::new(loops).unwrap()), true),
        (circle(0.0, 0.0, 5.0), false),
    ] {
        let mut edit = Edit::by_user(Scene::default());
        let style = Arc::new(filled.clone());
        edit.insert(&name("one"), shape.clone(), style, false).unwrap();
        let scene = edit.finish().0;
        let file = text(&scene, &SvgOptions::default());
        assert_eq!(
            file.contains("fill-rule=\"evenodd\""),
            is_even_odd,
            "{shape:?}\n{file}"
        );
        let canvas = trammel_formats::svg::write(&scene);
        assert_eq!(canvas.contains("evenodd"), is_even_odd, "{shape:?}");
    }
}

#[test]
fn text_is_outlined_or_kept() {
    let mut edit = Edit::new(Scene::new("sign"));
    let shape = Shape::Text(Arc::new(trammel_scene::Text {
        text: "A & B\nC".to_owned(),
        at: Point::new(10.0, 20.0),
        size: 7.33,
        align: trammel_text::Align::Center,
        valign: trammel_text::Valign::Baseline,
        angle: 0.0,
    }));
    let fill = Arc::new(Style {
        stroke: None,
        fill: Some(trammel_scene::Fill { color: Color::Ink }),
    });
    edit.insert(&name("label"), shape, fill, false).unwrap();
    let scene = edit.finish().0;
    assert!(text(&scene, &SvgOptions::default()).contains("<path id=\"label\" d=\"M"));
    let kept = SvgOptions {
        keep_text: true,
        ..SvgOptions::default()
    };
    let text = text(&scene, &kept);
    assert!(text.contains("font-size=\"10\" text-anchor=\"middle\""), "{text}");
    assert!(
        text.contains("<tspan x=\"10\" y=\"-20\">A &amp; B</tspan>"),
        "{text}"
    );
}

#[test]
fn kept_text_is_where_the_outlines_are() {
    use trammel_text::{Align, Valign};
    for content in ["HH", "gj", "HH\ngj\nx", "   A   B", "A  ", "A\tB", " A\n  B"] {
        for align in [Align::Left, Align::Center, Align::Right] {
            for valign in [Valign::Baseline, Valign::Top, Valign::Middle, Valign::Bottom] {
                for angle in [0.0, 0.5] {
                    let mut edit = Edit::new(Scene::new("sign"));
                    let shape = Shape::Text(Arc::new(trammel_scene::Text {
                        text: content.to_owned(),
                        at: Point::new(10.0, 20.0),
                        size: 10.0,
                        align,
                        valign,
                        angle,
                    }));
                    let fill = Arc::new(Style {
                        stroke: None,
                        fill: Some(trammel_scene::Fill { color: Color::Ink }),
                    });
                    edit.insert(&name("label"), shape, fill, false).unwrap();
                    let scene = edit.finish().0;
                    let bounds = |keep_text: bool| {
                        let options = SvgOptions {
                            keep_text,
                            ..SvgOptions::default()
                        };
                        Path::bounds_of(&read_back(&text(&scene, &options)).1).unwrap()
                    };
                    let (kept, outlined) = (bounds(true), bounds(false));
                    let apart = [kept.min - outlined.min, kept.max - outlined.max].map(trammel_kernel::norm);
                    assert!(
                        apart.iter().all(|apart| *apart < 1e-3),
                        "{content:?} {align:?} {valign:?} {angle}: {kept:?}, {outlined:?}"
                    );
                }
            }
        }
    }
}

/// Returns the curves of items in order.
fn curves(items: &[ImportedItem], out: &mut Vec<Path>) {
    for item in items {
        match &item.content {
            ImportedContent::Shape(shape) => out.extend(shape.paths()),
            ImportedContent::Group(inner) => curves(inner, out),
            _ => panic!("a written file has no placements"),
        }
    }
}

/// Returns the largest distance of points on `a` from the curves `b`.
fn distance(a: &[Path], b: &[Path]) -> f64 {
    let points = a
        .iter()
        .flat_map(|path| &path.segs)
        .flat_map(|seg| (0..=4).map(|step| seg.point_at(f64::from(step) / 4.0)));
    let nearest = |point: Point| {
        let distances = b.iter().filter_map(|path| path.distance_to(point));
        distances.fold(f64::INFINITY, f64::min)
    };
    points.map(nearest).fold(0.0, f64::max)
}

/// Returns the curves of visible entities that a file stores exactly; text is excluded, because its outlines are rounded.
fn exact_curves(scene: &Scene) -> Vec<Path> {
    let is_exact = |entity: &&Arc<trammel_scene::Entity>| {
        let stroke = entity.style.stroke.as_ref();
        let is_stroked = stroke.is_some_and(|stroke| stroke.width > 0.0);
        // A point has no area to fill.
        let is_filled = entity.style.fill.is_some() && !matches!(entity.shape, Shape::Point { .. });
        let is_painted = is_stroked || is_filled;
        is_painted && !entity.shape.is_group() && entity.shape.wording().is_none() && scene.is_shown(entity)
    };
    let shown = scene.walk().filter(is_exact);
    shown.flat_map(|entity| scene.world_paths(&entity.name)).collect()
}

fn read_back(text: &str) -> (crate::ImportedDrawing, Vec<Path>) {
    let drawing = read(text.as_bytes(), &ImportOptions::default()).unwrap();
    let mut paths = Vec::new();
    curves(&drawing.items, &mut paths);
    (drawing, paths)
}

#[test]
fn rotated_and_scaled_shapes_are_read_as_the_same_geometry() {
    let mut edit = plate();
    let slot = "M0 -5H40A5 5 0 0 1 40 5H0A5 5 0 0 1 0 -5Z";
    let bezier = trammel_scene::PathData::new(slot).unwrap();
    edit.insert(
        &name("slot"),
        Shape::Bezier(bezier),
        Style::shared_default(),
        false,
    )
    .unwrap();
    let rounded = Shape::Rect {
        corner: Point::new(1.0, 2.0),
        width: 30.0,
        height: 20.0,
        corner_radius: 10.0,
    };
    edit.insert(&name("rounded"), rounded, Style::shared_default(), false)
        .unwrap();
    for turn in 0..60 {
        let map = trammel_kernel::affine::rotation(0.1 * f64::from(turn) + 0.01);
        let squeeze = 1.0 + 0.1 * f64::from(turn % 3);
        let map = map * trammel_kernel::Affine::scale_non_uniform(squeeze, 1.0);
        let mut edit = Edit::new(edit.scene().clone());
        for entity in ["plate", "mark", "hole 1", "slot", "rounded"] {
            edit.map_in_world(entity, map).unwrap();
        }
        let scene = edit.finish().0;
        let (_, got) = read_back(&text(&scene, &SvgOptions::default()));
        let error = distance(&exact_curves(&scene), &got);
        assert!(error < 1e-9, "{turn}: {error}");
        assert!(distance(&got, &exact_curves(&scene)) < 1e-9, "{turn}");
    }
}

#[test]
fn the_largest_drawing_keeps_its_size() {
    let mut edit = Edit::new(Scene::new("large").with_units(trammel_scene::Units::In));
    let line = Shape::Line {
        points: vec![Point::new(-9e8, -8e8), Point::new(9e8, 8e8)],
        closed: false,
    };
    edit.insert(&name("line"), line, Style::shared_default(), false)
        .unwrap();
    let scene = edit.finish().0;
    let (drawing, got) = read_back(&text(&scene, &SvgOptions::default()));
    assert_eq!(drawing.units, trammel_scene::Units::In);
    assert!(distance(&exact_curves(&scene), &got) <= 1e-2, "{got:?}");
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(96))]

    #[test]
    fn a_written_file_is_read_as_the_same_geometry(scene in trammel_arbitrary::scene()) {
        let input = WriteInput { scene: &scene, project: None };
        let Ok(file) = file(&input, &ExportOptions::default()) else {
            return Ok(());
        };
        let file = String::from_utf8(file.bytes).unwrap();
        let (drawing, got) = read_back(&file);
        proptest::prop_assert_eq!(drawing.units, scene.units());
        let wanted = exact_curves(&scene);
        let size = scene.bounds().map_or(1.0, |bounds| bounds.magnitude().max(1.0));
        let error = distance(&wanted, &got);
        proptest::prop_assert!(wanted.is_empty() || error <= 1e-11 * size.max(100.0), "{} {}\n{}", error, size, file);
        proptest::prop_assert_eq!(format!("{:?}", read_back(&file).0), format!("{drawing:?}"));
    }
}

#[test]
fn a_group_on_several_layers_keeps_its_order_of_drawing() {
    let mut edit = plate();
    let fill = Arc::new(Style {
        stroke: None,
        fill: Some(trammel_scene::Fill { color: Color::Ink }),
    });
    let parts = ["red part", "white plate", "red mark"].map(name);
    for (part, layer, size) in [
        (&parts[0], "cut", 30.0),
        (&parts[1], "engrave", 20.0),
        (&parts[2], "cut", 5.0),
    ] {
        edit.insert(part, circle(0.0, 0.0, size), fill.clone(), false)
            .unwrap();
        edit.set_layer(part, Some(layer)).unwrap();
    }
    // Lines cover nothing, so a group of them is written once for each layer.
    let lines = ["one", "two", "three"].map(name);
    for (line, layer) in lines.iter().zip(["cut", "engrave", "cut"]) {
        let style = Arc::new(Style::default());
        edit.insert(line, circle(500.0, 0.0, 5.0), style, false).unwrap();
        edit.set_layer(line, Some(layer)).unwrap();
    }
    edit.group(&name("sign"), &parts).unwrap();
    edit.group(&name("lines"), &lines).unwrap();
    let text = text(&edit.finish().0, &SvgOptions::default());
    let at = |part: &str| text.find(&format!("label=\"{part}\"")).unwrap();
    assert!(
        at("red part") < at("white plate") && at("white plate") < at("red mark"),
        "{text}"
    );
    assert_eq!(text.matches("inkscape:label=\"lines\"").count(), 2, "{text}");
    let ids: Vec<&str> = text
        .match_indices(" id=\"")
        .map(|(at, _)| text[at + 5..].split('"').next().unwrap())
        .collect();
    let unique: std::collections::BTreeSet<&&str> = ids.iter().collect();
    assert_eq!(unique.len(), ids.len(), "{ids:?}");
}
