//! Tests of multileaders: the tags of an entity in, shapes and report out.

use super::*;
use trammel_kernel::{Point, norm};

/// Returns a file of tags that are written as `code value`, one on each line.
fn tags(tables: &str, blocks: &str, entities: &str) -> String {
    let mut out = String::from("0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n4\n0\nENDSEC\n");
    for (name, content) in [("TABLES", tables), ("BLOCKS", blocks), ("ENTITIES", entities)] {
        out.push_str(&format!("0\nSECTION\n2\n{name}\n"));
        for line in content.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (code, value) = line.split_once(' ').unwrap_or((line, ""));
            out.push_str(&format!("{code}\n{value}\n"));
        }
        out.push_str("0\nENDSEC\n");
    }
    out + "0\nEOF\n"
}

/// Returns an entity with this content of its context, these leaders, and these settings.
fn multileader(context: &str, leaders: &str, settings: &str) -> String {
    format!(
        "0 MULTILEADER\n5 A1\n330 17\n8 NOTES\n62 1\n270 2\n300 CONTEXT_DATA{{\n40 1\n{context}\n{leaders}\n272 9\n301 }}\n\
         340 2C\n{settings}"
    )
}

/// Leader from (0, 0) over (10, 10) with a landing of 5 to the right.
const LEADER: &str = "302 LEADER{\n290 1\n291 1\n10 10\n20 10\n11 2\n21 0\n90 0\n40 5\n304 LEADER_LINE{\n10 0\n20 0\n91 0\n\
                      305 }\n271 0\n303 }";
/// Text beside the landing.
const TEXT: &str =
    "41 2.5\n140 3\n290 1\n304 Weld \\P5\n12 16\n22 11\n13 1\n23 0\n43 0\n171 1\n90 -1073741824\n296 0";
const STRAIGHT: &str = "170 1\n91 -1056964608\n290 1\n291 1";

/// Reads the multileader of a file, and returns the shapes of its parts.
#[track_caller]
fn parts(file: &str) -> (Vec<Shape>, Vec<String>) {
    let drawing = reading(file, &ImportOptions::default()).unwrap();
    let shapes = drawing.items.iter().flat_map(flat).collect();
    (shapes, report(&drawing))
}

fn flat(item: &ImportedItem) -> Vec<Shape> {
    match &item.content {
        ImportedContent::Shape(shape) => vec![shape.clone()],
        ImportedContent::Group(items) => items.iter().flat_map(flat).collect(),
        _ => Vec::new(),
    }
}

fn line(points: &[[f64; 2]]) -> Shape {
    Shape::Line {
        points: points.iter().map(|[x, y]| Point::new(*x, *y)).collect(),
        closed: false,
    }
}

