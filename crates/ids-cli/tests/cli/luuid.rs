//! LUUID: no time inside, two versions that their texts tell apart, and groups by name.

use serde_json::json;

use crate::run::{ids, with_input};

const ID: &str = "00000023-122e-6aa1-a789-28ef27ab7c62";

/// The same in every release: the random bits come from the seed.
#[test]
fn made() {
    for (arguments, expected) in [
        (
            "--group person --key 1 -n 2",
            ["00000000-0001-62a0-af6b-0565d596e051", "00000000-0002-62a0-a09a-225cdf090f0e"],
        ),
        (
            "--group person --flavour v8 --key ffff -n 2",
            ["00000000-ffff-82a0-af6b-0565d596e051", "00000001-0000-82a0-a09a-225cdf090f0e"],
        ),
        (
            "--group-number aa1 --key 231-22e -n 2",
            ["00000023-122e-6aa1-af6b-0565d596e051", "00000023-122f-6aa1-a09a-225cdf090f0e"],
        ),
        (
            "--group-number aa1 --after 00000023-122d-6aa1-a789-28ef27ab7c62 -n 2",
            ["00000023-122e-6aa1-af6b-0565d596e051", "00000023-122f-6aa1-a09a-225cdf090f0e"],
        ),
    ] {
        let run = ids(&format!("new luuid --seed 1 {arguments}")).ok();
        assert_eq!(run.lines(), expected, "{arguments}");
    }
    // A name may have spaces, and be any text.
    let named =
        with_input(&["new", "luuid", "--group", "billing File", "--key", "1", "--seed", "1"], b"")
            .ok();
    assert_eq!(named.lines(), ["00000000-0001-6433-af6b-0565d596e051"]);
}

#[test]
fn consecutive_keys_until_the_last() {
    let run = ids("new luuid --group person --key 1 -n 10000 --json").ok();
    for (key, line) in (1..).zip(run.json()) {
        assert_eq!(line["fields"]["key"], json!(i32::to_string(&key)));
        assert_eq!(line["fields"]["group"], json!("672"));
        assert_eq!((&line["format"], &line["flavour"]), (&json!("luuid"), &json!("v6")));
        assert_eq!(line.get("time"), None);
    }
    let run = ids("new luuid --group person --key ffffffffffff -n 2").code(1);
    assert_eq!(run.lines().len(), 1);
    assert!(run.err.contains("the last identifier of the range"), "{}", run.err);
    let last = "--after ffffffff-ffff-6aa1-a789-28ef27ab7c62";
    let run = ids(&format!("new luuid --group-number aa1 {last}")).code(1);
    assert_eq!((run.lines().len(), run.err.contains("the last identifier")), (0, true));
}

#[test]
fn nothing_is_assumed() {
    for (arguments, why) in [
        ("new luuid", "--group NAME"),
        ("new luuid --group a --group-number 001", "cannot be used with"),
        ("new luuid --group-number 1", "1 byte, but this form has 3"),
        ("new luuid --group a --key 0", "keys begin with 1"),
        ("new luuid --group a --key 1000000000000", "13 bytes"),
        ("new luuid --group a --key 01", "leading zero"),
        ("new luuid --group a --key 2 --after 00000023-122e-6aa1-a789-28ef27ab7c62", "cannot be"),
        (
            "new luuid --group person --after 00000023-122e-6aa1-a789-28ef27ab7c62",
            "this is of group aa1, not 2a0",
        ),
        ("new luuid --group a --key 1 --form published", "uuid, hex, urn, braced, upper\n"),
        ("range luuid --key 1 --group a", "--flavour"),
        ("range luuid --flavour v6 --key 1", "--group NAME"),
        ("range luuid --flavour v6 --from 2024-01-01 --to 2024-01-02", "no time inside"),
        ("range flax --key 1 --group a", "--from TIME or --to TIME"),
    ] {
        let run = ids(arguments).code(2);
        assert!(run.err.contains(why), "{arguments}: {}", run.err);
    }
}

