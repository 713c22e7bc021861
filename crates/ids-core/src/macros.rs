//! The lines that types of one kind have in common, each forwarding to a method of the type.

mod column;

/// What `?` is in other functions, in a `const fn`: the value, or a return of the error.
///
/// ```
/// use ids_core::{ParseError, format::{Hex, or_return}};
///
/// const fn last_digit(text: &[u8]) -> Result<u128, ParseError> {
///     Ok(or_return!(Hex::LOWER.decode::<4>(text)) & 15)
/// }
/// assert_eq!(last_digit(b"be11"), Ok(1));
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! or_return {
    ($result:expr) => {
        match $result {
            ::core::result::Result::Ok(value) => value,
            ::core::result::Result::Err(error) => return ::core::result::Result::Err(error),
        }
    };
}

/// Writes `Display`, `Debug` and `FromStr` of a type that has `encode` and `decode`. The parameters of a generic type,
/// with their bounds, stand in brackets before it; its name comes after it.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_text {
    ([$($parameters:tt)*] $type:ty, $name:expr) => {
        impl<$($parameters)*> ::core::fmt::Display for $type {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(&self.encode(), f)
            }
        }

        impl<$($parameters)*> ::core::fmt::Debug for $type {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_tuple($name).field(&self.encode()).finish()
            }
        }

        impl<$($parameters)*> ::core::str::FromStr for $type {
            type Err = $crate::ParseError;
            #[inline]
            fn from_str(text: &str) -> ::core::result::Result<Self, $crate::ParseError> {
                Self::decode(text.as_bytes())
            }
        }
    };
}

/// Writes the conversions from and to a `String`.
#[cfg(feature = "std")]
#[doc(hidden)]
#[macro_export]
macro_rules! impl_string {
    ([$($parameters:tt)*] $type:ty) => {
        impl<$($parameters)*> ::core::convert::TryFrom<$crate::foreign::String> for $type {
            type Error = $crate::ParseError;
            #[inline]
            fn try_from(text: $crate::foreign::String) -> ::core::result::Result<Self, $crate::ParseError> {
                text.parse()
            }
        }

        impl<$($parameters)*> ::core::convert::From<$type> for $crate::foreign::String {
            #[inline]
            fn from(id: $type) -> Self {
                ::core::convert::From::<&str>::from(id.encode().as_str())
            }
        }
    };
}

/// Writes what every part of an identifier forwards to its own methods: its text as
/// [`impl_text!`](crate::format::impl_text), and the conversions from and to its number.
///
/// The type has `encode` and `decode`; then come the number, the method that gives it, the one that
/// takes it, and the error of that one if it can fail. With the feature `serde` of this crate it is text in human-readable
/// formats, and the number in others.
///
/// ```
/// use ids_core::{ParseError, RangeError, Text, format::{Hex, impl_component}};
///
/// #[derive(Clone, Copy, PartialEq)]
/// struct Shelf(u8);
///
/// impl Shelf {
///     const fn new(shelf: u8) -> Result<Self, RangeError> {
///         match shelf {
///             0..16 => Ok(Self(shelf)),
///             _ => Err(RangeError::Field { field: "shelf", value: shelf as u64, max: 15 }),
///         }
///     }
///     const fn to_bits(self) -> u8 {
///         self.0
///     }
///     const fn encode(self) -> Text<1> {
///         Hex::LOWER.encode(self.0 as u128)
///     }
///     fn decode(text: &[u8]) -> Result<Self, ParseError> {
///         Hex::LOWER.decode::<1>(text).map(|bits| Self(bits as u8))
///     }
/// }
///
/// impl_component!(Shelf: u8, to_bits, new, RangeError);
///
/// let shelf: Shelf = "c".parse()?;
/// assert_eq!((u8::from(shelf), shelf.to_string()), (12, "c".to_owned()));
/// assert_eq!(Shelf::try_from(12), Ok(shelf));
/// # Ok::<(), ParseError>(())
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! impl_component {
    ($type:ident: $number:ty, $to:ident, $from:ident) => {
        $crate::format::impl_component!(@always $type: $number, $to);

        impl ::core::convert::From<$number> for $type {
            #[inline]
            fn from(number: $number) -> Self {
                Self::$from(number)
            }
        }
    };
    ($type:ident: $number:ty, $to:ident, $from:ident, $error:ty) => {
        $crate::format::impl_component!(@always $type: $number, $to);

        impl ::core::convert::TryFrom<$number> for $type {
            type Error = $error;
            #[inline]
            fn try_from(number: $number) -> ::core::result::Result<Self, $error> {
                Self::$from(number)
            }
        }
    };
    (@always $type:ident: $number:ty, $to:ident) => {
        $crate::format::impl_text!([] $type, ::core::stringify!($type));
        $crate::format::impl_serde!(
            [] $type,
            |this: &$type, serializer| {
                let number = <$number as ::core::convert::From<$type>>::from(*this);
                $crate::serde::serialize(|| this.encode(), number, serializer)
            },
            |deserializer| $crate::serde::deserialize_component::<_, $number, _>(
                deserializer,
                ::core::stringify!($type),
            )
        );

        impl ::core::convert::From<$type> for $number {
            #[inline]
            fn from(component: $type) -> Self {
                component.$to()
            }
        }
    };
}

