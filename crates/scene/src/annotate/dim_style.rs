//! Dimension style: one declaration for each setting.
//!
//! The struct with its JSON, the defaults, the limits, the scaling of lengths, the tags of DXF files, and the arguments
//! of imported dimensions follow [`DimStyle::SETTINGS`].

use crate::range::{check_coordinate, check_size};
use serde::{Deserialize, Serialize};
use trammel_language::{Bilingual, bilingual};

/// Setting of a dimension style.
#[derive(Clone, Copy, Debug)]
pub struct DimSetting<S = DimStyle> {
    /// Name in files, and in calls of tools.
    pub name: &'static str,
    /// Meaning of the value, with its default and its limits.
    pub role: SettingRole,
    /// Value in DXF files.
    pub dxf: DxfSetting,
    /// Returns the value of a style.
    pub value: fn(&S) -> SettingValue,
    /// Sets the value of a style.
    pub set: fn(&mut S, SettingValue),
}

/// Meaning of a setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SettingRole {
    /// Length in drawing units, above 0. The default is the height of the text times this ratio.
    Size(f64),
    /// Length in drawing units. The default is the height of the text times this ratio.
    Length(f64),
    /// Number that multiplies lengths. The default is 1.
    Factor,
    /// Number from 0 to `most`.
    Count {
        /// Number without a setting.
        usual: u8,
        /// Maximum.
        most: u8,
    },
    /// Text of at most this number of characters. The default is no text.
    Text(usize),
}

/// Value of a setting.
#[derive(Clone, Debug, PartialEq)]
pub enum SettingValue {
    /// Length, factor, or count.
    Number(f64),
    /// Text.
    Text(String),
}

/// Variable of a DXF file.
#[derive(Clone, Copy, Debug)]
pub struct DxfSetting {
    /// Name in the header, such as `$DIMTXT`.
    pub name: &'static str,
    /// Code in the table of styles.
    pub code: u16,
    /// Other code that has the same value in written files.
    pub copy: Option<u16>,
    /// Whether the sign of a length has a meaning of its own, such as a frame.
    pub is_signed: bool,
}

impl DxfSetting {
    const fn new(code: u16, name: &'static str) -> DxfSetting {
        DxfSetting {
            name,
            code,
            copy: None,
            is_signed: false,
        }
    }
}

impl SettingRole {
    /// Returns the default for a height of the text.
    #[must_use]
    pub fn default_value(self, height: f64) -> SettingValue {
        match self {
            SettingRole::Size(ratio) | SettingRole::Length(ratio) => SettingValue::Number(height * ratio),
            SettingRole::Factor => SettingValue::Number(1.0),
            SettingRole::Count { usual, .. } => SettingValue::Number(usual.into()),
            SettingRole::Text(_) => SettingValue::Text(String::new()),
        }
    }

    /// Whether the value is a length in drawing units.
    #[must_use]
    pub fn is_length(self) -> bool {
        matches!(self, SettingRole::Size(_) | SettingRole::Length(_))
    }

    /// Checks a value against the limits.
    fn check(self, name: &str, value: &SettingValue) -> Result<(), Bilingual> {
        match (self, value) {
            (SettingRole::Size(_), SettingValue::Number(value)) => check_size(name, *value),
            (SettingRole::Length(_) | SettingRole::Factor, SettingValue::Number(value)) => {
                check_coordinate(name, *value)
            }
            (SettingRole::Count { most, .. }, SettingValue::Number(value)) if *value > f64::from(most) => {
                Err(bilingual!(
                    "{name} must be from 0 to {most}",
                    "{name}는 0~{most}이어야 해요"
                ))
            }
            (SettingRole::Text(most), SettingValue::Text(text)) if text.chars().count() > most => {
                Err(bilingual!(
                    "{name} has at most {most} characters",
                    "{name}는 최대 {most}자예요"
                ))
            }
            _ => Ok(()),
        }
    }
}

/// Type of the value of a setting in a style.
trait FieldValue {
    fn from_value(value: SettingValue) -> Self;
    fn to_value(&self) -> SettingValue;
}

impl FieldValue for f64 {
    fn from_value(value: SettingValue) -> f64 {
        match value {
            SettingValue::Number(number) => number,
            SettingValue::Text(_) => 0.0,
        }
    }

