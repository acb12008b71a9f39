//! Interface of operations on corners, such as a fillet, and the table through which the tool calls them.

use super::operation::Field;
use crate::canvas_tool::Text;
use crate::keys::Chord;
use trammel_kernel::corner::Cornered;
use trammel_kernel::modify::ModifyError;
use trammel_kernel::{Path, Tol};

/// An operation on a corner.
pub trait Corner: 'static {
    /// Name of the tool of the page and of the drawing.
    const ID: &'static str;
    /// Shortcuts of the tool.
    const KEYS: &'static [Chord];
    /// Path data of the icon.
    const ICON: &'static str;
    /// Name of the tool.
    const LABEL: Text;
    /// Sizes of the corner. A second size without text is the first one.
    const SIZES: &'static [Field];
    /// Names of the sizes in the call.
    const PARAMETERS: &'static [&'static str];

    /// Returns the corner of two outlines.
    ///
    /// # Errors
    /// Returns the reason if the outlines form no corner of this size.
    fn between(a: &Path, b: &Path, sizes: [f64; 2], tol: Tol) -> Result<Cornered, ModifyError>;

    /// Returns an outline with one of its corners changed; `sizes` are those before and after the corner.
    ///
    /// # Errors
    /// Returns the reason if the size does not fit.
    fn within(path: &Path, corner: usize, sizes: [f64; 2], tol: Tol) -> Result<Path, ModifyError>;
}

/// The items of [`Corner`], under the same names, so that the program contains the tool once.
#[derive(Debug)]
pub struct CornerTable {
    pub(super) id: &'static str,
    pub(super) keys: &'static [Chord],
    pub(super) icon: &'static str,
    pub(super) label: Text,
    pub(super) sizes: &'static [Field],
    pub(super) parameters: &'static [&'static str],
    pub(super) between: fn(&Path, &Path, [f64; 2], Tol) -> Result<Cornered, ModifyError>,
    pub(super) within: fn(&Path, usize, [f64; 2], Tol) -> Result<Path, ModifyError>,
}

impl CornerTable {
    /// Returns the table of an operation.
    #[must_use]
    pub const fn of<C: Corner>() -> &'static Self {
        const {
            &Self {
                id: C::ID,
                keys: C::KEYS,
                icon: C::ICON,
                label: C::LABEL,
                sizes: C::SIZES,
                parameters: C::PARAMETERS,
                between: C::between,
                within: C::within,
            }
        }
    }
}
