#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![allow(clippy::missing_inline_in_public_items, reason = "nothing here is called in a loop")]

mod compare;
mod fault;
mod formats;
mod generate;
mod judge;
mod protocol;
mod random;
mod reference;
mod scalar;
mod script;
mod subject;
mod unique;
mod unknown;
pub mod vectors;

pub use fault::{Fault, Reason};
pub use formats::subject;
pub use generate::{Played, play};
pub use judge::{Case, Expected, Verdict};
pub use protocol::{
    Answer, Ask, Do, Document, Done, LONGEST_LINE, Output, PROTOCOL, Request, Response, Spelling,
    Where,
};
pub use random::Fresh;
pub use reference::{FORMATS, answer, answer_by, embedded};
pub use scalar::{Instant, Number, Octets};
pub use script::{ScriptClock, ScriptRng, Start};
pub use subject::Subject;
pub use unknown::Unknown;
pub use vectors::{Action, File, Run};
