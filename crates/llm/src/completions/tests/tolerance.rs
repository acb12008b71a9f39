//! Tests of deviations from the format, each observed on a server.

use expect_test::expect;

use super::*;
use crate::tests::{end, lines};
use crate::{Block, Stop};

/// Returns id, name and arguments of each call of an answer.
#[track_caller]
fn calls(deltas: &[Value]) -> Vec<(String, String, String)> {
    let (stop, turn) = end(&ADAPTER, MODEL, &body(deltas, "stop"));
    assert_eq!(stop, Stop::ToolCalls);
    let args = |call: &crate::ToolCall| {
        call.args
            .as_ref()
            .map_or_else(|bad| bad.raw.clone(), ToString::to_string)
    };
    turn.calls()
        .map(|call| (call.id.clone(), call.name.clone(), args(call)))
        .collect()
}

fn expected(calls: &[(&str, &str, &str)]) -> Vec<(String, String, String)> {
    calls
        .iter()
        .map(|(a, b, c)| ((*a).to_owned(), (*b).to_owned(), (*c).to_owned()))
        .collect()
}

#[test]
fn calls_without_index_and_type_are_accepted() {
    let deltas = [
        call(&json!({"id": "abcdefgh1", "function": {"name": "a", "arguments": "{\"x\":1}"}})),
        call(&json!({"id": "abcdefgh2", "function": {"name": "b", "arguments": "{\"x\""}})),
        call(&json!({"id": "abcdefgh2", "function": {"name": "", "arguments": ":2}"}})),
        call(&json!({"function": {"arguments": ""}})),
    ];
    assert_eq!(
        calls(&deltas),
        expected(&[("abcdefgh1", "a", "{\"x\":1}"), ("abcdefgh2", "b", "{\"x\":2}")])
    );
}

#[test]
fn several_complete_calls_in_one_chunk_are_accepted() {
    let deltas = [json!({"tool_calls": [
        {"index": 0, "id": "x", "function": {"name": "a", "arguments": "{}"}},
        {"index": 1, "id": "y", "function": {"name": "b", "arguments": "{\"n\":1}"}},
    ]})];
    assert_eq!(
        calls(&deltas),
        expected(&[("x", "a", "{}"), ("y", "b", "{\"n\":1}")])
    );
}

#[test]
fn calls_that_all_have_index_zero_are_separated_by_id() {
    let deltas = [
        call(&json!({"index": 0, "id": "x", "function": {"name": "a", "arguments": "{}"}})),
        call(&json!({"index": 0, "id": "y", "function": {"name": "b", "arguments": "{\"n\":"}})),
        call(&json!({"index": 0, "function": {"arguments": "1}"}})),
    ];
    assert_eq!(
        calls(&deltas),
        expected(&[("x", "a", "{}"), ("y", "b", "{\"n\":1}")])
    );
}

#[test]
fn missing_empty_repeated_or_equal_call_ids_are_accepted() {
    let deltas = [
        call(&json!({"index": 0, "id": "", "function": {"name": "a", "arguments": "{}"}})),
        call(&json!({"index": 1, "function": {"name": "b", "arguments": "{}"}})),
    ];
    assert_eq!(
        calls(&deltas),
        expected(&[("call_1", "a", "{}"), ("call_2", "b", "{}")])
    );
    let deltas = [
        call(&json!({"index": 0, "id": "x", "function": {"name": "a", "arguments": "{\"n\""}})),
        call(&json!({"index": 0, "id": "x", "function": {"name": "a", "arguments": ":1}"}})),
    ];
    assert_eq!(calls(&deltas), expected(&[("x", "a", "{\"n\":1}")]));
    let deltas = [
        call(&json!({"index": 0, "id": "x", "function": {"name": "a", "arguments": "{}"}})),
        call(&json!({"index": 1, "id": "x", "function": {"name": "b", "arguments": "{}"}})),
    ];
    assert_eq!(calls(&deltas), expected(&[("x", "a", "{}"), ("x_2", "b", "{}")]));
}

