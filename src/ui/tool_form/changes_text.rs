//! The result of a change in plain words.

use crate::ui::i18n::Msg;
use crate::ui::selecting::SPOKEN_NAMES;
use crate::ui::state::App;
use trammel_canvas::canvas_tool::Text;
use trammel_scene::Name;
use trammel_tools::Changes;

/// Returns the result of a change in plain words.
pub(super) fn changes_text(app: App, changes: &Changes) -> String {
    let lang = app.lang();
    let parts = [
        (["Added", "추가"], &changes.added),
        (["Changed", "변경"], &changes.updated),
        (["Deleted", "삭제"], &changes.removed),
    ];
    let part = |(verb, names): (Text, &Vec<Name>)| {
        let first: Vec<&str> = names.iter().take(SPOKEN_NAMES).map(Name::as_str).collect();
        let rest = names.len() - first.len();
        let rest = if rest > 0 {
            format!(" (+{rest})")
        } else {
            String::new()
        };
        (!names.is_empty()).then(|| format!("{}: {}{rest}.", lang.pick(verb), first.join(", ")))
    };
    let texts: Vec<String> = parts.into_iter().filter_map(part).collect();
    if texts.is_empty() {
        app.say(Msg::FormDone, &[])
    } else {
        texts.join(" ")
    }
}
