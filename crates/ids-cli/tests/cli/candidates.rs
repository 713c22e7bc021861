//! `ids inspect` without a format.

use serde_json::Value;

use crate::run::ids;

const NOW: &str = "--now 2026-01-01";

fn names(answer: &Value) -> Vec<String> {
    let candidates = answer["candidates"].as_array().unwrap();
    candidates
        .iter()
        .map(|candidate| {
            let flavour = candidate["flavour"].as_str().unwrap_or_default();
            format!("{} {flavour}", candidate["format"].as_str().unwrap()).trim().to_owned()
        })
        .collect()
}

#[test]
fn telling_forms() {
    for (text, expected) in [
        ("0RdKJcxqVBiAiQr0", "flax"),
        ("----------------", "flax"),
        ("3jzfcijpj2z2a", "snowflake tid"),
        ("05ca55528f7680cb8bb9bdc1", "flax"),
        ("1792030988790530007327423937", "flax"),
        ("018f2c5e-7b1a-7c3d-9e2f-0123456789ab", "uuid v7"),
        ("01ARZ3NDEKTSV4RRFFQ69G5FAV", "ulid"),
        ("507f1f77bcf86cd799439011", "objectid"),
        ("cus_NffrFeUfNV2Hib", "stripe"),
        (".5.tXVEf8n8vPN.0", "kuid global"),
        (".5.tXbhdV.3", "kuid local"),
        ("did:siq:lm2a3kiagopopibaaaamgzymuoac6", "siq"),
        ("lm2a3kiagopopibaaaamgzymuoac6", "siq"),
        ("@lm2a3kiagopopibaaaamgzymuoac6:a.example", "siq"),
        ("00000023-122e-6aa1-a789-28ef27ab7c62", "luuid v6"),
        // A UUID of version 6 whose time is plausible is one.
        ("1ec9414c-232a-6b00-a3c8-9f6bdeced846", "uuid v6"),
        ("0005cd7556b05092aecc815daa77f99c", "evently"),
        ("0005CD7556B05092AECC815DAA77F99C", "evently"),
        ("0005cd75-56b0-5092-aecc-815daa77f99c", "evently"),
    ] {
        let run = ids(&format!("inspect --json {NOW} -- {text}")).ok();
        let answer = &run.json()[0];
        assert_eq!(names(answer)[0], expected, "{text}");
    }
}

/// Any number is an identifier of many flavours: the answer names them all and prefers none.
#[test]
fn bare_numbers_are_never_certain() {
    for text in ["175928847299117063", "1233161576649121792"] {
        let run = ids(&format!("inspect --json {NOW} {text}")).ok();
        let answer = &run.json()[0];
        let names = names(answer);
        for flavour in ["snowflake twitter", "snowflake discord", "snowflake bwmarrin"] {
            assert!(names.contains(&flavour.into()), "{text}: {names:?}");
        }
        assert_eq!(answer["answer"], "several");
        for candidate in answer["candidates"].as_array().unwrap() {
            assert!(candidate["score"].as_i64().unwrap() < 14, "{candidate}");
        }
        ids(&format!("inspect --json --strict {NOW} {text}")).code(3);
    }
    ids(&format!("inspect --json --strict {NOW} 0RdKJcxqVBiAiQr0")).ok();
}

#[test]
fn candidates_are_the_same_as_with_the_format() {
    let run = ids(&format!("inspect --json --all {NOW} 175928847299117063")).ok();
    let answer = &run.json()[0];
    let candidates = answer["candidates"].as_array().unwrap();
    let numbers = candidates.iter().filter(|candidate| candidate["form"] == "decimal");
    assert_eq!(numbers.count(), 11);
    for candidate in candidates {
        let flavour = candidate["flavour"].as_str().unwrap();
        let run = ids(&format!("inspect --json --flavour {flavour} 175928847299117063")).ok();
        let explained = &run.json()[0];
        for member in ["format", "flavour", "text", "bytes", "time", "fields"] {
            assert_eq!(candidate[member], explained[member], "{flavour} {member}");
        }
    }
}

/// The time decides: identifiers from the future, or from before a flavour was in use, are left
/// out, and come last under `--all`.
#[test]
fn plausible_times() {
    let text = "175928847299117063";
    let before = ids(&format!("inspect --json --now 2016-01-01 {text}")).ok();
    assert!(!names(&before.json()[0]).contains(&"snowflake discord".into()));
    let after = ids(&format!("inspect --json --now 2017-01-01 {text}")).ok();
    assert!(names(&after.json()[0]).contains(&"snowflake discord".into()));
    let all = ids(&format!("inspect --json --all --now 2016-01-01 {text}")).ok();
    let answer = &all.json()[0];
    let candidates = answer["candidates"].as_array().unwrap();
    let scores: Vec<_> = candidates.iter().map(|c| c["score"].as_i64().unwrap()).collect();
    let plausible = before.json()[0]["candidates"].as_array().unwrap().len();
    for part in [&scores[..plausible], &scores[plausible..]] {
        assert!(part.is_sorted_by(|a, b| a >= b), "{scores:?}");
    }
    let discord = candidates.iter().find(|c| c["flavour"] == "discord").unwrap();
    let why: Vec<_> = discord["why"].as_array().unwrap().iter().collect();
    assert!(why.contains(&&"the time is in the future (-10)".into()), "{why:?}");
}

