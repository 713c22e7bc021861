//! The conformance protocol, answered by the reference.

use ids_conform::{Request, Response, answer};

use crate::{Refused, read};

/// Answers one line of the protocol, as `ids respond` does, without a line feed.
///
/// ```
/// let mut out = Vec::new();
/// let request = br#"{"seq":"1","op":"parse","format":"flax","text":"0RdKJcxqVBiAiQr0"}"#;
/// ids_wasm::respond(request, &mut out)?;
/// let response = br#"{"seq":"1","result":{"bits":"1792030988790530007327423937"}}"#;
/// assert_eq!(out, response);
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// The line is no request.
pub fn respond(line: &[u8], out: &mut Vec<u8>) -> Result<(), Refused> {
    let Request { seq, ask } = read(line)?;
    let response = Response { seq: seq.to_string(), answer: answer(&ask) };
    serde_json::to_writer(out, &response).map_err(|error| error.to_string())
}
