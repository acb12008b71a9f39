//! Parameters of a function, as far as a call in a text is read.

use serde_json::Value;
use std::fmt::Debug;

/// Parameters of a function that a text calls.
pub trait Signature: Debug {
    /// Returns the parameter names in the positional order of a call. `is_old` tells whether the arguments are those of an
    /// older version of the function: its first argument is a text, or it has more arguments than the present one.
    fn order(&self, is_old: bool) -> &'static [&'static str];

    /// Returns the names under which a call may state the value of a parameter: the present one, then old ones.
    fn spellings<'a>(&'a self, parameter: &'a str) -> Vec<&'a str>;

    /// Returns the JSON schema of the object of named arguments.
    fn schema(&self) -> Value;
}
