//! Program that writes boolean operations on random CAD pairs as polylines, so that another library can check
//! the results: `cargo run --example regions -- 1000`. `cargo xtask oracles` passes the output to shapely.

use std::io::Write;

use trammel_kernel::boolean::{Op, boolean};
use trammel_kernel::{self as geometry, Path};

#[path = "../tests/data/pairs.rs"]
mod pairs;

use pairs::{Pair, pair};

const OPS: [(Op, &str); 4] = [
    (Op::Union, "union"),
    (Op::Intersect, "intersect"),
    (Op::Difference, "difference"),
    (Op::Xor, "xor"),
];

/// Writes one line of JSON for each pair: the rings of both operands, and those of the result of each operation.
fn main() -> std::io::Result<()> {
    let half = std::env::args()
        .nth(1)
        .and_then(|n| n.parse().ok())
        .unwrap_or(1000_u64)
        .max(1);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for number in 0..2 * half {
        let Pair { kind, a, b } = pair(number, half);
        let results = OPS.map(|(op, name)| {
            let (result, error) = match boolean(&a, &b, op) {
                Ok(result) => (result, None),
                Err(error) => (Vec::new(), Some(error.to_string())),
            };
            let area = geometry::region_area(&result);
            serde_json::json!({ "op": name, "region": flat(&result), "area": area, "error": error })
        });
        let line = serde_json::json!({
            "pair": number, "kind": kind, "a": flat(&a), "b": flat(&b), "results": results,
        });
        writeln!(out, "{line}")?;
    }
    out.flush()
}

fn flat(paths: &[Path]) -> Vec<Vec<[f64; 2]>> {
    let ring = |path: &Path| path.flatten(1e-4).iter().map(|p| [p.x, p.y]).collect();
    paths.iter().map(ring).collect()
}
