//! Domains: the groups in which tools are listed and offered to a model.

use super::error::ToolError;
use trammel_base::suggest;
use trammel_language::{Language, bilingual};

/// Group of tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Domain {
    /// Basic shapes.
    Primitives,
    /// Common parts: slots, gears, bolt circles, walls.
    Parts,
    /// Stroke, fill and drawing order.
    Style,
    /// Moving, rotating, scaling, copying, renaming and deleting.
    Transforms,
    /// Groups.
    Groups,
    /// Reading and measuring the drawing.
    Query,
    /// Checks that are kept with the drawing.
    Checks,
    /// Changing outlines: trim, extend, split, join, fillet.
    Edit,
    /// Areas: union, difference, offset.
    Boolean,
    /// Dimensions, leaders, hatches.
    Annotate,
    /// Geometric constraints and the solver.
    Constraints,
    /// Layers, and the name and unit of the drawing.
    Layers,
    /// Preparing a drawing for cutting.
    Fabrication,
    /// Importing and exporting files.
    Export,
    /// Code files and running code.
    Code,
    /// Finding, requesting and registering tools.
    Registry,
    /// Knowledge that is kept across conversations.
    Memory,
    /// Custom tools, made from functions of the drawing's own code.
    Custom,
}

impl Domain {
    /// All domains in listing order, each with its name, English description and Korean description.
    pub const ALL: &[(Domain, &'static str, &'static str, &'static str)] = &[
        (
            Domain::Primitives,
            "primitives",
            "Basic shapes",
            "기본 도형 그리기",
        ),
        (
            Domain::Parts,
            "parts",
            "Slots, gears, bolt circles, walls",
            "장공, 기어, 볼트 피치원, 벽",
        ),
        (
            Domain::Style,
            "style",
            "Stroke, fill, order",
            "선, 채우기, 그리기 순서",
        ),
        (
            Domain::Transforms,
            "transforms",
            "Move, rotate, scale, copy, rename, delete",
            "이동, 회전, 크기, 복사, 이름 바꾸기, 삭제",
        ),
        (Domain::Groups, "groups", "Groups", "그룹"),
        (
            Domain::Query,
            "query",
            "Read and measure the drawing",
            "도면 조회와 측정",
        ),
        (
            Domain::Checks,
            "checks",
            "Checks kept with the drawing",
            "도면에 남기는 확인",
        ),
        (
            Domain::Edit,
            "edit",
            "Trim, extend, split, join, fillet",
            "자르기, 연장, 나누기, 잇기, 모깎기",
        ),
        (
            Domain::Boolean,
            "boolean",
            "Unite, subtract, offset areas",
            "영역의 합, 차, 간격 띄우기",
        ),
        (
            Domain::Annotate,
            "annotate",
            "Dimensions, leaders, hatches",
            "치수, 지시선, 해칭",
        ),
        (
            Domain::Constraints,
            "constraints",
            "Geometric constraints",
            "기하 구속",
        ),
        (
            Domain::Layers,
            "layers",
            "Layers, name, unit",
            "레이어, 도면의 이름과 단위",
        ),
        (
            Domain::Fabrication,
            "fabrication",
            "Laser cutting, joints, nesting",
            "레이저 절단, 이음, 배치",
        ),
        (
            Domain::Export,
            "export",
            "JSON, SVG, DXF, PDF files",
            "JSON, SVG, DXF, PDF 가져오기와 내보내기",
        ),
        (
            Domain::Code,
            "code",
            "Code files, runs, pictures",
            "코드 파일, 코드 실행, 그림",
        ),
        (
            Domain::Registry,
            "registry",
            "Find, request and make tools",
            "도구 탐색, 요청, 등록",
        ),
        (
            Domain::Memory,
            "memory",
            "Remember decisions and progress",
            "결정과 진행 상황 기억",
        ),
        (
            Domain::Custom,
            "custom",
            "Tools made from this drawing's functions",
            "이 도면의 함수로 만든 도구",
        ),
    ];

    /// Returns all domains in listing order.
    pub fn every() -> Vec<Domain> {
        Domain::ALL.iter().map(|row| row.0).collect()
    }

    /// Returns the name that tools and models use.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// Returns the English description, in one line.
    pub fn description(self) -> &'static str {
        self.row().2
    }

    /// Returns the description in `language`, in one line.
    pub fn description_in(self, language: Language) -> &'static str {
        match language {
            Language::English => self.row().2,
            Language::Korean => self.row().3,
        }
    }

    /// Returns the domain called `name`, if it exists.
    pub fn find(name: &str) -> Option<Domain> {
        Domain::ALL.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    /// Returns the domain called `name`.
    ///
    /// # Errors
    /// Returns an error with the nearest names if no domain has this name.
    pub(super) fn require(name: &str) -> Result<Domain, ToolError> {
        Domain::find(name).ok_or_else(|| {
            let suggestions = suggest::nearest(name, Domain::ALL.iter().map(|row| row.1));
            ToolError::new(bilingual!(
                "Domain '{name}' not found",
                "'{name}' 도메인을 찾을 수 없어요"
            ))
            .suggesting(suggestions)
        })
    }

    fn row(self) -> &'static (Domain, &'static str, &'static str, &'static str) {
        let at = Domain::ALL
            .iter()
            .position(|row| row.0 == self)
            .unwrap_or_default();
        &Domain::ALL[at]
    }
}
