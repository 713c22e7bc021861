//! `quickcheck`: identifiers for tests of properties.

pub use std::boxed::Box;

pub use quickcheck::{Arbitrary, Gen};

use super::{refused::Refused, sample::sample};
use crate::Id;

/// Any identifier.
#[inline]
pub fn arbitrary<I: Id>(source: &mut Gen) -> I {
    loop {
        if let Some(id) = sample(u128::arbitrary(source), u64::arbitrary(source)) {
            return id;
        }
    }
}

/// Identifiers with smaller numbers.
#[inline]
pub fn shrink<I: Id>(id: I) -> Box<dyn Iterator<Item = I>> {
    Box::new(id.to_bits().shrink().filter_map(|bits| I::from_bits(bits).ok()))
}

impl<I: Id> Arbitrary for Refused<I> {
    #[inline]
    fn arbitrary(source: &mut Gen) -> Self {
        Self::new(u128::arbitrary(source), u64::arbitrary(source))
    }
}

/// Writes `Arbitrary`.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_quickcheck {
    ([$($parameters:tt)*] $type:ty) => {
        impl<$($parameters)*> $crate::foreign::quickcheck::Arbitrary for $type {
            #[inline]
            fn arbitrary(source: &mut $crate::foreign::quickcheck::Gen) -> Self {
                $crate::foreign::quickcheck::arbitrary(source)
            }

            #[inline]
            fn shrink(&self) -> $crate::foreign::quickcheck::Box<dyn ::core::iter::Iterator<Item = Self>> {
                $crate::foreign::quickcheck::shrink(*self)
            }
        }
    };
}
