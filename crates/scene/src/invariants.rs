//! Structural invariants of a scene, checked after every edit in debug builds and for every scene from outside.

use super::drawing::{MAX_DEPTH, MAX_ENTITIES, Scene};
use super::style::Stroke;

/// Returns a description of each violated invariant; empty if the scene is valid.
pub fn check_invariants(scene: &Scene) -> Vec<String> {
    let mut wrong = Vec::new();
    if scene.len() > MAX_ENTITIES {
        wrong.push(format!("{} entities, at most {MAX_ENTITIES}", scene.len()));
    }
    wrong.extend(scene.definitions().check().err().map(|why| why.english));
    let refs = scene
        .definitions()
        .constraints
        .iter()
        .flat_map(|c| c.refs.iter().map(move |r| (c.id, r)));
    for (id, reference) in refs {
        if scene.get(&reference.entity).is_none() {
            wrong.push(format!("constraint c{id}: '{}' does not exist", reference.entity));
        }
    }
    let mut reached = 0;
    for entity in scene.walk() {
        reached += 1;
        let name = &entity.name;
        if scene.protected.contains(name) != (entity.locked || entity.hidden) {
            wrong.push(format!(
                "'{name}': the index of locked and hidden entities is wrong"
            ));
        }
        if let Err(problem) = entity.shape.check() {
            wrong.push(format!("'{name}': {problem}"));
        }
        if !entity.transform.is_finite() {
            wrong.push(format!("'{name}': transform is not finite or has zero scale"));
        } else if let Err(problem) = entity.transform.check() {
            wrong.push(format!("'{name}': transform.{problem}"));
        }
        if let Some(parent) = &entity.parent {
            match scene.get(parent) {
                None => wrong.push(format!("'{name}': its group '{parent}' does not exist")),
                Some(group) if !group.shape.is_group() => {
                    wrong.push(format!("'{name}': '{parent}' is not a group"));
                }
                Some(_) => {}
            }
        }
        if let Some(layer) = &entity.layer
            && scene.definitions().layer(layer).is_none()
        {
            wrong.push(format!("'{name}': its layer '{layer}' does not exist"));
        }
        if entity.shape.is_group() && scene.depth(name) > MAX_DEPTH {
            wrong.push(format!("'{name}': nested more than {MAX_DEPTH} deep"));
        }
        if let Some(Err(problem)) = entity.style.stroke.as_ref().map(Stroke::check) {
            wrong.push(format!("'{name}': {problem}"));
        }
    }
    // Entities not reached from the root are in a cycle, in a missing group, or not linked to their parent.
    if reached != scene.len() {
        wrong.push(format!(
            "{} of {} entities are reachable from the root",
            reached,
            scene.len()
        ));
    }
    wrong
}
