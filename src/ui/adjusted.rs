//! Notice about an adjustment that could not change the recorded calls and was added at the end of the code.

use super::state::App;
use trammel_code::Obstacle;

/// A text in English and Korean, in this order.
type Text = [&'static str; 2];

/// Maximum number of characters of the added code that are shown.
const MOST_SHOWN: usize = 80;

/// Shows and speaks the added statements with the reason. A change that is always a statement needs none.
pub(super) fn announce(app: App, statements: &str, why: Obstacle) {
    let Some(reason) = reason(why) else { return };
    let lang = app.lang();
    let opening = lang.pick([
        "Added a line at the end of the code:",
        "코드 끝에 한 줄을 추가했어요:",
    ]);
    app.announce(format!(
        "{opening} {} {}",
        short_statement(statements),
        lang.pick(reason)
    ));
}

/// Returns the first statement, shortened to a readable length: a long list of names is left out.
fn short_statement(statements: &str) -> String {
    let line = statements.lines().next().unwrap_or_default();
    if line.chars().count() <= MOST_SHOWN {
        return line.to_owned();
    }
    let list = line.find(" of [").zip(line.find("]) "));
    let line = match list {
        Some((start, end)) if start < end => format!("{} of [...{}", &line[..start], &line[end..]),
        _ => line.to_owned(),
    };
    if line.chars().count() <= MOST_SHOWN {
        return line;
    }
    line.chars().take(MOST_SHOWN).chain("...".chars()).collect()
}

fn reason(why: Obstacle) -> Option<Text> {
    Some(match why {
        Obstacle::Separate => return None,
        Obstacle::Unknown => [
            "The call that drew the object is not known.",
            "이 객체를 그린 호출을 알 수 없기 때문이에요.",
        ],
        Obstacle::Repeated => [
            "The call draws several objects.",
            "한 호출이 여러 객체를 그리기 때문이에요.",
        ],
        Obstacle::Computed => [
            "The code computes the value.",
            "코드가 이 값을 계산하기 때문이에요.",
        ],
        Obstacle::Shared => [
            "The value is a constant with other uses.",
            "이 값은 다른 곳에서도 쓰는 상수이기 때문이에요.",
        ],
        Obstacle::Omitted => [
            "The call does not state the value.",
            "호출에 이 값이 적혀 있지 않기 때문이에요.",
        ],
        Obstacle::Transformed => [
            "A later call transforms the object.",
            "뒤의 호출이 이 객체를 변환하기 때문이에요.",
        ],
        Obstacle::Others => [
            "A change in place would change other objects.",
            "값을 바꾸면 다른 객체도 바뀌기 때문이에요.",
        ],
        Obstacle::Differs => [
            "With the change in place, the code draws a different result.",
            "문장을 고치면 코드가 다른 결과를 그리기 때문이에요.",
        ],
        Obstacle::Fails => [
            "With the change in place, the code does not run.",
            "문장을 고치면 코드가 실행되지 않기 때문이에요.",
        ],
        Obstacle::NotRun => [
            "The typed code has not run yet.",
            "입력한 코드가 아직 실행되지 않았기 때문이에요.",
        ],
        Obstacle::Many => [
            "Too many calls change the object.",
            "이 객체를 바꾸는 호출이 너무 많기 때문이에요.",
        ],
        Obstacle::Named => [
            "Other statements name the object.",
            "다른 문장이 이 객체의 이름을 쓰기 때문이에요.",
        ],
    })
}
