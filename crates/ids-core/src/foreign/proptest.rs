//! `proptest`: identifiers for tests of properties.

use proptest::prelude::{Strategy, any};
pub use proptest::{arbitrary::Arbitrary, strategy::BoxedStrategy};

use super::{refused::Refused, sample::sample};
use crate::Id;

/// Any identifier. It shrinks towards zero.
#[inline]
pub fn identifiers<I: Id>() -> BoxedStrategy<I> {
    let parts = (any::<u128>(), any::<u64>());
    parts.prop_filter_map("no identifier", |(bits, choice)| sample(bits, choice)).boxed()
}

impl<I: Id> Arbitrary for Refused<I> {
    type Parameters = ();
    type Strategy = BoxedStrategy<Self>;

    #[inline]
    fn arbitrary_with((): ()) -> Self::Strategy {
        (any::<u128>(), any::<u64>()).prop_map(|(bits, choice)| Self::new(bits, choice)).boxed()
    }
}

/// Writes `Arbitrary`.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_proptest {
    ([$($parameters:tt)*] $type:ty) => {
        impl<$($parameters)*> $crate::foreign::proptest::Arbitrary for $type {
            type Parameters = ();
            type Strategy = $crate::foreign::proptest::BoxedStrategy<Self>;

            #[inline]
            fn arbitrary_with((): ()) -> Self::Strategy {
                $crate::foreign::proptest::identifiers()
            }
        }
    };
}
