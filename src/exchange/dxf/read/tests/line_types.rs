//! Tests of line types.

use super::*;
use crate::scene::{Cap, Stroke};

const TYPES: &str = "0 TABLE 2 LTYPE 0 LTYPE 2 DOT 73 2 40 3 49 0 49 -3 0 LTYPE 2 DASHDOT 73 4 40 10 49 6 49 -2 49 0 49 -2 \
                     0 LTYPE 2 DASHED 73 2 40 5 49 3 49 -2 0 ENDTAB 0 TABLE 2 LAYER 0 LAYER 2 dots 6 DOT 0 ENDTAB";

fn strokes(blocks: &str, entities: &str) -> Vec<Option<Stroke>> {
    let text = file("9 $INSUNITS 70 4", TYPES, blocks, entities);
    let drawing = reading(&text, &ImportOptions::default()).unwrap();
    let blocks = drawing.blocks.iter().flat_map(|block| &block.items);
    let items = blocks.chain(&drawing.items);
    items
        .map(|item| item.style.clone().and_then(|style| style.stroke))
        .collect()
}

#[test]
fn a_line_with_dots_has_round_caps() {
    let line = "10 0 20 0 11 100 21 0";
    let found = strokes(
        "",
        &format!(
            "0 LINE 6 DOT {line} 0 LINE 6 DASHDOT {line} 0 LINE 6 DASHED {line} 0 LINE 8 dots 62 1 {line} 0 LINE 8 dots 6 DASHED {line}"
        ),
    );
    let found: Vec<(Vec<f64>, Cap)> = found
        .into_iter()
        .flatten()
        .map(|stroke| (stroke.dash, stroke.cap))
        .collect();
    assert_eq!(
        found,
        [
            (vec![0.0, 3.0], Cap::Round),
            (vec![6.0, 2.0, 0.0, 2.0], Cap::Round),
            (vec![3.0, 2.0], Cap::Butt),
            (vec![0.0, 3.0], Cap::Round),
            (vec![3.0, 2.0], Cap::Butt),
        ]
    );
    let block = "0 BLOCK 2 B 10 0 20 0 0 LINE 6 BYBLOCK 10 0 20 0 11 100 21 0 0 ENDBLK";
    let found = strokes(block, "0 INSERT 2 B 6 DOT 10 0 20 0");
    assert_eq!(found[0].as_ref().unwrap().cap, Cap::Round);
}
