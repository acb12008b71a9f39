//! Rejection of changed items: each gets the state of an earlier version of the document, and everything else stays.
//!
//! The changed parts of the code that concern only the rejected items are reverted first, then also the parts that concern
//! no item, such as constants. Each attempt runs and is compared with the wanted drawing. If none draws it, because the code
//! of the items is coupled with that of others, statements at the end of `main` restore the items. A rejection is one step
//! of the history. Start at [`Session::begin_rejection`].

use super::planned::{NewTexts, Tried};
use super::statements::{self, Step, placing};
use crate::contents::document::Document;
use crate::contents::file_texts::{FileTexts, texts_of};
use crate::contents::run_state::RunState;
use crate::runs::pending::CallOutcome;
use crate::runs::purpose::{Drawn, Purpose, Ran};
use crate::runs::reply;
use crate::session::Session;
use crate::step_label;
use crate::turns::user_edits::Actor;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use trammel_code::hunks::{Hunk, hunks, revert};
use trammel_code::{Call, FileName, Obstacle, Written};
use trammel_formats::code;
use trammel_language::bilingual;
use trammel_run::Failure;
use trammel_scene::comparison::{ChangedItem, ItemKind, changed_items, differing, has_group, same_content};
use trammel_scene::{Change, Constraint, Diff, Edit, Entity, Name, Rank, Scene};
use trammel_tools::{Answer, Output, Reply};

/// Version of a document that a later one is compared with.
#[derive(Clone, Debug, Default)]
pub struct Baseline {
    /// Drawing of the version.
    pub scene: Scene,
    /// Code files of the version.
    pub files: BTreeMap<FileName, Arc<str>>,
    /// Code files at the end of the reviewed changes. Text that was written later is not reverted.
    pub end: BTreeMap<FileName, Arc<str>>,
    /// Entities that the reviewed changes touched. Others that differ were changed by someone else.
    pub touched: BTreeSet<Name>,
}

/// Rejection of items in progress.
#[derive(Debug)]
pub struct Rejection {
    wanted: Scene,
    /// Changed texts to try, in order.
    attempts: VecDeque<NewTexts>,
    /// Statements that restore the items, or the reason why there are none.
    statements: Result<Box<Tried>, Failure>,
    /// Reason why the last attempt was not taken.
    why: Obstacle,
    /// Generation of the document for which the statements were tried.
    generation: u64,
}

impl Session {
    /// Begins to give items the state that they have in an earlier version. The items are those of
    /// [`changed_items`] between that version and the present drawing.
    ///
    /// # Errors
    /// Returns an error if the code does not run, or if the drawing has no such changed items.
    pub fn begin_rejection(&mut self, base: &Baseline, names: &[Name]) -> Result<Rejection, Failure> {
        self.parties.user_edits.begin(Actor::User);
        if let Some(why) = self.document.broken_warning() {
            return Err(Failure::new(bilingual!(
                "nothing was rejected, because {why}",
                "아무것도 되돌리지 않았어요: {why:#}"
            )));
        }
        let now = self.document.scene.clone();
        let every = changed_items(&base.scene, &now);
        let is_rejected = |item: &&ChangedItem| item.name().is_some_and(|name| names.contains(name));
        let (rejected, others): (Vec<&ChangedItem>, Vec<&ChangedItem>) = every.iter().partition(is_rejected);
        if rejected.is_empty() {
            return Err(Failure::new(bilingual!(
                "nothing was rejected: the items are as they were before. Look at the present changes.",
                "되돌릴 것이 없어요. 항목이 이미 이전 상태예요. 지금의 변경을 확인하세요."
            )));
        }
        let [changed, kept] = [&rejected, &others].map(|items| entities_of(&base.scene, &now, items));
        // With the same names in both drawings, the members of a renamed group are what they were.
        let renames = new_names(&rejected);
        let before = renamed(&base.scene, new_names(&others));
        let now = renamed(&now, renames.iter().map(|(old, new)| (new.clone(), old.clone())));
        let every = changed_items(&before, &now);
        let rejected: Vec<&ChangedItem> = every.iter().filter(is_rejected).collect();
        let wanted = if others.is_empty() {
            base.scene.clone()
        } else {
            wanted_drawing(&before, &now, &entities_of(&before, &now, &rejected))
        };
        let wanted = self.document.with_locks_of_present(wanted);
        let rename = |(old, new): &(Name, Name)| {
            let call = Call::new("rename_entity").with("entity", new.as_str());
            Step::single(call.with("new_name", old.as_str()))
        };
        let mut steps: Vec<Step> = renames.iter().map(rename).collect();
        steps.extend(restoring_calls(&now, &wanted).into_iter().map(Step::single));
        Ok(Rejection {
            attempts: self.document.reverted_texts(base, &changed, &kept),
            statements: self.try_restoring(&steps, &wanted).map(Box::new),
            wanted,
            why: Obstacle::Unknown,
            generation: self.document.generation,
        })
    }

