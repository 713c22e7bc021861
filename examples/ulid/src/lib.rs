//! ULIDs, as a format of this project: `docs/adding-a-format.md` walks through it.
//!
//! ```
//! use example_ulid::Ulid;
//! use ids_core::UnixTime;
//! let id: Ulid = "01ARZ3NDEKTSV4RRFFQ69G5FAV".parse()?;
//! assert_eq!(id.time(), UnixTime::from_millis(1_469_922_850_259));
//! # Ok::<(), ids_core::ParseError>(())
//! ```
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod form;
mod format;
mod id;
mod layout;

pub use form::Form;
pub use format::UlidFormat;
pub use id::Ulid;
