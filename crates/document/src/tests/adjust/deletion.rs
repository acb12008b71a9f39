//! Tests of deletions: code and names in, code out.

use super::*;

fn deletion(names: &[&str]) -> Adjustment {
    Adjustment::Delete {
        names: names.iter().map(|text| name(text)).collect(),
    }
}

fn removed(name: &'static str, before: &'static str, names: &[&str], after: &'static str) -> Case {
    case(name, before, deletion(names), after, "in place")
}

#[test]
fn the_statement_of_a_deleted_entity_is_removed() {
    check(&[
        removed(
            "a line",
            "drawCircle('a', 0, 0, 1);\ndraw_circle({ name: 'c', x: 0, y: 0, radius: 1 });\ndrawCircle('b', 0, 0, 1);\n",
            &["c"],
            "drawCircle('a', 0, 0, 1);\ndrawCircle('b', 0, 0, 1);\n",
        ),
        removed("the only one", "drawCircle('c', 0, 0, 1);\n", &["c"], ""),
        removed(
            "the last without a line break",
            "drawCircle('a', 0, 0, 1);\ndrawCircle('c', 0, 0, 1)",
            &["c"],
            "drawCircle('a', 0, 0, 1);\n",
        ),
        removed(
            "several lines",
            "// plate\ndraw_circle({\n  name: 'c', // hole\n  x: 0,\n  y: 0,\n  radius: 1,\n});\n\n// end\n",
            &["c"],
            "// plate\n\n// end\n",
        ),
        removed(
            "comment at the end of the line",
            "// above\ndrawCircle('c', 0, 0, 1); // hole\n// below\n",
            &["c"],
            "// above\n// below\n",
        ),
        removed(
            "block comment at the end of the line",
            "drawCircle('c', 0, 0, 1); /* hole */\r\ndrawCircle('a', 0, 0, 1);\r\n",
            &["c"],
            "drawCircle('a', 0, 0, 1);\n",
        ),
        removed(
            "first of a line",
            "  drawCircle('c', 0, 0, 1); drawCircle('a', 0, 0, 1); // both\n",
            &["c"],
            "  drawCircle('a', 0, 0, 1); // both\n",
        ),
        removed(
            "last of a line",
            "drawCircle('a', 0, 0, 1); drawCircle('c', 0, 0, 1); // both\n",
            &["c"],
            "drawCircle('a', 0, 0, 1); // both\n",
        ),
        removed(
            "two of a line",
            "drawCircle('c', 0, 0, 1);  drawCircle('d', 0, 0, 1); drawCircle('a', 0, 0, 1);\n",
            &["d", "c"],
            "drawCircle('a', 0, 0, 1);\n",
        ),
        removed(
            "without semicolons",
            "const r = 3\ndrawCircle('c', 0, 0, r)\ndrawCircle('d', 0, 0, r)\n",
            &["c"],
            "const r = 3\ndrawCircle('d', 0, 0, r)\n",
        ),
        removed(
            "with its changes",
            "drawCircle('c', 0, 0, 1);\ndrawCircle('a', 0, 0, 1);\nsetStroke('c', '#ff0000');\ntranslate('c', 1, 0);\n",
            &["c"],
            "drawCircle('a', 0, 0, 1);\n",
        ),
        removed(
            "all of a loop over names",
            "for (const n of ['c', 'd']) drawCircle(n, 0, 0, 1);\ndrawCircle('a', 0, 0, 1);\n",
            &["c", "d"],
            "drawCircle('a', 0, 0, 1);\n",
        ),
        removed(
            "group with its members",
            "drawCircle('c', 0, 0, 1);\ndrawCircle('d', 0, 0, 1);\ncreate_group({ name: 'g', children: ['c', 'd'] });\ndrawCircle('a', 0, 0, 1);\n",
            &["g"],
            "drawCircle('a', 0, 0, 1);\n",
        ),
        removed(
            "entity with its dimension",
            "drawLine('c', [0, 0, 9, 0]);\ndimension_linear({ name: 'd', from: 'c.start', to: 'c.end', offset: 5 });\n",
            &["c", "d"],
            "",
        ),
        removed(
            "dimension alone",
            "drawLine('c', [0, 0, 9, 0]);\ndimension_linear({ name: 'd', from: 'c.start', to: 'c.end', offset: 5 });\n",
            &["d"],
            "drawLine('c', [0, 0, 9, 0]);\n",
        ),
    ]);
}

