//! Layers, constraints, and the name and unit of the drawing.
//!
//! A stroke whose color or width equals that of its layer follows changes of the layer. There is no hidden "by layer"
//! flag: the style always states the painted values. A constraint is renamed together with its entities and removed
//! with them.

use super::transaction::Edit;
use crate::definitions::check_title;
use crate::name::plain_name;
use crate::{
    Color, Constraint, ConstraintKind, Definitions, Entity, Fill, Layer, MAX_CONSTRAINTS, MAX_LAYERS, Name,
    PartRef, SceneError, Style, Units,
};
use std::sync::Arc;
use trammel_base::visible::is_hidden;
use trammel_language::bilingual;

impl Edit {
    /// Sets the name or the unit of the drawing; `None` keeps the present value. Coordinates are not scaled.
    ///
    /// # Errors
    /// Returns an error if the name is blank, too long, or has more than one line.
    pub fn set_title(&mut self, name: Option<&str>, units: Option<Units>) -> Result<(), SceneError> {
        if let Some(name) = name {
            check_title(name).map_err(SceneError::Invalid)?;
        }
        let definitions = self.definitions_mut();
        if let Some(name) = name {
            definitions.name = Some(match name.contains(is_hidden) {
                true => plain_name(name).as_ref().into(),
                false => name.into(),
            });
        }
        definitions.units = units.or(definitions.units);
        Ok(())
    }

    /// Creates a layer, or changes the paint of an existing layer and of the entities that follow it.
    ///
    /// # Errors
    /// Returns an error if the line weight is invalid, there are too many layers, or an entity on the layer is locked
    /// or hidden.
    pub fn set_layer_paint(&mut self, layer: Layer) -> Result<(), SceneError> {
        layer.check().map_err(SceneError::Invalid)?;
        let at = self
            .scene
            .definitions
            .layers
            .iter()
            .position(|old| old.name == layer.name);
        match at {
            None => {
                if self.scene.definitions.layers.len() >= MAX_LAYERS {
                    return Err(SceneError::Invalid(bilingual!(
                        "a drawing has at most {MAX_LAYERS} layers. Delete unused layers first.",
                        "도면의 레이어는 최대 {MAX_LAYERS}개예요. 쓰지 않는 레이어를 먼저 지우세요."
                    )));
                }
                self.definitions_mut().layers.push(layer);
            }
            Some(at) => {
                let old = self.scene.definitions.layers[at].clone();
                let on_it = self.on_layer(&layer.name);
                for entity in &on_it {
                    self.refuse_protected(&entity.name)?;
                }
                for entity in on_it {
                    let style = repaint(&entity.style, &old, &layer);
                    self.put(Entity {
                        style,
                        ..(*entity).clone()
                    });
                }
                self.definitions_mut().layers[at] = layer;
            }
        }
        Ok(())
    }

    /// Renames a layer. Its entities stay on it, also locked and hidden ones, because they look the same.
    ///
    /// # Errors
    /// Returns an error if the layer does not exist, or if the new name is taken.
    pub fn rename_layer(&mut self, name: &str, new_name: &Name) -> Result<(), SceneError> {
        let old = self.require_layer(name)?.name.clone();
        if old == *new_name {
            return Ok(());
        }
        if self.scene.definitions.layer(new_name).is_some() {
            return Err(SceneError::Invalid(bilingual!(
                "there is a layer '{new_name}' already; choose another name, or delete '{old}' with move_to: '{new_name}'",
                "'{new_name}' 레이어가 이미 있어요. 다른 이름을 쓰거나, move_to: '{new_name}'을(를) 주어 '{old}' 레이어를 지우세요"
            )));
        }
        for entity in self.on_layer(&old) {
            self.put(Entity {
                layer: Some(new_name.clone()),
                ..(*entity).clone()
            });
        }
        let layers = &mut self.definitions_mut().layers;
        if let Some(layer) = layers.iter_mut().find(|layer| layer.name == old) {
            layer.name = new_name.clone();
        }
        Ok(())
    }

    /// Deletes a layer. Its entities move to the layer `to`, or to none for `Some(None)`, and strokes that follow the layer
    /// are repainted; `None` deletes only a layer without entities.
    ///
    /// # Errors
    /// Returns an error if a layer does not exist, if the layer has entities and `to` is `None`, or if an entity on the
    /// layer is locked or hidden.
    pub fn delete_layer(&mut self, name: &str, to: Option<Option<&str>>) -> Result<(), SceneError> {
        let old = self.require_layer(name)?.name.clone();
        let entities = self.on_layer(&old);
        let Some(to) = to.or(entities.is_empty().then_some(None)) else {
            let first = entities.first().map_or("", |entity| entity.name.as_str());
            let count = entities.len();
            return Err(SceneError::Invalid(bilingual!(
                "layer '{old}' has entities ({count}, the first is '{first}'); give move_to, the layer that takes them, or \"\" for none",
                "'{old}' 레이어에 항목이 {count}개 있어요(첫 항목은 '{first}'). 옮길 레이어를 move_to에 주거나 레이어 없이 두려면 \"\"를 주세요"
            )));
        };
        if to == Some(old.as_str()) {
            return Err(SceneError::Invalid(bilingual!(
                "move_to is the deleted layer '{old}' itself; name another layer, or \"\" for none",
                "move_to가 지울 레이어 '{old}' 자신이에요. 다른 레이어나, 레이어 없이 두려면 \"\"를 주세요"
            )));
        }
        for entity in entities {
            self.set_layer(&entity.name, to)?;
        }
        self.definitions_mut().layers.retain(|layer| layer.name != old);
        Ok(())
    }

