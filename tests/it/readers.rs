//! Tests of the readers of files and links with mutated valid files: bytes, keys, numbers, nesting, and truncation.
//!
//! Each mutation must be refused, or read as a valid value: a drawing that meets its invariants, is unchanged after
//! writing and reading, and becomes code that draws it; or a project that is unchanged after writing and reading, as a
//! file and as a link. The mutations depend on a seed only, so a failure is reproducible.

use crate::support::{drawn, limits};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use serde_json::{Value, json};
use trammel_base::random::SplitMix64;
use trammel_code::FileName;
use trammel_document::Session;
use trammel_formats::project::{self, Project};
use trammel_formats::{FORMATS, json as scene_json, link, open};
use trammel_scene::{Scene, check_invariants};

/// Number of changes of each valid file.
const CHANGES: usize = 2_000;

/// Numbers of files that are hard to read, as text: also what is no JSON.
const NUMBERS: [&str; 14] = [
    "NaN",
    "Infinity",
    "-Infinity",
    "1e308",
    "-1e308",
    "1e400",
    "-0.0",
    "5e-324",
    "1000000000.5",
    "4294967296",
    "-1",
    "0",
    "1e9999999999",
    "0x10",
];

/// Values of another type, or of the right one and hard to bear.
const VALUES: [&str; 16] = [
    "null",
    "true",
    "\"\"",
    "\"5\"",
    "[]",
    "{}",
    "[null]",
    "[[]]",
    "\"\\ud800\"",
    "\"\\u0000\\n\"",
    "\"__proto__\"",
    "\"entity.edge[0]\"",
    "\"M0 0\"",
    "\"group\"",
    "\"#ff0000ff0\"",
    "\"mm\"",
];

/// Stands for a text that is no JSON until everything else has been written.
const MARK: &str = "\u{1}here\u{1}";

struct Changer(SplitMix64);

impl Changer {
    fn below(&mut self, most: usize) -> usize {
        // A fraction is below 1.
        (self.0.next_fraction() * most.max(1) as f64) as usize
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }

    /// The text with one to three changes.
    fn changed(&mut self, text: &str) -> Vec<u8> {
        let mut text = text.to_owned();
        for _ in 0..=self.below(3) {
            match self.below(10) {
                _ if text.len() < 8 => {}
                0 => return self.flipped(text),
                1 => {
                    let mut end = self.below(text.len());
                    while !text.is_char_boundary(end) {
                        end -= 1;
                    }
                    text.truncate(end);
                    return text.into_bytes();
                }
                _ => text = self.restructured(&text),
            }
        }
        text.into_bytes()
    }

    /// Changes of a few bytes without regard to their meaning.
    fn flipped(&mut self, text: String) -> Vec<u8> {
        let mut bytes = text.into_bytes();
        for _ in 0..=self.below(4).min(bytes.len()) {
            let (at, bit) = (self.below(bytes.len()), self.below(8));
            match self.below(3) {
                0 => bytes[at] ^= 1 << bit,
                1 => bytes.insert(at, b"{}[]\",:0-e"[self.below(10)]),
                _ if bytes.len() > 8 => drop(bytes.remove(at)),
                _ => bytes.push(b'}'),
            }
        }
        bytes
    }

    /// One change of what the JSON says.
    fn restructured(&mut self, text: &str) -> String {
        let Ok(mut whole) = serde_json::from_str::<Value>(text) else {
            return text.to_owned();
        };
        let mut places = Vec::new();
        pointers(&whole, &mut String::new(), &mut places);
        let place = places[self.below(places.len())].clone();
        let replacement = match self.below(8) {
            0 | 1 => self.one(&NUMBERS).to_owned(),
            2 => self.one(&VALUES).to_owned(),
            3 => {
                let depth = [3, 40, 126, 130, 5_000][self.below(5)];
                format!("{}1{}", "[".repeat(depth), "]".repeat(depth))
            }
            4 => {
                // Something from elsewhere in the file: a shape with the geometry of another, a group in itself.
                let other = &places[self.below(places.len())];
                whole.pointer(other).cloned().unwrap_or_default().to_string()
            }
            5 => return self.without(&mut whole, &place),
            6 => return self.twice(&mut whole, &place),
            _ => return self.renamed(&mut whole, &place),
        };
        if let Some(there) = whole.pointer_mut(&place) {
            *there = Value::from(MARK);
        }
        whole
            .to_string()
            .replacen(&json!(MARK).to_string(), &replacement, 1)
    }

