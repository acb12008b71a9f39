//! Parts that the arguments which are read and described by hand have in common.

/// Implements `JsonSchema` for an argument with this schema, which stands where the argument is used.
macro_rules! inline_schema {
    ($argument:ident, $schema:expr) => {
        impl schemars::JsonSchema for $argument {
            fn inline_schema() -> bool {
                true
            }
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($argument).into()
            }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                $schema
            }
        }
    };
}

/// Defines `expecting` of a visitor: what the argument must be, in English and in Korean.
macro_rules! expecting {
    ($english:literal, $korean:literal) => {
        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            std::fmt::Display::fmt(&trammel_language::bilingual!($english, $korean), f)
        }
    };
}

pub(super) use {expecting, inline_schema};
