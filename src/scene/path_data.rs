//! SVG path data that keeps the text of its author.
//!
//! Invariant: the curves are those of the text; equal texts are equal paths.

use crate::geometry::{Path, svg};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::sync::Arc;

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
