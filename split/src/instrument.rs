//! Instrumentation that reports which functions run.

use crate::parsed::{Parsed, parse};
use walrus::ValType;
use walrus::ir::Value;

/// Module and name of the import that each function calls with its position.
const IMPORT: [&str; 2] = ["profile", "ran"];

/// A module whose functions report that they run.
pub(crate) struct Instrumented {
    /// Number of functions of the module.
    pub(crate) functions: usize,
    /// The module.
    pub(crate) wasm: Vec<u8>,
}

/// Adds to each function a call of the import [`IMPORT`] with the position of the function.
///
/// # Errors
/// Returns an error if the module cannot be read.
pub(crate) fn instrument(wasm: &[u8]) -> Result<Instrumented, String> {
    let Parsed {
        mut module,
        functions,
    } = parse(wasm)?;
    let kind = module.types.add(&[ValType::I32], &[]);
    let (ran, _) = module.add_import_func(IMPORT[0], IMPORT[1], kind);
    for (position, id) in functions.iter().enumerate() {
        let position = i32::try_from(position).map_err(|_| "too many functions".to_owned())?;
        let function = module.funcs.get_mut(*id).kind.unwrap_local_mut();
        let mut body = function.builder_mut().func_body();
        body.call_at(0, ran).const_at(0, Value::I32(position));
    }
    Ok(Instrumented {
        functions: functions.len(),
        wasm: module.emit_wasm(),
    })
}
