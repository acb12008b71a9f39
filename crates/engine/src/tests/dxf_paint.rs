//! Colors of areas and letters of a DXF file: what the code of the file draws, and what comes back from a written file.

use super::dxf_back::scene_of;
use super::round_trips::{drawn, read, written};
use trammel_formats::DxfPreset;
use trammel_scene::{Color, Scene, Style};

/// Layer with the color red (1) and a line weight of its own.
const LAYER: &str = "0 TABLE 2 LAYER 0 LAYER 2 walls 62 1 370 50 0 ENDTAB";

/// Square boundary of a hatch.
const SQUARE: &str = "91 1 92 3 72 0 73 1 93 4 10 0 20 0 10 9 20 0 10 9 20 9 10 0 20 9 97 0 75 0 76 1 98 0";

/// Returns a DXF file; its tags are separated by spaces.
fn file(blocks: &str, entities: &str) -> String {
    let mut out = String::new();
    let sections = [
        ("HEADER", "9 $INSUNITS 70 4"),
        ("TABLES", LAYER),
        ("BLOCKS", blocks),
        ("ENTITIES", entities),
    ];
    for (name, content) in sections {
        out.push_str(&format!("0\nSECTION\n2\n{name}\n"));
        for word in content.split_whitespace() {
            out.push_str(&format!("{word}\n"));
        }
        out.push_str("0\nENDSEC\n");
    }
    out + "0\nEOF\n"
}

fn hex(color: Color) -> String {
    match color {
        Color::Ink => "ink".to_owned(),
        Color::Rgba(channels) => {
            let [r, g, b, _] = channels.map(|channel| (channel * 255.0).round() as u8);
            format!("#{r:02x}{g:02x}{b:02x}")
        }
    }
}

/// Returns how each entity of a kind is painted: "stroke", "fill", or both with their colors.
fn paints(scene: &Scene, kind: &str) -> Vec<String> {
    let paint = |style: &Style| {
        let stroke = style
            .stroke
            .as_ref()
            .map(|stroke| format!("stroke {}", hex(stroke.color)));
        let fill = style.fill.map(|fill| format!("fill {}", hex(fill.color)));
        let parts: Vec<String> = stroke.into_iter().chain(fill).collect();
        parts.join(" ")
    };
    let of_kind = scene.walk().filter(|entity| entity.shape.kind() == kind);
    of_kind.map(|entity| paint(&entity.style)).collect()
}

/// Opens a DXF file, and returns its drawing and the lines of the report.
fn opened(blocks: &str, entities: &str) -> (Scene, String) {
    let code = read("dxf", file(blocks, entities).as_bytes(), &Scene::new("copy"));
    let report: Vec<String> = code.report.iter().map(ToString::to_string).collect();
    (drawn(&code), report.join("\n"))
}

