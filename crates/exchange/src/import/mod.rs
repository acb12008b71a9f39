//! Readable code from the content of a file.
//!
//! The code is a module with one function, which draws the content and groups it. Each entity is one statement with
//! literal numbers, so that the canvas changes it in place; each block is a function that is called once for each insert.
//! Invariants: the same file and drawing give the same code; the code uses no name of the drawing.
//!
//! `part.rs` and `reach.rs` choose the part to import, `layers.rs`, `names.rs` and `numbers.rs` prepare the parts of a
//! statement, `writer.rs` writes the statements, and `modules.rs` divides them into files. Start at [`code`].

mod dimension;
mod insert;
mod layers;
mod marks;
mod modules;
mod names;
mod numbers;
mod part;
mod places;
mod radii;
mod reach;
mod rounding;
mod scope;
mod statement;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
mod writer;

use super::imported::ImportedDrawing;
use layers::Layers;
use modules::{Code, line};
use names::EntityNames;
use numbers::Numbers;
use statement::{Statement, group, name_expression};
use trammel_code::{Call, Identifiers, write};
use trammel_formats::{
    Converted, FormatError, ImportOptions, ImportTarget, ImportedCode, ReportEntry, Treatment,
};
use trammel_language::{Bilingual, bilingual};
use trammel_scene::{Name, Units};
use writer::Writer;

/// Returns the modules that draw the content of a file of this format, or a question if it does not fit.
///
/// # Errors
/// Returns an error if nothing can be drawn, or if the code is too large for the files of a drawing.
pub fn code(
    format: &str,
    mut drawing: ImportedDrawing,
    options: &ImportOptions,
    target: &ImportTarget,
) -> Result<Converted, FormatError> {
    let room = part::room(target.entities);
    if let Some(question) = part::reduce(&mut drawing, options, room)? {
        return Ok(Converted::Question(question));
    }
    let units = match target.new {
        Some(new) => new.units.unwrap_or(drawing.units),
        None if target.entities == 0 => drawing.units,
        None => target.units,
    };
    let factor = drawing.units.millimeters() / units.millimeters();
    let far = reach::reduce(&mut drawing, factor);
    drawing.report.extend(far);
    let numbers = Numbers::new(drawing.units, units, drawing.precision);
    let layers = Layers::new(&drawing, numbers, units, target)?;
    let mut identifiers = Identifiers::new(target.identifiers.iter().map(String::as_str));
    let module = if target.module.is_empty() {
        identifiers.new_name(&options.file_name, "drawing")
    } else {
        identifiers.reserve(&target.module);
        target.module.clone()
    };
    let mut names = EntityNames::new(target.names.iter().map(Name::as_str), &module);
    let mut writer = Writer::new(&drawing, &layers, numbers, &mut identifiers);
    let sizes = part::block_sizes(&drawing.blocks);
    let entities = usize::try_from(part::size_of(&drawing.items, &sizes).entities).unwrap_or(usize::MAX);
    let has_group = target.new.is_none() && entities < room;
    let outer = has_group.then(|| names.new_name(Some(&module), &module, &[]));
    let (content, children) = writer.write(&mut names);
    if children.is_empty() {
        let report: Vec<ReportEntry> = drawing.report.iter().cloned().chain(writer.report()).collect();
        return Err(FormatError(nothing(&report)));
    }
    let hidden_layers = layers.hidden.clone();
    let mut report = drawing.report.clone();
    report.extend(layers.report.iter().cloned());
    report.extend(writer.report());
    report.extend((drawing.units != units).then(|| converted_units(drawing.units, units, entities)));
    let mut first = Vec::new();
    if units != target.units {
        first.push(Statement::new(
            &Call::new("set_drawing").with("units", units.as_str()).statement(),
            None,
        ));
    }
    let created = layers.statements.iter();
    first.extend(created.map(|text| Statement::new(text, None)));
    let expressions: Vec<String> = children.iter().map(|name| name_expression(name, false)).collect();
    let last = outer
        .iter()
        .map(|outer| Statement::new(&group(&name_expression(outer, false), &expressions), None));
    let entities = entities + usize::from(outer.is_some());
    let functions = std::mem::take(&mut writer.functions);
    let code = Code {
        comment: comment(format, &drawing, options, (entities, units)),
        module: module.clone(),
        functions,
        first,
        content,
        last: last.collect(),
    };
    let (statement, modules) = match target.new {
        Some(_) => code.into_main(&mut identifiers)?,
        None => (
            write::call_of_module(&module),
            code.into_modules(&mut identifiers)?,
        ),
    };
    Ok(Converted::Read(ImportedCode {
        modules,
        statement,
        units,
        source_units: drawing.units,
        hidden_layers,
        group: outer.and_then(|outer| Name::new(&outer).ok()),
        entities,
        report,
    }))
}

fn comment(
    format: &str,
    drawing: &ImportedDrawing,
    options: &ImportOptions,
    (entities, units): (usize, Units),
) -> Vec<String> {
    let name = line(&options.file_name);
    let source = match name.as_str() {
        "" => format!("Imported from a file ({}).", format.to_uppercase()),
        name => format!("Imported from {name} ({}).", format.to_uppercase()),
    };
    let title = line(&drawing.title);
    let title = (!title.is_empty() && title != name).then(|| format!("Title: {title}."));
    let size = format!("{entities} entities, unit {}.", units.as_str());
    std::iter::once(source).chain(title).chain([size]).collect()
}

/// Returns the error for a file without content, with the reasons for everything that is left out.
fn nothing(report: &[ReportEntry]) -> Bilingual {
    let dropped = report
        .iter()
        .filter(|entry| entry.treatment == Treatment::Dropped);
    let lines = dropped.map(|entry| bilingual!("{entry}", "{entry:#}"));
    let all = lines.reduce(|all, line| bilingual!("{all}\n{line}", "{all:#}\n{line:#}"));
    match all {
        Some(all) => bilingual!(
            "The file has nothing to import. {all}",
            "파일에 가져올 것이 없어요. {all:#}"
        ),
        None => bilingual!(
            "The file has nothing to import: it has no visible entity.",
            "파일에 가져올 것이 없어요. 보이는 항목이 없어요."
        ),
    }
}

fn converted_units(from: Units, to: Units, entities: usize) -> ReportEntry {
    let reason = bilingual!(
        "The numbers were converted from {} to {}, the unit of the drawing.",
        "수의 단위를 {}에서 도면의 단위인 {}(으)로 바꿨어요.",
        from.as_str(),
        to.as_str()
    );
    ReportEntry::without_ids(Treatment::Changed, "units", entities, reason)
}
