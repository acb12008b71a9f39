//! Sheet of keyboard shortcuts: every action with a key, in groups, and the keys of a tool in progress.
//!
//! Invariant (tested): each action with a key is on the sheet once. Start with [`sheet`].

use super::actions::{Action, ActionId, ActionList, Group};
use super::canvas_tool::Text;

/// A section of the sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Section<Id = ActionId> {
    /// Heading.
    pub title: Text,
    /// Actions with their keys, in the order of the action list.
    pub actions: Vec<Action<Id>>,
    /// Keys that are not actions: keys, and their effect.
    pub keys: &'static [(&'static str, Text)],
}

/// Returns the sections of the sheet.
#[must_use]
pub fn sheet<Id: Copy + PartialEq>(list: &ActionList<Id>) -> Vec<Section<Id>> {
    let section = |group: Group, title: Text, keys| {
        let actions = list
            .iter()
            .filter(|action| !action.keys.is_empty() && action.group == group);
        Section {
            title,
            actions: actions.copied().collect(),
            keys,
        }
    };
    let in_tool = Section {
        title: ["While a tool is active", "도구를 쓰는 동안"],
        actions: Vec::new(),
        keys: IN_TOOL,
    };
    vec![
        section(Group::Tools, ["Tools", "도구"], &[]),
        in_tool,
        section(Group::Edit, ["Edit", "편집"], &[]),
        section(Group::View, ["View", "보기"], IN_VIEW),
        section(Group::Files, ["Files", "파일"], &[]),
        section(Group::Work, ["Work", "작업"], &[]),
    ]
}

/// Keys that a tool in progress uses.
const IN_TOOL: &[(&str, Text)] = &[
    (
        "0–9 . - @ <",
        ["Type a value or a coordinate", "값이나 좌표 입력"],
    ),
    (
        "Tab",
        ["Next value, such as length and angle", "다음 값(길이와 각도 등)"],
    ),
    ("Enter", ["Accept the value, or finish", "값 확정 또는 마치기"]),
    (
        "Backspace",
        ["Take back a character or a point", "글자나 점 되돌리기"],
    ),
    ("Esc", ["Go back one step", "한 단계 뒤로"]),
    ("Q", ["Keep the tool active", "도구를 계속 켜 두기"]),
    (
        "Shift",
        ["Only multiples of 15°, while held", "누른 동안 15°의 배수만"],
    ),
    ("Alt", ["No snapping, while held", "누른 동안 스냅 끄기"]),
];

/// Keys of the view that are not actions.
const IN_VIEW: &[(&str, Text)] = &[(
    "Space",
    ["Pan by dragging, while held", "누른 동안 끌어서 화면 이동"],
)];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_with_a_key_is_on_the_sheet_once() {
        let list = ActionList::standard();
        let groups = sheet(list);
        for action in list.iter() {
            let shown = groups.iter().flat_map(|group| &group.actions);
            let count = shown.filter(|shown| shown.id == action.id).count();
            assert_eq!(count, usize::from(!action.keys.is_empty()), "{:?}", action.id);
        }
        for group in &groups {
            assert!(
                !(group.actions.is_empty() && group.keys.is_empty()),
                "{}",
                group.title[0]
            );
        }
    }
}
