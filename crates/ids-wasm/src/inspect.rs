//! What texts may be.

use ids_conform::Number;
use ids_formats::{
    Context, Inspector, UnixTime, all,
    json::{self, Candidates, Record},
};
use serde::Deserialize;

use crate::{Refused, read};

/// What is known before a text is looked at, as requests have it. Instants are as the conformance
/// protocol has them: nanoseconds since the Unix epoch, in decimal digits.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Known {
    now: Number,
    #[serde(default)]
    since: Option<Number>,
    #[serde(default)]
    until: Option<Number>,
    #[serde(default)]
    all: bool,
}

impl Known {
    pub(crate) fn context(&self) -> Context<'static> {
        let until = self.until.map_or(UnixTime::MAX, Number::instant);
        let times = self.since.map_or(UnixTime::EPOCH, Number::instant)..until;
        Context { times, all: self.all, ..Context::at(self.now.instant()) }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    texts: Vec<String>,
    known: Known,
    /// With the forms and the layout of each candidate.
    #[serde(default)]
    parts: bool,
}

/// Inspects texts: appends an array with an object for each, as `ids inspect --json` prints it. With
/// `"parts"` each candidate has its texts and its layout as well.
///
/// ```
/// let request = br#"{"texts":["0RdKJcxqVBiAiQr0"],"known":{"now":"1714435200000000000"}}"#;
/// let mut out = Vec::new();
/// ids_wasm::inspect(request, &mut out)?;
/// assert!(out.starts_with(br#"[{"input":"0RdKJcxqVBiAiQr0","answer":"weak","candidates":[{"#));
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// The request is not valid.
pub fn inspect(request: &[u8], out: &mut Vec<u8>) -> Result<(), Refused> {
    let request: Request = read(request)?;
    let mut inspector = Inspector::new(request.known.context());
    let records: Vec<_> = all().map(Record::new).collect();
    let mut candidates = Candidates::new(&records);
    if request.parts {
        candidates = candidates.with_parts();
    }
    json::list(out, &request.texts, |out, text| {
        let text = text.as_bytes();
        inspector.inspect(text);
        json::object(out, |out| {
            json::member(out, "input", text);
            if inspector.found().is_empty() {
                let (mut message, mut index) = ("no format reads this".to_owned(), None);
                if let Some((nearest, place)) = inspector.nearest(text) {
                    (message, index) = (format!("{message}; nearest is {nearest}"), place);
                }
                json::error(out, "unknown", &message, index);
            } else {
                candidates.write(out, &inspector, text);
            }
        });
    });
    Ok(())
}
