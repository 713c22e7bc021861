//! What many identifiers of one source are: their format, or the layout of their bits.
//!
//! ```
//! use ids_formats::{Answer, Context, UnixTime, infer::Survey};
//!
//! // Two nodes that make an identifier now and then, as Twitter's did.
//! let made = |minute: u64| {
//!     let inside = minute.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
//!     (minute * 60_000 + inside % 60_000) << 22 | minute % 2 << 14
//! };
//! let first = 400_000_000_000_u64 << 22;
//! let mut survey = Survey::new(Context::at(UnixTime::from_secs(1_800_000_000)));
//! for minute in 0..1000 {
//!     survey.add((first + made(minute)).to_string().as_bytes());
//! }
//! let found = survey.findings();
//! assert!(matches!(found.answer, Answer::Several { .. }));
//! assert_eq!(found.layout.unwrap().low, 22);
//! assert_eq!(found.fits[0].first.flavour(), Some("twitter"));
//! ```

mod census;
mod clock;
mod cost;
mod findings;
mod fit;
mod role;
mod sample;
mod split;
mod survey;

pub(crate) use cost::excess;
pub use findings::{Findings, Inferred};
pub use fit::Fit;
pub use survey::Survey;
