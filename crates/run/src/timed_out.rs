//! Failure of a run that was killed at its deadline, with the probable cause.

use super::protocol::{RunRequest, seconds};
use trammel_code::{FileName, source};
use trammel_formats::Conversion;
use trammel_language::{Bilingual, bilingual};
use trammel_tools::{Failure, Limit, Place};

/// Maximum length of the files that the host searches for an endless loop, in bytes.
const MOST_SEARCHED_BYTES: usize = 1 << 20;

impl RunRequest {
    /// Returns the failure of a run that was killed after this many milliseconds and reported no uninterruptible work. If a file
    /// that `main` reaches contains a plainly endless loop, the failure has the place of that loop as the probable cause.
    pub fn timed_out(&self, ms: f64) -> Failure {
        let (place, source_line) = self.plain_loop().unzip();
        Failure {
            limit: Some(Limit::Time),
            place,
            source_line,
            ..Failure::new(self.message_of_time_out(&seconds(ms)))
        }
    }

    fn message_of_time_out(&self, seconds: &Bilingual) -> Bilingual {
        match self.conversion.as_deref() {
            None => bilingual!(
                "timed out after {seconds} s; nothing was changed. Is there an endless loop or a slow regular expression?",
                "{seconds:#}초가 지나 시간이 초과됐고 아무것도 바뀌지 않았어요. 끝나지 않는 반복이나 느린 정규 표현식이 있나요?"
            ),
            Some(Conversion::Read { .. }) => bilingual!(
                "timed out after {seconds} s; nothing was changed. The file takes long to read or to draw: import a part of it, \
                 for example some of its layers.",
                "{seconds:#}초가 지나 시간이 초과됐고 아무것도 바뀌지 않았어요. 파일을 읽거나 그리는 데 오래 걸려요. 레이어 몇 개처럼 \
                 파일의 일부를 가져오세요."
            ),
            Some(Conversion::Write { .. }) => bilingual!(
                "timed out after {seconds} s; no file was written. Export a part of the drawing.",
                "{seconds:#}초가 지나 시간이 초과됐고 파일을 쓰지 않았어요. 도면의 일부를 내보내세요."
            ),
            Some(Conversion::Paint(_)) => bilingual!(
                "timed out after {seconds} s; the picture was not painted. Choose fewer pixels or a part of the drawing, or draw \
                 fewer items over each other.",
                "{seconds:#}초가 지나 시간이 초과됐고 그림을 만들지 않았어요. 픽셀 수를 줄이거나 도면의 일부를 고르거나, 겹치는 항목을 \
                 줄이세요."
            ),
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
