//! Property test of a page and another program that write to one folder: random edits, removals, failures, and crashes,
//! on file systems with coarse times or without case, and answers of the user.

use super::aliases::find_unlisted;
use super::{Agreement, FileCache, FileStat, FolderFiles, FolderPlan, Texts, WriteAttempts};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::collections::{BTreeMap, BTreeSet};
use trammel_code::MAIN_KEY;

/// Keys of the files. The names `a` and `A` are one file on some systems.
const KEYS: [&str; 5] = [MAIN_KEY, "file/a", "file/A", "file/b", "title"];

#[derive(Clone, Debug)]
enum Operation {
    /// The user sets a text of the drawing, or removes it.
    Edit(usize, Option<u8>),
    /// Another program sets a text of the folder, or removes it.
    Outside(usize, Option<u8>),
    /// Time passes, in milliseconds.
    Wait(u32),
    /// The clock of the file system changes.
    FileClock(i32),
    /// The page compares both sides. Another program may write between the look and the writes, and the page may end
    /// after some writes.
    Compare { race: Option<(usize, u8)>, writes: u8 },
    /// The page is opened again.
    Reload,
    /// The user answers a question: with the version of the folder or with that of the drawing.
    Answer(bool),
}

struct World {
    now_ms: f64,
    /// Difference of the clock of the file system to that of the page.
    file_clock_ms: f64,
    step_ms: f64,
    ignores_case: bool,
    /// Name, text, and time of each file, by the form of its name that the file system compares.
    disk: BTreeMap<String, (String, String, f64)>,
    ours: Texts,
    /// Texts that the drawing has had.
    history: BTreeSet<(String, String)>,
    agreed: Agreement,
    /// Agreement that the next visit finds.
    stored: Agreement,
    cache: FileCache,
    attempts: WriteAttempts,
}

impl World {
    fn new(step_ms: f64, ignores_case: bool) -> World {
        World {
            now_ms: 1e9,
            file_clock_ms: 0.0,
            step_ms,
            ignores_case,
            disk: BTreeMap::new(),
            ours: Texts::from([(MAIN_KEY.to_owned(), "0".to_owned())]),
            history: BTreeSet::new(),
            agreed: Agreement::default(),
            stored: Agreement::default(),
            cache: FileCache::default(),
            attempts: WriteAttempts::default(),
        }
    }

    fn fold_name(&self, key: &str) -> String {
        if self.ignores_case {
            key.to_lowercase()
        } else {
            key.to_owned()
        }
    }

    fn write(&mut self, key: &str, text: Option<&String>) {
        let folded = self.fold_name(key);
        let changed_ms = ((self.now_ms + self.file_clock_ms) / self.step_ms).floor() * self.step_ms;
        match text {
            Some(text) => {
                let name = self.disk.get(&folded).map_or(key, |(name, ..)| name).to_owned();
                self.disk.insert(folded, (name, text.clone(), changed_ms));
            }
            None => drop(self.disk.remove(&folded)),
        }
    }

    fn set_ours(&mut self, key: &str, text: Option<&String>) {
        if let Some(old) = self.ours.get(key) {
            self.history.insert((key.to_owned(), old.clone()));
        }
        match text {
            Some(text) => self.ours.insert(key.to_owned(), text.clone()),
            None if key == MAIN_KEY => self.ours.insert(key.to_owned(), String::new()),
            None => self.ours.remove(key),
        };
    }

    fn present_text(&self, key: &str) -> Option<String> {
        self.disk
            .get(&self.fold_name(key))
            .map(|(_, text, _)| text.clone())
    }

