//! Content of the drawing at its scale, which every page shows a part of.
//!
//! Coordinates are millimeters on paper from the lower left corner of the drawing.

use super::artwork::{Artwork, Line, Part, Rgba};
use super::content::Content;
use std::collections::BTreeSet;
use trammel_formats::PdfLineWidths;
use trammel_kernel::{Affine, Bounds};
use trammel_scene::{Cap, Join};

/// Width in millimeters of the widest line of ISO 128.
const WIDEST: f64 = 2.0;

/// Width in millimeters of the narrowest line of ISO 128; a line that is scaled is not narrower.
const NARROWEST: f64 = 0.13;

/// Written content.
pub(super) struct DrawingContent {
    /// Operators.
    pub(super) bytes: Vec<u8>,
    /// Opacities of lines and interiors, which need a graphics state each.
    pub(super) opacities: BTreeSet<Opacity>,
    /// Layers with content, as indices into the layers of the drawing.
    pub(super) layers: BTreeSet<usize>,
    /// Number of parts whose lines are narrowed to the widest line.
    pub(super) narrowed: usize,
}

/// Opacity of lines and of interiors, 0 to 255.
pub(super) type Opacity = [u8; 2];

const OPAQUE: Opacity = [255, 255];

/// Returns the name of the graphics state with this opacity.
pub(super) fn state_name([line, fill]: Opacity) -> String {
    format!("G{line}.{fill}")
}

/// Returns the name of a layer in the content.
pub(super) fn layer_name(layer: usize) -> String {
    format!("L{layer}")
}

/// Returns whether lines keep their width at every scale.
pub(super) fn keeps_widths(artwork: &Artwork, widths: PdfLineWidths) -> bool {
    match widths {
        PdfLineWidths::Auto => artwork.widest <= WIDEST,
        PdfLineWidths::Paper => true,
        PdfLineWidths::Scaled => false,
    }
}

/// Writes the drawing within these bounds at a scale.
pub(super) fn write(artwork: &Artwork, bounds: &Bounds, scale: f64, keeps_widths: bool) -> DrawingContent {
    let mut writer = Writer {
        content: Content::default(),
        map: Affine::scale(scale) * Affine::translate(-bounds.min.to_vec2()),
        scale,
        keeps_widths,
        state: State::default(),
        opacities: BTreeSet::new(),
        layers: BTreeSet::new(),
        narrowed: 0,
    };
    // The limit of SVG.
    writer.content.op(&[4.0], "M");
    for part in &artwork.parts {
        writer.part(part);
    }
    writer.enter_layer(None);
    DrawingContent {
        bytes: writer.content.finish(),
        opacities: writer.opacities,
        layers: writer.layers,
        narrowed: writer.narrowed,
    }
}

struct Writer {
    content: Content,
    map: Affine,
    scale: f64,
    keeps_widths: bool,
    state: State,
    opacities: BTreeSet<Opacity>,
    layers: BTreeSet<usize>,
    narrowed: usize,
}

/// Graphics state of the stream; `None` before it is set.
#[derive(Default)]
struct State {
    layer: Option<usize>,
    opacity: Option<Opacity>,
    line_color: Option<Rgba>,
    fill_color: Option<Rgba>,
    width: Option<f64>,
    dash: Option<Vec<f64>>,
    ends: Option<(Cap, Join)>,
}

/// Stores the value and returns whether it differs from the stored one.
fn changes<T: PartialEq>(stored: &mut Option<T>, value: T) -> bool {
    let differs = stored.as_ref() != Some(&value);
    *stored = Some(value);
    differs
}

impl Writer {
    fn part(&mut self, part: &Part) {
        self.enter_layer(part.layer);
        self.set_opacity([
            part.line.as_ref().map_or(255, |line| byte(line.color[3])),
            part.fill.map_or(255, |fill| byte(fill[3])),
        ]);
        if let Some(fill) = part.fill
            && changes(&mut self.state.fill_color, fill)
        {
            self.content.fill_color(fill);
        }
        if let Some(line) = &part.line {
            self.set_line(line);
        }
        let star = if part.even_odd { "*" } else { "" };
        let is_opaque = self.state.opacity == Some(OPAQUE);
        match (&part.line, part.fill) {
            (Some(_), Some(_)) if is_opaque => self.paint(part, &format!("B{star}")),
            // A single operator would not show the interior below a transparent line.
            (Some(_), Some(_)) => {
                self.paint(part, &format!("f{star}"));
                self.paint(part, "S");
            }
            (Some(_), None) => self.paint(part, "S"),
            (None, _) => self.paint(part, &format!("f{star}")),
        }
    }

    fn paint(&mut self, part: &Part, operator: &str) {
        self.content.paths(&part.paths, &self.map);
        self.content.op(&[], operator);
    }

    fn enter_layer(&mut self, layer: Option<usize>) {
        if self.state.layer == layer {
            return;
        }
        if self.state.layer.is_some() {
            self.content.op(&[], "EMC");
        }
        self.state.layer = layer;
        if let Some(layer) = layer {
            self.layers.insert(layer);
            self.content.begin_layer(&layer_name(layer));
        }
    }

    fn set_opacity(&mut self, opacity: Opacity) {
        // Streams begin opaque.
        if self.state.opacity.is_none() && opacity == OPAQUE {
            self.state.opacity = Some(OPAQUE);
        }
        if changes(&mut self.state.opacity, opacity) {
            self.opacities.insert(opacity);
            self.content.write_with_name(&state_name(opacity), "gs");
        }
    }

    fn set_line(&mut self, line: &Line) {
        if changes(&mut self.state.line_color, line.color) {
            self.content.line_color(line.color);
        }
        let width = if self.keeps_widths {
            self.narrowed += usize::from(line.width > WIDEST);
            line.width.min(WIDEST)
        } else {
            (line.width * self.scale).max(NARROWEST)
        };
        if changes(&mut self.state.width, width) {
            self.content.op(&[width], "w");
        }
        // Line types have dashes in multiples of the line width.
        let dash: Vec<f64> = line.dash.iter().map(|d| d * (width / line.width)).collect();
        let dash = if dash.iter().sum::<f64>() < 1e-3 {
            Vec::new()
        } else {
            dash
        };
        if changes(&mut self.state.dash, dash.clone()) {
            self.content.dash(&dash);
        }
        if changes(&mut self.state.ends, (line.cap, line.join)) {
            self.content.cap(line.cap);
            self.content.join(line.join);
        }
    }
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to 0..=255 and rounded"
)]
fn byte(channel: f64) -> u8 {
    (channel.clamp(0.0, 1.0) * 255.0).round() as u8
}
