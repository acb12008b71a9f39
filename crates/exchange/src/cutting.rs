//! Files for cutting: the part of a drawing that a machine cuts, engraves, or scores, for every format that machines read.
//!
//! One function decides for all formats what is written, so that they agree and report the same. Start at [`for_cutting`].

use super::report::{Reason, Report};
use std::collections::BTreeMap;
use trammel_formats::{ExportOptions, FormatError, ReportEntry};
use trammel_language::bilingual;
use trammel_scene::{Color, Edit, Entity, Layer, Name, Scene, SceneError, Shape, Style};

/// Step of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Operation {
    Cut,
    Engrave,
    Score,
}

impl Operation {
    const ALL: [Operation; 3] = [Operation::Cut, Operation::Engrave, Operation::Score];

    /// Returns the word for the step, which is also the name of its layer.
    const fn word(self) -> &'static str {
        match self {
            Operation::Cut => "cut",
            Operation::Engrave => "engrave",
            Operation::Score => "score",
        }
    }

    /// Returns the color of the layer: red, blue, or green, which both formats have exactly.
    const fn color(self) -> Color {
        Color::Rgba(match self {
            Operation::Cut => [1.0, 0.0, 0.0, 1.0],
            Operation::Engrave => [0.0, 0.0, 1.0, 1.0],
            Operation::Score => [0.0, 1.0, 0.0, 1.0],
        })
    }

    /// Returns the step of an entity for which the user chose none: texts, hatches, and areas without a line are
    /// engraved, and everything else is cut.
    fn usual(entity: &Entity) -> Operation {
        match entity.shape {
            Shape::Text(_) | Shape::Hatch(_) => Operation::Engrave,
            _ if stroke_width(&entity.style) == 0.0 => Operation::Engrave,
            _ => Operation::Cut,
        }
    }
}

/// Layer or color to which the user assigned a step.
#[derive(Debug)]
enum Key {
    Layer(Name),
    Color(Color),
}

/// Steps that the user assigned; empty for the usual ones.
#[derive(Debug)]
struct Assignment(Vec<(Key, Operation)>);

impl Assignment {
    /// Reads pairs such as `fold=score`.
    fn parse(text: &str, scene: &Scene) -> Result<Assignment, FormatError> {
        let pairs = text.split(',').map(str::trim).filter(|pair| !pair.is_empty());
        pairs
            .map(|pair| parse_pair(pair, scene))
            .collect::<Result<_, _>>()
            .map(Assignment)
    }

    /// Returns the step of an entity; `None` if the user assigned steps, but none to its layer and its color.
    fn of(&self, entity: &Entity) -> Option<Operation> {
        if self.0.is_empty() {
            return Some(Operation::usual(entity));
        }
        let is_on = |key: &Key| matches!(key, Key::Layer(layer) if entity.layer.as_ref() == Some(layer));
        let color = color_of(&entity.style);
        let is_in = |key: &Key| matches!(key, Key::Color(wanted) if Some(*wanted) == color);
        let by_layer = self.0.iter().find(|(key, _)| is_on(key));
        let found = by_layer.or_else(|| self.0.iter().find(|(key, _)| is_in(key)));
        found.map(|(_, operation)| *operation)
    }
}

fn parse_pair(pair: &str, scene: &Scene) -> Result<(Key, Operation), FormatError> {
    let wrong = || {
        FormatError(bilingual!(
            "Operations: '{pair}' is not a layer or color with cut, engrave, or score. Write pairs such as plate=cut, \
             #0000ff=engrave.",
            "작업: '{pair}'은(는) 레이어나 색과 cut, engrave, score의 짝이 아니에요. plate=cut, #0000ff=engrave처럼 쓰세요."
        ))
    };
    let (key, word) = pair.rsplit_once('=').ok_or_else(wrong)?;
    let (key, word) = (key.trim(), word.trim());
    let operation = Operation::ALL
        .into_iter()
        .find(|operation| operation.word() == word);
    let operation = operation.ok_or_else(wrong)?;
    if let Some(layer) = scene.definitions().layer(key) {
        return Ok((Key::Layer(layer.name.clone()), operation));
    }
    match Color::parse(key) {
        Ok(color) => Ok((Key::Color(color), operation)),
        Err(_) => Err(FormatError(bilingual!(
            "Operations: '{key}' is neither a layer of the drawing nor a color. Name a layer, or write a color such as #ff0000.",
            "작업: '{key}'은(는) 도면의 레이어도 색도 아니에요. 레이어 이름이나 #ff0000 같은 색을 쓰세요."
        ))),
    }
}

/// Returns the width of the lines; 0 for none.
fn stroke_width(style: &Style) -> f64 {
    style.stroke.as_ref().map_or(0.0, |stroke| stroke.width)
}

/// Returns the color of the lines, or of the area of an entity without lines.
fn color_of(style: &Style) -> Option<Color> {
    let stroke = style.stroke.as_ref().filter(|stroke| stroke.width > 0.0);
    stroke
        .map(|stroke| stroke.color)
        .or_else(|| style.fill.map(|fill| fill.color))
}

/// Drawing as a machine gets it.
#[derive(Debug)]
pub(super) struct Cutting {
    /// Drawing with the written entities on the layers of their steps, and with the hidden entities.
    pub(super) scene: Scene,
    /// Names of the entities that are cut, to which alone a kerf applies; `None` for all.
    pub(super) cut: Option<Vec<String>>,
    /// Parts that were changed or left out.
    pub(super) report: Vec<ReportEntry>,
}

