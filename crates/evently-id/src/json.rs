//! JSON text and its canonical form, from strings and numbers up to whole texts.

mod buffers;
mod limits;
mod member;
mod number;
mod scanner;
mod string;

pub(crate) use buffers::Buffers;
pub use limits::{Limits, MAX_DEPTH, MAX_EXPANSION};
pub use member::Duplicates;
pub(crate) use member::{Member, check_distinct};
pub use number::Numbers;
pub(crate) use scanner::{Reading, Scanner};
pub(crate) use string::{Span, escaped, is, plain, unescape_into};
