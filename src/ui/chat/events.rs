//! Conversion of the agent's events into items of the conversation.
//!
//! Invariants: streamed text reaches the page at most once per frame; at the end of a run no tool call is left open.

use super::items::{Item, Note, NoteAction, Question, ToolLine};
use super::state::{Entry, Waiting};
use super::{messages, proposal};
use crate::ui::document::Caller;
use crate::ui::i18n::Msg;
use crate::ui::review::judging;
use crate::ui::state::App;
use gloo_timers::callback::Interval;
use leptos::prelude::*;
use trammel_agent::{Agent, BrokenCheck, Event, Remedy, ResultSummary};
use trammel_llm::Stop;
use trammel_tools::Reply;

/// Shows an event.
pub(super) fn show(app: App, event: Event) {
    let chat = app.chat;
    if !matches!(event, Event::Text(_) | Event::Usage { .. }) {
        flush_text(app);
    }
    match event {
        Event::TurnStarted { .. } => {
            stop_countdown(app);
            let count = chat.items.with_untracked(Vec::len);
            chat.host().borrow_mut().turn_start = count;
        }
        Event::Text(text) => stream(app, &text),
        Event::Reasoning(text) => reason(app, &text),
        Event::ToolPreparing { id, name } => {
            chat.push(Item::Tool(ToolLine::preparing(id, name)));
        }
        Event::ToolStarted {
            id,
            name,
            input,
            repair,
        } => {
            if !update_tool(app, &id, |line| line.start(&input, repair)) {
                let mut line = ToolLine::preparing(id, name);
                line.start(&input, repair);
                chat.push(Item::Tool(line));
            }
        }
        Event::ToolFinished { id, ok, text } => {
            update_tool(app, &id, |line| line.finish(ok, &text));
            chat.store(app);
        }
        Event::AwaitingApproval { id, risks } => {
            proposal::propose(app, Caller::Agent { turn: None }, &risks);
            update_tool(app, &id, |line| line.question = Some(Question::Open));
            // Stored at once, so that a later visit shows the call that the question is about.
            chat.store(app);
            app.speak(messages::risks(app, &risks));
            app.chat.asked.set(Some(risks));
        }
        Event::CallsInText { rest } => replace_text(app, rest),
        Event::QueuedSent { id } => {
            chat.show_queued(id);
            chat.store(app);
        }
        Event::Nudged { why } => {
            chat.push(Item::Note(Note::new(app.words(&why.message()), None)));
        }
        Event::ChecksReturned { broken } => show_returned(app, &broken),
        Event::Usage { .. } => measure(app),
        Event::Compacting { gauge } => {
            chat.gauge.set(Some(gauge));
            chat.push(Item::Note(Note::new(app.say(Msg::Compacting, &[]), None)));
        }
        Event::Compacted { summary } => {
            chat.forget_transcript_places();
            chat.push(Item::Note(Note {
                detail: summary,
                ..Note::new(app.say(Msg::Compacted, &[]), None)
            }));
            chat.store(app);
        }
        Event::Retrying { attempt, in_ms, why } => {
            void_turn(app);
            count_down(
                app,
                Waiting {
                    why: app.words(&why),
                    attempt,
                    seconds: in_ms.div_ceil(1000),
                },
            );
        }
        Event::Paused { why } => {
            let text = app.words(&why.message());
            end(app, Some(Note::new(text, Some(NoteAction::Continue))));
        }
        Event::Failed {
            message,
            action,
            detail,
            ..
        } => {
            let note = Note::failure(app.words(&message), Some(offer(action)));
            end(app, Some(Note { detail, ..note }));
        }
        Event::Done { stop } => end(app, note_of(app, &stop)),
        Event::Rejected { why } => {
            let busy = chat.host().borrow().agent.as_ref().is_some_and(Agent::is_busy);
            chat.working.set(busy);
            let begun = chat.host().borrow_mut().begun.take_if(|_| !busy);
            if let Some(begun) = begun {
                app.document.turn_ends(begun);
                judging::begin(app, begun.head());
            }
            chat.push(Item::Note(Note::failure(app.words(&why), None)));
        }
    }
}

/// Shows that checks were returned to the model.
fn show_returned(app: App, broken: &[BrokenCheck]) {
    let texts: Vec<String> = broken.iter().map(|check| app.words(&check.text)).collect();
    let text = app.say(Msg::ChecksReturned, &[("texts", &texts.join("; "))]);
    app.chat.push(Item::Note(Note::new(text, None)));
}

/// Updates the gauge of the context window and the cost of the conversation.
fn measure(app: App) {
    let host = app.chat.host();
    let host = host.borrow();
    let agent = host.agent.as_ref().filter(|agent| !agent.provider().recorded);
    app.chat.gauge.set(agent.map(Agent::gauge));
    app.chat.spent.set(host.present_spent());
}

/// Ends the run: cancels open tool calls, shows the receipt and the closing note, speaks both, and stores everything.
fn end(app: App, note: Option<Note>) {
    let chat = app.chat;
    stop_countdown(app);
    chat.asked.set(None);
    chat.working.set(false);
    chat.items.with_untracked(|items| {
        for entry in items {
            let open = entry
                .item
                .with_untracked(|item| matches!(item, Item::Tool(line) if !line.is_over()));
            if open {
                entry.item.update(|item| {
                    if let Item::Tool(line) = item {
                        line.cancel();
                    }
                });
            }
        }
    });
    measure(app);
    let (receipt, begun) = {
        let host = chat.host();
        let mut host = host.borrow_mut();
        (host.receipt(), host.begun.take())
    };
    if let Some(begun) = begun {
        app.document.turn_ends(begun);
        chat.note_turn_end(app);
        judging::begin(app, begun.head());
    }
    let account = receipt
        .as_ref()
        .map(|receipt| messages::changes(app, receipt))
        .unwrap_or_default();
    if let Some(receipt) = receipt {
        chat.push(Item::Receipt(receipt));
    }
    let mut spoken = app.say(Msg::AgentDone, &[]);
    if let Some(note) = note {
        spoken.clone_from(&note.text);
        chat.push(Item::Note(note));
    }
    app.speak(format!("{spoken} {account}"));
    chat.store(app);
}

