//! The split of a module into a primary and a deferred module.
//!
//! Both modules share memory, tables, and globals, so a function behaves the same in each of them. In the primary module,
//! the body of a deferred function is a stub: it loads the deferred module unless that is loaded, and calls the function
//! through a slot of the function table. The deferred module imports everything else from the exports of the primary
//! module, and fills the slots when it is instantiated.
//!
//! Invariant: every call of a deferred function from the primary module, from the table, and from JavaScript reaches the
//! stub, so no caller needs to know about the split.

use crate::deferred::deferred_module;
use crate::need::Need;
use crate::parsed::{Parsed, parse, signature};
use crate::primary::primary_module;
use std::collections::BTreeSet;
use walrus::{FunctionBuilder, FunctionId, FunctionKind, passes};

/// The two modules.
pub(crate) struct Parts {
    /// The module that starts the page.
    pub(crate) primary: Vec<u8>,
    /// The module with the other functions.
    pub(crate) deferred: Vec<u8>,
}

/// Maximum size of the deferred module in bytes. Chromium compiles no larger module while the page waits for it.
const MAX_DEFERRED_BYTES: usize = 8 << 20;

/// Splits a module. `ran` has one byte for each function of the module, in the order of the file: 0 for a function that
/// becomes a part of the deferred module. If that module is too large, its largest functions stay in the primary one.
///
/// # Errors
/// Returns an error if the module cannot be read, if the profile is of another module, or if the module has several
/// function tables.
pub(crate) fn split(wasm: &[u8], ran: &[u8]) -> Result<Parts, String> {
    let parsed = parse(wasm)?;
    if ran.len() != parsed.functions.len() {
        let (expected, got) = (parsed.functions.len(), ran.len());
        return Err(format!(
            "the profile has {got} functions, the module has {expected}"
        ));
    }
    let mut deferred: Vec<usize> = (0..ran.len()).filter(|position| ran[*position] == 0).collect();
    loop {
        let parts = divided(wasm, &deferred)?;
        if parts.deferred.len() <= MAX_DEFERRED_BYTES || deferred.is_empty() {
            return Ok(parts);
        }
        deferred = without_largest(&parsed, deferred, parts.deferred.len());
    }
}

/// Removes the largest functions of a deferred module of `bytes`, so that the others fit into the limit.
fn without_largest(parsed: &Parsed, mut deferred: Vec<usize>, bytes: usize) -> Vec<usize> {
    let size = |position: &usize| {
        parsed
            .module
            .funcs
            .get(parsed.functions[*position])
            .kind
            .unwrap_local()
            .size()
    };
    let all: u64 = deferred.iter().map(size).sum();
    // The number of instructions is only an estimate of the size, hence the additional hundredth.
    let excess = all * (bytes - MAX_DEFERRED_BYTES) as u64 / bytes as u64 + all / 100;
    deferred.sort_by_key(|position| (size(position), *position));
    let mut removed = 0;
    while removed < excess
        && let Some(largest) = deferred.pop()
    {
        removed += size(&largest);
    }
    deferred.sort_unstable();
    deferred
}

/// Divides a module. `deferred` has the positions of the functions of the deferred module, in ascending order.
fn divided(wasm: &[u8], deferred: &[usize]) -> Result<Parts, String> {
    let mut needs = Vec::new();
    loop {
        // Deferred functions that only other deferred functions use need no stub.
        let stubbed = reachable_stubs(wasm, deferred, &needs)?;
        let (later, needed) = deferred_module(parse(wasm)?, deferred, &stubbed)?;
        // A function that only the deferred module uses can use deferred functions that nothing else uses.
        if needed == needs {
            let primary = primary_module(parse(wasm)?, deferred, &stubbed, &needs)?;
            return Ok(Parts {
                primary,
                deferred: later,
            });
        }
        needs = needed;
    }
}

/// Returns the positions of the deferred functions that the exports, the table, and the functions in `needs` use.
fn reachable_stubs(wasm: &[u8], deferred: &[usize], needs: &[Need]) -> Result<Vec<usize>, String> {
    let Parsed {
        mut module,
        functions,
    } = parse(wasm)?;
    for need in needs {
        if let Need::Own(position) = *need {
            module.exports.add(&need.name(), functions[position]);
        }
    }
    for position in deferred {
        let id = functions[*position];
        let (_, params, results) = signature(&module, id);
        let mut builder = FunctionBuilder::new(&mut module.types, &params, &results);
        builder.func_body().unreachable();
        let arguments = params.iter().map(|kind| module.locals.add(*kind)).collect();
        module.funcs.get_mut(id).kind = FunctionKind::Local(builder.local_func(arguments));
    }
    passes::gc::run(&mut module);
    let left: BTreeSet<FunctionId> = module.funcs.iter_local().map(|(id, _)| id).collect();
    let is_left = |position: &usize| left.contains(&functions[*position]);
    Ok(deferred.iter().copied().filter(is_left).collect())
}
