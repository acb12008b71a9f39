//! The tool registry: every capability, declared once.
//!
//! A tool is one struct with documented, typed fields and one `run` ([`Tool`]). From that declaration come the JSON
//! Schema a model sees, the two sandbox functions (`draw_circle({..})`, `drawCircle(..)`), the editor's completion and
//! the reference. [`TOOLS`] is the only list of tools in the program.
//!
//! Start reading at [`Tool`], then `primitives.rs` for the plainest tools.

mod annotate;
mod arg;
mod arrange;
mod bash;
mod boolean;
mod changes;
mod code;
mod constraints;
mod copy;
mod custom;
mod describe;
mod discovery;
mod docs;
mod domain;
mod draw_annotation;
mod drawing;
mod env;
mod error;
mod export;
mod failure;
mod fillet;
mod groups;
mod hatch;
mod initial_tools;
mod intersections;
mod join;
mod knowledge;
mod korean;
mod language;
mod layers;
mod lsp;
mod measure;
mod offset;
mod operand;
mod points;
mod primitives;
mod query;
mod reference_arg;
mod registry;
mod reply;
mod schema;
mod search;
mod style;
mod text;
mod tool_requests;
mod transforms;
mod trim;
mod types;

pub use arg::{Arg, ArgError};
pub use changes::{Changes, MAX_NAMES};
pub use custom::{CustomTool, CustomTools};
pub use docs::{SandboxFunction, markdown, sandbox_functions, typescript};
pub use domain::Domain;
pub use env::{Command, Plan, ToolEnv};
pub use error::ToolError;
pub use failure::{Failure, Limit, Place};
pub use initial_tools::{first_tools, tools_for_domains};
pub use language::Language;
pub use registry::AnyTool;
pub use reply::{Answer, Image, Overwrote, Reply, RunFacts};
pub use schema::{all_schemas, canonical};

use crate::scene::{Edit, Name, SceneError};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// What a call may do, which decides how a failure and a success are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Changes the drawing: failing throws in the sandbox; a direct call is appended to `main`.
    Action,
    /// Reads the drawing: an entity that does not exist is `null` in the sandbox.
    Query,
    /// Works on files, the registry or the session: not in the sandbox.
    Host,
}

/// One capability. The struct's doc comment is the tool's description; its fields are the parameters.
pub trait Tool: DeserializeOwned + JsonSchema {
    /// The canonical name, in snake_case.
    const NAME: &'static str;
    /// The group it is listed in.
    const DOMAIN: Domain;
    /// What a call may do.
    const KIND: Kind;
    /// Parameters in the order in which the camelCase function takes them.
    const POSITIONAL: &'static [&'static str];
    /// A call that works in an empty drawing, as JavaScript; later lines may use what earlier ones drew.
    const EXAMPLE: &'static str;

    /// Carries the call out.
    ///
    /// # Errors
    /// Nothing was changed then; the error says what to do instead.
    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError>;
}

/// What a tool works on.
#[derive(Debug)]
pub struct ToolCx<'a> {
    /// The drawing.
    pub edit: &'a mut Edit,
    /// Files, requests and what else lies around the drawing.
    pub env: &'a mut ToolEnv,
    /// Whether a script calls, which wants plain values.
    pub in_sandbox: bool,
    /// Things the caller should know although the call succeeded.
    pub warnings: Vec<String>,
}

/// What a call yields.
#[derive(Debug)]
pub enum Output {
    /// An entity was drawn or changed.
    Entity {
        /// Its name.
        name: Name,
        /// Its type.
        kind: &'static str,
    },
    /// The answer to a query.
    Data(Value),
    /// Done, and there is nothing to add.
    Done,
    /// Code has to run before the call is complete.
    Run(Plan),
    /// The document has to do it.
    Session(Command),
    /// A picture of the drawing, as SVG; the host makes a PNG of it.
    Picture {
        /// The SVG file.
        svg: String,
    },
}

/// A tool as the list holds it: the declaration, with its types erased.
#[derive(Clone, Copy, Debug)]
pub struct ToolSpec {
    /// The canonical name, in snake_case.
    pub name: &'static str,
    /// The group it is listed in.
    pub domain: Domain,
    /// What a call may do.
    pub kind: Kind,
    /// Parameters in positional order.
    pub positional: &'static [&'static str],
    /// A call that works.
    pub example: &'static str,
    #[cfg(not(target_arch = "wasm32"))]
    schema: fn() -> schemars::Schema,
    run: fn(Arg, &mut ToolCx<'_>) -> Result<Output, ToolError>,
}

