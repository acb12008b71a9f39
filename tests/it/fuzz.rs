//! Short run of the script fuzzer; the long run is `cargo run -p fuzz --bin fuzz_scripts -- SECONDS SEED`.

#[path = "../../fuzz/scripts/case.rs"]
mod case;
#[path = "../../fuzz/scripts/generate.rs"]
mod generate;

#[test]
fn random_scripts_keep_all_invariants() {
    for seed in 0..80 {
        let ended = std::panic::catch_unwind(|| case::check_seed(seed));
        let problem = match ended {
            Ok(Ok(())) => continue,
            Ok(Err(why)) => why,
            Err(_) => "it panicked".to_owned(),
        };
        panic!("seed {seed}: {problem}\n{}", case::code(seed));
    }
}
