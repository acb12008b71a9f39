//! Modules of imported code: one, or several if the code is larger than a file can be.
//!
//! A large file has modules for the functions of the blocks, modules for consecutive parts of the content, and a first
//! module that calls the parts in order.

use super::statement::{INDENT, Statement};
use super::writer::BlockFunction;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use trammel_base::visible::one_line;
use trammel_code::{FileName, Identifiers, MAX_FILE_BYTES, MAX_FILES, PART_BYTES, write};
use trammel_formats::FormatError;
use trammel_language::bilingual;

/// Room in a module for its comment, its imports, and the frame of its function.
const MARGIN_BYTES: usize = 64 << 10;

/// Code to divide into modules.
#[derive(Debug)]
pub(super) struct Code {
    /// Name of the first module and of its function.
    pub(super) module: String,
    /// Comment at the top of the first module, one line each.
    pub(super) comment: Vec<String>,
    pub(super) functions: BTreeMap<usize, BlockFunction>,
    /// Statements before the content: the unit and the layers.
    pub(super) first: Vec<Statement>,
    pub(super) content: Vec<Statement>,
    /// Statement after the content: the group.
    pub(super) last: Vec<Statement>,
}

/// Modules in order, the first one first.
type Modules = Vec<(FileName, Arc<str>)>;

impl Code {
    /// Divides the code into modules.
    ///
    /// # Errors
    /// Returns an error if a statement or the whole code is too large.
    pub(super) fn into_modules(self, identifiers: &mut Identifiers) -> Result<Modules, FormatError> {
        let whole = self.whole();
        if whole.len() <= PART_BYTES {
            return Ok(vec![file(&self.module, whole)?]);
        }
        self.divide_by_size(identifiers)
    }

    /// Returns the code of `main` of a new drawing, and its modules if the code is too large for one file.
    ///
    /// # Errors
    /// Returns an error if a statement or the whole code is too large.
    pub(super) fn into_main(self, identifiers: &mut Identifiers) -> Result<(String, Modules), FormatError> {
        let main = self.top_level();
        if main.len() <= PART_BYTES {
            return Ok((main, Modules::new()));
        }
        Ok((
            write::call_of_module(&self.module),
            self.divide_by_size(identifiers)?,
        ))
    }

    /// Returns the code as statements at the top level.
    fn top_level(&self) -> String {
        let mut text = self.comment();
        for function in self.functions.values() {
            text.push('\n');
            text.push_str(&block_function(function, false));
        }
        text.push('\n');
        let all = self.first.iter().chain(&self.content).chain(&self.last);
        for line in all.flat_map(|statement| statement.text.lines()) {
            text.push_str(line.strip_prefix(INDENT).unwrap_or(line));
            text.push('\n');
        }
        text
    }

    fn comment(&self) -> String {
        self.comment
            .iter()
            .fold(String::new(), |text, line| text + "// " + line + "\n")
    }

    /// Returns the code as one module.
    fn whole(&self) -> String {
        let mut text = self.comment();
        for function in self.functions.values() {
            text.push('\n');
            text.push_str(&block_function(function, false));
        }
        let all = self.first.iter().chain(&self.content).chain(&self.last);
        text.push('\n');
        text.push_str(&exported_function(&self.module, all));
        text
    }

