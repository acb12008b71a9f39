//! State of the review.

use crate::ui::document::DocumentHandle;
use leptos::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;
use trammel_canvas::camera::Camera;
use trammel_document::Baseline;
use trammel_kernel::Bounds;
use trammel_scene::comparison::{ChangedItem, ItemKind, changed_items};
use trammel_scene::{Name, Scene};

/// Version under review.
#[derive(Clone)]
struct Reviewed {
    base: Arc<Baseline>,
    /// Drawing at the end of the turn.
    after: Arc<Scene>,
    /// Items of the turn.
    names: Arc<BTreeSet<Name>>,
    /// Step of the history before the turn; `None` if another version is compared.
    before: Option<u64>,
}

/// Signals of the review.
#[derive(Clone, Copy)]
pub(crate) struct Review {
    reviewed: RwSignal<Option<Reviewed>>,
    /// Items that the user has kept.
    kept: RwSignal<BTreeSet<Name>>,
    /// Position of the present item in the list.
    pub(crate) at: RwSignal<usize>,
    /// Whether the bar shows one item instead of the number of items.
    pub(crate) is_at_item: RwSignal<bool>,
    /// Whether the canvas shows the drawing before.
    pub(crate) shows_before: RwSignal<bool>,
    /// Fraction of the width of the canvas, from the left, that shows the drawing before.
    pub(crate) wipe: RwSignal<f64>,
    /// View at the beginning of the turn.
    pub(crate) camera_at_turn: StoredValue<Option<Camera>>,
    /// Items of the turn that still differ from the version before and are not kept.
    pub(crate) items: Memo<Vec<ChangedItem>>,
    document: DocumentHandle,
}

impl Review {
    /// Creates a review without a turn. `revision` counts the changes of the drawing.
    pub(crate) fn new(document: DocumentHandle, revision: RwSignal<u64>) -> Self {
        let reviewed: RwSignal<Option<Reviewed>> = RwSignal::new(None);
        let kept = RwSignal::default();
        // One list serves all views and actions, because a comparison takes time in proportion to the drawing.
        let items = Memo::new(move |_| {
            let Some(reviewed) = reviewed.get() else {
                return Vec::new();
            };
            revision.track();
            let items = document.scene(|scene| changed_items(&reviewed.base.scene, scene));
            let is_open = |item: &ChangedItem| {
                let name = item.name();
                name.is_some_and(|name| {
                    reviewed.names.contains(name) && kept.with(|kept: &BTreeSet<Name>| !kept.contains(name))
                })
            };
            items.into_iter().filter(is_open).collect()
        });
        Review {
            reviewed,
            kept,
            at: RwSignal::new(0),
            is_at_item: RwSignal::new(false),
            shows_before: RwSignal::new(false),
            wipe: RwSignal::new(0.0),
            camera_at_turn: StoredValue::new(None),
            items,
            document,
        }
    }

    /// Opens the review of what changed since a version in place of the one before, unless nothing changed.
    pub(crate) fn open(self, base: Baseline, after: Scene) {
        self.open_with(base, after, None);
    }

    /// Opens the review of a turn like [`Review::open`]. `before` is the step of the history before it.
    pub(crate) fn open_turn(self, base: Baseline, after: Scene, before: u64) {
        self.open_with(base, after, Some(before));
    }

    fn open_with(self, base: Baseline, after: Scene, before: Option<u64>) {
        let items = changed_items(&base.scene, &after);
        let names = items.iter().filter_map(|item| item.name().cloned());
        // What the user changed during the turn is not a change of the turn.
        let names: BTreeSet<Name> = trammel_base::sort::set(names.filter(|name| base.touched.contains(name)));
        if names.is_empty() {
            return;
        }
        self.close();
        self.reviewed.set(Some(Reviewed {
            base: Arc::new(base),
            after: Arc::new(after),
            names: Arc::new(names),
            before,
        }));
    }

    /// Ends the review. The drawing stays as it is.
    pub(crate) fn close(self) {
        self.reviewed.set(None);
        self.kept.update(BTreeSet::clear);
        self.at.set(0);
        self.is_at_item.set(false);
        self.shows_before.set(false);
        self.wipe.set(0.0);
    }

    /// Shows the drawing before, or the present one.
    pub(crate) fn show_before(self, on: bool) {
        if self.shows_before.get_untracked() != on {
            self.shows_before.set(on);
        }
    }

    /// Keeps an item.
    pub(crate) fn keep(self, name: Name) {
        self.kept.update(|kept| {
            kept.insert(name);
        });
    }

    /// Returns the step before the turn under review, its items, and those that the user has kept; `None` without a turn.
    pub(super) fn turn(self) -> Option<(u64, Arc<BTreeSet<Name>>, BTreeSet<Name>)> {
        let reviewed = self.reviewed.get_untracked()?;
        Some((reviewed.before?, reviewed.names, self.kept.get_untracked()))
    }

    /// Returns the version before.
    pub(crate) fn base(self) -> Option<Arc<Baseline>> {
        self.reviewed
            .with_untracked(|reviewed| reviewed.as_ref().map(|reviewed| reviewed.base.clone()))
    }

    /// Whether an item was changed again after the turn.
    pub(crate) fn is_changed_later(self, item: &ChangedItem) -> bool {
        self.reviewed.with_untracked(|reviewed| {
            let Some((reviewed, name)) = reviewed.as_ref().zip(item.name()) else {
                return false;
            };
            let then = reviewed.after.get(name);
            match (then, &item.after) {
                (Some(then), Some(now)) => !trammel_scene::comparison::same_content(then, now, 0.0),
                (then, now) => then.is_some() != now.is_some(),
            }
        })
    }

    /// Returns the bounds of an item before and after together.
    pub(crate) fn bounds(self, item: &ChangedItem) -> Option<Bounds> {
        let before = self.base().and_then(|base| {
            let name = &item.before.as_ref()?.name;
            base.scene.world_bounds(name)
        });
        let after = item
            .after
            .as_ref()
            .and_then(|entity| self.document.scene(|scene| scene.world_bounds(&entity.name)));
        Bounds::union_all(before.into_iter().chain(after))
    }

    /// Returns the number of items of each kind, in the order of the kinds.
    pub(crate) fn counts(items: &[ChangedItem]) -> [usize; 3] {
        let count = |kinds: &[ItemKind]| items.iter().filter(|item| kinds.contains(&item.kind())).count();
        [
            count(&[ItemKind::Added]),
            count(&[ItemKind::Changed, ItemKind::Renamed]),
            count(&[ItemKind::Deleted]),
        ]
    }
}
