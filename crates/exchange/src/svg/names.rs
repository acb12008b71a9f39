//! Names and numbers that the writer and the reader share.

/// Namespace of Inkscape, which names layers.
pub(super) const INKSCAPE: &str = "http://www.inkscape.org/namespaces/inkscape";

/// Name of an attribute of the root element that states the program which wrote the file, and its value for Trammel.
pub(super) const GENERATOR: (&str, &str) = ("data-generator", "Trammel");

/// Height of a capital letter of the program's typeface, in em.
pub(super) const CAP_HEIGHT: f64 = 0.733;
