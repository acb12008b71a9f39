//! Scene JSON as a file whose content becomes code of a drawing that may have content already.
//!
//! The entities keep their names, groups, layers, styles and transforms. Constraints, and the ties of annotations to
//! other entities, are left out and reported, because the entities may get other names.

use super::converter::{Converter, ReadError};
use super::imported::{ImportedContent, ImportedDrawing, ImportedItem, ImportedLayer, Precision};
use std::sync::Arc;
use trammel_formats::{FormatError, ImportOptions, ReportEntry, Treatment, json};
use trammel_language::bilingual;
use trammel_scene::{Entity, Scene, Shape, Transform};

/// Reader of scene JSON.
pub(super) const JSON: Converter = Converter {
    id: "json",
    write: None,
    read: Some(read),
};

fn read(bytes: &[u8], options: &ImportOptions) -> Result<ImportedDrawing, ReadError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        FormatError(bilingual!(
            "The file is not UTF-8 text: {error}. Save it as UTF-8.",
            "파일이 UTF-8 텍스트가 아니에요({error}). UTF-8로 저장하세요."
        ))
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let scene = json::read(text).map_err(|why| {
        FormatError(bilingual!(
            "The file is not a drawing: {why}.",
            "파일이 도면이 아니에요: {why:#}."
        ))
    })?;
    Ok(ImportedDrawing {
        title: scene.name().to_owned(),
        units: options.units.unwrap_or(scene.units()),
        // The numbers of scene JSON are exact.
        precision: Precision::Computed(15),
        layers: layers(&scene),
        blocks: Vec::new(),
        items: items(&scene, None),
        report: report(&scene),
    })
}

fn layers(scene: &Scene) -> Vec<ImportedLayer> {
    let layers = scene.definitions().layers.iter();
    layers
        .map(|layer| ImportedLayer {
            name: layer.name.to_string(),
            color: layer.color,
            line_weight: Some(layer.line_weight),
            dash: Vec::new(),
            is_hidden: false,
            is_plotted: true,
            is_locked: false,
        })
        .collect()
}

fn items(scene: &Scene, parent: Option<&str>) -> Vec<ImportedItem> {
    scene.children(parent).map(|entity| item(scene, entity)).collect()
}

fn item(scene: &Scene, entity: &Arc<Entity>) -> ImportedItem {
    let content = match &entity.shape {
        Shape::Group => ImportedContent::Group(items(scene, Some(&entity.name))),
        shape => ImportedContent::Shape(without_ties(shape)),
    };
    ImportedItem {
        name: Some(entity.name.to_string()),
        layer: entity.layer.as_ref().map(ToString::to_string),
        style: Some((*entity.style).clone()),
        content: if entity.transform == Transform::default() {
            content
        } else {
            ImportedContent::Placed(entity.transform, Box::new(content))
        },
    }
}

/// Returns a shape without ties to other entities.
fn without_ties(shape: &Shape) -> Shape {
    let mut shape = shape.clone();
    match &mut shape {
        Shape::Dimension(tied) => Arc::make_mut(tied).ties.iter_mut().for_each(|tie| *tie = None),
        Shape::Leader(tied) => Arc::make_mut(tied).tie = None,
        Shape::Hatch(tied) => Arc::make_mut(tied).ties.clear(),
        _ => {}
    }
    shape
}

fn report(scene: &Scene) -> Vec<ReportEntry> {
    let named = |test: &dyn Fn(&Entity) -> bool| -> Vec<String> {
        let entities = scene.walk().filter(|entity| test(entity));
        entities.map(|entity| entity.name.to_string()).collect()
    };
    let constraints = scene.definitions().constraints.iter();
    let parts = [
        (
            Treatment::Dropped,
            "constraint",
            constraints
                .map(|constraint| format!("c{}", constraint.id))
                .collect(),
            [
                "Constraints are not imported. Open the file instead to keep them.",
                "구속은 가져오지 않아요. 구속을 지키려면 가져오지 말고 파일을 여세요.",
            ],
        ),
        (
            Treatment::Changed,
            "annotation",
            named(&|entity| !entity.shape.ties().is_empty()),
            [
                "It no longer follows the entities that it describes.",
                "나타내는 항목을 더는 따라가지 않아요.",
            ],
        ),
        (
            Treatment::Changed,
            "entity cut as drawn",
            named(&|entity| entity.as_drawn),
            [
                "A kerf moves it now. Apply cut_as_drawn to it again.",
                "이제 절단 폭만큼 옮겨져요. cut_as_drawn을 다시 적용하세요.",
            ],
        ),
        (
            Treatment::Changed,
            "hidden or locked entity",
            named(&|entity| entity.hidden || entity.locked),
            [
                "It is visible and not locked in the drawing.",
                "도면에서는 보이고 잠기지 않아요.",
            ],
        ),
    ];
    let listed = parts.into_iter().filter(|(_, _, ids, _)| !ids.is_empty());
    listed
        .map(|(treatment, kind, ids, reason)| ReportEntry::new(treatment, kind, ids, reason))
        .collect()
}
