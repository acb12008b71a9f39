//! Reporter: builds failures from engine errors, with explanations that the engine does not give: the exact use of an
//! undefined name, the expression that was `null` or not a function, and likely corrections.

use super::elsewhere::ELSEWHERE;
use super::frame::{Frame, is_ours};
use super::locate::{Wrong, chain_before};
use crate::engine::bindings::functions;
use crate::engine::files::Files;
use crate::engine::inspect;
use crate::engine::run_state::with_run;
use crate::engine::settled::NEVER_SETTLES;
use crate::engine::stop::Stop;
use boa_engine::{
    Context, JsError, JsValue,
    error::{EngineError, RuntimeLimitError},
    js_string,
    object::JsObject,
    property::PropertyKey,
};
use std::{fmt::Write as _, ops::Range, rc::Rc};
use trammel_base::{suggest, visible::escape_hidden};
use trammel_code::source::{self, Token, TokenKind};
use trammel_language::{Bilingual, bilingual};
use trammel_run::{CodePosition, Failure, Limit, run_context::CallError};
use trammel_tools::{InnerDeclaration, suggest_functions};

/// End of the engine's message for a failed buffer allocation.
const NO_ROOM: &str = "while allocating data block";

const MAX_MESSAGE_CHARS: usize = 2_000;

/// Maximum number of bytes of an error text that are read.
const MAX_SHOWN: usize = 4 << 20;

/// Converts the error that ended a run to a failure.
pub(in crate::engine) struct Reporter {
    pub(super) files: Rc<Files>,
    /// Getter of `Error.prototype.stack`, saved before the script can replace it.
    stack: Option<JsObject>,
}

impl Reporter {
    pub(in crate::engine) fn new(files: Rc<Files>, context: &mut Context) -> Reporter {
        let prototype = context.intrinsics().constructors().error().prototype();
        let descriptor = prototype
            .borrow()
            .properties()
            .get(&PropertyKey::from(js_string!("stack")));
        let stack = descriptor.and_then(|d| d.get().and_then(JsValue::as_object));
        Reporter { files, stack }
    }

    pub(in crate::engine) fn failure(&self, stop: Stop, context: &mut Context) -> Failure {
        let mut failure = match stop {
            Stop::Stopped(CallError::Limit(limit, message), spot) => {
                let place = spot.and_then(|spot| self.place_at(&spot));
                Failure {
                    limit: Some(limit),
                    place,
                    ..Failure::new(message)
                }
            }
            Stop::Stopped(CallError::Error(error), _) => Failure::new(error.message),
            Stop::Threw(error) => self.failure_of(&error, context),
        };
        failure.message = failure.message.map(display_message);
        failure.align_stack();
        failure.source_line = failure.place.as_ref().and_then(|place| self.line(place));
        failure
    }

    /// Returns the place of a stopped script. Between two calls the engine reports no position; the script is then in
    /// a loop, which is searched in the text.
    pub(super) fn place_at(&self, spot: &Frame) -> Option<CodePosition> {
        let text = self.files.text(&spot.file)?;
        // The start of a function body stands for any position inside that has no place of its own.
        let is_body = |(line, column)| text[source::offset_of(text, line, column)..].starts_with('{');
        let (line, column) = spot.position.filter(|p| !is_body(*p)).or_else(|| {
            let at = source::likely_endless_loop(text, &source::tokens(text), &spot.function)?;
            Some(source::line_column(text, at))
        })?;
        Some(CodePosition {
            file: spot.file.clone(),
            line,
            column,
        })
    }

    /// Returns the place of the first plainly endless loop, such as `while (true)` without an exit.
    pub(super) fn plain_loop(&self) -> Option<CodePosition> {
        self.files.iter().find_map(|(file, text)| {
            let at = source::plainly_endless_loop(text, &source::tokens(text))?;
            let (line, column) = source::line_column(text, at);
            Some(CodePosition {
                file: file.to_owned(),
                line,
                column,
            })
        })
    }