    fn on_layer(&self, layer: &Name) -> Vec<Arc<Entity>> {
        let is_on = |entity: &&Arc<Entity>| entity.layer.as_ref() == Some(layer);
        self.walk().filter(is_on).cloned().collect()
    }

    /// Assigns an entity, or all descendants of a group, to a layer, or to none for `None`, and repaints strokes that
    /// follow the layer.
    ///
    /// # Errors
    /// Returns an error if the entity or the layer does not exist, or if the entity is locked or hidden.
    pub fn set_layer(&mut self, name: &str, layer: Option<&str>) -> Result<(), SceneError> {
        let entity = self.changeable(name)?;
        let new = layer
            .map(|layer| self.require_layer(layer).cloned())
            .transpose()?;
        let old = entity
            .layer
            .as_ref()
            .and_then(|old| self.scene.definitions.layer(old))
            .cloned();
        let plain = Layer {
            name: entity.name.clone(),
            color: Color::Ink,
            line_weight: self.scene.units().line_weight(),
        };
        let style = repaint(
            &entity.style,
            old.as_ref().unwrap_or(&plain),
            new.as_ref().unwrap_or(&plain),
        );
        if !entity.shape.is_group() {
            self.put(Entity {
                style,
                layer: new.as_ref().map(|layer| layer.name.clone()),
                ..(*entity).clone()
            });
        }
        let children: Vec<Name> = self
            .children(Some(name))
            .map(|child| child.name.clone())
            .collect();
        children.iter().try_for_each(|child| self.set_layer(child, layer))
    }

    /// Assigns an entity to a layer without changing its paint; used for files, which store both.
    ///
    /// # Errors
    /// Returns an error if the entity or the layer does not exist, the entity is locked or hidden, or a group is given
    /// a layer.
    pub fn put_on_layer(&mut self, name: &str, layer: Option<&Name>) -> Result<(), SceneError> {
        let entity = self.changeable(name)?;
        let layer = layer
            .map(|layer| self.require_layer(layer).map(|l| l.name.clone()))
            .transpose()?;
        if layer.is_some() && entity.shape.is_group() {
            return Err(SceneError::Invalid(bilingual!(
                "'{name}' is a group and has no layer: set the layer of its children",
                "'{name}'은(는) 그룹이라 레이어가 없어요. 그 안의 항목에 레이어를 정하세요"
            )));
        }
        if layer != entity.layer {
            self.put(Entity {
                layer,
                ..(*entity).clone()
            });
        }
        Ok(())
    }

    /// Sets whether a machine cuts an entity, or all entities of a group, as they are drawn, so that a kerf does not move
    /// them.
    ///
    /// # Errors
    /// Returns an error if the entity does not exist, or if it, a group that contains it, or a descendant is locked or
    /// hidden.
    pub fn set_as_drawn(&mut self, name: &str, as_drawn: bool) -> Result<(), SceneError> {
        let entity = self.changeable(name)?;
        if !entity.shape.is_group() && entity.as_drawn != as_drawn {
            self.put(Entity {
                as_drawn,
                ..(*entity).clone()
            });
        }
        let children: Vec<Name> = self
            .children(Some(name))
            .map(|child| child.name.clone())
            .collect();
        children
            .iter()
            .try_for_each(|child| self.set_as_drawn(child, as_drawn))
    }

    /// Returns the layer with the given name.
    ///
    /// # Errors
    /// Returns [`SceneError::NoLayer`] with similar names if the layer does not exist.
    pub fn require_layer(&self, name: &str) -> Result<&Layer, SceneError> {
        self.scene
            .definitions
            .layer(name)
            .ok_or_else(|| SceneError::NoLayer {
                name: name.to_owned(),
                similar: trammel_base::suggest::nearest(
                    name,
                    self.scene
                        .definitions
                        .layers
                        .iter()
                        .map(|layer| layer.name.as_str()),
                ),
            })
    }

