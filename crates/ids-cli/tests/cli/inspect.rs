//! `ids inspect` with a format: identifiers that services and papers have published.

use serde_json::{Value, json};

use crate::run::{ids, with_input};

/// Arguments, format, flavour, time, bytes, fields.
type Row = (&'static str, &'static str, &'static str, &'static str, &'static str, Value);

fn published() -> Vec<Row> {
    vec![
        (
            "--flavour discord 175928847299117063",
            "snowflake",
            "discord",
            "2016-04-30T11:18:25.796Z",
            "0271065ac1020007",
            json!({"timestamp": "41944705796", "worker": "1", "process": "0", "increment": "7"}),
        ),
        (
            "--flavour twitter 1541815603606036480",
            "snowflake",
            "twitter",
            "2022-06-28T16:07:40.105Z",
            "1565a11f6217a000",
            json!({"timestamp": "367597485448", "datacenter": "11", "worker": "26", "sequence": "0"}),
        ),
        (
            "--flavour instagram 2384288897814875714",
            "snowflake",
            "instagram",
            "2020-08-26T13:43:27.313Z",
            "2116b21ebc29ce42",
            json!({"timestamp": "284229385592", "shard": "2675", "sequence": "578"}),
        ),
        (
            "--flavour tid 3jzfcijpj2z2a",
            "snowflake",
            "tid",
            "2023-06-30T15:03:01.887007Z",
            "17fd6873eaf07c06",
            json!({"timestamp": "1688137381887007", "clock": "6"}),
        ),
        (
            "--format flax 0RdKJcxqVBiAiQr0",
            "flax",
            "",
            "2015-10-15T20:10:25.807Z",
            "05ca55528f7680cb8bb9bdc1",
            json!({"timestamp": "24869425807", "random": "33355658962779585"}),
        ),
        (
            "--flavour mastodon 103270115826048975",
            "snowflake",
            "mastodon",
            "2019-12-08T03:48:33.849Z",
            "016ee39f89b99fcf",
            json!({"timestamp": "1575776913849", "tail": "40911"}),
        ),
    ]
}

#[test]
fn published_identifiers() {
    for (arguments, format, flavour, time, bytes, fields) in published() {
        let run = ids(&format!("inspect --json {arguments}")).ok();
        let [answer] = &run.json()[..] else { panic!("one line: {}", run.out) };
        let text = arguments.rsplit(' ').next().unwrap();
        let mut expected = json!({"input": text, "format": format, "text": text, "bytes": bytes,
                                  "time": time, "fields": fields});
        if !flavour.is_empty() {
            expected["flavour"] = flavour.into();
        }
        assert_eq!(*answer, expected);
    }
}

#[test]
fn people_see_the_same() {
    for (arguments, _, _, time, _, fields) in published() {
        let run = ids(&format!("inspect {arguments}")).ok();
        assert!(run.out.contains(time), "{}", run.out);
        for (name, value) in fields.as_object().unwrap() {
            let value = value.as_str().unwrap();
            let words: Vec<Vec<&str>> =
                run.out.lines().map(|line| line.split_whitespace().collect()).collect();
            assert!(words.iter().any(|line| line.starts_with(&[name, value])), "{}", run.out);
        }
    }
}

/// The bits read off the diagram are those of the identifier, and no line is wider than 80.
#[test]
fn diagram() {
    for (arguments, _, _, _, bytes, _) in published() {
        let run = ids(&format!("inspect {arguments}")).ok();
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

/// Every field's name stands below its bits, however narrow it is.
#[test]
fn diagram_names_every_field() {
    let layout = "sign:1,timestamp:41,a:1,bb:1,ccc:1,dddd:2,eeeee:3,sequence:14";
    let run = ids(&format!("inspect --layout {layout} --epoch 2024-01-01 --unit 1ms 1")).ok();
    let diagram: Vec<&str> = run.out.lines().skip_while(|line| !line.starts_with("  63")).collect();
    for name in ["sign", "timestamp", "a", "bb", "ccc", "dddd", "eeeee", "sequence"] {
        let named =
            |line: &&str| line.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == name);
        assert!(diagram.iter().any(named), "{name}: {}", run.out);
    }
    assert!(run.out.lines().all(|line| line.chars().count() <= 80), "{}", run.out);
}

/// Every form that `inspect` shows is read back, as the same identifier.
#[test]
fn shown_forms_are_read() {
    for (arguments, format, flavour, ..) in published() {
        let shown = ids(&format!("inspect {arguments}")).ok();
        let info = match flavour {
            "" => ids(&format!("info --json {format}")),
            _ => ids(&format!("info --json {format} --flavour {flavour}")),
        };
        let info = &info.ok().json()[0];
        for form in info["forms"].as_array().unwrap() {
            let form = form.as_str().unwrap();
            let line = shown.out.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
            let text = line.clone().find(|words| words.first() == Some(&form)).unwrap()[1];
            let flavour = if flavour.is_empty() { "" } else { "--flavour" };
            let name = arguments.split_whitespace().nth(1).unwrap();
            let choice = if flavour.is_empty() {
                format!("--format {name}")
            } else {
                format!("--flavour {name}")
            };
            let run = ids(&format!("inspect --json {choice} --form {form} -- {text}")).ok();
            let expected = arguments.rsplit(' ').next().unwrap();
            assert_eq!(run.json()[0]["text"], expected, "{form} {text}");
        }
    }
}

/// One in 64 identifiers of Flax begins as an option does, and one of them as `-h`.
#[test]
fn identifiers_that_begin_like_options() {
    for id in ["-HdKJcxqVBiAiQr0", "-hdKJcxqVBiAiQr0"] {
        for verb in ["inspect", "convert --format flax --to hex"] {
            let run = ids(&format!("{verb} {id}")).code(2);
            let hint = format!("ids {} -- {id}", verb.split(' ').next().unwrap());
            assert!(run.err.contains(&hint) && run.out.is_empty(), "{}{}", run.out, run.err);
        }
        ids(&format!("inspect --format flax -- {id}")).ok();
        ids(&format!("new flax --after {id}")).ok();
    }
    assert!(ids("inspect --jsn x").code(2).err.contains("--json"));
    assert!(ids("inspect --help").ok().out.contains("Usage"));
}

#[test]
fn standard_input_is_answered_line_by_line() {
    let input = b"175928847299117063\r\n175928847299117064\n\n!\n175928847299117065";
    let run = with_input(&["inspect", "--json", "--flavour", "discord"], input).code(1);
    let answers = run.json();
    let inputs: Vec<_> = answers.iter().map(|answer| answer["input"].as_str().unwrap()).collect();
    let expected = ["175928847299117063", "175928847299117064", "", "!", "175928847299117065"];
    assert_eq!(inputs, expected);
    assert_eq!(answers[2]["error"]["kind"], "missing");
    assert_eq!(
        answers[3]["error"],
        json!({"kind": "digit", "index": 0,
        "message": "as decimal: '!' at index 0 is no digit of this form"})
    );
    assert_eq!(answers[4]["fields"]["increment"], "9");
}

#[test]
fn own_layout() {
    let own = "--layout sign:1,timestamp:41,worker:10,sequence:12 --epoch 2024-01-01 --unit 10ms";
    let run = ids(&format!("inspect --json {own} 4194304")).ok();
    assert_eq!(
        run.json()[0],
        json!({"input": "4194304", "format": "snowflake", "flavour": "own", "text": "4194304",
            "bytes": "0000000000400000", "time": "2024-01-01T00:00:00.01Z",
            "fields": {"timestamp": "1", "worker": "0", "sequence": "0"}})
    );
    let run = ids(&format!("inspect --json {own} 9223372036854775808")).code(1);
    assert_eq!(run.json()[0]["error"]["kind"], "fixed");
}

/// In another form than the canonical one any word may be read: it is the answer only if its time is plausible, or the
/// form is named.
#[test]
fn words_of_another_form() {
    for (flavour, word) in [
        ("discord", "created_at"),
        ("discord", "user_id"),
        ("twitter", "created_at"),
        ("bwmarrin", "message-id"),
        ("instagram", "guild"),
    ] {
        let arguments = ["inspect", "--now", "2026-01-01", "--flavour", flavour, word];
        let run = with_input(&arguments, b"").code(1);
        assert!(run.out.is_empty() && run.err.contains("--form"), "{word}: {}{}", run.out, run.err);
        let json = with_input(&[&arguments[..], &["--json"]].concat(), b"").code(1);
        let kind = json.json()[0]["error"]["kind"].clone();
        assert!(
            ["implausible", "ambiguous", "word"].contains(&kind.as_str().unwrap()),
            "{word}: {kind}"
        );
        // Nor does it lead where the flavour is not known.
        let run = with_input(&["inspect", "--now", "2026-01-01", "--json", word], b"");
        assert_ne!(run.json()[0]["answer"], "one", "{word}: {}", run.out);
    }
    // A plausible time, a form that is named, a canonical text with a doubt beside it.
    for options in [
        "271065ac1020007",
        "ffffffffffffffff",
        "--form shortcode created_at",
        "--now 2021-01-28 904251763372458004",
    ] {
        ids(&format!("inspect --flavour discord {options}")).ok();
    }
}

/// What is taken off has a name of the schema, in the answers of each verb.
#[test]
fn spellings() {
    let schema = include_str!("../../../../docs/cli.schema.json");
    let types = include_str!("../../../ids-npm/package/lib/types.d.ts");
    for spelling in ids_formats::spelling::Spelling::ALL {
        let name = format!("\"{}\"", spelling.name());
        assert!(schema.contains(&name) && types.contains(&name), "{spelling:?}");
    }
    for (verb, text, taken) in [
        ("inspect --json", "'018f2c5e-7b1a-7c3d-9e2f-0123456789ab'", "quotes"),
        ("inspect --json", "[0RdKJcxqVBiAiQr0]", "brackets"),
        ("inspect --json --flavour discord", "175928847299117063n", "suffix"),
        ("convert --json --lenient --flavour discord --to hex", "<@175928847299117063>", "mention"),
    ] {
        let arguments: Vec<_> = verb.split(' ').collect();
        let run = with_input(&arguments, format!("{text}\n").as_bytes()).ok();
        assert_eq!(run.json()[0]["spelling"], serde_json::json!([taken]), "{verb} {text}");
    }
    let run = with_input(&["check", "discord", "--json"], b"'175928847299117063'\n").code(1);
    assert_eq!(run.json()[0]["checks"][0]["spelled"], "1");
}