    fn to_value(&self) -> SettingValue {
        SettingValue::Number(*self)
    }
}

impl FieldValue for u8 {
    fn from_value(value: SettingValue) -> u8 {
        // The conversion keeps the nearest number of the type.
        f64::from_value(value) as u8
    }

    fn to_value(&self) -> SettingValue {
        SettingValue::Number((*self).into())
    }
}

impl FieldValue for String {
    fn from_value(value: SettingValue) -> String {
        match value {
            SettingValue::Number(_) => String::new(),
            SettingValue::Text(text) => text,
        }
    }

    fn to_value(&self) -> SettingValue {
        SettingValue::Text(self.clone())
    }
}

/// Declares a style with its settings: name, type, role, and variable of DXF files.
macro_rules! dim_style {
    ($(#[$style_doc:meta])* $style:ident {
        $($(#[$doc:meta])* $field:ident: $type:ty = $role:expr, $dxf:expr;)*
    }) => {
        $(#[$style_doc])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub struct $style { $($(#[$doc])* pub $field: $type,)* }

        impl $style {
            /// All settings, in the order of files.
            pub const SETTINGS: &'static [DimSetting<$style>] = &[$(DimSetting {
                name: stringify!($field),
                role: $role,
                dxf: $dxf,
                value: |style| style.$field.to_value(),
                set: |style, value| style.$field = FieldValue::from_value(value),
            }),*];

            /// Returns the style with the proportions of ISO 129 for the given text height.
            pub fn for_text(height: f64) -> $style {
                $style { $($field: FieldValue::from_value($role.default_value(height)),)* }
            }

            /// Returns the style with all lengths changed by `map`.
            #[must_use]
            pub fn map_lengths(&self, map: impl Fn(f64) -> f64) -> $style {
                let mut style = self.clone();
                for setting in Self::SETTINGS.iter().filter(|setting| setting.role.is_length()) {
                    if let SettingValue::Number(length) = (setting.value)(self) {
                        (setting.set)(&mut style, SettingValue::Number(map(length)));
                    }
                }
                style
            }

            /// Checks all settings against their limits.
            ///
            /// # Errors
            /// Returns an error that names the first setting with a wrong value.
            pub fn check(&self) -> Result<(), Bilingual> {
                let mut all = Self::SETTINGS.iter();
                all.try_for_each(|setting| setting.role.check(setting.name, &(setting.value)(self)))
            }

            /// Checks the numbers, which place the parts of a dimension, against their limits.
            ///
            /// # Errors
            /// Returns an error that names the first setting with a wrong number.
            pub fn check_numbers(&self) -> Result<(), Bilingual> {
                let mut numbers = Self::SETTINGS
                    .iter()
                    .filter(|setting| !matches!(setting.role, SettingRole::Text(_)));
                numbers.try_for_each(|setting| setting.role.check(setting.name, &(setting.value)(self)))
            }
        }
    };
}

dim_style! {
    /// Dimension style. Lengths are in drawing units.
    DimStyle {
        /// Height of capital letters in the text (DIMTXT).
        text_height: f64 = SettingRole::Size(1.0), DxfSetting::new(140, "$DIMTXT");
        /// Length of an arrowhead (DIMASZ).
        arrow_size: f64 = SettingRole::Size(1.0), DxfSetting::new(41, "$DIMASZ");
        /// Gap between the measured point and its extension line (DIMEXO).
        extension_offset: f64 = SettingRole::Length(0.25), DxfSetting::new(42, "$DIMEXO");
        /// Length of an extension line beyond the dimension line (DIMEXE).
        extension_beyond: f64 = SettingRole::Length(0.5), DxfSetting::new(44, "$DIMEXE");
        /// Gap between text and dimension line (DIMGAP).
        gap: f64 = SettingRole::Length(0.25), DxfSetting { is_signed: true, ..DxfSetting::new(147, "$DIMGAP") };
        /// Maximum number of decimals; trailing zeros are omitted (DIMDEC, DIMZIN 8).
        decimals: u8 = SettingRole::Count { usual: 2, most: 8 }, DxfSetting { copy: Some(179), ..DxfSetting::new(271, "$DIMDEC") };
        /// Factor applied to lengths before formatting (DIMLFAC).
        factor: f64 = SettingRole::Factor, DxfSetting::new(144, "$DIMLFAC");
        /// Suffix of the formatted number (DIMPOST).
        suffix: String = SettingRole::Text(40), DxfSetting::new(3, "$DIMPOST");
    }
}

