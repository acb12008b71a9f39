//! Named line types of technical drawings, with the dash lengths of ISO 128-2.
//!
//! Invariant: lengths are multiples of the line width, so that a line type suits lines of any width.

/// A named line type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineType {
    /// Stable id.
    pub id: &'static str,
    /// Name in English and Korean.
    pub label: [&'static str; 2],
    /// Alternating lengths of dashes and gaps, in line widths; empty for a solid line.
    pattern: &'static [f64],
}

/// All line types; the first one is the solid line.
const LINE_TYPES: &[LineType] = &[
    LineType {
        id: "continuous",
        label: ["Continuous", "실선"],
        pattern: &[],
    },
    LineType {
        id: "hidden",
        label: ["Hidden", "숨은선"],
        pattern: &[12.0, 3.0],
    },
    LineType {
        id: "center",
        label: ["Center", "중심선"],
        pattern: &[24.0, 3.0, 0.5, 3.0],
    },
    LineType {
        id: "phantom",
        label: ["Phantom", "가상선"],
        pattern: &[24.0, 3.0, 0.5, 3.0, 0.5, 3.0],
    },
];

/// Returns all line types, for a list to choose from.
#[must_use]
pub fn line_types() -> &'static [LineType] {
    LINE_TYPES
}

impl LineType {
    /// Returns the line type of a stroke with these dashes and this width; `None` if it is not one of the list.
    #[must_use]
    pub fn of(dash: &[f64], width: f64) -> Option<&'static LineType> {
        LINE_TYPES.iter().find(|line| {
            let wanted = line.dash(width);
            let near = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-6 * width;
            wanted.len() == dash.len() && wanted.iter().zip(dash).all(near)
        })
    }

    /// Returns the dashes and gaps of a line of this width, in drawing units.
    #[must_use]
    pub fn dash(&self, width: f64) -> Vec<f64> {
        // Removes the rounding error of the multiplication, because the lengths are written to the code.
        let scaled = |length: &f64| {
            let exact = length * width;
            format!("{exact:.9}").parse().unwrap_or(exact)
        };
        self.pattern.iter().map(scaled).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_types_scale_with_the_width_and_are_recognized() {
        let [continuous, hidden, center, phantom] = LINE_TYPES else {
            panic!("four line types")
        };
        assert_eq!(hidden.dash(0.35), [4.2, 1.05]);
        assert_eq!(center.dash(0.5), [12.0, 1.5, 0.25, 1.5]);
        for line in [continuous, hidden, center, phantom] {
            assert_eq!(LineType::of(&line.dash(0.7), 0.7), Some(line));
        }
        assert_eq!(LineType::of(&[4.2, 1.05], 0.5), None);
    }
}
