//! Runs of the code of the document: the opened or typed texts, a file written by a tool, and a snippet at the end of
//! `main`.

use super::pending::Pending;
use crate::contents::document::Document;
use crate::history::step_label::TYPING;
use crate::runs::purpose::{Drawn, Purpose, Ran};
use crate::runs::reply;
use crate::session::Session;
use crate::turns::user_edits::Actor;
use trammel_code::{ComposedMain, FileName, Workspace};
use trammel_scene::Scene;
use trammel_tools::{Changes, Reply};

impl Session {
    /// Plans the first run of `main` after the document was loaded.
    pub fn open(&mut self) -> Pending {
        self.parties.user_edits.begin(Actor::User);
        let files = self.document.env.files.clone();
        self.pending(&files, None, Open)
    }

    /// Plans a run that draws the last good drawing of a document whose present files do not run; `None` if the files
    /// run or there is no other drawing. Call after the run of [`Session::open`] is complete.
    pub fn open_last_good(&self) -> Option<Pending> {
        self.document.run.broken.as_ref()?;
        let drawn = self
            .document
            .run
            .drawn
            .as_ref()
            .filter(|drawn| !drawn.is_empty())?;
        let mut files = Workspace::default();
        for (file, text) in drawn.texts() {
            files.set(&file, Some(&text));
        }
        Some(self.pending(&files, None, LastGoodRun))
    }
}

/// First run of an opened document.
#[derive(Debug)]
pub(crate) struct Open;

impl Purpose for Open {
    fn finish(self: Box<Self>, session: &mut Session, ran: Ran) -> Reply {
        ran.apply_texts(session, true, |session, scene, run| {
            // Only text that had not run before is a step.
            session.note_opened();
            session.document.show_opened(scene);
            session.document.run = run;
            session.document.committed = None;
            session.document.generation += 1;
            Changes::default()
        })
    }
}

/// Last good drawing of an opened document whose files do not run. Its files become the committed state, so that undo
/// returns to them.
#[derive(Debug)]
pub(crate) struct LastGoodRun;

impl Purpose for LastGoodRun {
    fn finish(self: Box<Self>, session: &mut Session, ran: Ran) -> Reply {
        ran.apply(session, |session, Drawn { scene, .. }, _| {
            let scene = scene?;
            if let Some(drawn) = &session.document.run.drawn {
                session.document.committed = Some(drawn.texts());
            }
            session.document.show_opened(scene);
            Ok(Changes::default())
        })
    }
}

impl Document {
    /// Shows the drawing of an opened document, with the flags of the user.
    fn show_opened(&mut self, scene: Scene) {
        let scene = self.with_locks(scene);
        self.diffs.push(self.scene.diff_to(&scene));
        self.scene = scene;
        self.is_drawn = true;
    }
}

/// Text typed by the user, already stored in the files.
#[derive(Debug)]
pub(crate) struct Typed;

impl Purpose for Typed {
    fn finish(self: Box<Self>, session: &mut Session, ran: Ran) -> Reply {
        ran.apply_texts(session, false, |session, scene, run| {
            let diff = session.document.diff_of_run(scene);
            let changes = session.commit_redrawn(TYPING, diff, run);
            session.join_typing();
            changes
        })
    }
}

/// File written by a tool.
#[derive(Debug)]
pub(crate) struct Write {
    pub(crate) file: FileName,
    pub(crate) code: String,
    /// Whether the call gave the whole text.
    pub(crate) whole: bool,
}

impl Purpose for Write {
    fn finish(self: Box<Self>, session: &mut Session, ran: Ran) -> Reply {
        let mut reply = ran.apply(session, |session, Drawn { scene, run }, _| {
            let diff = session.redrawn(scene?)?;
            session.commit_typing();
            session.document.keep_committed();
            let Write { file, code, whole } = *self;
            session.document.env.files.set_by_caller(&file, &code, whole);
            Ok(session.commit_redrawn(&format!("write {file}"), diff, run))
        });
        reply.logs_of_main = true;
        reply
    }
}

/// Snippet at the end of `main`, which runs as one step with this label.
#[derive(Debug)]
pub(crate) struct Snippet {
    pub(crate) composed: ComposedMain,
    pub(crate) label: &'static str,
}

impl Purpose for Snippet {
    fn finish(self: Box<Self>, session: &mut Session, ran: Ran) -> Reply {
        ran.apply(session, |session, Drawn { scene, run }, notes| {
            notes.drop_lines_of_main(session);
            let scene = scene.map_err(|failure| session.explain_snippet(&self.composed, failure))?;
            let diff = session.redrawn(scene)?;
            session.set_main(&self.composed.main);
            Ok(session.commit_redrawn(self.label, diff, run))
        })
    }
}

/// Call of a custom tool at the end of `main`, whose value is the result. A call that changed nothing is not added to
/// `main`, because `main` records the drawing and not queries.
#[derive(Debug)]
pub(crate) struct CustomCall {
    pub(crate) tool: String,
    pub(crate) composed: ComposedMain,
}

impl Purpose for CustomCall {
    fn wants_value(&self) -> bool {
        true
    }

    fn finish(self: Box<Self>, session: &mut Session, mut ran: Ran) -> Reply {
        let value = ran.outcome.value.take();
        let mut reply = ran.apply(session, |session, Drawn { scene, run }, notes| {
            notes.drop_lines_of_main(session);
            let scene = scene.map_err(|failure| session.explain_snippet(&self.composed, failure))?;
            let diff = session.redrawn(scene)?;
            if diff.is_empty() {
                return Ok(Changes::default());
            }
            session.set_main(&self.composed.main);
            Ok(session.commit_redrawn(&self.tool, diff, run))
        });
        if reply.is_ok() {
            reply.result = Ok(reply::value(value.as_deref()));
        }
        reply
    }
}

/// Diagnostics of a file. The drawing is discarded.
#[derive(Debug)]
pub(crate) struct Diagnostics {
    pub(crate) file: FileName,
}

impl Purpose for Diagnostics {
    fn finish(self: Box<Self>, _: &mut Session, ran: Ran) -> Reply {
        let problem = ran.outcome.result.err();
        reply::diagnostics_reply(&self.file, problem, ran.outcome.logs, ran.elapsed_ms)
    }
}
