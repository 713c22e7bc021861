//! The identifier of an event, of a ledger, and the mark of a place in a ledger.

use core::{fmt, str::FromStr, time::Duration};

use ids_core::{Field, Hex, Layout, ParseError, RangeError, Text, Ticks, TimeError};

use crate::time::TICKS;

/// An Evently event id: 128 bits, written as 32 lower-case hex digits.
///
/// The order of ids, of their bytes and of their texts is the order of time.
///
/// ```
/// use evently_id::EventId;
/// let id: EventId = "0005cd7556b05092aecc815daa77f99c".parse()?;
/// assert_eq!(id.timestamp(), 1_633_278_732_816_530);
/// assert_eq!(id.checksum(), 0xaecc_815d);
/// assert_eq!(id.ledger().to_string(), "aa77f99c");
/// # Ok::<(), ids_core::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventId([u8; 16]);

ids_core::impl_id!(EventId, 16);

impl EventId {
    /// Reserved, always 0: the upstream column is a signed 64-bit integer (rule EVENTLY-1).
    pub const SIGN: Field = Field::new("sign", 127, 127).always(0);
    /// Microseconds since 1970 (rule EVENTLY-1).
    pub const TIMESTAMP: Field = Field::new("timestamp", 126, 64);
    /// CRC-32C of the event and the id before it (rules EVENTLY-16 to EVENTLY-18).
    pub const CHECKSUM: Field = Field::new("checksum", 63, 32);
    /// The ledger's number (rule EVENTLY-3).
    pub const LEDGER: Field = Field::new("ledger", 31, 2);
    /// The id version, 0 being the only one defined (rule EVENTLY-3).
    pub const VERSION: Field = Field::new("version", 1, 0);

    /// The fields, most significant first.
    pub const LAYOUT: Layout = Layout::new(
        "evently",
        128,
        &[Self::SIGN, Self::TIMESTAMP, Self::CHECKSUM, Self::LEDGER, Self::VERSION],
    );

    /// Microseconds since 1970 (rule EVENTLY-1).
    pub const TICKS: Ticks = TICKS;

    /// The canonical texts.
    pub const PATTERN: &'static str = "^[0-7][0-9a-f]{31}$";

    /// The id of these parts: microseconds since 1970 and the ledger with its version bits.
    ///
    /// # Errors
    /// [`RangeError`] if the timestamp has more than 63 bits.
    #[inline]
    pub const fn from_parts(
        timestamp: u64,
        checksum: u32,
        ledger: LedgerId,
    ) -> Result<Self, RangeError> {
        match Self::TIMESTAMP.put(timestamp) {
            Ok(bits) => {
                Ok(Self((bits | (checksum as u128) << 32 | ledger.0 as u128).to_be_bytes()))
            }
            Err(error) => Err(error),
        }
    }

    /// Microseconds since 1970.
    #[inline]
    pub const fn timestamp(self) -> u64 {
        Self::TIMESTAMP.get(self.to_bits())
    }

    /// The time since 1970, in whole microseconds.
    #[inline]
    pub const fn time(self) -> Duration {
        Duration::from_micros(self.timestamp())
    }

    /// The CRC-32C of the event and its predecessor.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the field has 32 bits")]
    pub const fn checksum(self) -> u32 {
        Self::CHECKSUM.get(self.to_bits()) as u32
    }

    /// The ledger, with the version bits.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the low 32 bits are asked for")]
    pub const fn ledger(self) -> LedgerId {
        LedgerId(self.to_bits() as u32)
    }

    /// The smallest id of this ledger at this time.
    ///
    /// # Errors
    /// [`TimeError`] after the year 294,000.
    #[inline]
    pub fn first_at(time: Duration, ledger: LedgerId) -> Result<Self, TimeError> {
        let timestamp = TICKS.at_most(time, Self::TIMESTAMP.max())?;
        Ok(Self((u128::from(timestamp) << 64 | u128::from(ledger.0)).to_be_bytes()))
    }

    /// The largest id of this ledger at this time.
    ///
    /// # Errors
    /// [`TimeError`] after the year 294,000.
    #[inline]
    pub fn last_at(time: Duration, ledger: LedgerId) -> Result<Self, TimeError> {
        let first = Self::first_at(time, ledger)?;
        Ok(Self((first.to_bits() | Self::CHECKSUM.mask()).to_be_bytes()))
    }

    /// The id of this number.
    ///
    /// # Errors
    /// [`ParseError::Fixed`] if bit 127 is set.
    #[inline]
    pub const fn from_bits(bits: u128) -> Result<Self, ParseError> {
        match Self::LAYOUT.check(bits) {
            Ok(()) => Ok(Self(bits.to_be_bytes())),
            Err(error) => Err(error),
        }
    }

    /// The id as a number.
    #[inline]
    pub const fn to_bits(self) -> u128 {
        u128::from_be_bytes(self.0)
    }

