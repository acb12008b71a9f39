//! Entities of a drawing, from back to front, with their placement in the file.

use super::annotation;
use super::blocks::{Blocks, Insert};
use super::curves;
use super::hatch;
use super::names::Names;
use super::plan::Plan;
use super::tables::{self, Pen, Tables};
use super::text::{self, Lettering};
use super::writer::{Group, Writer};
use crate::report::{DISTORTED_LINES, Reason};
use trammel_kernel::affine::{is_similarity, line_scale};
use trammel_kernel::{Affine, Path};
use trammel_language::bilingual;
use trammel_scene::{Color, Entity, Fill, Scene, Shape, Stroke, Units};
use trammel_text::Setting;

/// Reason for leaving out an entity that the user hid.
const HIDDEN: Reason = [
    "Hidden entities are not written. Show them first to write them.",
    "숨긴 항목은 쓰지 않아요. 쓰려면 먼저 보이게 하세요.",
];

/// Difference of letters and areas that have a stroke.
const FILLED: Reason = [
    "Letters and areas of DXF are filled and have no outline.",
    "DXF의 글자와 영역은 윤곽선 없이 채워져요.",
];

/// Writes all visible entities of a drawing.
pub(super) fn write(scene: &Scene, plan: Plan) -> Writer {
    let (tables, renamed) = Tables::new(scene.definitions(), &plan);
    let mut out = Writer::new(plan, tables);
    for layer in renamed {
        let reason = [
            "The name is written without the characters that DXF programs reject.",
            "DXF 프로그램이 받지 않는 문자를 빼고 이름을 썼어요.",
        ];
        out.report.add_change_of("LAYER", &layer, reason);
    }
    report_units(&mut out, scene.units());
    let mut walk = Walk {
        scene,
        group_names: Names::default(),
        blocks: Blocks::default(),
    };
    if plan.has_groups {
        walk.blocks = Blocks::of(scene);
    }
    walk.children(&mut out, None, &Affine::scale(plan.scale));
    out
}

/// Reports a unit that the file cannot state.
fn report_units(out: &mut Writer, drawing: Units) {
    let (unit, in_file) = (drawing.as_str(), out.plan.units.as_str());
    if out.plan.units != drawing {
        let reason = bilingual!(
            "DXF has no unit {unit}, so lengths are converted to mm.",
            "DXF에는 단위 {unit}이(가) 없어서 길이를 mm로 바꿨어요."
        );
        out.report.add_change("$INSUNITS", None, reason);
    }
    if out.plan.is_r12 {
        let reason = bilingual!(
            "R12 files do not state their unit. Open the file with the unit {in_file}.",
            "R12 파일에는 단위가 없어요. 파일을 열 때 단위를 {in_file}(으)로 정하세요."
        );
        out.report.add_change("$INSUNITS", None, reason);
    }
}

/// Traversal of a drawing.
struct Walk<'a> {
    scene: &'a Scene,
    group_names: Names,
    blocks: Blocks,
}

impl Walk<'_> {
    /// Writes the children of a group. `map` leads from the coordinates of the group to the file.
    fn children(&mut self, out: &mut Writer, parent: Option<&str>, map: &Affine) {
        let scene = self.scene;
        for entity in scene.children(parent) {
            out.entity = entity.name.as_str().to_owned();
            if entity.hidden {
                out.report_drop("hidden", HIDDEN);
                continue;
            }
            let map = *map * entity.matrix();
            if entity.shape.is_group() {
                self.group(out, entity, &map);
            } else {
                write_entity(out, entity, &map);
            }
        }
    }

    /// Writes a group, which is an insert or a named set of its entities in a file for CAD.
    fn group(&mut self, out: &mut Writer, entity: &Entity, map: &Affine) {
        if !out.plan.has_groups {
            self.children(out, Some(&entity.name), map);
            return;
        }
        let unscaled = Affine::scale(1.0 / out.plan.scale);
        match self.blocks.insert(entity, &(*map * unscaled)) {
            Ok(Some(insert)) => return self.insert(out, entity, &insert),
            Ok(None) => {}
            Err(reason) => out.report_change("INSERT", reason),
        }
        if out.is_in_block() {
            self.children(out, Some(&entity.name), map);
            return;
        }
        let (handle, start) = (out.next_handle(), out.handles.len());
        out.enclosing.push(handle);
        self.children(out, Some(&entity.name), map);
        out.enclosing.pop();
        let entities = out.handles[start..].to_vec();
        if entities.is_empty() {
            return;
        }
        let name = self.group_names.unique(&entity.name, "GROUP", false);
        out.groups.push(Group {
            name,
            handle,
            entities,
        });
    }
}

