//! Texts and attributes as text entities.

use super::super::super::imported::{ImportedContent, ImportedItem};
use super::context::Context;
use super::mtext;
use super::placement::Ocs;
use crate::report::Reason;
use std::ops::RangeInclusive;
use std::sync::Arc;
use trammel_dxf::Entity;
use trammel_dxf::Tag;
use trammel_kernel::{Affine, Point, Vec2};
use trammel_scene::{MAX_TEXT_CHARS, Shape, Text, Transform};
use trammel_text::{Align, Valign};

/// Difference of every text: the typeface of the program.
const TYPEFACE: Reason = [
    "It is drawn in the typeface of the program, so its width differs.",
    "프로그램의 글꼴로 그려서 너비가 달라요.",
];

/// Width factor and slant of upright characters of the usual width.
const REGULAR: [f64; 2] = [1.0, 0.0];

/// Width factors and the largest slant in degrees that programs accept.
const WIDTH_FACTORS: RangeInclusive<f64> = 0.01..=100.0;
const MAX_SLANT: f64 = 85.0;

/// Difference of a text with another width factor or slant.
const IRREGULAR: Reason = [
    "Its width factor or slant is outside the permitted range, so it is drawn upright in its usual width.",
    "너비 비율이나 기울기가 허용 범위를 벗어나서 보통 너비로 바로 세워 그렸어요.",
];

/// Returns the item of a TEXT or ATTRIB.
pub(super) fn single_line<'a>(
    cx: &mut Context<'_, 'a>,
    entity: &Entity<'a>,
    map: &Affine,
) -> Option<ImportedItem> {
    let is_attribute = matches!(entity.kind, "ATTRIB" | "ATTDEF");
    if is_attribute && entity.has_flag(70, 1) {
        cx.drop(entity, ["It is invisible.", "보이지 않게 설정돼 있어요."]);
        return None;
    }
    if let Some(lines) = entity.embedded_text().filter(|_| is_attribute) {
        return multi_line(cx, &lines, map);
    }
    let text = cx.text(entity, 1);
    let (horizontal, vertical) = (entity.int(72), entity.int(if is_attribute { 74 } else { 73 }));
    let start = entity.point(10).unwrap_or_default();
    let second = entity.point(11);
    let mut angle = entity.real(50).unwrap_or(0.0).to_radians();
    let (mut align, mut valign) = (Align::Left, Valign::Baseline);
    let mut at = start;
    match (horizontal, second) {
        // The text between two points starts at the first one.
        (3 | 5, Some(end)) => {
            if end != start {
                angle = libm::atan2(end.y - start.y, end.x - start.x);
            }
        }
        (0, _) if vertical == 0 => {}
        (_, second) => {
            at = second.unwrap_or(start);
            align = match horizontal {
                1 | 4 => Align::Center,
                2 => Align::Right,
                _ => Align::Left,
            };
            valign = match (horizontal, vertical) {
                (4, _) | (_, 2) => Valign::Middle,
                (_, 1) => Valign::Bottom,
                (_, 3) => Valign::Top,
                _ => Valign::Baseline,
            };
        }
    }
    // The attribute has a flag of the same group code in another subclass.
    if entity.subclass("AcDbText").int(71) & (2 | 4) != 0 {
        cx.change(
            entity,
            [
                "It is drawn upright and forward, because a drawing has no mirrored writing.",
                "도면에는 뒤집힌 글이 없어서 바로 세워 앞 방향으로 그렸어요.",
            ],
        );
    }
    let elevation = entity.point3(10).map_or(0.0, |point| point[2]);
    let map = *map * Ocs::of(entity.extrusion(), elevation).map();
    let text = Text {
        text,
        at,
        size: entity.real(40).unwrap_or(1.0),
        align,
        valign,
        angle,
    };
    let look = [entity.real(41).unwrap_or(1.0), entity.real(51).unwrap_or(0.0)];
    item(cx, entity, text, &map, look)
}

