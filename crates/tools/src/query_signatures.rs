//! Signatures of the queries, which the system prompt lists: nearly every conversation measures, and a signature is enough
//! to call a query.

use super::domain::Domain;
use super::list::TOOLS;
use super::registry::AnyTool;

/// Returns the queries that read and measure the drawing, with their parameters and results: `get_centroid(entity) -> [x, y], ...`.
pub fn query_signatures() -> String {
    let queries = TOOLS
        .iter()
        .filter(|tool| tool.domain == Domain::Query && tool.in_sandbox());
    let signatures: Vec<String> = queries
        .filter_map(|tool| AnyTool::Ours(tool).query_signature())
        .collect();
    signatures.join(", ")
}
