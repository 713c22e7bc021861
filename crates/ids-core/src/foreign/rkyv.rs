//! `rkyv`: an identifier is archived as its bytes, most significant first.
//!
//! Any bytes can be read from an archive. Those that are no identifier are an error when the
//! identifier is made of them.

pub use rkyv::{
    Archive, Deserialize, Place, Serialize,
    rancor::{Fallible, Source},
};

/// Writes `Archive`, `Serialize` and `Deserialize`.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_rkyv {
    ([$($parameters:tt)*] $type:ty, $bytes:ty) => {
        impl<$($parameters)*> $crate::foreign::rkyv::Archive for $type {
            type Archived = $bytes;
            type Resolver = ();

            #[inline]
            fn resolve(&self, (): (), out: $crate::foreign::rkyv::Place<Self::Archived>) {
                out.write($crate::Id::to_bytes(*self));
            }
        }

        impl<S, $($parameters)*> $crate::foreign::rkyv::Serialize<S> for $type
        where
            S: $crate::foreign::rkyv::Fallible + ?::core::marker::Sized,
        {
            #[inline]
            fn serialize(&self, _: &mut S) -> ::core::result::Result<(), S::Error> {
                ::core::result::Result::Ok(())
            }
        }

        impl<D, $($parameters)*> $crate::foreign::rkyv::Deserialize<$type, D> for $bytes
        where
            D: $crate::foreign::rkyv::Fallible<Error: $crate::foreign::rkyv::Source> + ?::core::marker::Sized,
        {
            #[inline]
            fn deserialize(&self, _: &mut D) -> ::core::result::Result<$type, D::Error> {
                $crate::format::id_of_bytes(self).map_err($crate::foreign::rkyv::Source::new)
            }
        }
    };
}
