//! Picture of the drawing with names, a scale bar, and the origin.

use super::describe::describe;
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use trammel_formats::svg_labeled::{Labeled, write_labeled};
use trammel_language::bilingual;
use trammel_scene::Name;

/// Maximum length of the description beside the picture, in characters.
const BUDGET: usize = 400;

/// Look at a picture (screenshot) of the drawing, or of the part with some entities, with their names, a scale bar, and
/// the origin.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Look {
    /// Names, to see only the part with these. Default: the whole drawing.
    entities: Option<Vec<String>>,
}

impl Tool for Look {
    const NAME: &'static str = "look";
    const KOREAN: &'static str = "이름, 축척 막대, 원점이 표시된 도면의 그림(화면)을 봅니다.";
    const SYNONYMS: [&'static str; 2] = [
        "picture, screenshot, view, look, see, image, render, capture, show the drawing",
        "그림, 화면, 보기, 캡처, 스크린샷",
    ];
    const DOMAIN: Domain = Domain::Query;
    const KIND: Kind = Kind::Host;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &["entities"];
    const EXAMPLE: &'static str =
        "draw_circle({ name: 'hole', x: 0, y: 0, radius: 5 });\nlook({ entities: ['hole'] })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let mut names: Vec<Name> = Vec::new();
        for name in self.entities.iter().flatten() {
            names.push(cx.edit.require(name)?.name.clone());
        }
        let Some(picture) = write_labeled(cx.edit, &names) else {
            return Err(ToolError::new(bilingual!(
                "look: there is nothing to see, because the drawing or the entities have no extent",
                "look: 도면이나 항목의 크기가 없어서 볼 것이 없어요"
            )));
        };
        let Labeled {
            svg,
            shown,
            labels,
            left_out,
            scale_bar,
            has_origin,
        } = picture;
        let mut data = json!({
            "shown": shown,
            "scale_bar": scale_bar,
            "labels": labels.len(),
            "drawing": describe(cx.edit, BUDGET),
        });
        if left_out > 0 {
            data["left_out"] = json!(format!("{left_out} names have no room: look at fewer entities"));
        }
        if !has_origin {
            data["origin"] = json!("outside of the picture");
        }
        Ok(Output::Picture { svg, data })
    }
}
