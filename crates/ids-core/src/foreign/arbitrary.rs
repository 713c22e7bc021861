//! `arbitrary`: identifiers for fuzz tests.

pub use arbitrary::{Arbitrary, Result, Unstructured};

use super::{refused::Refused, sample::sample};
use crate::Id;

/// The identifier of the next bytes.
///
/// # Errors
/// The bytes have ended.
#[inline]
pub fn arbitrary<I: Id>(bytes: &mut Unstructured<'_>) -> Result<I> {
    let (bits, choice) = (bytes.arbitrary()?, bytes.arbitrary()?);
    sample(bits, choice).ok_or(arbitrary::Error::IncorrectFormat)
}

/// How many bytes [`arbitrary`] takes: those of a number of 128 bits and one of 64.
pub const SIZE: (usize, Option<usize>) = (24, Some(24));

impl<'a, I: Id> Arbitrary<'a> for Refused<I> {
    #[inline]
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        Ok(Self::new(bytes.arbitrary()?, bytes.arbitrary()?))
    }

    #[inline]
    fn size_hint(_: usize) -> (usize, Option<usize>) {
        SIZE
    }
}

/// Writes `Arbitrary`.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_arbitrary {
    ([$($parameters:tt)*] $type:ty) => {
        impl<'a, $($parameters)*> $crate::foreign::arbitrary::Arbitrary<'a> for $type {
            #[inline]
            fn arbitrary(
                bytes: &mut $crate::foreign::arbitrary::Unstructured<'a>,
            ) -> $crate::foreign::arbitrary::Result<Self> {
                $crate::foreign::arbitrary::arbitrary(bytes)
            }

            #[inline]
            fn size_hint(_: usize) -> (usize, ::core::option::Option<usize>) {
                $crate::foreign::arbitrary::SIZE
            }
        }
    };
}