#[test]
fn hatches_of_a_file_are_painted_in_their_color() {
    let solid = format!("2 SOLID 70 1 {SQUARE}");
    let loops = "2 SOLID 70 1 91 2 \
        92 3 72 0 73 1 93 4 10 0 20 0 10 9 20 0 10 9 20 9 10 0 20 9 97 0 \
        92 18 72 0 73 1 93 4 10 3 20 3 10 6 20 3 10 6 20 6 10 3 20 6 97 0 75 0 76 1 98 0";
    let pattern =
        format!("2 ANSI31 70 0 {SQUARE} 52 0 41 1 77 0 78 1 53 45 43 0 44 0 45 -2.245 46 2.245 79 0");
    let gradient = format!("{solid} 450 1 453 2 463 0 63 5 421 255 463 1 63 2 421 16776960 470 LINEAR");
    for (properties, hatch, wanted) in [
        ("8 walls", &*solid, "fill #ff0000"),
        ("8 walls 62 256", &solid, "fill #ff0000"),
        ("8 walls 62 3", &solid, "fill #00ff00"),
        ("8 walls 62 3 370 100", &solid, "fill #00ff00"),
        ("8 walls 370 100 6 DASHED", &solid, "fill #ff0000"),
        ("8 walls 420 1193046", &solid, "fill #123456"),
        ("8 0", &solid, "fill ink"),
        ("8 walls 62 3", loops, "fill #00ff00"),
        ("8 walls 62 3", &pattern, "stroke #00ff00"),
        ("8 walls", &pattern, "stroke #ff0000"),
        ("8 walls", &gradient, "fill #0000ff"),
    ] {
        let hatch = format!("0 HATCH {properties} 10 0 20 0 {hatch}");
        let (scene, report) = opened("", &hatch);
        assert_eq!(paints(&scene, "hatch"), [wanted], "{hatch}");
        assert_eq!(
            report.contains("gradient"),
            hatch.contains("450 1"),
            "{hatch}: {report}"
        );
        // In a block that is inserted with a color and a scale, only the color of the insert can replace the own one.
        let block = format!("0 BLOCK 2 b 10 0 20 0 {hatch} 0 ENDBLK");
        let (scene, _) = opened(&block, "0 INSERT 2 b 8 walls 62 6 10 0 20 0 41 4 42 4");
        let in_block = if wanted.ends_with("ink") {
            "fill #ff0000"
        } else {
            wanted
        };
        assert_eq!(paints(&scene, "hatch"), [in_block], "{block}");
    }
    let block = format!("0 BLOCK 2 b 10 0 20 0 0 HATCH 8 0 62 0 10 0 20 0 {solid} 0 ENDBLK");
    let inserts = "0 INSERT 2 b 8 walls 62 6 10 0 20 0 0 INSERT 2 b 8 walls 10 9 20 0";
    assert_eq!(
        paints(&opened(&block, inserts).0, "hatch"),
        ["fill #ff00ff", "fill #ff0000"]
    );
}

#[test]
fn a_solid_hatch_comes_back_filled() {
    for (style, wanted) in [
        ("", "fill ink"),
        ("layer: 'walls'", "fill #ff0000"),
        ("style: { fill: { color: '#0000ff' } }", "fill #0000ff"),
        (
            "layer: 'walls', style: { fill: { color: '#00ff00' } }",
            "fill #00ff00",
        ),
    ] {
        let code = format!(
            "create_layer({{ name: 'walls', color: '#ff0000' }});
            hatch({{ name: 'area', outline: 'M 0 0 L 9 0 L 9 9 Z', pattern: 'solid', {style} }});
            create_group({{ name: 'part', children: ['area'] }});
            set_transform({{ entity: 'part', scale: [3, 3] }});"
        );
        let scene = scene_of(&code);
        assert_eq!(paints(&scene, "hatch"), [wanted], "{style}");
        let copy = drawn(&read("dxf", &written(&scene, "dxf"), &scene));
        assert_eq!(paints(&copy, "hatch"), [wanted], "{style}");
    }
}

/// Kinds of letters that a file states by tags, without their properties.
const LETTERS: [&str; 4] = [
    "10 0 20 0 40 5 1 Letters",
    "10 0 20 0 40 5 1 Letters 72 1 11 4 21 4 73 2",
    "10 0 20 0 40 5 71 5 1 Two\\Plines",
    "10 0 20 0 40 5 2 TAG 70 2 1 Letters",
];

