//! Errors in Korean: the text that a Korean user reads has the content of the English text, which models, scripts, and the
//! command line read.

use serde_json::{Value, json};
use std::rc::Rc;
use trammel::language::Language;
use trammel::sandbox::{Clock, Failure, Limits, execute};
use trammel::session::{Actor, CallOutcome, Session};

/// Runs a call in a new document and returns its failure.
fn failure(tool: &str, input: &Value) -> Failure {
    let mut session = Session::new(Limits::default());
    let reply = match session.call(Actor::User, tool, input.clone()) {
        CallOutcome::Done(reply) => reply,
        CallOutcome::Run(pending) => {
            let outcome = execute(pending.request(), &(Rc::new(|| 0.0) as Clock));
            session.finish(*pending, outcome, 0.0)
        }
    };
    reply.result.expect_err("the call fails")
}

fn of_code(code: &str) -> Failure {
    failure("run_cad_code", &json!({ "code": code }))
}

#[test]
fn the_error_of_a_tool_has_a_korean_text() {
    let failure = failure("delete_entity", &json!({ "name": "head" }));
    assert_eq!(failure.text(Language::English), "Entity 'head' not found");
    assert_eq!(failure.text(Language::Korean), "'head' 항목을 찾을 수 없어요");
}

#[test]
fn an_error_inside_code_keeps_its_korean_text() {
    let failure = of_code("deleteEntity('head')");
    assert_eq!(failure.message.english, "delete_entity: Entity 'head' not found");
    assert_eq!(
        failure.message.korean,
        "delete_entity: 'head' 항목을 찾을 수 없어요"
    );
}

#[test]
fn the_last_error_that_a_script_throws_counts() {
    let own = of_code("try { deleteEntity('head') } catch (error) { throw new Error('mine') }");
    assert_eq!(own.message.korean, "mine");
    let again = of_code(
        "try { deleteEntity('head') } catch (first) { try { deleteEntity('foot') } catch (second) { throw first } }",
    );
    assert_eq!(
        again.message.korean,
        "delete_entity: 'head' 항목을 찾을 수 없어요"
    );
}

#[test]
fn code_sees_only_the_english_text() {
    let failure = of_code(
        "try { deleteEntity('head') } catch (error) { throw new Error(JSON.stringify([error.message, Object.keys(error)])) }",
    );
    assert_eq!(
        failure.message.english,
        r#"["delete_entity: Entity 'head' not found",["suggestions"]]"#
    );
}
