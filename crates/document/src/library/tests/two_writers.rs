//! Two browsers with one drawing: random edits, undo steps, crashes, lost writes, visits without a database, and backups
//! of each other. Everything that was reported as saved is in a text, in a history, or in a copy.

use super::*;
use crate::{Lineage, REVISION_KEY};
use proptest::prelude::*;
use std::cell::Cell;
use std::collections::BTreeSet;
use trammel_code::{Storage, StorageError};

/// Id of the drawing.
const PLATE: &str = "plate";

thread_local! {
    static WRITERS: Cell<u64> = const { Cell::new(0) };
}

/// localStorage of a browser.
#[derive(Clone, Debug, Default)]
struct Local {
    inside: MemoryStorage,
    is_full: bool,
}

impl Storage for Local {
    fn get(&self, key: &str) -> Result<Option<String>, StorageError> {
        self.inside.get(key)
    }

    fn set(&mut self, key: &str, text: &str) -> Result<(), StorageError> {
        if self.is_full {
            return Err(StorageError::Full);
        }
        self.inside.set(key, text)
    }

    fn remove(&mut self, key: &str) -> Result<(), StorageError> {
        self.inside.remove(key)
    }

    fn keys(&self) -> Result<Vec<String>, StorageError> {
        self.inside.keys()
    }

    fn new_writer(&self) -> Option<String> {
        WRITERS.set(WRITERS.get() + 1);
        Some(format!("w{}", WRITERS.get()))
    }
}

/// Browser with the drawing open.
struct Browser {
    local: Local,
    database: Backup,
    has_database: bool,
    session: Session,
    /// Circles of texts that were reported as saved.
    saved_circles: BTreeSet<String>,
    /// Texts of `main` that the database was reported to have.
    saved_texts: BTreeSet<String>,
    copies: u64,
}

#[derive(Clone, Debug)]
enum Action {
    Draw,
    Undo,
    /// Saves into localStorage; the write may be lost in a crash, or there is no room.
    SaveLocal {
        is_full: bool,
    },
    /// Saves into the database; the transaction may fail.
    SaveDatabase {
        is_lost: bool,
    },
    /// Ends the page without a save, and opens it again.
    Crash {
        with_database: bool,
    },
    /// Opens another drawing and returns: the texts leave localStorage.
    Leave,
    SaveBackup,
    /// Restores the newest backup of a browser.
    Restore {
        of_other: bool,
    },
}

fn action() -> impl Strategy<Value = (usize, Action)> {
    let action = prop_oneof![
        6 => Just(Action::Draw),
        1 => Just(Action::Undo),
        4 => prop::bool::weighted(0.2).prop_map(|is_full| Action::SaveLocal { is_full }),
        4 => prop::bool::weighted(0.2).prop_map(|is_lost| Action::SaveDatabase { is_lost }),
        2 => prop::bool::weighted(0.7).prop_map(|with_database| Action::Crash { with_database }),
        1 => Just(Action::Leave),
        2 => Just(Action::SaveBackup),
        2 => any::<bool>().prop_map(|of_other| Action::Restore { of_other }),
    ];
    (0..2_usize, action)
}

/// Returns what happens to a drawing that always has its database, and room.
fn action_of_one() -> impl Strategy<Value = Action> {
    prop_oneof![
        6 => Just(Action::Draw),
        1 => Just(Action::Undo),
        4 => Just(Action::SaveLocal { is_full: false }),
        2 => any::<bool>().prop_map(|is_lost| Action::SaveDatabase { is_lost }),
        3 => Just(Action::Crash { with_database: true }),
        1 => Just(Action::Leave),
    ]
}

fn circles(text: &str) -> BTreeSet<String> {
    let names = text.split('"').filter(|part| part.starts_with("circle-"));
    names.map(str::to_owned).collect()
}

impl Browser {
    fn new(library: &str) -> Browser {
        let mut browser = Browser {
            local: Local::default(),
            database: Backup {
                library: Some(library.to_owned()),
                ..Backup::default()
            },
            has_database: true,
            session: Session::new(Limits::default()),
            saved_circles: BTreeSet::new(),
            saved_texts: BTreeSet::new(),
            copies: 0,
        };
        // The result of a save in memory is never an error.
        let _ = browser.session.save_copy(&mut browser.local);
        let files = browser.session.document().history_files();
        browser
            .session
            .attach_history(Vec::new(), &HistoryPosition::default(), &files);
        browser
    }

    /// Has an earlier version store the drawing: without a lineage, in localStorage and, if `is_in_database`, in the database.
    fn store_as_before(&mut self, is_in_database: bool) {
        draw(&mut self.session, "circle-before");
        self.session.save(&mut self.local).unwrap();
        if is_in_database {
            self.save_database();
            let mut content = self.content().unwrap();
            content.writes.clear();
            let mut batch = Batch::default();
            batch.put_record(Store::Contents, PLATE, &content);
            self.write(&batch);
        }
        self.local.remove("writes").unwrap();
        self.open();
    }

    fn content(&self) -> Option<ContentRecord> {
        let text = self.database.records.get(&Store::Contents)?.get(PLATE)?;
        Some(ContentRecord::read(text).unwrap())
    }

