//! Code tools: reading, editing and writing code files, and running code.

use super::output::Plan;
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::json;
use trammel_code::{FileName, WorkspaceError};
use trammel_language::bilingual;

/// List the code files: 'main', which is the drawing, and the modules it can import.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Glob {
    /// A pattern with * and ?, for example "*_lib". Default: all files.
    pattern: Option<String>,
}

impl Tool for Glob {
    const NAME: &'static str = "glob";
    const KOREAN: &'static str = "코드 파일을 나열합니다. 도면인 main과 불러올 수 있는 모듈입니다.";
    const SYNONYMS: [&'static str; 2] = ["list files, modules, which code", "파일 목록, 모듈"];
    const DOMAIN: Domain = Domain::Code;
    const KIND: Kind = Kind::Host;
    const VERB: Verb = Verb::FindFiles;
    const POSITIONAL: &'static [&'static str] = &["pattern"];
    const EXAMPLE: &'static str = "glob({ pattern: '*_lib' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        Ok(Output::Data(json!(
            cx.env.files.glob(self.pattern.as_deref().unwrap_or("*"))
        )))
    }
}

/// Read a code file.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Read {
    /// 'main' or a module.
    file: String,
    /// First line.
    from: Option<i64>,
    /// Last line.
    to: Option<i64>,
}

impl Tool for Read {
    const NAME: &'static str = "read";
    const KOREAN: &'static str = "코드 파일을 읽습니다.";
    const SYNONYMS: [&'static str; 2] = ["open a file, show code, source, main", "읽기, 코드 보기"];
    const DOMAIN: Domain = Domain::Code;
    const KIND: Kind = Kind::Host;
    const VERB: Verb = Verb::ReadFile;
    const POSITIONAL: &'static [&'static str] = &["file", "from", "to"];
    const EXAMPLE: &'static str = "read({ file: 'main' })";
    const INITIAL: bool = true;

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let file = FileName::new(&self.file)?;
        let line = |n: Option<i64>| n.map(|n| usize::try_from(n.max(1)).unwrap_or(usize::MAX));
        Ok(Output::Data(json!(cx.env.files.read(
            &file,
            line(self.from),
            line(self.to)
        )?)))
    }
}

/// Replace text, then run main.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct EditFile {
    /// Its name.
    file: String,
    /// Text that occurs once.
    old_code: Option<String>,
    /// New text.
    new_code: Option<String>,
    /// Replace all.
    replace_all: Option<bool>,
    /// Several.
    #[serde(default)]
    #[schemars(schema_with = "replacements_schema")]
    edits: Option<Vec<Replacement>>,
}

/// Replacement of a text that occurs exactly once.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Replacement {
    old_code: String,
    new_code: String,
}

fn replacements_schema(_: &mut SchemaGenerator) -> Schema {
    let text = json!({ "type": "string" });
    json_schema!({
        "type": "array",
        "items": {
            "type": "object",
            "properties": { "old_code": text, "new_code": text }
        }
    })
}

impl Tool for EditFile {
    const NAME: &'static str = "edit";
    const KOREAN: &'static str = "코드 파일의 일부를 바꾸고 main을 실행합니다.";
    const SYNONYMS: [&'static str; 2] = [
        "change code, replace text, modify a line, patch, several replacements",
        "고치기, 코드 바꾸기",
    ];
    const DOMAIN: Domain = Domain::Code;
    const KIND: Kind = Kind::Host;
    const VERB: Verb = Verb::EditFile;
    const POSITIONAL: &'static [&'static str] = &["file", "old_code", "new_code", "replace_all"];
    const EXAMPLE: &'static str = "draw_circle({ name: 'c', x: 0, y: 0, radius: 5 });\n\
        edit({ file: 'main', old_code: 'radius: 5', new_code: 'radius: 6' })";
    const INITIAL: bool = true;

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let file = FileName::new(&self.file)?;
        let all = self.replace_all.unwrap_or(false);
        let files = &cx.env.files;
        let code = match (self.old_code, self.new_code, self.edits) {
            (Some(old), Some(new), None) => files.edit_text(&file, &old, &new, all)?,
            (None, None, Some(edits)) if !all && !edits.is_empty() => {
                let pairs: Vec<(&str, &str)> = edits
                    .iter()
                    .map(|pair| (&*pair.old_code, &*pair.new_code))
                    .collect();
                files.edit_texts(&file, &pairs)?
            }
            _ => {
                let message = bilingual!(
                    "edit needs either old_code and new_code, or edits: [{{ old_code, new_code }}, ...] without replace_all",
                    "edit에는 old_code와 new_code 또는 edits: [{{ old_code, new_code }}, ...](replace_all 없이) 중 하나가 필요해요"
                );
                return Err(ToolError {
                    is_of_arguments: true,
                    ..ToolError::new(message)
                });
            }
        };
        Ok(Output::Run(Plan::Write {
            file,
            code,
            whole: false,
        }))
    }
}

