//! Mirror at an axis through two points: as a copy, or in place.

use super::operation::{Entry, Operation, OperationKind, Pick, Refusal, Step, Task, apart};
use super::statement::{Call, FreeNames};
use crate::canvas_tool::Text;
use crate::expression::TypedError;
use crate::keys::Chord;
use serde_json::json;
use trammel_kernel::{Path, affine};

/// Prompt of the first step.
const FIRST: Text = [
    "Specify the first point of the axis",
    "대칭축의 첫 점을 지정하세요",
];

/// A mirror.
#[derive(Debug, Default)]
pub struct Mirror {
    /// Whether the items themselves are mirrored.
    in_place: bool,
}

impl Operation for Mirror {
    fn kind(&self) -> OperationKind {
        OperationKind {
            id: "mirror",
            keys: &[Chord("Shift+i")],
            icon: "M12 3v3M12 9v6M12 18v3M9 6v12H3zM15 6v12h6z",
            label: ["Mirror", "대칭"],
            pick: Pick::Several,
            prompt: [
                "Select the items to mirror, then press Enter",
                "대칭할 항목을 선택하고 Enter를 누르세요",
            ],
        }
    }

    fn methods(&self) -> &'static [Text] {
        &[["As a copy", "복사본 만들기"], ["In place", "원본 뒤집기"]]
    }

    fn step(&self, task: &Task<'_>) -> Option<Step> {
        let prompt = match task.values.len() {
            0 => FIRST,
            1 => [
                "Specify the second point of the axis",
                "대칭축의 둘째 점을 지정하세요",
            ],
            _ => return None,
        };
        Some(Step {
            prompt,
            entry: Entry::Point,
        })
    }

    fn ghosts(&self, task: &Task<'_>) -> Vec<Path> {
        let (Some(from), Some(to)) = (task.point(0), task.point(1)) else {
            return Vec::new();
        };
        let mut ghosts = affine::mirror(from, to).map_or_else(Vec::new, |map| task.mapped(&[map]));
        ghosts.push(Path::from_points(&[from, to], false));
        ghosts
    }

    fn calls(&self, task: &Task<'_>, names: &mut FreeNames<'_>) -> Result<Vec<Call>, Refusal> {
        let (Some(from), Some(to)) = (task.point(0), task.point(1)) else {
            return Err(TypedError::Incomplete.reason());
        };
        apart(from, to)?;
        let axis = json!([from.x, from.y, to.x, to.y]);
        let call = |name| {
            if self.in_place {
                return Some(Call::new("mirror", "entity", name, json!({ "axis": axis })));
            }
            let copy = names.named(&format!("{name}_mirrored"))?;
            let rest = json!({ "result": copy.as_str(), "axis": axis });
            Some(Call::new("mirror", "entity", name, rest).creating(copy))
        };
        Ok(task.targets.iter().filter_map(call).collect())
    }

    fn method(&self) -> usize {
        usize::from(self.in_place)
    }

    fn set_method(&mut self, at: usize) {
        self.in_place = at == 1;
    }

    fn first_prompt(&self) -> Option<Text> {
        Some(FIRST)
    }
}
