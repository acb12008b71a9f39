//! Parties that act on a document: changes of the user that an agent must respect, and the review of what agents did.

pub(crate) mod agent_run;
pub(crate) mod line_authors;
pub(crate) mod news;
pub(crate) mod parties;
pub(crate) mod proposal;
pub(crate) mod proposing;
pub(crate) mod protection;
pub(crate) mod review;
pub(crate) mod run_lines;
pub(crate) mod run_settings;
pub(crate) mod turn_request;
pub(crate) mod user_edits;