/// Returns the corners of a filled triangle, rounded to thousandths.
#[track_caller]
fn triangle(shape: &Shape) -> Vec<[f64; 2]> {
    match shape {
        Shape::Polygon { points, .. } => points
            .iter()
            .map(|at| [at.x, at.y].map(|x| (x * 1000.0).round() / 1000.0 + 0.0))
            .collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_leader_with_a_text_has_its_line_arrowhead_landing_and_text() {
    let file = tags("", "", &multileader(TEXT, LEADER, STRAIGHT));
    let (shapes, report) = parts(&file);
    assert_eq!(shapes.len(), 4, "{shapes:?}");
    assert_eq!(shapes[0], line(&[[0.0, 0.0], [10.0, 10.0]]));
    // A triangle of length 3 and width 1 with its tip at the start of the line.
    assert_eq!(triangle(&shapes[1]), [[0.0, 0.0], [2.475, 1.768], [1.768, 2.475]]);
    assert_eq!(shapes[2], line(&[[10.0, 10.0], [15.0, 10.0]]));
    let Shape::Text(text) = &shapes[3] else {
        panic!("{:?}", shapes[3]);
    };
    assert_eq!((text.text.as_str(), text.size), ("Weld \n5", 2.5));
    assert_eq!(text.at, Point::new(16.0, 11.0));
    assert!(
        report
            .iter()
            .any(|line| line.starts_with("MULTILEADER (1): changed [A1]: It is imported as lines"))
    );
    assert!(!report.iter().any(|line| line.contains("left out")), "{report:?}");
}

#[test]
fn colors_of_the_lines_and_of_the_text_are_those_of_the_parts() {
    // A line in green by its number, and a text in a color of three channels.
    let text = TEXT.replace(
        "90 -1073741824",
        &format!("90 {}", (0xc2_i64 << 24 | 0xff_8000) - (1 << 32)),
    );
    let settings = STRAIGHT.replace(
        "91 -1056964608",
        &format!("91 {}", (0xc3_i64 << 24 | 3) - (1 << 32)),
    );
    let drawing = reading(
        &tags("", "", &multileader(&text, LEADER, &settings)),
        &ImportOptions::default(),
    )
    .unwrap();
    let ImportedContent::Group(items) = &drawing.items[0].content else {
        panic!("{drawing:?}");
    };
    let stroke = |at: usize| {
        items[at]
            .style
            .as_ref()
            .and_then(|style| style.stroke.as_ref().map(|stroke| stroke.color))
    };
    let fill = |at: usize| {
        items[at]
            .style
            .as_ref()
            .and_then(|style| style.fill.map(|fill| fill.color))
    };
    let color = |text: &str| Some(trammel_scene::Color::parse(text).unwrap());
    assert_eq!(
        (stroke(0), fill(1), stroke(2)),
        (color("#00ff00"), color("#00ff00"), color("#00ff00"))
    );
    assert_eq!((stroke(3), fill(3)), (None, color("#ff8000")));
    assert!(items.iter().all(|item| item.layer.as_deref() == Some("NOTES")));
}

#[test]
fn several_leaders_and_lines_meet_in_their_points_and_their_own_arrowheads_count() {
    let second = "302 LEADER{\n290 1\n291 0\n10 -10\n20 10\n40 5\n304 LEADER_LINE{\n10 -20\n20 0\n10 -15\n20 0\n40 1.5\n305 }\n\
                  304 LEADER_LINE{\n10 -20\n20 20\n305 }\n303 }";
    let file = tags(
        "",
        "",
        &multileader(TEXT, &format!("{LEADER}\n{second}"), STRAIGHT),
    );
    let (shapes, _) = parts(&file);
    assert_eq!(shapes.len(), 8, "{shapes:?}");
    assert_eq!(shapes[3], line(&[[-20.0, 0.0], [-15.0, 0.0], [-10.0, 10.0]]));
    assert_eq!(
        triangle(&shapes[4]),
        [[-20.0, 0.0], [-18.5, -0.25], [-18.5, 0.25]]
    );
    assert_eq!(shapes[5], line(&[[-20.0, 20.0], [-10.0, 10.0]]));
}

const RECORDS: &str = "0 TABLE\n2 BLOCK_RECORD\n0 BLOCK_RECORD\n5 B0\n2 BALLOON\n0 BLOCK_RECORD\n5 B1\n2 _NONE\n\
                       0 BLOCK_RECORD\n5 B2\n2 _TICK\n0 ENDTAB";
const BLOCKS: &str = "0 BLOCK\n2 BALLOON\n10 1\n20 0\n0 CIRCLE\n8 0\n10 1\n20 0\n40 4\n\
                      0 ATTDEF\n5 B9\n8 0\n10 2\n20 0\n40 3\n1 none\n2 NO\n70 0\n0 ENDBLK\n\
                      0 BLOCK\n2 _NONE\n0 ENDBLK\n0 BLOCK\n2 _TICK\n0 LINE\n8 0\n10 0\n20 -1\n11 0\n21 1\n0 ENDBLK";

#[test]
fn a_block_is_inserted_with_its_scale_and_its_attributes() {
    let context = "41 2.5\n140 3\n290 0\n296 1\n341 B0\n15 20\n25 10\n16 2\n26 2\n36 2\n46 1.5707963267948966\n93 -1056964608";
    let settings = format!("{STRAIGHT}\n344 B0\n330 B9\n177 1\n44 0\n302 17");
    let file = tags(RECORDS, BLOCKS, &multileader(context, LEADER, &settings));
    let drawing = reading(&file, &ImportOptions::default()).unwrap();
    let ImportedContent::Group(items) = &drawing.items[0].content else {
        panic!("{drawing:?}");
    };
    let placed = insert(&items[3]);
    assert_eq!((placed.at, placed.scale), (Point::new(20.0, 10.0), [2.0, 2.0]));
    assert!((placed.rotation - FRAC_PI_2).abs() < 1e-12);
    let Shape::Text(text) = shape(&items[4]) else {
        panic!("{:?}", items[4]);
    };
    // The attribute is 1 to the right of the base point, so 2 above it when the block is doubled and turned.
    assert_eq!((text.text.as_str(), text.size), ("17", 6.0));
    assert!(norm(text.at - Point::new(20.0, 12.0)) < 1e-12 && (text.angle - FRAC_PI_2).abs() < 1e-12);
}

#[test]
fn an_arrowhead_is_the_block_of_the_file_and_an_empty_block_is_none() {
    let with = |handle: &str| {
        let settings = format!("{STRAIGHT}\n342 {handle}");
        let file = tags(RECORDS, BLOCKS, &multileader(TEXT, LEADER, &settings));
        let drawing = reading(&file, &ImportOptions::default()).unwrap();
        match &drawing.items[0].content {
            ImportedContent::Group(items) => items.clone(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(with("B1").len(), 3);
    let items = with("B2");
    let tick = insert(&items[1]);
    assert_eq!((tick.at, tick.scale), (Point::ORIGIN, [3.0, 3.0]));
    // The block points from the line to the tip.
    assert!((tick.rotation + 0.75 * PI).abs() < 1e-12, "{}", tick.rotation);
    assert_eq!(with("0").len(), 4);
}

#[test]
fn lines_are_curves_or_left_out_by_their_type_and_the_frame_is_reported() {
    let bent = LEADER.replace(
        "304 LEADER_LINE{\n10 0\n20 0",
        "304 LEADER_LINE{\n10 0\n20 0\n10 8\n20 0",
    );
    let (shapes, report) = parts(&tags("", "", &multileader(TEXT, &bent, "170 2\n291 1\n292 1")));
    assert!(
        matches!(
            shapes[..],
            [Shape::Bezier(_), Shape::Polygon { .. }, Shape::Text(_)]
        ),
        "{shapes:?}"
    );
    assert!(
        report
            .iter()
            .any(|line| line.contains("The frame around its text is left out.")),
        "{report:?}"
    );
    let (shapes, _) = parts(&tags("", "", &multileader(TEXT, LEADER, "170 0\n291 1")));
    assert!(matches!(shapes[..], [Shape::Text(_)]), "{shapes:?}");
}

#[test]
fn a_multileader_without_its_own_geometry_is_left_out_with_the_remedy() {
    let line = "0 LINE\n8 0\n10 0\n20 0\n11 1\n21 0";
    for damaged in [
        "0 MULTILEADER\n5 A1\n8 0\n340 2C",
        "0 MLEADER\n5 A1\n8 0\n300 CONTEXT_DATA{\n40 1",
        "0 MULTILEADER\n5 A1\n8 0\n300 CONTEXT_DATA{\n302 LEADER{\n304 LEADER_LINE{\n305 }\n303 }\n301 }\n170 1",
    ] {
        let (shapes, report) = parts(&tags("", "", &format!("{line}\n{damaged}")));
        assert_eq!(shapes.len(), 1);
        assert!(
            report[0].ends_with(
                "[A1]: It has no geometry of its own. Explode it in the program that made the file."
            ),
            "{report:?}"
        );
    }
}

#[test]
fn a_multileader_in_a_block_follows_the_insert() {
    let blocks = format!(
        "0 BLOCK\n2 PART\n{}\n0 ENDBLK",
        multileader(TEXT, LEADER, STRAIGHT)
    );
    let drawing = reading(
        &tags("", &blocks, "0 INSERT\n8 0\n2 PART\n10 100\n20 0\n41 2\n42 2"),
        &ImportOptions::default(),
    )
    .unwrap();
    assert_eq!(insert(&drawing.items[0]).scale, [2.0, 2.0]);
    assert_eq!(drawing.blocks[0].items.iter().flat_map(flat).count(), 4);
}
