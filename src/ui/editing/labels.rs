//! Names of the actions that edit the selection.

use trammel_canvas::canvas_tool::Text;
use trammel_canvas::edit_action::EditAction;

const CUT_LABEL: Text = ["Cut", "잘라내기"];
const COPY_LABEL: Text = ["Copy", "복사"];
const PASTE_LABEL: Text = ["Paste", "붙여넣기"];
const DUPLICATE_LABEL: Text = ["Duplicate", "복제"];
const RENAME_LABEL: Text = ["Rename", "이름 바꾸기"];
const GROUP_LABEL: Text = ["Group", "그룹으로 묶기"];
const UNGROUP_LABEL: Text = ["Ungroup", "그룹 풀기"];
const FRONT_LABEL: Text = ["Bring to front", "맨 앞으로 가져오기"];
const FORWARD_LABEL: Text = ["Bring forward", "앞으로 가져오기"];
const BACKWARD_LABEL: Text = ["Send backward", "뒤로 보내기"];
const BACK_LABEL: Text = ["Send to back", "맨 뒤로 보내기"];
const FLIP_ACROSS_LABEL: Text = ["Flip horizontally", "좌우로 뒤집기"];
const FLIP_DOWN_LABEL: Text = ["Flip vertically", "위아래로 뒤집기"];
const MENU_LABEL: Text = ["Open the context menu", "오른쪽 클릭 메뉴 열기"];

/// Returns the name of an action.
pub(crate) fn label(action: EditAction) -> Text {
    match action {
        EditAction::Cut => CUT_LABEL,
        EditAction::Copy => COPY_LABEL,
        EditAction::Paste => PASTE_LABEL,
        EditAction::Duplicate => DUPLICATE_LABEL,
        EditAction::Rename => RENAME_LABEL,
        EditAction::Group => GROUP_LABEL,
        EditAction::Ungroup => UNGROUP_LABEL,
        EditAction::BringToFront => FRONT_LABEL,
        EditAction::BringForward => FORWARD_LABEL,
        EditAction::SendBackward => BACKWARD_LABEL,
        EditAction::SendToBack => BACK_LABEL,
        EditAction::FlipHorizontally => FLIP_ACROSS_LABEL,
        EditAction::FlipVertically => FLIP_DOWN_LABEL,
        EditAction::OpenMenu => MENU_LABEL,
    }
}