impl Walk<'_> {
    /// Writes a group as an insert of its block.
    fn insert(&mut self, out: &mut Writer, entity: &Entity, insert: &Insert) {
        let Insert { at, rotation, scale } = *insert;
        let grown = out.grown * libm::sqrt((scale.x * scale.y).abs());
        let content = Affine::scale(out.plan.scale);
        let mut blocks = std::mem::take(&mut self.blocks);
        let name = blocks.name(entity, grown, |blocks, name| {
            self.blocks = std::mem::take(blocks);
            let around = std::mem::replace(&mut out.grown, grown);
            let has_content = out.named_block(name, |out| self.children(out, Some(&entity.name), &content));
            out.grown = around;
            *blocks = std::mem::take(&mut self.blocks);
            has_content
        });
        self.blocks = blocks;
        let Some(name) = name else { return };
        out.entity = entity.name.as_str().to_owned();
        let turn = trammel_kernel::affine::rotation(rotation);
        out.include_block(
            &name,
            &(Affine::translate(at.to_vec2()) * turn * Affine::scale_non_uniform(scale.x, scale.y)),
        );
        out.begin(&Pen::by_layer("0"), "INSERT", "AcDbBlockReference");
        out.tags.text(2, &super::names::ascii(&name));
        out.tags.point(10, at);
        for (code, factor) in [(41, scale.x), (42, scale.y), (43, 1.0)] {
            out.tags.ratio(code, factor);
        }
        out.tags.angle(50, rotation.to_degrees().rem_euclid(360.0));
    }
}

/// Paint of an entity that is drawn.
struct Paint<'a> {
    stroke: Option<&'a Stroke>,
    fill: Option<Fill>,
}

impl Paint<'_> {
    fn of(entity: &Entity) -> Paint<'_> {
        Paint {
            stroke: entity.style.stroke.as_ref().filter(|stroke| stroke.width > 0.0),
            fill: entity.style.fill,
        }
    }

    /// Returns the color of the lines.
    fn line_color(&self) -> Color {
        let stroke = self.stroke.map(|stroke| stroke.color);
        stroke.or(self.fill.map(|fill| fill.color)).unwrap_or(Color::Ink)
    }

    /// Returns the color of areas and texts.
    fn fill_color(&self) -> Color {
        self.fill.map_or_else(|| self.line_color(), |fill| fill.color)
    }

    /// Returns the attributes of the lines.
    fn pen(&self, out: &mut Writer, entity: &Entity, map: &Affine) -> Pen {
        let (layer, plan, scale) = (entity.layer.as_ref(), out.plan, out.grown * line_scale(map));
        match self.stroke {
            Some(stroke) => out.tables.pen(layer, stroke, scale, &plan),
            None => out.tables.color_pen(layer, self.line_color()),
        }
    }

    /// Returns the attributes of areas and texts.
    fn fill_pen(&self, out: &Writer, entity: &Entity) -> Pen {
        out.tables.color_pen(entity.layer.as_ref(), self.fill_color())
    }
}

