//! Tools that dimension several points with one call.

use super::options::{Direction, MarkArgs, ToleranceArg};
use super::rows::{RowArgs, baseline, chain};
use crate::checks;
use crate::draw::{Options, draw};
use crate::reference_arg::Anchor;
use crate::text::warn_of_missing;
use crate::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use crate::types::StyleArg;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use trammel_scene::annotate::DimStyle;
use trammel_scene::{Shape, Stroke, Style};

/// Declares a tool that draws several dimensions. The expression returns the shapes with the ends of their names.
macro_rules! row_tool {
    (
        $(#[$doc:meta])* korean $korean:literal words $words:tt $tool:ident = $name:literal ($($positional:literal),*), $example:expr,
        { $($(#[$field_doc:meta])* $field:ident : $type:ty,)* }
        |$this:ident, $edit:ident, $args:ident| $shapes:expr
    ) => {
        $(#[$doc])*
        #[derive(Debug, Deserialize, JsonSchema)]
        pub(in crate) struct $tool {
            /// Start of the names of the dimensions.
            name: String,
            /// Points [x, y], or parts that are points ("plate.point[1]", "hole.center"), which the dimensions follow.
            points: Vec<Anchor>,
            /// Measured direction. Default: the larger extent of the points.
            direction: Option<Direction>,
            /// Distance of the first dimension line from the points: positive is above or right of all of them, negative below
            /// or left. Default: 4 times text_height.
            offset: Option<f64>,
            $($(#[$field_doc])* $field: $type,)*
            /// Height of the text, in drawing units; arrowheads and gaps go with it. Default: 2.5.
            text_height: Option<f64>,
            /// Length of an arrowhead. Default: text_height.
            arrow_size: Option<f64>,
            /// Decimals at most, 0 to 8. Default: 2.
            decimals: Option<i64>,
            /// Written after the number, for example " mm".
            suffix: Option<String>,
            /// Tolerance of each value: 0.1 is written as ±0.1, { upper: 0.1, lower: -0.05 } as +0.1 -0.05.
            tolerance: Option<ToleranceArg>,
            /// Fit of each value, written after it, such as "H7".
            fit: Option<String>,
            /// Stroke of the lines; its color is that of arrowheads and text. Default: ink, a tenth of text_height wide.
            style: Option<StyleArg>,
            /// Layer to draw on; its color and line weight are the stroke's defaults.
            layer: Option<String>,
            /// Replace entities of these names, keeping their places in the order, instead of refusing.
            replace: Option<bool>,
        }

        impl Tool for $tool {
            const NAME: &'static str = $name;
            const KOREAN: &'static str = $korean;
            const SYNONYMS: [&'static str; 2] = $words;
            const DOMAIN: Domain = Domain::Annotate;
            const KIND: Kind = Kind::Action;
            const VERB: Verb = Verb::Annotate;
            const POSITIONAL: &'static [&'static str] = &["name", "points", "direction", "offset", $($positional),*];
            const EXAMPLE: &'static str = $example;
            const RETURNS: &'static str = "{ entities: string[] }";

            fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
                let mut style = DimStyle::for_text(self.text_height.unwrap_or(super::build::TEXT_HEIGHT));
                style.arrow_size = self.arrow_size.unwrap_or(style.arrow_size);
                if let Some(decimals) = self.decimals {
                    style.decimals = u8::try_from(decimals).unwrap_or(u8::MAX);
                }
                style.suffix = self.suffix.clone().unwrap_or_default();
                let marks = MarkArgs { text_at: None, tolerance: self.tolerance, fit: self.fit.as_ref() }.marks()?;
                let width = style.text_height / 10.0;
                super::build::check_look(&style, &marks).map_err(|error| error.within(Self::NAME))?;
                let named: Vec<(String, Shape)> = {
                    let ($this, $edit) = (&self, &*cx.edit);
                    let $args = RowArgs {
                        points: &self.points,
                        direction: self.direction,
                        offset: self.offset,
                        style,
                        marks,
                    };
                    $shapes.map_err(|error: ToolError| error.within(Self::NAME))?
                };
                if let Some((_, Shape::Dimension(tied))) = named.first() {
                    warn_of_missing(cx, Self::NAME, &tied.dimension.label());
                }
                let mut names = Vec::new();
                for (end, shape) in named {
                    let stroke = Stroke { width, ..Stroke::default() };
                    let options = Options {
                        base: Some(Style { stroke: Some(stroke), fill: None }),
                        style: self.style.clone(),
                        layer: self.layer.clone(),
                        replace: self.replace,
                    };
                    let name = checks::name(&format!("{}: name", Self::NAME), &format!("{}_{end}", self.name))?;
                    draw(cx.edit, Self::NAME, name.as_str(), shape, options)?;
                    names.push(name);
                }
                Ok(Output::Data(json!({ "entities": names })))
            }
        }
    };
}

/// Returns the shapes with their numbers, from 1.
fn number_shapes(shapes: Vec<Shape>) -> Vec<(String, Shape)> {
    let number = |(at, shape): (usize, Shape)| ((at + 1).to_string(), shape);
    shapes.into_iter().enumerate().map(number).collect()
}

row_tool! {
    /// Dimension the distances between neighboring points in one row, in their order along the direction. A text without room
    /// between its extension lines moves away from the points, so that no two texts overlap. Each dimension follows its
    /// two points. Returns { entities: [name_1, name_2, ...] }, with total also name_total.
    korean "이웃한 점들 사이의 거리를 한 줄의 연속 치수로 표시합니다. 글자는 서로 겹치지 않습니다."
    words [
        "chain dimension, continued dimension, string of dimensions, dimension row, distances between holes, overall dimension",
        "연속 치수, 직렬 치수, 체인 치수, 전체 치수"
    ]
    DimensionChain = "dimension_chain" ("total"),
    "draw_rect({ name: 'plate', x: 0, y: 0, width: 80, height: 50 });\n\
     draw_circle({ name: 'hole', x: 30, y: 25, radius: 4 });\n\
     dimension_chain({ name: 'd', points: ['plate.point[3]', 'hole.center', 'plate.point[2]'], total: true })",
    {
        /// Whether to add the overall dimension name_total, one row further away. Default: false.
        total: Option<bool>,
    }
    |this, edit, args| chain(edit, args, this.total.unwrap_or(false)).map(|(shapes, total)| {
        let mut named = number_shapes(shapes);
        named.extend(total.map(|shape| ("total".to_owned(), shape)));
        named
    })
}

row_tool! {
    /// Dimension the distances from the first point to each other point, in rows, the shortest nearest to the points. A text
    /// without room between its extension lines stands beyond the first point. Each dimension follows its two points.
    /// Returns { entities: [name_1, name_2, ...] }, the shortest first.
    korean "첫 점에서 다른 각 점까지의 거리를 여러 줄의 기준선 치수로 표시합니다."
    words [
        "baseline dimension, parallel dimensions, stacked dimensions, dimensions from one edge, datum dimensions",
        "기준선 치수, 병렬 치수, 기준 치수"
    ]
    DimensionBaseline = "dimension_baseline" ("spacing"),
    "draw_rect({ name: 'plate', x: 0, y: 0, width: 80, height: 50 });\n\
     draw_circle({ name: 'hole', x: 30, y: 25, radius: 4 });\n\
     dimension_baseline({ name: 'd', points: ['plate.point[3]', 'hole.center', 'plate.point[2]'] })",
    {
        /// Distance from row to row, at least 2 times text_height. Default: 3 times text_height.
        spacing: Option<f64>,
    }
    |this, edit, args| baseline(edit, args, this.spacing).map(number_shapes)
}
