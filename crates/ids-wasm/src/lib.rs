#![doc = include_str!("../README.md")]
#![allow(clippy::missing_inline_in_public_items, reason = "what crosses the boundary is large")]

mod boundary;
mod inference;
mod inspect;
mod lines;
mod range;
mod respond;
mod stream;
mod tally;

pub use inspect::inspect;
pub use range::range;
pub use respond::respond;
pub use stream::Stream;

/// Why a request is refused, for people.
pub type Refused = String;

/// Reads a request.
fn read<'a, R: serde::Deserialize<'a>>(request: &'a [u8]) -> Result<R, Refused> {
    serde_json::from_slice(request).map_err(|error| format!("this is no request: {error}"))
}
