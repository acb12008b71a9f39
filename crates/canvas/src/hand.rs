//! Hand tool: a drag pans the view.

use super::canvas_tool::{CanvasCx, CanvasTool, Effect, Input, Preview, ToolInfo};
use super::hit_test::Depth;
use super::keys::Chord;
use super::navigation::PaperDrag;
use super::select::pick;
use super::snapping::Snapped;

/// A tool that pans the view.
#[derive(Debug, Default)]
pub struct Hand {
    drag: Option<PaperDrag>,
    snap: Option<Snapped>,
}

impl CanvasTool for Hand {
    fn info(&self) -> ToolInfo {
        ToolInfo {
            id: "hand",
            keys: &[Chord("h")],
            icon: "M8 13V5.5a1.5 1.5 0 0 1 3 0V12M11 11V4a1.5 1.5 0 0 1 3 0v8M14 11.5V5.5a1.5 1.5 0 0 1 3 0V14c0 4-2 7-6 7-3 0-4.5-1.5-6-4.5L3.3 13a1.5 1.5 0 0 1 2.6-1.4L8 14.5",
            label: ["Hand: drag to pan", "손 도구: 끌어서 화면 옮기기"],
            cursor: if self.drag.is_some() { "grabbing" } else { "grab" },
            prompt: None,
            every_move: false,
        }
    }

    fn on(&mut self, input: Input<'_>, cx: &CanvasCx<'_>) -> Vec<Effect> {
        match input {
            Input::Press { at, .. } => {
                self.snap = None;
                self.drag = Some(PaperDrag { last: at });
            }
            Input::Drag(at) => {
                return self
                    .drag
                    .as_mut()
                    .map(|drag| drag.follow(at))
                    .into_iter()
                    .collect();
            }
            Input::Release(at) => {
                let drag = self.drag.take();
                return drag.map(|mut drag| drag.follow(at)).into_iter().collect();
            }
            Input::Cancel => self.drag = None,
            Input::Hover(at) => self.snap = cx.snap(at, None),
            Input::Leave => self.snap = None,
            Input::DoubleClick { at, by } => {
                return vec![pick(cx, at, by, Depth::Entity)];
            }
            Input::Secondary | Input::Key { .. } => {}
        }
        Vec::new()
    }

    fn preview(&self, _: &CanvasCx<'_>) -> Preview {
        Preview {
            snap: self.snap.clone(),
            ..Preview::default()
        }
    }
}
