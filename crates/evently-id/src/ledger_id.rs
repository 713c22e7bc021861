//! The identifier of a ledger.

use ids_core::format::impl_hex32;

/// A ledger's number: 30 bits, and two that say the version of the ids in it.
///
/// Every number of 32 bits is one that can be read (rule [EVENTLY-3](crate::rules#evently-3)), and
/// its text is 8 lower-case hexadecimal digits. `From<u32>` is [`from_bits`](Self::from_bits), which
/// does not clear the version bits of a checksum.
///
/// ```
/// use evently_id::LedgerId;
/// let ledger: LedgerId = "aa77f99c".parse()?;
/// assert_eq!((ledger, u32::from(ledger)), (LedgerId::from(0xaa77_f99c), 0xaa77_f99c));
/// # Ok::<(), evently_id::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LedgerId(u32);

impl_hex32!(LedgerId);

impl LedgerId {
    /// The ledger that a checksum over its first event names: the two version bits are cleared
    /// (rule [EVENTLY-19](crate::rules#evently-19)).
    #[inline]
    pub const fn from_checksum(checksum: u32) -> Self {
        Self(checksum & !3)
    }

    /// The version bits; 0 is the only version defined.
    #[inline]
    pub const fn version(self) -> u32 {
        self.0 & 3
    }
}
