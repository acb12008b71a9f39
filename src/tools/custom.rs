//! Tools made from functions: an exported function of a module, with a name, a description and a schema.
//!
//! Invariants: a custom tool never hides a tool of ours. It exists exactly as long as its module offers its function, so
//! that undo brings both back. Its arguments are checked against its schema before its code runs, and that code runs in
//! the sandbox like any other.

use super::{Arg, TOOLS, ToolError};
use crate::suggest;
use crate::workspace::{FileName, Workspace, symbols};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::{Map, Value, json};

/// The most custom tools of one project.
const MAX_TOOLS: usize = 100;

/// The most parameters of one tool.
const MAX_PARAMETERS: usize = 30;

const MAX_DESCRIPTION: usize = 1_000;

/// Words of the language and of the sandbox that no tool can be called.
const RESERVED: &str = " await break case catch class const continue console debugger default delete do else enum eval export \
    extends false finally for function if implements import in instanceof interface isnan let new null object package private \
    protected public return static string super switch this throw true try typeof undefined var void while with yield \
    escape unescape main snippet ";

/// The kinds of value a parameter can have.
const KINDS: [&str; 6] = ["string", "number", "integer", "boolean", "array", "object"];

/// A tool that is a function of the drawing's own code.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CustomTool {
    /// Its name, in snake_case.
    pub name: String,
    /// What it does.
    pub description: String,
    /// The schema of its arguments: an object with `properties` and `required`.
    #[serde(serialize_with = "write_schema", deserialize_with = "read_schema")]
    pub parameters: Value,
    /// The file that holds the function.
    pub module: FileName,
    /// The function's name there; it takes one object.
    pub function: String,
}

