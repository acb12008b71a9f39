//! Tests of groups: the OBJECTS section of a file in, nested items and the report out.

use super::*;

/// Reads circles with the handles A1, A2, and so on, and these groups: name, handle, and handles of the entities.
fn grouped(entities: &str, groups: &[(&str, &str, &[&str])], options: &ImportOptions) -> ImportedDrawing {
    let mut objects =
        "0 DICTIONARY 5 C 3 ACAD_GROUP 350 D 0 DICTIONARY 5 D 102 {ACAD_REACTORS 330 C 102 }".to_owned();
    for (name, handle, _) in groups {
        objects += &format!(" 3 {name} 350 {handle}");
    }
    for (_, handle, members) in groups {
        objects += &format!(
            " 0 GROUP 5 {handle} 102 {{ACAD_REACTORS 330 D 102 }} 330 D 100 AcDbGroup 300 none 70 0 71 1"
        );
        for member in *members {
            objects += &format!(" 340 {member}");
        }
    }
    let mut text = file("9 $INSUNITS 70 4", "", "", entities);
    let end = text.len() - "0\nEOF\n".len();
    let lines: Vec<&str> = objects.split(' ').collect();
    text.insert_str(
        end,
        &format!("0\nSECTION\n2\nOBJECTS\n{}\n0\nENDSEC\n", lines.join("\n")),
    );
    reading(&text, options).unwrap()
}

/// Returns `count` circles, whose radius is their number.
fn circles(count: usize) -> String {
    let circle = |number| format!("0 CIRCLE 5 A{number} 8 0 10 0 20 0 40 {number} ");
    (1..=count).map(circle).collect()
}

/// Returns the items as text: the radius of a circle, and the name and content of a group.
fn outline(items: &[ImportedItem]) -> String {
    let one = |item: &ImportedItem| match &item.content {
        ImportedContent::Group(inner) => {
            format!("{}({})", item.name.as_deref().unwrap_or("-"), outline(inner))
        }
        ImportedContent::Shape(Shape::Circle { radius, .. }) => radius.to_string(),
        other => format!("{other:?}"),
    };
    items.iter().map(one).collect::<Vec<_>>().join(" ")
}

#[test]
fn sets_of_entities_become_groups() {
    type Sets<'a> = &'a [(&'a str, &'a str, &'a [&'a str])];
    let cases: [(Sets, &str, &[&str]); 8] = [
        (&[("pair", "B1", &["A2", "A1"])], "pair(1 2) 3 4", &[]),
        // A name that starts with a star was made by a program.
        (&[("*A1", "B1", &["A1", "A2"])], "-(1 2) 3 4", &[]),
        (
            &[("in", "B1", &["A3"]), ("out", "B2", &["A2", "A3", "A4"])],
            "1 out(2 in(3) 4)",
            &[],
        ),
        (
            &[("one", "B1", &["A1", "A2"]), ("two", "B2", &["A1", "A2"])],
            "one(two(1 2)) 3 4",
            &[],
        ),
        // Nothing is covered, so the order is of no importance.
        (&[("apart", "B1", &["A1", "A3"])], "2 apart(1 3) 4", &[]),
        (
            &[
                ("large", "B1", &["A1", "A2", "A3"]),
                ("small", "B2", &["A3", "A4"]),
            ],
            "large(1 2 3) small(4)",
            &["GROUP (1): changed [small]: Entities that are in another group as well stay there."],
        ),
        // Entities that are not of the drawing, and a group of none.
        (
            &[
                ("gone", "B1", &["F1"]),
                ("empty", "B2", &[]),
                ("part", "B3", &["A1", "F2"]),
            ],
            "part(1) 2 3 4",
            &[],
        ),
        (
            &[("nested", "B9", &["A1"] as &[&str]); 7],
            "nested(nested(nested(nested(nested(nested(1)))))) 2 3 4",
            &[
                "GROUP (1): left out [nested]: It is within too many groups; its entities are in the group around it.",
            ],
        ),
    ];
    for (groups, expected, reasons) in cases {
        let drawing = grouped(&circles(4), groups, &ImportOptions::default());
        assert_eq!(outline(&drawing.items), expected, "{groups:?}");
        assert_eq!(report(&drawing), reasons, "{groups:?}");
    }
}

