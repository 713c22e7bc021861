//! Identifiers of other projects: UUIDs, ULID, KSUID and more. They are read and explained, nothing else.
//!
//! These are no formats of this project: they have no generators and no vectors here. For a program
//! that knows its format, there is a crate of that format.
//!
//! ```
//! use ids_formats::others::{self, Kind};
//! let text = b"01ARZ3NDEKTSV4RRFFQ69G5FAV";
//! let ulid = others::read(text).next().expect("it is a ULID");
//! assert_eq!(ulid.kind(), Kind::Ulid);
//! assert_eq!(ulid.time().map(|time| time.as_millis()), Some(1_469_922_850_259));
//! let fields: Vec<_> = ulid.fields(text).map(|(name, value)| format!("{name} {value}")).collect();
//! assert_eq!(fields, ["timestamp 1469922850259", "random 1012768647078601740696923"]);
//! ```

pub(crate) mod digits;
mod facts;
mod near;
mod prefixed;
mod read;
mod uuid;

use alloc::vec::Vec;
use core::{fmt, time::Duration};

use crate::{Evidence, UnixTime, bits::low};
pub use facts::Kind;
pub use near::near;
pub use read::read;

impl Kind {
    /// The name of the family in lower case, such as `uuid`.
    #[inline]
    pub const fn name(self) -> &'static str {
        self.facts().family
    }

    /// The name inside the family, such as `v7`.
    #[inline]
    pub const fn flavour(self) -> Option<&'static str> {
        self.facts().flavour
    }

    /// What it is, in a line for people.
    #[inline]
    pub const fn about(self) -> &'static str {
        self.facts().about
    }

    /// What a reading of it proves, and what not.
    #[inline]
    pub const fn note(self) -> &'static str {
        self.facts().note
    }

    /// The unit of the time inside, if there is one.
    #[inline]
    pub const fn unit(self) -> Option<Duration> {
        match &self.facts().timed {
            Some(timed) => Some(timed.ticks.unit()),
            None => None,
        }
    }
}

listed! {
    /// How a text is spelled, beside the canonical way.
    // Its name, how common it is, and what it is for people, if the text shows another number than its digits have.
    enum Spelled: (&'static str, i32, Option<&'static str>) {
        /// As the format's programs write it.
        Canonical = ("text", 0, None),
        /// In upper case, where the canonical text is in lower case.
        Upper = ("upper", -2, None),
        /// In lower case, where the canonical text is in upper case.
        Lower = ("lower", -3, None),
        /// In both cases, or with letters that stand for digits.
        Alias = ("alias", -6, None),
        /// A UUID's 32 digits without hyphens.
        Simple = ("simple", -2, None),
        /// A UUID in braces.
        Braced = ("braced", -3, None),
        /// A UUID behind `urn:uuid:`.
        Urn = ("urn", -3, None),
        /// An identifier that is not a UUID, its bytes in the digits of one.
        Bytes = ("bytes", -3, Some("its bytes, as a column for UUIDs keeps them")),
        /// A UUID whose first three groups have their bytes in the reversed order.
        LittleEndian = (
            "little-endian",
            REARRANGED,
            Some("the first three groups are little-endian: .NET's Guid, SQL Server, MongoDB's C# driver"),
        ),
        /// A UUID of which both halves have their bytes in the reversed order.
        Reversed = (
            "reversed",
            REARRANGED,
            Some("both halves are reversed: MongoDB's Java driver"),
        ),
    }
}

/// Many ways to read a text find a version in it by chance, and less often a time.
const REARRANGED: i32 = -9;

/// A text read as an identifier of another project.
///
/// It does not keep the text: methods that need it take it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Other {
    kind: Kind,
    spelling: Spelled,
    /// The number; where there is none, 0.
    bits: u128,
    /// What stands before the number: a KSUID's seconds, the length of a prefix.
    head: u32,
    /// How many bits choose one of all texts of this spelling.
    width: Evidence,
}

