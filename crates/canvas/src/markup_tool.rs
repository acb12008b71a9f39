//! Markup tool, named Sketch in the user interface: a drag draws a freehand stroke that is sent with the next message.
//!
//! Invariants: a stroke is added when it is finished; a canceled stroke is discarded; if there is no room for
//! another stroke, the press is refused. Escape cancels the stroke in progress, or else ends the tool.

use super::canvas_tool::{CanvasCx, CanvasTool, Effect, Input, Preview, ToolInfo};
use super::keys::{Chord, KeyPress};
use super::markup::{MOST_STROKES, StrokeBuilder};
use super::snapping::Snapped;

/// The markup tool.
#[derive(Debug, Default)]
pub struct MarkupTool {
    stroke: Option<StrokeBuilder>,
    snap: Option<Snapped>,
}

impl CanvasTool for MarkupTool {
    fn info(&self) -> ToolInfo {
        ToolInfo {
            id: "sketch",
            // The key P alone inserts the point under the pointer into the message.
            keys: &[Chord("Shift+p")],
            icon: "M4 20l1-4.5L16.5 4a2.1 2.1 0 0 1 3 3L8.5 19zM14.5 6l3.5 3.5M13 20c2.5-2 4.5 1.5 8-1",
            label: [
                "Sketch: draw freehand to show the model what you mean",
                "스케치: 손으로 그려서 모델에게 보여 주기",
            ],
            cursor: "crosshair",
            prompt: None,
            every_move: true,
        }
    }

    fn on(&mut self, input: Input<'_>, cx: &CanvasCx<'_>) -> Vec<Effect> {
        match input {
            Input::Press { at, .. } => {
                self.snap = None;
                if cx.markup.is_full() {
                    return vec![full()];
                }
                self.stroke = Some(StrokeBuilder::begin(cx.world(at), cx.camera.zoom));
            }
            Input::Drag(at) => {
                if let Some(stroke) = &mut self.stroke {
                    stroke.push(cx.world(at));
                }
            }
            Input::Release(at) => {
                let finished = self.stroke.take().map(|mut stroke| {
                    stroke.push(cx.world(at));
                    Effect::AddStroke(stroke)
                });
                return finished.into_iter().collect();
            }
            Input::Cancel => self.stroke = None,
            Input::Hover(at) => self.snap = cx.snap(at, None),
            Input::Leave => self.snap = None,
            // The two presses of a double click have already added two dots.
            Input::DoubleClick { .. } | Input::Secondary => {}
            Input::Key { press, .. } => return self.key(&press, cx).into_iter().collect(),
        }
        Vec::new()
    }

    fn preview(&self, cx: &CanvasCx<'_>) -> Preview {
        Preview {
            cursor: cx.markup.is_full().then_some("not-allowed"),
            ink: self
                .stroke
                .as_ref()
                .map_or_else(Vec::new, |stroke| stroke.points().to_vec()),
            snap: self.snap.clone(),
            ..Preview::default()
        }
    }
}

impl MarkupTool {
    fn key(&mut self, press: &KeyPress<'_>, cx: &CanvasCx<'_>) -> Option<Effect> {
        let removal = if press.is("Backspace") {
            Effect::RemoveStroke
        } else if press.is("Shift+Backspace") {
            Effect::ClearMarkup
        } else if press.is("Escape") {
            return Some(match self.stroke.take() {
                Some(_) => Effect::Handled,
                None => Effect::Finish,
            });
        } else {
            return None;
        };
        Some(if cx.markup.is_empty() {
            Effect::Refuse(
                [
                    "There is no sketch. Draw one first.",
                    "스케치가 없어요. 먼저 그리세요.",
                ]
                .map(str::to_owned),
            )
        } else {
            removal
        })
    }
}

fn full() -> Effect {
    Effect::Refuse([
        format!("A sketch has at most {MOST_STROKES} strokes. Send it or clear it first."),
        format!("스케치 하나에 획은 {MOST_STROKES}개까지예요. 먼저 보내거나 지워 주세요."),
    ])
}
