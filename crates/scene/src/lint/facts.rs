//! Facts about a drawing, and the sentences about its anomalies.

use crate::Name;
use std::collections::BTreeMap;
use trammel_kernel::Bounds;
use trammel_language::{Bilingual, bilingual};

/// Maximum number of names in one warning.
const NAMES: usize = 5;

/// Counts, extent, and anomalies of a drawing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// Number of entities, including groups.
    pub entities: usize,
    /// Number of entities by type.
    pub types: BTreeMap<&'static str, usize>,
    /// Bounds of all entities.
    pub bounds: Option<Bounds>,
    /// Bounds of all visible entities.
    pub extent: Option<Bounds>,
    /// Pairs of entities of the same type with the same curves: the earlier entity and its copy.
    pub duplicates: Vec<(Name, Name)>,
    /// Entities of zero size.
    pub empty: Vec<Name>,
    /// Closed shapes with an edge below the distance that booleans weld.
    pub slivers: Vec<Name>,
    /// Entities very far from all the others.
    pub far: Vec<Name>,
    /// Entities with coordinates beyond [`SHEET`](super::SHEET).
    pub outside: Vec<Name>,
    /// Pairs of entities whose texts overlap.
    pub overlapping_texts: Vec<(Name, Name)>,
    /// Entities whose text lies on a line, each with the entity of the line.
    pub crossed_texts: Vec<(Name, Name)>,
    /// Radius and diameter dimensions that point at the missing part of an arc.
    pub beside_arc: Vec<Name>,
    /// Dimensions with a typed end at a place that the geometry has left.
    pub stale: Vec<Name>,
    /// Dimensions whose typed number is not the measured one.
    pub typed_values: Vec<Name>,
    /// Hatches with an outline of their own that the geometry around them has left.
    pub stale_hatches: Vec<Name>,
    /// Dimensions whose value is zero.
    pub without_value: Vec<Name>,
    /// Entities that reach out of the sheets of the drawing, if it has some.
    pub off_sheet: Vec<Name>,
    /// Pairs of closed shapes that overlap partly, back to front; possibly incomplete.
    pub overlaps: Vec<(Name, Name)>,
    /// Whether some outlines or texts were not compared, because the comparison would take too long.
    pub is_incomplete: bool,
}

impl Facts {
    /// Lists the partly overlapping closed shapes in one sentence. Overlaps are often intended, so this is not a
    /// warning.
    pub fn overlapping(&self) -> Option<String> {
        let found = Finding::of_pairs(&self.overlaps, pair_text);
        let what = found.count_text(["pair overlaps", "pairs overlap"]);
        (found.count > 0).then(|| format!("{what} partly: {}", found.names_text().english))
    }

