//! Tools that a model asked for: a queue that a person reads and decides about.

use super::error::MemoryError;
use super::id::{id, unknown};
use super::known::KnownTools;
use super::origin::{Imported, Sourced};
use super::part::{self, Entry, Part};
use super::text::checked;
use crate::suggest::snake_case;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The most requests that are kept.
const MAX_REQUESTS: usize = 500;

/// The most suggested parameters of one request.
const MAX_PARAMS: usize = 50;

/// What became of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Nobody has decided yet.
    Queued,
    /// A person wants it.
    Approved,
    /// A person does not want it.
    Rejected,
}

/// A tool that somebody missed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolRequest {
    /// `req_001` and so on; never used twice.
    pub id: String,
    /// The name it should have.
    pub name: String,
    /// What it should do.
    pub description: String,
    /// Why it is needed.
    pub rationale: String,
    /// Parameters that come to mind.
    #[serde(default)]
    pub suggested_params: Vec<String>,
    /// What became of it.
    pub status: Status,
    /// What the person who decided has to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Source, unless the user's own model asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imported: Option<Imported>,
}

/// All requests, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Requests {
    pub(super) list: Vec<ToolRequest>,
    /// Number of the newest request, deleted ones included.
    pub(super) last: u32,
}

impl Requests {
    /// Every request, oldest first.
    pub fn all(&self) -> &[ToolRequest] {
        &self.list
    }

    /// The requests by tool, the newest first: each asking for the same name with the same outcome and from the same
    /// source is one entry, whose requests are oldest first. Their number is how often it was asked for.
    pub fn by_tool(&self) -> Vec<Vec<&ToolRequest>> {
        let mut groups = Vec::new();
        for request in self.list.iter().rev() {
            let source = &request.imported;
            let key = (snake_case(&request.name), request.status, &request.note, source);
            match groups.iter_mut().find(|(other, _)| *other == key) {
                None => groups.push((key, vec![request])),
                Some((_, group)) => group.insert(0, request),
            }
        }
        groups.into_iter().map(|(_, group)| group).collect()
    }

    /// Number of tools that wait for a decision; imported requests that are off do not ask for one.
    pub fn open(&self) -> usize {
        let queued = self
            .list
            .iter()
            .filter(|request| request.status == Status::Queued && request.is_on());
        queued
            .map(|request| snake_case(&request.name))
            .collect::<BTreeSet<_>>()
            .len()
    }

    /// Queues a request.
    ///
    /// # Errors
    /// A text is empty or too long, or the queue is full.
    pub fn add(
        &mut self,
        name: &str,
        description: &str,
        rationale: &str,
        suggested_params: &[String],
    ) -> Result<&ToolRequest, MemoryError> {
        if self.list.iter().filter(|request| request.is_on()).count() >= MAX_REQUESTS {
            return Err(MemoryError::new(format!(
                "{MAX_REQUESTS} requests are waiting; a person has to decide first"
            )));
        }
        let request = ToolRequest {
            id: id("req", self.last + 1),
            name: checked("name", name)?,
            description: checked("description", description)?,
            rationale: checked("rationale", rationale)?,
            suggested_params: params(suggested_params)?,
            status: Status::Queued,
            note: None,
            imported: None,
        };
        self.last += 1;
        let at = self.list.len();
        self.list.push(request);
        Ok(&self.list[at])
    }

    /// A person decides, perhaps again.
    ///
    /// # Errors
    /// There is no such request, or the note is too long.
    pub fn decide(&mut self, id: &str, approved: bool, note: Option<&str>) -> Result<(), MemoryError> {
        let note = note
            .filter(|note| !note.trim().is_empty())
            .map(|note| checked("note", note))
            .transpose()?;
        let missing = unknown("Request", id, self.list.iter().map(|request| request.id.as_str()));
        let request = self
            .list
            .iter_mut()
            .find(|request| request.id == id)
            .ok_or(missing)?;
        request.status = if approved {
            Status::Approved
        } else {
            Status::Rejected
        };
        request.note = note;
        Ok(())
    }

    /// Deletes a request; its number is not used again.
    pub fn remove(&mut self, id: &str) {
        self.list.retain(|request| request.id != id);
    }
}

fn params(suggested: &[String]) -> Result<Vec<String>, MemoryError> {
    let some = suggested.iter().take(MAX_PARAMS);
    some.map(|param| checked("a suggested parameter", param))
        .collect()
}

impl Sourced for ToolRequest {
    fn imported(&self) -> Option<&Imported> {
        self.imported.as_ref()
    }

