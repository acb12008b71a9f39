//! Reasons why content of blocks and inserts is changed or left out.

use crate::report::Reason;
use trammel_language::{Bilingual, bilingual};

pub(super) const PROJECTED: Reason = [
    "It is projected to the xy plane, because a drawing has no height.",
    "도면에는 높이가 없어서 xy 평면에 투영했어요.",
];
pub(super) const NOT_INSERTED: Reason = [
    "No imported entity inserts it.",
    "가져온 항목 중에 이 블록을 삽입한 것이 없어요.",
];
pub(super) const AFTER_FIRST: Reason = [
    "It is after the first entities that were chosen.",
    "고른 앞쪽 항목들 뒤에 있어요.",
];
pub(super) const OTHER_LAYER: Reason = ["Its layer was not chosen.", "고르지 않은 레이어에 있어요."];
pub(super) const ON_PAPER: Reason = [
    "It is on a paper layout, not in the model.",
    "모형이 아니라 종이 배치에 있어요.",
];
pub(super) const INVISIBLE: Reason = ["It is invisible.", "보이지 않게 설정돼 있어요."];
pub(super) const MESH: Reason = ["It is a mesh in space.", "공간에 있는 메시예요."];
pub(super) const OWN_STYLE: Reason = [
    "It is drawn in the style of the program, with the same points.",
    "같은 점으로, 프로그램의 양식에 따라 그려요.",
];
pub(super) const TYPED_TEXT: Reason = [
    "Its text is typed as in the file and does not follow the measured value, because a drawing has no such number format.",
    "도면에 그런 숫자 형식이 없어서 글자를 파일에 있는 대로 썼고, 글자가 잰 값을 따라가지 않아요.",
];
pub(super) const SCALED_DIMENSION: Reason = [
    "Its block is inserted with a scale; its text is typed as in the file, and does not follow the measured value.",
    "블록이 배율과 함께 삽입돼 있어서 글자를 파일에 있는 대로 썼고, 글자가 잰 값을 따라가지 않아요.",
];
pub(super) const OTHER_DIGITS: Reason = [
    "Its text has other zeros or another decimal sign than in the file, as a drawing writes numbers.",
    "도면의 숫자 형식에 따라 끝자리 0이나 소수점 기호가 파일과 달라요.",
];
pub(super) const OTHER_DIMENSION: Reason = ["a drawing has no such dimension", "도면에 그런 치수가 없어요"];
pub(super) const AS_LINES: Reason = ["It is imported as lines and texts.", "선과 글자로 가져왔어요."];
pub(super) const AS_PARTS: Reason = [
    "It is imported as lines, arrowheads, and its text or block.",
    "선, 화살촉, 글자나 블록으로 가져왔어요.",
];
pub(super) const NO_GEOMETRY: Reason = [
    "It has no geometry of its own. Explode it in the program that made the file.",
    "자체 형상이 없어요. 파일을 만든 프로그램에서 분해하세요.",
];
pub(super) const NO_FRAME: Reason = [
    "The frame around its text is left out.",
    "글자를 두른 테두리를 뺐어요.",
];
pub(super) const TOO_MANY_ATTRIBUTES: Reason = [
    "Its attributes are left out, because the file has too many of them.",
    "파일에 속성이 너무 많아서 이 항목의 속성을 뺐어요.",
];
pub(super) const FIRST_COPY: Reason = [
    "Its attributes are drawn at its first copy only.",
    "속성은 첫 번째 사본에만 그렸어요.",
];
pub(super) const NO_BLOCK: Reason = [
    "The file has no block of its name.",
    "파일에 그 이름의 블록이 없어요.",
];
pub(super) const TOO_DEEP: Reason = [
    "Its block contains itself, or too many blocks are in each other.",
    "블록이 자기 자신을 포함하거나 블록이 너무 깊게 겹쳐 있어요.",
];
pub(super) const EMPTY_BLOCK: Reason = [
    "Its block has no imported content.",
    "블록에 가져온 내용이 없어요.",
];
pub(super) const MANY_VARIANTS: Reason = [
    "Some inserts have the layer, color, and line width of another insert, because the file has too many different ones.",
    "블록 삽입의 종류가 너무 많아서 일부는 다른 삽입의 레이어, 색, 선 굵기를 써요.",
];
pub(super) const OUT_OF_RANGE: Reason = [
    "Its numbers are outside the range of a drawing.",
    "수가 도면의 범위를 벗어나요.",
];
pub(super) const EXTERNAL: Reason = ["Its content is in another file.", "내용이 다른 파일에 있어요."];

pub(super) const CLIPPED: Reason = [
    "The file shows a part of a block; the block is imported whole.",
    "파일에서는 블록의 일부만 보이지만 블록 전체를 가져왔어요.",
];
pub(super) const OPAQUE: Reason = [
    "It is transparent in the file, and opaque here.",
    "파일에서는 투명하지만 불투명하게 가져왔어요.",
];
pub(super) const FLAT: Reason = ["Its thickness is left out.", "두께는 뺐어요."];
pub(super) const SHARED_BY_GROUPS: Reason = [
    "Entities that are in another group as well stay there.",
    "다른 그룹에도 있는 항목은 그 그룹에 두었어요.",
];
pub(super) const DEEP_GROUP: Reason = [
    "It is within too many groups; its entities are in the group around it.",
    "겹친 그룹이 너무 많아서 항목을 바깥 그룹에 두었어요.",
];
pub(super) const DRAWN_TOGETHER: Reason = [
    "Its entities are drawn one after another, at the place of its last one.",
    "항목을 마지막 항목의 자리에서 이어서 그려요.",
];
pub(super) const NO_ROOM_FOR_GROUPS: Reason = [
    "With the groups there are too many entities, so the groups are left out.",
    "그룹까지 두면 항목이 너무 많아서 그룹을 뺐어요.",
];

/// Returns the reason for leaving out a damaged entity.
pub(super) fn damage_reason(why: &Bilingual) -> Bilingual {
    bilingual!("It is damaged: {why}.", "손상됐어요: {why:#}.")
}

/// Returns the reason for leaving out a polyline with a damaged vertex.
pub(super) fn damaged_vertex(why: &Bilingual) -> Bilingual {
    bilingual!("A vertex is damaged: {why}.", "꼭짓점이 손상됐어요: {why:#}.")
}

/// Returns the reason for leaving out a dimension that has no block.
pub(super) fn no_dimension([english, korean]: Reason) -> Bilingual {
    bilingual!(
        "Trammel does not support this dimension ({english}), and the file has no block that draws it.",
        "지원하지 않는 치수이고({korean}) 파일에 그 치수를 그리는 블록도 없어요."
    )
}

/// Returns the reason for the import of a dimension as the content of its block.
pub(super) fn drawn_dimension([english, korean]: Reason) -> Bilingual {
    bilingual!(
        "It is imported as lines and texts, because {english}.",
        "선과 글자로 가져왔어요({korean})."
    )
}