/// The value of a field.
#[derive(Clone, Copy)]
enum Value<'t> {
    Number(u128),
    /// A network address, whose text has colons.
    Address(u64),
    Text(&'t str),
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Address(address) => {
                for (index, byte) in address.to_be_bytes()[2..].iter().enumerate() {
                    write!(f, "{}{byte:02x}", if index == 0 { "" } else { ":" })?;
                }
                Ok(())
            }
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl Other {
    /// The kind.
    #[inline]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The name of how the text was spelled, in lower case: `text` as the format's programs write it.
    #[inline]
    pub const fn form(&self) -> &'static str {
        self.spelling.facts().0
    }

    /// How the bytes stand, in a line for people, if the text is a UUID's by its shape and says another number, or an
    /// identifier of another kind.
    #[inline]
    pub const fn rearranged(&self) -> Option<&'static str> {
        self.spelling.facts().2
    }

    /// Whether it is of the same kind, and spelled so.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        (self.kind, self.spelling) == (other.kind, other.spelling)
    }

    /// The time inside, since the Unix epoch; `None` if there is none or it is before that.
    #[inline]
    pub fn time(&self) -> Option<UnixTime> {
        let timed = self.kind.facts().timed?;
        let tick = match self.kind {
            Kind::Ksuid => u64::from(self.head),
            kind => match uuid::ticks(kind, self.bits) {
                Some(ticks) => ticks,
                None => low(field(self.bits, self.kind.facts().fields.first()?)),
            },
        };
        Some(timed.ticks.start(tick.checked_sub(timed.before)?))
    }

    /// The identifier's bytes, most significant first; none where it is nothing but text.
    #[inline]
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        if matches!(self.kind, Kind::Ksuid) {
            bytes.extend_from_slice(&self.head.to_be_bytes());
        }
        bytes.extend_from_slice(&self.bits.to_be_bytes()[16 - self.kind.facts().bytes..]);
        bytes
    }

    /// The fields with their values, most significant first: decimal numbers, a network address with colons, text.
    /// `text` is what was read.
    #[inline]
    pub fn fields<'t>(
        &self,
        text: &'t [u8],
    ) -> impl Iterator<Item = (&'static str, impl fmt::Display + use<'t>)> + use<'t> {
        let whole = match self.kind {
            Kind::Ksuid => [
                Some(("timestamp", Value::Number(self.head.into()))),
                Some(("payload", Value::Number(self.bits))),
                None,
            ],
            _ => prefixed::fields(self.kind, self.head, text),
        };
        let bits = self.bits;
        let fields = self.kind.facts().fields.iter().map(move |place| {
            let value = field(bits, place);
            let is_address = place.0 == "node" && place.1 - place.2 == 47;
            (place.0, if is_address { Value::Address(low(value)) } else { Value::Number(value) })
        });
        whole.into_iter().flatten().chain(fields)
    }

    /// The fields that are bits, most significant first, each with its highest and its lowest bit; none
    /// where it is nothing but text. A field of a UUID's timestamp is one of several.
    #[inline]
    pub fn layout(&self) -> impl Iterator<Item = (&'static str, u32, u32)> + use<> {
        let ksuid = matches!(self.kind, Kind::Ksuid);
        let whole =
            [("timestamp", 159, 128), ("payload", 127, 0)].into_iter().filter(move |_| ksuid);
        whole.chain(self.kind.facts().fields.iter().copied())
    }

    /// Appends the canonical text. `text` is what was read.
    #[inline]
    pub fn write(&self, text: &[u8], out: &mut Vec<u8>) {
        match self.kind {
            kind if uuid::version(kind).is_some() => uuid::write(self.bits, out),
            Kind::Ulid => digits::CROCKFORD.write(self.bits, 26, out),
            Kind::Tsid => digits::CROCKFORD.write(self.bits, 13, out),
            Kind::ObjectId | Kind::Scru128 => out.extend(text.iter().map(u8::to_ascii_lowercase)),
            _ => out.extend_from_slice(text),
        }
    }

    /// How many bits choose one of all texts that the kind has in this spelling.
    pub(crate) const fn width(&self) -> Evidence {
        self.width
    }

    /// The version of a UUID: where its value is fixed, and the variant's with it.
    pub(crate) fn version(&self) -> Option<u64> {
        match self.kind {
            Kind::TypeId => Some(7),
            kind => uuid::version(kind).filter(|version| *version > 0),
        }
    }

    /// How common identifiers of this kind and spelling are.
    pub(crate) const fn prior(&self) -> Evidence {
        let spelling = match self.spelling.facts().1 {
            REARRANGED if matches!(self.kind, Kind::UuidV4) => -14,
            REARRANGED if self.kind.unit().is_none() => -21,
            spelling => spelling,
        };
        Evidence::new(self.kind.facts().prior + spelling)
    }
}

/// The bits of a number at the place of a field.
const fn field(bits: u128, (_, high, low): &(&str, u32, u32)) -> u128 {
    bits >> *low & u128::MAX >> (127 - (*high - *low))
}
