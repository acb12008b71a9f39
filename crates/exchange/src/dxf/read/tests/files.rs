//! Tests of units, layers, precision, and reports.

use super::*;

#[test]
fn the_unit_is_that_of_the_file_or_of_the_user() {
    let units = |header: &str, options: &ImportOptions| {
        let text = file(header, "", "", "0 LINE 10 0 20 0 11 100 21 50");
        reading(&text, options).map(|drawing| (drawing.units, shape(&drawing.items[0]).clone()))
    };
    let length = |shape: &Shape| shape.bounds(&Affine::IDENTITY).unwrap().width();
    let none = ImportOptions::default();
    for (header, wanted, width) in [
        ("9 $INSUNITS 70 4", Units::Mm, 100.0),
        ("9 $INSUNITS 70 1 9 $MEASUREMENT 70 1", Units::In, 100.0),
        ("9 $INSUNITS 70 0 9 $MEASUREMENT 70 1", Units::Mm, 100.0),
        ("9 $INSUNITS 70 2", Units::In, 1200.0),
        ("9 $INSUNITS 70 13", Units::Mm, 0.1),
    ] {
        let (unit, shape) = units(header, &none).unwrap();
        assert_eq!(unit, wanted, "{header}");
        assert!((length(&shape) - width).abs() < 1e-9, "{header}");
    }
    let metric = file(
        "9 $INSUNITS 70 0 9 $MEASUREMENT 70 1",
        "",
        "",
        "0 LINE 10 0 20 0 11 100 21 50",
    );
    let lines = report(&reading(&metric, &none).unwrap());
    assert!(lines[0].contains("states no unit"), "{lines:?}");
    for header in [
        "",
        "9 $INSUNITS 70 0",
        "9 $MEASUREMENT 70 0",
        "9 $INSUNITS 70 0 9 $MEASUREMENT 70 0",
        "9 $MEASUREMENT 70 0 9 $LUNITS 70 2",
    ] {
        let Err(ReadError::Question(ImportQuestion::Units { suggested, reason })) = units(header, &none)
        else {
            panic!("{header}");
        };
        assert_eq!(suggested, Units::Mm);
        assert_eq!(
            reason,
            "The drawing is 100 wide or high, and most files without a unit are in millimeters."
        );
    }
    let answered = ImportOptions {
        units: Some(Units::Cm),
        ..ImportOptions::default()
    };
    for header in ["", "9 $INSUNITS 70 2"] {
        let (unit, shape) = units(header, &answered).unwrap();
        assert_eq!(
            (unit, length(&shape)),
            (Units::Cm, 100.0),
            "the numbers are used as they are"
        );
    }
}

#[test]
fn the_question_for_the_unit_states_the_size_of_curves() {
    let size = |entities: &str| match reading(&file("", "", "", entities), &ImportOptions::default()) {
        Err(ReadError::Question(ImportQuestion::Units { reason, .. })) => {
            let size = reason.english.strip_prefix("The drawing is ").unwrap();
            size.split_once(" wide or high").unwrap().0.to_owned()
        }
        other => panic!("{other:?}"),
    };
    for (entities, wanted) in [
        ("0 CIRCLE 10 10 20 10 40 4", "8"),
        ("0 ARC 10 100 20 0 40 50 50 0 51 90", "50"),
        ("0 ELLIPSE 10 1000 20 0 11 30 21 0 40 0.5", "60"),
        ("0 LINE 10 0 20 0 11 100 21 50", "100"),
    ] {
        assert_eq!(size(entities), wanted, "{entities}");
    }
}

#[test]
fn styles_of_layers_and_entities_are_read() {
    let tables = "0 TABLE 2 LTYPE 0 LTYPE 2 Dashed 73 2 49 12.7 49 -6.35 0 ENDTAB \
        0 TABLE 2 LAYER 0 LAYER 2 Cut 62 1 370 50 6 DASHED 0 LAYER 2 Off 62 -3 0 LAYER 2 Frozen 70 1 62 7 420 65280 0 ENDTAB";
    let text = file(
        "9 $INSUNITS 70 4",
        tables,
        "",
        "0 POINT 8 CUT 10 0 20 0 0 POINT 8 cut 62 5 10 0 20 0 0 POINT 8 new 10 0 20 0",
    );
    let drawing = reading(&text, &ImportOptions::default()).unwrap();
    let layers: Vec<(&str, bool)> = drawing
        .layers
        .iter()
        .map(|layer| (layer.name.as_str(), layer.is_hidden))
        .collect();
    assert_eq!(
        layers,
        [("Cut", false), ("Off", true), ("Frozen", true), ("new", false)]
    );
    let cut = &drawing.layers[0];
    assert_eq!(
        (cut.line_weight, cut.dash.as_slice()),
        (Some(0.5), &[12.7, 6.35][..])
    );
    assert_eq!(cut.color, trammel_scene::Color::Rgba([1.0, 0.0, 0.0, 1.0]));
    assert_eq!(
        drawing.layers[2].color,
        trammel_scene::Color::Rgba([0.0, 1.0, 0.0, 1.0])
    );
    assert_eq!(
        drawing.items[0].layer.as_deref(),
        Some("Cut"),
        "the case is that of the table"
    );
    assert_eq!(drawing.items[0].style, None);
    let stroke = drawing.items[1].style.clone().unwrap().stroke.unwrap();
    assert_eq!(stroke.color, trammel_scene::Color::Rgba([0.0, 0.0, 1.0, 1.0]));
    assert_eq!((stroke.width, stroke.dash), (0.5, vec![12.7, 6.35]));
}

