//! Properties that the content of a block takes from its insert: the layer of content on layer 0, and the color, width, and
//! line type of content that states *ByBlock*.
//!
//! A block is drawn by one function, so it is converted once for each different set of properties that its content uses
//! ([`Uses`]). Widths of lines and lengths of dashes do not grow with an insert, unlike those of a scaled group, so
//! they are divided by the scale of the insert.

use trammel_dxf::Entity;
use trammel_dxf::Tag;
use trammel_scene::{Color, Style};

/// Name of the layer whose content takes the layer of the insert.
pub(super) const ZERO: &str = "0";

/// Properties of an insert for the content of its block.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Inherited {
    /// Layer; `None` outside of blocks.
    pub layer: Option<String>,
    /// Whether the layer of the insert hides all content of the block.
    pub is_hidden: bool,
    /// Color of lines; `None` for that of the layer.
    pub color: Option<Color>,
    /// Width of lines; `None` for that of the layer.
    pub width: Option<f64>,
    /// Dashes of lines; `None` for those of the layer.
    pub dash: Option<Vec<f64>>,
    /// Factor by which the insert scales the content, as a group of the drawing.
    pub scale: f64,
    /// Whether the content is copied, mapped, and not inserted, so that no insert in it scales lines.
    pub is_copied: bool,
}

impl Default for Inherited {
    fn default() -> Inherited {
        Inherited {
            layer: None,
            is_hidden: false,
            color: None,
            width: None,
            dash: None,
            scale: 1.0,
            is_copied: false,
        }
    }
}

impl Inherited {
    /// Returns the properties that content with these uses takes: the others are as outside of blocks.
    pub(super) fn restrict_to(&self, uses: Uses) -> Inherited {
        let plain = Inherited::default();
        let uses_layer = uses.layer || self.is_hidden;
        Inherited {
            layer: self.layer.clone().filter(|_| uses_layer),
            is_hidden: self.is_hidden,
            color: self.color.filter(|_| uses.color),
            width: self.width.filter(|_| uses.width),
            dash: self.dash.clone().filter(|_| uses.dash),
            scale: if uses.scale { self.scale } else { plain.scale },
            is_copied: self.is_copied && uses.scale,
        }
    }

    /// Returns the properties that the content of an insert takes, which is on this layer in the present block. `stated` has
    /// the style that the insert itself states, and `layer_style` that of its layer.
    pub(super) fn of_insert(
        &self,
        entity: &Entity<'_>,
        layer: &str,
        is_hidden: bool,
        looks: &Looks,
    ) -> Inherited {
        let factor = |code| entity.real(code).filter(|factor| *factor != 0.0).unwrap_or(1.0);
        let stroke = |style: &Option<Style>| style.as_ref().and_then(|style| style.stroke.clone());
        let (stated, of_layer) = (stroke(&looks.stated), stroke(&Some(looks.of_layer.clone())));
        let scale = self.scale * (factor(41) * factor(42)).abs().sqrt();
        Inherited {
            layer: Some(layer.to_owned()),
            is_hidden: is_hidden || self.is_hidden,
            color: stated.as_ref().or(of_layer.as_ref()).map(|stroke| stroke.color),
            width: stated.as_ref().or(of_layer.as_ref()).map(|stroke| stroke.width),
            dash: stated.or(of_layer).map(|stroke| stroke.dash),
            scale: if self.is_copied { 1.0 } else { scale },
            is_copied: self.is_copied,
        }
    }
}

/// Styles of an insert, in widths of the drawing.
#[derive(Clone, Debug)]
pub(super) struct Looks {
    /// Style that the insert states; `None` for that of its layer.
    pub stated: Option<Style>,
    /// Style of its layer.
    pub of_layer: Style,
}

/// Properties of an insert that content uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Uses {
    /// Layer of the insert.
    pub layer: bool,
    /// Color of the insert.
    pub color: bool,
    /// Width of the insert's lines.
    pub width: bool,
    /// Line type of the insert.
    pub dash: bool,
    /// Scale of the insert.
    pub scale: bool,
}

impl Uses {
    /// Adds other uses.
    pub(super) fn add(&mut self, other: Uses) {
        self.layer |= other.layer;
        self.color |= other.color;
        self.width |= other.width;
        self.dash |= other.dash;
        self.scale |= other.scale;
    }

    /// Returns the uses of the properties of the block around an insert whose content has these uses.
    pub(super) fn around(self, entity: &Entity<'_>, is_on_zero: bool) -> Uses {
        let is_by_block = |code, by_block| entity.tag(code).and_then(Tag::int) == Some(by_block);
        let dash = entity.raw(6).unwrap_or_default().trim_ascii();
        let (color, width) = (is_by_block(62, 0), is_by_block(370, -2));
        let dash = dash.eq_ignore_ascii_case(b"byblock");
        let by_layer = (self.color && !color) || (self.width && !width) || (self.dash && !dash);
        Uses {
            layer: is_on_zero && (self.layer || by_layer),
            color: self.color && color,
            width: self.width && width,
            dash: self.dash && dash,
            scale: self.scale,
        }
    }
}
