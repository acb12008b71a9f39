//! Tests of blocks and inserts.

use super::*;
use trammel_scene::Color;

/// Returns the texts of the dimensions in items.
fn labels(items: &[ImportedItem]) -> Vec<String> {
    items
        .iter()
        .flat_map(|item| match &item.content {
            ImportedContent::Shape(Shape::Dimension(tied)) => vec![tied.dimension.label()],
            ImportedContent::Group(items) => labels(items),
            _ => Vec::new(),
        })
        .collect()
}

#[test]
fn a_dimension_in_a_scaled_insert_keeps_its_text() {
    let blocks = "0 BLOCK 2 D 0 DIMENSION 3 S 70 32 10 50 20 15 13 0 23 0 14 50 24 0 50 0 0 ENDBLK \
        0 BLOCK 2 Outer 0 INSERT 2 D 0 ENDBLK";
    for (inserts, is_typed) in [
        ("0 INSERT 2 D", false),
        ("0 INSERT 2 D 50 30 41 -1", false),
        ("0 INSERT 2 D 41 2 42 2", true),
        ("0 INSERT 2 D 41 2", true),
        ("0 INSERT 2 OUTER 41 2 42 2", true),
        // Blocks that no insert represents are copied.
        ("0 INSERT 2 D 41 2 42 2 210 0 220 0.6 230 0.8", true),
    ] {
        let drawing = drawing(blocks, inserts);
        let texts = drawing
            .blocks
            .iter()
            .map(|block| &block.items)
            .chain([&drawing.items]);
        let texts: Vec<String> = texts.flat_map(|items| labels(items)).collect();
        assert_eq!(texts, ["50"], "{inserts}");
        let lines = report(&drawing).join("\n");
        assert_eq!(
            lines.contains("inserted with a scale"),
            is_typed,
            "{inserts}: {lines}"
        );
    }
}

#[test]
fn inserts_become_calls_of_their_block() {
    let blocks = "0 BLOCK 2 Bolt 10 1 20 1 70 0 0 CIRCLE 8 holes 10 1 20 1 40 3 0 ENDBLK \
        0 BLOCK 2 Plate 10 0 20 0 0 INSERT 2 BOLT 10 5 20 5 0 ENDBLK";
    let drawing = drawing(
        blocks,
        "0 INSERT 8 a 2 plate 10 100 20 50 41 2 42 -1 50 90 70 3 71 2 44 30 45 40 \
         0 INSERT 2 Bolt 10 7 20 8 50 30 210 0 220 0 230 -1",
    );
    assert_eq!(report(&drawing), Vec::<String>::new());
    let names: Vec<&str> = drawing.blocks.iter().map(|block| block.name.as_str()).collect();
    // Within the scaled plate, the lines of the bolt have other widths.
    assert_eq!(
        names,
        ["Bolt", "Plate", "Bolt"],
        "a block inserts only blocks before it"
    );
    let circle = Shape::Circle {
        center: Point::ZERO,
        radius: 3.0,
    };
    assert_eq!(
        shape(&drawing.blocks[0].items[0]),
        &circle,
        "the base point is the origin of the block"
    );
    let plate = insert(&drawing.items[0]);
    assert_eq!(
        (plate.block, plate.at, plate.rotation),
        (1, Point::new(100.0, 50.0), FRAC_PI_2)
    );
    assert_eq!(
        (plate.scale, plate.count, plate.spacing),
        ([2.0, -1.0], [3, 2], Vec2::new(30.0, 40.0))
    );
    let bolt = insert(&drawing.items[1]);
    assert_eq!((bolt.at, bolt.scale), (Point::new(-7.0, 8.0), [-1.0, 1.0]));
    assert!((bolt.rotation + PI / 6.0).abs() < 1e-15);
}

#[test]
fn content_on_layer_0_is_on_the_layer_of_its_insert() {
    let blocks = "0 BLOCK 2 inner 0 POINT 8 0 10 0 20 0 0 POINT 8 own 10 0 20 0 0 ENDBLK \
        0 BLOCK 2 outer 0 INSERT 8 0 2 inner 0 ENDBLK 0 BLOCK 2 both 0 POINT 8 0 10 0 20 0 0 ENDBLK";
    let drawing = drawing(
        blocks,
        "0 INSERT 8 bolts 2 outer 0 INSERT 8 bolts 2 outer 0 INSERT 8 a 2 both 0 INSERT 8 b 2 both 0 INSERT 8 a 2 both",
    );
    let layers = |block: usize| -> Vec<&str> {
        let items = drawing.blocks[block].items.iter();
        items.filter_map(|item| item.layer.as_deref()).collect()
    };
    assert_eq!(layers(0), ["bolts", "own"]);
    assert_eq!(report(&drawing), Vec::<String>::new());
    // Inserts on two layers need two functions, and inserts with the same properties share one.
    let inserted: Vec<usize> = drawing.items.iter().map(|item| insert(item).block).collect();
    assert_eq!(inserted, [1, 1, 2, 3, 2]);
    assert_eq!((layers(2), layers(3)), (vec!["a"], vec!["b"]));
}

