//! The trait of all identifiers.

use core::{
    fmt::{Debug, Display},
    hash::Hash,
    str::FromStr,
};

use crate::{ParseError, format::Layout};

/// An identifier: a number of fixed width, its bytes, and one canonical text.
///
/// For code that is generic over formats, such as the command, the test kit and the benchmarks.
/// Each type has the same operations as inherent methods.
///
/// Laws, tested for each format: `from_bits(id.to_bits()) == Ok(id)`;
/// `id.to_string().parse() == Ok(id)`, and no other text parses to `id` unless the format names
/// it an alias; `a < b` exactly if `a.to_bits() < b.to_bits()`.
pub trait Id:
    Copy + Ord + Hash + Debug + Display + FromStr<Err = ParseError> + Send + Sync + 'static
{
    /// The fields of the format.
    const LAYOUT: Layout;

    /// The regular expression, anchored at both ends, that the canonical texts match. If the
    /// largest number is not a power of the base, some matches are no identifiers.
    const PATTERN: &'static str;

    /// The identifier as bytes, most significant first.
    type Bytes: AsRef<[u8]> + Copy;

    /// The identifier of this number.
    ///
    /// # Errors
    /// [`ParseError::TooLarge`], or [`ParseError::Fixed`] or [`ParseError::OneOf`] if a fixed field
    /// has another value.
    fn from_bits(bits: u128) -> Result<Self, ParseError>;

    /// The identifier as a number.
    fn to_bits(self) -> u128;

    /// The identifier as bytes, most significant first.
    fn to_bytes(self) -> Self::Bytes;
}

