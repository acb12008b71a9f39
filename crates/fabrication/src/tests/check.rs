//! Tests of the check before cutting: drawings in, findings out.

use super::*;
use trammel_scene::{PathData, Text};

const OPTIONS: CheckOptions = CheckOptions {
    tolerance: 0.05,
    kerf: None,
    thickness: None,
    open: Vec::new(),
};

/// Returns the messages of the findings, each after its kind.
#[track_caller]
fn found(scene: &Scene, options: &CheckOptions) -> Vec<String> {
    let check = check(scene, &[], options).unwrap();
    assert!(check.is_complete);
    let line = |finding: &Finding| {
        let kind = serde_json::to_value(finding.kind).unwrap();
        format!("{}: {}", kind.as_str().unwrap(), finding.message)
    };
    check.findings.iter().map(line).collect()
}

#[test]
fn a_sound_drawing_has_no_findings() {
    let scene = drawing(&[
        ("plate", rect(0.0, 0.0, 100.0, 60.0)),
        ("hole", circle(20.0, 30.0, 5.0)),
        ("slot", rect(50.0, 20.0, 3.0, 20.0)),
        ("next", rect(101.0, 0.0, 50.0, 60.0)),
    ]);
    let options = CheckOptions {
        kerf: Some(0.2),
        thickness: Some(3.0),
        ..OPTIONS
    };
    assert_eq!(found(&scene, &options), Vec::<String>::new());
}

#[test]
fn open_contours_gaps_and_unjoined_contours_are_found_with_their_ends() {
    let scene = drawing(&[
        ("fold", line(&[0.0, 0.0, 30.0, 0.0])),
        ("u", line(&[0.0, 10.0, 20.0, 10.0, 20.0, 30.0, 0.0, 30.0])),
        ("lid", line(&[0.0, 30.03, 0.0, 10.0])),
        ("a", line(&[100.0, 0.0, 110.0, 0.0, 110.0, 10.0])),
        ("b", line(&[100.0, 0.0, 100.0, 10.0, 110.0, 10.0])),
    ]);
    let check = check(&scene, &[], &OPTIONS).unwrap();
    let messages: Vec<String> = check
        .findings
        .iter()
        .map(|finding| finding.message.clone())
        .collect();
    assert_eq!(
        messages,
        [
            "'fold' is open, from (0, 0) to (30, 0).",
            "A gap of 0.03 at (0, 30) in 'u', 'lid'.",
            "The ends of 'a', 'b' meet, but they are not one closed contour.",
        ]
    );
    let gap = &check.findings[1];
    assert_eq!(gap.between, Some([Point::new(0.0, 30.0), Point::new(0.0, 30.03)]));
    assert_eq!(gap.remedy, Some(Remedy::Join));
    assert_eq!(check.findings[0].remedy, None);
    // A gap above the tolerance leaves two open contours.
    let tight = CheckOptions {
        tolerance: 0.01,
        ..OPTIONS
    };
    assert_eq!(
        found(&scene, &tight)
            .iter()
            .filter(|line| line.starts_with("open_contour"))
            .count(),
        2
    );
}

#[test]
fn duplicates_are_found_in_any_direction() {
    let there = Shape::Polygon {
        points: points(&[0.0, 0.0, 10.0, 0.0, 10.0, 5.0]),
        holes: Vec::new(),
    };
    let back = Shape::Polygon {
        points: points(&[10.0, 5.0, 10.0, 0.0, 0.0, 0.0]),
        holes: Vec::new(),
    };
    let scene = drawing(&[
        ("a", there.clone()),
        ("b", back),
        ("c", there),
        ("d", circle(5.0, 20.0, 3.0)),
        ("e", circle(5.0, 20.0, 3.0005)),
        ("f", circle(5.0, 20.0, 3.1)),
    ]);
    assert_eq!(
        found(&scene, &OPTIONS),
        [
            "duplicate: 'b' repeats 'a', so the machine would cut twice.",
            "duplicate: 'c' repeats 'a', so the machine would cut twice.",
            "duplicate: 'e' repeats 'd', so the machine would cut twice.",
        ]
    );
}

