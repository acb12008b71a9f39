//! List of all actions: one row for each, the source of every label, shortcut, button title, `aria-keyshortcuts`, disabled reason,
//! entry of the command palette, and entry of the shortcut sheet. The effect of an action is its line in `act` of the page
//! (`src/ui/actions.rs`).
//!
//! Invariants (tested): ids and shortcuts are unique; every action is listed once; each canvas tool has one action.

use super::arrangement::Arrangement;
use super::canvas_tool::{NewTool, Text, ToolInfo};
use super::canvas_tools::{CANVAS_TOOLS, entries};
use super::family::in_drawing_order;
use super::keys::{Chord, KeyPress};
use super::protection::refusal;
use super::synonyms;
use std::sync::LazyLock;
use trammel_scene::{Name, Scene};

/// An action that the user can trigger with a key or a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action<Id = ActionId> {
    /// Id of the action.
    pub id: Id,
    /// Name in English and Korean.
    pub label: Text,
    /// Shortcuts; the user interface displays the first one.
    pub keys: &'static [Chord],
    /// Focus in which the shortcuts are active.
    pub scope: Scope,
    /// State that the action needs.
    pub needs: Needs,
    /// Group on the sheet of shortcuts.
    pub group: Group,
    /// Words in English and Korean under which the command palette also finds the action.
    pub synonyms: Text,
    /// Path data of the icon of its buttons; empty without buttons.
    pub icon: &'static str,
    /// Whether the command palette lists the action.
    pub is_in_palette: bool,
}

/// Focus in which a shortcut is active.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Active everywhere, including in text fields.
    Everywhere,
    /// Active everywhere except in text fields, which have their own undo, for example.
    OutsideText,
    /// Active only while the canvas has the focus.
    Canvas,
}

/// Group of actions on the sheet of shortcuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Canvas tools.
    Tools,
    /// Changes of the drawing and of the selection.
    Edit,
    /// Changes of the view.
    View,
    /// Drawings, and files of them.
    Files,
    /// Code, chat, and help.
    Work,
}

/// State that an action needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// No particular state.
    Nothing,
    /// A change to revert.
    Undoable,
    /// A reverted change to reapply.
    Redoable,
    /// A drawing with an entity.
    Entities,
    /// At least this number of selected entities.
    Selected(usize),
    /// Selected entities that no lock protects: [`Needs::refusal`].
    Changeable(Targets),
    /// Running code, or a working agent.
    Running,
    /// A change of a turn to review.
    Review,
}

/// Selection that a change needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Targets {
    /// At least one entity.
    Any,
    /// One entity alone.
    One,
    /// At least one group.
    Group,
}

/// State that determines whether an action is available.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ActionContext {
    /// Whether there is a change to revert.
    pub can_undo: bool,
    /// Whether there is a reverted change to reapply.
    pub can_redo: bool,
    /// Number of entities in the drawing.
    pub entities: usize,
    /// Number of selected entities.
    pub selected: usize,
    /// Whether code or the agent is running.
    pub busy: bool,
    /// Whether a change of a turn is open for review.
    pub in_review: bool,
}

impl Needs {
    /// Checks whether the state is given.
    ///
    /// # Errors
    /// Returns the reason in English and Korean, for the tooltip, if it is not.
    pub fn check(self, now: ActionContext) -> Result<(), Text> {
        let (is_given, reason) = match self {
            Self::Nothing => return Ok(()),
            Self::Undoable => (now.can_undo, ["Nothing to undo.", "취소할 작업이 없어요."]),
            Self::Redoable => (now.can_redo, ["Nothing to redo.", "다시 실행할 작업이 없어요."]),
            Self::Entities => (now.entities > 0, EMPTY_DRAWING),
            Self::Running => (now.busy, ["No code is running.", "실행 중인 코드가 없어요."]),
            Self::Review => (
                now.in_review,
                ["There is no change to review.", "검토할 변경이 없어요."],
            ),
            Self::Changeable(_) => (now.selected > 0, NOTHING_SELECTED),
            Self::Selected(least) => {
                let reason = match least {
                    0 | 1 => NOTHING_SELECTED,
                    2 => ["Select 2 items first.", "먼저 항목을 2개 선택하세요."],
                    _ => ["Select 3 items first.", "먼저 항목을 3개 선택하세요."],
                };
                (now.selected >= least, reason)
            }
        };
        if is_given { Ok(()) } else { Err(reason) }
    }

