//! Streams answer the same wherever their pieces end.

use ids_wasm::Stream;

fn answer(request: &str, bytes: &[u8], piece: usize) -> String {
    let mut stream = Stream::begin(request.as_bytes()).expect("a request");
    let mut out = Vec::new();
    for bytes in bytes.chunks(piece) {
        out.clear();
        stream.feed(bytes, &mut out);
    }
    out.clear();
    stream.end(&mut out);
    String::from_utf8(out).expect("UTF-8")
}

const GENESIS: &str = r#"{"event":"Ledger Created","entities":{"ledger":"testing⑆preview"},"timestamp":"2021-10-03T16:32:12.816530Z","meta":{"actor":"matt"},"data":{"name":"My Ledger","description":"This ledger is for my example events."},"eventId":"0005cd7556b05092aecc815daa77f99c"}"#;

#[test]
fn pieces() {
    let ids = "0RdKJcxqVBiAiQr0\n\n018f2c5e-7b1a-7c3d-9e2f-0123456789ab\r\n!!\n0RdKJcxqVBiAiQr1";
    let tally = r#"{"tally":{"now":"1800000000000000000"}}"#;
    let counted = r#"{"lines":"5","unknown":"1","first_unknown":"4","kinds":[{"format":"flax","answer":"weak","count":"2","earliest":"2015-10-15T20:10:25.807Z","latest":"2015-10-15T20:10:25.807Z"},{"format":"uuid","flavour":"v7","answer":"one","count":"1","earliest":"2024-04-30T00:19:00.506Z","latest":"2024-04-30T00:19:00.506Z"}]}"#;
    let twice = format!("{GENESIS}\n{GENESIS}");
    let head = "0005cd7556b05092aecc815daa77f99c";
    for piece in [1, 2, 7, 100, 1000] {
        assert_eq!(answer(tally, ids.as_bytes(), piece), counted, "in pieces of {piece}");
        let valid = answer(r#"{"ledger":{}}"#, GENESIS.as_bytes(), piece);
        assert!(valid.starts_with(r#"{"valid":true,"profile":"doc5","#), "{valid}");
        assert!(valid.contains(&format!(r#""events":"1","head":"{head}","failure":null}}"#)));
        let refused = answer(r#"{"ledger":{}}"#, twice.as_bytes(), piece);
        let failure = format!(
            r#""failure":{{"index":"1","line":"2","offset":"{}","kind":"mismatch","found":"{head}""#,
            GENESIS.len() + 1
        );
        assert!(refused.contains(&failure), "{refused}");
    }
}

/// A ledger has at least its first event.
#[test]
fn a_ledger_without_events() {
    let text = answer(r#"{"ledger":{}}"#, b"", 1);
    let wanted = r#"{"valid":false,"profile":null,"ledger":null,"events":"0","head":null,"failure":{"index":"0","line":"1","offset":"0","kind":"empty","found":null,"expected":null,"message":"no events"}}"#;
    assert_eq!(text, wanted);
}

#[test]
fn an_endless_line_is_refused() {
    let mut stream = Stream::begin(br#"{"ledger":{}}"#).expect("a request");
    let mut out = Vec::new();
    for _ in 0..17 {
        out.clear();
        stream.feed(&vec![b' '; 1 << 20], &mut out);
    }
    let text = String::from_utf8(out).expect("UTF-8");
    assert!(text.contains(r#""kind":"too_long""#), "{text}");
}

#[test]
fn what_is_no_request_is_said() {
    for request in ["", "{}", r#"{"tally":{}}"#, r#"{"tally":{"now":"x"}}"#, r#"{"other":{}}"#] {
        assert!(Stream::begin(request.as_bytes()).is_err(), "{request}");
    }
    let mut out = Vec::new();
    let error = ids_wasm::range(br#"{"from":"2","to":"1"}"#, &mut out).unwrap_err();
    assert_eq!(error, "from is after to");
}