#[test]
fn a_deletion_that_affects_other_statements_is_added_at_the_end() {
    let line = "delete_entity({ name: \"c\" });\n";
    let added = |name, before: &'static str, why| {
        let end = if before.ends_with('\n') { "" } else { "\n" };
        let after = Box::leak(format!("{before}{end}{line}").into_boxed_str());
        case(name, before, deletion(&["c"]), after, why)
    };
    check(&[
        added(
            "dimension",
            "drawLine('c', [0, 0, 9, 0]);\ndimension_linear({ name: 'd', from: 'c.start', to: 'c.end', offset: 5 });\n",
            "Named",
        ),
        added(
            "hatch",
            "drawCircle('c', 0, 0, 9);\nhatch({ name: 'h', entities: ['c'] });\n",
            "Named",
        ),
        added(
            "order",
            "drawCircle('c', 0, 0, 9);\ndrawCircle('d', 0, 0, 9);\ndraw_order({ entity: 'd', mode: 'below:c' });\n",
            "Named",
        ),
        added(
            "constraint",
            "drawLine('c', [0, 0, 9, 0]);\nadd_constraint({ kind: 'horizontal', entities: ['c.edge[0]'] });\n",
            "Named",
        ),
        added(
            "copy",
            "drawCircle('c', 0, 0, 1);\nduplicate({ entity: 'c', result: 'd', dx: 5 });\n",
            "Named",
        ),
        added(
            "constant name",
            "const n = 'c';\ndraw_circle({ name: n, x: 0, y: 0, radius: 1 });\n",
            "Named",
        ),
        added(
            "template",
            "drawCircle('c', 0, 0, 1);\nfor (const a of ['c']) get_area(`${a}c`);\n",
            "Named",
        ),
        added(
            "member of a loop",
            "for (const n of ['c', 'd']) drawCircle(n, 1, 2, 3);\n",
            "Repeated",
        ),
        added(
            "computed names",
            "for (let i = 2; i < 4; i++) drawCircle(i.toString(16) + '', 1, 2, 3);\ndrawCircle(String.fromCharCode(99), 0, 0, 1);\nget_area(String.fromCharCode(99)).toFixed();\n",
            "Fails",
        ),
        added(
            "used value",
            "const hole = drawCircle('c', 0, 0, 1);\n",
            "Computed",
        ),
        added("argument", "[].push(drawCircle('c', 0, 0, 1));\n", "Computed"),
        added(
            "function",
            "function f() { drawCircle('c', 0, 0, 1); }\nf();\n",
            "Computed",
        ),
        added(
            "condition",
            "if (true)\n  drawCircle('c', 0, 0, 1);\ndrawCircle('d', 0, 0, 1);\n",
            "Computed",
        ),
        added(
            "else",
            "if (false) drawPoint('p', 0, 0)\nelse\n  drawCircle('c', 0, 0, 1);\n",
            "Computed",
        ),
        added("continued", "drawCircle('c', 0, 0, 1)\n  .trim();\n", "Computed"),
        added(
            "result of others",
            "drawRect('a', 0, 0, 9, 9);\ndrawCircle('b', 0, 0, 5);\nboolean_difference({ entities: ['a', 'b'], result: 'c' });\n",
            "Others",
        ),
    ]);
}

#[test]
fn entities_with_and_without_a_statement_of_their_own_are_deleted_together() {
    let mut s =
        opened("drawCircle('c', 0, 0, 1);\nfor (let i = 0; i < 5; i++) drawCircle(`h_${i}`, i, 0, 1);\n");
    let before = s.files().main().to_owned();
    let reply = adjust(&mut s, &deletion(&["h_0", "c", "h_1", "h_2", "h_3"]));
    assert_eq!(kind(&reply), "Computed");
    assert_eq!(
        s.files().main(),
        "for (let i = 0; i < 5; i++) drawCircle(`h_${i}`, i, 0, 1);\n\
         for (let i = 0; i <= 3; i++) delete_entity({ name: `h_${i}` });\n"
    );
    assert_code_is_the_drawing(&s);
    assert_eq!(s.scene().len(), 1);
    s.undo(Actor::User);
    assert_eq!((s.files().main(), s.scene().len()), (&*before, 6));
}

#[test]
fn a_deletion_in_a_module_changes_its_file() {
    let mut s = Session::new(limits());
    let module = FileName::new("parts").unwrap();
    s.document_mut()
        .add_file(&module, "drawCircle('c', 1, 2, 3);\ndrawCircle('d', 1, 2, 3);\n");
    s.document_mut().add_file(&FileName::main(), "import 'parts';\n");
    let pending = s.open();
    completed(&mut s, pending);
    assert_eq!(kind(&adjust(&mut s, &deletion(&["c"]))), "in place");
    assert_eq!(&**s.files().get("parts").unwrap(), "drawCircle('d', 1, 2, 3);\n");
    // Another file names the entity.
    s.document_mut().add_file(
        &FileName::main(),
        "import 'parts';\ntranslate('d', 1, 0);\nsetStroke('d', 'red'), 0;\n",
    );
    let pending = s.open();
    completed(&mut s, pending);
    assert_eq!(kind(&adjust(&mut s, &deletion(&["d"]))), "Computed");
}

#[test]
fn the_statements_of_a_deletion_are_recorded_as_calls() {
    let mut s = opened(
        "drawLine('c', [0, 0, 9, 0]);\ndrawLine('e', [0, 9, 9, 9]);\nfor (const n of ['c', 'e']) dimension_linear({ name: n + '_d', from: n + '.start', to: n + '.end' });\n",
    );
    adjust(&mut s, &deletion(&["c", "e"]));
    let text = s.files().main().to_owned();
    assert!(
        text.ends_with("for (const name of [\"c\", \"e\"]) delete_entity({ name });\n"),
        "{text}"
    );
    let sites = s.document().origins("e_d");
    let last = sites.last().unwrap();
    assert_eq!((last.tool, last.occurrence, last.runs), ("delete_entity", 1, 2));
    assert_eq!(&text[last.start..last.end], "delete_entity({ name })");
}

#[test]
fn a_deletion_that_is_not_allowed_changes_nothing() {
    let mut s = opened("drawCircle('a', 0, 0, 1); drawCircle('b', 0, 0, 1);");
    let code = s.files().main().to_owned();
    for (names, why) in [(&["x"][..], "'x'"), (&["a", "b"], "locked")] {
        s.set_flags("b", LOCKED);
        let reply = adjust(&mut s, &deletion(names));
        let message = &reply.failure().unwrap().message.english;
        assert!(message.contains(why), "{message}");
        assert_eq!((s.files().main(), s.scene().len()), (&*code, 2));
    }
}
