//! Code of imported drawings.

use super::*;
use crate::{ImportedBlock, ImportedContent, ImportedItem, ImportedLayer, Insert, Precision};
use expect_test::expect;
use trammel_code::PART_BYTES;
use trammel_formats::ImportQuestion;
use trammel_kernel::{Point, Vec2};
use trammel_scene::{Color, Layer, Shape, Transform};

fn circle(x: f64, y: f64, radius: f64) -> ImportedContent {
    ImportedContent::Shape(Shape::Circle {
        center: Point::new(x, y),
        radius,
    })
}

fn item(name: Option<&str>, layer: Option<&str>, content: ImportedContent) -> ImportedItem {
    ImportedItem {
        name: name.map(str::to_owned),
        layer: layer.map(str::to_owned),
        style: None,
        content,
    }
}

fn layer(name: &str) -> ImportedLayer {
    ImportedLayer {
        name: name.to_owned(),
        color: Color::parse("#ff0000").unwrap(),
        line_weight: Some(0.5),
        dash: Vec::new(),
        is_hidden: false,
        is_plotted: true,
        is_locked: false,
    }
}

fn insert(block: usize, count: [u32; 2]) -> ImportedContent {
    ImportedContent::Insert(Insert {
        block,
        at: Point::new(10.0, 20.0),
        rotation: 0.0,
        scale: [1.0, 1.0],
        count,
        spacing: Vec2::new(5.0, 7.5),
    })
}

fn bracket() -> ImportedDrawing {
    let bolt = ImportedBlock {
        name: "BOLT-M6".to_owned(),
        items: vec![
            item(None, None, circle(0.0, 0.0, 3.0)),
            item(Some("head"), None, circle(0.0, 0.0, 5.0)),
        ],
    };
    let turned = ImportedContent::Insert(Insert {
        block: 0,
        at: Point::new(1.0, 2.0),
        rotation: std::f64::consts::FRAC_PI_2,
        scale: [2.0, -2.0],
        count: [1, 1],
        spacing: Vec2::ZERO,
    });
    ImportedDrawing {
        title: "Wall bracket".to_owned(),
        precision: Precision::Computed(3),
        layers: vec![layer("OUTLINE"), layer("UNUSED")],
        blocks: vec![bolt],
        items: vec![
            item(None, Some("OUTLINE"), circle(0.1 + 0.2, 0.0, 50.0)),
            item(Some("hole"), Some("OUTLINE"), circle(5.0, 0.0, 1.0)),
            item(None, None, insert(0, [1, 1])),
            item(None, None, turned),
            item(None, None, insert(0, [3, 2])),
            item(
                Some("pair"),
                None,
                ImportedContent::Group(vec![item(None, None, circle(9.0, 9.0, 1.0))]),
            ),
        ],
        ..ImportedDrawing::default()
    }
}