    /// Reads the folder as the page does, and checks that no text is out of date.
    fn look(&mut self) -> FolderFiles {
        let mut listed: BTreeSet<String> = self.disk.values().map(|(name, ..)| name.clone()).collect();
        for file in find_unlisted(&self.agreed, &listed) {
            if self.present_text(&file.key).is_some() {
                listed.retain(|key| !file.aliases.contains(key));
                listed.insert(file.key);
            }
        }
        let mut files = FolderFiles::default();
        for key in listed {
            let Some((_, text, changed_ms)) = self.disk.get(&self.fold_name(&key)) else {
                continue;
            };
            let stat = FileStat {
                changed_ms: *changed_ms,
                bytes: text.len() as f64,
            };
            if let Some(cached) = self.cache.text(&key, stat) {
                assert_eq!(cached.as_ref().ok(), Some(text), "a text that is out of date");
            }
            self.cache.note(&key, stat, Ok(text.clone()), self.now_ms);
            files.texts.insert(key, text.clone());
        }
        files
    }

    /// Compares both sides, and returns the plan and the number of writes.
    fn compare(&mut self, race: Option<(usize, u8)>, most: u8) -> (FolderPlan, u8) {
        let there = self.look();
        self.agreed.settle_writes(&there.texts);
        let plan = FolderPlan::of(&self.agreed, &self.ours, &there);
        self.agreed.note_same(&self.ours, &there.texts);
        if let Some((key, text)) = race {
            self.write(KEYS[key], Some(&text.to_string()));
        }
        let mut writes = 0;
        if !plan.vanished.is_empty() || !plan.both.is_empty() {
            return (plan, writes);
        }
        if !plan.load.is_empty() {
            assert!(
                plan.load
                    .iter()
                    .all(|key| key != MAIN_KEY || there.texts.contains_key(MAIN_KEY)),
                "the drawing was emptied without a question"
            );
            self.load(&there.texts, &plan.load);
            self.stored = self.agreed.clone();
            return (plan, writes);
        }
        let due = || plan.write.iter().chain(&plan.remove);
        self.attempts.retain(|key| due().any(|due| due == key));
        for key in due() {
            self.agreed.begin_write(key, self.ours.get(key));
        }
        self.stored = self.agreed.clone();
        for key in due() {
            let text = self.ours.get(key).cloned();
            if !self.attempts.begin(key, text.as_ref(), there.texts.get(key)) {
                continue;
            }
            let present = self.present_text(key);
            if present != there.texts.get(key).cloned() {
                continue;
            }
            if writes == most {
                // The page ends or the write fails, and the agreement is not stored.
                return (plan, writes);
            }
            if let Some(present) = present {
                let is_known = self.history.contains(&(key.clone(), present.clone()));
                assert!(is_known, "{key} with {present} was replaced and is nowhere else");
            }
            self.write(key, text.as_ref());
            self.agreed.set(key, text.as_ref(), text.as_ref());
            writes += 1;
        }
        self.stored = self.agreed.clone();
        (plan, writes)
    }

    fn load(&mut self, from: &Texts, keys: &[String]) {
        for key in keys {
            self.set_ours(key, from.get(key));
            let ours = self.ours.get(key).cloned();
            self.agreed.set(key, ours.as_ref(), from.get(key));
        }
    }

    fn answer(&mut self, with_folder: bool) {
        let there = self.look();
        self.agreed.settle_writes(&there.texts);
        let plan = FolderPlan::of(&self.agreed, &self.ours, &there);
        let before = self.ours.clone();
        self.load(&there.texts, &plan.both);
        if with_folder {
            self.load(&there.texts, &plan.vanished);
        } else {
            for key in &plan.both {
                self.set_ours(key, before.get(key));
            }
            for key in &plan.vanished {
                self.agreed.forget(key);
            }
        }
        self.stored = self.agreed.clone();
    }

    fn perform(&mut self, operation: &Operation) {
        let text = |text: &Option<u8>| text.map(|text| text.to_string());
        match operation {
            Operation::Edit(key, new) => self.set_ours(KEYS[*key], text(new).as_ref()),
            Operation::Outside(key, new) => self.write(KEYS[*key], text(new).as_ref()),
            Operation::Wait(ms) => self.now_ms += f64::from(*ms),
            Operation::FileClock(ms) => self.file_clock_ms = f64::from(*ms),
            Operation::Compare { race, writes } => drop(self.compare(*race, *writes)),
            Operation::Reload => {
                self.agreed = self.stored.clone();
                self.cache = FileCache::default();
                self.attempts = WriteAttempts::default();
            }
            Operation::Answer(with_folder) => self.answer(*with_folder),
        }
    }

