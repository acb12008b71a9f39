//! Presets: named values of parameters, kept as comments of `main` so that every copy of the code has them.
//!
//! A preset is one line: `// preset wide: w = 120, lid = true, shape = "round"`. Invariants: a change of presets changes
//! only such lines, and applying a preset changes only literals of parameters.

use super::parameters::{Change, change_values, parameters};
use super::source::{TokenKind, line_end, line_start, lines, tokens};

/// Maximum length of a name, in characters.
pub const MAX_NAME_CHARS: usize = 40;

/// Maximum number of presets of a file; further lines are only comments.
pub const MOST: usize = 100;

/// Beginning of the line of a preset.
const MARK: &str = "// preset ";

/// Named values of parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Preset {
    /// Name.
    pub name: String,
    /// Names of parameters with their values.
    pub values: Vec<(String, Change)>,
    /// Byte offset of the line.
    start: usize,
    /// Byte offset of the line break behind the line.
    end: usize,
}

/// Reason why a preset cannot be saved or renamed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PresetError {
    /// The name is empty, too long, or has a colon or a line break.
    Name,
    /// Another preset has the name.
    Taken,
    /// The code has no parameter.
    NoParameters,
    /// There is no such preset.
    Gone,
    /// The code has the maximum number of presets.
    TooMany,
}

/// Returns the presets of a file, in order, at most [`MOST`].
pub fn presets(source: &str) -> Vec<Preset> {
    let tokens = tokens(source);
    let is_in_token = |offset: usize| {
        let next = tokens.partition_point(|token| token.end <= offset);
        tokens.get(next).is_some_and(|token| token.start < offset)
    };
    let found = lines(source).filter_map(|(start, line)| {
        let (name, values) = line.trim().strip_prefix(MARK)?.split_once(':')?;
        Some(Preset {
            name: check_name(name).ok()?,
            values: values_of(values)?,
            start,
            end: start + line.len(),
        })
    });
    found
        .filter(|preset| !is_in_token(preset.start))
        .take(MOST)
        .collect()
}

/// Returns the source with the present values saved under a name; a preset of this name is replaced.
///
/// # Errors
/// Returns an error if the name is not valid or the source has no parameter.
pub fn save(source: &str, name: &str) -> Result<String, PresetError> {
    let name = check_name(name)?;
    let parameters = parameters(source);
    let last = parameters.last().ok_or(PresetError::NoParameters)?;
    let values = parameters
        .iter()
        .map(|parameter| (parameter.name.clone(), parameter.change()));
    let values: Vec<(String, Change)> = values.collect();
    let line = line_of(&name, &values);
    let presets = presets(source);
    if let Some(same) = presets.iter().find(|preset| preset.name == name) {
        return Ok(replace_range(source, same.start, same.end, &line));
    }
    if presets.len() >= MOST {
        return Err(PresetError::TooMany);
    }
    let after = presets
        .last()
        .map_or_else(|| after_line(source, last.end), |preset| preset.end);
    let inserted = match after {
        0 => format!("{line}\n"),
        _ => format!("\n{line}"),
    };
    Ok(replace_range(source, after, after, &inserted))
}

/// Returns the source with the values of a preset; `None` if there is no such preset or no parameter of it is left.
pub fn apply(source: &str, name: &str) -> Option<String> {
    let preset = presets(source).into_iter().find(|preset| preset.name == name)?;
    change_values(source, &preset.values)
}

/// Returns the source with another name of a preset.
///
/// # Errors
/// Returns an error if the name is not valid or taken, or if there is no such preset.
pub fn rename(source: &str, name: &str, new_name: &str) -> Result<String, PresetError> {
    let new_name = check_name(new_name)?;
    let presets = presets(source);
    if name != new_name && presets.iter().any(|preset| preset.name == new_name) {
        return Err(PresetError::Taken);
    }
    let preset = presets.into_iter().find(|preset| preset.name == name);
    let preset = preset.ok_or(PresetError::Gone)?;
    let line = line_of(&new_name, &preset.values);
    Ok(replace_range(source, preset.start, preset.end, &line))
}

/// Returns the source without a preset and without its line; `None` if there is no such preset.
pub fn remove(source: &str, name: &str) -> Option<String> {
    let preset = presets(source).into_iter().find(|preset| preset.name == name)?;
    let rest = source.get(preset.end..)?;
    let line_break = rest.chars().next().map_or(0, char::len_utf8);
    let without = replace_range(source, preset.start, preset.end + line_break, "");
    // The last line leaves the line break before it, unless the text ended with one.
    let ends_text = rest.is_empty() && !without.is_empty();
    let trimmed = without.strip_suffix('\n');
    Some(match trimmed.filter(|_| ends_text) {
        Some(trimmed) => trimmed.to_owned(),
        None => without,
    })
}

/// Returns the end of the line with this offset, or 0 if a token continues on the next line.
fn after_line(source: &str, offset: usize) -> usize {
    let end = line_end(source, line_start(source, offset).max(offset));
    let tokens = tokens(source);
    let next = tokens.partition_point(|token| token.end <= end);
    if tokens.get(next).is_some_and(|token| token.start < end) {
        0
    } else {
        end
    }
}

