//! Meaning of a recorded call of a tool for an entity, so that a later change of the entity can change the call.

/// Effect of a call on the place of an entity that it changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placing {
    /// The entity stays where it is.
    Keeps,
    /// The call adds its parameters `dx` and `dy` to the place of an entity, or of the copy that it makes.
    Shifts,
    /// The call may change the place in another way.
    Changes,
}

/// Parameter of the drawing call of an entity that a later call sets, such as `style.stroke`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assignment {
    /// The call sets none.
    Nothing,
    /// The call states the value, in a parameter with the last part of the name.
    States(&'static str),
    /// The call removes the value.
    Removes(&'static str),
}
