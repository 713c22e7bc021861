//! Text from outside reaches the terminal as text: no escapes, no other order, no line of its own.

use std::fs;

#[cfg(unix)]
use crate::run::command;
use crate::run::{Run, with_input};

/// What a terminal acts on, or a reader is misled by. The last one begins a line.
const ACTING: [&str; 9] = [
    "\x1b]0;x\x07",
    "\x1b[2J",
    "\u{9b}31m",
    "\x7f\x08",
    "\u{202e}",
    "\u{2066}\u{200f}\u{61c}",
    "\u{2028}\u{2029}",
    "\r",
    "\nerror: forged",
];

fn acts(character: char) -> bool {
    character.is_control() && character != '\n'
        || "\u{61c}\u{200e}\u{200f}\u{2028}\u{2029}".contains(character)
        || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn harmless(run: &Run, place: &str) {
    for text in [&run.out, &run.err] {
        assert!(!text.contains(acts), "{place}: {text:?}");
        assert!(!text.lines().any(|line| line.starts_with("error: forged")), "{place}: {text:?}");
    }
}

/// Each argument that may be another one, where `*` stands for it, and the exit code.
pub(crate) const PLACES: [(&str, i32); 70] = [
    ("*", 2),
    ("info *", 2),
    ("info --flavour *", 2),
    ("info flax --flavour *", 2),
    ("info --*", 2),
    ("info flax *", 2),
    ("new *", 2),
    ("new flax --form *", 2),
    ("new flax --at *", 2),
    ("new flax --max-ahead *", 2),
    ("new flax -n *", 2),
    ("new flax --seed *", 2),
    ("new flax --after *", 2),
    ("new snowflake --flavour *", 2),
    ("new snowflake --flavour tid --after *", 2),
    ("new snowflake --flavour twitter --node *=1", 2),
    ("new snowflake --flavour twitter --node worker=*", 2),
    ("new snowflake --flavour twitter --node *", 2),
    ("new snowflake --layout * --epoch 2024-01-01 --unit 1ms", 2),
    ("new snowflake --layout *:64 --epoch 2024-01-01 --unit 1ms", 2),
    ("new snowflake --layout timestamp:* --epoch 2024-01-01 --unit 1ms", 2),
    ("new snowflake --layout timestamp:64 --epoch * --unit 1ms", 2),
    ("new kuid --node 1*", 2),
    ("new kuid --flavour *", 2),
    ("new kuid --name a --after *", 2),
    ("new kuid --name a --drift *", 2),
    ("new siq --shard 1 --kind * --domain 0", 2),
    ("new siq --shard * --kind user --domain 0", 2),
    ("new luuid --group a --keys *", 2),
    ("new luuid --group-number * --keys 1", 2),
    ("new evently --genesis --event *", 1),
    ("new evently --previous * --event {}", 2),
    ("inspect --format *", 2),
    ("inspect --flavour *", 2),
    ("inspect --format flax --form *", 2),
    ("inspect --now * x", 2),
    ("inspect --domain * x", 2),
    ("inspect -- *", 1),
    ("inspect --json -- *", 1),
    ("inspect --format flax -- *", 1),
    ("inspect --format flax --json -- *", 1),
    ("inspect --color * x", 2),
    ("inspect -zzzzzzzzz*", 2),
    ("convert --format * --to hex x", 2),
    ("convert --format flax --to * x", 2),
    ("convert --format flax --from * --to hex x", 2),
    ("convert --format flax --to hex -- *", 1),
    ("convert --format flax --to hex --json -- *", 1),
    ("range *", 2),
    ("range flax --from * --to 2024-01-01", 2),
    ("range flax --from 2024-01-01 --to 2024-01-02 --sql id*", 2),
    ("check *", 2),
    ("check flax --form *", 2),
    ("check flax --live *", 2),
    ("check flax missing*", 1),
    ("ledger *", 2),
    ("ledger verify missing*", 1),
    ("ledger verify --profile * x", 2),
    ("ledger append missing*", 1),
    ("ledger show missing*", 1),
    ("ledger stats missing*", 1),
    ("ledger id missing*", 1),
    ("ledger create missing/* --name x", 1),
    ("conform --format * -- true", 2),
    ("conform --vectors missing* --format flax -- IDS respond", 1),
    ("conform -- missing*", 1),
    ("conform --timeout * -- true", 2),
    ("completions *", 2),
    ("man *", 2),
    ("man ledger *", 2),
];

#[test]
fn arguments() {
    for (place, code) in PLACES {
        for text in ACTING {
            let word =
                |word: &str| word.replace('*', text).replace("IDS", env!("CARGO_BIN_EXE_ids"));
            let run = with_input(&place.split(' ').map(word).collect::<Vec<_>>(), b"");
            harmless(&run, place);
            // A line feed alone is space where numbers are read.
            assert_eq!(run.code, code, "{place} {text:?}: {}{}", run.out, run.err);
        }
    }
}

/// The name under which the command was called is repeated too.
#[test]
#[cfg(unix)]
fn the_own_name() {
    use std::os::unix::process::CommandExt;
    for text in ACTING {
        for arguments in [&["new", "--help"][..], &["new"], &["x"]] {
            let mut command = command(arguments);
            harmless(&Run::from(command.arg0(text).output().unwrap()), text);
        }
    }
}

/// Lines of input, and what stands in events, ledgers and file names.
#[test]
fn input() {
    let folder = ids_testkit::Folder::new("outside");
    for (index, text) in ACTING.iter().enumerate() {
        let line = format!("{text}\n");
        for arguments in [
            &["inspect"][..],
            &["inspect", "--json"],
            &["inspect", "--format", "flax"],
            &["convert", "--format", "flax", "--to", "hex"],
            &["check", "flax"],
            &["check", "flax", "--json"],
            &["ledger", "verify", "-"],
            &["ledger", "show", "-"],
            &["ledger", "stats", "-"],
            &["ledger", "id", "-"],
            &["respond"],
        ] {
            harmless(&with_input(arguments, line.as_bytes()), &arguments.join(" "));
        }
        // Windows has no such names.
        let named = if cfg!(windows) { String::new() } else { text.replace('\n', "") };
        let ledger = &*folder.file(&format!("{index}{named}"));
        let name = with_input(&["ledger", "create", ledger, "--name", text], b"").ok();
        harmless(&name, "create");
        harmless(&with_input(&["ledger", "create", ledger, "--name", text], b"").code(1), "twice");
        let text = serde_json::to_string(text).unwrap();
        let event = format!(
            "{{\"event\":{text},\"entities\":{{{text}:[{text}]}},\"meta\":{{}},\"data\":{text}}}\n"
        );
        harmless(&with_input(&["ledger", "append", ledger], event.as_bytes()).ok(), "append");
        harmless(&with_input(&["ledger", "append", ledger], line.as_bytes()).code(1), "append");
        for verb in ["verify", "show", "stats", "id"] {
            harmless(&with_input(&["ledger", verb, ledger], b"").ok(), verb);
        }
        harmless(&with_input(&["ledger", "stats", "--json", ledger], b"").ok(), "stats --json");
        let torn = format!("{}{{\"ev", fs::read_to_string(ledger).unwrap());
        fs::write(ledger, torn).unwrap();
        harmless(&with_input(&["ledger", "append", ledger], b"").code(4), "torn");
        harmless(&with_input(&["ledger", "append", "--repair", ledger], b"").code(0), "repair");
        let request = format!(
            "{{\"seq\":\"1\",\"op\":\"parse\",\"format\":\"flax\",\"text\":{text},\"x\":{text}}}\n"
        );
        harmless(&with_input(&["respond"], request.as_bytes()), "respond");
    }
}

/// What a program under test says of itself and answers, in each kind of report.
#[test]
#[cfg(unix)]
fn programs() {
    let ids = env!("CARGO_BIN_EXE_ids");
    for text in ACTING {
        let shown = serde_json::to_string(text).unwrap().replace('\'', "");
        let said = shown.trim_matches('"');
        // The first two end before there is any report.
        for (script, code, reports) in [
            (format!("printf '%s\\n' '{shown}'"), 1, &["human"][..]),
            (format!("printf '%s' '{}' >&2; exit 3", text.replace('\'', "")), 1, &["human"]),
            (
                format!(
                    "\"$0\" respond | sed -u 's/\"name\":\"[^\"]*\"/\"name\":\"{}\"/; \
                     s/0RdKJcxqVBiAiQr0/{}/'",
                    said.replace('\\', "\\\\"),
                    said.replace('\\', "\\\\")
                ),
                4,
                &["human", "json", "junit", "markdown"],
            ),
        ] {
            for report in reports {
                let arguments = ["conform", "--report", report, "--format", "flax", "--"];
                let program = ["sh", "-c", &script, ids];
                let run = with_input(&[&arguments[..], &program].concat(), b"");
                harmless(&run, report);
                assert_eq!(run.code, code, "{report} {script}: {}{}", run.out, run.err);
            }
        }
    }
}
