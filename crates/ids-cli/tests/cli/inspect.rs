//! `ids inspect`: identifiers that services and papers have published, and what else a text may be.

use crate::run::{ids, with_input};

/// How the format of an identifier is named, the identifier, and its bytes.
const PUBLISHED: [(&str, &str, &str); 6] = [
    ("--flavour discord", "175928847299117063", "0271065ac1020007"),
    ("--flavour twitter", "1541815603606036480", "1565a11f6217a000"),
    ("--flavour instagram", "2384288897814875714", "2116b21ebc29ce42"),
    ("--flavour tid", "3jzfcijpj2z2a", "17fd6873eaf07c06"),
    ("--format flax", "0RdKJcxqVBiAiQr0", "05ca55528f7680cb8bb9bdc1"),
    ("--flavour mastodon", "103270115826048975", "016ee39f89b99fcf"),
];

/// The bits read off the diagram are those of the identifier, and no line is wider than 80.
#[test]
fn diagram() {
    for (choice, text, bytes) in PUBLISHED {
        let run = ids(&format!("inspect {choice} {text}")).ok();
        assert!(run.out.lines().all(|line| line.chars().count() <= 80), "{}", run.out);
        let mut bits = String::new();
        for line in run.out.lines() {
            let binary = |row: &str| row.bytes().all(|bit| matches!(bit, b'0' | b'1'));
            match line.split_whitespace().collect::<Vec<_>>()[..] {
                [_, row, _] if row.len() >= 32 && binary(row) => bits.push_str(row),
                _ => {}
            }
        }
        let (number, width) = (u128::from_str_radix(bytes, 16).unwrap(), bytes.len() * 4);
        assert_eq!(bits, format!("{number:0width$b}"), "{}", run.out);
    }
}

/// Every form that `inspect` shows is read back, as the same identifier.
#[test]
fn shown_forms_are_read() {
    for (choice, text, _) in PUBLISHED {
        let shown = ids(&format!("inspect {choice} {text}")).ok();
        let name = choice.split(' ').nth(1).unwrap();
        let info = &ids(&format!("info --json {name}")).ok().json()[0];
        for form in info["forms"].as_array().unwrap() {
            let form = form.as_str().unwrap();
            let mut lines = shown.out.lines().map(|line| line.split_whitespace());
            let written = lines.find_map(|mut words| (words.next()? == form).then(|| words.next()));
            let written = written.flatten().unwrap();
            let run = ids(&format!("inspect --json {choice} --form {form} -- {written}")).ok();
            assert_eq!(run.json()[0]["text"], text, "{form} {written}");
        }
    }
}

/// What is taken off has a name of the schema, and `check` counts it.
#[test]
fn spellings() {
    let schema = include_str!("../../../../docs/cli.schema.json");
    let types = include_str!("../../../ids-npm/package/lib/types.d.ts");
    for spelling in ids_formats::spelling::Spelling::ALL {
        let name = format!("\"{}\"", spelling.name());
        assert!(schema.contains(&name) && types.contains(&name), "{spelling:?}");
    }
    let run = with_input(&["check", "discord", "--json"], b"'175928847299117063'\n").code(1);
    assert_eq!(run.json()[0]["checks"][0]["spelled"], "1");
}

#[test]
fn candidates_are_the_same_as_with_the_format() {
    let run = ids("inspect --json --all --now 2026-01-01 175928847299117063").ok();
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

/// Sixty ways to read two letters, none likelier than that they are two letters.
#[test]
fn people_see_unlikely_candidates_only_under_all() {
    for text in ["xx", "42"] {
        let json = ids(&format!("inspect --json --now 2026-01-01 {text}")).ok().json();
        let count = json[0]["candidates"].as_array().unwrap().len();
        let brief = ids(&format!("inspect --now 2026-01-01 {text}")).ok().out;
        let line = format!("can be read in {count} ways, none of them likely");
        assert!(brief.contains(&line) && brief.lines().count() <= 4, "{brief}");
        let json = ids(&format!("inspect --json --all --now 2026-01-01 {text}")).ok().json();
        let count = json[0]["candidates"].as_array().unwrap().len();
        let all = ids(&format!("inspect --all --now 2026-01-01 {text}")).ok().out;
        assert_eq!(all.matches("    score ").count(), count, "{all}");
    }
}

/// Without a verb an identifier is inspected, one that begins as an option does too.
#[test]
fn without_a_verb() {
    let id = "-- -RdKJcxqVBiAiQr0";
    assert_eq!(ids(id).ok().out, ids(&format!("inspect {id}")).ok().out);
}
