//! Merging of a backup into a library.
//!
//! A drawing of the backup that the library has is compared by its history. It stays if the library has the text of the
//! backup already. The text of the backup takes its place only if the history of the backup has the text of the library.
//! Otherwise both stay: the drawing of the backup becomes another one.
//!
//! Invariants:
//! * Restoring removes no record and replaces no text that is not in the history afterward. Steps and conversations that
//!   differ from those of the backup stay beside them.
//! * A backup has an owner, the library that wrote it. One of another library is imported like a project of another author:
//!   its tools and its memory are off ([`foreign_texts`]), and no conversation is on screen.

use super::backup::Backup;
use super::batch::{Batch, Store};
use super::content::ContentRecord;
use super::conversation::ConversationRecord;
use super::copy::{Copy, Relation};
use super::drawing::DrawingRecord;
use super::key::{is_drawing_id, numbered_key, part_of, under};
use super::record::Record;
use super::step::StepRecord;
use crate::foreign_texts;
use std::collections::BTreeMap;
use trammel_language::Bilingual;

/// Properties of the library into which a backup is merged, and names for new drawings.
pub struct Restoring<'r> {
    /// Name of the backup, the source of imported tools and memory.
    pub from: &'r str,
    /// Returns the name of a copy of a drawing with this name.
    pub name_of_copy: &'r dyn Fn(&str) -> String,
    /// Returns a new id of a drawing.
    pub new_id: &'r mut dyn FnMut() -> String,
}

/// Result of merging a backup into a library.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Merge {
    /// Changes to store.
    pub batch: Batch,
    /// Number of drawings that are new.
    pub added: usize,
    /// Number of drawings that the backup continues.
    pub replaced: usize,
    /// Number of drawings that stay, because the library has their text.
    pub kept: usize,
    /// Number of drawings that are added as copies, because both were changed independently.
    pub copied: usize,
    /// Reasons for records that were left out.
    pub left_out: Vec<Bilingual>,
    /// Whether the backup is one of another library.
    pub is_foreign: bool,
}

/// Drawing of the backup, and its place in the library.
struct Placed<'b> {
    /// Id in the backup.
    from: &'b str,
    /// Id in the library.
    to: String,
    copy: Copy,
    relation: Relation,
}

impl Backup {
    /// Merges this backup into the library `present`.
    pub fn merge_into(&self, present: &Backup, mut restoring: Restoring<'_>) -> Merge {
        let mut merge = Merge {
            is_foreign: self.library.is_none() || self.library != present.library,
            ..Merge::default()
        };
        let mut places = BTreeMap::new();
        for (id, text) in self.of(Store::Contents) {
            if !is_drawing_id(id) {
                continue;
            }
            let placed = match self.placed(present, (id, text), &mut merge, &mut restoring) {
                Ok(placed) => placed,
                Err(why) => {
                    merge.left_out.push(why.after(&format!("{id}: ")));
                    continue;
                }
            };
            match placed.relation {
                Relation::Contained => merge.kept += 1,
                Relation::Continued => merge.replaced += 1,
                Relation::Apart if placed.to == *id => merge.added += 1,
                Relation::Apart => merge.copied += 1,
            }
            places.insert(placed.from.to_owned(), placed.to.clone());
            let conversations = self.conversations(present, &placed, &mut merge);
            if placed.relation != Relation::Contained {
                self.take(present, &placed, &conversations, (&mut merge, &restoring));
            }
        }
        merge
    }

