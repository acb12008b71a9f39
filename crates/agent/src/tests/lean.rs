//! Results of calls tell what the model does not know from the results before.

use super::{Call, Host, answer, changed, done};
use trammel_language::Bilingual;
use trammel_tools::Reply;

fn warned() -> Reply {
    let mut reply = changed(&["a"], &[], &[]);
    reply.warnings = vec![Bilingual::same("a crosses b")];
    reply
}

/// Plays a call and returns how often the next request has the warning.
fn call(host: &mut Host, id: &'static str, reply: Reply) -> usize {
    host.answer(&answer(
        &[Call(id, "run_cad_code", "{\"code\":\"1\"}")],
        "tool_use",
    ));
    host.tool(reply);
    host.sent().matches("a crosses b").count()
}

#[test]
fn a_standing_warning_is_in_the_first_result_only() {
    let mut host = Host::asked();
    assert_eq!(call(&mut host, "c1", warned()), 1);
    assert_eq!(call(&mut host, "c2", warned()), 1);
    assert!(host.sent().contains("1 warning as before"), "{}", host.sent());
    assert!(!host.sent().contains("elapsed_ms") && !host.sent().contains("count"));
    host.answer(&done("Drawn."));
    host.prompt("Go on");
    assert_eq!(call(&mut host, "c3", changed(&["b"], &[], &[])), 1);
    assert_eq!(call(&mut host, "c4", warned()), 2, "it came back");
}

#[test]
fn a_restored_conversation_gets_everything_once_more() {
    let mut host = Host::asked();
    call(&mut host, "c1", warned());
    host.answer(&done("Drawn."));
    let mut later = Host::new(super::config());
    later.agent = crate::Agent::restore(super::config(), host.agent.transcript().clone()).unwrap();
    later.prompt("Go on");
    assert_eq!(call(&mut later, "c2", warned()), 2);
}
