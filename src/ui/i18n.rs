//! Texts of the page in English and Korean, one line each. The labels of panels, of actions, and of canvas tools are in their
//! declarations.
//!
//! Style: short statements about the state of the drawing, without exclamation marks. Korean is in 해요체; no particle
//! follows a placeholder, so that any name fits. Placeholders have the form `{n}`, and [`fill`] replaces them.

use trammel_language::Language;

macro_rules! catalog {
    ($($key:ident: $en:literal, $ko:literal;)*) => {
        /// Key of a text of the page.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Msg { $($key),* }

        impl From<Msg> for [&'static str; 2] {
            fn from(message: Msg) -> Self {
                match message {
                    $(Msg::$key => [$en, $ko],)*
                }
            }
        }

        impl Msg {
            /// Returns the text in a language.
            pub(crate) fn text(self, language: Language) -> &'static str {
                language.pick(self.into())
            }
        }
    };
}

catalog! {
    // Frame of the page.
    AppName: "Trammel", "Trammel";
    SkipToCanvas: "Skip to the drawing", "도면으로 건너뛰기";
    SkipToChat: "Skip to chat", "대화로 건너뛰기";
    SkipToTree: "Skip to the list of items", "항목 목록으로 건너뛰기";
    LeftDock: "Left panels", "왼쪽 패널";
    ShowPanel: "Show panel: {name}", "패널 보기: {name}";
    RightDock: "Right panels", "오른쪽 패널";
    StatusBar: "Status", "상태";
    LeftSeparator: "Width of the left panels", "왼쪽 패널 너비";
    RightSeparator: "Width of the right panels", "오른쪽 패널 너비";
    ShowItems: "Show the items panel", "항목 패널 보기";
    CloseItems: "Close the items panel", "항목 패널 닫기";
    SheetTaller: "Make the panel taller", "패널 높이기";
    SheetLower: "Make the panel lower", "패널 낮추기";
    // Review of a turn.
    ReviewName: "Review of the last turn", "마지막 차례의 변경 검토";
    ReviewCounts: "{n} changes: {added} added, {changed} changed, {deleted} deleted", "변경 {n}개: 추가 {added}, 변경 {changed}, 삭제 {deleted}";
    ReviewPlace: "{at} of {n}", "{n}개 중 {at}번째";
    ReviewAdded: "{name}: added", "{name}: 추가됨";
    ReviewDeleted: "{name}: deleted", "{name}: 삭제됨";
    ReviewRenamed: "{name}: was {old}", "{name}: 이전 이름 {old}";
    ReviewChanged: "{name}: changed", "{name}: 변경됨";
    ReviewChangedTo: "{name}: {changes}", "{name}: {changes}";
    ReviewKeep: "Keep", "유지";
    ReviewReject: "Reject", "되돌리기";
    ReviewKeepAll: "Keep all", "모두 유지";
    ReviewRejectAll: "Reject all", "모두 되돌리기";
    ReviewBefore: "Before", "이전";
    ReviewBeforeHint: "Hold to see the drawing before the turn (B)", "누르는 동안 이전 도면을 볼 수 있어요 (B)";
    ReviewWipe: "Compare", "비교";
    ReviewKept: "The changes stay.", "변경을 그대로 두었어요.";
    ReviewRejected: "Changes rejected: {n}. Undo brings them back.", "변경 {n}개를 되돌렸어요. 실행 취소로 다시 가져올 수 있어요.";
    ReviewAskTitle: "Reject what you edited?", "직접 고친 것도 되돌릴까요?";
    ReviewAskLater: "These items were changed again after the turn: {names}. A rejection also removes that change.", "차례가 끝난 뒤 다시 바뀐 항목이에요: {names}. 되돌리면 그 변경도 사라져요.";
    ReviewLeave: "Leave as it is", "그대로 두기";
    ReviewRejectAnyway: "Reject", "되돌리기";
    Close: "Close", "닫기";
    Examples: "Examples", "예제";
    ExampleLoaded: "Example opened as a new drawing: {name}. The earlier drawing is under \"All drawings\".", "예제를 새 도면으로 열었어요: {name}. 앞의 도면은 '모든 도면'에 있어요.";
    Drawings: "Drawings", "도면";
    NewDrawingMade: "New drawing opened. The earlier drawing is under \"All drawings\".", "새 도면을 열었어요. 앞의 도면은 '모든 도면'에 있어요.";
    LibraryHint: "Every drawing of this browser, the one changed last first. Opening one keeps the others.", "이 브라우저의 모든 도면이고, 마지막에 바꾼 도면이 먼저 나와요. 하나를 열어도 나머지는 그대로예요.";
    SearchDrawings: "Search drawings", "도면 찾기";
    NoDrawingFound: "No drawing has this name.", "이 이름의 도면이 없어요.";
    Untitled: "Untitled", "제목 없음";
    CopyOf: "{name} (copy)", "{name}(사본)";
    OpenDrawing: "Open", "열기";
    DrawingOpen: "This drawing is open.", "지금 열려 있는 도면이에요.";
    Rename: "Rename", "이름 바꾸기";
    DuplicateDrawing: "Duplicate", "복제";
    DrawingDuplicated: "Copy added to the list.", "사본을 목록에 추가했어요.";
    DeleteDrawing: "Delete", "삭제";
    OpenElsewhere: "\"{name}\" is open in another tab, so nothing was changed. Close it there, and try again.", "\"{name}\"이(가) 다른 탭에 열려 있어서 아무것도 바꾸지 않았어요. 그 탭에서 닫고 다시 해 보세요.";
    DrawingDeleted: "Drawing moved to the trash.", "도면을 휴지통으로 옮겼어요.";
    Trash: "Trash", "휴지통";
    TrashHint: "Deleted drawings stay here for {n} days.", "삭제한 도면은 {n}일 동안 여기에 있어요.";
    TrashEmpty: "The trash is empty.", "휴지통이 비어 있어요.";
    RestoreDrawing: "Restore", "되살리기";
    RemoveDrawing: "Delete forever", "완전히 삭제";
    DrawingRemoved: "Drawing deleted forever.", "도면을 완전히 삭제했어요.";
    ShowReadable: "Show what can be read", "읽을 수 있는 내용 보기";
    DrawingUnreadable: "This drawing cannot be read: {why}. Download its text to keep it.", "읽을 수 없는 도면이에요: {why}. 내용을 내려받아 보관하세요.";
    NotOpened: "The drawing was not opened: {why}", "도면을 열지 못했어요: {why}";
    NotLeft: "The open drawing could not be stored, so it stays open: {why} Save it as a file, then free some space.", "열린 도면을 저장하지 못해서 그대로 두었어요: {why} 파일로 저장한 다음 저장 공간을 비우세요.";
    NoLibrary: "This browser stores only the open drawing, without its history and conversations: {why} Save drawings as files.", "이 브라우저는 열린 도면만 저장하고 기록과 대화는 저장하지 않아요: {why} 도면을 파일로 저장하세요.";
    AlsoOpen: "This drawing is also open in another tab. Both tabs show the same changes.", "이 도면은 다른 탭에서도 열려 있어요. 두 탭에 같은 내용이 보여요.";
    WorkOnCopy: "Work on a copy here", "여기서는 사본으로 작업";
    Conversations: "Conversations of this drawing", "이 도면의 대화";
    NewConversation: "New conversation", "새 대화";
    SaveBackup: "Save a backup", "백업 저장";
    RestoreBackup: "Restore a backup", "백업 되살리기";
    BackupRestored: "Backup restored. Drawings: {added} added, {replaced} continued, {copied} added as copies, {kept} unchanged.", "백업을 되살렸어요. 도면: 추가 {added}, 이어서 바꿈 {replaced}, 사본으로 추가 {copied}, 그대로 {kept}.";
    BackupForeign: "It is from another browser, so its tools and memory are off until you turn them on.", "다른 브라우저의 백업이라서 도구와 기억은 켤 때까지 꺼져 있어요.";
    OursKept: "Another tab changed the drawing as well. The version of this tab is now \"{name}\" under All drawings.", "다른 탭도 이 도면을 바꿨어요. 이 탭의 버전은 이제 모든 도면의 \"{name}\"이에요.";
    BothKept: "Two versions of this drawing were changed independently. The other one is now \"{name}\".", "이 도면의 두 버전이 따로 바뀌었어요. 다른 버전은 이제 \"{name}\"이에요.";
    TextsAside: "Stored texts that could not be read. They stay with the drawing and its backups.", "읽지 못한 저장된 텍스트예요. 도면과 백업에 그대로 남아요.";
    PutBack: "Put back", "되돌리기";
    RemoveText: "Remove", "없애기";
    SetAsideDone: "The data is set aside. It is listed in the history of the drawing.", "데이터를 따로 두었어요. 도면의 기록에 목록이 있어요.";
    BackupLeftOut: "Left out: {why}.", "뺀 것: {why}.";
    FolderName: "Folder: {name}", "폴더: {name}";
    FolderUsed: "The drawing is kept in the folder '{name}' as well.", "이제 도면을 '{name}' 폴더에도 저장해요.";
    FolderInUse: "The drawing is kept in the folder '{name}' as well. Changes on one side are copied to the other.", "도면을 '{name}' 폴더에도 저장하고 있어요. 한쪽에서 바꾼 내용은 다른 쪽에도 옮겨요.";
    FolderHeld: "The folder '{name}' stays as it is until you answer the question in the chat.", "채팅의 질문에 답할 때까지 '{name}' 폴더를 그대로 둬요.";
    FolderLoaded: "Loaded from the folder: {files}. Undo returns to the previous version.", "폴더에서 불러왔어요: {files}. 실행 취소로 이전 버전으로 돌아가요.";
    FolderNeedsPermission: "The drawing is kept in the folder '{name}' as well. The browser asks for permission in each visit.", "도면을 '{name}' 폴더에도 저장하고 있어요. 방문할 때마다 브라우저의 허용이 필요해요.";
    FolderNotPermitted: "The browser did not permit the folder. Permit it in the site settings of the browser, then try again.", "브라우저가 폴더를 허용하지 않았어요. 브라우저의 사이트 설정에서 허용하고 다시 시도하세요.";
    FolderNotLoaded: "the drawing was changed meanwhile. The page tries again.", "그사이에 도면이 바뀌었어요. 페이지가 다시 시도해요.";
    FolderPermit: "Use the folder", "폴더 쓰기";
    FolderBothChanged: "Changed both here and in the folder '{name}': {files}. Choose a version; the other one stays in the history.", "여기와 '{name}' 폴더에서 모두 바뀌었어요: {files}. 쓸 버전을 고르면 다른 버전은 기록에 남아요.";
    FolderTakeTheirs: "Load the folder's version", "폴더의 버전 불러오기";
    FolderTakeOurs: "Keep this version", "지금 버전 쓰기";
    FolderFailed: "The folder '{name}' is not up to date: {why} The drawing is stored in the browser.", "'{name}' 폴더에 최신 내용이 없어요: {why} 도면은 브라우저에 저장돼 있어요.";
    FolderIgnores: "changed in the folder: {files}. Custom tools and notes for the model load only with a new drawing; stop using the folder and open it again.", "폴더에서 바뀐 파일: {files}. 사용자 도구와 모델용 메모는 새 도면으로 열 때만 불러오니 폴더 사용을 멈추고 다시 여세요.";
    FolderVanished: "Gone from the folder '{name}': {files}. Write the files again, or remove them from the drawing as well; undo restores them.", "'{name}' 폴더에서 사라진 파일: {files}. 파일을 다시 쓰거나 도면에서도 지우세요(실행 취소로 되살릴 수 있어요).";
    FolderWriteAgain: "Write the files again", "파일 다시 쓰기";
    FolderRemoveHere: "Remove them here as well", "여기에서도 지우기";
    FolderLeftAlone: "The drawing is kept in the folder '{name}', apart from files that stay as they are: {why}", "'{name}' 폴더에 도면을 저장하고, 다음 파일은 그대로 둬요: {why}";
    FolderStuck: "{files} differs after two writes, so the folder has another file for the name. Rename the module or change it.", "{files}이(가) 두 번 쓴 뒤에도 달라요. 폴더의 다른 파일과 이름이 겹치니 모듈 이름을 바꾸거나 내용을 고치세요.";
    FolderSilent: "it does not answer, and the page asks again every minute. Check the drive or its network, or stop using the folder.", "응답이 없어 1분마다 다시 확인해요. 드라이브나 네트워크를 확인하거나 폴더 사용을 멈추세요.";
    FolderUnread: "It is not known whether the drawing has a folder on this computer: {why} Nothing is written to a folder, and the page tries again.", "이 도면에 컴퓨터 폴더가 있는지 읽지 못했어요: {why} 폴더에는 아무것도 쓰지 않고 페이지가 다시 시도해요.";
    FolderRecordDamaged: "the record of the folder is damaged. Stop using the folder, then choose it again.", "폴더 기록이 손상됐어요. 폴더 사용을 멈추고 폴더를 다시 고르세요.";
    FolderStop: "Stop using the folder", "폴더 사용 멈추기";
    FolderRefused: "The folder was not used: {why}", "폴더를 쓰지 못했어요: {why}";
    FolderInOtherTab: "the drawing is also open in another tab. Use the folder there, or close the other tab.", "도면이 다른 탭에서도 열려 있어요. 그 탭에서 폴더를 쓰거나 그 탭을 닫으세요.";
    FolderNotOpened: "the open drawing could not be closed. Try again when it is saved.", "지금 도면을 닫지 못했어요. 저장된 뒤에 다시 시도하세요.";
    NoFolders: "This browser gives pages no access to folders. Use Chrome or Edge on a computer, or save the project as a file.", "이 브라우저에서는 폴더를 쓸 수 없어요. 컴퓨터의 Chrome이나 Edge를 쓰거나 프로젝트를 파일로 저장하세요.";
    LibraryNotRead: "The list of drawings could not be read: {why} Nothing was changed, so reload the page to try again.", "도면 목록을 읽지 못했어요: {why} 아무것도 바뀌지 않았으니 페이지를 새로 고치세요.";
    HistoryNotRead: "The history could not be read: {why} Nothing was changed, so open the history again.", "기록을 읽지 못했어요: {why} 아무것도 바뀌지 않았으니 기록을 다시 여세요.";
    DatabaseOutdated: "A newer version of this page is open in another tab, and stores the drawings now. Reload this page.", "이 페이지의 새 버전이 다른 탭에 열려 있어서 이제 그 탭이 도면을 저장해요. 이 페이지를 새로 고치세요.";
    SafeStart: "The code of this drawing was not run, because the page did not finish its last start. Run it, or open another drawing.", "페이지가 지난 시작을 끝내지 못해서 이 도면의 코드를 실행하지 않았어요. 코드를 실행하거나 다른 도면을 여세요.";
    HistoryHint: "The versions of this drawing, newest first. Restoring one is a new step that can be undone.", "이 도면의 버전이고, 최신 버전이 먼저 나와요. 되살리기는 새 단계라서 실행 취소로 되돌릴 수 있어요.";
    HistoryEmpty: "Nothing has been changed yet.", "아직 바꾼 것이 없어요.";
    HistoryMore: "Show older versions", "더 오래된 버전 보기";
    RestoreVersion: "Restore", "되살리기";
    NameVersion: "Name", "이름 붙이기";
    VersionName: "Name of the version", "버전 이름";
    VersionRestored: "Version restored. Undo returns to the previous version.", "버전을 되살렸어요. 실행 취소로 이전 버전으로 돌아가요.";
    VersionGone: "This version cannot be restored, because the history after it has a gap. Choose a newer version.", "이 버전 뒤의 기록이 끊겨 있어서 되살릴 수 없어요. 더 새로운 버전을 고르세요.";
    VersionBeginning: "Beginning of the history", "기록의 시작";
    StepTyping: "Code typed", "코드 입력";
    StepAgent: "Changes by the model", "모델의 변경";
    StepProperties: "Properties changed", "속성 변경";
    StepProject: "Project opened", "프로젝트 열기";
    StepRestore: "Version restored", "버전 되살리기";
    StepImport: "File imported", "파일 가져오기";
    StepReject: "Changes rejected", "변경 되돌림";
    VersionPresent: "Current version", "지금 버전";
    VersionAbandoned: "undone, then replaced by another step", "실행 취소한 뒤 다른 단계로 대신함";
    ByUser: "You", "나";
    ByModel: "Model, turn {n}", "모델, {n}번째 차례";
    ByBrowserAgent: "Agent of the browser", "브라우저의 에이전트";
    ByImport: "Import", "가져오기";
    GuidePages: "Pages of the guide", "설명서의 쪽";
    GuideLoading: "Loading the guide…", "설명서를 불러오고 있어요…";
    GuideFailed: "The guide could not be loaded: {why}. Check the connection, then try again.", "설명서를 불러오지 못했어요: {why}. 연결을 확인하고 다시 시도하세요.";
    Theme: "Theme", "테마";
    ThemeSystem: "System", "시스템";
    ThemeLight: "Light", "밝게";
    ThemeDark: "Dark", "어둡게";
    Language: "Language", "언어";

    // Actions.
    ClearSketch: "Clear the sketch", "스케치 지우기";
    NoPoint: "Point at the drawing first.", "먼저 도면 위를 가리키세요.";
    NothingSketched: "There is no sketch. Draw one first.", "스케치가 없어요. 먼저 그리세요.";
    Undone: "Undone.", "실행을 취소했어요.";
    Redone: "Redone.", "다시 실행했어요.";
    ChangeUnit: "Change the unit", "단위 바꾸기";
    ChangeUnitQuestion: "The drawing is {now}. Convert the numbers: {converted}, which is the same size. Keep the numbers: {kept}, which is {times} times the size.", "도면 크기는 {now}예요. 숫자를 변환하면 {converted}이고 실제 크기는 그대로예요. 숫자를 그대로 두면 {kept}이고 실제 크기가 {times}배가 돼요.";
    ConvertNumbers: "Convert the numbers", "숫자 변환";
    KeepNumbers: "Keep the numbers", "숫자 그대로";
    Refused: "Not done: {why}", "하지 못했어요: {why}";

    // Sharing and files.
    Share: "Share", "공유";
    ShareLinkHint: "The link contains the code of this drawing, and no key, setting, or conversation. Everyone with the link can view a copy; a link cannot be revoked.", "링크에는 이 도면의 코드만 들어 있고 키, 설정, 대화는 없어요. 링크가 있으면 누구나 사본을 볼 수 있고, 보낸 링크는 취소할 수 없어요.";
    LinkLength: "Characters: {n}", "글자 수: {n}";
    PlaceChat: "Chats such as Discord, up to {n}", "Discord 같은 대화방, {n}자까지";
    PlaceSlack: "Slack and e-mail, up to {n}", "Slack과 이메일, {n}자까지";
    PlaceAddress: "Address bars of browsers, up to {n}", "브라우저 주소창, {n}자까지";
    Fits: "fits", "들어가요";
    TooLong: "too long", "너무 길어요";
    LinkLong: "This link is too long for some places, which may truncate it. Send the project file instead.", "어떤 곳에서는 링크가 길어서 잘릴 수 있어요. 프로젝트 파일을 보내세요.";
    LinkImpossible: "This project is too large for a link. Send the project file instead.", "링크에 담기에는 프로젝트가 너무 커요. 프로젝트 파일을 보내세요.";
    Copy: "Copy", "복사";
    Copied: "Copied.", "복사했어요.";
    CopyFailed: "Not copied: {why}", "복사하지 못했어요: {why}";
    ExportMemory: "Include the model's notes", "모델의 메모 포함";
    CodeDoesNotRun: "The code does not run", "코드가 실행되지 않아요";
    ExportStale: "{why}\nExport the last good drawing, which lacks your latest changes and is marked so in the file, or repair the code first.", "{why}\n마지막으로 정상이던 도면을 내보내거나 먼저 코드를 고치세요. 그 도면에는 최근 변경이 없고, 파일에도 그렇게 표시돼요.";
    ExportLastGood: "Use the last good drawing", "마지막으로 정상이던 도면 쓰기";
    ExportAsIs: "Use the code as it is", "코드를 그대로 쓰기";
    ExportNeverDrawn: "Not exported: the code has not run yet. Repair the code first.", "내보내지 않았어요. 코드가 아직 실행된 적이 없으니 먼저 코드를 고치세요.";
    ExportEmpty: "Not exported: no item is visible. Draw or show an item first.", "내보내지 않았어요. 보이는 항목이 없으니 먼저 그리거나 보이게 하세요.";
    LastGoodTitle: "{name} (last good drawing)", "{name} (마지막으로 정상이던 도면)";
    NotPainted: "Not exported: this browser cannot render the picture. Export an SVG file instead.", "내보내지 않았어요. 이 브라우저에서 그림을 렌더링할 수 없으니 SVG 파일로 내보내세요.";
    ExportPrivacy: "Exported files never contain keys, settings, or conversations.", "내보낸 파일에는 키, 설정, 대화가 들어가지 않아요.";
    ToFile: "To a file", "파일로";
    ToClipboard: "To the clipboard", "클립보드로";
    FileSaved: "Saved: {file}", "저장했어요: {file}";
    PreviewTitle: "View-only preview of a shared drawing", "공유된 도면 미리보기(보기 전용)";
    LinkUnfinished: "The page did not finish the last time that it opened this link. The drawing in it can keep the page from working; your own drawings stay as they are.", "지난번에 이 링크를 끝까지 열지 못했어요. 링크의 도면 때문에 페이지가 멈출 수 있지만, 내 도면은 그대로예요.";
    LinkOpened: "Open the link", "링크 열기";
    LinkNotOpened: "Do not open", "열지 않기";
    ImportFileTitle: "Import a file", "파일 가져오기";
    PreviewFileTitle: "Preview of your file", "내 파일 미리보기";
    ReadableTitle: "What can be read of the drawing (view-only)", "도면에서 읽을 수 있는 내용(보기 전용)";
    PreviewHint: "Your own drawing is unchanged.", "내 도면은 그대로예요.";
    PreviewBrings: "Custom tools and notes included: {n}", "함께 들어오는 사용자 도구와 메모: {n}개";
    PreviewNotes: "The copy contains these tools and notes. They are off until you turn them on in the Memory tab.", "사본에 이 도구와 메모가 들어가요. 기억 탭에서 켜기 전까지는 꺼져 있어요.";
    PreviewLeftOut: "Left out, with the reason:", "제외한 항목과 이유:";
    PreviewFailed: "The code of this drawing does not run: {why}", "이 도면의 코드가 실행되지 않아요: {why}";
    MakeCopy: "Open a copy", "사본 열기";
    CopyMade: "Opened as a new drawing. The earlier drawing is under \"All drawings\".", "새 도면으로 열었어요. 앞의 도면은 '모든 도면'에 있어요.";
    LinkCut: "The link was truncated: {n} of {all} characters arrived. Ask for the whole link or the project file; your own drawing is shown.", "링크가 잘려서 {all}자 가운데 {n}자만 도착했어요. 전체 링크나 프로젝트 파일을 다시 받으세요(지금 보이는 것은 내 도면이에요).";
    LinkCorrupt: "The link was altered in transit and cannot be read. Ask for the link again or for the project file; your own drawing is shown.", "링크가 전달 중에 바뀌어 읽을 수 없어요. 링크나 프로젝트 파일을 다시 받으세요(지금 보이는 것은 내 도면이에요).";
    LinkNewer: "The link was made by a newer version of Trammel. Reload the page to update; your own drawing is shown.", "더 새로운 Trammel에서 만든 링크예요. 페이지를 새로 고치세요(지금 보이는 것은 내 도면이에요).";
    LinkTooLarge: "The link exceeds the size limit. Ask for the project file; your own drawing is shown.", "링크가 크기 한도를 넘었어요. 프로젝트 파일을 받으세요(지금 보이는 것은 내 도면이에요).";
    LinkMalformed: "The link contains no drawing: {why}. Ask for the link again or for the project file; your own drawing is shown.", "링크에 도면이 없어요: {why}. 링크나 프로젝트 파일을 다시 받으세요(지금 보이는 것은 내 도면이에요).";
    FileNotOpened: "The file was not opened: {why}. Your drawing is unchanged.", "파일을 열지 못했어요: {why}. 내 도면은 그대로예요.";

    // Canvas.
    Canvas: "Drawing", "도면";
    CanvasHelp: "Drag to select, hold Space and drag to pan, scroll to zoom. The items panel lists every item.", "끌면 선택, Space를 누른 채 끌면 화면 이동, 스크롤하면 확대/축소예요. 항목 패널에 모든 항목이 있어요.";
    CanvasLabel: "{name}, items: {n}", "{name}, 항목 {n}개";
    Tools: "Tools", "도구";
    Zoom: "Zoom", "확대/축소";
    Empty: "What would you like to draw?", "무엇을 그릴까요?";
    NothingDrawnYet: "The code does not run yet, so there is no drawing.", "코드가 아직 실행되지 않아 도면이 없어요.";
    BrokenNotDeleted: "Not deleted: the code does not run ({why}). Repair the code first.", "코드가 실행되지 않아서 삭제하지 못했어요. 먼저 코드를 고치세요: {why}";
    EngineMissing: "Not changed: {why}", "바꾸지 못했어요: {why}";
    BrokenNotDrawn: "Not drawn: the code does not run ({why}). Repair the code first.", "코드가 실행되지 않아서 그리지 못했어요. 먼저 코드를 고치세요: {why}";
    LockedNotDeleted: "Not deleted because locked: {names}. Unlock first.", "잠긴 항목이라 삭제하지 못했어요: {names}. 먼저 잠금을 푸세요.";
    LastGood: "Showing the last good drawing.", "마지막으로 정상이던 도면을 보여 주고 있어요.";
    Selected: "{n} selected", "{n}개 선택";
    SelectedNames: "Selected: {names}", "선택: {names}";

    // Item tree.
    Hide: "Hide {name}", "숨기기: {name}";
    Show: "Show {name}", "보이기: {name}";
    LockItem: "Lock {name}", "잠그기: {name}";
    UnlockItem: "Unlock {name}", "잠금 풀기: {name}";
    Expand: "Expand or collapse {name}", "펼치기/접기: {name}";
    MoreRows: "and {n} more", "그 밖에 {n}개";
    NoItems: "The drawing has no items yet.", "도면에 아직 항목이 없어요.";
    KindLine: "line", "선";
    KindCircle: "circle", "원";
    KindRect: "rectangle", "직사각형";
    KindArc: "arc", "호";
    KindPolygon: "polygon", "다각형";
    KindBezier: "curve", "곡선";
    KindEllipse: "ellipse", "타원";
    KindText: "text", "문자";
    KindPoint: "point", "점";
    KindRegion: "region", "영역";
    KindDimension: "dimension", "치수";
    KindLeader: "leader", "지시선";
    KindHatch: "hatch", "해칭";
    KindGroup: "group", "그룹";

    // Status bar.
    CursorPosition: "Position of the pointer", "포인터 위치";
    Items: "Items: {n}", "항목: {n}";
    RunTime: "Ran in {ms} ms", "실행 {ms} ms";
    RunNever: "Not run yet", "아직 실행 전";
    RunBusy: "Running…", "실행 중…";
    EngineLoading: "Loading the script engine…", "스크립트 엔진을 불러오는 중…";
    EngineStillLoading: "The script engine is still loading. The change is made when it has loaded.", "스크립트 엔진을 아직 불러오고 있어요. 다 불러오면 바꿀게요.";
    Saved: "Saved on this device", "이 기기에 저장됨";
    Saving: "Saving…", "저장 중…";
    NotSaved: "Not saved", "저장 안 됨";
    NotSavedWhy: "The work was not saved in this browser: {why} It is still on this page; copy the code before you close the tab.", "이 브라우저에 작업을 저장하지 못했어요: {why} 작업은 아직 이 페이지에 있으니 탭을 닫기 전에 코드를 복사해 두세요.";
    NotRead: "Some stored data could not be read: {why}", "저장된 데이터 일부를 읽지 못했어요: {why}";
    UnreadTexts: "Some stored data could not be read; it is unchanged in this browser. Download it, or continue without it.", "저장된 데이터 일부를 읽지 못했고, 데이터는 이 브라우저에 그대로 있어요. 내려받거나, 빼고 계속하세요.";
    DownloadText: "Download", "내려받기";
    GoOnWithout: "Continue without it", "빼고 계속";
    ChatNotRead: "The stored conversation could not be read: {why}.", "저장된 대화를 읽지 못했어요: {why}.";
    ChangedElsewhere: "Another tab has changed this drawing. Changes made here are not stored until you choose one of the two.", "다른 탭에서 이 도면을 바꿨어요. 둘 중 하나를 고르기 전까지 여기서 바꾼 것은 저장되지 않아요.";
    LoadOther: "Load the other tab's drawing", "다른 탭의 도면 열기";
    KeepThis: "Keep this drawing", "이 도면 유지";
    Dismiss: "Dismiss", "닫기";

    // Code.
    Files: "Files", "파일";
    NewFile: "New module", "새 모듈";
    NewFileName: "Name of the new module", "새 모듈 이름";
    NewFileHint: "Letters, digits, _ and -", "글자, 숫자, _, -";
    CreateFile: "Create", "만들기";
    RemoveFile: "Remove {file}", "{file} 지우기";
    FileExists: "A module of this name already exists.", "같은 이름의 모듈이 이미 있어요.";
    FileReserved: "Windows reserves this name, so a folder could not be copied there. Choose another name.", "Windows에서 쓸 수 없는 이름이라 폴더를 그대로 옮길 수 없어요. 다른 이름을 고르세요.";
    FileSameName: "The name differs from that of another module only in case, and macOS and Windows would use one file for both. Choose another name.", "다른 모듈과 대소문자만 달라서 macOS와 Windows에서는 한 파일이 돼요. 다른 이름을 고르세요.";
    FileBadName: "A module name has 1 to {n} letters, digits, _ or -.", "모듈 이름은 글자, 숫자, _, - 1~{n}자예요.";
    CodeOf: "Code of {file}", "{file} 코드";
    Problems: "Problems", "문제";
    ProblemAt: "{file}, line {line}", "{file} {line}번째 줄";
    DidYouMean: "Did you mean: {names}", "비슷한 이름: {names}";
    Warnings: "Warnings", "경고";
    Logs: "Log", "로그";
    NoLogs: "The output of console.log appears here.", "console.log의 출력이 여기에 나와요.";
    EditorFallback: "The code editor could not be loaded. Use this plain text field instead.", "코드 편집기를 불러오지 못했어요. 대신 이 입력란을 쓰세요.";

    // chat
    ChatEmptyTitle: "Describe what to draw", "그릴 것을 설명해 주세요";
    ChatEmptyKey: "Every step is shown here, and one undo reverts a whole change.", "모든 단계가 여기에 보이고, 실행 취소 한 번으로 변경 전체를 되돌려요.";
    ChatEmptyNoKey: "The chat needs an API key of a model provider. Everything else works without one.", "대화에는 모델 제공자의 API 키가 필요해요. 나머지는 키 없이도 쓸 수 있어요.";
    Connect: "Connect a model", "모델 연결";
    WatchDemo: "Watch a recorded run", "녹화된 작업 보기";
    DemoPrompt: "Draw a round flange: a bore in the middle and six bolt holes on a pitch circle.", "둥근 플랜지를 그려 줘. 가운데에 구멍, 피치원 위에 볼트 구멍 여섯 개.";
    Recorded: "Recorded", "녹화";
    RecordedNote: "These answers are recorded; the tool calls run for real.", "대답은 녹화된 것이고, 도구 호출은 실제로 실행돼요.";
    Conversation: "Conversation", "대화 내용";
    NewChat: "New chat", "새 대화";
    ComposerLabel: "Message", "메시지";
    ComposerEmpty: "Describe what to draw or change…", "그리거나 바꿀 내용을 적어 주세요…";
    ComposerSelection: "Change the selected items…", "선택한 항목을 어떻게 바꿀까요?";
    ComposerNoKey: "Connect a model to chat, or open an example.", "모델을 연결하면 대화할 수 있어요. 예제를 열어도 돼요.";
    MessageTooLong: "The message would have more than {n} characters, and long texts block the page. Paste a part, or import a file.", "메시지가 {n}자를 넘는데 긴 글은 페이지를 멈추게 해요. 일부만 붙여 넣거나 파일로 가져오세요.";
    ComposerRunning: "The model is working. A message reaches it with its next step.", "모델이 작업하고 있어요. 메시지는 다음 단계에 전달돼요.";
    Queue: "Queue", "대기열에 넣기";
    Queued: "Queued: {text}", "대기 중: {text}";
    Unqueue: "Remove the queued message", "대기 중인 메시지 빼기";
    PhaseConnecting: "Connecting to the model…", "모델에 연결하고 있어요…";
    PhaseWaiting: "Waiting for the first words…", "첫 응답을 기다리고 있어요…";
    PhaseThinking: "The model is thinking…", "모델이 생각하고 있어요…";
    PhaseWriting: "The model is writing…", "모델이 쓰고 있어요…";
    PhaseTool: "Running a tool: {tool}…", "도구를 실행하고 있어요: {tool}…";
    PhaseCompacting: "Summarizing the conversation…", "대화를 요약하고 있어요…";
    PhaseAsking: "Waiting for your answer…", "답을 기다리고 있어요…";
    PhaseSeconds: "{n} s", "{n}초";
    ComposerAsking: "The app waits for you: keep or revert the change above.", "앱이 기다리고 있어요. 위의 변경을 그대로 두거나 되돌리세요.";
    Send: "Send", "보내기";
    ChipSelection: "{n} selected: {names}", "선택 {n}개: {names}";
    ChipSketch: "Sketch · {n} strokes", "스케치 · 획 {n}개";
    ChipStroke: "Sketch · {n} stroke", "스케치 · 획 {n}개";
    ChipSketchFull: "Sketch · {n} strokes (the maximum)", "스케치 · 획 {n}개(최대)";
    ChipSketchSent: "Sketch · sent", "스케치 · 보냈어요";
    ChipRemove: "Do not send the selection", "선택을 보내지 않기";
    AttachPicture: "Attach a picture (or paste one)", "그림 첨부(붙여넣기도 돼요)";
    AttachDrawing: "Attach the drawing as a picture", "도면을 그림으로 첨부";
    RemovePicture: "Remove picture {n}", "그림 {n} 빼기";
    PicturesSent: "Pictures: {n}", "그림 {n}개";
    PicturesFull: "A message can have at most {n} pictures.", "메시지 하나에 그림은 {n}개까지 넣을 수 있어요.";
    PictureBad: "This picture could not be decoded. Attach a PNG, JPEG, GIF, or WebP file.", "이 그림을 디코딩하지 못했어요. PNG, JPEG, GIF, WebP 파일을 첨부하세요.";
    DrawingNotAttached: "This browser cannot render the drawing as a picture. Describe it in words instead.", "이 브라우저에서는 도면을 그림으로 만들 수 없어요. 대신 말로 설명하세요.";
    PicturesUnseen: "This model does not accept pictures. It only learns that one was attached.", "이 모델은 그림을 받지 못해요. 그림이 첨부됐다는 것만 알게 돼요.";
    You: "You", "나";
    Model: "Model", "모델";
    Thinking: "Thinking…", "생각 중…";
    ReceiptAdded: "{n} added", "추가 {n}개";
    ReceiptChanged: "{n} changed", "변경 {n}개";
    ReceiptRemoved: "{n} deleted", "삭제 {n}개";
    ReceiptOutside: "Outside your selection: {names}", "선택 밖에서 바뀐 항목: {names}";
    ReceiptRefused: "Locked or hidden, unchanged: {names}", "잠겼거나 숨겨져 그대로 둔 항목: {names}";
    ReceiptWarnings: "Warnings: {names}", "경고: {names}";
    ReceiptChecks: "{held} of {n} checks pass", "확인 {n}개 중 {held}개 통과";
    ResultArea: "area of {name}: {n}", "{name} 넓이 {n}";
    ResultValue: "result: {value}", "결과: {value}";
    ResultWarnings: "{n} warnings", "경고 {n}개";
    ResultWarning: "1 warning", "경고 1개";
    SelectItem: "Select {name}", "{name} 선택";
    ToolDetails: "Details", "자세히";
    ReceiptTokens: "{n} tokens", "{n}토큰";
    ReceiptSeconds: "{s} s", "{s}초";
    ReceiptNone: "No item changed.", "바뀐 항목이 없어요.";
    ToolInput: "Input", "입력";
    ToolOutput: "Output", "출력";
    ToolRunning: "running", "실행 중";
    ToolDone: "done", "완료";
    ToolFailed: "failed", "실패";
    ToolPreparing: "preparing", "준비 중";
    ToolCanceled: "canceled", "취소됨";
    Retrying: "{why} Trying again in {s} s (attempt {n}).", "{why} {s}초 뒤 다시 시도해요 ({n}번째).";
    Details: "Message of the provider", "제공자의 메시지";
    RetryNow: "Try now", "지금 시도";
    TryAgain: "Try again", "다시 시도";
    Continue: "Continue", "계속";
    ChangeKey: "Change key", "키 바꾸기";
    ChangeModel: "Change model", "모델 바꾸기";
    OpenSettings: "Open settings", "설정 열기";
    StoppedRun: "Stopped. Finished steps are kept; the unfinished step was rolled back.", "중지했어요. 끝난 단계는 남기고, 끝나지 않은 단계는 되돌렸어요.";
    StoppedReverted: "Stopped. The change in question was reverted; the steps before it are kept.", "중지했어요. 물어본 변경은 되돌렸고, 그 앞의 단계는 남겼어요.";
    StoppedTooLate: "Stopped. The change in question stays, because you have changed the drawing since; choose Undo to remove it.", "중지했어요. 그 뒤에 도면을 직접 바꿔서 물어본 변경은 남아 있어요(없애려면 실행 취소를 고르세요).";
    StoppedOpen: "Stopped. The change in question still waits for your decision; the steps before it are kept.", "중지했어요. 물어본 변경은 아직 결정을 기다리고, 그 앞의 단계는 남겼어요.";
    RefusedByModel: "The model declined to answer. Rephrase the message, or choose another model.", "모델이 답변을 거부했어요. 메시지를 바꿔 쓰거나 다른 모델을 고르세요.";
    AgentStarted: "The model started.", "모델이 작업을 시작했어요.";
    AgentDone: "Done.", "끝났어요.";
    Compacting: "The conversation nearly fills the model's context window and is being compacted.", "대화가 모델의 컨텍스트 창을 거의 채워서 압축하고 있어요.";
    Compacted: "The model continues from a summary of the conversation. The messages above stay readable; the drawing is unchanged.", "이제 모델은 대화 요약에서 이어 가요. 위의 메시지는 계속 볼 수 있고, 도면은 그대로예요.";
    ContextGauge: "{n}% of context", "컨텍스트 {n}%";
    ContextHint: "{used} of {window} tokens. Prices as of {date}.", "토큰 {window}개 중 {used}개. 가격 기준일 {date}.";
    AskTitle: "Approve this change?", "이 변경을 승인할까요?";
    AskOutside: "The model also changed items outside the selection ({n}): {names}.", "모델이 선택 밖의 항목도 바꿨어요({n}개): {names}.";
    AskDeleted: "The model deleted items ({n}): {names}.", "모델이 항목을 삭제했어요({n}개): {names}.";
    AskUnseen: "The model made items invisible, shrank them to nothing, or moved them far away ({n}): {names}.", "모델이 항목을 보이지 않게 하거나, 아주 작게 줄이거나, 멀리 옮겼어요({n}개): {names}.";
    AskOverwrote: "The model removed, moved, or deactivated lines of {file} that it did not write ({n}): {lines}.", "모델이 자기가 쓰지 않은 줄을 지우거나 옮기거나 동작하지 않게 했어요. 파일: {file}, 줄({n}개): {lines}.";
    AskSettings: "The model changed settings of the drawing ({n}): {names}.", "모델이 도면 설정을 바꿨어요({n}개): {names}.";
    AskUnit: "unit {from} → {to}", "단위 {from} → {to}";
    AskName: "name {name}", "이름 {name}";
    AskLayer: "layer {name} was deleted", "{name} 레이어 삭제";
    AskConstraint: "constraint {name} was removed", "구속 {name} 삭제";
    AskCheck: "check {name} is no longer made", "{name} 검사가 실행되지 않음";
    AskTool: "tool {name} has lost its function", "도구 {name}의 함수가 없어짐";
    AskMany: "The model changed {n} items in this run.", "모델이 이번 작업에서 {n}개 항목을 바꿨어요.";
    AskRevert: "Revert it", "되돌리기";
    AskKeep: "Keep it", "그대로 두기";
    AskKeepAll: "Keep it, and as many more without a question", "그대로 두고, 같은 수만큼은 더 묻지 않기";
    AskTooLate: "The change stays, because you have changed the drawing since. Choose Undo until the change is gone.", "그 뒤에 도면을 직접 바꿔서 이 변경은 남아 있어요. 변경이 없어질 때까지 실행 취소를 고르세요.";
    AskAgain: "A change of the model still waits for your decision.", "모델의 변경이 아직 결정을 기다려요.";
    RepairedNotation: "The app corrected the notation of the arguments.", "인자의 표기를 앱이 바로잡았어요.";
    RepairedEnd: "The app added the closing brackets that were missing.", "빠진 닫는 괄호를 앱이 채웠어요.";
    RepairedText: "The model wrote this call as text; the app ran it as a call.", "모델이 글로 쓴 호출을 앱이 호출로 실행했어요.";
    QuestionOpen: "This change waits for your decision.", "이 변경은 결정을 기다려요.";
    QuestionKept: "You kept this change.", "이 변경을 그대로 뒀어요.";
    QuestionReverted: "You reverted this change.", "이 변경을 되돌렸어요.";
    QuestionTooLate: "You chose to revert this change. It stays, because you had changed the drawing after it; choose Undo until it is gone.", "되돌리기를 골랐지만 그 뒤에 도면을 직접 바꿔서 이 변경은 남아 있어요. 없어질 때까지 실행 취소를 고르세요.";
    AskFirst: "Ask before keeping deletions, changes outside my selection, and large changes", "삭제, 선택 밖의 변경, 큰 변경은 승인받기";
    NewActivity: "New activity", "새 내용";
    RestartOpen: "The page was reloaded while a change waited for your decision. The steps before it are kept.", "변경이 결정을 기다리는 동안 페이지가 새로 고쳐졌어요. 그 앞의 단계는 남아 있어요.";
    RestartNote: "The page was reloaded while the model worked. Finished steps are kept.", "모델이 작업하는 동안 페이지가 새로 고쳐졌어요. 끝난 단계는 남아 있어요.";

    // Settings.
    Settings: "Model settings", "모델 설정";
    Provider: "Provider", "제공자";
    ApiKey: "API key", "API 키";
    ApiKeyOptional: "API key, if the server requires one", "API 키 (서버가 요구할 때만)";
    Test: "Test", "연결 테스트";
    TestBusy: "Testing the connection with {provider}…", "연결을 테스트하고 있어요: {provider}…";
    TestAnswered: "Connected: {model} answered in {s} s.", "연결됐어요. {model}: {s}초 만에 응답했어요.";
    TestListed: "Connected: {provider} accepts the key and lists {n} models, including {model} ({s} s).", "연결됐어요. {provider}: 키를 받아들였고, 모델 {n}개 목록에 있어요: {model} ({s}초).";
    TestNotListed: "{provider} responds and lists {n} models. Choose one in the model field.", "{provider}: 응답했고, 모델이 {n}개 있어요. 모델 입력란에서 고르세요.";
    TestReplaced: "{provider} responds but has no model named {old}. {model}, one of its {n} models, was entered instead.", "{provider}: 응답했지만 이런 모델은 없어요: {old}. 모델 {n}개 가운데 하나를 대신 입력했어요: {model}.";
    TestNoModel: "{provider} does not list its models. Enter the name of one of its models, then test again.", "{provider}: 모델 목록을 제공하지 않아요. 서버에 있는 모델 이름을 입력하고 다시 테스트하세요.";
    TestKey: "{provider} rejected the key (HTTP {status}). Copy the key again, or create a new one there.", "{provider}: 키를 거부했어요(HTTP {status}). 키를 다시 복사하거나 새로 만드세요.";
    TestOrganization: "{provider} does not accept keys of this organization from a browser. Use a key of another organization.", "{provider}: 이 조직의 키는 브라우저에서 쓸 수 없어요. 다른 조직의 키를 쓰세요.";
    TestPermission: "{provider} rejected the request (HTTP {status}): the key may not use {model}, or is invalid. Choose another model or key.", "{provider}: 요청을 거부했어요(HTTP {status}). 이 키로 쓸 수 없는 모델이거나 올바르지 않은 키이니 다른 모델이나 키를 고르세요: {model}.";
    TestCredit: "{provider} accepts the key, but the account has no credit left or is at its limit. Add credit or raise the limit there.", "{provider}: 키는 맞지만 잔액이 없거나 한도를 다 썼어요. 제공자에서 충전하거나 한도를 올리세요.";
    TestModel: "{provider} has no model named {model}. Choose another one in the model field.", "{provider}: 이런 모델은 없어요: {model}. 모델 입력란에서 다른 모델을 고르세요.";
    TestLimited: "{provider} limits the requests of this key at the moment (HTTP {status}). Wait a minute, then test again.", "{provider}: 지금은 이 키의 요청을 제한하고 있어요(HTTP {status}). 1분 뒤에 다시 테스트하세요.";
    TestTrouble: "{provider} had an internal error (HTTP {status}). Try again in a few minutes.", "{provider}: 서버에서 오류가 났어요(HTTP {status}). 몇 분 뒤 다시 시도하세요.";
    TestRequest: "{provider} did not accept the request: {why}. Check the base URL and the model.", "{provider}: 요청을 받아 주지 않았어요: {why}. 기본 URL과 모델을 확인하세요.";
    TestReach: "{provider} could not be reached at {address} ({why}).", "{provider}: 연결하지 못했어요. 주소: {address} ({why}).";
    TestCors: "{provider} runs at {address}, but it refuses requests from this page (CORS).", "{provider}: 실행 중이지만 이 페이지의 요청을 거부해요(CORS). 주소: {address}.";
    TestNotRunning: "Nothing answers at {address}. {provider} may not be running, or the address may be wrong.", "응답하는 서버가 없어요. 주소: {address}. 실행 중이 아니거나 주소가 틀렸을 수 있어요: {provider}.";
    SkillsBusy: "Testing a tool call and a picture…", "도구 호출과 그림을 테스트하고 있어요…";
    SkillTools: "The model calls tools.", "모델이 도구를 부를 수 있어요.";
    SkillNoTools: "The model called no tool in the test, so it may only talk about the drawing. Choose another model.", "테스트에서 도구를 부르지 않았어요. 도면을 말로만 다룰 수 있으니 다른 모델을 고르세요.";
    SkillPictures: "It reads pictures.", "그림을 읽어요.";
    SkillNoPictures: "It does not read pictures.", "그림은 읽지 못해요.";
    SkillWindow: "Its context window has {n} tokens.", "컨텍스트 창: 토큰 {n}개.";
    TestReachCloud: "You may be offline, the base URL may be wrong, or the server may block browser requests (CORS).", "오프라인이거나, 기본 URL이 틀렸거나, 서버가 브라우저 요청(CORS)을 막았을 수 있어요.";
    SignIn: "Connect with {provider}", "{provider} 계정으로 연결";
    SignInHint: "Opens {provider} and returns here with a key for this page. Nothing has to be copied.", "{provider} 사이트에 다녀오면 이 페이지에서 쓸 키가 만들어져요. 복사할 것은 없어요.";
    SignInBusy: "Getting the key from {provider}…", "키를 받고 있어요: {provider}…";
    SignInDone: "Connected with {provider}. The key is stored as chosen below.", "연결됐어요: {provider}. 키는 아래에서 고른 대로 보관해요.";
    SignInDenied: "{provider} issued no key ({why}). Connect again, or paste a key.", "{provider}: 키를 받지 못했어요({why}). 다시 연결하거나 키를 붙여 넣으세요.";
    SignInForeign: "A sign-in that this tab did not start was ignored. Connect again, or paste a key.", "이 탭에서 시작하지 않은 로그인을 무시했어요. 다시 연결하거나 키를 붙여 넣으세요.";
    SignInExpired: "{provider} does not accept this sign-in (HTTP {status}): it has expired or was already used. Connect again.", "{provider}: 이 로그인은 쓸 수 없어요(HTTP {status}). 만료됐거나 이미 쓴 것이니 다시 연결하세요.";
    SignInReach: "{provider} could not be reached for the key ({why}). Connect again.", "{provider}: 키를 받으려고 했지만 연결하지 못했어요({why}). 다시 연결하세요.";
    SignInTrouble: "{provider} issued no key (HTTP {status}). Try again later, or paste a key.", "{provider}: 키를 받지 못했어요(HTTP {status}). 나중에 다시 하거나 키를 붙여 넣으세요.";
    SignInAddress: "{provider} returns only to https pages and to http://localhost; this page is at {address}. Open the page at such an address, or paste a key.", "{provider}: 지금 주소({address})로는 돌아올 수 없어요. https 주소나 http://localhost에서 열거나 키를 붙여 넣으세요.";
    SignInWorking: "Leaving the page would stop the model, which is still working. Stop it or wait, then connect.", "지금 페이지를 떠나면 모델의 작업이 중단돼요. 멈추거나 끝난 뒤에 연결하세요.";
    SignInPictures: "Leaving the page would discard the pictures of your message. Remove them, connect, and attach them again.", "페이지를 떠나면 메시지에 첨부한 그림이 사라져요. 그림을 빼고 연결한 다음 다시 첨부하세요.";
    SignInUnsaved: "Leaving the page would lose your work, which is not saved in this browser. Paste a key instead.", "작업이 이 브라우저에 저장되지 않아서 페이지를 떠나면 사라져요. 대신 키를 붙여 넣으세요.";
    SignInImpossible: "This browser cannot sign in from this page ({why}). Paste a key instead.", "이 브라우저에서는 로그인할 수 없어요({why}). 대신 키를 붙여 넣으세요.";
    ModelMissing: "Enter the name of a model on the server.", "서버에 있는 모델 이름을 입력하세요.";
    HelpOrganization: "Keys of organizations with zero data retention do not work from a browser.", "데이터를 보관하지 않기로 한 조직의 키는 브라우저에서 쓸 수 없어요.";
    HelpOllama: "Start Ollama with access for this page and enough context: OLLAMA_ORIGINS={origin} OLLAMA_CONTEXT_LENGTH=64000 ollama serve", "이 페이지의 접속을 허용하고 컨텍스트를 넉넉히 해서 Ollama를 시작하세요: OLLAMA_ORIGINS={origin} OLLAMA_CONTEXT_LENGTH=64000 ollama serve";
    HelpLmStudio: "Start the server with access for this page: lms server start --cors", "이 페이지의 접속을 허용하도록 서버를 시작하세요: lms server start --cors";
    HelpLocal: "The server must be running: llama-server -m model.gguf --jinja -c 32768 --port 8080", "서버가 실행 중이어야 해요: llama-server -m model.gguf --jinja -c 32768 --port 8080";
    HelpPermission: "Allow this page to reach programs on this device if the browser asks. Safari does not support this; use Chrome or Firefox, or open the app from http://localhost.", "이 페이지가 이 기기의 프로그램에 접속해도 되는지 브라우저가 물으면 허용하세요. Safari에서는 안 되니 Chrome이나 Firefox를 쓰거나 http://localhost에서 앱을 여세요.";
    HelpAny: "Any server with a Chat Completions API that allows browser requests (CORS).", "Chat Completions API가 있고 브라우저 요청(CORS)을 허용하는 서버면 돼요.";
    HelpOnDevice: "Experimental: the model built into this browser, which needs no key and sends nothing over the network. It is small: expect simple drawings and mistakes.", "실험적 기능: 브라우저에 들어 있는 모델이고, 키가 필요 없고 네트워크로 아무것도 보내지 않아요. 작은 모델이라 간단한 도면만 되고 실수도 많아요.";
    Experimental: "experimental", "실험적";
    OnDeviceHere: "The model is installed on this device.", "모델이 이 기기에 설치돼 있어요.";
    OnDeviceMissing: "The browser must download its model once (several GB).", "브라우저가 모델을 한 번 내려받아야 해요(몇 GB).";
    OnDeviceDownload: "Download the model", "모델 내려받기";
    OnDeviceDownloading: "Downloading the model: {n}%", "모델을 내려받고 있어요: {n}%";
    OnDeviceFailed: "The model was not downloaded: {why}. Try again, or choose another provider.", "모델을 내려받지 못했어요: {why}. 다시 시도하거나 다른 제공자를 고르세요.";
    KeyStored: "There is a key, which ends in …{end}. To replace it, enter another one.", "…{end}(으)로 끝나는 키가 있어요. 바꾸려면 다른 키를 입력하세요.";
    ShowKey: "Show", "보이기";
    HideKey: "Hide", "숨기기";
    BaseUrl: "Base URL", "기본 URL";
    BaseUrlHint: "Change it only for a proxy or a server of your own. The key is sent there.", "프록시나 내 서버를 쓸 때만 바꾸세요. 키가 그 주소로 전송돼요.";
    KeepKey: "Keep the key", "키 보관";
    KeepTab: "In this tab only", "이 탭에서만";
    KeepMemory: "In memory only, until the page is reloaded", "메모리에만, 새로 고치면 사라져요";
    KeepDevice: "On this device", "이 기기에 저장";
    KeepShared: "Not available at this address: pages of other users share the origin {host} and could read a stored key. Open Trammel at an origin of its own.", "다른 사람의 페이지도 같은 출처({host})를 써서 저장한 키를 읽을 수 있으니 이 주소에서는 쓸 수 없어요. Trammel만 쓰는 주소에서 여세요.";
    KeyPrivacy: "The key stays in this browser and is sent only to the chosen provider. Trammel has no server.", "키는 이 브라우저에만 있고, 고른 제공자에게만 보내요. Trammel에는 서버가 없어요.";
    KeyRisk: "A malicious extension, or anyone with access to this browser profile, could read the key. Use a key with a spending limit.", "악성 확장 프로그램이나 이 브라우저 프로필을 쓰는 사람은 키를 볼 수 있어요. 사용 한도를 건 키를 쓰세요.";
    KeyMissing: "Enter the API key of the provider.", "제공자의 API 키를 입력하세요.";
    KeyBad: "The key contains an invalid character. Paste it again.", "키에 쓸 수 없는 문자가 있어요. 다시 붙여 넣으세요.";
    UrlNoScheme: "The base URL has no http:// or https:// at its beginning. Choose the complete address below, or type it.", "기본 URL 앞에 http://나 https://가 없어요. 아래의 완전한 주소를 고르거나 직접 입력하세요.";
    UrlLocalNetwork: "A browser lets this page connect to another computer of the local network only over https. Give that server https, or run the model on this computer.", "브라우저는 이 페이지가 로컬 네트워크의 다른 컴퓨터에 https로만 연결하게 해요. 그 서버에 https를 설정하거나 이 컴퓨터에서 모델을 실행하세요.";
    UseAddress: "Use {address}", "{address} 쓰기";
    UrlBad: "The base URL must start with https://, or with http:// for a server on this computer.", "기본 URL은 https://로 시작해야 해요. 이 컴퓨터의 서버라면 http://도 돼요.";
    UrlNeedsReload: "The page may connect to the listed providers and to one server of your own. Reload the page to permit this server.", "이 페이지는 목록의 제공자와 내 서버 하나에만 연결해요. 이 서버를 허용하려면 페이지를 새로 고치세요.";
    ReloadForServer: "Permit this server and reload", "이 서버를 허용하고 새로 고침";
    ReloadHint: "A key that is kept in memory only must be entered again.", "메모리에만 보관한 키는 다시 입력해야 해요.";
    ReloadWhileWorking: "The model is working. Stop it, then reload the page.", "모델이 일하고 있어요. 멈춘 다음 새로 고치세요.";
    ConnectSave: "Connect", "연결";
    ForgetKey: "Forget the key", "키 지우기";
    ForgetAllKeys: "Forget all keys", "모든 키 지우기";
    AllKeysForgotten: "All keys of this tab and this device are removed. A key in another open tab stays until that tab is closed.", "이 탭과 이 기기의 키를 모두 지웠어요. 열려 있는 다른 탭의 키는 그 탭을 닫을 때까지 남아요.";
    BrowserAgent: "Let the browser's own agent use the tools", "브라우저의 에이전트가 도구를 쓰게 하기";
    BrowserAgentHint: "The agent can then read and change this drawing (WebMCP). Locked items stay unchanged, risky changes need your approval, and every call can be undone.", "그러면 에이전트가 이 도면을 읽고 바꿀 수 있어요(WebMCP). 잠근 항목은 그대로이고, 위험한 변경은 승인을 받고, 호출마다 실행 취소할 수 있어요.";
    Connected: "Connected: {model}", "연결됨: {model}";

    CostCap: "Ask me once a conversation costs more than (US$)", "대화 비용이 이 금액을 넘으면 묻기(미국 달러)";
    CostCapHint: "Leave empty to never ask. Only models with a known price are counted.", "비워 두면 묻지 않아요. 가격을 아는 모델만 계산해요.";
    Prices: "Prices and sizes of models", "모델 가격과 크기";
    PricesHint: "The built-in table is from {date}. Your rows (JSON) override it: dollars per million tokens, tokens of context window and output.", "앱에 있는 표(기준일 {date})보다 여기에 적은 행(JSON)이 우선해요. 가격은 백만 토큰당 달러, window와 output은 토큰 수예요.";
    PricesBad: "These rows cannot be parsed: {why}", "이 행을 해석할 수 없어요: {why}";
    ToolLanguage: "Language of tool descriptions", "도구 설명 언어";
    ToolLanguageSame: "Same as the app", "앱과 같게";
    ToolLanguageHint: "The language of the tool descriptions that the model receives, starting with the next conversation.", "모델이 받는 도구 설명의 언어예요. 다음 대화부터 적용돼요.";

    // Command palette.
    EditTitleOf: "{name} · {units}: change the name and unit of the drawing", "{name} · {units}: 도면의 이름과 단위 바꾸기";
    PaletteEmpty: "No command matches \"{query}\".", "일치하는 명령이 없어요: {query}";
    PaletteBack: "All commands", "모든 명령";
    FormMore: "Optional fields", "선택 입력란";
    FormDefault: "(not set)", "(정하지 않음)";
    FormDone: "Done.", "완료했어요.";
    FormMissing: "This field is required.", "필수 항목이에요.";
    FormNumber: "Enter a number, such as 12.5.", "12.5 같은 숫자를 입력하세요.";
    FormWhole: "Enter a whole number.", "정수를 입력하세요.";
    FormData: "Enter JSON, or a list with commas.", "JSON이나 쉼표로 나눈 목록을 입력하세요.";

    // Memory and tool requests.
    OpenRequests: "open requests: {n}", "대기 중인 요청 {n}개";
    Requests: "Tool requests", "도구 요청";
    RequestsEmpty: "When the model needs a missing tool, its request appears here.", "모델에게 없는 도구가 필요하면 요청이 여기에 나타나요.";
    RequestAsked: "asked {n} times", "{n}번 요청";
    RequestWaiting: "waiting", "대기";
    RequestApproved: "approved", "승인";
    RequestRejected: "rejected", "거절";
    RequestParams: "Parameters", "매개변수";
    RequestWhy: "Why", "이유";
    RequestNote: "Note to the model", "모델에게 남길 말";
    Approve: "Approve", "승인";
    Reject: "Reject", "거절";
    DecideAgain: "Decide again", "다시 결정";
    ApproveItem: "Approve {name}", "승인: {name}";
    RejectItem: "Reject {name}", "거절: {name}";
    Decided: "{name}: {what}. The model reads the decision when it lists the requests.", "{name}: {what}. 모델은 요청 목록을 볼 때 이 결정을 읽어요.";
    CustomTools: "Custom tools", "사용자 도구";
    CustomEmpty: "Tools that the model makes from exported functions of your modules appear here.", "모델이 모듈의 내보낸 함수로 만든 도구가 여기에 나타나요.";
    CustomFrom: "Function", "함수";
    CustomTool: "Custom tool", "사용자 도구";
    Checkpoint: "Checkpoint", "진행 상황";
    Request: "Tool request", "도구 요청";
    ImportedFrom: "From {from}", "가져온 곳: {from}";
    WrittenIn: "By the model in {title}", "{title} 대화의 모델이 씀";
    WrittenByModel: "By a model", "모델이 씀";
    WroteDecision: "Decision, off until you turn it on:", "결정(켤 때까지 꺼져 있어요):";
    WroteOutcome: "Outcome, off until you turn it on:", "결과(켤 때까지 꺼져 있어요):";
    WroteCheckpoint: "Checkpoint, off until you turn it on:", "진행 상황(켤 때까지 꺼져 있어요):";
    WroteHint: "Hint, off until you turn it on:", "힌트(켤 때까지 꺼져 있어요):";
    WroteTool: "Custom tool, off until you turn it on:", "사용자 도구(켤 때까지 꺼져 있어요):";
    ReceiptWrittenMore: "{n} more entries for the memory are off, in the Memory panel", "기억 항목 {n}개가 더 꺼져 있어요. 기억 패널에서 볼 수 있어요";
    ImportedNameless: "Imported", "가져온 항목";
    ImportedOn: "on", "켜짐";
    ImportedOff: "off", "꺼짐";
    TurnOn: "Let the model use it", "모델이 쓰게 하기";
    TurnOnItem: "Let the model use {name}", "모델이 쓰게 하기: {name}";
    ImportedHint: "Entries that you did not write and that are off: {n}. No tool description has them.", "직접 쓰지 않은 꺼진 항목: {n}개. 도구 설명에 들어가지 않아요.";
    ImportedAllOn: "Entries that you did not write and that are on: {n}. Text of files stays out of tool descriptions.", "직접 쓰지 않은 켜진 항목: {n}개. 파일에서 온 글은 도구 설명에 들어가지 않아요.";
    TurnAllOn: "Turn all on", "모두 켜기";
    TurnAllOff: "Turn all off", "모두 끄기";
    CustomDoes: "Purpose", "용도";
    Decisions: "Decisions", "결정";
    DecisionsEmpty: "Decisions of the model about this drawing, with reason and outcome. Later conversations follow them.", "모델이 이 도면에 대해 내린 결정과 이유, 결과예요. 다음 대화에서도 따라요.";
    Topic: "Topic", "주제";
    Decision: "Decision", "결정";
    Outcome: "Outcome", "결과";
    OutcomeWhy: "Reason for the outcome", "결과의 이유";
    OutcomeOpen: "not known yet", "아직 모름";
    OutcomeSuccess: "worked", "성공";
    OutcomePartial: "worked in part", "부분 성공";
    OutcomeFailed: "failed", "실패";
    Replaced: "replaced", "대체됨";
    Checkpoints: "Checkpoints", "진행 상황";
    CheckpointsEmpty: "The state of the work at the end of a conversation, from which the next one continues.", "대화가 끝났을 때의 작업 상태예요. 다음 대화가 여기서 이어 가요.";
    Summary: "Done", "한 일";
    NextSteps: "Next", "다음 할 일";
    Hints: "Hints", "힌트";
    HintsEmpty: "Advice added to the description of a tool in every conversation.", "모든 대화에서 도구 설명에 덧붙는 조언이에요.";
    Hint: "Hint", "힌트";
    EditItem: "Edit {name}", "고치기: {name}";
    DeleteItem: "Delete {name}", "삭제: {name}";
    Edit: "Edit", "고치기";
    Remove: "Delete", "삭제";
    Save: "Save", "저장";
    Cancel: "Cancel", "취소";
    Deleted: "Deleted: {name}", "삭제했어요: {name}";
    UndoDelete: "Undo the deletion", "삭제 취소";
    Restored: "Restored: {name}", "되돌렸어요: {name}";

    // Descriptions of tool calls.
    ToolReadFile: "Read {what}", "읽기: {what}";
    ToolEditFile: "Edit {what}", "고치기: {what}";
    ToolWriteFile: "Write {what}", "쓰기: {what}";
    ToolFindFiles: "Search files", "파일 찾기";
    ToolRunCode: "Run code", "코드 실행";
    ToolDraw: "Draw {what}", "그리기: {what}";
    ToolDelete: "Delete {what}", "삭제: {what}";
    ToolInspect: "Inspect the drawing", "도면 살펴보기";
    ToolUndo: "Undo", "실행 취소";
    ToolRedo: "Redo", "다시 실행";
    ToolEmpty: "Empty the main file", "main 파일 비우기";
    ToolChange: "Change {what}", "바꾸기: {what}";
    ToolRepeat: "Repeat {what}", "반복: {what}";
    ToolArrange: "Arrange items", "항목 배치";
    ToolGroup: "Change groups", "그룹 바꾸기";
    ToolReshape: "Reshape outlines", "외곽선 다듬기";
    ToolCombine: "Combine areas", "영역 결합";
    ToolAnnotate: "Annotate: {what}", "주석: {what}";
    ToolConstrain: "Change constraints", "구속 바꾸기";
    ToolLayer: "Change layers", "레이어 바꾸기";
    ToolExport: "Export the drawing", "도면 내보내기";
    ToolDiscover: "Look up tools", "도구 찾아보기";
    ToolRequest: "Request the tool {what}", "도구 요청: {what}";
    ToolRegister: "Make the tool {what}", "도구 만들기: {what}";
    ToolRemember: "Write to memory", "기억 남기기";
    ToolRecall: "Look up memory", "기억 찾아보기";
    ToolCheck: "Add a check", "확인 추가";
    ToolOther: "Use {what}", "사용: {what}";
}

/// Replaces the `{name}` placeholders of a text by values. Unknown placeholders stay.
pub(crate) fn fill(text: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        let (before, after) = rest.split_at(open);
        out.push_str(before);
        let Some(close) = after.find('}') else {
            rest = after;
            break;
        };
        let name = &after[1..close];
        match values.iter().find(|(key, _)| *key == name) {
            Some((_, value)) => out.push_str(value),
            None => out.push_str(&after[..=close]),
        }
        rest = &after[close + 1..];
    }
    out.push_str(rest);
    out
}