/// Decision about an entity.
enum Decision {
    Leave(Reason),
    Write(Operation),
}

const ANNOTATION: Reason = [
    "A file for cutting has no dimensions and leaders.",
    "절단용 파일에는 치수와 지시선이 없어요.",
];
const POINT: Reason = [
    "A point is not a contour. Draw a circle to cut or engrave it.",
    "점은 윤곽이 아니에요. 자르거나 새기려면 원을 그리세요.",
];
const NO_PAINT: Reason = ["It has neither a stroke nor a fill.", "선도 채우기도 없어요."];
const NO_OPERATION: Reason = [
    "The operations name neither its layer nor its color.",
    "작업에 이 항목의 레이어나 색이 없어요.",
];
const NO_FILL: Reason = [
    "The outline is written without its fill.",
    "채우기 없이 윤곽만 썼어요.",
];
const OUTLINES: Reason = [
    "It is written as outlines, which are engraved.",
    "새길 윤곽선으로 썼어요.",
];

const AREA: Reason = [
    "It is an area without a line, so it is engraved. Give it a stroke to cut it.",
    "선이 없는 면이라서 새겨요. 자르려면 선을 주세요.",
];

/// Returns the part of a drawing that a machine cuts, engraves, or scores: contours, texts, and hatches. Dimensions, leaders,
/// points, and, if the user assigned operations, everything that is not assigned are left out. Entities without a layer get the
/// layer of their operation, and assigned ones always do.
///
/// # Errors
/// Returns an error if an operation is assigned to something that is neither a layer nor a color, or if the drawing has too many
/// layers.
pub(super) fn for_cutting(
    scene: &Scene,
    format: &str,
    options: &ExportOptions,
) -> Result<Cutting, FormatError> {
    let assignment = Assignment::parse(&options.operations, scene)?;
    let is_assigned = !assignment.0.is_empty();
    let keeps_text = options.keeps_text(format);
    let mut report = Report::default();
    let mut edit = Edit::by_user(scene.clone());
    let mut layers: BTreeMap<Operation, Layer> = BTreeMap::new();
    let mut cut = Vec::new();
    let shown = scene
        .walk()
        .filter(|entity| !entity.shape.is_group() && scene.is_shown(entity));
    for entity in shown {
        let (name, kind) = (entity.name.as_str(), entity.shape.kind());
        let operation = match decide(entity, &assignment) {
            Decision::Leave(reason) => {
                report.add_drop(kind, name, reason);
                edit.remove(name).map_err(refusal)?;
                continue;
            }
            Decision::Write(operation) => operation,
        };
        if operation == Operation::Cut {
            cut.push(name.to_owned());
        }
        match &entity.shape {
            Shape::Text(_) if keeps_text => {}
            Shape::Text(_) => report.add_change(kind, name, OUTLINES),
            Shape::Hatch(_) => {}
            _ if !is_assigned && operation == Operation::Engrave => report.add_change(kind, name, AREA),
            _ => {}
        }
        let mut style = Style::clone(&entity.style);
        let has_lines = stroke_width(&style) > 0.0 && !matches!(entity.shape, Shape::Text(_));
        if has_lines && style.fill.is_some() && !entity.shape.is_solid_hatch() {
            report.add_change("fill", name, NO_FILL);
            style.fill = None;
        }
        if is_assigned || entity.layer.is_none() {
            let layer = match layers.get(&operation) {
                Some(layer) => layer.clone(),
                None => {
                    let layer = layer_of(scene, operation, &mut edit)?;
                    layers.insert(operation, layer.clone());
                    layer
                }
            };
            let recolor = |color: &mut Color| {
                if is_assigned || *color == Color::Ink {
                    *color = layer.color;
                }
            };
            style
                .stroke
                .iter_mut()
                .for_each(|stroke| recolor(&mut stroke.color));
            style.fill.iter_mut().for_each(|fill| recolor(&mut fill.color));
            edit.put_on_layer(name, Some(&layer.name)).map_err(refusal)?;
        }
        if style != *entity.style {
            edit.set_style(name, style).map_err(refusal)?;
        }
    }
    Ok(Cutting {
        scene: edit.finish().0,
        cut: Some(cut),
        report: report.into_entries(),
    })
}

fn refusal(error: SceneError) -> FormatError {
    FormatError(error.into())
}

fn decide(entity: &Entity, assignment: &Assignment) -> Decision {
    match &entity.shape {
        Shape::Dimension(_) | Shape::Leader(_) => return Decision::Leave(ANNOTATION),
        Shape::Point { .. } => return Decision::Leave(POINT),
        _ => {}
    }
    if color_of(&entity.style).is_none() {
        return Decision::Leave(NO_PAINT);
    }
    match assignment.of(entity) {
        Some(operation) => Decision::Write(operation),
        None => Decision::Leave(NO_OPERATION),
    }
}

/// Returns the layer of an operation: the one of the drawing with its name, or a new one.
fn layer_of(scene: &Scene, operation: Operation, edit: &mut Edit) -> Result<Layer, FormatError> {
    if let Some(layer) = scene.definitions().layer(operation.word()) {
        return Ok(layer.clone());
    }
    let layer = Layer {
        name: Name::new(operation.word()).map_err(FormatError)?,
        color: operation.color(),
        line_weight: scene.units().line_weight(),
    };
    edit.set_layer_paint(layer.clone()).map_err(refusal)?;
    Ok(layer)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
