//! Tests of imported code: content of a file in, drawing of its code out.

use super::*;
use proptest::prelude::*;
use trammel_arbitrary as arbitrary;
use trammel_exchange::{
    ImportedBlock, ImportedContent, ImportedDrawing, ImportedItem, ImportedLayer, Insert, Precision,
    imported_code,
};
use trammel_formats::{Converted, ImportOptions, ImportTarget, ImportedCode};
use trammel_kernel::{Affine, Point, Vec2, affine, norm};
use trammel_scene::{Color, Scene, Shape, Style};

/// Decimals of the numbers of the tested files.
const DECIMALS: u8 = 6;

fn code_of(drawing: &ImportedDrawing) -> ImportedCode {
    let options = ImportOptions {
        file_name: "part".to_owned(),
        ..ImportOptions::default()
    };
    match imported_code("dxf", drawing.clone(), &options, &ImportTarget::default()).unwrap() {
        Converted::Read(code) => code,
        other => panic!("{other:?}"),
    }
}

/// Returns the drawing that the code of a file draws.
fn drawn(code: &ImportedCode) -> Scene {
    let main = (FileName::main(), code.statement.as_str().into());
    let request = RunRequest {
        files: code.modules.iter().cloned().chain([main]).collect(),
        ..request(&[], Limits::default())
    };
    let outcome = execute(&request, &clock());
    let diff = outcome
        .result
        .unwrap_or_else(|failure| panic!("{failure:?}\n{}", code.modules[0].1));
    validate_diff(&request, &diff).unwrap()
}

/// Returns the shapes of items with their maps to the world, in drawing order.
fn expanded(
    drawing: &ImportedDrawing,
    items: &[ImportedItem],
    map: Affine,
) -> Vec<(Shape, Option<Style>, Affine)> {
    let of_content = |item: &ImportedItem| match &item.content {
        ImportedContent::Shape(shape) => vec![(shape.clone(), item.style.clone(), map)],
        ImportedContent::Group(items) => expanded(drawing, items, map),
        ImportedContent::Placed(..) => Vec::new(),
        ImportedContent::Insert(insert) => {
            let copies =
                (0..insert.count[1]).flat_map(|row| (0..insert.count[0]).map(move |column| (column, row)));
            copies
                .flat_map(|(column, row)| {
                    let cell = Vec2::new(
                        insert.spacing.x * f64::from(column),
                        insert.spacing.y * f64::from(row),
                    );
                    let placed = Affine::translate(insert.at.to_vec2())
                        * affine::rotation(insert.rotation)
                        * Affine::translate(cell)
                        * Affine::scale_non_uniform(insert.scale[0], insert.scale[1]);
                    expanded(drawing, &drawing.blocks[insert.block].items, map * placed)
                })
                .collect()
        }
    };
    items.iter().flat_map(of_content).collect()
}

/// A drawing has a limited number of pieces, and the blocks repeat each shape up to some hundred times.
fn is_in_a_file(shape: &Shape) -> bool {
    !shape.is_group() && shape.check().is_ok() && shape.outline_pieces() <= 500
}

/// A style with long dashes, because random shapes are large.
fn style() -> impl Strategy<Value = Style> {
    arbitrary::style().prop_map(|mut style| {
        if let Some(stroke) = &mut style.stroke {
            stroke.dash.iter_mut().for_each(|length| *length *= 1e7);
        }
        style
    })
}

prop_compose! {
    fn item()(
        shape in arbitrary::shape().prop_filter("files have valid shapes of few pieces and no groups", is_in_a_file), style in prop::option::of(style()),
        name in prop::option::of("[a-c`$\"'*/ㄱ\\\\\n]{0,3}"), layer in prop::option::of(prop::sample::select(vec!["0", "OUT", "*/ `벽`"])),
    ) -> ImportedItem {
        ImportedItem { name, layer: layer.map(str::to_owned), style, content: ImportedContent::Shape(shape) }
    }
}

