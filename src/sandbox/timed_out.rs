//! Failure of a run that was killed at its deadline, with the probable cause.

use super::protocol::RunRequest;
use crate::language::Bilingual;
use crate::tools::{Failure, Limit, Place};
use crate::workspace::{FileName, source};

/// Maximum length of the files that the host searches for an endless loop, in bytes.
const MOST_SEARCHED_BYTES: usize = 1 << 20;

impl RunRequest {
    /// Returns the failure of a run that was killed at its deadline and reported no uninterruptible work. If a file that
    /// `main` reaches contains a plainly endless loop, the failure has the place of that loop as the probable cause.
    pub fn timed_out(&self, message: Bilingual) -> Failure {
        let (place, source_line) = self.plain_loop().unzip();
        Failure {
            limit: Some(Limit::Time),
            place,
            source_line,
            ..Failure::new(message)
        }
    }

    /// Returns the place and the line of a plainly endless loop in `main` or in a file that it imports, directly or through
    /// others; `None` if there is none, or if it is not known because the files are long. The host does this work after the
    /// deadline, so it has a budget.
    fn plain_loop(&self) -> Option<(Place, String)> {
        let mut left = MOST_SEARCHED_BYTES;
        let mut reached = vec![FileName::MAIN.to_owned()];
        let mut next = 0;
        while let Some(name) = reached.get(next).cloned() {
            next += 1;
            let Some((file, text)) = self.files.iter().find(|(file, _)| file.as_str() == name) else {
                continue;
            };
            left = left.checked_sub(text.len())?;
            let tokens = source::tokens(text);
            if let Some(at) = source::plainly_endless_loop(text, &tokens) {
                let (line, column) = source::line_column(text, at);
                let shown = source::line(text, line as usize)?.chars().take(200).collect();
                let file = file.to_string();
                return Some((Place { file, line, column }, shown));
            }
            for import in source::imports(text, &tokens) {
                // At most as many files are reached as the run has.
                let is_new = reached.len() <= self.files.len() && !reached.contains(&import.specifier);
                if is_new {
                    reached.push(import.specifier);
                }
            }
        }
        None
    }
}
