//! List of the converters.

use super::converter::Converter;
use super::{dxf, json, pdf, svg};

/// All converters, one for each format that is written or read in the sandbox.
pub const CONVERTERS: &[Converter] = &[json::JSON, svg::CONVERTER, dxf::CONVERTER, pdf::PDF];