#[test]
fn repeated_or_late_function_names_are_accepted() {
    let deltas = [
        call(&json!({"index": 0, "id": "x", "function": {"name": "draw_circle", "arguments": "{\"n\""}})),
        call(&json!({"index": 0, "function": {"name": "draw_circle", "arguments": ":1"}})),
        call(&json!({"index": 0, "function": {"name": "", "arguments": "}"}})),
    ];
    assert_eq!(calls(&deltas), expected(&[("x", "draw_circle", "{\"n\":1}")]));
    let late = [
        call(&json!({"index": 0, "id": "x", "function": {"arguments": "{"}})),
        call(&json!({"index": 0, "function": {"name": "a", "arguments": "}"}})),
    ];
    expect![[r#"
        0 tool x a
        usage in 50 read 32 write 0 out 17 (5 reasoning)
        0 call a {}
        end ToolCalls raw {"role":"assistant","content":null,"tool_calls":[{"id":"x","type":"function","function":{"name":"a","arguments":"{}"}}]}"#]].assert_eq(&lines(&ADAPTER, MODEL, &body(&late, "tool_calls")));
}

#[test]
fn arguments_may_be_an_object_null_absent_or_malformed() {
    let deltas = [
        call(&json!({"index": 0, "id": "x", "function": {"name": "a", "arguments": {"n": 1}}})),
        call(&json!({"index": 1, "id": "y", "function": {"name": "b", "arguments": null}})),
        call(&json!({"index": 2, "id": "z", "function": {"name": "c"}})),
        call(&json!({"index": 3, "id": "w", "function": {"name": "d", "arguments": "{oops"}})),
    ];
    assert_eq!(
        calls(&deltas),
        expected(&[
            ("x", "a", "{\"n\":1}"),
            ("y", "b", "{}"),
            ("z", "c", "{}"),
            ("w", "d", "{oops")
        ])
    );
}

#[test]
fn a_closing_bracket_with_the_next_index_completes_the_call() {
    let deltas = [
        call(&json!({"index": 0, "id": "x", "function": {"name": "a", "arguments": "{\"n\":1"}})),
        call(&json!({"index": 1, "function": {"arguments": "}"}})),
    ];
    assert_eq!(calls(&deltas), expected(&[("x", "a", "{\"n\":1}")]));
}

#[test]
fn the_legacy_function_call_field_is_accepted() {
    let deltas = [
        json!({"function_call": {"name": "a", "arguments": ""}}),
        json!({"function_call": {"arguments": "{\"n\":1}"}}),
    ];
    assert_eq!(calls(&deltas), expected(&[("call_1", "a", "{\"n\":1}")]));
}

#[test]
fn reasoning_is_read_from_every_known_field() {
    let thought = |deltas: &[Value]| {
        let (_, turn) = end(&ADAPTER, MODEL, &body(deltas, "stop"));
        turn.blocks
    };
    let both = [Block::Reasoning("Hm.".into()), Block::Text("Done.".into())];
    assert_eq!(
        thought(&[
            json!({"reasoning_content": "H"}),
            json!({"reasoning_content": "m."}),
            text("Done.")
        ]),
        both
    );
    let twice = json!({"reasoning": "Hm.", "reasoning_details": [{"type": "reasoning.text", "text": "Hm."}]});
    assert_eq!(thought(&[twice, text("Done.")]), both);
    assert_eq!(
        thought(&[text("<thi"), text("nk>Hm.</think>\n\nDo"), text("ne.")]),
        both
    );
    let parts = json!({"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]}, {"type": "text", "text": "Done."}]});
    assert_eq!(thought(&[parts]), both);
}

#[test]
fn events_without_choices_are_ignored() {
    let mut odd = begun(&[text("x")]);
    odd = format!(
        "data: {{}}\n\ndata: {{\"choices\":null}}\n\ndata: {{\"choices\":[]}}\n\n{odd}{}",
        ended("stop")
    );
    let (stop, turn) = end(&ADAPTER, MODEL, &odd);
    assert_eq!((stop, turn.text()), (Stop::Done, "x".to_owned()));
}
