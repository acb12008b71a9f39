//! Tool registry: the declarations of all tools and the types of a tool call.
//!
//! A tool is one struct with documented, typed fields and one `run` function ([`Tool`]). The declaration yields the
//! JSON Schema for models, the two sandbox functions (`draw_circle({..})`, `drawCircle(..)`), the completion data
//! of the editor, and the reference page. [`TOOLS`] is the only list of tools in the program.
//!
//! Start reading at [`Tool`], then at `primitives.rs` for the simplest tools. Imports between the files have no
//! cycle: `list.rs` imports the files of the tools, those files import `tool.rs`, and a tool that looks up other
//! tools reads the list from its context ([`ToolEnv::list`]).
//!
//! # Example
//!
//! ```
//! use serde_json::json;
//! use trammel::scene::{Edit, Scene};
//! use trammel::tools::{ToolCx, ToolEnv, find};
//!
//! let (mut edit, mut env) = (Edit::new(Scene::default()), ToolEnv::default());
//! let mut cx = ToolCx { edit: &mut edit, env: &mut env, in_sandbox: false, warnings: Vec::new() };
//! let tool = find("draw_circle").unwrap();
//! tool.call(json!({"name": "hole", "x": 0, "y": 0, "radius": 4}).into(), &mut cx).unwrap();
//! assert!(edit.scene().get("hole").is_some());
//! ```

mod align;
mod angles;
mod area_properties;
mod arg;
mod arg_decoder;
mod arg_error;
mod arrays;
mod bash;
mod boolean;
mod changes;
mod checks;
mod code;
mod completion;
mod constraints;
mod convex_hull;
mod copy;
mod custom;
mod describe;
mod dimensions;
mod discovery;
mod docs;
mod domain;
mod draw;
mod draw_annotation;
mod draw_curve;
mod drawing;
mod error;
mod expect;
mod export;
mod fabrication;
mod facts;
mod failure;
mod file_tools;
mod fillet;
mod find_pattern;
mod fit_text;
mod foreign;
mod functions;
mod given;
mod groups;
mod hatch;
mod impact;
mod import;
mod initial_tools;
mod intersections;
mod join;
mod json_schema;
mod knowledge;
mod layers;
mod lengths;
mod list;
mod lsp;
mod made;
mod measure;
mod measure_operand;
mod measure_parts;
mod offset;
mod old_names;
mod operand;
mod options;
mod outlines;
mod output;
mod parts;
mod points;
mod primitives;
mod query;
mod query_signatures;
mod reference;
mod reference_arg;
mod registry;
mod reply;
mod reply_json;
mod schema;
mod search;
mod spec;
mod style;
mod text;
mod tool;
mod tool_requests;
mod tool_search;
mod transforms;
mod trim;
mod types;
mod units_arg;
mod verb;

pub use crate::knowledge::WrittenEntry;
pub use crate::language::Language;
pub use arg::Arg;
pub use arg_error::ArgError;
pub use changes::{Changes, MAX_NAMES};
pub use completion::ToolParameter;
pub use custom::{CustomTool, CustomTools};
pub use discovery::definitions_in;
pub use docs::{markdown, sandbox_functions, schemas, typescript};
pub use domain::Domain;
pub use error::ToolError;
pub use expect::{Check, CheckReport, CheckResult, Failed, MAX_CHECKS, Rule, Subject, accepted};
pub use facts::{EntityFacts, MAX_FACTS, Outline};
pub use failure::{Failure, Limit, Place};
pub use foreign::Foreign;
pub use functions::SandboxFunction;
pub use impact::{Impact, LostLine, Setting};
pub use list::{OLD_TOOLS, TOOLS, find, first_tools, synonyms_of, tools_for_domains};
#[cfg(test)]
pub(crate) use old_names::every_hint;
pub use old_names::{present_call, present_name};
pub use options::is_one_parameter;
pub use output::{Command, Output, Plan};
pub use query_signatures::query_signatures;
pub use reference::{FunctionReference, ParameterReference, reference};
pub use registry::AnyTool;
pub use reply::{Answer, Image, Overwrote, Reply, RunFacts};
pub use spec::{Kind, Reveals, ToolCx, ToolEnv, ToolSpec};
pub use tool::Tool;
pub use verb::Verb;

#[cfg(test)]
mod tests;