    /// Makes the next attempt of a rejection. A run whose reply is a failure has changed nothing, and the attempt after it
    /// follows; a completed call is the result.
    pub fn continue_rejection(&mut self, rejection: &mut Rejection) -> CallOutcome {
        self.parties.user_edits.begin(Actor::User);
        if let Some(texts) = rejection.attempts.pop_front() {
            rejection.why = Obstacle::Differs;
            let mut files = self.document.env.files.clone();
            for (file, text) in &texts {
                files.set(file, Some(text));
            }
            let attempt = Attempt {
                wanted: rejection.wanted.clone(),
                texts,
            };
            return CallOutcome::Run(Box::new(self.pending(&files, None, attempt)));
        }
        let failure = Failure::new(bilingual!(
            "the drawing has changed since. Try again.",
            "그사이 도면이 바뀌었어요. 다시 해 보세요."
        ));
        let is_present = rejection.generation == self.document.generation;
        let reply = match std::mem::replace(&mut rejection.statements, Err(failure.clone())) {
            Ok(_) if !is_present => Reply::of_failure(failure),
            Ok(tried) => self.append(*tried, rejection.why),
            Err(failure) => Reply::of_failure(failure),
        };
        CallOutcome::Done(self.document.with_checks(reply))
    }

    /// Carries out the statements that restore items, and reverts them.
    ///
    /// # Errors
    /// Returns an error if the statements do not lead to the wanted drawing.
    fn try_restoring(&mut self, steps: &[Step], wanted: &Scene) -> Result<Tried, Failure> {
        let written = statements::text(&self.document.env.files, steps).map_err(Failure::new)?;
        self.document
            .env
            .files
            .check_append(&written.text)
            .map_err(trammel_tools::ToolError::from)?;
        let mut edit = Edit::new(std::mem::take(&mut self.document.scene));
        let (mut warnings, mut effects) = (Vec::new(), Vec::new());
        let called: Result<(), Failure> =
            steps.iter().zip(written.calls).try_for_each(|(step, execution)| {
                let touched = self.document.try_call(&step.call, &mut edit, &mut warnings)?;
                effects.extend(
                    touched
                        .into_iter()
                        .map(|(name, touch)| (name, touch, execution.clone())),
                );
                Ok(())
            });
        let (scene, diff) = edit.finish();
        let is_wanted = same_items(&scene, wanted);
        self.document.scene = scene;
        self.document.scene.apply(&diff.inverse());
        called?;
        if !is_wanted {
            return Err(Failure::new(bilingual!(
                "these items cannot be rejected alone, because other items depend on them. Reject those as well, or restore the \
                 version before in the history.",
                "다른 항목이 이 항목에 의존해서 따로 되돌릴 수 없어요. 그 항목도 함께 되돌리거나, 기록에서 이전 버전을 복원하세요."
            )));
        }
        Ok(Tried {
            diff,
            statements: written.text,
            effects,
            label: step_label::REJECT,
            warnings,
        })
    }
}

/// Reverted texts that run.
#[derive(Debug)]
struct Attempt {
    wanted: Scene,
    texts: NewTexts,
}