    pub(super) fn failure_of(&self, error: &JsError, context: &mut Context) -> Failure {
        let too_large = error
            .as_opaque()
            .is_some_and(|value| !inspect::is_small(value, context));
        let (text, mut stack) = if too_large {
            (String::new(), Vec::new())
        } else {
            split_stack(&text_of(error))
        };
        if let Some(engine) = error.as_engine() {
            return self.limit(engine, stack);
        }
        let mut message = text.clone();
        if let Some(native) = error.as_native() {
            let (inner, embedded) = split_stack(native.message());
            message = inner;
            if !embedded.is_empty() {
                stack = embedded;
            }
        } else if let Some(value) = error.as_opaque() {
            let object = value.as_object();
            if let Some(known) = object.as_ref().and_then(inspect::message_of) {
                let (inner, embedded) = split_stack(&known);
                message = inner;
                if stack.is_empty() {
                    stack = if embedded.is_empty() {
                        self.stack_of(value, context)
                    } else {
                        embedded
                    };
                }
            } else {
                message = match inspect::display_text(value, context) {
                    text if value.is_string() => text,
                    text => format!("uncaught {text}"),
                };
            }
        }
        let innermost = stack.first().and_then(|frame| Frame::of_frame(frame));
        let place = stack.iter().find_map(|frame| CodePosition::of_frame(frame));
        let out_of_room = message.ends_with(NO_ROOM);
        let failure = Failure {
            message: Bilingual::same(message),
            place,
            stack,
            ..Failure::default()
        };
        if out_of_room {
            let message = with_run(|run| run.cad.watch().memory_message()).unwrap_or_default();
            return Failure {
                message,
                limit: Some(Limit::Memory),
                ..failure
            };
        }
        self.taught(failure, innermost, context)
    }

    pub(super) fn limit(&self, error: &EngineError, stack: Vec<String>) -> Failure {
        let innermost = stack.first().and_then(|frame| Frame::of_frame(frame));
        let place = innermost
            .and_then(|spot| self.place_at(&spot))
            .or_else(|| stack.iter().find_map(|frame| CodePosition::of_frame(frame)));
        let known = with_run(|run| run.limit.take()).flatten();
        let (limit, message) = match error {
            EngineError::RuntimeLimit(RuntimeLimitError::Recursion) => (
                Limit::Recursion,
                bilingual!(
                    "maximum call stack size exceeded. Is there endless recursion?",
                    "호출 스택의 최대 크기를 넘었어요. 끝없는 재귀가 있나요?"
                ),
            ),
            EngineError::RuntimeLimit(RuntimeLimitError::StackSize) => (
                Limit::Recursion,
                bilingual!(
                    "too many arguments in a function call. Use a loop instead of spreading a long array (...list).",
                    "함수 호출의 인수가 너무 많아요. 긴 배열을 펼치지(...list) 말고 반복문을 쓰세요."
                ),
            ),
            EngineError::Panic(_) => known.unwrap_or_else(|| {
                let message = bilingual!(
                    "the script engine crashed: {error}",
                    "스크립트 엔진이 비정상적으로 종료됐어요: {error}"
                );
                (Limit::Crash, message)
            }),
            _ => {
                let message = with_run(|run| run.cad.watch().instructions_message()).unwrap_or_default();
                (Limit::Time, message)
            }
        };
        // After an `await` the engine reports no position.
        let place = place.or_else(|| (limit == Limit::Time).then(|| self.plain_loop()).flatten());
        Failure {
            message,
            place,
            stack,
            limit: Some(limit),
            ..Failure::default()
        }
    }

    pub(super) fn stack_of(&self, value: &JsValue, context: &mut Context) -> Vec<String> {
        let Some(getter) = &self.stack else {
            return Vec::new();
        };
        let text = getter
            .call(value, &[], context)
            .ok()
            .and_then(|v| v.as_string())
            .map(|s| s.to_std_string_lossy());
        text.map(|text| split_stack(&format!("\n{text}")).1)
            .unwrap_or_default()
    }

    pub(super) fn line(&self, place: &CodePosition) -> Option<String> {
        let line = source::line(self.files.text(&place.file)?, usize::try_from(place.line).ok()?)?;
        Some(escape_hidden(&line.chars().take(200).collect::<String>()).into_owned())
    }
}

/// Returns a message without control characters, cut to [`MAX_MESSAGE_CHARS`].
fn display_message(message: &str) -> String {
    let message = escape_hidden(message).into_owned();
    if message.chars().count() <= MAX_MESSAGE_CHARS {
        return message;
    }
    let start = message.chars().take(MAX_MESSAGE_CHARS);
    start.chain("...".chars()).collect()
}

