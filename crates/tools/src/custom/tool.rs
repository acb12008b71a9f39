//! Custom tool: an exported function of a module, with a name, a description and a schema.
//!
//! Invariants:
//! * A custom tool never hides a built-in tool.
//! * A custom tool exists exactly as long as its module exports its function, so that undo restores both.
//! * Arguments are checked against the schema before the code runs. The code runs in the sandbox like any other
//!   code.
//! * The same rules apply to registration, loading and import.
//! * An imported tool, and one that a model registered, is off until the user turns the tool on; the drawing's own code
//!   can call the tool regardless, and so can the model of the conversation that registered it. The definition of an
//!   imported tool, and of a model's tool that is off, contains the name, a fixed sentence, and the names and types of
//!   the parameters, but none of the author's descriptions.

use super::rules::{checked_name, registration_error};
use super::schema::{self, properties, required_names};
use crate::arg::Arg;
use crate::error::ToolError;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::{Map, Value, json};
use trammel_base::suggest;
use trammel_base::visible::one_line;
use trammel_code::{FileName, Workspace};
use trammel_knowledge::{Imported, Sourced, UNVERIFIED};
use trammel_language::{Bilingual, Language, bilingual};

const MAX_DESCRIPTION: usize = 1_000;

/// Maximum number of exports that a message lists.
const MAX_LISTED: usize = 20;

/// Description under which an imported tool is offered to a model.
const FOREIGN: &str = "Custom tool of this drawing, from a shared file. Call get_tool_schema with its name for the author's \
    description and parameters.";

const FOREIGN_KOREAN: &str = "공유 파일에서 온 이 도면의 사용자 도구입니다. 작성자의 설명과 매개변수는 get_tool_schema에 \
    이 이름을 넣어 호출하면 나옵니다.";

/// Description under which a conversation offers a tool that its model registered and the user has not turned on.
const DRAFT: &str = "Custom tool that a model registered, not confirmed by the user. Call get_tool_schema with its name for the \
    description and parameters.";

const DRAFT_KOREAN: &str = "모델이 등록했고 사용자가 확인하지 않은 사용자 도구입니다. 설명과 매개변수는 get_tool_schema에 \
    이 이름을 넣어 호출하면 나옵니다.";

/// Fields of a registration.
pub(crate) struct Registration<'a> {
    pub(crate) name: &'a str,
    pub(crate) description: &'a str,
    pub(crate) parameters: Value,
    /// Name of the file that exports the function.
    pub(crate) module: &'a str,
    pub(crate) function: &'a str,
}

/// Tool made from a function of the drawing's own code.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CustomTool {
    /// Name, in snake_case.
    pub name: String,
    /// Description.
    pub description: String,
    /// Schema of the arguments: an object with `properties` and `required`.
    #[serde(serialize_with = "write_schema", deserialize_with = "read_schema")]
    pub parameters: Value,
    /// File that contains the function.
    pub module: FileName,
    /// Name of the function in that file. The function takes one object.
    pub function: String,
    /// Mark; `None` for the user's own tools. Neither a project nor a run contains the mark (see
    /// `custom/list.rs`).
    #[serde(skip)]
    pub imported: Option<Imported>,
}

impl CustomTool {
    /// Checks a registration. A custom tool cannot have the name of a built-in tool.
    ///
    /// # Errors
    /// Returns an error that states the invalid field and the expected value.
    pub(crate) fn new(
        registration: Registration<'_>,
        files: &Workspace,
        built_in: &[&str],
    ) -> Result<CustomTool, ToolError> {
        let Registration {
            name,
            description,
            parameters,
            module,
            function,
        } = registration;
        let name = checked_name(name, built_in)?;
        let description = one_line(description);
        if !(1..=MAX_DESCRIPTION).contains(&description.chars().count()) {
            return Err(registration_error(bilingual!(
                "description must have 1 to {MAX_DESCRIPTION} characters",
                "description은 1~{MAX_DESCRIPTION}자여야 해요"
            )));
        }
        let module = FileName::new(module)?;
        let modules = || {
            files
                .files()
                .map(|(file, _)| file.as_str())
                .filter(|file| *file != FileName::MAIN)
        };
        if module.is_main() {
            let message = bilingual!(
                "module must not be 'main'. Move the function into a module first.",
                "module은 'main'이 아니어야 해요. 먼저 함수를 모듈로 옮기세요."
            );
            return Err(
                registration_error(message).suggesting(modules().map(str::to_owned).take(3).collect())
            );
        }
        if files.get(module.as_str()).is_none() {
            let near = suggest::nearest(module.as_str(), modules());
            return Err(registration_error(bilingual!(
                "module '{module}' not found. Write it first.",
                "모듈 '{module}'을(를) 찾을 수 없어요. 먼저 쓰세요."
            ))
            .suggesting(near));
        }
        if !files.offers(module.as_str(), function) {
            return Err(not_exported(
                &module,
                function,
                files.importable_names(module.as_str()),
            ));
        }
        let parameters = schema::check_schema(parameters)?;
        Ok(CustomTool {
            name,
            description,
            parameters,
            module,
            function: function.to_owned(),
            imported: None,
        })
    }

