//! Tests of changes that need the user's approval.

use super::*;
use crate::tools::Overwrote;
use crate::workspace::FileName;

fn overwrote(count: usize, lines: &[&str]) -> Option<Overwrote> {
    Some(Overwrote {
        file: FileName::main(),
        count,
        lines: lines.iter().map(ToString::to_string).collect(),
    })
}

fn look() -> String {
    answer(&[Call("a", "run", "{}"), Call("b", "run", "{}")], "tool_use")
}

/// Creates an agent with approval enabled, in the middle of a turn with two calls.
fn asked(selection: &[&str]) -> Host {
    let mut host = Host::new(AgentConfig {
        ask: true,
        ..config()
    });
    host.step(Op::Prompt(Prompt {
        text: "Draw".into(),
        selection: selection.iter().map(ToString::to_string).collect(),
        ..Prompt::default()
    }));
    host.answer(&look());
    host.take();
    host
}

#[test]
fn a_deletion_is_kept_or_reverted_as_the_user_decides() {
    let mut host = asked(&[]);
    host.tool(changed(&["gear"], &[], &["wall"]));
    assert_eq!(host.take(), "asking a: it deleted items (1): wall");
    assert!(
        host.agent.is_busy() && host.running.is_none(),
        "nothing goes on before the answer"
    );
    host.prompt("More");
    host.step(Op::Tick { request: host.number });
    host.take();
    host.step(Op::Decide {
        keep: true,
        always: false,
    });
    assert!(host.take().contains("finished a true"));
    host.tool(changed(&[], &[], &["door"]));
    host.take();
    host.step(Op::Decide {
        keep: false,
        always: true,
    });
    let said = host.take();
    assert!(
        said.contains("finished b false \"The user reverted this change (it deleted items (1): door), so"),
        "{said}"
    );
    let receipt = host.agent.receipt();
    assert_eq!((receipt.added, receipt.removed, receipt.failed_calls), (1, 1, 1));
    assert!(host.sent().contains("\"is_error\":true"));
    // A decision without a pending approval has no effect.
    host.step(Op::Decide {
        keep: false,
        always: false,
    });
    assert_eq!(host.take(), "");
}

#[test]
fn new_selected_and_approved_changes_need_no_approval() {
    let mut host = asked(&["wall"]);
    // New entities, selected entities, and entities that the run created need no approval.
    host.tool(changed(&["gear", "hole"], &["wall"], &[]));
    host.tool(changed(&[], &["gear"], &["hole"]));
    assert!(!host.take().contains("asking"));
    host.answer(&look());
    host.tool(changed(&[], &["roof", "wall"], &[]));
    assert!(
        host.take()
            .ends_with("asking a: it changed items that were not selected (1): roof")
    );
    // After approval for the run, changes of the same kind need no approval, but other kinds do.
    host.step(Op::Decide {
        keep: true,
        always: true,
    });
    host.tool(changed(&[], &["floor"], &[]));
    assert!(!host.take().contains("asking"));
    host.answer(&look());
    host.tool(changed(&[], &["floor"], &["roof"]));
    assert!(host.take().ends_with("it deleted items (1): roof"));
}

