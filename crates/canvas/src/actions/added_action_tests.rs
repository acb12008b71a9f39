//! Test of an added action, which no list names except its row.

use super::*;
use crate::shortcuts::sheet;

actions! {
    AddedId
    before_tools {
        /// Turns the selected entities over.
        TurnOver: row(Group::Edit, ["Turn over", "뒤집어 놓기"], &[Chord("Alt+Shift+9")])
            .needing(Needs::Selected(2))
            .also_found_by(["back side", "뒷면"]);
    }
    after_tools {}
}

#[test]
fn an_added_action_has_a_shortcut_a_place_on_the_sheet_synonyms_and_a_reason() {
    let list = ActionList::of_rows(BEFORE_TOOLS.iter().chain(AFTER_TOOLS).copied());
    let press = KeyPress {
        key: "9",
        code: "Digit9",
        alt: true,
        shift: true,
        ..KeyPress::default()
    };
    assert_eq!(
        list.for_key(&press, Focus::Canvas, false),
        Some(AddedId::TurnOver)
    );
    assert_eq!(list.for_key(&press, Focus::Text, false), None);
    assert_eq!(list.keys(AddedId::TurnOver), [Chord("Alt+Shift+9")]);

    let sections = sheet(&list);
    let of_group = |title: &str| {
        let section = sections.iter().find(|section| section.title[0] == title);
        section.map_or(0, |section| section.actions.len())
    };
    assert_eq!((of_group("Edit"), of_group("View")), (1, 0));

    let texts: Vec<[String; 3]> = list.palette_actions().map(Action::search_texts).collect();
    assert_eq!(
        texts,
        [["back side 뒷면", "Turn over", "뒤집어 놓기"].map(str::to_owned)]
    );

    let action = list.palette_actions().next().map(|action| action.needs);
    let now = ActionContext {
        entities: 3,
        selected: 1,
        ..ActionContext::default()
    };
    let reason = action.map(|needs| needs.check(now));
    assert_eq!(
        reason,
        Some(Err(["Select 2 items first.", "먼저 항목을 2개 선택하세요."]))
    );
}
