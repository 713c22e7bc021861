//! Errors, as small `Copy` types: what was found, where, and what would fit.

pub(crate) mod count;
mod field;
mod generate;
mod layout;
mod parse;
mod range;
mod time;

pub use field::FieldError;
pub use generate::GenerateError;
pub use layout::LayoutError;
pub use parse::ParseError;
pub use range::RangeError;
pub use time::{ClockError, TimeError};