fn replace_range(source: &str, start: usize, end: usize, text: &str) -> String {
    format!("{}{text}{}", &source[..start], &source[end..])
}

fn line_of(name: &str, values: &[(String, Change)]) -> String {
    let values: Vec<String> = values
        .iter()
        .map(|(name, change)| format!("{name} = {}", change.literal()))
        .collect();
    format!("{MARK}{name}: {}", values.join(", "))
}

fn check_name(name: &str) -> Result<String, PresetError> {
    let name = name.trim();
    let is_valid = !name.is_empty()
        && name.chars().count() <= MAX_NAME_CHARS
        && !name.contains([':', '\u{2028}', '\u{2029}'])
        && !name.chars().any(char::is_control);
    if is_valid {
        Ok(name.to_owned())
    } else {
        Err(PresetError::Name)
    }
}

/// Reads `a = 1, b = "x"`; `None` if the text is anything else.
fn values_of(text: &str) -> Option<Vec<(String, Change)>> {
    let tokens = tokens(text);
    let mut values = Vec::new();
    let mut from = 0;
    while from < tokens.len() {
        let to = (from..tokens.len())
            .find(|i| tokens[*i].depth == 0 && tokens[*i].kind == TokenKind::Mark(b','))
            .unwrap_or(tokens.len());
        let [name, equals, first, ..] = tokens.get(from..to)? else {
            return None;
        };
        if name.kind != TokenKind::Word || equals.kind != TokenKind::Mark(b'=') {
            return None;
        }
        let literal = text.get(first.start..tokens[to - 1].end)?;
        values.push((name.text(text).to_owned(), Change::read(literal)?));
        from = to + 1;
    }
    (!values.is_empty()).then_some(values)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    const SOURCE: &str = "const w = 100; // 10..200 mm\nconst lid = true;\ndraw_rect({ name: 'p', x: 0, y: 0, width: w, height: 9 });\n";

    fn names(source: &str) -> Vec<String> {
        presets(source).into_iter().map(|preset| preset.name).collect()
    }

    #[test]
    fn a_preset_is_saved_applied_renamed_and_removed_as_one_line() {
        let wide = save(SOURCE, " wide ").unwrap();
        assert_eq!(
            wide,
            SOURCE.replace("true;\n", "true;\n// preset wide: w = 100, lid = true\n")
        );
        let small = wide
            .replace("w = 100; //", "w = 40; //")
            .replace("lid = true;", "lid = false;");
        let both = save(&small, "좁은 판").unwrap();
        assert!(
            both.contains("lid = true\n// preset 좁은 판: w = 40, lid = false\n"),
            "{both}"
        );
        assert_eq!(names(&both), ["wide", "좁은 판"]);
        assert_eq!(
            apply(&both, "wide").unwrap(),
            both.replace("w = 40; //", "w = 100; //")
                .replace("lid = false;", "lid = true;")
        );
        assert_eq!(apply(&both, "none"), None);
        let named = rename(&both, "wide", "large").unwrap();
        assert_eq!(names(&named), ["large", "좁은 판"]);
        assert_eq!(rename(&both, "wide", "좁은 판"), Err(PresetError::Taken));
        assert_eq!(rename(&both, "none", "x"), Err(PresetError::Gone));
        assert_eq!(remove(&both, "좁은 판").unwrap(), small);
        assert_eq!(remove(&wide, "wide").unwrap(), SOURCE);
        // A second preset of the same name replaces the first one.
        assert_eq!(names(&save(&both, "wide").unwrap()), ["wide", "좁은 판"]);
    }

    #[test]
    fn line_breaks_and_the_end_of_the_text_stay() {
        let last = save("const w = 2", "a").unwrap();
        assert_eq!(last, "const w = 2\n// preset a: w = 2");
        assert_eq!(remove(&last, "a").unwrap(), "const w = 2");
        let template = save("const w = 2, t = `a\nb`;", "a").unwrap();
        assert_eq!(template, "// preset a: w = 2\nconst w = 2, t = `a\nb`;");
    }

    #[test]
    fn other_comments_and_invalid_names_are_no_presets() {
        for text in [
            "// preset values: see the manual",
            "// preset a: w = f()",
            "// preset a:",
            "`\n// preset a: w = 1\n`",
            "x(); // preset a: w = 1",
        ] {
            assert_eq!(names(text), Vec::<String>::new(), "{text}");
        }
        for name in ["", "  ", "a:b", "a\nb", &"x".repeat(41)] {
            assert_eq!(save(SOURCE, name), Err(PresetError::Name), "{name}");
        }
        assert_eq!(save("f();", "a"), Err(PresetError::NoParameters));
        // A parameter that no longer exists, or is of another kind now, is left out.
        let stale = "const w = 1;\nconst lid = 2;\n// preset a: w = 5, gone = 1, lid = true\n";
        assert_eq!(apply(stale, "a").unwrap(), stale.replace("w = 1;", "w = 5;"));
    }
}
