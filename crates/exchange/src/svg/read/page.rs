//! Real size of a file: the map from its coordinates to millimeters with y up.
//!
//! A width or height in mm, cm, in, pt, or pc is exact. Pixels, percentages, and missing sizes have no real size; then
//! the reader asks for the unit and suggests the one of the program that wrote the file.

use super::super::names::GENERATOR;
use crate::converter::ReadError;
use roxmltree::{Document, Node};
use std::str::FromStr;
use svgtypes::{Align, AspectRatio, Length, LengthUnit, ViewBox};
use trammel_formats::{ImportOptions, ImportQuestion};
use trammel_kernel::{Affine, Bounds, Point, Vec2};
use trammel_scene::Units;

/// Millimeters in an inch.
const INCH: f64 = 25.4;

/// Page of a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Page {
    /// Map from user coordinates to the drawing.
    pub(super) map: Affine,
    /// Width and height of the view in user units, for percentages.
    pub(super) view: [f64; 2],
    /// Frame of the page in the drawing, if the file states one.
    pub(super) frame: Option<Bounds>,
    /// Unit of the drawing.
    pub(super) units: Units,
}

/// Returns the page of a file.
///
/// # Errors
/// Returns the question for the unit if the file does not define it.
pub(super) fn page(document: &Document<'_>, text: &str, options: &ImportOptions) -> Result<Page, ReadError> {
    let root = document.root_element();
    let view_box = root
        .attribute("viewBox")
        .and_then(|value| ViewBox::from_str(value).ok());
    let view_box = view_box.filter(is_usable);
    let sizes = ["width", "height"].map(|name| length(&root, name));
    let is_own = root.attribute(GENERATOR.0) == Some(GENERATOR.1);
    let writer = Writer::of(&root, text, view_box.as_ref(), &sizes);
    let physical = sizes.iter().flatten().find_map(|size| unit_of(size.unit));
    // Trammel states pixels only for drawings in pixels.
    let own = physical.filter(|_| is_own).or(is_own.then_some(Units::Px));
    let per_pixel = INCH / writer.pixels_per_inch();
    // Length of a pixel of the page in millimeters, and whether the answer is the unit of the numbers instead.
    let (pixel, of_numbers) = match options.units {
        Some(Units::Px) => (per_pixel, false),
        Some(units) => (units.millimeters(), true),
        None if physical.is_some() && view_box.is_none() => (per_pixel, false),
        None if physical.is_some() || is_own => (INCH / 96.0, false),
        None => return Err(ReadError::Question(writer.question())),
    };
    let units = own.filter(|_| options.units.is_none()).unwrap_or(Units::Mm);
    let per_unit = units.millimeters();
    let side = |size: Option<Length>, other: Option<f64>| {
        let size = size.filter(|_| !of_numbers || view_box.is_none())?;
        let side = match unit_of(size.unit) {
            Some(unit) if of_numbers => size.number * unit.millimeters() / (INCH / 96.0) * pixel,
            Some(unit) if unit == units => size.number,
            Some(unit) => size.number * unit.millimeters() / per_unit,
            None if size.unit == LengthUnit::Percent => other?,
            None => size.number * pixel / per_unit,
        };
        (side.is_finite() && side > 0.0).then_some(side)
    };
    let pixel = pixel / per_unit;
    let full = view_box.map(|view| [view.w * pixel, view.h * pixel]);
    let [width, height] = [0, 1].map(|i| side(sizes[i], full.map(|full| full[i])));
    let (map, size) = match view_box {
        None => (Affine::scale(pixel), width.zip(height)),
        Some(view) => {
            // A missing side follows from the other one.
            let (width, height) = match (width, height) {
                (Some(width), Some(height)) => (width, height),
                (Some(width), None) => (width, width * view.h / view.w),
                (None, Some(height)) => (height * view.w / view.h, height),
                (None, None) => (view.w * pixel, view.h * pixel),
            };
            let map = view_map(&view, [width, height], aspect(&root));
            (map, Some((width, height)))
        }
    };
    let height = height.or(view_box.map(|view| (map * Point::new(view.x, view.y + view.h)).y));
    let flipped = Affine::FLIP_Y * map;
    // The origin of coordinates around a chosen origin stays; else it is the lower left corner of the page.
    let keeps_origin = is_own || view_box.is_some_and(|view| view.x != 0.0 || view.y != 0.0);
    let shift = match keeps_origin {
        true => -(flipped * Point::ORIGIN).to_vec2(),
        false => Vec2::new(0.0, height.unwrap_or(0.0)),
    };
    let view = view_box.map_or_else(
        || [width, height].map(|side| side.map_or(0.0, |side| side / pixel)),
        |view| [view.w, view.h],
    );
    let corner = Point::ORIGIN + shift;
    Ok(Page {
        map: Affine::translate(shift) * flipped,
        view,
        frame: size.and_then(|(width, height)| {
            Bounds::new(corner - Vec2::new(0.0, height), corner + Vec2::new(width, 0.0))
        }),
        units,
    })
}

/// Whether a view box has sizes with which a scale can be computed.
pub(super) fn is_usable(view: &ViewBox) -> bool {
    [view.x, view.y, view.w, view.h]
        .iter()
        // Coordinates reach from -1e9 to 1e9, so a drawing with its margin is somewhat larger than 2e9.
        .all(|n| n.is_finite() && n.abs() < 4e9)
        && view.w > 1e-9
        && view.h > 1e-9
}

