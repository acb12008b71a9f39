//! Deletions: removed statements of the calls that made and changed the entities.
//!
//! The statements of an entity are removed only if no other statement names the entity.

use super::code::{Code, InPlace};
use std::collections::{BTreeMap, BTreeSet};
use trammel_code::FileName;
use trammel_code::Obstacle;
use trammel_code::rewrite::{Source, Span, removals, statement};
use trammel_scene::Name;

/// A file with its tokens.
type File<'a> = (&'a FileName, Source<'a>);

/// Place of a call: the file, and the first token.
type Site = (FileName, usize);

/// Execution of a call that made or changed an entity.
struct Record {
    site: Site,
    /// Statement of the call; `None` if the call is a part of a larger one.
    statement: Option<Span>,
    occurrence: u32,
    runs: u32,
}

/// An entity to delete with its members.
struct Unit<'n> {
    name: &'n Name,
    members: BTreeSet<Name>,
    records: Vec<Record>,
}

/// Maximum number of rounds in which the list of removed statements shrinks. After them, all remaining statements stay.
const MOST_ROUNDS: usize = 20;

/// Tokens of several statements.
struct Spans(Vec<Span>);

impl Spans {
    fn of(spans: &[Span]) -> Spans {
        Spans(Span::merge_overlaps(spans))
    }

    fn contains(&self, token: usize) -> bool {
        let next = self.0.partition_point(|span| span.ends_before(token));
        self.0.get(next).is_some_and(|span| span.contains(token))
    }
}

/// Returns the changes that delete entities, none of which contains another.
pub(super) fn delete_entities(code: &Code<'_>, names: &[Name]) -> InPlace {
    let mut plan = InPlace::default();
    let mut units = Vec::new();
    for name in names {
        match unit(code, name) {
            Ok(unit) => units.push(unit),
            Err(why) => plan.rest.push((name.clone(), why)),
        }
    }
    let files = code.env.files.files();
    let files: Vec<File<'_>> = files.map(|(file, text)| (file, Source::new(text))).collect();
    // A statement that stays may name an entity whose statements would go, so the list shrinks until nothing changes.
    for round in 0.. {
        let mut found = obstacles(&files, &units);
        if found.iter().all(Option::is_none) {
            break;
        }
        if round >= MOST_ROUNDS {
            found.fill(Some(Obstacle::Named));
        }
        let (stay, go): (Vec<_>, Vec<_>) = found.into_iter().zip(units).partition(|(why, _)| why.is_some());
        let stay = stay.into_iter();
        plan.rest
            .extend(stay.filter_map(|(why, unit)| Some((unit.name.clone(), why?))));
        units = go.into_iter().map(|(_, unit)| unit).collect();
    }
    for (file, spans) in going(&units) {
        let source = files.iter().find(|(name, _)| **name == file);
        let changed = source
            .map(|(_, source)| removals(source, spans))
            .unwrap_or_default();
        if let Err(why) = plan.texts.add(&file, &changed) {
            let rest = names.iter().map(|name| (name.clone(), why)).collect();
            return InPlace {
                rest,
                ..InPlace::default()
            };
        }
    }
    plan
}

/// Returns the reason why the statements of each entity stay; `None` if they can be removed.
fn obstacles(files: &[File<'_>], units: &[Unit<'_>]) -> Vec<Option<Obstacle>> {
    let going = going(units);
    let removed: BTreeMap<&FileName, Spans> = going
        .iter()
        .map(|(file, spans)| (file, Spans::of(spans)))
        .collect();
    let named = named_elsewhere(files, units, &going);
    let counts = executions(units);
    let of_record = |record: &Record| {
        let (file, token) = &record.site;
        if !removed.get(file).is_some_and(|spans| spans.contains(*token)) {
            return Some(Obstacle::Computed);
        }
        let is_whole = counts.get(&record.site).map(BTreeSet::len) == Some(record.runs as usize);
        (!is_whole).then_some(Obstacle::Repeated)
    };
    let of_unit = |unit: &Unit<'_>| {
        let is_named = unit.members.iter().any(|name| named.contains(name.as_str()));
        let of_calls = unit.records.iter().find_map(of_record);
        of_calls.or_else(|| is_named.then_some(Obstacle::Named))
    };
    units.iter().map(of_unit).collect()
}

/// Finds the calls of an entity and of its members.
fn unit<'n>(code: &Code<'_>, name: &'n Name) -> Result<Unit<'n>, Obstacle> {
    let mut unit = Unit {
        name,
        members: code.scene.with_members(name).into_iter().collect(),
        records: Vec::new(),
    };
    for member in &unit.members {
        let known = code.calls.of(member);
        if !known.has_maker {
            return Err(Obstacle::Unknown);
        }
        if !known.is_complete {
            return Err(Obstacle::Many);
        }
        for call in &known.calls {
            let found = code.find(call)?;
            unit.records.push(Record {
                site: (found.file.clone(), found.call.first()),
                statement: statement(found.source, found.call),
                occurrence: if found.runs == call.runs {
                    call.occurrence
                } else {
                    0
                },
                runs: found.runs,
            });
        }
    }
    Ok(unit)
}

/// Returns the statements to remove.
fn going(units: &[Unit<'_>]) -> BTreeMap<FileName, Vec<Span>> {
    let mut spans: BTreeMap<FileName, Vec<Span>> = BTreeMap::new();
    for record in units.iter().flat_map(|unit| &unit.records) {
        if let Some(statement) = record.statement {
            spans.entry(record.site.0.clone()).or_default().push(statement);
        }
    }
    spans
}

/// Returns the executions of each call.
fn executions<'u>(units: &'u [Unit<'_>]) -> BTreeMap<&'u Site, BTreeSet<u32>> {
    let mut counts: BTreeMap<&Site, BTreeSet<u32>> = BTreeMap::new();
    for record in units.iter().flat_map(|unit| &unit.records) {
        counts.entry(&record.site).or_default().insert(record.occurrence);
    }
    counts
}

/// Returns the entities that a string outside the removed statements names.
fn named_elsewhere<'u>(
    files: &[File<'_>],
    units: &'u [Unit<'_>],
    going: &BTreeMap<FileName, Vec<Span>>,
) -> BTreeSet<&'u str> {
    let members = units.iter().flat_map(|unit| &unit.members);
    let names: BTreeSet<&str> = members.map(Name::as_str).collect();
    let mut found = BTreeSet::new();
    for (file, source) in files {
        let spans = going.get(*file).map_or(&[][..], Vec::as_slice);
        found.extend(source.mentioned_names(&names, spans));
    }
    found
}
