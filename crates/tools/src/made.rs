//! Result of a tool that makes shapes from the shapes of other entities: its name, its style, its layer, and the deletion
//! of the entities that it replaces.

use super::checks;
use super::error::ToolError;
use super::output::Output;
use super::spec::ToolCx;
use super::types::StyleArg;
use std::collections::BTreeSet;
use std::sync::Arc;
use trammel_language::bilingual;
use trammel_scene::{Edit, Entity, Layer, Name, Shape, Stroke, Style};

/// Arguments shared by tools that derive a shape from other entities.
#[derive(Clone, Copy, Debug)]
pub(super) struct DerivedShape<'a> {
    /// Source entities; the first one gives style and layer.
    pub(super) entities: &'a [String],
    /// Name of the result.
    pub(super) result: &'a str,
    /// Style over that of the first entity.
    pub(super) style: Option<&'a StyleArg>,
    /// Layer instead of that of the first entity, with the outline of the layer.
    pub(super) layer: Option<&'a str>,
    /// Whether the source entities stay.
    pub(super) keep: bool,
}

impl<'a> DerivedShape<'a> {
    /// Creates a result with the style and the layer of the first entity, beside the entities.
    pub(super) fn beside(entities: &'a [String], result: &'a str) -> DerivedShape<'a> {
        DerivedShape {
            entities,
            result,
            style: None,
            layer: None,
            keep: true,
        }
    }

    /// Checks that at least `least` entities are named, each once.
    pub(super) fn check(&self, tool: &str, least: usize) -> Result<(), ToolError> {
        let names = self.entities;
        if names.len() < least {
            let least = if least == 1 {
                bilingual!("one shape", "도형 하나")
            } else {
                bilingual!("two shapes", "도형 두 개")
            };
            return Err(ToolError::new(bilingual!(
                "{tool}: entities must name {least} or more",
                "{tool}: entities에는 {least:#} 이상이 있어야 해요"
            )));
        }
        let mut listed = BTreeSet::new();
        match names.iter().find(|name| !listed.insert(*name)) {
            Some(name) => Err(ToolError::new(bilingual!(
                "{tool}: '{name}' is named twice",
                "{tool}: '{name}'이(가) 두 번 있어요"
            ))),
            None => Ok(()),
        }
    }

    /// Returns the names of the source entities for a message.
    pub(super) fn source_names(&self) -> String {
        let names: Vec<String> = self.entities.iter().map(|name| format!("'{name}'")).collect();
        names.join(", ")
    }

    /// Draws the only result, which may have the name of an entity that it replaces.
    pub(super) fn draw(&self, cx: &mut ToolCx<'_>, tool: &str, shape: Shape) -> Result<Output, ToolError> {
        let used = if self.keep { &[] } else { self.entities };
        let name = self.put(cx.edit, tool, (self.result, shape), used)?;
        cx.entity(&name)
    }

    /// Draws the result number `number` of several and returns its name; the entities stay.
    pub(super) fn draw_numbered(
        &self,
        cx: &mut ToolCx<'_>,
        tool: &str,
        number: usize,
        shape: Shape,
    ) -> Result<Name, ToolError> {
        let result = format!("{}_{number}", self.result);
        self.put(cx.edit, tool, (&result, shape), &[])
    }

    /// Deletes the source entities unless they stay.
    pub(super) fn use_up(&self, edit: &mut Edit) -> Result<(), ToolError> {
        if self.keep {
            return Ok(());
        }
        remove_all(edit, self.entities)
    }

    fn put(
        &self,
        edit: &mut Edit,
        tool: &str,
        (result, shape): (&str, Shape),
        used: &[String],
    ) -> Result<Name, ToolError> {
        let name = checks::name(&format!("{tool}: result"), result)?;
        let model = first_shape(edit, self.entities.first().map_or("", String::as_str))?;
        let (layer, base) = match self.layer {
            Some(layer) => {
                let layer = edit.require_layer(layer)?;
                (
                    Some(layer.name.clone()),
                    Arc::new(layer_style(layer, &model.style)),
                )
            }
            None => (model.layer.clone(), model.style.clone()),
        };
        let style = match self.style {
            Some(style) => Arc::new(style.clone().over(&base, &Stroke::default_in(edit.units()))?),
            None => base,
        };
        remove_all(edit, used)?;
        edit.insert(&name, shape, style, false)?;
        edit.put_on_layer(&name, layer.as_ref())?;
        Ok(name)
    }
}

/// Returns the style of an entity that is drawn on a layer: its outline has the color and the width of the layer.
fn layer_style(layer: &Layer, style: &Style) -> Style {
    let outlined = |stroke: &Stroke| Stroke {
        color: layer.color,
        width: layer.line_weight,
        ..stroke.clone()
    };
    Style {
        stroke: style.stroke.as_ref().map(outlined),
        ..style.clone()
    }
}

fn remove_all(edit: &mut Edit, names: &[String]) -> Result<(), ToolError> {
    for name in names {
        // Removing a group also removes its children, so a child may already be gone.
        if edit.get(name).is_some() {
            edit.remove(name)?;
        }
    }
    Ok(())
}

/// Returns the entity, or the first non-group entity within a group.
fn first_shape(edit: &Edit, name: &str) -> Result<Entity, ToolError> {
    let mut entity = edit.require(name)?;
    while let Some(child) = edit
        .children(Some(&entity.name))
        .next()
        .filter(|_| entity.shape.is_group())
    {
        entity = child;
    }
    Ok(Entity::clone(entity))
}
