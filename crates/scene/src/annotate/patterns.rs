//! Hatch patterns by name, as families of dashed lines.
//!
//! The numbers are those of the public definitions of these patterns, in millimeters. A family is a line through
//! `origin` at `angle`, repeated with an offset of `delta` (along the line, across the line). The numbers in
//! `dashes` alternate between dashes (positive, 0 for a dot) and gaps (negative); an empty list means a continuous
//! line.

/// A family of parallel lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Family {
    /// Direction of the lines, in degrees.
    pub angle: f64,
    /// A point on the first line.
    pub origin: (f64, f64),
    /// Offset from one line to the next: along the line, and across it.
    pub delta: (f64, f64),
    /// Lengths of dashes (positive), dots (0) and gaps (negative); empty for continuous lines.
    pub dashes: &'static [f64],
}

/// A named hatch pattern.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pattern {
    /// Name in lower case; DXF uses upper case.
    pub name: &'static str,
    /// Line families of the pattern.
    pub families: &'static [Family],
}

const fn family(angle: f64, origin: (f64, f64), delta: (f64, f64), dashes: &'static [f64]) -> Family {
    Family {
        angle,
        origin,
        delta,
        dashes,
    }
}

/// Offset from one row of hexagons with sides of 3.175 to the next: along the row, and across it (half the height
/// of a hexagon).
const HONEY: (f64, f64) = (4.7625, 2.749_630_657_015_592_4);

/// All line patterns; the pattern `solid` is a plain fill and is not in this list.
pub const PATTERNS: &[Pattern] = &[
    Pattern {
        name: "lines",
        families: &[family(0.0, (0.0, 0.0), (0.0, 1.0), &[])],
    },
    Pattern {
        name: "ansi31",
        families: &[family(45.0, (0.0, 0.0), (0.0, 3.175), &[])],
    },
    Pattern {
        name: "ansi32",
        families: &[
            family(45.0, (0.0, 0.0), (0.0, 9.525), &[]),
            family(45.0, (4.490_128_053, 0.0), (0.0, 9.525), &[]),
        ],
    },
    Pattern {
        name: "ansi37",
        families: &[
            family(45.0, (0.0, 0.0), (0.0, 3.175), &[]),
            family(135.0, (0.0, 0.0), (0.0, 3.175), &[]),
        ],
    },
    Pattern {
        name: "dots",
        families: &[family(0.0, (0.0, 0.0), (0.793_75, 1.5875), &[0.0, -1.5875])],
    },
    Pattern {
        name: "cross",
        families: &[
            family(0.0, (0.0, 0.0), (6.35, 6.35), &[3.175, -9.525]),
            family(90.0, (1.5875, -1.5875), (6.35, 6.35), &[3.175, -9.525]),
        ],
    },
    Pattern {
        name: "brick",
        families: &[
            family(0.0, (0.0, 0.0), (0.0, 6.35), &[]),
            family(90.0, (0.0, 0.0), (0.0, 12.7), &[6.35, -6.35]),
            family(90.0, (6.35, 0.0), (0.0, 12.7), &[-6.35, 6.35]),
        ],
    },
    Pattern {
        name: "grid",
        families: &[
            family(0.0, (0.0, 0.0), (0.0, 3.175), &[]),
            family(90.0, (0.0, 0.0), (0.0, 3.175), &[]),
        ],
    },
    Pattern {
        name: "honey",
        families: &[
            family(0.0, (0.0, 0.0), HONEY, &[3.175, -6.35]),
            family(120.0, (0.0, 0.0), HONEY, &[3.175, -6.35]),
            family(60.0, (0.0, 0.0), HONEY, &[-6.35, 3.175]),
        ],
    },
];

/// Returns the pattern named `name`.
pub fn find(name: &str) -> Option<&'static Pattern> {
    PATTERNS.iter().find(|pattern| pattern.name == name)
}
