//! Rewriting of tool-call ids from other providers to ids that the current provider accepts.
//!
//! Invariants: a turn sent back verbatim keeps its ids. A rebuilt turn gets ids of the required format that are
//! unique in the conversation, and results get the id of their call. Ids depend on earlier turns only, so the sent
//! prefix of a conversation stays identical.

use std::collections::BTreeSet;

/// Ids of one request, assigned while its turns are written in order.
#[derive(Debug)]
pub(super) struct Ids {
    shape: fn(&str) -> String,
    used: BTreeSet<String>,
    /// Calls of the latest assistant turn, as pairs of original id and sent id.
    latest: Vec<(String, String)>,
}

impl Ids {
    /// Creates an assignment whose ids are converted by `shape`.
    pub(super) fn new(shape: fn(&str) -> String) -> Self {
        Self {
            shape,
            used: BTreeSet::new(),
            latest: Vec::new(),
        }
    }

    /// Starts an assistant turn.
    pub(super) fn begin(&mut self) {
        self.latest.clear();
    }

    /// Records the id of a call that is sent back verbatim.
    pub(super) fn keep(&mut self, id: &str) {
        self.used.insert(id.to_owned());
        self.latest.push((id.to_owned(), id.to_owned()));
    }

    /// Returns a unique id for a call of a rebuilt turn.
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

    /// Returns the id to send with the result of a call of the latest assistant turn.
    pub(super) fn result(&self, id: &str) -> String {
        let found = self.latest.iter().find(|(original, _)| original == id);
        found.map_or_else(|| (self.shape)(id), |(_, sent)| sent.clone())
    }
}

/// Converts an id to at most 64 letters, digits, `_` and `-`, which most providers accept.
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

/// Converts an id to exactly nine letters and digits, as Mistral requires.
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

/// Computes the FNV-1a hash, which is the same on every platform.
pub(super) fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn call_ids_stay_unique_and_valid() {
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
    fn call_ids_for_mistral_have_nine_characters() {
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