impl CustomTool {
    /// Checks a registration.
    ///
    /// # Errors
    /// Says which part is wrong and what it must be.
    pub fn new(
        name: &str,
        description: &str,
        parameters: Value,
        (module, function): (&str, &str),
        files: &Workspace,
    ) -> Result<CustomTool, ToolError> {
        let name = checked_name(name)?;
        let description = description.split_whitespace().collect::<Vec<_>>().join(" ");
        if !(1..=MAX_DESCRIPTION).contains(&description.chars().count()) {
            return Err(refused(&format!(
                "description must have 1 to {MAX_DESCRIPTION} characters"
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
            let message =
                "module must not be 'main', which runs as a whole: put the function into a module first";
            return Err(refused(message).suggesting(modules().map(str::to_owned).take(3).collect()));
        }
        let Some(text) = files.get(module.as_str()) else {
            let near = suggest::nearest(module.as_str(), modules());
            return Err(refused(&format!("module '{module}' not found: write it first")).suggesting(near));
        };
        let offered = symbols::offered(text);
        if !offered.iter().any(|name| name == function) {
            let near = suggest::nearest(function, offered.iter().map(String::as_str));
            let list = if offered.is_empty() {
                "nothing".to_owned()
            } else {
                offered.join(", ")
            };
            return Err(refused(&format!(
                "'{module}' does not export '{function}'; it exports {list}"
            ))
            .suggesting(near));
        }
        let parameters = checked_schema(parameters)?;
        Ok(CustomTool {
            name,
            description,
            parameters,
            module,
            function: function.to_owned(),
        })
    }

    /// Whether its module still offers its function.
    pub fn exists_in(&self, files: &Workspace) -> bool {
        files
            .get(self.module.as_str())
            .is_some_and(|text| symbols::offered(text).contains(&self.function))
    }

    /// Parameters in the order in which the camelCase function takes them.
    pub fn positional(&self) -> Vec<String> {
        properties(&self.parameters).keys().cloned().collect()
    }

    /// `{name, description, parameters}`.
    pub fn canonical(&self) -> Value {
        json!({ "name": self.name, "description": self.description, "parameters": self.parameters })
    }

    /// A call that shows the form; its values are only of the right kind.
    pub fn example(&self) -> String {
        let fields: Vec<String> = properties(&self.parameters)
            .iter()
            .filter(|(name, _)| required(&self.parameters).any(|required| required == *name))
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

    /// The arguments as plain data, if they fit the schema.
    ///
    /// # Errors
    /// Names the parameter, what it must be and what was given.
    pub fn check(&self, input: Arg) -> Result<Value, ToolError> {
        let fail = |text: String| ToolError::new(format!("{}: {text}", self.name));
        let entries = match input {
            Arg::Null => Vec::new(),
            Arg::Object(entries) => entries,
            other => return Err(fail(format!("must be an object, got {}", other.shown()))),
        };
        let known = properties(&self.parameters);
        let mut out = Map::new();
        for (name, value) in entries {
            let Some(property) = known.get(name.as_ref()) else {
                let near = suggest::nearest(&name, known.keys().map(String::as_str));
                let hint = match near.first() {
                    Some(near) => format!("Did you mean '{near}'?"),
                    None if known.is_empty() => "It takes none.".to_owned(),
                    None => format!("It takes: {}.", self.positional().join(", ")),
                };
                return Err(fail(format!("unknown argument '{name}'. {hint}")).suggesting(near));
            };
            if value != Arg::Null {
                out.insert(
                    name.to_string(),
                    fitting(property, value).map_err(|text| fail(format!("{name} {text}")))?,
                );
            }
        }
        if let Some(missing) = required(&self.parameters).find(|name| !out.contains_key(*name)) {
            return Err(fail(format!("'{missing}' is missing")));
        }
        Ok(Value::Object(out))
    }
}

/// The custom tools of a project, in the order in which they were registered.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CustomTools(Vec<CustomTool>);

impl CustomTools {
    /// The storage key.
    pub const KEY: &'static str = "tools";

    /// Everything that was registered, also what has no module at present.
    pub fn all(&self) -> &[CustomTool] {
        &self.0
    }

    /// Adds a tool, or replaces the one of that name.
    ///
    /// # Errors
    /// There are too many.
    pub fn add(&mut self, tool: CustomTool) -> Result<(), ToolError> {
        if let Some(old) = self.0.iter_mut().find(|old| old.name == tool.name) {
            *old = tool;
        } else if self.0.len() < MAX_TOOLS {
            self.0.push(tool);
        } else {
            return Err(refused(&format!(
                "there are {MAX_TOOLS} custom tools already: delete one first"
            )));
        }
        Ok(())
    }

    /// Takes a tool away.
    pub fn remove(&mut self, name: &str) {
        self.0.retain(|tool| tool.name != name);
    }

    /// Drops what has no function in these files: done when a document is opened.
    pub fn prune(&mut self, files: &Workspace) {
        self.0.retain(|tool| tool.exists_in(files));
    }
}

fn refused(text: &str) -> ToolError {
    ToolError::new(format!("register_tool: {text}"))
}

fn checked_name(name: &str) -> Result<String, ToolError> {
    let snake = suggest::snake_case(name);
    let mut chars = snake.chars();
    let letters = chars.next().is_some_and(|c| c.is_ascii_lowercase())
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !letters || snake.len() > 64 || RESERVED.contains(&format!(" {snake} ")) {
        let shown: String = name.chars().take(40).collect();
        let message =
            format!("name must be 1 to 64 letters, digits and _ and no word of JavaScript, got '{shown}'");
        return Err(refused(&message));
    }
    if TOOLS
        .iter()
        .any(|tool| tool.name == snake || suggest::camel_case(tool.name) == suggest::camel_case(&snake))
    {
        return Err(refused(&format!(
            "there is a tool '{snake}' already: choose another name"
        )));
    }
    Ok(snake)
}

/// A schema in canonical form; the properties alone are accepted as well.
fn checked_schema(schema: Value) -> Result<Value, ToolError> {
    let form = "parameters must be a JSON Schema: { properties: { size: { type: 'number', description: '..' } }, required: ['size'] }";
    let Value::Object(mut schema) = schema else {
        return Err(refused(form));
    };
    let is_schema = schema.contains_key("properties") || schema.get("type").is_some_and(Value::is_string);
    let (properties, required) = if is_schema {
        (
            schema.remove("properties").unwrap_or_else(|| json!({})),
            schema.remove("required").unwrap_or_else(|| json!([])),
        )
    } else {
        (Value::Object(schema), json!([]))
    };
    let Value::Object(mut properties) = properties else {
        return Err(refused(form));
    };
    if properties.len() > MAX_PARAMETERS {
        return Err(refused(&format!(
            "at most {MAX_PARAMETERS} parameters, got {}",
            properties.len()
        )));
    }
    for (name, property) in &mut properties {
        let kind = property["type"].as_str().unwrap_or_default().to_owned();
        if !KINDS.contains(&kind.as_str()) {
            let near = suggest::nearest(&kind, KINDS);
            return Err(refused(&format!(
                "parameters.{name}.type must be one of {}",
                KINDS.join(", ")
            ))
            .suggesting(near));
        }
        // Only what every provider takes is kept.
        let mut kept =
            json!({ "type": kind, "description": property["description"].as_str().unwrap_or(name) });
        if let Some(values) = property["enum"]
            .as_array()
            .filter(|values| !values.is_empty() && values.len() <= 100)
        {
            kept["enum"] = json!(values);
        }
        if kind == "array" {
            let item = property["items"]["type"]
                .as_str()
                .filter(|item| KINDS.contains(item))
                .unwrap_or("number");
            kept["items"] = json!({ "type": item });
        }
        *property = kept;
    }
    let Some(names) = required
        .as_array()
        .and_then(|list| list.iter().map(Value::as_str).collect::<Option<Vec<_>>>())
    else {
        return Err(refused("parameters.required must be a list of parameter names"));
    };
    if let Some(unknown) = names.iter().find(|name| !properties.contains_key(**name)) {
        let near = suggest::nearest(unknown, properties.keys().map(String::as_str));
        return Err(refused(&format!(
            "parameters.required names '{unknown}', which is no parameter"
        ))
        .suggesting(near));
    }
    Ok(json!({ "type": "object", "properties": properties, "required": names }))
}

/// A value as plain data, if it is of the property's kind.
fn fitting(property: &Value, value: Arg) -> Result<Value, String> {
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
    let (words, shown) = (kind_in_words(kind), value.shown());
    if !fits {
        return Err(format!("must be {words}, got {shown}"));
    }
    let value = value.into_json()?;
    match property["enum"].as_array() {
        Some(values) if !values.contains(&value) => {
            let list: Vec<String> = values
                .iter()
                .map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_owned))
                .collect();
            Err(format!("must be one of {}, got {shown}", list.join(", ")))
        }
        _ => Ok(value),
    }
}

fn kind_in_words(kind: &str) -> &'static str {
    match kind {
        "string" => "text",
        "number" => "a finite number",
        "integer" => "a whole number",
        "boolean" => "true or false",
        "array" => "a list",
        _ => "an object",
    }
}

fn properties(schema: &Value) -> &Map<String, Value> {
    static NONE: std::sync::LazyLock<Map<String, Value>> = std::sync::LazyLock::new(Map::new);
    schema["properties"].as_object().unwrap_or(&NONE)
}

fn required(schema: &Value) -> impl Iterator<Item = &str> {
    schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
}

/// On its way to the sandbox a schema is text: that form knows no free data.
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

