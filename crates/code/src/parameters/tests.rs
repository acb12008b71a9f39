//! Tests that parse parameters from code and change them.

use super::*;
use proptest::prelude::*;

/// Returns each parameter as `name literal min..max step unit note`.
fn listed(source: &str) -> Vec<String> {
    let one = |p: Parameter| {
        let literal = &source[p.start..p.end];
        let value = match p.value {
            Setting::Number { range, .. } => format!(
                "{}..{} step {}{}",
                range.min,
                range.max,
                range.step,
                range.unit.map(|unit| format!(" {unit}")).unwrap_or_default()
            ),
            Setting::Switch(on) => on.to_string(),
            Setting::Choice { options, .. } => options.join("|"),
        };
        format!("{} {literal}: {value}; {}", p.name, p.note)
            .trim_end_matches("; ")
            .to_owned()
    };
    parameters(source).into_iter().map(one).collect()
}

#[track_caller]
fn check(source: &str, wanted: &[&str]) {
    assert_eq!(listed(source), wanted, "{source}");
}

#[test]
fn comments_give_range_step_unit_and_description() {
    check("const t = 3; // 1..12 step 0.1 mm", &["t 3: 1..12 step 0.1 mm"]);
    check("const t = 3; // mm", &["t 3: 0..6 step 1 mm"]);
    check("const a = 45; // 0..360 deg", &["a 45: 0..360 step 1 deg"]);
    check("const a = -90; // °", &["a -90: -360..360 step 1 °"]);
    check("const t = 3; // 12..1", &["t 3: 1..12 step 1"]);
    check("const t = 3; // -2.5 .. 2.5", &["t 3: -2.5..2.5 step 0.1"]);
    check("const t = 3; // 5..5", &["t 3: 0..6 step 1"]);
    check("const t = 3; /* 1..4mm */", &["t 3: 1..4 step 1 mm"]);
    check(
        "const w = 80; // width of the plate, 10..200 step 5 mm",
        &["w 80: 10..200 step 5 mm; width of the plate"],
    );
    check(
        "const d = 8; // distance in mm",
        &["d 8: 0..16 step 1 mm; distance in"],
    );
    check(
        "const d = 8; // hole in the middle",
        &["d 8: 0..16 step 1; hole in the middle"],
    );
    check(
        "const 높이 = 30; // 높이 10..50 mm\r\nf();",
        &["높이 30: 10..50 step 1 mm; 높이"],
    );
}

#[test]
fn defaults_follow_the_magnitude_of_the_value() {
    check("const a = 100", &["a 100: 0..200 step 1"]);
    check("const a = 37.5", &["a 37.5: 0..75 step 0.1"]);
    check("const a = 123.4", &["a 123.4: 0..250 step 0.1"]);
    check("const a = 0.25", &["a 0.25: 0..0.5 step 0.01"]);
    check("const a = -5", &["a -5: -10..10 step 1"]);
    check("const a = 0", &["a 0: -10..10 step 1"]);
    check("const a = 150000", &["a 150000: 0..300000 step 1000"]);
    check("const a = 1.5e-3", &["a 1.5e-3: 0..0.003 step 0.0001"]);
    check("const a = 2e3", &["a 2e3: 0..4000 step 1"]);
    check("const a = 1_000", &["a 1_000: 0..2000 step 1"]);
    check("const a = .5", &["a .5: 0..1 step 0.1"]);
    check(
        "const a = 3.14159265358979",
        &["a 3.14159265358979: 0..6.3 step 0.01"],
    );
}