/// Returns the engine's text of an error, cut after about [`MAX_SHOWN`] bytes. The engine writes thrown values in
/// full, and these can be huge.
fn text_of(error: &JsError) -> String {
    struct Bounded(String);
    impl std::fmt::Write for Bounded {
        fn write_str(&mut self, text: &str) -> std::fmt::Result {
            self.0.push_str(text);
            if self.0.len() > MAX_SHOWN {
                Err(std::fmt::Error)
            } else {
                Ok(())
            }
        }
    }
    let mut text = Bounded(String::new());
    // The error only signals that the limit was reached.
    let _ = write!(text, "{error}");
    text.0
}

/// Splits an error text into its message and the stack frames below, innermost first.
fn split_stack(text: &str) -> (String, Vec<String>) {
    let mut lines: Vec<&str> = text.split('\n').collect();
    let mut stack = Vec::new();
    while let Some(frame) = lines.last().and_then(|line| line.strip_prefix("    at ")) {
        let (name, place) = frame.rsplit_once(" (").unwrap_or((frame, ""));
        if place != "native)" && !is_ours(place) {
            stack.push(format!("at {name} ({place}"));
        }
        lines.pop();
    }
    stack.reverse();
    (lines.join("\n"), stack)
}

/// Declaration of a name within a block.
pub(super) struct Declared {
    /// Offset of the name.
    pub(super) at: usize,
    /// Offsets of the block.
    scope: Range<usize>,
}

impl Declared {
    /// Whether an offset is in the block.
    pub(super) fn contains(&self, at: usize) -> bool {
        self.scope.contains(&at)
    }
}

impl Reporter {
    /// Returns the declaration of a name that is in a block which does not contain the place. Code that an earlier call
    /// appended can be such a block.
    pub(super) fn in_another_block(&self, place: &CodePosition, name: &str) -> Option<InnerDeclaration> {
        let text = self.files.text(&place.file)?;
        let at = in_blocks(text, &source::tokens(text), name).first()?.at;
        let (line, column) = source::line_column(text, at);
        Some(InnerDeclaration {
            name: name.to_owned(),
            place: CodePosition {
                file: place.file.clone(),
                line,
                column,
            },
        })
    }
}

/// Returns the declarations of a name within blocks. A name that is declared at the top level is defined everywhere.
pub(super) fn in_blocks(text: &str, tokens: &[Token], name: &str) -> Vec<Declared> {
    let keyword = |i: usize| {
        let token = &tokens[i];
        let after_dot = i
            .checked_sub(1)
            .is_some_and(|before| tokens[before].is(text, "."));
        (token.kind == TokenKind::Word && token.depth > 0 && !after_dot).then(|| token.text(text))
    };
    let declared = |i: usize| match keyword(i)? {
        "const" | "let" => variable(text, tokens, i, name),
        "class" | "function" => tokens.get(i + 1).filter(|next| next.text(text) == name),
        _ => None,
    };
    let found = (0..tokens.len()).filter_map(|i| Some((i, declared(i)?)));
    found
        .filter_map(|(i, token)| {
            Some(Declared {
                at: token.start,
                scope: scope(text, tokens, i)?,
            })
        })
        .collect()
}

/// Returns the offset at which a name is declared after the offset `at`, in a block around it or at the top level.
pub(super) fn declared_later(text: &str, tokens: &[Token], name: &str, at: usize) -> Option<usize> {
    let blocks = in_blocks(text, tokens, name);
    let is_in_scope = |token: &Token| {
        let here = |block: &Declared| block.at == token.start && block.contains(at);
        token.depth == 0 || blocks.iter().any(here)
    };
    let declares = |pair: &&[Token]| {
        pair[0].start > at
            && matches!(pair[0].text(text), "let" | "const" | "class")
            && pair[1].text(text) == name
            && is_in_scope(&pair[1])
    };
    tokens.windows(2).find(declares).map(|pair| pair[1].start)
}

