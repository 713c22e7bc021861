//! What an unknown text may be.

mod answer;
mod candidate;
mod inspector;
mod life;
mod reason;

pub use answer::Answer;
pub use candidate::{Candidate, Found, Verdict};
pub use inspector::{Inspector, inspect};
pub use reason::Reason;
