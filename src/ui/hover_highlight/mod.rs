//! Links between code, drawing, and entity list: which entity is under the pointer, which statement drew an entity, and
//! which entities a statement drew.
//!
//! Invariants: a highlight never changes the selection; a move of the pointer examines only the entities near the pointer,
//! and at most once per frame; without known origins there are no highlights in the code.

pub(crate) mod outline;
pub(crate) mod state;

use super::panel::CODE;
use super::state::App;
use leptos::prelude::*;
use state::Sites;
use std::{collections::BTreeSet, sync::Arc};
use trammel_code::sites::{Site, at_offset};
use trammel_code::source::lines_at;
use trammel_document::CallSite;
use trammel_page_model::text_offset::{to_bytes, to_utf16};
use trammel_scene::{Name, Scene};

/// Maximum number of entities whose calls are marked in the code.
const MOST_MARKED: usize = 1000;

/// Highlights an entity, or nothing.
pub(crate) fn hover(app: App, name: Option<Name>) {
    let hovered = app.view.highlight.hovered;
    if hovered.with_untracked(|now| *now != name) {
        hovered.set(name);
    }
}

/// Highlights the entities of the statement at the cursor of the code editor, given in UTF-16 code units. `None` removes the
/// highlight.
pub(crate) fn follow_cursor(app: App, cursor: Option<usize>) {
    app.view.highlight.cursor.set_value(cursor);
    let names = cursor.map(|cursor| entities_at(app, cursor)).unwrap_or_default();
    let pointed = app.view.highlight.pointed;
    if pointed.with_untracked(|now| **now != names) {
        pointed.set(Arc::new(names));
    }
}

/// Updates the highlights after a change of the document.
pub(super) fn follow_document(app: App) {
    let hovered = app.view.highlight.hovered.get_untracked();
    if hovered.is_some_and(|name| app.document.scene(|scene| scene.get(&name).is_none())) {
        hover(app, None);
    }
    follow_cursor(app, app.view.highlight.cursor.get_value());
}

fn entities_at(app: App, cursor: usize) -> BTreeSet<Name> {
    let file = app.doc.current.get_untracked();
    // The positions of the calls belong to the text of the last run.
    if app.document.is_typing_in(&file) {
        return BTreeSet::new();
    }
    let Some(text) = app.document.file_text(&file) else {
        return BTreeSet::new();
    };
    let Some(offset) = to_bytes(&text, cursor) else {
        return BTreeSet::new();
    };
    let found = with_sites(app, &file, |sites| at_offset(&text, sites, offset));
    trammel_base::sort::set(found)
}

/// Reads the calls of a file, which are collected once for each change of the document.
fn with_sites<T>(app: App, file: &str, read: impl FnOnce(&[Site<Name>]) -> T) -> T {
    let stored = app.view.highlight.sites;
    let of = (app.doc.context_revision.get_untracked(), file.to_owned());
    if !stored.with_value(|now| now.as_ref().is_some_and(|now| now.of == of)) {
        let names = app
            .document
            .scene(|scene| scene.walk().map(|entity| entity.name.clone()).collect::<Vec<_>>());
        let mut sites = Vec::new();
        for (entity, calls) in names.iter().zip(app.document.origins_of(&names)) {
            let here = calls.into_iter().filter(|call| call.file.as_str() == file);
            sites.extend(here.map(|call| Site {
                range: call.start..call.end,
                entity: entity.clone(),
            }));
        }
        stored.set_value(Some(Sites { of, sites }));
    }
    stored.with_value(|now| read(now.as_ref().map_or(&[], |now| &now.sites)))
}

/// Positions in the open file of the calls that drew or changed entities, in UTF-16 code units: start and end in turn.
/// `None` if the positions are not known, because typed text has not run yet.
pub(crate) fn call_positions(app: App, names: &[Name]) -> Option<Vec<usize>> {
    let file = app.doc.current.get_untracked();
    if app.document.is_typing_in(&file) {
        return None;
    }
    let text = app.document.file_text(&file)?;
    let names = app.document.scene(|scene| with_members(scene, names));
    let calls = app.document.origins_of(&names).into_iter().flatten();
    let ranges: BTreeSet<(usize, usize)> = calls
        .filter(|call| call.file.as_str() == file)
        .map(|call| (call.start, call.end))
        .collect();
    // Nested calls overlap, so all positions are converted in one ascending list.
    let mut offsets: Vec<usize> = ranges.iter().flat_map(|(start, end)| [*start, *end]).collect();
    offsets.sort_unstable();
    offsets.dedup();
    let units = to_utf16(&text, &offsets)?;
    let unit = |offset: &usize| {
        let at = offsets.binary_search(offset).ok()?;
        units.get(at).copied()
    };
    let pairs = ranges
        .iter()
        .filter_map(|(start, end)| Some([unit(start)?, unit(end)?]));
    Some(pairs.flatten().collect())
}

/// Returns the entities with all members of groups, at most [`MOST_MARKED`].
fn with_members(scene: &Scene, names: &[Name]) -> Vec<Name> {
    let mut open: Vec<Name> = names.iter().take(MOST_MARKED).rev().cloned().collect();
    let mut all = Vec::new();
    while let Some(name) = open.pop() {
        let children = scene.children(Some(&name)).map(|child| child.name.clone());
        open.extend(children.take(MOST_MARKED));
        all.push(name);
        if all.len() >= MOST_MARKED {
            break;
        }
    }
    all
}

/// Returns the file and the line of the call that drew an entity.
pub(crate) fn place_of(app: App, name: &Name) -> Option<(String, u32)> {
    let call: CallSite = app.document.origins(name).into_iter().next()?;
    let text = app.document.file_text(call.file.as_str())?;
    let line = lines_at(&text, [call.start]).pop()?;
    Some((call.file.as_str().to_owned(), u32::try_from(line).ok()?))
}

/// Shows the code panel with the cursor at the call that drew an entity. Refuses if the call is not known.
pub(crate) fn go_to_code(app: App, name: &Name) {
    let Some((file, line)) = place_of(app, name) else {
        app.refuse(app.lang().pick([
            format!("The statement that drew \"{name}\" is not known. Run the code first."),
            format!("\"{name}\" 항목을 그린 문장을 알 수 없어요. 먼저 코드를 실행하세요."),
        ]));
        return;
    };
    app.prefs.set_tab(CODE);
    app.open_file(&file, Some(line));
}

/// Shows the code of the last selected entity.
pub(crate) fn go_to_code_of_selection(app: App) {
    let last = app
        .view
        .selection
        .with_untracked(|selection| selection.last().cloned());
    if let Some(name) = last {
        go_to_code(app, &name);
    }
}
