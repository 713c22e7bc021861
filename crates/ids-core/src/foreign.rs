//! Traits of other libraries, each behind a feature: a file for each library, and one macro that
//! writes all of them for an identifier.
//!
//! `cfg` inside a macro asks for the features of the crate that uses it. So a library's macro is here
//! only with its feature, and [`ignore!`](crate::ignore) takes its place without it: the list `off!` in `lib.rs`.

#[cfg(feature = "arbitrary")]
pub mod arbitrary;
#[cfg(feature = "borsh")]
pub mod borsh;
#[cfg(feature = "bytemuck")]
pub use bytemuck;
#[cfg(feature = "proptest")]
pub mod proptest;
#[cfg(any(feature = "arbitrary", feature = "proptest"))]
pub mod refused;
#[cfg(feature = "rkyv")]
pub mod rkyv;
#[cfg(any(
    feature = "arbitrary",
    feature = "proptest",
    feature = "schemars1",
    feature = "utoipa5",
    feature = "utoipa6"
))]
mod sample;
#[cfg(any(feature = "schemars1", feature = "utoipa5", feature = "utoipa6"))]
mod schema;
#[cfg(feature = "schemars1")]
pub mod schemars1;
#[cfg(any(feature = "utoipa5", feature = "utoipa6"))]
mod utoipa;
#[cfg(feature = "std")]
pub use std::string::String;
#[cfg(feature = "uuid")]
pub use uuid::Uuid;
#[cfg(feature = "zerocopy")]
pub use zerocopy;

#[cfg(any(feature = "schemars1", feature = "utoipa5", feature = "utoipa6"))]
pub use self::schema::{Cow, name as schema_name};
#[cfg(feature = "utoipa5")]
pub use self::utoipa::utoipa5;
#[cfg(feature = "utoipa6")]
pub use self::utoipa::utoipa6;

/// Writes the traits of the other libraries whose features are on, for a type that is an
/// [`Id`](crate::Id).
///
/// The parameters of a generic type, with their bounds, stand in brackets before it. After it stand
/// the type of its bytes and the parts of its name in a schema.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_foreign {
    ([$($parameters:tt)*] $type:ty, $bytes:ty, $name:expr) => {
        $crate::impl_arbitrary!([$($parameters)*] $type);
        $crate::impl_borsh!([$($parameters)*] $type);
        $crate::impl_proptest!([$($parameters)*] $type);
        $crate::impl_rkyv!([$($parameters)*] $type, $bytes);
        $crate::impl_schemars1!([$($parameters)*] $type, $name);
        $crate::impl_utoipa5!([$($parameters)*] $type, $name);
        $crate::impl_utoipa6!([$($parameters)*] $type, $name);
    };
}

/// Writes nothing: in place of the macro of a library whose feature is off.
#[doc(hidden)]
#[macro_export]
macro_rules! ignore {
    ($($ignored:tt)*) => {};
}

/// Writes the struct of an identifier as its bytes stand, with the derives of `bytemuck` and `zerocopy`, whose features
/// are those of this crate. Before it stands which bytes it may have: `any`, or `checked`.
#[doc(hidden)]
#[macro_export]
macro_rules! plain {
    (any $($item:tt)+) => {
        $crate::plain! { @derive [Pod, Zeroable] [FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned] $($item)+ }
    };
    (checked $($item:tt)+) => {
        $crate::plain! { @derive [NoUninit] [Immutable, IntoBytes, KnownLayout, Unaligned] $($item)+ }
    };
    (@derive $bytemuck:tt $zerocopy:tt $($item:tt)+) => {
        $crate::derive_bytemuck! { $bytemuck $zerocopy
            #[derive(
                ::core::clone::Clone,
                ::core::marker::Copy,
                ::core::cmp::PartialEq,
                ::core::cmp::Eq,
                ::core::hash::Hash,
            )]
            #[repr(transparent)]
            $($item)+
        }
    };
}

#[cfg(feature = "bytemuck")]
#[doc(hidden)]
#[macro_export]
macro_rules! derive_bytemuck {
    ([$($bytemuck:ident),*] $zerocopy:tt $($item:tt)+) => {
        $crate::derive_zerocopy! { $zerocopy
            #[derive($($crate::foreign::bytemuck::$bytemuck),*)]
            #[bytemuck(crate = "::ids_core::foreign::bytemuck")]
            $($item)+
        }
    };
}

#[cfg(not(feature = "bytemuck"))]
#[doc(hidden)]
#[macro_export]
macro_rules! derive_bytemuck {
    ($bytemuck:tt $zerocopy:tt $($item:tt)+) => {
        $crate::derive_zerocopy! { $zerocopy $($item)+ }
    };
}

#[cfg(feature = "zerocopy")]
#[doc(hidden)]
#[macro_export]
macro_rules! derive_zerocopy {
    ([$($zerocopy:ident),*] $($item:tt)+) => {
        #[derive($($crate::foreign::zerocopy::$zerocopy),*)]
        #[zerocopy(crate = "ids_core::foreign::zerocopy")]
        $($item)+
    };
}

#[cfg(not(feature = "zerocopy"))]
#[doc(hidden)]
#[macro_export]
macro_rules! derive_zerocopy {
    ($zerocopy:tt $($item:tt)+) => {
        $($item)+
    };
}
