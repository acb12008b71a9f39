//! Rendering of the mirror as SVG: one element per visible entity, each patched by its own render effect.
//!
//! Invariants: attributes come from `trammel_formats::svg`, which also writes pictures, and are set one by one, never as markup;
//! an element exists exactly while its entity is in a visible list, but all lists together create elements for at most
//! [`FRAME_MS`] in a frame; a list effect moves as few elements as possible. No effect in this module reads the camera or the
//! selection.

use crate::ui::clock::now_ms;
use leptos::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::{cell, cell::RefCell, collections::hash_map, rc::Rc, sync::Arc};
use trammel_canvas::mirror::{Cell, Child, Mirror, Order};
use trammel_formats::svg::{self, Element as Shown};
use trammel_formats::svg_divided::divide_hatch;
use trammel_kernel::affine::max_scale;
use trammel_scene::{Diff, Entity, Name, Scene, Shape};
use trammel_text as text;
use wasm_bindgen::{JsCast, intern};
use web_sys::{Document, Element, Node};

const SVG: &str = "http://www.w3.org/2000/svg";
/// Least diameter of a point, in pixels.
const DOT_PX: f64 = 4.0;
/// Time in which elements are created in one frame, in milliseconds. The browser then needs as much time again for their
/// layout. One entity is always created as a whole.
const FRAME_MS: f64 = 60.0;
/// Number of new elements of a list that are not created in the task of the change.
const MANY_NEW: usize = 1_000;

/// A cell of the mirror that render effects follow.
#[derive(Clone)]
struct SignalCell<T: 'static>(ArcRwSignal<T>);

impl<T: Clone + Send + Sync + 'static> Cell<T> for SignalCell<T> {
    fn fresh(value: T) -> Self {
        SignalCell(ArcRwSignal::new(value))
    }
    fn put(&self, value: T) {
        self.0.set(value);
    }
}

impl<T> std::ops::Deref for SignalCell<T> {
    type Target = ArcRwSignal<T>;

    fn deref(&self) -> &ArcRwSignal<T> {
        &self.0
    }
}

type Signals = Mirror<SignalCell<Arc<Entity>>, SignalCell<Order>>;

/// The painter, which follows the drawing once it is attached to the canvas's SVG element.
#[derive(Default)]
pub(crate) struct Painter {
    signals: Rc<RefCell<Signals>>,
    root: RefCell<Option<List>>,
    /// Whether the Hangul font was loaded when texts were painted last.
    had_hangul: cell::Cell<bool>,
}

impl Painter {
    /// Renders into `parent` from now on.
    pub(crate) fn attach(&self, parent: &Element) {
        let Some(document) = parent.owner_document() else {
            return;
        };
        let cx = Rc::new(Cx {
            document,
            signals: self.signals.clone(),
            prototypes: RefCell::default(),
            until: Rc::default(),
        });
        *self.root.borrow_mut() = Some(List::new(&cx, parent, None));
    }

    /// Repaints Hangul text when the font has been loaded. Placeholder boxes were drawn before, and no diff triggers a
    /// repaint.
    pub(crate) fn repaint_hangul(&self, scene: &Scene) {
        if !text::hangul_is_here() || self.had_hangul.replace(true) {
            return;
        }
        let is_hangul = |entity: &&Arc<Entity>| {
            let wording = entity.shape.wording();
            wording.is_some_and(|text| text::has_hangul(&text))
        };
        let signals = self.signals.borrow();
        for entity in scene.walk().filter(is_hangul) {
            if let Some(cell) = signals.entity(&entity.name) {
                cell.put(entity.clone());
            }
        }
    }

    /// Applies a diff; `scene` is the drawing after the diff.
    pub(crate) fn apply(&self, diff: &Diff, scene: &Scene) {
        self.signals.borrow_mut().apply(diff, scene);
    }
}

struct Cx {
    document: Document,
    signals: Rc<RefCell<Signals>>,
    prototypes: RefCell<FxHashMap<&'static str, Prototype>>,
    /// Time until which this frame creates elements; `None` before the first one.
    until: Rc<cell::Cell<Option<f64>>>,
}

