//! Tables of the file that entities refer to: layers, line types, and dimension styles.
//!
//! Invariant: an entity refers only to rows that [`Tables`] has, so that the file is complete.

use super::names::Names;
use super::plan::Plan;
use crate::report::Reason;
use std::collections::BTreeMap;
use trammel_dxf::aci;
use trammel_dxf::tag_writer::number;
use trammel_scene::annotate::DimStyle;
use trammel_scene::{Color, Definitions, LineType, Name, Stroke};

/// Line weights that DXF permits, in hundredths of a millimeter.
const WEIGHTS: [u8; 24] = [
    0, 5, 9, 13, 15, 18, 20, 25, 30, 35, 40, 50, 53, 60, 70, 80, 90, 100, 106, 120, 140, 158, 200, 211,
];

/// Line weight for the default of the reading program.
const DEFAULT_WEIGHT: i64 = -3;

/// Difference between a width and a line weight that is not reported, in hundredths of a millimeter.
const WEIGHT_TOLERANCE: f64 = 0.5;

/// Usual width of a line in hundredths of a millimeter, whose loss in a file without line weights is not reported.
const USUAL_HUNDREDTHS: f64 = 35.0;

/// Maximum number of dashes and gaps of a line type.
const MAX_DASHES: usize = 12;

/// Row of the layer table.
#[derive(Clone, Debug)]
pub(super) struct LayerRow {
    /// Name in the file.
    pub(super) name: String,
    /// Color index.
    pub(super) color: u8,
    /// Line weight in hundredths of a millimeter, or -3 for the default.
    pub(super) weight: i64,
}

/// Row of the line type table.
#[derive(Clone, Debug)]
pub(super) struct LineTypeRow {
    /// Name in the file.
    pub(super) name: String,
    /// Alternating lengths of dashes and gaps in units of the file, an even number.
    pub(super) dashes: Vec<f64>,
}

/// Row of the dimension style table.
#[derive(Clone, Debug)]
pub(super) struct DimStyleRow {
    /// Name in the file.
    pub(super) name: String,
    /// Style with lengths in units of the file.
    pub(super) style: DimStyle,
}

/// Attributes of an entity. `None` means the value of the layer.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pen {
    /// Name of the layer in the file.
    pub(super) layer: String,
    /// Color index.
    pub(super) color: Option<u8>,
    /// Name of the line type.
    pub(super) line_type: Option<String>,
    /// Line weight in hundredths of a millimeter.
    pub(super) weight: Option<i64>,
}

impl Pen {
    /// Returns the attributes of an entity that looks like its layer.
    pub(super) fn by_layer(layer: &str) -> Pen {
        Pen {
            layer: layer.to_owned(),
            color: None,
            line_type: None,
            weight: None,
        }
    }

    /// Returns the attributes of an entity of a block that looks like the entity that inserts the block.
    pub(super) fn by_block(layer: &str) -> Pen {
        Pen {
            layer: layer.to_owned(),
            color: Some(0),
            line_type: Some("ByBlock".to_owned()),
            weight: Some(-2),
        }
    }
}

/// Rows of the tables.
#[derive(Debug)]
pub(super) struct Tables {
    /// Layers; the first one is `0`, which has the entities without a layer.
    pub(super) layers: Vec<LayerRow>,
    /// Line types of the drawing.
    pub(super) line_types: Vec<LineTypeRow>,
    /// Dimension styles of the drawing.
    pub(super) dimension_styles: Vec<DimStyleRow>,
    rows: BTreeMap<Name, usize>,
    patterns: BTreeMap<String, usize>,
    line_type_names: Names,
}

impl Tables {
    /// Returns the tables with the layers of a drawing, and the names of layers that the file spells differently.
    pub(super) fn new(definitions: &Definitions, plan: &Plan) -> (Tables, Vec<Name>) {
        let mut names = Names::default();
        let mut tables = Tables {
            layers: vec![LayerRow {
                name: "0".to_owned(),
                color: aci::INK,
                weight: DEFAULT_WEIGHT,
            }],
            line_types: Vec::new(),
            dimension_styles: Vec::new(),
            rows: BTreeMap::new(),
            patterns: BTreeMap::new(),
            line_type_names: Names::default(),
        };
        for name in ["0", "Defpoints"] {
            names.reserve(name);
        }
        for name in ["ByBlock", "ByLayer", "Continuous"] {
            tables.line_type_names.reserve(name);
        }
        let mut renamed = Vec::new();
        for layer in &definitions.layers {
            let (color, weight) = (index(layer.color), weight(layer.line_weight, plan));
            if layer.name.as_str() == "0" {
                tables.layers[0] = LayerRow {
                    name: "0".to_owned(),
                    color,
                    weight,
                };
                tables.rows.insert(layer.name.clone(), 0);
                continue;
            }
            let name = names.unique(&layer.name, "LAYER", plan.is_r12);
            if name != layer.name.as_str() {
                renamed.push(layer.name.clone());
            }
            tables.rows.insert(layer.name.clone(), tables.layers.len());
            tables.layers.push(LayerRow { name, color, weight });
        }
        (tables, renamed)
    }

    /// Returns the attributes for a stroke on a layer. `scale` is the length in the file of one unit of the stroke.
    pub(super) fn pen(&mut self, layer: Option<&Name>, stroke: &Stroke, scale: f64, plan: &Plan) -> Pen {
        let mut pen = self.color_pen(layer, stroke.color);
        let row = self.row(layer);
        let wanted = weight(stroke.width * scale / plan.scale, plan);
        pen.weight = (wanted != row.weight).then_some(wanted);
        pen.line_type = self.line_type(stroke, scale);
        pen
    }

