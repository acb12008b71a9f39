//! Conditions under which an element is drawn. A file is read as by a program in English without extensions.

use crate::report::Reason;
use roxmltree::Node;

const LANGUAGE: Reason = [
    "The element is only for other languages than English.",
    "영어가 아닌 언어용 요소예요.",
];

const EXTENSION: Reason = [
    "The element needs an extension of SVG.",
    "SVG 확장이 필요한 요소예요.",
];

/// Returns the reason why an element is not drawn; `None` if its conditions hold. The features that an element requires
/// always count as present, as in browsers.
pub(super) fn unmet(node: &Node<'_, '_>) -> Option<Reason> {
    if node.attribute("requiredExtensions").is_some() {
        return Some(EXTENSION);
    }
    let is_english = |language: &str| {
        let main = language.trim().split('-').next();
        main.is_some_and(|main| main.eq_ignore_ascii_case("en"))
    };
    let languages = node.attribute("systemLanguage")?;
    (!languages.split(',').any(is_english)).then_some(LANGUAGE)
}
