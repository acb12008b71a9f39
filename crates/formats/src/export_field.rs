//! Declaration of the options of a format: one field for each option that the user can choose.
//!
//! The export dialog makes controls from the list, and the command line makes arguments. A field addresses its value by a
//! path in the JSON form of [`ExportOptions`], so that an option is declared once and no user interface names it.

use super::error::FormatError;
use super::options::ExportOptions;
use serde::Deserialize;
use serde_json::{Map, Value};
use trammel_language::{Bilingual, bilingual};

/// Option of a format.
#[derive(Clone, Copy, Debug)]
pub struct ExportField {
    /// Path of the value in the JSON form of [`ExportOptions`], such as `dxf.preset`.
    pub path: &'static str,
    /// Option of `trammel convert` without the hyphens.
    pub flag: &'static str,
    /// Label in English and Korean.
    pub label: [&'static str; 2],
    /// Kind of the value.
    pub kind: FieldKind,
}

/// Kind of the value of an option.
#[derive(Clone, Copy, Debug)]
pub enum FieldKind {
    /// One of several values; the first one is the default.
    Choice(&'static [FieldChoice]),
    /// One of several values, or a text of the same form; the first one is the default.
    Suggest(&'static [FieldChoice]),
    /// Yes or no; no is the default.
    Flag,
    /// Positive number with its unit; no number is the default.
    Number(&'static str),
    /// Positive length in the unit of the drawing; no length is the default.
    Length,
    /// Text; empty by default.
    Text,
    /// Date as text; the page proposes the current date.
    Date,
}

/// Value of a choice.
#[derive(Clone, Copy, Debug)]
pub struct FieldChoice {
    /// Value as text, which the JSON form has as a string.
    pub value: &'static str,
    /// Label in English and Korean.
    pub label: [&'static str; 2],
}

impl ExportField {
    /// Returns the value of the text of an argument of the command line; `None` for the default.
    ///
    /// # Errors
    /// Returns an error that names the argument if the text is not a value of it.
    pub fn value(&self, text: &str) -> Result<Option<Value>, FormatError> {
        let flag = format!("--{}", self.flag);
        self.value_as(text, [&flag, &flag])
    }

    /// Returns the value of a text that the user typed or chose in the control of the option; `None` for the default.
    ///
    /// # Errors
    /// Returns an error that has the label of the option if the text is not a value of it.
    pub fn parse_typed(&self, text: &str) -> Result<Option<Value>, FormatError> {
        self.value_as(text, self.label)
    }

    fn value_as(&self, text: &str, [english, korean]: [&str; 2]) -> Result<Option<Value>, FormatError> {
        let text = text.trim();
        let refused = |wanted: Bilingual| {
            Err(FormatError(bilingual!(
                "{english}: '{text}' is not a value. Use {wanted}.",
                "{korean}: '{text}'은(는) 쓸 수 없는 값이에요. {wanted:#}을(를) 쓰세요."
            )))
        };
        let number = || {
            let number = text.replace(',', ".").parse::<f64>().ok();
            number.filter(|number| number.is_finite() && *number >= 0.0)
        };
        if text.is_empty() {
            return Ok(None);
        }
        match self.kind {
            FieldKind::Choice(choices) => match choices.iter().find(|choice| choice.value == text) {
                Some(choice) => Ok(Some(choice.value.into())),
                None => refused(Bilingual::same(
                    choices
                        .iter()
                        .map(|choice| choice.value)
                        .collect::<Vec<_>>()
                        .join(", "),
                )),
            },
            FieldKind::Flag => match text {
                "true" => Ok(Some(true.into())),
                "false" => Ok(None),
                _ => refused(bilingual!("true or false", "true나 false")),
            },
            FieldKind::Number(unit) => match number() {
                Some(number) => Ok(Some(number.into())),
                None => refused(bilingual!("a number in {unit}", "{unit} 단위의 숫자")),
            },
            FieldKind::Length => match number() {
                Some(number) => Ok(Some(number.into())),
                None => refused(bilingual!("a number in drawing units", "도면 단위의 숫자")),
            },
            FieldKind::Suggest(_) | FieldKind::Text | FieldKind::Date => Ok(Some(text.into())),
        }
    }
}

/// Returns the options with these values, by the paths of their fields.
///
/// # Errors
/// Returns an error if a value does not fit its option.
pub fn options_of(
    values: impl IntoIterator<Item = (&'static str, Value)>,
) -> Result<ExportOptions, FormatError> {
    let mut root = Map::new();
    for (path, value) in values {
        let mut at = &mut root;
        let mut steps = path.split('.').peekable();
        while let Some(step) = steps.next() {
            if steps.peek().is_none() {
                at.insert(step.to_owned(), value);
                break;
            }
            let inner = at.entry(step).or_insert_with(|| Map::new().into());
            let Value::Object(inner) = inner else {
                return Err(FormatError(bilingual!(
                    "The option '{path}' is not a group of options.",
                    "옵션 '{path}'은(는) 옵션의 묶음이 아니에요."
                )));
            };
            at = inner;
        }
    }
    ExportOptions::deserialize(Value::Object(root)).map_err(|error| {
        FormatError(bilingual!(
            "An option is invalid: {error}.",
            "옵션이 올바르지 않아요({error})."
        ))
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::{DxfPreset, FORMATS};

    #[test]
    fn values_are_put_at_their_paths() {
        let options = options_of([
            ("dxf.preset", "cut".into()),
            ("dxf.outline_text", "yes".into()),
            ("dxf.splines_as_arcs", "no".into()),
            ("pdf.author", "Kim".into()),
        ])
        .unwrap();
        assert_eq!(options.dxf.preset, DxfPreset::Cut);
        assert_eq!(options.dxf.outline_text, Some(true));
        assert_eq!(options.dxf.splines_as_arcs, Some(false));
        assert_eq!(options.pdf.author, "Kim");
        assert!(options_of([("dxf.colour", true.into())]).is_err());
    }

    #[test]
    fn every_value_of_every_declared_option_is_accepted() {
        for format in FORMATS {
            for field in format.options {
                let texts: Vec<&str> = match field.kind {
                    FieldKind::Choice(choices) | FieldKind::Suggest(choices) => {
                        choices.iter().map(|choice| choice.value).collect()
                    }
                    FieldKind::Flag => vec!["true", "false"],
                    FieldKind::Number(_) | FieldKind::Length => vec!["0.2", "0,2"],
                    FieldKind::Text => vec!["Kim"],
                    FieldKind::Date => vec!["2026-01-31"],
                };
                for text in texts {
                    let value = field.value(text).unwrap();
                    options_of(value.map(|value| (field.path, value))).unwrap();
                }
            }
        }
    }

    #[test]
    fn a_wrong_value_is_refused_with_the_option() {
        let field = ExportField {
            path: "dxf.preset",
            flag: "preset",
            label: ["Purpose", "용도"],
            kind: FieldKind::Number("mm"),
        };
        let error = field.value("wide").unwrap_err().to_string();
        assert_eq!(error, "--preset: 'wide' is not a value. Use a number in mm.");
        // The page has labels, and no arguments of the command line.
        let FormatError(error) = field.parse_typed("wide").unwrap_err();
        assert_eq!(
            error.english,
            "Purpose: 'wide' is not a value. Use a number in mm."
        );
        assert_eq!(
            error.korean,
            "용도: 'wide'은(는) 쓸 수 없는 값이에요. mm 단위의 숫자을(를) 쓰세요."
        );
        let kerf = crate::KERF;
        for text in ["wide", "-1", "NaN", "0.2mm"] {
            let error = kerf.value(text).unwrap_err().to_string();
            assert_eq!(
                error,
                format!("--kerf: '{text}' is not a value. Use a number in drawing units.")
            );
        }
    }
}