    /// A key or an element is missing.
    fn without(&mut self, whole: &mut Value, place: &str) -> String {
        if let Some((outer, key)) = place.rsplit_once('/') {
            match whole.pointer_mut(outer) {
                Some(Value::Object(fields)) => drop(fields.shift_remove(&unescaped(key))),
                Some(Value::Array(items)) => drop(items.remove(key.parse().unwrap())),
                _ => {}
            }
        }
        whole.to_string()
    }

    /// A key or an element is there twice.
    fn twice(&mut self, whole: &mut Value, place: &str) -> String {
        let Some((outer, key)) = place.rsplit_once('/') else {
            return whole.to_string();
        };
        let again = whole.pointer(place).cloned().unwrap_or_default();
        match whole.pointer_mut(outer) {
            Some(Value::Array(items)) => items.push(again),
            Some(Value::Object(fields)) => {
                fields.insert(MARK.to_owned(), again);
                let key = json!(unescaped(key)).to_string();
                return whole.to_string().replacen(&json!(MARK).to_string(), &key, 1);
            }
            _ => {}
        }
        whole.to_string()
    }

    /// A key has another name.
    fn renamed(&mut self, whole: &mut Value, place: &str) -> String {
        let name = self.one(&["onclick", "__proto__", "x", "api_key", ""]).to_owned();
        if let Some((outer, key)) = place.rsplit_once('/')
            && let Some(Value::Object(fields)) = whole.pointer_mut(outer)
            && let Some(value) = fields.shift_remove(&unescaped(key))
        {
            fields.insert(name, value);
        }
        whole.to_string()
    }
}

fn unescaped(key: &str) -> String {
    key.replace("~1", "/").replace("~0", "~")
}

/// The JSON pointers of everything within a value.
fn pointers(value: &Value, at: &mut String, out: &mut Vec<String>) {
    out.push(at.clone());
    let length = at.len();
    let mut into = |key: &str, inner: &Value| {
        at.push('/');
        at.push_str(&key.replace('~', "~0").replace('/', "~1"));
        pointers(inner, at, out);
        at.truncate(length);
    };
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, inner)| into(key, inner)),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .for_each(|(i, inner)| into(&i.to_string(), inner)),
        _ => {}
    }
}

/// Carries out `check` on changed copies of these texts, and says how many were read and how many refused.
fn judge(seed: u64, valid: &[String], check: impl Fn(&[u8]) -> Result<bool, String>) -> (usize, usize) {
    let mut changer = Changer(SplitMix64::new(seed));
    let (mut read, mut refused, mut wrong) = (0, 0, Vec::new());
    for text in valid {
        assert_eq!(check(text.as_bytes()), Ok(true), "{text}");
        for _ in 0..CHANGES {
            let bytes = changer.changed(text);
            let shown = || {
                String::from_utf8_lossy(&bytes)
                    .chars()
                    .take(4_000)
                    .collect::<String>()
            };
            let judged = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(&bytes)));
            match judged {
                Ok(Ok(true)) => read += 1,
                Ok(Ok(false)) => refused += 1,
                Ok(Err(why)) => wrong.push(format!("{why}\n{}", shown())),
                Err(_) => wrong.push(format!("it panicked\n{}", shown())),
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} changed files were handled wrongly, such as: {}",
        wrong.len(),
        wrong[0]
    );
    (read, refused)
}

