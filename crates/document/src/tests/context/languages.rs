//! Tests of the language of tool descriptions.

use super::*;

#[test]
fn descriptions_exist_in_both_languages() {
    let mut s = Session::new(limits());
    let first = |s: &mut Session| {
        let tools = data(s, "list_tools", json!({"domain": "primitives"}));
        (
            tools["tools"][0]["description"].clone(),
            data(s, "list_domains", json!({}))[0]["description"].clone(),
        )
    };
    let english = first(&mut s);
    s.document_mut().set_language(Language::from_tag("ko-KR"));
    let korean = first(&mut s);
    assert_eq!(
        korean,
        (
            json!("선분이나 폴리선을 그립니다. closed를 주면 닫힌 선이 됩니다."),
            json!("기본 도형 그리기")
        )
    );
    assert_ne!(english, korean);
}

#[test]
fn definitions_in_another_language_leave_a_conversation_in_its_own() {
    let mut s = Session::new(limits());
    s.document_mut().set_language(Language::English);
    let first = s.document().first_tools();
    let domains = data(&mut s, "list_domains", json!({}));
    let of =
        |language| s.document().tool_definitions(&[Domain::Registry], language)[0]["description"].clone();
    assert_ne!(of(Language::Korean), of(Language::English));
    assert_eq!(s.document().first_tools(), first);
    assert_eq!(data(&mut s, "list_domains", json!({})), domains);
}

#[test]
fn a_conversation_starts_in_the_chosen_language() {
    let mut s = with_house();
    let begin = |s: &Session| {
        (
            trammel_agent::system_prompt(&s.document().domain_lines()),
            s.document().first_tools(),
        )
    };
    let hangul = |text: &str| text.chars().any(|c| ('가'..='힣').contains(&c));
    let (prompt, tools) = begin(&s);
    assert!(!hangul(&prompt) && !hangul(&json!(tools).to_string()));
    let line = format!("\nprimitives: {}\n", Domain::Primitives.description());
    assert!(prompt.contains(&line), "{prompt}");

    s.document_mut().set_language(Language::Korean);
    let (korean_prompt, korean) = begin(&s);
    assert!(
        korean_prompt.contains("\nprimitives: 기본 도형 그리기\n"),
        "{korean_prompt}"
    );
    for (tool, same) in korean.iter().zip(&tools) {
        assert!(hangul(tool["description"].as_str().unwrap()), "{tool}");
        assert_eq!(
            (&tool["name"], &tool["parameters"]["required"]),
            (&same["name"], &same["parameters"]["required"])
        );
    }
    let listed = data(&mut s, "list_tools", json!({"domain": "custom"}));
    assert_eq!(
        listed["tools"][0]["description"], "A house",
        "what an author wrote is not translated"
    );
}
