//! Properties without a counterpart in a drawing.

use super::css::Properties;
use super::effects;
use super::font;
use crate::report::{Reason, Report};

/// Properties with any value, and what the drawing lacks.
const EFFECTS: [(&str, Reason); 3] = [
    (
        "clip-path",
        [
            "The element is not clipped.",
            "요소를 클립 경로로 자르지 않았어요.",
        ],
    ),
    (
        "mask",
        ["The element is not masked.", "요소에 마스크를 적용하지 않았어요."],
    ),
    (
        "filter",
        [
            "The element has no filter effect.",
            "요소에 필터 효과를 적용하지 않았어요.",
        ],
    ),
];

/// Properties with their values that have no effect, and what differs in the drawing for other values.
const SETTINGS: [(&str, &[&str], Reason); 9] = [
    (
        "baseline-shift",
        &["baseline", "0", "0px", "0%"],
        ["The text stands on the baseline.", "글자를 기준선 위에 그려요."],
    ),
    (
        "direction",
        &["ltr"],
        [
            "The text runs from left to right.",
            "글자를 왼쪽에서 오른쪽으로 써요.",
        ],
    ),
    (
        "text-decoration",
        &[],
        [
            "The text has no line under, over, or through it.",
            "글자에 밑줄, 윗줄, 취소선을 긋지 않았어요.",
        ],
    ),
    (
        "writing-mode",
        &["horizontal-tb", "lr", "lr-tb"],
        ["The text runs in lines.", "글자를 가로로 써요."],
    ),
    (
        "mix-blend-mode",
        &["normal"],
        ["Colors are not blended.", "색을 섞지 않았어요."],
    ),
    (
        "paint-order",
        &["normal"],
        ["The stroke is drawn over the fill.", "선을 채우기 위에 그려요."],
    ),
    (
        "stroke-dashoffset",
        &["0", "0px"],
        [
            "Dashes begin at the start of the line.",
            "파선이 선의 처음에서 시작해요.",
        ],
    ),
    (
        "stroke-miterlimit",
        &["4"],
        [
            "Sharp corners have the usual miter limit.",
            "뾰족한 모서리에 보통의 마이터 한계를 써요.",
        ],
    ),
    (
        "vector-effect",
        &[],
        [
            "The stroke scales with the element.",
            "선 굵기가 요소의 배율을 따라 바뀌어요.",
        ],
    ),
];

/// Values of other properties that have no effect.
const NEUTRAL: [&str; 8] = [
    "none", "normal", "auto", "inherit", "initial", "unset", "mixed", "revert",
];

/// Properties that the reader does not know.
const UNKNOWN: Reason = ["The property is not supported.", "지원하지 않는 속성이에요."];

/// Values that need a browser.
const COMPUTED: Reason = [
    "The value would have to be computed, so the property is not applied.",
    "계산해야 하는 값이라서 속성을 적용하지 않았어요.",
];

/// Fonts whose size depends on the operating system.
const SYSTEM_FONT: Reason = [
    "The size of a font of the operating system is unknown.",
    "운영 체제 글꼴의 크기는 알 수 없어요.",
];

/// Elements that only pass their content on.
const CONTENTS: Reason = [
    "The transform and the opacity of the element are applied all the same.",
    "요소의 변형과 불투명도를 그대로 적용했어요.",
];

/// Reports the properties of an element with this id.
pub(super) fn report(properties: &Properties<'_>, id: Option<&str>, report: &mut Report) {
    report_others(properties, id, report);
    let stated = |name: &str| {
        properties
            .get(name)
            .filter(|value| !matches!(*value, "none" | "inherit"))
    };
    for (name, reason) in EFFECTS {
        if stated(name).is_some() {
            report.add_change(name, id, reason);
        }
    }
    for (name, usual, reason) in SETTINGS {
        if stated(name).is_some_and(|value| !usual.contains(&value)) {
            report.add_change(name, id, reason);
        }
    }
}

/// Reports properties and values that the reader does not know.
fn report_others(properties: &Properties<'_>, id: Option<&str>, report: &mut Report) {
    for (name, value) in properties.all() {
        if !effects::may_have_effect(name) {
            continue;
        }
        let small = name.to_ascii_lowercase();
        let kind = format!("{small}: {value}");
        let word = value.to_ascii_lowercase();
        let is_usual = match small.as_str() {
            "zoom" => matches!(word.as_str(), "1" | "100%" | "normal" | "reset"),
            "display" => word == "initial",
            _ => effects::old_name(&small).is_some_and(|own| properties.get(own).is_some()),
        };
        if is_usual {
            continue;
        }
        if small == "font" && font::is_of_system(value) {
            report.add_drop(&kind, id, SYSTEM_FONT);
            continue;
        }
        let is_known = effects::used_name(name).is_some();
        if is_known && word == "contents" && small == "display" {
            report.add_change(&kind, id, CONTENTS);
        } else if is_known && effects::is_computed(value) {
            report.add_drop(&kind, id, COMPUTED);
        } else if !is_known && !NEUTRAL.contains(&word.as_str()) {
            report.add_drop(&kind, id, UNKNOWN);
        }
    }
}
