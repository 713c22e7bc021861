//! SIQ: what it stands for, handles with a domain, checksums, and many forms.

use serde_json::json;

use crate::run::{ids, with_input};

const AT: &str = "--at 2024-11-20T12:00:00.25Z";
const DID: &str = "did:siq:lm2a3kiagopopibaaaamgzymuoac6";

/// The sixth message of a shard of example.com.
#[test]
fn made_as_the_original_makes_them() {
    let run = ids(&format!("new siq --domain example.com --shard 1 --kind message -n 6 {AT}")).ok();
    assert_eq!(run.lines()[5], DID);
    for (arguments, form, expected) in [
        ("", "hex", "673dcf4040000186ce19470000"),
        ("--local-id 7", "hex", "673dcf4040000107ce19470000"),
        ("", "mastodon", "@dvo3hueagopopibaaaamgzymuoaaa@example.com"),
        ("", "matrix", "@dvo3hueagopopibaaaamgzymuoaaa:example.com"),
        ("", "crockford0", "06EFEF810000C6SRCME000"),
    ] {
        let new = format!("new siq --domain example.com --shard 1 --kind user {arguments}");
        let run = ids(&format!("{new} --form {form} {AT}")).ok();
        assert_eq!(run.lines(), [expected], "{arguments} {form}");
    }
    let run = ids(&format!("new siq --domain 0 --shard 0 --kind tag --form hex {AT}")).ok();
    assert_eq!(run.lines(), ["673dcf40400000000000000002"]);
}

#[test]
fn a_tick_of_each_kind() {
    for (kind, count) in [("user", 2048), ("thread", 4096), ("content", 8192)] {
        let new = format!("new siq --domain 0 --shard 1 --kind {kind} -n 9000 {AT}");
        let run = ids(&new).code(1);
        assert_eq!(run.lines().len(), count, "{kind}");
        let run = ids(&format!("{new} --max-ahead 100us --form uuid")).ok();
        assert!(run.lines().is_sorted_by(|a, b| a < b), "{kind}");
    }
}

#[test]
fn continues_after() {
    let new = "new siq --domain example.com --shard 1 --form hex";
    let run = ids(&format!("{new} --kind message --after {DID} {AT}")).ok();
    assert_eq!(run.lines(), ["673dcf4040000186ce1947006e"]);
    let run = ids(&format!("{new} --kind user --after {DID} {AT}")).code(2);
    assert!(run.err.contains("this is a message, not a user"), "{}", run.err);
}

#[test]
fn nothing_is_assumed() {
    for (arguments, why) in [
        ("new siq", "--domain <NAME>"),
        ("new siq --domain a.example --kind user", "--shard"),
        ("new siq --domain a.example --shard 1", "--kind"),
        ("new siq --domain a.example --shard 256 --kind user", "256 is not in 0..=255"),
        (
            "new siq --domain a.example --shard 1 --kind User",
            "no kind is named 'User': did you mean 'user'?",
        ),
        ("new siq --domain b\u{fc}cher.example --shard 1 --kind user", "punycode"),
        ("convert --format siq --to matrix 7", "no form is named 'matrix'"),
        ("convert --format flax --domain a.example --to hex 7", "--domain is for siq"),
        ("convert --domain a/b --to matrix 7", "expected 'a domain' at index 1"),
    ] {
        let run = ids(arguments).code(2);
        assert!(run.err.contains(why), "{arguments}: {}", run.err);
    }
}