/// Drawings with everything that a file can hold.
fn scenes() -> Vec<Scene> {
    let annotated = "
        create_layer({ name: 'walls', color: '#333333', line_weight: 2 });
        draw_rect({ name: 'plate', x: 0, y: 0, width: 80, height: 50, layer: 'walls' });
        draw_ellipse({ name: 'ellipse', cx: 20, cy: 20, rx: 8, ry: 4, rotation: 0.3 });
        draw_text({ name: 'note', text: 'a \"note\" <b>', x: 0, y: 60, size: 5 });
        draw_point({ name: 'point', x: 3, y: 4 });
        boolean_difference({ entities: ['plate', 'ellipse'], result: 'region', keep: true });
        dimension_linear({ name: 'd1', from: 'plate.point[0]', to: 'plate.point[1]', offset: 10 });
        dimension_radius({ name: 'd2', target: 'ellipse' });
        leader({ name: 'l', target: 'point', points: [10, 10, 20, 20], text: 'here' });
        hatch({ name: 'h', entities: ['plate'], pattern: 'ansi31', scale: 2 });
        draw_line({ name: 'a', points: [0, 0, 10, 1] });
        draw_line({ name: 'b', points: [10, 1, 11, 9] });
        add_constraint({ kind: 'coincident', entities: ['a.end', 'b.start'] });
        add_constraint({ kind: 'distance', entities: ['a.start', 'b.end'], value: 10 });
    "
    .replace("dimension_radius({ name: 'd2', target: 'ellipse' });", "draw_circle({ name: 'hole', x: 40, y: 25, radius: 5 }); dimension_radius({ name: 'd2', target: 'hole' });");
    [crate::golden::DRAWING, &annotated]
        .map(|code| {
            let (session, reply) = drawn(code);
            assert_eq!(reply["success"], true, "{reply}");
            (*session.scene()).clone()
        })
        .into()
}

#[test]
fn a_mutated_drawing_is_refused_or_valid() {
    for scene in scenes() {
        assert_eq!(scene_json::read(&scene_json::write(&scene)), Ok(scene));
    }
    let valid: Vec<String> = scenes().iter().map(scene_json::write).collect();
    let (read, refused) = judge(1, &valid, |bytes| {
        // Opening the changed text as a file gives the same result or is refused.
        let opened = open(FORMATS, bytes);
        let Ok(text) = std::str::from_utf8(bytes) else {
            return Ok(opened.is_ok());
        };
        let Ok(scene) = scene_json::read(text) else {
            return Ok(false);
        };
        if let Some(problem) = check_invariants(&scene).into_iter().next() {
            return Err(problem);
        }
        let written = scene_json::write(&scene);
        let again = scene_json::read(&written).map_err(|why| format!("{why}: it wrote {written}"))?;
        if again != scene || scene_json::write(&again) != written {
            return Err(format!("it is read as another drawing: {written}"));
        }
        let project = Project::of_scene(&scene).map_err(|why| why.english)?;
        let (session, reply) = run(&project)?;
        // Only the tool checks the references of a constraint, so its error is accepted here.
        let unbound = reply["error"]["message"]
            .as_str()
            .is_some_and(|why| why.starts_with("add_constraint: "));
        if unbound {
            return Ok(false);
        }
        if reply["success"] != true
            || without_styles_of_groups(session.scene()) != without_styles_of_groups(&scene)
        {
            return Err(format!(
                "its code draws something else: {reply}\n{}",
                first_difference(session.scene(), &scene)
            ));
        }
        Ok(true)
    });
    println!("drawings: {read} read, {refused} refused");
    assert!(read > 100 && refused > 1_000, "{read} read, {refused} refused");
}

/// The drawing as text, without the styles of groups: a group draws nothing by itself, and its code has no style.
fn without_styles_of_groups(scene: &Scene) -> Vec<Value> {
    let mut whole: Value = serde_json::from_str(&scene_json::write(scene)).unwrap();
    let Value::Array(mut rows) = whole["entities"].take() else {
        panic!("a drawing has a list of entities: {whole}");
    };
    for row in rows.iter_mut().filter(|row| row["type"] == "group") {
        row["style"].take();
    }
    rows.push(whole);
    rows
}

/// The first line in which two drawings differ as text.
fn first_difference(got: &Scene, wanted: &Scene) -> String {
    let (got, wanted) = (without_styles_of_groups(got), without_styles_of_groups(wanted));
    let line = got.iter().zip(&wanted).find(|(got, wanted)| got != wanted);
    line.map_or_else(
        || "the text is the same".to_owned(),
        |(got, wanted)| format!("got    {got}\nwanted {wanted}"),
    )
}

