//! Picture of a drawing for a reader who maps what is seen to names: names, a scale bar, and the origin over the drawing.
//!
//! Invariant: no two labels overlap. A label without room is left out, those of small entities first.

use super::svg::{self, sheet};
use std::fmt::Write as _;
use trammel_kernel::{Bounds, Point, svg as path_data};
use trammel_scene::{Entity, Name, Scene, Shape};
use trammel_text::{self as text, Align, Setting, Valign};

/// Maximum number of labels.
const MOST_LABELS: usize = 60;

/// Cap height of the labels, relative to the longer side of the picture.
const CAP_HEIGHT: f64 = 0.014;

/// Size below which an entity is not covered by the label of another one, relative to the cap height.
const SMALL: f64 = 6.0;

/// Color of the names.
const NAMES: &str = "#b0005a";

/// Color of the scale bar and the origin.
const MARKS: &str = "#0050b0";

/// Picture with labels.
#[derive(Clone, Debug, PartialEq)]
pub struct Labeled {
    /// SVG file.
    pub svg: String,
    /// Part of the drawing in the picture.
    pub shown: Bounds,
    /// Entities with a label.
    pub labels: Vec<Name>,
    /// Number of visible entities in the picture without a label.
    pub left_out: usize,
    /// Length of the scale bar, in drawing units.
    pub scale_bar: f64,
    /// Whether the origin is in the picture.
    pub has_origin: bool,
}

/// Writes a picture of the part of the drawing with these entities, or of all of it without names. `None` if there is nothing
/// to see.
pub fn write_labeled(scene: &Scene, names: &[Name]) -> Option<Labeled> {
    scene.bounds()?;
    let part = Bounds::union_all(names.iter().filter_map(|name| scene.world_bounds(name)));
    let part = match part {
        Some(part) => part.inflate((part.width() + part.height()) * 0.1),
        None if names.is_empty() => svg::view_box(scene),
        None => return None,
    };
    let shown = with_room(&part);
    let size = shown.width().max(shown.height()) * CAP_HEIGHT;
    let mut labels = Labels {
        over: String::new(),
        taken: Vec::new(),
        small: Vec::new(),
        shown,
        size,
    };
    let scale_bar = labels.add_scale_bar(scene.units().as_str());
    let has_origin = labels.add_origin();
    let candidates = candidates(scene, names, &shown);
    let count = candidates.len();
    let small = |bounds: &Bounds| bounds.width().max(bounds.height()) < size * SMALL;
    let bounds = candidates.iter().map(|candidate| candidate.bounds);
    labels.small = bounds.filter(|bounds| small(bounds)).collect();
    let placed: Vec<Name> = candidates
        .into_iter()
        .take(MOST_LABELS)
        .filter(|candidate| labels.add_name(candidate))
        .map(|candidate| candidate.entity.name.clone())
        .collect();
    Some(Labeled {
        svg: sheet(scene, &shown, &labels.over),
        shown,
        left_out: count - placed.len(),
        labels: placed,
        scale_bar,
        has_origin,
    })
}

/// Returns a part with a margin, a strip for the scale bar below, and sides of which the shorter one has room for labels.
fn with_room(part: &Bounds) -> Bounds {
    let side = part.width().max(part.height()).max(1e-6);
    let mut room = part.inflate(side * 0.04);
    room.min.y -= side * 0.06;
    let (short_x, short_y) = (side * 0.3 - room.width(), side * 0.3 - room.height());
    if short_x > 0.0 {
        (room.min.x, room.max.x) = (room.min.x - short_x / 2.0, room.max.x + short_x / 2.0);
    }
    if short_y > 0.0 {
        (room.min.y, room.max.y) = (room.min.y - short_y / 2.0, room.max.y + short_y / 2.0);
    }
    room
}

