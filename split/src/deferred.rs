//! The deferred module: the deferred functions, with imports of everything else from the primary module.

use crate::need::Need;
use crate::parsed::{Parsed, function_table, grow, imported_functions};
use std::collections::BTreeSet;
use walrus::ir::Value;
use walrus::{
    ConstExpr, ElementItems, ElementKind, FunctionKind, GlobalId, GlobalKind, ImportedFunction, MemoryId,
    Module, TableId, passes,
};

/// Module name of the imports.
const PRIMARY: &str = "primary";

/// Returns the deferred module, and everything that it imports from the primary module.
///
/// # Errors
/// Returns an error if the module has several function tables or memories.
pub(crate) fn deferred_module(
    parsed: Parsed,
    deferred: &[usize],
    stubbed: &[usize],
) -> Result<(Vec<u8>, Vec<Need>), String> {
    let Parsed {
        mut module,
        functions,
    } = parsed;
    let imported = imported_functions(&module);
    let table = function_table(&module)?;
    let first_slot = module.tables.get(table).initial;
    let memory = module.get_memory_id().map_err(|error| format!("{error:#}"))?;

    remove_contents(&mut module, memory);
    let import = module.imports.add(PRIMARY, "memory", memory);
    module.memories.get_mut(memory).import = Some(import);
    let tables: Vec<TableId> = module.tables.iter().map(walrus::Table::id).collect();
    for (position, table) in tables.iter().enumerate() {
        let import = module.imports.add(PRIMARY, &Need::Table(position).name(), *table);
        module.tables.get_mut(*table).import = Some(import);
    }
    let globals: Vec<GlobalId> = module.globals.iter().map(walrus::Global::id).collect();
    for (position, global) in globals.iter().enumerate() {
        let import = module
            .imports
            .add(PRIMARY, &Need::Global(position).name(), *global);
        module.globals.get_mut(*global).kind = GlobalKind::Import(import);
    }
    for (position, function) in imported.iter().enumerate() {
        let import = module.funcs.get(*function).kind.unwrap_import().import;
        let import = module.imports.get_mut(import);
        PRIMARY.clone_into(&mut import.module);
        import.name = Need::Imported(position).name();
    }
    let moved: BTreeSet<usize> = deferred.iter().copied().collect();
    for (position, id) in functions
        .iter()
        .enumerate()
        .filter(|(position, _)| !moved.contains(position))
    {
        let ty = module.funcs.get(*id).ty();
        let import = module.imports.add(PRIMARY, &Need::Own(position).name(), *id);
        module.funcs.get_mut(*id).kind = FunctionKind::Import(ImportedFunction { import, ty });
    }

    grow(&mut module, table, stubbed.len() as u64);
    let offset = i32::try_from(first_slot).map_err(|_| "the table has too many slots".to_owned())?;
    let kind = ElementKind::Active {
        table,
        offset: ConstExpr::Value(Value::I32(offset)),
    };
    let items = ElementItems::Functions(stubbed.iter().map(|position| functions[*position]).collect());
    let element = module.elements.add(kind, items);
    module.tables.get_mut(table).elem_segments.insert(element);
    passes::gc::run(&mut module);

    let used: BTreeSet<String> = module.imports.iter().map(|import| import.name.clone()).collect();
    let own = (0..functions.len()).map(Need::Own);
    let others = (0..imported.len()).map(Need::Imported);
    let globals = (0..globals.len()).map(Need::Global);
    let tables = (0..tables.len()).map(Need::Table);
    let all = own.chain(others).chain(globals).chain(tables);
    let needs = all.filter(|need| used.contains(&need.name())).collect();
    Ok((module.emit_wasm(), needs))
}

/// Removes the exports, the start function, and the contents of memory and tables, which the primary module has.
fn remove_contents(module: &mut Module, memory: MemoryId) {
    let exports: Vec<_> = module.exports.iter().map(walrus::Export::id).collect();
    exports
        .into_iter()
        .for_each(|export| module.exports.delete(export));
    module.start = None;
    let segments: Vec<_> = module.data.iter().map(walrus::Data::id).collect();
    segments
        .into_iter()
        .for_each(|segment| module.data.delete(segment));
    module.memories.get_mut(memory).data_segments.clear();
    let elements: Vec<_> = module.elements.iter().map(walrus::Element::id).collect();
    elements
        .into_iter()
        .for_each(|element| module.elements.delete(element));
    let tables: Vec<_> = module.tables.iter().map(walrus::Table::id).collect();
    for table in tables {
        module.tables.get_mut(table).elem_segments.clear();
    }
}
