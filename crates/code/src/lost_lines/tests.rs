//! Tests of the comparison of two versions of a file.

use super::*;
use proptest::prelude::*;

/// Returns the texts of the lost lines. A line of the text before that ends with `//m` is the model's.
fn lost(before: &str, after: &str) -> Vec<String> {
    let is_owned: Vec<bool> = before.lines().map(|line| !line.ends_with("//m")).collect();
    let lines: Vec<&str> = before.lines().map(str::trim).collect();
    let lost = lost_lines(before, &is_owned, after).into_iter();
    lost.map(|at| lines[at].to_owned()).collect()
}

const CHECK: &str = "const w = 5;\nif (w < 3) throw new Error('thin');\ndrawCircle('a', 0, 0, w);\n";

#[test]
fn a_removed_repeated_or_moved_line_is_lost() {
    assert_eq!(lost("a();\nb();\n", "b();\n"), ["a();"]);
    assert_eq!(lost("a();\na();\nb();\n", "a();\nb();\n"), ["a();"], "one of two");
    assert_eq!(
        lost("a();\nb();\nc();\n", "b();\na();\nc();\n").len(),
        1,
        "swapped"
    );
    assert_eq!(
        lost("a();\nb();\nc();\n", "b();\nc();\na();\n"),
        ["a();"],
        "moved to the end"
    );
    assert_eq!(
        lost("a();\nits(); //m\nb();\n", "b();\n"),
        ["a();"],
        "the model's line"
    );
    assert_eq!(lost("a();\n", ""), ["a();"]);
    assert_eq!(lost("}\n{\n", ""), Vec::<String>::new(), "punctuation");
}

#[test]
fn a_name_is_the_same_in_every_spelling() {
    let before = "let x = 0;\nconst r = 5;\ndrawCircle('one', x, 0, r);\n";
    for line in ["x = 30;", "\\u0078 = 30;", "\\u{78} = 30;", "\\u{0078} += 30;"] {
        let after = before.replace("const r", &format!("{line}\nconst r"));
        assert_eq!(lost(before, &after), ["let x = 0;"], "{line}");
    }
    let escaped = before.replacen('x', "\\u0078", 1);
    assert_eq!(
        lost(&escaped, &escaped.replace("const r", "x = 30;\nconst r")),
        ["let \\u0078 = 0;"]
    );
}

#[test]
fn a_line_that_no_longer_acts_is_lost() {
    let throws = "if (w < 3) throw new Error('thin');";
    for after in [
        "const w = 5;\n/*\nTHROWS\n*/\ndrawCircle('a', 0, 0, w);\n",
        "const w = 5;\n/* a remark\nTHROWS\nthe end */\ndrawCircle('a', 0, 0, w);\n",
        "const w = 5;\nconst unused = `\nTHROWS\n`;\ndrawCircle('a', 0, 0, w);\n",
        "const w = 5;\nif (false) {\n    THROWS\n}\ndrawCircle('a', 0, 0, w);\n",
        "const w = 5;\nif (false)\n    THROWS\ndrawCircle('a', 0, 0, w);\n",
        "const w = 5;\nif (true) {} else\n    THROWS\ndrawCircle('a', 0, 0, w);\n",
        "const w = 5;\nwhile (false)\n    THROWS\ndrawCircle('a', 0, 0, w);\n",
        "const w = 5;\nfor (const i of [])\nTHROWS\ndrawCircle('a', 0, 0, w);\n",
        "const w = 5;\nfunction never() {\nTHROWS\n}\ndrawCircle('a', 0, 0, w);\n",
        "const w = 5;\nconst never = () => {\nTHROWS\n};\ndrawCircle('a', 0, 0, w);\n",
        "const w = 5;\ntry {\nTHROWS\n} catch {}\ndrawCircle('a', 0, 0, w);\n",
        "const w = 5;\nskip: {\nbreak skip;\nTHROWS\n}\ndrawCircle('a', 0, 0, w);\n",
    ] {
        let after = after.replace("THROWS", throws);
        assert_eq!(lost(CHECK, &after), [throws], "{after}");
    }
    let check = "expect(w > 3);";
    let before = format!("const w = 5;\n{check}\nmore();\n");
    for after in [
        "false &&\n",
        "const f = () =>\n",
        "true ? 0 :\n",
        "void\n",
        "f\n= w ||\n",
    ] {
        let after = format!("const w = 5;\n{after}{check}\nmore();\n");
        assert_eq!(lost(&before, &after), [check], "{after}");
    }
}

