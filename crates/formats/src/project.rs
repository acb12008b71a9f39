//! Project data: the content of a project file or a link.
//!
//! `{"format":"trammel-project","version":1,"files":{"main":"..."}, ...}`. Invariants: `read(write(project))`
//! is the same project; unknown fields, newer versions, and invalid names are refused with the reason; a code
//! file that is too large to run is still read, so that no export is lost; loading executes nothing. A project
//! never contains a key, a setting, or a conversation, because the type has no field for them.

use super::code;
use super::strict_json::{self, JsonKind};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use trammel_code::{FileName, MAX_FILES};
use trammel_knowledge::Memory;
use trammel_language::{Bilingual, bilingual};
use trammel_scene::{Flags, LayerSettings, MAX_TITLE_CHARS, Name, Scene, Units};

/// Value of the field `format`.
pub const FORMAT: &str = "trammel-project";

/// Version that this program writes and reads.
pub const VERSION: u64 = 1;

const KIND: JsonKind = JsonKind {
    format: FORMAT,
    version: VERSION,
    words: ["project", "프로젝트", "프로젝트가"],
};

/// Maximum size of a text that is read, in bytes: all files at their maximum size, with JSON escapes.
pub const MAX_BYTES: usize = 96 << 20;

/// A drawing as code, optionally with locks and memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Project {
    /// Title of the drawing.
    pub name: Option<String>,
    /// Unit of the drawing.
    pub units: Option<Units>,
    /// Code files; always include `main`.
    pub files: BTreeMap<FileName, Arc<str>>,
    /// Custom tools made from functions of the files, as registered. The session checks them when it opens the project.
    pub tools: Vec<Value>,
    /// Entities that the user locked or hid.
    pub locks: BTreeMap<Name, Flags>,
    /// Layers that the user hid or locked, and the current layer.
    pub layers: LayerSettings,
    /// Decisions, hints, checkpoints, and requests, if included.
    pub memory: Option<Memory>,
}

impl Default for Project {
    fn default() -> Project {
        Project::of_code("")
    }
}

impl Project {
    /// Creates a project with one file.
    pub fn of_code(main: &str) -> Project {
        Project {
            name: None,
            units: None,
            files: trammel_base::sort::map([(FileName::main(), Arc::from(main))]),
            tools: Vec::new(),
            locks: BTreeMap::new(),
            layers: LayerSettings::default(),
            memory: None,
        }
    }

    /// Creates a project whose code reproduces this drawing exactly.
    ///
    /// # Errors
    /// Returns an error if the drawing cannot be written as code; see [`code::write`].
    pub fn of_scene(scene: &Scene) -> Result<Project, Bilingual> {
        let locks = scene.walk().filter(|entity| entity.locked || entity.hidden);
        Ok(Project {
            name: Some(scene.name().chars().take(MAX_TITLE_CHARS).collect()),
            units: Some(scene.units()),
            files: code::write(scene)?,
            locks: locks
                .map(|entity| (entity.name.clone(), entity.flags()))
                .collect(),
            ..Project::default()
        })
    }

    /// Returns the drawing alone, as in a link: without locks and without memory. What is hidden stays hidden, so that others
    /// see the same drawing.
    #[must_use]
    pub fn drawing_only(&self) -> Project {
        let hidden = self.locks.iter().filter(|(_, flags)| flags.hidden);
        Project {
            locks: hidden
                .map(|(name, flags)| (name.clone(), flags.without_lock()))
                .collect(),
            layers: self.layers.hidden_only(),
            memory: None,
            ..self.clone()
        }
    }

    /// Returns the text of `main`.
    pub fn main(&self) -> &str {
        self.files.get(FileName::MAIN).map_or("", |text| text)
    }
}

/// Formats the project as a readable file.
pub fn write(project: &Project) -> String {
    serde_json::to_string_pretty(&File::of(project)).unwrap_or_default() + "\n"
}

/// Formats the project on one line, for a link.
pub(super) fn write_compact(project: &Project) -> String {
    serde_json::to_string(&File::of(project)).unwrap_or_default()
}

/// Reads a project.
///
/// # Errors
/// Returns one sentence about the first problem and its place.
pub fn read(text: &str) -> Result<Project, Bilingual> {
    of_value(parse_json(text)?)
}

fn parse_json(text: &str) -> Result<Value, Bilingual> {
    if text.len() > MAX_BYTES {
        let (size, most) = (text.len().div_ceil(1 << 20), MAX_BYTES >> 20);
        return Err(bilingual!(
            "this file has {size} MiB, at most {most}",
            "이 파일은 {size} MiB이고 최대 {most} MiB예요"
        ));
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    strict_json::parse(text)
}

fn of_value(head: Value) -> Result<Project, Bilingual> {
    let file: File = KIND.fields(head)?;
    file.into_project()
}

/// Fields of the project file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    version: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    units: Option<Units>,
    files: BTreeMap<String, Arc<str>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Value>,
    #[serde(default, rename = "held", skip_serializing_if = "BTreeMap::is_empty")]
    locks: BTreeMap<Name, Flags>,
    #[serde(
        default,
        rename = "layerSettings",
        skip_serializing_if = "LayerSettings::is_empty"
    )]
    layers: LayerSettings,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    memory: Option<Memory>,
}