#[test]
fn letters_of_a_file_are_filled_in_their_color() {
    for (kind, letters) in ["TEXT", "TEXT", "MTEXT", "ATTDEF"].into_iter().zip(LETTERS) {
        for (properties, wanted, inserted) in [
            ("8 walls", "fill #ff0000", "fill #ff0000"),
            ("8 walls 62 3", "fill #00ff00", "fill #00ff00"),
            ("8 walls 62 3 370 100", "fill #00ff00", "fill #00ff00"),
            ("8 walls 370 100", "fill #ff0000", "fill #ff0000"),
            ("8 walls 370 100 6 DASHED", "fill #ff0000", "fill #ff0000"),
            ("8 walls 420 1193046", "fill #123456", "fill #123456"),
            ("8 0", "fill ink", "fill #ff0000"),
            ("8 0 62 0 370 -2", "fill ink", "fill #ff00ff"),
            ("8 walls 62 0", "fill #ff0000", "fill #ff00ff"),
        ] {
            let text = format!("0 {kind} {properties} {letters}");
            assert_eq!(paints(&opened("", &text).0, "text"), [wanted], "{text}");
            let block = format!("0 BLOCK 2 b 10 0 20 0 {text} 0 ENDBLK");
            for scale in [1, 4] {
                let insert = format!("0 INSERT 2 b 8 walls 62 6 370 30 10 0 20 0 41 {scale} 42 {scale}");
                let (scene, _) = opened(&block, &insert);
                assert_eq!(paints(&scene, "text"), [inserted], "{block} {scale}");
            }
        }
    }
}

#[test]
fn attributes_of_an_insert_are_filled_in_their_color() {
    let block = "0 BLOCK 2 b 10 0 20 0 0 LINE 8 0 10 0 20 0 11 9 21 0 0 ENDBLK";
    for (properties, wanted) in [
        ("8 walls", "fill #ff0000"),
        ("8 walls 62 3 370 100", "fill #00ff00"),
        ("8 walls 370 100", "fill #ff0000"),
    ] {
        let insert = format!(
            "0 INSERT 2 b 8 0 66 1 10 0 20 0 41 4 42 4 0 ATTRIB {properties} {} 0 SEQEND",
            LETTERS[0].replace(" 1 Letters", " 2 TAG 70 0 1 Letters")
        );
        assert_eq!(paints(&opened(block, &insert).0, "text"), [wanted], "{insert}");
    }
}

#[test]
fn letters_with_a_color_come_back_filled() {
    for (style, wanted) in [
        ("", "fill ink"),
        ("layer: 'walls'", "fill #ff0000"),
        ("style: { fill: { color: '#0000ff' } }", "fill #0000ff"),
        (
            "layer: 'walls', style: { fill: { color: '#00ff00' } }",
            "fill #00ff00",
        ),
    ] {
        let code = format!(
            "create_layer({{ name: 'walls', color: '#ff0000' }});
            draw_text({{ name: 'plain', text: 'A', x: 0, y: 0, size: 5, {style} }});
            draw_text({{ name: 'grown', text: 'A', x: 0, y: 9, size: 5, {style} }});
            create_group({{ name: 'part', children: ['grown'] }});
            set_transform({{ entity: 'part', scale: [3, 3] }});"
        );
        let scene = scene_of(&code);
        assert_eq!(paints(&scene, "text"), [wanted; 2], "{style}");
        let copy = drawn(&read("dxf", &written(&scene, "dxf"), &scene));
        assert_eq!(paints(&copy, "text"), [wanted; 2], "{style}");
    }
}

#[test]
fn letters_and_areas_with_an_outline_are_reported() {
    let hatch = "hatch({ name: 'area', outline: 'M 0 0 L 90 0 L 90 90 Z', pattern: 'solid', ";
    let text = "draw_text({ name: 't', text: 'A', x: 0, y: 0, size: 50, ";
    for (call, style, is_reported) in [
        (text, "style: { fill: { color: 'red' } }", false),
        (
            text,
            "style: { fill: { color: 'red' }, stroke: { color: 'blue' } }",
            true,
        ),
        (text, "style: { fill: null, stroke: { color: 'blue' } }", true),
        (hatch, "style: { fill: { color: 'red' } }", false),
        (hatch, "style: { stroke: { color: 'blue' } }", true),
    ] {
        let scene = scene_of(&format!("{call}{style} }});"));
        let report = super::dxf_lines::reported(&super::dxf_lines::written_as(&scene, DxfPreset::Cad));
        assert_eq!(
            report.contains("have no outline"),
            is_reported,
            "{call}{style}: {report}"
        );
    }
}