/// Returns the uses of a name outside of the blocks that declare it, or all uses if there are none outside.
pub(super) fn unbound_uses(text: &str, name: &str) -> Vec<usize> {
    let tokens = source::tokens(text);
    let blocks = in_blocks(text, &tokens, name);
    let uses = source::uses_of(text, &tokens, name);
    let is_unbound = |at: &&usize| !blocks.iter().any(|block| block.contains(**at));
    let unbound: Vec<usize> = uses.iter().filter(is_unbound).copied().collect();
    if unbound.is_empty() { uses } else { unbound }
}

/// Returns the token of the name if the keyword `i` declares it, also within a pattern or after a comma.
fn variable<'a>(text: &str, tokens: &'a [Token], i: usize, name: &str) -> Option<&'a Token> {
    let depth = tokens[i].depth;
    let mut is_pattern = true;
    for (at, token) in tokens.iter().enumerate().skip(i + 1) {
        let word = token.text(text);
        if token.depth < depth {
            return None;
        }
        if token.depth == depth {
            match word {
                ";" | "const" | "let" | "var" | "function" | "class" => return None,
                "=" | "of" | "in" => is_pattern = false,
                "," => is_pattern = true,
                _ if token.after_break && !is_pattern => return None,
                _ => {}
            }
        }
        let is_key = tokens.get(at + 1).is_some_and(|next| next.is(text, ":"));
        if is_pattern && token.kind == TokenKind::Word && word == name && !is_key {
            return Some(token);
        }
    }
    None
}

/// Returns the offsets of the block around the token `i`. The variable of a loop also belongs to the body.
fn scope(text: &str, tokens: &[Token], i: usize) -> Option<Range<usize>> {
    let depth = tokens[i].depth;
    let open = tokens[..i].iter().rposition(|token| token.depth < depth)?;
    let end_of = |from: usize, depth: usize| {
        let after = tokens.iter().enumerate().skip(from + 1);
        after
            .clone()
            .find(|(_, token)| token.depth <= depth)
            .map_or(tokens.len() - 1, |(at, _)| at)
    };
    let mut close = end_of(i, depth - 1);
    let body = close + 1;
    if tokens[open].is(text, "(") && tokens.get(body).is_some_and(|token| token.is(text, "{")) {
        close = end_of(body, tokens[body].depth);
    }
    Some(tokens[open].start..tokens[close].end)
}

impl Reporter {
    /// Adds the explanation of an error to its failure. `innermost` is the frame in which the error occurred.
    pub(super) fn taught(
        &self,
        mut failure: Failure,
        innermost: Option<Frame>,
        context: &mut Context,
    ) -> Failure {
        let message = failure.message.english.clone();
        if let Some(error) = with_run(|run| run.known.find(&message)).flatten() {
            if error.message.english == NEVER_SETTLES {
                failure.place = failure.place.or_else(|| self.first_use("await", None));
            }
            failure.message = error.message;
            failure.suggestions = error.suggestions;
            failure.usage = error.usage;
            failure.taken = error.taken;
            return failure;
        }
        let quoted = |end: &str| message.strip_suffix(end).map(str::to_owned);
        if let Some(name) = quoted(" is not defined") {
            self.explain_undefined(
                &mut failure,
                &name,
                innermost.as_ref().map(|spot| spot.file.as_str()),
            );
        } else if let Some(method) = method_without_function(&message) {
            failure.message = bilingual!(
                "{method}: the callback is not a function. Pass a function such as x => x.",
                "{method}: 콜백이 함수가 아니에요. x => x 같은 함수를 넘기세요."
            );
        } else if message.ends_with("called on an empty array and with no initial value") {
            failure.message = bilingual!(
                "reduce of empty array with no initial value. Pass one: reduce(callback, 0).",
                "초깃값 없이 빈 배열에 reduce를 썼어요. reduce(callback, 0)처럼 초깃값을 넘기세요."
            );
        } else if message == "not a callable function" {
            self.not_callable(&mut failure, context);
        } else if message == "not a constructor" {
            failure.message = self
                .not_a_class(failure.place.as_ref())
                .unwrap_or_else(|| bilingual!("not a constructor", "생성자가 아니에요"));
        } else if message.starts_with("cannot convert 'null' or 'undefined'") {
            self.locate_wrong(&mut failure, innermost, Wrong::Nothing, context);
        } else if message.ends_with("is not iterable") {
            self.locate_wrong(&mut failure, innermost, Wrong::NoList, context);
        } else if message.starts_with("Cannot destructure") {
            self.locate_wrong(
                &mut failure,
                innermost,
                Wrong::TakenApart(if message.contains("'null'") {
                    "null"
                } else {
                    "undefined"
                }),
                context,
            );
        } else if let Some(name) = between(&message, "cannot assign to uninitialized global property `", "`")
        {
            failure.message = bilingual!(
                "assignment to undeclared variable {name}. Declare it with const or let.",
                "선언하지 않은 변수 {name}에 값을 할당했어요. const나 let으로 선언하세요."
            );
            failure.suggestions = self.near(name, failure.place.as_ref());
        } else if let Some(name) = between(&message, "cannot mutate an immutable binding '", "'") {
            failure.message = bilingual!(
                "assignment to constant variable {name}. Declare it with let to change it.",
                "상수 {name}에 값을 할당했어요. 바꾸려면 let으로 선언하세요."
            );
        } else if message == "class constructor cannot be invoked without 'new'" {
            let owner = failure.place.as_ref().and_then(|place| self.before(place));
            if let Some(owner) = owner.filter(|owner| !owner.is_empty()) {
                failure.message = bilingual!(
                    "class constructor {owner} cannot be invoked without new. Write new {owner}(...).",
                    "클래스 {owner}은(는) new 없이 호출할 수 없어요. new {owner}(...)로 쓰세요."
                );
            }
        }
        failure
    }

