//! Names of the parameters of shapes: those of files are those of the tools that draw the shapes.

use crate::find;
use trammel_scene::Shape;
use trammel_scene::params::fields_of;

#[test]
fn the_tool_of_a_shape_has_the_parameters_of_its_file() {
    for kind in Shape::KINDS {
        let fields = fields_of(kind);
        let Ok(tool) = find(&format!("draw_{kind}")) else {
            assert!(fields.is_empty(), "{kind} has no tool");
            continue;
        };
        let schema = &tool.canonical()["parameters"]["properties"];
        let missing: Vec<&str> = fields
            .iter()
            .map(|field| field.name)
            .filter(|name| schema[name].is_null())
            .collect();
        assert!(missing.is_empty(), "{} has no {missing:?}", tool.name);
    }
}
