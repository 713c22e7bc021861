//! What an unknown text may be.

mod answer;
mod candidate;
mod inspector;
mod life;

pub use answer::Answer;
pub(crate) use candidate::Found;
pub use candidate::{Alike, Candidate};
pub use inspector::{Inspector, inspect};
pub(crate) use life::Life;