    /// The id of these bytes, most significant first.
    ///
    /// # Errors
    /// As [`from_bits`](Self::from_bits).
    #[inline]
    pub const fn from_bytes(bytes: [u8; 16]) -> Result<Self, ParseError> {
        Self::from_bits(u128::from_be_bytes(bytes))
    }

    /// The id as bytes, most significant first.
    #[inline]
    pub const fn to_bytes(self) -> [u8; 16] {
        self.0
    }

    /// The canonical text: 32 lower-case hex digits (rule EVENTLY-4).
    #[inline]
    pub const fn encode(self) -> Text<32> {
        Hex::LOWER.encode(self.to_bits())
    }

    /// The id of its canonical text.
    ///
    /// # Errors
    /// [`ParseError`] for any other text: upper case and hyphens too.
    #[inline]
    pub const fn decode(text: &[u8]) -> Result<Self, ParseError> {
        match Hex::LOWER.decode::<32>(text) {
            Ok(bits) => Self::from_bits(bits),
            Err(error) => Err(error),
        }
    }

    /// The id of its digits in either case, or of the 8-4-4-4-12 form in which databases print
    /// it, and which of the two it was (rule EVENTLY-5).
    ///
    /// # Errors
    /// [`ParseError`] for anything else.
    #[inline]
    pub fn decode_lenient(text: &[u8]) -> Result<(Self, Met), ParseError> {
        if text.len() == 36 {
            return Ok((Self::from_bits(Hex::ANY_CASE.decode_uuid(text)?)?, Met::Uuid));
        }
        Ok((Self::from_bits(Hex::ANY_CASE.decode::<32>(text)?)?, Met::Digits))
    }

    /// The id as databases that store it in a UUID column print it. Its version and variant
    /// digits mean nothing.
    #[inline]
    pub const fn encode_uuid(self) -> Text<36> {
        Hex::LOWER.encode_uuid(self.to_bits())
    }

    /// The place of this event in its ledger, without the checksum.
    #[inline]
    pub const fn mark(self) -> Mark {
        Mark { timestamp: self.timestamp(), ledger: self.ledger() }
    }
}

#[cfg(feature = "uuid")]
impl From<EventId> for uuid::Uuid {
    #[inline]
    fn from(id: EventId) -> Self {
        Self::from_bytes(id.0)
    }
}

#[cfg(feature = "uuid")]
impl TryFrom<uuid::Uuid> for EventId {
    type Error = ParseError;
    #[inline]
    fn try_from(uuid: uuid::Uuid) -> Result<Self, ParseError> {
        Self::from_bytes(uuid.into_bytes())
    }
}

/// The form that [`EventId::decode_lenient`] met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Met {
    /// 32 hex digits, perhaps in upper case.
    Digits,
    /// 8-4-4-4-12 digits, perhaps in upper case.
    Uuid,
}

/// A ledger's number: 30 bits, and two that say the version of the ids in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LedgerId(u32);

impl LedgerId {
    /// The ledger of this number, version bits included.
    #[inline]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The ledger that a checksum over its first event names: the two version bits are cleared
    /// (rule EVENTLY-19).
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

    /// The ledger of its canonical text.
    ///
    /// # Errors
    /// [`ParseError`] for any other text.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "eight digits are 32 bits")]
    pub const fn decode(text: &[u8]) -> Result<Self, ParseError> {
        match Hex::LOWER.decode::<8>(text) {
            Ok(bits) => Ok(Self(bits as u32)),
            Err(error) => Err(error),
        }
    }
}

impl fmt::Display for LedgerId {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.encode(), f)
    }
}

impl fmt::Debug for LedgerId {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LedgerId").field(&self.encode()).finish()
    }
}

impl FromStr for LedgerId {
    type Err = ParseError;
    #[inline]
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::decode(text.as_bytes())
    }
}

/// A place in a ledger as the interface of 2021 to 2023 named it: an event id without its
/// checksum, 24 lower-case hex digits (rule EVENTLY-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark {
    /// Microseconds since 1970; 0 means that nothing has matched yet.
    pub timestamp: u64,
    /// The ledger.
    pub ledger: LedgerId,
}

impl Mark {
    /// The 24 digits.
    #[inline]
    pub const fn encode(self) -> Text<24> {
        Hex::LOWER.encode((self.timestamp as u128) << 32 | self.ledger.0 as u128)
    }

    /// The mark of its 24 digits.
    ///
    /// # Errors
    /// [`ParseError`] for any other text.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "split into its two parts")]
    pub const fn decode(text: &[u8]) -> Result<Self, ParseError> {
        match Hex::LOWER.decode::<24>(text) {
            Ok(bits) => Ok(Self { timestamp: (bits >> 32) as u64, ledger: LedgerId(bits as u32) }),
            Err(error) => Err(error),
        }
    }
}
