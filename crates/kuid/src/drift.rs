//! The drift: how long a window of a global identifier is.

use core::{error::Error, fmt, str::FromStr, time::Duration};

use ids_core::{
    ParseError, RangeError, UnixTime,
    format::{Digits, Layout, or_return},
};

use crate::{Local, NodeId, layout};

/// How many bits of a global identifier's seconds stand after the node: 5 to 10, by default 8
/// ([KUID-6](crate::rules#kuid-6)).
///
/// Global identifiers sort by windows of `2^bits` seconds first and by node inside a window, so
/// that a node's identifiers stay together while the clocks differ by less than a window. The drift
/// is not in the identifier: all who write and read a set of identifiers need the same one. Read
/// with another drift, an identifier gives another node and another second.
///
/// A program that knows its drift has it in the type, [`Kuid`](crate::Kuid). This value is for one
/// that is told the drift as it runs. Its text is the number of bits in decimal.
///
/// ```
/// use core::time::Duration;
/// use kuid::{Drift, DriftError};
/// assert_eq!(Drift::DEFAULT.window(), Duration::from_secs(256));
/// assert_eq!(Drift::new(10)?.window(), Duration::from_secs(1024));
/// assert_eq!(Drift::new(4), Err(DriftError { bits: 4 }));
/// # Ok::<(), DriftError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Drift(u8);

static DECIMAL: Digits<10> = Digits::DECIMAL;

/// The node's bits.
const NODE: u32 = u32::BITS;

impl Drift {
    /// 5 bits: windows of 32 seconds.
    pub const MIN: Self = Self(5);

    /// 8 bits: windows of 4 minutes and 16 seconds.
    pub const DEFAULT: Self = Self(8);

    /// 10 bits: windows of 17 minutes and 4 seconds.
    pub const MAX: Self = Self(10);

    /// The drift of this number of bits.
    ///
    /// # Errors
    /// [`DriftError`] unless they are 5 to 10.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the comparison bounds it")]
    pub const fn new(bits: u32) -> Result<Self, DriftError> {
        if bits < Self::MIN.bits() || bits > Self::MAX.bits() {
            return Err(DriftError { bits });
        }
        Ok(Self(bits as u8))
    }

    /// The number of bits.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0 as u32
    }

    /// The length of a window. The last window of each million seconds is shorter.
    #[inline]
    pub const fn window(self) -> Duration {
        Duration::from_secs(1 << self.0)
    }

    /// The fields of a global identifier, most significant first ([KUID-6](crate::rules#kuid-6)).
    #[inline]
    pub const fn layout(self) -> Layout {
        layout::global(self)
    }

    /// The number of the first identifier of [`Kuid::first_at`](crate::Kuid::first_at).
    ///
    /// # Errors
    /// [`RangeError`] after the last tick, in the year 35198.
    #[inline]
    pub const fn first_at(self, time: UnixTime) -> Result<u128, RangeError> {
        let local = or_return!(Local::first_at(time));
        let first = Local::from_bits(local.to_bits() & !self.below());
        Ok(self.join(first, NodeId::MIN))
    }

    /// The number of the last identifier of [`Kuid::last_at`](crate::Kuid::last_at).
    ///
    /// # Errors
    /// [`RangeError`] after the last tick, in the year 35198.
    #[inline]
    pub const fn last_at(self, time: UnixTime) -> Result<u128, RangeError> {
        let local = or_return!(Local::first_at(time));
        let last = Local::from_bits(local.to_bits() | self.below());
        Ok(self.join(last, NodeId::MAX))
    }

    /// Bits below the node.
    #[inline]
    const fn split_at(self) -> u32 {
        Local::SECOND.low() + self.bits()
    }

    /// The bits of a local identifier below those that all identifiers of a window have.
    #[inline]
    const fn below(self) -> u64 {
        !(u64::MAX << self.split_at())
    }

    /// The number of a global identifier: of the local one and its node
    /// ([KUID-10](crate::rules#kuid-10)).
    #[inline]
    pub const fn join(self, local: Local, node: NodeId) -> u128 {
        // Only the steps by a constant are wider than a word.
        let (bits, below) = (local.to_bits(), self.below());
        let node = (node.to_bits() as u64) << self.bits();
        let (high, node, low) = ((bits & !below) as u128, node as u128, (bits & below) as u128);
        high << NODE | node << Local::SECOND.low() | low
    }

    /// The local identifier and the node that the number of a global one holds
    /// ([KUID-10](crate::rules#kuid-10)). Bits above 96 do not count.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "96 bits: 64, and the node's 32")]
    pub const fn split(self, bits: u128) -> (Local, NodeId) {
        let split = self.split_at();
        let (high, low) = (bits >> (split + NODE), bits & !(u128::MAX << split));
        let local = Local::from_bits((high << split | low) as u64);
        (local, NodeId::from_bits((bits >> split) as u32))
    }
}

impl fmt::Display for Drift {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl FromStr for Drift {
    type Err = ParseError;

    /// The drift of exactly this number.
    #[inline]
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let bits = DECIMAL.decode::<32>(text.as_bytes())?;
        let drift = bits.try_into().ok().and_then(|bits| Self::new(bits).ok());
        drift.ok_or(ParseError::Unknown { what: "drift", known: "5 to 10" })
    }
}

impl Default for Drift {
    #[inline]
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// A drift that is not 5 to 10 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DriftError {
    /// The bits asked for.
    pub bits: u32,
}

impl DriftError {
    /// A stable lower-case name of the kind of error, for machine-readable output.
    #[inline]
    pub const fn kind(&self) -> &'static str {
        "range"
    }
}

impl fmt::Display for DriftError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a drift has 5 to 10 bits, not {}", self.bits)
    }
}

impl Error for DriftError {}