impl Purpose for Attempt {
    fn finish(self: Box<Self>, session: &mut Session, mut ran: Ran) -> Reply {
        if let Err(reply) = ran.resume(session) {
            return *reply;
        }
        let Drawn { scene, run } = ran.drawing(session);
        let redrawn = scene.and_then(|scene| {
            let drawn = session.document.with_locks_of_present(scene.clone());
            if !same_items(&drawn, &self.wanted) {
                return Err(Failure::new(bilingual!(
                    "the code without this change draws something else",
                    "이 변경을 뺀 코드는 다른 도면을 그려요"
                )));
            }
            session.redrawn(scene)
        });
        match redrawn {
            Ok(diff) => {
                let mut reply = session.commit_reverted(&self.texts, diff, run);
                ran.add_facts(session, &mut reply);
                reply
            }
            Err(failure) => {
                let mut reply = Reply::of_failure(failure);
                ran.add_facts(session, &mut reply);
                reply
            }
        }
    }
}

impl Session {
    fn commit_reverted(&mut self, texts: &NewTexts, diff: Diff, run: RunState) -> Reply {
        self.commit_typing();
        self.document.keep_committed();
        for (file, text) in texts {
            self.document.env.files.set(file, Some(text));
        }
        let changes = self.commit_redrawn(step_label::REJECT, diff, run);
        let mut reply = reply::change_reply(Output::Done, changes, &self.document.scene, Vec::new());
        reply.result = Ok(Answer::Adjusted(Written::InPlace));
        reply
    }
}

/// Returns the entities of items, with the members that came or went with groups.
fn entities_of(before: &Scene, after: &Scene, items: &[&ChangedItem]) -> BTreeSet<Name> {
    let mut names = BTreeSet::new();
    for item in items {
        for (scene, other, entity) in [(before, after, &item.before), (after, before, &item.after)] {
            let Some(entity) = entity else { continue };
            if matches!(item.kind(), ItemKind::Added | ItemKind::Deleted) {
                let members = scene.with_members(&entity.name).into_iter();
                names.extend(members.filter(|name| other.get(name).is_none()));
            } else {
                names.insert(entity.name.clone());
            }
        }
    }
    names
}

/// Returns the names before and after of the renamed items.
fn new_names(items: &[&ChangedItem]) -> Vec<(Name, Name)> {
    let renamed = items.iter().filter(|item| item.kind() == ItemKind::Renamed);
    let names = renamed.filter_map(|item| Some((item.before.as_ref()?.name.clone(), item.name()?.clone())));
    names.collect()
}

/// Returns a drawing with other names.
fn renamed(scene: &Scene, names: impl IntoIterator<Item = (Name, Name)>) -> Scene {
    let mut edit = Edit::new(scene.clone());
    for (old, new) in names {
        // A name that stays leads to a drawing that no attempt reaches, which is refused.
        let _ = edit.rename(&old, &new);
    }
    edit.finish().0
}