/// Entity for a label.
struct Candidate<'a> {
    entity: &'a Entity,
    bounds: Bounds,
    /// Whether the picture is about the entity.
    is_named: bool,
    /// Whether it is a text, a dimension, a leader, or a hatch.
    is_note: bool,
}

/// Returns the visible entities in the picture, the most important first: the named ones, shapes before annotations, and large
/// ones before small ones.
fn candidates<'a>(scene: &'a Scene, names: &[Name], shown: &Bounds) -> Vec<Candidate<'a>> {
    let mut found: Vec<Candidate<'_>> = Vec::new();
    for entity in scene.walk().filter(|entity| is_visible(scene, entity)) {
        let is_named = names.contains(&entity.name);
        let bounds = scene.world_bounds(&entity.name);
        let Some(bounds) = bounds.filter(|bounds| bounds.intersects(shown)) else {
            continue;
        };
        if entity.shape.is_group() && !is_named {
            continue;
        }
        let is_note = matches!(
            entity.shape,
            Shape::Dimension(_) | Shape::Leader(_) | Shape::Hatch(_) | Shape::Text(_)
        );
        found.push(Candidate {
            entity,
            bounds,
            is_named,
            is_note,
        });
    }
    let size = |of: &Candidate<'_>| of.bounds.width() + of.bounds.height();
    trammel_base::sort::by(&mut found, |a, b| {
        let ranks = (!a.is_named, a.is_note).cmp(&(!b.is_named, b.is_note));
        ranks.then(size(b).total_cmp(&size(a)))
    });
    found
}

/// Whether neither the entity nor a group around it is hidden.
fn is_visible(scene: &Scene, entity: &Entity) -> bool {
    let mut hidden = entity.hidden;
    let mut parent = entity.parent.as_ref();
    while let Some(group) = parent.and_then(|name| scene.get(name)) {
        hidden |= group.hidden;
        parent = group.parent.as_ref();
    }
    !hidden
}

/// Markup over the drawing.
struct Labels {
    over: String,
    /// Bounds of the markup.
    taken: Vec<Bounds>,
    /// Bounds of the small entities.
    small: Vec<Bounds>,
    shown: Bounds,
    /// Cap height.
    size: f64,
}

impl Labels {
    /// Adds a name at the first place around or in the bounds of its entity that is free.
    fn add_name(&mut self, candidate: &Candidate<'_>) -> bool {
        let (name, of) = (&candidate.entity.name, &candidate.bounds);
        let (width, height) = (text::advance(name, self.size), self.size);
        let gap = self.size * 0.6;
        let center = of.center();
        let inside = [
            Point::new(of.min.x + gap, of.max.y - height - gap),
            Point::new(of.min.x + gap, of.min.y + gap),
        ];
        let middle = [Point::new(center.x - width / 2.0, center.y - height / 2.0)];
        let ring = |gap: f64| {
            [
                Point::new(of.max.x + gap, center.y - height / 2.0),
                Point::new(center.x - width / 2.0, of.max.y + gap),
                Point::new(center.x - width / 2.0, of.min.y - gap - height),
                Point::new(of.min.x - gap - width, center.y - height / 2.0),
            ]
        };
        let has_room =
            |times: f64| !candidate.is_note && of.width() > times * width && of.height() > times * height;
        let places = match (has_room(3.0), has_room(1.4)) {
            (true, _) => [&inside[..], &middle, &ring(gap)].concat(),
            (_, true) => [&middle[..], &ring(gap)].concat(),
            _ => ring(gap).to_vec(),
        };
        if places.into_iter().any(|at| self.add_text_beside(name, at, of)) {
            return true;
        }
        // Farther away, for example outside of the cross at the origin, a line joins the label with its entity.
        let far = ring(self.size * 2.2)
            .into_iter()
            .find(|at| self.add_text_beside(name, *at, of));
        let Some(at) = far else {
            return false;
        };
        let end = Point::new(
            center.x.clamp(at.x, at.x + width),
            center.y.clamp(at.y, at.y + height),
        );
        let line = format!("M{} {}L{} {}", center.x, -center.y, end.x, -end.y);
        let thin = self.size * 0.08;
        let _ = writeln!(
            self.over,
            "<path d=\"{line}\" fill=\"none\" stroke=\"{NAMES}\" stroke-width=\"{thin}\"/>"
        );
        true
    }

