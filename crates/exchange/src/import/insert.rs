//! Statements for placements of blocks: one call, or loops for an array.

use super::super::imported::Insert;
use super::numbers::Numbers;
use std::fmt::Write as _;
use trammel_base::numbers::number_text;
use trammel_formats::code::transform_statement;
use trammel_kernel::{Affine, Point, Vec2, affine};
use trammel_scene::Transform;

/// Returns the transform of an insert at its position; `None` if a block would have no size or no place.
pub(super) fn transform(insert: &Insert, numbers: Numbers) -> Option<Transform> {
    let [sx, sy] = insert.scale.map(Numbers::ratio);
    let translate = Vec2::new(numbers.length(insert.at.x), numbers.length(insert.at.y));
    let rotate = Numbers::rotation(insert.rotation);
    let only_moved = rotate == 0.0 && (sx, sy) == (1.0, 1.0);
    let transform = Transform {
        translate,
        rotate,
        scale: Vec2::new(sx, sy),
        // The origin of the block, about which it is scaled and rotated.
        pivot: (!only_moved).then_some(Point::ORIGIN),
        ..Transform::default()
    };
    (transform.is_finite() && transform.check().is_ok()).then_some(transform)
}

/// Returns the statements that draw a block once.
pub(super) fn once(function: &str, name: &str, transform: &Transform) -> String {
    let mut text = format!("{function}({name});");
    if let Some(placing) = transform_statement(name, transform) {
        let _ = write!(text, "\n{}", placing.trim_end());
    }
    text
}

/// Returns the ends of the names of the copies: `1`, `2` for one row or column, `1_2` for row 1, column 2.
pub(super) fn cells(insert: &Insert) -> Vec<String> {
    let [columns, rows] = insert.count;
    let cell = |row: u32, column: u32| match (rows, columns) {
        (1, _) => column.to_string(),
        (_, 1) => row.to_string(),
        _ => format!("{row}_{column}"),
    };
    (1..=rows)
        .flat_map(|row| (1..=columns).map(move |column| (row, column)))
        .map(|(row, column)| cell(row, column))
        .collect()
}

/// Returns the ends of the names of the copies with their maps.
pub(super) fn places(insert: &Insert, numbers: Numbers, transform: &Transform) -> Vec<(String, Affine)> {
    let [columns, rows] = insert.count;
    let [along, across] = steps(insert, numbers);
    let at = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let maps = at.map(|(row, column)| {
        let step = along * f64::from(column) + across * f64::from(row);
        Affine::translate(step) * transform.matrix(Point::ORIGIN)
    });
    cells(insert).into_iter().zip(maps).collect()
}

/// Returns the steps between the columns and between the rows.
fn steps(insert: &Insert, numbers: Numbers) -> [Vec2; 2] {
    let turn = affine::rotation(insert.rotation);
    [Vec2::new(insert.spacing.x, 0.0), Vec2::new(0.0, insert.spacing.y)].map(|vector| {
        let turned = (turn * vector.to_point()).to_vec2();
        Vec2::new(numbers.step(turned.x), numbers.step(turned.y))
    })
}

/// Returns the statements that draw an array of a block as a group.
pub(super) fn array(
    insert: &Insert,
    numbers: Numbers,
    transform: &Transform,
    texts: &ArrayTexts<'_>,
) -> String {
    let [columns, rows] = insert.count;
    let [along, across] = steps(insert, numbers);
    let steps = [("column", columns, along), ("row", rows, across)];
    let loops: Vec<_> = steps.iter().rev().filter(|(_, count, _)| *count > 1).collect();
    let mut text = "{\n  const copies = [];\n".to_owned();
    let mut indent = "  ".to_owned();
    for (index, count, _) in &loops {
        let _ = writeln!(
            text,
            "{indent}for (let {index} = 0; {index} < {count}; {index}++) {{"
        );
        indent.push_str("  ");
    }
    let numbered: Vec<String> = loops
        .iter()
        .map(|(index, ..)| format!("${{{index} + 1}}"))
        .collect();
    let position = |start: f64, along: fn(Vec2) -> f64| {
        loops
            .iter()
            .fold(number_text(start), |sum, (index, _, step)| match along(*step) {
                0.0 => sum,
                size if size < 0.0 => format!("{sum} - {index} * {}", number_text(-size)),
                size => format!("{sum} + {index} * {}", number_text(size)),
            })
    };
    let (x, y) = (
        position(transform.translate.x, |step| step.x),
        position(transform.translate.y, |step| step.y),
    );
    let _ = writeln!(
        text,
        "{indent}const copy = `{}_{}`;",
        texts.cell,
        numbered.join("_")
    );
    let _ = writeln!(text, "{indent}copies.push({}(copy));", texts.function);
    let turned = Transform {
        translate: Vec2::ZERO,
        pivot: Some(Point::ORIGIN),
        ..*transform
    };
    let rest = transform_statement("copy", &turned).unwrap_or_default();
    let rest = rest.split_once(", ").map_or("", |(_, rest)| rest.trim_end());
    let _ = writeln!(
        text,
        "{indent}set_transform({{ entity: copy, translate: [{x}, {y}], {rest}"
    );
    while indent.len() > 2 {
        indent.truncate(indent.len() - 2);
        let _ = writeln!(text, "{indent}}}");
    }
    let _ = write!(
        text,
        "  create_group({{ name: {}, children: copies }});\n}}",
        texts.name
    );
    text
}

/// Texts of the statements of an array.
#[derive(Clone, Copy, Debug)]
pub(super) struct ArrayTexts<'a> {
    /// Function of the block.
    pub(super) function: &'a str,
    /// Expression of the name of the group.
    pub(super) name: &'a str,
    /// Beginning of the names of the copies, as the content of a template literal.
    pub(super) cell: &'a str,
}