/// Returns the drawing `now` with these entities as they were before, and with their constraints and layers. An entity is in
/// the group that it was in, if that group is in the drawing, and if its present group is not one that stays added.
fn wanted_drawing(before: &Scene, now: &Scene, changed: &BTreeSet<Name>) -> Scene {
    let is_wanted = |group: &Name| {
        let scene = if changed.contains(group) { before } else { now };
        has_group(scene, group)
    };
    let parent_of = |old: Option<&Arc<Entity>>, new: Option<&Arc<Entity>>| -> Option<Name> {
        let [old_parent, new_parent] =
            [old, new].map(|entity| entity.and_then(|entity| entity.parent.as_ref()));
        let stays_added = |parent: &Name| !has_group(before, parent) && is_wanted(parent);
        let stays_deleted = |parent: &Name| !is_wanted(parent);
        let parent = match (old, new) {
            (Some(_), None) => old_parent.filter(|parent| is_wanted(parent)),
            (None, _) => new_parent.filter(|parent| is_wanted(parent)),
            _ if new_parent.is_some_and(stays_added) => new_parent,
            _ if old_parent.is_some_and(stays_deleted) => new_parent.filter(|parent| is_wanted(parent)),
            _ => old_parent,
        };
        parent.cloned()
    };
    // A member of a group that comes back or goes has another group, and is the same otherwise.
    let is_regrouped = |entity: &&Arc<Entity>| {
        let old = before.get(&entity.name);
        let groups = [old, Some(entity)].map(|entity| entity.and_then(|entity| entity.parent.as_ref()));
        old.is_some() && groups.into_iter().flatten().any(|group| changed.contains(group))
    };
    let members = now.walk().filter(is_regrouped).map(|entity| entity.name.clone());
    let every: BTreeSet<Name> = changed.iter().cloned().chain(members).collect();
    let mut taken: BTreeSet<(Option<Name>, Rank)> = now
        .walk()
        .map(|entity| (entity.parent.clone(), entity.rank))
        .collect();
    let changes = every.iter().map(|name| {
        let (old, new) = (before.get(name), now.get(name));
        let to = if changed.contains(name) { old } else { new };
        let parent = parent_of(old, new);
        let own = new.map(|new| (new.parent.clone(), new.rank));
        let to = to.map(|entity| {
            let mut place = (parent.clone(), entity.rank);
            // An entity that was drawn since can have the rank of one that returns.
            while Some(&place) != own.as_ref() && !taken.insert(place.clone()) {
                place.1.0 += 1;
            }
            let (parent, rank) = place;
            Arc::new(Entity {
                parent,
                rank,
                ..(**entity).clone()
            })
        });
        (
            name.clone(),
            Change {
                from: new.cloned(),
                to,
            },
        )
    });
    let concerns = |constraint: &Constraint| {
        let mut names = constraint.refs.iter().map(|part| &part.entity);
        names.any(|name| changed.contains(name))
    };
    let mut definitions = (**now.definitions()).clone();
    let old = &before.definitions().constraints;
    definitions
        .constraints
        .retain(|now| !concerns(now) || old.iter().any(|old| same_constraint(old, now)));
    let present = definitions.constraints.clone();
    let is_back = |old: &&Constraint| concerns(old) && !present.iter().any(|now| same_constraint(old, now));
    definitions
        .constraints
        .extend(old.iter().filter(is_back).cloned());
    for layer in &before.definitions().layers {
        if definitions.layer(&layer.name).is_none() {
            definitions.layers.push(layer.clone());
        }
    }
    let diff = Diff::from_changes(changes).with_definitions(now.definitions(), &Arc::new(definitions));
    let mut wanted = now.clone();
    wanted.apply(&diff);
    wanted
}

impl Document {
    /// Returns the texts to try: without the changed parts of the rejected items, then also without those of no item.
    fn reverted_texts(
        &self,
        base: &Baseline,
        changed: &BTreeSet<Name>,
        others: &BTreeSet<Name>,
    ) -> VecDeque<NewTexts> {
        let now = texts_of(&self.env.files);
        let mut attempts: VecDeque<NewTexts> = VecDeque::new();
        if self.is_ahead() {
            // Typed text that has not run yet has other positions than the recorded calls.
            return attempts;
        }
        for with_common in [false, true] {
            let mut texts = NewTexts::new();
            for file in now.keys().chain(base.files.keys()) {
                let [before, after] =
                    [&base.files, &now].map(|files| files.get(file).map_or("", |text| &**text));
                if before == after || texts.contains_key(file) {
                    continue;
                }
                let found = hunks(before, after);
                let owners = self.owners_of_hunks(file, ([before, after], &found), changed, others);
                let end = base.end.get(file).map(|text| &**text);
                let is_reverted = |at: usize| match owners[at] {
                    Owners {
                        is_ours,
                        is_others: false,
                    } if is_ours => true,
                    Owners {
                        is_ours: false,
                        is_others: false,
                    } => with_common && is_of_review(&found[at], before, after, end),
                    _ => false,
                };
                let text = revert(before, after, &found, is_reverted);
                if text != after {
                    texts.insert(file.clone(), text);
                }
            }
            if !texts.is_empty() && !attempts.contains(&texts) {
                attempts.push_back(texts);
            }
        }
        if others.is_empty() {
            // The common parts belong to the items as well, and the text is the one before.
            attempts.make_contiguous().reverse();
        }
        attempts
    }

