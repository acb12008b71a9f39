//! Attacks by texts on the page.

use super::*;

const MARKUP: [&str; 6] = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "]]><script>",
    "&lt;b&gt;",
    "</text><foreignObject>",
    "{{7*7}}",
];

pub(super) fn page() -> Vec<Item> {
    vec![
        item(85, 'I', "markup in names, texts, logs, errors")
            .browser("canvas: names with markup are shown as text")
            .browser("attack: markup is text in the tree, the log, problems and the preview")
            .browser("attack: markup is text in approvals and tool calls of a model"),
        item(86, 'I', "drawings with foreign fields")
            .check(
                "a drawing with onclick, href, style or __proto__",
                "all refused for their reasons",
                || {
                    let good = json::write(&scene("drawCircle('a', 0, 0, 1)"));
                    assert!(json::read(&good).is_ok());
                    refused(["onclick", "href", "style2", "__proto__"].map(|field| {
                        let changed =
                            good.replacen("\"name\":\"a\"", &format!("\"name\":\"a\",\"{field}\":\"x\""), 1);
                        assert_ne!(changed, good);
                        (field, json::read(&changed))
                    }))
                },
            )
            .check("an unknown type of entity", "refused", || {
                let good = json::write(&scene("drawCircle('a', 0, 0, 1)"));
                let changed = good.replace("\"circle\"", "\"iframe\"");
                json::read(&changed)
                    .err()
                    .map_or("read".to_owned(), |why| format!("refused: {why}"))
            }),
        item(87, 'I', "markup in SVG").check(
            "only known elements and attributes, nothing that runs or fetches",
            "clean",
            svg_is_clean,
        )
        .browser("attack: an exported SVG with hostile texts runs and fetches nothing"),
        item(88, 'I', "other exports")
            .browser("share: file names of hostile titles are sanitized")
            .check(
                "file names of titles with folders, a device, control characters, 300 characters",
                "______x.dxf, con_.dxf, a_fdp_exe.dxf, a_b_c.dxf, xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx.dxf",
                files::file_names,
            )
            .check(
                "DXF for CAD, cutting and R12 with line ends, group codes and control characters in names of entities, groups and layers, in texts, dimensions and leaders",
                "the same structure as with plain texts",
                files::written_dxf,
            )
            .not("CSV with formulas or a byte order mark: no format of the program is CSV"),
        item(89, 'I', "files of other programs")
            .browser("import: scripts and addresses of an SVG file never reach the page")
            .browser("import: markup of a DXF file never reaches the page")
            .check(
                "SVG with scripts, foreign objects and addresses: the code has none of them",
                "all left out, and all elements reported",
                files::active_content,
            )
            // Each answer comes within the time limit of a run.
            .check("SVG with entities in entities", "refused: This SVG file is damaged: a possible entity reference loop", files::entities)
            .check("SVG with 100,000 references to a long entity", "refused: This SVG file declares entities that multiply its size", files::references)
            .check("SVG with a shape in a million groups", "refused: This SVG file is damaged: nodes limit", || files::groups(1_000_000))
            .check("SVG with a shape in 1,000 groups", "refused: The elements of this SVG file are nested more than 256 levels deep", || files::groups(1_000))
            .check("SVG with uses of uses", "refused: This SVG file draws more than 400000 elements", files::uses)
            .check("DXF with blocks of blocks", "asked: TooLarge", files::blocks)
            .check("DXF that is cut off in a number", "refused: The DXF file is damaged on line 11: the file ends after a group code", files::cut_off)
            .check("DXF without an end", "refused: The DXF file is damaged on line 13: the file ends within a section", files::endless),
        item(90, 'I', "markdown of a model")
            .browser("attack: text of a model is shown without links, pictures or markup"),
    ]
}

/// Checks the elements and attributes of the SVG of a drawing in which every text is hostile.
fn svg_is_clean() -> String {
    let mut code = String::new();
    for (at, text) in MARKUP.iter().enumerate() {
        let text = serde_json::to_string(text).unwrap();
        code.push_str(&format!(
            "drawCircle({text}, 0, 0, 1); drawText('t{at}', {text}, 0, {at}, 1); createLayer({text}); createGroup('g' + {text}, [{text}]);\n"
        ));
    }
    let out = svg::write(&scene(&code));
    for (at, _) in out.match_indices('<') {
        let tag: String = out[at + 1..]
            .chars()
            .take_while(|c| c.is_ascii_alphanumeric() || *c == '/')
            .collect();
        let tag = tag.trim_matches('/').to_owned();
        if ![
            "svg", "title", "g", "path", "circle", "rect", "ellipse", "line", "polyline", "polygon", "text",
            "defs", "clipPath",
        ]
        .contains(&tag.as_str())
        {
            return format!("an element <{tag}>");
        }
        let end = out[at..].find('>').map_or(out.len(), |end| at + end);
        let element = &out[at..end];
        // Values are escaped, so a quote always ends a value.
        for attribute in element.split('"').step_by(2) {
            let name = attribute.trim().trim_end_matches('=');
            let name = name.rsplit(' ').next().unwrap_or_default();
            if name.starts_with("on") || name.contains("href") || name == "style" {
                return format!("an attribute {name}");
            }
        }
        if element.contains("url(") && !element.contains("url(#") {
            return "an address".to_owned();
        }
    }
    if out.contains("<script") || out.contains("<img") || out.contains("foreignObject>") {
        "markup".to_owned()
    } else {
        "clean".to_owned()
    }
}
