//! Import of another project's memory: validation, marks, and switching by the user.
//!
//! Invariants: entries from a project, a link or an untrusted folder are marked as imported and off, regardless of
//! their own marks. Exported entries have no marks. Undoing the opening of a project removes its entries, except
//! for those that the user has turned on or edited since (see [`Memory::exchange`]).

use super::known::KnownTools;
use super::memory::Memory;
use super::origin::{Imported, Sourced};
use super::part::{self, Part};
use trammel_language::Bilingual;

/// Runs the same statement for every part of the memory.
macro_rules! each {
    ($memory:expr, $part:ident => $body:expr) => {{
        {
            let $part = &mut $memory.requests;
            $body
        }
        {
            let $part = &mut $memory.decisions;
            $body
        }
        {
            let $part = &mut $memory.checkpoints;
            $body
        }
        {
            let $part = &mut $memory.hints;
            $body
        }
    }};
}

/// Reference to one entry of the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryRef<'a> {
    /// Request for a tool, by its id.
    Request(&'a str),
    /// Decision, by its id.
    Decision(&'a str),
    /// Checkpoint, by its id.
    Checkpoint(&'a str),
    /// Hint, by its tool and its line.
    Hint(&'a str, &'a str),
    /// Outcome that a model reported for a decision, by the decision's id.
    Report(&'a str),
}

impl Memory {
    /// Returns the entries of another memory that this memory would import, marked as imported and off, and the
    /// reasons for entries that are left out. A part is only imported if this memory has no entries that are on in
    /// that part.
    pub fn import(&self, foreign: &Memory, from: &str, known: &KnownTools) -> (Memory, Vec<Bilingual>) {
        let rules = (&Imported::turned_off(from), known);
        let mut taken = Memory::default();
        let left_out = [
            part::import(&self.requests, &foreign.requests, &mut taken.requests, rules),
            part::import(&self.decisions, &foreign.decisions, &mut taken.decisions, rules),
            part::import(
                &self.checkpoints,
                &foreign.checkpoints,
                &mut taken.checkpoints,
                rules,
            ),
            part::import(&self.hints, &foreign.hints, &mut taken.hints, rules),
        ];
        (taken, left_out.concat())
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        let lists = [
            self.requests.list.len(),
            self.decisions.list.len(),
            self.checkpoints.list.len(),
            self.hints.list.len(),
        ];
        lists.iter().sum()
    }

    /// Whether the memory has no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the imported entries that are off.
    #[must_use]
    pub fn off(&self) -> Memory {
        let mut off = self.clone();
        off.aside.clear();
        each!(off, part => part.list_mut().retain(|entry| !entry.is_told()));
        off
    }

    /// Removes the entries that are unchanged since `from`, and restores the missing entries of `to`. Entries that
    /// the user has turned on or edited since differ from those in `from` and stay.
    pub fn exchange(&mut self, from: &Memory, to: &Memory) {
        part::exchange(&mut self.requests, &from.requests, &to.requests);
        part::exchange(&mut self.decisions, &from.decisions, &to.decisions);
        part::exchange(&mut self.checkpoints, &from.checkpoints, &to.checkpoints);
        part::exchange(&mut self.hints, &from.hints, &to.hints);
        self.decisions.drop_loose_links();
    }

    /// Turns one marked entry on or off. Only the user does so; no tool calls this function.
    pub fn turn(&mut self, entry: EntryRef<'_>, on: bool) {
        match entry {
            EntryRef::Request(id) => turn_one(&mut self.requests, |entry| entry.id == id, on),
            EntryRef::Decision(id) => {
                turn_one(&mut self.decisions, |entry| entry.id == id, on);
                self.decisions.follow_switches();
            }
            EntryRef::Report(id) => self.decisions.accept_report(id, on),
            EntryRef::Checkpoint(id) => turn_one(&mut self.checkpoints, |entry| entry.id == id, on),
            EntryRef::Hint(tool, text) => {
                turn_one(
                    &mut self.hints,
                    |entry| entry.tool == tool && entry.text == text,
                    on,
                );
            }
        }
    }

    /// Turns every marked entry on or off. Only the user does so; no tool calls this function.
    pub fn turn_all(&mut self, on: bool) {
        each!(self, part => part.list_mut().iter_mut().for_each(|entry| entry.turn(on)));
        self.decisions.follow_switches();
        self.decisions.accept_reports(on);
    }

    /// Returns the number of marked entries and the number of marked entries that are on.
    pub fn imported_count(&self) -> (usize, usize) {
        let mut all = self.clone();
        let mut counts = (self.decisions.reports(), 0);
        each!(all, part => {
            part.list_mut().retain(|entry| !entry.is_own());
            counts.0 += part.list().len();
            counts.1 += part.list().iter().filter(|entry| entry.is_on()).count();
        });
        counts
    }

    /// Marks every entry as imported and off, regardless of its previous mark.
    pub fn distrust(&mut self, from: &str) {
        let mark = Imported::turned_off(from);
        each!(self, part => part.list_mut().iter_mut().for_each(|entry| entry.distrust(&mark)));
    }

    /// Returns a copy without marks, for export.
    #[must_use]
    pub fn without_marks(&self) -> Memory {
        let mut own = self.clone();
        each!(own, part => part.list_mut().iter_mut().for_each(|entry| entry.set_imported(None)));
        own.decisions.drop_reports();
        own
    }

    /// Removes the mark of every imported entry, so that each of them counts as the user's own. Entries of models keep
    /// their marks.
    pub fn trust(&mut self) {
        each!(self, part => part.list_mut().iter_mut().for_each(Sourced::trust));
    }
}

fn turn_one<P: Part>(part: &mut P, is: impl Fn(&P::Entry) -> bool, on: bool) {
    if let Some(entry) = part.list_mut().iter_mut().find(|entry| is(entry)) {
        entry.turn(on);
    }
}
