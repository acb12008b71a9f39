//! Entry point of the page: mounts the app. Browser only.

#[cfg(target_arch = "wasm32")]
fn main() {
    trammel::ui::start();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("This program is the page of Trammel and runs in a browser: cargo xtask serve");
}
