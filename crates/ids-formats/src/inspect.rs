//! What an unknown text may be.

mod answer;
mod candidate;
mod inspector;
mod kept;
mod life;

pub use answer::Answer;
pub use candidate::Candidate;
pub(crate) use candidate::Found;
pub use inspector::{Inspector, inspect};
pub use kept::Kept;
pub(crate) use life::Life;