/// Writes, under the feature `uuid` of this crate, the conversions from and to the type of the crate `uuid`, by which
/// an identifier can stand in a column of UUIDs. The UUID has the identifier's number, unless two functions follow:
/// what gives the number of the UUID, and what takes it.
#[cfg(feature = "uuid")]
#[doc(hidden)]
#[macro_export]
macro_rules! impl_uuid {
    ($id:ident) => {
        $crate::format::impl_uuid!($id, $crate::Id::to_bits, $crate::Id::from_bits);
    };
    // Of a type that `typed_id!` defines: if its identifier has them. `for<'a>` defers the question.
    (@typed $type:ident, $id:ty) => {
        impl ::core::convert::From<$type> for $crate::foreign::Uuid
        where
            for<'a> Self: ::core::convert::From<$id>,
        {
            #[inline]
            fn from(typed: $type) -> Self {
                ::core::convert::From::from(typed.0)
            }
        }

        impl ::core::convert::TryFrom<$crate::foreign::Uuid> for $type
        where
            for<'a> $id: ::core::convert::TryFrom<$crate::foreign::Uuid>,
        {
            type Error = <$id as ::core::convert::TryFrom<$crate::foreign::Uuid>>::Error;
            #[inline]
            fn try_from(uuid: $crate::foreign::Uuid) -> ::core::result::Result<Self, Self::Error> {
                <$id as ::core::convert::TryFrom<$crate::foreign::Uuid>>::try_from(uuid).map(Self)
            }
        }
    };
    ($(#[$attribute:meta])* $id:ident, $to:path, $from:path) => {
        $(#[$attribute])*
        impl ::core::convert::From<$id> for $crate::foreign::Uuid {
            #[inline]
            fn from(id: $id) -> Self {
                Self::from_u128($to(id))
            }
        }

        impl ::core::convert::TryFrom<$crate::foreign::Uuid> for $id {
            type Error = $crate::ParseError;
            #[inline]
            fn try_from(uuid: $crate::foreign::Uuid) -> ::core::result::Result<Self, $crate::ParseError> {
                $from(uuid.as_u128())
            }
        }
    };
}

/// Writes `from_i64` and `to_i64` of an identifier of 64 bits, and the conversions from and to a signed number.
/// The parameters of a generic type stand in brackets before it. Then come the rule of the format, and what makes
/// the identifier of a number.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_i64 {
    ([$($parameters:tt)*] $id:ty, $rule:literal, |$bits:ident| $from:expr) => {
        impl<$($parameters)*> $id {
            #[doc = ::core::concat!("The identifier of a signed number, as databases keep it (", $rule, ").")]
            ///
            /// # Errors
            /// [`ParseError::Negative`] if the number is; as [`from_bits`](Self::from_bits).
            #[inline]
            pub const fn from_i64(number: i64) -> ::core::result::Result<Self, $crate::ParseError> {
                if number < 0 {
                    return ::core::result::Result::Err($crate::ParseError::Negative { number });
                }
                let $bits = number.unsigned_abs();
                $from
            }

            #[doc = ::core::concat!("The identifier as a signed number, as databases keep it (", $rule, ").")]
            ///
            /// # Errors
            /// [`RangeError`] for the field `sign` if bit 63 is set: from the tick after
            /// [`LAST_POSITIVE`](Self::LAST_POSITIVE).
            #[inline]
            #[allow(clippy::cast_possible_wrap, reason = "bit 63 is clear")]
            pub const fn to_i64(self) -> ::core::result::Result<i64, $crate::RangeError> {
                if self.to_bits() >> 63 == 1 {
                    return ::core::result::Result::Err($crate::RangeError::Field { field: "sign", value: 1, max: 0 });
                }
                ::core::result::Result::Ok(self.to_bits() as i64)
            }
        }

        impl<$($parameters)*> ::core::convert::TryFrom<$id> for i64 {
            type Error = $crate::RangeError;
            #[inline]
            fn try_from(id: $id) -> ::core::result::Result<Self, $crate::RangeError> {
                id.to_i64()
            }
        }

        impl<$($parameters)*> ::core::convert::TryFrom<i64> for $id {
            type Error = $crate::ParseError;
            #[inline]
            fn try_from(number: i64) -> ::core::result::Result<Self, $crate::ParseError> {
                Self::from_i64(number)
            }
        }
    };
}

/// Writes the type of an identifier, its number and its bytes, and what forwards to them.
///
/// | line | the type's numbers |
/// |---|---|
/// | `pub struct Ulid([u8; 16]): u128;`, or `u64` | all of this width: `from_bits` and `from_bytes` cannot fail |
/// | `pub struct FlaxId([u8; 12]);` | all of this number of bytes, in a `u128`: `from_bytes` cannot fail |
/// | `pub struct EventId([u8; 16]): check;` | those that the type's method `check` returns `Ok` for |
///
/// A column of [`impl_column!`](crate::format::impl_column) follows by `as`: `pub struct FlaxId([u8; 12]) as AsBytes;`.
/// A type of the second line may have a constant as its parameter: `pub struct Kuid<const DRIFT: u8>([u8; 12]);`.
///
/// The type has `encode` and `decode`, the constants `LAYOUT` and `PATTERN` and, in the last line,
/// `const fn check(bits: u128) -> Result<(), ParseError>`. A doc comment before `check` says which errors it returns.
/// The first two lines do not compile for a layout of another width or with a fixed field, of which not all bytes are an
/// identifier. With a parameter this shows where a program makes an identifier of bytes. An example:
///
/// ```compile_fail,E0080
/// use ids_core::{ParseError, Text, format::{Field, Hex, Layout, identifier, or_return}};
///
/// identifier! {
///     struct Shelf([u8; 8]): u64;
/// }
///
/// impl Shelf {
///     const LAYOUT: Layout = Layout::new(
///         "shelf",
///         64,
///         &[Field::new("sign", 63, 63).always(0), Field::new("number", 62, 0)],
///     );
///     const PATTERN: &'static str = "^[0-9a-f]{16}$";
///     const fn encode(self) -> Text<16> {
///         Hex::LOWER.encode(self.to_bits() as u128)
///     }
///     const fn decode(text: &[u8]) -> Result<Self, ParseError> {
///         Ok(Self::from_bits(or_return!(Hex::LOWER.decode::<16>(text)) as u64))
///     }
/// }
/// ```
///
/// The macro writes the struct as its bytes stand, with `Clone`, `Copy`, `PartialEq`, `Eq` and `Hash`; `to_bits`,
/// `from_bits`, `to_bytes`, `from_bytes` and `as_bytes`; and [`impl_id!`](crate::format::impl_id). With the feature
/// `serde` of this crate: text in human-readable formats, bytes in others. Both are read, whichever of the two the
/// data format has. A list of numbers, which JSON has for bytes, is not read. With `bytemuck` and `zerocopy`: the
/// derives of these. A type that is checked is read as bytes without a copy, and is not made of them.
#[doc(hidden)]
#[macro_export]
macro_rules! identifier {
    ($(#[$attribute:meta])* $visibility:vis struct $id:ident([u8; $bytes:tt]): u64 $(as $column:ident)?;) => {
        $crate::format::identifier!(@exact [$(#[$attribute])* $visibility] $id, u64, $bytes);
        $crate::format::impl_id!(@try_bits [] $id);

        impl ::core::convert::From<$id> for u64 {
            #[inline]
            fn from(id: $id) -> Self {
                id.to_bits()
            }
        }

        $($crate::format::impl_column!($id as $column);)?
    };
    ($(#[$attribute:meta])* $visibility:vis struct $id:ident([u8; $bytes:tt]): u128 $(as $column:ident)?;) => {
        $crate::format::identifier!(@exact [$(#[$attribute])* $visibility] $id, u128, $bytes);
        $($crate::format::impl_column!($id as $column);)?
    };
    ($(#[$attribute:meta])* $visibility:vis struct $id:ident([u8; $bytes:tt]) $(as $column:ident)?;) => {
        $crate::plain! { any $(#[$attribute])* $visibility struct $id([u8; $bytes]); }
        $crate::format::identifier!(@any [] $id, ::core::stringify!($id), $bytes);
        $($crate::format::impl_column!($id as $column);)?
        // The layout is checked whether a program calls it or not.
        const _: $id = <$id>::from_bytes([0; $bytes]);
    };
    // Its layout is checked where one of its types is made of bytes.
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $id:ident<const $parameter:ident: $kind:ty>([u8; $bytes:tt]) $(as $column:ident)?;
    ) => {
        $crate::plain! { any $(#[$attribute])* $visibility struct $id<const $parameter: $kind>([u8; $bytes]); }
        $crate::format::identifier!(
            @any [const $parameter: $kind] $id<$parameter>, ::core::stringify!($id), $bytes
        );
        $($crate::format::impl_column!([const $parameter: $kind] $id<$parameter> as $column);)?
    };
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $id:ident([u8; $bytes:tt]): $(#[doc = $errors:literal])* $check:ident $(as $column:ident)?;
    ) => {
        $crate::plain! { checked $(#[$attribute])* $visibility struct $id([u8; $bytes]); }

        impl $id {
            /// The identifier of this number.
            ///
            /// # Errors
            $(#[doc = $errors])*
            #[inline]
            pub const fn from_bits(bits: u128) -> ::core::result::Result<Self, $crate::ParseError> {
                $crate::format::or_return!(Self::$check(bits));
                ::core::result::Result::Ok(Self::from_known_bits(bits))
            }

            /// The identifier of these bytes, most significant first.
            ///
            /// # Errors
            /// As [`from_bits`](Self::from_bits).
            #[inline]
            pub const fn from_bytes(bytes: [u8; $bytes]) -> ::core::result::Result<Self, $crate::ParseError> {
                Self::from_bits($crate::format::number_of_bytes(&bytes))
            }
        }

        $crate::format::impl_id!(@try_bytes [] $id, $bytes);
        $crate::format::identifier!(@wide [] $id, ::core::stringify!($id), $bytes);
        $($crate::format::impl_column!($id as $column);)?
    };

    // Every number of this type is an identifier.
    (@exact [$($head:tt)*] $id:ident, $number:ident, $bytes:tt) => {
        $crate::plain! { any $($head)* struct $id([u8; $bytes]); }

        impl $id {
            /// The identifier as a number.
            #[inline]
            pub const fn to_bits(self) -> $number {
                $number::from_be_bytes(self.0)
            }

            /// The identifier of this number: each number is one.
            #[inline]
            pub const fn from_bits(bits: $number) -> Self {
                Self(bits.to_be_bytes())
            }
        }

        impl ::core::convert::From<$number> for $id {
            #[inline]
            fn from(bits: $number) -> Self {
                Self::from_bits(bits)
            }
        }

        $crate::format::identifier!(@any_bytes [] $id, $bytes);
        $crate::format::identifier!(
            @all [] $id, ::core::stringify!($id), $bytes,
            |bits: u128| match <$number as ::core::convert::TryFrom<u128>>::try_from(bits) {
                ::core::result::Result::Ok(bits) => ::core::result::Result::Ok(Self::from_bits(bits)),
                ::core::result::Result::Err(_) => ::core::result::Result::Err($crate::ParseError::TooLarge { bits: Self::LAYOUT.bits() }),
            }
        );
        // The layout is checked whether a program calls it or not.
        const _: $id = <$id>::from_bytes([0; $bytes]);
    };

    // Any bytes are an identifier, but not every `u128`.
    (@any [$($parameters:tt)*] $id:ty, $name:expr, $bytes:tt) => {
        impl<$($parameters)*> $id {
            /// The identifier of this number.
            ///
            /// # Errors
            /// [`ParseError::TooLarge`] if it has more bits than the identifier's bytes.
            #[inline]
            pub const fn from_bits(bits: u128) -> ::core::result::Result<Self, $crate::ParseError> {
                $crate::format::or_return!(Self::LAYOUT.check(bits));
                ::core::result::Result::Ok(Self::from_known_bits(bits))
            }
        }

        $crate::format::identifier!(@any_bytes [$($parameters)*] $id, $bytes);
        $crate::format::identifier!(@wide [$($parameters)*] $id, $name, $bytes);
    };

    (@any_bytes [$($parameters:tt)*] $id:ty, $bytes:tt) => {
        impl<$($parameters)*> $id {
            /// The identifier of these bytes, most significant first: any bytes are one.
            #[inline]
            pub const fn from_bytes(bytes: [u8; $bytes]) -> Self {
                const { $crate::format::any_bytes(Self::LAYOUT, $bytes) };
                Self(bytes)
            }
        }

        impl<$($parameters)*> ::core::convert::From<[u8; $bytes]> for $id {
            #[inline]
            fn from(bytes: [u8; $bytes]) -> Self {
                Self::from_bytes(bytes)
            }
        }

        $crate::format::impl_id!(
            @slice [$($parameters)*] $id, $bytes, |bytes| ::core::result::Result::Ok(Self::from_bytes(bytes))
        );
    };

    // The number is a `u128`, of which not all are identifiers.
    (@wide [$($parameters:tt)*] $id:ty, $name:expr, $bytes:tt) => {
        impl<$($parameters)*> $id {
            /// The identifier as a number.
            #[inline]
            pub const fn to_bits(self) -> u128 {
                $crate::format::number_of_bytes(&self.0)
            }

            /// The identifier of a number that is already known to be one.
            #[inline]
            pub(crate) const fn from_known_bits(bits: u128) -> Self {
                Self($crate::format::bytes_of_number(bits))
            }
        }

        $crate::format::impl_id!(@try_bits [$($parameters)*] $id);
        $crate::format::identifier!(@all [$($parameters)*] $id, $name, $bytes, Self::from_bits);
    };

    (@all [$($parameters:tt)*] $id:ty, $name:expr, $bytes:tt, $from_bits:expr) => {
        impl<$($parameters)*> $id {
            /// The bytes, most significant first, where they are.
            #[inline]
            pub const fn as_bytes(&self) -> &[u8; $bytes] {
                &self.0
            }

            /// The bytes, most significant first.
            #[inline]
            pub const fn to_bytes(self) -> [u8; $bytes] {
                self.0
            }
        }

        impl<$($parameters)*> ::core::convert::AsRef<[u8]> for $id {
            #[inline]
            fn as_ref(&self) -> &[u8] {
                &self.0
            }
        }

        $crate::format::impl_serde!(
            [$($parameters)*] $id,
            |this: &$id, serializer| {
                $crate::serde::serialize(|| this.encode(), $crate::serde::Bytes(this.to_bytes()), serializer)
            },
            $crate::serde::deserialize
        );
        $crate::format::impl_id!([$($parameters)*] $id, $name, [$name], $bytes, $from_bits);
    };
}

/// Writes what every identifier has, however it is kept: [`Id`], the order of its number, its text as
/// [`impl_text!`](crate::format::impl_text), equality with texts, conversions, hexadecimal digits by `{:x}`, and the
/// traits of other libraries.
///
/// The type has `to_bits`, `to_bytes`, `encode` and `decode`, `LAYOUT` and `PATTERN`. It is named twice: by its own
/// name, and by the parts of that in a schema. Then come the number of its bytes, and what makes it of a `u128`. The
/// parameters of a generic type, with their bounds, stand in brackets before it.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_id {
    ([$($parameters:tt)*] $id:ty, $name:expr, $schema:expr, $bytes:tt, $from_bits:expr) => {
        impl<$($parameters)*> $crate::Id for $id {
            const LAYOUT: $crate::format::Layout = Self::LAYOUT;
            const PATTERN: &'static str = Self::PATTERN;
            type Bytes = [u8; $bytes];
            #[inline]
            fn from_bits(bits: u128) -> ::core::result::Result<Self, $crate::ParseError> {
                ($from_bits)(bits)
            }
            #[inline]
            fn to_bits(self) -> u128 {
                ::core::convert::Into::into(self.to_bits())
            }
            #[inline]
            fn to_bytes(self) -> [u8; $bytes] {
                self.to_bytes()
            }
        }

        impl<$($parameters)*> ::core::cmp::PartialOrd for $id {
            #[inline]
            fn partial_cmp(&self, other: &Self) -> ::core::option::Option<::core::cmp::Ordering> {
                ::core::option::Option::Some(::core::cmp::Ord::cmp(self, other))
            }
        }

        // Numbers are compared faster than 16 bytes.
        impl<$($parameters)*> ::core::cmp::Ord for $id {
            #[inline]
            fn cmp(&self, other: &Self) -> ::core::cmp::Ordering {
                ::core::cmp::Ord::cmp(&self.to_bits(), &other.to_bits())
            }
        }

        impl<$($parameters)*> ::core::cmp::PartialEq<str> for $id {
            #[inline]
            fn eq(&self, text: &str) -> bool {
                self.encode() == *text
            }
        }

        impl<$($parameters)*> ::core::cmp::PartialEq<&str> for $id {
            #[inline]
            fn eq(&self, text: &&str) -> bool {
                self.encode() == **text
            }
        }

        impl<$($parameters)*> ::core::convert::TryFrom<&str> for $id {
            type Error = $crate::ParseError;
            #[inline]
            fn try_from(text: &str) -> ::core::result::Result<Self, $crate::ParseError> {
                text.parse()
            }
        }

        impl<$($parameters)*> ::core::convert::From<$id> for [u8; $bytes] {
            #[inline]
            fn from(id: $id) -> Self {
                id.to_bytes()
            }
        }

        impl<$($parameters)*> ::core::convert::From<$id> for u128 {
            #[inline]
            fn from(id: $id) -> Self {
                $crate::Id::to_bits(id)
            }
        }

        impl<$($parameters)*> ::core::fmt::LowerHex for $id {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let digits = 2 * $bytes;
                let prefix = if f.alternate() { "0x" } else { "" };
                ::core::write!(f, "{prefix}{:0digits$x}", $crate::Id::to_bits(*self))
            }
        }

        impl<$($parameters)*> ::core::fmt::UpperHex for $id {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let digits = 2 * $bytes;
                let prefix = if f.alternate() { "0x" } else { "" };
                ::core::write!(f, "{prefix}{:0digits$X}", $crate::Id::to_bits(*self))
            }
        }

        $crate::format::impl_text!([$($parameters)*] $id, $name);
        $crate::impl_string!([$($parameters)*] $id);
        $crate::impl_foreign!([$($parameters)*] $id, [u8; $bytes], $schema);
    };

    // Not every number and not all bytes are an identifier.
    (@try_bits [$($parameters:tt)*] $id:ty) => {
        impl<$($parameters)*> ::core::convert::TryFrom<u128> for $id {
            type Error = $crate::ParseError;
            #[inline]
            fn try_from(bits: u128) -> ::core::result::Result<Self, $crate::ParseError> {
                $crate::Id::from_bits(bits)
            }
        }
    };
    (@try_bytes [$($parameters:tt)*] $id:ty, $bytes:tt) => {
        impl<$($parameters)*> ::core::convert::TryFrom<[u8; $bytes]> for $id {
            type Error = $crate::ParseError;
            #[inline]
            fn try_from(bytes: [u8; $bytes]) -> ::core::result::Result<Self, $crate::ParseError> {
                Self::from_bytes(bytes)
            }
        }

        $crate::format::impl_id!(@slice [$($parameters)*] $id, $bytes, Self::from_bytes);
    };
    (@slice [$($parameters:tt)*] $id:ty, $bytes:tt, $from:expr) => {
        impl<$($parameters)*> ::core::convert::TryFrom<&[u8]> for $id {
            type Error = $crate::ParseError;
            #[inline]
            fn try_from(bytes: &[u8]) -> ::core::result::Result<Self, $crate::ParseError> {
                ($from)($crate::format::array_of_bytes::<$bytes>(bytes)?)
            }
        }
    };
}

/// Refuses, when the program is compiled, a layout of which not any bytes are an identifier.
///
/// # Panics
/// If it has other bits than the bytes, or a fixed field.
#[doc(hidden)]
#[inline]
pub const fn any_bytes(layout: Layout, bytes: u32) {
    assert!(layout.bits() == 8 * bytes, "the layout has other bits than the bytes");
    let fixed = layout.check(0).is_err() || layout.check(layout.mask()).is_err();
    assert!(!fixed, "not any bytes are an identifier whose layout has a fixed field");
}

/// The number that at most 16 bytes are, most significant first.
#[doc(hidden)]
#[inline]
#[must_use]
pub const fn number_of_bytes<const N: usize>(bytes: &[u8; N]) -> u128 {
    const { assert!(N <= 16, "a number has at most 128 bits") };
    if let Some(bytes) = bytes.first_chunk() {
        return u128::from_be_bytes(*bytes);
    }
    // Two steps for any other length, the second as short as it can be: where the two overlap they agree.
    if let (Some(high), Some(four), Some(eight)) =
        (bytes.first_chunk(), bytes.last_chunk(), bytes.last_chunk())
    {
        let high = (u64::from_be_bytes(*high) as u128) << (8 * (N - 8));
        let low = if N <= 12 {
            u32::from_be_bytes(*four) as u128
        } else {
            u64::from_be_bytes(*eight) as u128
        };
        return high | low;
    }
    let (mut number, mut index) = (0, 0);
    while index < N {
        number = number << 8 | bytes[index] as u128;
        index += 1;
    }
    number
}

/// These bytes, if there are exactly as many as are wanted.
///
/// # Errors
/// [`ParseError::Length`].
#[doc(hidden)]
#[inline]
pub fn array_of_bytes<const N: usize>(bytes: &[u8]) -> Result<[u8; N], ParseError> {
    let length = ParseError::Length { found: bytes.len(), min: N, max: N };
    bytes.try_into().map_err(|_| length)
}

/// The identifier of its bytes.
///
/// # Errors
/// [`ParseError::Length`]; as [`Id::from_bits`].
#[doc(hidden)]
#[inline]
pub fn id_of_bytes<I: Id>(bytes: &[u8]) -> Result<I, ParseError> {
    let length = (I::LAYOUT.bits() / 8) as usize;
    if bytes.len() != length {
        return Err(ParseError::Length { found: bytes.len(), min: length, max: length });
    }
    I::from_bits(bytes.iter().fold(0, |bits, byte| bits << 8 | u128::from(*byte)))
}

/// The lowest bytes of a number, most significant first.
#[doc(hidden)]
#[inline]
#[must_use]
pub const fn bytes_of_number<const N: usize>(number: u128) -> [u8; N] {
    const { assert!(N <= 16, "a number has at most 128 bits") };
    let (mut bytes, all) = ([0; N], number.to_be_bytes());
    if let Some(last) = all.last_chunk() {
        bytes = *last;
    }
    bytes
}
