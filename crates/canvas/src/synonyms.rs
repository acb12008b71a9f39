//! Synonyms of commands: words in English and Korean under which the command palette also finds a command.
//!
//! The synonyms of a tool are part of the declaration of the tool.
//! Invariant (tested in `tests/it/synonyms.rs`): every entry names a command of the palette.

use super::canvas_tool::Text;

/// Synonyms: the id of a command, and words in both languages. Ids are those of actions, canvas tools, and the
/// preferences that the palette lists.
pub const SYNONYMS: &[(&str, Text)] = &[
    ("Undo", ["revert back take back", "되돌리기 뒤로"]),
    ("Redo", ["again forward", "앞으로"]),
    ("Delete", ["remove erase clear", "지우기 제거"]),
    ("SelectAll", ["everything", "전부"]),
    ("ClearSelection", ["deselect none", "선택 취소"]),
    ("ToggleHidden", ["visible invisible eye", "숨기기 가리기"]),
    ("ToggleLocked", ["protect freeze", "고정 보호"]),
    ("Fit", ["zoom extents all fit page center", "전체 보기 맞춤"]),
    ("FitSelection", ["zoom object focus", "선택 확대"]),
    ("ZoomActual", ["scale actual size 1:1", "실제 크기"]),
    ("Run", ["execute regenerate update code", "다시 그리기 코드"]),
    ("Stop", ["cancel abort", "멈춤 취소"]),
    (
        "FocusChat",
        ["ask model prompt ai assistant", "질문 모델 인공지능"],
    ),
    ("NotePoint", ["coordinate position", "좌표"]),
    (
        "CopyReference",
        ["name part edge point identifier", "이름 변 점 식별자"],
    ),
    (
        "ToggleTheme",
        [
            "dark light theme night mode colors",
            "다크 라이트 색상 어둡게 밝게",
        ],
    ),
    (
        "NewDrawing",
        ["new blank empty clear start", "새로 만들기 빈 도면"],
    ),
    (
        "Library",
        [
            "open recent previous documents files library trash restore rename duplicate",
            "이전 도면 최근 목록 휴지통 복원 이름 복제",
        ],
    ),
    (
        "History",
        ["versions timeline restore undo steps", "버전 기록 되돌리기 복원"],
    ),
    (
        "Folder",
        [
            "directory disk git sync local files open save",
            "디렉터리 디스크 로컬 파일 동기화",
        ],
    ),
    ("ShareLink", ["send url publish copy link", "보내기 주소"]),
    (
        "Export",
        [
            "save as download dxf svg pdf png print cut laser image",
            "저장 내려받기 인쇄 그림 레이저",
        ],
    ),
    (
        "CheckForCutting",
        [
            "laser fabrication dfm gaps duplicates kerf repair fix",
            "레이저 검사 틈 중복 고치기",
        ],
    ),
    ("SaveProject", ["download file store backup", "저장 내려받기"]),
    (
        "OpenFile",
        ["import load upload dxf svg json read", "가져오기 불러오기 올리기"],
    ),
    (
        "Help",
        ["guide manual documentation tutorial", "설명서 안내 사용법"],
    ),
    (
        "Shortcuts",
        ["keys hotkeys keyboard keymap bindings", "단축키 키보드"],
    ),
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

/// Returns the synonyms of a command in both languages; the text is empty if there are none.
#[must_use]
pub fn of(command: &str) -> String {
    let found = SYNONYMS.iter().find(|(id, _)| *id == command);
    found.map_or_else(String::new, |(_, words)| words.join(" "))
}