    fn explain_undefined(&self, failure: &mut Failure, name: &str, file: Option<&str>) {
        match &mut failure.place {
            Some(place) => self.refine(place, name),
            // At the top level of a file the engine reports no place.
            none => *none = self.first_use(name, file),
        }
        if ELSEWHERE.contains(&name) {
            failure.message = bilingual!(
                "{name} is not available in the sandbox. Code can only draw and compute.",
                "{name}은(는) 샌드박스에서 쓸 수 없어요. 코드는 그리고 계산하는 일만 할 수 있어요."
            );
            return;
        }
        if let Some(why) = failure
            .place
            .as_ref()
            .and_then(|place| self.too_early(place, name))
        {
            failure.message = why;
            return;
        }
        failure.declared = failure
            .place
            .as_ref()
            .and_then(|place| self.in_another_block(place, name))
            .map(Box::new);
        failure.message = match &failure.declared {
            Some(declared) => declared.explain(),
            None => bilingual!("{name} is not defined", "{name}이(가) 정의되지 않았어요"),
        };
        failure.suggestions = self.near(name, failure.place.as_ref());
        failure.undefined_name = true;
    }

    /// Returns a message if the name is declared or imported but has no value yet.
    fn too_early(&self, place: &CodePosition, name: &str) -> Option<Bilingual> {
        let text = self.files.text(&place.file)?;
        let tokens = source::tokens(text);
        if let Some(import) = source::imports(text, &tokens)
            .iter()
            .find(|import| import.names.iter().any(|(_, local)| local == name))
        {
            let file = &import.specifier;
            return Some(bilingual!(
                "cannot access '{name}' before initialization. Do '{file}' and '{}' import each other?",
                "초기화하기 전에 '{name}'을(를) 사용했어요. '{file}'과(와) '{}'이(가) 서로를 불러오나요?",
                place.file
            ));
        }
        let at = source::offset_of(text, place.line, place.column);
        let declared = declared_later(text, &tokens, name, at)?;
        let (line, _) = source::line_column(text, declared);
        Some(bilingual!(
            "cannot access '{name}' before initialization on line {line}",
            "{line}번째 줄에서 초기화하기 전에 '{name}'을(를) 사용했어요"
        ))
    }

    /// Moves the place of an undefined name to its use. The engine reports the call or function around the name; the
    /// use is at or after that place.
    fn refine(&self, place: &mut CodePosition, name: &str) {
        let Some(text) = self.files.text(&place.file) else {
            return;
        };
        let from = source::offset_of(text, place.line, place.column);
        let uses = unbound_uses(text, name);
        if let Some(at) = uses.iter().find(|at| **at >= from).or(uses.first()) {
            (place.line, place.column) = source::line_column(text, *at);
        }
    }

