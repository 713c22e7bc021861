//! Generators written by hand for one format each, as short as they can be and still right: no
//! identifier twice, none for a spent tick, an instant before the epoch or after the end.

mod siq;
// That of the other harness.
#[path = "../../src/floor.rs"]
mod snowflake;

pub use siq::Siq;
pub use snowflake::{Owned, Shared};