impl ToolSpec {
    const fn of<T: Tool>() -> ToolSpec {
        ToolSpec {
            name: T::NAME,
            domain: T::DOMAIN,
            kind: T::KIND,
            positional: T::POSITIONAL,
            example: T::EXAMPLE,
            #[cfg(not(target_arch = "wasm32"))]
            schema: schema::of::<T>,
            run: |arg, cx| {
                let output = arg.decode::<T>(T::NAME)?.run(cx)?;
                // What is tied to what was changed follows within the same call.
                cx.warnings.append(&mut cx.edit.update_associative());
                Ok(output)
            },
        }
    }

    /// Calls the tool.
    ///
    /// # Errors
    /// The arguments or the call make no sense; nothing was changed.
    pub fn call(&self, input: Arg, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let before = cx.edit.sheet().clone();
        let output = (self.run)(input, cx).map_err(|error| match self.kind {
            Kind::Query => query::explain_part(cx.edit, self.name, error),
            Kind::Action | Kind::Host => error,
        })?;
        // Whatever removes an entity takes its constraints along, which the caller may not expect.
        let removes_one = self.name == constraints::RemoveConstraint::NAME;
        if !removes_one && cx.edit.sheet().constraints.len() < before.constraints.len() {
            let kept = |id: u32| cx.edit.sheet().constraints.iter().any(|c| c.id == id);
            let gone = before.constraints.iter().filter(|c| !kept(c.id));
            let gone: Vec<String> = gone.map(|c| format!("c{}", c.id)).collect();
            cx.warnings.push(format!(
                "constraints went with the entities they bound: {}",
                gone.join(", ")
            ));
        }
        Ok(output)
    }

    /// Whether it changes nothing.
    pub fn only_reads(&self) -> bool {
        self.kind == Kind::Query
    }

    /// Whether code in the sandbox can call it.
    pub fn in_sandbox(&self) -> bool {
        self.kind != Kind::Host
    }
}

