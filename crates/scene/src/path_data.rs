//! SVG path data that keeps the text of its author.
//!
//! Invariant: the curves are those of the text; equal texts are equal paths.

use super::explain::Explain;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::sync::Arc;
use trammel_kernel::{Path, svg};
use trammel_language::{Bilingual, bilingual};

/// SVG path as written, with its parsed curves.
#[derive(Clone, Debug)]
pub struct PathData {
    text: Arc<str>,
    paths: Arc<[Path]>,
}

impl PathData {
    /// Parses SVG path data.
    ///
    /// # Errors
    /// Returns an error with the position of the first invalid character, or if the path is empty.
    pub fn new(text: &str) -> Result<PathData, Bilingual> {
        let paths = svg::parse(text).map_err(|error| error.explain())?;
        if paths.is_empty() {
            return Err(bilingual!(
                "the path draws nothing: start with M x,y and add L, C, Q, A ...",
                "경로가 아무것도 그리지 않아요. M x,y로 시작하고 L, C, Q, A ...를 더하세요"
            ));
        }
        Ok(PathData {
            text: text.trim().into(),
            paths: paths.into(),
        })
    }

    /// Returns the path data as written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the curves.
    pub fn paths(&self) -> &[Path] {
        &self.paths
    }
}

impl PartialEq for PathData {
    fn eq(&self, other: &PathData) -> bool {
        self.text == other.text
    }
}

impl Serialize for PathData {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.text.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for PathData {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PathData, D::Error> {
        PathData::new(&String::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}
