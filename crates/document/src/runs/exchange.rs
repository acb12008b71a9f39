//! Import and export of files of other programs.
//!
//! The sandbox converts a file to modules and runs them with `main` in one request, so that an import is one run and one
//! undo step. A host that shows the user the report of a conversion first converts the file itself, with
//! [`Document::import_target`], and gives the code to [`Session::import`]. Invariants: an import adds files and appends to
//! `main`, and never replaces a file; if the file cannot be read or its code does not run, nothing changes.

use crate::contents::document::Document;
use crate::history::step::Author;
use crate::runs::exchange_reply;
use crate::runs::pending::{CallOutcome, Pending};
use crate::runs::purpose::{Drawn, Purpose, Ran};
use crate::session::Session;
use crate::step_label;
use crate::turns::user_edits::Actor;
use trammel_base::suggest::camel_case;
use trammel_code::{
    ComposedMain, FileName, Identifiers, MAX_FILE_BYTES, MAX_FILES, check_size, source, write,
};
use trammel_formats::{
    Conversion, Converted, Drawing, ExportOptions, ImportOptions, ImportQuestion, ImportTarget, ImportedCode,
    NewDrawing, project,
};
use trammel_language::{Bilingual, bilingual};
use trammel_run::{Limits, RunOutcome, RunRequest};
use trammel_scene::{Flags, Name, Units};
use trammel_tools::Reply;

/// Maximum size of a file to import, in bytes.
pub const MAX_IMPORT_BYTES: usize = 32 << 20;

impl Document {
    /// Returns the description of the document for the conversion of a file with this name, which has no extension.
    pub fn import_target(&self, file_name: &str) -> ImportTarget {
        let tools = self.env.catalog.names().into_iter();
        let tools = tools.flat_map(|name| [name.to_owned(), camel_case(name)]);
        let custom = self.env.every_custom_tool().map(|tool| tool.name.clone());
        let files = self.env.files.files().map(|(file, _)| file.to_string());
        let identifiers: Vec<String> = tools.chain(custom).chain(files).chain(self.bindings()).collect();
        let names: Vec<Name> = self.scene.walk().map(|entity| entity.name.clone()).collect();
        let mut free = Identifiers::new(identifiers.iter().map(String::as_str));
        ImportTarget {
            module: free.new_name(file_name, "drawing"),
            units: self.scene.units(),
            entities: self.scene.len(),
            names,
            identifiers,
            layers: self.scene.definitions().layers.clone(),
            new: None,
        }
    }

    /// Returns the description of a new drawing for the conversion of a file.
    pub fn new_drawing_target(&self, new: NewDrawing) -> ImportTarget {
        let tools = self.env.catalog.names().into_iter();
        ImportTarget {
            identifiers: tools
                .flat_map(|name| [name.to_owned(), camel_case(name)])
                .collect(),
            new: Some(new),
            ..ImportTarget::default()
        }
    }

    /// Returns the names that `main` declares or imports.
    fn bindings(&self) -> Vec<String> {
        let main = self.env.files.main();
        let tokens = source::tokens(main);
        let mut names = source::declared_names(main, &tokens);
        for import in source::imports(main, &tokens) {
            names.extend(import.namespace);
            names.extend(import.names.into_iter().map(|(_, local)| local));
        }
        names
    }

    /// Checks that the modules are new, and that the document has room for them.
    fn check_modules(&self, code: &ImportedCode) -> Result<(), Bilingual> {
        let taken = code
            .modules
            .iter()
            .find(|(file, _)| self.env.files.get(file.as_str()).is_some());
        if let Some((file, _)) = taken {
            return Err(bilingual!(
                "The module '{file}' exists already. Import the file again.",
                "모듈 '{file}'이(가) 이미 있어요. 파일을 다시 가져오세요."
            ));
        }
        if self.env.files.files().count() + code.modules.len() > MAX_FILES {
            return Err(bilingual!(
                "A document has at most {MAX_FILES} files. Delete modules that are not used.",
                "문서의 파일은 최대 {MAX_FILES}개예요. 쓰지 않는 모듈을 지우세요."
            ));
        }
        match code.modules.iter().find(|(_, text)| text.len() > MAX_FILE_BYTES) {
            Some((file, _)) => Err(bilingual!(
                "The module '{file}' is too large. Import some layers of the file.",
                "모듈 '{file}'이(가) 너무 커요. 파일의 레이어 일부를 가져오세요."
            )),
            None => Ok(()),
        }
    }
}

