//! Tests of changes that need the user's approval.

use super::*;
use trammel_code::FileName;
use trammel_scene::Units;
use trammel_tools::{LostLine, Setting};

fn lost_lines(lines: &[&str]) -> Vec<LostLine> {
    let line = |text: &&str| LostLine {
        file: FileName::main(),
        text: (*text).to_owned(),
    };
    lines.iter().map(line).collect()
}

/// Returns the reply to a call that removed these lines.
fn overwrote(lines: &[&str]) -> Reply {
    let mut reply = changed(&[], &[], &[]);
    reply.impact.as_mut().unwrap().lines = lost_lines(lines);
    reply
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

fn decide(host: &mut Host, keep: bool, always: bool) -> String {
    let decision = if keep {
        Decision::Keep { always }
    } else {
        Decision::Reverted
    };
    host.step(Op::Decide(decision));
    host.take()
}

fn numbered(prefix: &str, count: usize) -> Vec<String> {
    (0..count).map(|n| format!("{prefix}{n}")).collect()
}

fn texts(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
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
    assert!(decide(&mut host, true, false).contains("finished a true"));
    host.tool(changed(&[], &[], &["door"]));
    host.take();
    let said = decide(&mut host, false, true);
    assert!(
        said.contains("finished b false \"The user reverted this change (it deleted items (1): door), so"),
        "{said}"
    );
    let receipt = host.agent.receipt();
    assert_eq!((receipt.added, receipt.removed, receipt.failed_calls), (1, 1, 1));
    assert!(host.sent().contains("\"is_error\":true"));
    // A decision without a pending approval has no effect.
    assert_eq!(decide(&mut host, false, false), "");
}

#[test]
fn a_change_that_was_approved_is_not_asked_about_again() {
    let mut host = asked(&["wall"]);
    host.tool(changed(&["gear"], &["wall"], &[]));
    assert!(!host.take().contains("asking"), "selected");
    host.tool(changed(&[], &["roof", "wall"], &[]));
    assert!(
        host.take()
            .ends_with("asking b: it changed items that were not selected (1): roof")
    );
    decide(&mut host, true, false);
    host.answer(&look());
    host.tool(changed(&[], &["roof", "wall"], &[]));
    assert!(!host.take().contains("asking"), "the same item");
    host.tool(changed(&[], &["roof", "wall", "floor"], &[]));
    assert!(host.take().ends_with("(1): floor"), "another item");
    decide(&mut host, true, false);
    host.answer(&look());
    host.tool(changed(&[], &["floor", "wall"], &["roof"]));
    assert!(
        host.take().ends_with("(1): roof"),
        "another kind of change of an approved item"
    );
}

#[test]
fn calls_without_an_impact_need_no_approval() {
    let mut host = asked(&[]);
    host.tool(fine());
    assert!(!host.take().contains("asking"));
}

#[test]
fn do_not_ask_again_covers_as_much_again_and_no_more() {
    let mut host = asked(&[]);
    host.tool(changed(&[], &[], &["a"]));
    decide(&mut host, true, true);
    host.tool(changed(&[], &[], &["a", "b"]));
    assert!(!host.take().contains("asking"), "one more");
    host.answer(&look());
    host.tool(changed(&[], &[], &["a", "b", "c"]));
    assert!(host.take().ends_with("(1): c"), "the allowance is used up");
    decide(&mut host, true, true);
    host.tool(changed(&[], &[], &["a", "b", "c", "d", "e"]));
    assert!(host.take().ends_with("(2): d, e"), "a larger deletion");
    decide(&mut host, true, false);
    host.answer(&look());
    let mut reply = overwrote(&["const w = 80;"]);
    reply.impact.as_mut().unwrap().deleted = changed(&[], &[], &["f"]).impact.unwrap().deleted;
    host.tool(reply);
    let said = host.take();
    assert!(
        said.contains("(1): f; it removed, moved, or deactivated lines of main"),
        "a covered deletion does not cover lines: {said}"
    );
}

#[test]
fn the_approval_reason_counts_all_items_and_names_the_first_20() {
    let names = numbered("post_", 60);
    let mut host = asked(&["wall"]);
    host.tool(changed(&[], &texts(&names), &[]));
    let said = host.take();
    assert!(
        said.starts_with("asking a: it changed items that were not selected (60): post_0, "),
        "{said}"
    );
    assert!(said.ends_with("post_19"), "{said}");
    let mut host = asked(&texts(&names));
    host.tool(changed(&[], &texts(&names), &[]));
    assert!(host.take().starts_with("finished a true"));
}

#[test]
fn removing_lines_that_the_model_did_not_write_needs_approval() {
    let mut host = asked(&[]);
    host.tool(overwrote(&["const w = 80;", "draw();"]));
    assert_eq!(
        host.take(),
        "asking a: it removed, moved, or deactivated lines of main that you did not write (2): const w = 80; / draw();"
    );
    decide(&mut host, true, false);
    host.tool(overwrote(&["const w = 80;", "draw();", "draw();"]));
    assert!(
        host.take().ends_with("(1): draw();"),
        "a second line with the same text"
    );
}

#[test]
fn a_changed_setting_needs_approval_and_a_unit_each_time() {
    let with = |settings: Vec<Setting>| {
        let mut reply = changed(&[], &[], &[]);
        reply.impact.as_mut().unwrap().settings = settings;
        reply
    };
    let (from, to) = (Units::Mm, Units::In);
    let [inches, points] = [to, Units::Pt].map(|to| Setting::Unit { from, to });
    let layer = |name: &str| Setting::Layer {
        name: name.to_owned(),
    };
    let mut host = asked(&[]);
    host.tool(with(vec![inches.clone()]));
    assert_eq!(
        host.take(),
        "asking a: it changed settings of the drawing (1): unit mm to in"
    );
    decide(&mut host, true, true);
    host.tool(with(vec![inches]));
    assert!(!host.take().contains("asking"), "approved");
    host.answer(&look());
    host.tool(with(vec![points.clone()]));
    assert!(
        host.take().ends_with("unit mm to pt"),
        "another unit is asked about again"
    );
    decide(&mut host, true, true);
    host.tool(with(vec![points, layer("walls")]));
    assert!(!host.take().contains("asking"), "one more setting");
}

#[test]
fn a_question_of_an_earlier_version_can_be_read() {
    let stored = r#"[{"deleted":{"count":1,"names":["one"]}},{"overwrote":{"file":"main","count":1,"lines":["a();"]}},{"many":{"count":9}}]"#;
    let risks: Vec<Risk> = serde_json::from_str(stored).unwrap();
    assert_eq!(risks.len(), 3);
    let (from, to) = (Units::Mm, Units::In);
    let risk = Risk::Settings {
        count: 1,
        settings: vec![Setting::Unit { from, to }],
    };
    let text = serde_json::to_string(&risk).unwrap();
    assert_eq!(
        text,
        r#"{"settings":{"count":1,"settings":[{"unit":{"from":"mm","to":"in"}}]}}"#
    );
    assert_eq!(serde_json::from_str::<Risk>(&text).unwrap(), risk);
}

#[test]
fn a_reverted_call_still_reports_changes_of_the_user() {
    let mut host = asked(&[]);
    let mut reply = changed(&[], &[], &["wall"]);
    reply.user_changes = Some("The user changed this since your last message: locked [\"roof\"].".into());
    host.tool(reply);
    let said = decide(&mut host, false, false);
    assert!(
        said.contains("reverted this change") && said.contains("roof"),
        "{said}"
    );
}

#[test]
fn a_call_with_several_reasons_is_one_question() {
    let mut host = asked(&[]);
    let mut reply = changed(&[], &[], &["wall"]);
    reply.impact.as_mut().unwrap().lines = lost_lines(&["const w = 80;"]);
    host.tool(reply);
    assert_eq!(
        host.take(),
        "asking a: it deleted items (1): wall; it removed, moved, or deactivated lines of main that you did not write \
         (1): const w = 80;"
    );
    assert!(decide(&mut host, true, false).starts_with("finished a true"));
}

#[test]
fn many_changes_need_approval_however_many_calls_make_them() {
    let names = numbered("e", 36);
    let mut host = asked(&[]);
    for count in [9, 18, 27] {
        // Each reply has the difference since the beginning of the run.
        host.tool(changed(&[], &texts(&names[..count]), &[]));
        assert!(!host.take().contains("asking"), "{count} of 100");
        if host.running.is_none() {
            host.answer(&look());
        }
    }
    host.tool(changed(&[], &texts(&names), &[]));
    assert!(host.take().ends_with("asking b: it changed 36 items"));
}

#[test]
fn members_of_changed_groups_count_as_changed() {
    let mut host = asked(&[]);
    let mut reply = changed(&[], &["house"], &[]);
    let impact = reply.impact.as_mut().unwrap();
    impact.members = changed(&[], &texts(&numbered("wall_", 40)), &[])
        .impact
        .unwrap()
        .changed;
    host.tool(reply.clone());
    assert!(host.take().ends_with("it changed 41 items"));
    let mut host = asked(&["house"]);
    host.tool(reply);
    assert!(!host.take().contains("asking"), "the user selected the group");
}

#[test]
fn stop_during_a_question_reverts_the_change_and_says_so() {
    let mut host = asked(&[]);
    host.tool(changed(&[], &[], &["wall"]));
    host.take();
    host.step(Op::Stop {
        decision: Some(Decision::Reverted),
    });
    let said = host.take();
    assert!(
        said.starts_with("finished a false \"The user reverted this change")
            && said.contains("finished b false")
            && said.ends_with("done Aborted"),
        "{said}"
    );
    assert_eq!(host.agent.receipt().removed, 0);
    host.prompt("More");
    assert!(host.sent().contains("The user reverted this change"));
}

#[test]
fn stop_during_a_question_about_a_change_that_cannot_be_reverted_says_so() {
    let mut host = asked(&[]);
    host.tool(changed(&[], &[], &["wall"]));
    host.take();
    host.step(Op::Stop {
        decision: Some(Decision::TooLate),
    });
    let said = host.take();
    assert!(
        said.starts_with("finished a true") && said.contains("could not be reverted"),
        "{said}"
    );
    assert_eq!(host.agent.receipt().removed, 1);
}

#[test]
fn a_rejected_change_that_stays_is_reported_as_such_and_not_asked_about_again() {
    let mut host = asked(&[]);
    host.tool(changed(&[], &[], &["wall"]));
    host.take();
    host.step(Op::Decide(Decision::TooLate));
    let said = host.take();
    assert!(
        said.starts_with("finished a true")
            && said.contains("The user chose to revert this change (it deleted items (1): wall), but")
            && said.contains("It is still in effect"),
        "{said}"
    );
    host.tool(changed(&[], &[], &["wall"]));
    assert!(!host.take().contains("asking"));
    assert!(
        host.sent().contains("could not be reverted"),
        "the model receives it"
    );
    let receipt = host.agent.receipt();
    assert_eq!((receipt.removed, receipt.failed_calls), (1, 0));
}

#[test]
fn a_conversation_that_is_left_during_a_question_has_the_call_and_the_later_decision() {
    let mut host = asked(&[]);
    host.tool(changed(&["gear"], &[], &[]));
    host.tool(changed(&[], &[], &["wall"]));
    host.take();
    assert_eq!(
        host.agent.transcript().turns().len(),
        1,
        "the turn is not complete"
    );
    let stored = host.agent.transcript_if_stopped();
    assert_eq!(stored.check(), Ok(()));
    host.step(Op::Stop { decision: None });
    assert_eq!(&stored, host.agent.transcript(), "as a stop leaves it");
    let risks = [Risk::Deleted {
        count: 1,
        names: vec!["wall".to_owned()],
    }];
    for (decision, told) in [
        (Decision::Keep { always: false }, "decided to keep the change"),
        (Decision::Reverted, "has reverted the change"),
        (Decision::TooLate, "could not be reverted"),
    ] {
        let mut later = stored.clone();
        later.tell(&decision.told_later(&risks));
        let mut next = Host::new(config());
        next.agent = Agent::restore(config(), later).unwrap();
        next.prompt("And now?");
        let sent = next.sent();
        for part in [
            "has not decided yet",
            told,
            "it deleted items (1): wall",
            "And now?",
        ] {
            assert!(sent.contains(part), "{part}: {sent}");
        }
    }
    let mut empty = Transcript::default();
    empty.tell("nothing");
    assert!(empty.turns().is_empty());
}

#[test]
fn a_conversation_that_is_left_during_a_call_has_the_finished_calls() {
    let mut host = asked(&[]);
    host.tool(changed(&["gear"], &[], &[]));
    let stored = host.agent.transcript_if_stopped();
    assert_eq!(stored.check(), Ok(()));
    let results: Vec<bool> = stored.turns()[2]
        .results()
        .map(|result| result.is_error)
        .collect();
    assert_eq!(results, [false, true], "the second call did not end");
}
