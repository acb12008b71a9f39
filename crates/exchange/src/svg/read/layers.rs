//! Layers of a file: those of Inkscape, and one for each color.

use super::super::super::imported::{ImportedItem, ImportedLayer};
use trammel_scene::{Color, MAX_LAYERS, Stroke, Style};

/// Maximum number of layers; more colors share no layer. A part of those of a drawing, which may have its own layers.
const MOST: usize = MAX_LAYERS / 2;

/// Names of usual colors.
const NAMES: [(&str, [u8; 3]); 12] = [
    ("black", [0, 0, 0]),
    ("white", [255, 255, 255]),
    ("red", [255, 0, 0]),
    ("lime", [0, 255, 0]),
    ("blue", [0, 0, 255]),
    ("yellow", [255, 255, 0]),
    ("cyan", [0, 255, 255]),
    ("magenta", [255, 0, 255]),
    ("green", [0, 128, 0]),
    ("gray", [128, 128, 128]),
    ("orange", [255, 165, 0]),
    ("purple", [128, 0, 128]),
];

/// Layers in the order of their first item.
#[derive(Debug, Default)]
pub(super) struct Layers(Vec<ImportedLayer>);

impl Layers {
    /// Puts an item with this style on a layer, on the one with the name of its color if `stated` is `None`. The item
    /// has no style of its own if it has that of the layer.
    pub(super) fn put_on_layer(&mut self, item: &mut ImportedItem, style: Style, stated: Option<&str>) {
        let color = style.stroke.as_ref().map(|stroke| stroke.color);
        let color = color.or(style.fill.map(|fill| fill.color)).unwrap_or(Color::Ink);
        let name = stated.map_or_else(|| color_name(color), str::to_owned);
        let found = self.0.iter().position(|layer| layer.name == name);
        let at = match found {
            Some(at) => at,
            None if self.0.len() >= MOST => {
                item.style = Some(style);
                return;
            }
            None => {
                self.0.push(ImportedLayer {
                    name,
                    color: opaque(color),
                    line_weight: style.stroke.as_ref().map(|stroke| stroke.width),
                    dash: Vec::new(),
                    is_hidden: false,
                    is_plotted: true,
                    is_locked: false,
                });
                self.0.len() - 1
            }
        };
        let layer = &mut self.0[at];
        if layer.line_weight.is_none() {
            layer.line_weight = style.stroke.as_ref().map(|stroke| stroke.width);
        }
        let of_layer = Stroke {
            color: layer.color,
            width: layer.line_weight.unwrap_or(-1.0),
            ..Stroke::default()
        };
        let is_usual = style.fill.is_none() && style.stroke.as_ref() == Some(&of_layer);
        item.layer = Some(layer.name.clone());
        item.style = (!is_usual).then_some(style);
    }

    /// Returns the layers.
    pub(super) fn into_layers(self) -> Vec<ImportedLayer> {
        self.0
    }
}

fn opaque(color: Color) -> Color {
    match color {
        Color::Ink => Color::Ink,
        Color::Rgba([r, g, b, _]) => Color::Rgba([r, g, b, 1.0]),
    }
}

/// Returns the name of a color: a usual name or `#rrggbb`.
fn color_name(color: Color) -> String {
    let Color::Rgba([r, g, b, _]) = color else {
        return "black".to_owned();
    };
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to 0..=255 and rounded"
    )]
    let bytes = [r, g, b].map(|channel| (channel.clamp(0.0, 1.0) * 255.0).round() as u8);
    let named = NAMES.iter().find(|(_, own)| *own == bytes);
    named.map_or_else(
        || format!("#{:02x}{:02x}{:02x}", bytes[0], bytes[1], bytes[2]),
        |(name, _)| (*name).to_owned(),
    )
}
