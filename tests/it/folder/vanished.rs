//! Files that vanish from a folder in use: the command line cannot ask the user, so it refuses calls until the user has
//! decided.

use super::*;

const MAIN: &str = "import { r } from 'a';\ndrawCircle('c', 0, 0, r);\n";

/// Returns a folder with `main.js` and the modules `a`, `b`, and `d`.
fn folder_in_use() -> Folder {
    let folder = Folder::new();
    folder.write("main.js", MAIN);
    for name in ["a", "b", "d"] {
        folder.write(&format!("{name}.js"), format!("export const r = 4; // {name}\n"));
    }
    folder
}

/// Returns the texts of all files of the history.
fn history(folder: &Folder) -> Vec<String> {
    let Ok(files) = fs::read_dir(folder.path(".trammel/history/found")) else {
        return Vec::new();
    };
    let mut texts: Vec<String> = files
        .map(|file| fs::read_to_string(file.unwrap().path()).unwrap())
        .collect();
    texts.sort();
    texts
}

#[test]
fn calls_are_refused_while_main_or_most_files_are_gone() {
    // Files that vanish, and whether the next call is refused.
    for (gone, is_refused) in [
        (vec!["main"], true),
        (vec!["main", "a", "b", "d"], true),
        (vec!["a", "b", "d"], true),
        (vec!["b", "d"], false),
        (vec!["b"], false),
    ] {
        let folder = folder_in_use();
        let mut live = Live::new("exec", &folder);
        live.ok("draw_circle", &circle("first"));
        let texts: Vec<(String, String)> = gone
            .iter()
            .map(|name| format!("{name}.js"))
            .map(|file| (file.clone(), folder.read(&file)))
            .collect();
        for (file, _) in &texts {
            fs::remove_file(folder.path(file)).unwrap();
        }
        let before = history(&folder);
        for _ in 0..2 {
            let reply = live.call("draw_circle", &circle("second"));
            if !is_refused {
                assert_eq!(reply["success"], true, "{gone:?}: {reply}");
                warns(&reply, &["b.js was removed by another program"]);
                break;
            }
            assert_eq!(reply["success"], false, "{gone:?}: {reply}");
            let why = reply["error"].as_str().unwrap();
            for (file, text) in &texts {
                assert!(why.contains(file), "{why}");
                assert!(!folder.path(file).exists(), "{file} was written");
                assert!(history(&folder).contains(text), "{file}: {:?}", history(&folder));
            }
            assert!(why.contains("Put the files back"), "{why}");
        }
        if is_refused {
            assert!(
                history(&folder).len() <= before.len() + gone.len(),
                "one copy for all calls"
            );
            for (file, text) in &texts {
                folder.write(file, text);
            }
            live.ok("draw_circle", &circle("third"));
            assert_eq!(live.names(), ["c", "first", "third"]);
        }
        live.end();
        assert!(folder.read("main.js").contains("drawCircle('c', 0, 0, r)"));
    }
}

#[test]
fn a_client_of_mcp_gets_the_refusal_and_reads_the_drawing_until_the_files_return() {
    let folder = folder_in_use();
    let mut live = Live::new("mcp", &folder);
    let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}});
    live.send(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello}).to_string());
    assert_eq!(live.answer()["id"], 0);
    live.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string());
    let main = folder.read("main.js");
    fs::remove_file(folder.path("main.js")).unwrap();
    live.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "resources/list"}).to_string());
    assert!(live.answer()["result"]["resources"].is_array());
    let mut call = |id: u32| {
        let params = json!({"name": "draw_circle", "arguments": circle("late")});
        live.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}).to_string());
        live.answer()["result"]["structuredContent"].clone()
    };
    let reply = call(2);
    assert_eq!(reply["success"], false, "{reply}");
    assert!(reply["error"].as_str().unwrap().contains("main.js"), "{reply}");
    folder.write("main.js", &main);
    assert_eq!(call(3)["success"], true);
    live.end();
    assert!(folder.read("main.js").starts_with(MAIN));
}

#[test]
fn a_folder_that_has_lost_its_main_file_is_not_opened() {
    for arguments in [
        vec!["exec"],
        vec!["mcp"],
        vec!["chat", "Draw", "--provider", "demo"],
    ] {
        let folder = folder_in_use();
        assert_eq!(exec(&folder, &[draw("first")]).code, Some(0));
        fs::remove_file(folder.path("main.js")).unwrap();
        let dir = folder.as_ref().to_str().unwrap();
        let arguments = [arguments, vec!["--dir", dir]].concat();
        let ended = trammel(&arguments, &(draw("second") + "\n"));
        assert_eq!(ended.code, Some(2), "{arguments:?}: {} {}", ended.out, ended.err);
        assert!(
            ended.err.contains("main.js is missing") && ended.err.contains("create an empty main.js"),
            "{}",
            ended.err
        );
        assert!(!folder.path("main.js").exists());
        folder.write("main.js", "");
        assert_eq!(exec(&folder, &[draw("second")]).code, Some(0));
        assert!(folder.read("main.js").contains("second"));
    }
}

#[test]
fn a_drawing_without_code_can_be_opened_again() {
    let folder = Folder::new();
    let decision = json!({"topic": "wall", "decision": "200 thick", "reasoning": "brick"});
    let save = line("save_decision", &decision);
    for _ in 0..2 {
        assert_eq!(exec(&folder, std::slice::from_ref(&save)).code, Some(0));
    }
}
