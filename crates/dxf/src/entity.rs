//! TagReader of one entity or table entry, with access by group code.
//!
//! Invariant: every coordinate, length, and angle is a finite number.

use crate::error::InvalidNumber;
use crate::tags::{FilePosition, Tag, TagReader};
use trammel_kernel::Point;

/// Entity or table entry of a file.
#[derive(Debug)]
pub struct Entity<'a> {
    /// Type in upper case, such as `LINE`.
    pub kind: &'a str,
    /// Handle; the line of the file for an entity without a handle.
    pub id: String,
    tags: Vec<Tag<'a>>,
    /// Variables of its dimension style that the entity overrides, by the group codes of the style.
    overrides: Vec<Tag<'a>>,
    /// TagReader of its embedded object, such as the text of an attribute with several lines.
    embedded: Vec<Tag<'a>>,
    /// Whether its extended data define columns of a text.
    has_column_data: bool,
}

impl<'a> Entity<'a> {
    /// Creates an entity of these tags, which draws a part of the one with this handle.
    pub fn from_tags(kind: &'a str, id: &str, tags: Vec<Tag<'a>>) -> Entity<'a> {
        Entity {
            kind,
            id: id.to_owned(),
            tags,
            overrides: Vec::new(),
            embedded: Vec::new(),
            has_column_data: false,
        }
    }

    /// Reads the tags after the type at this position. Extended data, groups of other programs, and embedded objects
    /// are kept apart or left out, because their group codes have other meanings.
    ///
    /// # Errors
    /// Returns the reason if a number is invalid.
    pub fn read(
        kind: &'a str,
        mut tags: TagReader<'a>,
        place: FilePosition,
    ) -> Result<Entity<'a>, InvalidNumber> {
        let mut entity = Entity {
            kind,
            id: String::new(),
            tags: Vec::new(),
            overrides: Vec::new(),
            embedded: Vec::new(),
            has_column_data: false,
        };
        let mut style_data = StyleData::Outside;
        let (mut is_in_group, mut is_embedded) = (false, false);
        let mut problem = None;
        // The scan of the file found the end of this entity, so there is no damage before it.
        while let Ok(Some(tag)) = tags.read_tag() {
            match tag.code {
                0 => break,
                101 => is_embedded = true,
                102 => is_in_group = tag.raw().trim_ascii().starts_with(b"{"),
                1000.. => {
                    entity.has_column_data |= tag.raw().trim_ascii() == b"ACAD_MTEXT_COLUMN_INFO_BEGIN";
                    entity.overrides.extend(style_data.next(&tag));
                }
                _ if is_embedded => entity.embedded.push(tag),
                _ if is_in_group => {}
                _ => {
                    if is_number(tag.code) && tag.real().is_none() {
                        problem = Some(InvalidNumber { code: tag.code });
                    }
                    entity.tags.push(tag);
                }
            }
        }
        entity.id = match entity.raw(if kind == "DIMSTYLE" { 105 } else { 5 }) {
            Some(handle) if !handle.trim_ascii().is_empty() => {
                String::from_utf8_lossy(handle.trim_ascii()).into_owned()
            }
            _ if tags.is_binary() => String::new(),
            _ => format!("line {}", place.line),
        };
        problem.map_or(Ok(entity), Err)
    }

    /// Returns the entity with the tags of this subclass only; with all tags if the file states no subclasses.
    pub fn subclass(&self, name: &str) -> Entity<'a> {
        let is_marker = |tag: &Tag<'_>| tag.code == 100;
        let is_start = |tag: &Tag<'_>| is_marker(tag) && tag.raw().trim_ascii() == name.as_bytes();
        let tags = match self.tags.iter().position(is_start) {
            Some(at) => {
                let own = self.tags[at + 1..].iter();
                own.take_while(|tag| !is_marker(tag)).copied().collect()
            }
            None => self.tags.clone(),
        };
        Entity::from_tags(self.kind, &self.id, tags)
    }

    /// Returns the value of a variable of its dimension style that the entity overrides.
    pub fn override_of(&self, code: u16) -> Option<&Tag<'a>> {
        self.overrides.iter().find(|tag| tag.code == code)
    }

    /// Returns the text of several lines that is embedded in an attribute, with the layer and look of the attribute.
    pub fn embedded_text(&self) -> Option<Entity<'a>> {
        let has_text = self.embedded.iter().any(|tag| matches!(tag.code, 1 | 3));
        let is_look = |tag: &&Tag<'a>| matches!(tag.code, 6..=8 | 48 | 62 | 370 | 420);
        let look = self.tags.iter().filter(is_look);
        let is_content = |tag: &&Tag<'a>| !is_look(tag);
        let content = self.embedded.iter().filter(is_content);
        let tags = look.chain(content).copied().collect();
        (has_text && self.kind != "MTEXT").then(|| Entity::from_tags(self.kind, &self.id, tags))
    }

    /// Whether a text has several columns.
    pub fn has_columns(&self) -> bool {
        let embedded = |code| self.embedded.iter().find(|tag| tag.code == code);
        let is_multiple = |tag: &Tag<'_>| tag.int().unwrap_or(0) != 0;
        self.has_column_data || embedded(71).is_some_and(is_multiple)
    }

    /// Returns all tags.
    pub fn tags(&self) -> &[Tag<'a>] {
        &self.tags
    }

    /// Returns the first tag with this group code.
    pub fn tag(&self, code: u16) -> Option<&Tag<'a>> {
        self.tags.iter().find(|tag| tag.code == code)
    }

    /// Returns the first value with this group code as bytes.
    pub fn raw(&self, code: u16) -> Option<&'a [u8]> {
        self.tag(code).map(Tag::raw)
    }

    /// Returns the first value with this group code as a number.
    pub fn real(&self, code: u16) -> Option<f64> {
        self.tag(code)?.real()
    }

    /// Returns the first value with this group code as an integer; 0 if there is none.
    pub fn int(&self, code: u16) -> i64 {
        self.tag(code).and_then(Tag::int).unwrap_or(0)
    }

    /// Whether this bit of the flags is set.
    pub fn has_flag(&self, code: u16, bit: i64) -> bool {
        self.int(code) & bit != 0
    }

    /// Returns the point whose x has this group code.
    pub fn point3(&self, code: u16) -> Option<[f64; 3]> {
        let x = self.real(code)?;
        let other = |code| self.real(code).unwrap_or(0.0);
        Some([x, other(code + 10), other(code + 20)])
    }

    /// Returns x and y of the point whose x has this group code.
    pub fn point(&self, code: u16) -> Option<Point> {
        self.point3(code).map(|[x, y, _]| Point::new(x, y))
    }

    /// Returns the extrusion direction; +z if there is none.
    pub fn extrusion(&self) -> [f64; 3] {
        match self.point3(210) {
            Some([0.0, 0.0, 0.0]) | None => [0.0, 0.0, 1.0],
            Some(direction) => direction,
        }
    }

    /// Returns the points whose x has this group code, in order.
    pub fn points3(&self, code: u16) -> Vec<[f64; 3]> {
        let mut out: Vec<[f64; 3]> = Vec::new();
        for tag in &self.tags {
            let value = tag.real().unwrap_or(0.0);
            if tag.code == code {
                out.push([value, 0.0, 0.0]);
            } else if let Some(last) = out.last_mut() {
                if tag.code == code + 10 {
                    last[1] = value;
                } else if tag.code == code + 20 {
                    last[2] = value;
                }
            }
        }
        out
    }

    /// Returns all numbers with this group code, in order.
    pub fn reals(&self, code: u16) -> Vec<f64> {
        self.tags
            .iter()
            .filter(|tag| tag.code == code)
            .filter_map(Tag::real)
            .collect()
    }
}

