//! Dimension and leader tools. The annotations are associative: they reference entities and follow them (see
//! `associativity.rs` of `scene`).

mod build;
mod options;
mod row_tools;
mod rows;

pub(super) use row_tools::{DimensionBaseline, DimensionChain};

use super::draw::{Options, draw};
use super::points::{PointArg, Points};
use super::reference_arg::Anchor;
use super::text::warn_of_missing;
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use super::types::StyleArg;
use build::{Angle, Ends, Extent, Round, TEXT_HEIGHT, across, angular, edges_apart, leader, overall, round};
use options::{Direction, MarkArgs, ToleranceArg, add_marks};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::f64::consts::FRAC_PI_2;
use trammel_kernel::{Point, Vec2};
use trammel_language::{Bilingual, bilingual};
use trammel_scene::annotate::{DimStyle, Measure};
use trammel_scene::{Shape, Stroke, Style};

macro_rules! annotation_tool {
    (
        $(#[$doc:meta])* korean $korean:literal words $words:tt $tool:ident = $name:literal ($($positional:literal),*), $example:expr,
        { $($(#[$field_doc:meta])* $field:ident : $type:ty,)* }
        { $($(#[$number_doc:meta])* $number:ident : $number_type:ty,)* }
        |$set:ident, $base:ident| $numbers:expr,
        |$this:ident, $edit:ident, $look:ident| $shape:expr
    ) => {
        $(#[$doc])*
        #[derive(Debug, Deserialize, JsonSchema)]
        pub(super) struct $tool {
            /// Name of the new entity; unique in the drawing.
            name: String,
            $($(#[$field_doc])* $field: $type,)*
            /// Height of the text, in drawing units; arrowheads and gaps go with it. Default: 2.5.
            text_height: Option<f64>,
            /// Length of an arrowhead. Default: text_height.
            arrow_size: Option<f64>,
            $($(#[$number_doc])* $number: $number_type,)*
            /// Stroke of the lines; its color is that of arrowheads and text. Default: ink, a tenth of text_height wide.
            style: Option<StyleArg>,
            /// Layer to draw on; its color and line weight are the stroke's defaults.
            layer: Option<String>,
            /// Replace an entity of this name, keeping its place in the order, instead of refusing.
            replace: Option<bool>,
        }

        impl Tool for $tool {
            const NAME: &'static str = $name;
            const KOREAN: &'static str = $korean;
            const SYNONYMS: [&'static str; 2] = $words;
            const DOMAIN: Domain = Domain::Annotate;
            const KIND: Kind = Kind::Action;
            const VERB: Verb = Verb::Annotate;
            const POSITIONAL: &'static [&'static str] = &["name", $($positional),*];
            const EXAMPLE: &'static str = $example;

            fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
                let mut style = DimStyle::for_text(self.text_height.unwrap_or(TEXT_HEIGHT));
                style.arrow_size = self.arrow_size.unwrap_or(style.arrow_size);
                let warning: Option<Bilingual> = {
                    let ($set, $base) = (&self, &mut style);
                    $numbers
                };
                let base = Style {
                    stroke: Some(Stroke { width: style.text_height / 10.0, ..Stroke::default() }),
                    fill: None,
                };
                let shape: Shape = {
                    let ($this, $edit, $look) = (&self, &*cx.edit, style);
                    $shape.map_err(|error: ToolError| error.within(Self::NAME))?
                };
                warn(cx, Self::NAME, &shape);
                cx.notes.warnings.extend(warning);
                let options = Options { base: Some(base), style: self.style, layer: self.layer, replace: self.replace };
                draw(cx.edit, Self::NAME, &self.name, shape, options)
            }
        }
    };
}

/// Declares a dimension tool: an annotation that shows a measured number.
macro_rules! dimension_tool {
    (
        $(#[$doc:meta])* korean $korean:literal words $words:tt $tool:ident = $name:literal ($($positional:literal),*), $example:expr,
        { $($fields:tt)* }
        |$this:ident, $edit:ident, $look:ident| $shape:expr
    ) => {
        annotation_tool! {
            $(#[$doc])* korean $korean words $words $tool = $name ($($positional),*), $example,
            { $($fields)* }
            {
                /// Decimals at most, 0 to 8. Default: 2.
                decimals: Option<i64>,
                /// Written after the number, for example " mm".
                suffix: Option<String>,
                /// Middle of the text [x, y]; the lines stay. It follows as the dimension line does. Default: at the dimension
                /// line.
                text_at: Option<PointArg>,
                /// Tolerance after the value: 0.1 is written as ±0.1, { upper: 0.1, lower: -0.05 } as +0.1 -0.05. Both limits
                /// are signed; those of an angle are in degrees.
                tolerance: Option<ToleranceArg>,
                /// Fit after the value, such as "H7".
                fit: Option<String>,
            }
            |this, look| {
                if let Some(decimals) = this.decimals {
                    look.decimals = u8::try_from(decimals).unwrap_or(u8::MAX);
                }
                look.suffix = this.suffix.clone().unwrap_or_default();
                None
            },
            |$this, $edit, $look| add_marks(
                $shape,
                MarkArgs { text_at: $this.text_at, tolerance: $this.tolerance, fit: $this.fit.as_ref() }
            )
        }
    };
}

dimension_tool! {
    /// Dimension the horizontal or vertical distance of two points. It follows the points when they are given as parts
    /// of entities ("plate.point[1]", "hole.center").
    korean "두 점의 가로 또는 세로 거리를 치수로 표시합니다. 점을 항목의 부분으로 주면 따라 움직입니다."
    words ["horizontal dimension, vertical dimension, width, height, measure, size, tolerance, fit", "치수, 가로 치수, 세로 치수"]
    DimensionLinear = "dimension_linear" ("from", "to", "offset", "direction"),
    "draw_rect({ name: 'plate', x: 0, y: 0, width: 80, height: 50 });\n\
     dimension_linear({ name: 'd1', from: 'plate.point[3]', to: 'plate.point[2]', offset: 10 })",
    {
        /// One end: a point [x, y] or a part that is a point; or a straight edge ("plate.edge[0]"), without to.
        from: Anchor,
        /// The other end: a point [x, y] or a part that is a point. A text without room between the extension lines stands
        /// beyond it, so swapping from and to moves that text to the other end.
        to: Option<Anchor>,
        /// Distance of the dimension line from the points: positive is above or right, negative below or left.
        /// Default: 4 times text_height.
        offset: Option<f64>,
        /// Measured direction. Default: the larger of the two.
        direction: Option<Direction>,
        /// Text in the place of the value; <> in it is the value.
        text: Option<String>,
    }
    |this, edit, look| {
        let ends = Ends::of(edit, &this.from, this.to.as_ref())?;
        let [from, to] = ends.points;
        let horizontal = match this.direction {
            Some(direction) => direction == Direction::Horizontal,
            None => (to.x - from.x).abs() >= (to.y - from.y).abs(),
        };
        let offset = this.offset.unwrap_or(4.0 * look.text_height);
        let (low, high) = (Point::new(from.x.min(to.x), from.y.min(to.y)), Point::new(from.x.max(to.x), from.y.max(to.y)));
        let at = if offset < 0.0 { low } else { high } + Vec2::new(offset, offset);
        let (angle, at) = if horizontal { (Some(0.0), Point::new(low.x, at.y)) } else { (Some(FRAC_PI_2), Point::new(at.x, low.y)) };
        ends.dimension(Measure::Linear { from, to, angle, at }, look, this.text.as_ref())
    }
}

dimension_tool! {
    /// Dimension the overall width or height of an entity or group by its bounds, also of a rounded part without corner
    /// points. It follows the entity, and in a turned group it measures along the turned direction.
    korean "항목이나 그룹의 전체 너비나 높이를 치수로 표시합니다. 모서리 점이 없는 둥근 부품에도 쓸 수 있습니다."
    words [
        "overall width, overall height, overall dimension, total length, size of a rounded part, extent, bounding box dimension",
        "전체 치수, 전체 너비, 전체 높이, 외형 치수"
    ]
    DimensionExtent = "dimension_extent" ("entity", "direction", "offset"),
    "draw_slot({ name: 'link', from: [0, 0], to: [60, 0], width: 20 });\n\
     dimension_extent({ name: 'd1', entity: 'link', direction: 'horizontal', offset: 8 })",
    {
        /// The entity or group; annotations in a group do not count.
        entity: String,
        /// Measured direction. Default: the larger of the two.
        direction: Option<Direction>,
        /// Distance of the dimension line from the bounds: positive is above or right, negative below or left. Default: 4
        /// times text_height.
        offset: Option<f64>,
        /// Text in the place of the value; <> in it is the value.
        text: Option<String>,
    }
    |this, edit, look| {
        let extent = Extent { entity: &this.entity, direction: this.direction, offset: this.offset, text: this.text.as_ref() };
        overall(&extent, edit, look)
    }
}

dimension_tool! {
    /// Dimension the true distance of two points, along the line between them, or of two parallel edges, across them.
    korean "두 점을 잇는 방향의 실제 거리나 평행한 두 변 사이의 거리를 치수로 표시합니다."
    words [
        "true length, slanted dimension, parallel dimension, distance of parallel edges, width between sides",
        "정렬 치수, 비스듬한 치수, 평행한 변의 거리"
    ]
    DimensionAligned = "dimension_aligned" ("from", "to", "offset"),
    "draw_line({ name: 'ramp', points: [0, 0, 40, 30] });\n\
     dimension_aligned({ name: 'd1', from: 'ramp.start', to: 'ramp.end', offset: 8 })",
    {
        /// One end: a point [x, y] or a part that is a point; or a straight edge ("plate.edge[0]"), without to for its length.
        from: Anchor,
        /// The other end: a point [x, y] or a part that is a point; or, with an edge as from, a parallel edge. Swapping from and to moves the dimension line to the other
        /// side, and a text without room between the extension lines to the other end.
        to: Option<Anchor>,
        /// Distance of the dimension line from the points: positive is to the left of the way from -> to; of edges, from the
        /// middle of the first one. Default: 4 times text_height, beyond the first edge.
        offset: Option<f64>,
        /// Text in the place of the value; <> in it is the value.
        text: Option<String>,
    }
    |this, edit, look| {
        let apart = match &this.to {
            Some(to) => edges_apart(edit, [&this.from, to], this.offset, &look, this.text.as_ref())?,
            None => None,
        };
        match apart {
            Some(shape) => Ok(shape),
            None => {
                let ends = Ends::of(edit, &this.from, this.to.as_ref())?;
                let [from, to] = ends.points;
                let angle = libm::atan2(to.y - from.y, to.x - from.x);
                let offset = this.offset.unwrap_or(4.0 * look.text_height);
                let at = from + across(angle) * offset;
                ends.dimension(Measure::Linear { from, to, angle: None, at }, look, this.text.as_ref())
            }
        }
    }
}

dimension_tool! {
    /// Dimension the angle between two straight edges, or at a vertex between two points. It follows the edges.
    korean "두 변 사이의 각도를 치수로 표시합니다."
    words ["angle dimension, degrees, opening angle", "각도 치수"]
    DimensionAngular = "dimension_angular" ("entity", "target", "vertex", "at"),
    "draw_polygon({ name: 'roof', points: [0, 0, 40, 0, 20, 30] });\n\
     dimension_angular({ name: 'd1', entity: 'roof.edge[0]', target: 'roof.edge[2]' })",
    {
        /// A straight edge or line ("roof.edge[0]"); with vertex: a point on one side.
        entity: Anchor,
        /// The other straight edge or line; with vertex: a point on the other side.
        target: Anchor,
        /// The corner, a point [x, y] or a part that is a point. Default: where the two edges meet.
        vertex: Option<Anchor>,
        /// A point of the dimension's arc [x, y], in the angle that is meant. Default: the angle between the edges.
        at: Option<PointArg>,
        /// Text in the place of the value; <> in it is the value.
        text: Option<String>,
    }
    |this, edit, look| {
        let angle = Angle { a: &this.entity, b: &this.target, vertex: this.vertex.as_ref(), at: this.at, text: this.text.as_ref() };
        angular(&angle, edit, look)
    }
}

dimension_tool! {
    /// Dimension the radius of a circle or arc, which it follows.
    korean "원이나 호의 반지름을 치수로 표시합니다."
    words ["radius dimension, R, arc dimension", "반지름 치수"]
    DimensionRadius = "dimension_radius" ("target", "at"),
    "draw_circle({ name: 'hole', x: 0, y: 0, radius: 12 });\n\
     dimension_radius({ name: 'd1', target: 'hole' })",
    {
        /// The circle, the arc, or a round edge ("slot.arc[0]").
        target: String,
        /// End of the dimension line [x, y]. Outside the circle, the text begins beside it, after a short horizontal line;
        /// inside, the text stands above the middle of the line through it. Default: outside, up to the right; for
        /// an arc that has no point there, outside its middle.
        at: Option<PointArg>,
        /// Text in the place of the value; <> in it is the value.
        text: Option<String>,
    }
    |this, edit, look| {
        let radius = Round { target: &this.target, at: this.at, text: this.text.as_ref(), whole: false };
        round(&radius, edit, look)
    }
}

dimension_tool! {
    /// Dimension the diameter of a circle or arc, which it follows.
    korean "원이나 호의 지름을 치수로 표시합니다."
    words ["diameter dimension, hole size, bore size", "지름 치수, 구멍 치수"]
    DimensionDiameter = "dimension_diameter" ("target", "at"),
    "draw_circle({ name: 'hole', x: 0, y: 0, radius: 12 });\n\
     dimension_diameter({ name: 'd1', target: 'hole', at: [20, 20] })",
    {
        /// The circle, the arc, or a round edge ("slot.arc[0]").
        target: String,
        /// End of the dimension line [x, y]. Outside the circle, the text begins beside it, after a short horizontal line;
        /// inside, the text stands above the middle of the line through it. Default: outside, up to the right; for
        /// an arc that has no point there, outside its middle.
        at: Option<PointArg>,
        /// Text in the place of the value; <> in it is the value.
        text: Option<String>,
    }
    |this, edit, look| {
        let diameter = Round { target: &this.target, at: this.at, text: this.text.as_ref(), whole: true };
        round(&diameter, edit, look)
    }
}

annotation_tool! {
    /// Draw a leader: an arrow that points at something, and a text behind it. The tip follows what it points at.
    korean "화살표와 글자로 된 지시선을 그립니다."
    words ["note, callout, arrow, annotation, remark, label with a line", "지시선, 주석, 화살표"]
    DrawLeader = "leader" ("target", "points", "text"),
    "draw_circle({ name: 'hole', x: 0, y: 0, radius: 4 });\n\
     leader({ name: 'note', target: 'hole', points: [15, 12], text: 'M8 탭' })",
    {
        /// Target of the tip: a point [x, y], a part ("plate.edge[1]") or an entity.
        target: Anchor,
        /// The bends and, last, where the text begins: [x1, y1, ...], one point or more.
        points: Points,
        /// The text; "\n" begins a new line.
        text: String,
    }
    {
        /// Ignored with a warning, because a leader shows no number. Earlier schemas listed this parameter.
        #[schemars(skip)]
        decimals: Option<IgnoredAny>,
        /// Ignored with a warning, as `decimals` is.
        #[schemars(skip)]
        suffix: Option<IgnoredAny>,
    }
    |this, _look| {
        let is_given = this.decimals.is_some() || this.suffix.is_some();
        is_given.then(|| bilingual!(
            "leader: decimals and suffix have no effect on a leader. Remove them from the call.",
            "leader: decimals와 suffix는 지시선에 효과가 없어요. 호출에서 빼세요."
        ))
    },
    |this, edit, look| leader(&this.target, &this.points, &this.text, edit, look)
}

fn warn(cx: &mut ToolCx<'_>, tool: &str, shape: &Shape) {
    match shape {
        Shape::Dimension(tied) => warn_of_missing(cx, tool, &tied.dimension.label()),
        Shape::Leader(tied) => warn_of_missing(cx, tool, &tied.leader.text),
        _ => {}
    }
}
