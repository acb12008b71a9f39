//! Texts that were set aside, and texts with unknown keys: they stay with the document, wherever it is stored.
#![allow(clippy::unwrap_used, reason = "tests")]

use super::*;

const LATER: &str = "{\"of\":\"a newer version\"}";

/// Returns a document whose flags were set aside.
fn with_flags_aside() -> (Session, MemoryStorage) {
    let mut session = Session::new(limits());
    ok(&mut session, "draw_circle", circle("a"));
    let mut storage = MemoryStorage::default();
    session.save(&mut storage).unwrap();
    storage.set("holds", "not flags").unwrap();
    storage.set("later", LATER).unwrap();
    let (mut session, _) = Session::load(&storage, limits()).unwrap();
    let pending = session.open();
    complete(&mut session, pending);
    session.store_mut().set_aside(&mut storage).unwrap();
    session.save(&mut storage).unwrap();
    (session, storage)
}

fn parts(session: &Session) -> Vec<String> {
    let texts = session.store().texts_aside().into_iter();
    texts.map(|text| format!("{} {}", text.key, text.text)).collect()
}

#[test]
fn texts_aside_and_unknown_texts_are_in_every_copy_of_a_document() {
    let (mut session, mut storage) = with_flags_aside();
    assert_eq!(parts(&session), ["aside/1/holds not flags"]);
    for number in 0..10 {
        ok(&mut session, "draw_circle", circle(&format!("c{number}")));
        session.save(&mut storage).unwrap();
    }
    session.take_over(&mut storage).unwrap();
    assert_eq!(storage.get("later").unwrap().unwrap(), LATER);
    // The database has the stored form, which fills localStorage again.
    let stored: MemoryStorage = session.stored_form().into_iter().collect();
    let (mut again, _) = Session::load(&stored, limits()).unwrap();
    let mut storage = MemoryStorage::default();
    again.save_copy(&mut storage).unwrap();
    assert_eq!(storage.get("aside/1/holds").unwrap().unwrap(), "not flags");
    assert_eq!(storage.get("later").unwrap().unwrap(), LATER);
    assert_eq!(parts(&again), ["aside/1/holds not flags"]);
}

#[test]
fn a_text_aside_can_be_put_back_and_the_present_text_is_set_aside_instead() {
    let (mut session, mut storage) = with_flags_aside();
    storage.set("aside/1/holds", "{\"a\":[true,false]}").unwrap();
    let (mut again, _) = Session::load(&storage, limits()).unwrap();
    let pending = again.open();
    complete(&mut again, pending);
    again.restore_aside("aside/1/holds", &mut storage).unwrap();
    let reloaded = again.reload(&storage).unwrap();
    if let Some(pending) = reloaded.pending {
        complete(&mut again, pending);
    }
    assert!(again.scene().get("a").unwrap().flags().locked);
    assert_eq!(again.save(&mut storage), Ok(()));
    assert!(
        parts(&again).iter().all(|part| !part.contains("true")),
        "{:?}",
        parts(&again)
    );
    // Another tab that has the document open sees a change.
    assert!(!session.has_changes());
    assert!(!session.reload(&storage).unwrap().changes.is_empty());
}

#[test]
fn a_removed_text_aside_is_gone() {
    let (mut session, mut storage) = with_flags_aside();
    session.store_mut().remove_aside("later");
    session.store_mut().remove_aside("aside/1/holds");
    session.save(&mut storage).unwrap();
    assert_eq!(storage.get("aside/1/holds").unwrap(), None);
    assert_eq!(
        storage.get("later").unwrap().unwrap(),
        LATER,
        "only texts aside are removed"
    );
    assert_eq!(parts(&session), [""; 0]);
}
