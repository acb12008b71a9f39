//! Signatures of the queries, which the system prompt lists: nearly every conversation measures, and a signature is enough
//! to call a query.

use super::domain::Domain;
use super::list::TOOLS;
use super::registry::AnyTool;

/// Returns the queries that read and measure the drawing, with their parameters: `get_area(name), exists(name), ...`.
pub fn query_signatures() -> String {
    let queries = TOOLS
        .iter()
        .filter(|tool| tool.domain == Domain::Query && tool.in_sandbox());
    let signatures: Vec<String> = queries.map(|tool| AnyTool::Ours(tool).call_signature()).collect();
    signatures.join(", ")
}
