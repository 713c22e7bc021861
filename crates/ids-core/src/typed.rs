//! Identifiers of one kind of thing, as types of their own.

use core::fmt;

use crate::{ParseError, Text};

/// Types of your own for the identifiers of your own things: a user's is not an order's.
///
/// ```
/// # use ids_testkit::Shelf;
/// use ids_core::{ParseError, typed_id};
///
/// typed_id! {
///     /// A book, in texts with `book_` before its identifier.
///     pub struct BookId(Shelf) = "book_";
///
///     /// A room. Its texts are those of its identifier.
///     pub struct RoomId(Shelf);
/// }
///
/// let book: BookId = "book_be11".parse()?;
/// assert_eq!(book.to_string(), "book_be11");
/// let room = RoomId::new(book.id());
/// assert_eq!(room.to_string(), "be11");
/// let error = "0e11".parse::<BookId>();
/// assert_eq!(error, Err(ParseError::Expected { index: 0, text: "book_" }));
/// # Ok::<(), ParseError>(())
/// ```
///
/// The identifier in the parentheses is the type of a format, such as `FlaxId` or `Snowflake<Discord>`. A
/// format of your own is written by `identifier!`.
///
/// The new type has the identifier's bytes, its order and the traits of its features, so that a program
/// writes none of them. It is `Copy`, and as large as the identifier. `new` makes it of an identifier, `id`
/// returns that, and `From` goes both ways. `literal!` checks its text when the program is compiled. It has
/// no `Default`: there is no identifier of nothing.
///
/// The prefix stands in every text, also in JSON and in schemas. Bytes and numbers do not have it, and
/// neither have columns of databases, unless the column is the text by `AsText`. It has ASCII letters,
/// digits, `_`, `-` and `:`. Another one does not compile.
///
/// With `serde`, one case cannot be read: a prefixed Snowflake in a binary format, inside an enum that is
/// `untagged` or has its tag inside. It is a number there, and serde takes the format for one of text.
///
/// Derives and other attributes go through to the type: `#[derive(zerocopy::FromBytes)]` for what is not
/// written here.
///
/// Two types do not mix. This one fails because a room is not a book:
/// ```compile_fail,E0308
/// # use ids_testkit::Shelf;
/// # use ids_core::typed_id;
/// typed_id! {
///     pub struct BookId(Shelf) = "book_";
///     pub struct RoomId(Shelf);
/// }
///
/// fn lend(book: BookId) {}
///
/// let room: RoomId = "be11".parse().unwrap();
/// lend(room);
/// ```
#[macro_export]
macro_rules! typed_id {
    ($($(#[$attribute:meta])* $visibility:vis struct $type:ident($id:ty) $(= $prefix:literal)?;)+) => {$(
        $(#[$attribute])*
        #[derive(
            ::core::clone::Clone,
            ::core::marker::Copy,
            ::core::cmp::PartialEq,
            ::core::cmp::Eq,
            ::core::hash::Hash,
        )]
        #[repr(transparent)]
        $visibility struct $type($id);

        impl $type {
            /// The prefix of the identifier in texts.
            pub const PREFIX: &'static str = ::core::concat!("" $(, $prefix)?);

            /// The fields of the identifier.
            pub const LAYOUT: $crate::format::Layout = <$id as $crate::Id>::LAYOUT;

            /// The regular expression of the texts, anchored at both ends.
            pub const PATTERN: &'static str = {
                const PATTERN: &str = <$id as $crate::Id>::PATTERN;
                const WHOLE: &$crate::Text<{ $type::PREFIX.len() + PATTERN.len() }> =
                    &$crate::typed::pattern($type::PREFIX, PATTERN);
                WHOLE.as_str()
            };

            /// The identifier as one of this type.
            #[inline]
            pub const fn new(id: $id) -> Self {
                Self(id)
            }

            /// The identifier without its type.
            #[inline]
            pub const fn id(self) -> $id {
                self.0
            }

            /// The text: the prefix and the identifier's canonical text.
            #[inline]
            pub const fn encode(
                self,
            ) -> $crate::Text<{ $type::PREFIX.len() + $crate::typed::capacity(<$id>::encode) }> {
                $crate::Text::concat(&[Self::PREFIX.as_bytes(), self.0.encode().as_bytes()])
            }

            /// The one of exactly this text.
            ///
            /// # Errors
            /// `ParseError::Expected` without the prefix; those of the identifier, with their places in
            /// the whole text.
            #[inline]
            pub const fn decode(text: &[u8]) -> ::core::result::Result<Self, $crate::ParseError> {
                match <$id>::decode($crate::format::or_return!($crate::typed::strip(Self::PREFIX, text))) {
                    ::core::result::Result::Ok(id) => ::core::result::Result::Ok(Self(id)),
                    ::core::result::Result::Err(error) => {
                        ::core::result::Result::Err(error.shifted(Self::PREFIX.len()))
                    }
                }
            }

            /// The identifier as a number.
            #[inline]
            pub const fn to_bits(self) -> u128 {
                self.0.to_bits() as u128
            }

            /// The identifier as bytes, most significant first.
            #[inline]
            pub const fn to_bytes(self) -> [u8; (<$id as $crate::Id>::LAYOUT.bits() / 8) as usize] {
                self.0.to_bytes()
            }
        }

        $crate::format::impl_id!(@try_bits [] $type);
        $crate::format::impl_id!(
            [] $type, ::core::stringify!($type), [::core::stringify!($type)],
            { (<$id as $crate::Id>::LAYOUT.bits() / 8) as usize },
            |bits| <$id as $crate::Id>::from_bits(bits).map(Self)
        );

        impl ::core::convert::From<$id> for $type {
            #[inline]
            fn from(id: $id) -> Self {
                Self(id)
            }
        }

        impl ::core::convert::From<$type> for $id {
            #[inline]
            fn from(typed: $type) -> Self {
                typed.0
            }
        }

        impl ::core::convert::TryFrom<&[u8]> for $type {
            type Error = $crate::ParseError;
            #[inline]
            fn try_from(bytes: &[u8]) -> ::core::result::Result<Self, $crate::ParseError> {
                <$id as ::core::convert::TryFrom<&[u8]>>::try_from(bytes).map(Self)
            }
        }

        // Not every identifier has what follows. `for<'a>` defers the question.
        impl ::core::convert::TryFrom<i64> for $type
        where
            for<'a> $id: ::core::convert::TryFrom<i64>,
        {
            type Error = <$id as ::core::convert::TryFrom<i64>>::Error;
            #[inline]
            fn try_from(number: i64) -> ::core::result::Result<Self, Self::Error> {
                <$id as ::core::convert::TryFrom<i64>>::try_from(number).map(Self)
            }
        }

        impl ::core::convert::TryFrom<$type> for i64
        where
            for<'a> i64: ::core::convert::TryFrom<$id>,
        {
            type Error = <i64 as ::core::convert::TryFrom<$id>>::Error;
            #[inline]
            fn try_from(typed: $type) -> ::core::result::Result<Self, Self::Error> {
                <i64 as ::core::convert::TryFrom<$id>>::try_from(typed.0)
            }
        }

        impl ::core::convert::AsRef<[u8]> for $type
        where
            for<'a> $id: ::core::convert::AsRef<[u8]>,
        {
            #[inline]
            fn as_ref(&self) -> &[u8] {
                ::core::convert::AsRef::<[u8]>::as_ref(&self.0)
            }
        }

        impl $crate::format::Forms for $type
        where
            for<'a> $id: $crate::format::Forms,
        {
            type Form = <$id as $crate::format::Forms>::Form;

            #[inline]
            fn encode_as(self, form: Self::Form) -> impl ::core::fmt::Display {
                $crate::typed::Prefixed(Self::PREFIX, $crate::format::Forms::encode_as(self.0, form))
            }

            #[inline]
            fn decode_as(
                form: Self::Form,
                text: &[u8],
            ) -> ::core::result::Result<Self, $crate::ParseError> {
                let rest = $crate::typed::strip(Self::PREFIX, text)?;
                match <$id as $crate::format::Forms>::decode_as(form, rest) {
                    ::core::result::Result::Ok(id) => ::core::result::Result::Ok(Self(id)),
                    ::core::result::Result::Err(error) => {
                        ::core::result::Result::Err(error.shifted(Self::PREFIX.len()))
                    }
                }
            }
        }

        $crate::format::impl_serde!(
            [] $type,
            |this: &$type, serializer| {
                if $type::PREFIX.is_empty() {
                    $crate::serde::Serialize::serialize(&this.0, serializer)
                } else {
                    $crate::serde::serialize(|| this.encode(), this.0, serializer)
                }
            },
            |deserializer| {
                $crate::serde::deserialize_typed(
                    deserializer,
                    $type::PREFIX,
                    ::core::stringify!($type),
                    $type::new,
                )
            }
        );
        $crate::format::impl_uuid!(@typed $type, $id);
        $crate::format::impl_column!(@as [] $type, $id, |typed: Self| typed.0, Self);
    )+};
}

