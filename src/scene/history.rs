//! Undo and redo of any kind of step.
//!
//! Invariants: recording is the default (a step cannot be forgotten, only squashed); a new step empties the redo
//! stack; the newest [`MAX_STEPS`] steps are kept. The payload knows how to be taken back, the history does not.

/// The most steps that can be taken back.
pub const MAX_STEPS: usize = 500;

/// Steps that were taken and steps that were taken back.
#[derive(Clone, Debug)]
pub struct History<S> {
    done: Vec<S>,
    undone: Vec<S>,
    dropped: usize,
}

/// A point in the history, to come back to or to squash to.
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
    /// Records a step.
    pub fn push(&mut self, step: S) {
        self.undone.clear();
        self.done.push(step);
        if self.done.len() > MAX_STEPS {
            self.done.remove(0);
            self.dropped += 1;
        }
    }

    /// The step to take back, which moves to the redo stack.
    pub fn undo(&mut self) -> Option<&S> {
        self.undone.push(self.done.pop()?);
        self.undone.last()
    }

    /// The step to take again, which moves back to the undo stack.
    pub fn redo(&mut self) -> Option<&S> {
        self.done.push(self.undone.pop()?);
        self.done.last()
    }

    /// The steps that can be taken back, oldest first.
    pub fn done(&self) -> &[S] {
        &self.done
    }

    /// The steps that can be taken again, the next one last.
    pub fn undone(&self) -> &[S] {
        &self.undone
    }

    /// The present point.
    pub fn mark(&self) -> Mark {
        Mark(self.dropped + self.done.len())
    }

    /// Makes one step of all steps since `mark`: a gesture or an agent's turn is one undo.
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
        assert_eq!(history.done(), ["a", "bcd"]);
        assert_eq!(history.undo().map(String::as_str), Some("bcd"));
        assert_eq!(history.undo().map(String::as_str), Some("a"));
        assert_eq!(history.undo(), None);
        assert_eq!(history.redo().map(String::as_str), Some("a"));
        history.push("e".to_owned());
        assert_eq!(history.redo(), None);
        assert_eq!(history.done(), ["a", "e"]);
    }

    #[test]
    fn the_oldest_steps_are_dropped_and_marks_still_mean_the_same_step() {
        let mut history = History::default();
        for i in 0..MAX_STEPS + 10 {
            history.push(vec![i]);
        }
        let mark = history.mark();
        history.push(vec![1000]);
        history.push(vec![1001]);
        history.squash_to(mark, std::iter::Extend::extend);
        assert_eq!(history.done().last(), Some(&vec![1000, 1001]));
        assert_eq!(history.done().len(), MAX_STEPS - 1);
    }
}
