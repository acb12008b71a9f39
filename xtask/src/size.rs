//! `cargo xtask size`: download sizes of the app compared with their budgets.

use crate::process::{command, root, run};

/// Measures `dist/` with the gzip and brotli of Node.
pub fn size() -> Result<(), String> {
    if !root().join("dist/index.html").is_file() {
        return Err("dist/ is empty: run `cargo xtask build --release` first".to_owned());
    }
    run(command(
        "node",
        &["--input-type=module", "-e", include_str!("size.mjs")],
    ))
    .map_err(|_| "the sizes are over budget, or could not be measured".to_owned())
}
