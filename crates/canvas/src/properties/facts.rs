//! Measured facts, which the user can read but not edit.

use crate::canvas_tool::Text;
use crate::number_format::format_fixed;
use trammel_kernel::{Bounds, Path, region_area};
use trammel_scene::{Name, Scene, Shape};

/// Decimals of a measured fact at most.
const DECIMALS: usize = 4;

/// A measured fact.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// Name in English and Korean.
    pub label: Text,
    /// Value with its unit.
    pub value: String,
}

/// Returns the facts of one entity in world coordinates.
#[must_use]
pub fn entity_facts(scene: &Scene, name: &Name) -> Vec<Fact> {
    let Some(entity) = scene.get(name) else {
        return Vec::new();
    };
    let unit = scene.units().as_str();
    let mut facts = Vec::new();
    match &entity.shape {
        Shape::Group => {
            let members = scene.children(Some(name)).count();
            facts.push(fact(["Members", "구성 항목"], members.to_string()));
        }
        Shape::Dimension(tied) => facts.push(fact(["Dimension", "치수"], tied.dimension.label())),
        Shape::Text(_) | Shape::Leader(_) | Shape::Hatch(_) | Shape::Point { .. } => {}
        _ => facts.extend(measures(&scene.world_paths(name), unit)),
    }
    facts.extend(extent(scene.world_bounds(name), unit));
    facts
}

/// Returns the facts of several entities.
#[must_use]
pub fn common_facts(scene: &Scene, names: &[Name]) -> Vec<Fact> {
    let bounds = names.iter().filter_map(|name| scene.world_bounds(name));
    extent(Bounds::union_all(bounds), scene.units().as_str())
}

/// Returns the facts of the whole drawing.
#[must_use]
pub fn drawing_facts(scene: &Scene) -> Vec<Fact> {
    let mut facts = vec![
        fact(["Items", "항목 수"], scene.len().to_string()),
        fact(
            ["Layers", "레이어 수"],
            scene.definitions().layers.len().to_string(),
        ),
    ];
    facts.extend(extent(scene.bounds(), scene.units().as_str()));
    facts
}

fn measures(paths: &[Path], unit: &str) -> Vec<Fact> {
    let length: f64 = paths.iter().map(Path::length).sum();
    let mut facts = vec![fact(["Length", "길이"], format!("{} {unit}", fact_text(length)))];
    if !paths.is_empty() && paths.iter().all(|path| path.closed) {
        let area = region_area(paths);
        facts.push(fact(["Area", "넓이"], format!("{} {unit}²", fact_text(area))));
    }
    facts
}

/// Returns the size of the bounds and their lower left corner.
fn extent(bounds: Option<Bounds>, unit: &str) -> Vec<Fact> {
    let Some(bounds) = bounds else {
        return Vec::new();
    };
    let [width, height] = [bounds.width(), bounds.height()].map(fact_text);
    let [x, y] = [bounds.min.x, bounds.min.y].map(fact_text);
    vec![
        fact(["Size", "크기"], format!("{width} × {height} {unit}")),
        fact(["Lower left", "왼쪽 아래"], format!("{x}, {y}")),
    ]
}

fn fact_text(value: f64) -> String {
    let text = format_fixed(value, DECIMALS);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn fact(label: Text, value: String) -> Fact {
    Fact { label, value }
}