/// Returns the alignment that an element states.
pub(super) fn aspect(node: &Node<'_, '_>) -> AspectRatio {
    let stated = node.attribute("preserveAspectRatio");
    stated
        .and_then(|value| AspectRatio::from_str(value).ok())
        .unwrap_or_default()
}

/// Returns the map from a view box to a view of this size at the origin.
pub(super) fn view_map(view: &ViewBox, [width, height]: [f64; 2], aspect: AspectRatio) -> Affine {
    let (sx, sy) = (clean(width / view.w), clean(height / view.h));
    let (sx, sy) = match (aspect.align, aspect.slice) {
        (Align::None, _) => (sx, sy),
        (_, false) => (sx.min(sy), sx.min(sy)),
        (_, true) => (sx.max(sy), sx.max(sy)),
    };
    let (dx, dy) = (width - view.w * sx, height - view.h * sy);
    let (fx, fy) = match aspect.align {
        Align::None | Align::XMinYMin => (0.0, 0.0),
        Align::XMidYMin => (0.5, 0.0),
        Align::XMaxYMin => (1.0, 0.0),
        Align::XMinYMid => (0.0, 0.5),
        Align::XMidYMid => (0.5, 0.5),
        Align::XMaxYMid => (1.0, 0.5),
        Align::XMinYMax => (0.0, 1.0),
        Align::XMidYMax => (0.5, 1.0),
        Align::XMaxYMax => (1.0, 1.0),
    };
    let (tx, ty) = (clean(dx * fx), clean(dy * fy));
    Affine::new([sx, 0.0, 0.0, sy, tx - view.x * sx, ty - view.y * sy])
}

/// Removes the rounding error of a division: 1.0000000000000002 is 1.
fn clean(value: f64) -> f64 {
    let short = libm::round(value * 1e9) / 1e9;
    if (value - short).abs() <= 1e-14 * value.abs().max(1.0) {
        short
    } else {
        value
    }
}

/// Returns a length of the root element.
fn length(root: &Node<'_, '_>, name: &str) -> Option<Length> {
    let mut length = Length::from_str(root.attribute(name)?.trim()).ok()?;
    if length.unit == LengthUnit::Pc {
        length = Length::new(12.0 * length.number, LengthUnit::Pt);
    }
    (length.number.is_finite() && length.number > 0.0).then_some(length)
}

/// Returns the physical unit of a length.
fn unit_of(unit: LengthUnit) -> Option<Units> {
    match unit {
        LengthUnit::Mm => Some(Units::Mm),
        LengthUnit::Cm => Some(Units::Cm),
        LengthUnit::In => Some(Units::In),
        LengthUnit::Pt => Some(Units::Pt),
        _ => None,
    }
}

/// Program that wrote a file, if its pixels have another size than 1/96 inch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Writer {
    /// Inkscape before 0.92.
    OldInkscape,
    /// Adobe Illustrator, which writes points as pixels.
    Illustrator,
    Other,
}

impl Writer {
    fn of(root: &Node<'_, '_>, text: &str, view: Option<&ViewBox>, sizes: &[Option<Length>; 2]) -> Writer {
        let inkscape = root
            .attributes()
            .find(|attribute| {
                attribute.name() == "version"
                    && attribute
                        .namespace()
                        .is_some_and(|namespace| namespace.contains("inkscape"))
            })
            .map(|attribute| attribute.value());
        if let Some(version) = inkscape {
            let mut parts = version
                .split(|c: char| !c.is_ascii_digit())
                .map(str::parse::<u32>);
            let (major, minor) = (parts.next(), parts.next());
            if let (Some(Ok(0)), Some(Ok(minor))) = (major, minor)
                && minor < 92
            {
                return Writer::OldInkscape;
            }
            return Writer::Other;
        }
        let head = text.get(..text.floor_char_boundary(4_096)).unwrap_or(text);
        let is_one_to_one = match (view, sizes[0]) {
            (Some(view), Some(width)) => width.number == view.w,
            _ => true,
        };
        match head.contains("Adobe Illustrator") && is_one_to_one {
            true => Writer::Illustrator,
            false => Writer::Other,
        }
    }

    fn pixels_per_inch(self) -> f64 {
        match self {
            Writer::OldInkscape => 90.0,
            Writer::Illustrator | Writer::Other => 96.0,
        }
    }

    fn question(self) -> ImportQuestion {
        let (suggested, reason) = match self {
            Writer::OldInkscape => (
                Units::Px,
                [
                    "Inkscape before version 0.92 wrote 90 pixels per inch.",
                    "Inkscape 0.92 이전 판은 인치당 90픽셀로 썼어요.",
                ],
            ),
            Writer::Illustrator => (
                Units::Pt,
                [
                    "Adobe Illustrator writes points, 72 per inch, without a unit.",
                    "Adobe Illustrator는 단위 없이 인치당 72개인 포인트로 써요.",
                ],
            ),
            Writer::Other => (
                Units::Px,
                [
                    "Most programs write 96 pixels per inch.",
                    "대부분의 프로그램은 인치당 96픽셀로 써요.",
                ],
            ),
        };
        ImportQuestion::Units {
            suggested,
            reason: reason.into(),
        }
    }
}