/// The pattern with a prefix after its first anchor.
///
/// # Panics
/// If the prefix has other characters than letters, digits, `_`, `-` and `:`, which mean themselves in a
/// regular expression; if the pattern has no anchor. In a constant it does not compile.
#[must_use]
#[inline]
pub const fn pattern<const N: usize>(prefix: &str, pattern: &str) -> Text<N> {
    let (prefix, mut index) = (prefix.as_bytes(), 0);
    while index < prefix.len() {
        let plain =
            matches!(prefix[index], b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'-' | b':');
        assert!(plain, "a prefix has only ASCII letters, digits, '_', '-' and ':'");
        index += 1;
    }
    match pattern.as_bytes().split_first() {
        Some((b'^', rest)) => Text::concat(&[b"^", prefix, rest]),
        _ => panic!("the pattern begins with '^'"),
    }
}

/// How long the texts of an identifier may be.
#[must_use]
#[inline]
pub const fn capacity<I, const N: usize>(_: fn(I) -> Text<N>) -> usize {
    N
}

/// The text without its prefix.
///
/// # Errors
/// [`ParseError::Expected`] with the index of the first byte that differs.
#[inline]
pub const fn strip<'a>(prefix: &'static str, text: &'a [u8]) -> Result<&'a [u8], ParseError> {
    let (before, mut index) = (prefix.as_bytes(), 0);
    while index < before.len() {
        if index >= text.len() || text[index] != before[index] {
            return Err(ParseError::Expected { index, text: prefix });
        }
        index += 1;
    }
    Ok(text.split_at(index).1)
}

/// A text with something before it.
#[derive(Clone, Copy, Debug)]
pub struct Prefixed<T>(pub &'static str, pub T);

impl<T: fmt::Display> fmt::Display for Prefixed<T> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)?;
        self.1.fmt(f)
    }
}