    /// Returns whether each changed part concerns rejected items or other ones.
    fn owners_of_hunks(
        &self,
        file: &FileName,
        ([before, after], hunks): ([&str; 2], &[Hunk]),
        changed: &BTreeSet<Name>,
        others: &BTreeSet<Name>,
    ) -> Vec<Owners> {
        let mut owners = vec![Owners::default(); hunks.len()];
        let ours = changed.iter().map(|name| (name, true));
        for (name, is_ours) in ours.chain(others.iter().map(|name| (name, false))) {
            for call in self.run.origins.of(name).calls {
                if *call.file != *file.as_str() {
                    continue;
                }
                let of_call = |hunk: &Hunk| hunk.after.contains(&call.open);
                if let Some(at) = hunks.iter().position(of_call) {
                    owners[at].add(is_ours);
                }
            }
        }
        for (hunk, owners) in hunks.iter().zip(&mut owners) {
            let removed = &before[hunk.before.clone()];
            let added = &after[hunk.after.clone()];
            for (names, is_ours) in [(changed, true), (others, false)] {
                // The calls of an entity that is gone, such as the one that deleted it, are not recorded.
                let is_gone = |name: &Name| self.scene.get(name).is_none();
                if names
                    .iter()
                    .any(|name| is_quoted_in(name, removed) || (is_gone(name) && is_quoted_in(name, added)))
                {
                    owners.add(is_ours);
                }
            }
        }
        owners
    }
}

/// Items that a changed part of a text concerns.
#[derive(Clone, Copy, Debug, Default)]
struct Owners {
    is_ours: bool,
    is_others: bool,
}

impl Owners {
    fn add(&mut self, is_ours: bool) {
        self.is_ours |= is_ours;
        self.is_others |= !is_ours;
    }
}

/// Whether a part of the text was changed by the reviewed changes and not later.
fn is_of_review(hunk: &Hunk, before: &str, after: &str, end: Option<&str>) -> bool {
    let Some(end) = end else { return true };
    let (old, new) = (&before[hunk.before.clone()], &after[hunk.after.clone()]);
    let is_added = !new.trim().is_empty() && end.contains(new.trim_end());
    let is_removed = new.trim().is_empty() && !end.contains(old.trim_end());
    is_added || is_removed
}

/// Whether a text names an entity in quotes.
fn is_quoted_in(name: &Name, text: &str) -> bool {
    text.match_indices(name.as_str()).any(|(at, found)| {
        let before = text[..at].chars().next_back();
        let after = text[at + found.len()..].chars().next();
        before == after && matches!(after, Some('\'' | '"' | '`'))
    })
}

/// Whether two drawings have the same entities with the same layers, and the same constraints. The order does not count.
fn same_items(drawn: &Scene, wanted: &Scene) -> bool {
    let layers = |scene: &Scene| {
        let used: BTreeSet<Name> = scene.walk().filter_map(|entity| entity.layer.clone()).collect();
        let each = used.iter().map(|name| scene.definitions().layer(name).cloned());
        each.collect::<Vec<_>>()
    };
    let [ours, theirs] = [drawn, wanted].map(|scene| &scene.definitions().constraints);
    let has_all = |a: &[Constraint], b: &[Constraint]| {
        a.iter()
            .all(|one| b.iter().any(|other| same_constraint(one, other)))
    };
    drawn.len() == wanted.len()
        && differing(drawn, wanted, 0.0).next().is_none()
        && layers(drawn) == layers(wanted)
        && ours.len() == theirs.len()
        && has_all(ours, theirs)
}

/// Whether two constraints demand the same of the same parts; their numbers do not count.
fn same_constraint(a: &Constraint, b: &Constraint) -> bool {
    (&a.kind, &a.refs, &a.value) == (&b.kind, &b.refs, &b.value)
}

