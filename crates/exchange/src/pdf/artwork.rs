//! Painted parts of a drawing, before a scale is chosen.
//!
//! Invariants: lengths are millimeters of the part, y up; every part is visible; the parts are in drawing order. Strokes and
//! fills are those of the SVG file.

use trammel_kernel::affine::line_scale;
use trammel_kernel::{Affine, Bounds, Path};
use trammel_scene::{Cap, Color, Entity, Join, Name, SOLID, Scene, Shape, Style};

/// Visible content of a drawing.
pub(super) struct Artwork {
    /// Parts from back to front.
    pub(super) parts: Vec<Part>,
    /// Extent of the geometry without line widths; `None` if nothing is visible.
    pub(super) bounds: Option<Bounds>,
    /// Width of the widest line.
    pub(super) widest: f64,
    /// Names of the hidden entities.
    pub(super) hidden: Vec<Name>,
    /// Names of the entities with neither a stroke nor a fill.
    pub(super) unpainted: Vec<Name>,
    /// Characters without a glyph, which are drawn as boxes.
    pub(super) boxed: Vec<char>,
}

/// Paths that are painted in one way.
pub(super) struct Part {
    /// Layer of the entity, as an index into the layers of the drawing.
    pub(super) layer: Option<usize>,
    /// Paths.
    pub(super) paths: Vec<Path>,
    /// Line along the paths.
    pub(super) line: Option<Line>,
    /// Color of the interior.
    pub(super) fill: Option<Rgba>,
    /// Whether the interior follows the even-odd rule; the nonzero rule otherwise.
    pub(super) even_odd: bool,
}

/// Red, green, blue, and opacity, 0 to 1 each.
pub(super) type Rgba = [f64; 4];

/// Line along a path.
pub(super) struct Line {
    /// Color.
    pub(super) color: Rgba,
    /// Width.
    pub(super) width: f64,
    /// Alternating lengths of dashes and gaps.
    pub(super) dash: Vec<f64>,
    /// Cap of the ends.
    pub(super) cap: Cap,
    /// Join of the corners.
    pub(super) join: Join,
}

/// Opaque black, the color of ink on paper.
pub(super) const BLACK: Rgba = [0.0, 0.0, 0.0, 1.0];

impl Artwork {
    /// Collects the visible parts of a drawing.
    pub(super) fn of(scene: &Scene) -> Artwork {
        let mut artwork = Artwork {
            parts: Vec::new(),
            bounds: None,
            widest: 0.0,
            hidden: Vec::new(),
            unpainted: Vec::new(),
            boxed: Vec::new(),
        };
        let to_mm = Affine::scale(scene.units().millimeters());
        for entity in scene.walk().filter(|entity| !entity.shape.is_group()) {
            if !scene.is_shown(entity) {
                artwork.hidden.push(entity.name.clone());
                continue;
            }
            let map = to_mm * scene.parent_transform(entity) * entity.matrix();
            let named = entity.layer.as_ref();
            let layers = &scene.definitions().layers;
            let layer = named.and_then(|name| layers.iter().position(|layer| layer.name == *name));
            let before = artwork.parts.len();
            for painted in painted_parts(entity) {
                artwork.add(&painted, layer, &map);
            }
            if artwork.parts.len() == before {
                artwork.unpainted.push(entity.name.clone());
            }
            if let Some(wording) = entity.shape.wording() {
                artwork.note_boxed(&wording);
            }
        }
        artwork
    }

    fn add(&mut self, painted: &Painted<'_>, layer: Option<usize>, map: &Affine) {
        let line = painted.style.stroke.as_ref().filter(|stroke| stroke.width > 0.0);
        let stretch = line_scale(map);
        let line = line.map(|stroke| Line {
            color: rgba(stroke.color),
            width: stroke.width * stretch,
            dash: stroke.dash.iter().map(|length| length * stretch).collect(),
            cap: if painted.is_dot { Cap::Round } else { stroke.cap },
            join: stroke.join,
        });
        let fill = painted.style.fill.map(|fill| rgba(fill.color));
        let fill = fill.filter(|_| painted.has_interior);
        if line.is_none() && fill.is_none() {
            return;
        }
        self.widest = line
            .iter()
            .fold(self.widest, |widest, line| widest.max(line.width));
        let paths: Vec<Path> = painted.paths.iter().map(|path| path.transformed(map)).collect();
        let bounds = paths.iter().filter_map(Path::bounds);
        self.bounds = Bounds::union_all(self.bounds.into_iter().chain(bounds));
        self.parts.push(Part {
            layer,
            paths,
            line,
            fill,
            even_odd: painted.even_odd,
        });
    }

    /// Notes the characters of a text that have no glyph.
    pub(super) fn note_boxed(&mut self, text: &str) {
        for c in trammel_text::missing(text) {
            if !self.boxed.contains(&c) {
                self.boxed.push(c);
            }
        }
    }
}

/// Paths of an entity in local coordinates, with their style.
struct Painted<'a> {
    paths: Vec<Path>,
    style: std::borrow::Cow<'a, Style>,
    even_odd: bool,
    is_dot: bool,
    has_interior: bool,
}

fn painted_parts(entity: &Entity) -> Vec<Painted<'_>> {
    let style = &*entity.style;
    let of_paths = |paths: Vec<Path>| Painted {
        paths,
        style: std::borrow::Cow::Borrowed(style),
        even_odd: false,
        is_dot: false,
        has_interior: true,
    };
    let shape = &entity.shape;
    match shape {
        Shape::Group => Vec::new(),
        Shape::Dimension(_) | Shape::Leader(_) => annotation(shape, style),
        Shape::Text(text) => vec![Painted {
            even_odd: true,
            ..of_paths(text.paths())
        }],
        Shape::Point { .. } => vec![Painted {
            is_dot: true,
            has_interior: false,
            ..of_paths(shape.paths())
        }],
        Shape::Hatch(tied) => vec![Painted {
            even_odd: true,
            has_interior: tied.pattern == SOLID,
            ..of_paths(shape.paths())
        }],
        Shape::Polygon { .. } | Shape::Region { .. } => vec![Painted {
            even_odd: true,
            ..of_paths(shape.paths())
        }],
        // A filled straight line has no area, but a PDF viewer would paint it as a hairline.
        Shape::Line { points, .. } => vec![Painted {
            has_interior: points.len() > 2,
            ..of_paths(shape.paths())
        }],
        _ => vec![of_paths(shape.paths())],
    }
}

/// Returns the lines of an annotation, and its arrowheads and text filled with the color of its lines.
fn annotation<'a>(shape: &Shape, style: &Style) -> Vec<Painted<'a>> {
    let Some(drawn) = shape.drawn_form() else {
        return Vec::new();
    };
    let [lines, fills] = style.of_annotation();
    let part = |(paths, style)| Painted {
        paths,
        style: std::borrow::Cow::Owned(style),
        even_odd: true,
        is_dot: false,
        has_interior: true,
    };
    [(drawn.lines, lines), (drawn.fills, fills)].map(part).into()
}

fn rgba(color: Color) -> Rgba {
    match color {
        Color::Ink => BLACK,
        Color::Rgba(rgba) => rgba,
    }
}
