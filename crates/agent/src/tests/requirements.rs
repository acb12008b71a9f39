//! Tests of checks that a run adds or breaks.

use super::Part::Call;
use super::*;
use trammel_language::Bilingual;
use trammel_scene::Scene;
use trammel_tools::{Check, CheckReport, Rule};

/// Returns the results of checks with these texts.
fn results(checks: &[(&str, bool)]) -> CheckReport {
    let check = |(text, holds): &(&str, bool)| Check {
        text: Some((*text).to_owned()),
        rule: Rule::Condition(*holds),
        place: None,
    };
    let checks: Vec<Check> = checks.iter().map(check).collect();
    CheckReport::of(&checks, &Scene::default())
}

/// Returns the reply to a change after which these checks have these results.
fn changed_with(checks: &[(&str, bool)]) -> Reply {
    let mut reply = changed(&[], &["plate"], &[]);
    reply.checks = Some(results(checks));
    reply
}

/// Returns a host whose model is asked while these checks have these results, and calls a tool.
fn asked_with(checks: &[(&str, bool)]) -> Host {
    let mut host = Host::new(config());
    host.step(Op::Prompt(Prompt {
        text: "Make it smaller".to_owned(),
        checks: results(checks),
        ..Prompt::default()
    }));
    host.answer(&answer(&[Call("a", "run", "{}")], "tool_use"));
    host
}

fn texts(texts: &[Bilingual]) -> Vec<&str> {
    texts.iter().map(|text| &*text.english).collect()
}

#[test]
fn a_check_that_the_run_breaks_is_returned_to_the_model_once() {
    let mut host = asked_with(&[("holes 3 mm from the edge", true), ("was wrong before", false)]);
    let broken = [("holes 3 mm from the edge", false), ("was wrong before", false)];
    host.tool(changed_with(&broken));
    host.take();
    host.answer(&done("Smaller."));
    let log = host.take();
    assert!(
        log.contains("returned [\"holes 3 mm from the edge\"]") && log.ends_with("send"),
        "{log}"
    );
    let sent = host.sent();
    let sent = sent.lines().last().unwrap();
    assert!(
        sent.contains("held before your changes fail now") && sent.contains("holes 3 mm from the edge"),
        "{sent}"
    );
    assert!(!sent.contains("was wrong before"), "{sent}");
    // The model leaves it broken: the run ends, and the receipt says so.
    host.answer(&done("The request contradicts it."));
    assert_eq!(host.last, Some(Event::Done { stop: Stop::Done }));
    let receipt = host.agent.receipt();
    assert_eq!(receipt.broken.len(), 1);
    assert_eq!(receipt.broken[0].text.english, "holes 3 mm from the edge");
    let stored: Receipt = serde_json::from_str(&serde_json::to_string(&receipt).unwrap()).unwrap();
    assert_eq!(stored, receipt);
}

#[test]
fn a_check_that_the_model_repairs_is_no_event_at_the_end() {
    let mut host = asked_with(&[("wide", true)]);
    host.tool(changed_with(&[("wide", false)]));
    host.answer(&done("Narrower."));
    host.answer(&answer(&[Call("b", "run", "{}")], "tool_use"));
    host.tool(changed_with(&[("wide", true)]));
    host.take();
    host.answer(&done("Wide again."));
    assert_eq!(host.last, Some(Event::Done { stop: Stop::Done }));
    assert!(host.agent.receipt().broken.is_empty());
}

#[test]
fn checks_that_were_added_are_requirements_and_those_that_fail_from_the_start_are_not_returned() {
    let mut host = asked_with(&[("old", true)]);
    host.tool(changed_with(&[("old", true), ("new", true), ("strict", false)]));
    host.take();
    host.answer(&done("Drawn."));
    assert_eq!(host.last, Some(Event::Done { stop: Stop::Done }));
    let receipt = host.agent.receipt();
    assert_eq!(texts(&receipt.requirements), ["new", "strict"]);
    assert!(receipt.broken.is_empty());
    // A run without a change knows nothing of checks.
    let mut host = asked_with(&[("old", true)]);
    host.tool(fine());
    host.answer(&done("Nothing to do."));
    assert!(host.agent.receipt().requirements.is_empty());
}
