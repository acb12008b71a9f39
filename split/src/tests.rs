//! A small module is split in every possible way, and each way gives the results of the whole module.

use crate::instrument::instrument;
use crate::split::split;
use std::sync::{Arc, Mutex};
use wasmi::{AsContextMut, Caller, Engine, Extern, Func, Instance, Linker, Module, Store, Val};

/// Functions that call each other directly, through the table, and by exports; with state in memory, in a global, and in
/// a call of the host. `$lonely` is used by `$far` alone, and `$far` by `$late` alone.
const TEXT: &str = r#"
(module
  (import "host" "note" (func $note (param i32)))
  (memory (export "memory") 1)
  (global $count (mut i32) (i32.const 0))
  (table (export "table") 3 funcref)
  (elem (i32.const 0) $double $late $sum)
  (data (i32.const 8) "\05\00\00\00")
  (type $unary (func (param i32) (result i32)))
  (func $bump (global.set $count (i32.add (global.get $count) (i32.const 1))))
  (func $double (param i32) (result i32)
    (call $bump)
    (i32.mul (local.get 0) (i32.const 2)))
  (func $lonely (param i32) (result i32) (i32.add (local.get 0) (i32.load (i32.const 8))))
  (func $far (param i32) (result i32) (call $note (local.get 0)) (call $lonely (local.get 0)))
  (func $late (param i32) (result i32) (call $bump) (call $far (call $double (local.get 0))))
  (func $sum (param i32 i64 f64) (result i64 f64)
    (i64.add (i64.extend_i32_s (local.get 0)) (local.get 1))
    (f64.add (local.get 2) (f64.const 0.5)))
  (func $store (param i32) (i32.store (i32.const 8) (call $late (local.get 0))))
  (func (export "run") (param i32) (result i32)
    (call $store (local.get 0))
    (i32.add
      (call_indirect (type $unary) (local.get 0) (i32.const 0))
      (call_indirect (type $unary) (local.get 0) (i32.const 1))))
  (func (export "pair") (param i32 i64 f64) (result i64 f64)
    (call $sum (local.get 0) (local.get 1) (local.get 2)))
  (func (export "count") (result i32) (global.get $count)))
"#;

/// Number of functions in [`TEXT`].
const FUNCTIONS: usize = 10;

fn whole() -> Vec<u8> {
    wat::parse_str(TEXT).unwrap()
}

/// Notes of the host, and the number of loads of the deferred module.
type Log = Arc<Mutex<(Vec<i32>, u32)>>;

/// Results and side effects of a module: results of the exports, notes, and the bytes that were written.
#[derive(Debug, PartialEq)]
struct Observed {
    results: Vec<String>,
    notes: Vec<i32>,
    memory: Vec<u8>,
}

/// Instantiates a module, whose stubs load `deferred` on demand, and calls its exports.
fn observe(primary: &[u8], deferred: Option<&[u8]>) -> (Observed, u32) {
    let engine = Engine::default();
    let mut store = Store::new(&engine, ());
    let log = Log::default();
    let mut linker = Linker::<()>::new(&engine);
    let notes = log.clone();
    let note = Func::wrap(&mut store, move |value: i32| notes.lock().unwrap().0.push(value));
    linker.define("host", "note", note).unwrap();
    if let Some(deferred) = deferred {
        let module = Module::new(&engine, deferred).unwrap();
        let loads = log.clone();
        let load = Func::wrap(&mut store, move |mut caller: Caller<'_, ()>| {
            loads.lock().unwrap().1 += 1;
            let mut linker = Linker::<()>::new(caller.engine());
            for import in module.imports() {
                let shared = caller.get_export(import.name()).unwrap();
                linker.define(import.module(), import.name(), shared).unwrap();
            }
            linker
                .instantiate_and_start(caller.as_context_mut(), &module)
                .unwrap();
            let loaded = caller
                .get_export("deferred_loaded")
                .and_then(Extern::into_global)
                .unwrap();
            loaded.set(caller.as_context_mut(), Val::I32(1)).unwrap();
        });
        linker.define("deferred", "load", load).unwrap();
    }
    let module = Module::new(&engine, primary).unwrap();
    let instance = linker.instantiate_and_start(&mut store, &module).unwrap();
    let results = call_exports(&mut store, &instance);
    let memory = instance.get_memory(&store, "memory").unwrap();
    let memory = memory.data(&store)[..16].to_vec();
    let (notes, loads) = log.lock().unwrap().clone();
    (
        Observed {
            results,
            notes,
            memory,
        },
        loads,
    )
}