#[test]
fn only_top_level_constants_with_literals_are_parameters() {
    check(
        "const a = 1, b = 2; const c = 3",
        &["a 1: 0..2 step 1", "b 2: 0..4 step 1", "c 3: 0..6 step 1"],
    );
    check(
        "const a = 1, // 0..5\n  b = f(2, 3), // no\n  c = 3; // 0..9 mm\n",
        &["a 1: 0..5 step 1", "c 3: 0..9 step 1 mm"],
    );
    check("export const a = 1;", &["a 1: 0..2 step 1"]);
    check(
        "const a = 1\nconst b = 2\n",
        &["a 1: 0..2 step 1", "b 2: 0..4 step 1"],
    );
    check("const a = 1\nf(1), g = 2", &["a 1: 0..2 step 1"]);
    for none in [
        "let a = 1;",
        "{ const a = 1; }",
        "function f() { const a = 1; }",
        "for (const a = 1;;) {}",
        "const a = 1 + 2;",
        "const a = 1\n+ 2;",
        "const a = 2 * b;",
        "const a = 0x10;",
        "const a = 010;",
        "const a = 1n;",
        "const a = [1];",
        "const { a } = 1;",
        "const a = `1`;",
        "`${b} const a = 1;`",
        "// const a = 1;",
        "'const a = 1;'",
        "const a = 1; // fixed",
        "const a = /* fixed */ 1;",
        "/* fixed */ const a = 1;",
        "x.const\na = 1",
        "const a",
        "const a =",
        "const a = -",
    ] {
        check(none, &[]);
    }
}

#[test]
fn booleans_and_strings_with_choices_are_parameters() {
    check("const lid = true; // with a lid", &["lid true: true; with a lid"]);
    check("const lid = !true;", &[]);
    check(
        "const shape = 'round'; // round | square",
        &["shape 'round': round|square"],
    );
    check(
        "const shape = \"star\"; // outline: \"round\" | \"square\"",
        &["shape \"star\": star|round|square"],
    );
    check("const title = 'Plate'; // shown in the corner", &[]);
}

#[test]
fn a_change_replaces_only_the_literal() {
    let source = "// t\r\nconst t = -3.0, s = 'it'; // it | that's\r\nexport const on = false // on\r\n";
    let number = |value: f64| Change::Number(value);
    for (name, change, from, to) in [
        ("t", number(2.5), "-3.0", "2.5"),
        ("t", number(-0.1 - 0.2), "-3.0", "-0.3"),
        ("t", number(100.0 / 3.0), "-3.0", "33.3333333333"),
        ("t", number(-3.0), "-3.0", "-3.0"),
        ("t", number(1e20), "-3.0", "1e20"),
        ("s", Change::Choice("that's".to_owned()), "'it'", "'that\\'s'"),
        ("on", Change::Switch(true), "false", "true"),
    ] {
        let wanted = source.replace(from, to);
        assert_eq!(
            change_value(source, name, &change),
            Some(wanted),
            "{name} {change:?}"
        );
    }
    assert_eq!(change_value(source, "none", &number(1.0)), None);
    assert_eq!(change_value(source, "on", &number(1.0)), None);
}

#[test]
fn values_snap_to_the_steps_of_the_range() {
    let range = |source: &str| match parameters(source).remove(0).value {
        Setting::Number { range, .. } => range,
        _ => panic!("not a number"),
    };
    let thin = range("const t = 3; // 1..12 step 0.1 mm");
    assert_eq!(thin.snap(3.17), 3.2);
    assert_eq!(thin.snap(99.0), 12.0);
    assert!(thin.has(3.17) && !thin.has(12.1) && !thin.has(f64::NAN));
    let third = range("const t = 3; // 0.5..10 step 3");
    assert_eq!(third.snap(4.0), 3.5);
    assert!(
        range("const t = 3;").has(1e6),
        "a default range limits only the slider"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_without_a_panic(source in "((export|const|fixed|step|true) |[a가\\\\`${}()'/;=,\n*|.0-9e-]){0,40}") {
        for parameter in parameters(&source) {
            prop_assert!(source.get(parameter.start..parameter.end).is_some());
            let same = change_value(&source, &parameter.name, &parameter.change());
            prop_assert_eq!(same.as_deref(), Some(source.as_str()));
        }
        let _ = crate::presets::presets(&source);
    }

    #[test]
    fn a_change_and_the_change_back_restore_the_list(value in -1e6..1e6f64, old in -1000..1000i32) {
        let source = format!("const a = 1;\nconst t = {old}; // mm\nf(t);\n");
        let new = change_value(&source, "t", &Change::Number(value)).unwrap();
        let back = change_value(&new, "t", &Change::Number(f64::from(old))).unwrap();
        prop_assert_eq!(back, source);
    }
}
