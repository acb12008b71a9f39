//! The user guide names only controls that exist, in both languages, and its pages, pictures, and links are complete.
//!
//! Every bold text of a page is a control: a text of the page's catalog, a label of a panel, a canvas tool, or a file
//! format. `labels.rs` reads them. The pictures are taken by `cargo xtask guide`.

mod labels;

use labels::Labels;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use trammel_canvas::actions::ActionList;
use trammel_page_model::guide::{self, Page, PagePart};
use trammel_page_model::markdown::{Block, ListItem, Span};
use trammel_tools::TOOLS;

/// Folder of each language, and the heading of the remedies.
const LANGUAGES: [(&str, &str); 2] = [("en", "If something goes wrong"), ("ko", "문제가 생기면")];

/// Page that lists all pages.
const INDEX: &str = "index";

/// Numbered steps of a page.
const STEPS: std::ops::RangeInclusive<usize> = 3..=8;

/// Bytes of a picture at most, because Help fetches pictures on demand.
const MAX_PICTURE: u64 = 120_000;

/// A page of one language.
struct File {
    /// Position in `LANGUAGES`.
    lang: usize,
    name: String,
    text: String,
    page: Page,
}

impl File {
    fn path(&self) -> String {
        format!("docs/guide/{}/{}.md", LANGUAGES[self.lang].0, self.name)
    }

    /// The blocks of the page.
    fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.page.parts.iter().filter_map(|part| match part {
            PagePart::Block(block) => Some(block),
            PagePart::Picture(..) | PagePart::Links(_) => None,
        })
    }

    /// The spans of the page outside of code blocks.
    fn spans(&self) -> Vec<&Span> {
        self.blocks().flat_map(spans_of).collect()
    }

    /// The names of the pages that the page links.
    fn links(&self) -> BTreeSet<&str> {
        let mut pages = BTreeSet::new();
        for part in &self.page.parts {
            if let PagePart::Links(links) = part {
                pages.extend(links.iter().map(|link| link.page.as_str()));
            }
        }
        pages
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The names of the pages of a language.
fn names(lang: &str) -> BTreeSet<String> {
    let folder = root().join("docs/guide").join(lang);
    let name = |path: PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| name(entry.unwrap().path())).collect()
}

/// All pages, the index pages included.
fn files() -> Vec<File> {
    let mut files = Vec::new();
    for (lang, (folder, _)) in LANGUAGES.iter().enumerate() {
        for name in names(folder) {
            let path = root().join(format!("docs/guide/{folder}/{name}.md"));
            let text = fs::read_to_string(&path).unwrap();
            let page = guide::parse(&text).unwrap_or_else(|| panic!("{} has no title", path.display()));
            files.push(File {
                lang,
                name,
                text,
                page,
            });
        }
    }
    files
}

/// All pages but the index pages.
fn tasks() -> Vec<File> {
    let mut files = files();
    files.retain(|file| file.name != INDEX);
    files
}

/// Fails with all offenses at once.
#[track_caller]
fn report(offenses: &[String]) {
    assert!(offenses.is_empty(), "\n{}\n", offenses.join("\n"));
}

#[test]
fn bold_text_names_an_existing_control() {
    let labels = Labels::read();
    let mut offenses = Vec::new();
    for file in files() {
        for span in file.spans() {
            if let Span::Strong(text) = span
                && !labels.has(file.lang, text)
            {
                offenses.push(format!("{}: there is no control **{text}**", file.path()));
            }
        }
    }
    report(&offenses);
}

#[test]
fn code_spans_with_an_underscore_name_existing_tools() {
    let parameters = ["line_weight", "text_height"];
    let mut offenses = Vec::new();
    for file in files() {
        for span in file.spans() {
            let Span::Code(code) = span else { continue };
            let is_word = code.contains('_') && code.len() > 1;
            let is_name = is_word && code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
            let known = TOOLS.iter().any(|tool| tool.name == code) || parameters.contains(&code.as_str());
            if is_name && !known {
                offenses.push(format!("{}: there is no tool `{code}`", file.path()));
            }
        }
    }
    report(&offenses);
}

/// Returns the spans of a block outside of code.
fn spans_of(block: &Block) -> Vec<&Span> {
    match block {
        Block::Paragraph(spans) | Block::Heading(spans) => spans.iter().collect(),
        Block::List(_, items) => {
            let mut all = Vec::new();
            for ListItem { text, blocks } in items {
                all.extend(text);
                all.extend(blocks.iter().flat_map(spans_of));
            }
            all
        }
        Block::Table(head, rows) => head.iter().chain(rows.iter().flatten()).flatten().collect(),
        Block::Quote(blocks) => blocks.iter().flat_map(spans_of).collect(),
        Block::Code(_) => Vec::new(),
    }
}

#[test]
fn both_languages_have_the_same_pages() {
    let [en, ko] = LANGUAGES.map(|(lang, _)| names(lang));
    assert_eq!(en, ko);
    assert!(en.contains(INDEX));
    let shape = |file: &File| {
        let kind = |part: &PagePart| match part {
            PagePart::Block(Block::Paragraph(_)) => "paragraph".to_owned(),
            PagePart::Block(Block::Heading(_)) => "heading".to_owned(),
            PagePart::Block(Block::List(_, items)) => format!("list of {}", items.len()),
            PagePart::Block(Block::Table(head, rows)) => format!("table of {} x {}", head.len(), rows.len()),
            PagePart::Block(Block::Quote(blocks)) => format!("quotation of {}", blocks.len()),
            PagePart::Block(Block::Code(code)) => code.clone(),
            PagePart::Picture(..) => "picture".to_owned(),
            PagePart::Links(links) => links.iter().map(|link| format!("{} ", link.page)).collect(),
        };
        file.page.parts.iter().map(kind).collect::<Vec<_>>()
    };
    let (en, ko): (Vec<File>, Vec<File>) = files().into_iter().partition(|file| file.lang == 0);
    for (en, ko) in en.iter().zip(&ko) {
        assert_eq!(shape(en), shape(ko), "{} and {} differ", en.path(), ko.path());
    }
}

