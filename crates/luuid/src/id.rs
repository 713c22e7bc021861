//! The identifier.

use ids_core::{
    ParseError, RangeError, Text,
    format::{Hex, identifier, impl_uuid, or_return},
};

use crate::{Form, Group, Key, Prefix, Version};

identifier! {
    /// A LUUID: 48 bits of key, 12 bits of group and 60 random bits in the shape of a UUID.
    ///
    /// | field | bits | what |
    /// |---|---|---|
    /// | `key` | 127 to 80 | a number that is counted up, from 1 |
    /// | `version` | 79 to 76 | 6 as published, or 8 |
    /// | `group` | 75 to 64 | what the key belongs to: a kind of entity |
    /// | `variant` | 63 to 60 | always `a` |
    /// | `random` | 59 to 0 | random |
    ///
    /// Its text is that of a UUID, in lower case. Identifiers, their bytes and their texts all sort
    /// the same way: by key, version, group and random bits ([LUUID-8](crate::rules#luuid-8)).
    ///
    /// ```
    /// use luuid::{Group, Luuid};
    /// let id: Luuid = "00000023-122e-6aa1-a789-28ef27ab7c62".parse()?;
    /// assert_eq!(id.key().to_bits(), 0x23_122e);
    /// assert_eq!(id.group(), Group::constant(0xaa1));
    /// assert_eq!(id.random(), 0x789_28ef_27ab_7c62);
    /// assert_eq!(id.to_string(), "00000023-122e-6aa1-a789-28ef27ab7c62");
    /// # Ok::<(), luuid::ParseError>(())
    /// ```
    pub struct Luuid([u8; 16]):
        /// [`ParseError::OneOf`] unless the version is 6 or 8; [`ParseError::Fixed`] unless the variant
        /// is `a`.
        check as AsUuid;
}

impl_uuid!(Luuid);

impl Luuid {
    /// The regular expression that a text matches exactly if it is an identifier
    /// ([LUUID-6](crate::rules#luuid-6)).
    pub const PATTERN: &'static str =
        "^[0-9a-f]{8}-[0-9a-f]{4}-[68][0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$";

    /// The smallest identifier: key 0, version 6, all else zero. No generator issues it.
    pub const MIN: Self = Self::from_known_bits(0x6000_a000_0000_0000_0000);

    /// The largest identifier: the last key, version 8, the last group, all random bits set.
    pub const MAX: Self = Self::from_known_bits(0xffff_ffff_ffff_8fff_afff_ffff_ffff_ffff);

    /// The identifier of these parts in version 6, as published; random bits in 60.
    ///
    /// For version 8 see [`to_version`](Self::to_version).
    ///
    /// ```
    /// use luuid::{Group, Key, Luuid};
    /// let id = Luuid::new(Key::new(0x23_122e)?, Group::constant(0xaa1), 0x789_28ef_27ab_7c62)?;
    /// assert_eq!(id.encode(), "00000023-122e-6aa1-a789-28ef27ab7c62");
    /// # Ok::<(), luuid::RangeError>(())
    /// ```
    ///
    /// # Errors
    /// [`RangeError`] if `random` is wider than 60 bits ([LUUID-3](crate::rules#luuid-3)).
    #[inline]
    pub const fn new(key: Key, group: Group, random: u64) -> Result<Self, RangeError> {
        let bits = or_return!(Self::LAYOUT.pack(&[key.to_bits(), group.to_bits() as u64, random]));
        Ok(Self::from_known_bits(bits))
    }

    /// The key.
    #[inline]
    pub const fn key(self) -> Key {
        Key::from_field(self.to_bits())
    }

    /// The version, 6 or 8.
    #[inline]
    pub const fn version(self) -> Version {
        Version::of(self.to_bits())
    }

    /// The group.
    #[inline]
    pub const fn group(self) -> Group {
        Group::from_field(self.to_bits())
    }

    /// The upper 64 bits, key, version and group: all identifiers of one entity begin with it.
    #[inline]
    pub const fn prefix(self) -> Prefix {
        Prefix::from_field(self.to_bits())
    }

