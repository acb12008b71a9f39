//! Restoring a backup: what is kept beside it, and what a backup of another library may bring.

use super::*;
use crate::Lineage;

fn stored_at<'r>(merge: &'r Merge, store: Store, key: &str) -> Option<&'r str> {
    let mut puts = merge.batch.puts.iter();
    let found = puts.find(|(of, at, _)| *of == store && at == key);
    found.map(|(_, _, text)| text.as_str())
}

/// Changes the content of a drawing in a library.
fn change(backup: &mut Backup, id: &str, change: impl FnOnce(&mut ContentRecord)) {
    let contents = backup.records.get_mut(&Store::Contents).unwrap();
    let mut content = ContentRecord::read(&contents[id]).unwrap();
    change(&mut content);
    contents.insert(id.to_owned(), content.write());
}

fn conversation(messages: &[&str]) -> String {
    let list: Vec<_> = messages.iter().map(|text| json!({ "text": text })).collect();
    let record = ConversationRecord {
        body: json!({"items": list, "transcript": list, "spent": messages.len()}),
        ..ConversationRecord::default()
    };
    record.write()
}

fn with_conversation(mut backup: Backup, messages: &[&str]) -> Backup {
    let conversations = backup.records.entry(Store::Conversations).or_default();
    conversations.insert("one/x".to_owned(), conversation(messages));
    backup
}

#[test]
fn the_order_of_counts_decides_nothing() {
    for (own, theirs) in [(5, 42), (42, 5)] {
        let mut present = library("one", &["a", "b", "own"]);
        change(&mut present, "one", |content| content.revision = own);
        let mut backup = library("one", &["a", "b", "theirs"]);
        change(&mut backup, "one", |content| content.revision = theirs);
        let merge = merged(&backup, &present);
        assert_eq!((merge.copied, merge.replaced, merge.kept), (1, 0, 0));
        assert_eq!(merge.batch.removes, []);
        assert!(
            merge
                .batch
                .puts
                .iter()
                .all(|(_, key, _)| key.starts_with("new-1"))
        );
        let record = DrawingRecord::read(stored_at(&merge, Store::Drawings, "new-1").unwrap()).unwrap();
        assert_eq!(record.name, "Copy of one");
    }
}

#[test]
fn records_of_earlier_versions_are_compared_by_their_texts_and_histories() {
    let short = library("one", &["a"]);
    let long = library("one", &["a", "b"]);
    let merge = merged(&long, &short);
    assert_eq!(
        (merge.replaced, merge.copied),
        (1, 0),
        "the backup goes on after the library"
    );
    let merge = merged(&short, &long);
    assert_eq!(
        (merge.kept, merge.copied),
        (1, 0),
        "the library goes on after the backup"
    );
    let merge = merged(&long, &long);
    assert_eq!((merge.kept, merge.batch.puts.len()), (1, 0), "the same");
}

#[test]
fn a_step_with_the_same_number_stays_beside_that_of_the_backup() {
    let present = library("one", &["a", "b"]);
    let mut backup = library("one", &["a", "b", "c"]);
    // The backup has merged its first step into the second one.
    let steps = backup.records.get_mut(&Store::Steps).unwrap();
    let second = steps[&numbered_key("one", 2)].replace("draw_circle", "two circles");
    steps.insert(numbered_key("one", 2), second);
    let merge = merged(&backup, &present);
    assert_eq!(merge.replaced, 1);
    let own = StepRecord::read(stored_at(&merge, Store::Steps, &numbered_key("one", 4)).unwrap()).unwrap();
    assert_eq!((own.step.id, own.step.parent), (4, 1));
    assert_eq!(own.step.label, "draw_circle");
}

#[test]
fn of_two_conversations_with_the_same_key_neither_is_lost() {
    let base = || library("one", &["a"]);
    let merge_of = |theirs: &[&str], own: &[&str]| {
        merged(
            &with_conversation(base(), theirs),
            &with_conversation(base(), own),
        )
    };
    let keys = |merge: &Merge| -> Vec<String> {
        let puts = merge.batch.puts.iter();
        let puts = puts.filter(|(store, ..)| *store == Store::Conversations);
        puts.map(|(_, key, _)| key.clone()).collect()
    };
    assert_eq!(
        keys(&merge_of(&["1"], &["1", "2"])),
        [""; 0],
        "the library goes on"
    );
    assert_eq!(
        keys(&merge_of(&["1", "2"], &["1"])),
        ["one/x"],
        "the backup goes on"
    );
    assert_eq!(
        keys(&merge_of(&["1", "3"], &["1", "2"])),
        ["one/x-2"],
        "both go on"
    );
    assert_eq!(keys(&merge_of(&["1"], &["1"])), [""; 0], "the same");
}

