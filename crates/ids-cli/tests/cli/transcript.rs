//! What the command writes, word for word: a change of any of it shows here.
//!
//! Each file of `tests/transcript` has commands and what came of them, in the order they are run, in a
//! folder of their own:
//!
//! ```text
//! # a remark
//! @ ids.txt                 a file, of the lines of input that follow
//! $ ids check flax          the command; '..' holds words together, and \ stands before a character that does not
//! < 0RdKJcxqVBiAiQr0        a line of its input
//! ~ 0RdKJcxqVBiAiQr0        its last line, without a line feed
//! <<                        the input of the command before
//! > 1 identifier of flax    a line of its output
//! ! error: ...              a line of its standard error
//! ? 1                       what it ended with, if not with 0
//! ? usage                   it ended with 2, and last it named '--help'
//! ```
//!
//! `BLESS=1 cargo test -p ids-cli --test cli transcript` writes what comes of them now.

#[cfg(unix)]
mod mutated;

use core::fmt::Write as _;
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Child,
    thread,
};

use ids_testkit::Folder;

use crate::run;

/// A remark, an empty line, a file or a command, and the input of that, which may be that of the one before.
struct Step {
    line: String,
    input: String,
    is_again: bool,
}

impl Step {
    /// The words of a command.
    fn words(&self) -> Option<Vec<String>> {
        self.line.strip_prefix("$ ids").map(words)
    }
}

/// The steps of a file, without what comes of them.
fn steps(text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for line in text.lines() {
        if line == "<<" {
            let mut all = steps.iter_mut().rev().filter(|step| step.line.starts_with('$'));
            let (step, before) = (all.next().unwrap(), all.next().expect("no input before"));
            step.input.clone_from(&before.input);
            step.is_again = true;
        } else if let Some(input) = line.strip_prefix(['<', '~']) {
            let step = steps.last_mut().expect("input of no command");
            step.input.push_str(input.strip_prefix(' ').unwrap_or(input));
            step.input.push_str(if line.starts_with('<') { "\n" } else { "" });
        } else if line.is_empty() || line.starts_with(['#', '@', '$']) {
            steps.push(Step { line: line.to_owned(), input: String::new(), is_again: false });
        }
    }
    steps
}

/// Words, of which `'..'` may have spaces.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = None::<String>;
    let mut quoted = false;
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match character {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            ' ' if !quoted => words.extend(word.take()),
            '\\' if !quoted => word.get_or_insert_default().extend(characters.next()),
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
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = [ids.parent().unwrap().to_owned()].into_iter().chain(env::split_paths(&path));
    let path = env::join_paths(folders).unwrap();
    run::spawned(run::command(words).current_dir(folder).env("PATH", path))
}

/// What comes of a step, as the files have it.
fn run(step: &Step, folder: &Path) -> String {
    let (again, input) = if step.is_again { ("<<\n", "") } else { ("", &*step.input) };
    let mut text = format!("{}\n{again}", step.line);
    let mut write = |sign: char, lines: &str| {
        for line in lines.lines() {
            let space = if line.is_empty() { "" } else { " " };
            let _ = writeln!(text, "{sign}{space}{line}");
        }
    };
    let (lines, rest) = input.split_at(input.rfind('\n').map_or(0, |end| end + 1));
    write('<', lines);
    write('~', rest);
    if let Some(file) = step.line.strip_prefix("@ ") {
        fs::write(folder.join(file), &step.input).unwrap();
    }
    let Some(words) = step.words() else { return text };
    let run = run::fed(start(&words, folder), step.input.as_bytes());
    if words.iter().any(|word| word == "--json") && !words.contains(&"show".to_owned()) {
        run.json();
    }
    let (err, end) = match run.err.strip_suffix("\n\nFor more information, try '--help'.\n") {
        Some(err) if run.code == 2 => (err, "usage".to_owned()),
        _ => (&*run.err, run.code.to_string()),
    };
    write('>', &run.out);
    write('!', err);
    if end != "0" {
        write('?', &end);
    }
    text
}

/// The transcripts, but those of stores that the command is built without, and of programs that Windows has not.
fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcript");
    let has_stores = cfg!(all(feature = "sqlite", feature = "postgres"));
    let is_run = |file: &PathBuf| {
        let is_of = |names: &[&str]| names.iter().any(|name| file.ends_with(name));
        (has_stores || !is_of(&["ledger_store.txt", "ledger_written.txt", "reserve.txt"]))
            && (cfg!(unix) || !is_of(&["conform.txt", "conform_programs.txt"]))
    };
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.filter(is_run).collect();
    files.sort();
    files
}

/// A line without the words and the number that Windows has of its own for what the system says.
fn ours(line: &str) -> &str {
    let theirs = line.rfind(" (os error ").filter(|_| cfg!(windows));
    theirs.and_then(|end| line[..end].rfind(": ")).map_or(line, |start| &line[..start])
}

/// What comes of a transcript.
fn found(wanted: &str) -> String {
    let folder = Folder::new("transcript");
    steps(wanted).iter().map(|step| run(step, folder.path())).collect()
}

fn compare(file: &Path, wanted: &str, found: &str) {
    let name = file.display();
    for (number, (wanted, found)) in (1..).zip(wanted.lines().zip(found.lines())) {
        assert_eq!(ours(found), ours(wanted), "{name}:{number}; BLESS=1 if this is intended");
    }
    assert_eq!(found.lines().count(), wanted.lines().count(), "{name}");
}

/// Holds a transcript with another store in the place of an SQLite file: commands have its address, answers its label.
#[cfg(all(feature = "sqlite", feature = "postgres", feature = "etcd", target_os = "linux"))]
pub(crate) fn with_store(name: &str, file: &str, address: &str, label: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcript").join(name);
    let text = fs::read_to_string(&path).unwrap();
    let line = |line: &str| line.replace(file, if line.starts_with('$') { address } else { label });
    let wanted: String = text.split_inclusive('\n').map(line).collect();
    compare(&path, &wanted, &found(&wanted));
}

fn hold(file: &Path) {
    let wanted = fs::read_to_string(file).unwrap();
    let found = found(&wanted);
    if env::var_os("BLESS").is_some() {
        return fs::write(file, found).unwrap();
    }
    compare(file, &wanted, &found);
}

#[test]
fn every_file() {
    thread::scope(|scope| {
        for file in files() {
            scope.spawn(move || hold(&file));
        }
    });
}
