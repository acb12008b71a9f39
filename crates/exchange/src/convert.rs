//! Execution of a conversion.

use super::converter::{Converter, ReadError, WriteInput};
use super::cutting::{Cutting, for_cutting};
use super::import;
use super::list::CONVERTERS;
use super::report::{Reason, Report};
use std::collections::BTreeSet;
use trammel_fabrication::{
    entities_in_marks, named_entities, open_entities, places_closed_by_kerf, with_cut_order, with_kerf_of,
};
use trammel_formats::{
    Conversion, Converted, ExportOptions, FormatError, ReportEntry, Written, part_of, png,
};
use trammel_language::{Bilingual, bilingual};
use trammel_scene::{Name, Scene};

/// Executes a conversion.
///
/// # Errors
/// Returns an error with the reason if there is no such converter, or if the drawing cannot be written or the file not
/// be read.
pub fn convert(conversion: &Conversion) -> Result<Converted, FormatError> {
    convert_with(CONVERTERS, conversion)
}

/// Executes a conversion as [`convert`] does, with the converters of another list.
///
/// # Errors
/// Returns an error as [`convert`] does.
pub fn convert_with(converters: &[Converter], conversion: &Conversion) -> Result<Converted, FormatError> {
    match conversion {
        Conversion::Write {
            format,
            drawing,
            project,
            options,
        } => {
            let write = find(converters, format)?.write.ok_or_else(|| {
                FormatError(bilingual!(
                    "The format '{format}' cannot be written.",
                    "'{format}' 형식은 쓸 수 없어요."
                ))
            })?;
            let part = part_of(&drawing.scene(), &options.only)?;
            let cutting = match options.is_for_cutting(format) {
                true => for_cutting(&part, format, options)?,
                false => Cutting {
                    scene: part,
                    cut: None,
                    report: Vec::new(),
                },
            };
            let mut notes = open_contours(&cutting, options)?;
            notes.extend(within_exceptions(&cutting, options)?);
            notes.extend(closed_by_kerf(&cutting, options)?);
            let scene = prepare_for_cutting(&cutting, options)?;
            let input = WriteInput {
                scene: &scene,
                project: project.as_deref(),
            };
            let mut written = write(&input, options)?;
            written.report.splice(0..0, cutting.report);
            written.report.extend(notes);
            Ok(Converted::Written(written))
        }
        Conversion::Read {
            format,
            bytes,
            options,
            target,
        } => {
            let read = find(converters, format)?.read.ok_or_else(|| {
                FormatError(bilingual!(
                    "The format '{format}' cannot be read.",
                    "'{format}' 형식은 읽을 수 없어요."
                ))
            })?;
            match read(bytes, options) {
                Ok(drawing) => import::code(format, drawing, options, target),
                Err(ReadError::Question(question)) => Ok(Converted::Question(question)),
                Err(ReadError::Refused(error)) => Err(error),
            }
        }
        Conversion::Paint(picture) => Ok(Converted::Written(Written {
            bytes: png::paint(picture)?,
            report: Vec::new(),
        })),
    }
}

/// Returns the drawing as the machine cuts it: compensated for the kerf and in the order of the cuts, if the options ask
/// for that.
fn prepare_for_cutting(cutting: &Cutting, options: &ExportOptions) -> Result<Scene, FormatError> {
    let scene = match (options.kerf, kerf_scope(cutting, options)?) {
        (Some(kerf), Some(KerfScope { names, except })) => {
            with_kerf_of(&cutting.scene, &names, &except, kerf)
                .map_err(|error| FormatError(bilingual!("Kerf: {error}", "절단 폭: {error:#}")))?
        }
        _ => cutting.scene.clone(),
    };
    match options.order_cuts {
        true => with_cut_order(&scene).map_err(|error| FormatError(error.into())),
        false => Ok(scene),
    }
}

/// Entities to which a kerf applies.
struct KerfScope {
    /// Names of the entities among which a kerf finds parts and holes; empty for all.
    names: Vec<String>,
    /// Exceptions, which it does not move.
    except: BTreeSet<Name>,
}

/// Returns the entities to which a kerf applies; `None` if nothing is cut.
fn kerf_scope(cutting: &Cutting, options: &ExportOptions) -> Result<Option<KerfScope>, FormatError> {
    let names = match &cutting.cut {
        None => Vec::new(),
        Some(names) if names.is_empty() => return Ok(None),
        Some(names) => names.clone(),
    };
    let listed = options.kerf_except.split(',').map(str::trim);
    let except: Vec<String> = listed
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect();
    let except = named_entities(&cutting.scene, &except).map_err(|error| {
        let error = Bilingual::from(error);
        FormatError(bilingual!(
            "Exceptions from the kerf: {error}.",
            "절단 폭 예외: {error:#}."
        ))
    })?;
    Ok(Some(KerfScope { names, except }))
}