    /// The identifier with the same key, group and random bits in this version: another
    /// identifier, unless it has this version already.
    ///
    /// ```
    /// use luuid::{Luuid, Version};
    /// let id: Luuid = "00000023-122e-6aa1-a789-28ef27ab7c62".parse()?;
    /// let id = id.to_version(Version::V8);
    /// assert_eq!(id.to_string(), "00000023-122e-8aa1-a789-28ef27ab7c62");
    /// # Ok::<(), luuid::ParseError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn to_version(self, version: Version) -> Self {
        let bits = self.to_bits() & !Self::VERSION.mask();
        Self::from_known_bits(bits | (version.to_bits() as u128) << Self::VERSION.low())
    }

    /// Whether this is more likely a UUID of version 6 as RFC 9562 defines it: a timestamp.
    ///
    /// True for version 6 with a key of 32 143 500 000 000 and above. Every such timestamp since
    /// 2000-01-01 reads as one of these ([LUUID-15](crate::rules#luuid-15)). Three in four of those
    /// UUIDs have another variant nibble and are no LUUID. For the rest this is a guess, since
    /// nothing in the identifier decides it. Never true for version 8.
    ///
    /// ```
    /// use luuid::Luuid;
    /// let id: Luuid = "00000023-122e-6aa1-a789-28ef27ab7c62".parse()?;
    /// assert!(!id.looks_like_uuid_v6());
    /// // 2022-02-22, by a UUID library.
    /// let id: Luuid = "1ec9414c-232a-6b00-a3c8-9f6bdeced846".parse()?;
    /// assert!(id.looks_like_uuid_v6());
    /// # Ok::<(), luuid::ParseError>(())
    /// ```
    #[inline]
    pub const fn looks_like_uuid_v6(self) -> bool {
        const YEAR_2000: u64 = 32_143_500_000_000;
        matches!(self.version(), Version::V6) && self.key().to_bits() >= YEAR_2000
    }

    #[inline]
    const fn check(bits: u128) -> Result<(), ParseError> {
        // Two constants to check by: chosen as a value, the layout would be read at run time.
        match or_return!(Version::from_bits(Self::VERSION.get(bits))) {
            Version::V6 => Self::LAYOUT.check(bits),
            Version::V8 => Self::LAYOUT_V8.check(bits),
        }
    }

    /// The canonical text: 36 characters, lower case ([LUUID-6](crate::rules#luuid-6)).
    #[inline]
    pub const fn encode(self) -> Text<36> {
        Hex::LOWER.encode_uuid(self.to_bits())
    }

    /// The identifier that exactly this canonical text writes ([LUUID-6](crate::rules#luuid-6)).
    ///
    /// ```
    /// use luuid::{Luuid, ParseError};
    /// let upper = b"00000023-122E-6aa1-a789-28ef27ab7c62";
    /// assert_eq!(Luuid::decode(upper), Err(ParseError::Digit { index: 12, byte: b'E' }));
    /// ```
    ///
    /// # Errors
    /// [`ParseError::Length`] unless there are 36 bytes; [`ParseError::Expected`] for a missing
    /// hyphen; [`ParseError::Digit`] for a byte that is not a lower-case hexadecimal digit;
    /// [`ParseError::OneOf`] and [`ParseError::Fixed`] as [`from_bits`](Self::from_bits).
    #[inline]
    pub const fn decode(text: &[u8]) -> Result<Self, ParseError> {
        Self::from_bits(or_return!(Hex::LOWER.decode_uuid(text)))
    }

    /// The identifier that this text writes in any [`Form`], and which form it was
    /// ([LUUID-7](crate::rules#luuid-7)). With a letter in upper case, the canonical text is
    /// [`Form::Upper`].
    ///
    /// ```
    /// use luuid::{Form, Luuid};
    /// let (id, form) = Luuid::decode_lenient(b"000000231-22e-6aa1-a789-28ef27ab7c62")?;
    /// assert_eq!(form, Form::Published);
    /// assert_eq!(id.to_string(), "00000023-122e-6aa1-a789-28ef27ab7c62");
    /// # Ok::<(), luuid::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// As [`decode`](Self::decode), for the form that the text's length stands for.
    #[inline]
    pub const fn decode_lenient(text: &[u8]) -> Result<(Self, Form), ParseError> {
        let form = or_return!(Form::of(text));
        Ok((or_return!(form.decode(text)), form))
    }
}
