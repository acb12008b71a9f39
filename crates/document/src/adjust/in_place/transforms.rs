//! Rotations, scalings, and mirrorings: a changed or removed call of the same tool about the same place, if that call is
//! the last one that transforms the entity. Any other such change is a statement of its own.

use super::code::{Code, Found, InPlace};
use super::site::{Changed, change_each, transforming};
use trammel_code::Obstacle;
use trammel_code::rewrite::{NewValue, coordinates, edits};
use trammel_code::sum;
use trammel_kernel::Point;
use trammel_scene::Name;

/// Returns the changes that rotate entities by an angle in degrees.
pub(super) fn rotate_entities(code: &Code<'_>, names: &[Name], angle: f64, center: Point) -> InPlace {
    fold_each(code, names, "rotate", |found| {
        let unit = found.argument("angle_unit").ok()?;
        let is_degree = found.source.string(unit)? == "degree";
        let is_same = [found.number("cx")?, found.number("cy")?] == [center.x, center.y];
        let whole = sum(found.number("angle")?, angle);
        let (is_identity, new) = (whole % 360.0 == 0.0, ("angle", whole));
        (is_degree && is_same).then(|| found.with_number(new, is_identity))?
    })
}

/// Returns the changes that scale entities by a factor.
pub(super) fn scale_entities(code: &Code<'_>, names: &[Name], factor: f64, center: Point) -> InPlace {
    fold_each(code, names, "scale", |found| {
        let is_plain = found.omits("sy") && found.omits("space");
        let is_same = found.list("around")? == [center.x, center.y];
        let whole = found.number("sx")? * factor;
        (is_plain && is_same).then(|| found.with_number(("sx", whole), whole == 1.0))?
    })
}

/// Returns the changes that mirror entities: a second mirroring at the same axis removes the first.
pub(super) fn mirror_entities(code: &Code<'_>, names: &[Name], [from, to]: [Point; 2]) -> InPlace {
    fold_each(code, names, "mirror", |found| {
        let is_same = found.list("axis")? == [from.x, from.y, to.x, to.y];
        (found.omits("result") && is_same).then(|| found.without_call())?
    })
}

/// Returns the changes of the last transforming calls of entities, if they are calls of this tool.
fn fold_each(
    code: &Code<'_>,
    names: &[Name],
    tool: &str,
    change: impl Fn(&Found<'_>) -> Option<Changed>,
) -> InPlace {
    let fold = |name: &Name| {
        let known = code.calls.of(name);
        let found = code.find(transforming(code.env, &known)?).ok()?;
        (found.tool.name == tool).then(|| change(&found))?
    };
    let mut plan = change_each(names, |name| fold(name).ok_or(Obstacle::Separate));
    for (_, why) in &mut plan.rest {
        *why = Obstacle::Separate;
    }
    plan
}

impl Found<'_> {
    fn number(&self, parameter: &str) -> Option<f64> {
        self.source.number(self.argument(parameter).ok()?)
    }

    fn list(&self, parameter: &str) -> Option<Vec<f64>> {
        let (_, spans) = coordinates(self.source, self.argument(parameter).ok()?).ok()?;
        spans.into_iter().map(|span| self.source.number(span)).collect()
    }

    /// Returns the change to another number of a parameter, or the removal of the call if the number has no effect.
    fn with_number(&self, (parameter, number): (&str, f64), is_identity: bool) -> Option<Changed> {
        if is_identity && let Some(removed) = self.without_call() {
            return Some(removed);
        }
        let value = self.argument(parameter).ok()?;
        let changed = edits(self.source, value, NewValue::Is(&number.into())).ok()?;
        Some(self.with_edits(changed, true))
    }
}