impl Cx {
    /// Starts the time of this frame at its first element. Returns whether time is left for another element.
    fn take_frame_time(&self) -> bool {
        let now = now_ms();
        let until = self.until.get().unwrap_or_else(|| {
            let until = self.until.clone();
            request_animation_frame(move || until.set(None));
            now + FRAME_MS
        });
        self.until.set(Some(until));
        now < until
    }
}

/// A detached element, of which new elements with the same tag are copies. Most entities share all attributes but those
/// of their geometry, and each attribute that is set costs two strings from WebAssembly to JavaScript.
struct Prototype {
    element: Element,
    attributes: Vec<Attribute>,
}

type Attribute = (&'static str, String);

/// The rendered children of the SVG element or of a group.
struct List {
    _follow: RenderEffect<()>,
}

/// A rendered entity. The element is replaced when the entity needs another tag or other parts.
struct Drawn {
    element: Rc<RefCell<Option<Element>>>,
    _attributes: RenderEffect<Shown>,
    _children: Option<List>,
}

impl List {
    fn new(cx: &Rc<Cx>, parent: &Element, group: Option<&Name>) -> Self {
        let order = cx.signals.borrow_mut().order(group).clone();
        let (cx, parent) = (cx.clone(), parent.clone());
        let mut drawn: FxHashMap<Child, Drawn> = FxHashMap::default();
        let rest = ArcRwSignal::new(());
        let in_frame = Rc::new(cell::Cell::new(false));
        let follow = RenderEffect::new(move |_| {
            rest.track();
            let order = order.get();
            // The task of a change has its own work, so a large number of elements is left to the next frame.
            let creates = in_frame.replace(false) || order.len() < drawn.len() + MANY_NEW;
            if !arrange(&cx, &parent, &order, &mut drawn, creates) {
                let (rest, in_frame) = (rest.clone(), in_frame.clone());
                request_animation_frame(move || {
                    in_frame.set(true);
                    rest.set(());
                });
            }
        });
        Self { _follow: follow }
    }
}

/// Reconciles the children of `parent` with `order`. Returns `false` if children are missing, because `creates` is not set or
/// because as many were created as a frame has time for.
fn arrange(
    cx: &Rc<Cx>,
    parent: &Element,
    order: &Order,
    drawn: &mut FxHashMap<Child, Drawn>,
    creates: bool,
) -> bool {
    let keep: FxHashSet<&Child> = order.iter().collect();
    drawn.retain(|child, gone| {
        let kept = keep.contains(child);
        if !kept && let Some(element) = &*gone.element.borrow() {
            element.remove();
        }
        kept
    });
    let mut next: Option<Node> = parent.first_child();
    let mut is_complete = true;
    for child in order.iter() {
        let may_show = drawn.contains_key(child) || (creates && cx.take_frame_time());
        if !may_show {
            is_complete = false;
            continue;
        }
        let Some(element) = find_or_draw(cx, child, drawn) else {
            continue;
        };
        let node: &Node = &element;
        if next.as_ref() == Some(node) {
            next = node.next_sibling();
            continue;
        }
        // Removing the element that has moved forward is cheaper than moving all elements behind it.
        if let Some(mover) = next.clone()
            && mover.next_sibling().as_ref() == Some(node)
        {
            let _ = parent.remove_child(&mover);
            next = node.next_sibling();
            continue;
        }
        let _ = parent.insert_before(node, next.as_ref());
    }
    is_complete
}

fn find_or_draw(cx: &Rc<Cx>, child: &Child, drawn: &mut FxHashMap<Child, Drawn>) -> Option<Element> {
    if let Some(drawn) = drawn.get(child) {
        return drawn.element.borrow().clone();
    }
    let fresh = draw(cx, child)?;
    let element = fresh.element.borrow().clone();
    drawn.insert(child.clone(), fresh);
    element
}

fn draw(cx: &Rc<Cx>, child: &Child) -> Option<Drawn> {
    let cell = cx.signals.borrow().entity(&child.name)?.clone();
    let element: Rc<RefCell<Option<Element>>> = Rc::default();
    let attributes = {
        let (cx, element, name) = (cx.clone(), element.clone(), child.name.clone());
        RenderEffect::new(move |before: Option<Shown>| {
            let after = shown_element(&cell.read());
            let old = element.borrow().clone();
            match (old, before) {
                (Some(old), Some(before)) if before.tag == after.tag && before.parts == after.parts => {
                    patch(&old, &before.attributes, &after.attributes);
                }
                (old, _) => {
                    let fresh = create(&cx, &after, &name);
                    if let (Some(old), Some(fresh)) = (old, &fresh) {
                        let _ = old.replace_with_with_node_1(fresh);
                    }
                    *element.borrow_mut() = fresh;
                }
            }
            after
        })
    };
    // The render effect has already run once, so the element exists.
    let list = element
        .borrow()
        .as_ref()
        .filter(|_| child.group)
        .map(|group| List::new(cx, group, Some(&child.name)));
    Some(Drawn {
        element,
        _attributes: attributes,
        _children: list,
    })
}

/// Returns the same element as in pictures, but with large hatches in parts, with `currentColor` as ink, which follows the
/// theme, and with stroke widths that follow the display settings.
fn shown_element(entity: &Entity) -> Shown {
    let mut shown = divide_hatch(entity, svg::element(entity, "currentColor"));
    let own = max_scale(&entity.matrix());
    let pixels = if matches!(entity.shape, Shape::Point { .. }) {
        DOT_PX
    } else {
        1.0
    };
    let least = pixels / if own > 0.0 { own } else { 1.0 };
    widen(&mut shown.attributes, least);
    for part in &mut shown.parts {
        widen(&mut part.attributes, least);
    }
    shown
}

/// Replaces a stroke width by an expression of `--hair`, the size of a pixel in drawing units, and of `--weight`, which
/// is 0 while all lines are thin. The canvas sets both when the camera rests, and no element is written then.
fn widen(attributes: &mut [(&'static str, String)], least: f64) {
    for (_, width) in attributes.iter_mut().filter(|(name, _)| *name == "stroke-width") {
        *width = format!("max({width}px * var(--weight, 1), {least} * var(--hair, 0px))");
    }
}

fn create(cx: &Cx, shown: &Shown, name: &Name) -> Option<Element> {
    let element = copy(cx, shown)?;
    let _ = element.set_attribute(intern("data-entity"), name);
    for part in &shown.parts {
        let child = create_element(&cx.document, part.tag, &part.attributes)?;
        let _ = element.append_child(&child);
    }
    Some(element)
}

/// Copies the prototype of the tag, and sets the attributes that differ. The first element of a tag becomes its prototype.
fn copy(cx: &Cx, shown: &Shown) -> Option<Element> {
    let mut prototypes = cx.prototypes.borrow_mut();
    let prototype = match prototypes.entry(shown.tag) {
        hash_map::Entry::Occupied(known) => known.into_mut(),
        hash_map::Entry::Vacant(unknown) => unknown.insert(Prototype {
            element: create_element(&cx.document, shown.tag, &shown.attributes)?,
            attributes: shown.attributes.clone(),
        }),
    };
    // The copy of an element is an element; a check of 10,000 copies takes some milliseconds.
    let element: Element = prototype.element.clone_node().ok()?.unchecked_into();
    patch(&element, &prototype.attributes, &shown.attributes);
    Some(element)
}

/// Creates an element with these attributes.
fn create_element(document: &Document, tag: &str, attributes: &[Attribute]) -> Option<Element> {
    let element = document.create_element_ns(Some(SVG), tag).ok()?;
    patch(&element, &[], attributes);
    Some(element)
}

/// Sets the attributes that have changed, and removes those that are no longer present.
fn patch(element: &Element, before: &[Attribute], after: &[Attribute]) {
    for (attribute, value) in after {
        if !before.iter().any(|(name, old)| name == attribute && old == value) {
            let _ = element.set_attribute(intern(attribute), value);
        }
    }
    for (attribute, _) in before {
        if !after.iter().any(|(name, _)| name == attribute) {
            let _ = element.remove_attribute(attribute);
        }
    }
}