    /// Whether the module still exports the function.
    pub fn exists_in(&self, files: &Workspace) -> bool {
        files.offers(self.module.as_str(), &self.function)
    }

    /// Returns the parameter names in the positional order of the camelCase function.
    pub fn positional(&self) -> Vec<String> {
        properties(&self.parameters).keys().cloned().collect()
    }

    /// Returns `{name, description, parameters}` as registered.
    pub fn canonical(&self) -> Value {
        json!({ "name": self.name, "description": self.description, "parameters": self.parameters })
    }

    /// Returns `{name, description, parameters}` as offered to a model. For an imported tool, and for one of a model that
    /// is off, only the name and the names and types of the parameters come from the author.
    pub fn definition(&self, language: Language) -> Value {
        if self.is_vouched() {
            return self.canonical();
        }
        let texts = match self.is_by_model() {
            true => [DRAFT, DRAFT_KOREAN],
            false => [FOREIGN, FOREIGN_KOREAN],
        };
        let description = language.pick(texts);
        json!({ "name": self.name, "description": description, "parameters": schema::bare(&self.parameters) })
    }

    /// Returns the author's description and schema of a tool whose definition omits them, for a tool result, with the name
    /// of their field.
    pub fn foreign_words(&self) -> Option<(&'static str, Value)> {
        let imported = self.imported.as_ref().filter(|_| !self.is_vouched())?;
        let (field, key, source) = match self.is_by_model() {
            true => ("unverified", "note", UNVERIFIED),
            false => ("imported", "from", imported.from.as_str()),
        };
        let words = json!({ key: source, "description": self.description, "parameters": self.parameters });
        Some((field, words))
    }

    /// Returns the names of the parameters whose descriptions were shortened.
    pub fn shortened_parameters(&self) -> impl Iterator<Item = &str> {
        schema::shortened_names(&self.parameters)
    }

    /// Returns an example call. The values only have the right types.
    pub fn example(&self) -> String {
        let fields: Vec<String> = properties(&self.parameters)
            .iter()
            .filter(|(name, _)| required_names(&self.parameters).any(|required| required == *name))
            .map(|(name, property)| {
                let value = match property["type"].as_str() {
                    Some("string") => property["enum"][0]
                        .as_str()
                        .map_or("'name'".to_owned(), |value| format!("'{value}'")),
                    Some("boolean") => "true".to_owned(),
                    Some("array") => "[]".to_owned(),
                    Some("object") => "{}".to_owned(),
                    _ => "1".to_owned(),
                };
                format!("{name}: {value}")
            })
            .collect();
        if fields.is_empty() {
            format!("{}({{}})", self.name)
        } else {
            format!("{}({{ {} }})", self.name, fields.join(", "))
        }
    }