#[test]
fn explained_in_every_form() {
    for text in [
        DID,
        "lm2a3kiagopopibaaaamgzymuoac6",
        "LM2A3KIAGOPOPIBAAAAMGZYMUOAC6",
        "8179629875625036003635829866590",
        "673dcf4040000186ce1947005e",
        "14717347500200000014154703121600136",
        "6EFEF810000C6SRCME02Y",
        "06EFEF810000C6SRCME02Y",
        "aaagopopibaaaamgzymuoac6",
        "@lm2a3kiagopopibaaaamgzymuoac6@example.com",
        "@lm2a3kiagopopibaaaamgzymuoac6",
        "@lm2a3kiagopopibaaaamgzymuoac6:example.com",
        "000019cf-73d0-8100-8001-86ce1947005e",
    ] {
        let run = ids(&format!("inspect --json --format siq {text}")).ok();
        let expected = json!({
            "input": text,
            "format": "siq",
            "kind": "message",
            "text": DID,
            "bytes": "00673dcf4040000186ce1947005e",
            "time": "2024-11-20T12:00:00.250000000Z",
            "fields": {
                "seconds": "1732104000", "fraction": "16384", "shard": "1",
                "domain": "2261653831", "serial": "5", "qualifier": "14",
            },
        });
        assert_eq!(run.json()[0], expected, "{text}");
    }
    // Also a number in Crockford's digits, which may be in lower case.
    let run = ids("inspect --json --format siq AABnPc9AQAABhs4ZRwBe").code(1);
    assert_eq!(
        run.json()[0]["error"]["message"],
        "reads as base64, crockford: say which with --form"
    );
    let run = ids("inspect --json --format siq --form base64 AABnPc9AQAABhs4ZRwBe").ok();
    assert_eq!(run.json()[0]["text"], DID);
    let run = ids(&format!("inspect --format siq --domain example.com {DID}")).ok();
    for part in ["kind", "message", "crockford0", "@lm2a3kiagopopibaaaamgzymuoac6:example.com"] {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
}

/// The fields of the last 16 bits follow the qualifier.
#[test]
fn every_kind() {
    for (bits, kind, serial, qualifier) in [
        ("0", "user", "0", "0"),
        ("65535", "content", "8191", "7"),
        ("65526", "thread", "4095", "6"),
        ("65522", "unassigned10010", "2047", "18"),
    ] {
        let run = ids(&format!("inspect --json --format siq --form decimal {bits}")).ok();
        let answer = &run.json()[0];
        assert_eq!(answer["kind"], kind);
        assert_eq!(answer["fields"]["serial"], serial, "{kind}");
        assert_eq!(answer["fields"]["qualifier"], qualifier, "{kind}");
    }
}

#[test]
fn found_out() {
    for text in [DID, "lm2a3kiagopopibaaaamgzymuoac6", "@lm2a3kiagopopibaaaamgzymuoac6:a.example"] {
        let run = ids(&format!("inspect --json --now 2026-01-01 {text}")).ok();
        let answer = &run.json()[0]["candidates"][0];
        assert_eq!(answer["format"], "siq", "{text}");
        assert_eq!(answer["kind"], "message", "{text}");
    }
}

#[test]
fn converted() {
    for (arguments, expected) in [
        ("--to decimal", "8179629875625036003635829866590"),
        ("--to hex", "673dcf4040000186ce1947005e"),
        ("--to octal", "14717347500200000014154703121600136"),
        ("--to base64", "AABnPc9AQAABhs4ZRwBe"),
        ("--to crockford", "6EFEF810000C6SRCME02Y"),
        ("--to base32", "aaagopopibaaaamgzymuoac6"),
        ("--to uri", "lm2a3kiagopopibaaaamgzymuoac6"),
        ("--to did", DID),
        ("--to mastodon", "@lm2a3kiagopopibaaaamgzymuoac6"),
        ("--to mastodon --domain a.example", "@lm2a3kiagopopibaaaamgzymuoac6@a.example"),
        ("--to matrix --domain a.example", "@lm2a3kiagopopibaaaamgzymuoac6:a.example"),
        ("--to uuid", "000019cf-73d0-8100-8001-86ce1947005e"),
    ] {
        let run = ids(&format!("convert --format siq {arguments} {DID}")).ok();
        assert_eq!(run.lines(), [expected], "{arguments}");
    }
}

#[test]
fn refused_with_the_place() {
    for (text, kind, index) in [
        ("did:siq:lm2a3kiagopopibaaaamgzymuoac7", "checksum", None),
        ("did:siq:lm2a3kiagopopibaaaamgzymuoac1", "digit", Some(36)),
        ("did:siq:lm2a3kiagopopibaaaamgzymuoac", "length", Some(36)),
    ] {
        let run = ids(&format!("inspect --json --format siq --form did {text}")).code(1);
        let error = &run.json()[0]["error"];
        assert_eq!(error["kind"], kind, "{text}");
        assert_eq!(error.get("index"), index.map(|index| json!(index)).as_ref(), "{text}");
    }
    // Zero is the empty text in one form, but an empty line is no identifier.
    let run = with_input(&["inspect", "--json", "--format", "siq"], b"\n").code(1);
    assert_eq!(run.json()[0]["error"]["kind"], "missing");
}

#[test]
fn ranges() {
    let run = ids("range siq --from 2024-11-20 --to 2024-11-21").ok();
    let [from, to] = run.lines()[..] else { panic!("{}", run.out) };
    let run = ids(&format!("convert --format siq --to uuid {from} {DID} {to}")).ok();
    assert!(run.lines().is_sorted_by(|a, b| a < b), "{}", run.out);
    assert_eq!(run.lines()[0], "000019cf-49a0-8000-8000-000000000000");
}

#[test]
fn informed() {
    let answer = &ids("info siq --json").ok().json()[0];
    assert_eq!(answer["canonical"], "did");
    assert_eq!(answer["bits"], 112);
    assert_eq!(answer["per_tick"], "2048");
    assert_eq!(answer["ends"], "1099511627776 s since the Unix epoch");
    // A tick is no whole number of nanoseconds.
    assert_eq!((answer.get("tick_ns"), &answer["ticks_per_second"]), (None, &json!("65536")));
    let run = ids("info siq").ok();
    for part in
        ["seconds", "fraction", "shard", "domain", "tail", "serial", "qualifier", "1/65536 s"]
    {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
}