#[test]
fn an_inserted_statement_that_leaves_a_block_of_the_user_skips_the_lines_after_it() {
    let before = "function check(w) {\n  const h = 2;\n  if (w < h) throw new Error('thin');\n}\ncheck(4);\n";
    let throws = "if (w < h) throw new Error('thin');";
    for inserted in [
        "return;",
        "if (true) return;",
        "if (true) { return; }",
        "for (;;) { if (w) return h; }",
        "skip: while (true) throw 0;",
    ] {
        let after = before.replace("const h = 2;\n", &format!("const h = 2;\n  {inserted}\n"));
        assert_eq!(lost(before, &after), [throws], "{inserted}");
    }
    for inserted in [
        "const f = () => { return 3; };",
        "function g() { return 3; }",
        "for (;;) { break; }",
        "for (const i of [1]) { if (i) { continue; } }",
        "note.return = 3;",
    ] {
        let after = before.replace("const h = 2;\n", &format!("const h = 2;\n  {inserted}\n"));
        assert_eq!(lost(before, &after), Vec::<String>::new(), "{inserted}");
    }
}

#[test]
fn a_branch_that_a_model_inserts_before_a_branch_of_the_user_takes_its_place() {
    let before = "if (a) {\n  x();\n} else {\n  check();\n}\n";
    let after = "if (a) {\n  x();\n} else if (true) {\n} else {\n  check();\n}\n";
    assert_eq!(lost(before, after), ["} else {"]);
    let (before, after) = (
        "if (a) x();\nelse check();\n",
        "if (a) x();\nelse if (true) ;\nelse check();\n",
    );
    assert_eq!(lost(before, after), ["else check();"]);
    let (before, after) = ("{\n  check();\n}\n", "try\n{\n  check();\n}\ncatch {}\n");
    assert_eq!(lost(before, after), ["check();"], "a bare block");
    let more = "if (a) {\n  x();\n  its();\n} else {\n  check();\n}\nmore();\n";
    assert_eq!(
        lost("if (a) {\n  x();\n} else {\n  check();\n}\n", more),
        Vec::<String>::new()
    );
}

#[test]
fn a_jump_to_a_label_leaves_the_loop_of_the_user() {
    let before = "for (const i of [1]) {\n  check(i);\n}\n";
    let after = "skip:\nfor (const i of [1]) {\n  for (;;) { continue skip; }\n  check(i);\n}\n";
    assert_eq!(lost(before, after), ["check(i);"]);
}

#[test]
fn the_work_for_a_line_that_repeats_is_bounded() {
    let list = |first: &str, last: &str| format!("[\n{first}\n{}{last}\n]\n", "0,\n".repeat(100_000));
    assert!(lost(&list("1,", "2,"), &list("3,", "4,")).len() >= 2);
}

#[test]
fn a_line_that_leaves_a_block_of_the_user_is_lost() {
    let before = "if (w > 5) {\n  drawCircle('a', 0, 0, w);\n  deleteEntity('b');\n}\n";
    let after = "if (w > 5) {\n  drawCircle('a', 0, 0, w);\n}\n{\n  deleteEntity('b');\n}\n";
    assert_eq!(lost(before, after), ["deleteEntity('b');"]);
    let (before, after) = ("if (w)\n{\n  b();\n}\n", "if (w)\n{\n}\n{\n  b();\n}\n");
    assert_eq!(lost(before, after), ["b();"], "a brace of its own line");
    let (before, after) = ("{\n  b();\n}\n", "function never()\n{\n  b();\n}\n");
    assert_eq!(lost(before, after), ["b();"], "a block that becomes a function");
    let (before, after) = ("if (w)\n  b();\n", "if (w)\n  more();\n  b();\n");
    assert_eq!(lost(before, after), ["b();"], "no longer below its condition");
    let (before, after) = ("/*\ndraw();\n*/\n", "/*\n*/\ndraw();\n/*\n*/\n");
    assert_eq!(
        lost(before, after),
        ["draw();"],
        "text of a comment that becomes code"
    );
}