/// Writes a part of an identifier that is any number of 32 bits, with 8 hexadecimal digits as its
/// text: `MIN`, `MAX`, `from_bits`, `to_bits`, `encode`, `decode`, and
/// [`impl_component!`](crate::format::impl_component).
///
/// ```
/// use ids_core::format::impl_hex32;
///
/// /// A machine.
/// #[derive(Clone, Copy, PartialEq)]
/// struct Machine(u32);
///
/// impl_hex32!(Machine);
///
/// assert_eq!(Machine::from_bits(0xbe11).to_string(), "0000be11");
/// assert!("0000be11".parse() == Ok(Machine(0xbe11)));
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! impl_hex32 {
    ($type:ident) => {
        impl $type {
            /// The smallest: all bits zero.
            pub const MIN: Self = Self(0);

            /// The largest: all bits set.
            pub const MAX: Self = Self(u32::MAX);

            /// The one of this number.
            #[inline]
            pub const fn from_bits(bits: u32) -> Self {
                Self(bits)
            }

            /// The number.
            #[inline]
            pub const fn to_bits(self) -> u32 {
                self.0
            }

            /// The text: 8 lower-case hexadecimal digits.
            #[inline]
            pub const fn encode(self) -> $crate::Text<8> {
                $crate::format::Hex::LOWER.encode(self.0 as u128)
            }

            /// The one of exactly this text.
            ///
            /// # Errors
            /// `ParseError::Length` unless the text has 8 bytes; `ParseError::Digit` for the first
            /// byte that is not a lower-case hexadecimal digit.
            #[inline]
            #[expect(clippy::cast_possible_truncation, reason = "eight digits of 4 bits")]
            pub const fn decode(text: &[u8]) -> ::core::result::Result<Self, $crate::ParseError> {
                let bits = $crate::format::or_return!($crate::format::Hex::LOWER.decode::<8>(text));
                ::core::result::Result::Ok(Self(bits as u32))
            }
        }

        $crate::format::impl_component!($type: u32, to_bits, from_bits);
    };
}

/// Writes, under the feature `serde` of this crate, what is written and read by two functions of the module `serde`. The
/// parameters of a generic type, with their bounds, stand in brackets before it.
///
/// `cfg` inside a macro asks for the features of the crate that uses it, so without one there is `off!`.
#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! impl_serde {
    ([$($parameters:tt)*] $type:ty, $serialize:expr, $deserialize:expr) => {
        impl<$($parameters)*> $crate::serde::Serialize for $type {
            #[inline]
            fn serialize<S: $crate::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                ($serialize)(self, serializer)
            }
        }

        impl<'de, $($parameters)*> $crate::serde::Deserialize<'de> for $type {
            #[inline]
            fn deserialize<D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                ($deserialize)(deserializer)
            }
        }
    };
}

/// Writes a list of names: an enum with a name for each variant, a list of them, `ALL`, `name`, `Display` and
/// `FromStr`. The text before it says what is named, for [`ParseError::Unknown`](crate::ParseError::Unknown).
///
/// ```
/// use ids_core::{ParseError, format::named};
///
/// named! {
///     "season"
///     /// A part of the year.
///     pub enum Season {
///         /// It is cold.
///         Winter => "winter",
///         /// It is warm.
///         Summer => "summer",
///     }
/// }
///
/// assert_eq!(Season::Summer.to_string(), "summer");
/// assert_eq!("winter".parse(), Ok(Season::ALL[0]));
/// let unknown = ParseError::Unknown { what: "season", known: "winter, summer" };
/// assert_eq!("spring".parse::<Season>(), Err(unknown));
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    (@list $first:literal $(, $name:literal)*) => { ::core::concat!($first $(, ", ", $name)*) };
    (
        $what:literal
        $(#[$attribute:meta])*
        $visibility:vis enum $type:ident {
            $($(#[$of_variant:meta])* $variant:ident $(= $value:literal)? => $name:literal),+ $(,)?
        }
    ) => {
        #[derive(
            ::core::clone::Clone,
            ::core::marker::Copy,
            ::core::fmt::Debug,
            ::core::cmp::PartialEq,
            ::core::cmp::Eq,
            ::core::hash::Hash,
        )]
        $(#[$attribute])*
        $visibility enum $type {
            $($(#[$of_variant])* $variant $(= $value)?),+
        }

        impl $type {
            /// All of them, in their order.
            $visibility const ALL: &[Self] = &[$(Self::$variant),+];

            /// The name, in lower case.
            #[inline]
            $visibility const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),+
                }
            }
        }

        impl ::core::fmt::Display for $type {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(self.name())
            }
        }

        impl ::core::str::FromStr for $type {
            type Err = $crate::ParseError;

            /// The one of exactly this [`name`](Self::name).
            #[inline]
            fn from_str(name: &str) -> ::core::result::Result<Self, $crate::ParseError> {
                for one in Self::ALL {
                    if one.name() == name {
                        return ::core::result::Result::Ok(*one);
                    }
                }
                let known = $crate::format::named!(@list $($name),+);
                ::core::result::Result::Err($crate::ParseError::Unknown { what: $what, known })
            }
        }
    };
}

