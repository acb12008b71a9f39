//! Module loading: imports between the files of a run.
//!
//! A file with an `export` is an ES module. A file without is a script-style library: importing the file makes its
//! top-level declarations global, so a library written as a plain script runs unchanged. `main` is a script whose
//! imports are executed first. A specifier must be the exact name of a file of the request.

use super::files::{Files, MAIN};
use super::report;
use super::run_state::{call_error_to_js, native, native_near, with_run};
use super::script::{check_nesting, run_script};
use super::stop::Stop;
use boa_engine::builtins::promise::PromiseState;
use boa_engine::module::{Module, ModuleLoader, ModuleRequest, Referrer, SyntheticModuleInitializer};
use boa_engine::object::JsObject;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{
    Context, JsError, JsNativeError, JsResult, JsString, JsValue, NativeFunction, Script, Source,
};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use trammel_code::{source, symbols};
use trammel_language::bilingual;

/// Kind of a file that has started to load.
#[derive(Clone)]
enum Loaded {
    Module(Module),
    Script,
}

/// Loads and runs the files of one run.
pub(super) struct Loader {
    files: Rc<Files>,
    loaded: RefCell<FxHashMap<String, Loaded>>,
}

impl Loader {
    pub(super) fn new(files: Rc<Files>) -> Loader {
        Loader {
            files,
            loaded: RefCell::default(),
        }
    }

    /// Runs a file as a script: first its imports, then its text with the imports and `export` keywords blanked.
    /// Returns the value of the last statement.
    pub(super) fn run_file(&self, file: &str, context: &mut Context) -> Result<JsValue, Stop> {
        let text = self.files.text(file).unwrap_or_default();
        let tokens = source::tokens(text);
        let imports = source::imports(text, &tokens);
        self.loaded.borrow_mut().insert(file.to_owned(), Loaded::Script);
        for import in &imports {
            let loaded = self.require(&import.specifier, file, (text, import.start), context)?;
            self.bind(import, &loaded, (file, text), context)?;
        }
        let mut blanks: Vec<(usize, usize)> =
            imports.iter().map(|import| (import.start, import.end)).collect();
        blanks.extend(source::exports_to_blank(text, &tokens));
        blanks.sort_unstable();
        run_script(file, &source::blank_out(text, blanks), context)
            .map_err(|stop| self.named_clash(file, stop))
    }

    /// Replaces a redeclaration error of the engine, which gives neither the name nor the places, by an error with
    /// both. Scripts share one scope, so the other declaration may be in another file.
    fn named_clash(&self, file: &str, stop: Stop) -> Stop {
        let clashes = ["duplicate lexical declaration", "declared multiple times"];
        let is_clash = |error: &JsError| {
            let message = error.as_native().map(JsNativeError::message);
            message.is_some_and(|message| clashes.iter().any(|text| message.contains(text)))
        };
        if !matches!(&stop, Stop::Threw(error) if is_clash(error)) {
            return stop;
        }
        let loaded = self.loaded.borrow();
        let is_script = |name: &str| matches!(loaded.get(name), Some(Loaded::Script));
        let others = self
            .files
            .iter()
            .filter(|(name, _)| *name != file && is_script(name));
        let own = self.files.iter().filter(|(name, _)| *name == file);
        let mut seen: BTreeMap<String, (&str, u32)> = BTreeMap::new();
        for (place, text) in others.chain(own) {
            for symbol in symbols::symbols(text) {
                let (line, column) = source::line_column(text, symbol.offset);
                let name = symbol.name;
                match seen.get(&name) {
                    Some((other, at)) if place == file => {
                        let message = if *other == file {
                            bilingual!(
                                "'{name}' has already been declared on line {at}. Rename one of them.",
                                "'{name}'은(는) {at}번째 줄에 이미 선언돼 있어요. 하나의 이름을 바꾸세요."
                            )
                        } else {
                            bilingual!(
                                "'{name}' has already been declared in '{other}' on line {at}, and scripts share one scope. \
                                 Rename one of them, or add an export to make the file a module.",
                                "스크립트는 범위를 함께 쓰는데 '{name}'은(는) '{other}' {at}번째 줄에 이미 선언돼 있어요. \
                                 하나의 이름을 바꾸거나 export를 더해 모듈로 만드세요."
                            )
                        };
                        return report::error_at(message, Vec::new(), file, (line, column)).into();
                    }
                    _ => _ = seen.entry(name).or_insert((place, line)),
                }
            }
        }
        stop
    }

