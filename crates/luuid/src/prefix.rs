//! The prefix: what all identifiers of one key and group have in common.

use core::ops::RangeInclusive;

use ids_core::{
    ParseError, Text,
    format::{Hex, impl_component, or_return},
};

use crate::{Group, Key, Luuid, Version};

/// The upper 64 bits of an identifier: key, version and group.
///
/// Its text is the short form of the identifier, without leading zeros
/// ([LUUID-10](crate::rules#luuid-10)). Identifiers of one prefix stand next to each other when
/// sorted: [`range`](Self::range) finds them by comparison, [`text`](Self::text) by the first 18
/// characters.
///
/// ```
/// use luuid::{Group, Key, Luuid, Prefix};
/// let prefix = Prefix::new(Key::new(0x23_122e)?, Group::constant(0xaa1));
/// assert_eq!(prefix.to_string(), "23-122e-6aa1");
/// assert_eq!("23-122e-6aa1".parse(), Ok(prefix));
/// assert_eq!(prefix.text(), "00000023-122e-6aa1");
///
/// let id: Luuid = "00000023-122e-6aa1-a789-28ef27ab7c62".parse().unwrap();
/// assert_eq!(id.prefix(), prefix);
/// assert!(prefix.range().contains(&id));
/// # Ok::<(), luuid::RangeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Prefix(u64);

impl_component!(Prefix: u64, to_bits, from_bits, ParseError);

impl Prefix {
    /// The smallest prefix: that of [`Key::MIN`] and [`Group::MIN`] in version 6.
    pub const MIN: Self = Self::new(Key::MIN, Group::MIN);

    /// The largest prefix: that of [`Key::MAX`] and [`Group::MAX`] in version 8.
    pub const MAX: Self = Self(LARGEST);

    /// The prefix of this key and group in version 6, as published.
    ///
    /// For version 8 see [`to_version`](Self::to_version). Where both versions are kept, their
    /// identifiers have two prefixes.
    #[inline]
    pub const fn new(key: Key, group: Group) -> Self {
        Self(key.to_bits() << 16 | Version::V6.to_bits() << 12 | group.to_bits() as u64)
    }

    /// The prefix's bits of an identifier.
    #[inline]
    pub(crate) const fn from_field(bits: u128) -> Self {
        Self((bits >> 64) as u64)
    }

    /// The key.
    #[inline]
    pub const fn key(self) -> Key {
        self.first().key()
    }

    /// The version.
    #[inline]
    pub const fn version(self) -> Version {
        self.first().version()
    }

    /// The group.
    #[inline]
    pub const fn group(self) -> Group {
        self.first().group()
    }

    /// The prefix of the same key and group in this version.
    #[inline]
    #[must_use]
    pub const fn to_version(self, version: Version) -> Self {
        self.first().to_version(version).prefix()
    }

    /// The smallest identifier of this prefix.
    #[inline]
    pub const fn first(self) -> Luuid {
        Luuid::from_known_bits((self.0 as u128) << 64 | 0xa << 60)
    }

    /// The largest identifier of this prefix.
    #[inline]
    pub const fn last(self) -> Luuid {
        Luuid::from_known_bits(self.first().to_bits() | Luuid::RANDOM.mask())
    }

    /// All identifiers of this prefix: the bounds of a range scan
    /// ([LUUID-10](crate::rules#luuid-10)).
    #[inline]
    pub const fn range(self) -> RangeInclusive<Luuid> {
        RangeInclusive::new(self.first(), self.last())
    }

    /// The smallest prefix above this one: its first identifier is the exclusive upper bound of this
    /// prefix's. `None` after the largest.
    ///
    /// ```
    /// use luuid::Prefix;
    /// let prefix: Prefix = "23-122e-6aa1".parse()?;
    /// assert_eq!(prefix.next().unwrap().to_string(), "23-122e-6aa2");
    /// # Ok::<(), luuid::ParseError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn next(self) -> Option<Self> {
        match self.0 {
            LARGEST => None,
            // Above the last group of version 6 is the first of version 8, above its last one the
            // first of the next key.
            bits if bits & 0xffff == 0x6fff => Some(Self(bits + 0x1001)),
            bits if bits & 0xffff == 0x8fff => Some(Self(bits + 0xd001)),
            bits => Some(Self(bits + 1)),
        }
    }

    /// The 18 characters with which the texts of all its identifiers begin
    /// ([LUUID-10](crate::rules#luuid-10)).
    #[inline]
    pub const fn text(self) -> Text<18> {
        let id = self.first().encode();
        Text::concat(&[id.as_bytes().split_at(18).0])
    }

    /// The 64 bits.
    #[inline]
    pub const fn to_bits(self) -> u64 {
        self.0
    }

    /// The prefix of these 64 bits.
    ///
    /// # Errors
    /// [`ParseError::OneOf`] unless the version is 6 or 8.
    #[inline]
    pub const fn from_bits(bits: u64) -> Result<Self, ParseError> {
        Ok(or_return!(Luuid::from_bits((bits as u128) << 64 | 0xa << 60)).prefix())
    }

    /// The short form: the first 18 characters without leading zeros and hyphens, of the key's
    /// digits at least the last ([LUUID-10](crate::rules#luuid-10)).
    #[inline]
    pub const fn encode(self) -> Text<18> {
        let (text, mut zeros) = (self.text(), 0);
        while zeros < LAST_OF_KEY && matches!(text.as_bytes()[zeros], b'0' | b'-') {
            zeros += 1;
        }
        Text::concat(&[text.as_bytes().split_at(zeros).1])
    }

    /// The prefix that exactly this short form writes ([LUUID-10](crate::rules#luuid-10)).
    ///
    /// # Errors
    /// [`ParseError::Length`] unless there are 6 to 18 bytes; [`ParseError::Expected`] for a
    /// missing hyphen; [`ParseError::Digit`]; [`ParseError::LeadingZero`];
    /// [`ParseError::OneOf`] as [`from_bits`](Self::from_bits).
    #[inline]
    pub const fn decode(text: &[u8]) -> Result<Self, ParseError> {
        const ZEROS: [u8; 36] = *b"00000000-0000-0000-0000-000000000000";
        const LENGTH: usize = 18;
        if text.len() > LENGTH || text.len() < LENGTH - LAST_OF_KEY {
            return Err(ParseError::Length { found: text.len(), min: 6, max: LENGTH });
        }
        let (missing, mut whole) = (LENGTH - text.len(), ZEROS);
        if missing > 0 && text[0] == b'-' {
            return Err(ParseError::Digit { index: 0, byte: b'-' });
        }
        let mut index = missing;
        while index < LENGTH {
            whole[index] = text[index - missing];
            index += 1;
        }
        match Hex::LOWER.decode_uuid(&whole) {
            Ok(_) if missing < LAST_OF_KEY && text[0] == b'0' => {
                Err(ParseError::LeadingZero { index: 0 })
            }
            Ok(bits) => Self::from_bits((bits >> 64) as u64),
            Err(ParseError::Digit { index, byte }) => {
                Err(ParseError::Digit { index: index - missing, byte })
            }
            Err(ParseError::Expected { index, text }) if index >= missing => {
                Err(ParseError::Expected { index: index - missing, text })
            }
            Err(other) => Err(other),
        }
    }
}

/// The last key, version 8, the last group.
const LARGEST: u64 = 0xffff_ffff_ffff_8fff;

/// Where the key's last digit stands in the 18 characters.
const LAST_OF_KEY: usize = 12;
