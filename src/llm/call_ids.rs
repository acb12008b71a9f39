//! Ids of calls that another provider made up, as this one accepts them.
//!
//! Invariants: an echoed turn keeps its ids; a rebuilt one gets ids of the right shape that occur only once in the
//! conversation; results get the id of the call they answer. All depends on earlier turns only, so what was sent
//! stays the same.

use std::collections::BTreeSet;

/// Ids of one request, given out while its turns are written in order.
#[derive(Debug)]
pub(super) struct Ids {
    shape: fn(&str) -> String,
    used: BTreeSet<String>,
    /// Of the latest assistant turn: as the conversation has it, as it is sent.
    latest: Vec<(String, String)>,
}

impl Ids {
    /// Ids that `shape` makes acceptable.
    pub(super) fn new(shape: fn(&str) -> String) -> Self {
        Self {
            shape,
            used: BTreeSet::new(),
            latest: Vec::new(),
        }
    }

    /// An assistant turn begins.
    pub(super) fn begin(&mut self) {
        self.latest.clear();
    }

    /// The id of a call that is echoed as it is.
    pub(super) fn keep(&mut self, id: &str) {
        self.used.insert(id.to_owned());
        self.latest.push((id.to_owned(), id.to_owned()));
    }

    /// The id to send for a call that is rebuilt.
    pub(super) fn call(&mut self, id: &str) -> String {
        let mut sent = (self.shape)(id);
        let mut again = 1;
        while self.used.contains(&sent) {
            again += 1;
            sent = (self.shape)(&format!("{id}_{again}"));
        }
        self.used.insert(sent.clone());
        self.latest.push((id.to_owned(), sent.clone()));
        sent
    }

    /// The id to send for the result of a call of the latest assistant turn.
    pub(super) fn result(&self, id: &str) -> String {
        let found = self.latest.iter().find(|(original, _)| original == id);
        found.map_or_else(|| (self.shape)(id), |(_, sent)| sent.clone())
    }
}

/// Letters, digits, `_` and `-`, at most 64 of them: what most providers take.
pub(super) fn plain(id: &str) -> String {
    let safe: String = id
        .chars()
        .map(|c| match c {
            c if c.is_ascii_alphanumeric() => c,
            '_' | '-' => c,
            _ => '_',
        })
        .collect();
    if safe.len() > 64 {
        format!("{}_{:016x}", &safe[..47], hash(id))
    } else {
        safe
    }
}

/// Exactly nine letters and digits.
pub(super) fn nine(id: &str) -> String {
    if id.len() == 9 && id.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return id.to_owned();
    }
    const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    let mut left = hash(id);
    (0..9)
        .map(|_| {
            let digit = DIGITS[(left % 36) as usize];
            left /= 36;
            char::from(digit)
        })
        .collect()
}

/// FNV-1a: the same text gives the same number everywhere.
pub(super) fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_stay_apart() {
        let mut ids = Ids::new(plain);
        ids.begin();
        ids.keep("call_1");
        assert_eq!(ids.result("call_1"), "call_1");
        ids.begin();
        assert_eq!(ids.call("call_1"), "call_1_2");
        assert_eq!(ids.call("call.1/ü"), "call_1__");
        assert_eq!(ids.result("call_1"), "call_1_2");
        assert_eq!(ids.result("call.1/ü"), "call_1__");
        let long = "x".repeat(200);
        let sent = ids.call(&long);
        assert_eq!(sent.len(), 64);
        assert_eq!(ids.result(&long), sent);
    }

    #[test]
    fn nine_characters() {
        assert_eq!(nine("Ab3dE5gH9"), "Ab3dE5gH9");
        let made = nine("toolu_01NR");
        assert!(
            made.len() == 9 && made.bytes().all(|b| b.is_ascii_alphanumeric()),
            "{made}"
        );
        assert_ne!(made, nine("toolu_02NR"));
        let mut ids = Ids::new(nine);
        let (one, two) = (ids.call("a"), ids.call("a"));
        assert_ne!(one, two);
    }
}
