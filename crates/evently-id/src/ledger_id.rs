//! The identifier of a ledger.

use ids_core::{
    ParseError, Text,
    format::{Hex, impl_component},
};

/// A ledger's number: 30 bits, and two that say the version of the ids in it.
///
/// Every number of 32 bits is one that can be read (rule [EVENTLY-3](crate::rules#evently-3)).
/// `From<u32>` is [`from_bits`](Self::from_bits), which does not clear the version bits of a
/// checksum.
///
/// ```
/// use evently_id::LedgerId;
/// let ledger: LedgerId = "aa77f99c".parse()?;
/// assert_eq!((ledger, u32::from(ledger)), (LedgerId::from(0xaa77_f99c), 0xaa77_f99c));
/// # Ok::<(), evently_id::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LedgerId(u32);

impl_component!(LedgerId: u32, to_bits, from_bits);

impl LedgerId {
    /// The smallest ledger: all bits zero.
    pub const MIN: Self = Self(0);

    /// The largest ledger: all bits set, version bits included.
    pub const MAX: Self = Self(u32::MAX);

    /// The ledger of this number, version bits included.
    #[inline]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The ledger that a checksum over its first event names: the two version bits are cleared
    /// (rule [EVENTLY-19](crate::rules#evently-19)).
    #[inline]
    pub const fn from_checksum(checksum: u32) -> Self {
        Self(checksum & !3)
    }

    /// The number, version bits included.
    #[inline]
    pub const fn to_bits(self) -> u32 {
        self.0
    }

    /// The version bits; 0 is the only version defined.
    #[inline]
    pub const fn version(self) -> u32 {
        self.0 & 3
    }

    /// The canonical text: 8 lower-case hex digits.
    #[inline]
    pub const fn encode(self) -> Text<8> {
        Hex::LOWER.encode(self.0 as u128)
    }

    /// The ledger of exactly this text.
    ///
    /// # Errors
    /// [`ParseError::Length`] unless the text has 8 bytes; [`ParseError::Digit`] for the first
    /// byte that is no digit in lower case.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "eight digits are 32 bits")]
    pub const fn decode(text: &[u8]) -> Result<Self, ParseError> {
        match Hex::LOWER.decode::<8>(text) {
            Ok(bits) => Ok(Self(bits as u32)),
            Err(error) => Err(error),
        }
    }
}
