//! Replies to imports and exports.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use trammel_code::FileName;
use trammel_formats::{Converted, ImportedCode, ReportEntry};
use trammel_language::{Bilingual, Language, bilingual};
use trammel_run::Failure;
use trammel_tools::{Answer, CheckReport, Reply};

/// Returns the reply to an export: text, or the file in base64. The warnings name the checks that fail.
pub(crate) fn export_reply(
    result: Result<(), Failure>,
    converted: Option<Box<Converted>>,
    checks: &CheckReport,
) -> Reply {
    let written = match (result, converted.map(|converted| *converted)) {
        (Err(failure), _) => return Reply::of_failure(failure),
        (Ok(()), Some(Converted::Written(written))) => written,
        (Ok(()), _) => {
            return Reply::of_message(bilingual!("the file was not written", "파일을 쓰지 못했어요"));
        }
    };
    let mut reply = Reply::of_answer(Answer::Data(match String::from_utf8(written.bytes) {
        Ok(text) => Value::from(text),
        Err(error) => json!({ "base64": STANDARD.encode(error.as_bytes()) }),
    }));
    let line = |english: &ReportEntry, korean: &ReportEntry| {
        Bilingual::new(format!("{english}"), format!("{korean:#}"))
    };
    let notes = checks.note(Language::English).zip(checks.note(Language::Korean));
    let entries = written.report.iter().map(|entry| line(entry, entry));
    reply.warnings = entries
        .chain(notes.map(|(english, korean)| line(&english, &korean)))
        .collect();
    reply
}

/// Returns the facts about an import for its caller.
pub(crate) fn facts(code: &ImportedCode) -> Answer {
    let report: Vec<String> = code.report_in_drawing().iter().map(ToString::to_string).collect();
    let modules: Vec<&FileName> = code.modules.iter().map(|(file, _)| file).collect();
    Answer::Data(json!({
        "group": code.group, "entities": code.entities, "units": code.units, "modules": modules, "report": report,
    }))
}
