//! Tool that changes the corner of two edges: picks the edges by clicks or typed points, with sizes that the user can type
//! at any time.
//!
//! Invariant: edges of one entity are named as its parts, edges of two entities by the entities.

use super::corner_operation::{Corner, CornerTable};
use super::edge::Edge;
use super::fields::{Fields, note};
use super::operation::{Refusal, nothing_here, refusal};
use super::piece::{single_outline, tolerance};
use super::statement::{Call, effect};
use crate::canvas_tool::{
    CanvasCx, CanvasTool, Effect, Input, PointerKind, Preview, Text, ToolGroup, ToolInfo,
};
use crate::expression::TypedError;
use crate::keys::KeyPress;
use crate::number_format::trimmed;
use serde_json::{Map, Value, json};
use trammel_kernel::{Path, Point};
use trammel_scene::Scene;

/// Size of a corner that was not typed yet, in drawing units.
const FIRST_SIZE: f64 = 5.0;

/// A tool for corners.
#[derive(Debug)]
pub struct CornerTool {
    corner: &'static CornerTable,
    first: Option<Edge>,
    /// Edge and sizes before each of the accepted inputs, for Backspace.
    before: Vec<(Option<Edge>, Vec<f64>)>,
    /// Position of the pointer in pixels, with its kind.
    over: Option<(Point, PointerKind)>,
    is_pressed: bool,
    fields: Fields,
    sizes: Vec<f64>,
    keep: bool,
}

