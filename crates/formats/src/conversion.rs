//! Conversion between a drawing and a file of another program: request and result.
//!
//! The code of the conversions is in [`exchange`](trammel_exchange) and runs in the sandbox, like the code of a drawing:
//! in the worker of the page, so that the page neither loads nor waits for it, and in a child process natively, so that
//! a hostile file meets limits of time and memory.

use super::options::{ExportOptions, ImportOptions};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;
use trammel_code::FileName;
use trammel_language::{Bilingual, Language, bilingual};
use trammel_scene::{Diff, Layer, Name, Scene, Units};

/// Request of a conversion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Conversion {
    /// Writes a drawing as a file.
    Write {
        /// Identifier of the format.
        format: String,
        /// Drawing.
        drawing: Drawing,
        /// Code of the drawing as a project file, for formats that carry it.
        project: Option<String>,
        /// Options.
        options: Box<ExportOptions>,
    },
    /// Reads a file as code.
    Read {
        /// Identifier of the format.
        format: String,
        /// Content of the file.
        #[serde(with = "super::file_bytes")]
        bytes: Vec<u8>,
        /// Options.
        options: ImportOptions,
        /// Drawing that receives the code.
        target: ImportTarget,
    },
    /// Paints a picture as a PNG file. The page does not ask for this: it paints with the browser's canvas.
    Paint(Picture),
}

/// Picture to paint, on a white or a transparent background.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// Text of an SVG file.
    pub svg: String,
    /// Length of the longer side in pixels.
    pub pixels: u32,
    /// Whether the background is transparent.
    pub is_transparent: bool,
}

/// Drawing that receives imported code. The default is an empty drawing, which takes the unit of the file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ImportTarget {
    /// Name of the new module and of its function; empty to derive it from the name of the file.
    pub module: String,
    /// Unit of the drawing. A drawing without entities takes the unit of the file; other drawings keep theirs, and the
    /// numbers of the file are converted.
    pub units: Units,
    /// Number of entities of the drawing.
    pub entities: usize,
    /// Names of the entities, which no imported entity gets.
    pub names: Vec<Name>,
    /// Names that no module and no function of the code gets: files, tools, and declarations of `main`.
    pub identifiers: Vec<String>,
    /// Layers of the drawing. An imported layer with the name of one of them becomes this layer.
    pub layers: Vec<Layer>,
    /// Whether the code becomes a new drawing, and of which kind; `None` for code that is added to a drawing.
    #[serde(default)]
    pub new: Option<NewDrawing>,
}

/// New drawing that is made from a file. Its `main` draws the content, without a group of all entities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewDrawing {
    /// Unit into which the numbers of the file are converted; `None` to keep the unit of the file.
    pub units: Option<Units>,
}

impl Conversion {
    /// Whether a text of the drawing needs the Hangul font while it is not loaded, so that its outlines are provisional.
    pub fn needs_hangul(&self) -> bool {
        match self {
            Conversion::Write {
                format,
                drawing,
                options,
                ..
            } => {
                let is_pdf = format == "pdf";
                let mut wordings = drawing
                    .diff
                    .added_entities()
                    .filter_map(|entity| entity.shape.wording());
                (is_pdf && options.pdf.needs_hangul(&drawing.name))
                    || wordings.any(|wording| trammel_text::needs_hangul(&wording))
            }
            // Texts of a file may become outlines.
            Conversion::Read { bytes, .. } => {
                std::str::from_utf8(bytes).is_ok_and(trammel_text::needs_hangul)
            }
            // The texts of a picture are outlines.
            Conversion::Paint(_) => false,
        }
    }

    /// Returns the memory in bytes that the conversion needs beside the usual memory of a run: the pixels of a picture, a copy
    /// for the encoder, and two layers for groups that are not opaque.
    pub fn memory(&self) -> u64 {
        match self {
            Conversion::Paint(picture) => 4 * 4 * u64::from(picture.pixels).pow(2),
            Conversion::Write { .. } | Conversion::Read { .. } => 0,
        }
    }
}

/// Drawing in a message: a scene without its indexes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Drawing {
    name: String,
    units: Units,
    diff: Diff,
}