#[test]
fn a_page_has_steps_a_picture_and_remedies() {
    let mut offenses = Vec::new();
    for file in tasks() {
        let (lang, remedies) = LANGUAGES[file.lang];
        let steps = file.blocks().filter_map(|block| match block {
            Block::List(true, items) => Some(items.len()),
            _ => None,
        });
        let steps: Vec<usize> = steps.collect();
        if !matches!(steps[..], [count] if STEPS.contains(&count)) {
            offenses.push(format!(
                "{}: has {steps:?} steps, not one list of 3 to 8",
                file.path()
            ));
        }
        let heading = Block::Heading(vec![Span::Text(remedies.to_owned())]);
        if !file.blocks().any(|block| *block == heading) {
            offenses.push(format!("{}: has no section \"{remedies}\"", file.path()));
        }
        let pictures = file.page.parts.iter().filter_map(|part| match part {
            PagePart::Picture(path, text) => Some((path, text)),
            PagePart::Block(_) | PagePart::Links(_) => None,
        });
        let wanted = format!("../pictures/{lang}/{}.png", file.name);
        if !matches!(pictures.collect::<Vec<_>>()[..], [(path, text)] if *path == wanted && !text.is_empty())
        {
            offenses.push(format!("{}: has not the one picture {wanted}", file.path()));
        }
    }
    report(&offenses);
}

#[test]
fn every_picture_exists_within_the_size_limit() {
    let mut offenses = Vec::new();
    for file in tasks() {
        let path = format!("docs/guide/pictures/{}/{}.png", LANGUAGES[file.lang].0, file.name);
        match fs::metadata(root().join(&path)) {
            Ok(data) if data.len() <= MAX_PICTURE => {}
            Ok(data) => offenses.push(format!("{path}: has {} bytes, at most {MAX_PICTURE}", data.len())),
            Err(error) => offenses.push(format!("{path}: {error}; run `cargo xtask guide`")),
        }
    }
    report(&offenses);
}

#[test]
fn links_lead_to_pages_and_the_index_links_every_page() {
    for file in files() {
        let pages = names(LANGUAGES[file.lang].0);
        let links = file.links();
        for link in &links {
            assert!(
                pages.contains(*link),
                "{}: there is no page {link}.md",
                file.path()
            );
        }
        // Every address in the file is one of those that the app follows.
        let pictures = usize::from(file.name != INDEX);
        let listed = file.page.parts.iter().map(|part| match part {
            PagePart::Links(links) => links.len(),
            PagePart::Block(_) | PagePart::Picture(..) => 0,
        });
        let addresses = file.text.matches("](").count();
        assert_eq!(
            addresses,
            listed.sum::<usize>() + pictures,
            "{}: a link is not a line of a list, or leads out of the guide",
            file.path()
        );
        if file.name == INDEX {
            let others = pages.iter().map(String::as_str).filter(|page| *page != INDEX);
            assert_eq!(links, others.collect(), "{}", file.path());
        }
    }
}

#[test]
fn a_link_has_the_title_of_its_page() {
    let files = files();
    let mut offenses = Vec::new();
    for file in &files {
        for part in &file.page.parts {
            let PagePart::Links(links) = part else { continue };
            for link in links {
                let target = files
                    .iter()
                    .find(|other| other.lang == file.lang && other.name == link.page);
                if target.is_some_and(|target| target.page.title != link.text) {
                    offenses.push(format!(
                        "{}: \"{}\" is not the title of {}",
                        file.path(),
                        link.text,
                        link.page
                    ));
                }
            }
        }
    }
    report(&offenses);
}

/// GitHub does not end a bold text between a bracket and a letter, which is how Korean particles follow.
#[test]
fn bold_text_is_rendered_by_github() {
    for file in files() {
        let marks: Vec<usize> = file.text.match_indices("**").map(|(at, _)| at).collect();
        for end in marks.iter().skip(1).step_by(2) {
            let before = file.text[..*end].chars().next_back().unwrap();
            let after = file.text[end + 2..].chars().next().unwrap();
            assert!(
                !(before.is_ascii_punctuation() && after.is_alphanumeric()),
                "{}: write a space after \"{}**\"",
                file.path(),
                &file.text[..*end].lines().last().unwrap()
            );
        }
    }
}

#[test]
fn the_shortcuts_page_lists_every_shortcut() {
    for file in tasks().iter().filter(|file| file.name == "shortcuts") {
        for action in ActionList::standard().palette_actions() {
            let Some(chord) = action.keys.first() else {
                continue;
            };
            let shown = chord.display(false);
            assert!(
                file.text.contains(&format!("**: `{shown}`")),
                "{}: {:?} has the shortcut {shown}",
                file.path(),
                action.id
            );
        }
    }
}

#[test]
fn misspelled_control_names_are_detected() {
    let labels = Labels::read();
    for right in ["Share link", "Chat", "Select", "Picture (PNG)", "Hide hub"] {
        assert!(labels.has(0, right), "{right}");
    }
    for wrong in [
        "Share a link",
        "share link",
        "Draw circle",
        "Hide the hub",
        "공유",
    ] {
        assert!(!labels.has(0, wrong), "{wrong}");
    }
    assert!(labels.has(1, "공유") && labels.has(1, "숨기기: hub"));
    assert!(!labels.has(1, "Share"));
}