    fn write(&mut self, batch: &Batch) {
        for (store, key, text) in &batch.puts {
            let records = self.database.records.entry(*store).or_default();
            records.insert(key.clone(), text.clone());
        }
        for (store, key) in &batch.removes {
            self.database.records.entry(*store).or_default().remove(key);
        }
    }

    /// Opens the drawing, as the page does.
    fn open(&mut self) {
        let content = self.content().filter(|_| self.has_database);
        let is_empty = self.local.keys().unwrap().is_empty();
        let texts = Session::load(&self.local, Limits::default()).unwrap().0;
        let lineage = Lineage::read(&self.local.get("writes").unwrap().unwrap_or_default());
        let chosen = content.as_ref().map(|content| {
            if is_empty {
                Choice::Record
            } else {
                choice(&texts.stored_form(), &lineage, content)
            }
        });
        let mut session = match (&content, chosen) {
            (Some(content), Some(Choice::Record)) => {
                Session::load(&content.storage(), Limits::default()).unwrap().0
            }
            _ => texts,
        };
        if let (Some(Choice::Both), Some(content)) = (chosen, &content) {
            self.copies += 1;
            let id = format!("copy-{}", self.copies);
            let steps = self.steps(PLATE);
            self.write(&copy_of(&id, &DrawingRecord::default(), content, &steps));
        }
        let steps = if self.has_database {
            self.steps(PLATE)
        } else {
            Vec::new()
        };
        let position = content
            .as_ref()
            .map(ContentRecord::history_position)
            .unwrap_or_default();
        let head_files = content.as_ref().map_or_else(
            || session.document().history_files(),
            ContentRecord::files_at_head,
        );
        let steps = steps.into_iter().map(|record| record.step).collect();
        session.attach_history(steps, &position, &head_files);
        if chosen == Some(Choice::Record) {
            self.local = Local::default();
            session.save_copy(&mut self.local).unwrap();
        }
        let pending = session.open();
        complete(&mut session, CallOutcome::Run(Box::new(pending)));
        self.session = session;
    }

    fn steps(&self, drawing: &str) -> Vec<StepRecord> {
        let (from, to) = under(drawing);
        let records = self.database.records.get(&Store::Steps).into_iter();
        let records = records.flat_map(|records| records.range(from.clone()..to.clone()));
        records.map(|(_, text)| StepRecord::read(text).unwrap()).collect()
    }

    fn report_saved(&mut self) {
        self.saved_circles.extend(circles(self.session.files().main()));
    }

    fn save_database(&mut self) {
        if !self.has_database {
            return;
        }
        let changes = self.session.history().history_changes();
        let content = ContentRecord::of(&self.session, &changes.position);
        let mut batch = Batch::default();
        batch.put_record(Store::Drawings, PLATE, &DrawingRecord::default());
        batch.put_record(Store::Contents, PLATE, &content);
        for step in &changes.steps {
            // The clock of a computer can show any time.
            let record = StepRecord::new(step.clone(), step.id * 7_919 % 31);
            batch.put_record(Store::Steps, &numbered_key(PLATE, step.id), &record);
        }
        for step in &changes.removed {
            batch.remove(Store::Steps, &numbered_key(PLATE, *step));
        }
        self.write(&batch);
        self.session.history_mut().history_stored(&changes);
        self.report_saved();
        self.saved_texts.insert(self.session.files().main().to_owned());
    }

    fn restore(&mut self, backup: &Backup) {
        if !self.has_database {
            return;
        }
        let mut ids = self.copies;
        let mut new_id = || {
            ids += 1;
            format!("copy-{ids}")
        };
        let merge = Backup::read(&backup.write()).unwrap().merge_into(
            &self.database,
            Restoring {
                from: "backup",
                name_of_copy: &|name| name.to_owned(),
                new_id: &mut new_id,
            },
        );
        self.copies = ids;
        assert_eq!(merge.batch.removes, []);
        self.write(&merge.batch);
        self.open();
    }

    /// Returns every text of `main` in a drawing, a copy, or a history.
    fn present(&self) -> BTreeSet<String> {
        let mut present = BTreeSet::from([self.session.files().main().to_owned()]);
        present.extend(self.local.get("file/main").unwrap());
        for (id, text) in self.database.records.get(&Store::Contents).into_iter().flatten() {
            let content = ContentRecord::read(text).unwrap();
            present.insert(main_of(&content.files()).to_owned());
            let steps: Vec<_> = self.steps(id).into_iter().map(|record| record.step).collect();
            let head = content.history_position().head;
            for step in steps.iter().map(|step| step.id).chain([0]) {
                let files = files_at(&steps, head, &content.files_at_head(), step);
                present.extend(files.map(|files| main_of(&files).to_owned()));
            }
        }
        present
    }

    fn check(&self, what: &str) -> Result<(), TestCaseError> {
        let present = self.present();
        let there: BTreeSet<String> = present.iter().flat_map(|text| circles(text)).collect();
        let lost: Vec<_> = self.saved_circles.difference(&there).collect();
        prop_assert!(lost.is_empty(), "after {what}, {lost:?} are lost");
        let lost: Vec<_> = self.saved_texts.difference(&present).collect();
        prop_assert!(lost.is_empty(), "after {what}, these texts are lost: {lost:?}");
        Ok(())
    }
}

