//! Numbers, instants and bytes as the files and the protocol spell them: strings, each in the one
//! spelling it has.

use core::{fmt, str::FromStr};

use ids_core::UnixTime;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// A whole number, written as a string of decimal digits, with a sign where negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Number<N = u128>(pub N);

/// Nanoseconds since the Unix epoch, or before it.
pub type Instant = Number<i128>;

/// Bytes, written as a string of lower-case hexadecimal digits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Octets(pub Vec<u8>);

impl Number {
    /// This number of nanoseconds after the Unix epoch, or the last instant.
    pub const fn instant(self) -> UnixTime {
        UnixTime::saturating_from_nanos(self.0)
    }
}

impl From<UnixTime> for Number {
    fn from(time: UnixTime) -> Self {
        Self(time.as_nanos())
    }
}

impl<N: fmt::Display> fmt::Display for Number<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Octets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl<N: fmt::Display> Serialize for Number<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl Serialize for Octets {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A number in the one spelling it has.
impl<'de, N: FromStr + fmt::Display> Deserialize<'de> for Number<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        match spelled(&text) {
            Some(number) => Ok(Self(number)),
            None => Err(D::Error::custom(format_args!("{text:?} is no decimal number"))),
        }
    }
}

/// The number that a text spells, if it is the one spelling that the number has.
pub(crate) fn spelled<N: FromStr + fmt::Display>(text: &str) -> Option<N> {
    text.parse().ok().filter(|number: &N| number.to_string() == text)
}

impl<'de> Deserialize<'de> for Octets {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        match bytes_of(&text) {
            Some(bytes) => Ok(Self(bytes)),
            None => Err(D::Error::custom(format_args!("{text:?} is no lower-case hexadecimal"))),
        }
    }
}

/// The bytes that lower-case hexadecimal digits spell.
pub(crate) fn bytes_of(hex: &str) -> Option<Vec<u8>> {
    const fn nibble(digit: u8) -> Option<u8> {
        match digit {
            b'0'..=b'9' => Some(digit - b'0'),
            b'a'..=b'f' => Some(digit - b'a' + 10),
            _ => None,
        }
    }
    let pairs = hex.as_bytes().chunks(2).map(|pair| match pair {
        [high, low] => Some(nibble(*high)? << 4 | nibble(*low)?),
        _ => None,
    });
    pairs.collect()
}
