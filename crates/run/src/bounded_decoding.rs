//! Decoding of messages with a bounded number of items.
//!
//! A message is bounded in bytes, but a list of empty texts takes one byte for each text and 24 bytes of memory. The
//! sender of an outcome has run code of others, so the memory must not depend on what it claims. Each length of a list or a
//! text, each tag, and each whole number is read byte by byte, so the number of single bytes bounds the number of items.

use postcard::Error;
use postcard::de_flavors::Flavor;
use serde::Deserialize;

/// Maximum number of single bytes of a message: lengths, tags, and digits of whole numbers. The largest drawings have one
/// for each piece of an outline, and a message has room for two million pieces.
pub const MAX_ITEMS: usize = 4 << 20;

/// Decodes a value whose message has at most [`MAX_ITEMS`] lengths, tags, and digits.
///
/// # Errors
/// Returns the reason if there are more, or if the bytes are not a value of this type.
pub(crate) fn decode<T: for<'a> Deserialize<'a>>(bytes: &[u8]) -> Result<T, String> {
    let mut deserializer = postcard::Deserializer::from_flavor(Counted {
        rest: bytes,
        left: MAX_ITEMS,
    });
    let decoded = T::deserialize(&mut deserializer);
    match (decoded, deserializer.finalize()) {
        (Ok(value), _) => Ok(value),
        (Err(_), Ok(0)) => Err(format!("a message has more than {MAX_ITEMS} items")),
        (Err(error), _) => Err(error.to_string()),
    }
}

/// Source of bytes that counts those which are read one by one.
struct Counted<'de> {
    rest: &'de [u8],
    left: usize,
}

impl<'de> Flavor<'de> for Counted<'de> {
    /// Number of single bytes that were left.
    type Remainder = usize;
    type Source = &'de [u8];

    fn pop(&mut self) -> Result<u8, Error> {
        let (byte, rest) = self.rest.split_first().ok_or(Error::DeserializeUnexpectedEnd)?;
        self.left = self.left.checked_sub(1).ok_or(Error::DeserializeBadVarint)?;
        self.rest = rest;
        Ok(*byte)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }

    fn try_take_n(&mut self, count: usize) -> Result<&'de [u8], Error> {
        let (taken, rest) = self
            .rest
            .split_at_checked(count)
            .ok_or(Error::DeserializeUnexpectedEnd)?;
        self.rest = rest;
        Ok(taken)
    }

    fn finalize(self) -> Result<usize, Error> {
        Ok(self.left)
    }
}
