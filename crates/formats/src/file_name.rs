//! File names made from the titles of drawings.

/// Maximum number of characters of a name without its extension.
const MAX_STEM: usize = 60;

/// Names of devices that Windows reserves, with and without an extension; letter case is ignored.
const RESERVED: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Returns a file name made from a title: letters, digits and `-` stay, and every other character becomes `_`.
pub fn file_name(title: &str, extension: &str) -> String {
    let plain = |c: char| {
        if c.is_alphanumeric() || c == '-' { c } else { '_' }
    };
    let stem: String = title.trim().chars().take(MAX_STEM).map(plain).collect();
    if stem.is_empty() {
        format!("drawing.{extension}")
    } else if is_reserved(&stem) {
        format!("{stem}_.{extension}")
    } else {
        format!("{stem}.{extension}")
    }
}

/// Whether a name is that of a device on Windows, such as `con` or `COM1`.
fn is_reserved(stem: &str) -> bool {
    let stem = stem.to_lowercase();
    let port = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
    RESERVED.contains(&stem.as_str())
        || port.is_some_and(|number| {
            matches!(
                number,
                "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "¹" | "²" | "³"
            )
        })
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn file_names_are_sanitized_and_avoid_device_names() {
        for (title, name) in [
            ("  plate 2 ", "plate_2.svg"),
            ("../../x", "______x.svg"),
            ("", "drawing.svg"),
            ("도면-1", "도면-1.svg"),
            ("con", "con_.svg"),
            ("LPT9", "LPT9_.svg"),
            ("com10", "com10.svg"),
            ("console", "console.svg"),
        ] {
            assert_eq!(file_name(title, "svg"), name);
        }
        assert_eq!(file_name(&"x".repeat(200), "svg").len(), 64);
    }
}
