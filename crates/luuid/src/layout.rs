//! The format as data: rules [LUUID-1](crate::rules#luuid-1) to [LUUID-3](crate::rules#luuid-3).

use ids_core::{
    ParseError,
    format::{Layout, fields, named},
};

use crate::Luuid;

fields! {
    /// All fields, most significant first, with the published version 6
    /// ([LUUID-1](crate::rules#luuid-1)).
    ///
    /// Identifiers of version 8 have the same fields in the same places and another fixed value:
    /// [`LAYOUT_V8`](Self::LAYOUT_V8).
    Luuid, "luuid", 128 {
        /// The key, a number that is counted up: bits 127 to 80.
        KEY = "key", 127, 80;
        /// The version nibble of every UUID, bits 79 to 76: 6, or 8 in the other layout.
        VERSION = "version", 79, 76, always 6;
        /// The group that the key belongs to: bits 75 to 64.
        GROUP = "group", 75, 64;
        /// The variant nibble of every UUID, bits 63 to 60, of whose four values this format writes one: `a`.
        VARIANT = "variant", 63, 60, always 0xa;
        /// The random part, 60 bits.
        RANDOM = "random", 59, 0 => random: u64;
    }
}

impl Luuid {
    /// All fields, most significant first, with version 8 ([LUUID-2](crate::rules#luuid-2)), for which RFC 9562 has room.
    pub const LAYOUT_V8: Layout = Layout::new(
        "luuid-v8",
        128,
        &[Self::KEY, Self::VERSION.always(8), Self::GROUP, Self::VARIANT, Self::RANDOM],
    );
}

named! {
    "version"
    /// The version nibble: which of the two layouts ([LUUID-2](crate::rules#luuid-2)). Its text is its
    /// name.
    #[derive(Default, PartialOrd, Ord)]
    pub enum Version {
        /// Version 6, as the format was published. RFC 9562 has since given this version to a
        /// timestamp: UUID libraries read such an identifier as a date, mostly in 1582.
        #[default]
        V6 => "v6",
        /// Version 8, which RFC 9562 leaves to formats like this one. Recommended where no reader
        /// expects the published form.
        V8 => "v8",
    }
}

impl Version {
    /// The value of the version nibble, 6 or 8.
    #[inline]
    pub const fn to_bits(self) -> u64 {
        match self {
            Self::V6 => 6,
            Self::V8 => 8,
        }
    }

    /// The version of the value of its nibble.
    ///
    /// # Errors
    /// [`ParseError::OneOf`] unless it is 6 or 8.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "of a larger number the largest is shown")]
    pub const fn from_bits(nibble: u64) -> Result<Self, ParseError> {
        let shown = if nibble > u32::MAX as u64 { u32::MAX } else { nibble as u32 };
        let (field, expected) = (Luuid::VERSION.name(), &[6, 8]);
        match nibble {
            6 => Ok(Self::V6),
            8 => Ok(Self::V8),
            _ => Err(ParseError::OneOf { field, found: shown, expected }),
        }
    }

    /// The version whose layout checks these bits.
    #[inline]
    pub(crate) const fn of(bits: u128) -> Self {
        if Luuid::VERSION.get(bits) == 8 { Self::V8 } else { Self::V6 }
    }
}
