//! Tool that changes the corner of two edges: picks the edges by clicks, with sizes that the user can type at any time.
//!
//! Invariant: edges of one entity are named as its parts, edges of two entities by the entities.

use super::fields::{FieldKey, Fields, note};
use super::operation::{Field, Refusal, nothing_here, refusal};
use super::piece::{single_outline, tolerance};
use super::statement::{Call, effect};
use crate::editor::canvas_tool::{
    CanvasCx, CanvasTool, Effect, Input, PointerKind, Preview, Text, ToolGroup, ToolInfo,
};
use crate::editor::hit_test::{self, Depth};
use crate::editor::keys::{Chord, KeyPress};
use crate::editor::number_format::trimmed;
use crate::editor::select::reach;
use crate::geometry::corner::Cornered;
use crate::geometry::modify::ModifyError;
use crate::geometry::{Path, Point, Tol};
use crate::scene::{Name, Scene};
use serde_json::{Map, Value, json};
use std::marker::PhantomData;

/// Size of a corner that was not typed yet, in drawing units.
const FIRST_SIZE: f64 = 5.0;

/// An operation on a corner.
pub trait Corner: 'static {
    /// Name of the tool of the page and of the drawing.
    const ID: &'static str;
    /// Shortcuts of the tool.
    const KEYS: &'static [Chord];
    /// Path data of the icon.
    const ICON: &'static str;
    /// Name of the tool.
    const LABEL: Text;
    /// Sizes of the corner. A second size without text is the first one.
    const SIZES: &'static [Field];
    /// Names of the sizes in the call.
    const PARAMETERS: &'static [&'static str];

    /// Returns the corner of two outlines.
    ///
    /// # Errors
    /// Returns the reason if the outlines form no corner of this size.
    fn between(a: &Path, b: &Path, sizes: [f64; 2], tol: Tol) -> Result<Cornered, ModifyError>;

    /// Returns an outline with one of its corners changed; `sizes` are those before and after the corner.
    ///
    /// # Errors
    /// Returns the reason if the size does not fit.
    fn within(path: &Path, corner: usize, sizes: [f64; 2], tol: Tol) -> Result<Path, ModifyError>;
}

/// A tool for corners.
#[derive(Debug)]
pub struct CornerTool<C> {
    first: Option<Edge>,
    /// Position of the pointer in pixels, with its kind.
    over: Option<(Point, PointerKind)>,
    is_pressed: bool,
    fields: Fields,
    sizes: Vec<f64>,
    keep: bool,
    corner: PhantomData<C>,
}

/// An edge of an entity.
#[derive(Clone, Debug, PartialEq)]
struct Edge {
    name: Name,
    /// Number of the piece of the outline, if the entity has one outline.
    at: usize,
}

impl<C> Default for CornerTool<C> {
    fn default() -> Self {
        Self {
            first: None,
            over: None,
            is_pressed: false,
            fields: Fields::default(),
            sizes: vec![FIRST_SIZE],
            keep: false,
            corner: PhantomData,
        }
    }
}

impl<C: Corner> CanvasTool for CornerTool<C> {
    fn info(&self) -> ToolInfo {
        ToolInfo {
            id: C::ID,
            keys: C::KEYS,
            icon: C::ICON,
            label: C::LABEL,
            cursor: "crosshair",
            prompt: Some(if self.first.is_none() {
                ["Click the first edge", "첫 모서리선을 클릭하세요"]
            } else {
                ["Click the second edge", "둘째 모서리선을 클릭하세요"]
            }),
            every_move: false,
        }
    }

    fn group(&self) -> ToolGroup {
        ToolGroup::Modify
    }

    fn changes_drawing(&self) -> bool {
        true
    }

    fn on(&mut self, input: Input<'_>, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let by = self.over.map_or(PointerKind::Mouse, |(_, by)| by);
        match input {
            Input::Press { at, by } => {
                self.over = Some((at, by));
                self.is_pressed = true;
            }
            Input::Drag(at) | Input::Hover(at) => self.over = Some((at, by)),
            Input::Release(at) => {
                self.over = Some((at, by));
                if std::mem::take(&mut self.is_pressed) {
                    return self.pick(cx);
                }
            }
            Input::Cancel => self.is_pressed = false,
            Input::Leave => self.over = None,
            Input::DoubleClick { .. } => {}
            Input::Secondary => return self.back(),
            Input::Key { press, on_canvas } => return self.key(&press, on_canvas, cx),
        }
        Vec::new()
    }

