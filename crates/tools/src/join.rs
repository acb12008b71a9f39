//! Tools that join entities, explode an entity, and reverse an outline.

use super::checks;
use super::operand::{Operand, tolerance};
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use trammel_kernel::{Path, modify, norm};
use trammel_language::{Bilingual, bilingual};

/// Join open entities whose ends meet into one, in any order and direction; closed when the ends come together. The
/// result replaces them.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Join {
    /// Entities to join, two or more.
    entities: Vec<String>,
    /// Name of the result; may be the name of one of them.
    result: String,
}

impl Tool for Join {
    const NAME: &'static str = "join";
    const KOREAN: &'static str = "끝이 맞닿은 열린 항목들을 하나로 잇습니다.";
    const SYNONYMS: [&'static str; 2] = [
        "connect, merge lines, weld ends, close an outline, chain",
        "잇기, 연결, 닫기",
    ];
    const DOMAIN: Domain = Domain::Edit;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Reshape;
    const POSITIONAL: &'static [&'static str] = &["entities", "result"];
    const EXAMPLE: &'static str = "draw_line({ name: 'a', points: [0, 0, 50, 0] });\n\
        draw_line({ name: 'b', points: [50, 40, 50, 0] });\njoin({ entities: ['a', 'b'], result: 'corner' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let result = checks::name("result", &self.result)?;
        let mut operands: Vec<Operand> = Vec::new();
        for (i, name) in self.entities.iter().enumerate() {
            if self.entities[..i].contains(name) {
                return Err(ToolError::new(bilingual!(
                    "join: '{name}' is listed twice in entities",
                    "join: entities에 '{name}'이(가) 두 번 있어요"
                )));
            }
            let operand = Operand::of(cx.edit, name)?;
            if operand.single(Self::NAME)?.closed {
                return Err(ToolError::new(bilingual!(
                    "join: '{name}' is closed and has no ends to join",
                    "join: '{name}' 항목은 닫혀 있어서 이을 끝이 없어요"
                )));
            }
            operands.push(operand);
        }
        let Some(first) = operands.first().filter(|_| operands.len() > 1) else {
            return Err(ToolError::new(bilingual!(
                "join: entities needs at least two names",
                "join: entities에는 이름이 두 개 이상 있어야 해요"
            )));
        };
        let paths: Vec<Path> = operands
            .iter()
            .flat_map(|operand| operand.paths.clone())
            .collect();
        let chains = modify::join(&paths, tolerance(&paths));
        let [chain] = chains.as_slice() else {
            return Err(apart(&chains));
        };
        let own = |operand: &&Operand| operand.entity.name == result;
        let home = operands.iter().find(own);
        if home.is_none() && cx.edit.get(&result).is_some() {
            return Err(ToolError::new(bilingual!(
                "join: '{result}' already exists and is not one of entities. Use another name, for example '{}'.",
                "join: '{result}' 항목이 이미 있고 entities에 들어 있지 않아요. '{}' 같은 다른 이름을 쓰세요.",
                cx.edit.free_name(&result)
            )));
        }
        // One operand becomes the joined entity and keeps its style and its place in the drawing order.
        let kept = home.unwrap_or(first);
        kept.put(cx, chain)?;
        let gone = operands.iter().map(|operand| &operand.entity.name);
        for name in gone.filter(|name| **name != kept.entity.name) {
            cx.edit.remove(name)?;
        }
        if kept.entity.name != result {
            cx.edit.rename(&kept.entity.name, &result)?;
        }
        cx.entity(&result)
    }
}

/// Returns the error for entities that do not form one chain, with the smallest gap between ends of the chains.
fn apart(chains: &[Path]) -> ToolError {
    let ends = |path: &Path| {
        path.start()
            .into_iter()
            .chain(path.segs.last().map(trammel_kernel::Seg::end))
    };
    let mut least: Option<(f64, trammel_kernel::Point, trammel_kernel::Point)> = None;
    for (i, one) in chains.iter().enumerate() {
        for other in &chains[i + 1..] {
            for (p, q) in ends(one).flat_map(|p| ends(other).map(move |q| (p, q))) {
                let gap = norm(p - q);
                if least.is_none_or(|(old, ..)| gap < old) {
                    least = Some((gap, p, q));
                }
            }
        }
    }
    let gap = least.map_or(Bilingual::default(), |(gap, p, q)| {
        bilingual!(
            ": the smallest gap is {gap}, from ({}, {}) to ({}, {})",
            " ({}, {})에서 ({}, {})까지의 가장 작은 틈: {gap}.",
            p.x,
            p.y,
            q.x,
            q.y
        )
    });
    ToolError::new(bilingual!(
        "join: the entities form {} chains, not one{gap}. Use extend_to, or move their ends together first.",
        "join: 항목들이 하나가 아니라 {}개의 사슬을 이뤄요.{gap:#} extend_to를 쓰거나 먼저 끝을 맞추세요.",
        chains.len()
    ))
}

/// Take an entity apart into its pieces: lines, arcs, curves, one entity each. Returns their names; the entity goes.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Explode {
    /// The entity.
    entity: String,
}

impl Tool for Explode {
    const NAME: &'static str = "explode";
    const KOREAN: &'static str = "항목을 선, 호, 곡선 조각으로 분해합니다.";
    const SYNONYMS: [&'static str; 2] = ["break apart, take apart, dissolve into pieces", "분해, 쪼개기"];
    const DOMAIN: Domain = Domain::Edit;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Reshape;
    const POSITIONAL: &'static [&'static str] = &["entity"];
    const EXAMPLE: &'static str =
        "draw_rect({ name: 'plate', x: 0, y: 0, width: 60, height: 40 });\nexplode({ entity: 'plate' })";
    const RETURNS: &'static str = "string[]";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let target = Operand::of(cx.edit, &self.entity)?;
        // An entity with several outlines is first split into its outlines; each outline can then be exploded.
        let parts: Vec<Path> = match target.paths.as_slice() {
            [path] => path
                .segs
                .iter()
                .map(|seg| Path::new(vec![*seg], path.closed && path.segs.len() == 1))
                .collect(),
            paths => paths.to_vec(),
        };
        if parts.len() < 2 {
            return Err(ToolError::new(bilingual!(
                "explode: '{}' is already a single piece",
                "explode: '{}' 항목은 이미 한 조각이에요",
                self.entity
            )));
        }
        let mut names = Vec::with_capacity(parts.len());
        for (i, part) in parts.iter().enumerate() {
            let stem = format!("{}_{}", self.entity, i + 1);
            names.push(target.add(cx.edit, &stem, part)?.to_string());
        }
        cx.edit.remove(&self.entity)?;
        Ok(Output::Data(json!(names)))
    }
}

/// Turn the direction of an entity around: its start becomes its end.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Reverse {
    /// The entity.
    entity: String,
}

impl Tool for Reverse {
    const NAME: &'static str = "reverse";
    const KOREAN: &'static str = "항목의 방향을 뒤집습니다.";
    const SYNONYMS: [&'static str; 2] = [
        "flip the direction, other direction, swap start and end",
        "방향 뒤집기, 반대 방향",
    ];
    const DOMAIN: Domain = Domain::Edit;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Reshape;
    const POSITIONAL: &'static [&'static str] = &["entity"];
    const EXAMPLE: &'static str =
        "draw_line({ name: 'path', points: [0, 0, 50, 0, 50, 30] });\nreverse({ entity: 'path' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let target = Operand::of(cx.edit, &self.entity)?;
        let turned = target.single(Self::NAME)?.reversed();
        target.put(cx, &turned)?;
        target.change_output(cx)
    }
}
