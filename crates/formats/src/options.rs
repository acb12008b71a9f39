//! Options of writers and readers, as chosen in the export dialog, on the command line, or by a tool.
//!
//! Invariant: the default of every option is the choice for a user who wants an exact file and says nothing else.

use super::option_text;
use super::pdf_options::PdfOptions;
use serde::{Deserialize, Serialize};
use trammel_scene::{Name, Units};

/// Options of a writer. A writer ignores options that do not apply to its format.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ExportOptions {
    /// Entities and layers to write; empty for the whole drawing. A group includes its children.
    pub only: Vec<Name>,
    /// Width of the cut in drawing units, for which contours are compensated; `None` for the exact drawing.
    pub kerf: Option<f64>,
    /// Whether contours are written in the order in which a machine cuts them: inside contours first, with short travel.
    pub order_cuts: bool,
    /// Names of entities, groups, and layers to which the kerf does not apply, separated by commas.
    pub kerf_except: String,
    /// Operations of the machine for layers and colors in a file for cutting, such as `plate=cut, #0000ff=engrave,
    /// fold=score`; everything else is then left out. Empty for the usual ones.
    pub operations: String,
    /// Options of DXF files.
    pub dxf: DxfOptions,
    /// Options of SVG files.
    pub svg: SvgOptions,
    /// Options of PDF files.
    pub pdf: PdfOptions,
    /// Options of PNG files.
    pub png: PngOptions,
}

impl ExportOptions {
    /// Whether the file of the format with this identifier is for cutting only: by its purpose, or because operations of the
    /// machine are given.
    pub fn is_for_cutting(&self, format: &str) -> bool {
        let has_operations = !self.operations.trim().is_empty();
        match format {
            "dxf" => has_operations || self.dxf.preset == DxfPreset::Cut,
            "svg" => has_operations || self.svg.preset == SvgPreset::Cut,
            _ => false,
        }
    }

    /// Whether the file of the format with this identifier has texts as texts, and not as outlines.
    pub fn keeps_text(&self, format: &str) -> bool {
        match format {
            "dxf" => !self.dxf.outline_text.unwrap_or(self.dxf.preset != DxfPreset::Cad),
            _ => self.svg.keep_text,
        }
    }
}

/// Purpose of a DXF file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DxfPreset {
    /// Contours for a cutting machine: text as outlines, hatches as lines, no dimensions.
    Cut,
    /// Everything, as entities that a CAD program can edit.
    #[default]
    Cad,
    /// DXF R12 for old machines and programs.
    R12,
}

/// Options of DXF files. `None` means the choice of the preset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DxfOptions {
    /// Purpose of the file.
    pub preset: DxfPreset,
    /// Whether splines become arcs within 0.01 mm.
    #[serde(deserialize_with = "option_text::choice")]
    pub splines_as_arcs: Option<bool>,
    /// Whether text becomes outlines.
    #[serde(deserialize_with = "option_text::choice")]
    pub outline_text: Option<bool>,
}

/// Purpose of an SVG file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SvgPreset {
    /// Everything that the drawing shows.
    #[default]
    All,
    /// Contours for a cutting machine, in lines of the thinnest width: text as outlines, no dimensions.
    Cut,
}

/// Options of SVG files.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SvgOptions {
    /// Purpose of the file.
    pub preset: SvgPreset,
    /// Whether every line has the thinnest width, which laser cutters read as a cut.
    pub hairline: bool,
    /// Whether text stays text; text is written as outlines otherwise.
    pub keep_text: bool,
    /// Whether the page includes the stroke width; the page is the extent of the geometry otherwise.
    pub include_stroke: bool,
    /// Colors of layers in the file, such as `cut=red, engrave=#0000ff`; other layers keep their colors.
    pub layer_colors: String,
    /// Whether the file leaves out the code, so that it does not open again for editing.
    pub without_project: bool,
}

/// Resolution of a PNG file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PngFactor {
    /// 2,048 pixels on the longer side.
    #[default]
    #[serde(rename = "1x")]
    One,
    /// 4,096 pixels on the longer side.
    #[serde(rename = "2x")]
    Two,
    /// 8,192 pixels on the longer side.
    #[serde(rename = "4x")]
    Four,
}

/// Options of PNG files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PngOptions {
    /// Resolution.
    pub factor: PngFactor,
    /// Whether the background is transparent; it is white otherwise.
    pub transparent: bool,
}

/// Options of a reader.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ImportOptions {
    /// Name of the file without its extension, for the title and the module; empty if unknown.
    pub file_name: String,
    /// Unit of the numbers in the file, if the user answered the question of the reader or overrides the file.
    pub units: Option<Units>,
    /// Layers to read; empty for all layers.
    pub layers: Vec<String>,
    /// Maximum number of entities to read, if the user chose to read a part of a file that is too large.
    pub first: Option<usize>,
}