/// Every tool. The order is the order of listings, schemas and documentation.
pub const TOOLS: &[ToolSpec] = &[
    ToolSpec::of::<primitives::DrawLine>(),
    ToolSpec::of::<primitives::DrawCircle>(),
    ToolSpec::of::<primitives::DrawRect>(),
    ToolSpec::of::<primitives::DrawArc>(),
    ToolSpec::of::<primitives::DrawPolygon>(),
    ToolSpec::of::<primitives::DrawRegularPolygon>(),
    ToolSpec::of::<primitives::DrawEllipse>(),
    ToolSpec::of::<primitives::DrawBezier>(),
    ToolSpec::of::<text::DrawText>(),
    ToolSpec::of::<primitives::DrawPoint>(),
    ToolSpec::of::<primitives::DrawRegion>(),
    ToolSpec::of::<style::SetStroke>(),
    ToolSpec::of::<style::SetFill>(),
    ToolSpec::of::<style::RemoveStroke>(),
    ToolSpec::of::<style::RemoveFill>(),
    ToolSpec::of::<style::DrawOrder>(),
    ToolSpec::of::<style::GetDrawOrder>(),
    ToolSpec::of::<transforms::Translate>(),
    ToolSpec::of::<transforms::Rotate>(),
    ToolSpec::of::<transforms::Scale>(),
    ToolSpec::of::<transforms::SetPivot>(),
    ToolSpec::of::<transforms::SetTransform>(),
    ToolSpec::of::<copy::Duplicate>(),
    ToolSpec::of::<copy::Mirror>(),
    ToolSpec::of::<arrange::ArrayLinear>(),
    ToolSpec::of::<arrange::ArrayGrid>(),
    ToolSpec::of::<arrange::ArrayPolar>(),
    ToolSpec::of::<arrange::Align>(),
    ToolSpec::of::<arrange::Distribute>(),
    ToolSpec::of::<copy::RenameEntity>(),
    ToolSpec::of::<copy::DeleteEntity>(),
    ToolSpec::of::<groups::CreateGroup>(),
    ToolSpec::of::<groups::Ungroup>(),
    ToolSpec::of::<groups::AddToGroup>(),
    ToolSpec::of::<groups::RemoveFromGroup>(),
    ToolSpec::of::<query::ListEntities>(),
    ToolSpec::of::<query::GetEntity>(),
    ToolSpec::of::<query::GetSceneInfo>(),
    ToolSpec::of::<query::Exists>(),
    ToolSpec::of::<query::GetWorldBounds>(),
    ToolSpec::of::<query::GetWorldPoint>(),
    ToolSpec::of::<query::GetLength>(),
    ToolSpec::of::<query::GetArea>(),
    ToolSpec::of::<measure::GetCentroid>(),
    ToolSpec::of::<measure::GetWorldTransform>(),
    ToolSpec::of::<measure::MeasureDistance>(),
    ToolSpec::of::<measure::MeasureAngle>(),
    ToolSpec::of::<intersections::GetIntersection>(),
    ToolSpec::of::<intersections::GetPointAtDistance>(),
    ToolSpec::of::<measure::GetNearestPoint>(),
    ToolSpec::of::<measure::ContainsPoint>(),
    ToolSpec::of::<search::FindEntities>(),
    ToolSpec::of::<search::FindOverlaps>(),
    ToolSpec::of::<describe::DescribeScene>(),
    ToolSpec::of::<search::GetSelection>(),
    ToolSpec::of::<trim::TrimAt>(),
    ToolSpec::of::<trim::Trim>(),
    ToolSpec::of::<trim::ExtendTo>(),
    ToolSpec::of::<trim::SplitAt>(),
    ToolSpec::of::<trim::Lengthen>(),
    ToolSpec::of::<fillet::Fillet>(),
    ToolSpec::of::<fillet::Chamfer>(),
    ToolSpec::of::<fillet::FilletCorners>(),
    ToolSpec::of::<join::Join>(),
    ToolSpec::of::<join::Explode>(),
    ToolSpec::of::<join::Reverse>(),
    ToolSpec::of::<offset::Offset>(),
    ToolSpec::of::<boolean::BooleanUnion>(),
    ToolSpec::of::<boolean::BooleanDifference>(),
    ToolSpec::of::<boolean::BooleanIntersect>(),
    ToolSpec::of::<boolean::BooleanXor>(),
    ToolSpec::of::<boolean::OffsetPolygon>(),
    ToolSpec::of::<boolean::ConvexHull>(),
    ToolSpec::of::<boolean::Decompose>(),
    ToolSpec::of::<annotate::DimensionLinear>(),
    ToolSpec::of::<annotate::DimensionAligned>(),
    ToolSpec::of::<annotate::DimensionAngular>(),
    ToolSpec::of::<annotate::DimensionRadius>(),
    ToolSpec::of::<annotate::DimensionDiameter>(),
    ToolSpec::of::<annotate::DrawLeader>(),
    ToolSpec::of::<hatch::Hatch>(),
    ToolSpec::of::<draw_annotation::DrawAnnotation>(),
    ToolSpec::of::<constraints::AddConstraint>(),
    ToolSpec::of::<constraints::ListConstraints>(),
    ToolSpec::of::<constraints::RemoveConstraint>(),
    ToolSpec::of::<constraints::SolveConstraints>(),
    ToolSpec::of::<layers::CreateLayer>(),
    ToolSpec::of::<layers::SetLayer>(),
    ToolSpec::of::<layers::ListLayers>(),
    ToolSpec::of::<drawing::SetDrawing>(),
    ToolSpec::of::<export::ExportJson>(),
    ToolSpec::of::<export::ExportSvg>(),
    ToolSpec::of::<code::Glob>(),
    ToolSpec::of::<code::Read>(),
    ToolSpec::of::<code::EditFile>(),
    ToolSpec::of::<code::Write>(),
    ToolSpec::of::<lsp::Lsp>(),
    ToolSpec::of::<bash::Bash>(),
    ToolSpec::of::<code::RunCadCode>(),
    ToolSpec::of::<discovery::ListDomains>(),
    ToolSpec::of::<discovery::ListTools>(),
    ToolSpec::of::<discovery::GetToolSchema>(),
    ToolSpec::of::<tool_requests::RequestTool>(),
    ToolSpec::of::<tool_requests::ListToolRequests>(),
    ToolSpec::of::<tool_requests::RegisterTool>(),
    ToolSpec::of::<knowledge::SaveDecision>(),
    ToolSpec::of::<knowledge::SearchDecisions>(),
    ToolSpec::of::<knowledge::RecordOutcome>(),
    ToolSpec::of::<knowledge::SaveCheckpoint>(),
    ToolSpec::of::<knowledge::LoadCheckpoint>(),
    ToolSpec::of::<knowledge::EditHint>(),
];

/// The tool of that name, in either spelling.
///
/// # Errors
/// Offers the names nearest to it.
pub fn find(name: &str) -> Result<&'static ToolSpec, ToolError> {
    let snake = crate::suggest::snake_case(name);
    TOOLS
        .iter()
        .find(|tool| tool.name == name || tool.name == snake)
        .ok_or_else(|| {
            let suggestions = crate::suggest::nearest(name, TOOLS.iter().map(|tool| tool.name));
            ToolError::new(format!("Tool '{name}' not found")).suggesting(suggestions)
        })
}

/// The entity that a call drew or changed.
fn entity(cx: &ToolCx<'_>, name: &str) -> Result<Output, ToolError> {
    let entity = cx.edit.require(name)?;
    Ok(Output::Entity {
        name: entity.name.clone(),
        kind: entity.shape.kind(),
    })
}

fn name(parameter: &str, text: &str) -> Result<Name, ToolError> {
    Name::new(text).map_err(|problem| ToolError::new(format!("{parameter}: {problem}")))
}

fn invalid(message: String) -> ToolError {
    SceneError::Invalid(message).into()
}

#[cfg(test)]
mod tests;
