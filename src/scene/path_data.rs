//! SVG path data that keeps its author's text.
//!
//! Invariant: the curves are those of the text; equal texts are equal paths.

use crate::geometry::{Path, svg};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::sync::Arc;

/// An SVG path as its author wrote it, with its curves.
#[derive(Clone, Debug)]
pub struct PathData {
    text: Arc<str>,
    paths: Arc<[Path]>,
}

impl PathData {
    /// Reads SVG path data.
    ///
    /// # Errors
    /// Says at which character the text stops making sense.
    pub fn new(text: &str) -> Result<PathData, String> {
        let paths = svg::parse(text).map_err(|e| e.to_string())?;
        if paths.is_empty() {
            return Err("the path draws nothing: start with M x,y and add L, C, Q, A ...".to_owned());
        }
        Ok(PathData {
            text: text.trim().into(),
            paths: paths.into(),
        })
    }

    /// The path as written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The curves.
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