/// Write a whole code file, new or read before, then run main.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Write {
    /// 'main' or a module.
    file: String,
    /// Its whole text.
    code: String,
}

impl Tool for Write {
    const NAME: &'static str = "write";
    const KOREAN: &'static str = "새 파일이나 read로 읽은 코드 파일 전체를 쓰고 main을 실행합니다.";
    const SYNONYMS: [&'static str; 2] = ["new file, module, overwrite, create code", "쓰기, 새 파일, 모듈"];
    const DOMAIN: Domain = Domain::Code;
    const KIND: Kind = Kind::Host;
    const VERB: Verb = Verb::WriteFile;
    const POSITIONAL: &'static [&'static str] = &["file", "code"];
    const EXAMPLE: &'static str =
        "write({ file: 'shapes_lib', code: 'export const dot = (n, x) => drawCircle(n, x, 0, 1);' })";
    const INITIAL: bool = true;

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let mut file = FileName::new(&self.file)?;
        if cx.env.files.get(file.as_str()).is_none() {
            file = FileName::of_new_file(&self.file)?;
        }
        cx.env.files.check_write(&file, &self.code)?;
        Ok(Output::Run(Plan::Write {
            file,
            code: self.code,
            whole: true,
        }))
    }
}

/// Run JavaScript on the present drawing and append it to main.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct RunCadCode {
    /// May import modules.
    code: String,
}

impl Tool for RunCadCode {
    const NAME: &'static str = "run_cad_code";
    const KOREAN: &'static str = "현재 도면에서 JavaScript를 실행하고 main 끝에 더합니다.";
    const SYNONYMS: [&'static str; 2] = [
        "javascript, script, loop, program, execute, draw with code",
        "실행, 스크립트, 반복문",
    ];
    const DOMAIN: Domain = Domain::Code;
    const KIND: Kind = Kind::Host;
    const VERB: Verb = Verb::RunCode;
    const POSITIONAL: &'static [&'static str] = &["code"];
    const EXAMPLE: &'static str = "run_cad_code({ code: \"for (let i = 0; i < 12; i++) { const a = i / 12 * Math.PI * 2; \
        draw_circle({ name: `tooth_${i}`, x: Math.cos(a) * 50, y: Math.sin(a) * 50, radius: 5 }); }\" })";
    const INITIAL: bool = true;
    const GENERAL_HINTS: bool = true;

    fn run(self, _: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        trammel_code::check_size("code", &self.code)?;
        Ok(Output::Run(Plan::Snippet { code: self.code }))
    }
}

/// Run JavaScript that only measures: it keeps nothing and returns its last value.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct QueryCode {
    /// The code.
    code: String,
}

impl Tool for QueryCode {
    const NAME: &'static str = "query_code";
    const KOREAN: &'static str =
        "재기만 하는 JavaScript를 실행합니다. 아무것도 남기지 않고 마지막 값을 답합니다.";
    const SYNONYMS: [&'static str; 2] = [
        "measure with code, compute, evaluate, probe, dry run, try without keeping",
        "코드로 재기, 계산, 시험 실행",
    ];
    const DOMAIN: Domain = Domain::Code;
    const KIND: Kind = Kind::Host;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &["code"];
    const EXAMPLE: &'static str = "draw_rect({ name: 'plate', x: 0, y: 0, width: 80, height: 50 });\n\
        query_code({ code: \"getArea('plate') / getLength('plate')\" })";
    const INITIAL: bool = true;

    fn run(self, _: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        trammel_code::check_size("code", &self.code)?;
        Ok(Output::Run(Plan::Query { code: self.code }))
    }
}

impl From<WorkspaceError> for ToolError {
    fn from(error: WorkspaceError) -> ToolError {
        let suggestions = error.suggestions();
        ToolError::new(error).suggesting(suggestions)
    }
}
