//! What the command writes, word for word: a change of any of it shows here.
//!
//! Each file beside this one has commands and what came of them, in the order they are run, in a
//! folder of their own:
//!
//! ```text
//! # a remark
//! $ ids check flax          the command; '..' holds words together
//! < 0RdKJcxqVBiAiQr0        a line of its input
//! <<                        the input of the command before
//! > 1 identifier of flax    a line of its output
//! ! error: ...              a line of its standard error
//! ? 1                       what it ended with, if not with 0
//! ? usage                   it ended with 2, and last it named '--help'
//! ```
//!
//! `BLESS=1 cargo test -p ids-cli --test transcript` writes what comes of them now.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that finds nothing to unwrap has failed")]

mod mutated;
#[path = "../cli/run.rs"]
#[expect(dead_code, reason = "the tests of the command use the rest")]
mod run;

use core::fmt::Write as _;
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Child,
};

/// The words of a command, and its input, which may be that of the command before.
struct Step {
    line: String,
    input: String,
    is_again: bool,
}

/// The lines of a file that say what to do: remarks, empty lines, commands with their input.
fn steps(text: &str) -> Vec<Result<Step, String>> {
    let mut steps = Vec::new();
    for line in text.lines() {
        if let Some(command) = line.strip_prefix("$ ids") {
            let line = command.trim().to_owned();
            steps.push(Ok(Step { line, input: String::new(), is_again: false }));
        } else if line == "<<" {
            let mut all = steps.iter_mut().rev().filter_map(|step| step.as_mut().ok());
            let (Some(step), Some(before)) = (all.next(), all.next()) else {
                panic!("no input before")
            };
            step.input.clone_from(&before.input);
            step.is_again = true;
        } else if let Some(input) = line.strip_prefix('<') {
            let Some(Ok(step)) = steps.last_mut() else { panic!("input of no command: {line}") };
            step.input.push_str(input.strip_prefix(' ').unwrap_or(input));
            step.input.push('\n');
        } else if line.is_empty() || line.starts_with('#') {
            steps.push(Err(line.to_owned()));
        }
    }
    steps
}

/// Words, of which `'..'` may have spaces.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = None::<String>;
    let mut quoted = false;
    for character in line.chars() {
        match character {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            ' ' if !quoted => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    assert!(!quoted, "a quote is open: {line}");
    words.extend(word);
    words
}

/// Starts the command in a folder.
fn start(words: &[String], folder: &Path) -> Child {
    let ids = Path::new(env!("CARGO_BIN_EXE_ids"));
    // `ids conform -- ids respond` finds the command that is tested.
    let path = env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", ids.parent().unwrap().display());
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    run::spawned(run::command(&words).current_dir(folder).env("PATH", path))
}

/// An empty folder of a test.
fn empty(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// What comes of a command, as the files have it.
fn run(step: &Step, folder: &Path) -> String {
    let words = words(&step.line);
    let run = run::fed(start(&words, folder), step.input.as_bytes());
    if words.iter().any(|word| word == "--json") && !words.contains(&"show".to_owned()) {
        run.json();
    }
    let mut text = format!("$ ids {}\n", step.line);
    if step.is_again {
        text.push_str("<<\n");
    }
    let input = if step.is_again { "" } else { &*step.input };
    let (err, end) = match run.err.strip_suffix("\n\nFor more information, try '--help'.\n") {
        Some(err) if run.code == 2 => (err, "usage".to_owned()),
        _ => (&*run.err, run.code.to_string()),
    };
    for (sign, lines) in [('<', input), ('>', &*run.out), ('!', err)] {
        for line in lines.lines() {
            let space = if line.is_empty() { "" } else { " " };
            let _ = writeln!(text, "{sign}{space}{line}");
        }
    }
    if end != "0" {
        let _ = writeln!(text, "? {end}");
    }
    text
}

fn hold(name: &str) {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/transcript").join(name);
    let folder = empty(&format!("transcript/{name}"));
    let wanted = fs::read_to_string(&file).unwrap();
    let mut found = String::new();
    for step in steps(&wanted) {
        match step {
            Ok(step) => found.push_str(&run(&step, &folder)),
            Err(remark) => {
                let _ = writeln!(found, "{remark}");
            }
        }
    }
    if env::var_os("BLESS").is_some() {
        return fs::write(&file, found).unwrap();
    }
    let lines = wanted.lines().zip(found.lines()).enumerate();
    for (number, (wanted, found)) in lines {
        assert_eq!(found, wanted, "{name}:{}; BLESS=1 if this is intended", number + 1);
    }
    assert_eq!(found.lines().count(), wanted.lines().count(), "{name}");
}

macro_rules! files {
    ($($(#[$if:meta])* $name:ident),+ $(,)?) => {
        $(
            #[test]
            $(#[$if])*
            fn $name() {
                hold(concat!(stringify!($name), ".txt"));
            }
        )+

        /// No file beside this one is left out.
        #[test]
        fn every_file() {
            let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/transcript");
            for entry in fs::read_dir(folder).unwrap() {
                let name = entry.unwrap().file_name().into_string().unwrap();
                let known = ["main.rs", "mutated.rs", $(concat!(stringify!($name), ".txt")),+];
                assert!(known.contains(&name.as_str()), "{name}");
            }
        }
    };
}

files! {
    check, conform, convert, infer, info, inspect, ledger, new, range, sql,
    #[cfg(all(feature = "sqlite", feature = "postgres"))]
    ledger_store,
    #[cfg(all(feature = "sqlite", feature = "postgres"))]
    reserve,
}