#[test]
fn what_a_drawing_does_not_have_is_in_the_report() {
    let entities = "0 CIRCLE 5 A1 8 0 10 0 20 0 40 1 440 33554559 39 5 0 CIRCLE 5 A2 8 0 10 0 20 0 40 2 440 33554687 39 0 \
        0 CIRCLE 5 A3 8 0 10 0 20 0 40 3 440 0";
    let mut text = file("9 $INSUNITS 70 4", "", "", entities);
    let end = text.len() - "0\nEOF\n".len();
    text.insert_str(
        end,
        "0\nSECTION\n2\nOBJECTS\n0\nSPATIAL_FILTER\n5\nB1\n0\nENDSEC\n",
    );
    let drawing = reading(&text, &ImportOptions::default()).unwrap();
    assert_eq!(outline(&drawing.items), "1 2 3");
    assert_eq!(
        report(&drawing),
        [
            "CIRCLE (1): changed [A1]: It is transparent in the file, and opaque here.",
            "CIRCLE (1): changed [A1]: Its thickness is left out.",
            "SPATIAL_FILTER (1): changed [B1]: The file shows a part of a block; the block is imported whole."
        ]
    );
}

#[test]
fn the_parts_of_an_entity_are_in_its_group() {
    let entities = "0 CIRCLE 5 A1 8 0 10 0 20 0 40 1 0 POLYLINE 5 A2 8 0 66 1 0 VERTEX 5 A3 8 0 10 0 20 0 \
        0 VERTEX 5 A4 8 0 10 5 20 0 0 SEQEND 5 A5 8 0 0 CIRCLE 5 A6 8 0 10 0 20 0 40 6";
    let drawing = grouped(
        entities,
        &[("all", "B1", &["A2", "A6"])],
        &ImportOptions::default(),
    );
    let [first, group] = &drawing.items[..] else {
        panic!("{drawing:?}");
    };
    assert!(matches!(shape(first), Shape::Circle { .. }));
    let ImportedContent::Group(items) = &group.content else {
        panic!("{group:?}");
    };
    assert!(matches!(shape(&items[0]), Shape::Line { points, .. } if points.len() == 2));
    assert_eq!(report(&drawing), [""; 0]);
}

#[test]
fn a_group_whose_place_matters_is_reported() {
    let entities =
        circles(1) + "0 SOLID 5 A2 8 0 10 0 20 0 11 9 21 0 12 0 22 9 0 CIRCLE 5 A3 8 0 10 0 20 0 40 3";
    let drawing = grouped(
        &entities,
        &[("apart", "B1", &["A1", "A3"])],
        &ImportOptions::default(),
    );
    assert_eq!(
        report(&drawing),
        [
            "GROUP (1): changed [apart]: Its entities are drawn one after another, at the place of its last one."
        ]
    );
}

#[test]
fn groups_that_have_no_room_are_left_out_and_a_part_of_a_file_keeps_its_groups() {
    let options = ImportOptions {
        first: Some(3),
        ..ImportOptions::default()
    };
    let drawing = grouped(
        &circles(4),
        &[("pair", "B1", &["A1", "A2"]), ("rest", "B2", &["A4"])],
        &options,
    );
    assert_eq!(outline(&drawing.items), "pair(1 2)");
    let options = ImportOptions {
        layers: vec!["cut".to_owned()],
        ..ImportOptions::default()
    };
    let entities = circles(2) + "0 CIRCLE 5 A3 8 CUT 10 0 20 0 40 3";
    let groups: &[(&str, &str, &[&str])] = &[("pair", "B1", &["A1", "A3"]), ("none", "B2", &["A2"])];
    assert_eq!(outline(&grouped(&entities, groups, &options).items), "pair(3)");
    let drawing = grouped(&circles(MAX_ENTITIES), groups, &ImportOptions::default());
    assert_eq!(drawing.items.len(), MAX_ENTITIES);
    assert_eq!(
        report(&drawing),
        ["GROUP (1): changed: With the groups there are too many entities, so the groups are left out."]
    );
}