    /// Adds a name at a point, if the place is free and no other small entity is there.
    fn add_text_beside(&mut self, name: &Name, at: Point, of: &Bounds) -> bool {
        let far = Point::new(at.x + text::advance(name, self.size), at.y + self.size);
        let own = Bounds::new(at, far);
        let covers = own.is_none_or(|own| {
            let mut others = self.small.iter().filter(|small| *small != of);
            others.any(|small| small.intersects(&own))
        });
        !covers && self.add_text(name, at, NAMES)
    }

    /// Adds a text with its lower left corner at a point, if the place is free.
    fn add_text(&mut self, content: &str, at: Point, color: &str) -> bool {
        let far = Point::new(at.x + text::advance(content, self.size), at.y + self.size);
        let Some(own) = Bounds::new(at, far).map(|own| own.inflate(self.size * 0.35)) else {
            return false;
        };
        if !self.shown.contains_bounds(&own) || self.taken.iter().any(|taken| taken.intersects(&own)) {
            return false;
        }
        let setting = Setting {
            at,
            size: self.size,
            align: Align::Left,
            valign: Valign::Baseline,
            angle: 0.0,
        };
        let paths = svg::round_outlines(&text::layout(content, &setting), self.size);
        let _ = writeln!(
            self.over,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#ffffff\" fill-opacity=\"0.8\"/>\
             <path d=\"{}\" fill=\"{color}\" fill-rule=\"evenodd\"/>",
            own.min.x,
            -own.max.y,
            own.width(),
            own.height(),
            path_data::write(&paths, true),
        );
        self.taken.push(own);
        true
    }

    /// Adds lines that join points.
    fn add_lines(&mut self, lines: &[&[Point]]) {
        let mut data = String::new();
        for line in lines {
            for (at, point) in line.iter().enumerate() {
                let letter = if at == 0 { 'M' } else { 'L' };
                let _ = write!(data, "{letter}{} {}", point.x, -point.y);
            }
        }
        let width = self.size * 0.15;
        let _ = writeln!(
            self.over,
            "<path d=\"{data}\" fill=\"none\" stroke=\"{MARKS}\" stroke-width=\"{width}\"/>"
        );
        let around = Bounds::from_points(lines.iter().flat_map(|line| line.iter().copied()));
        self.taken.extend(around);
    }

    /// Adds a bar of a round length at the lower left corner, and returns its length.
    fn add_scale_bar(&mut self, unit: &str) -> f64 {
        let length = round_length(self.shown.width() * 0.25);
        let (x, y) = (self.shown.min.x + self.size, self.shown.min.y + self.size);
        let tick = self.size * 0.5;
        let [left, right] = [x, x + length];
        self.add_lines(&[&[
            Point::new(left, y + tick),
            Point::new(left, y),
            Point::new(right, y),
            Point::new(right, y + tick),
        ]]);
        let label = format!("{length} {unit}");
        self.add_text(&label, Point::new(right + self.size, y), MARKS);
        length
    }

    /// Adds a cross at the origin, if it is in the picture.
    fn add_origin(&mut self) -> bool {
        if !self.shown.contains(Point::ORIGIN) {
            return false;
        }
        let arm = self.size * 1.2;
        self.add_lines(&[
            &[Point::new(-arm, 0.0), Point::new(arm, 0.0)],
            &[Point::new(0.0, -arm), Point::new(0.0, arm)],
        ]);
        let gap = self.size * 1.6;
        let width = text::advance("0,0", self.size);
        let places = [
            Point::new(-gap - width, -gap - self.size),
            Point::new(gap, -gap - self.size),
            Point::new(gap, gap),
            Point::new(-gap - width, gap),
        ];
        places.into_iter().any(|at| self.add_text("0,0", at, MARKS));
        true
    }
}

