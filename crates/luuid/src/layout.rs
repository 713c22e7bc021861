//! The fields, most significant first, and the two versions that share them.

use ids_core::{
    ParseError,
    format::{Field, Layout, named},
};

/// The key: a number that is counted up.
pub(crate) const KEY: Field = Field::new("key", 127, 80);
/// The version nibble of every UUID.
pub(crate) const VERSION: Field = Field::new("version", 79, 76);
/// The group that the key belongs to.
pub(crate) const GROUP: Field = Field::new("group", 75, 64);
/// The variant nibble of every UUID, of whose four values this format writes one.
pub(crate) const VARIANT: Field = Field::new("variant", 63, 60).always(0xa);
/// Random bits.
pub(crate) const RANDOM: Field = Field::new("random", 59, 0);

/// As published.
pub(crate) const LAYOUT: Layout =
    Layout::new("luuid", 128, &[KEY, VERSION.always(6), GROUP, VARIANT, RANDOM]);
/// As RFC 9562 has room for it.
pub(crate) const LAYOUT_V8: Layout =
    Layout::new("luuid-v8", 128, &[KEY, VERSION.always(8), GROUP, VARIANT, RANDOM]);

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

    /// The version whose layout checks these bits.
    #[inline]
    pub(crate) const fn of(bits: u128) -> Self {
        if VERSION.get(bits) == 8 { Self::V8 } else { Self::V6 }
    }

    /// Each layout knows one version, the format both.
    #[cold]
    #[expect(clippy::cast_possible_truncation, reason = "the field has 4 bits")]
    pub(crate) const fn unknown(found: u64) -> ParseError {
        ParseError::OneOf { field: VERSION.name(), found: found as u32, expected: &[6, 8] }
    }
}
