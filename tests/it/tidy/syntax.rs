//! Reader of one Rust file: its items, its imported names, and the paths that it names. Test code is omitted.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree};

/// Segments of a path as written: `super::Path` is `["super", "Path"]`.
pub(super) type Segments = Vec<String>;

/// A module: a whole file or a `mod` block in a file.
#[derive(Default)]
pub(super) struct Module {
    /// Names of the enclosing `mod` blocks and of the module itself, from the file down; empty for the file itself.
    pub(super) inline: Segments,
    /// Names of the types, traits, functions, constants, and macros defined here.
    pub(super) items: BTreeSet<String>,
    /// Imported names and their paths.
    pub(super) aliases: BTreeMap<String, Segments>,
    /// Modules or types imported with `*`.
    pub(super) globs: Vec<Segments>,
    /// Paths of at least two segments.
    pub(super) paths: BTreeSet<Segments>,
    /// Names of macros that are called without a path.
    pub(super) macros_called: BTreeSet<String>,
    /// Modules in separate files, with their `path` attributes; there may be one for each platform.
    pub(super) files: Vec<(String, Vec<String>)>,
}

/// Returns the modules of a file, the file itself first.
pub(super) fn read(code: &str) -> syn::Result<Vec<Module>> {
    let file = syn::parse_file(code)?;
    let mut reader = Reader {
        modules: vec![Module::default()],
        current: 0,
    };
    reader.define(&file.items);
    reader.visit_file(&file);
    Ok(reader.modules)
}

/// Whether an item exists only in tests.
pub(super) fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let syn::Meta::List(list) = &attribute.meta else {
            return attribute.path().is_ident("test");
        };
        let condition = list.tokens.to_string().replace(' ', "");
        list.path.is_ident("cfg") && (condition == "test" || condition.starts_with("all(test,"))
    })
}

/// A function outside of tests.
pub(super) struct Function {
    pub(super) name: String,
    /// Number of parameters without `self`.
    pub(super) parameters: usize,
    /// Whether it is a component of the page.
    pub(super) is_component: bool,
}

/// Returns the functions of a file outside of tests, except those of trait implementations, whose trait determines the name
/// and the parameters.
pub(super) fn functions_of(code: &str) -> Vec<Function> {
    let mut functions = Functions::default();
    functions.visit_file(&syn::parse_file(code).expect("the sources are valid Rust"));
    functions.0
}

/// A visitor that collects functions.
#[derive(Default)]
struct Functions(Vec<Function>);

impl Functions {
    fn add(&mut self, signature: &syn::Signature, attributes: &[Attribute]) {
        let is_component = attributes.iter().any(|attr| attr.path().is_ident("component"));
        let is_typed = |input: &&syn::FnArg| matches!(input, syn::FnArg::Typed(_));
        self.0.push(Function {
            name: signature.ident.to_string(),
            parameters: signature.inputs.iter().filter(is_typed).count(),
            is_component,
        });
    }
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_test(&item.attrs) {
            self.add(&item.sig, &item.attrs);
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        for member in &item.items {
            if let syn::ImplItem::Fn(method) = member
                && item.trait_.is_none()
                && !is_test(&method.attrs)
            {
                self.add(&method.sig, &method.attrs);
            }
        }
        visit::visit_item_impl(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        self.add(&item.sig, &item.attrs);
        visit::visit_trait_item_fn(self, item);
    }
}

/// A visitor that fills the modules of one file.
struct Reader {
    modules: Vec<Module>,
    current: usize,
}

impl Reader {
    fn module(&mut self) -> &mut Module {
        &mut self.modules[self.current]
    }

    /// Adds the names of the items at the top level of a module.
    fn define(&mut self, items: &[Item]) {
        for item in items.iter().filter(|item| !is_test(attributes(item))) {
            if let Some(name) = defined_name(item) {
                self.module().items.insert(name);
            }
        }
    }

    fn add_path(&mut self, path: Segments) {
        if path.len() > 1 {
            self.module().paths.insert(path);
        }
    }