impl DimStyle {
    /// Returns the style with all lengths multiplied by `factor`.
    #[must_use]
    pub fn scale_lengths(&self, factor: f64) -> DimStyle {
        self.map_lengths(|length| length * factor)
    }

    /// Formats a length: scaled, rounded, without trailing zeros, with the suffix.
    pub fn length(&self, value: f64) -> String {
        format!(
            "{}{}",
            format_decimals(value * self.factor, self.decimals),
            self.suffix
        )
    }

    /// Formats an angle, given in radians, in degrees with the suffix.
    pub fn angle(&self, value: f64) -> String {
        format!(
            "{}°{}",
            format_decimals(value.to_degrees(), self.decimals),
            self.suffix
        )
    }
}

impl Default for DimStyle {
    fn default() -> DimStyle {
        DimStyle::for_text(2.5)
    }
}

/// Part of the last decimal by which the half of it may be missed, so that a calculated 5.925 with an error is written
/// as 5.93.
const HALF_ERROR: f64 = 1e-6;

/// Formats a number with at most `decimals` decimals, a half away from zero, without trailing zeros or a negative zero.
pub(super) fn format_decimals(value: f64, decimals: u8) -> String {
    let value = value + value.signum() * HALF_ERROR * 10f64.powi(-i32::from(decimals));
    let text = format!("{value:.*}", usize::from(decimals));
    let text = if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        &text
    };
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
#[allow(
    clippy::unwrap_used,
    unreachable_pub,
    reason = "tests, and the macro declares public items"
)]
mod tests {
    use super::*;

    #[test]
    fn a_half_is_rounded_away_from_zero_also_with_an_error() {
        for value in [5.925, 5.925_000_000_000_001, 5.924_999_999_999_999] {
            assert_eq!(
                (format_decimals(value, 2), format_decimals(-value, 2)),
                ("5.93".to_owned(), "-5.93".to_owned())
            );
        }
        assert_eq!(format_decimals(5.924_999, 2), "5.92");
        assert_eq!(
            (
                format_decimals(0.0, 2),
                format_decimals(-0.0, 2),
                format_decimals(-0.001, 2)
            ),
            ("0".to_owned(), "0".to_owned(), "0".to_owned())
        );
        assert_eq!(format_decimals(120.0, 8), "120");
    }

    dim_style! {
        /// Style with an added setting.
        BoxStyle {
            /// Height of the text.
            text_height: f64 = SettingRole::Size(1.0), DxfSetting::new(140, "$DIMTXT");
            /// Size of the mark in the center of a circle.
            center_mark: f64 = SettingRole::Length(0.5), DxfSetting::new(141, "$DIMCEN");
            /// Text before the number.
            prefix: String = SettingRole::Text(3), DxfSetting::new(3, "$DIMPOST");
        }
    }

    #[test]
    fn an_added_setting_has_a_default_a_limit_a_scale_and_a_field_of_files() {
        let style = BoxStyle::for_text(4.0);
        assert_eq!((style.center_mark, style.prefix.as_str()), (2.0, ""));
        let scaled = style.map_lengths(|length| 10.0 * length);
        assert_eq!(
            serde_json::to_value(&scaled).unwrap(),
            serde_json::json!({ "text_height": 40.0, "center_mark": 20.0, "prefix": "" })
        );
        let wrong = BoxStyle {
            center_mark: f64::NAN,
            prefix: "4 × ".to_owned(),
            ..style.clone()
        };
        let error = wrong.check_numbers().unwrap_err().english;
        assert!(error.starts_with("center_mark"), "{error}");
        let wrong = BoxStyle {
            center_mark: 1.0,
            ..wrong
        };
        assert_eq!(wrong.check_numbers(), Ok(()));
        assert_eq!(
            wrong.check().unwrap_err().english,
            "prefix has at most 3 characters"
        );
        let variables: Vec<&str> = BoxStyle::SETTINGS
            .iter()
            .map(|setting| setting.dxf.name)
            .collect();
        assert_eq!(variables, ["$DIMTXT", "$DIMCEN", "$DIMPOST"]);
    }
}
