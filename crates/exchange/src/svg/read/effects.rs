//! Names of properties: those that the reader uses, and those of style sheets that change no drawing.

/// Properties that the reader uses.
const NAMES: &[&str] = &[
    "alignment-baseline",
    "baseline-shift",
    "clip-path",
    "clip-rule",
    "color",
    "cx",
    "cy",
    "d",
    "direction",
    "display",
    "dominant-baseline",
    "fill",
    "fill-opacity",
    "fill-rule",
    "filter",
    "font",
    "font-family",
    "font-size",
    "font-style",
    "font-weight",
    "height",
    "letter-spacing",
    "marker",
    "marker-end",
    "marker-mid",
    "marker-start",
    "mask",
    "mix-blend-mode",
    "opacity",
    "overflow",
    "paint-order",
    "r",
    "rotate",
    "rx",
    "ry",
    "scale",
    "stop-color",
    "stop-opacity",
    "stroke",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-opacity",
    "stroke-width",
    "text-anchor",
    "text-decoration",
    "transform",
    "transform-box",
    "transform-origin",
    "translate",
    "vector-effect",
    "visibility",
    "width",
    "word-spacing",
    "writing-mode",
    "x",
    "y",
];

/// Other properties that neither shape, place, hide, nor paint an element of a file.
const WITHOUT_EFFECT: &[&str] = &[
    "accent-color",
    "alignment-adjust",
    "appearance",
    "block-progression",
    "caret-color",
    "clear",
    "color-adjust",
    "color-interpolation",
    "color-interpolation-filters",
    "color-profile",
    "color-rendering",
    "color-scheme",
    "contain",
    "cursor",
    "enable-background",
    "float",
    "flood-color",
    "flood-opacity",
    "font-feature-settings",
    "font-kerning",
    "font-optical-sizing",
    "font-smooth",
    "font-stretch",
    "font-variation-settings",
    "image-rendering",
    "isolation",
    "lighting-color",
    "line-height",
    "object-fit",
    "offset-anchor",
    "offset-distance",
    "offset-rotate",
    "orphans",
    "pointer-events",
    "print-color-adjust",
    "resize",
    "shape-margin",
    "shape-padding",
    "shape-rendering",
    "solid-color",
    "solid-opacity",
    "tab-size",
    "text-align",
    "text-align-last",
    "text-indent",
    "text-rendering",
    "touch-action",
    "user-select",
    "widows",
    "will-change",
    "z-index",
];

/// Beginnings of further names without an effect, with the exceptions.
const FAMILIES: &[(&str, &[&str])] = &[
    ("animation-", &["animation-name"]),
    ("background", &[]),
    ("border", &[]),
    ("break-", &[]),
    ("column", &[]),
    ("flex", &[]),
    ("font-synthesis", &[]),
    ("font-variant-", &["font-variant-caps"]),
    ("grid", &[]),
    ("list-style", &[]),
    ("margin", &[]),
    ("max-", &[]),
    ("min-", &[]),
    ("outline", &[]),
    ("overflow-", &[]),
    ("padding", &[]),
    ("page", &[]),
    ("scroll", &[]),
    ("text-decoration-", &["text-decoration-line"]),
    ("text-emphasis", &[]),
    ("transition", &[]),
];

/// Properties whose older names with the mark of a browser have an effect.
const WITH_OLD_NAMES: &[&str] = &[
    "animation",
    "clip-path",
    "filter",
    "mask",
    "mask-image",
    "opacity",
    "transform",
    "transform-origin",
];

/// Returns the name of a property in small letters if the reader uses the property.
pub(super) fn used_name(name: &str) -> Option<&'static str> {
    if let Ok(at) = NAMES.binary_search(&name) {
        return Some(NAMES[at]);
    }
    let is_same = |used: &&&'static str| used.eq_ignore_ascii_case(name);
    match name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => NAMES.iter().find(is_same).copied(),
        false => None,
    }
}

/// Whether an attribute with this name is a property. Attributes with the names of transforms are others, and `font` is
/// only a property of style sheets.
pub(super) fn is_attribute(name: &str) -> bool {
    NAMES.binary_search(&name).is_ok()
        && !matches!(name, "font" | "rotate" | "scale" | "transform" | "translate")
}

/// Whether a property of a style sheet can shape, place, hide, or paint an element.
pub(super) fn may_have_effect(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    if name.starts_with("--") {
        return false;
    }
    if name.starts_with('-') {
        return old_name(&name).is_some();
    }
    let is_in =
        |(start, except): &(&str, &[&str])| name.starts_with(start) && !except.contains(&name.as_str());
    !WITHOUT_EFFECT.contains(&name.as_str()) && !FAMILIES.iter().any(is_in)
}

/// Returns the property of which a name with the mark of a browser is an older name.
pub(super) fn old_name(name: &str) -> Option<&str> {
    let (_, property) = name.strip_prefix('-')?.split_once('-')?;
    WITH_OLD_NAMES.contains(&property).then_some(property)
}

/// Whether a value is computed from others, or is a word that refers to the cascade, or is written with escapes.
pub(super) fn is_computed(value: &str) -> bool {
    const FUNCTIONS: [&str; 9] = [
        "var", "env", "attr", "calc", "min", "max", "clamp", "if", "random",
    ];
    const WORDS: [&str; 4] = ["initial", "unset", "revert", "revert-layer"];
    if value.contains('\\') || WORDS.iter().any(|word| value.eq_ignore_ascii_case(word)) {
        return true;
    }
    let mut parts = value.split('(');
    parts.next_back();
    parts.any(|part| {
        let start = part.rfind(|c: char| !(c.is_alphanumeric() || c == '-'));
        let name = &part[start.map_or(0, |at| at + part[at..].chars().next().map_or(1, char::len_utf8))..];
        FUNCTIONS
            .iter()
            .any(|function| function.eq_ignore_ascii_case(name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_order() {
        assert!(NAMES.is_sorted());
    }

    #[test]
    fn names_are_known_in_any_case() {
        assert_eq!(used_name("Fill-Opacity"), Some("fill-opacity"));
        assert_eq!(used_name("zoom"), None);
        for name in [
            "zoom",
            "fill",
            "animation-name",
            "-webkit-transform",
            "offset-path",
        ] {
            assert!(may_have_effect(name), "{name}");
        }
        for name in [
            "cursor",
            "animation-delay",
            "--fill",
            "-inkscape-stroke",
            "min-width",
        ] {
            assert!(!may_have_effect(name), "{name}");
        }
    }
}
