//! Tests of the width, slant, columns, and lines of texts.

use super::*;
use trammel_scene::{Text, Transform};

/// Returns the transform and the text of an item.
fn placed(item: &ImportedItem) -> (Transform, &Text) {
    match &item.content {
        ImportedContent::Placed(transform, content) => match &**content {
            ImportedContent::Shape(Shape::Text(text)) => (*transform, text),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_width_factor_and_slant_of_a_text_are_kept() {
    let wide = drawing("", "0 TEXT 10 3 20 4 40 5 1 ab 41 2 50 90");
    let (transform, text) = placed(&wide.items[0]);
    assert_eq!(
        (transform.scale, transform.shear, transform.rotate),
        (Vec2::new(2.0, 1.0), 0.0, FRAC_PI_2)
    );
    assert_eq!(transform.pivot, Some(Point::new(3.0, 4.0)));
    assert_eq!((text.at, text.angle), (Point::new(3.0, 4.0), 0.0));
    let slanted = drawing("", "0 TEXT 10 0 20 0 40 5 1 ab 51 45");
    let (transform, _) = placed(&slanted.items[0]);
    assert!((transform.shear - 1.0).abs() < 1e-12 && transform.scale == Vec2::new(1.0, 1.0));
    let upright = drawing("", "0 TEXT 10 0 20 0 40 5 1 ab 41 1 51 0");
    assert!(matches!(upright.items[0].content, ImportedContent::Shape(_)));
    let broken = drawing("", "0 TEXT 5 A 10 0 20 0 40 5 1 ab 41 1000");
    let reason = "[A]: Its width factor or slant is outside the permitted range";
    let lines = report(&broken);
    assert!(lines.iter().any(|line| line.contains(reason)), "{lines:?}");
}

#[test]
fn a_text_of_several_lines_has_the_width_factor_of_its_style() {
    let styles = "0 TABLE 2 STYLE 0 STYLE 2 S 70 4 40 8 41 3 50 45 0 ENDTAB";
    let text = file("9 $INSUNITS 70 4", styles, "", "0 MTEXT 7 s 10 0 20 20 40 5 1 mt");
    let drawing = reading(&text, &ImportOptions::default()).unwrap();
    let (transform, _) = placed(&drawing.items[0]);
    assert_eq!(transform.scale, Vec2::new(3.0, 1.0));
    assert!((transform.shear - 1.0).abs() < 1e-12);
}

#[test]
fn an_attribute_of_several_lines_has_its_embedded_text() {
    let block = "0 BLOCK 2 B 10 0 20 0 0 POINT 10 0 20 0 0 ENDBLK";
    let attribute = "0 ATTRIB 5 22 8 notes 100 AcDbText 10 7 20 8 40 2 1 val 100 AcDbAttribute 2 T 70 0 71 2 72 0 11 7 21 9 \
                     101 Embedded_Object 10 7 20 9 40 2 41 0 71 1 72 1 1 multi\\Pline 7 Standard 0 SEQEND";
    let drawing = drawing(block, &format!("0 INSERT 5 21 66 1 2 B 10 0 20 0 {attribute}"));
    let Shape::Text(text) = shape(&drawing.items[1]) else {
        panic!("{:?}", drawing.items)
    };
    assert_eq!(
        (text.text.as_str(), text.at),
        ("multi\nline", Point::new(7.0, 9.0))
    );
    assert_eq!(drawing.items[1].layer.as_deref(), Some("notes"));
    assert!(
        !report(&drawing).iter().any(|line| line.contains("upright")),
        "{:?}",
        report(&drawing)
    );
}

#[test]
fn columns_of_a_text_are_reported() {
    let reason = "Its columns are one column here.";
    for columns in [
        "101 Embedded_Object 70 1 10 1 20 0 71 2 72 2 44 50",
        "1001 ACAD 1000 ACAD_MTEXT_COLUMN_INFO_BEGIN 1070 75 1070 2 1000 ACAD_MTEXT_COLUMN_INFO_END",
    ] {
        let entity = format!("0 MTEXT 5 20 10 0 20 0 40 2.5 71 1 1 text {columns}");
        let text = file("9 $INSUNITS 70 4", "", "", &entity);
        // Underscores of the file are spaces elsewhere.
        let text = text.replace("ACAD MTEXT COLUMN INFO BEGIN", "ACAD_MTEXT_COLUMN_INFO_BEGIN");
        let drawing = reading(&text, &ImportOptions::default()).unwrap();
        let lines = report(&drawing);
        assert!(
            lines.contains(&format!("MTEXT (1): changed [20]: {reason}")),
            "{lines:?}"
        );
    }
    let plain = drawing(
        "",
        "0 MTEXT 10 0 20 0 40 2.5 71 1 1 text 101 Embedded_Object 70 1 71 0",
    );
    assert!(!report(&plain).iter().any(|line| line.contains("column")));
}

#[test]
fn attributes_of_several_copies_of_an_insert_are_reported() {
    let block = "0 BLOCK 2 B 10 0 20 0 0 POINT 10 0 20 0 0 ENDBLK";
    let attribute = "0 ATTRIB 5 90 10 60 20 20 40 3 1 M 2 A 70 0 0 SEQEND";
    let lines = |copies: &str| {
        let insert = format!("0 INSERT 5 8E 66 1 2 B 10 60 20 20 {copies} {attribute}");
        report(&drawing(block, &insert))
    };
    let wanted = "INSERT (1): changed [8E]: Its attributes are drawn at its first copy only.".to_owned();
    assert!(lines("70 3 44 30").contains(&wanted), "{:?}", lines("70 3 44 30"));
    assert!(!lines("").contains(&wanted));
}