#[test]
fn a_family_is_narrowed_by_its_name() {
    let run = ids(&format!("inspect --json --format snowflake {NOW} 3jzfcijpj2z2a")).ok();
    assert_eq!(names(&run.json()[0]), ["snowflake tid"]);
    let run = ids(&format!("inspect --json --format snowflake --form hex {NOW} 271065ac1020007"));
    let run = run.ok();
    let answer = &run.json()[0];
    assert!(names(answer).contains(&"snowflake discord".into()));
    assert_eq!(answer["candidates"][0]["form"], "hex");
    assert_eq!(answer["candidates"][0]["text"], "175928847299117063");
}

/// Sixty ways to read two letters, none likelier than that they are two letters.
#[test]
fn people_see_unlikely_candidates_only_under_all() {
    for text in ["xx", "42"] {
        let json = ids(&format!("inspect --json {NOW} {text}")).ok().json();
        let count = json[0]["candidates"].as_array().unwrap().len();
        let brief = ids(&format!("inspect {NOW} {text}")).ok().out;
        let line = format!("can be read in {count} ways, none of them likely");
        assert!(brief.contains(&line) && brief.lines().count() <= 4, "{brief}");
        let json = ids(&format!("inspect --json --all {NOW} {text}")).ok().json();
        let count = json[0]["candidates"].as_array().unwrap().len();
        let all = ids(&format!("inspect --all {NOW} {text}")).ok().out;
        assert_eq!(all.matches("    score ").count(), count, "{all}");
    }
}

/// A UUID is explained as one, and as no event of the year 5530.
#[test]
fn uuids() {
    for (version, text, says) in [
        ("v4", "550e8400-e29b-41d4-a716-446655440000", "122 random bits"),
        ("v7", "018f2c5e-7b1a-7c3d-9e2f-0123456789ab", "2024-04-30T00:19:00.506Z"),
        ("v1", "2ed6657d-e927-11eb-a1ac-0123456789ab", "01:23:45:67:89:ab"),
        ("v6", "1ec9414c-232a-6b00-a3c8-9f6bdeced846", "2022-02-22T"),
        // The sign bit is set: no format of the project reads it.
        ("v4", "f50e8400-e29b-41d4-a716-446655440000", "122 random bits"),
        ("nil", "00000000-0000-0000-0000-000000000000", "all bits are 0"),
    ] {
        let out = ids(&format!("inspect {NOW} {text}")).ok().out;
        assert!(out.contains(&format!("uuid {version}")) && out.contains(says), "{out}");
        let json = ids(&format!("inspect --json {NOW} {text}")).ok().json();
        let first = &json[0]["candidates"][0];
        assert_eq!(first["foreign"], true, "{text}");
        assert_eq!((&first["format"], &first["flavour"]), (&"uuid".into(), &version.into()));
        assert_eq!(first["text"], text);
        assert_eq!(json[0]["answer"], "one");
        ids(&format!("inspect --json --strict {NOW} {text}")).ok();
    }
    // What is made as an identifier of the project is explained, and what is asked for.
    for text in ["00000023-122e-6aa1-a789-28ef27ab7c62", "00060dd7-1030-6240-bf1d-b53fcec34d9c"] {
        assert!(
            ids(&format!("inspect {NOW} {text}")).ok().out.contains("  sign  ")
                || text.starts_with("00000023")
        );
    }
    let asked = ids("inspect --format evently 550e8400-e29b-41d4-a716-446655440000").ok();
    assert!(asked.out.contains("6128981282234 s since the Unix epoch"), "{}", asked.out);
    let none =
        ids(&format!("inspect {NOW} --format snowflake 550e8400-e29b-41d4-a716-446655440000"));
    assert!(none.code(1).err.contains("no format reads this: it is uuid v4"));
}

/// A negative number is no identifier, though `-` is a digit of some forms.
#[test]
fn negative_numbers() {
    for options in ["", "--format snowflake", "--flavour discord", "--flavour tid"] {
        ids(&format!("inspect --json {NOW} {options} -- -5")).code(1);
    }
    ids("convert --format snowflake --to decimal -- -5").code(1);
    let asked = ids("inspect --json --flavour discord --form shortcode -- -5").ok();
    assert_eq!(asked.json()[0]["text"], "4025");
    ids("inspect --json --flavour instagram --form shortcode -- -a").ok();
}