    /// Adds a constraint and returns its number. No entity moves until the constraints are solved.
    ///
    /// # Errors
    /// Returns an error if an equal constraint exists or the drawing has [`MAX_CONSTRAINTS`] constraints.
    pub fn add_constraint(
        &mut self,
        kind: ConstraintKind,
        refs: Vec<PartRef>,
        value: Option<f64>,
    ) -> Result<u32, SceneError> {
        let definitions = &self.scene.definitions;
        if let Some(same) = definitions
            .constraints
            .iter()
            .find(|c| c.kind == kind && c.refs == refs && c.value == value)
        {
            return Err(SceneError::Invalid(bilingual!(
                "this constraint already exists: c{}",
                "이 구속이 이미 있어요: c{}",
                same.id
            )));
        }
        if definitions.constraints.len() >= MAX_CONSTRAINTS {
            return Err(SceneError::Invalid(bilingual!(
                "a drawing has at most {MAX_CONSTRAINTS} constraints. Remove some first.",
                "도면의 구속은 최대 {MAX_CONSTRAINTS}개예요. 먼저 일부를 지우세요."
            )));
        }
        let definitions = self.definitions_mut();
        definitions.last_constraint += 1;
        let id = definitions.last_constraint;
        definitions.constraints.push(Constraint {
            id,
            kind,
            refs,
            value,
        });
        Ok(id)
    }

    /// Removes a constraint; no entity moves.
    ///
    /// # Errors
    /// Returns an error if no constraint has that number.
    pub fn remove_constraint(&mut self, id: u32) -> Result<(), SceneError> {
        if !self.scene.definitions.constraints.iter().any(|c| c.id == id) {
            let known: Vec<String> = self
                .scene
                .definitions
                .constraints
                .iter()
                .map(|c| format!("c{}", c.id))
                .collect();
            let known = if known.is_empty() {
                "none".to_owned()
            } else {
                known.join(", ")
            };
            return Err(SceneError::Invalid(bilingual!(
                "constraint c{id} not found (constraints: {known})",
                "구속 c{id}을(를) 찾을 수 없어요(구속: {known})"
            )));
        }
        self.definitions_mut().constraints.retain(|c| c.id != id);
        Ok(())
    }

    /// Replaces the definitions as a whole, for example with those of a file.
    ///
    /// # Errors
    /// Returns an error if the definitions are invalid.
    pub fn set_definitions(&mut self, definitions: Definitions) -> Result<(), SceneError> {
        definitions.check().map_err(SceneError::Invalid)?;
        self.scene.definitions = Arc::new(definitions);
        Ok(())
    }

    pub(super) fn rename_in_constraints(&mut self, name: &str, new_name: &Name) {
        if !self.is_bound(name) {
            return;
        }
        for constraint in &mut self.definitions_mut().constraints {
            for reference in constraint.refs.iter_mut().filter(|r| r.entity.as_str() == name) {
                reference.entity = new_name.clone();
            }
        }
    }

    pub(super) fn drop_constraints_on(&mut self, name: &str) {
        if self.is_bound(name) {
            let binds = |constraint: &Constraint| constraint.refs.iter().any(|r| r.entity.as_str() == name);
            self.definitions_mut()
                .constraints
                .retain(|constraint| !binds(constraint));
        }
    }

    /// Restores the constraints of `definitions` whose entities all exist.
    pub(super) fn restore_constraints(&mut self, definitions: &Arc<Definitions>) {
        if Arc::ptr_eq(definitions, &self.scene.definitions) {
            return;
        }
        let stands = |constraint: &&Constraint| {
            constraint
                .refs
                .iter()
                .all(|r| self.scene.get(&r.entity).is_some())
        };
        let constraints = definitions.constraints.iter().filter(stands).cloned().collect();
        self.definitions_mut().constraints = constraints;
    }

    fn is_bound(&self, name: &str) -> bool {
        let refs = self.scene.definitions.constraints.iter().flat_map(|c| &c.refs);
        refs.into_iter().any(|r| r.entity.as_str() == name)
    }

    pub(super) fn definitions_mut(&mut self) -> &mut Definitions {
        Arc::make_mut(&mut self.scene.definitions)
    }
}

/// Returns `style` with the color and width that equal those of `old` replaced by those of `new`.
fn repaint(style: &Arc<Style>, old: &Layer, new: &Layer) -> Arc<Style> {
    let (color, width) = (old.color, old.line_weight);
    let Some(stroke) = &style.stroke else {
        // An entity with only a fill, such as text, follows the layer with its fill color.
        let fill = style.fill.map(|fill| {
            if fill.color == color {
                Fill { color: new.color }
            } else {
                fill
            }
        });
        return Arc::new(Style { stroke: None, fill });
    };
    let mut stroke = stroke.clone();
    if stroke.color == color {
        stroke.color = new.color;
    }
    if stroke.width == width {
        stroke.width = new.line_weight;
    }
    Arc::new(Style {
        stroke: Some(stroke),
        ..(**style).clone()
    })
}
