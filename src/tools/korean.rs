//! Descriptions of the tools in Korean: the other half of the catalogue whose English half are the doc comments of the
//! tools. A test sees to it that none is missing and none is left over.

use super::TOOLS;

/// The Korean description of a tool.
pub(super) fn text(tool: &str) -> Option<&'static str> {
    // The table is in the order of the list, so that both can be read side by side.
    let at = TOOLS.iter().position(|spec| spec.name == tool)?;
    TEXTS
        .get(at)
        .filter(|(name, _)| *name == tool)
        .map(|(_, text)| *text)
}

const TEXTS: &[(&str, &str)] = &[
    (
        "draw_line",
        "선분이나 폴리라인을 그립니다. closed를 주면 닫힌 선이 됩니다.",
    ),
    ("draw_circle", "원을 그립니다. x, y는 중심입니다."),
    ("draw_rect", "직사각형을 그립니다. x, y는 왼쪽 아래 모서리입니다."),
    (
        "draw_arc",
        "호를 그립니다. 시작 각에서 끝 각까지 반시계 방향입니다.",
    ),
    ("draw_polygon", "다각형을 그립니다. 구멍을 둘 수 있습니다."),
    ("draw_regular_polygon", "정다각형을 그립니다."),
    ("draw_ellipse", "타원을 그립니다. 각도를 주면 타원 호가 됩니다."),
    ("draw_bezier", "SVG 경로 문법으로 곡선을 그립니다."),
    (
        "draw_text",
        "글자를 윤곽선으로 그립니다. 한글은 시스템 글꼴 없이도 그려집니다.",
    ),
    ("draw_point", "점을 찍습니다. 재거나 맞출 기준이 됩니다."),
    ("draw_region", "경계를 그대로 주어 영역을 그립니다."),
    ("set_stroke", "선의 색, 두께, 점선, 끝 모양을 설정합니다."),
    ("set_fill", "채우기 색을 설정합니다."),
    ("remove_stroke", "선을 없앱니다."),
    ("remove_fill", "채우기를 없앱니다."),
    (
        "draw_order",
        "그리는 순서를 바꿉니다. 뒤에 그려진 것이 위에 보입니다.",
    ),
    ("get_draw_order", "그리는 순서를 뒤에서 앞으로 나열합니다."),
    ("translate", "엔티티나 그룹을 옮깁니다."),
    (
        "rotate",
        "엔티티나 그룹을 회전합니다. 각도는 기본이 라디안입니다.",
    ),
    ("scale", "크기를 바꿉니다. 음수는 뒤집습니다."),
    (
        "set_pivot",
        "회전과 크기 변경의 기준점을 정합니다. 도형은 움직이지 않습니다.",
    ),
    (
        "set_transform",
        "엔티티의 배치를 get_entity가 알려 주는 값 그대로 정합니다. 빠진 부분은 그대로 둡니다.",
    ),
    ("duplicate", "엔티티나 그룹을 복사합니다."),
    ("mirror", "축에 대해 대칭으로 뒤집거나 대칭 복사본을 만듭니다."),
    (
        "array_linear",
        "엔티티를 일정한 간격으로 한 줄로 반복합니다. 개수에는 원본도 들어갑니다.",
    ),
    ("array_grid", "엔티티를 행과 열로 반복합니다."),
    ("array_polar", "엔티티를 중심 둘레에 반시계 방향으로 반복합니다."),
    ("align", "여러 엔티티의 가장자리나 가운데를 한 줄로 맞춥니다."),
    ("distribute", "여러 엔티티의 간격을 고르게 합니다."),
    ("rename_entity", "엔티티의 이름을 바꿉니다."),
    ("delete_entity", "엔티티를 지웁니다. 그룹은 자식까지 지웁니다."),
    ("create_group", "엔티티를 그룹으로 묶습니다."),
    ("ungroup", "그룹을 풉니다. 자식은 제자리에 남습니다."),
    ("add_to_group", "엔티티를 그룹에 넣습니다. 위치는 그대로입니다."),
    (
        "remove_from_group",
        "엔티티를 그룹에서 꺼냅니다. 위치는 그대로입니다.",
    ),
    ("list_entities", "모든 엔티티를 뒤에서 앞으로 나열합니다."),
    (
        "get_entity",
        "엔티티 하나의 종류, 기하, 스타일, 변환, 그룹을 조회합니다.",
    ),
    (
        "get_scene_info",
        "도면의 이름, 단위, 엔티티 수, 경계를 조회합니다.",
    ),
    ("exists", "그 이름의 엔티티가 있는지 확인합니다."),
    ("get_world_bounds", "변환을 모두 반영한 정확한 경계를 조회합니다."),
    (
        "get_world_point",
        "엔티티 좌표의 점이 도면의 어디인지 조회합니다.",
    ),
    ("get_length", "외곽선의 길이를 잽니다."),
    ("get_area", "외곽선이 둘러싼 넓이를 잽니다. 구멍은 뺍니다."),
    (
        "get_centroid",
        "닫힌 엔티티는 넓이의 중심, 열린 엔티티는 선의 중심을 구합니다.",
    ),
    (
        "get_world_transform",
        "그룹까지 모두 반영한 변환(행렬, 이동, 회전, 크기)을 조회합니다.",
    ),
    (
        "measure_distance",
        "두 엔티티, 그룹, 부분 또는 점 사이의 최단 거리를 잽니다.",
    ),
    (
        "measure_angle",
        "한 직선에서 다른 직선까지의 각도를 반시계 방향으로 잽니다.",
    ),
    ("get_intersection", "두 엔티티가 만나는 점들을 구합니다."),
    (
        "get_point_at_distance",
        "외곽선을 따라 한 점에서 일정 거리에 있는 점을 구합니다.",
    ),
    (
        "get_nearest_point",
        "외곽선에서 주어진 점에 가장 가까운 점을 구합니다.",
    ),
    (
        "contains_point",
        "점이 닫힌 엔티티 안에 있는지 확인합니다. 경계는 안으로 봅니다.",
    ),
    ("find_entities", "종류, 레이어, 그룹, 위치로 엔티티를 찾습니다."),
    (
        "find_overlaps",
        "겹치거나 닿거나 서로 안에 있는 엔티티 쌍을 찾습니다.",
    ),
    (
        "describe_scene",
        "도면을 짧은 글로 설명합니다. 범위, 개수, 그룹, 큰 엔티티, 의심스러운 점.",
    ),
    ("get_selection", "사용자가 선택한 엔티티의 이름을 조회합니다."),
    (
        "trim_at",
        "열린 엔티티를 한 점에서 자르고 시작 쪽이나 끝 쪽을 남깁니다.",
    ),
    (
        "trim",
        "다른 엔티티와 만나는 곳에서 자르고 주어진 점이 있는 부분을 없앱니다.",
    ),
    ("extend_to", "열린 엔티티를 경계 엔티티에 닿을 때까지 늘립니다."),
    ("split_at", "엔티티를 주어진 점들에서 나눕니다."),
    ("lengthen", "열린 엔티티의 한쪽 끝을 늘이거나 줄입니다."),
    (
        "fillet",
        "두 엔티티의 모서리를 둘에 접하는 호로 둥글게 합니다. 반지름 0이면 모서리에서 만납니다.",
    ),
    ("chamfer", "두 엔티티의 모서리를 직선으로 잘라 냅니다."),
    (
        "fillet_corners",
        "폴리라인, 사각형, 다각형의 모서리를 둥글게 합니다.",
    ),
    ("join", "끝이 맞닿은 열린 엔티티들을 하나로 잇습니다."),
    ("explode", "엔티티를 선, 호, 곡선 조각으로 분해합니다."),
    ("reverse", "엔티티의 방향을 뒤집습니다."),
    (
        "offset",
        "도형에서 일정한 거리만큼 떨어진 평행선을 그립니다. 원본은 남습니다.",
    ),
    ("boolean_union", "여러 영역을 하나로 합칩니다."),
    ("boolean_difference", "첫 영역에서 나머지 영역을 뺍니다."),
    ("boolean_intersect", "모든 영역이 겹치는 부분만 남깁니다."),
    ("boolean_xor", "한 영역에만 속하는 부분을 남깁니다."),
    (
        "offset_polygon",
        "영역을 넓히거나(양수) 좁힙니다(음수). 원본은 남습니다.",
    ),
    ("convex_hull", "도형이나 그룹을 감싸는 볼록 껍질을 그립니다."),
    ("decompose", "영역을 이어진 조각으로 나눕니다."),
    (
        "dimension_linear",
        "두 점의 가로 또는 세로 거리를 치수로 표시합니다. 부품을 가리키면 따라 움직입니다.",
    ),
    (
        "dimension_aligned",
        "두 점을 잇는 방향의 실제 거리를 치수로 표시합니다.",
    ),
    ("dimension_angular", "두 모서리 사이의 각도를 치수로 표시합니다."),
    ("dimension_radius", "원이나 호의 반지름을 치수로 표시합니다."),
    ("dimension_diameter", "원이나 호의 지름을 치수로 표시합니다."),
    ("leader", "화살표와 글자로 된 지시선을 그립니다."),
    (
        "hatch",
        "닫힌 영역을 무늬나 단색으로 채웁니다. 구멍의 엔티티도 함께 적으면 비워 둡니다.",
    ),
    ("draw_annotation", "치수, 지시선, 해치를 저장된 그대로 그립니다."),
    (
        "add_constraint",
        "엔티티나 그 부분에 기하 구속을 겁니다. 풀기 전에는 아무것도 움직이지 않습니다.",
    ),
    (
        "list_constraints",
        "구속을 나열하고, 지금 도면이 만족하는지 알려 줍니다.",
    ),
    ("remove_constraint", "구속을 없앱니다."),
    (
        "solve_constraints",
        "구속이 모두 맞도록 엔티티를 되도록 조금만 움직입니다.",
    ),
    ("create_layer", "레이어를 만들거나 색과 선 두께를 바꿉니다."),
    ("set_layer", "엔티티나 그룹 전체를 레이어에 올립니다."),
    ("list_layers", "레이어를 나열합니다."),
    (
        "set_drawing",
        "도면의 이름이나 단위를 정합니다. 숫자는 그대로이며 아무것도 확대되거나 축소되지 않습니다.",
    ),
    ("export_json", "도면 전체를 JSON으로 내보냅니다."),
    ("export_svg", "도면 전체를 SVG로 내보냅니다."),
    (
        "glob",
        "코드 파일을 나열합니다. 도면인 main과 불러올 수 있는 모듈입니다.",
    ),
    ("read", "코드 파일을 읽습니다. edit나 write 전에 반드시 먼저."),
    (
        "edit",
        "read로 읽은 코드 파일의 일부를 바꾸고 main을 실행합니다. 실패하면 아무것도 바뀌지 않습니다.",
    ),
    (
        "write",
        "새 파일이나 read로 읽은 코드 파일 전체를 쓰고 main을 실행합니다. 실패하면 아무것도 바뀌지 않습니다.",
    ),
    (
        "lsp",
        "코드를 쓰기 전에 물어보세요. domains: 함수 그룹. describe: 그룹의 함수들. schema: 함수의 매개변수와 예. symbols: 파일의 선언. diagnostics: 파일에서 실행되지 않는 곳. definition: 이름이 선언된 곳.",
    ),
    (
        "bash",
        "도면에 관한 명령을 실행합니다(셸이 아닙니다): info, tree, groups, draw_order(그룹), selection, entity(이름), capture(그림), svg, json, reset(main을 비움), undo, redo, history.",
    ),
    (
        "run_cad_code",
        "현재 도면에서 JavaScript를 실행하고 main 끝에 더합니다.",
    ),
    ("list_domains", "도구 도메인과 도메인별 도구 수를 나열합니다."),
    (
        "list_tools",
        "도메인의 도구를 나열합니다. 그 뒤에는 바로 부를 수 있습니다.",
    ),
    (
        "get_tool_schema",
        "도구의 매개변수를 조회합니다. 그 뒤에는 바로 부를 수 있습니다.",
    ),
    (
        "request_tool",
        "없는 도구를 요청합니다. 사람이 읽고 승인하거나 거절합니다. 그동안은 있는 것으로 계속하세요.",
    ),
    ("list_tool_requests", "요청한 도구와 사람의 결정을 나열합니다."),
    (
        "register_tool",
        "모듈이 내보내는 함수를 도구로 만듭니다. 함수는 객체 하나를 받으며 매개변수에 맞는지 검사됩니다. 그때부터 custom 도메인에 나오고 코드에서도 부를 수 있습니다. 함수가 없어지면 도구도 없어집니다.",
    ),
    (
        "save_decision",
        "결정과 이유를 기억해 다음 대화에서도 지키게 합니다. 같은 주제의 새 결정이 이전 결정을 대신합니다.",
    ),
    (
        "search_decisions",
        "이전 결정을 단어로 찾습니다. 가장 알맞고 최근인 것이 먼저 나옵니다.",
    ),
    (
        "record_outcome",
        "결정의 결과를 기록해 다음 대화가 배우게 합니다.",
    ),
    ("save_checkpoint", "다음 대화를 위해 어디까지 했는지 기억합니다."),
    (
        "load_checkpoint",
        "마지막 체크포인트를 불러옵니다. 없으면 null입니다.",
    ),
    (
        "edit_hint",
        "도구 설명에 붙는 힌트를 바꿉니다. 다음 대화들이 그 조언과 함께 시작합니다.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::Domain;

    fn is_korean(text: &str) -> bool {
        text.chars().any(|c| ('가'..='힣').contains(&c))
    }

    #[test]
    fn every_tool_and_domain_speaks_korean_in_the_order_of_the_list() {
        let named: Vec<&str> = TEXTS.iter().map(|(name, _)| *name).collect();
        let listed: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
        assert_eq!(named, listed);
        assert!(TEXTS.iter().all(|(_, text)| is_korean(text)));
        assert!(Domain::ALL.iter().all(|row| is_korean(row.3)));
    }
}
