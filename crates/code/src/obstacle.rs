//! Form in which the code records a change of entities, and the reasons why a recorded call stays as it is.

/// Form in which the code records an adjustment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// Recorded calls were changed in place, or removed with their statements.
    InPlace,
    /// A later call of the same entity was changed or removed.
    Folded,
    /// Statements were added at the end of `main`.
    Appended {
        /// The added text.
        statements: String,
        /// Reason why the recorded calls stay as they are.
        why: Obstacle,
    },
}

/// Reason why a value of a recorded call cannot be changed in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The call that drew the entity is not known.
    Unknown,
    /// The call runs for several entities.
    Repeated,
    /// The value is computed.
    Computed,
    /// The value is a constant with further uses.
    Shared,
    /// The call does not state the value.
    Omitted,
    /// A later call transforms the entity.
    Transformed,
    /// The new value would change other entities as well.
    Others,
    /// With the change in place, the code draws another result than the wanted one.
    Differs,
    /// With the change in place, the code does not run.
    Fails,
    /// The typed code has not run yet, so the places of its calls are not known.
    NotRun,
    /// More calls change the entity than are recorded.
    Many,
    /// Other statements name the entity.
    Named,
    /// No recorded call states this kind of change, so it is a statement of its own.
    Separate,
}
