//! Explanations of engine errors: the exact use of an undefined name, the expression that was `null` or not a
//! function, and likely corrections. The engine's messages contain none of this.

use super::frame::Frame;
use super::locate::{Wrong, chain_before};
use super::reporter::Reporter;
use crate::sandbox::engine::bindings::functions;
use crate::sandbox::engine::run_state::with_run;
use crate::sandbox::engine::settled::NEVER_SETTLES;
use crate::sandbox::{Failure, Place};
use crate::suggest;
use crate::workspace::source::{self, Token, TokenKind};
use boa_engine::Context;
use boa_engine::object::JsObject;
use boa_engine::property::PropertyKey;

/// Globals of browsers and Node.js that do not exist in the sandbox; their use gets a specific message instead of
/// "not defined".
const ELSEWHERE: [&str; 21] = [
    "require",
    "fetch",
    "XMLHttpRequest",
    "process",
    "fs",
    "path",
    "child_process",
    "WebSocket",
    "importScripts",
    "setTimeout",
    "setInterval",
    "setImmediate",
    "requestAnimationFrame",
    "window",
    "document",
    "navigator",
    "localStorage",
    "sessionStorage",
    "indexedDB",
    "Worker",
    "postMessage",
];

impl Reporter {
    /// Adds the explanation of an error to its failure. `innermost` is the frame in which the error occurred.
    pub(super) fn taught(
        &self,
        mut failure: Failure,
        innermost: Option<Frame>,
        context: &mut Context,
    ) -> Failure {
        let known = with_run(|run| run.last_error.take()).flatten();
        if let Some((_, suggestions)) = known.filter(|(message, _)| *message == failure.message) {
            failure.suggestions = suggestions;
            return failure;
        }
        let message = failure.message.clone();
        let quoted = |end: &str| message.strip_suffix(end).map(str::to_owned);
        if let Some(name) = quoted(" is not defined") {
            self.undefined(
                &mut failure,
                &name,
                innermost.as_ref().map(|spot| spot.file.as_str()),
            );
        } else if let Some(method) = wants_a_function(&message) {
            failure.message =
                format!("{method}: the callback is not a function. Pass a function such as x => x.");
        } else if message.ends_with("called on an empty array and with no initial value") {
            failure.message =
                "reduce of empty array with no initial value. Pass one: reduce(callback, 0).".to_owned();
        } else if message == "not a callable function" {
            self.not_callable(&mut failure, context);
        } else if message == NEVER_SETTLES {
            failure.place = failure.place.or_else(|| self.first_use("await", None));
        } else if message == "not a constructor" {
            failure.message = self.not_a_class(failure.place.as_ref()).unwrap_or(message);
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
            failure.message =
                format!("assignment to undeclared variable {name}. Declare it with const or let.");
            failure.suggestions = self.near(name, failure.place.as_ref());
        } else if let Some(name) = between(&message, "cannot mutate an immutable binding '", "'") {
            failure.message =
                format!("assignment to constant variable {name}. Declare it with let to change it.");
        } else if message == "class constructor cannot be invoked without 'new'" {
            let owner = failure.place.as_ref().and_then(|place| self.before(place));
            if let Some(owner) = owner.filter(|owner| !owner.is_empty()) {
                failure.message = format!(
                    "class constructor {owner} cannot be invoked without new. Write new {owner}(...)."
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
            failure.message =
                format!("{name} is not available in the sandbox. Code can only draw and compute.");
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
        failure.suggestions = self.near(name, failure.place.as_ref());
        failure.undefined_name = true;
    }

    /// Returns a message if the name is declared or imported but has no value yet.
    fn too_early(&self, place: &Place, name: &str) -> Option<String> {
        let text = self.files.text(&place.file)?;
        let tokens = source::tokens(text);
        if let Some(import) = source::imports(text, &tokens)
            .iter()
            .find(|import| import.names.iter().any(|(_, local)| local == name))
        {
            let file = &import.specifier;
            return Some(format!(
                "cannot access '{name}' before initialization. Do '{file}' and '{}' import each other?",
                place.file
            ));
        }
        let at = source::offset_of(text, place.line, place.column);
        let declares = |pair: &[Token]| {
            pair[0].start > at
                && matches!(pair[0].text(text), "let" | "const" | "class")
                && pair[1].text(text) == name
        };
        let declared = tokens.windows(2).find(|pair| declares(pair))?;
        let (line, _) = source::line_column(text, declared[1].start);
        Some(format!(
            "cannot access '{name}' before initialization in line {line}"
        ))
    }

    /// Moves the place of an undefined name to its use. The engine reports the call or function around the name; the
    /// use is at or after that place.
    fn refine(&self, place: &mut Place, name: &str) {
        let Some(text) = self.files.text(&place.file) else {
            return;
        };
        let from = source::offset_of(text, place.line, place.column);
        let uses = source::uses_of(text, &source::tokens(text), name);
        if let Some(at) = uses.iter().find(|at| **at >= from).or(uses.first()) {
            (place.line, place.column) = source::line_column(text, *at);
        }
    }

    fn first_use(&self, name: &str, file: Option<&str>) -> Option<Place> {
        let known = self.files.iter().filter(|(other, _)| Some(*other) == file);
        known.chain(self.files.iter()).find_map(|(file, text)| {
            let at = *source::uses_of(text, &source::tokens(text), name).first()?;
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
            failure.message = "the called value is not a function".to_owned();
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
            "" => "the called value is not a function".to_owned(),
            shown => format!("{shown} is not a function"),
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

    fn not_a_class(&self, place: Option<&Place>) -> Option<String> {
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
            format!("{name} is not a constructor. Call it without new.")
        } else {
            format!("{name} is not a constructor")
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
        failure.message = found.message;
        if let Some((missing, near)) = missing_entity(&found.owner) {
            // A query of a missing entity returns `null`.
            let message = failure.message.replacen("null or undefined", "null", 1);
            failure.message = format!("{message}. Entity '{missing}' not found.");
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
