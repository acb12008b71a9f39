//! Distinction between an object that is a positional argument and an object of named arguments.

use serde_json::Value;

/// Whether an object with these keys is the value of the parameter `name` rather than an object of further named
/// arguments. The answer is yes if the parameter's schema allows an object, unless every key is a parameter of the
/// call and none is a property of that object schema.
pub fn is_one_parameter(properties: &Value, name: &str, keys: &[String]) -> bool {
    let property = &properties[name];
    let options = property["anyOf"]
        .as_array()
        .map_or(std::slice::from_ref(property), Vec::as_slice);
    let Some(object) = options.iter().find(|option| option["type"] == "object") else {
        return false;
    };
    let belongs = |key: &String| object["properties"].get(key).is_some();
    keys.is_empty() || keys.iter().any(belongs) || !keys.iter().all(|key| properties.get(key).is_some())
}
