//! Conversions between drawings and files, which run in the worker and change nothing.

use super::handle::DocumentHandle;
use trammel_formats::{Conversion, Converted, ImportTarget, NewDrawing};
use trammel_language::{Bilingual, bilingual};
use trammel_run::RunRequest;

impl DocumentHandle {
    /// Returns the description of the document for the conversion of a file with this name, which has no extension.
    pub(crate) fn import_target(self, file_name: &str) -> ImportTarget {
        self.inner().session.borrow().document().import_target(file_name)
    }

    /// Returns the description of a new drawing for the conversion of a file.
    pub(crate) fn new_drawing_target(self, new: NewDrawing) -> ImportTarget {
        self.inner().session.borrow().document().new_drawing_target(new)
    }

    /// Executes a conversion in the worker, after the runs requested earlier.
    ///
    /// # Errors
    /// Returns the reason if the conversion fails, exceeds its limits, or is stopped.
    pub(crate) fn convert(
        self,
        conversion: Conversion,
    ) -> impl Future<Output = Result<Converted, Bilingual>> + 'static {
        let runner = self.inner().runner.clone();
        async move {
            let outcome = runner.run(&RunRequest::of_conversion(conversion)).await;
            outcome.result.map_err(|failure| failure.message)?;
            let converted = outcome.converted;
            converted.map(|converted| *converted).ok_or_else(|| {
                bilingual!(
                    "the conversion ended without a result",
                    "변환이 결과 없이 끝났어요"
                )
            })
        }
    }
}
