//! Origins of entities: the calls that made and changed each entity of a run.
//!
//! A [`Recorder`] collects the calls during a run, and [`Origins`] transfers them to the document. Invariants: the
//! record of an entity is its maker and at most [`MAX_CHANGES`] later calls; recording changes nothing in the drawing.
//! Origins come from the untrusted sandbox, so [`Origins::locate`] checks every number and name before any use.

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use trammel_base::suggest::snake_case;
use trammel_code::source::{Token, tokens};
use trammel_code::{FileName, source};
use trammel_scene::{Diff, Edit, Name, Scene};
use trammel_tools::{ToolSpec, Verb};

/// Maximum number of recorded calls that changed an entity after its maker; the oldest are dropped.
pub const MAX_CHANGES: usize = 8;

/// Tool that moves the record of an entity to another name.
pub const RENAME: &str = "rename_entity";

/// Execution of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallRef {
    /// Index of the call site.
    pub site: u32,
    /// Position of this execution among those of the site, from 0.
    pub occurrence: u32,
}

/// Call of a tool in the code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    /// Index of the file in the request.
    file: u32,
    /// Line and column of the opening parenthesis, both from 1; columns count UTF-16 code units.
    position: (u32, u32),
    /// Index of the tool in [`Origins`].
    tool: u32,
    /// Number of executions.
    runs: u32,
}

/// Calls of a run, by entity.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origins {
    /// Names of the called tools.
    tools: Vec<String>,
    sites: Vec<Site>,
    /// Entities with their calls in order.
    calls: Vec<(Name, Vec<CallRef>)>,
}

/// Call site with its place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocatedSite {
    /// File of the call.
    pub file: FileName,
    /// Byte offset of the opening parenthesis.
    pub open: usize,
    /// Name of the tool.
    pub tool: Arc<str>,
    /// Number of executions.
    pub runs: u32,
}

/// Checked origins, with byte offsets.
#[derive(Clone, Debug, Default)]
pub struct Located {
    /// Call sites.
    pub sites: Vec<LocatedSite>,
    /// Calls of each entity, in order.
    pub calls: FxHashMap<Name, Vec<CallRef>>,
}

impl Origins {
    /// Returns the origins with byte offsets in the files of the run; `None` if a number or a name is invalid.
    pub fn locate(self, files: &[(FileName, Arc<str>)], scene: &Scene) -> Option<Located> {
        let offsets = self.offsets(files)?;
        let tools: Vec<Arc<str>> = self.tools.iter().map(|tool| Arc::from(tool.as_str())).collect();
        let mut sites = Vec::with_capacity(self.sites.len());
        for (site, open) in self.sites.iter().zip(&offsets) {
            sites.push(LocatedSite {
                file: files.get(site.file as usize)?.0.clone(),
                open: open.unwrap_or_default(),
                tool: tools.get(site.tool as usize)?.clone(),
                runs: site.runs,
            });
        }
        let is_valid = |call: &CallRef| {
            let site = sites.get(call.site as usize);
            site.is_some_and(|site| call.occurrence < site.runs)
        };
        let mut calls = FxHashMap::default();
        calls.reserve(self.calls.len());
        for (name, of_name) in self.calls {
            let bounded = (1..=MAX_CHANGES + 1).contains(&of_name.len());
            if !bounded || !of_name.iter().all(is_valid) {
                return None;
            }
            let name = scene.get(&name)?.name.clone();
            // An entity whose record has a call without a place is not known.
            if of_name.iter().all(|call| offsets[call.site as usize].is_some()) {
                calls.insert(name, of_name);
            }
        }
        Some(Located { sites, calls })
    }

    /// Returns the byte offset of each site, or `None` for a site that is not found. Each text is read once, in the
    /// order of its sites.
    fn offsets(&self, files: &[(FileName, Arc<str>)]) -> Option<Vec<Option<usize>>> {
        let mut order: Vec<usize> = (0..self.sites.len()).collect();
        order.sort_unstable_by_key(|at| (self.sites[*at].file, self.sites[*at].position));
        let mut offsets = vec![None; self.sites.len()];
        for of_file in order.chunk_by(|a, b| self.sites[*a].file == self.sites[*b].file) {
            let (_, text) = files.get(self.sites[*of_file.first()?].file as usize)?;
            let mut lines = source::lines(text).zip(1..);
            let mut current = lines.next()?;
            let (mut units, mut chars) = (1, current.0.1.char_indices().peekable());
            let mut read: Option<Vec<Token>> = None;
            for at in of_file {
                let (line, column) = self.sites[*at].position;
                while current.1 < line {
                    current = lines.next()?;
                    (units, chars) = (1, current.0.1.char_indices().peekable());
                }
                while units < column {
                    units += u32::try_from(chars.next()?.1.len_utf16()).ok()?;
                }
                let (start, c) = chars.peek().copied()?;
                let start = current.0.0 + start;
                offsets[*at] = match c {
                    '(' => Some(start),
                    // The engine reports the body of the function as the place of a call after `return`.
                    '{' => {
                        let tool = self.tools.get(self.sites[*at].tool as usize)?;
                        let read = read.get_or_insert_with(|| tokens(text));
                        returned_call(text, read, start, tool)
                    }
                    _ => return None,
                };
            }
        }
        Some(offsets)
    }
}