/// Writes an enum of errors, which is `Copy`: behind each variant stand its `kind`, a stable lower-case name, and what it
/// says of its fields, as [`write!`] takes it. A variant with another error in parentheses is made of it by `From`, and
/// has it as its source. An enum that begins with `owned` is not `Copy`, and says itself what its sources are.
///
/// ```
/// use ids_core::format::errors;
///
/// errors! {
///     /// Why a shelf is not built.
///     pub enum ShelfError {
///         /// There is no wall.
///         Wall => "wall", "no wall to hold it";
///         /// It is too long.
///         Long {
///             /// In millimetres.
///             found: u32,
///         } => "long", ("{found} mm, and the wall has {}", 1200);
///     }
/// }
///
/// let error = ShelfError::Long { found: 1500 };
/// assert_eq!((error.kind(), error.to_string().as_str()), ("long", "1500 mm, and the wall has 1200"));
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! errors {
    (
        @enum $ownership:ident $derive:tt
        $(#[$attribute:meta])*
        $visibility:vis enum $type:ident {
            $(
                $(#[$of_variant:meta])*
                $variant:ident
                $({ $($(#[$of_field:meta])* $field:ident: $type_of_field:ty),+ $(,)? })?
                $(($inner:ident: $type_of_inner:ty))?
                => $kind:expr, $message:tt;
            )+
        }
    ) => {
        #[derive $derive]
        $(#[$attribute])*
        $visibility enum $type {
            $(
                $(#[$of_variant])*
                $variant $({ $($(#[$of_field])* $field: $type_of_field),+ })? $(($type_of_inner))?
            ),+
        }

        impl $type {
            /// A stable lower-case name of the kind of error, for machine-readable output.
            #[inline]
            #[allow(unused_variables, clippy::match_same_arms, reason = "a kind may be that of an inner error")]
            $visibility const fn kind(&self) -> &'static str {
                match self {
                    $(Self::$variant $({ $($field),+ })? $(($inner))? => $kind),+
                }
            }
        }

        impl ::core::fmt::Display for $type {
            #[inline]
            #[allow(unused_variables, reason = "not every field is said")]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match self {
                    $(Self::$variant $({ $($field),+ })? $(($inner))? => {
                        $crate::format::errors!(@say f $message)
                    })+
                }
            }
        }

        $crate::format::errors! { @sources $ownership $type $($($variant($inner: $type_of_inner))?)+ }
    };
    (@sources owned $($rest:tt)*) => {};
    (@sources copied $type:ident $($variant:ident($inner:ident: $type_of_inner:ty))*) => {
        impl ::core::error::Error for $type {
            #[inline]
            fn source(&self) -> ::core::option::Option<&(dyn ::core::error::Error + 'static)> {
                match self {
                    $(Self::$variant($inner) => ::core::option::Option::Some($inner),)*
                    #[allow(unreachable_patterns, reason = "each variant may have a source")]
                    _ => ::core::option::Option::None,
                }
            }
        }

        $(
            impl ::core::convert::From<$type_of_inner> for $type {
                #[inline]
                fn from(error: $type_of_inner) -> Self {
                    Self::$variant(error)
                }
            }
        )*
    };
    (@say $f:ident ($($message:tt)+)) => {
        ::core::write!($f, $($message)+)
    };
    (@say $f:ident $message:literal) => {
        ::core::write!($f, $message)
    };
    (owned $($errors:tt)+) => {
        $crate::format::errors! { @enum owned (::core::fmt::Debug) $($errors)+ }
    };
    ($($errors:tt)+) => {
        $crate::format::errors! {
            @enum copied (
                ::core::clone::Clone,
                ::core::marker::Copy,
                ::core::fmt::Debug,
                ::core::cmp::PartialEq,
                ::core::cmp::Eq,
                ::core::hash::Hash,
            )
            $($errors)+
        }
    };
}
