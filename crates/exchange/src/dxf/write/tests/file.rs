//! Reader of the tags of a file for tests.

/// Record of a file: its type and its tags.
#[derive(Clone, Debug)]
pub(super) struct Record {
    /// Section that contains the record.
    pub(super) section: String,
    /// Type, the value of group code 0.
    pub(super) kind: String,
    /// Tags after the type.
    pub(super) tags: Vec<(u16, String)>,
}

impl Record {
    /// Returns the first value of a group code.
    pub(super) fn get(&self, code: u16) -> Option<&str> {
        let found = self.tags.iter().find(|tag| tag.0 == code);
        found.map(|tag| tag.1.as_str())
    }

    /// Returns all values of a group code as numbers.
    pub(super) fn numbers(&self, code: u16) -> Vec<f64> {
        let values = self.tags.iter().filter(|tag| tag.0 == code);
        values.map(|tag| tag.1.parse().unwrap()).collect()
    }
}

/// Reads the records of a file.
pub(super) fn records(file: &[u8]) -> Vec<Record> {
    let text = std::str::from_utf8(file).unwrap();
    assert!(text.is_ascii() && text.ends_with("  0\r\nEOF\r\n"));
    let lines: Vec<&str> = text.split_terminator("\r\n").collect();
    assert_eq!(lines.len() % 2, 0);
    let mut out: Vec<Record> = Vec::new();
    let mut section = String::new();
    for pair in lines.chunks_exact(2) {
        let code: u16 = pair[0].trim().parse().unwrap();
        if code == 0 {
            if ["SECTION", "EOF"].contains(&pair[1]) {
                section.clear();
            }
            out.push(Record {
                section: section.clone(),
                kind: pair[1].to_owned(),
                tags: Vec::new(),
            });
            continue;
        }
        let record = out.last_mut().unwrap();
        if code == 2 && record.kind == "SECTION" {
            pair[1].clone_into(&mut section);
        }
        record.tags.push((code, pair[1].to_owned()));
    }
    out
}

/// Returns the entities of the model space.
pub(super) fn entities(file: &[u8]) -> Vec<Record> {
    let of_section = |record: &Record| record.section == "ENTITIES" && record.kind != "ENDSEC";
    records(file).into_iter().filter(of_section).collect()
}

/// Returns the entities as lines of text without handles, owners, classes, z coordinates, and layer 0.
pub(super) fn shown(file: &[u8]) -> Vec<String> {
    let tag = |(code, value): &(u16, String)| format!(" {code}:{value}");
    let is_shown = |tag: &&(u16, String)| {
        !matches!(tag.0, 5 | 330 | 100 | 30..=39 | 210 | 220 | 230) && *tag != &(8, "0".to_owned())
    };
    let line = |record: &Record| {
        let tags: String = record.tags.iter().filter(is_shown).map(tag).collect();
        format!("{}{tags}", record.kind)
    };
    entities(file).iter().map(line).collect()
}