    fn set_imported(&mut self, imported: Option<Imported>) {
        self.imported = imported;
    }
}

impl Entry for ToolRequest {
    fn key(&self) -> String {
        self.id.clone()
    }

    fn number(&self) -> u32 {
        part::number_or_zero("req", &self.id)
    }

    fn title(&self) -> &str {
        &self.name
    }
}

impl Part for Requests {
    type Entry = ToolRequest;
    const KEY: &'static str = "requests";
    const WORD: &'static str = "request";

    fn list(&self) -> &[ToolRequest] {
        &self.list
    }

    fn list_mut(&mut self) -> &mut Vec<ToolRequest> {
        &mut self.list
    }

    fn last(&self) -> u32 {
        self.last
    }

    fn set_last(&mut self, last: u32) {
        self.last = last;
    }

    fn admit(&mut self, entry: ToolRequest) -> Result<(), MemoryError> {
        // As many of the user's own as are kept, and as many imported ones.
        part::check_room(&self.list, 2 * MAX_REQUESTS)?;
        part::check_id("req", &entry, &self.list)?;
        let note = entry.note.as_deref();
        let checked = ToolRequest {
            name: checked("name", &entry.name)?,
            description: checked("description", &entry.description)?,
            rationale: checked("rationale", &entry.rationale)?,
            suggested_params: params(&entry.suggested_params)?,
            note: note.map(|note| checked("note", note)).transpose()?,
            ..entry
        };
        self.list.push(checked);
        Ok(())
    }

    /// Queues a foreign request, without the status and the note of another user: this user has not decided yet.
    fn import(&mut self, entry: &ToolRequest, mark: Imported, _: &KnownTools) -> Result<(), MemoryError> {
        part::check_room(&self.list, MAX_REQUESTS)?;
        self.add(
            &entry.name,
            &entry.description,
            &entry.rationale,
            &entry.suggested_params,
        )?;
        part::mark_newest(&mut self.list, mark);
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_on_and_decisions_are_kept() {
        let mut requests = Requests::default();
        requests.add("draw_gear", "A gear", "often", &[]).unwrap();
        requests.add("draw_cam", "A cam", "seldom", &[]).unwrap();
        requests.remove("req_002");
        let mut requests: Requests =
            serde_json::from_str(&serde_json::to_string(&requests).unwrap()).unwrap();
        assert_eq!(
            requests.add("draw_nut", "A nut", "now and then", &[]).unwrap().id,
            "req_003"
        );
        requests.decide("req_001", true, Some("good idea")).unwrap();
        requests.decide("req_003", false, Some(" ")).unwrap();
        let told: Vec<_> = requests
            .all()
            .iter()
            .map(|r| (r.id.as_str(), r.status, r.note.as_deref()))
            .collect();
        assert_eq!(
            told,
            [
                ("req_001", Status::Approved, Some("good idea")),
                ("req_003", Status::Rejected, None)
            ]
        );
        assert_eq!(
            requests.decide("req_01", true, None).unwrap_err().message,
            "Request 'req_01' not found"
        );
        assert!(
            requests
                .add(" ", "x", "y", &[])
                .unwrap_err()
                .message
                .contains("name is empty")
        );
        assert!(
            requests
                .add("n", &"x".repeat(2001), "y", &[])
                .unwrap_err()
                .message
                .contains("2001 characters")
        );
    }

    #[test]
    fn asking_again_for_a_tool_is_told_once_with_a_count() {
        let mut requests = Requests::default();
        for name in ["draw_gear", "draw_cam", "drawGear"] {
            requests.add(name, "A part", "often", &[]).unwrap();
        }
        let told = |requests: &Requests| -> Vec<Vec<String>> {
            let ids = |group: Vec<&ToolRequest>| group.into_iter().map(|r| r.id.clone()).collect();
            requests.by_tool().into_iter().map(ids).collect()
        };
        assert_eq!(told(&requests), [vec!["req_001", "req_003"], vec!["req_002"]]);
        assert_eq!(requests.open(), 2);
        for id in ["req_001", "req_003"] {
            requests.decide(id, false, Some("use a module")).unwrap();
        }
        assert_eq!(requests.open(), 1);
        requests.add("draw_gear", "A gear", "still missed", &[]).unwrap();
        assert_eq!(
            told(&requests),
            [vec!["req_004"], vec!["req_001", "req_003"], vec!["req_002"]],
            "what was decided stays apart from what is asked anew"
        );
    }
}