impl CanvasTool for CornerTool {
    fn info(&self) -> ToolInfo {
        ToolInfo {
            id: self.corner.id,
            keys: self.corner.keys,
            icon: self.corner.icon,
            label: self.corner.label,
            cursor: "crosshair",
            prompt: Some(if self.first.is_none() {
                ["Click the first edge", "첫 번째 변을 클릭하세요"]
            } else {
                ["Click the second edge", "두 번째 변을 클릭하세요"]
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
                    return self.pick(self.hovered(cx), cx);
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
        let labels: Vec<Text> = self.corner.sizes.iter().map(|field| field.label).collect();
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
            ..Self::new(self.corner)
        };
        true
    }
}

impl CornerTool {
    /// Creates the tool of an operation.
    #[must_use]
    pub fn of<C: Corner>() -> Self {
        Self::new(CornerTable::of::<C>())
    }

    fn new(corner: &'static CornerTable) -> Self {
        Self {
            corner,
            first: None,
            before: Vec::new(),
            over: None,
            is_pressed: false,
            fields: Fields::default(),
            sizes: vec![FIRST_SIZE],
            keep: false,
        }
    }

    fn size(&self, at: usize) -> f64 {
        let size = self.sizes.get(at).or(self.sizes.first());
        size.copied().unwrap_or(FIRST_SIZE)
    }

    /// Returns the typed sizes, or else the last ones.
    fn present_sizes(&self, cx: &CanvasCx<'_>) -> Result<[f64; 2], Refusal> {
        let units = cx.scene.definitions().units.unwrap_or_default();
        let typed = self.fields.numbers(self.corner.sizes, units)?;
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
        Edge::near(cx, cx.world(at), by)
    }

    /// Returns the typed point, if the fields contain one instead of sizes.
    fn typed_point(&self, cx: &CanvasCx<'_>) -> Option<Result<Point, TypedError>> {
        let is_point = |at| self.fields.text(at).contains([',', '<', '@']);
        let units = cx.scene.definitions().units.unwrap_or_default();
        let point = || self.fields.point(units, None, None);
        (0..self.corner.sizes.len()).any(is_point).then(point)
    }

    fn pick(&mut self, edge: Option<Edge>, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let Some(edge) = edge else {
            return vec![Effect::Refuse(nothing_here())];
        };
        match self.first.clone() {
            None => {
                self.remember();
                self.first = Some(edge);
                vec![Effect::Handled]
            }
            Some(first) => self.perform(&first, &edge, cx),
        }
    }

    /// Keeps the present edge and sizes for Backspace.
    fn remember(&mut self) {
        self.before.push((self.first.clone(), self.sizes.clone()));
    }

    fn perform(&mut self, first: &Edge, second: &Edge, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if first == second {
            return vec![Effect::Refuse(refusal([
                "Both edges are the same. Click another edge.",
                "두 변이 같아요. 다른 변을 클릭하세요.",
            ]))];
        }
        let sizes = match self.present_sizes(cx) {
            Ok(sizes) => sizes,
            Err(reason) => return vec![Effect::Refuse(reason)],
        };
        let (a, b) = if first.name == second.name {
            (first.part(), second.part())
        } else {
            (first.name.to_string(), second.name.to_string())
        };
        let mut rest = Map::new();
        rest.insert("entity".to_owned(), json!(a));
        rest.insert("target".to_owned(), json!(b));
        let is_even = sizes[0] == sizes[1];
        let count = if is_even { 1 } else { sizes.len() };
        for (name, size) in self.corner.parameters.iter().zip(sizes).take(count) {
            rest.insert((*name).to_owned(), json!(size));
        }
        self.sizes = sizes[..count].to_vec();
        self.first = None;
        self.before.clear();
        self.fields.clear();
        let call = Call::new(self.corner.id, "", &first.name, Value::Object(rest));
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
        let result = match (&self.first, &hovered) {
            (Some(first), Some(second)) if first != second => {
                cornered(self.corner, cx.scene, [first, second], sizes)
            }
            _ => None,
        };
        result.unwrap_or_else(|| edges().filter_map(|edge| edge.outline(cx.scene)).collect())
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
            if !self.fields.pop()
                && let Some((first, sizes)) = self.before.pop()
            {
                (self.first, self.sizes) = (first, sizes);
            }
        } else if press.is("Tab") && on_canvas && !self.fields.is_empty() {
            self.fields.next(self.corner.sizes.len());
        } else if press.is("Enter") && on_canvas {
            return self.enter(cx);
        } else if press.is("q") && self.fields.is_empty() {
            self.keep = !self.keep;
        } else {
            return self.fields.press(press, self.first.is_some());
        }
        vec![Effect::Handled]
    }

    /// Picks the edge at a typed point, or performs the operation on two selected entities, or else keeps the typed
    /// sizes.
    fn enter(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if let Some(point) = self.typed_point(cx) {
            let at = match point {
                Ok(at) => at,
                Err(error) => return vec![Effect::Refuse(error.reason())],
            };
            let typed = std::mem::take(&mut self.fields);
            let effects = self.pick(Edge::near(cx, at, PointerKind::Mouse), cx);
            if matches!(effects[..], [Effect::Refuse(_)]) {
                self.fields = typed;
            }
            return effects;
        }
        let selected: Vec<Edge> = cx.selection.iter().map(Edge::first_of).collect();
        if let ([first, second], None) = (selected.as_slice(), &self.first) {
            return self.perform(first, second, cx);
        }
        if self.fields.is_empty() {
            return vec![Effect::Refuse(
                self.info()
                    .prompt
                    .unwrap_or(self.corner.label)
                    .map(|text| format!("{text}.")),
            )];
        }
        match self.present_sizes(cx) {
            Ok(sizes) => {
                self.remember();
                self.sizes = sizes.to_vec();
                self.fields.clear();
                vec![Effect::Handled]
            }
            Err(reason) => vec![Effect::Refuse(reason)],
        }
    }
}

/// Returns the outlines of the changed corner; `None` if the edges form no corner of these sizes.
fn cornered(
    corner: &CornerTable,
    scene: &Scene,
    [first, second]: [&Edge; 2],
    sizes: [f64; 2],
) -> Option<Vec<Path>> {
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
        return Some(vec![(corner.within)(&a, at, sizes, tolerance(&a)).ok()?]);
    }
    let b = single_outline(scene, &second.name).ok()?;
    let done = (corner.between)(&a, &b, sizes, tolerance(&a)).ok()?;
    let joint = done.joint.map(|seg| Path::new(vec![seg], false));
    Some([done.a, done.b].into_iter().chain(joint).collect())
}
