//! Tests of rotations, scalings, and mirrorings in place: statements of their own, and changed calls of the same tool.

use super::*;
use trammel_kernel::Point;

const CIRCLES: &str = "drawCircle('c', 3, 0, 1);\ndrawCircle('d', 9, 0, 1);\n";

fn listed(names: &[&str]) -> Vec<Name> {
    names.iter().map(|text| name(text)).collect()
}

fn rotated(names: &[&str], angle: f64) -> Adjustment {
    Adjustment::Rotate {
        names: listed(names),
        angle,
        center: Point::new(1.0, 2.0),
    }
}

fn scaled(names: &[&str], factor: f64) -> Adjustment {
    Adjustment::Scale {
        names: listed(names),
        factor,
        center: Point::new(1.0, 2.0),
    }
}

fn mirrored(names: &[&str]) -> Adjustment {
    Adjustment::Mirror {
        names: listed(names),
        axis: [Point::ORIGIN, Point::new(0.0, 10.0)],
    }
}

fn leaked(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

#[test]
fn one_entity_gets_a_statement_and_several_get_a_loop() {
    let added = |name, adjustment, line: &str| {
        case(
            name,
            CIRCLES,
            adjustment,
            leaked(format!("{CIRCLES}{line}\n")),
            "Separate",
        )
    };
    check(&[
        added(
            "rotation of one",
            rotated(&["c"], 30.0),
            "rotate({ name: \"c\", angle: 30, cx: 1, cy: 2, angle_unit: \"degree\" });",
        ),
        added(
            "rotation of two",
            rotated(&["c", "d"], 30.0),
            "for (const name of [\"c\", \"d\"]) rotate({ name, angle: 30, cx: 1, cy: 2, angle_unit: \"degree\" });",
        ),
        added(
            "scaling of one",
            scaled(&["c"], 1.5),
            "scale({ name: \"c\", sx: 1.5, around: [1, 2] });",
        ),
        added(
            "scaling of two",
            scaled(&["c", "d"], 1.5),
            "for (const name of [\"c\", \"d\"]) scale({ name, sx: 1.5, around: [1, 2] });",
        ),
        added(
            "mirroring of one",
            mirrored(&["c"]),
            "mirror({ entity: \"c\", axis: [0, 0, 0, 10] });",
        ),
        added(
            "mirroring of two",
            mirrored(&["c", "d"]),
            "for (const entity of [\"c\", \"d\"]) mirror({ entity, axis: [0, 0, 0, 10] });",
        ),
    ]);
}

#[test]
fn a_call_about_the_same_place_takes_the_change_up() {
    let folded = |name, adjustment, before: &str, after: &str| {
        let [before, after] = [before, after].map(|line| leaked(format!("{CIRCLES}{line}")));
        case(name, before, adjustment, after, "folded")
    };
    let turn = "rotate({ name: 'c', angle: 30, cx: 1, cy: 2, angle_unit: 'degree' });\n";
    let scale = "for (const name of ['c', 'd']) scale({ name, sx: 1.5, around: [1, 2] });\n";
    check(&[
        folded(
            "angles are added",
            rotated(&["c"], 15.5),
            turn,
            &turn.replace("30", "45.5"),
        ),
        folded(
            "the opposite angle removes the call",
            rotated(&["c"], -30.0),
            turn,
            "",
        ),
        folded(
            "factors of a loop are multiplied",
            scaled(&["c", "d"], 2.0),
            scale,
            &scale.replace("1.5", "3"),
        ),
        folded(
            "the reciprocal removes the call",
            scaled(&["c"], 0.5),
            "scale({ name: 'c', sx: 2, around: [1, 2] });\n",
            "",
        ),
        folded(
            "a second mirroring removes the first",
            mirrored(&["c"]),
            "mirror({ entity: 'c', axis: [0, 0, 0, 10] });\n",
            "",
        ),
    ]);
}

#[test]
fn another_place_or_a_part_of_a_loop_gets_a_statement() {
    let line = "scale({ name: \"c\", sx: 2, around: [1, 2] });\n";
    let added = |name, before: &str| {
        let before = leaked(format!("{CIRCLES}{before}\n"));
        let after = leaked(format!("{before}{line}"));
        case(name, before, scaled(&["c"], 2.0), after, "Separate")
    };
    check(&[
        added("other center", "scale({ name: 'c', sx: 1.5, around: [0, 0] });"),
        added(
            "two factors",
            "scale({ name: 'c', sx: 1.5, sy: 2, around: [1, 2] });",
        ),
        added("no center", "scale('c', 1.5);"),
        added(
            "another tool in between",
            "scale({ name: 'c', sx: 1.5, around: [1, 2] });\ntranslate('c', 1, 0);",
        ),
        added(
            "one of a loop",
            "for (const name of ['c', 'd']) scale({ name, sx: 1.5, around: [1, 2] });",
        ),
    ]);
}

#[test]
fn members_change_with_their_group() {
    let before = "drawCircle('c', 3, 0, 1);\ncreateGroup('g', ['c']);\n";
    let line = "rotate({ name: \"g\", angle: 90, cx: 1, cy: 2, angle_unit: \"degree\" });\n";
    check(&[case(
        "group and member",
        before,
        rotated(&["g", "c"], 90.0),
        leaked(format!("{before}{line}")),
        "Separate",
    )]);
}

#[test]
fn a_locked_entity_refuses_the_whole_change() {
    for adjustment in [
        rotated(&["c", "d"], 30.0),
        scaled(&["c", "d"], 2.0),
        mirrored(&["c", "d"]),
    ] {
        let mut s = opened(CIRCLES);
        s.set_flags("d", LOCKED);
        let (before, steps) = (s.scene().clone(), s.history.steps.done_steps().len());
        assert!(!adjust(&mut s, &adjustment).is_ok(), "{adjustment:?}");
        assert_eq!((s.scene(), s.files().main()), (&before, CIRCLES));
        assert_eq!(s.history.steps.done_steps().len(), steps);
    }
}

#[test]
fn any_order_of_changes_is_what_the_code_draws() {
    let mut s = opened("for (let i = 0; i < 12; i++) drawRect(`r_${i}`, i * 10, 0, 6, 3);\n");
    let mut random = 7_u32;
    for _ in 0..40 {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let names: Vec<String> = (0..12)
            .filter(|i| random >> (8 + i) & 1 == 1)
            .map(|i| format!("r_{i}"))
            .collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let adjustment = match random >> 28 {
            0..4 => rotated(&names, 15.0),
            4..8 => scaled(&names, 2.0),
            8..10 => scaled(&names, 0.5),
            10..13 => mirrored(&names),
            _ => moved(&names, 1.5, -2.0),
        };
        if names.is_empty() {
            continue;
        }
        let steps = s.history.steps.done_steps().len();
        let before = (s.files().main().to_owned(), s.scene().clone());
        assert!(adjust(&mut s, &adjustment).is_ok(), "{adjustment:?}");
        assert_eq!(s.history.steps.done_steps().len(), steps + 1);
        assert_code_is_the_drawing(&s);
        assert!(s.undo(Actor::User).is_ok());
        assert_eq!((s.files().main(), s.scene()), (before.0.as_str(), &before.1));
        s.redo(Actor::User);
    }
}
