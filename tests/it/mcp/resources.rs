//! Resources and prompts of the server.

use super::*;

#[test]
fn the_drawing_its_files_and_the_reference_are_resources() {
    let read = |id: i64, uri: &str| request(id, "resources/read", &json!({ "uri": uri }));
    let got = after_opening(
        &[],
        &[
            call(
                1,
                "write",
                &json!({"file": "부품", "code": "export const r = 4;"}),
            ),
            call(2, "run_cad_code", &json!({"code": "drawCircle('c', 0, 0, 4)"})),
            request(3, "resources/list", &json!({})),
            request(4, "resources/templates/list", &json!({})),
            read(5, "trammel://drawing.svg"),
            read(6, "trammel://drawing.png"),
            read(7, "trammel://drawing.json"),
            read(8, "trammel://files/main.js"),
            read(9, "trammel://files/%EB%B6%80%ED%92%88.js"),
            read(10, "trammel://files/부품.js"),
            read(11, "trammel://reference/tools.md"),
            read(12, "trammel://reference/tools.d.ts"),
            read(13, "trammel://files/nosuch.js"),
        ],
    );
    let listed = answer(&got, 3)["resources"].clone();
    let uris: Vec<&str> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|resource| resource["uri"].as_str().unwrap())
        .collect();
    assert_eq!(
        uris,
        [
            "trammel://drawing.svg",
            "trammel://drawing.png",
            "trammel://drawing.json",
            "trammel://files/main.js",
            "trammel://files/%EB%B6%80%ED%92%88.js",
            "trammel://reference/tools.md",
            "trammel://reference/tools.d.ts"
        ]
    );
    assert_eq!(
        answer(&got, 4)["resourceTemplates"][0]["uriTemplate"],
        "trammel://files/{name}.js"
    );
    let content = |id: i64| answer(&got, id)["contents"][0].clone();
    let text = |id: i64| content(id)["text"].as_str().unwrap().to_owned();
    assert!(
        text(5).contains("<svg") && text(5).contains("<circle"),
        "{}",
        text(5)
    );
    assert_eq!(content(6)["mimeType"], "image/png");
    assert!(content(6)["blob"].as_str().unwrap().starts_with("iVBORw0KGgo"));
    let scene: Value = serde_json::from_str(&text(7)).unwrap();
    assert_eq!(scene["entities"][0]["name"], "c");
    assert_eq!(text(8), "drawCircle('c', 0, 0, 4);\n");
    assert_eq!((text(9), text(10)), ("export const r = 4;".to_owned(), text(9)));
    assert!(text(11).contains("draw_circle") && text(12).contains("draw_circle"));
    let refused = got.iter().find(|line| line["id"] == 13).unwrap()["error"].clone();
    let message = refused["message"].as_str().unwrap();
    assert!(
        message.starts_with(
            "there is no resource 'trammel://files/nosuch.js'. The resources are trammel://drawing.svg, "
        ),
        "{message}"
    );
}

#[test]
fn a_client_is_notified_of_changes_of_the_resources_it_subscribed_to() {
    let circle = |id: i64, name: &str| {
        call(
            id,
            "draw_circle",
            &json!({"name": name, "x": 0, "y": 0, "radius": 4}),
        )
    };
    let got = after_opening(
        &[],
        &[
            circle(1, "a"),
            request(2, "resources/subscribe", &json!({"uri": "trammel://drawing.svg"})),
            circle(3, "b"),
            call(4, "get_entity", &json!({"name": "b"})),
            call(5, "write", &json!({"file": "lib", "code": "export const r = 4;"})),
            request(
                6,
                "resources/unsubscribe",
                &json!({"uri": "trammel://drawing.svg"}),
            ),
            circle(7, "c"),
        ],
    );
    let updated = notifications(&got, "notifications/resources/updated");
    assert_eq!(updated.len(), 1, "{updated:?}");
    assert_eq!(updated[0]["params"]["uri"], "trammel://drawing.svg");
    assert_eq!(
        notifications(&got, "notifications/resources/list_changed").len(),
        1,
        "for the new file"
    );
}

#[test]
fn a_file_that_is_edited_outside_is_read_and_announced_and_the_next_reply_names_it() {
    let folder = Folder::new();
    folder.write("main.js", "drawCircle('c', 0, 0, 4);");
    let mut client = Client::start(&["--dir", folder.as_ref().to_str().unwrap()]);
    let uri = "trammel://files/main.js";
    client.ask(&request(1, "resources/subscribe", &json!({ "uri": uri })));
    folder.write("main.js", "drawCircle('wide', 0, 0, 40);");
    let read = client.ask(&request(2, "resources/read", &json!({ "uri": uri })));
    assert_eq!(read["contents"][0]["text"], "drawCircle('wide', 0, 0, 40);");
    let reply = client.ask(&call(3, "get_entity", &json!({"name": "wide"})));
    assert_eq!(
        reply["structuredContent"]["warnings"],
        json!(["main.js was changed by another program and reloaded"])
    );
    assert_eq!(
        notifications(&client.got, "notifications/resources/updated").len(),
        1
    );
}

#[test]
fn the_prompts_have_an_argument_and_instructions() {
    let get = |id: i64, name: &str, arguments: Value| {
        request(id, "prompts/get", &json!({"name": name, "arguments": arguments}))
    };
    let got = after_opening(
        &[],
        &[
            request(1, "prompts/list", &json!({})),
            get(2, "draw", json!({"request": "a flange with 6 holes"})),
            get(3, "review", json!({})),
            get(4, "review", json!({"focus": "it is cut by laser"})),
            get(5, "draw", json!({})),
            get(6, "nosuch", json!({})),
        ],
    );
    let prompts = answer(&got, 1)["prompts"].clone();
    let arguments = |at: usize| &prompts[at]["arguments"][0];
    assert_eq!(
        (
            &prompts[0]["name"],
            &arguments(0)["name"],
            &arguments(0)["required"]
        ),
        (&json!("draw"), &json!("request"), &json!(true))
    );
    assert_eq!(
        (
            &prompts[1]["name"],
            &arguments(1)["name"],
            &arguments(1)["required"]
        ),
        (&json!("review"), &json!("focus"), &json!(false))
    );
    let text = |id: i64| {
        answer(&got, id)["messages"][0]["content"]["text"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert!(text(2).starts_with("Draw this in the Trammel document: a flange with 6 holes\n\n1. "));
    assert!(text(3).starts_with("Review the drawing in the Trammel document, and change nothing.\n\n1. "));
    assert!(text(4).contains("change nothing. The user says: it is cut by laser\n\n1. "));
    for named in ["run_cad_code", "describe_scene", "edit", "bash", "query_code"] {
        let registered = trammel_tools::TOOLS.iter().any(|tool| tool.name == named);
        assert!(
            registered && (text(2) + &text(3)).contains(&format!("`{named}`")),
            "{named}"
        );
    }
    let message = |id: i64| got.iter().find(|line| line["id"] == id).unwrap()["error"]["message"].clone();
    assert_eq!(
        message(5),
        "the prompt 'draw' needs the argument 'request', a text: The drawing or the change, with its sizes"
    );
    assert_eq!(
        message(6),
        "there is no prompt 'nosuch'. The prompts are draw, review"
    );
}
