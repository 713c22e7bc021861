//! A span of time as a span of identifiers.

use ids_conform::Number;
use ids_core::{RangeError, UnixTime};
use ids_formats::{
    Timed, all,
    json::{self, Record},
};
use serde::Deserialize;

use crate::{Refused, read};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    from: Number,
    to: Number,
}

/// Appends an array with an object for each format that has a time, as `ids range --json` prints it:
/// the first identifier of the span of time, and the first one after it. A format that cannot have the
/// times has `"error"` instead.
///
/// ```
/// let mut out = Vec::new();
/// ids_wasm::range(br#"{"from":"1461974400000000000","to":"1462060800000000000"}"#, &mut out)?;
/// let flax = r#"{"format":"flax","from":"1R5gI-----------","to":"1RQHe-----------"}"#;
/// assert!(String::from_utf8(out).unwrap().contains(flax));
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// The request is not valid, or the span ends before it begins.
pub fn range(request: &[u8], out: &mut Vec<u8>) -> Result<(), Refused> {
    let request: Request = read(request)?;
    let (from, to) = (request.from.instant(), request.to.instant());
    if from > to {
        return Err("from is after to".into());
    }
    let timed = all().map(Record::new).filter_map(|record| Some((record.timed?, record)));
    json::list(out, timed, |out, (timed, record)| {
        json::object(out, |out| {
            record.write_name(out);
            match bounds(timed, from, to) {
                Ok((first, end)) => {
                    json::member(out, "from", record.text(first).as_bytes());
                    json::member(out, "to", record.text(end).as_bytes());
                }
                Err((which, error)) => {
                    json::member(out, "error", format!("{which}: {error}").as_bytes());
                }
            }
        });
    });
    Ok(())
}

fn bounds(
    timed: &dyn Timed,
    from: UnixTime,
    to: UnixTime,
) -> Result<(u128, u128), (&'static str, RangeError)> {
    let first = timed.lower_bound(from).map_err(|error| ("from", error))?;
    let end = timed.upper_bound(to).map_err(|error| ("to", error))?;
    Ok((first, end))
}