#[test]
fn overlaps_crossings_and_loops_are_found() {
    let scene = drawing(&[
        ("left", rect(0.0, 0.0, 10.0, 10.0)),
        ("right", rect(10.0, 2.0, 10.0, 6.0)),
        ("over", circle(20.0, 5.0, 2.0)),
        ("mark", line(&[-5.0, 10.0, 4.0, 10.0])),
        (
            "bow",
            polygon(&[0.0, 100.0, 10.0, 110.0, 10.0, 100.0, 0.0, 110.0]),
        ),
    ]);
    assert_eq!(
        found(&scene, &OPTIONS),
        [
            "open_contour: 'mark' is open, from (-5, 10) to (4, 10).",
            "overlap: 'left', 'right' follow the same line for 6, so the machine would cut twice.",
            "overlap: 'left', 'mark' follow the same line for 4, so the machine would cut twice.",
            "crossing: 'right', 'over' cross at (20, 3).",
            "self_intersection: 'bow' crosses or follows itself at (5, 105).",
        ]
    );
}

#[test]
fn features_narrower_than_the_kerf_are_found() {
    let slot = 0.15;
    let scene = drawing(&[
        ("plate", rect(0.0, 0.0, 100.0, 60.0)),
        ("pin", circle(20.0, 30.0, 0.08)),
        ("edge", circle(94.9, 30.0, 5.0)),
        (
            "comb",
            polygon(&[
                200.0,
                0.0,
                220.0,
                0.0,
                220.0,
                20.0,
                210.0 + slot,
                20.0,
                210.0 + slot,
                5.0,
                210.0,
                5.0,
                210.0,
                20.0,
                200.0,
                20.0,
            ]),
        ),
        (
            "rounded",
            Shape::Rect {
                corner: Point::new(300.0, 0.0),
                width: 20.0,
                height: 20.0,
                corner_radius: 0.05,
            },
        ),
    ]);
    let kerf = CheckOptions {
        kerf: Some(0.2),
        ..OPTIONS
    };
    assert_eq!(
        found(&scene, &kerf),
        [
            "narrow_feature: 'plate', 'edge' are only 0.1 apart at (99.95, 30), less than the kerf (0.2).",
            "narrow_feature: 'pin' is only 0.16 wide at (20, 30), less than the kerf (0.2).",
            "narrow_feature: 'comb' is only 0.15 wide at (210.075, 20), less than the kerf (0.2).",
        ]
    );
    let fine = CheckOptions {
        kerf: Some(0.09),
        ..OPTIONS
    };
    assert_eq!(found(&scene, &fine), Vec::<String>::new());
}

#[test]
fn holes_narrower_than_the_sheet_are_found() {
    let scene = drawing(&[
        ("plate", rect(0.0, 0.0, 100.0, 60.0)),
        ("drill", circle(20.0, 30.0, 1.4)),
        ("wide", circle(30.0, 30.0, 1.5)),
        ("slot", rect(50.0, 20.0, 2.5, 20.0)),
        ("web", rect(53.0, 20.0, 10.0, 20.0)),
        (
            "cross",
            polygon(&[
                70.0, 10.0, 72.0, 10.0, 72.0, 20.0, 82.0, 20.0, 82.0, 30.0, 70.0, 30.0,
            ]),
        ),
        ("pin", circle(200.0, 0.0, 1.0)),
    ]);
    let sheet = CheckOptions {
        thickness: Some(3.0),
        ..OPTIONS
    };
    assert_eq!(
        found(&scene, &sheet),
        [
            "narrow_hole: 'drill' is only 2.8 wide at (20, 30), less than the thickness of the sheet (3).",
            "narrow_hole: 'slot' is only 2.5 wide at (51.25, 30), less than the thickness of the sheet (3).",
            "narrow_hole: 'cross' is only 2 wide at (71, 15), less than the thickness of the sheet (3).",
        ]
    );
}