    fn files() -> Workspace {
        let mut files = Workspace::default();
        files.set(
            &FileName::new("house").unwrap(),
            Some("export function house({ name, size }) {}\nfunction hidden() {}"),
        );
        files
    }

    fn new(name: &str, parameters: Value, at: (&str, &str)) -> Result<CustomTool, ToolError> {
        CustomTool::new(name, "Draws a house", parameters, at, &files())
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
    fn a_registration_says_what_is_wrong() {
        let error = |name: &str, parameters: Value, at: (&str, &str)| new(name, parameters, at).unwrap_err();
        assert!(
            error("draw_rect", json!({}), ("house", "house"))
                .message
                .contains("already")
        );
        assert!(
            error("class", json!({}), ("house", "house"))
                .message
                .contains("no word of JavaScript")
        );
        assert!(
            error("a b", json!({}), ("house", "house"))
                .message
                .contains("'a b'")
        );
        assert!(
            error("x", json!({}), ("main", "house"))
                .message
                .contains("'main'")
        );
        assert_eq!(error("x", json!({}), ("hous", "house")).suggestions, ["house"]);
        let hidden = error("x", json!({}), ("house", "hidden"));
        assert_eq!(
            hidden.message,
            "register_tool: 'house' does not export 'hidden'; it exports house"
        );
        assert_eq!(
            error("x", json!({"a": {"type": "strin"}}), ("house", "house")).suggestions,
            ["string"]
        );
        assert!(
            error("x", json!([1]), ("house", "house"))
                .message
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
        let error = |input: Value| house().check(input.into()).unwrap_err().message;
        assert_eq!(
            house()
                .check(json!({"name": "h", "size": 2, "roof": null}).into())
                .unwrap(),
            json!({"name": "h", "size": 2})
        );
        assert_eq!(error(json!({"name": "h"})), "draw_house: 'size' is missing");
        assert_eq!(
            error(json!({"name": "h", "siz": 2})),
            "draw_house: unknown argument 'siz'. Did you mean 'size'?"
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
        let hostile = Arg::Object(vec![("at".into(), Arg::List(vec![Arg::Foreign("a function")]))]);
        assert!(house().check(hostile).unwrap_err().message.contains("a function"));
        assert_eq!(house().example(), "draw_house({ name: 'name', size: 1 })");
        assert_eq!(house().positional(), ["name", "size", "roof", "at"]);
    }

    #[test]
    fn it_travels_as_text_and_as_bytes_and_goes_with_its_module() {
        let mut tools = CustomTools::default();
        tools.add(house()).unwrap();
        tools.add(house()).unwrap();
        assert_eq!(tools.all().len(), 1);
        let text = serde_json::to_string(&tools).unwrap();
        assert_eq!(serde_json::from_str::<CustomTools>(&text).unwrap(), tools);
        assert_eq!(
            postcard::from_bytes::<CustomTools>(&postcard::to_stdvec(&tools).unwrap()).unwrap(),
            tools
        );
        tools.prune(&files());
        assert_eq!(tools.all().len(), 1);
        tools.prune(&Workspace::default());
        assert_eq!(tools.all().len(), 0);
    }
}
