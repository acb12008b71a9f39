//! Drawing tools for basic shapes. Each tool takes a name, its own geometry, and three common options, which the
//! macro `drawing_tool` declares.

use super::draw::{Options, draw};
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use super::types::{AngleUnit, Points, StyleArg};
use schemars::JsonSchema;
use serde::Deserialize;
use std::f64::consts::{FRAC_PI_2, TAU};
use trammel_kernel::{Path, Point, Seg};
use trammel_language::{Bilingual, bilingual};
use trammel_scene::{Boundaries, PathData, Shape, check_size};

macro_rules! drawing_tool {
    (
        $(#[$doc:meta])* korean $korean:literal words $words:tt $tool:ident = $name:literal ($($positional:literal),*), $example:literal
        { $($(#[$field_doc:meta])* $field:ident : $type:ty,)* }
        |$this:ident| $shape:expr
    ) => {
        $(#[$doc])*
        #[derive(Debug, Deserialize, JsonSchema)]
        pub(super) struct $tool {
            /// Name of the new entity; unique in the drawing.
            name: String,
            $($(#[$field_doc])* $field: $type,)*
            /// Stroke and fill. Default: ink outline 0.35 mm wide, no fill.
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
            const DOMAIN: Domain = Domain::Primitives;
            const KIND: Kind = Kind::Action;
            const VERB: Verb = Verb::Draw;
            const POSITIONAL: &'static [&'static str] = &["name", $($positional),*, "style"];
            const EXAMPLE: &'static str = $example;

            fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
                let $this = &self;
                let shape: Shape = $shape?;
                let options = Options { style: self.style, layer: self.layer, replace: self.replace, ..Options::default() };
                draw(cx.edit, Self::NAME, &self.name, shape, options)
            }
        }
    };
}

drawing_tool! {
    /// Draw a segment or polyline through points, optionally closed.
    korean "선분이나 폴리선을 그립니다. closed를 주면 닫힌 선이 됩니다."
    words ["segment, polyline, wall, chain of lines, open path, triangle", "선분, 폴리선, 폴리라인, 벽, 연속선"]
    DrawLine = "draw_line" ("points", "closed"),
    "draw_line({ name: 'spine', points: [0, 0, 100, 0, 100, 40] })"
    {
        /// Coordinates [x1, y1, x2, y2, ...], two points or more.
        points: Points,
        /// Join the last point to the first. Default: false.
        closed: Option<bool>,
    }
    |line| Ok::<_, ToolError>(Shape::Line { points: line.points.0.clone(), closed: line.closed.unwrap_or(false) })
}

drawing_tool! {
    /// Draw a circle from its center and radius.
    korean "원을 그립니다. x, y는 중심입니다."
    words ["hole, bore, disc, round, drill, ring", "구멍, 원형, 드릴, 동그라미"]
    DrawCircle = "draw_circle" ("x", "y", "radius"),
    "draw_circle({ name: 'head', x: 0, y: 0, radius: 50 })"
    {
        /// Center x.
        x: f64,
        /// Center y.
        y: f64,
        /// Radius, above 0.
        radius: f64,
    }
    |circle| Ok::<_, ToolError>(Shape::Circle { center: Point::new(circle.x, circle.y), radius: circle.radius })
}

drawing_tool! {
    /// Draw an axis-parallel rectangle from its lower-left corner, width and height.
    korean "직사각형을 그립니다. x, y는 왼쪽 아래 모서리입니다."
    words ["box, plate, square, panel, rounded rectangle, sheet, frame", "네모, 판, 상자, 정사각형, 패널"]
    DrawRect = "draw_rect" ("x", "y", "width", "height", "corner_radius"),
    "draw_rect({ name: 'body', x: -25, y: 0, width: 50, height: 80 })"
    {
        /// The smallest x (left edge).
        x: f64,
        /// The smallest y (lower edge; y points up).
        y: f64,
        /// Extent in x, above 0.
        width: f64,
        /// Extent in y, above 0.
        height: f64,
        /// Radius of rounded corners. Default: 0, sharp.
        corner_radius: Option<f64>,
    }
    |rect| Ok::<_, ToolError>(Shape::Rect {
        corner: Point::new(rect.x, rect.y),
        width: rect.width,
        height: rect.height,
        corner_radius: rect.corner_radius.unwrap_or(0.0),
    })
}

drawing_tool! {
    /// Draw a circular arc, counterclockwise from start_angle to end_angle. 0 points along +x. A full turn is a
    /// whole circle.
    korean "호를 그립니다. 시작 각에서 끝 각까지 반시계 방향입니다."
    words ["part of a circle, curve, bow, round edge", "원호, 곡선"]
    DrawArc = "draw_arc" ("cx", "cy", "radius", "start_angle", "end_angle"),
    "draw_arc({ name: 'smile', cx: 0, cy: 0, radius: 10, start_angle: 0, end_angle: Math.PI / 2 })"
    {
        /// Center x.
        cx: f64,
        /// Center y.
        cy: f64,
        /// Radius, above 0.
        radius: f64,
        /// Start angle.
        start_angle: f64,
        /// End angle; if it is not larger than start_angle, one turn is added.
        end_angle: f64,
        /// Unit of both angles. Default: radian.
        angle_unit: Option<AngleUnit>,
    }
    |arc| {
        let unit = arc.angle_unit.unwrap_or_default();
        Ok::<_, ToolError>(Shape::Arc {
            center: Point::new(arc.cx, arc.cy),
            radius: arc.radius,
            start_angle: unit.radians(arc.start_angle),
            end_angle: unit.radians(arc.end_angle),
        })
    }
}

drawing_tool! {
    /// Draw a closed polygon, optionally with holes.
    korean "다각형을 그립니다. 구멍을 둘 수 있습니다."
    words ["triangle, closed outline, area with holes, contour, profile", "다각형, 삼각형, 구멍 있는 영역, 닫힌 윤곽"]
    DrawPolygon = "draw_polygon" ("points", "holes"),
    "draw_polygon({ name: 'roof', points: [0, 0, 40, 0, 20, 30] })"
    {
        /// Coordinates of the outer boundary [x1, y1, x2, y2, ...], three points or more.
        points: Points,
        /// Boundaries of holes, each as [x1, y1, x2, y2, ...].
        holes: Option<Vec<Points>>,
    }
    |polygon| Ok::<_, ToolError>(Shape::Polygon {
        points: polygon.points.0.clone(),
        holes: polygon.holes.iter().flatten().map(|hole| hole.0.clone()).collect(),
    })
}

drawing_tool! {
    /// Draw a regular polygon by its circumscribed circle. The first corner is straight up from the center.
    korean "정다각형을 그립니다."
    words ["hexagon, nut, octagon, pentagon, equilateral triangle, across flats", "육각형, 정다각형, 너트, 팔각형"]
    DrawRegularPolygon = "draw_regular_polygon" ("cx", "cy", "radius", "sides"),
    "draw_regular_polygon({ name: 'nut', cx: 0, cy: 0, radius: 20, sides: 6 })"
    {
        /// Center x.
        cx: f64,
        /// Center y.
        cy: f64,
        /// Radius of the circle through the corners, above 0.
        radius: f64,
        /// Number of sides, 3 to 1000.
        sides: i64,
    }
    |polygon| regular_polygon(Point::new(polygon.cx, polygon.cy), polygon.radius, polygon.sides)
}

drawing_tool! {
    /// Draw an ellipse, or with two angles an elliptic arc, counterclockwise.
    korean "타원을 그립니다. 각도를 주면 타원 호가 됩니다."
    words ["oval, elliptic arc", "타원, 타원호"]
    DrawEllipse = "draw_ellipse" ("cx", "cy", "rx", "ry", "rotation", "start_angle", "end_angle"),
    "draw_ellipse({ name: 'pond', cx: 0, cy: 0, rx: 40, ry: 25, rotation: Math.PI / 6 })"
    {
        /// Center x.
        cx: f64,
        /// Center y.
        cy: f64,
        /// Half the first axis, above 0.
        rx: f64,
        /// Half the second axis, above 0.
        ry: f64,
        /// Direction of the first axis, from +x. Default: 0.
        rotation: Option<f64>,
        /// Parameter at which an arc starts, counted from the first axis. Default: 0.
        start_angle: Option<f64>,
        /// Parameter at which an arc ends. Default: one turn after start_angle.
        end_angle: Option<f64>,
        /// Unit of the three angles. Default: radian.
        angle_unit: Option<AngleUnit>,
    }
    |ellipse| {
        let unit = ellipse.angle_unit.unwrap_or_default();
        let start = unit.radians(ellipse.start_angle.unwrap_or(0.0));
        Ok::<_, ToolError>(Shape::Ellipse {
            center: Point::new(ellipse.cx, ellipse.cy),
            rx: ellipse.rx,
            ry: ellipse.ry,
            rotation: unit.radians(ellipse.rotation.unwrap_or(0.0)),
            start_angle: start,
            end_angle: ellipse.end_angle.map_or(start + TAU, |end| unit.radians(end)),
        })
    }
}

drawing_tool! {
    /// Draw a point: a dot as wide as its stroke, to measure from and snap to.
    korean "점을 찍습니다. 재거나 맞출 기준이 됩니다."
    words ["node, mark, center mark, construction point", "점, 표시, 중심점"]
    DrawPoint = "draw_point" ("x", "y"),
    "draw_point({ name: 'datum', x: 0, y: 0 })"
    {
        /// x.
        x: f64,
        /// y.
        y: f64,
    }
    |point| Ok::<_, ToolError>(Shape::Point { at: Point::new(point.x, point.y) })
}

drawing_tool! {
    /// Draw curves given as SVG path data (M L H V C S Q T A Z, absolute or relative, several subpaths), with y
    /// pointing up, so that an arc A with sweep flag 1 runs counterclockwise.
    korean "SVG 경로 문법으로 곡선을 그립니다."
    words ["spline, curve, path data, svg path, freeform, smooth line", "스플라인, 곡선, 경로, 자유 곡선"]
    DrawBezier = "draw_bezier" ("path"),
    "draw_bezier({ name: 'wave', path: 'M0,0 C0,100 100,100 100,0' })"
    {
        /// SVG path data, for example "M0,0 C0,100 100,100 100,0".
        path: String,
    }
    |bezier| PathData::new(&bezier.path).map(Shape::Bezier).map_err(|e| ToolError::new(bilingual!("draw_bezier: path: {e}", "draw_bezier: path: {e:#}")))
}

drawing_tool! {
    /// Draw an area from exact boundaries, as returned by get_entity for a region. For areas of other shapes use the
    /// boolean tools.
    korean "경계를 그대로 주어 영역을 그립니다."
    words ["area with holes, exact boundary, face", "영역, 면"]
    DrawRegion = "draw_region" ("paths"),
    "draw_region({ name: 'half', paths: [[['line', -5, 0, 5, 0], ['arc', 0, 0, 5, 0, 0, 5, 0, Math.PI]]] })"
    {
        /// Closed boundaries, holes clockwise. Each is a list of pieces: ["line", ax, ay, bx, by],
        /// ["arc", cx, cy, px, py, qx, qy, t0, dt] for c + p cos t + q sin t, ["cubic", 4 points].
        paths: Boundaries,
    }
    |region| Ok::<_, ToolError>(Shape::Region { paths: region.paths.0.clone() })
}

fn regular_polygon(center: Point, radius: f64, sides: i64) -> Result<Shape, ToolError> {
    let wrong = |problem: Bilingual| {
        ToolError::new(bilingual!(
            "draw_regular_polygon: {problem}",
            "draw_regular_polygon: {problem:#}"
        ))
    };
    check_size("radius", radius).map_err(wrong)?;
    let count = usize::try_from(sides).ok().filter(|n| (3..=1000).contains(n));
    let Some(count) = count else {
        return Err(wrong(bilingual!(
            "sides must be from 3 to 1000, got {sides}",
            "sides는 3~1000이어야 하는데 {sides}을(를) 받았어요"
        )));
    };
    let outline = Path::regular_polygon(center, radius, count, FRAC_PI_2);
    Ok(Shape::Polygon {
        points: outline.segs.iter().map(Seg::start).collect(),
        holes: Vec::new(),
    })
}