#[test]
fn text_without_outlines_is_found() {
    let text = |text: &str| {
        Shape::Text(Arc::new(Text {
            text: text.to_owned(),
            at: Point::ORIGIN,
            size: 5.0,
            align: trammel_text::Align::default(),
            valign: trammel_text::Valign::default(),
            angle: 0.0,
        }))
    };
    let scene = drawing(&[("good", text("ON")), ("bad", text("on \u{1F600}"))]);
    assert_eq!(
        found(&scene, &OPTIONS),
        ["text: The font has no outline of \"\u{1F600}\" in 'bad', so a box would be cut."]
    );
}

#[test]
fn only_the_named_entities_and_those_in_named_groups_are_checked() {
    let mut edit = Edit::new(drawing(&[
        ("a", line(&[0.0, 0.0, 1.0, 0.0])),
        ("b", line(&[0.0, 9.0, 1.0, 9.0])),
        ("c", line(&[0.0, 5.0, 1.0, 5.0])),
    ]));
    let name = |text: &str| Name::new(text).unwrap();
    edit.group(&name("g"), &[name("a"), name("c")]).unwrap();
    let scene = edit.finish().0;
    let of = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        check(&scene, &names, &OPTIONS).map(|check| check.contours)
    };
    assert_eq!(of(&["g"]), Ok(2));
    assert_eq!(of(&["g", "b"]), Ok(3));
    assert!(of(&["missing"]).is_err());
}

#[test]
fn ten_thousand_contours_in_one_place_end_in_bounded_work() {
    let mut edit = Edit::new(Scene::new("t"));
    for at in 0..10_000 {
        let angle = f64::from(at) * 0.0001;
        add(
            &mut edit,
            &format!("l{at}"),
            line(&[0.0, 0.0, 100.0 * libm::cos(angle), 100.0 * libm::sin(angle)]),
        );
    }
    let scene = edit.finish().0;
    let check = check(&scene, &[], &OPTIONS).unwrap();
    assert_eq!(check.contours, 10_000);
    assert!(
        !check.is_complete,
        "the limit of pairs was reached and is reported"
    );
}

#[test]
fn findings_of_one_kind_in_one_entity_are_one_finding_and_intended_open_lines_are_none() {
    let slits: Vec<String> = (0..143)
        .map(|at| format!("M {} 5 V 55", 10.0 + 0.5 * f64::from(at)))
        .collect();
    let hinge = Shape::Bezier(PathData::new(&slits.join(" ")).unwrap());
    let scene = drawing(&[
        ("plate", rect(0.0, 0.0, 100.0, 60.0)),
        ("hinge", hinge),
        ("fold", line(&[0.0, 70.0, 50.0, 70.0])),
    ]);
    let all = check(&scene, &[], &OPTIONS).unwrap();
    let rows: Vec<(&str, usize)> = all
        .findings
        .iter()
        .map(|finding| (finding.message.as_str(), finding.further_places.len()))
        .collect();
    assert_eq!(
        rows,
        [
            (
                "'hinge' is open, from (10, 5) to (10, 55). The same at 142 more places.",
                142
            ),
            ("'fold' is open, from (0, 70) to (50, 70).", 0),
        ]
    );
    let report = CheckReport::from(&all);
    assert_eq!((report.total(), report.findings[0].more_places()), (2, 142));
    assert!(report.findings[0].further_places.len() < 30);
    let meant = |open: &[&str]| CheckOptions {
        open: open.iter().map(|name| (*name).to_owned()).collect(),
        ..OPTIONS
    };
    assert_eq!(found(&scene, &meant(&["hinge", "fold"])), Vec::<String>::new());
    assert_eq!(found(&scene, &meant(&["hinge"])).len(), 1);
    assert!(check(&scene, &[], &meant(&["hing"])).is_err());
}