    /// Returns the attributes for an area or a text on a layer.
    pub(super) fn color_pen(&self, layer: Option<&Name>, color: Color) -> Pen {
        let row = self.row(layer);
        let color = index(color);
        Pen {
            layer: row.name.clone(),
            color: (color != row.color).then_some(color),
            line_type: None,
            weight: None,
        }
    }

    /// Returns the name of a dimension style, which is added if it is new.
    pub(super) fn dimension_style(&mut self, style: &DimStyle) -> String {
        let found = self.dimension_styles.iter().find(|row| row.style == *style);
        if let Some(row) = found {
            return row.name.clone();
        }
        let name = format!("TRAMMEL_{}", self.dimension_styles.len() + 1);
        self.dimension_styles.push(DimStyleRow {
            name: name.clone(),
            style: style.clone(),
        });
        name
    }

    fn row(&self, layer: Option<&Name>) -> &LayerRow {
        let at = layer.and_then(|layer| self.rows.get(layer));
        &self.layers[at.copied().unwrap_or(0)]
    }

    /// Returns the name of the line type of a stroke; `None` for a continuous line.
    fn line_type(&mut self, stroke: &Stroke, scale: f64) -> Option<String> {
        let has_gap =
            stroke.dash.len() % 2 == 1 || stroke.dash.iter().skip(1).step_by(2).any(|gap| *gap > 0.0);
        if stroke.dash.is_empty() || !has_gap {
            return None;
        }
        let length = pattern_length(stroke);
        if length > MAX_DASHES {
            return None;
        }
        let dashes = stroke.dash.iter().cycle().take(length);
        let dashes: Vec<f64> = dashes.map(|length| length * scale).collect();
        let key: Vec<String> = dashes.iter().map(|length| number(*length)).collect();
        let key = key.join(" ");
        if let Some(at) = self.patterns.get(&key) {
            return Some(self.line_types[*at].name.clone());
        }
        let known = LineType::of(&stroke.dash, stroke.width).map_or("dashed", |known| known.id);
        let name = self
            .line_type_names
            .unique(&known.to_uppercase(), "DASHED", false);
        self.patterns.insert(key, self.line_types.len());
        self.line_types.push(LineTypeRow {
            name: name.clone(),
            dashes,
        });
        Some(name)
    }
}

/// Returns what the file cannot state of a stroke. `scale` is the length in the file of one unit of the stroke.
pub(super) fn losses(stroke: &Stroke, scale: f64, plan: &Plan) -> Vec<Reason> {
    let mut losses = Vec::new();
    let width = stroke.width * scale / plan.scale;
    if plan.is_r12 {
        if (hundredths(width, plan) - USUAL_HUNDREDTHS).abs() > WEIGHT_TOLERANCE {
            losses.push([
                "The line is written without its width, because files of R12 have no line weights.",
                "R12 파일에는 선 굵기가 없어서 굵기 없이 썼어요.",
            ]);
        }
    } else {
        let permitted = f64::from(u32::try_from(weight(width, plan)).unwrap_or(0));
        if (hundredths(width, plan) - permitted).abs() > WEIGHT_TOLERANCE {
            losses.push([
                "The line is written with the nearest line weight of DXF.",
                "DXF에서 가장 가까운 선 굵기로 썼어요.",
            ]);
        }
    }
    if pattern_length(stroke) > MAX_DASHES {
        losses.push([
            "The line is written without its dashes, because a DXF line type has at most 12 dashes and gaps.",
            "DXF 선 종류에는 선과 틈이 최대 12개라서 파선 없이 썼어요.",
        ]);
    }
    losses
}

/// Whether the palette of DXF has a color, apart from its opacity.
pub(super) fn is_in_palette(color: Color) -> bool {
    match color {
        Color::Ink => true,
        Color::Rgba([r, g, b, _]) => aci::rgb(index(color)) == [r, g, b].map(byte),
    }
}

/// Returns the number of dashes and gaps after which the pattern of a stroke repeats.
fn pattern_length(stroke: &Stroke) -> usize {
    // Dashes of an odd number repeat with dashes and gaps exchanged.
    stroke.dash.len() * (1 + stroke.dash.len() % 2)
}

/// Returns the color index of a color.
fn index(color: Color) -> u8 {
    match color {
        Color::Ink => aci::INK,
        Color::Rgba([r, g, b, _]) => aci::nearest([r, g, b].map(byte)),
    }
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "from 0 to 255"
)]
fn byte(channel: f64) -> u8 {
    (channel * 255.0).round().clamp(0.0, 255.0) as u8
}

/// Returns a width in drawing units in hundredths of a millimeter.
fn hundredths(width: f64, plan: &Plan) -> f64 {
    width * plan.scale * plan.millimeters() * 100.0
}

/// Returns the permitted line weight that is nearest to a width in drawing units.
fn weight(width: f64, plan: &Plan) -> i64 {
    let wanted = hundredths(width, plan);
    let distance = |weight: &u8| (f64::from(*weight) - wanted).abs();
    let nearest = WEIGHTS
        .into_iter()
        .min_by(|a, b| distance(a).total_cmp(&distance(b)));
    nearest.map_or(DEFAULT_WEIGHT, i64::from)
}