/// Reason why a kerf leaves a contour as it is.
const NOT_MOVED: Reason = [
    "It is open, so the kerf does not move it.",
    "열려 있어서 절단 폭만큼 옮기지 않았어요.",
];

/// Reason why the order of the cuts finds nothing inside a contour.
const NOTHING_INSIDE: Reason = [
    "It is open, so nothing counts as inside it in the order of the cuts.",
    "열려 있어서 절단 순서에서 그 안에 든 것을 가려내지 못해요.",
];

/// Reason why places may be closed by a kerf that the report does not list.
const NOT_ALL_PLACES: Reason = [
    "Too many contours lie in one place to find every slot that is narrower than the kerf.",
    "한곳에 윤곽이 너무 많아서 절단 폭보다 좁은 틈을 모두 찾지 못했어요.",
];

/// Reason why an exception from the kerf does not make what it surrounds an island.
const IN_MARK: Reason = [
    "An exception from the kerf surrounds it, which counts as a mark, such as a fold, and not as a cut. If it is cut, mark it as \
     cut as drawn.",
    "절단 폭 예외 안에 있어요. 예외는 자르는 선이 아니라 접는 선 같은 표시로 봐요. 자르는 선이면 그린 대로 자르기로 표시하세요.",
];

/// Returns the report of what a kerf moves within an exception.
fn within_exceptions(cutting: &Cutting, options: &ExportOptions) -> Result<Vec<ReportEntry>, FormatError> {
    let scope = options
        .kerf
        .and_then(|_| kerf_scope(cutting, options).transpose());
    let Some(KerfScope { names, except }) = scope.transpose()? else {
        return Ok(Vec::new());
    };
    let mut report = Report::default();
    let scene = &cutting.scene;
    let found = entities_in_marks(scene, &names, &except)
        .map_err(|error| FormatError(bilingual!("Kerf: {error}", "절단 폭: {error:#}")))?;
    for name in found {
        let kind = scene.get(&name).map_or("", |entity| entity.shape.kind());
        report.add_change(kind, name.as_str(), IN_MARK);
    }
    Ok(report.into_entries())
}

/// Returns the report of slots, necks, and bridges that a kerf closes.
fn closed_by_kerf(cutting: &Cutting, options: &ExportOptions) -> Result<Vec<ReportEntry>, FormatError> {
    let scope = kerf_scope(cutting, options)?;
    let (Some(kerf), Some(KerfScope { names, except })) = (options.kerf, scope) else {
        return Ok(Vec::new());
    };
    let scene = &cutting.scene;
    let (places, is_complete) = places_closed_by_kerf(scene, &names, &except, kerf)
        .map_err(|error| FormatError(bilingual!("Kerf: {error}", "절단 폭: {error:#}")))?;
    let mut report = Report::default();
    for place in places {
        let kind = scene.get(&place.entity).map_or("", |entity| entity.shape.kind());
        report.add_change(kind, place.entity.as_str(), place.reason());
    }
    if !is_complete {
        report.add_change("kerf", None, NOT_ALL_PLACES);
    }
    Ok(report.into_entries())
}

/// Returns the report of the open contours, to which a kerf and an order of the cuts do not apply.
fn open_contours(cutting: &Cutting, options: &ExportOptions) -> Result<Vec<ReportEntry>, FormatError> {
    let reason = match options.kerf {
        Some(_) => NOT_MOVED,
        None if options.order_cuts => NOTHING_INSIDE,
        None => return Ok(Vec::new()),
    };
    let Some(KerfScope { names, except }) = kerf_scope(cutting, options)? else {
        return Ok(Vec::new());
    };
    let mut report = Report::default();
    let scene = &cutting.scene;
    for name in open_entities(scene, &names).map_err(|error| FormatError(error.into()))? {
        let entity = scene.get(&name);
        let is_meant = except.contains(&name) || entity.is_some_and(|entity| entity.as_drawn);
        if options.kerf.is_none() || !is_meant {
            let kind = entity.map_or("", |entity| entity.shape.kind());
            report.add_change(kind, name.as_str(), reason);
        }
    }
    Ok(report.into_entries())
}

