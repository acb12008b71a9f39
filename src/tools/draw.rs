//! Insertion of a new entity with the options that all drawing tools share: style, layer and replacement.

use super::checks;
use super::error::ToolError;
use super::output::Output;
use super::types::StyleArg;
use crate::scene::{Edit, Fill, Shape, Stroke, Style};
use std::sync::Arc;

/// Options that all drawing tools share.
#[derive(Debug, Default)]
pub(super) struct Options {
    /// Default style of the tool. A layer overrides color and line width; the style of the call overrides both.
    pub(super) base: Style,
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
    let base = layer.as_ref().map_or(options.base.clone(), |layer| Style {
        stroke: options.base.stroke.map(|stroke| Stroke {
            color: layer.color,
            width: layer.line_weight,
            ..stroke
        }),
        fill: options.base.fill.map(|_| Fill { color: layer.color }),
    });
    let style = match options.style {
        None if base == Style::default() => Style::shared_default(),
        None => Arc::new(base),
        Some(style) => Arc::new(style.over(&base)?),
    };
    let kind = shape.kind();
    shape
        .check()
        .map_err(|problem| ToolError::new(format!("{tool}: {problem}")))?;
    edit.insert(&name, shape, style, options.replace.unwrap_or(false))?;
    if layer.is_some() {
        edit.put_on_layer(&name, layer.as_ref().map(|layer| &layer.name))?;
    }
    Ok(Output::Entity { name, kind })
}
