//! Reading of all stored parts of a document except its files.

use crate::replacement::few;
use crate::session::Session;
use crate::store::stored_settings::{LAYERS, LOCKS, TITLE, Title, read_locks};
use crate::turns::proposal::PROPOSAL;
use trammel_code::Storage;
use trammel_knowledge::Memory;
use trammel_language::{Bilingual, bilingual};
use trammel_tools::CustomTools;

impl Session {
    /// Reads all parts except the files; returns a message for each invalid entry that was not loaded.
    pub(crate) fn load_settings(&mut self, storage: &dyn Storage) -> Vec<Bilingual> {
        let mut problems = Vec::new();
        if let Some(text) = self.store.stored_text_of(LOCKS, storage) {
            let read = read_locks(&text).map(|locks| self.document.locks = locks);
            let why = || {
                bilingual!(
                    "the locked and hidden flags of entities could not be read",
                    "항목의 잠금과 숨김을 읽지 못했어요"
                )
            };
            self.store.note_loaded(LOCKS, text, read.map_err(|_| why()));
        }
        if let Some(text) = self.store.stored_text_of(LAYERS, storage) {
            let read = serde_json::from_str(&text).map(|layers| self.document.layers = layers);
            let why = || {
                bilingual!(
                    "the hidden, locked, and current layers could not be read",
                    "숨긴 레이어, 잠긴 레이어, 현재 레이어를 읽지 못했어요"
                )
            };
            self.store.note_loaded(LAYERS, text, read.map_err(|_| why()));
        }
        if let Some(text) = self.store.stored_text_of(TITLE, storage) {
            let read = Title::read(&text).map(|title| self.document.scene = title.blank());
            let why = || {
                bilingual!(
                    "the title and the unit of the drawing could not be read",
                    "도면의 제목과 단위를 읽지 못했어요"
                )
            };
            self.store.note_loaded(TITLE, text, read.map_err(|_| why()));
        }
        if let Some(text) = self.store.stored_text_of(PROPOSAL, storage) {
            let read = serde_json::from_str(&text).map(|proposal| self.parties.proposal = Some(proposal));
            let why = || {
                bilingual!(
                    "the change that waits for a decision could not be read",
                    "결정을 기다리는 변경을 읽지 못했어요"
                )
            };
            self.store.note_loaded(PROPOSAL, text, read.map_err(|_| why()));
        }
        for key in Memory::KEYS {
            let Some(text) = self.store.stored_text_of(key, storage) else {
                continue;
            };
            let read = self.document.env.memory.read(key, &text);
            let read = read.map(|set_aside| problems.extend(few(set_aside)));
            self.store.note_loaded(key, text, read.map_err(Bilingual::from));
        }
        if let Some(text) = self.store.stored_text_of(CustomTools::KEY, storage) {
            let read = CustomTools::read(
                &text,
                &self.document.env.files,
                &self.document.env.catalog.names(),
            )
            .map(|(tools, set_aside)| {
                problems.extend(few(set_aside));
                self.document.env.custom = tools;
            });
            let why = |error| {
                bilingual!(
                    "the custom tools could not be read: {error}",
                    "사용자 도구를 읽지 못했어요: {error:#}"
                )
            };
            self.store.note_loaded(CustomTools::KEY, text, read.map_err(why));
        }
        problems
    }
}
