//! Geometry of a multileader: the sections of its tags with its leaders, lines, and content. Start at [`Geometry::of`].

use trammel_dxf::Entity;
use trammel_dxf::Tag;
use trammel_kernel::{Point, Vec2, norm};

/// Handle of an arrowhead without a block: the filled triangle.
pub(super) const TRIANGLE: u64 = 0;

/// Leader: lines that meet in one point, and the landing from there to the content.
#[derive(Debug, Default)]
pub(super) struct Branch {
    /// Point in which the lines meet, if there is one.
    pub(super) meeting: Option<Point>,
    /// Direction of the landing, if there is one.
    direction: Option<Vec2>,
    /// Length of the landing.
    pub(super) landing: f64,
    /// Lines.
    pub(super) lines: Vec<Line>,
}

/// Line of a leader, from its arrowhead.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// Points.
    pub(super) points: Vec<Point>,
    /// Size and handle of its own arrowhead.
    pub(super) arrow: (Option<f64>, Option<u64>),
}

/// Geometry of a multileader.
#[derive(Debug, Default)]
pub(super) struct Geometry<'a> {
    /// Tags of the text, the block, and the base.
    pub(super) context: Vec<Tag<'a>>,
    /// Leaders.
    pub(super) branches: Vec<Branch>,
    /// Tags after the geometry.
    pub(super) settings: Vec<Tag<'a>>,
}

/// Part of the tags of a multileader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    Common,
    Context,
    Branch,
    Line,
    Settings,
}

impl<'a> Geometry<'a> {
    /// Reads the tags of an entity; `None` if it has no geometry of its own.
    pub(super) fn of(entity: &Entity<'a>) -> Option<Geometry<'a>> {
        let mut found = Geometry::default();
        let mut section = Section::Common;
        for tag in entity.tags() {
            let mark = tag.raw().trim_ascii();
            section = match (section, tag.code) {
                (Section::Common, 300) if mark == b"CONTEXT_DATA{" => Section::Context,
                (Section::Context, 301) => Section::Settings,
                (Section::Context, 302) => {
                    found.branches.push(Branch::default());
                    Section::Branch
                }
                (Section::Branch, 303) => Section::Context,
                (Section::Branch, 304) => {
                    if let Some(branch) = found.branches.last_mut() {
                        branch.lines.push(Line::default());
                    }
                    Section::Line
                }
                (Section::Line, 305) => Section::Branch,
                (section, _) => {
                    found.add(section, tag);
                    section
                }
            };
        }
        (section == Section::Settings).then_some(found)
    }

    fn add(&mut self, section: Section, tag: &Tag<'a>) {
        match section {
            Section::Common => {}
            Section::Context => self.context.push(*tag),
            Section::Settings => self.settings.push(*tag),
            Section::Branch => {
                if let Some(branch) = self.branches.last_mut() {
                    branch.add(tag);
                }
            }
            Section::Line => {
                if let Some(line) = self
                    .branches
                    .last_mut()
                    .and_then(|branch| branch.lines.last_mut())
                {
                    line.add(tag);
                }
            }
        }
    }
}

impl Branch {
    fn add(&mut self, tag: &Tag<'_>) {
        let value = tag.real().unwrap_or(0.0);
        match tag.code {
            290 if tag.int() == Some(1) => self.meeting = Some(Point::ORIGIN),
            291 if tag.int() == Some(1) => self.direction = Some(Vec2::ZERO),
            10 => self.meeting.iter_mut().for_each(|at| at.x = value),
            20 => self.meeting.iter_mut().for_each(|at| at.y = value),
            11 => self.direction.iter_mut().for_each(|along| along.x = value),
            21 => self.direction.iter_mut().for_each(|along| along.y = value),
            40 => self.landing = value,
            _ => {}
        }
    }

    /// Returns the end of the landing.
    pub(super) fn end(&self) -> Option<Point> {
        let (from, along) = (self.meeting?, self.direction?);
        let length = norm(along);
        (length > 0.0 && self.landing > 0.0).then(|| from + along * (self.landing / length))
    }
}

impl Line {
    fn add(&mut self, tag: &Tag<'_>) {
        let value = tag.real().unwrap_or(0.0);
        match (tag.code, self.points.last_mut()) {
            (10, _) => self.points.push(Point::new(value, 0.0)),
            (20, Some(point)) => point.y = value,
            (40, _) => self.arrow.0 = Some(value).filter(|size| *size > 0.0),
            (341, _) => self.arrow.1 = tag.handle().filter(|handle| *handle != TRIANGLE),
            _ => {}
        }
    }
}

/// Returns the last value with a group code; a value that is written twice replaces the first one.
pub(super) fn last<'t, 'a>(tags: &'t [Tag<'a>], code: u16) -> Option<&'t Tag<'a>> {
    tags.iter().rev().find(|tag| tag.code == code)
}

/// Returns the last value with a group code as a number.
pub(super) fn real(tags: &[Tag<'_>], code: u16) -> Option<f64> {
    last(tags, code)?.real()
}

/// Returns the last value with a group code as an integer.
pub(super) fn int(tags: &[Tag<'_>], code: u16) -> Option<i64> {
    last(tags, code)?.int()
}

/// Returns the last point whose x has a group code.
pub(super) fn point(tags: &[Tag<'_>], code: u16) -> Option<Point> {
    Some(Point::new(
        real(tags, code)?,
        real(tags, code + 10).unwrap_or(0.0),
    ))
}
