//! Identifiers that have more than one text.

use core::fmt::Display;

use crate::{Id, ParseError};

/// An identifier with a list of texts, of which one is canonical.
///
/// For code that is generic over formats, such as the `serde` modules of their crates. Each type has
/// the same operations as methods of its list.
pub trait Forms: Id {
    /// The list of its texts.
    type Form: Copy + Display + 'static;

    /// The text of this form.
    fn encode_as(self, form: Self::Form) -> impl Display;

    /// The identifier that a text of this form writes.
    ///
    /// # Errors
    /// [`ParseError`]: what is wrong, and where.
    fn decode_as(form: Self::Form, text: &[u8]) -> Result<Self, ParseError>;
}

/// Writes [`Forms`](crate::format::Forms): the identifier, its list, and the methods of the list
/// that write and read it.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_forms {
    ($id:ident: $form:ident, $encode:ident, $decode:ident) => {
        $crate::format::impl_forms!([] $id, $form, $encode, $decode);
    };
    // The parameters of a generic type stand in the brackets.
    ([$($parameters:tt)*] $id:ty, $form:ident, $encode:ident, $decode:ident) => {
        impl<$($parameters)*> $crate::format::Forms for $id {
            type Form = $form;
            #[inline]
            fn encode_as(self, form: $form) -> impl ::core::fmt::Display {
                form.$encode(self)
            }
            #[inline]
            fn decode_as(
                form: $form,
                text: &[u8],
            ) -> ::core::result::Result<Self, $crate::ParseError> {
                form.$decode(text)
            }
        }
    };
}

/// Writes the modules for `#[serde(with = "...")]` of a format's crate: one for each form that is
/// named, then `bytes`, and `number` where it is asked for. Each has a module `option`.
///
/// The caller writes it in a module of its own, under its feature `serde`.
#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! serde_modules {
    ($list:ident { $($module:ident: $form:ident),* $(,)? } $($number:ident)?) => {
        $($crate::format::serde_modules!(
            @module $list, $module, $crate::serde::ByForm($list::$form),
            ::core::concat!("The field as the text of [`Form::", ::core::stringify!($form), "`](crate::Form::", ::core::stringify!($form), ").")
        );)*
        $crate::format::serde_modules!(
            @module $list, bytes, $crate::serde::ByBytes,
            "The field as its bytes, most significant first: in JSON a list of numbers."
        );
        $($crate::format::serde_modules!(
            @module $list, $number, $crate::serde::ByNumber,
            "The field as an unsigned integer.\n\nJavaScript and others lose bits of integers above 2^53."
        );)?
    };
    (@module $list:ident, $module:ident, $way:expr, $doc:expr) => {
        #[doc = $doc]
        ///
        /// For `#[serde(with = "...")]`. In every data format it writes this and reads only this.
        pub mod $module {
            use super::$list;

            /// Writes the identifier.
            ///
            /// # Errors
            /// The serializer's own.
            #[inline]
            pub fn serialize<I, S>(id: &I, serializer: S) -> ::core::result::Result<S::Ok, S::Error>
            where
                I: $crate::format::Forms<Form = $list>,
                S: $crate::serde::Serializer,
            {
                $crate::serde::Way::serialize($way, *id, serializer)
            }

            /// Reads the identifier.
            ///
            /// # Errors
            /// The deserializer's own. It names what was found.
            #[inline]
            pub fn deserialize<'de, I, D>(deserializer: D) -> ::core::result::Result<I, D::Error>
            where
                I: $crate::format::Forms<Form = $list>,
                D: $crate::serde::Deserializer<'de>,
            {
                $crate::serde::Way::deserialize($way, deserializer)
            }

            /// The same for a field that may be empty, an `Option`.
            ///
            /// A field that may also be absent has `#[serde(default, with = "...")]`.
            pub mod option {
                use super::$list;

                /// Writes the identifier or nothing.
                ///
                /// # Errors
                /// The serializer's own.
                #[inline]
                pub fn serialize<I, S>(id: &::core::option::Option<I>, serializer: S) -> ::core::result::Result<S::Ok, S::Error>
                where
                    I: $crate::format::Forms<Form = $list>,
                    S: $crate::serde::Serializer,
                {
                    $crate::serde::serialize_option($way, *id, serializer)
                }

                /// Reads the identifier or nothing.
                ///
                /// # Errors
                /// The deserializer's own. It names what was found.
                #[inline]
                pub fn deserialize<'de, I, D>(deserializer: D) -> ::core::result::Result<::core::option::Option<I>, D::Error>
                where
                    I: $crate::format::Forms<Form = $list>,
                    D: $crate::serde::Deserializer<'de>,
                {
                    $crate::serde::deserialize_option($way, deserializer)
                }
            }
        }
    };
}