    fn preview(&self, cx: &CanvasCx<'_>) -> Preview {
        let labels: Vec<Text> = C::SIZES.iter().map(|field| field.label).collect();
        let sizes = self.present_sizes(cx).unwrap_or([self.size(0), self.size(1)]);
        let shown: Vec<String> = sizes.iter().copied().map(trimmed).collect();
        let mut fields = self.fields.shown(&labels, &shown);
        if self.keep {
            fields.push(note(["Stays active (Q)", "계속 켜 둠 (Q)"], String::new()));
        }
        Preview {
            ghosts: self.ghosts(cx, sizes),
            fields,
            can_enter: !self.fields.is_empty() || (self.first.is_none() && cx.selection.len() == 2),
            ..Preview::default()
        }
    }

    fn rest(&mut self) -> bool {
        *self = Self {
            sizes: std::mem::take(&mut self.sizes),
            ..Self::default()
        };
        true
    }
}

impl<C: Corner> CornerTool<C> {
    fn size(&self, at: usize) -> f64 {
        let size = self.sizes.get(at).or(self.sizes.first());
        size.copied().unwrap_or(FIRST_SIZE)
    }

    /// Returns the typed sizes, or else the last ones.
    fn present_sizes(&self, cx: &CanvasCx<'_>) -> Result<[f64; 2], Refusal> {
        let units = cx.scene.definitions().units.unwrap_or_default();
        let typed = self.fields.numbers(C::SIZES, units)?;
        let first = typed.first().copied().flatten();
        let second = typed.get(1).copied().flatten();
        let sizes = match (first, second) {
            (None, None) => [self.size(0), self.size(1)],
            (Some(first), second) => [first, second.unwrap_or(first)],
            (None, Some(second)) => [self.size(0), second],
        };
        if sizes.iter().any(|size| !(*size >= 0.0 && size.is_finite())) {
            return Err(refusal([
                "The size must be zero or more. Type another value.",
                "크기는 0 이상이어야 해요. 다른 값을 입력하세요.",
            ]));
        }
        Ok(sizes)
    }

    /// Returns the edge under the pointer.
    fn hovered(&self, cx: &CanvasCx<'_>) -> Option<Edge> {
        let (at, by) = self.over?;
        let at = cx.world(at);
        let name = hit_test::at(cx.scene, at, cx.units(reach(by)), Depth::Entity)?;
        let paths = cx.scene.world_paths(&name);
        let near = paths.first().and_then(|path| path.nearest(at));
        let at = near.map_or(0, |near| near.seg);
        Some(Edge { name, at })
    }

    fn pick(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let Some(edge) = self.hovered(cx) else {
            return vec![Effect::Refuse(nothing_here())];
        };
        match self.first.clone() {
            None => {
                self.first = Some(edge);
                vec![Effect::Handled]
            }
            Some(first) => self.perform(&first, &edge, cx),
        }
    }

    fn perform(&mut self, first: &Edge, second: &Edge, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if first == second {
            return vec![Effect::Refuse(refusal([
                "Both edges are the same. Click another edge.",
                "두 모서리선이 같아요. 다른 모서리선을 클릭하세요.",
            ]))];
        }
        let sizes = match self.present_sizes(cx) {
            Ok(sizes) => sizes,
            Err(reason) => return vec![Effect::Refuse(reason)],
        };
        let part = |edge: &Edge| format!("{}.edge[{}]", edge.name, edge.at);
        let (a, b) = if first.name == second.name {
            (part(first), part(second))
        } else {
            (first.name.to_string(), second.name.to_string())
        };
        let mut rest = Map::new();
        rest.insert("a".to_owned(), json!(a));
        rest.insert("b".to_owned(), json!(b));
        let is_even = sizes[0] == sizes[1];
        let count = if is_even { 1 } else { sizes.len() };
        for (name, size) in C::PARAMETERS.iter().zip(sizes).take(count) {
            rest.insert((*name).to_owned(), json!(size));
        }
        self.sizes = sizes[..count].to_vec();
        self.first = None;
        self.fields.clear();
        let call = Call::new(C::ID, "", &first.name, Value::Object(rest));
        let mut effects: Vec<Effect> = effect(&[call]).into_iter().collect();
        if !self.keep {
            effects.push(Effect::Finish);
        }
        effects
    }