    /// Converts the arguments to JSON.
    ///
    /// # Errors
    /// Returns an error that states the parameter, the expected form and the given value.
    pub fn check(&self, input: Arg) -> Result<Value, ToolError> {
        let fail = |text: Bilingual| ToolError::new(bilingual!("{}: {text}", "{}: {text:#}", self.name));
        let entries = match input {
            Arg::Null => Vec::new(),
            Arg::Object(entries) => entries,
            other => {
                return Err(fail(bilingual!(
                    "must be an object, got {}",
                    "객체가 필요한데 {:#}을(를) 받았어요",
                    other.error_text()
                )));
            }
        };
        let known = properties(&self.parameters);
        let mut out = Map::new();
        for (name, value) in entries {
            let Some(property) = known.get(name.as_ref()) else {
                let near = suggest::nearest(&name, known.keys().map(String::as_str));
                let hint = if !near.is_empty() {
                    Bilingual::default()
                } else if known.is_empty() {
                    bilingual!(". It takes none.", ". 받는 인수가 없어요.")
                } else {
                    bilingual!(
                        ". It takes: {}.",
                        ". 받는 인수: {}.",
                        self.positional().join(", ")
                    )
                };
                return Err(fail(bilingual!(
                    "unknown argument '{name}'{hint}",
                    "'{name}' 인수는 없어요{hint:#}"
                ))
                .suggesting(near));
            };
            if value != Arg::Null {
                out.insert(
                    name.to_string(),
                    fitting(property, value)
                        .map_err(|text| fail(bilingual!("{name} {text}", "{name}: {text:#}")))?,
                );
            }
        }
        if let Some(missing) = required_names(&self.parameters).find(|name| !out.contains_key(*name)) {
            return Err(fail(bilingual!(
                "'{missing}' is missing",
                "'{missing}'이(가) 없어요"
            )));
        }
        Ok(Value::Object(out))
    }
}

impl Sourced for CustomTool {
    fn import_mark(&self) -> Option<&Imported> {
        self.imported.as_ref()
    }

    fn set_imported(&mut self, imported: Option<Imported>) {
        self.imported = imported;
    }
}

fn not_exported(module: &FileName, function: &str, offered: &[String]) -> ToolError {
    let near = suggest::nearest(function, offered.iter().map(String::as_str));
    let shown = offered.iter().take(MAX_LISTED).map(String::as_str);
    let mut list: Vec<&str> = shown.collect();
    if offered.len() > list.len() {
        list.push("...");
    }
    let list = match list.as_slice() {
        [] => "nothing".to_owned(),
        some => some.join(", "),
    };
    registration_error(bilingual!(
        "'{module}' does not export '{function}'; it exports {list}",
        "'{module}'이(가) '{function}'을(를) 내보내지 않아요. 내보내는 것: {list}"
    ))
    .suggesting(near)
}

/// Converts a value to JSON if the value has the type of the property; otherwise returns the error message.
fn fitting(property: &Value, value: Arg) -> Result<Value, Bilingual> {
    let kind = property["type"].as_str().unwrap_or_default();
    let fits = match (kind, &value) {
        ("string", Arg::Text(_))
        | ("boolean", Arg::Bool(_))
        | ("array", Arg::List(_))
        | ("object", Arg::Object(_)) => true,
        ("number", Arg::Number(n)) => n.is_finite(),
        ("integer", Arg::Number(n)) => n.fract() == 0.0,
        _ => false,
    };
    let (words, shown) = (kind_in_words(kind), value.error_text());
    if !fits {
        return Err(bilingual!(
            "must be {words}, got {shown}",
            "{words:#}이(가) 필요한데 {shown:#}을(를) 받았어요"
        ));
    }
    let value = value.into_json()?;
    match property["enum"].as_array() {
        Some(values) if !values.contains(&value) => {
            let list: Vec<String> = values
                .iter()
                .map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_owned))
                .collect();
            Err(bilingual!(
                "must be one of {}, got {shown}",
                "{} 중 하나가 필요한데 {shown:#}을(를) 받았어요",
                list.join(", ")
            ))
        }
        _ => Ok(value),
    }
}

fn kind_in_words(kind: &str) -> Bilingual {
    match kind {
        "string" => bilingual!("text", "문자열"),
        "number" => bilingual!("a finite number", "유한한 숫자"),
        "integer" => bilingual!("a whole number", "정수"),
        "boolean" => bilingual!("true or false", "true 또는 false"),
        "array" => bilingual!("a list", "목록"),
        _ => bilingual!("an object", "객체"),
    }
}

/// Serializes a schema as text for the sandbox, because the binary format of the sandbox cannot deserialize values
/// without a fixed type.
fn write_schema<S: Serializer>(schema: &Value, serializer: S) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        schema.serialize(serializer)
    } else {
        schema.to_string().serialize(serializer)
    }
}