prop_compose! {
    fn insert(blocks: usize)(
        block in 0..blocks, at in (-1e3..1e3, -1e3..1e3), rotation in prop_oneof![Just(0.0), -3.0..3.0],
        scale in prop_oneof![Just([1.0, 1.0]), Just([-1.0, 1.0]), Just([2.0, 0.5])], count in [1u32..3, 1u32..3],
        spacing in (-50.0..50.0, 0.0..50.0),
    ) -> ImportedItem {
        let content = ImportedContent::Insert(Insert {
            block, at: Point::new(at.0, at.1), rotation, scale, count, spacing: Vec2::new(spacing.0, spacing.1),
        });
        ImportedItem { name: None, layer: None, style: None, content }
    }
}

fn layer(name: &str) -> ImportedLayer {
    ImportedLayer {
        name: name.to_owned(),
        color: Color::Ink,
        line_weight: Some(0.25),
        // Long dashes, because random shapes are large and a drawing has a limited number of dashes.
        dash: if name == "OUT" { vec![2e6, 1e6] } else { Vec::new() },
        is_hidden: false,
        is_plotted: true,
        is_locked: false,
    }
}

prop_compose! {
    fn drawing()(
        first in prop::collection::vec(item(), 1..3), second in prop::collection::vec(prop_oneof![item(), insert(1)], 1..3),
        mut items in prop::collection::vec(prop_oneof![item(), insert(2)], 1..5), grouped in prop::collection::vec(item(), 0..3),
    ) -> ImportedDrawing {
        items.push(ImportedItem { name: None, layer: None, style: None, content: ImportedContent::Group(grouped) });
        let block = |name: &str, items| ImportedBlock { name: name.to_owned(), items };
        ImportedDrawing {
            precision: Precision::Computed(DECIMALS),
            layers: ["0", "OUT", "*/ `벽`"].map(layer).to_vec(),
            blocks: vec![block("`*/ a", first), block("b-2", second)],
            items,
            ..ImportedDrawing::default()
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn the_code_of_a_file_draws_its_content(drawing in drawing()) {
        let code = code_of(&drawing);
        let scene = drawn(&code);
        prop_assert_eq!(scene.len(), code.entities);
        let wanted = expanded(&drawing, &drawing.items, Affine::IDENTITY);
        let leaves: Vec<_> = scene.walk().filter(|entity| !entity.shape.is_group()).collect();
        prop_assert_eq!(leaves.len(), wanted.len());
        for (leaf, (shape, style, map)) in leaves.iter().zip(&wanted) {
            prop_assert_eq!(leaf.shape.kind(), shape.kind());
            if let Some(style) = style {
                prop_assert_eq!(&*leaf.style, style);
            }
            if matches!(shape, Shape::Dimension(_)) {
                // A dimension in a scaled group states lengths of the world, so its text is another one.
                continue;
            }
            let bounds = scene.world_bounds(&leaf.name).unwrap();
            let exact = shape.bounds(map).unwrap();
            let slack = 1e-5 + 1e-9 * exact.magnitude();
            let off = norm(bounds.min - exact.min).max(norm(bounds.max - exact.max));
            prop_assert!(off <= slack, "{}: {bounds:?} instead of {exact:?}\n{}", leaf.name, code.modules[0].1);
        }
    }
}

#[test]
fn ten_thousand_entities_are_imported_and_grouped() {
    let circle = |i: u32| ImportedItem {
        name: None,
        layer: Some("OUT".to_owned()),
        style: None,
        content: ImportedContent::Shape(Shape::Circle {
            center: Point::new(f64::from(i) * 1.25, 0.5),
            radius: 1.0,
        }),
    };
    let drawing = ImportedDrawing {
        precision: Precision::Computed(3),
        layers: vec![layer("OUT")],
        items: (0..9_999).map(circle).collect(),
        ..ImportedDrawing::default()
    };
    let code = code_of(&drawing);
    let scene = drawn(&code);
    assert_eq!((scene.len(), code.entities), (10_000, 10_000));
    assert_eq!(scene.children(Some("part")).count(), 9_999);
    assert_eq!(scene.get("out_9999").unwrap().layer.as_deref(), Some("OUT"));
}
