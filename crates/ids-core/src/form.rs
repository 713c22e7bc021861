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
            @module $list, $module,
            |id, serializer| $crate::serde::serialize_form($list::$form, id, serializer),
            |deserializer| $crate::serde::deserialize_form($list::$form, deserializer),
            ::core::concat!("The field as the text of [`Form::", ::core::stringify!($form), "`](crate::Form::", ::core::stringify!($form), ").")
        );)*
        $crate::format::serde_modules!(
            @module $list, bytes, $crate::serde::serialize_bytes, $crate::serde::deserialize_bytes,
            "The field as its bytes, most significant first: in JSON a list of numbers."
        );
        $($crate::format::serde_modules!(
            @module $list, $number, $crate::serde::serialize_number, $crate::serde::deserialize_number,
            "The field as an unsigned integer.\n\nJavaScript and others lose bits of integers above 2^53."
        );)?
    };
    (@module $list:ident, $module:ident, $write:expr, $read:expr, $doc:expr) => {
        #[doc = $doc]
        ///
        /// For `#[serde(with = "...")]`. In every data format it writes this and reads only this.
        pub mod $module {
            use super::$list;

            /// The identifier in this form.
            struct Field<I>(I);

            impl<I: $crate::format::Forms<Form = $list>> $crate::serde::Serialize for Field<I> {
                fn serialize<S: $crate::serde::Serializer>(&self, serializer: S) -> ::core::result::Result<S::Ok, S::Error> {
                    ($write)(self.0, serializer)
                }
            }

            impl<'de, I: $crate::format::Forms<Form = $list>> $crate::serde::Deserialize<'de> for Field<I> {
                fn deserialize<D: $crate::serde::Deserializer<'de>>(deserializer: D) -> ::core::result::Result<Self, D::Error> {
                    ($read)(deserializer).map(Self)
                }
            }

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
                $crate::serde::Serialize::serialize(&Field(*id), serializer)
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
                <Field<I> as $crate::serde::Deserialize>::deserialize(deserializer).map(|field| field.0)
            }

            /// The same for a field that may be empty, an `Option`.
            ///
            /// A field that may also be absent has `#[serde(default, with = "...")]`.
            pub mod option {
                use super::{$list, Field};

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
                    $crate::serde::Serialize::serialize(&id.map(Field), serializer)
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
                    let field: ::core::option::Option<Field<I>> = $crate::serde::Deserialize::deserialize(deserializer)?;
                    ::core::result::Result::Ok(field.map(|field| field.0))
                }
            }
        }
    };
}
