//! Errors, as small `Copy` types: what was found, where, and what would fit.

mod clock;
pub(crate) mod count;
mod generate;
mod layout;
mod parse;
mod range;

pub use clock::ClockError;
pub use generate::GenerateError;
pub use layout::LayoutError;
pub use parse::ParseError;
pub use range::RangeError;

/// Writes an enum of errors, which is `Copy` unless it begins with `owned`: behind each variant stand its `kind`, a stable
/// lower-case name, and what it says of its fields, as [`write!`] takes it.
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
        @ $define:ident
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
        $crate::$define! {
            $(#[$attribute])*
            $visibility enum $type {
                $(
                    $(#[$of_variant])*
                    $variant $({ $($(#[$of_field])* $field: $type_of_field),+ })? $(($type_of_inner))?
                ),+
            }
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
    };
    (@say $f:ident ($($message:tt)+)) => {
        ::core::write!($f, $($message)+)
    };
    (@say $f:ident $message:literal) => {
        ::core::write!($f, $message)
    };
    (owned $($errors:tt)+) => {
        $crate::format::errors! { @ shown $($errors)+ }
    };
    ($($errors:tt)+) => {
        $crate::format::errors! { @ value $($errors)+ }
    };
}