    /// Returns the picked edges, and the corner if there is one.
    fn ghosts(&self, cx: &CanvasCx<'_>, sizes: [f64; 2]) -> Vec<Path> {
        let hovered = self.hovered(cx);
        let edges = || self.first.iter().chain(&hovered);
        let line = |edge: &Edge| {
            let seg = *cx.scene.world_paths(&edge.name).first()?.segs.get(edge.at)?;
            Some(Path::new(vec![seg], false))
        };
        let result = match (&self.first, &hovered) {
            (Some(first), Some(second)) if first != second => corner::<C>(cx.scene, first, second, sizes),
            _ => None,
        };
        result.unwrap_or_else(|| edges().filter_map(line).collect())
    }

    /// Backs out one step: typed text, then a press, then the first edge, then the tool.
    fn back(&mut self) -> Vec<Effect> {
        if !self.fields.is_empty() {
            self.fields.clear();
        } else if !std::mem::take(&mut self.is_pressed) && self.first.take().is_none() {
            return vec![Effect::Finish];
        }
        vec![Effect::Handled]
    }

    fn key(&mut self, press: &KeyPress<'_>, on_canvas: bool, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if press.is("Escape") {
            return self.back();
        }
        if press.is("Backspace") {
            if !self.fields.pop() {
                self.first = None;
            }
        } else if press.is("Tab") && on_canvas && !self.fields.is_empty() {
            self.fields.next(C::SIZES.len());
        } else if press.is("Enter") && on_canvas {
            return self.enter(cx);
        } else if press.is("q") && self.fields.is_empty() {
            self.keep = !self.keep;
        } else if self.fields.press(press) == FieldKey::Other {
            return Vec::new();
        }
        vec![Effect::Handled]
    }

    /// Performs the operation on two selected entities, or else keeps the typed sizes.
    fn enter(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let selected: Vec<Edge> = cx
            .selection
            .iter()
            .map(|name| Edge {
                name: name.clone(),
                at: 0,
            })
            .collect();
        if let ([first, second], None) = (selected.as_slice(), &self.first) {
            return self.perform(first, second, cx);
        }
        if self.fields.is_empty() {
            return vec![Effect::Refuse(
                self.info()
                    .prompt
                    .unwrap_or(C::LABEL)
                    .map(|text| format!("{text}.")),
            )];
        }
        match self.present_sizes(cx) {
            Ok(sizes) => {
                self.sizes = sizes.to_vec();
                self.fields.clear();
                vec![Effect::Handled]
            }
            Err(reason) => vec![Effect::Refuse(reason)],
        }
    }
}

/// Returns the outlines of the changed corner; `None` if the edges form no corner of these sizes.
fn corner<C: Corner>(scene: &Scene, first: &Edge, second: &Edge, sizes: [f64; 2]) -> Option<Vec<Path>> {
    let a = single_outline(scene, &first.name).ok()?;
    if first.name == second.name {
        let count = a.segs.len();
        let follows = |i: usize, j: usize| i + 1 == j || (a.closed && j == 0 && i + 1 == count);
        let (at, sizes) = if follows(first.at, second.at) {
            (second.at, sizes)
        } else if follows(second.at, first.at) {
            (first.at, [sizes[1], sizes[0]])
        } else {
            return None;
        };
        return Some(vec![C::within(&a, at, sizes, tolerance(&a)).ok()?]);
    }
    let b = single_outline(scene, &second.name).ok()?;
    let done = C::between(&a, &b, sizes, tolerance(&a)).ok()?;
    let joint = done.joint.map(|seg| Path::new(vec![seg], false));
    Some([done.a, done.b].into_iter().chain(joint).collect())
}
