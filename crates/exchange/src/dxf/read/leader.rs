//! Leaders: LEADER entities, and the texts that stand at their ends.

use super::super::super::imported::{ImportedContent, ImportedItem};
use super::context::Context;
use super::dimension::Variables;
use std::sync::Arc;
use trammel_dxf::Entity;
use trammel_kernel::{Affine, Path, Point, Vec2, norm};
use trammel_scene::annotate::Leader;
use trammel_scene::{Shape, Text, TiedLeader};
use trammel_text::LINE_STEP;

/// Maximum number of lines of the text of a leader.
const MAX_LINES: usize = 64;

/// Distance in the drawing between two places that are one.
const ERROR: f64 = 1e-6;

/// Returns the item of a leader.
pub(super) fn item<'a>(cx: &mut Context<'_, 'a>, entity: &Entity<'a>, map: &Affine) -> Option<ImportedItem> {
    let points: Vec<Point> = entity
        .points3(10)
        .iter()
        .map(|[x, y, _]| Point::new(*x, *y))
        .collect();
    if entity.int(72) == 1 && points.len() > 2 {
        cx.change(
            entity,
            [
                "Its spline is straight between its points.",
                "스플라인을 점 사이의 직선으로 이었어요.",
            ],
        );
    }
    let has_arrow = entity.tag(71).is_none_or(|_| entity.int(71) == 1);
    if !has_arrow {
        return cx.item(
            entity,
            Shape::Line {
                points,
                closed: false,
            },
            map,
        );
    }
    let leader = Leader {
        points,
        text: String::new(),
        style: Variables::of(cx, entity).style().0,
    };
    let shape = Shape::Leader(Arc::new(TiedLeader {
        leader,
        tie: None,
        detached: false,
    }));
    cx.item(entity, shape, map)
}

/// Merges each leader with the texts after it that stand where a leader of this program has its text.
pub(super) fn join(items: Vec<ImportedItem>) -> Vec<ImportedItem> {
    let mut out: Vec<ImportedItem> = Vec::with_capacity(items.len());
    let counts: Vec<usize> = (0..items.len())
        .map(|at| lines_of(&items[at], &items[at + 1..]))
        .collect();
    let mut items = items.into_iter().zip(counts);
    while let Some((mut item, count)) = items.next() {
        let texts: Vec<String> = items
            .by_ref()
            .take(count)
            .filter_map(|(item, _)| Some(text_of(&item)?.text.clone()))
            .collect();
        if let ImportedContent::Shape(Shape::Leader(tied)) = &mut item.content
            && !texts.is_empty()
        {
            let leader = &mut Arc::make_mut(tied).leader;
            // The last piece leads from the leader to its text.
            leader.points.pop();
            leader.text = texts.join("\n");
        }
        out.push(item);
    }
    out
}

fn text_of(item: &ImportedItem) -> Option<&Text> {
    match &item.content {
        ImportedContent::Shape(Shape::Text(text)) => Some(text),
        _ => None,
    }
}

/// Returns the number of the texts after a leader that are the lines of its text.
fn lines_of(item: &ImportedItem, after: &[ImportedItem]) -> usize {
    let ImportedContent::Shape(Shape::Leader(tied)) = &item.content else {
        return 0;
    };
    let leader = &tied.leader;
    let Some((end, points)) = leader.points.split_last().filter(|(_, points)| points.len() >= 2) else {
        return 0;
    };
    let with_text = Leader {
        points: points.to_vec(),
        text: "-".to_owned(),
        style: leader.style.clone(),
    };
    let drawn = with_text.drawn_form();
    let is_near = |a: Point, b: Point| norm(a - b) <= ERROR;
    let leads_there = drawn
        .lines
        .last()
        .and_then(Path::end)
        .is_some_and(|last| is_near(last, *end));
    let Some(setting) = drawn
        .labels
        .first()
        .map(|label| label.setting)
        .filter(|_| leads_there)
    else {
        return 0;
    };
    let texts: Vec<&Text> = after
        .iter()
        .take_while(|next| next.layer == item.layer)
        .map_while(text_of)
        .take(MAX_LINES)
        .take_while(|text| {
            (text.align, text.valign, text.angle) == (setting.align, setting.valign, setting.angle)
                && (text.size - setting.size).abs() <= ERROR
        })
        .collect();
    let are_lines = |count: &usize| {
        let first = LINE_STEP * setting.size * (*count as f64 - 1.0) / 2.0;
        texts.iter().take(*count).enumerate().all(|(row, text)| {
            let up = first - LINE_STEP * setting.size * row as f64;
            is_near(text.at, setting.at + Vec2::new(0.0, up))
        })
    };
    (1..=texts.len()).rev().find(are_lines).unwrap_or(0)
}