/// Returns the offset of the parenthesis of the only `return tool(...)` in the function body that opens at `open`.
fn returned_call(text: &str, tokens: &[Token], open: usize, tool: &str) -> Option<usize> {
    let at = tokens.binary_search_by_key(&open, |token| token.start).ok()?;
    let depth = tokens[at].depth;
    let end = tokens[at + 1..]
        .iter()
        .take_while(|token| token.depth > depth)
        .count();
    let body = &tokens[at + 1..at + 1 + end];
    let is_call = |three: &&[Token]| {
        three[0].is(text, "return") && snake_case(three[1].text(text)) == tool && three[2].is(text, "(")
    };
    let mut calls = body.windows(3).filter(is_call);
    let call = calls.next().filter(|_| calls.next().is_none())?;
    Some(call[2].start)
}

/// Effect of a call on an entity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Touch {
    /// The call made the entity, or replaced it.
    Made,
    /// The call changed the entity.
    Changed,
    /// The call renamed the entity, which had this name.
    Renamed(Name),
}

/// Returns the entities that a call of `tool` has touched in `edit` since its beginning, in order. Deleted entities
/// are left out.
pub fn touched_entities(tool: &ToolSpec, edit: &Edit) -> Vec<(Name, Touch)> {
    let draws = matches!(tool.verb, Verb::Draw | Verb::Annotate);
    let mut old_name = None;
    let mut found: Vec<(Name, Touch)> = Vec::new();
    let mut seen: FxHashSet<&Name> = FxHashSet::default();
    for (name, existed) in edit.touched_names() {
        let exists = edit.get(name).is_some();
        if !seen.insert(name) {
            continue;
        }
        match (existed, exists) {
            (true, false) => old_name = Some(name.clone()),
            (false, true) => found.push((
                name.clone(),
                match old_name.take_if(|_| tool.name == RENAME) {
                    Some(old) => Touch::Renamed(old),
                    None => Touch::Made,
                },
            )),
            (true, true) if draws => found.push((name.clone(), Touch::Made)),
            (true, true) => found.push((name.clone(), Touch::Changed)),
            (false, false) => {}
        }
    }
    found
}

/// Recorder of the calls of a run.
#[derive(Debug, Default)]
pub struct Recorder {
    files: Vec<FileName>,
    origins: Origins,
    /// Index of each site by file, position, and tool.
    index: FxHashMap<(u32, (u32, u32), u32), u32>,
    calls: FxHashMap<Name, Vec<CallRef>>,
}

impl Recorder {
    /// Creates a recorder for the files of a run.
    pub fn new(files: &[(FileName, Arc<str>)]) -> Recorder {
        Recorder {
            files: files.iter().map(|(file, _)| file.clone()).collect(),
            ..Recorder::default()
        }
    }

    /// Counts a call at this position of a file; `None` if the file does not belong to the run.
    pub fn count(&mut self, tool: &str, file: &str, position: (u32, u32)) -> Option<CallRef> {
        let file = self.files.iter().position(|known| known.as_str() == file)?;
        let file = u32::try_from(file).ok()?;
        let tools = &mut self.origins.tools;
        let tool_index = tools.iter().position(|known| known == tool).unwrap_or_else(|| {
            tools.push(tool.to_owned());
            tools.len() - 1
        });
        let tool = u32::try_from(tool_index).ok()?;
        let sites = &mut self.origins.sites;
        let next = u32::try_from(sites.len()).ok()?;
        let at = *self.index.entry((file, position, tool)).or_insert(next);
        if at == next {
            sites.push(Site {
                file,
                position,
                tool,
                runs: 0,
            });
        }
        let site = &mut sites[at as usize];
        site.runs = site.runs.saturating_add(1);
        Some(CallRef {
            site: at,
            occurrence: site.runs - 1,
        })
    }

    /// Records the entities that a call has touched. A call at an unknown position makes their record unknown.
    pub fn record(&mut self, call: Option<CallRef>, touched: Vec<(Name, Touch)>) {
        for (name, touch) in touched {
            let before = match &touch {
                Touch::Made => Some(Vec::new()),
                Touch::Changed => self.calls.remove(&name),
                Touch::Renamed(old) => self.calls.remove(old),
            };
            // Without the record of its maker, an entity stays unknown.
            let (Some(call), Some(mut calls)) = (call, before) else {
                self.calls.remove(&name);
                continue;
            };
            if calls.len() > MAX_CHANGES {
                calls.remove(1);
            }
            calls.push(call);
            self.calls.insert(name, calls);
        }
    }

    /// Returns the calls of the entities that exist after the run.
    pub fn finish(mut self, diff: &Diff) -> Origins {
        let added = diff.added_entities();
        self.origins.calls = added
            .filter_map(|entity| Some((entity.name.clone(), self.calls.remove(&entity.name)?)))
            .collect();
        self.origins
    }
}
