//! The primary module: the whole module with stubs in place of the deferred functions.

use crate::need::Need;
use crate::parsed::{Parsed, function_table, grow, imported_functions, signature};
use walrus::ir::{UnaryOp, Value};
use walrus::{
    ConstExpr, ExportItem, FunctionBuilder, FunctionId, FunctionKind, GlobalId, Module, TableId, ValType,
    passes,
};

/// Module and name of the import that loads the deferred module before it returns.
const LOAD: [&str; 2] = ["deferred", "load"];

/// Name of the exported global that is not 0 when the deferred module is loaded.
const LOADED: &str = "deferred_loaded";

/// Returns the primary module. `deferred` has the positions of the functions that are not in it, `stubbed` of those with
/// a stub, and `needs` what the deferred module imports.
///
/// # Errors
/// Returns an error if the module has several function tables.
pub(crate) fn primary_module(
    parsed: Parsed,
    deferred: &[usize],
    stubbed: &[usize],
    needs: &[Need],
) -> Result<Vec<u8>, String> {
    let Parsed {
        mut module,
        functions,
    } = parsed;
    let imported = imported_functions(&module);
    let table = function_table(&module)?;
    let first_slot = module.tables.get(table).initial;
    let globals: Vec<GlobalId> = module.globals.iter().map(walrus::Global::id).collect();
    let tables: Vec<TableId> = module.tables.iter().map(walrus::Table::id).collect();
    let nothing = module.types.add(&[], &[]);
    let (load, _) = module.add_import_func(LOAD[0], LOAD[1], nothing);
    let loaded = module
        .globals
        .add_local(ValType::I32, true, false, ConstExpr::Value(Value::I32(0)));
    module.exports.add(LOADED, loaded);
    for position in deferred {
        let stub = Stub {
            slot: stubbed
                .binary_search(position)
                .ok()
                .map(|at| first_slot + at as u64),
            table,
            loaded,
            load,
        };
        stub.replace(&mut module, functions[*position])?;
    }
    grow(&mut module, table, stubbed.len() as u64);
    for need in needs {
        let item: ExportItem = match *need {
            Need::Own(position) => functions[position].into(),
            Need::Imported(position) => imported[position].into(),
            Need::Global(position) => globals[position].into(),
            Need::Table(position) => tables[position].into(),
        };
        module.exports.add(&need.name(), item);
    }
    passes::gc::run(&mut module);
    Ok(module.emit_wasm())
}

/// The body that takes the place of a deferred function.
struct Stub {
    /// Slot of the function in the table; `None` if nothing in the primary module uses the function.
    slot: Option<u64>,
    table: TableId,
    loaded: GlobalId,
    load: FunctionId,
}

impl Stub {
    fn replace(&self, module: &mut Module, function: FunctionId) -> Result<(), String> {
        let (kind, params, results) = signature(module, function);
        let arguments: Vec<_> = params.iter().map(|kind| module.locals.add(*kind)).collect();
        let mut builder = FunctionBuilder::new(&mut module.types, &params, &results);
        let mut body = builder.func_body();
        match self.slot {
            None => {
                body.unreachable();
            }
            Some(slot) => {
                let slot = i32::try_from(slot).map_err(|_| "the table has too many slots".to_owned())?;
                body.global_get(self.loaded).unop(UnaryOp::I32Eqz).if_else(
                    None,
                    |then| {
                        then.call(self.load);
                    },
                    |_| {},
                );
                for argument in &arguments {
                    body.local_get(*argument);
                }
                body.i32_const(slot).call_indirect(kind, self.table);
            }
        }
        module.funcs.get_mut(function).kind = FunctionKind::Local(builder.local_func(arguments));
        Ok(())
    }
}