/// Position in the extended data of an entity, which has pairs of a group code and a value between
/// `1000 DSTYLE 1002 {` and `1002 }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StyleData {
    Outside,
    Named,
    Inside,
    /// The next value is that of this group code.
    At(u16),
}

impl StyleData {
    /// Takes the next tag, and returns an override if the tag completes one.
    fn next<'a>(&mut self, tag: &Tag<'a>) -> Option<Tag<'a>> {
        let text = tag.raw().trim_ascii();
        match (*self, tag.code) {
            (_, 1001) => *self = StyleData::Outside,
            (StyleData::Outside, 1000) if text == b"DSTYLE" => *self = StyleData::Named,
            (StyleData::Named, 1002) if text == b"{" => *self = StyleData::Inside,
            (StyleData::Inside | StyleData::At(_), 1002) => *self = StyleData::Outside,
            (StyleData::Inside, 1070) => {
                let code = tag.int().and_then(|code| u16::try_from(code).ok());
                *self = code.map_or(StyleData::Inside, StyleData::At);
            }
            (StyleData::At(code), _) => {
                *self = StyleData::Inside;
                return Some(Tag {
                    code,
                    value: tag.value,
                });
            }
            _ => {}
        }
        None
    }
}

/// Whether the value of this group code is a coordinate, a length, a factor, or an angle.
fn is_number(code: u16) -> bool {
    matches!(code, 10..=59 | 110..=149 | 210..=239)
}
