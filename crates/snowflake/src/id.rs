//! The identifier, typed by its flavour.

use core::{fmt, marker::PhantomData};

use ids_core::{
    ParseError, RangeError, Text,
    format::{Forms, Layout, Ticks, impl_column, impl_i64, impl_id, impl_serde, or_return},
};

use crate::{
    FieldOf, Form, Kind, UnixTime, ValuesError, form::narrow, kind::impl_copy, pack::Packing,
};

/// A 64-bit identifier of the flavour `K`: `Copy`, eight bytes, ordered by its number and so,
/// within one flavour, by time ([SNOW-10](crate::rules#snow-10)).
///
/// Its fixed bits always hold the flavour's values. `Display` writes and `FromStr` reads the
/// flavour's canonical text. It is kept as an integer, so that there are no bytes to borrow:
/// [`to_bytes`](Self::to_bytes) makes them.
///
/// ```
/// use snowflake::{Discord, Snowflake, UnixTime};
/// let id: Snowflake<Discord> = "175928847299117063".parse()?;
/// assert_eq!(id.time(), UnixTime::from_millis(1_462_015_105_796));
/// assert_eq!(id.get(Discord::WORKER), 1);
/// assert_eq!(id.get(Discord::INCREMENT), 7);
/// assert_eq!(id.to_string(), "175928847299117063");
/// # Ok::<(), snowflake::ParseError>(())
/// ```
pub struct Snowflake<K: Kind>(u64, PhantomData<fn() -> K>);

impl_copy!(Snowflake, 0);
impl_column!([K: Kind] Snowflake<K> as AsI64);
impl_i64!([K: Kind] Snowflake<K>, "[SNOW-6](crate::rules#snow-6)", |bits| Self::from_bits(bits));

// Text or a number, as rule SNOW-8 has it.
impl_serde!(
    [K: Kind] Snowflake<K>,
    |this: &Snowflake<K>, serializer| {
        ids_core::serde::serialize(|| this.encode(), this.to_bits(), serializer)
    },
    ids_core::serde::deserialize_text_or_number
);
impl_id!(@try_bits [K: Kind] Snowflake<K>);
impl_id!(@try_bytes [K: Kind] Snowflake<K>, 8);
impl_id!(
    [K: Kind] Snowflake<K>, "Snowflake", ["Snowflake", K::FLAVOUR.name()], 8,
    |bits: u128| narrow(bits).and_then(Self::from_bits)
);

impl<K: Kind> From<Snowflake<K>> for u64 {
    #[inline]
    fn from(id: Snowflake<K>) -> Self {
        id.to_bits()
    }
}

impl<K: Kind> TryFrom<u64> for Snowflake<K> {
    type Error = ParseError;
    #[inline]
    fn try_from(bits: u64) -> Result<Self, ParseError> {
        Self::from_bits(bits)
    }
}

impl<K: Kind> Snowflake<K> {
    /// The flavour's fields, most significant first.
    pub const LAYOUT: Layout = K::FLAVOUR.layout();

    /// The anchored regular expression of the canonical text, see
    /// [`Flavour::pattern`](crate::Flavour::pattern).
    pub const PATTERN: &'static str = K::FLAVOUR.pattern();

    /// The unit and the epoch of the flavour's timestamp.
    pub const TICKS: Ticks = K::FLAVOUR.ticks();

    /// The start of the last tick that the flavour's timestamp holds, since the Unix epoch: as
    /// [`Flavour::last`](crate::Flavour::last) ([SNOW-5](crate::rules#snow-5)).
    pub const LAST: UnixTime = K::FLAVOUR.last();

    /// The start of the last tick whose identifiers are positive as signed numbers, since the Unix
    /// epoch: as [`Flavour::last_positive`](crate::Flavour::last_positive)
    /// ([SNOW-5](crate::rules#snow-5)). It does not compile for a flavour whose identifiers are all
    /// negative.
    pub const LAST_POSITIVE: UnixTime = match K::FLAVOUR.last_positive() {
        Some(last) => last,
        None => panic!("this flavour's identifiers are all negative as signed numbers"),
    };

    /// The smallest identifier: all bits zero except those that the flavour fixes.
    pub const MIN: Self = Self::from_known_bits(K::FLAVOUR.fixed());

