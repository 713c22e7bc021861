//! Answers as JSON: what `ids inspect --json` prints, for programs that show the same elsewhere.
//!
//! ```
//! use ids_formats::{Context, Inspector, UnixTime, all, json::{self, Candidates, Record}};
//! let records: Vec<_> = all().map(Record::new).collect();
//! let mut inspector = Inspector::new(Context::at(UnixTime::from_secs(1_800_000_000)));
//! let mut candidates = Candidates::new(&records);
//! let text = b"0RdKJcxqVBiAiQr0";
//! inspector.inspect(text);
//! let mut out = Vec::new();
//! json::object(&mut out, |out| candidates.write(out, &inspector, text));
//! let json = String::from_utf8(out).unwrap();
//! assert!(json.starts_with(r#"{"answer":"weak","#));
//! assert!(json.contains(r#"{"format":"flax","form":"base64""#));
//! assert!(json.contains(r#""time":"2015-10-15T20:10:25.807Z""#));
//! ```

mod candidates;
mod findings;
pub mod instant;
mod other;
mod record;
mod write;

pub use candidates::{Candidates, rounded, spelling};
pub use findings::findings;
pub use other::show_other;
pub use record::{Record, title};
pub use write::{
    acts, answer, decimal, digits, error, escape_acting, hex, key, line, list, member, number,
    object, objects, optional, some, string, strings,
};