    fn divide_by_size(self, identifiers: &mut Identifiers) -> Result<Modules, FormatError> {
        let most = PART_BYTES - MARGIN_BYTES;
        let mut modules = Modules::new();
        // Module of the function of each block.
        let mut homes: BTreeMap<usize, String> = BTreeMap::new();
        let mut open: Vec<(usize, String)> = Vec::new();
        let blocks = format!("{}_blocks", self.module);
        for (index, function) in &self.functions {
            let text = block_function(function, true);
            let size: usize = open.iter().map(|(_, text)| text.len()).sum();
            if size + text.len() > most && !open.is_empty() {
                let name = identifiers.new_name(&blocks, "blocks");
                modules.push(self.block_module(&name, std::mem::take(&mut open), &mut homes)?);
            }
            open.push((*index, text));
        }
        if !open.is_empty() {
            let name = identifiers.new_name(&blocks, "blocks");
            modules.push(self.block_module(&name, open, &mut homes)?);
        }
        let mut calls = Vec::new();
        let mut part: Vec<&Statement> = Vec::new();
        let mut size = 0;
        for statement in &self.content {
            if size + statement.text.len() > most && !part.is_empty() {
                let name = identifiers.new_name(&format!("{}_part", self.module), "part");
                modules.push(self.part_module(&name, std::mem::take(&mut part), &homes)?);
                calls.push(name);
                size = 0;
            }
            size += statement.text.len();
            part.push(statement);
        }
        let name = identifiers.new_name(&format!("{}_part", self.module), "part");
        modules.push(self.part_module(&name, part, &homes)?);
        calls.push(name);
        let mut text = self.comment();
        for part in &calls {
            text.push_str(&write::import(part, part));
        }
        let called: Vec<Statement> = calls
            .iter()
            .map(|part| Statement::new(&format!("{part}();"), None))
            .collect();
        let all = self.first.iter().chain(&called).chain(&self.last);
        text.push('\n');
        text.push_str(&exported_function(&self.module, all));
        modules.insert(0, file(&self.module, text)?);
        if modules.len() >= MAX_FILES {
            return Err(FormatError(bilingual!(
                "The code of the file needs {} modules, but must have fewer than {MAX_FILES}. Import some of its layers.",
                "파일의 코드에 모듈이 {}개 필요한데 {MAX_FILES}개보다 적어야 해요. 레이어 일부를 가져오세요.",
                modules.len()
            )));
        }
        Ok(modules)
    }

    /// Creates a module of functions of blocks, and records it as their home.
    fn block_module(
        &self,
        name: &str,
        functions: Vec<(usize, String)>,
        homes: &mut BTreeMap<usize, String>,
    ) -> Result<(FileName, Arc<str>), FormatError> {
        homes.extend(functions.iter().map(|(index, _)| (*index, name.to_owned())));
        let called: BTreeSet<usize> = functions
            .iter()
            .filter_map(|(index, _)| self.functions.get(index))
            .flat_map(|function| function.statements.iter().filter_map(|statement| statement.block))
            .collect();
        let mut text = self.imports(called, homes, name);
        for (_, function) in functions {
            text.push('\n');
            text.push_str(&function);
        }
        file(name, text)
    }

    fn part_module(
        &self,
        name: &str,
        statements: Vec<&Statement>,
        homes: &BTreeMap<usize, String>,
    ) -> Result<(FileName, Arc<str>), FormatError> {
        let called = statements
            .iter()
            .filter_map(|statement| statement.block)
            .collect();
        let mut text = self.imports(called, homes, name);
        text.push_str(&exported_function(name, statements.into_iter()));
        file(name, text)
    }

    /// Returns the imports of the functions of blocks in other modules than `own`.
    fn imports(&self, called: BTreeSet<usize>, homes: &BTreeMap<usize, String>, own: &str) -> String {
        let mut text = format!("// Part of {}.\n", self.module);
        for index in called {
            if let (Some(function), Some(home)) = (self.functions.get(&index), homes.get(&index))
                && home != own
            {
                text.push_str(&write::import(&function.function, home));
            }
        }
        text
    }
}

fn file(name: &str, text: String) -> Result<(FileName, Arc<str>), FormatError> {
    if text.len() > MAX_FILE_BYTES {
        return Err(FormatError(bilingual!(
            "The code of the module '{name}' has {} KiB, at most {} KiB. Import some layers of the file.",
            "모듈 '{name}'의 코드가 {} KiB이고 최대 {} KiB예요. 파일의 레이어 일부를 가져오세요.",
            text.len().div_ceil(1024),
            MAX_FILE_BYTES >> 10
        )));
    }
    let file = FileName::new(name).map_err(|error| FormatError(error.into()))?;
    Ok((file, text.into()))
}

fn block_function(function: &BlockFunction, exported: bool) -> String {
    let block = line(&function.block).replace("*/", "");
    let export = if exported { "export " } else { "" };
    let body: String = function
        .statements
        .iter()
        .map(|statement| statement.text.as_str())
        .collect();
    format!(
        "/** Block {block}. */\n{export}function {}(name) {{\n{body}}}\n",
        function.function
    )
}

fn exported_function<'a>(name: &str, statements: impl Iterator<Item = &'a Statement>) -> String {
    let body: String = statements.map(|statement| statement.text.as_str()).collect();
    format!("export function {name}() {{\n{body}}}\n")
}

/// Returns a text of the file for a comment: one line of visible characters.
pub(super) fn line(text: &str) -> String {
    let line: String = one_line(text).chars().take(100).collect();
    line.trim_end().to_owned()
}
