//! Drawn pieces of annotations that follow other entities: a change of the entity counts them, in a direct call and in a
//! run.

use crate::support::{call, drawn};
use serde_json::json;
use trammel_scene::MAX_PIECES;

/// Code that draws `plate` with annotations whose pieces grow with the plate.
const FOLLOWERS: &[(&str, &str)] = &[
    (
        "hatches of an outline",
        "for (let i = 0; i < 24; i++) hatch({ name: 'h' + i, entities: ['plate'], scale: 0.15 });",
    ),
    (
        "dashes of dimensions",
        "for (let i = 0; i < 120; i++) dimensionLinear({ name: 'd' + i, from: 'plate.point[0]', to: 'plate.point[1]', \
         style: { stroke: { dash: [6, 6] } } });",
    ),
    (
        "dashes of leaders",
        "for (let i = 0; i < 120; i++) leader({ name: 'l' + i, target: 'plate.point[2]', points: [-9, -9], text: 'a', \
         style: { stroke: { dash: [2, 2] } } });",
    ),
    (
        "hatches of a part in a group",
        "drawRect('other', 0, 0, 10, 10); createGroup({ name: 'g', children: ['plate', 'other'] });\n\
         for (let i = 0; i < 24; i++) hatch({ name: 'h' + i, entities: ['other'], scale: 0.15 });",
    ),
];

#[test]
fn a_change_after_which_followers_have_too_many_pieces_is_refused() {
    for (what, followers) in FOLLOWERS {
        let code = format!("drawRect('plate', 0, 0, 10, 10);\n{followers}\n");
        let (mut session, opened) = drawn(&code);
        assert_eq!(opened["success"], true, "{what}: {opened}");
        let pieces = session.scene().pieces();
        let name = if followers.contains("createGroup(") {
            "g"
        } else {
            "plate"
        };
        let (tool, input) = ("scale", json!({ "name": name, "sx": 1000, "around": "origin" }));
        let reply = call(&mut session, tool, input.clone());
        assert_eq!(reply["success"], false, "{what}: {reply}");
        let error = reply["error"].as_str().unwrap();
        assert!(
            error.contains("drawn pieces after this change"),
            "{what}: {error}"
        );
        assert!(error.contains(&MAX_PIECES.to_string()), "{what}: {error}");
        assert_eq!(session.scene().pieces(), pieces, "{what}: nothing has changed");
        // A run is refused at the same call.
        let code = format!("{code}{tool}({input});\n");
        let (_, opened) = drawn(&code);
        assert_eq!(opened["success"], false, "{what}: {opened}");
        let error = &opened["error"];
        let message = error["message"].as_str().unwrap();
        assert!(
            message.contains("drawn pieces after this change"),
            "{what}: {error}"
        );
        assert_eq!(error["line"], code.lines().count(), "{what}: {error}");
        // A change that fits is carried out.
        let mut smaller = input;
        smaller["sx"] = json!(2);
        let reply = call(&mut session, tool, smaller);
        assert_eq!(reply["success"], true, "{what}: {reply}");
    }
}

#[test]
fn a_hatch_that_would_be_too_dense_says_why_it_does_not_follow() {
    let (mut session, opened) =
        drawn("drawRect('plate', 0, 0, 10, 10);\nhatch({ name: 'h', entities: ['plate'], scale: 0.1 });\n");
    assert_eq!(opened["success"], true, "{opened}");
    let scaled = json!({ "name": "plate", "sx": 1000, "around": "origin" });
    let reply = call(&mut session, "scale", scaled);
    let warning = reply["warnings"][0].as_str().unwrap();
    assert!(warning.starts_with("hatch 'h' is detached, "), "{reply}");
    assert!(
        warning.contains("scale") && !warning.contains("no longer exists"),
        "{reply}"
    );
    let reply = call(&mut session, "delete_entity", json!({ "name": "plate" }));
    assert_eq!(reply["success"], true, "{reply}");
    let (mut session, _) =
        drawn("drawRect('plate', 0, 0, 10, 10);\nhatch({ name: 'h', entities: ['plate'] });\n");
    let reply = call(&mut session, "delete_entity", json!({ "name": "plate" }));
    assert!(
        reply["warnings"][0]
            .as_str()
            .unwrap()
            .contains("its reference no longer exists"),
        "{reply}"
    );
}