fn read(drawing: ImportedDrawing, target: &ImportTarget) -> ImportedCode {
    let options = ImportOptions {
        file_name: "Bracket v2".to_owned(),
        ..ImportOptions::default()
    };
    match code("dxf", drawing, &options, target).unwrap() {
        Converted::Read(code) => code,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_file_becomes_a_module_of_readable_statements() {
    let code = read(bracket(), &ImportTarget::default());
    assert_eq!(
        code.statement,
        "import { bracket_v2 } from 'bracket_v2';\nbracket_v2();\n"
    );
    assert_eq!(code.group.as_deref(), Some("bracket_v2"));
    expect![[r##"
        // Imported from Bracket v2 (DXF).
        // Title: Wall bracket.
        // 30 entities, unit mm.

        /** Block BOLT-M6. */
        function bolt_m6(name) {
          draw_circle({ name: `${name}_circle_1`, x: 0, y: 0, radius: 3 });
          draw_circle({ name: `${name}_head`, x: 0, y: 0, radius: 5 });
          create_group({ name, children: [`${name}_circle_1`, `${name}_head`] });
          return name;
        }

        export function bracket_v2() {
          create_layer({ name: "OUTLINE", color: "#ff0000", line_weight: 0.5 });
          draw_circle({ name: "outline_1", x: 0.3, y: 0, radius: 50, layer: "OUTLINE" });
          draw_circle({ name: "hole", x: 5, y: 0, radius: 1, layer: "OUTLINE" });
          bolt_m6("bolt_m6_1");
          translate({ name: "bolt_m6_1", dx: 10, dy: 20 });
          bolt_m6("bolt_m6_2");
          set_transform({ entity: "bolt_m6_2", translate: [1, 2], rotate: 1.5707963267948966, scale: [2, -2], pivot: [0, 0] });
          {
            const copies = [];
            for (let row = 0; row < 2; row++) {
              for (let column = 0; column < 3; column++) {
                const copy = `bolt_m6_array_1_${row + 1}_${column + 1}`;
                copies.push(bolt_m6(copy));
                set_transform({ entity: copy, translate: [10 + column * 5, 20 + row * 7.5], pivot: [0, 0] });
              }
            }
            create_group({ name: "bolt_m6_array_1", children: copies });
          }
          draw_circle({ name: "circle_1", x: 9, y: 9, radius: 1 });
          create_group({ name: "pair", children: ["circle_1"] });
          create_group({ name: "bracket_v2", children: ["outline_1", "hole", "bolt_m6_1", "bolt_m6_2", "bolt_m6_array_1", "pair"] });
        }
    "##]].assert_eq(&code.modules[0].1);
    assert_eq!(code, read(bracket(), &ImportTarget::default()));
}

#[test]
fn names_layers_and_the_unit_of_the_drawing_are_kept() {
    let target = ImportTarget {
        units: Units::Cm,
        entities: 2,
        names: ["outline_1", "bracket_v2"]
            .map(|name| Name::new(name).unwrap())
            .to_vec(),
        identifiers: vec!["bracket_v2".to_owned()],
        layers: vec![Layer {
            name: Name::new("OUTLINE").unwrap(),
            color: Color::Ink,
            line_weight: 1.0,
        }],
        ..ImportTarget::default()
    };
    let code = read(
        ImportedDrawing {
            items: vec![item(None, Some("OUTLINE"), circle(1.25, 0.0, 50.0))],
            ..bracket()
        },
        &target,
    );
    expect![[r#"
        // Imported from Bracket v2 (DXF).
        // Title: Wall bracket.
        // 2 entities, unit cm.

        export function bracket_v2_2() {
          draw_circle({ name: "bracket_v2_2_outline_1", x: 0.125, y: 0, radius: 5, layer: "OUTLINE" });
          create_group({ name: "bracket_v2_2", children: ["bracket_v2_2_outline_1"] });
        }
    "#]]
    .assert_eq(&code.modules[0].1);
    let reasons: Vec<&str> = code
        .report
        .iter()
        .map(|entry| entry.reason.english.as_str())
        .collect();
    assert_eq!(
        reasons,
        [
            "The drawing has a layer of this name, which keeps its color and line weight.",
            "The numbers were converted from mm to cm, the unit of the drawing."
        ]
    );
}

#[test]
fn nested_blocks_that_expand_without_a_bound_lead_to_a_question() {
    let mut blocks = vec![ImportedBlock {
        name: "a".to_owned(),
        items: vec![item(None, Some("0"), circle(0.0, 0.0, 1.0))],
    }];
    for inner in 0..29 {
        blocks.push(ImportedBlock {
            name: "b".to_owned(),
            items: vec![item(None, None, insert(inner, [1000, 1000]))],
        });
    }
    let drawing = ImportedDrawing {
        items: vec![
            item(None, Some("bomb"), insert(14, [1, 1])),
            item(None, Some("small"), circle(0.0, 0.0, 1.0)),
        ],
        blocks,
        ..ImportedDrawing::default()
    };
    let options = ImportOptions::default();
    let asked = code("dxf", drawing.clone(), &options, &ImportTarget::default()).unwrap();
    let Converted::Question(ImportQuestion::TooLarge { entities, layers, .. }) = asked else {
        panic!("{asked:?}");
    };
    assert_eq!(entities, usize::MAX);
    assert_eq!(layers, [("bomb".to_owned(), usize::MAX), ("small".to_owned(), 1)]);
    let deep = ImportedDrawing {
        items: vec![item(None, None, insert(29, [1, 1]))],
        ..drawing
    };
    let error = code("dxf", deep, &options, &ImportTarget::default()).unwrap_err();
    assert!(error.0.english.contains("nested"), "{error}");
}

#[test]
fn the_first_entities_of_a_file_that_is_too_large_are_imported() {
    let drawing = || ImportedDrawing {
        items: (0..12_000)
            .map(|i| item(None, None, circle(f64::from(i), 0.0, 1.0)))
            .collect(),
        ..ImportedDrawing::default()
    };
    let options = ImportOptions {
        first: Some(9_000),
        ..ImportOptions::default()
    };
    let Converted::Read(code) = code("dxf", drawing(), &options, &ImportTarget::default()).unwrap() else {
        panic!("a question");
    };
    assert_eq!(code.entities, 9_001);
    assert_eq!(
        (code.report[0].count, code.report[0].treatment),
        (3_000, Treatment::Dropped)
    );
}

#[test]
fn a_chosen_layer_is_found_in_any_case_and_blocks_keep_all_their_items() {
    let bolt = ImportedBlock {
        name: "bolt".to_owned(),
        items: vec![item(Some("head"), Some("HIDDEN"), circle(0.0, 0.0, 5.0))],
    };
    let drawing = ImportedDrawing {
        layers: vec![layer("Outline"), layer("HIDDEN")],
        blocks: vec![bolt],
        items: vec![
            item(Some("edge"), Some("OUTLINE"), circle(0.0, 0.0, 50.0)),
            item(Some("mark"), Some("HIDDEN"), circle(0.0, 0.0, 1.0)),
            item(Some("fixed"), Some("Outline"), insert(0, [1, 1])),
        ],
        ..ImportedDrawing::default()
    };
    let options = ImportOptions {
        layers: vec!["outline".to_owned()],
        ..ImportOptions::default()
    };
    let Converted::Read(code) = code("dxf", drawing, &options, &ImportTarget::default()).unwrap() else {
        panic!("a question");
    };
    let text: String = code.modules.iter().map(|(_, text)| &**text).collect();
    let has = |name: &str| text.contains(name);
    assert!(
        has("edge") && has("head") && has("fixed") && !has("mark"),
        "{text}"
    );
}

#[test]
fn code_that_is_larger_than_a_file_continues_in_modules() {
    let long = |i: u32| Shape::Line {
        points: (0..400)
            .map(|x| Point::new(f64::from(x) + 0.125, f64::from(i) + 0.25))
            .collect(),
        closed: false,
    };
    let mut drawing = bracket();
    drawing
        .items
        .extend((0..400).map(|i| item(None, None, ImportedContent::Shape(long(i)))));
    let code = read(drawing, &ImportTarget::default());
    let names: Vec<&str> = code.modules.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names[..3], ["bracket_v2", "bracket_v2_blocks", "bracket_v2_part"]);
    assert!(names.len() > 4, "{names:?}");
    assert!(code.modules.iter().all(|(_, text)| text.len() <= PART_BYTES));
    assert!(
        code.modules[2]
            .1
            .starts_with("// Part of bracket_v2.\nimport { bolt_m6 } from 'bracket_v2_blocks';")
    );
}

#[test]
fn an_empty_file_is_refused_with_everything_that_is_left_out() {
    let reason = ["It is damaged.", "손상됐어요."];
    let entry = |kind: &str| ReportEntry::new(Treatment::Dropped, kind, Vec::new(), reason);
    let drawing = ImportedDrawing {
        report: vec![entry("BLOCK"), entry("MPOLYGON")],
        ..ImportedDrawing::default()
    };
    let error = code(
        "dxf",
        drawing,
        &ImportOptions::default(),
        &ImportTarget::default(),
    )
    .unwrap_err();
    let wanted = format!(
        "The file has nothing to import. {}\n{}",
        entry("BLOCK"),
        entry("MPOLYGON")
    );
    assert_eq!(error.0.english, wanted);
    assert!(error.0.korean.contains("MPOLYGON"), "{error}");
}

#[test]
fn items_that_would_leave_the_range_are_left_out_and_reported() {
    let mut drawing = bracket();
    let far = |at: f64| {
        ImportedContent::Insert(Insert {
            block: 0,
            at: Point::new(at, 0.0),
            rotation: 0.0,
            scale: [1.0, 1.0],
            count: [2, 1],
            spacing: Vec2::new(1e8, 0.0),
        })
    };
    let moved = Transform {
        translate: Vec2::new(8e8, 0.0),
        ..Transform::default()
    };
    drawing.items = vec![
        item(Some("near"), None, circle(0.0, 0.0, 1.0)),
        item(Some("far"), None, circle(6e8, 0.0, 5e8)),
        item(Some("inserted"), None, far(9.5e8)),
        item(None, None, far(8e8)),
        item(
            Some("moved"),
            None,
            ImportedContent::Placed(moved, Box::new(circle(5e8, 0.0, 1.0))),
        ),
        item(
            None,
            None,
            ImportedContent::Group(vec![
                item(Some("in_group"), None, circle(6e8, 0.0, 5e8)),
                item(Some("beside"), None, circle(0.0, 0.0, 1.0)),
            ]),
        ),
    ];
    let target = ImportTarget::default();
    let code = read(drawing, &target);
    let text: String = code.modules.iter().map(|(_, text)| &**text).collect();
    for name in ["near", "beside", "bolt_m6_array_1"] {
        assert!(text.contains(&format!("\"{name}\"")), "{text}");
    }
    let lines: Vec<String> = code.report.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "circle (3): left out [far, moved, in_group]: It would leave the range of a drawing, which is ±1e9.",
            "insert (1): left out [inserted]: It would leave the range of a drawing, which is ±1e9.",
        ]
    );
}