fn call_exports(store: &mut Store<()>, instance: &Instance) -> Vec<String> {
    let run = instance.get_typed_func::<i32, i32>(&*store, "run").unwrap();
    let pair = instance
        .get_typed_func::<(i32, i64, f64), (i64, f64)>(&*store, "pair")
        .unwrap();
    let count = instance.get_typed_func::<(), i32>(&*store, "count").unwrap();
    vec![
        format!("{}", run.call(&mut *store, 3).unwrap()),
        format!("{}", run.call(&mut *store, -7).unwrap()),
        format!("{:?}", pair.call(&mut *store, (1, 1 << 40, 0.25)).unwrap()),
        format!("{}", count.call(&mut *store, ()).unwrap()),
    ]
}

#[test]
fn every_split_gives_the_results_of_the_whole_module() {
    let whole = whole();
    let (expected, _) = observe(&whole, None);
    assert_eq!(expected.results[..1], ["23"], "the module itself");
    let mut with_load = 0;
    for bits in 0_u32..1 << FUNCTIONS {
        let ran: Vec<u8> = (0..FUNCTIONS)
            .map(|position| u8::from(bits & 1 << position != 0))
            .collect();
        let parts = split(&whole, &ran).unwrap();
        let (observed, loads) = observe(&parts.primary, Some(&parts.deferred));
        assert_eq!(observed, expected, "split {ran:?}");
        assert!(loads <= 1, "split {ran:?} loads {loads} times");
        with_load += loads;
    }
    assert_eq!(
        with_load,
        (1 << FUNCTIONS) - 1,
        "all splits but the one without deferred functions load"
    );
}

#[test]
fn the_deferred_functions_leave_the_primary_module() {
    let whole = whole();
    let parts = split(&whole, &[0; FUNCTIONS]).unwrap();
    let functions = |wasm: &[u8]| crate::parsed::parse(wasm).unwrap().functions.len();
    // Only what exports and table name has a stub: three elements and three exports.
    assert_eq!(functions(&parts.primary), 6);
    assert_eq!(functions(&parts.deferred), FUNCTIONS);
}

#[test]
fn a_profile_of_another_module_is_refused() {
    let why = split(&whole(), &[1; FUNCTIONS + 1]).err().unwrap();
    assert_eq!(why, "the profile has 11 functions, the module has 10");
    let why = split(b"text", &[]).err().unwrap();
    assert!(why.starts_with("the module cannot be read: "), "{why}");
}

#[test]
fn an_instrumented_module_reports_the_functions_that_run() {
    let instrumented = instrument(&whole()).unwrap();
    assert_eq!(instrumented.functions, FUNCTIONS);
    let engine = Engine::default();
    let mut store = Store::new(&engine, ());
    let ran = Arc::new(Mutex::new([0; FUNCTIONS]));
    let mut linker = Linker::<()>::new(&engine);
    let note = Func::wrap(&mut store, |_: i32| ());
    linker.define("host", "note", note).unwrap();
    let marks = ran.clone();
    let mark = Func::wrap(&mut store, move |position: i32| {
        marks.lock().unwrap()[position as usize] = 1;
    });
    linker.define("profile", "ran", mark).unwrap();
    let module = Module::new(&engine, &instrumented.wasm).unwrap();
    let instance = linker.instantiate_and_start(&mut store, &module).unwrap();
    let pair = instance
        .get_typed_func::<(i32, i64, f64), (i64, f64)>(&store, "pair")
        .unwrap();
    pair.call(&mut store, (1, 2, 3.0)).unwrap();
    assert_eq!(
        *ran.lock().unwrap(),
        [0, 0, 0, 0, 0, 1, 0, 0, 1, 0],
        "$sum and the export"
    );
}