impl Session {
    /// Creates a document with the code of a file, converted for a new drawing ([`Document::new_drawing_target`]).
    pub fn of_import(code: &ImportedCode, name: Option<&str>) -> Session {
        let mut session = Session::new(Limits::default());
        session.document.set_defaults(name, Some(code.units));
        for (name, text) in &code.modules {
            session.document.add_file(name, text);
        }
        session.document.add_file(&FileName::main(), &code.statement);
        // The layers exist after the first run.
        for layer in &code.hidden_layers {
            session.document.layers.set_flags(layer, Flags::HIDDEN);
        }
        session
    }

    /// Adds the code of a converted file to the document on behalf of `actor`.
    pub fn import(&mut self, actor: Actor, code: ImportedCode) -> CallOutcome {
        self.parties.user_edits.begin(actor);
        if let Err(why) = self.document.check_modules(&code) {
            return CallOutcome::Done(Reply::of_message(why));
        }
        let statement = code.statement.clone();
        let modules = code.modules.clone();
        self.plan_importing(&statement, Some(code), |request| request.files.extend(modules))
    }

    /// Plans the import of a file of this format.
    pub(crate) fn plan_import(&self, format: &str, bytes: Vec<u8>, options: ImportOptions) -> CallOutcome {
        if bytes.len() > MAX_IMPORT_BYTES {
            return CallOutcome::Done(Reply::of_message(bilingual!(
                "The file has {} MiB, at most {} MiB. Export a part of the drawing in the other program.",
                "파일이 {} MiB이고 최대 {} MiB예요. 다른 프로그램에서 도면의 일부를 내보내세요.",
                bytes.len().div_ceil(1 << 20),
                MAX_IMPORT_BYTES >> 20
            )));
        }
        let target = self.document.import_target(&options.file_name);
        let statement = write::call_of_module(&target.module);
        let conversion = Conversion::Read {
            format: format.to_owned(),
            bytes,
            options,
            target,
        };
        self.plan_importing(&statement, None, |request| {
            let limits = RunRequest::of_conversion(conversion);
            request.limits.timeout_ms = limits.limits.timeout_ms;
            request.conversion = limits.conversion;
        })
    }

    fn plan_importing(
        &self,
        statement: &str,
        code: Option<ImportedCode>,
        prepare: impl FnOnce(&mut RunRequest),
    ) -> CallOutcome {
        let composed =
            ComposedMain::new(self.document.env.files.main(), statement, |_| false).and_then(|composed| {
                match check_size("main", &composed.main) {
                    Ok(()) => Ok(composed),
                    Err(error) => Err(error.into()),
                }
            });
        let composed = match composed {
            Ok(composed) => composed,
            Err(why) => return CallOutcome::Done(Reply::of_message(why)),
        };
        let mut files = self.document.env.files.clone();
        files.set(&FileName::main(), Some(&composed.main));
        let mut pending = self.pending(&files, None, Importing { composed, code });
        prepare(&mut pending.request);
        CallOutcome::Run(Box::new(pending))
    }

    /// Plans the export of the drawing as a file of this format.
    pub(crate) fn plan_export(&self, format: &str, options: Box<ExportOptions>) -> CallOutcome {
        let conversion = Conversion::Write {
            format: format.to_owned(),
            drawing: Drawing::of(&self.document.scene),
            project: Some(project::write(&self.document.project(false))),
            options,
        };
        CallOutcome::Run(Box::new(Pending {
            request: RunRequest::of_conversion(conversion),
            purpose: Box::new(Export),
            generation: self.document.generation,
            actor: self.parties.user_edits.actor(),
            turn: self.parties.user_edits.turns(),
            is_from_outside: self.parties.user_edits.is_from_outside,
            examines: true,
        }))
    }
}