/// Returns the color and width of the line of each item of a block.
fn strokes(drawing: &ImportedDrawing, block: usize) -> Vec<Option<(Color, f64)>> {
    let stroke = |item: &ImportedItem| {
        let stroke = item.style.clone()?.stroke?;
        Some((stroke.color, stroke.width))
    };
    drawing.blocks[block].items.iter().map(stroke).collect()
}

#[test]
fn content_by_block_looks_like_its_insert() {
    let tables = "0 LAYER 2 red 62 1 370 50 0 LAYER 2 blue 62 5";
    let circle = "0 CIRCLE 8 0 10 0 20 0 40 5";
    let blocks = format!(
        "0 BLOCK 2 color {circle} 62 0 0 ENDBLK 0 BLOCK 2 width {circle} 370 -2 0 ENDBLK \
         0 BLOCK 2 outer 0 INSERT 2 color 62 0 0 INSERT 2 color 62 3 0 ENDBLK 0 BLOCK 2 own {circle} 62 3 370 35 0 ENDBLK"
    );
    let color = |index| Some(crate::dxf::colors::of_index(index));
    for (inserts, block, wanted) in [
        // The color of the insert, of its layer, and of the insert around it.
        ("0 INSERT 8 red 2 color 62 5", 0, (color(5), None)),
        ("0 INSERT 8 red 2 color", 0, (color(1), None)),
        ("0 INSERT 8 red 2 outer 62 5", 0, (color(5), None)),
        ("0 INSERT 8 red 2 outer 62 5", 1, (color(3), None)),
        ("0 INSERT 8 blue 2 outer", 0, (color(5), None)),
        ("0 INSERT 8 red 2 width", 0, (None, Some(0.5))),
        ("0 INSERT 8 red 2 width 370 70", 0, (None, Some(0.7))),
        // A scaled insert leaves the width of lines as it is.
        (
            "0 INSERT 8 0 2 own 41 25.4 42 25.4",
            0,
            (color(3), Some(0.35 / 25.4)),
        ),
        ("0 INSERT 8 0 2 own 41 -2 42 0.5", 0, (color(3), Some(0.35))),
    ] {
        let drawing = reading(
            &file("9 $INSUNITS 70 4", tables, &blocks, inserts),
            &ImportOptions::default(),
        )
        .unwrap();
        let stroke = strokes(&drawing, block)[0].unwrap();
        if let Some(color) = wanted.0 {
            assert_eq!(stroke.0, color, "{inserts}");
        }
        if let Some(width) = wanted.1 {
            assert!((stroke.1 - width).abs() < 1e-9, "{inserts}: {stroke:?}");
        }
    }
}

#[test]
fn content_of_an_insert_on_a_hidden_layer_is_on_that_layer() {
    let tables = "0 LAYER 2 frozen 70 1 0 LAYER 2 off 62 -3 0 LAYER 2 shown";
    let blocks = "0 BLOCK 2 inner 0 POINT 8 shown 10 0 20 0 0 ENDBLK \
        0 BLOCK 2 outer 0 INSERT 8 shown 2 inner 0 POINT 8 0 10 0 20 0 0 ENDBLK";
    for (layer, wanted) in [
        ("frozen", ["frozen", "frozen"]),
        ("off", ["off", "off"]),
        ("shown", ["shown", "shown"]),
    ] {
        let inserts = format!("0 INSERT 8 {layer} 2 outer");
        let drawing = reading(
            &file("9 $INSUNITS 70 4", tables, blocks, &inserts),
            &ImportOptions::default(),
        )
        .unwrap();
        let items = drawing.blocks.iter().flat_map(|block| &block.items);
        let layers: Vec<&str> = items
            .filter(|item| matches!(item.content, ImportedContent::Shape(_)))
            .filter_map(|item| item.layer.as_deref())
            .collect();
        assert_eq!(layers, wanted);
    }
}