fn act(
    browsers: &mut [Browser; 2],
    backups: &mut [Option<Backup>; 2],
    at: usize,
    action: &Action,
    number: usize,
) {
    let browser = &mut browsers[at];
    match action {
        Action::Draw => draw(&mut browser.session, &format!("circle-{number}")),
        Action::Undo => {
            // A step that no place has yet cannot be found after a crash.
            browser.save_database();
            if browser.has_database && browser.session.undo_labels().0.is_some() {
                let outcome = browser.session.step_back(Actor::User);
                complete(&mut browser.session, outcome);
            }
        }
        Action::SaveLocal { is_full } => {
            browser.local.is_full = *is_full;
            let saved = browser.session.save(&mut browser.local);
            browser.local.is_full = false;
            if saved.is_ok() {
                browser.report_saved();
            } else {
                browser.session.count_write();
            }
        }
        Action::SaveDatabase { is_lost } => {
            if !is_lost {
                browser.save_database();
            }
        }
        Action::Crash { with_database } => {
            browser.has_database = *with_database;
            browser.open();
        }
        Action::Leave => {
            // As the page does before it opens another drawing.
            if browser.session.save(&mut browser.local).is_err() {
                browser.session.count_write();
            }
            browser.save_database();
            if browser.has_database {
                browser.local = Local::default();
            }
            browser.has_database = true;
            browser.open();
        }
        Action::SaveBackup => {
            browser.save_database();
            backups[at] = Some(browser.database.clone());
        }
        Action::Restore { of_other } => {
            browser.save_database();
            let from = if *of_other { 1 - at } else { at };
            if let Some(backup) = backups[from].clone() {
                browser.restore(&backup);
            }
        }
    }
}

/// Returns two browsers, of which the second one has restored a backup of the first one.
fn two_browsers(is_one_library: bool) -> [Browser; 2] {
    let mut first = Browser::new("first");
    draw(&mut first.session, "circle-first");
    first.save_database();
    let mut second = Browser::new(if is_one_library { "first" } else { "second" });
    second.local = Local::default();
    second.restore(&first.database);
    [first, second]
}

fn run(is_one_library: bool, actions: &[(usize, Action)]) -> Result<(), TestCaseError> {
    let mut browsers = two_browsers(is_one_library);
    let mut backups = [None, None];
    for (number, (at, action)) in actions.iter().enumerate() {
        act(&mut browsers, &mut backups, *at, action, number);
        for browser in &browsers {
            browser.check(&format!("{action:?} (action {number} of {at})"))?;
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn nothing_saved_is_lost_by_two_writers(
        is_one_library in any::<bool>(),
        actions in prop::collection::vec(action(), 1..60),
    ) {
        run(is_one_library, &actions)?;
    }

    #[test]
    fn one_writer_gets_no_copy(
        before in prop::option::of(any::<bool>()),
        actions in prop::collection::vec(action_of_one(), 1..40),
    ) {
        let mut browser = Browser::new("first");
        if let Some(is_in_database) = before {
            browser.store_as_before(is_in_database);
        }
        let mut browsers = [browser, Browser::new("second")];
        for (number, action) in actions.iter().enumerate() {
            // The page stores each change in localStorage before it writes records.
            if let Action::Undo | Action::SaveDatabase { .. } = action {
                act(&mut browsers, &mut [None, None], 0, &Action::SaveLocal { is_full: false }, number);
            }
            act(&mut browsers, &mut [None, None], 0, action, number);
            browsers[0].check(&format!("{action:?} (action {number})"))?;
            prop_assert_eq!(browsers[0].copies, 0, "after {:?} (action {})", action, number);
        }
    }
}

#[test]
fn a_backup_that_was_changed_on_two_computers_keeps_both_drawings() {
    for is_one_library in [true, false] {
        let mut browsers = two_browsers(is_one_library);
        let mut backups = [None, None];
        let mut number = 0;
        let mut all = |actions: &[(usize, Action)]| {
            for (at, action) in actions {
                number += 1;
                act(&mut browsers, &mut backups, *at, action, number);
            }
        };
        // The first computer counts many more writes.
        for _ in 0..40 {
            all(&[(0, Action::Draw), (0, Action::SaveLocal { is_full: false })]);
        }
        all(&[(1, Action::Draw), (1, Action::SaveDatabase { is_lost: false })]);
        all(&[(0, Action::SaveBackup), (1, Action::Restore { of_other: true })]);
        let contents = browsers[1].database.records[&Store::Contents].len();
        assert_eq!(contents, 2, "one library: {is_one_library}");
        browsers[1].check("the restoration").unwrap();
        // The same backup again adds nothing.
        let again = backups[0].clone().unwrap();
        browsers[1].restore(&again);
        assert_eq!(browsers[1].database.records[&Store::Contents].len(), 2);
        assert!(browsers[1].local.get(REVISION_KEY).unwrap().is_some());
    }
}
