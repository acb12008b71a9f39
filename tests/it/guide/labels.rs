//! Names of the controls in both languages: texts of the page's catalog, and labels of panels, actions, and formats.
//!
//! The page is compiled for the browser only, so its texts are read from its sources.

use super::root;
use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use trammel_canvas::actions::ActionList;
use trammel_formats::FORMATS;

/// The names, in English and Korean.
#[derive(Default)]
pub(super) struct Labels([BTreeSet<String>; 2]);

impl Labels {
    /// Reads all names.
    pub(super) fn read() -> Self {
        let mut labels = Self::default();
        for action in ActionList::standard().iter() {
            labels.add(action.label.map(str::to_owned));
        }
        for format in FORMATS {
            labels.add(format.label.map(str::to_owned));
            for field in format.options {
                labels.add(field.label.map(str::to_owned));
            }
        }
        for folder in ["src/ui", "crates/canvas/src/properties"] {
            labels.read_folder(&root().join(folder));
        }
        assert!(labels.0[0].len() > 300, "the catalog of the page was not found");
        assert!(
            labels.0[0].contains("Memory"),
            "the labels of the panels were not found"
        );
        labels
    }

    /// Whether a control has this name. A placeholder of a name stands for one word.
    pub(super) fn has(&self, lang: usize, name: &str) -> bool {
        self.0[lang].contains(name) || self.0[lang].iter().any(|label| fits(label, name))
    }

    fn add(&mut self, texts: [String; 2]) {
        for (labels, text) in self.0.iter_mut().zip(texts) {
            labels.insert(text);
        }
    }

    fn read_folder(&mut self, folder: &Path) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                self.read_folder(&path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                self.read_tokens(text.parse().unwrap());
            }
        }
    }

    /// Adds the texts of a catalog (`Key: "English", "Korean";`) and the labels (`label: ["English", "Korean"]`).
    fn read_tokens(&mut self, tokens: TokenStream) {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, tree) in trees.iter().enumerate() {
            match tree {
                TokenTree::Group(group) => self.read_tokens(group.stream()),
                TokenTree::Ident(name) if is_label(&name.to_string()) => {
                    let groups = trees[at..].iter().take(6).filter_map(|tree| match tree {
                        TokenTree::Group(group) => Some(group.stream().into_iter().collect::<Vec<_>>()),
                        _ => None,
                    });
                    for group in groups {
                        if let [english, comma, korean, ..] = &group[..] {
                            self.add_pair([english, comma, korean]);
                        }
                    }
                }
                TokenTree::Ident(_) => {
                    // A description of a tool call is not a control.
                    let is_call = tree.to_string().starts_with("Tool");
                    if let Some([colon, english, comma, korean, end]) = trees.get(at + 1..at + 6)
                        && is(colon, ':')
                        && is(end, ';')
                        && !(is_call && english.to_string().contains('{'))
                    {
                        self.add_pair([english, comma, korean]);
                    }
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }

    fn add_pair(&mut self, [english, comma, korean]: [&TokenTree; 3]) {
        if let (Some(english), true, Some(korean)) = (text(english), is(comma, ','), text(korean)) {
            self.add([english, korean]);
        }
    }
}

fn is_label(name: &str) -> bool {
    name == "label" || name == "title" || name.ends_with("_LABEL")
}

fn is(tree: &TokenTree, sign: char) -> bool {
    matches!(tree, TokenTree::Punct(punct) if punct.as_char() == sign)
}

/// The value of a text literal.
fn text(tree: &TokenTree) -> Option<String> {
    syn::parse_str::<syn::LitStr>(&tree.to_string())
        .ok()
        .map(|literal| literal.value())
}

/// Whether a name is a label whose one placeholder is replaced by a word.
fn fits(label: &str, name: &str) -> bool {
    let word = || {
        let (before, rest) = label.split_once('{')?;
        let (_, after) = rest.split_once('}')?;
        if after.contains('{') {
            return None;
        }
        name.strip_prefix(before)?.strip_suffix(after)
    };
    word().is_some_and(|word| !word.is_empty() && !word.contains(char::is_whitespace))
}
