//! The interface between the two modules: what the deferred module imports, and the names of these imports.

/// Start of the names of the exports that only the deferred module uses.
const PREFIX: &str = "~";

/// Something that the deferred module imports from the primary module, by its position in the undivided module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Need {
    /// A function of the module itself.
    Own(usize),
    /// A function that the module imports.
    Imported(usize),
    /// A global.
    Global(usize),
    /// A table.
    Table(usize),
}

impl Need {
    /// Returns the name of the export.
    pub(crate) fn name(self) -> String {
        match self {
            Need::Own(position) => format!("{PREFIX}{position:x}"),
            Need::Imported(position) => format!("{PREFIX}i{position:x}"),
            Need::Global(position) => format!("{PREFIX}g{position:x}"),
            Need::Table(position) => format!("{PREFIX}t{position:x}"),
        }
    }
}
