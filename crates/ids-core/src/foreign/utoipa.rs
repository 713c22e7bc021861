//! `utoipa` 5 and 6: the `OpenAPI` schema of the canonical text.

/// Writes what the two versions have in common, which is everything.
macro_rules! version {
    ($feature:literal, $library:ident) => {
        #[cfg(feature = $feature)]
        pub mod $library {
            use $library::openapi::{
                ObjectBuilder,
                schema::{SchemaType, Type},
            };
            pub use $library::{
                PartialSchema, ToSchema,
                openapi::{RefOr, schema::Schema},
            };

            use crate::{Id, foreign::schema};

            /// The schema: a string, its pattern, a sentence and an example.
            #[inline]
            pub fn schema<I: Id>() -> RefOr<Schema> {
                ObjectBuilder::new()
                    .schema_type(SchemaType::new(Type::String))
                    .pattern(Some(I::PATTERN))
                    .description(Some(schema::description::<I>()))
                    .examples(schema::example::<I>())
                    .into()
            }
        }
    };
}

version!("utoipa5", utoipa5);
version!("utoipa6", utoipa6);

/// Writes `PartialSchema` and `ToSchema` of version 5.
#[cfg(feature = "utoipa5")]
#[doc(hidden)]
#[macro_export]
macro_rules! impl_utoipa5 {
    ($($arguments:tt)*) => {
        $crate::impl_utoipa!(utoipa5 $($arguments)*);
    };
}

/// Writes `PartialSchema` and `ToSchema` of version 6.
#[cfg(feature = "utoipa6")]
#[doc(hidden)]
#[macro_export]
macro_rules! impl_utoipa6 {
    ($($arguments:tt)*) => {
        $crate::impl_utoipa!(utoipa6 $($arguments)*);
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! impl_utoipa {
    ($version:ident [$($parameters:tt)*] $type:ty, $name:expr) => {
        impl<$($parameters)*> $crate::foreign::$version::PartialSchema for $type {
            #[inline]
            fn schema() -> $crate::foreign::$version::RefOr<$crate::foreign::$version::Schema> {
                $crate::foreign::$version::schema::<Self>()
            }
        }

        impl<$($parameters)*> $crate::foreign::$version::ToSchema for $type {
            #[inline]
            fn name() -> $crate::foreign::Cow<'static, str> {
                $crate::foreign::schema_name(&$name)
            }
        }
    };
}