#[test]
fn a_block_with_very_many_different_inserts_is_converted_a_bounded_number_of_times() {
    let blocks = "0 BLOCK 2 b 0 POINT 8 0 10 0 20 0 0 ENDBLK";
    let inserts: String = (0..500).map(|i| format!("0 INSERT 8 layer{i} 2 b ")).collect();
    let drawing = drawing(blocks, &inserts);
    assert_eq!(drawing.blocks.len(), 64);
    assert!(
        report(&drawing)[0].starts_with("BLOCK (436): changed [b"),
        "{:?}",
        report(&drawing)[0]
    );
}

#[test]
fn blocks_that_cannot_be_inserted_are_reported() {
    let blocks = "0 BLOCK 2 loop 0 INSERT 5 B1 2 loop 0 LINE 10 0 20 0 11 1 21 1 0 ENDBLK \
        0 BLOCK 2 unused 0 POINT 10 0 20 0 0 ENDBLK 0 BLOCK 2 empty 0 ENDBLK";
    let drawing = drawing(
        blocks,
        "0 INSERT 5 C1 2 loop 10 0 20 0 0 INSERT 5 C2 2 missing 0 INSERT 5 C3 2 empty \
         0 INSERT 5 C4 2 loop 10 0 20 0 210 1 220 0 230 1",
    );
    assert_eq!(
        report(&drawing),
        [
            "INSERT (1): changed [C4]: It is projected to the xy plane, because a drawing has no height.",
            "BLOCK (1): left out [unused]: No imported entity inserts it.",
            "INSERT (1): left out [B1]: Its block contains itself, or too many blocks are in each other.",
            "INSERT (1): left out [C3]: Its block has no imported content.",
            "INSERT (1): left out [C2]: The file has no block of its name.",
        ]
    );
    // An insert in an inclined plane is a copy of the content.
    let ImportedContent::Group(items) = &drawing.items[1].content else {
        panic!("{:?}", drawing.items);
    };
    assert_eq!(items.len(), 1);
}

#[test]
fn nested_arrays_are_counted_and_not_expanded() {
    let mut blocks = "0 BLOCK 2 b0 0 LINE 10 0 20 0 11 1 21 1 0 ENDBLK ".to_owned();
    for level in 1..10 {
        blocks.push_str(&format!(
            "0 BLOCK 2 b{level} 0 INSERT 2 b{} 70 100 71 100 44 1 45 1 0 ENDBLK ",
            level - 1
        ));
    }
    let text = file(
        "9 $INSUNITS 70 4",
        "",
        &blocks,
        "0 LINE 8 1 10 0 20 0 11 1 21 1 0 INSERT 8 x 2 b9 10 0 20 0",
    );
    let Err(ReadError::Question(ImportQuestion::TooLarge {
        entities,
        most,
        layers,
    })) = reading(&text, &ImportOptions::default())
    else {
        panic!();
    };
    assert!(entities as u64 > u64::MAX / 4 && most == MAX_ENTITIES);
    assert_eq!(layers[0].0, "x");
    // A part can be chosen.
    let options = ImportOptions {
        layers: vec!["1".to_owned()],
        ..ImportOptions::default()
    };
    assert_eq!(reading(&text, &options).unwrap().items.len(), 1);
    let options = ImportOptions {
        first: Some(1),
        ..ImportOptions::default()
    };
    let first = reading(&text, &options).unwrap();
    assert_eq!(first.items.len(), 1);
    assert_eq!(
        report(&first)[1],
        "INSERT (1): left out: It is after the first entities that were chosen."
    );
}

#[test]
fn a_dimension_without_a_counterpart_becomes_the_lines_of_its_block() {
    let blocks = "0 BLOCK 2 *D1 70 1 10 0 20 0 0 LINE 10 1 20 1 11 5 21 1 0 ENDBLK";
    let drawing = drawing(
        blocks,
        "0 DIMENSION 5 D0 2 *D1 70 6 10 0 20 0 13 1 23 1 14 5 24 1",
    );
    let ImportedContent::Group(items) = &drawing.items[0].content else {
        panic!();
    };
    assert_eq!(
        shape(&items[0]).bounds(&Affine::IDENTITY).unwrap().max,
        Point::new(5.0, 1.0)
    );
    assert!(drawing.blocks.is_empty(), "the block is not inserted");
    assert_eq!(
        report(&drawing),
        [
            "DIMENSION (1): changed [D0]: It is imported as lines and texts, because it is an ordinate dimension."
        ]
    );
}