    /// Returns the reason, in English and Korean, why the action is not possible for these selected entities. [`Needs::check`]
    /// has the reasons that do not depend on which ones they are.
    #[must_use]
    pub fn refusal(self, scene: &Scene, selected: &[Name]) -> Option<[String; 2]> {
        let Self::Changeable(wanted) = self else {
            return None;
        };
        let names = in_drawing_order(scene, &scene.outermost(selected));
        let is_group = |name: &Name| scene.get(name).is_some_and(|entity| entity.shape.is_group());
        let reason = match wanted {
            Targets::One if selected.len() > 1 => Some([
                "Several items are selected. Select one to rename it.",
                "여러 항목이 선택되어 있어요. 이름을 바꿀 항목 하나를 선택하세요.",
            ]),
            Targets::Group if !names.iter().any(is_group) => Some([
                "The selection contains no group. Select a group first.",
                "선택한 항목에 그룹이 없어요. 먼저 그룹을 선택하세요.",
            ]),
            _ => None,
        };
        let reason = reason.map(|reason| reason.map(str::to_owned));
        reason.or_else(|| refusal(scene, &names))
    }
}

/// Reason why an action that needs an entity is unavailable.
pub const EMPTY_DRAWING: Text = ["The drawing is empty.", "도면이 비어 있어요."];

/// Reason why an action that needs a selected entity is unavailable.
pub const NOTHING_SELECTED: Text = ["Select an item first.", "먼저 항목을 선택하세요."];

