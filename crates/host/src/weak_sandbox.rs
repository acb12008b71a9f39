//! Warning about a kernel that cannot restrict the process that runs code.

use super::streams::{Line, report};
use std::sync::Once;
use trammel_engine::child::warning;

/// Reports once that the kernel cannot restrict the system calls of the code, if a run has found this out.
pub(super) fn report_weak_sandbox() {
    static ONCE: Once = Once::new();
    if let Some(warning) = warning() {
        ONCE.call_once(|| report(&Line::of(&format!("trammel: {warning}"))));
    }
}
