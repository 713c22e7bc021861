//! Evently: ids that are computed from an event and the one before it.

use serde_json::json;

use crate::run::{ids, with_input};

const ID: &str = "0005cd7556b05092aecc815daa77f99c";
const DOCUMENTED: &str = r#"{"event":"Ledger Created","entities":{"ledger":"testing⑆preview"},"meta":{"actor":"matt"},"data":{"name":"My Ledger","description":"This ledger is for my example events."}}"#;
const AT: &str = "2021-10-03T16:32:12.816530Z";

#[test]
fn the_first_event() {
    let arguments = ["new", "evently", "--genesis", "--at", AT, "--event", DOCUMENTED];
    assert_eq!(with_input(&arguments, b"").ok().lines(), [ID]);
    // With a timestamp of its own no clock is asked.
    let own = DOCUMENTED.replace("}}", &format!("}},\"timestamp\":\"{AT}\"}}"));
    let run = with_input(&["new", "evently", "--genesis", "--event", &own], b"").ok();
    assert_eq!(run.lines(), [ID]);
}

#[test]
fn the_next_event() {
    let event = r#"{"event":"e","entities":{},"meta":{},"data":1.50}"#;
    let next = |event: &str, options: &[&str]| {
        let arguments = ["new", "evently", "--previous", ID, "--event", event];
        with_input(&[&arguments[..], options].concat(), b"")
    };
    let run = next(event, &["--at", "2024-01-01", "-n", "2", "--json"]).ok();
    let times: Vec<_> = run.json().iter().map(|id| id["time"].clone()).collect();
    assert_eq!(times, ["2024-01-01T00:00:00.000000Z", "2024-01-01T00:00:00.000001Z"]);
    let first = run.json()[0]["text"].as_str().unwrap().to_owned();
    // The clock is behind the ledger.
    let run = next(event, &["--at", "2020-01-01", "--json"]).ok();
    assert_eq!(run.json()[0]["time"], json!("2021-10-03T16:32:12.816531Z"));
    // The same id from an event that says its time.
    let own = event.replace("1.50}", "1.50,\"timestamp\":\"2024-01-01T00:00:00Z\"}");
    assert_eq!(next(&own, &[]).ok().lines(), [first]);
    for options in [["-n", "2"], ["--at", "2024-01-01"]] {
        let run = next(&own, &options).code(2);
        assert!(run.out.is_empty() && run.err.contains("timestamp of its own"), "{}", run.err);
    }
    // There is nothing to be drawn, and nothing to wait for.
    for options in [["--seed", "1"], ["--max-ahead", "1s"]] {
        let told = format!("error: {}: evently ", options[0]);
        assert!(next(event, &options).code(2).err.starts_with(&told), "{told}");
    }
    let early = own.replace("2024-01-01", "2021-01-01");
    assert!(next(&early, &[]).code(1).err.contains("not later than the event before it"));
    assert_eq!(next("{}", &[]).code(1).out, "");
    for (given, why) in [
        (r#""timestamp":"2024-13-01T00:00:00Z""#, "the timestamp is not valid at byte "),
        (r#""timestamp":7"#, "the field timestamp has the wrong type at byte "),
        (r#""eventId":"0""#, "the field eventId is made here and must not be present, at byte 49"),
    ] {
        let run = next(&event.replace("1.50", &format!("1.50,{given}")), &[]).code(1);
        assert!(run.err.starts_with("error: the event: ") && run.err.contains(why), "{}", run.err);
    }
    assert!(next(&event.replace("1.50", "1e131072"), &[]).code(1).err.contains("the event: "));
}

/// Digits whose time is not valid belong to another format with the same length.
#[test]
fn digits_of_other_formats() {
    let run = ids("inspect --json 00000023122e6aa1a78928ef27ab7c62").ok();
    let candidates = run.json()[0]["candidates"].clone();
    assert_eq!(candidates.as_array().unwrap().len(), 1);
    assert_eq!(
        (&candidates[0]["format"], &candidates[0]["form"]),
        (&json!("luuid"), &json!("hex"))
    );
    // With nothing more plausible, what there is is shown, and nothing is claimed.
    for (text, answer, formats) in [
        ("00000023122e1aa1a78928ef27ab7c62", "nothing", &["uuid", "evently"][..]),
        ("00000023122e1aa1078928ef27ab7c62", "nothing", &["evently"]),
    ] {
        let run = ids(&format!("inspect --json --now 2026-01-01 {text}")).ok().json();
        let found = run[0]["candidates"].as_array().unwrap().iter();
        assert_eq!(run[0]["answer"], json!(answer));
        assert_eq!(found.map(|found| &found["format"]).collect::<Vec<_>>(), formats);
    }
}

/// The last hours that RFC 3339 can write are hours like any others.
#[test]
fn the_end_of_the_year_9999() {
    for (to, bound) in [
        ("9999-12-30T22:00:00.999999Z", "038443f70183fa3f0000000000000000"),
        ("9999-12-30T22:00:01Z", "038443f70183fa400000000000000000"),
        ("9999-12-31", "038443f8ae9c00000000000000000000"),
        ("9999-12-31T23:59:59Z", "0384440ccc641dc00000000000000000"),
        ("9999-12-31T23:59:59-00:00", "0384440ccc641dc00000000000000000"),
        ("9999-12-31T21:59:59-02:00", "0384440ccc641dc00000000000000000"),
        ("253402300799s", "0384440ccc641dc00000000000000000"),
    ] {
        let run = ids(&format!("range evently --from 2024-01-01 --to {to}")).ok();
        assert_eq!(run.lines()[1], bound, "{to}");
    }
    let last = "9999-12-31T23:59:59.999999Z";
    let arguments = ["new", "evently", "--genesis", "--at", last, "--event", DOCUMENTED, "--json"];
    assert_eq!(with_input(&arguments, b"").ok().json()[0]["time"], json!(last));
    for (bits, time) in [
        ("0384440ccc641dc0", json!("9999-12-31T23:59:59.000000Z")),
        ("0384440ccc735fff", json!("9999-12-31T23:59:59.999999Z")),
        ("0384440ccc736000", json!(null)),
    ] {
        let run = ids(&format!("inspect --json --format evently {bits}0000000000000000")).ok();
        assert_eq!(run.json()[0]["time"], time);
    }
}
