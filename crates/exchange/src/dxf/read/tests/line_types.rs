//! Tests of line types.

use super::*;
use trammel_scene::{Cap, Stroke};

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

#[test]
fn line_types_with_letters_and_line_types_that_are_missing_are_reported() {
    let types = "0 TABLE 2 LTYPE 0 LTYPE 2 GAS 49 5 74 0 49 -2 74 2 75 0 340 11 9 GAS 49 -3 74 0 0 LTYPE 2 HOT 49 5 49 -2 74 2 9 HOT \
                 0 ENDTAB 0 TABLE 2 LAYER 0 LAYER 2 0 6 Continuous 0 ENDTAB";
    let line = "10 0 20 0 11 10 21 5";
    let entities =
        format!("0 LINE 6 GAS {line} 0 LINE 6 Dashed {line} 0 LINE {line} 0 LINE 6 CONTINUOUS {line}");
    let text = file("9 $INSUNITS 70 4", types, "", &entities);
    let drawing = reading(&text, &ImportOptions::default()).unwrap();
    assert_eq!(
        report(&drawing),
        [
            "LTYPE (1): changed [GAS]: Its letters and shapes are left out; its dashes are kept.",
            "LTYPE (1): changed [Dashed]: The file does not define this line type, so its lines are solid.",
        ]
    );
    let dash = drawing.items[0].style.clone().unwrap().stroke.unwrap().dash;
    assert_eq!(dash, [5.0, 5.0]);
}

#[test]
fn lines_of_a_multiline_have_the_colors_of_its_style() {
    let style = "0 MLINESTYLE 2 Standard 62 256 71 2 49 0.5 62 256 6 BYLAYER 49 -0.5 62 256 6 BYLAYER \
                 0 MLINESTYLE 2 S 62 256 71 2 49 2.0 62 1 6 BYLAYER 49 -1.0 62 256 6 BYLAYER";
    let mline = "0 MLINE 5 A 2 S 72 2 73 2 10 0 20 0 11 0 21 0 13 0 23 1 74 1 41 2 75 0 74 1 41 -1 75 0 \
                 11 10 21 0 13 0 23 1 74 1 41 2 75 0 74 1 41 -1 75 0";
    let text = file("9 $INSUNITS 70 4", "", "", mline);
    let objects: String = style.split_whitespace().map(|word| format!("{word}\n")).collect();
    let text = text.replace(
        "0\nEOF\n",
        &format!("0\nSECTION\n2\nOBJECTS\n{objects}0\nENDSEC\n0\nEOF\n"),
    );
    let drawing = reading(&text, &ImportOptions::default()).unwrap();
    let ImportedContent::Group(lines) = &drawing.items[0].content else {
        panic!("{:?}", drawing.items)
    };
    let colors: Vec<_> = lines
        .iter()
        .map(|line| {
            line.style
                .clone()
                .and_then(|style| style.stroke)
                .map(|stroke| stroke.color)
        })
        .collect();
    assert_eq!(
        colors,
        [Some(trammel_scene::Color::Rgba([1.0, 0.0, 0.0, 1.0])), None]
    );
}