/// Declares the ids and the rows of the fixed actions, in the order of the command palette.
macro_rules! actions {
    ($ids:ident
     before_tools { $($(#[$first_doc:meta])* $first:ident: $first_row:expr;)* }
     after_tools { $($(#[$last_doc:meta])* $last:ident: $last_row:expr;)* }) => {
        /// Id of an action.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $ids {
            $($(#[$first_doc])* $first,)*
            /// Activates the canvas tool with this id.
            CanvasTool(&'static str),
            /// Aligns or distributes the selected entities.
            Arrange(Arrangement),
            $($(#[$last_doc])* $last,)*
        }

        /// Actions listed before those of the canvas tools.
        const BEFORE_TOOLS: &[Action<$ids>] = &[$($first_row.with_id($ids::$first)),*];

        /// Actions listed after those of the canvas tools.
        const AFTER_TOOLS: &[Action<$ids>] = &[$($last_row.with_id($ids::$last)),*];
    };
}

actions! {
    ActionId
    before_tools {
        /// Reverts the last change of the drawing.
        Undo: row(Group::Edit, ["Undo", "실행 취소"], &[Chord("Mod+z")])
            .needing(Needs::Undoable)
            .also_found_by(["revert back take back", "되돌리기 뒤로"])
            .with_icon("M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3");
        /// Reapplies the last reverted change.
        Redo: row(Group::Edit, ["Redo", "다시 실행"], &[Chord("Mod+Shift+z"), Chord("Mod+y")])
            .needing(Needs::Redoable)
            .also_found_by(["again forward", "앞으로"])
            .with_icon("m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3");
        /// Selects all entities that can be selected.
        SelectAll: row(Group::Edit, ["Select all", "모두 선택"], &[Chord("Mod+a")])
            .needing(Needs::Entities)
            .also_found_by(["everything", "전부"]);
        /// Clears the selection and cancels a gesture in progress.
        ClearSelection: row(Group::Edit, ["Clear the selection", "선택 해제"], &[Chord("Escape")])
            .also_found_by(["deselect none", "선택 취소"]);
        /// Deletes the selected entities.
        Delete: row(Group::Edit, ["Delete the selected items", "선택한 항목 삭제"], &[Chord("Delete"), Chord("Backspace")])
            .needing(Needs::Selected(1))
            .also_found_by(["remove erase clear", "지우기 제거"]);
        /// Hides or shows the selected entities.
        ToggleHidden: row(Group::Edit, ["Hide or show the selected items", "선택한 항목 숨기기/보이기"], &[Chord("Mod+Shift+h")])
            .needing(Needs::Selected(1))
            .also_found_by(["visible invisible eye", "숨기기 가리기"]);
        /// Locks or unlocks the selected entities.
        ToggleLocked: row(Group::Edit, ["Lock or unlock the selected items", "선택한 항목 잠그기/풀기"], &[Chord("Mod+Shift+l")])
            .needing(Needs::Selected(1))
            .also_found_by(["protect freeze", "고정 보호"]);
        /// Shows the whole drawing.
        Fit: row(Group::View, ["Show the whole drawing", "도면 전체 보기"], &[Chord("Shift+1")])
            .needing(Needs::Entities)
            .also_found_by(["zoom extents all fit page center", "전체 보기 맞춤"])
            .with_icon("M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5");
        /// Shows the selected entities.
        FitSelection: row(Group::View, ["Show the selected items", "선택한 항목 보기"], &[Chord("Shift+2")])
            .needing(Needs::Selected(1))
            .also_found_by(["zoom object focus", "선택 확대"]);
        /// Zooms in around the center of the canvas.
        ZoomIn: row(Group::View, ["Zoom in", "확대"], &[Chord("+"), Chord("="), Chord("Mod++"), Chord("Mod+=")])
            .with_icon("M12 5v14M5 12h14");
        /// Zooms out around the center of the canvas.
        ZoomOut: row(Group::View, ["Zoom out", "축소"], &[Chord("-"), Chord("Mod+-")]).with_icon("M5 12h14");
        /// Sets the zoom to one pixel per drawing unit.
        ZoomActual: row(Group::View, ["Zoom to 100%", "100%로 보기"], &[Chord("Shift+0")])
            .also_found_by(["scale actual size 1:1", "실제 크기"]);
        /// Shows or hides the grid.
        ToggleGrid: row(Group::View, ["Grid", "모눈"], &[Chord("Mod+'")]);
        /// Shows or hides the rulers.
        ToggleRulers: row(Group::View, ["Rulers", "눈금자"], &[Chord("Shift+r")]);
        /// Turns the snapping to entities on or off.
        ToggleSnap: row(Group::View, ["Snap to objects", "객체 스냅"], &[Chord("Alt+s")]);
        /// Removes the selected entities and keeps them on the clipboard.
        Cut: row(Group::Edit, ["Cut", "잘라내기"], &[Chord("Mod+x")]).needing(Needs::Changeable(Targets::Any));
        /// Puts the selected entities on the clipboard.
        Copy: row(Group::Edit, ["Copy", "복사"], &[Chord("Mod+c")]).needing(Needs::Selected(1));
        /// Adds the entities on the clipboard.
        Paste: row(Group::Edit, ["Paste", "붙여넣기"], &[Chord("Mod+v")]);
        /// Copies the selected entities beside the originals.
        Duplicate: row(Group::Edit, ["Duplicate", "복제"], &[Chord("Mod+d")]).needing(Needs::Selected(1));
        /// Changes the name of the selected entity.
        Rename: row(Group::Edit, ["Rename", "이름 바꾸기"], &[Chord("F2")]).needing(Needs::Changeable(Targets::One));
        /// Puts the selected entities into a new group.
        Group: row(Group::Edit, ["Group", "그룹으로 묶기"], &[Chord("Mod+g")]).needing(Needs::Changeable(Targets::Any));
        /// Dissolves the selected groups.
        Ungroup: row(Group::Edit, ["Ungroup", "그룹 풀기"], &[Chord("Mod+Shift+g")]).needing(Needs::Changeable(Targets::Group));
        /// Draws the selected entities in front of all others of their group.
        BringToFront: row(Group::Edit, ["Bring to front", "맨 앞으로 가져오기"], &[Chord("]")]).needing(Needs::Changeable(Targets::Any));
        /// Draws the selected entities one step nearer to the front.
        BringForward: row(Group::Edit, ["Bring forward", "앞으로 가져오기"], &[Chord("Mod+]")]).needing(Needs::Changeable(Targets::Any));
        /// Draws the selected entities one step nearer to the back.
        SendBackward: row(Group::Edit, ["Send backward", "뒤로 보내기"], &[Chord("Mod+[")]).needing(Needs::Changeable(Targets::Any));
        /// Draws the selected entities behind all others of their group.
        SendToBack: row(Group::Edit, ["Send to back", "맨 뒤로 보내기"], &[Chord("[")]).needing(Needs::Changeable(Targets::Any));
        /// Mirrors the selected entities from left to right.
        FlipHorizontally: row(Group::Edit, ["Flip horizontally", "좌우로 뒤집기"], &[Chord("Shift+h")])
            .needing(Needs::Changeable(Targets::Any));
        /// Mirrors the selected entities from top to bottom.
        FlipVertically: row(Group::Edit, ["Flip vertically", "위아래로 뒤집기"], &[Chord("Shift+v")])
            .needing(Needs::Changeable(Targets::Any));
        /// Opens the menu of the selected entities.
        OpenMenu: row(Group::Edit, ["Open the context menu", "오른쪽 클릭 메뉴 열기"], &[Chord("Shift+F10"), Chord("ContextMenu")]);
        /// Shows the next change of the turn under review.
        NextChange: row(Group::Edit, ["Next change", "다음 변경"], &[Chord("n")])
            .needing(Needs::Review)
            .also_found_by(["review turn model diff", "검토 차이 모델"])
            .with_icon("m9 6 6 6-6 6");
        /// Shows the previous change of the turn under review.
        PreviousChange: row(Group::Edit, ["Previous change", "이전 변경"], &[Chord("Shift+n")])
            .needing(Needs::Review)
            .also_found_by(["review turn model diff", "검토 차이 모델"])
            .with_icon("m15 6-6 6 6 6");
        /// Keeps the present change of the turn under review.
        KeepChange: row(Group::Edit, ["Keep the change", "변경 유지"], &[Chord("Alt+Enter")])
            .needing(Needs::Review)
            .also_found_by(["review accept approve", "검토 수락 승인"]);
        /// Rejects the present change of the turn under review.
        RejectChange: row(Group::Edit, ["Reject the change", "변경 되돌리기"], &[Chord("Alt+Backspace")])
            .needing(Needs::Review)
            .also_found_by(["review revert take back", "검토 거부 취소"]);
        /// Shows the drawing before the turn under review, while the key is down.
        ShowBefore: row(Group::View, ["Hold to see the drawing before", "누르는 동안 이전 도면 보기"], &[Chord("b")])
            .needing(Needs::Review)
            .also_found_by(["review compare", "검토 비교"]);
    }
    after_tools {
        /// Runs the code.
        Run: row(Group::Work, ["Run", "실행"], &[Chord("Mod+Enter")])
            .everywhere()
            .also_found_by(["execute regenerate update code", "다시 그리기 코드"])
            .with_icon("M7 4v16l13-8z");
        /// Stops the run and the agent.
        Stop: row(Group::Work, ["Stop", "중지"], &[Chord("Mod+.")])
            .everywhere()
            .needing(Needs::Running)
            .also_found_by(["cancel abort", "멈춤 취소"])
            .with_icon("M6 6h12v12H6z");
        /// Moves the focus to the message field.
        FocusChat: row(Group::Work, ["Write a message", "메시지 쓰기"], &[Chord("/")])
            .also_found_by(["ask model prompt ai assistant", "질문 모델 인공지능"]);
        /// Shows the statement that drew the selected entity.
        GoToCode: row(Group::Edit, ["Go to code", "코드로 이동"], &[]).needing(Needs::Selected(1));
        /// Inserts the drawing point under the pointer into the message.
        NotePoint: row(Group::Work, ["Write the point under the pointer into the message", "포인터 아래 점을 메시지에 쓰기"], &[Chord("p")])
            .also_found_by(["coordinate position", "좌표"]);
        /// Copies the reference of the point or item under the pointer.
        CopyReference: row(Group::Work, ["Copy reference", "참조 복사"], &[])
            .also_found_by(["name part edge point identifier", "이름 변 점 식별자"]);
        /// Switches between the light and the dark theme.
        ToggleTheme: row(Group::View, ["Switch the theme", "테마 바꾸기"], &[Chord("Alt+Shift+d")])
            .everywhere()
            .also_found_by(["dark light theme night mode colors", "다크 라이트 색상 어둡게 밝게"]);
        /// Starts an empty drawing; the current drawing is kept.
        NewDrawing: row(Group::Files, ["New drawing", "새 도면"], &[Chord("Alt+Shift+n")])
            .everywhere()
            .also_found_by(["new blank empty clear start", "새로 만들기 빈 도면"]);
        /// Shows all drawings.
        Library: row(Group::Files, ["All drawings", "모든 도면"], &[Chord("Alt+Shift+o")])
            .everywhere()
            .also_found_by(["open recent previous documents files library trash restore rename duplicate", "이전 도면 최근 목록 휴지통 복원 이름 복제"]);
        /// Shows the history of the open drawing.
        History: row(Group::Files, ["History", "기록"], &[Chord("Alt+Shift+h")])
            .everywhere()
            .also_found_by(["versions timeline restore undo steps", "버전 기록 되돌리기 복원"]);
        /// Keeps the open drawing in a folder on disk as well, or opens the drawing of a folder.
        Folder: row(Group::Files, ["Folder on this computer…", "이 컴퓨터의 폴더…"], &[Chord("Alt+Shift+f")])
            .everywhere()
            .also_found_by(["directory disk git sync local files open save", "디렉터리 디스크 로컬 파일 동기화"]);
        /// Shows the link to the drawing.
        ShareLink: row(Group::Files, ["Share link", "링크로 공유"], &[Chord("Alt+Shift+s")])
            .everywhere()
            .also_found_by(["send url publish copy link", "보내기 주소"]);
        /// Shows the export formats.
        Export: row(Group::Files, ["Export", "내보내기"], &[Chord("Mod+Shift+e")])
            .everywhere()
            .also_found_by(["save as download dxf svg pdf png print cut laser image", "저장 내려받기 인쇄 그림 레이저"]);
        /// Checks the drawing for cutting.
        CheckForCutting: row(Group::Files, ["Check for cutting", "절단 검사"], &[])
            .needing(Needs::Entities)
            .also_found_by(["laser fabrication dfm gaps duplicates kerf repair fix", "레이저 검사 틈 중복 고치기"]);
        /// Copies the selection, or the whole drawing, to the clipboard as SVG.
        CopyAsSvg: row(Group::Files, ["Copy as SVG", "SVG로 복사"], &[]);
        /// Copies the selection, or the whole drawing, to the clipboard as scene JSON.
        CopyAsJson: row(Group::Files, ["Copy as JSON", "JSON으로 복사"], &[]);
        /// Saves the project as a file.
        SaveProject: row(Group::Files, ["Save the project as a file", "프로젝트를 파일로 저장"], &[Chord("Mod+s")])
            .everywhere()
            .also_found_by(["download file store backup", "저장 내려받기"]);
        /// Opens a file chooser and previews the file.
        OpenFile: row(Group::Files, ["Open a file", "파일 열기"], &[Chord("Mod+o")])
            .everywhere()
            .also_found_by(["import load upload dxf svg json read", "가져오기 불러오기 올리기"])
            .with_icon("m12 3 9 5-9 5-9-5zM3 13l9 5 9-5");
        /// Opens the command palette, which finds actions and tools.
        OpenPalette: row(Group::Work, ["Search commands and tools", "명령과 도구 찾기"], &[Chord("Mod+k")])
            .everywhere()
            .outside_palette()
            .with_icon("M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5 21 21");
        /// Shows the user guide.
        Help: row(Group::Work, ["Help", "도움말"], &[Chord("F1")])
            .everywhere()
            .also_found_by(["guide manual documentation tutorial", "설명서 안내 사용법"])
            .with_icon("M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM9.5 9.7a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 16.8h.01");
        /// Shows all keyboard shortcuts.
        Shortcuts: row(Group::Work, ["Keyboard shortcuts", "단축키"], &[Chord("?")])
            .also_found_by(["keys hotkeys keyboard keymap bindings", "단축키 키보드"]);
        /// Pans the view to the left.
        PanLeft: row(Group::View, ["Move the view", "화면 옮기기"], &[Chord("ArrowLeft")]).on_canvas();
        /// Pans the view to the right.
        PanRight: row(Group::View, ["Move the view", "화면 옮기기"], &[Chord("ArrowRight")]).on_canvas();
        /// Pans the view up.
        PanUp: row(Group::View, ["Move the view", "화면 옮기기"], &[Chord("ArrowUp")]).on_canvas();
        /// Pans the view down.
        PanDown: row(Group::View, ["Move the view", "화면 옮기기"], &[Chord("ArrowDown")]).on_canvas();
    }
}

/// Returns a row outside text fields that needs no particular state.
const fn row(group: Group, label: Text, keys: &'static [Chord]) -> Action<()> {
    Action {
        id: (),
        label,
        keys,
        scope: Scope::OutsideText,
        needs: Needs::Nothing,
        group,
        synonyms: ["", ""],
        icon: "",
        is_in_palette: true,
    }
}

impl Action<()> {
    const fn everywhere(self) -> Self {
        Self {
            scope: Scope::Everywhere,
            ..self
        }
    }

    const fn on_canvas(self) -> Self {
        Self {
            scope: Scope::Canvas,
            ..self.outside_palette()
        }
    }

    const fn outside_palette(self) -> Self {
        Self {
            is_in_palette: false,
            ..self
        }
    }

    const fn needing(self, needs: Needs) -> Self {
        Self { needs, ..self }
    }

    const fn also_found_by(self, synonyms: Text) -> Self {
        Self { synonyms, ..self }
    }

    const fn with_icon(self, icon: &'static str) -> Self {
        Self { icon, ..self }
    }

    const fn with_id<Id: Copy>(self, id: Id) -> Action<Id> {
        Action {
            id,
            label: self.label,
            keys: self.keys,
            scope: self.scope,
            needs: self.needs,
            group: self.group,
            synonyms: self.synonyms,
            icon: self.icon,
            is_in_palette: self.is_in_palette,
        }
    }
}

impl Action {
    fn of_tool(tool: ToolInfo) -> Self {
        row(Group::Tools, tool.label, tool.keys)
            .also_found_by(synonyms::of(tool.id))
            .with_icon(tool.icon)
            .with_id(ActionId::CanvasTool(tool.id))
    }

    fn of_arrangement(arrangement: Arrangement) -> Self {
        row(Group::Edit, arrangement.label(), &[])
            .needing(Needs::Selected(arrangement.least()))
            .with_id(ActionId::Arrange(arrangement))
    }
}

impl<Id> Action<Id> {
    /// Returns the texts that the search of the command palette compares: the synonyms, and the name in both languages.
    #[must_use]
    pub fn search_texts(&self) -> [String; 3] {
        [
            self.synonyms.join(" "),
            self.label[0].to_owned(),
            self.label[1].to_owned(),
        ]
    }
}

/// Kind of the focused element when a key goes down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// A text field or editor.
    Text,
    /// The canvas.
    Canvas,
    /// Any other element.
    Other,
}

impl Scope {
    fn acts_in(self, focus: Focus) -> bool {
        match self {
            Scope::Everywhere => true,
            Scope::OutsideText => focus != Focus::Text,
            Scope::Canvas => focus == Focus::Canvas,
        }
    }
}

impl ActionId {
    /// Returns the row of the action on the page; `None` for a canvas tool that the page does not have.
    #[must_use]
    pub fn find(self) -> Option<&'static Action> {
        ActionList::standard().iter().find(|action| action.id == self)
    }

    /// Returns the name of the action in English and Korean.
    #[must_use]
    pub fn label(self) -> Text {
        self.find().map_or(["", ""], |action| action.label)
    }

    /// Returns the shortcuts of the action; the user interface displays the first one.
    #[must_use]
    pub fn keys(self) -> &'static [Chord] {
        self.find().map_or(&[], |action| action.keys)
    }

    /// Checks whether the action is available.
    ///
    /// # Errors
    /// Returns the reason in English and Korean, for the tooltip, if the action is unavailable.
    pub fn check(self, now: ActionContext) -> Result<(), Text> {
        self.find().map_or(Ok(()), |action| action.needs.check(now))
    }
}

/// All actions of the page: the fixed actions, and one action for each canvas tool.
#[derive(Clone, Debug)]
pub struct ActionList<Id = ActionId>(Vec<Action<Id>>);

/// Action list of the page, with [`CANVAS_TOOLS`].
static STANDARD: LazyLock<ActionList> = LazyLock::new(|| ActionList::new(CANVAS_TOOLS));

impl ActionList {
    /// Creates a list of the fixed actions and of the actions that activate these canvas tools.
    #[must_use]
    pub fn new(tools: &[NewTool]) -> Self {
        let before = BEFORE_TOOLS.iter().copied();
        let tools = entries(tools).map(Action::of_tool);
        let arrangements = Arrangement::ALL.map(Action::of_arrangement);
        let all = before.chain(tools).chain(arrangements);
        Self::of_rows(all.chain(AFTER_TOOLS.iter().copied()))
    }

    /// Returns the action list of the page.
    #[must_use]
    pub fn standard() -> &'static Self {
        &STANDARD
    }
}

impl<Id: Copy + PartialEq> ActionList<Id> {
    /// Creates a list of these actions.
    pub fn of_rows(rows: impl IntoIterator<Item = Action<Id>>) -> Self {
        Self(rows.into_iter().collect())
    }

    /// Returns all actions, in the order of the command palette.
    pub fn iter(&self) -> impl Iterator<Item = &Action<Id>> {
        self.0.iter()
    }

    /// Returns the actions of the command palette.
    pub fn palette_actions(&self) -> impl Iterator<Item = &Action<Id>> {
        self.iter().filter(|action| action.is_in_palette)
    }

    /// Returns the shortcuts of an action.
    #[must_use]
    pub fn keys(&self, id: Id) -> &'static [Chord] {
        let action = self.iter().find(|action| action.id == id);
        action.map_or(&[], |action| action.keys)
    }

    /// Returns the action for a key press.
    #[must_use]
    pub fn for_key(&self, press: &KeyPress<'_>, focus: Focus, mac: bool) -> Option<Id> {
        self.iter()
            .filter(|action| action.scope.acts_in(focus))
            .find(|action| action.keys.iter().any(|chord| chord.matches(press, mac)))
            .map(|action| action.id)
    }
}

#[cfg(test)]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "the macro declares more than the test needs"
)]
mod added_action_tests;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::sync::Arc;
    use trammel_kernel::Point;
    use trammel_scene::{Edit, Flags, Shape};

    #[test]
    fn ids_and_shortcuts_are_unique() {
        let actions = ActionList::standard();
        let ids: BTreeSet<ActionId> = actions.iter().map(|action| action.id).collect();
        assert_eq!(ids.len(), actions.iter().count());
        let chords: Vec<&str> = actions
            .iter()
            .flat_map(|action| action.keys)
            .map(|chord| chord.0)
            .collect();
        let distinct: BTreeSet<&str> = chords.iter().copied().collect();
        assert_eq!(distinct.len(), chords.len());
        for action in actions.iter() {
            assert_eq!(actions.keys(action.id), action.keys);
        }
    }

    #[test]
    fn each_canvas_tool_has_an_action_with_its_keys() {
        let actions = ActionList::standard();
        for (id, chord) in [("select", "v"), ("hand", "h"), ("sketch", "Shift+p")] {
            assert_eq!(actions.keys(ActionId::CanvasTool(id)), [Chord(chord)]);
        }
        assert_eq!(actions.keys(ActionId::CanvasTool("no such tool")), []);
    }

    #[test]
    fn no_action_binds_a_shortcut_reserved_by_browsers() {
        for taken in [
            "Mod+w",
            "Mod+n",
            "Mod+t",
            "Mod+l",
            "Mod+Shift+n",
            "Mod+Shift+i",
            "Mod+Shift+j",
            "F5",
            "F12",
        ] {
            assert!(
                !ActionList::standard()
                    .iter()
                    .flat_map(|action| action.keys)
                    .any(|chord| chord.0 == taken),
                "{taken}"
            );
        }
    }

    #[test]
    fn single_key_shortcuts_are_ignored_while_typing() {
        let actions = ActionList::standard();
        let hand = KeyPress {
            key: "h",
            code: "KeyH",
            ..KeyPress::default()
        };
        assert_eq!(
            actions.for_key(&hand, Focus::Other, false),
            Some(ActionId::CanvasTool("hand"))
        );
        assert_eq!(actions.for_key(&hand, Focus::Text, false), None);
        let run = KeyPress {
            key: "Enter",
            code: "Enter",
            ctrl: true,
            ..KeyPress::default()
        };
        assert_eq!(actions.for_key(&run, Focus::Text, false), Some(ActionId::Run));
        for action in actions.iter().filter(|action| action.scope == Scope::Everywhere) {
            assert!(
                // A plain key must not trigger an action while the user types text.
                action.keys.iter().all(|chord| ["Mod+", "Alt+", "F1"]
                    .iter()
                    .any(|start| chord.0.starts_with(start))),
                "{:?}",
                action.id
            );
        }
    }

    #[test]
    fn a_disabled_action_reports_its_reason() {
        let empty = ActionContext::default();
        assert_eq!(
            ActionId::Undo.check(empty),
            Err(["Nothing to undo.", "취소할 작업이 없어요."])
        );
        assert_eq!(
            ActionId::Delete.check(ActionContext { entities: 3, ..empty }),
            Err(NOTHING_SELECTED)
        );
        assert_eq!(
            ActionId::Delete.check(ActionContext {
                entities: 3,
                selected: 1,
                ..empty
            }),
            Ok(())
        );
        assert_eq!(ActionId::ZoomIn.check(empty), Ok(()));
        let two = ActionContext {
            entities: 3,
            selected: 2,
            ..empty
        };
        assert_eq!(ActionId::Arrange(Arrangement::AlignLeft).check(two), Ok(()));
        assert_eq!(
            ActionId::Arrange(Arrangement::DistributeUp).check(two),
            Err(["Select 3 items first.", "먼저 항목을 3개 선택하세요."])
        );
    }
    #[test]
    fn a_change_reports_why_the_selected_entities_cannot_change() {
        let name = |text: &str| Name::new(text).unwrap();
        let mut edit = Edit::by_user(Scene::default());
        for text in ["a", "b", "c"] {
            let shape = Shape::Point { at: Point::ORIGIN };
            edit.insert(&name(text), shape, Arc::default(), false).unwrap();
        }
        edit.group(&name("g"), &[name("c")]).unwrap();
        edit.set_flags("a", Flags::HIDDEN).unwrap();
        let scene = edit.finish().0;
        let reason = |action: ActionId, selected: &[&str]| {
            let selected: Vec<Name> = selected.iter().map(|text| name(text)).collect();
            let needs = action.find().unwrap().needs;
            needs.refusal(&scene, &selected).map(|[english, _]| english)
        };
        let hidden = Some("\"a\" is hidden. Show it first.".to_owned());
        for (action, selected, wanted) in [
            (ActionId::Cut, ["a", "b"].as_slice(), hidden.clone()),
            (ActionId::FlipVertically, &["a"], hidden.clone()),
            (ActionId::FlipVertically, &["b", "g"], None),
            (ActionId::Copy, &["a"], None),
            (ActionId::ToggleHidden, &["a"], None),
            (ActionId::Rename, &["a"], hidden.clone()),
            (
                ActionId::Rename,
                &["a", "b"],
                Some("Several items are selected. Select one to rename it.".to_owned()),
            ),
            (
                ActionId::Ungroup,
                &["b"],
                Some("The selection contains no group. Select a group first.".to_owned()),
            ),
            (ActionId::Ungroup, &["a", "g"], hidden),
            (ActionId::Ungroup, &["b", "g"], None),
        ] {
            assert_eq!(reason(action, selected), wanted, "{action:?} {selected:?}");
        }
    }
}
