//! Prompts of the server: drawing what the user asks for, and a review of the drawing.

use rmcp::model::{ErrorData, GetPromptResult, JsonObject, Prompt, PromptArgument, PromptMessage, Role};

/// A prompt with one argument.
struct Template {
    name: &'static str,
    title: &'static str,
    description: &'static str,
    argument: &'static str,
    about: &'static str,
    is_required: bool,
    text: &'static str,
    /// Sentence with the argument, which replaces `{argument}` in the text. Empty without the argument.
    sentence: &'static str,
}

const TEMPLATES: [Template; 2] = [
    Template {
        name: "draw",
        title: "Draw",
        description: "Draw or change what the user describes, with checks, and look at the result",
        argument: "request",
        about: "The drawing or the change, with its sizes",
        is_required: true,
        text: "Draw this in the Trammel document: {argument}

1. Get the tools that you need and that are not listed with `get_tool_schema`. If the drawing is not empty, call `describe_scene` and read the files first.
2. Write each given size as a constant, and compute every other size from the constants. Draw with one call of `run_cad_code`, or change code with `edit`.
3. Keep the requirements as checks in the code: `expect`, `expectNear`, `expectClearance`, `expectInside`, `expectClosed`.
4. Compare the facts, the checks, and the warnings of each reply with the request. Look at the drawing with `bash` and the command `capture`.
5. End with a sentence: what is drawn, the main sizes, and each assumption.",
        sentence: "{}",
    },
    Template {
        name: "review",
        title: "Review",
        description: "Examine the drawing and report faults, without changing it",
        argument: "focus",
        about: "The purpose of the drawing, or what to examine",
        is_required: false,
        text: "Review the drawing in the Trammel document, and change nothing.{argument}

1. Get `describe_scene` and `bash` with `get_tool_schema`. Call `describe_scene`, read every file, and look at the drawing with `bash` and the command `capture`.
2. Measure with `query_code`: open outlines, overlaps, gaps and clearances, elements missing from a pattern, dimensions that disagree with the geometry, texts that overlap, entities outside the sheet, sizes that are repeated in the code.
3. Report each fault with the entity, the place, the measured and the expected value, and a proposed change. List the most serious first. Say what you could not judge.",
        sentence: " The user says: {}",
    },
];

/// Lists the prompts.
pub(super) fn list() -> Vec<Prompt> {
    let prompt = |template: &Template| {
        let argument = PromptArgument::new(template.argument)
            .with_description(template.about)
            .with_required(template.is_required);
        Prompt::new(template.name, Some(template.description), Some(vec![argument]))
            .with_title(template.title)
    };
    TEMPLATES.iter().map(prompt).collect()
}

/// Returns the messages of a prompt.
///
/// # Errors
/// Returns an error if there is no prompt of this name, or if a required argument is missing or is not text.
pub(super) fn get(name: &str, arguments: Option<&JsonObject>) -> Result<GetPromptResult, ErrorData> {
    let Some(template) = TEMPLATES.iter().find(|template| template.name == name) else {
        let names: Vec<&str> = TEMPLATES.iter().map(|template| template.name).collect();
        let message = format!(
            "there is no prompt '{name}'. The prompts are {}",
            names.join(", ")
        );
        return Err(ErrorData::invalid_params(message, None));
    };
    let value = arguments.and_then(|arguments| arguments.get(template.argument));
    let argument = value.and_then(|value| value.as_str()).unwrap_or_default().trim();
    if argument.is_empty() && template.is_required {
        let message = format!(
            "the prompt '{name}' needs the argument '{}', a text: {}",
            template.argument, template.about
        );
        return Err(ErrorData::invalid_params(message, None));
    }
    let sentence = match argument {
        "" => String::new(),
        argument => template.sentence.replace("{}", argument),
    };
    let text = template.text.replace("{argument}", &sentence);
    Ok(
        GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)])
            .with_description(template.description),
    )
}