#[test]
fn entities_without_a_counterpart_are_reported_with_their_handles() {
    let drawing = drawing(
        "",
        "0 XLINE 5 1A 10 0 20 0 0 RAY 5 1B 0 LINE 5 1C 67 1 10 0 20 0 11 1 21 1 0 LINE 5 1D 60 1 10 0 20 0 11 1 21 1 \
         0 LINE 5 1E 10 0 20 0 11 0 21 0 0 LINE 5 1F 10 x 20 0 11 1 21 1 0 CIRCLE 5 20 10 0 20 0 40 2e9 0 ROBOT 5 21",
    );
    assert!(drawing.items.is_empty());
    assert_eq!(
        report(&drawing),
        [
            "CIRCLE (1): left out [20]: It has no size, or its numbers are outside the range of a drawing.",
            "LINE (1): left out [1E]: It has no size, or its numbers are outside the range of a drawing.",
            "LINE (1): left out [line 81]: It is damaged: the value of group 10 is not a finite number.",
            "LINE (1): left out [1D]: It is invisible.",
            "LINE (1): left out [1C]: It is on a paper layout, not in the model.",
            "RAY (1): left out [1B]: Its length is infinite.",
            "ROBOT (1): left out [21]: A drawing has no entity of this type.",
            "XLINE (1): left out [1A]: Its length is infinite.",
        ]
    );
}

#[test]
fn the_decimals_are_those_of_the_file() {
    use Precision::{Computed, Written};
    let precision = |entities: &str| drawing("", entities).precision;
    assert_eq!(precision("0 LINE 10 0.25 20 0 11 1.5 21 1.0"), Written(2));
    assert_eq!(
        precision("0 LINE 10 0.12345678901234567 20 0 11 1.5 21 1.0"),
        Written(15)
    );
    assert_eq!(
        precision("0 LWPOLYLINE 10 0.5 20 0 42 0.3 10 1.5 20 1.0"),
        Computed(12),
        "the radius is computed"
    );
    assert_eq!(
        precision("0 CIRCLE 10 0 20 0 40 5.125"),
        Written(3),
        "the radius counts as well"
    );
    assert_eq!(
        precision("0 SPLINE 40 0.333333 10 0.5 20 1"),
        Written(1),
        "a knot is no length"
    );
}

#[test]
fn damaged_files_are_refused_with_the_place() {
    let error = |bytes: &[u8]| match read(bytes, &ImportOptions::default()) {
        Err(ReadError::Refused(FormatError(reason))) => reason.english,
        other => panic!("{other:?}"),
    };
    assert!(error(b"").contains("not a DXF file"));
    assert!(
        error(b"0\nSECTION\n2\nENTITIES\n0\nLINE\n8\n")
            .contains("on line 7: the file ends after a group code")
    );
    assert!(error(b"0\nSECTION\n0\nENDSEC\n").contains("a section has no name"));
}

#[test]
fn comments_and_line_ends_may_stand_anywhere() {
    let text = file(
        "9 $MEASUREMENT 70 0 9 $INSUNITS 70 4",
        "",
        "",
        "0 LINE 10 0 20 0 11 10 21 0",
    );
    let commented = text.replace("$INSUNITS\n", "$INSUNITS\n999\nthe unit\n");
    let measured = text.replace("$MEASUREMENT\n", "$MEASUREMENT\n999\n1\n");
    let everywhere: String = text
        .lines()
        .collect::<Vec<_>>()
        .chunks(2)
        .map(|tag| format!("999\ncomment\n{}\n", tag.join("\n")))
        .collect();
    for text in [
        commented,
        measured,
        everywhere,
        text.replace('\n', "\r\n"),
        text.replace('\n', "\r\r\n"),
        text.replace('\n', "\r\r\r\n"),
        text.replace('\n', "\r"),
    ] {
        let drawing = reading(&text, &ImportOptions::default()).unwrap();
        assert_eq!((drawing.units, drawing.items.len()), (Units::Mm, 1), "{text:?}");
    }
}
