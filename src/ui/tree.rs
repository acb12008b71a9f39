//! The Items panel: the tree of entities as a treegrid, which also represents the drawing to assistive technology.
//!
//! Invariants: names are text nodes; the tree has one tab stop (roving `tabindex`); the tree and the canvas share the
//! selection signal. At most `tree_rows::ROW_LIMIT` rows are rendered, and at most `tree_rows::NEW_ROWS` of them in a frame.

use super::document::Flag;
use super::dropped_effects;
use super::editing::menu_place;
use super::editing::rename::{self, RenameField};
use super::entity_kind::kind;
use super::feedback::set_if_new;
use super::hover_highlight;
use super::i18n::Msg;
use super::icons::{Draw, Icon};
use super::long_press::LongPress;
use super::panel::{Dock, Panel};
use super::state::{App, app};
use super::tree_element::scroll_to;
use super::tree_state::TreeState;
use leptos::prelude::*;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use trammel_canvas::family::ancestor_names as ancestors;
use trammel_page_model::tree_rows::{Outline, Row, RowKey, next_step, outline};
use trammel_scene::Name;
use web_sys::{MouseEvent, PointerEvent};

/// The Items panel.
pub(crate) const ITEMS_PANEL: Panel = Panel {
    id: "items",
    label: ["Items", "항목"],
    dock: Dock::Right,
    key: None,
    view: || view! { <TreeOfDrawing /> }.into_any(),
    badge: Some(|| view! { <Count /> }.into_any()),
};

/// The tree of the open drawing. Another drawing gets a new tree, which is scrolled to the top and has no collapsed groups.
#[component]
fn TreeOfDrawing() -> impl IntoView {
    let app = app();
    move || {
        app.library.open.track();
        view! { <Tree /> }
    }
}

/// The tree, with notes for an empty drawing and for rows beyond the limit.
#[component]
pub(crate) fn Tree() -> impl IntoView {
    let app = app();
    let collapsed = RwSignal::new(BTreeSet::<Name>::new());
    // Row with the tab stop; the first row if this one no longer exists.
    let current = RwSignal::new(None::<Name>);
    let rows = Memo::new(move |_| {
        app.doc.revision.track();
        collapsed.with(|collapsed| app.document.scene(|scene| outline(scene, collapsed)))
    });
    // A signal that an effect sets, because a memo never releases the effects of dropped rows (`dropped_effects`).
    let tab_stop = RwSignal::new(None::<Name>);
    Effect::new(move |_| {
        let wanted = current.get();
        let stop = rows.with(|outline| {
            let has = |name: &Name| outline.rows.iter().any(|row| row.entity.name == *name);
            wanted
                .filter(has)
                .or_else(|| outline.rows.first().map(|row| row.entity.name.clone()))
        });
        set_if_new(tab_stop, stop);
    });
    // A row that is renamed must be visible, so its groups are expanded.
    Effect::new(move |_| {
        let Some(name) = app.view.renaming.get() else {
            return;
        };
        let groups = app.document.scene(|scene| ancestors(scene, &name));
        if collapsed.with_untracked(|collapsed| groups.iter().any(|group| collapsed.contains(group))) {
            collapsed.update(|collapsed| collapsed.retain(|name| !groups.contains(name)));
        }
    });
    let state = TreeState {
        app,
        collapsed,
        current,
        rows,
        next: StoredValue::new(None),
    };
    // Outward effect: the list scrolls to an entity that is selected on the canvas.
    Effect::new(move |_| {
        if let Some(name) = app.view.selection.with(|selection| selection.last().cloned()) {
            request_animation_frame(move || scroll_to(&name));
        }
    });
    // Outward effect: the deletion of the focused row would leave the focus on the page.
    Effect::new(move |_| {
        rows.track();
        state.focus_after_deletion();
    });
    let count = move || rows.with(|outline| outline.rows.len() + outline.more);
    let rendered = rendered_rows(app, rows);

    view! {
        <div class="tree-scroll" id="items" tabindex="-1" on:focus=move |_| state.focus_first(tab_stop.get_untracked())>
            <div
                role="treegrid"
                data-testid="tree"
                aria-label=move || ITEMS_PANEL.name(app.prefs.lang.get())
                aria-multiselectable="true"
                aria-rowcount=move || count().to_string()
                on:keydown=move |event| state.key(&event)
            >
                <For each=move || rendered.get() key=|rendered| rendered.key.clone() let(Rendered { row, place, .. })>
                    <TreeRow row place state tab_stop />
                </For>
            </div>
            <Show when=move || rows.with(|outline| outline.rows.is_empty())>
                <p class="quiet">{move || app.text(Msg::NoItems)}</p>
            </Show>
            <Show when=move || rows.with(|outline| outline.more > 0)>
                <p class="quiet" data-testid="tree-more">
                    {move || app.text_with(Msg::MoreRows, &[("n", &rows.with(|outline| outline.more).to_string())])}
                </p>
            </Show>
        </div>
    }
    .into_any()
}