    /// Checks that both sides come to rest, with the same texts, when the user keeps the drawing.
    fn come_to_rest(&mut self) {
        for _ in 0..4 {
            self.answer(false);
            for _ in 0..4 {
                self.compare(None, u8::MAX);
            }
        }
        let (plan, writes) = self.compare(None, u8::MAX);
        assert_eq!(writes, 0, "endless writes: {plan:?}");
        assert!(plan.load.is_empty() && plan.both.is_empty(), "{plan:?}");
        let refused: Vec<&String> = plan.refused.iter().map(|(key, _)| key).collect();
        for (key, text) in &self.ours {
            let is_empty_main = key == MAIN_KEY && text.is_empty();
            if !refused.contains(&key) && !is_empty_main {
                assert_eq!(self.present_text(key).as_ref(), Some(text), "{key} {plan:?}");
            }
        }
    }
}

fn operation() -> impl Strategy<Value = Operation> {
    let key = || 0..KEYS.len();
    let text = || prop_oneof![4 => (0..10_u8).prop_map(Some), 1 => Just(None)];
    prop_oneof![
        4 => (key(), text()).prop_map(|(key, text)| Operation::Edit(key, text)),
        4 => (key(), text()).prop_map(|(key, text)| Operation::Outside(key, text)),
        3 => prop_oneof![0..900_u32, 900..9_000_u32].prop_map(Operation::Wait),
        1 => (-90_000_000..90_000_000_i32).prop_map(Operation::FileClock),
        6 => (proptest::option::weighted(0.2, (key(), 0..10_u8)), prop_oneof![4 => Just(u8::MAX), 1 => 0..3_u8])
            .prop_map(|(race, writes)| Operation::Compare { race, writes }),
        1 => Just(Operation::Reload),
        2 => any::<bool>().prop_map(Operation::Answer),
    ]
}

/// Returns a runner with the same cases in each run.
fn runner() -> TestRunner {
    let config = Config {
        cases: 1_500,
        failure_persistence: None,
        ..Config::default()
    };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

#[test]
fn a_folder_without_another_writer_raises_no_question_however_the_page_ends() {
    let key = || (0..KEYS.len()).prop_filter("one name for each file", |key| KEYS[*key] != "file/A");
    let operation = prop_oneof![
        4 => (key(), (0..10_u8).prop_map(Some)).prop_map(|(key, text)| Operation::Edit(key, text)),
        2 => prop_oneof![0..900_u32, 900..9_000_u32].prop_map(Operation::Wait),
        4 => prop_oneof![1 => Just(u8::MAX), 2 => 0..3_u8]
            .prop_map(|writes| Operation::Compare { race: None, writes }),
        2 => Just(Operation::Reload),
    ];
    let operations = proptest::collection::vec(operation, 1..60);
    let run = runner().run(&operations, |operations| {
        let mut world = World::new(1.0, false);
        for operation in &operations {
            world.perform(operation);
            let there = world.look();
            let mut agreed = world.agreed.clone();
            agreed.settle_writes(&there.texts);
            let plan = FolderPlan::of(&agreed, &world.ours, &there);
            prop_assert!(
                plan.both.is_empty() && plan.vanished.is_empty(),
                "{operation:?}: {plan:?}"
            );
            prop_assert!(plan.load.is_empty(), "{operation:?}: {plan:?}");
        }
        Ok(())
    });
    run.unwrap();
}

#[test]
fn two_writers_of_a_folder_lose_nothing_and_come_to_rest() {
    let worlds = (
        prop_oneof![Just(1.0), Just(1_000.0), Just(2_000.0)],
        any::<bool>(),
    );
    let operations = proptest::collection::vec(operation(), 1..60);
    let run = runner().run(&(worlds, operations), |((step_ms, ignores_case), operations)| {
        let mut world = World::new(step_ms, ignores_case);
        for operation in &operations {
            world.perform(operation);
        }
        world.come_to_rest();
        Ok(())
    });
    run.unwrap();
}
