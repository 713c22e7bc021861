//! What an identifier is, as JSON.
#![cfg(feature = "json")]

use ids_formats::{
    Context, Inspector, UnixTime, all,
    json::{Candidates, Record},
};

/// Each candidate with all of its reasons, in order, also when it is asked again.
#[test]
fn reasons_of_candidates() {
    let records: Vec<_> = all().map(Record::new).collect();
    let mut inspector = Inspector::new(Context::at(UnixTime::from_secs(1_800_000_000)));
    let mut candidates = Candidates::new(&records);
    for text in ["0RdKJcxqVBiAiQr0", "175928847299117063", "0RdKJcxqVBiAiQr1"] {
        let (mut out, found) = (Vec::new(), inspector.inspect(text.as_bytes()).to_vec());
        candidates.write(&mut out, &inspector, &found, text.as_bytes());
        let json = String::from_utf8(out).unwrap();
        let mut rest = &*json;
        for candidate in &found {
            let reasons: Vec<_> =
                candidate.reasons().map(|(why, bits)| format!(r#""{why} ({bits})""#)).collect();
            let name = candidate.name();
            let expected = format!(r#""why":[{}]"#, reasons.join(","));
            let start = rest.find(&format!(r#"{{"format":"{name}""#));
            let place = start.and_then(|start| Some(start + rest[start..].find(&expected)?));
            let place = place.unwrap_or_else(|| panic!("{name} of {text}: {expected} in {rest}"));
            assert!(reasons.len() > 1, "{name} of {text}: {expected}");
            rest = &rest[place..];
        }
    }
}
