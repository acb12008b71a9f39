//! Characters of a text with their positions.
//!
//! The positions, shifts, and turns that an element states belong to the characters within it in order, also to those of
//! its parts, without the white space that is removed. A part that states them itself has precedence.

use super::look::Look;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

/// Characters of a text with one style and without a new position after the first one.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) text: String,
    pub(super) look: Rc<Look>,
    /// New position in x and y.
    pub(super) at: [Option<f64>; 2],
    /// Shift in x and y.
    pub(super) by: [f64; 2],
    /// Clockwise turn of each character about its start, in radians.
    pub(super) turn: f64,
    /// Additional distance after the part.
    pub(super) after: f64,
}

/// Positions, shifts, and turns of the characters of an element, in order.
#[derive(Debug, Default)]
pub(super) struct Lists {
    /// Positions in x and y.
    pub(super) at: [Vec<f64>; 2],
    /// Shifts in x and y.
    pub(super) by: [Vec<f64>; 2],
    /// Degrees; the last one is that of the rest.
    pub(super) turns: Vec<f64>,
}

/// Characters of a text in the order of the file.
#[derive(Debug, Default)]
pub(super) struct Characters {
    parts: Vec<Part>,
    /// Elements with positions, each before those within it.
    elements: Vec<(Range<usize>, Lists)>,
    count: usize,
}

#[derive(Debug)]
struct Part {
    text: String,
    look: Rc<Look>,
    /// Whether white space at the ends and next to other white space stays.
    keeps_space: bool,
}

/// What a file states for one character.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    at: [Option<f64>; 2],
    by: [f64; 2],
}

impl Characters {
    /// Returns the number of parts.
    pub(super) fn parts(&self) -> usize {
        self.parts.len()
    }

    /// Returns the number of characters.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Adds characters.
    pub(super) fn push(&mut self, text: String, look: Rc<Look>, keeps_space: bool) {
        self.count += text.chars().count();
        self.parts.push(Part {
            text,
            look,
            keeps_space,
        });
    }

    /// Starts an element with positions. Returns its number.
    pub(super) fn start(&mut self, lists: Lists) -> usize {
        self.elements.push((self.parts.len()..self.parts.len(), lists));
        self.elements.len() - 1
    }

    /// Ends the element with a number.
    pub(super) fn end(&mut self, element: usize) {
        if let Some((parts, _)) = self.elements.get_mut(element) {
            parts.end = self.parts.len();
        }
    }

    /// Returns the characters without the white space that is not drawn, at their positions.
    pub(super) fn into_runs(mut self) -> Vec<Run> {
        trim(&mut self.parts);
        let mut starts = vec![0];
        let mut count = 0;
        for part in &self.parts {
            count += part.text.chars().count();
            starts.push(count);
        }
        let mut entries: BTreeMap<usize, Entry> = BTreeMap::new();
        let mut turns = Vec::new();
        for (parts, lists) in &self.elements {
            let characters = starts[parts.start]..starts[parts.end];
            for axis in [0, 1] {
                for (at, value) in characters.clone().zip(&lists.at[axis]) {
                    entries.entry(at).or_default().at[axis] = Some(*value);
                }
                for (at, value) in characters.clone().zip(&lists.by[axis]) {
                    entries.entry(at).or_default().by[axis] = *value;
                }
            }
            if let Some(last) = lists.turns.last() {
                turns.resize(count, 0.0);
                for (step, at) in characters.enumerate() {
                    turns[at] = lists.turns.get(step).unwrap_or(last).to_radians();
                }
            }
        }
        let mut runs: Vec<Run> = Vec::new();
        for (part, start) in self.parts.iter().zip(starts) {
            let [after_each, after_space] = part.look.spacing;
            let is_apart = part.look.spacing != [0.0; 2] || !turns.is_empty();
            for (step, c) in part.text.chars().enumerate() {
                let entry = entries.get(&(start + step)).copied();
                if step == 0 || is_apart || entry.is_some() {
                    let Entry { at, by } = entry.unwrap_or_default();
                    runs.push(Run {
                        text: String::new(),
                        look: part.look.clone(),
                        at,
                        by,
                        turn: turns.get(start + step).copied().unwrap_or(0.0),
                        after: 0.0,
                    });
                }
                if let Some(run) = runs.last_mut() {
                    run.text.push(c);
                    run.after += after_each + if c == ' ' { after_space } else { 0.0 };
                }
            }
        }
        runs
    }
}

/// Collapses white space between and around the parts, except where it stays.
fn trim(parts: &mut [Part]) {
    let mut after_space = true;
    for part in parts.iter_mut() {
        let mut text = String::with_capacity(part.text.len());
        for c in part.text.chars() {
            let is_space = c == ' ';
            if part.keeps_space || !(is_space && after_space) {
                text.push(c);
            }
            after_space = is_space;
        }
        part.text = text;
    }
    for part in parts.iter_mut().rev() {
        if !part.keeps_space {
            part.text.truncate(part.text.trim_end_matches(' ').len());
        }
        if !part.text.is_empty() {
            break;
        }
    }
}