#[test]
fn approval_considers_entities_beyond_those_listed_in_the_json() {
    let names: Vec<String> = (0..25).map(|n| format!("post_{n}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut host = asked(&names[..20]);
    host.tool(changed(&[], &names, &[]));
    assert_eq!(
        host.take(),
        "asking a: it changed items that were not selected (5): post_20, post_21, post_22, post_23, post_24"
    );
    let mut host = asked(&names);
    host.tool(changed(&[], &names, &[]));
    let said = host.take();
    assert!(said.starts_with("finished a true"), "{said}");
}

#[test]
fn the_approval_reason_counts_all_items_and_names_the_first_20() {
    let names: Vec<String> = (0..60).map(|n| format!("post_{n}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut host = asked(&["wall"]);
    host.tool(changed(&[], &names, &[]));
    let said = host.take();
    assert!(
        said.starts_with("asking a: it changed items that were not selected (60): post_0, "),
        "{said}"
    );
    assert!(said.ends_with("post_19"), "{said}");
}

#[test]
fn replacing_lines_of_the_user_needs_approval() {
    let mut host = asked(&[]);
    let mut reply = changed(&[], &["gear"], &[]);
    reply.overwrote = overwrote(2, &["const w = 80;", "draw();"]);
    host.tool(reply);
    assert_eq!(
        host.take(),
        "asking a: it replaced main, including lines that the user wrote (2): const w = 80; / draw();"
    );
}

#[test]
fn a_reverted_call_still_reports_changes_of_the_user() {
    let mut host = asked(&[]);
    let mut reply = changed(&[], &[], &["wall"]);
    reply.user_changes = Some("The user changed this since your last message: locked [\"roof\"].".into());
    host.tool(reply);
    host.step(Op::Decide {
        keep: false,
        always: false,
    });
    let said = host.take();
    assert!(
        said.contains("reverted this change") && said.contains("roof"),
        "{said}"
    );
}

#[test]
fn each_reason_for_approval_of_a_call_is_asked_separately() {
    let reply = || {
        let mut reply = changed(&[], &[], &["wall"]);
        reply.overwrote = overwrote(1, &["const w = 80;"]);
        reply
    };
    let decide = |host: &mut Host, keep, always| {
        host.step(Op::Decide { keep, always });
        host.take()
    };
    let mut host = asked(&[]);
    host.tool(reply());
    assert_eq!(host.take(), "asking a: it deleted items (1): wall");
    let said = decide(&mut host, true, true);
    assert!(said.starts_with("asking a: it replaced main"), "{said}");
    assert!(decide(&mut host, true, false).contains("finished a true"));
    // The kind approved for the run needs no approval; the other kind does. A rejection reverts the whole call.
    host.tool(reply());
    let said = host.take();
    assert!(said.starts_with("asking b: it replaced main"), "{said}");
    assert!(decide(&mut host, false, false).contains("finished b false"));
    assert_eq!(host.agent.receipt().removed, 1);
}

#[test]
fn changing_more_than_30_items_at_once_needs_approval() {
    let names: Vec<String> = (0..31).map(|n| format!("e{n}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut host = asked(&[]);
    host.tool(changed(&[], &names[..30], &[]));
    assert!(!host.take().contains("asking"), "30 of 100");
    host.tool(changed(&[], &names, &[]));
    assert!(host.take().ends_with("asking b: it changed 31 items at once"));
    let made = &names[..6];
    let mut host = asked(&[]);
    host.tool(changed(made, &[], &[]));
    host.tool(changed(&[], &[], made));
    assert!(host.take().contains("asking b: it deleted items (6)"));
}

#[test]
fn stop_while_awaiting_approval_keeps_the_change() {
    let mut host = asked(&[]);
    host.tool(changed(&[], &[], &["wall"]));
    host.take();
    host.step(Op::Stop);
    let said = host.take();
    assert!(
        said.starts_with("finished a true")
            && said.contains("finished b false")
            && said.ends_with("done Aborted"),
        "{said}"
    );
    assert_eq!(host.agent.receipt().removed, 1, "it is not taken back");
    host.prompt("More");
    assert_eq!(host.requests.len(), 2);
}

#[test]
fn a_direct_call_that_changes_a_large_part_of_the_drawing_needs_approval() {
    let names: Vec<String> = (0..12).map(|n| format!("post_{n}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let direct = |entities| {
        let mut reply = changed(&[], &names, &[]);
        reply.run = None;
        reply.entities = Some(entities);
        reply
    };
    let mut host = asked(&[]);
    host.tool(direct(40));
    assert!(!host.take().contains("asking"), "12 of 40");
    host.tool(direct(15));
    assert!(host.take().ends_with("asking b: it changed 12 items at once"));
}
