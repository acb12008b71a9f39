//! Tables of a DXF file: layers, line types, dimension styles; and the styles of entities that they define.

use super::super::super::imported::ImportedLayer;
use super::inherited::{Inherited, Uses};
use super::line_types::LineTypes;
use crate::dxf::colors;
use crate::report::Report;
use std::collections::BTreeMap;
use trammel_dxf::Document;
use trammel_dxf::Entity;
use trammel_dxf::Tag;
use trammel_dxf::coding::Coding;
use trammel_scene::{Color, Stroke, Style, Units};

/// Width of a line without a stated width, in millimeters.
const DEFAULT_WEIGHT: f64 = 0.25;

/// Value of a line weight that is that of the insert.
const WEIGHT_BY_BLOCK: i64 = -2;

/// Entries of the tables. Names are compared without regard to case.
#[derive(Debug)]
pub(super) struct Tables<'a> {
    layers: Vec<ImportedLayer>,
    layer_of: BTreeMap<String, usize>,
    line_types: LineTypes,
    /// Width factor and slant in degrees of each text style.
    text_styles: BTreeMap<String, [f64; 2]>,
    dimension_styles: BTreeMap<String, Entity<'a>>,
    /// Drawing units in one millimeter.
    millimeter: f64,
    /// Scale factor of all dashes.
    dash_scale: f64,
}

impl<'a> Tables<'a> {
    /// Reads the tables of a file. `factor` converts its lengths to `units`.
    pub(super) fn read(document: &Document<'a>, coding: Coding, units: Units, factor: f64) -> Tables<'a> {
        let scale = document
            .variable("$LTSCALE")
            .and_then(Tag::real)
            .filter(|scale| *scale > 0.0)
            .unwrap_or(1.0);
        let mut tables = Tables {
            layers: Vec::new(),
            layer_of: BTreeMap::new(),
            line_types: LineTypes::default(),
            text_styles: BTreeMap::new(),
            dimension_styles: BTreeMap::new(),
            millimeter: 1.0 / units.millimeters(),
            dash_scale: scale * factor,
        };
        let mut layers = Vec::new();
        for record in &document.tables {
            // A table entry with an invalid number is treated as missing.
            let Ok(entity) = document.entity(record) else {
                continue;
            };
            let name = entity.tag(2).map(|tag| coding.name(tag)).unwrap_or_default();
            match record.kind {
                "LAYER" => layers.push((name, entity)),
                "LTYPE" => tables.line_types.add(&name, &entity),
                "STYLE" => {
                    let number = |code, usual| entity.real(code).unwrap_or(usual);
                    let style = [number(41, 1.0), number(50, 0.0)];
                    tables.text_styles.insert(name.to_lowercase(), style);
                }
                _ => {
                    tables.dimension_styles.insert(name.to_lowercase(), entity);
                }
            }
        }
        for (name, entity) in layers {
            tables.add_layer(&name, &entity, coding);
        }
        tables
    }

    fn add_layer(&mut self, name: &str, entity: &Entity<'_>, coding: Coding) {
        let key = name.to_lowercase();
        if self.layer_of.contains_key(&key) {
            return;
        }
        let line_type = entity.tag(6).map(|tag| coding.name(tag)).unwrap_or_default();
        let color = entity.int(62);
        let layer = ImportedLayer {
            name: name.to_owned(),
            color: true_color(entity).unwrap_or_else(|| colors::of_index(color.unsigned_abs())),
            line_weight: Some(self.weight(entity).unwrap_or(DEFAULT_WEIGHT * self.millimeter)),
            dash: self.dash(&line_type, 1.0).unwrap_or_default(),
            // A negative color means off, the first bit frozen.
            is_hidden: color < 0 || entity.has_flag(70, 1),
            is_plotted: entity.tag(290).and_then(Tag::int) != Some(0),
            is_locked: entity.has_flag(70, 4),
        };
        self.layer_of.insert(key, self.layers.len());
        self.layers.push(layer);
    }

    /// Returns the layer with this name. A layer that the table lacks has the default style.
    pub(super) fn layer(&mut self, name: &str) -> &ImportedLayer {
        let name = if name.is_empty() { "0" } else { name };
        let (layers, millimeter) = (&mut self.layers, self.millimeter);
        let index = *self.layer_of.entry(name.to_lowercase()).or_insert_with(|| {
            layers.push(ImportedLayer {
                name: name.to_owned(),
                color: Color::Ink,
                line_weight: Some(DEFAULT_WEIGHT * millimeter),
                dash: Vec::new(),
                is_hidden: false,
                is_plotted: true,
                is_locked: false,
            });
            layers.len() - 1
        });
        &self.layers[index]
    }

    /// Returns the dimension style with this name.
    pub(super) fn dimension_style(&self, name: &str) -> Option<&Entity<'a>> {
        self.dimension_styles.get(&name.to_lowercase())
    }