    fn first_use(&self, name: &str, file: Option<&str>) -> Option<CodePosition> {
        let known = self.files.iter().filter(|(other, _)| Some(*other) == file);
        known.chain(self.files.iter()).find_map(|(file, text)| {
            let at = *unbound_uses(text, name).first()?;
            let (line, column) = source::line_column(text, at);
            Some(CodePosition {
                file: file.to_owned(),
                line,
                column,
            })
        })
    }

    fn near(&self, name: &str, place: Option<&CodePosition>) -> Vec<String> {
        let functions = functions();
        let text = place.and_then(|p| self.files.text(&p.file)).unwrap_or_default();
        let tokens = source::tokens(text);
        let own = source::declared_names(text, &tokens);
        let is_camel = |name: &str| name.chars().any(char::is_uppercase);
        // Suggests only the spelling (snake case or camel case) of the name, or else of the code around it.
        let camel = !name.contains('_')
            && (is_camel(name)
                || functions
                    .iter()
                    .any(|f| is_camel(&f.name) && !source::uses_of(text, &tokens, &f.name).is_empty()));
        let spelled = |candidate: &&str| {
            if camel {
                !candidate.contains('_')
            } else {
                !is_camel(candidate)
            }
        };
        let custom = with_run(|run| run.tools.iter().map(|tool| tool.name.clone()).collect::<Vec<_>>())
            .unwrap_or_default();
        let custom: Vec<String> = custom
            .iter()
            .flat_map(|name| [name.clone(), suggest::camel_case(name)])
            .collect();
        let names = functions
            .iter()
            .map(|f| f.name.as_str())
            .chain(custom.iter().map(String::as_str))
            .filter(spelled);
        let near = suggest::nearest(name, names.chain(own.iter().map(String::as_str)));
        let is_own = near
            .iter()
            .any(|near| own.contains(near) || custom.contains(near));
        let snake = suggest::snake_case(name);
        // A name of several words is that of a function, whose words find what its spelling does not.
        if is_own || !snake.contains('_') {
            return near;
        }
        let found = suggest_functions(&snake).into_iter();
        found
            .map(|name| if camel { suggest::camel_case(&name) } else { name })
            .collect()
    }

    /// Returns the expression that ends at a place, such as the callee of a call.
    fn before(&self, place: &CodePosition) -> Option<String> {
        let text = self.files.text(&place.file)?;
        let at = source::offset_of(text, place.line, place.column);
        Some(chain_before(text.get(..at)?).to_owned())
    }

    fn not_callable(&self, failure: &mut Failure, context: &mut Context) {
        let Some(place) = failure.place.clone() else {
            failure.message = bilingual!(
                "the called value is not a function",
                "호출한 값이 함수가 아니에요"
            );
            return;
        };
        let mut owner = self.before(&place).unwrap_or_default();
        if owner.is_empty() {
            let text = self.files.text(&place.file).unwrap_or_default();
            let rest = &text[source::offset_of(text, place.line, place.column)..];
            owner = rest
                .chars()
                .take_while(|c| *c != '(' && *c != ';' && *c != '\n')
                .take(60)
                .collect();
        }
        let owner = owner.trim();
        let shown: String = match owner.chars().count() {
            0..=60 => owner.to_owned(),
            long => format!("...{}", owner.chars().skip(long - 60).collect::<String>()),
        };
        failure.message = match shown.as_str() {
            "" => bilingual!(
                "the called value is not a function",
                "호출한 값이 함수가 아니에요"
            ),
            shown => bilingual!("{shown} is not a function", "{shown}은(는) 함수가 아니에요"),
        };
        // A method name of one or two characters is similar to too many names.
        if let Some((object, method)) = owner.rsplit_once('.').filter(|(_, method)| method.len() > 2) {
            failure.suggestions = self.methods_near(object, method, context);
        }
    }

