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
