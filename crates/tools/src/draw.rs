//! Insertion of a new entity with the options that all drawing tools share: style, layer and replacement.

use super::checks;
use super::error::ToolError;
use super::output::Output;
use super::types::StyleArg;
use std::sync::Arc;
use trammel_language::bilingual;
use trammel_scene::{Edit, Fill, Layer, Shape, Stroke, Style};

/// Options that all drawing tools share.
#[derive(Debug, Default)]
pub(super) struct Options {
    /// Default style of the tool, `None` for an outline of the default line weight. A layer overrides color and line
    /// width; the style of the call overrides both.
    pub(super) base: Option<Style>,
    pub(super) style: Option<StyleArg>,
    pub(super) layer: Option<String>,
    pub(super) replace: Option<bool>,
}

/// Inserts a new entity with the given options, or replaces an existing entity.
pub(super) fn draw(
    edit: &mut Edit,
    tool: &str,
    name: &str,
    shape: Shape,
    options: Options,
) -> Result<Output, ToolError> {
    let name = checks::name(&format!("{tool}: name"), name)?;
    let layer = options
        .layer
        .as_deref()
        .map(|layer| edit.require_layer(layer).cloned())
        .transpose()?;
    let units = edit.units();
    let style = match (options.base, &layer, options.style) {
        (None, None, None) => Style::shared_default_in(units),
        (base, layer, style) => {
            let base = base.unwrap_or_else(|| Style::default_in(units));
            let base = match layer {
                Some(layer) => on_layer(base, layer),
                None => base,
            };
            match style {
                None => Arc::new(base),
                Some(style) => Arc::new(style.over(&base, &Stroke::default_in(units))?),
            }
        }
    };
    let kind = shape.kind();
    shape
        .check()
        .map_err(|problem| ToolError::new(bilingual!("{tool}: {problem}", "{tool}: {problem:#}")))?;
    edit.insert(&name, shape, style, options.replace.unwrap_or(false))?;
    if layer.is_some() {
        edit.put_on_layer(&name, layer.as_ref().map(|layer| &layer.name))?;
    }
    Ok(Output::Entity { name, kind })
}

/// Returns a default style with the color and the line weight of a layer.
fn on_layer(base: Style, layer: &Layer) -> Style {
    Style {
        stroke: base.stroke.map(|stroke| Stroke {
            color: layer.color,
            width: layer.line_weight,
            ..stroke
        }),
        fill: base.fill.map(|_| Fill { color: layer.color }),
    }
}