    /// Parses a file unless it has run already.
    pub(super) fn parse_only(&self, file: Option<&str>, context: &mut Context) -> Result<(), Stop> {
        let Some(file) = file.filter(|file| !self.loaded.borrow().contains_key(*file)) else {
            return Ok(());
        };
        let text = self.files.text(file).unwrap_or_default();
        parse(file, text, context)?;
        Ok(())
    }

    /// Returns the file that `importer` imports, loaded and evaluated.
    fn require(
        &self,
        file: &str,
        importer: &str,
        at: (&str, usize),
        context: &mut Context,
    ) -> Result<Loaded, Stop> {
        let known = self.loaded.borrow().get(file).cloned();
        if let Some(loaded) = known.filter(|_| file != MAIN) {
            return Ok(loaded);
        }
        let Some(text) = self.files.text(file).filter(|_| file != MAIN) else {
            let place = source::line_column(at.0, at.1);
            return Err(Stop::Threw(self.not_found(file, Some((importer, place)))));
        };
        let tokens = source::tokens(text);
        if !source::has_exports(text, &tokens) {
            self.run_file(file, context)?;
            return Ok(Loaded::Script);
        }
        let module = self.parse_module(file, text, context)?;
        let promise = module.load_link_evaluate(context);
        with_run(|run| run.loading = true);
        let run = context.run_jobs();
        with_run(|run| run.loading = false);
        run?;
        match promise.state() {
            PromiseState::Rejected(reason) => Err(JsError::from_opaque(reason).into()),
            PromiseState::Pending => {
                let message = bilingual!(
                    "'{file}' waits for a promise that never settles",
                    "'{file}'이(가) 끝나지 않는 프로미스를 기다려요"
                );
                Err(native(JsNativeError::error(), message).into())
            }
            PromiseState::Fulfilled(_) => Ok(Loaded::Module(module)),
        }
    }

    /// Returns the exports of a file as an object; runs the file if it has not run yet.
    pub(super) fn namespace(&self, file: &str, context: &mut Context) -> Result<JsObject, Stop> {
        match self.require(file, file, ("", 0), context)? {
            Loaded::Module(module) => Ok(module.namespace(context)),
            Loaded::Script => Ok(self.script_namespace(file, context)?),
        }
    }

    fn parse_module(&self, file: &str, text: &str, context: &mut Context) -> JsResult<Module> {
        let module = parse(file, text, context)?;
        self.loaded
            .borrow_mut()
            .insert(file.to_owned(), Loaded::Module(module.clone()));
        Ok(module)
    }

    /// Makes the bindings of an import global.
    fn bind(
        &self,
        import: &source::Import,
        loaded: &Loaded,
        (file, text): (&str, &str),
        context: &mut Context,
    ) -> Result<(), Stop> {
        let namespace = match loaded {
            Loaded::Module(module) => module.namespace(context),
            Loaded::Script => self.script_namespace(&import.specifier, context)?,
        };
        if let Some(local) = &import.namespace {
            define(local, namespace.clone().into(), context)?;
        }
        for (exported, local) in &import.names {
            let key = JsString::from(exported.as_str());
            if !namespace.has_property(key.clone(), context)? {
                let names = namespace.own_property_keys(context)?;
                let names: Vec<String> = names
                    .iter()
                    .filter_map(|key| match key {
                        boa_engine::property::PropertyKey::String(name) => Some(name.to_std_string_lossy()),
                        _ => None,
                    })
                    .collect();
                let near = trammel_base::suggest::nearest(exported, names.iter().map(String::as_str));
                let (line, column) = source::line_column(text, import.start);
                let message = bilingual!(
                    "'{}' does not export '{exported}'",
                    "'{}'이(가) '{exported}'을(를) 내보내지 않아요",
                    import.specifier
                );
                return Err(report::error_at(message, near, file, (line, column)).into());
            }
            let value = namespace.get(key.clone(), context)?;
            if value.is_callable() {
                // Functions and classes are rarely reassigned, and a plain property is faster than a getter.
                define(local, value, context)?;
            } else {
                define_live(local, &namespace, &key, context)?;
            }
        }
        Ok(())
    }

    /// Returns the top-level declarations of a script that has run, as an object.
    fn script_namespace(&self, file: &str, context: &mut Context) -> JsResult<JsObject> {
        let names = self.script_names(file);
        let text = format!("({{ {} }})", names.join(", "));
        let value = Script::parse(Source::from_bytes(&text), None, context)?.evaluate(context)?;
        Ok(value.as_object().unwrap_or_else(JsObject::with_null_proto))
    }

    fn script_names(&self, file: &str) -> Vec<String> {
        let text = self.files.text(file).unwrap_or_default();
        source::declared_names(text, &source::tokens(text))
    }