/// Returns the converter with this identifier.
fn find<'a>(converters: &'a [Converter], id: &str) -> Result<&'a Converter, FormatError> {
    converters
        .iter()
        .find(|converter| converter.id == id)
        .ok_or_else(|| {
            FormatError(bilingual!(
                "There is no converter for the format '{id}'.",
                "'{id}' 형식의 변환기가 없어요."
            ))
        })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use trammel_kernel::Point;
    use trammel_scene::{Edit, Shape, Style};

    fn whole(scene: Scene) -> Cutting {
        Cutting {
            scene,
            cut: None,
            report: Vec::new(),
        }
    }

    #[test]
    fn kerf_and_order_are_applied_to_the_file_and_not_to_the_drawing() {
        let mut edit = Edit::new(Scene::new("plate"));
        for (name, radius) in [("disc", 20.0), ("bore", 5.0)] {
            let center = Point::ORIGIN;
            let name = Name::new(name).unwrap();
            edit.insert(
                &name,
                Shape::Circle { center, radius },
                Style::shared_default(),
                false,
            )
            .unwrap();
        }
        let scene = edit.finish().0;
        let options = ExportOptions {
            kerf: Some(0.2),
            order_cuts: true,
            ..ExportOptions::default()
        };
        let cut = prepare_for_cutting(&whole(scene.clone()), &options).unwrap();
        let widths: Vec<(String, f64)> = cut
            .walk()
            .map(|entity| {
                (
                    entity.name.to_string(),
                    cut.world_bounds(&entity.name).unwrap().width(),
                )
            })
            .collect();
        assert_eq!(widths, [("bore".to_owned(), 9.8), ("disc".to_owned(), 40.2)]);
        let same = prepare_for_cutting(&whole(scene.clone()), &ExportOptions::default()).unwrap();
        assert!(same.diff_to(&scene).is_empty());
    }

    #[test]
    fn open_contours_are_reported_with_the_kerf_and_the_order() {
        let mut edit = Edit::new(Scene::new("plate"));
        let mut add = |name: &str, shape: Shape| {
            edit.insert(&Name::new(name).unwrap(), shape, Style::shared_default(), false)
                .unwrap();
        };
        let line = |flat: [f64; 4]| Shape::Line {
            points: vec![Point::new(flat[0], flat[1]), Point::new(flat[2], flat[3])],
            closed: false,
        };
        add(
            "disc",
            Shape::Circle {
                center: Point::ORIGIN,
                radius: 20.0,
            },
        );
        add("fold", line([0.0, 0.0, 5.0, 0.0]));
        // A triangle of loose lines is closed.
        add("a", line([50.0, 0.0, 60.0, 0.0]));
        add("b", line([60.0, 0.0, 55.0, 9.0]));
        add("c", line([55.0, 9.0, 50.0, 0.0]));
        let scene = edit.finish().0;
        let with = |kerf: Option<f64>, order_cuts: bool| {
            let options = ExportOptions {
                kerf,
                order_cuts,
                ..ExportOptions::default()
            };
            let entries = open_contours(&whole(scene.clone()), &options).unwrap();
            entries.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(with(None, false), [] as [&str; 0]);
        assert_eq!(
            with(Some(0.2), true),
            ["line (1): changed [fold]: It is open, so the kerf does not move it."]
        );
        let order = with(None, true);
        assert!(
            order[0].contains("[fold]: It is open, so nothing counts as inside it"),
            "{order:?}"
        );
        assert_eq!(order.len(), 1);
    }

    #[test]
    fn a_slot_that_the_kerf_closes_is_reported() {
        let mut edit = Edit::new(Scene::new("comb"));
        let points = [
            (0.0, 0.0),
            (40.0, 0.0),
            (40.0, 30.0),
            (20.1, 30.0),
            (20.1, 10.0),
            (20.0, 10.0),
            (20.0, 30.0),
            (0.0, 30.0),
        ];
        let comb = Shape::Polygon {
            points: points.map(Point::from).to_vec(),
            holes: Vec::new(),
        };
        edit.insert(&Name::new("comb").unwrap(), comb, Style::shared_default(), false)
            .unwrap();
        let scene = edit.finish().0;
        let lines = |kerf: f64| {
            let options = ExportOptions {
                kerf: Some(kerf),
                ..ExportOptions::default()
            };
            let entries = closed_by_kerf(&whole(scene.clone()), &options).unwrap();
            entries.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(lines(0.08), [] as [&str; 0]);
        let lines = lines(0.2);
        assert!(
            lines[0].starts_with("polygon (1): changed [comb]: Its outline is only 0.1 apart at (20.05, "),
            "{lines:?}"
        );
    }
}