    /// The largest identifier: all bits set except those that the flavour fixes.
    pub const MAX: Self = Self::from_known_bits(K::FLAVOUR.fixed() | K::FLAVOUR.free());

    /// The identifier of a number that is already known to be one.
    #[inline]
    pub(crate) const fn from_known_bits(bits: u64) -> Self {
        Self(bits, PhantomData)
    }

    /// The identifier of this number.
    ///
    /// # Errors
    /// [`ParseError::Fixed`] if a fixed field, such as the sign, has another value.
    #[inline]
    pub const fn from_bits(bits: u64) -> Result<Self, ParseError> {
        or_return!(K::FLAVOUR.check(bits));
        Ok(Self::from_known_bits(bits))
    }

    /// The identifier as a number.
    #[inline]
    pub const fn to_bits(self) -> u64 {
        self.0
    }

    /// The identifier of these bytes, most significant first.
    ///
    /// # Errors
    /// As [`from_bits`](Self::from_bits).
    #[inline]
    pub const fn from_bytes(bytes: [u8; 8]) -> Result<Self, ParseError> {
        Self::from_bits(u64::from_be_bytes(bytes))
    }

    /// The identifier as bytes, most significant first: they sort as the identifiers do.
    #[inline]
    pub const fn to_bytes(self) -> [u8; 8] {
        self.0.to_be_bytes()
    }

    /// The identifier of these values, each field of the flavour exactly once
    /// ([SNOW-7](crate::rules#snow-7)).
    ///
    /// # Errors
    /// [`ValuesError`] unless `values` has each field without a fixed value once, with a value that
    /// fits, and nothing else.
    #[inline]
    pub const fn from_fields(values: &[(FieldOf<K>, u64)]) -> Result<Self, ValuesError> {
        Ok(Self::from_known_bits(or_return!(Packing::id(&K::FLAVOUR).fields(values))))
    }

    /// The value of a field. Another flavour's field does not compile: see [`FieldOf`].
    #[inline]
    pub const fn get(self, field: FieldOf<K>) -> u64 {
        field.field().get(self.0 as u128)
    }

    /// The timestamp: ticks since the flavour's epoch.
    #[inline]
    pub const fn timestamp(self) -> u64 {
        K::FLAVOUR.timestamp().get(self.0 as u128)
    }

    /// The start of the tick, since the Unix epoch: exact, by integer arithmetic
    /// ([SNOW-3](crate::rules#snow-3)).
    #[inline]
    pub const fn time(self) -> UnixTime {
        K::FLAVOUR.time(self.0)
    }

    /// The smallest identifier of the tick that holds `time`: where a range scan begins
    /// ([SNOW-4](crate::rules#snow-4)).
    ///
    /// # Errors
    /// [`RangeError`] if the flavour's timestamp cannot hold that instant.
    #[inline]
    pub const fn first_at(time: UnixTime) -> Result<Self, RangeError> {
        Ok(Self::from_known_bits(or_return!(K::FLAVOUR.first_at(time))))
    }

    /// The largest identifier of the tick that holds `time`: where a range scan ends
    /// ([SNOW-4](crate::rules#snow-4)).
    ///
    /// # Errors
    /// As [`first_at`](Self::first_at).
    #[inline]
    pub const fn last_at(time: UnixTime) -> Result<Self, RangeError> {
        Ok(Self::from_known_bits(or_return!(K::FLAVOUR.last_at(time))))
    }

    /// The canonical text, on the stack. For another one, `Form::Base58.encode(id.to_bits())`.
    #[inline]
    pub const fn encode(self) -> Text<20> {
        K::FLAVOUR.encode(self.0)
    }

    /// The identifier that the text writes in the flavour's canonical form.
    ///
    /// # Errors
    /// [`ParseError`]; as [`Form::decode`](crate::Form::decode) and
    /// [`from_bits`](Self::from_bits).
    #[inline]
    pub const fn decode(text: &[u8]) -> Result<Self, ParseError> {
        Ok(Self::from_known_bits(or_return!(K::FLAVOUR.decode(text))))
    }
}

impl<K: Kind> Forms for Snowflake<K> {
    type Form = Form;

    #[inline]
    fn encode_as(self, form: Form) -> impl fmt::Display {
        form.encode(self.0)
    }

    #[inline]
    fn decode_as(form: Form, text: &[u8]) -> Result<Self, ParseError> {
        Self::from_bits(form.decode(text)?)
    }
}