impl File {
    fn of(project: &Project) -> File {
        let files = project.files.iter();
        File {
            format: FORMAT.to_owned(),
            version: VERSION,
            name: project.name.clone(),
            units: project.units,
            files: files
                .map(|(name, text)| (name.as_str().to_owned(), text.clone()))
                .collect(),
            tools: project.tools.clone(),
            locks: project.locks.clone(),
            layers: project.layers.clone(),
            memory: project.memory.clone(),
        }
    }

    fn into_project(self) -> Result<Project, Bilingual> {
        if self
            .name
            .as_ref()
            .is_some_and(|name| name.chars().count() > MAX_TITLE_CHARS)
        {
            return Err(bilingual!(
                "the title has at most {MAX_TITLE_CHARS} characters",
                "제목은 최대 {MAX_TITLE_CHARS}자예요"
            ));
        }
        if self.files.len() > MAX_FILES {
            return Err(bilingual!(
                "{} files, at most {MAX_FILES}",
                "파일이 {}개이고 최대 {MAX_FILES}개예요",
                self.files.len()
            ));
        }
        let mut files = BTreeMap::new();
        for (name, text) in self.files {
            let file = FileName::new(&name)?;
            if files.insert(file, text).is_some() {
                return Err(bilingual!(
                    "the file '{name}' appears twice",
                    "파일 '{name}'이(가) 두 번 나와요"
                ));
            }
        }
        if !files.contains_key(FileName::MAIN) {
            return Err(bilingual!("the file 'main' is missing", "파일 'main'이 없어요"));
        }
        Ok(Project {
            name: self.name,
            units: self.units,
            files,
            tools: self.tools,
            locks: self.locks,
            layers: self.layers,
            memory: self.memory,
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use serde_json::json;
    use trammel_code::MAX_FILE_BYTES;

    fn layers() -> LayerSettings {
        let mut layers = LayerSettings::default();
        layers.set_flags(&Name::new("벽").unwrap(), Flags::HIDDEN);
        layers
    }

    fn full() -> Project {
        let mut memory = Memory::default();
        memory.decisions.add("gear", "use a loop", "톱니 12개").unwrap();
        Project {
            name: Some("집 \"1\"".to_owned()),
            units: Some(Units::In),
            files: BTreeMap::from([
                (FileName::main(), Arc::from("import 'lib';\n")),
                (FileName::new("lib").unwrap(), Arc::from("// 한글\n")),
            ]),
            tools: vec![json!({"name": "draw_gear"})],
            locks: BTreeMap::from([(
                Name::new("벽").unwrap(),
                Flags {
                    locked: true,
                    hidden: false,
                },
            )]),
            layers: layers(),
            memory: Some(memory),
        }
    }

    #[test]
    fn a_project_round_trips_and_drawing_only_omits_memory() {
        let oversized = Project::of_code(&"x".repeat(MAX_FILE_BYTES + 1));
        for project in [full(), Project::default(), Project::of_code("a();"), oversized] {
            assert_eq!(read(&write(&project)).unwrap(), project);
            assert_eq!(read(&write_compact(&project)).unwrap(), project);
            assert_eq!(read(&write(&project)).unwrap(), project);
        }
        let text = write_compact(&full().drawing_only());
        assert!(
            !text.contains("loop") && !text.contains("\"locked\":true"),
            "{text}"
        );
        let minimal = r#"{"format":"trammel-project","version":1,"files":{"main":"a"}}"#;
        assert_eq!(write_compact(&Project::of_code("a")), minimal);
    }

    #[test]
    fn invalid_projects_are_refused_with_the_reason() {
        let with = |change: fn(&mut Value)| {
            let mut value: Value = serde_json::from_str(&write(&full())).unwrap();
            change(&mut value);
            read(&value.to_string()).unwrap_err()
        };
        for (error, reason) in [
            (with(|v| v["version"] = json!(2)), "version 2"),
            (with(|v| v["version"] = json!("1")), "must be 1"),
            (with(|v| v["format"] = json!("x")), "format"),
            (with(|v| v["apiKey"] = json!("k")), "unknown field `apiKey`"),
            (with(|v| v["memory"]["chat"] = json!([])), "unknown field `chat`"),
            (
                with(|v| v["held"]["벽"]["deleted"] = json!(true)),
                "unknown field",
            ),
            (with(|v| v["units"] = json!("furlong")), "furlong"),
            (with(|v| v["name"] = json!("x".repeat(201))), "200 characters"),
            (with(|v| v["files"] = json!({"lib": ""})), "'main'"),
            (
                with(|v| v["files"]["../x"] = json!("")),
                "'../x' is not a file name",
            ),
            (with(|v| v["files"]["main.js"] = json!("")), "twice"),
            (with(|v| v["files"]["main"] = json!(5)), "damaged"),
            (read("{").unwrap_err(), "invalid JSON"),
        ] {
            assert!(error.english.contains(reason), "{error} / {reason}");
        }
        let many: BTreeMap<String, &str> = (0..300).map(|n| (format!("f{n}"), "")).collect();
        let text = json!({"format": FORMAT, "version": 1, "files": many}).to_string();
        assert!(read(&text).unwrap_err().english.contains("300 files"));
    }
}