    fn add_use(&mut self, tree: &UseTree, mut prefix: Segments) {
        match tree {
            UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                self.add_use(&path.tree, prefix);
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.add_use(tree, prefix.clone());
                }
            }
            UseTree::Glob(_) => self.module().globs.push(prefix),
            UseTree::Name(name) => self.add_alias(name.ident.to_string(), None, prefix),
            UseTree::Rename(rename) => {
                self.add_alias(rename.ident.to_string(), Some(rename.rename.to_string()), prefix);
            }
        }
    }

    fn add_alias(&mut self, name: String, alias: Option<String>, mut path: Segments) {
        if name != "self" {
            path.push(name);
        }
        if let Some(alias) = alias.or_else(|| path.last().cloned()) {
            self.module().aliases.insert(alias, path.clone());
        }
        self.add_path(path);
    }

    /// Finds the paths in the tokens of a macro, which have no syntax tree.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let mut path = Segments::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.add_path(std::mem::take(&mut path));
                    }
                    path.push(ident.to_string());
                    colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' && !path.is_empty() => colons += 1,
                other => {
                    self.add_path(std::mem::take(&mut path));
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.add_tokens(group.stream());
                    }
                }
            }
        }
        self.add_path(path);
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_test(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if !is_test(&call.attrs) {
            visit::visit_expr_call(self, call);
        }
    }

    fn visit_expr_block(&mut self, block: &'ast syn::ExprBlock) {
        if !is_test(&block.attrs) {
            visit::visit_expr_block(self, block);
        }
    }

    fn visit_impl_item_fn(&mut self, method: &'ast syn::ImplItemFn) {
        if !is_test(&method.attrs) {
            visit::visit_impl_item_fn(self, method);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        let name = item.ident.to_string();
        let Some((_, items)) = &item.content else {
            let paths = item.attrs.iter().filter_map(path_attribute).collect();
            self.module().files.push((name, paths));
            return;
        };
        let outer = self.current;
        let mut inline = self.modules[outer].inline.clone();
        inline.push(name);
        self.modules.push(Module {
            inline,
            ..Module::default()
        });
        self.current = self.modules.len() - 1;
        self.define(items);
        visit::visit_item_mod(self, item);
        self.current = outer;
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if item.leading_colon.is_none() {
            self.add_use(&item.tree, Segments::new());
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none() {
            let segments = path.segments.iter().map(|segment| segment.ident.to_string());
            self.add_path(segments.collect());
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        if let Some(name) = called.path.get_ident() {
            self.module().macros_called.insert(name.to_string());
        }
        self.add_tokens(called.tokens.clone());
        visit::visit_macro(self, called);
    }

    /// Reads paths in the strings of attributes, as in `#[serde(with = "super::point")]`.
    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        let syn::Meta::List(list) = &attribute.meta else {
            return;
        };
        for token in list.tokens.clone() {
            if let TokenTree::Literal(literal) = token {
                let text = literal.to_string();
                let text = text.trim_matches('"');
                let is_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':');
                if text.contains("::") && text.chars().all(is_path) {
                    self.add_path(text.split("::").map(str::to_owned).collect());
                }
            }
        }
        self.add_tokens(list.tokens.clone());
    }
}

/// Returns the value of `#[path = "..."]` or `#[cfg_attr(..., path = "...")]`.
fn path_attribute(attribute: &Attribute) -> Option<String> {
    match &attribute.meta {
        syn::Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
            syn::Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Str(text),
                ..
            }) => Some(text.value()),
            _ => None,
        },
        syn::Meta::List(list) if list.path.is_ident("cfg_attr") => {
            let tokens: Vec<TokenTree> = list.tokens.clone().into_iter().collect();
            tokens.windows(3).find_map(|window| match window {
                [
                    TokenTree::Ident(name),
                    TokenTree::Punct(_),
                    TokenTree::Literal(value),
                ] if name == "path" => Some(value.to_string().trim_matches('"').to_owned()),
                _ => None,
            })
        }
        _ => None,
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn defined_name(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        _ => return None,
    };
    Some(ident.to_string())
}