    /// Returns one sentence for each kind of probable mistake, with at most five names each.
    pub fn warnings(&self) -> Vec<Bilingual> {
        let equals = |a: &Name, b: &Name| Bilingual::same(format!("'{b}' = '{a}'"));
        let far = self.far.iter().filter(|name| !self.outside.contains(name));
        let all = [
            Finding::of_pairs(&self.duplicates, equals).warning(
                ["entity duplicates another", "entities duplicate another"],
                "Delete or move the duplicates.",
                "다른 항목과 똑같은 항목이 {n}개 있어요: {names}. 겹친 항목을 지우거나 옮기세요.",
            ),
            Finding::of_pairs(&self.overlapping_texts, pair_text).warning(
                ["pair of texts overlaps", "pairs of texts overlap"],
                "Move a dimension line with offset, or make the texts smaller.",
                "글자가 {n}쌍 겹쳐요: {names}. offset으로 치수선을 옮기거나 글자를 작게 하세요.",
            ),
            Finding::of_pairs(&self.crossed_texts, |text, line| {
                bilingual!("'{text}' on '{line}'", "'{line}' 위의 '{text}'")
            })
            .warning(
                ["text lies on a line", "texts lie on lines"],
                "Move the text or the dimension line.",
                "선과 겹치는 글자가 {n}개 있어요: {names}. 글자나 치수선을 옮기세요.",
            ),
            Finding::of(&self.beside_arc).warning(
                [
                    "radius or diameter points at the missing part of its arc",
                    "radii or diameters point at the missing part of their arc",
                ],
                "Set at to a place on the side of the arc.",
                "호가 없는 쪽을 가리키는 반지름·지름 치수가 {n}개 있어요: {names}. at을 호가 있는 쪽으로 옮기세요.",
            ),
            Finding::of(&self.stale).warning(
                [
                    "dimension measures to a place where nothing is",
                    "dimensions measure to places where nothing is",
                ],
                "Name parts of entities as its ends, so that it follows them.",
                "아무것도 없는 자리까지 재는 치수가 {n}개 있어요: {names}. 끝점을 항목의 부분으로 주면 따라 움직여요.",
            ),
            Finding::of(&self.typed_values).warning(
                [
                    "dimension shows another number than it measures",
                    "dimensions show other numbers than they measure",
                ],
                "Write <> in text for the measured value.",
                "잰 값과 다른 수를 보이는 치수가 {n}개 있어요: {names}. text에 잰 값을 뜻하는 <>을 쓰세요.",
            ),
            Finding::of(&self.stale_hatches).warning(
                [
                    "hatch does not end at the outlines around it",
                    "hatches do not end at the outlines around them",
                ],
                "Draw it again, with entities so that it follows them.",
                "둘레의 외곽선과 어긋난 해칭이 {n}개 있어요: {names}. entities를 주어 다시 그리면 따라 바뀌어요.",
            ),
            Finding::of(&self.empty).warning(
                ["entity has no size", "entities have no size"],
                "They are invisible; check their coordinates.",
                "크기가 없는 항목이 {n}개 있어요: {names}. 보이지 않으니 좌표를 확인하세요.",
            ),
            Finding::of(&self.slivers).warning(
                [
                    "outline has an edge below a billionth of its size",
                    "outlines have edges below a billionth of their size",
                ],
                "Let two points meet exactly, or leave one out.",
                "변의 길이가 전체 크기의 10억분의 1보다 짧은 윤곽선이 {n}개 있어요: {names}. 두 점을 정확히 일치시키거나 하나를 빼세요.",
            ),
            Finding::of(&self.outside).warning(
                ["entity reaches beyond ±1e6", "entities reach beyond ±1e6"],
                "Check the coordinates and the unit.",
                "±1e6을 벗어나는 항목이 {n}개 있어요: {names}. 좌표와 단위를 확인하세요.",
            ),
            Finding::of(far).warning(
                ["entity is very far from the rest", "entities are very far from the rest"],
                "The whole drawing is shown very small; check their coordinates.",
                "나머지에서 아주 멀리 떨어진 항목이 {n}개 있어요: {names}. 도면 전체가 아주 작게 보이니 좌표를 확인하세요.",
            ),
            Finding::of(&self.without_value).warning(
                ["dimension measures nothing", "dimensions measure nothing"],
                "Their points coincide in the measured direction; choose other points or another direction.",
                "값이 0인 치수가 {n}개 있어요: {names}. 재는 방향에서 점이 서로 일치하니 다른 점이나 방향을 고르세요.",
            ),
            Finding::of(&self.off_sheet).warning(
                ["entity reaches out of the sheet", "entities reach out of the sheet"],
                "Move them, or take a larger sheet.",
                "용지를 벗어나는 항목이 {n}개 있어요: {names}. 항목을 옮기거나 더 큰 용지를 쓰세요.",
            ),
        ];
        let incomplete = self.is_incomplete.then(|| {
            bilingual!(
                "Not everything was compared, because the drawing has too many edges or texts in one place. Equal and \
                 overlapping entities may be missing here.",
                "변이나 글자가 한곳에 너무 많아서 모두 비교하지는 못했어요. 같거나 겹치는 항목이 여기에 빠졌을 수 있어요."
            )
        });
        all.into_iter().flatten().chain(incomplete).collect()
    }
}

/// Names both entities of a pair.
fn pair_text(a: &Name, b: &Name) -> Bilingual {
    bilingual!("'{a}' and '{b}'", "'{a}'와(과) '{b}'")
}

/// Entities of one kind of probable mistake.
struct Finding {
    count: usize,
    /// Names of the first entities or pairs, at most [`NAMES`].
    names: Vec<Bilingual>,
}

impl Finding {
    fn of<'a>(names: impl IntoIterator<Item = &'a Name>) -> Finding {
        let quoted = |name| Bilingual::same(format!("'{name}'"));
        Finding::from_texts(names.into_iter().map(quoted))
    }

    fn of_pairs(pairs: &[(Name, Name)], text: impl Fn(&Name, &Name) -> Bilingual) -> Finding {
        Finding::from_texts(pairs.iter().map(|(a, b)| text(a, b)))
    }

    fn from_texts(texts: impl Iterator<Item = Bilingual>) -> Finding {
        let mut names: Vec<Bilingual> = texts.collect();
        let count = names.len();
        names.truncate(NAMES);
        Finding { count, names }
    }

    /// Returns the warning, or `None` without entities. `what` is for one and for several entities; the Korean sentence has
    /// the places `{n}` and `{names}`.
    fn warning(&self, what: [&str; 2], next: &str, korean: &str) -> Option<Bilingual> {
        let Bilingual {
            english: names,
            korean: korean_names,
        } = self.names_text();
        let english = format!("{}: {names}. {next}", self.count_text(what));
        let korean = korean
            .replace("{n}", &self.count.to_string())
            .replace("{names}", &korean_names);
        (self.count > 0).then(|| Bilingual::new(english, korean))
    }

    fn count_text(&self, [one, many]: [&str; 2]) -> String {
        format!("{} {}", self.count, if self.count == 1 { one } else { many })
    }

    fn names_text(&self) -> Bilingual {
        let names = Bilingual::join(&self.names, [", ", ", "]);
        match self.count.saturating_sub(NAMES) {
            0 => names,
            more => bilingual!("{names} and {more} more", "{names:#} 외 {more}개"),
        }
    }
}
