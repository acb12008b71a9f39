//! Leaders: an arrow that points at a feature, with a text label at its end.

use super::dim_style::DimStyle;
use super::parts::{Drawn, unit};
use serde::{Deserialize, Serialize};
use trammel_kernel::{Path, Point};

/// A leader: polyline, arrowhead and text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Leader {
    /// Points from the arrow tip to the text, at least two.
    pub points: Vec<Point>,
    /// Text, of one or more lines.
    pub text: String,
    /// Style of the arrow and text.
    pub style: DimStyle,
}

impl Leader {
    /// Returns the lines and fills of the leader.
    pub fn drawn_form(&self) -> Drawn {
        let mut out = Drawn::in_style(&self.style);
        let path = Path::from_points(&self.points, false);
        let (Some(tip), Some(end)) = (path.start(), path.end()) else {
            return out;
        };
        let mut distinct = self.points.iter().filter(|point| **point != tip);
        if let Some(direction) = distinct.next().and_then(|next| unit(tip - *next)) {
            out.arrow(tip, direction, self.style.arrow_size);
        }
        let before = self.points.iter().rev().find(|point| **point != end);
        let towards = before.map_or(1.0, |before| end.x - before.x);
        out.lines.push(path);
        if !self.text.is_empty() {
            out.text_beside(&self.text, end, towards, &self.style);
        }
        out
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn a_leader_has_its_arrow_at_the_first_point_and_text_after_the_last() {
        let leader = |x: f64| Leader {
            points: vec![Point::ZERO, Point::new(x, 10.0)],
            text: "M6".to_owned(),
            style: DimStyle::default(),
        };
        let drawn = leader(10.0).drawn_form();
        let arrow = drawn.fills[0].bounds().unwrap();
        assert!(arrow.min.x >= -1.0 && arrow.max.x > 1.0);
        assert_eq!(drawn.lines.len(), 2);
        let text = |drawn: &Drawn| Path::bounds_of(&drawn.fills[1..]).unwrap();
        assert!(text(&drawn).min.x > 10.0);
        assert!((text(&drawn).center().y - 10.0).abs() < 1e-9);
        assert!(text(&leader(-10.0).drawn_form()).max.x < -10.0);
        let nothing = Leader {
            points: vec![Point::ZERO; 2],
            text: String::new(),
            style: DimStyle::default(),
        };
        assert!(nothing.drawn_form().fills.is_empty());
    }
}