fn read_schema<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
    if deserializer.is_human_readable() {
        return Value::deserialize(deserializer);
    }
    serde_json::from_str(&String::deserialize(deserializer)?).map_err(de::Error::custom)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::CustomTools;

    fn files() -> Workspace {
        let mut files = Workspace::default();
        files.set(
            &FileName::new("house").unwrap(),
            Some("export function house({ name, size }) {}\nfunction hidden() {}"),
        );
        files
    }

    fn new(name: &str, parameters: Value, at: (&str, &str)) -> Result<CustomTool, ToolError> {
        let registration = Registration {
            name,
            description: "Draws a house",
            parameters,
            module: at.0,
            function: at.1,
        };
        CustomTool::new(registration, &files(), &["draw_rect"])
    }

    fn house() -> CustomTool {
        let parameters = json!({
            "type": "object",
            "properties": {
                "name": { "type": "string" }, "size": { "type": "number", "description": "Width" },
                "roof": { "type": "string", "enum": ["flat", "gable"] }, "at": { "type": "array" },
            },
            "required": ["name", "size"],
        });
        new("drawHouse", parameters, ("house", "house")).unwrap()
    }

    #[test]
    fn invalid_registrations_are_refused_with_the_reason() {
        let error = |name: &str, parameters: Value, at: (&str, &str)| new(name, parameters, at).unwrap_err();
        assert!(
            error("draw_rect", json!({}), ("house", "house"))
                .message
                .english
                .contains("already")
        );
        assert!(
            error("class", json!({}), ("house", "house"))
                .message
                .english
                .contains("not be a reserved word of JavaScript")
        );
        assert!(
            error("a b", json!({}), ("house", "house"))
                .message
                .english
                .contains("'a b'")
        );
        assert!(
            error("x", json!({}), ("main", "house"))
                .message
                .english
                .contains("'main'")
        );
        assert_eq!(error("x", json!({}), ("hous", "house")).suggestions, ["house"]);
        let hidden = error("x", json!({}), ("house", "hidden"));
        assert_eq!(
            hidden.message.english,
            "register_tool: 'house' does not export 'hidden'; it exports house"
        );
        assert_eq!(
            error("x", json!({"a": {"type": "strin"}}), ("house", "house")).suggestions,
            ["string"]
        );
        assert!(
            error("x", json!([1]), ("house", "house"))
                .message
                .english
                .contains("JSON Schema")
        );
        let unknown = error(
            "x",
            json!({"properties": {"size": {"type": "number"}}, "required": ["siz"]}),
            ("house", "house"),
        );
        assert_eq!(unknown.suggestions, ["size"]);
    }

    #[test]
    fn arguments_are_checked_by_the_schema() {
        let error = |input: Value| house().check(input.into()).unwrap_err().message.english;
        assert_eq!(
            house()
                .check(json!({"name": "h", "size": 2, "roof": null}).into())
                .unwrap(),
            json!({"name": "h", "size": 2})
        );
        assert_eq!(error(json!({"name": "h"})), "draw_house: 'size' is missing");
        assert_eq!(
            error(json!({"name": "h", "siz": 2})),
            "draw_house: unknown argument 'siz'"
        );
        assert_eq!(
            error(json!({"name": "h", "size": "2"})),
            "draw_house: size must be a finite number, got the text \"2\""
        );
        assert_eq!(
            error(json!({"name": "h", "size": 2, "roof": "round"})),
            "draw_house: roof must be one of flat, gable, got the text \"round\""
        );
        assert_eq!(
            error(json!([1])),
            "draw_house: must be an object, got a list of 1"
        );
        let hostile = Arg::Object(vec![(
            "at".into(),
            Arg::List(vec![Arg::Foreign(crate::Foreign::Function)]),
        )]);
        assert!(
            house()
                .check(hostile)
                .unwrap_err()
                .message
                .english
                .contains("a function")
        );
        assert_eq!(house().example(), "draw_house({ name: 'name', size: 1 })");
        assert_eq!(house().positional(), ["name", "size", "roof", "at"]);
    }

    #[test]
    fn custom_tools_round_trip_and_are_removed_with_their_module() {
        let mut tools = CustomTools::default();
        tools.add(house()).unwrap();
        tools.add(house()).unwrap();
        assert_eq!(tools.all().len(), 1);
        let text = tools.text().unwrap();
        assert_eq!(
            CustomTools::read(&text, &files(), &[]).unwrap(),
            (tools.clone(), vec![])
        );
        let sent = postcard::to_stdvec(tools.all()).unwrap();
        assert_eq!(
            postcard::from_bytes::<Vec<CustomTool>>(&sent).unwrap(),
            tools.all()
        );
        let (gone, problems) = CustomTools::read(&text, &Workspace::default(), &[]).unwrap();
        assert_eq!((gone.all().len(), problems.len()), (0, 0));
    }
}
