//! Times as people write them, in every option of every verb that takes one.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use ids_testkit::Folder;

use crate::run::{Run, ids, with_input};

/// The verbs with each of their options that takes a time, `{}`. `{ledger}` is a ledger of 2020, and `{new}` none.
const OPTIONS: [&str; 23] = [
    "new flax --at {} --seed 1",
    "new discord --epoch {} --node worker=0,process=0 --at 2026-01-01T00:00:00Z",
    "range flax --from {} --to 2100-01-01T00:00:00Z",
    "range flax --to {} --json",
    "range flax --now {} --from -1h --json",
    "range discord --epoch {} --from 2100-01-01T00:00:00Z --json",
    "inspect --now {} --json 0RdKJcxqVBiAiQr0",
    "inspect --since {} --now 2100-01-01T00:00:00Z --json 0RdKJcxqVBiAiQr0",
    "inspect --until {} --now 2100-01-01T00:00:00Z --json 0RdKJcxqVBiAiQr0",
    "inspect --flavour discord --epoch {} --now 2100-01-01T00:00:00Z --json 175928847299117063",
    "convert --flavour discord --epoch {} --to hex 175928847299117063",
    "convert --flavour discord --since {} 175928847299117063 2175928847299117063",
    "convert --flavour discord --until {} 175928847299117063 2175928847299117063",
    "info snowflake --flavour discord --epoch {}",
    "check flax --from {} 0SOqK4xqVBiAiQr0 0RdKJcxqVBiAiQr0",
    "check flax --to {} 0RdKJcxqVBiAiQr0 ~0000000000000000",
    "check discord --epoch {} --to 2026-01-01T00:00:00Z 175928847299117063",
    "infer --at 0RdKJcxqVBiAiQr0={} --now 2100-01-01T00:00:00Z",
    "infer --now {}",
    "ledger create {new} --name a --at {}",
    "ledger append {ledger} --at {}",
    "ledger show {ledger} --since {}",
    "ledger show {ledger} --until {}",
];

/// What is appended to a ledger.
const EVENT: &str = r#"{"event":"A","entities":{},"meta":{},"data":{}}"#;

/// A zone, a text, and the instant that it is.
const WRITTEN: [(&str, &str, &str); 15] = [
    ("", "2024-01", "2024-01-01T00:00:00Z"),
    ("", "2024-W03", "2024-01-15T00:00:00Z"),
    ("", "20240101", "2024-01-01T00:00:00Z"),
    ("", "2024-01-31T24:00:00+02:00", "2024-01-31T22:00:00Z"),
    ("", "2024-07-01T10:00[Europe/Berlin]", "2024-07-01T08:00:00Z"),
    ("Europe/Berlin", "2024-07-01", "2024-06-30T22:00:00Z"),
    ("Europe/Berlin", "2024-07-01T10:00", "2024-07-01T08:00:00Z"),
    ("America/New_York", "2024-02", "2024-02-01T05:00:00Z"),
    ("+05:45", "2024-07-01T10:00", "2024-07-01T04:15:00Z"),
    ("-09:30", "2024-07-01", "2024-07-01T09:30:00Z"),
    // Midnight is skipped, or comes twice: a day begins with its first instant.
    ("Africa/Cairo", "2024-04-26", "2024-04-25T22:00:00Z"),
    ("America/Havana", "2024-11-03", "2024-11-03T04:00:00Z"),
    // So does one whose beginning is the end of the day before.
    ("America/Sao_Paulo", "2018-11-03T24:00", "2018-11-04T03:00:00Z"),
    ("", "2024-11-02T24:00:00[America/Havana]", "2024-11-03T04:00:00Z"),
    ("-09:30", "2024-07-01T10:00[Europe/Berlin]", "2024-07-01T08:00:00Z"),
];

/// What no option takes, and why not.
const WRONG: [(&str, &str, &str); 13] = [
    ("", "noon", "this is not a time"),
    ("", "2024-W54", "this is not a time"),
    ("", "2024-W+3", "this is not a time"),
    ("", "2024-01-01T10:00+24:00", "this is not a time"),
    ("", "2024-01-01T10:00+24:00[+24:00]", "this is not a time"),
    ("", "2024-01-01T10:00", "the offset from UTC is missing"),
    ("", "2024-01-01T10:00[Europe/Berln]", "no time zone is named 'Europe/Berln'"),
    ("", "2024-01-01T25:00[Europe/Berlin]", "this is not a time"),
    ("Africa/Cairo", "2024-04-26T00:00", "never show"),
    ("Berlin", "2024-01-01", "no time zone is named 'Berlin'"),
    ("+2:00", "2024-01-01", "an offset such as +02:00"),
    ("Europe/Berlin", "2024-03-31T02:30", "never show"),
    ("Europe/Berlin", "9999-12-31", "times of zones end with 9999-12-30T22:00:00Z"),
];

