//! Picture of the drawing with names, a scale bar, and the origin.

use super::describe::describe;
use super::facts::significant_number;
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use trammel_formats::svg_labeled::{Labeled, write_labeled};
use trammel_kernel::Point;
use trammel_language::bilingual;
use trammel_scene::Name;

/// Maximum length of the description beside the picture, in characters.
const BUDGET: usize = 400;

/// Significant digits of the corners of the picture.
const DIGITS: usize = 6;

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
        "picture, screenshot, view, look, see, image, capture, show the drawing",
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
        let corner = |Point { x, y }| [x, y].map(|number| significant_number(number, DIGITS));
        let mut data = json!({
            "shown": { "min": corner(shown.min), "max": corner(shown.max) },
            "scale_bar": scale_bar,
            "labels": labels.len(),
            "drawing": describe(cx.edit, BUDGET),
        });
        if left_out > 0 {
            data["left_out"] = json!(format!("names without room: {left_out}; look at fewer entities"));
        }
        if !has_origin {
            data["origin"] = json!("outside of the picture");
        }
        Ok(Output::Picture { svg, data })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::list::find;
    use crate::{Arg, ToolEnv};
    use trammel_scene::{Edit, Scene};

    fn call(edit: &mut Edit, tool: &str, input: serde_json::Value) -> Result<Output, ToolError> {
        let mut env = ToolEnv::default();
        let cx = &mut ToolCx::new(edit, &mut env);
        find(tool).unwrap().call(Arg::from(input), cx)
    }

    #[test]
    fn the_picture_has_names_and_the_data_describes_the_drawing() {
        let edit = &mut Edit::new(Scene::default());
        let error = call(edit, "look", json!({})).unwrap_err();
        assert!(error.message.english.starts_with("look: there is nothing to see"));
        let circle = json!({ "name": "hole", "x": 100, "y": 0, "radius": 1.23456789 });
        call(edit, "draw_circle", circle).unwrap();
        let looked = call(edit, "look", json!({ "entities": ["hole"] })).unwrap();
        let Output::Picture { svg, data } = looked else {
            panic!("no picture")
        };
        assert!(svg.contains("<svg") && data["labels"] == 1, "{data}");
        assert_eq!(data["origin"], "outside of the picture");
        let text = data["drawing"].as_str().unwrap();
        assert!(text.contains("hole circle"), "{data}");
        assert!(data["shown"]["min"].to_string().len() < 20, "{data}");
        let error = call(edit, "look", json!({ "entities": ["hol"] })).unwrap_err();
        assert_eq!(error.suggestions, ["hole"]);
    }

    #[test]
    fn it_changes_nothing_and_is_not_among_the_first_tools() {
        let tool = find("look").unwrap();
        assert!(tool.is_read_only() && !tool.initial && !tool.in_sandbox());
    }
}