    /// Returns the width factor and the slant in degrees of the text style with this name.
    pub(super) fn text_style(&self, name: &str) -> Option<[f64; 2]> {
        self.text_styles.get(&name.to_lowercase()).copied()
    }

    /// Reports the differences of the line types in use.
    pub(super) fn report_line_types(&self, report: &mut Report) {
        self.line_types.report(report);
    }

    /// Returns all layers.
    pub(super) fn into_layers(self) -> Vec<ImportedLayer> {
        self.layers
    }

    /// Returns the style of an entity on a layer, in a block with these properties, and the uses of the properties; `None`
    /// if it is the style of the layer.
    pub(super) fn style(
        &mut self,
        entity: &Entity<'_>,
        layer: &str,
        coding: Coding,
        inherited: &Inherited,
    ) -> (Option<Style>, Uses) {
        let (color, mut uses) = stated_color(entity, inherited);
        uses.width = entity.tag(370).and_then(Tag::int) == Some(WEIGHT_BY_BLOCK);
        let weight = if uses.width {
            inherited.width
        } else {
            self.weight(entity)
        };
        let scale = entity.real(48).filter(|scale| *scale > 0.0).unwrap_or(1.0);
        let line_type = entity.tag(6).map(|tag| coding.name(tag)).unwrap_or_default();
        uses.dash = line_type.eq_ignore_ascii_case("byblock");
        let dash = if uses.dash {
            inherited.dash.clone()
        } else {
            self.dash(&line_type, scale)
        };
        if color.is_none() && weight.is_none() && dash.is_none() && inherited.scale == 1.0 {
            return (None, uses);
        }
        let mut style = self.layer_style(layer);
        let stroke = style.stroke.get_or_insert_with(Stroke::default);
        stroke.color = color.unwrap_or(stroke.color);
        stroke.width = weight.unwrap_or(stroke.width);
        if let Some(dash) = dash {
            stroke.set_pattern(dash);
        }
        if inherited.scale != 1.0 {
            stroke.width = short(stroke.width / inherited.scale);
            for length in &mut stroke.dash {
                *length = short(*length / inherited.scale);
            }
        }
        (Some(style), uses)
    }

    /// Returns the style of a layer.
    pub(super) fn layer_style(&mut self, layer: &str) -> Style {
        let layer = self.layer(layer);
        let mut stroke = Stroke {
            color: layer.color,
            width: layer.line_weight.unwrap_or_default(),
            ..Stroke::default()
        };
        stroke.set_pattern(layer.dash.clone());
        Style {
            stroke: Some(stroke),
            fill: None,
        }
    }

    /// Returns the stated line width in drawing units.
    fn weight(&self, entity: &Entity<'_>) -> Option<f64> {
        let hundredths = entity.tag(370).and_then(Tag::int)?;
        (1..=1000)
            .contains(&hundredths)
            .then(|| clean(hundredths as f64 / 100.0 * self.millimeter))
    }

    /// Returns the dashes of a named line type; `None` for the line type of the layer.
    fn dash(&mut self, line_type: &str, scale: f64) -> Option<Vec<f64>> {
        let key = line_type.to_lowercase();
        if key.is_empty() || key == "bylayer" || key == "byblock" {
            return None;
        }
        let factor = scale * self.dash_scale;
        let dashes = self.line_types.use_dashes(line_type);
        Some(dashes.iter().map(|length| clean(length * factor)).collect())
    }
}

/// Rounds a length to six decimals, which removes conversion errors.
fn clean(value: f64) -> f64 {
    format!("{value:.6}").parse().unwrap_or(value)
}

/// Rounds a length to twelve decimals, which keeps lines of content that is scaled up much.
fn short(value: f64) -> f64 {
    format!("{value:.12}").parse().unwrap_or(value)
}

/// Returns the color that an entity states, in a block with these properties, and the uses of the properties; `None` for the
/// color of the layer.
pub(super) fn stated_color(entity: &Entity<'_>, inherited: &Inherited) -> (Option<Color>, Uses) {
    let index = entity.tag(62).and_then(Tag::int);
    let color = true_color(entity).or_else(|| match index {
        Some(0) => inherited.color,
        Some(index @ 1..=255) => Some(colors::of_index(index.unsigned_abs())),
        // 256 means the color of the layer.
        _ => None,
    });
    let uses = Uses {
        color: index == Some(0) && true_color(entity).is_none(),
        ..Uses::default()
    };
    (color, uses)
}

fn true_color(entity: &Entity<'_>) -> Option<Color> {
    entity.tag(420).and_then(Tag::int).map(rgb_color)
}

/// Returns the color of a number whose bytes are red, green, and blue.
pub(super) fn rgb_color(rgb: i64) -> Color {
    let channel = |shift: u32| ((rgb >> shift) & 0xff) as f64 / 255.0;
    Color::Rgba([channel(16), channel(8), channel(0), 1.0])
}
