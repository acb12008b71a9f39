//! Link flags of the worker, which alone runs code that nobody has read.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("wasm32") {
        // The engine's parser recurses; the default of 1 MiB is reached before its own limits are.
        println!("cargo:rustc-link-arg-bin=sandbox=-zstack-size=4194304");
        // A wall behind the engine's limit of live memory, with room for the request, the answer and growing lists.
        println!("cargo:rustc-link-arg-bin=sandbox=--max-memory=100663296");
    }
}
