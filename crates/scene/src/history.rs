//! Undo and redo history for any type of step.
//!
//! Invariants: a new step empties the redo stack, steps are only merged by [`History::squash_to`], and the newest
//! [`MAX_STEPS`] steps are kept. The history only moves steps between its stacks; the caller reverts or repeats them.

/// Maximum number of steps that can be undone.
pub const MAX_STEPS: usize = 500;

/// Undo stack and redo stack.
#[derive(Clone, Debug)]
pub struct History<S> {
    done: Vec<S>,
    undone: Vec<S>,
    dropped: usize,
}

/// Position in the history, for [`History::squash_to`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark(usize);

impl<S> Default for History<S> {
    fn default() -> History<S> {
        History {
            done: Vec::new(),
            undone: Vec::new(),
            dropped: 0,
        }
    }
}

impl<S> History<S> {
    /// Records a step and empties the redo stack. Returns the oldest step if it is beyond [`MAX_STEPS`].
    pub fn push(&mut self, step: S) -> Option<S> {
        self.undone.clear();
        self.push_redone(step)
    }

    /// Records a step that the caller has repeated, and that was not on the redo stack. Returns the oldest step if it is
    /// beyond [`MAX_STEPS`].
    pub fn push_redone(&mut self, step: S) -> Option<S> {
        self.done.push(step);
        if self.done.len() <= MAX_STEPS {
            return None;
        }
        self.dropped += 1;
        Some(self.done.remove(0))
    }

    /// Adds a step to the redo stack that the caller has reverted, and that was not on the undo stack.
    pub fn push_undone(&mut self, step: S) {
        self.undone.push(step);
    }

    /// Returns the newest step for a change of its data.
    pub fn newest_mut(&mut self) -> Option<&mut S> {
        self.done.last_mut()
    }

    /// Moves the newest step to the redo stack and returns it for the caller to revert.
    pub fn undo(&mut self) -> Option<&S> {
        self.undone.push(self.done.pop()?);
        self.undone.last()
    }

    /// Moves the last undone step back to the undo stack and returns it for the caller to repeat.
    pub fn redo(&mut self) -> Option<&S> {
        self.done.push(self.undone.pop()?);
        self.done.last()
    }

    /// Replaces the step that was undone last, for a change of its data.
    pub fn replace_undone(&mut self, step: S) {
        if let Some(last) = self.undone.last_mut() {
            *last = step;
        }
    }

    /// Returns the steps that can be undone, oldest first.
    pub fn done_steps(&self) -> &[S] {
        &self.done
    }

    /// Returns the steps that can be redone, the next one last.
    pub fn undone(&self) -> &[S] {
        &self.undone
    }

    /// Returns the present position.
    pub fn mark(&self) -> Mark {
        Mark(self.dropped + self.done.len())
    }

    /// Returns the number of steps that can be undone since `mark`.
    pub fn steps_since(&self, mark: Mark) -> usize {
        (self.dropped + self.done.len())
            .saturating_sub(mark.0)
            .min(self.done.len())
    }

    /// Removes the steps that can be redone and returns them.
    pub fn drop_undone(&mut self) -> Vec<S> {
        std::mem::take(&mut self.undone)
    }

    /// Merges all steps since `mark` into one, so that a gesture or an agent turn is a single undo step.
    pub fn squash_to(&mut self, mark: Mark, join: impl Fn(&mut S, S)) {
        let keep = mark.0.saturating_sub(self.dropped);
        if self.done.len() <= keep + 1 {
            return;
        }
        let mut later = self.done.drain(keep + 1..).collect::<Vec<S>>().into_iter();
        if let Some(first) = self.done.last_mut() {
            later.by_ref().for_each(|step| join(first, step));
        }
    }

    /// Drops the newest step if the predicate holds, for example a merged step that has no effect.
    pub fn drop_newest_if(&mut self, is_dropped: impl FnOnce(&S) -> bool) {
        self.done.pop_if(|newest| is_dropped(newest));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undo_redo_and_squash_follow_the_order_of_steps() {
        let mut history = History::default();
        history.push("a".to_owned());
        let mark = history.mark();
        for step in ["b", "c", "d"] {
            history.push(step.to_owned());
        }
        history.squash_to(mark, |first, later| first.push_str(&later));
        assert_eq!(history.done_steps(), ["a", "bcd"]);
        assert_eq!(history.undo().map(String::as_str), Some("bcd"));
        assert_eq!(history.undo().map(String::as_str), Some("a"));
        assert_eq!(history.undo(), None);
        assert_eq!(history.redo().map(String::as_str), Some("a"));
        history.push("e".to_owned());
        assert_eq!(history.redo(), None);
        assert_eq!(history.done_steps(), ["a", "e"]);
        history.drop_newest_if(|step| step == "a");
        assert_eq!(history.done_steps(), ["a", "e"]);
        history.drop_newest_if(|step| step == "e");
        assert_eq!(history.done_steps(), ["a"]);
    }

    #[test]
    fn dropping_the_oldest_steps_keeps_marks_valid() {
        let mut history = History::default();
        for i in 0..MAX_STEPS + 10 {
            history.push(vec![i]);
        }
        let mark = history.mark();
        history.push(vec![1000]);
        history.push(vec![1001]);
        history.squash_to(mark, std::iter::Extend::extend);
        assert_eq!(history.done_steps().last(), Some(&vec![1000, 1001]));
        assert_eq!(history.done_steps().len(), MAX_STEPS - 1);
    }
}