impl Drawing {
    /// Creates the message form of a scene.
    pub fn of(scene: &Scene) -> Drawing {
        Drawing {
            name: scene.name().to_owned(),
            units: scene.units(),
            diff: Scene::new("").diff_to(scene),
        }
    }

    /// Returns the scene.
    pub fn scene(&self) -> Scene {
        let mut scene = Scene::new(&self.name).with_units(self.units);
        scene.apply(&self.diff);
        scene
    }
}

/// Result of a conversion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Converted {
    /// File that was written.
    Written(Written),
    /// Code that was read from a file.
    Read(ImportedCode),
    /// Question to answer before the file can be read.
    Question(ImportQuestion),
}

impl Converted {
    /// Returns the reason why a conversion that gives no code has read nothing.
    pub fn not_read() -> Bilingual {
        bilingual!("the file was not read", "파일을 읽지 못했어요")
    }
}

/// File made by a writer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Written {
    /// Content of the file.
    #[serde(with = "super::file_bytes")]
    pub bytes: Vec<u8>,
    /// Parts of the drawing that were left out or changed, one entry each.
    pub report: Vec<ReportEntry>,
}

/// Code made from a file of another program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ImportedCode {
    /// New modules. The first one exports a function with its name, which draws the content of the file. A new drawing has none
    /// if its code fits into `main`.
    pub modules: Vec<(FileName, Arc<str>)>,
    /// Code for `main` that draws the content of the file: an import of the first module, and a call. For a new drawing without
    /// modules, the whole code.
    pub statement: String,
    /// Unit of the numbers in the code.
    pub units: Units,
    /// Unit of the numbers in the file.
    pub source_units: Units,
    /// Group of the imported entities; `None` if they have none, because the drawing has no room for it.
    pub group: Option<Name>,
    /// New layers that the file hides. A drawing hides them too; code alone cannot.
    #[serde(default)]
    pub hidden_layers: Vec<Name>,
    /// Number of entities that the code draws.
    pub entities: usize,
    /// Parts of the file that were imported, changed, or left out, apart from the layers that the file hides.
    pub report: Vec<ReportEntry>,
}

impl ImportedCode {
    /// Returns the report for a drawing, which hides the layers that the file hides.
    pub fn report_in_drawing(&self) -> Vec<ReportEntry> {
        let hidden = self.hidden_layers.iter().map(Name::to_string).collect();
        let reason = [
            "The layer is hidden, as in the file. Show it in the panel Layers.",
            "파일에서처럼 숨긴 레이어예요. 레이어 패널에서 보이게 할 수 있어요.",
        ];
        self.report_with(ReportEntry::new(Treatment::Changed, "layer", hidden, reason))
    }

    /// Returns the report for code alone, in which every layer is visible.
    pub fn report_in_code(&self) -> Vec<ReportEntry> {
        let hidden = self.hidden_layers.iter().map(Name::to_string).collect();
        let reason = [
            "The layer is hidden in the file. Code has no hidden layers, so its entities are drawn.",
            "파일에서 숨긴 레이어예요. 코드에는 숨긴 레이어가 없으므로 항목이 그려져요.",
        ];
        self.report_with(ReportEntry::new(Treatment::Changed, "layer", hidden, reason))
    }

    fn report_with(&self, hidden: ReportEntry) -> Vec<ReportEntry> {
        let hidden = (!self.hidden_layers.is_empty()).then_some(hidden);
        self.report.iter().cloned().chain(hidden).collect()
    }
}

/// Treatment of a part of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Treatment {
    /// Converted exactly.
    Converted,
    /// Converted with a difference that the reason states.
    Changed,
    /// Left out.
    Dropped,
    /// Written as it is, although a check of the drawing fails.
    Unchecked,
}

/// Entry of the report of a conversion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportEntry {
    /// Treatment.
    pub treatment: Treatment,
    /// Kind of the part in the terms of the file format, such as `HATCH` or `clipPath`.
    pub kind: String,
    /// Names, ids, or handles of the parts; at most some of them for a long list.
    pub ids: Vec<String>,
    /// Number of parts.
    pub count: usize,
    /// Reason, one sentence; empty for exact conversions.
    pub reason: Bilingual,
}

/// Maximum number of listed parts in an entry of a report.
pub const MAX_REPORT_IDS: usize = 20;

