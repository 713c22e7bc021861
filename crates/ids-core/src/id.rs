//! The trait of all identifiers.

use core::{
    fmt::{Debug, Display},
    hash::Hash,
    str::FromStr,
};

use crate::{ParseError, format::Layout};

/// An identifier: a number of fixed width, its bytes, and one canonical text.
///
/// For code that is generic over formats, such as the command, the test kit and the benchmarks.
/// Each type has the same operations as inherent methods.
///
/// Laws, tested for each format: `from_bits(id.to_bits()) == Ok(id)`;
/// `id.to_string().parse() == Ok(id)`, and no other text parses to `id` unless the format names
/// it an alias; `a < b` exactly if `a.to_bits() < b.to_bits()`.
pub trait Id:
    Copy + Ord + Hash + Debug + Display + FromStr<Err = ParseError> + Send + Sync + 'static
{
    /// The fields of the format.
    const LAYOUT: Layout;

    /// The regular expression, anchored at both ends, that the canonical texts match. If the
    /// largest number is not a power of the base, some matches are no identifiers.
    const PATTERN: &'static str;

    /// The identifier as bytes, most significant first.
    type Bytes: AsRef<[u8]> + Copy;

    /// The identifier of this number.
    ///
    /// # Errors
    /// [`ParseError::TooLarge`], or [`ParseError::Fixed`] or [`ParseError::OneOf`] if a fixed field
    /// has another value.
    fn from_bits(bits: u128) -> Result<Self, ParseError>;

    /// The identifier as a number.
    fn to_bits(self) -> u128;

    /// The identifier as bytes, most significant first.
    fn to_bytes(self) -> Self::Bytes;
}

/// Writes what every identifier stored as big-endian bytes forwards to its own methods.
///
/// The type is a tuple struct of its bytes that derives
/// `Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash`, and has `encode`, `decode`, `from_bytes`,
/// `to_bytes`, `from_bits` and `to_bits` (a `u128`, or a `u64` if that is what the format needs)
/// and the constants `LAYOUT` and `PATTERN`. With the caller's feature `serde`: text in
/// human-readable formats, bytes in others. Both are read, whichever of the two the data format
/// has. A list of numbers, which JSON has for bytes, is not read.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_id {
    ($id:ident, $bytes:literal) => {
        impl $crate::Id for $id {
            const LAYOUT: $crate::format::Layout = Self::LAYOUT;
            const PATTERN: &'static str = Self::PATTERN;
            type Bytes = [u8; $bytes];
            #[inline]
            fn from_bits(bits: u128) -> Result<Self, $crate::ParseError> {
                match bits.try_into() {
                    Ok(bits) => Self::from_bits(bits),
                    Err(_) => Err($crate::ParseError::TooLarge { bits: Self::LAYOUT.bits() }),
                }
            }
            #[inline]
            fn to_bits(self) -> u128 {
                self.to_bits().into()
            }
            #[inline]
            fn to_bytes(self) -> [u8; $bytes] {
                self.to_bytes()
            }
        }

        $crate::format::impl_text!($id);

        impl AsRef<[u8]> for $id {
            #[inline]
            fn as_ref(&self) -> &[u8] {
                &self.0
            }
        }

        impl From<$id> for [u8; $bytes] {
            #[inline]
            fn from(id: $id) -> Self {
                id.to_bytes()
            }
        }

        impl From<$id> for u128 {
            #[inline]
            fn from(id: $id) -> Self {
                $crate::Id::to_bits(id)
            }
        }

        impl TryFrom<u128> for $id {
            type Error = $crate::ParseError;
            #[inline]
            fn try_from(bits: u128) -> Result<Self, $crate::ParseError> {
                $crate::Id::from_bits(bits)
            }
        }

        impl TryFrom<[u8; $bytes]> for $id {
            type Error = $crate::ParseError;
            #[inline]
            fn try_from(bytes: [u8; $bytes]) -> Result<Self, $crate::ParseError> {
                Self::from_bytes(bytes)
            }
        }

        impl TryFrom<&[u8]> for $id {
            type Error = $crate::ParseError;
            #[inline]
            fn try_from(bytes: &[u8]) -> Result<Self, $crate::ParseError> {
                match bytes.try_into() {
                    Ok(bytes) => Self::from_bytes(bytes),
                    Err(_) => Err($crate::ParseError::Length {
                        found: bytes.len(),
                        min: $bytes,
                        max: $bytes,
                    }),
                }
            }
        }

        $crate::format::impl_serde!(@with $id, $crate::serde::serialize, $crate::serde::deserialize);
    };
}