fn write_entity(out: &mut Writer, entity: &Entity, map: &Affine) {
    let paint = Paint::of(entity);
    if paint.stroke.is_none() && paint.fill.is_none() {
        out.report_drop(
            entity.shape.kind(),
            ["It has neither a stroke nor a fill.", "선도 채우기도 없어요."],
        );
        return;
    }
    if !map.is_finite() {
        out.report_drop(
            entity.shape.kind(),
            ["Its placement is not finite.", "배치가 유한하지 않아요."],
        );
        return;
    }
    report_paint(out, &paint, map);
    let has_no_outline = match &entity.shape {
        Shape::Text(_) => !out.plan.outlines_text,
        shape => shape.is_solid_hatch() && out.plan.has_hatches,
    };
    if has_no_outline && paint.stroke.is_some() {
        out.report_change("line", FILLED);
    }
    match &entity.shape {
        Shape::Dimension(tied) => {
            let pen = paint.pen(out, entity, map);
            annotation::write_dimension(out, &pen, &tied.dimension, map);
        }
        Shape::Leader(tied) => {
            let pen = paint.pen(out, entity, map);
            annotation::write_leader(out, &pen, &tied.leader, map);
        }
        Shape::Hatch(tied) => {
            let pen = if entity.shape.is_solid_hatch() {
                paint.fill_pen(out, entity)
            } else {
                paint.pen(out, entity, map)
            };
            hatch::write(out, &pen, tied, map);
        }
        Shape::Text(text) => {
            let setting = Setting {
                at: text.at,
                size: text.size,
                align: text.align,
                valign: text.valign,
                angle: text.angle,
            };
            let pen = paint.fill_pen(out, entity);
            let lettering = Lettering {
                text: &text.text,
                setting,
                map: *map,
            };
            text::write(out, &pen, &lettering);
        }
        Shape::Point { at } => {
            let pen = paint.pen(out, entity, map);
            curves::write_point(out, &pen, *map * *at);
        }
        _ => write_outlines(out, entity, &paint, map),
    }
}

/// Writes outlines and, behind them, their fill.
fn write_outlines(out: &mut Writer, entity: &Entity, paint: &Paint<'_>, map: &Affine) {
    let paths: Vec<Path> = entity
        .shape
        .paths()
        .iter()
        .map(|path| path.transformed(map))
        .collect();
    let has_area = paths.iter().any(|path| path.closed || path.segs.len() > 1);
    if has_area && paint.fill.is_some() {
        if out.plan.has_hatches {
            let pen = paint.fill_pen(out, entity);
            hatch::write_solid(out, &pen, &paths);
            if paint.stroke.is_none() {
                return;
            }
        } else {
            out.report_change(
                "fill",
                [
                    "The outline is written without its fill.",
                    "채우기 없이 윤곽만 썼어요.",
                ],
            );
        }
    }
    let pen = paint.pen(out, entity, map);
    for path in &paths {
        curves::write(out, &pen, path);
    }
}

/// Reports what the file cannot state of the colors and lines of an entity with this map to the world.
fn report_paint(out: &mut Writer, paint: &Paint<'_>, map: &Affine) {
    if let Some(stroke) = paint.stroke {
        if !is_similarity(map) && !out.plan.is_r12 {
            out.report_change("line", DISTORTED_LINES);
        }
        let scale = out.grown * line_scale(map);
        for loss in tables::losses(stroke, scale, &out.plan) {
            out.report_change("line", loss);
        }
    }
    let colors = [
        paint.stroke.map(|stroke| stroke.color),
        paint.fill.map(|fill| fill.color),
    ];
    let is_transparent = |color: &Color| matches!(color, Color::Rgba([_, _, _, alpha]) if *alpha < 1.0);
    if colors.iter().flatten().any(is_transparent) {
        out.report_change(
            "color",
            [
                "The color is written without its opacity.",
                "불투명도 없이 색만 썼어요.",
            ],
        );
    }
    if !colors.into_iter().flatten().all(tables::is_in_palette) {
        out.report_change(
            "color",
            [
                "The color is written as the nearest color of the DXF palette.",
                "DXF 색상표에서 가장 가까운 색으로 썼어요.",
            ],
        );
    }
}