impl ReportEntry {
    /// Creates the entry of these parts, of which the first [`MAX_REPORT_IDS`] are listed.
    pub fn new(
        treatment: Treatment,
        kind: &str,
        mut ids: Vec<String>,
        reason: impl Into<Bilingual>,
    ) -> ReportEntry {
        let count = ids.len();
        ids.truncate(MAX_REPORT_IDS);
        ReportEntry {
            treatment,
            kind: kind.to_owned(),
            ids,
            count,
            reason: reason.into(),
        }
    }

    /// Creates the entry of parts that have no ids.
    pub fn without_ids(
        treatment: Treatment,
        kind: &str,
        count: usize,
        reason: impl Into<Bilingual>,
    ) -> ReportEntry {
        ReportEntry {
            count,
            ..ReportEntry::new(treatment, kind, Vec::new(), reason)
        }
    }

    /// Adds a part, which is listed once if it has an id and there is room.
    pub fn add(&mut self, id: &str) {
        self.count += 1;
        let is_listed = id.is_empty() || self.ids.iter().any(|listed| listed == id);
        if !is_listed && self.ids.len() < MAX_REPORT_IDS {
            self.ids.push(id.to_owned());
        }
    }

    /// Formats the entry as a line below a heading that states the treatment: `HATCH (12) [1F, 2A]: faces have no area`.
    pub fn line_without_treatment(&self, language: Language) -> String {
        self.line("", language)
    }

    fn line(&self, treatment: &str, language: Language) -> String {
        let kind = language.pick([self.kind.as_str(), korean_kind(&self.kind)]);
        let mut line = format!("{kind} ({}){treatment}", self.count);
        if !self.ids.is_empty() {
            line.push_str(&format!(" [{}]", self.ids.join(", ")));
        }
        let reason = self.reason.text(language);
        if !reason.is_empty() {
            line.push_str(&format!(": {reason}"));
        }
        line
    }
}

impl fmt::Display for ReportEntry {
    /// Formats the entry as one line: `HATCH (12): left out [1F, 2A]: faces have no area`. The alternate form is Korean.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let language = if f.alternate() {
            Language::Korean
        } else {
            Language::English
        };
        let treatment = language.pick(match self.treatment {
            Treatment::Converted => [": converted", ": 바꿈"],
            Treatment::Changed => [": changed", ": 달라짐"],
            Treatment::Dropped => [": left out", ": 빠짐"],
            Treatment::Unchecked => [": fails", ": 맞지 않음"],
        });
        f.write_str(&self.line(treatment, language))
    }
}

/// Returns the Korean text of a kind. The names of types of a file format, such as `HATCH`, stay.
fn korean_kind(kind: &str) -> &str {
    match kind {
        "annotation" => "주석",
        "character" => "문자",
        "check" => "확인",
        "color" => "색",
        "constraint" => "구속",
        "curve" => "곡선",
        "empty" => "빈 항목",
        "entity" => "항목",
        "entity cut as drawn" => "그린 대로 자르는 항목",
        "hidden" => "숨긴 항목",
        "hidden or locked entity" => "숨기거나 잠근 항목",
        "layer" => "레이어",
        "line width" => "선 굵기",
        "other" => "기타",
        "style rule" => "스타일 규칙",
        "style sheet" => "스타일 시트",
        "unit" | "units" => "단위",
        "unpainted" => "칠하지 않은 항목",
        kind => kind,
    }
}

/// Question of a reader, with the answer that the file suggests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImportQuestion {
    /// The file does not define the unit of its numbers.
    Units {
        /// Most probable unit.
        suggested: Units,
        /// Reason for the suggestion, one sentence.
        reason: Bilingual,
    },
    /// The file has more entities than a drawing can hold.
    TooLarge {
        /// Number of entities.
        entities: usize,
        /// Maximum number of entities.
        most: usize,
        /// Layers with their numbers of entities.
        layers: Vec<(String, usize)>,
    },
}

impl fmt::Display for ImportQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ImportQuestion::Units { suggested, reason } => write!(
                f,
                "The file does not define its unit. State one, probably {}: {reason}",
                suggested.as_str()
            ),
            ImportQuestion::TooLarge { entities, most, .. } => write!(
                f,
                "The file has {entities} entities, at most {most}. Choose layers, or import the first {most}."
            ),
        }
    }
}