/// A row that is rendered.
#[derive(Clone)]
struct Rendered {
    key: RowKey,
    row: Row,
    place: Place,
}

/// Position of a row among its siblings, from 1, and their number. An added item moves all rows behind it, so a row that only
/// moves is not rendered again.
type Place = ArcRwSignal<(usize, usize)>;

/// Returns a signal with the rendered rows. New rows are added in steps, one in each frame.
fn rendered_rows(app: App, rows: Memo<Outline>) -> RwSignal<Vec<Rendered>> {
    let selected = move || {
        app.view
            .selection
            .with_untracked(|selection| selection.last().cloned())
    };
    let rendered = RwSignal::new(Vec::new());
    let rest = RwSignal::new(());
    Effect::new(move |before: Option<FxHashMap<RowKey, Place>>| {
        rest.track();
        let language = app.prefs.lang.get() as u8;
        let keyed = |row: &Row| (row.key(language), row.clone());
        let all: Vec<_> = rows.with(|outline| outline.rows.iter().map(keyed).collect());
        let fresh = |row: &Row| ArcRwSignal::new(row.place());
        let step = next_step(&all, &before.unwrap_or_default(), fresh);
        let mut places = FxHashMap::default();
        let mut list = Vec::with_capacity(step.rows.len());
        for ((key, row), place) in step.rows {
            if place.get_untracked() != row.place() {
                place.set(row.place());
            }
            places.insert(key.clone(), place.clone());
            let (key, row) = (key.clone(), row.clone());
            list.push(Rendered { key, row, place });
        }
        rendered.set(list);
        if !step.is_complete {
            request_animation_frame(move || {
                // The panel may be gone by then.
                let _ = rest.try_set(());
                // The selected item may have had no row before this step.
                if let Some(name) = selected() {
                    scroll_to(&name);
                }
            });
        }
        places
    });
    rendered
}

/// The number of entities.
#[component]
fn Count() -> impl IntoView {
    let app = app();
    view! { <span class="quiet numbers">{move || app.doc.entities.get().to_string()}</span> }
}

