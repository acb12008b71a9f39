//! Number of decimals that a file implies.

use roxmltree::{Document, Node};
use trammel_kernel::Affine;
use trammel_kernel::affine::max_scale;

/// Minimum number of decimals: computed points, such as centers of arcs, need more than the file states.
const LEAST: u32 = 6;

/// Maximum number of decimals, as many as a double has digits.
const MOST: u32 = 15;

/// Attributes with coordinates.
const ATTRIBUTES: [&str; 20] = [
    "cx",
    "cy",
    "d",
    "dx",
    "dy",
    "height",
    "points",
    "r",
    "rx",
    "ry",
    "transform",
    "viewBox",
    "width",
    "x",
    "x1",
    "x2",
    "y",
    "y1",
    "y2",
    "font-size",
];

/// Returns the largest number of decimals of a coordinate, in units of the drawing.
pub(super) fn decimals(document: &Document<'_>, map: &Affine) -> u8 {
    let mut most = 0;
    for node in document.descendants().filter(Node::is_element) {
        for attribute in node.attributes() {
            if ATTRIBUTES.contains(&attribute.name()) {
                most = most.max(in_text(attribute.value()));
            }
        }
        if most >= MOST {
            break;
        }
    }
    let scale = max_scale(map);
    // A smaller unit in the file needs more decimals in the drawing.
    let mut shift = 0;
    while shift < MOST && scale > 0.0 && scale * libm::pow(10.0, f64::from(shift)) < 0.999 {
        shift += 1;
    }
    u8::try_from((most + shift).clamp(LEAST, MOST)).unwrap_or(15)
}

/// Returns the largest number of decimals of a number in a text.
fn in_text(text: &str) -> u32 {
    let (mut most, mut count, mut is_fraction) = (0_u32, 0_u32, false);
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'.' => (count, is_fraction) = (0, true),
            b'0'..=b'9' if is_fraction => {
                count += 1;
                most = most.max(count);
            }
            b'0'..=b'9' => {}
            b'e' | b'E' if bytes.get(at + 1) == Some(&b'-') => {
                let digits = text.get(at + 2..).unwrap_or_default();
                let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
                let exponent: u32 = digits[..end].parse().unwrap_or(MOST);
                most = most.max(count.saturating_add(exponent));
                is_fraction = false;
            }
            _ => is_fraction = false,
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use super::in_text;

    #[test]
    fn decimals_are_counted() {
        assert_eq!(in_text("M0 1.25L.5.125-3 20"), 3);
        assert_eq!(in_text("10 20"), 0);
        assert_eq!(in_text("1.5e-3"), 4);
    }
}
