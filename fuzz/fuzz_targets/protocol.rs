//! The lines of the protocol: any line is refused or answered, and nothing is read as something else.
#![no_main]

use ids_conform::{Ask, Request, Response, answer};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(request) = serde_json::from_slice::<Request>(data) {
        let line = serde_json::to_string(&request).expect("a request is JSON");
        let read: Request = serde_json::from_str(&line).expect("what was written can be read");
        assert_eq!(read.ask, request.ask);
        if !is_long(&request.ask) {
            let response =
                Response { seq: request.seq.0.to_string(), answer: answer(&request.ask) };
            assert_eq!(again(&response), response);
        }
    }
    // Another's numbers, which the protocol writes as strings, may lose a digit.
    if let Ok(response) = serde_json::from_slice::<Response>(data) {
        assert_eq!(again(&response).seq, response.seq);
    }
});

/// Whether a script asks for more than a moment's work: it says how many identifiers it wants.
fn is_long(ask: &Ask) -> bool {
    match ask {
        Ask::Generate { steps, .. } => steps.iter().any(|step| step.count.0 > 1000),
        _ => false,
    }
}

/// What its line, which is one, reads as.
fn again(response: &Response) -> Response {
    let line = serde_json::to_string(response).expect("a response is JSON");
    assert!(!line.contains('\n'), "{line}");
    serde_json::from_str(&line).expect("its own line")
}