#[test]
fn explained_in_both_versions() {
    for (id, flavour) in [(ID, "v6"), ("00000023-122e-8aa1-a789-28ef27ab7c62", "v8")] {
        let fields = json!({"key": "2298414", "group": "2721", "random": "543010237702700130"});
        let bytes = id.replace('-', "");
        let expected = json!({
            "input": id, "format": "luuid", "flavour": flavour, "text": id, "bytes": bytes,
            "fields": fields,
        });
        assert_eq!(ids(&format!("inspect --format luuid --json {id}")).ok().json(), [expected]);
        let run = ids(&format!("inspect {id}")).ok();
        assert!(run.out.contains(&format!("luuid {flavour}")), "{}", run.out);
        assert!(!run.out.contains("published"), "{}", run.out);
    }
    let run = ids("inspect --format luuid --json 00000023-122e-4aa1-a789-28ef27ab7c62").code(1);
    assert_eq!(run.json()[0]["error"]["kind"], json!("fixed"));
}

/// A UUID of version 6 whose time is plausible is one.
#[test]
fn told_apart_from_timestamps() {
    for (id, format) in [(ID, "luuid"), ("1ec9414c-232a-6b00-a3c8-9f6bdeced846", "uuid")] {
        let run = ids(&format!("inspect --json --now 2026-01-01 {id}")).ok().json();
        let candidate = &run[0]["candidates"][0];
        assert_eq!((&candidate["format"], &candidate["flavour"]), (&json!(format), &json!("v6")));
    }
}

#[test]
fn converted_from_every_form() {
    for (form, text) in [
        ("uuid", ID),
        ("hex", "00000023122e6aa1a78928ef27ab7c62"),
        ("urn", "urn:uuid:00000023-122e-6aa1-a789-28ef27ab7c62"),
        ("braced", "{00000023-122e-6aa1-a789-28ef27ab7c62}"),
        ("upper", "00000023-122E-6AA1-A789-28EF27AB7C62"),
        ("published", "000000231-22e-6aa1-a789-28ef27ab7c62"),
    ] {
        for options in [String::new(), format!("--from {form}")] {
            let run =
                ids(&format!("convert --format luuid {options} --to uuid --json {text}")).ok();
            let line = &run.json()[0];
            assert_eq!((&line["from"], &line["text"]), (&json!(form), &json!(ID)), "{text}");
        }
        if form != "published" {
            let run = ids(&format!("convert --format luuid --to {form} {ID}")).ok();
            assert_eq!(run.lines(), [text]);
        }
    }
    let run =
        ids("convert --format luuid --from hex --to uuid 00000023-122e-6aa1-a789-28ef27ab7c62");
    assert!(run.code(1).err.contains("as hex"));
    let run = ids(&format!("convert --format luuid --to published {ID}")).code(2);
    assert!(run.err.contains("uuid, hex, urn, braced, upper\n"), "{}", run.err);
}

#[test]
fn ranges_of_an_entity() {
    for (arguments, from, to) in [
        (
            "--flavour v6 --key 23122e --group-number aa1",
            "00000023-122e-6aa1-a000-000000000000",
            "00000023-122e-6aa2-a000-000000000000",
        ),
        (
            "--flavour v8 --key 23-122e --group person",
            "00000023-122e-82a0-a000-000000000000",
            "00000023-122e-82a1-a000-000000000000",
        ),
        (
            "--flavour v8 --key 23122e --group-number fff",
            "00000023-122e-8fff-a000-000000000000",
            "00000023-122f-6000-a000-000000000000",
        ),
    ] {
        let run = ids(&format!("range luuid {arguments}")).ok();
        assert_eq!(run.lines(), [from, to], "{arguments}");
        let run = ids(&format!("range luuid {arguments} --json")).ok();
        assert_eq!((&run.json()[0]["from"], &run.json()[0]["to"]), (&json!(from), &json!(to)));
        // A column of PostgreSQL's own type for UUIDs has no collation.
        let run = ids(&format!("range luuid {arguments} --sql id")).ok();
        assert_eq!(run.lines(), [format!("\"id\" >= '{from}'::uuid AND \"id\" < '{to}'::uuid")]);
    }
    let last = ids("range luuid --flavour v8 --key ffffffffffff --group-number fff").code(1);
    assert!(last.err.contains("no identifier is greater"), "{}", last.err);
}

#[test]
fn described() {
    let run = ids("info luuid --flavour v8").ok();
    for part in ["version 8", "281474976710655 keys", "always 8", "always 10", "published"] {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
    let lines = ids("info luuid --json").ok().json();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0].get("per_tick"), None);
}
