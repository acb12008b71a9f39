//! Requests for tools: a queue of the tools that a model needs, which the user approves or rejects.

use super::error::MemoryError;
use super::id::{id, unknown};
use super::known::KnownTools;
use super::origin::{Imported, Sourced};
use super::part::{self, Entry, Part};
use super::text::check_text;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use trammel_base::suggest::snake_case;
use trammel_language::bilingual;

/// Maximum number of requests.
const MAX_REQUESTS: usize = 500;

/// Maximum number of suggested parameters of a request.
const MAX_PARAMS: usize = 50;

/// Status of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The user has not decided yet.
    Queued,
    /// The user approved the request.
    Approved,
    /// The user rejected the request.
    Rejected,
}

/// Request for a missing tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolRequest {
    /// Unique id such as `req_001`; ids of deleted requests are not reused.
    pub id: String,
    /// Proposed name of the tool.
    pub name: String,
    /// Description of the tool.
    pub description: String,
    /// Reason why the tool is needed.
    pub rationale: String,
    /// Suggested parameters.
    #[serde(default)]
    pub suggested_params: Vec<String>,
    /// Status of the request.
    pub status: Status,
    /// Note of the user about the decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Import mark; `None` for requests of the user's own model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imported: Option<Imported>,
}

/// All requests, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Requests {
    pub(super) list: Vec<ToolRequest>,
    /// Number of the newest request, including deleted requests.
    pub(super) last: u32,
}

impl Requests {
    /// Returns all requests, oldest first.
    pub fn all(&self) -> &[ToolRequest] {
        &self.list
    }

    /// Groups the requests by tool name, status, note and source, newest group first. The requests within a group
    /// are oldest first; their count is the number of times that the tool was requested.
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

    /// Returns the number of tools with an undecided request. Imported requests that are off are not counted.
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

    /// Adds a request to the queue.
    ///
    /// # Errors
    /// Returns an error if a text is empty or too long, or if the queue is full.
    pub fn add(
        &mut self,
        name: &str,
        description: &str,
        rationale: &str,
        suggested_params: &[String],
    ) -> Result<&ToolRequest, MemoryError> {
        if self.list.iter().filter(|request| request.is_on()).count() >= MAX_REQUESTS {
            return Err(MemoryError::new(bilingual!(
                "{MAX_REQUESTS} requests await a decision of the user, which is the limit. Ask the user to decide some.",
                "사용자의 결정을 기다리는 요청이 한도인 {MAX_REQUESTS}개예요. 사용자에게 결정을 부탁하세요."
            )));
        }
        let request = ToolRequest {
            id: id("req", self.last + 1),
            name: check_text("name", name)?,
            description: check_text("description", description)?,
            rationale: check_text("rationale", rationale)?,
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

    /// Records the user's decision about a request; a later decision replaces an earlier one.
    ///
    /// # Errors
    /// Returns an error if the request does not exist or if the note is too long.
    pub fn decide(&mut self, id: &str, approved: bool, note: Option<&str>) -> Result<(), MemoryError> {
        let note = note
            .filter(|note| !note.trim().is_empty())
            .map(|note| check_text("note", note))
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

    /// Deletes a request; its id is not reused.
    pub fn remove(&mut self, id: &str) {
        self.list.retain(|request| request.id != id);
    }
}

fn params(suggested: &[String]) -> Result<Vec<String>, MemoryError> {
    let some = suggested.iter().take(MAX_PARAMS);
    some.map(|param| check_text("a suggested parameter", param))
        .collect()
}

impl Sourced for ToolRequest {
    fn import_mark(&self) -> Option<&Imported> {
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
    const WORD: [&'static str; 2] = ["request", "도구 요청"];

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
        // The limit applies to the user's own requests and to the imported ones separately, so the list may have
        // twice as many entries.
        part::check_room(&self.list, 2 * MAX_REQUESTS)?;
        part::check_id("req", &entry, &self.list)?;
        let note = entry.note.as_deref();
        let checked = ToolRequest {
            name: check_text("name", &entry.name)?,
            description: check_text("description", &entry.description)?,
            rationale: check_text("rationale", &entry.rationale)?,
            suggested_params: params(&entry.suggested_params)?,
            note: note.map(|note| check_text("note", note)).transpose()?,
            ..entry
        };
        self.list.push(checked);
        Ok(())
    }

    /// Adds an imported request to the queue, without the status and the note of its author, because this user has
    /// not decided yet.
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
    fn request_numbers_are_not_reused_and_decisions_are_kept() {
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
            requests.decide("req_01", true, None).unwrap_err().message.english,
            "Request 'req_01' not found"
        );
        assert!(
            requests
                .add(" ", "x", "y", &[])
                .unwrap_err()
                .message
                .english
                .contains("name is empty")
        );
        assert!(
            requests
                .add("n", &"x".repeat(2001), "y", &[])
                .unwrap_err()
                .message
                .english
                .contains("2001 characters")
        );
    }

    #[test]
    fn repeated_requests_for_a_tool_are_grouped_with_a_count() {
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