/// Returns the item of an MTEXT.
pub(super) fn multi_line<'a>(
    cx: &mut Context<'_, 'a>,
    entity: &Entity<'a>,
    map: &Affine,
) -> Option<ImportedItem> {
    let plain = plain(cx, entity);
    if plain.is_formatted {
        cx.change(
            entity,
            [
                "Fonts, sizes, and colors within the text are left out.",
                "글 안의 글꼴, 크기, 색을 뺐어요.",
            ],
        );
    }
    let spacing = entity.real(44).unwrap_or(1.0);
    if plain.text.contains('\n') && (spacing - 1.0).abs() > 0.01 {
        cx.change(
            entity,
            [
                "The file has another distance between the lines of the text.",
                "파일에서는 글 줄 사이의 간격이 달라요.",
            ],
        );
    }
    let size = entity.real(40).unwrap_or(1.0);
    let width = entity.real(41).unwrap_or(0.0);
    // The mean width of a character is about two thirds of the height of a capital letter.
    let longest = plain
        .text
        .split('\n')
        .map(|line| line.chars().count())
        .max()
        .unwrap_or(0);
    if width > 0.0 && longest as f64 * size * 0.67 > width {
        cx.change(
            entity,
            [
                "Long lines are not broken at the width of the text frame.",
                "긴 줄을 글상자 너비에서 나누지 않았어요.",
            ],
        );
    }
    let attachment = (entity.int(71).clamp(1, 9) - 1) as usize;
    let angle = match entity.point(11).filter(|direction| *direction != Point::ZERO) {
        Some(direction) => libm::atan2(direction.y, direction.x),
        None => entity.real(50).unwrap_or(0.0).to_radians(),
    };
    let text = Text {
        text: plain.text,
        at: entity.point(10).unwrap_or_default(),
        size,
        align: [Align::Left, Align::Center, Align::Right][attachment % 3],
        valign: [Valign::Top, Valign::Middle, Valign::Bottom][attachment / 3],
        angle,
    };
    if entity.has_columns() {
        cx.change(
            entity,
            ["Its columns are one column here.", "여러 단을 한 단으로 썼어요."],
        );
    }
    let style = entity.tag(7).map(|tag| cx.coding.name(tag)).unwrap_or_default();
    let look = cx.tables.text_style(&style).unwrap_or(REGULAR);
    item(cx, entity, text, map, look)
}

/// Returns the characters of a TEXT or an MTEXT.
pub(super) fn characters<'a>(cx: &Context<'_, 'a>, entity: &Entity<'a>) -> String {
    if entity.kind == "MTEXT" {
        plain(cx, entity).text
    } else {
        cx.text(entity, 1)
    }
}

fn plain<'a>(cx: &Context<'_, 'a>, entity: &Entity<'a>) -> mtext::Plain {
    // A long text is in several tags, whose borders may divide a character or an escape.
    let chunks = entity.tags().iter().filter(|tag| matches!(tag.code, 1 | 3));
    let source = chunks.map(Tag::raw).collect::<Vec<_>>().concat();
    mtext::plain(&trammel_dxf::coding::without_percent_codes(
        &cx.coding.decode(&source),
    ))
}

/// Returns the item of a text with this width factor and slant in degrees.
fn item<'a>(
    cx: &mut Context<'_, 'a>,
    entity: &Entity<'a>,
    text: Text,
    map: &Affine,
    [width, slant]: [f64; 2],
) -> Option<ImportedItem> {
    if text.text.trim().is_empty() {
        cx.drop(entity, ["It has no characters.", "글자가 없어요."]);
        return None;
    }
    let mut text = text;
    if text.text.chars().count() > MAX_TEXT_CHARS {
        text.text = text.text.chars().take(MAX_TEXT_CHARS).collect();
        cx.change(
            entity,
            [
                "It is shortened, because a text has at most 10,000 characters.",
                "글자는 최대 10,000자라서 줄였어요.",
            ],
        );
    }
    let item = cx.item(entity, Shape::Text(Arc::new(text)), map)?;
    cx.change(entity, TYPEFACE);
    if [width, slant] == REGULAR {
        return Some(item);
    }
    if !WIDTH_FACTORS.contains(&width) || slant.abs() > MAX_SLANT {
        cx.change(entity, IRREGULAR);
        return Some(item);
    }
    cx.is_derived = true;
    Some(stretch_text(item, width, slant))
}

/// Returns the item of a text with characters of this width factor and slant in degrees, about its anchor.
fn stretch_text(item: ImportedItem, width: f64, slant: f64) -> ImportedItem {
    let ImportedContent::Shape(Shape::Text(text)) = item.content else {
        return item;
    };
    let transform = Transform {
        rotate: text.angle,
        shear: libm::tan(slant.to_radians()),
        scale: Vec2::new(width, 1.0),
        pivot: Some(text.at),
        ..Transform::default()
    };
    let level = Text {
        angle: 0.0,
        ..Text::clone(&text)
    };
    let content = ImportedContent::Shape(Shape::Text(Arc::new(level)));
    ImportedItem {
        content: ImportedContent::Placed(transform, Box::new(content)),
        ..item
    }
}