#[test]
fn work_of_the_model_around_the_lines_is_no_loss() {
    for after in [
        "// a plate\nconst w = 5;\nif (w < 3) throw new Error('thin');\nconst h = 3;\ndrawCircle('a', 0, 0, w);\nmore()\n",
        "import { x } from 'lib';\nconst w = 5;\nfunction f() {\n  return 3;\n}\nif (w < 3) throw new Error('thin');\ndrawCircle('a', 0, 0, w);\n",
        "const w = 5;\n    if (w < 3) throw new Error('thin');\n\n\ndrawCircle('a', 0, 0, w);\n/* end */\n",
        "const w = 5;\nf()\nif (w < 3) throw new Error('thin');\nlet i = 0\ni++\ndrawCircle('a', 0, 0, w);\n",
        "const w = 5;\nif (w) { more(); }\nif (w < 3) throw new Error('thin');\nif (w > 9) throw new Error('thick');\ndrawCircle('a', 0, 0, w);\n",
        "do { f(); } while (false)\nconst w = 5;\nif (w < 3) throw new Error('thin');\nconst k = w ? 1 : 2\nlabel:\ndrawCircle('a', 0, 0, w);\n",
    ] {
        assert_eq!(lost(CHECK, after), Vec::<String>::new(), "{after}");
    }
    let list = "const p = [\n  [0, 0],\n  [9, 9],\n];\ndrawPolygon('p', p);\n";
    assert!(
        lost(list, &list.replace("  [9", "  [5, 5],\n  [9")).is_empty(),
        "an element"
    );
    let case = "switch (w) {\n  case 1:\n    a();\n}\n";
    assert!(
        lost(case, &case.replace("    a", "    more();\n    a")).is_empty(),
        "a case"
    );
    // The model changes the head of its own block, or removes its block around a line of the user.
    let block = "if (x) { //m\n  mine();\n} //m\n";
    for after in ["if (y) {\n  mine();\n}\n", "mine();\n"] {
        assert!(lost(block, after).is_empty(), "{after}");
    }
    // A changed head of the user is lost, and the lines inside it are not.
    let block = "for (let i = 0; i < 3; i++) {\n  mine(i);\n}\n";
    assert_eq!(
        lost(block, &block.replace("< 3", "< 4")),
        ["for (let i = 0; i < 3; i++) {"]
    );
}

#[test]
fn a_variable_or_function_of_the_user_that_the_model_replaces_is_lost() {
    let before = "let w = 5;\nconst size = { h: 3, p: [1] };\nfunction check(x) {\n  if (x < 3) throw new Error('thin');\n}\ncheck(w);\nexpect(w > 3, 'wide');\n";
    for (inserted, line) in [
        ("w = 9;", "let w = 5;"),
        ("w += 1", "let w = 5;"),
        ("w++;", "let w = 5;"),
        ("--w;", "let w = 5;"),
        ("if (w) { w = 9; }", "let w = 5;"),
        ("const f = () => { w = 9; };", "let w = 5;"),
        ("size.h = 9;", "const size = { h: 3, p: [1] };"),
        ("size['p'][0] = 9;", "const size = { h: 3, p: [1] };"),
        ("check = () => {};", "function check(x) {"),
        ("function check() {}", "function check(x) {"),
        ("expect = () => {};", "expect(w > 3, 'wide');"),
        ("function expect() {}", "expect(w > 3, 'wide');"),
        ("const expect = () => {};", "expect(w > 3, 'wide');"),
        ("import { expect } from 'lib';", "expect(w > 3, 'wide');"),
    ] {
        let after = before.replace("check(w);\n", &format!("{inserted}\ncheck(w);\n"));
        assert_eq!(lost(before, &after), [line], "{inserted}");
    }
    for inserted in [
        "const h = w;",
        "const o = { w: 9, check: 3 };",
        "o.w = 9; o.check = () => {};",
        "if (w == 9 || w <= 3 || w >= 9) more(w);",
        "function f(w) { w = 9; return w; }",
        "const f = (w) => { w = 9; };",
        "const f = ({ w }, [size]) => { w = 9; size = 3; };",
        "const f = w => { w++; };",
        "for (let w = 0; w < 3; w++) { more(w); }",
        "{ let a = 1, w = 2; w = 3; }",
        "function g() { const { w } = o; function check() {} check(w); }",
    ] {
        let after = before.replace("check(w);\n", &format!("{inserted}\ncheck(w);\n"));
        assert_eq!(lost(before, &after), Vec::<String>::new(), "{inserted}");
    }
    // The model wrote the assignment already, or the user's variable only has the same name.
    let both = "let w = 5;\nw = 6; //m\n";
    assert!(lost(both, "let w = 5;\nw = 7;\n").is_empty());
    let local = "function f(w) {\n  more(w);\n}\n";
    assert!(lost(local, &format!("const w = 3;\n{local}f(w);\n")).is_empty());
}