#[test]
fn a_backup_of_another_library_gets_no_power() {
    let hints = json!({"list": [{"tool": "run_cad_code", "text": "INJECTED"}]}).to_string();
    let mut foreign = library("one", &["a"]);
    change(&mut foreign, "one", |content| {
        content.texts.insert("hints".to_owned(), hints.clone());
        content
            .texts
            .insert("agents".to_owned(), "of a newer version".to_owned());
        content.texts.insert("aside/1/hints".to_owned(), hints.clone());
    });
    for library in [None, Some("other".to_owned())] {
        foreign.library = library;
        let merge = merged(&foreign, &own_library());
        assert!(merge.is_foreign);
        let content = ContentRecord::read(stored_at(&merge, Store::Contents, "one").unwrap()).unwrap();
        let stored: serde_json::Value = serde_json::from_str(&content.texts["hints"]).unwrap();
        assert_eq!(
            stored["list"][0]["imported"],
            json!({"from": "file", "on": false})
        );
        assert!(!content.texts.contains_key("agents"));
        assert!(!content.texts.contains_key("aside/1/hints"));
        let drawing = DrawingRecord::read(stored_at(&merge, Store::Drawings, "one").unwrap()).unwrap();
        assert_eq!(drawing.conversation, None);
        // The same backup again is known.
        let mut present = own_library();
        for (store, key, text) in merge.batch.puts {
            present.records.entry(store).or_default().insert(key, text);
        }
        assert_eq!(merged(&foreign, &present).kept, 1);
    }
    foreign.library = Some("own".to_owned());
    let merge = merged(&foreign, &own_library());
    assert!(!merge.is_foreign);
    let content = ContentRecord::read(stored_at(&merge, Store::Contents, "one").unwrap()).unwrap();
    assert_eq!(content.texts["hints"], hints);
}

fn own_library() -> Backup {
    Backup {
        library: Some("own".to_owned()),
        ..Backup::default()
    }
}

#[test]
fn a_lineage_of_another_library_proves_nothing() {
    let mut present = library("one", &["a", "own"]);
    change(&mut present, "one", |content| content.writes = "1-5:w".to_owned());
    let mut foreign = library("one", &["empty"]);
    foreign.library = Some("other".to_owned());
    change(&mut foreign, "one", |content| {
        content.writes = "1-5:w 6:x".to_owned();
    });
    let merge = merged(&foreign, &present);
    assert_eq!((merge.replaced, merge.copied), (0, 1));
}

#[test]
fn what_is_not_known_stays_in_a_record() {
    let known = [
        (Store::Drawings, DrawingRecord::new("x", 1).write()),
        (Store::Contents, drawn(&["a"]).1.write()),
        (Store::Steps, drawn(&["a"]).2[0].write()),
        (Store::Conversations, ConversationRecord::default().write()),
    ];
    for (store, text) in known {
        let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
        value["later"] = json!({"list": [1, 2.5, null]});
        let text = value.to_string();
        let written = match store {
            Store::Drawings => DrawingRecord::read(&text).unwrap().write(),
            Store::Contents => ContentRecord::read(&text).unwrap().write(),
            Store::Steps => StepRecord::read(&text).unwrap().write(),
            Store::Conversations => ConversationRecord::read(&text).unwrap().write(),
        };
        let written: serde_json::Value = serde_json::from_str(&written).unwrap();
        assert_eq!(written, value, "{store:?}");
    }
    // A text with an unknown key goes from localStorage to the database and back.
    let mut storage = MemoryStorage::default();
    let (mut session, ..) = drawn(&["a"]);
    session.save_copy(&mut storage).unwrap();
    trammel_code::Storage::set(&mut storage, "later", "{\"a\": 1}").unwrap();
    let (session, _) = Session::load(&storage, Limits::default()).unwrap();
    let content = ContentRecord::of(&session, &HistoryPosition::default());
    let (again, _) = Session::load(&content.storage(), Limits::default()).unwrap();
    assert_eq!(again.stored_form()["later"], "{\"a\": 1}");
    assert_eq!(Lineage::read(&content.writes), *again.store().lineage());
}
