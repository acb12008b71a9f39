//! Build script: linker flags of the worker, the only WebAssembly program that runs untrusted code.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("wasm32") {
        // The engine's parser is recursive. The default stack of 1 MiB overflows before the parser's own limits
        // apply.
        println!("cargo:rustc-link-arg-bins=-zstack-size=4194304");
        // Hard cap of 320 MiB above the engine's limit of live memory for the largest code, with room for the request, the
        // outcome and growing buffers.
        println!("cargo:rustc-link-arg-bins=--max-memory=335544320");
    }
}
