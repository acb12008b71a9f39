//! Review of what changed since a version of the history, also that of a turn before the page was loaded again.

use crate::runner::Runner;
use crate::ui::i18n::Msg;
use crate::ui::library::restoring::StoredVersions;
use crate::ui::state::App;
use crate::ui::web_storage::{self, StorageArea};
use leptos::prelude::GetUntracked;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use trammel_document::Baseline;
use trammel_run::Limits;
use trammel_scene::Name;

/// Key of the open review in the storage of the tab.
const OPEN_REVIEW: &str = "review";

/// Open review of a turn, as a later load of the page continues it.
#[derive(Serialize, Deserialize)]
struct StoredReview {
    drawing: String,
    /// Step of the history before the turn.
    before: u64,
    /// Items of the turn.
    names: BTreeSet<String>,
    kept: BTreeSet<String>,
}

/// Shows what changed since a version of the history. The reason of a failure is shown.
pub(crate) async fn compare(app: App, versions: &StoredVersions, id: u64) {
    match baseline(app, versions, id).await {
        Ok(base) if base.touched.is_empty() => app.announce(app.say(Msg::SameAsVersion, &[])),
        Ok(base) => {
            let after = app.document.scene(Clone::clone);
            app.review.open(base, after);
            app.announce(app.say(Msg::ComparedWithVersion, &[]));
        }
        Err(why) => app.refuse(why),
    }
}

/// Runs the code of a version apart from the drawing.
///
/// # Errors
/// Returns the reason in the language of the page if the history has a gap, or if the code of the version does not run.
async fn baseline(app: App, versions: &StoredVersions, id: u64) -> Result<Baseline, String> {
    let files = versions.files_of(app, id);
    let files = files.ok_or_else(|| app.say(Msg::VersionGone, &[]))?;
    let mut version = app
        .document
        .session(|session| session.with_code(&files, Limits::default()));
    let pending = version.open();
    // The runner of the page has the spare worker.
    let outcome = Runner::without_spare().run(pending.request()).await;
    version.finish(pending, outcome, 0.0);
    if let Some(failure) = version.broken() {
        let why = app.words(&failure.in_words());
        return Err(app.say(Msg::VersionDoesNotRun, &[("why", &why)]));
    }
    Ok(app.document.session(|session| session.baseline_of(&version)))
}

/// Stores the open review, or that none is open.
pub(super) fn store(app: App) {
    let texts = |names: &BTreeSet<Name>| trammel_base::sort::set(names.iter().map(ToString::to_string));
    let stored = app.review.turn().map(|(before, names, kept)| StoredReview {
        drawing: app.library.open_id(),
        before,
        names: texts(&names),
        kept: texts(&kept),
    });
    let text = stored.and_then(|stored| serde_json::to_string(&stored).ok());
    // Without storage, the review ends with the page.
    let _ = match text {
        Some(text) => web_storage::write(StorageArea::Tab, OPEN_REVIEW, &text),
        None => {
            web_storage::remove(StorageArea::Tab, OPEN_REVIEW);
            Ok(())
        }
    };
}

/// Continues the review that was open when the page was loaded again.
pub(crate) async fn resume(app: App) {
    let stored = web_storage::read(StorageArea::Tab, OPEN_REVIEW);
    let stored = stored.and_then(|text| serde_json::from_str::<StoredReview>(&text).ok());
    // Code that kept the page from starting is not run for a review either.
    let may_run = !app.library.unrun.get_untracked();
    let Some(stored) = stored.filter(|stored| may_run && stored.drawing == app.library.open_id()) else {
        return;
    };
    let Ok(versions) = StoredVersions::read(app).await else {
        return;
    };
    let base = baseline(app, &versions, stored.before).await;
    // The user may have begun another turn, or opened another drawing.
    let is_wanted = app.library.open_id() == stored.drawing && app.review.base().is_none();
    if let Ok(mut base) = base
        && is_wanted
    {
        base.touched.retain(|name| stored.names.contains(&**name));
        let is_kept = |name: &&Name| stored.kept.contains(&***name);
        let kept: Vec<Name> = base.touched.iter().filter(is_kept).cloned().collect();
        let after = app.document.scene(Clone::clone);
        app.review.open_turn(base, after, stored.before);
        for name in kept {
            app.review.keep(name);
        }
    }
}
