//! Check that a failed read of the database or of a folder on disk is not taken for an empty answer.
//!
//! The result of an awaited call, or a variable that has it, must reach a decision about its error: the methods that
//! replace an error by a value are forbidden on it. After `?`, there is no error.

use super::source::{report, sources};
use std::collections::HashSet;
use syn::visit::{self, Visit};

/// Folders whose files read the database or a folder on disk. Another file of the page that uses the database is checked as
/// well.
const FOLDERS: &[&str] = &["src/ui/library/", "src/ui/folder/"];

/// Folder of the page.
const PAGE: &str = "src/ui/";

/// Call that returns the database.
const DATABASE: &str = ".database()";

/// Methods that replace an error by a value.
const FORBIDDEN: &[&str] = &[
    "ok",
    "unwrap_or",
    "unwrap_or_default",
    "unwrap_or_else",
    "is_ok_and",
    "map_or",
    "map_or_else",
    "into_iter",
    "iter",
];

#[test]
fn a_failed_read_is_never_an_empty_answer() {
    report(&sources(), |source| {
        let is_in_folder = FOLDERS.iter().any(|folder| source.path.starts_with(folder));
        let uses_database = source.path.starts_with(PAGE) && source.code().contains(DATABASE);
        if !is_in_folder && !uses_database {
            return None;
        }
        let found = replaced_errors(source.code());
        (!found.is_empty()).then(|| format!("replaces the error of an awaited call: {}", found.join(", ")))
    });
}

#[test]
fn replaced_errors_of_reads_are_found() {
    let table: [(&str, &[&str]); 7] = [
        ("let a = db.get(key).await.ok().flatten();", &["ok"]),
        (
            "let texts = db.records().await; for text in texts.unwrap_or_default() {}",
            &["unwrap_or_default"],
        ),
        ("let a = read(db).await.map_err(words).ok()?;", &["ok"]),
        ("let a = library.database()?.folders().await.ok()?;", &["ok"]),
        (
            "let a = db.records().await?.into_iter().next().unwrap_or_default();",
            &[],
        ),
        ("let texts = db.records().await?; texts.iter().count();", &[]),
        (
            "match db.get(key).await { Ok(text) => text, Err(why) => return Err(why) };",
            &[],
        ),
    ];
    for (body, expected) in table {
        let code = format!("async fn f() -> Option<()> {{ {body} }}");
        assert_eq!(replaced_errors(&code), expected, "{body}");
    }
}

/// Returns the forbidden methods that code calls on results of awaited calls.
fn replaced_errors(code: &str) -> Vec<String> {
    let file = syn::parse_file(code).expect("a source file can be parsed");
    let mut found = Reads::default();
    found.visit_file(&file);
    found.methods
}

/// A visitor that collects the forbidden calls.
#[derive(Default)]
struct Reads {
    /// Variables of the function with the result of an awaited call.
    results: HashSet<String>,
    methods: Vec<String>,
}

impl Reads {
    /// Whether an expression is a result of an awaited call whose error was not handled yet.
    fn is_result(&self, expression: &syn::Expr) -> bool {
        match expression {
            syn::Expr::Await(_) => true,
            syn::Expr::MethodCall(call) => self.is_result(&call.receiver),
            syn::Expr::Paren(inside) => self.is_result(&inside.expr),
            syn::Expr::Path(path) => path
                .path
                .get_ident()
                .is_some_and(|name| self.results.contains(&name.to_string())),
            _ => false,
        }
    }
}

impl<'ast> Visit<'ast> for Reads {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.results.clear();
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.results.clear();
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        visit::visit_local(self, local);
        if let (syn::Pat::Ident(name), Some(init)) = (&local.pat, &local.init) {
            let name = name.ident.to_string();
            if self.is_result(&init.expr) {
                self.results.insert(name);
            } else {
                self.results.remove(&name);
            }
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let method = call.method.to_string();
        if FORBIDDEN.contains(&method.as_str()) && self.is_result(&call.receiver) {
            self.methods.push(method);
        }
        visit::visit_expr_method_call(self, call);
    }
}
