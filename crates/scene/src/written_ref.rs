//! References as tools and files write them.
//!
//! A reference is text such as `plate.edge[0]`. An entity may have the name `plate.edge[0]`, and the text then refers to
//! that entity; a reference to the part is then written as the pair `["plate", "edge[0]"]`.

use super::drawing::Scene;
use super::error::SceneError;
use super::part_ref::PartRef;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use serde::{Serialize, Serializer};
use std::fmt;
use trammel_language::bilingual;

/// Reference to an entity or to a part of it, as text, or as a pair where the text is ambiguous.
#[derive(Clone, Debug, PartialEq)]
pub enum WrittenRef {
    /// `entity` or `entity.part`.
    Text(String),
    /// Entity and part.
    Pair(PartRef),
}

impl WrittenRef {
    /// Returns the form in which `reference` is written in `scene`.
    pub fn of(scene: &Scene, reference: &PartRef) -> WrittenRef {
        let text = reference.to_string();
        if reference.part.is_some() && scene.get(&text).is_some() {
            return WrittenRef::Pair(reference.clone());
        }
        WrittenRef::Text(text)
    }

    /// Returns the reference in `scene`.
    ///
    /// # Errors
    /// Returns an error if the entity or the part does not exist; the message lists the existing parts.
    pub fn read(&self, scene: &Scene) -> Result<PartRef, SceneError> {
        match self {
            WrittenRef::Text(text) => PartRef::parse(scene, text),
            WrittenRef::Pair(reference) => reference.resolve(scene).map(|_| reference.clone()),
        }
    }
}

impl Serialize for WrittenRef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            WrittenRef::Text(text) => text.serialize(serializer),
            WrittenRef::Pair(reference) => reference.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for WrittenRef {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WrittenRef, D::Error> {
        struct RefVisitor;
        impl<'de> Visitor<'de> for RefVisitor {
            type Value = WrittenRef;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(
                    &bilingual!("text such as \"plate.edge[0]\"", "\"plate.edge[0]\" 같은 문자열"),
                    f,
                )
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<WrittenRef, E> {
                Ok(WrittenRef::Text(text.to_owned()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<WrittenRef, A::Error> {
                PartRef::deserialize(SeqAccessDeserializer::new(seq)).map(WrittenRef::Pair)
            }
        }
        deserializer.deserialize_any(RefVisitor)
    }
}
