//! Division of large hatches for the canvas.
//!
//! A browser needs for a path with thousands of lines a time that grows with the square of their number, because it sorts their
//! edges in each row of pixels. Several paths with some of the lines each are painted several times faster, and look the same,
//! because the lines of a hatch have no corners. Files and pictures keep the one path.

use super::svg::Element;
use trammel_scene::{Entity, Shape};

/// Number of lines of a path.
const LINES: usize = 100;

/// Returns the element of an entity, which is a group of paths if it is a hatch with many lines.
pub fn divide_hatch(entity: &Entity, shown: Element) -> Element {
    let is_hatch = matches!(entity.shape, Shape::Hatch(_)) && entity.style.fill.is_none();
    let data = shown.attributes.iter().find(|(name, _)| *name == "d");
    let (true, Some((_, data))) = (is_hatch, data) else {
        return shown;
    };
    // Each line begins with the only command of its kind.
    let starts: Vec<usize> = data.match_indices('M').map(|(at, _)| at).collect();
    if starts.len() <= LINES {
        return shown;
    }
    let ends = starts.iter().copied().skip(LINES).step_by(LINES);
    let ends = ends.chain([data.len()]);
    let part = |(from, to): (usize, usize)| Element {
        tag: "path",
        attributes: vec![("d", data[from..to].to_owned())],
        parts: Vec::new(),
    };
    let parts = starts
        .iter()
        .copied()
        .step_by(LINES)
        .zip(ends)
        .map(part)
        .collect();
    let attributes = shown.attributes.iter().filter(|(name, _)| *name != "d");
    // The paths inherit the style. Lines of different paths that cross are blended once, as within one path.
    let of_group = |(name, value): &(&'static str, String)| {
        let name = if *name == "stroke-opacity" {
            "opacity"
        } else {
            name
        };
        (name, value.clone())
    };
    Element {
        tag: "g",
        attributes: attributes.map(of_group).collect(),
        parts,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use crate::svg::element;
    use std::sync::Arc;
    use trammel_kernel::{Path, Point};
    use trammel_scene::{Color, Edit, Name, Scene, Stroke, Style, TiedHatch};

    /// Returns the element of a hatch with this number of lines, and the element of the canvas.
    fn hatch(lines: usize, color: Color) -> [Element; 2] {
        let side = lines as f64;
        let tied = TiedHatch {
            boundary: vec![Path::rounded_rect(Point::new(0.0, 0.5), side, side, 0.0)],
            pattern: "lines".to_owned(),
            scale: 1.0,
            angle: 0.0,
            ties: Vec::new(),
            seed: None,
            detached: false,
        };
        let stroke = Stroke {
            color,
            ..Stroke::default()
        };
        let style = Style {
            stroke: Some(stroke),
            fill: None,
        };
        let shape = Shape::Hatch(Arc::new(tied));
        let mut edit = Edit::new(Scene::default());
        edit.insert(&Name::new("h").unwrap(), shape, Arc::new(style), false)
            .unwrap();
        let scene = edit.finish().0;
        let entity = scene.get("h").unwrap();
        let whole = element(entity, "black");
        [whole.clone(), divide_hatch(entity, whole)]
    }

    #[test]
    fn a_hatch_with_many_lines_is_divided() {
        let [whole, few] = hatch(100, Color::Ink);
        assert_eq!(whole, few);
        for lines in [101, 250, 300] {
            let [whole, group] = hatch(lines, Color::Ink);
            assert_eq!((whole.tag, group.tag), ("path", "g"));
            assert_eq!(group.parts.len(), lines.div_ceil(LINES));
            let parts: String = group
                .parts
                .iter()
                .map(|part| part.attributes[0].1.as_str())
                .collect();
            assert_eq!(whole.attributes[0], ("d", parts));
            assert_eq!(whole.attributes[1..], group.attributes[..]);
        }
    }

    #[test]
    fn a_transparent_hatch_is_blended_as_a_whole() {
        let [_, group] = hatch(250, Color::Rgba([1.0, 0.0, 0.0, 0.5]));
        assert!(
            group.attributes.contains(&("opacity", "0.5".to_owned())),
            "{group:?}"
        );
        assert!(!group.attributes.iter().any(|(name, _)| *name == "stroke-opacity"));
    }
}
