//! Synonyms of commands: words in English and Korean under which the command palette also finds a command.
//!
//! The synonyms of a tool and of an action are part of its declaration.
//! Invariant (tested in `tests/it/synonyms.rs`): every entry names a canvas tool or a command of the page.

use super::canvas_tool::Text;

/// Synonyms: the id of a command, and words in both languages. Ids are those of canvas tools and of the commands of the page that
/// the palette lists.
pub const SYNONYMS: &[(&str, Text)] = &[
    (
        "functions",
        ["reference api tools code documentation", "함수 참조 코드"],
    ),
    ("about", ["version build license licence", "버전 빌드 라이선스"]),
    (
        "settings",
        ["preferences options key provider", "환경 설정 옵션 제공자"],
    ),
    ("theme-dark", ["theme night mode", "테마 다크"]),
    ("theme-light", ["theme day mode", "테마 라이트"]),
    ("theme-system", ["theme automatic mode", "테마 자동"]),
    ("language-en", ["locale translation 영어", "영어 언어"]),
    ("language-ko", ["locale translation korean hangul", "한글 언어"]),
    ("select", ["pick cursor pointer arrow", "고르기 화살표"]),
    ("hand", ["pan move view scroll", "화면 이동"]),
    ("line", ["segment polyline wall", "선분 벽"]),
    ("rectangle", ["square box plate slot", "네모 상자 정사각형 판"]),
    ("circle", ["hole round disc", "구멍 동그라미"]),
    ("arc", ["curve bow", "곡선"]),
    ("ellipse", ["oval", "타원"]),
    ("polygon", ["hexagon triangle nut", "육각형 삼각형"]),
    ("point", ["node mark", "점"]),
    (
        "polyline",
        ["chain connected lines arcs pline", "연속선 폴리라인"],
    ),
    ("spline", ["curve smooth freeform", "곡선 자유 곡선"]),
    ("text", ["label write letters note", "글자 문자"]),
    (
        "dimension",
        ["size distance radius diameter angle", "치수 길이 지름 각도"],
    ),
    ("move", ["shift displace translate", "옮기기 이동"]),
    ("copy", ["duplicate clone repeat", "복제 복사"]),
    ("trim", ["cut shorten remove piece", "자르기 다듬기"]),
    ("extend", ["lengthen stretch reach", "늘이기 연장"]),
    ("break", ["split cut divide", "나누기 쪼개기"]),
    ("join", ["connect merge combine weld", "잇기 연결"]),
    (
        "array",
        ["repeat pattern row grid polar copies", "반복 배열 격자 원형"],
    ),
    (
        "measure",
        ["distance length area angle ruler", "재기 거리 넓이 각도"],
    ),
    ("sketch", ["freehand pen annotate", "손그림 펜"]),
];

/// Returns the synonyms of a canvas tool or of a command of the page in both languages; the texts are empty if there are none.
#[must_use]
pub fn of(id: &str) -> Text {
    let found = SYNONYMS.iter().find(|(other, _)| *other == id);
    found.map_or(["", ""], |(_, words)| *words)
}
