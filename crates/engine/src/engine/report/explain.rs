//! Explanations of engine errors: the exact use of an undefined name, the expression that was `null` or not a
//! function, and likely corrections. The engine's messages contain none of this.

use super::elsewhere::ELSEWHERE;
use super::frame::Frame;
use super::locate::{Wrong, chain_before};
use super::reporter::Reporter;
use super::scopes::{declared_later, unbound_uses};
use crate::engine::bindings::functions;
use crate::engine::run_state::with_run;
use crate::engine::settled::NEVER_SETTLES;
use boa_engine::Context;
use boa_engine::object::JsObject;
use boa_engine::property::PropertyKey;
use trammel_base::suggest;
use trammel_code::source::{self, TokenKind};
use trammel_language::{Bilingual, bilingual};
use trammel_run::{Failure, Place};

impl Reporter {
    /// Adds the explanation of an error to its failure. `innermost` is the frame in which the error occurred.
    pub(super) fn taught(
        &self,
        mut failure: Failure,
        innermost: Option<Frame>,
        context: &mut Context,
    ) -> Failure {
        let message = failure.message.english.clone();
        if let Some((message, suggestions)) = with_run(|run| run.known.find(&message)).flatten() {
            if message.english == NEVER_SETTLES {
                failure.place = failure.place.or_else(|| self.first_use("await", None));
            }
            failure.message = message;
            failure.suggestions = suggestions;
            return failure;
        }
        let quoted = |end: &str| message.strip_suffix(end).map(str::to_owned);
        if let Some(name) = quoted(" is not defined") {
            self.undefined(
                &mut failure,
                &name,
                innermost.as_ref().map(|spot| spot.file.as_str()),
            );
        } else if let Some(method) = wants_a_function(&message) {
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
            self.located_wrong(&mut failure, innermost, Wrong::Nothing, context);
        } else if message.ends_with("is not iterable") {
            self.located_wrong(&mut failure, innermost, Wrong::NoList, context);
        } else if message.starts_with("Cannot destructure") {
            self.located_wrong(
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

    fn undefined(&self, failure: &mut Failure, name: &str, file: Option<&str>) {
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
        failure.message = failure
            .place
            .as_ref()
            .and_then(|place| self.in_another_block(place, name))
            .unwrap_or_else(|| bilingual!("{name} is not defined", "{name}이(가) 정의되지 않았어요"));
        failure.suggestions = self.near(name, failure.place.as_ref());
        failure.undefined_name = true;
    }

    /// Returns a message if the name is declared or imported but has no value yet.
    fn too_early(&self, place: &Place, name: &str) -> Option<Bilingual> {
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
    fn refine(&self, place: &mut Place, name: &str) {
        let Some(text) = self.files.text(&place.file) else {
            return;
        };
        let from = source::offset_of(text, place.line, place.column);
        let uses = unbound_uses(text, name);
        if let Some(at) = uses.iter().find(|at| **at >= from).or(uses.first()) {
            (place.line, place.column) = source::line_column(text, *at);
        }
    }

    fn first_use(&self, name: &str, file: Option<&str>) -> Option<Place> {
        let known = self.files.iter().filter(|(other, _)| Some(*other) == file);
        known.chain(self.files.iter()).find_map(|(file, text)| {
            let at = *unbound_uses(text, name).first()?;
            let (line, column) = source::line_column(text, at);
            Some(Place {
                file: file.to_owned(),
                line,
                column,
            })
        })
    }

    fn near(&self, name: &str, place: Option<&Place>) -> Vec<String> {
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
        suggest::nearest(name, names.chain(own.iter().map(String::as_str)))
    }

    /// Returns the expression that ends at a place, such as the callee of a call.
    fn before(&self, place: &Place) -> Option<String> {
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

    fn not_a_class(&self, place: Option<&Place>) -> Option<Bilingual> {
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

    fn located_wrong(
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
        failure.place = Some(Place {
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
fn wants_a_function(message: &str) -> Option<&str> {
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