/// The document of a project, opened.
fn run(project: &Project) -> Result<(Session, Value), String> {
    let mut session = Session::of_project(project, limits()).map_err(|why| why.english)?;
    let pending = session.open();
    let reply = crate::support::complete(&mut session, pending);
    Ok((session, reply))
}

fn projects() -> Vec<Project> {
    let mut full = Project::of_code("import { house } from 'lib';\nhouse();\ndrawCircle('a', 0, 0, 5);");
    let lib = "export function house() { drawRect('벽', 0, 0, 10, 8); }";
    full.files.insert(FileName::new("lib").unwrap(), lib.into());
    full.name = Some("집 \"1\"".to_owned());
    full.units = Some(trammel_scene::Units::In);
    full.tools = vec![json!({
        "name": "draw_house", "description": "A house", "module": "lib", "function": "house",
        "parameters": { "type": "object", "properties": { "x": { "type": "number" } }, "required": [] },
    })];
    let flags = trammel_scene::Flags {
        locked: true,
        hidden: false,
    };
    full.locks.insert(trammel_scene::Name::new("벽").unwrap(), flags);
    vec![full, Project::of_code("drawCircle('a', 0, 0, 5);")]
}

/// Checks that a project is unchanged after writing and reading, as a file and as a link, and opens without a panic.
fn sound(project: &Project) -> Result<(), String> {
    let again = project::read(&project::write(project)).map_err(|why| why.english)?;
    if again != *project {
        return Err("it is read as another project".to_owned());
    }
    let link = link::encode(project).map_err(|why| why.to_string())?;
    let linked = link::decode(&link).map_err(|why| why.to_string())?;
    if linked != project.drawing_only() {
        return Err("its link holds another project".to_owned());
    }
    // Errors in the code and in custom tools are allowed; a panic is not.
    let _ = run(project);
    Ok(())
}

#[test]
fn a_mutated_project_is_refused_or_valid() {
    for project in projects() {
        assert_eq!(project::read(&project::write(&project)), Ok(project.clone()));
        assert_eq!(sound(&project), Ok(()));
    }
    let valid: Vec<String> = projects().iter().map(project::write).collect();
    let (read, refused) = judge(2, &valid, |bytes| {
        let opened = open(FORMATS, bytes);
        let Ok(text) = std::str::from_utf8(bytes) else {
            return Ok(opened.is_ok());
        };
        match project::read(text) {
            Ok(project) => sound(&project).map(|()| true),
            Err(_) => Ok(false),
        }
    });
    println!("projects: {read} read, {refused} refused");
    assert!(read > 100 && refused > 1_000, "{read} read, {refused} refused");
}

#[test]
fn a_mutated_link_payload_is_refused_or_valid() {
    let valid: Vec<String> = projects()
        .iter()
        .map(|project| {
            serde_json::to_string(&serde_json::from_str::<Value>(&project::write(project)).unwrap()).unwrap()
        })
        .collect();
    // The changed payload is packed with a valid checksum, as an attacker would do.
    let (read, refused) = judge(33, &valid, |bytes| {
        let packed = compress_to_vec(bytes, 6);
        let check = crc32fast::hash(&packed);
        let packed = URL_SAFE_NO_PAD.encode(packed);
        match link::decode(&format!(
            "t1.{}.{}.{check:08x}.{packed}",
            packed.len(),
            bytes.len()
        )) {
            Ok(project) if project != project.drawing_only() => Err("it carries locks or memory".to_owned()),
            Ok(project) => sound(&project).map(|()| true),
            Err(_) => Ok(false),
        }
    });
    println!("payloads: {read} read, {refused} refused");
    assert!(read > 100 && refused > 1_000, "{read} read, {refused} refused");
}

#[test]
fn a_mutated_link_is_refused_or_decodes_to_the_same_project() {
    let project = &projects()[0];
    let good = link::encode(project).unwrap();
    let mut changer = Changer(SplitMix64::new(4));
    let mut refused = 0;
    for _ in 0..4 * CHANGES {
        let bytes = changer.flipped(good.clone());
        match link::decode(&String::from_utf8_lossy(&bytes)) {
            Ok(read) => assert_eq!(
                read,
                project.drawing_only(),
                "{}",
                String::from_utf8_lossy(&bytes)
            ),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 3 * CHANGES, "{refused} refused");
}