/// Returns the calls that lead from the present drawing to the wanted one with the same names.
fn restoring_calls(now: &Scene, wanted: &Scene) -> Vec<Call> {
    let missing = wanted
        .definitions()
        .layers
        .iter()
        .filter(|layer| now.definitions().layer(&layer.name).is_none());
    let mut calls: Vec<Call> = missing.map(code::layer_call).collect();
    let entity_call = |tool, entity: &Entity| Call::new(tool).with("entity", entity.name.as_str());
    let in_group =
        |tool, group: &Name, entity: &Entity| entity_call(tool, entity).with("group", group.as_str());
    let (mut groups, mut regrouped) = (Vec::new(), Vec::new());
    for entity in wanted.walk() {
        let present = now.get(&entity.name);
        match present {
            None if entity.shape.is_group() => groups.push(entity),
            None => calls.extend(drawing_calls(wanted, entity)),
            Some(present) => calls.extend(changing_calls(wanted, entity, present)),
        }
        let group = present.and_then(|present| present.parent.as_ref());
        if group == entity.parent.as_ref() {
            continue;
        }
        calls.extend(group.map(|group| in_group("remove_from_group", group, entity)));
        regrouped.push(entity);
    }
    for group in groups.iter().rev() {
        calls.extend(drawing_calls(wanted, group));
    }
    let is_made = |group: &Name| groups.iter().any(|made| made.name == *group);
    for entity in regrouped {
        let group = entity.parent.as_ref().filter(|group| !is_made(group));
        calls.extend(group.map(|group| in_group("add_to_group", group, entity)));
        // A change of the group keeps the place in the drawing, and so changes the placement in the group.
        calls.push(whole_placing(entity));
    }
    let gone = now.walk().filter(|entity| wanted.get(&entity.name).is_none());
    let gone: Vec<Name> = gone.map(|entity| entity.name.clone()).collect();
    let outermost = now.outermost(&gone);
    calls.extend(
        outermost
            .iter()
            .map(|name| Call::new("delete_entity").with("name", name.as_str())),
    );
    calls
}

/// Returns the calls that draw an entity.
fn drawing_calls(wanted: &Scene, entity: &Entity) -> Vec<Call> {
    let mut calls = vec![code::drawing_call(wanted, entity)];
    calls.extend(placing(entity));
    if entity.as_drawn {
        calls.push(Call::new("cut_as_drawn").with("entities", vec![entity.name.as_str()]));
    }
    calls
}

/// Returns the calls that give a present entity the wanted state, apart from its group.
fn changing_calls(wanted: &Scene, entity: &Entity, present: &Entity) -> Vec<Call> {
    if same_content(entity, present, 0.0) {
        return Vec::new();
    }
    if entity.shape.is_group() && present.shape.is_group() {
        return vec![whole_placing(entity)];
    }
    let mut calls = vec![code::drawing_call(wanted, entity).with("replace", true)];
    calls.extend(placing(entity));
    if entity.layer.is_none() && present.layer.is_some() {
        calls.push(Call::new("set_layer").with("entity", entity.name.as_str()));
    }
    if entity.as_drawn != present.as_drawn {
        let call = Call::new("cut_as_drawn").with("entities", vec![entity.name.as_str()]);
        calls.push(call.with("as_drawn", entity.as_drawn));
    }
    calls
}

/// Returns the call that sets every part of the placement of an entity.
fn whole_placing(entity: &Entity) -> Call {
    let plain = [
        ("translate", json!([0, 0])),
        ("rotate", json!(0)),
        ("shear", json!(0)),
        ("scale", json!([1, 1])),
    ];
    let call = Call::new("set_transform").with("entity", entity.name.as_str());
    let mut call = plain
        .into_iter()
        .fold(call, |call, (field, value)| call.with(field, value));
    call.input.extend(code::transform_arguments(&entity.transform));
    call
}

impl Session {
    /// Returns the document at the beginning of the agent's last turn; `None` before the first turn of this visit.
    pub fn turn_baseline(&self) -> Option<Baseline> {
        let run = self.parties.review.turn.as_ref()?;
        Some(Baseline {
            scene: run.before.clone(),
            files: run.files.clone(),
            end: self.present_files(),
            touched: run.touched.clone(),
        })
    }

    /// Returns the document of an earlier version, with which this one is compared: all that differs counts as changed
    /// since.
    pub fn baseline_of(&self, version: &Session) -> Baseline {
        let scene = version.document.scene.clone();
        let items = changed_items(&scene, &self.document.scene);
        Baseline {
            touched: trammel_base::sort::set(items.iter().filter_map(|item| item.name().cloned())),
            scene,
            files: version.present_files(),
            end: self.present_files(),
        }
    }

    /// Returns the present texts of all files.
    fn present_files(&self) -> FileTexts {
        texts_of(&self.document.env.files)
    }
}