/// File of another program whose code is added to the document.
#[derive(Debug)]
struct Importing {
    /// `main` with the call of the new module.
    composed: ComposedMain,
    /// Code of the file, if the host has converted it.
    code: Option<ImportedCode>,
}

impl Purpose for Importing {
    fn finish(self: Box<Self>, session: &mut Session, mut ran: Ran) -> Reply {
        if let Err(reply) = ran.resume(session) {
            return *reply;
        }
        let converted = ran.outcome.converted.take().map(|converted| *converted);
        let code = match (&ran.outcome.result, self.code) {
            (Err(_), _) => ImportedCode::default(),
            (Ok(_), Some(code)) => code,
            (Ok(_), None) => match converted_code(session, converted) {
                Ok(code) => {
                    ran.request.files.extend(code.modules.iter().cloned());
                    code
                }
                Err(why) => return Reply::of_message(why),
            },
        };
        let composed = &self.composed;
        let mut reply = ran.apply(session, |session, Drawn { scene, run }, notes| {
            notes.drop_lines_of_main(session);
            let diff =
                session.redrawn(scene.map_err(|failure| session.explain_snippet(composed, failure))?)?;
            let is_new = |layer: &&Name| session.document.scene.definitions().layer(layer).is_none();
            let hidden: Vec<Name> = code.hidden_layers.iter().filter(is_new).cloned().collect();
            session.set_main(&composed.main);
            for (file, text) in &code.modules {
                session.document.env.files.set(file, Some(text));
            }
            let changes = session.commit_redrawn(step_label::IMPORT, diff, run);
            if let Some(step) = session.history.steps.newest_mut() {
                step.author = Author::Import;
            }
            // The flags of a layer are a setting of the user, so they are not part of the step.
            session.hide_layers(&hidden);
            Ok(changes)
        });
        if reply.is_ok() {
            reply.result = Ok(exchange_reply::facts(&code));
        }
        reply
    }
}

/// Returns the code of a file that was converted in the run. Code from the sandbox is untrusted.
///
/// # Errors
/// Returns the question of the reader as an error that names the argument of its answer, or the reason why the modules
/// cannot be added.
fn converted_code(session: &Session, converted: Option<Converted>) -> Result<ImportedCode, Bilingual> {
    match converted {
        Some(Converted::Read(code)) => session.document.check_modules(&code).map(|()| code),
        Some(Converted::Question(question)) => Err(question_error(&question)),
        Some(Converted::Written(_)) | None => Err(Converted::not_read()),
    }
}

/// File of another program that is written from the drawing, which stays as it is.
#[derive(Debug)]
struct Export;

impl Purpose for Export {
    fn finish(self: Box<Self>, session: &mut Session, ran: Ran) -> Reply {
        let RunOutcome {
            result, converted, ..
        } = ran.outcome;
        exchange_reply::export_reply(result.map(drop), converted, &session.document.checks())
    }
}

/// Returns the question of a reader as an error for the caller of a tool.
fn question_error(question: &ImportQuestion) -> Bilingual {
    match question {
        ImportQuestion::Units { suggested, reason } => bilingual!(
            "The file does not define its unit. Give units ({}), probably \"{}\": {reason}",
            "파일에 단위가 없으니 units를 {} 중에서 주세요. 아마 \"{}\"일 거예요({reason:#})",
            Units::ALL.map(Units::as_str).join(", "),
            suggested.as_str()
        ),
        ImportQuestion::TooLarge {
            entities,
            most,
            layers,
        } => {
            let mut layers = layers.clone();
            trammel_base::sort::by_key(&mut layers, |(_, count)| std::cmp::Reverse(*count));
            let listed: Vec<String> = layers
                .iter()
                .take(20)
                .map(|(layer, count)| format!("\"{layer}\" ({count})"))
                .collect();
            bilingual!(
                "The file has {entities} entities, and the drawing has room for {most}. Give layers or first: {}",
                "파일의 항목이 {entities}개인데 도면에는 {most}개까지 들어가요. layers나 first를 주세요: {}",
                listed.join(", ")
            )
        }
    }
}
