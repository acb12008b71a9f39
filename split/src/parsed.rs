//! A parsed module with its functions in the order of the file, and what both parts need to know of it.

use walrus::{FunctionId, ImportKind, Module, ModuleConfig, RefType, TableId, TypeId, ValType};

/// A module and the ids of its own functions, without imported ones, in the order of the file. The position in this list
/// identifies a function in profiles, and in each copy of the module.
pub(crate) struct Parsed {
    pub(crate) module: Module,
    pub(crate) functions: Vec<FunctionId>,
}

/// Parses a module without its names.
///
/// # Errors
/// Returns an error if the file is not a valid module.
pub(crate) fn parse(wasm: &[u8]) -> Result<Parsed, String> {
    let mut config = ModuleConfig::new();
    config
        .generate_name_section(false)
        .generate_producers_section(false);
    let module = config
        .parse(wasm)
        .map_err(|error| format!("the module cannot be read: {error:#}"))?;
    let functions = module.funcs.iter_local().map(|(id, _)| id).collect();
    Ok(Parsed { module, functions })
}

/// Returns the type of a function with its parameters and results.
pub(crate) fn signature(module: &Module, function: FunctionId) -> (TypeId, Vec<ValType>, Vec<ValType>) {
    let kind = module.funcs.get(function).ty();
    let (params, results) = module.types.params_results(kind);
    (kind, params.to_vec(), results.to_vec())
}

/// Returns the imported functions, in the order of the file.
pub(crate) fn imported_functions(module: &Module) -> Vec<FunctionId> {
    let functions = module.imports.iter().filter_map(|import| match import.kind {
        ImportKind::Function(id) => Some(id),
        _ => None,
    });
    functions.collect()
}

/// Returns the table of functions.
///
/// # Errors
/// Returns an error if the module does not have exactly one.
pub(crate) fn function_table(module: &Module) -> Result<TableId, String> {
    let mut tables = module
        .tables
        .iter()
        .filter(|table| table.element_ty == RefType::FUNCREF);
    match (tables.next(), tables.next()) {
        (Some(table), None) => Ok(table.id()),
        _ => Err("the module does not have exactly one table of functions".to_owned()),
    }
}

/// Adds empty slots to a table.
pub(crate) fn grow(module: &mut Module, table: TableId, slots: u64) {
    let table = module.tables.get_mut(table);
    table.initial += slots;
    table.maximum = table.maximum.map(|maximum| maximum + slots);
}