/// Returns the largest length of at most `most` that is 1, 2, or 5 times a power of ten.
fn round_length(most: f64) -> f64 {
    let power = libm::floor(libm::log10(most));
    let round = |digit: i32, power: f64| format!("{digit}e{power}").parse().unwrap_or(1.0);
    let lengths = [5, 2, 1].map(|digit| round(digit, power));
    lengths
        .into_iter()
        .find(|length| *length <= most * (1.0 + 1e-9))
        .unwrap_or_else(|| round(5, power - 1.0))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use std::sync::Arc;
    use trammel_scene::Edit;

    fn drawn(circles: impl IntoIterator<Item = (String, f64, f64, f64)>) -> Scene {
        let mut edit = Edit::new(Scene::default());
        for (name, x, y, radius) in circles {
            let center = Point::new(x, y);
            let circle = Shape::Circle { center, radius };
            edit.insert(&Name::new(&name).unwrap(), circle, Arc::default(), false)
                .unwrap();
        }
        edit.finish().0
    }

    #[test]
    fn a_scale_bar_has_a_round_length() {
        for (most, length) in [
            (25.0, 20.0),
            (1.0, 1.0),
            (0.99, 0.5),
            (0.049, 0.02),
            (7e5, 5e5),
            (10.0, 10.0),
        ] {
            assert_eq!(round_length(most), length, "{most}");
        }
    }

    #[test]
    fn labels_do_not_overlap_and_the_small_entities_are_left_out_first() {
        let mut circles = vec![("plate".to_owned(), 50.0, 50.0, 60.0)];
        for at in 0..400_u32 {
            let (x, y) = (f64::from(at % 20) * 5.0, f64::from(at / 20) * 5.0);
            circles.push((format!("a_long_name_{at}"), x, y, 1.0));
        }
        let scene = drawn(circles);
        let picture = write_labeled(&scene, &[]).unwrap();
        assert_eq!(picture.labels[0].as_str(), "plate");
        assert!(
            picture.labels.len() > 3 && picture.has_origin,
            "{:?}",
            picture.labels
        );
        assert_eq!(picture.labels.len() + picture.left_out, 401);
        let boxes: Vec<Bounds> = picture
            .svg
            .match_indices("<rect x=\"")
            .filter_map(|(at, _)| {
                let line = picture.svg[at..].lines().next()?;
                let numbers: Vec<f64> = line.split('"').filter_map(|part| part.parse().ok()).collect();
                let [x, y, width, height, ..] = numbers[..] else {
                    return None;
                };
                Bounds::new(Point::new(x, y), Point::new(x + width, y + height))
            })
            .collect();
        assert!(boxes.len() >= picture.labels.len());
        for (at, one) in boxes.iter().enumerate() {
            assert!(boxes[..at].iter().all(|other| !other.intersects(one)), "{at}");
        }
    }

    #[test]
    fn a_part_shows_its_entities_and_a_thin_one_has_room() {
        let scene = drawn([
            ("left".to_owned(), 0.0, 0.0, 1.0),
            ("right".to_owned(), 1000.0, 0.0, 1.0),
        ]);
        let right = Name::new("right").unwrap();
        let part = write_labeled(&scene, std::slice::from_ref(&right)).unwrap();
        assert_eq!(
            (part.labels, part.has_origin, part.left_out),
            (vec![right], false, 0)
        );
        let all = write_labeled(&scene, &[]).unwrap();
        assert_eq!(all.labels.len(), 2);
        assert!(all.shown.height() > 250.0 && all.scale_bar == 200.0, "{all:?}");
        assert_eq!(write_labeled(&Scene::default(), &[]), None);
    }
}
