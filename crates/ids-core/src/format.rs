//! The parts for authors of formats. Users of a format do not need them.
//!
//! | part | what it is |
//! |---|---|
//! | [`Field`], [`Layout`] | named bit ranges as a `const` table; a gap or an overlap does not compile |
//! | [`Hex`], [`Base32`], [`Base64`], [`Digits`] | numbers as text in any alphabet, fixed width or as long as needed |
//! | [`Ticks`] | instants as whole ticks, by integer arithmetic, `at(start(t)) == t` |
//! | [`Scheme`] | how a format turns positions into identifiers: with a clock, a [`Generator`](crate::Generator) |
//! | [`Positions`] | strictly increasing positions: the pure step from one to the next, how far ahead, which jumps |
//! | [`Forms`] | an identifier with more than one text |
//! | [`Counter`], [`Kept`] | where the counter of positions lives, and whether it can be made anew |
//! | [`identifier!`], [`impl_id!`], [`impl_column!`], [`impl_uuid!`], [`impl_i64!`], [`impl_text!`], [`impl_component!`], [`impl_hex32!`], [`named!`], [`fields!`], [`errors!`], [`impl_forms!`], [`impl_serde!`] | the types and the forwarding lines of identifiers, of their parts, of lists of names and of errors |
//! | [`or_return!`] | `?`, in a `const fn` |
//! | `Refused` | what is not an identifier, for tests of readers by `arbitrary` or `proptest` |

#[cfg(any(feature = "arbitrary", feature = "proptest"))]
pub use crate::foreign::refused::Refused;
#[cfg(target_has_atomic = "64")]
#[doc(hidden)]
pub use crate::generate::AtomicU64;
#[cfg(feature = "serde")]
#[doc(inline)]
pub use crate::serde_modules;
#[doc(inline)]
pub use crate::{
    errors, fields, identifier, impl_column, impl_component, impl_databases, impl_forms,
    impl_hex32, impl_i64, impl_id, impl_serde, impl_text, impl_uuid, named, or_return,
};
pub use crate::{
    form::Forms,
    generate::{Counter, Kept, Positions, Scheme},
    layout::{Field, Layout},
    text::{Base32, Base64, Digits, Hex},
    time::Ticks,
};
#[doc(hidden)]
pub use crate::{
    id::{any_bytes, array_of_bytes, bytes_of_number, id_of_bytes, number_of_bytes},
    literal::refuse_literal,
    text::{Base, has_upper_case, same_text},
};