#[component]
fn TreeRow(row: Row, place: Place, state: TreeState, tab_stop: RwSignal<Option<Name>>) -> impl IntoView {
    let app = state.app;
    let count = place.clone();
    on_cleanup(move || dropped_effects::count_dropped_row(app));
    let name = row.entity.name.clone();
    let (icon, kind) = kind(&row.entity.shape);
    let kind = kind.text(app.lang());
    let own = |of: Name| move |now: &Option<Name>| now.as_ref() == Some(&of);
    let (is_stop, is_selected) = (own(name.clone()), name.clone());
    let (is_linked, entered) = (name.clone(), name.clone());
    let (hidden, locked) = (row.entity.hidden, row.entity.locked);
    let indent = format!("{}px", 8 + 14 * row.depth);
    let on_click = {
        let name = name.clone();
        move |event: MouseEvent| state.click(&name, event.shift_key() || event.ctrl_key() || event.meta_key())
    };
    let on_double = {
        let name = name.clone();
        move |_: MouseEvent| rename::begin(app, Some(name.clone()))
    };
    let open_menu = {
        let name = name.clone();
        move |x: f64, y: f64| {
            if !app
                .view
                .selection
                .with_untracked(|selection| selection.contains(&name))
            {
                state.click(&name, false);
            }
            menu_place::open(app, x, y);
        }
    };
    let press = LongPress::new();
    let on_press = {
        let open_menu = open_menu.clone();
        move |event: PointerEvent| {
            let open_menu = open_menu.clone();
            press.down(&event, move |at| open_menu(at.x, at.y));
        }
    };
    let on_menu = move |event: MouseEvent| {
        event.prevent_default();
        press.end();
        open_menu(f64::from(event.client_x()), f64::from(event.client_y()));
    };
    let (shown, field) = (name.to_string(), name.clone());
    let renamed = name.clone();
    let is_renaming = move || {
        app.view
            .renaming
            .with(|renaming| renaming.as_ref() == Some(&renamed))
    };
    view! {
        <div
            class="tree-row"
            role="row"
            data-testid="tree-row"
            data-name=name.to_string()
            data-hidden=(hidden || row.hidden_by_group).to_string()
            attr:aria-level=(row.depth + 1).to_string()
            aria-posinset=move || place.get().0.to_string()
            aria-setsize=move || count.get().1.to_string()
            aria-expanded=row.expanded.map(|expanded| expanded.to_string())
            data-linked=move || app.view.highlight.highlights(&is_linked).to_string()
            aria-selected=move || app.view.selection.with(|selection| selection.contains(&is_selected)).to_string()
            tabindex=move || if tab_stop.with(&is_stop) { "0" } else { "-1" }
            on:click=on_click
            on:pointerenter=move |_| hover_highlight::hover(app, Some(entered.clone()))
            on:pointerleave=move |_| hover_highlight::hover(app, None)
            on:dblclick=on_double
            on:contextmenu=on_menu
            on:pointerdown=on_press
            on:pointermove=move |event| press.handle_move(&event)
            on:pointerup=move |_| press.end()
            on:pointercancel=move |_| press.end()
        >
            <div class="tree-name" role="gridcell" style:padding-inline-start=indent>
                <Twisty row=row.clone() state />
                <Draw icon />
                <span class="visually-hidden">{kind}</span>
                <Show when=is_renaming fallback=move || view! { <span class="name">{shown.clone()}</span> }>
                    <RenameField name=field.clone() app />
                </Show>
            </div>
            <FlagCell name=name.clone() flag=Flag::Hidden on=hidden inherited=row.hidden_by_group state />
            <FlagCell name=name.clone() flag=Flag::Locked on=locked inherited=row.locked_by_group state />
        </div>
    }
}

/// The button that expands and collapses a group.
#[component]
fn Twisty(row: Row, state: TreeState) -> impl IntoView {
    let Some(expanded) = row.expanded else {
        return view! { <span class="twisty"></span> }.into_any();
    };
    let name = row.entity.name.clone();
    let shown = name.to_string();
    view! {
        <button
            type="button"
            class="twisty"
            tabindex="-1"
            aria-label=state.app.say(Msg::Expand, &[("name", &shown)])
            on:click=move |event| {
                event.stop_propagation();
                state.open(&name, !expanded);
            }
        >
            <Draw icon=if expanded { Icon::ChevronDown } else { Icon::ChevronRight } />
        </button>
    }
    .into_any()
}

/// The visibility or lock button of a row.
#[component]
fn FlagCell(name: Name, flag: Flag, on: bool, inherited: bool, state: TreeState) -> impl IntoView {
    let app = state.app;
    let (icon, label, test) = match (flag, on) {
        (Flag::Hidden, true) => (Icon::EyeOff, Msg::Show, "eye"),
        (Flag::Hidden, false) => (Icon::Eye, Msg::Hide, "eye"),
        (Flag::Locked, true) => (Icon::Lock, Msg::UnlockItem, "lock"),
        (Flag::Locked, false) => (Icon::LockOpen, Msg::LockItem, "lock"),
    };
    let shown = name.to_string();
    let title = app.say(label, &[("name", &shown)]);
    view! {
        <div role="gridcell" class="tree-flag">
            <button
                type="button"
                class="flag"
                tabindex="-1"
                data-testid=test
                data-on=on.to_string()
                data-inherited=inherited.to_string()
                aria-label=title.clone()
                title=title
                on:click=move |event| {
                    event.stop_propagation();
                    // The row is rendered again, so the focus must be restored to its button.
                    state.turn(&name, flag, !on, test);
                }
            >
                <Draw icon />
            </button>
        </div>
    }
}
