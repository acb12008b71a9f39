//! Texts of a document that another author has stored, for example in a backup of another library.
//!
//! Invariant: tools and memory are those that opening the document as a project would import, so they are off until the
//! user turns them on. Texts with unknown keys are left out, because a newer version could give them power.

use crate::session::Session;
use crate::store::saving::is_part;
use std::collections::BTreeMap;
use trammel_code::MemoryStorage;
use trammel_knowledge::Memory;
use trammel_language::Bilingual;
use trammel_run::Limits;
use trammel_tools::CustomTools;

/// Returns the texts of a document of another author, with `from` as the source of its tools and its memory.
///
/// # Errors
/// Returns the reason if the texts are not a document, or if it has too many tools and memory entries.
pub fn foreign_texts(
    texts: &BTreeMap<String, String>,
    from: &str,
) -> Result<BTreeMap<String, String>, Bilingual> {
    let storage: MemoryStorage = texts.clone().into_iter().collect();
    let (session, _) = Session::load(&storage, Limits::default())?;
    let mut project = session.document.project(true);
    project.name = Some(from.to_owned());
    let imported = Session::of_project(&project, Limits::default())?.stored_form();
    let harmless = texts
        .iter()
        .filter(|(key, _)| is_part(key) && !has_power(key))
        .map(|(key, text)| (key.clone(), text.clone()));
    let imported = imported.into_iter().filter(|(key, _)| has_power(key));
    Ok(trammel_base::sort::map(harmless.chain(imported)))
}

/// Whether a text with this key can carry instructions for a model.
pub fn has_power(key: &str) -> bool {
    key == CustomTools::KEY || Memory::KEYS.contains(&key)
}