/// Runs a verb with a time in its option.
fn run(options: &str, zone: &str, time: &str) -> Run {
    let folder = Folder::new("times");
    let (ledger, new) = (&*folder.file("ledger"), &*folder.file("new"));
    if options.contains("{ledger}") {
        let create = ["ledger", "create", ledger, "--name", "a", "--at", "2020-01-01T00:00:00Z"];
        with_input(&create, b"").ok();
    }
    let fill =
        |part: &str| part.replace("{ledger}", ledger).replace("{new}", new).replace("{}", time);
    let zone = ["--zone", zone].map(str::to_owned).into_iter().filter(|_| !zone.is_empty());
    let input = if options.contains(" append ") { EVENT } else { "0RdKJcxqVBiAiQr0\n" }.as_bytes();
    let run = with_input(&options.split(' ').map(fill).chain(zone).collect::<Vec<_>>(), input);
    let without = |text: String| text.replace(ledger, "").replace(new, "");
    Run { out: without(run.out), err: without(run.err), code: run.code }
}

#[test]
fn each_text_in_each_option() {
    for options in OPTIONS {
        let mut by_instant = BTreeMap::new();
        for (zone, text, instant) in WRITTEN {
            let by_text = run(options, zone, text);
            let wanted = by_instant.entry(instant).or_insert_with(|| run(options, "", instant));
            let both = (&by_text.out, &by_text.err);
            assert_eq!(both, (&wanted.out, &wanted.err), "{options} {text}");
            assert_ne!(by_text.code, 2, "{options} {text}: {}", by_text.err);
        }
        for (zone, text, why) in WRONG {
            run(options, zone, text).code(2).says(why);
        }
        // They depend on the clock.
        for text in ["now", "today", "yesterday", "-1h", "-7d"] {
            let run = run(options, "Europe/Berlin", text);
            assert_ne!(run.code, 2, "{options} {text}: {}", run.err);
        }
    }
}

/// The table above has every option of every verb whose value is a time.
#[test]
fn each_option() {
    let folder = Folder::new("times");
    ids(&format!("man --all {}", folder.path().to_str().unwrap())).ok();
    let known: BTreeSet<(String, String)> = OPTIONS
        .iter()
        .map(|options| {
            let words: Vec<_> = options.split(' ').collect();
            let at = words.iter().position(|word| word.ends_with("{}")).unwrap();
            let verb =
                if words[0] == "ledger" { words[..2].join(" ") } else { words[0].to_owned() };
            (verb, words[at - 1].to_owned())
        })
        .collect();
    let mut found = BTreeSet::new();
    for page in fs::read_dir(folder.path()).unwrap() {
        let name = page.unwrap().file_name().into_string().unwrap();
        let Some(verb) = name.strip_suffix(".1").unwrap().strip_prefix("ids-") else { continue };
        let verb = match verb.split_once('-') {
            Some((group @ ("new" | "ledger" | "reserve"), verb)) => format!("{group} {verb}"),
            _ => verb.to_owned(),
        };
        let help = ids(&format!("{verb} --help")).ok().out;
        let mut takes = false;
        for line in help.lines() {
            let Some((before, _)) = line.split_once("TIME>") else { continue };
            let (option, value) = before.trim().rsplit_once(' ').unwrap();
            assert!(value.starts_with('<'), "{verb}: {line}");
            let option = option.rsplit(' ').next().unwrap();
            // All formats of `new` have its options in common.
            let verb = if verb.starts_with("new ") { "new" } else { &verb };
            found.insert((verb.to_owned(), option.to_owned()));
            takes = true;
        }
        if takes {
            assert!(help.contains("--zone <ZONE>"), "{verb}: {help}");
        }
    }
    assert_eq!(found, known);
}

/// The end of a store's grant is a time, too.
#[cfg(feature = "sqlite")]
#[test]
fn ends_of_grants() {
    let folder = Folder::new("times");
    let store = format!("sqlite:{}", folder.file("ids.db"));
    with_input(&["reserve", "init", &store], b"").code(0);
    with_input(&["new", "snowflake", "--flavour", "twitter", "--store", &store], b"").code(0);
    let raise = |zone: &str, time: &str| {
        let mut arguments = vec!["reserve", "raise", &store, "twitter", "--to", time];
        if !zone.is_empty() {
            arguments.extend(["--zone", zone]);
        }
        with_input(&arguments, b"").code(2)
    };
    // A century later the weeks begin on other days.
    for (zone, text, instant) in WRITTEN.into_iter().filter(|(_, text, _)| !text.contains('W')) {
        let (text, instant) = (text.replacen("20", "21", 1), instant.replacen("20", "21", 1));
        let by_instant = raise("", &instant);
        assert!(by_instant.out.contains("it would be 21"), "{}{}", by_instant.out, by_instant.err);
        assert_eq!(raise(zone, &text).out, by_instant.out, "{text}");
    }
    for (zone, text, why) in WRONG {
        raise(zone, text).says(why);
    }
}
