//! Count of the writes after which a file still differs from the drawing.

use std::collections::BTreeMap;

/// Maximum number of writes of one text over the same text that have no effect.
const MAX_ATTEMPTS: u32 = 2;

/// Attempts to write or remove files, by key. A folder in which a name stands for another file would otherwise be
/// written again and again.
#[derive(Clone, Debug, Default)]
pub struct WriteAttempts(BTreeMap<String, Attempt>);

#[derive(Clone, Debug)]
struct Attempt {
    /// Text of the drawing; `None` for a removal.
    ours: Option<String>,
    /// Text that the folder had before.
    theirs: Option<String>,
    count: u32,
}

impl WriteAttempts {
    /// Counts an attempt to replace the text of the folder by that of the drawing, and returns whether it is allowed.
    pub fn begin(&mut self, key: &str, ours: Option<&String>, theirs: Option<&String>) -> bool {
        let new = Attempt {
            ours: ours.cloned(),
            theirs: theirs.cloned(),
            count: 0,
        };
        let attempt = self.0.entry(key.to_owned()).or_insert_with(|| new.clone());
        if (&attempt.ours, &attempt.theirs) != (&new.ours, &new.theirs) {
            *attempt = new;
        }
        let is_allowed = attempt.count < MAX_ATTEMPTS;
        attempt.count += u32::from(is_allowed);
        is_allowed
    }

    /// Takes back the attempt that was counted last for a key, because it had no end.
    pub fn take_back(&mut self, key: &str) {
        if let Some(attempt) = self.0.get_mut(key) {
            attempt.count = attempt.count.saturating_sub(1);
        }
    }

    /// Removes the counts of the files that no longer differ.
    pub fn retain(&mut self, differs: impl Fn(&str) -> bool) {
        self.0.retain(|key, _| differs(key));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_written_twice_and_another_text_again() {
        let mut attempts = WriteAttempts::default();
        let [one, two] = ["1", "2"].map(str::to_owned);
        for (ours, theirs) in [
            (Some(&one), None),
            (Some(&two), None),
            (None, None),
            (None, Some(&one)),
        ] {
            for is_allowed in [true, true, false, false] {
                assert_eq!(attempts.begin("file/a", ours, theirs), is_allowed, "{ours:?}");
            }
        }
        attempts.take_back("file/a");
        assert!(attempts.begin("file/a", None, Some(&one)), "a failed attempt");
        assert!(!attempts.begin("file/a", None, Some(&one)));
        attempts.retain(|key| key != "file/a");
        assert!(attempts.begin("file/a", None, Some(&one)));
    }
}