/// Statements of a user, of which some have several lines.
fn statements() -> impl Strategy<Value = Vec<String>> {
    let one = prop_oneof![
        (0_u8..5).prop_map(|n| format!("drawCircle('c{n}', 0, 0, w);\n")),
        (0_u8..5).prop_map(|n| format!("const v{n} = {n}\n")),
        (0_u8..3).prop_map(|n| format!("if (w < {n}) throw new Error('thin');\n")),
        (0_u8..3)
            .prop_map(|n| format!("for (const i of [1, 2]) {{\n  translate('c{n}', i, 0);\n  more();\n}}\n")),
        (0_u8..3).prop_map(|n| format!("function f{n}(x)\n{{\n  if (x) return 1;\n  return x;\n}}\n")),
        Just("const t = `\n  a text\n  of lines ${w}\n`;\n".to_owned()),
        Just("/* a remark\n   of two lines */\n".to_owned()),
        Just("const list = [\n  1,\n  2,\n];\n".to_owned()),
        Just("// a remark\n".to_owned()),
        Just("\n".to_owned()),
        Just("{\n  block();\n}\n".to_owned()),
        Just("label()\n  .chained();\n".to_owned()),
    ];
    prop::collection::vec(one, 0..14)
}

/// Returns statements whose variables and functions have other names than those of the user.
fn own_names(statements: &str) -> String {
    statements
        .replace("const v", "const its_v")
        .replace("function f", "function its_f")
        .replace("const t", "const its_t")
        .replace("const list", "const its_list")
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn inserted_statements_are_no_loss(user in statements(), model in statements(), at in prop::collection::vec(0_usize..14, 14)) {
        let mut after: Vec<&String> = user.iter().collect();
        // The model gives its variables and functions names of their own.
        let model: Vec<String> = model.iter().map(|one| own_names(one)).collect();
        for (one, at) in model.iter().zip(at) {
            after.insert(at.min(after.len()), one);
        }
        let after: String = after.into_iter().cloned().collect();
        prop_assert_eq!(lost(&user.concat(), &after), Vec::<String>::new());
    }

    #[test]
    fn a_line_that_is_removed_altered_moved_or_put_out_of_effect_is_lost(
        before in statements(),
        middle in prop::sample::select(vec!["const mine = 1;\n", "expect(mine, 'mine');\n", "if (mine) throw 0;\n"]),
        end in statements(),
        model in statements(),
        kind in 0_usize..9,
    ) {
        let model = own_names(&model.concat());
        let [before, end] = [before.concat(), end.concat()];
        let user = format!("{before}{middle}second(); // of the user\n{end}");
        let changed = match kind {
            0 => "second(); // of the user\n".to_owned(),
            1 => format!("{}second(); // of the user\n", middle.replace("mine", "mines")),
            2 => format!("second(); // of the user\n{middle}"),
            3 => format!("/*\n{middle}*/\nsecond(); // of the user\n"),
            4 => format!("const unused = `\n{middle}`;\nsecond(); // of the user\n"),
            5 => format!("if (false) {{\n{middle}}}\nsecond(); // of the user\n"),
            6 => format!("if (false)\n{middle}second(); // of the user\n"),
            7 => format!("function never()\n{{\n{middle}}}\nsecond(); // of the user\n"),
            _ => format!("false &&\n{middle}second(); // of the user\n"),
        };
        let found = lost(&user, &format!("{before}{model}{changed}{end}{model}"));
        prop_assert!(!found.is_empty());
        let of_two = [middle.trim(), "second(); // of the user"];
        prop_assert!(found.iter().all(|line| of_two.contains(&line.as_str())), "{:?}", found);
    }
}
