//! Values of JavaScript that are not data.

use trammel_language::{Bilingual, bilingual};

/// Kind of a value that is not data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreign {
    /// `BigInt`.
    BigInt,
    /// Symbol.
    Symbol,
    /// Function.
    Function,
    /// Proxy.
    Proxy,
    /// Property with a getter.
    Getter,
    /// Element of an array without a value.
    Hole,
}

impl Foreign {
    /// Returns the description for an error.
    pub(super) fn error_text(self) -> Bilingual {
        match self {
            Foreign::BigInt => bilingual!("a BigInt", "BigInt"),
            Foreign::Symbol => bilingual!("a symbol", "심벌"),
            Foreign::Function => bilingual!("a function", "함수"),
            Foreign::Proxy => bilingual!("a proxy", "프록시"),
            Foreign::Getter => bilingual!("a getter", "게터"),
            Foreign::Hole => bilingual!("an empty slot or a getter", "빈 칸이나 게터"),
        }
    }
}
