//! `defmt`: logs of small machines have the canonical text.

pub use defmt::{Format, Formatter};

/// Writes `Format` of a type that has `encode`.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_defmt {
    ([$($parameters:tt)*] $type:ty) => {
        impl<$($parameters)*> $crate::foreign::defmt::Format for $type {
            #[inline]
            fn format(&self, formatter: $crate::foreign::defmt::Formatter<'_>) {
                $crate::foreign::defmt::Format::format(self.encode().as_str(), formatter);
            }
        }
    };
}
