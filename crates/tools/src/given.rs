//! Optional argument for which `null` is a value.

use super::argument_macros::expecting;
use serde::Deserialize;
use serde::de::{self, Visitor};
use std::marker::PhantomData;

/// Optional argument for which `null` is a value: `None` only if the argument is not given.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Given<T>(pub(super) Option<T>);

impl<T> Default for Given<T> {
    fn default() -> Given<T> {
        Given(None)
    }
}

impl<T> Given<T> {
    /// Name of the newtype struct as which a value is deserialized.
    pub(super) const NAME: &'static str = "Given";
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Given<T> {
    fn deserialize<D: de::Deserializer<'de>>(deserializer: D) -> Result<Given<T>, D::Error> {
        struct GivenVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for GivenVisitor<T> {
            type Value = Given<T>;

            expecting!("a value", "값");

            fn visit_unit<E: de::Error>(self) -> Result<Given<T>, E> {
                Ok(Given(None))
            }

            fn visit_newtype_struct<D: de::Deserializer<'de>>(self, value: D) -> Result<Given<T>, D::Error> {
                T::deserialize(value).map(|value| Given(Some(value)))
            }
        }

        deserializer.deserialize_newtype_struct(Given::<T>::NAME, GivenVisitor(PhantomData))
    }
}