    fn not_found(&self, file: &str, importer: Option<(&str, (u32, u32))>) -> JsError {
        let names = self
            .files
            .iter()
            .map(|(name, _)| name)
            .filter(|name| *name != MAIN);
        let near = trammel_base::suggest::nearest(file, names);
        let shown: String = file.chars().take(64).collect();
        let message = if file == MAIN {
            bilingual!(
                "module 'main' cannot be imported. Move the shared code into another module.",
                "모듈 'main'은 불러올 수 없어요. 함께 쓸 코드를 다른 모듈로 옮기세요."
            )
        } else if near.is_empty() {
            bilingual!(
                "module '{shown}' not found. Only files of this drawing can be imported, by their bare name.",
                "모듈 '{shown}'을(를) 찾을 수 없어요. 이 도면의 파일만 확장자 없는 이름으로 불러올 수 있어요."
            )
        } else {
            bilingual!(
                "module '{shown}' not found",
                "모듈 '{shown}'을(를) 찾을 수 없어요"
            )
        };
        match importer {
            Some((importer, place)) => report::error_at(message, near, importer, place),
            None => native_near(JsNativeError::error(), message, near),
        }
    }
}

impl ModuleLoader for Loader {
    async fn load_imported_module(
        self: Rc<Self>,
        referrer: Referrer,
        request: ModuleRequest,
        context: &RefCell<&mut Context>,
    ) -> JsResult<Module> {
        let file = request.specifier().to_std_string_lossy();
        let importer = referrer.path().map(|path| path.display().to_string());
        let context = &mut context.borrow_mut();
        let known = self.loaded.borrow().get(&file).cloned();
        if let Some(Loaded::Module(module)) = known {
            return Ok(module);
        }
        let Some(text) = self.files.text(&file).filter(|_| file != MAIN) else {
            let place = importer.as_deref().and_then(|importer| {
                let text = self.files.text(importer)?;
                let imports = source::imports(text, &source::tokens(text));
                let import = imports.iter().find(|import| import.specifier == file)?;
                Some((importer, source::line_column(text, import.start)))
            });
            return Err(self.not_found(&file, place));
        };
        if source::has_exports(text, &source::tokens(text)) {
            return self.parse_module(&file, text, context);
        }
        if known.is_none() {
            self.run_file(&file, context).map_err(|stop| match stop {
                Stop::Threw(error) => error,
                Stop::Stopped(error, _) => call_error_to_js(error),
            })?;
        }
        self.script_module(&file, context)
    }
}

impl Loader {
    /// Returns a synthetic module whose exports are the declarations of a script that has run.
    fn script_module(&self, file: &str, context: &mut Context) -> JsResult<Module> {
        let namespace = self.script_namespace(file, context)?;
        let names: Vec<JsString> = self
            .script_names(file)
            .iter()
            .map(|name| JsString::from(name.as_str()))
            .collect();
        let exports = names.clone();
        let module = Module::synthetic(
            &names,
            SyntheticModuleInitializer::from_copy_closure_with_captures(
                |module, (names, namespace): &(Vec<JsString>, JsObject), context| {
                    names
                        .iter()
                        .try_for_each(|name| module.set_export(name, namespace.get(name.clone(), context)?))
                },
                (exports, namespace),
            ),
            None,
            None,
            context,
        );
        self.loaded
            .borrow_mut()
            .insert(file.to_owned(), Loaded::Module(module.clone()));
        Ok(module)
    }
}

fn define(name: &str, value: JsValue, context: &mut Context) -> JsResult<()> {
    let descriptor = PropertyDescriptor::builder()
        .value(value)
        .writable(false)
        .enumerable(false)
        .configurable(true);
    context
        .global_object()
        .define_property_or_throw(JsString::from(name), descriptor, context)
        .map(drop)
}

/// Defines a global getter that reads the current value of an exported binding.
fn define_live(name: &str, namespace: &JsObject, key: &JsString, context: &mut Context) -> JsResult<()> {
    let read = NativeFunction::from_copy_closure_with_captures(
        |_, _, (namespace, key): &(JsObject, JsString), context| namespace.get(key.clone(), context),
        (namespace.clone(), key.clone()),
    );
    let get = read.to_js_function(context.realm());
    let descriptor = PropertyDescriptor::builder()
        .get(get)
        .enumerable(false)
        .configurable(true);
    context
        .global_object()
        .define_property_or_throw(JsString::from(name), descriptor, context)
        .map(drop)
}

fn parse(file: &str, text: &str, context: &mut Context) -> JsResult<Module> {
    check_nesting(file, text)?;
    let source = Source::from_bytes(text).with_path(Path::new(file));
    Module::parse(source, None, context).map_err(|error| report::in_file(&error, file, text))
}
