//! The group: a kind of entity, as a checksum of its name.

use crc::{Algorithm, Crc};
use ids_core::{
    ParseError, RangeError, Text,
    format::{Hex, impl_component, or_return},
};

use crate::Luuid;

/// The published checksum: the polynomial of 3GPP and DECT, used the way of CRC-32.
const CRC_12: Algorithm<u16> = Algorithm {
    width: 12,
    poly: 0x80f,
    init: 0xfff,
    refin: true,
    refout: true,
    xorout: 0xfff,
    check: 0xddd,
    residue: 0x5c0,
};

static CRC: Crc<u16> = Crc::<u16>::new(&CRC_12);

/// The group of a key, such as a type of entity: 12 bits.
///
/// Written as three hexadecimal digits, lower case. There are 4096 groups, so names soon have the
/// same one: among 76 names with a chance of one half. [`Groups`](crate::Groups) finds such names.
///
/// ```
/// use luuid::Group;
/// const PERSON: Group = Group::from_name("person");
/// assert_eq!(PERSON.to_bits(), 0x2a0);
/// assert_eq!(PERSON.to_string(), "2a0");
/// assert_eq!("2a0".parse(), Ok(PERSON));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Group(u16);

impl_component!(Group: u16, to_bits, new, RangeError);

impl Group {
    /// The smallest group, `000`.
    pub const MIN: Self = Self(0);

    /// The largest group, `fff`.
    pub const MAX: Self = Self::constant(0xfff);

    /// The group of this number.
    ///
    /// # Errors
    /// [`RangeError`] if it is wider than 12 bits.
    #[inline]
    pub const fn new(group: u16) -> Result<Self, RangeError> {
        or_return!(Luuid::GROUP.put(group as u64));
        Ok(Self(group))
    }

    /// As [`Group::new`], for numbers written in the program.
    ///
    /// # Panics
    /// If the number is wider than 12 bits: for a constant, when it is compiled.
    #[inline]
    #[track_caller]
    pub const fn constant(group: u16) -> Self {
        assert!(group <= 0xfff, "a group has at most 12 bits");
        Self(group)
    }

    /// The group of a name: the CRC-12 of its UTF-8 bytes ([LUUID-4](crate::rules#luuid-4)).
    ///
    /// Any text is a name; the published program takes a class's full name.
    #[inline]
    pub const fn from_name(name: &str) -> Self {
        Self::from_name_bytes(name.as_bytes())
    }

    /// The group of a name in another encoding than UTF-8.
    ///
    /// For identifiers of the published program, which used the encoding of its platform. For ASCII
    /// names that makes no difference.
    #[inline]
    pub const fn from_name_bytes(name: &[u8]) -> Self {
        Self(CRC.checksum(name))
    }

    /// The group's field in an identifier.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the field has 12 bits")]
    pub(crate) const fn from_field(bits: u128) -> Self {
        Self(Luuid::GROUP.get(bits) as u16)
    }

    /// The number.
    #[inline]
    pub const fn to_bits(self) -> u16 {
        self.0
    }

    /// The text: three hexadecimal digits.
    #[inline]
    pub const fn encode(self) -> Text<3> {
        Hex::LOWER.encode(self.0 as u128)
    }

    /// The group that exactly this text writes.
    ///
    /// # Errors
    /// [`ParseError::Length`] unless there are three bytes; [`ParseError::Digit`].
    #[inline]
    pub const fn decode(text: &[u8]) -> Result<Self, ParseError> {
        Ok(Self::from_field(or_return!(Hex::LOWER.decode::<3>(text)) << Luuid::GROUP.low()))
    }
}
