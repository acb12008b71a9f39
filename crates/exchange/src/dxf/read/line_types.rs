//! Line types of a DXF file as dashes and gaps, and what they lose.

use crate::report::{Reason, Report};
use std::collections::{BTreeMap, BTreeSet};
use trammel_dxf::Entity;
use trammel_dxf::Tag;

/// Maximum number of dashes and gaps of a line.
const MAX_DASHES: usize = 64;

/// Maximum number of line types without an entry that are listed.
const MAX_MISSING: usize = 1000;

const COMPLEX: Reason = [
    "Its letters and shapes are left out; its dashes are kept.",
    "글자와 도형을 빼고 점선만 남겼어요.",
];
const MISSING: Reason = [
    "The file does not define this line type, so its lines are solid.",
    "파일에 이 선 종류의 정의가 없어서 실선으로 그렸어요.",
];

/// Line type of a file.
#[derive(Debug)]
struct LineType {
    /// Name in the file.
    name: String,
    /// Alternating lengths of dashes and gaps.
    dashes: Vec<f64>,
    /// Whether it has letters or shapes between its dashes.
    is_complex: bool,
    /// Whether a layer or an entity has it.
    is_used: bool,
}

/// Line types of a file. Names are compared without regard to case.
#[derive(Debug, Default)]
pub(super) struct LineTypes {
    all: BTreeMap<String, LineType>,
    /// Names that a layer or an entity has, and that the table lacks.
    missing: BTreeSet<String>,
}

impl LineTypes {
    /// Adds an entry of the table.
    pub(super) fn add(&mut self, name: &str, entity: &Entity<'_>) {
        let kinds = entity.tags().iter().filter(|tag| tag.code == 74);
        let line_type = LineType {
            name: name.to_owned(),
            dashes: dashes(&entity.reals(49)),
            is_complex: kinds.filter_map(Tag::int).any(|kind| kind & 6 != 0),
            is_used: false,
        };
        self.all.insert(name.to_lowercase(), line_type);
    }

    /// Returns the dashes and gaps of the line type with this name, which a layer or an entity has.
    pub(super) fn use_dashes(&mut self, name: &str) -> &[f64] {
        let key = name.to_lowercase();
        if let Some(line_type) = self.all.get_mut(&key) {
            line_type.is_used = true;
            return &line_type.dashes;
        }
        if key != "continuous" && self.missing.len() < MAX_MISSING {
            self.missing.insert(name.to_owned());
        }
        &[]
    }

    /// Reports the differences of the line types in use.
    pub(super) fn report(&self, report: &mut Report) {
        let used = self.all.values().filter(|line_type| line_type.is_used);
        for line_type in used.filter(|line_type| line_type.is_complex) {
            report.add_change("LTYPE", line_type.name.as_str(), COMPLEX);
        }
        for name in &self.missing {
            report.add_change("LTYPE", name.as_str(), MISSING);
        }
    }
}

/// Returns alternating dashes and gaps from the lengths of a line type, in which gaps are negative.
fn dashes(lengths: &[f64]) -> Vec<f64> {
    let mut out: Vec<f64> = Vec::new();
    // The pattern repeats, so it can start at its first dash.
    let first = lengths.iter().position(|length| *length >= 0.0).unwrap_or(0);
    for length in lengths[first..].iter().chain(&lengths[..first]) {
        let is_dash = *length >= 0.0;
        let expects_dash = out.len().is_multiple_of(2);
        match out.last_mut() {
            Some(last) if is_dash != expects_dash => *last += length.abs(),
            _ => out.push(length.abs()),
        }
    }
    let is_usable = out.len() >= 2 && out.len() <= MAX_DASHES && out.iter().any(|length| *length > 0.0);
    if is_usable { out } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_types_become_dashes_and_gaps() {
        assert_eq!(dashes(&[12.0, -3.0]), [12.0, 3.0]);
        assert_eq!(dashes(&[-3.0, 12.0, -3.0, 0.0]), [12.0, 3.0, 0.0, 3.0]);
        assert_eq!(dashes(&[5.0, 1.0, -3.0]), [6.0, 3.0]);
        assert_eq!(dashes(&[]), Vec::<f64>::new());
        assert_eq!(dashes(&[5.0]), Vec::<f64>::new());
    }
}
