//! A flavour as a type.

use crate::Flavour;

/// A flavour as a type, so that identifiers of two flavours do not mix.
///
/// Your own is an empty type with one constant; a layout that is not a flavour
/// ([SNOW-7](crate::rules#snow-7)) does not compile:
///
/// ```
/// use snowflake::{Field, FieldOf, Flavour, Kind, Layout, SIGN, Snowflake, Ticks, UnixTime};
///
/// /// 10 ms since 2025, 40 bits of them; 12 bits of sequence; 11 bits of machine.
/// enum Mine {}
///
/// impl Kind for Mine {
///     const FLAVOUR: Flavour = Flavour::new(
///         Layout::new("mine", 64, &[
///             SIGN,
///             Field::new("timestamp", 62, 23),
///             Field::new("sequence", 22, 11),
///             Field::new("machine", 10, 0),
///         ]),
///         Ticks::per_second(UnixTime::from_secs(1_735_689_600), 100),
///         "timestamp",
///         Some("sequence"),
///     );
/// }
///
/// /// The fields that the program names.
/// impl Mine {
///     const MACHINE: FieldOf<Self> = FieldOf::named("machine");
/// }
///
/// let id = Snowflake::<Mine>::from_bits(100 << 23 | 7)?;
/// assert_eq!(id.get(Mine::MACHINE), 7);
/// assert_eq!(id.time(), UnixTime::from_secs(1_735_689_601));
/// # Ok::<(), snowflake::ParseError>(())
/// ```
///
/// Fields that do not add up to 64 bits:
/// ```compile_fail,E0080
/// use snowflake::{Field, Flavour, Kind, Layout, Ticks, UnixTime};
/// const SHORT: Flavour = Flavour::new(
///     Layout::new("short", 62, &[Field::new("timestamp", 61, 12), Field::new("node", 11, 0)]),
///     Ticks::per_second(UnixTime::EPOCH, 1000),
///     "timestamp",
///     None,
/// );
/// # let _ = SHORT;
/// ```
///
/// A node above the timestamp, whose identifiers would not sort by time:
/// ```compile_fail,E0080
/// use snowflake::{Field, Flavour, Kind, Layout, Ticks, UnixTime};
/// const UPSIDE_DOWN: Flavour = Flavour::new(
///     Layout::new("upside-down", 64, &[Field::new("node", 63, 52), Field::new("timestamp", 51, 0)]),
///     Ticks::per_second(UnixTime::EPOCH, 1000),
///     "timestamp",
///     None,
/// );
/// # let _ = UPSIDE_DOWN;
/// ```
pub trait Kind: 'static {
    /// The flavour's layout, unit and text.
    const FLAVOUR: Flavour;
}

/// Writes what `#[derive(Clone, Copy, PartialEq, Eq, Hash)]` would write, for a type over a [`Kind`]
/// with all of its state in one field. The derived ones ask the same of the kind, of which no value
/// exists.
macro_rules! impl_copy {
    ($type:ident, $value:tt) => {
        impl<K: $crate::Kind> Clone for $type<K> {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<K: $crate::Kind> Copy for $type<K> {}

        impl<K: $crate::Kind> PartialEq for $type<K> {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                self.$value == other.$value
            }
        }

        impl<K: $crate::Kind> Eq for $type<K> {}

        impl<K: $crate::Kind> ::core::hash::Hash for $type<K> {
            #[inline]
            fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
                self.$value.hash(state);
            }
        }
    };
}

pub(crate) use impl_copy;
