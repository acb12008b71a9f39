//! Tool that summarizes the drawing for a model in a few lines.

use super::find_pattern::patterns;
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use std::fmt::Write;
use trammel_kernel::Bounds;
use trammel_language::bilingual;
use trammel_scene::{Entity, Name, Scene, lint};

/// Maximum number of patterns in a summary.
const MOST_PATTERNS: usize = 5;

/// Describe the drawing in a few lines of text: extent, counts, patterns of alike entities, groups, the largest entities, what
/// looks wrong.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct DescribeScene {
    /// The most characters to answer, 200 to 8000. Default: 1500.
    budget: Option<i64>,
}

impl Tool for DescribeScene {
    const NAME: &'static str = "describe_scene";
    const KOREAN: &'static str = "도면을 짧은 글로 설명합니다. 범위, 개수, 그룹, 큰 항목, 의심스러운 점.";
    const SYNONYMS: [&'static str; 2] = [
        "summary, overview, explain the drawing, what do you see",
        "요약, 설명, 개요",
    ];
    const DOMAIN: Domain = Domain::Query;
    const KIND: Kind = Kind::Query;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &["budget"];
    const EXAMPLE: &'static str =
        "draw_rect({ name: 'plate', x: 0, y: 0, width: 60, height: 40 });\ndescribe_scene()";
    const RETURNS: &'static str = "string";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let budget = self.budget.unwrap_or(1500);
        if !(200..=8000).contains(&budget) {
            return Err(ToolError::new(bilingual!(
                "describe_scene: budget must be from 200 to 8000 characters, got {budget}",
                "describe_scene: budget은 200~8000자여야 하는데 {budget}을(를) 받았어요"
            )));
        }
        Ok(Output::Data(json!(describe(cx.edit, budget as usize))))
    }
}

/// Returns the summary of at most `budget` characters, most informative lines first.
pub(super) fn describe(scene: &Scene, budget: usize) -> String {
    let facts = lint::facts(scene);
    let mut text = Text {
        out: String::new(),
        budget,
    };
    let units = json!(scene.units());
    let units = units.as_str().unwrap_or_default();
    let size = match facts.extent {
        None => "no visible extent".to_owned(),
        Some(extent) => format!(
            "{} ({} x {})",
            corners(&extent),
            short(extent.width()),
            short(extent.height())
        ),
    };
    let noun = if facts.entities == 1 { "entity" } else { "entities" };
    text.line(&format!("{} {noun}, {units}, {size}", facts.entities));
    let mut counts: Vec<(&str, usize)> = facts.types.iter().map(|(kind, count)| (*kind, *count)).collect();
    trammel_base::sort::by(&mut counts, |a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    text.list(
        "types",
        counts.iter().map(|(kind, count)| format!("{kind} {count}")),
    );
    for warning in facts.warnings() {
        text.line(&format!("! {warning}"));
    }
    if let Some(overlaps) = facts.overlapping() {
        text.line(&overlaps);
    }
    for pattern in patterns(scene, None).0.iter().take(MOST_PATTERNS) {
        text.line(&pattern.describe());
    }
    let on = |layer: &Name| {
        scene
            .walk()
            .filter(|entity| entity.layer.as_ref() == Some(layer))
            .count()
    };
    let layers = scene.definitions().layers.iter();
    text.list(
        "layers",
        layers.map(|layer| format!("{} ({})", layer.name, on(&layer.name))),
    );
    let constraints = scene.definitions().constraints.len();
    if constraints > 0 {
        text.line(&format!("constraints: {constraints}"));
    }
    let groups = scene.walk().filter(|entity| entity.shape.is_group());
    text.list(
        "groups",
        groups.map(|group| format!("{} ({})", group.name, scene.children(Some(&group.name)).count())),
    );
    let held = |of: fn(&Entity) -> bool| {
        scene
            .walk()
            .filter(move |entity| of(entity))
            .map(|e| e.name.to_string())
    };
    text.list("locked", held(|entity| entity.locked));
    text.list("hidden", held(|entity| entity.hidden));
    let mut sized: Vec<(f64, &Entity, Bounds)> = scene
        .walk()
        .filter(|entity| !entity.shape.is_group())
        .filter_map(|entity| {
            let bounds = scene.world_bounds(&entity.name)?;
            Some((bounds.width().max(bounds.height()), &**entity, bounds))
        })
        .collect();
    trammel_base::sort::by(&mut sized, |a, b| b.0.total_cmp(&a.0));
    let total = sized.len();
    for (shown, (_, entity, bounds)) in sized.into_iter().enumerate() {
        let line = format!("{} {} {}", entity.name, entity.shape.kind(), corners(&bounds));
        let rest = total - shown;
        if !text.line_keeping(&line, 40) {
            text.line(&format!("and {rest} more entities"));
            break;
        }
    }
    text.out
}

fn corners(bounds: &Bounds) -> String {
    let Bounds { min, max } = bounds;
    format!(
        "({}, {}) to ({}, {})",
        short(min.x),
        short(min.y),
        short(max.x),
        short(max.y)
    )
}

/// Formats a number with at most three decimals.
fn short(x: f64) -> String {
    let rounded = (x * 1000.0).round() / 1000.0 + 0.0;
    format!("{rounded}")
}

/// Lines within a budget of characters.
struct Text {
    out: String,
    budget: usize,
}

impl Text {
    fn line(&mut self, line: &str) -> bool {
        self.line_keeping(line, 0)
    }

    /// Adds a line if at least `spare` characters remain after that line. Returns whether the line was added.
    fn line_keeping(&mut self, line: &str, spare: usize) -> bool {
        let used = self.out.chars().count() + line.chars().count() + 1;
        let fits = used + spare <= self.budget;
        if fits {
            if !self.out.is_empty() {
                self.out.push('\n');
            }
            self.out.push_str(line);
        }
        fits
    }

    /// Adds a line `label: a, b, c` with as many items as fit into a third of the budget.
    fn list(&mut self, label: &str, items: impl Iterator<Item = String>) {
        let items: Vec<String> = items.collect();
        if items.is_empty() {
            return;
        }
        let mut line = format!("{label}: ");
        for (i, item) in items.iter().enumerate() {
            if line.chars().count() + item.chars().count() > self.budget / 3 {
                let _ = write!(line, "and {} more", items.len() - i);
                break;
            }
            line.push_str(item);
            if i + 1 < items.len() {
                line.push_str(", ");
            }
        }
        self.line(&line);
    }
}