    /// Reads a drawing of the backup and decides its place in the library.
    fn placed<'b>(
        &'b self,
        present: &Backup,
        (id, text): (&'b str, &str),
        merge: &mut Merge,
        restoring: &mut Restoring<'_>,
    ) -> Result<Placed<'b>, Bilingual> {
        let mut content = ContentRecord::read(text).map_err(Bilingual::from)?;
        let original = content.texts.clone();
        if merge.is_foreign {
            content.texts = foreign_texts(&content.texts, restoring.from)?;
            content.unknown.clear();
        }
        let mut copy = Copy {
            content,
            steps: BTreeMap::new(),
            has_unreadable: false,
        };
        for (key, text) in self.under(Store::Steps, id) {
            match StepRecord::read(text) {
                Ok(mut record) => {
                    if merge.is_foreign {
                        record.step.distrust(restoring.from);
                        record.unknown.clear();
                    }
                    copy.steps.insert(record.step.id, record);
                }
                Err(why) => merge
                    .left_out
                    .push(Bilingual::from(why).after(&format!("{key}: "))),
            }
        }
        let own = match present.of(Store::Contents).find(|(own, _)| *own == id) {
            Some((_, text)) => present.copy(id, text),
            None => None,
        };
        let is_taken = Store::ALL.iter().any(|store| {
            let mut records = present.of(*store);
            records.any(|(key, _)| key.split('/').next() == Some(id))
        });
        let relation = own.as_ref().map_or(Relation::Apart, |own| {
            if merge.is_foreign {
                own.relation_to_foreign(&copy, &original)
            } else {
                own.relation_to(&copy)
            }
        });
        let mut to = id.to_owned();
        let mut relation = relation;
        if relation == Relation::Apart && is_taken {
            // A copy of an earlier restoration is the same drawing.
            let again = present.of(Store::Contents).find(|(other, text)| {
                let other = (*other != id).then(|| present.copy(other, text)).flatten();
                other.is_some_and(|other| other.has_restored(&copy))
            });
            if let Some((other, _)) = again {
                other.clone_into(&mut to);
                relation = Relation::Contained;
            } else {
                to = (restoring.new_id)();
            }
        }
        if relation == Relation::Continued
            && merge.is_foreign
            && let Some(own) = own
        {
            copy.keep_power_of(&own);
        }
        Ok(Placed {
            from: id,
            to,
            copy,
            relation,
        })
    }

    /// Returns the copy of a drawing in this library; `None` if it cannot be read.
    fn copy(&self, id: &str, content: &str) -> Option<Copy> {
        let content = ContentRecord::read(content).ok()?;
        let mut copy = Copy {
            content,
            steps: BTreeMap::new(),
            has_unreadable: false,
        };
        for (_, text) in self.under(Store::Steps, id) {
            match StepRecord::read(text) {
                Ok(record) => {
                    copy.steps.insert(record.step.id, record);
                }
                Err(_) => copy.has_unreadable = true,
            }
        }
        Some(copy)
    }

    /// Adds the record, the content, and the steps of a drawing to the batch.
    fn take(
        &self,
        present: &Backup,
        placed: &Placed<'_>,
        conversations: &BTreeMap<String, String>,
        (merge, restoring): (&mut Merge, &Restoring<'_>),
    ) {
        let Placed { from, to, copy, .. } = placed;
        let record = self.of(Store::Drawings).find(|(id, _)| id == from);
        let record = record.map(|(_, text)| DrawingRecord::read(text));
        let mut record = record.transpose().unwrap_or_else(|why| {
            merge
                .left_out
                .push(Bilingual::from(why).after(&format!("{from}: ")));
            None
        });
        let record = record.get_or_insert_default();
        record.conversation = match record.conversation.take() {
            Some(conversation) if !merge.is_foreign => conversations.get(&conversation).cloned(),
            _ => None,
        };
        if merge.is_foreign {
            record.unknown.clear();
        }
        if to != from {
            record.name = (restoring.name_of_copy)(&record.name);
            record.is_named = true;
            record.deleted_ms = None;
        }
        merge.batch.put_record(Store::Drawings, to, record);
        merge.batch.put_record(Store::Contents, to, &copy.content);
        for record in copy.steps.values() {
            merge
                .batch
                .put_record(Store::Steps, &numbered_key(to, record.step.id), record);
        }
        if placed.relation == Relation::Continued
            && let Some((_, content)) = present.of(Store::Contents).find(|(id, _)| id == to)
            && let Some(own) = present.copy(to, content)
        {
            for record in own.steps_beside(copy) {
                merge
                    .batch
                    .put_record(Store::Steps, &numbered_key(to, record.step.id), &record);
            }
        }
    }

    /// Adds the conversations of a drawing that the library does not have. Returns their ids in the library by those in
    /// the backup.
    fn conversations(
        &self,
        present: &Backup,
        placed: &Placed<'_>,
        merge: &mut Merge,
    ) -> BTreeMap<String, String> {
        let mut ids = BTreeMap::new();
        for (key, text) in self.under(Store::Conversations, placed.from) {
            let Some(id) = part_of(key) else { continue };
            let theirs = match ConversationRecord::read(text) {
                Ok(theirs) => theirs,
                Err(why) => {
                    merge
                        .left_out
                        .push(Bilingual::from(why).after(&format!("{key}: ")));
                    continue;
                }
            };
            let stored = |id: &str| {
                let key = format!("{}/{id}", placed.to);
                let records = present.records.get(&Store::Conversations)?;
                records.get(&key).map(String::as_str)
            };
            let mut place = id.to_owned();
            let mut number = 1;
            let is_due = loop {
                let Some(text) = stored(&place) else {
                    break true;
                };
                match ConversationRecord::read(text) {
                    Ok(own) if own.continues(&theirs) => break false,
                    Ok(own) if theirs.continues(&own) && !merge.is_foreign => break true,
                    _ => {
                        number += 1;
                        place = format!("{id}-{number}");
                    }
                }
            };
            if is_due {
                let key = format!("{}/{place}", placed.to);
                merge.batch.put_record(Store::Conversations, &key, &theirs);
            }
            ids.insert(id.to_owned(), place);
        }
        ids
    }

    /// Returns the records of a store.
    fn of(&self, store: Store) -> impl Iterator<Item = (&str, &str)> {
        let records = self.records.get(&store).into_iter().flatten();
        records.map(|(key, text)| (key.as_str(), text.as_str()))
    }

    /// Returns the records of the parts of a drawing.
    fn under(&self, store: Store, drawing: &str) -> impl Iterator<Item = (&str, &str)> {
        let (from, to) = under(drawing);
        let records = self.records.get(&store);
        let records = records
            .into_iter()
            .flat_map(move |records| records.range(from.clone()..to.clone()));
        records.map(|(key, text)| (key.as_str(), text.as_str()))
    }
}