    /// Returns methods of the language and of the code with a similar spelling.
    fn methods_near(&self, object: &str, method: &str, context: &mut Context) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        let mut add = |object: &JsObject, context: &mut Context| {
            let keys = object.own_property_keys(context).unwrap_or_default();
            names.extend(keys.into_iter().filter_map(|key| match key {
                PropertyKey::String(name) => Some(name.to_std_string_lossy()),
                _ => None,
            }));
        };
        let intrinsics = context.intrinsics();
        let all = intrinsics.constructors();
        // The methods of a namespace are its own. Any other object may have those of the common prototypes or of the code.
        let namespace = match object {
            "Math" => Some(intrinsics.objects().math()),
            "JSON" => Some(intrinsics.objects().json()),
            "Object" => Some(all.object().constructor()),
            "Array" => Some(all.array().constructor()),
            "Number" => Some(all.number().constructor()),
            "String" => Some(all.string().constructor()),
            "Promise" => Some(all.promise().constructor()),
            _ => None,
        };
        let is_namespace = namespace.is_some();
        let objects = namespace.map_or_else(
            || {
                vec![
                    all.array().prototype(),
                    all.string().prototype(),
                    all.map().prototype(),
                    all.set().prototype(),
                    all.number().prototype(),
                ]
            },
            |object| vec![object],
        );
        for object in &objects {
            add(object, context);
        }
        if !is_namespace {
            for (_, text) in self.files.iter() {
                let tokens = source::tokens(text);
                let named = tokens.windows(2).filter(|pair| {
                    pair[0].kind == TokenKind::Word && matches!(pair[1].text(text), "(" | ":" | "=")
                });
                names.extend(named.map(|pair| pair[0].text(text).to_owned()));
            }
        }
        names.retain(|name| name != method);
        suggest::nearest(method, names.iter().map(String::as_str))
    }

    fn not_a_class(&self, place: Option<&CodePosition>) -> Option<Bilingual> {
        let place = place?;
        let text = self.files.text(&place.file)?;
        let rest = text.get(source::offset_of(text, place.line, place.column)..)?;
        let rest = rest.strip_prefix("new").unwrap_or(rest).trim_start();
        let part = |c: &char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
        let name: String = rest.chars().take_while(part).take(60).collect();
        if name.is_empty() {
            return None;
        }
        let is_tool = functions().iter().any(|function| function.name == name);
        Some(if is_tool {
            bilingual!(
                "{name} is not a constructor. Call it without new.",
                "{name}은(는) 생성자가 아니에요. new 없이 호출하세요."
            )
        } else {
            bilingual!("{name} is not a constructor", "{name}은(는) 생성자가 아니에요")
        })
    }

    fn locate_wrong(
        &self,
        failure: &mut Failure,
        innermost: Option<Frame>,
        wrong: Wrong,
        context: &mut Context,
    ) {
        let spot = innermost.unwrap_or_else(|| Frame::of_main(failure.place.as_ref()));
        let Some(text) = self.files.text(&spot.file) else {
            return;
        };
        let Some(found) = super::locate::find(text, &spot, wrong, context) else {
            return;
        };
        let (line, column) = source::line_column(text, found.at);
        failure.place = Some(CodePosition {
            file: spot.file,
            line,
            column,
        });
        failure.message = found.message.clone();
        if let Some((missing, near)) = missing_entity(&found.owner) {
            // A query of a missing entity returns `null`.
            let message = found.message.map(|text| {
                text.replacen("null or undefined", "null", 1)
                    .replacen("null이나 undefined", "null", 1)
            });
            failure.message = bilingual!(
                "{message}. Entity '{missing}' not found.",
                "{message:#}. '{missing}' 항목을 찾을 수 없어요."
            );
            failure.suggestions = near;
        }
    }
}

/// Returns the array method that was given something other than a function. The engine has several messages for this
/// error.
fn method_without_function(message: &str) -> Option<&str> {
    let rest = message
        .strip_prefix("Array.prototype.")
        .filter(|rest| rest.ends_with("callable"));
    rest.and_then(|rest| rest.split(':').next())
        .or_else(|| message.starts_with("flatMap mapper").then_some("flatMap"))
}

/// Returns the text between a prefix and a suffix.
fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    text.strip_prefix(start)?.strip_suffix(end)
}

/// Returns the entity that an expression queries by name and that does not exist, with similar names.
fn missing_entity(expression: &str) -> Option<(String, Vec<String>)> {
    let (function, rest) = expression.rsplit_once('(')?;
    let quote = rest.chars().next().filter(|c| matches!(c, '\'' | '"' | '`'))?;
    let name = rest[1..].split(quote).next()?;
    let is_query = function.starts_with("get") && !function.contains('.');
    if !is_query {
        return None;
    }
    let near = with_run(|run| run.cad.similar(name)).flatten()?;
    Some((name.to_owned(), near))
}