fn note_of(app: App, stop: &Stop) -> Option<Note> {
    let plain = |text: String| Some(Note::new(text, None));
    match stop {
        Stop::Aborted => {
            let in_question = app.chat.host().borrow_mut().stopped_in_question.take();
            let message = match in_question {
                None | Some(Question::Kept) => Msg::StoppedRun,
                Some(Question::Open) => Msg::StoppedOpen,
                Some(Question::Reverted) => Msg::StoppedReverted,
                Some(Question::TooLate) => Msg::StoppedTooLate,
            };
            let text = app.say(message, &[]);
            Some(Note::new(text, Some(NoteAction::Continue)))
        }
        Stop::Refused { explanation, .. } => plain(
            explanation
                .clone()
                .unwrap_or_else(|| app.say(Msg::RefusedByModel, &[])),
        ),
        _ => None,
    }
}

fn offer(remedy: Remedy) -> NoteAction {
    match remedy {
        Remedy::CheckKey => NoteAction::Key,
        Remedy::CheckModel => NoteAction::Model,
        Remedy::CheckAddress | Remedy::AddCredit => NoteAction::Settings,
        Remedy::Retry => NoteAction::Retry,
        Remedy::NewConversation => NoteAction::NewChat,
        Remedy::Rephrase => NoteAction::Rephrase,
    }
}

/// Buffers a piece of streamed text and schedules one update for the next animation frame.
fn stream(app: App, text: &str) {
    let host = app.chat.host();
    let mut host = host.borrow_mut();
    host.text.push_str(text);
    if !host.frame_asked {
        host.frame_asked = true;
        request_animation_frame(move || flush_text(app));
    }
}

fn flush_text(app: App) {
    let text = {
        let host = app.chat.host();
        let mut host = host.borrow_mut();
        host.frame_asked = false;
        std::mem::take(&mut host.text)
    };
    if !text.is_empty() {
        append(
            app,
            &text,
            |item| {
                if let Item::Model { text } = item {
                    Some(text)
                } else {
                    None
                }
            },
            |text| Item::Model { text },
        );
    }
}

fn reason(app: App, text: &str) {
    append(
        app,
        text,
        |item| {
            if let Item::Thinking { text } = item {
                Some(text)
            } else {
                None
            }
        },
        |text| Item::Thinking { text },
    );
}

/// Appends text to the last item if it has the right kind and belongs to this turn, and to a new item otherwise.
fn append(app: App, text: &str, field: fn(&mut Item) -> Option<&mut String>, make: fn(String) -> Item) {
    let chat = app.chat;
    let start = chat.host().borrow().turn_start;
    let last = chat.items.with_untracked(|items| {
        if items.len() > start {
            items.last().cloned()
        } else {
            None
        }
    });
    if let Some(Entry { item, .. }) = last
        && field(&mut item.get_untracked()).is_some()
    {
        item.update(|item| {
            if let Some(field) = field(item) {
                field.push_str(text);
            }
        });
        return;
    }
    chat.push(make(text.to_owned()));
}

/// Summarizes the reply to a call. The model may receive only the beginning of the reply.
pub(super) fn summarize(app: App, id: &str, reply: &Reply) {
    let summary = ResultSummary::of(&reply.to_json_without_images());
    update_tool(app, id, |line| line.result = summary);
}

fn update_tool(app: App, id: &str, change: impl FnOnce(&mut ToolLine)) -> bool {
    let is_it = |item: &Item| matches!(item, Item::Tool(line) if line.id == id);
    let found = app.chat.items.with_untracked(|items| {
        items
            .iter()
            .rev()
            .find(|entry| entry.item.with_untracked(is_it))
            .map(|entry| entry.item.clone())
    });
    let Some(item) = found else { return false };
    item.update(|item| {
        if let Item::Tool(line) = item {
            change(line);
        }
    });
    true
}

/// Removes the items of the current turn, because the model starts the turn again.
fn void_turn(app: App) {
    let start = app.chat.host().borrow().turn_start;
    app.chat.items.update(|items| items.truncate(start));
}

/// Replaces the text of the current turn, whose calls become items of their own, by the rest.
fn replace_text(app: App, rest: String) {
    let start = app.chat.host().borrow().turn_start;
    app.chat.items.update(|items| {
        let mut at = 0;
        items.retain(|entry| {
            at += 1;
            let is_text = entry
                .item
                .with_untracked(|item| matches!(item, Item::Model { .. }));
            at <= start || !is_text
        });
    });
    if !rest.is_empty() {
        app.chat.push(Item::Model { text: rest });
    }
}

fn count_down(app: App, waiting: Waiting) {
    let chat = app.chat;
    chat.waiting.set(Some(waiting));
    let tick = Interval::new(1000, move || {
        chat.waiting.update(|waiting| {
            if let Some(waiting) = waiting {
                waiting.seconds = waiting.seconds.saturating_sub(1);
            }
        });
    });
    chat.host().borrow_mut().countdown = Some(tick);
}

fn stop_countdown(app: App) {
    app.chat.host().borrow_mut().countdown = None;
    app.chat.waiting.set(None);
}
