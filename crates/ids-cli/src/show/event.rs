//! Why an event is rejected.

use evently_ledger::{AppendError, JsonError, JsonErrorKind};

use super::printable;

/// Why an event is rejected.
pub(crate) fn refused(error: AppendError, event: &[u8]) -> String {
    let AppendError::Event(JsonError { kind, offset }) = error else { return error.to_string() };
    let (field, why) = match kind {
        JsonErrorKind::BadField { field: field @ ("timestamp" | "eventId") } => {
            (field.to_owned(), "is made here and must not be present")
        }
        JsonErrorKind::BadField { field: field @ "appendKey" } => {
            (field.to_owned(), "belongs to stored records only and must not be present")
        }
        JsonErrorKind::UnknownField => {
            (name(event, offset), "would not be stored: an event has no such field")
        }
        _ => return error.to_string(),
    };
    format!("the field {field} {why}, at byte {offset}")
}

/// The name of the field that begins here, for people.
fn name(event: &[u8], offset: usize) -> String {
    let rest = event.get(offset..).unwrap_or_default();
    let name = serde_json::Deserializer::from_slice(rest).into_iter::<String>().next();
    let name = name.and_then(Result::ok).unwrap_or_default();
    if name.is_empty() { "\"\"".to_owned() } else { printable(name.as_bytes()) }
}
