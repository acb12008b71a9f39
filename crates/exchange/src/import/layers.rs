//! Layers of imported code: those that are in use, and their styles.

use super::super::imported::{ImportedContent, ImportedDrawing, ImportedItem, ImportedLayer};
use super::numbers::Numbers;
use std::collections::{BTreeMap, BTreeSet};
use trammel_formats::{FormatError, ImportTarget, ReportEntry, Treatment, code};
use trammel_language::bilingual;
use trammel_scene::{Definitions, Edit, Layer, Name, Scene, Shape, Style, Units};

/// Maximum number of layers of a drawing that get their own layer.
const MAX_LAYERS: usize = trammel_scene::MAX_LAYERS;

/// Layers in use.
#[derive(Debug)]
pub(super) struct Layers {
    /// Names of the layers of the drawing, by the names in the file.
    names: BTreeMap<String, Name>,
    /// Dashes of the lines of a layer.
    dashes: BTreeMap<Name, Vec<f64>>,
    /// Empty drawing with the layers and the unit of the imported drawing.
    pub(super) scene: Scene,
    /// Statements that create the layers.
    pub(super) statements: Vec<String>,
    /// New layers that the file hides.
    pub(super) hidden: Vec<Name>,
    /// Layers that differ from those of the file.
    pub(super) report: Vec<ReportEntry>,
}

impl Layers {
    /// Creates the layers that the entities of a file use.
    ///
    /// # Errors
    /// Returns an error if the width of a line is not a valid number.
    pub(super) fn new(
        drawing: &ImportedDrawing,
        numbers: Numbers,
        units: Units,
        target: &ImportTarget,
    ) -> Result<Layers, FormatError> {
        let mut used = BTreeSet::new();
        collect(&drawing.items, &mut used);
        for block in &drawing.blocks {
            collect(&block.items, &mut used);
        }
        let mut layers = Layers {
            names: BTreeMap::new(),
            dashes: BTreeMap::new(),
            scene: Scene::default(),
            statements: Vec::new(),
            hidden: Vec::new(),
            report: Vec::new(),
        };
        let mut all = target.layers.clone();
        let mut noted = Noted::default();
        for layer in drawing
            .layers
            .iter()
            .filter(|layer| used.contains(layer.name.as_str()))
        {
            let Ok(name) = Name::new(&short(&layer.name)) else {
                continue;
            };
            if !layer.is_plotted {
                noted.not_plotted.push(layer.name.clone());
            }
            if layer.is_locked {
                noted.unlocked.push(layer.name.clone());
            }
            let made = layer_of(layer, name.clone(), numbers, units);
            let present = all.iter().find(|present| present.name == name);
            if present.is_none() && all.len() >= MAX_LAYERS {
                noted.left_out.push(layer.name.clone());
                continue;
            }
            if present.is_some_and(|present| *present != made) {
                noted.kept.push(layer.name.clone());
            }
            if layer.is_hidden && present.is_none() {
                layers.hidden.push(name.clone());
            } else if layer.is_hidden {
                noted.shown.push(layer.name.clone());
            }
            if present.is_none() {
                layers.statements.push(code::layer_statement(&made));
                all.push(made);
            }
            if !layer.dash.is_empty() {
                let dash = layer.dash.iter().map(|length| numbers.width(*length));
                layers.dashes.insert(name.clone(), dash.collect());
            }
            layers.names.insert(layer.name.clone(), name);
        }
        layers.report = noted.report();
        layers.scene = scene(all, units)?;
        Ok(layers)
    }

    /// Returns the layer of an item.
    pub(super) fn of(&self, item: &ImportedItem) -> Option<&Name> {
        self.names.get(item.layer.as_deref()?)
    }

    /// Returns the style of an item that states none; `None` if it is that of a new entity on the layer.
    pub(super) fn style(&self, layer: Option<&Name>, shape: &Shape) -> Option<Style> {
        if shape.is_filled() || matches!(shape, Shape::Hatch(_) | Shape::Point { .. }) {
            return None;
        }
        let layer = layer?;
        let dash = self.dashes.get(layer)?;
        let mut stroke = self.scene.definitions().layer(layer)?.stroke();
        stroke.set_pattern(dash.clone());
        Some(Style {
            stroke: Some(stroke),
            fill: None,
        })
    }
}

/// Names of layers to report.
#[derive(Debug, Default)]
struct Noted {
    shown: Vec<String>,
    not_plotted: Vec<String>,
    unlocked: Vec<String>,
    kept: Vec<String>,
    left_out: Vec<String>,
}

impl Noted {
    fn report(self) -> Vec<ReportEntry> {
        let reasons = [
            (
                self.shown,
                [
                    "The file hides this layer, but the drawing has a layer of this name, so its entities are visible.",
                    "파일에서는 숨긴 레이어인데 도면에 같은 이름의 레이어가 있어서 항목이 보여요.",
                ],
            ),
            (
                self.not_plotted,
                [
                    "The file does not print this layer. The drawing prints and cuts it; hide it if that is not meant.",
                    "파일에서 인쇄하지 않는 레이어인데 도면에서는 인쇄되고 절단돼요. 그러지 않으려면 숨기세요.",
                ],
            ),
            (
                self.unlocked,
                [
                    "The file locks this layer; the drawing does not. Lock it in the panel Layers.",
                    "파일에서 잠근 레이어인데 도면에서는 잠겨 있지 않아요. 레이어 패널에서 잠글 수 있어요.",
                ],
            ),
            (
                self.kept,
                [
                    "The drawing has a layer of this name, which keeps its color and line weight.",
                    "도면에 같은 이름의 레이어가 있어서 그 색과 선 굵기를 그대로 써요.",
                ],
            ),
            (
                self.left_out,
                [
                    "A drawing cannot have more layers, so its entities are on no layer.",
                    "도면의 레이어 수가 한도에 이르러서 항목을 레이어 없이 두었어요.",
                ],
            ),
        ];
        let listed = reasons.into_iter().filter(|(ids, _)| !ids.is_empty());
        listed
            .map(|(ids, reason)| ReportEntry::new(Treatment::Changed, "layer", ids, reason))
            .collect()
    }
}

fn collect<'a>(items: &'a [ImportedItem], used: &mut BTreeSet<&'a str>) {
    for item in items {
        let mut content = &item.content;
        while let ImportedContent::Placed(_, inner) = content {
            content = inner;
        }
        match content {
            ImportedContent::Group(items) => collect(items, used),
            ImportedContent::Shape(_) => used.extend(item.layer.as_deref()),
            ImportedContent::Insert(_) | ImportedContent::Placed(..) => {}
        }
    }
}

fn layer_of(layer: &ImportedLayer, name: Name, numbers: Numbers, units: Units) -> Layer {
    Layer {
        name,
        color: layer.color,
        line_weight: layer
            .line_weight
            .map_or_else(|| units.line_weight(), |width| numbers.width(width)),
    }
}

/// Returns a name that is not too long for a layer.
fn short(name: &str) -> String {
    name.chars().take(trammel_scene::MAX_NAME_CHARS).collect()
}

fn scene(layers: Vec<Layer>, units: Units) -> Result<Scene, FormatError> {
    let mut edit = Edit::by_user(Scene::default().with_units(units));
    edit.set_definitions(Definitions {
        layers,
        ..Definitions::default()
    })
    .map_err(|error| {
        FormatError(bilingual!(
            "A layer of the file is not valid: {error}.",
            "파일의 레이어가 올바르지 않아요: {error:#}."
        ))
    })?;
    Ok(edit.finish().0)
}
