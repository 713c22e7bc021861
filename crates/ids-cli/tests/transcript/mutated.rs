//! Command lines, inputs and answers with errors: those of the transcripts, each with one mutation.
//!
//! Whatever they are, the command ends by itself with a code that the documentation has, and prints nothing raw that
//! came from outside. `IDS_MUTATIONS=50` tries 50 mutations of every step, each in the state that the steps before
//! it have left.

use std::{
    env, fs,
    io::{Read as _, Write as _},
    os::unix::process::ExitStatusExt as _,
    path::{Path, PathBuf},
    sync::mpsc,
    thread,
};

use ids_testkit::PATIENCE;
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use proptest::{
    collection::vec,
    prelude::*,
    sample::{Index, select},
    strategy::ValueTree as _,
    test_runner::TestRunner,
};

use crate::{Step, empty, run, start, steps, words};

/// Something wrong with a command line or with its input.
#[derive(Clone, Debug)]
enum Edit {
    /// A word is left out.
    Without(Index),
    /// A word of another command is put in, or takes the place of one.
    Other { at: Index, word: Index, instead: bool },
    /// Characters are put into a word, which may end with them.
    Written { word: Index, at: Index, text: String, cut: bool },
    /// Bytes are put into the input, which may end with them.
    Input { at: Index, bytes: Vec<u8>, cut: bool },
}

fn edit() -> impl Strategy<Value = Edit> {
    let characters =
        "[-=:,.%0-9a-zA-Z \t\n\u{1b}\u{7f}\u{85}\u{a0}\u{202e}\u{feff}\u{10ffff}é]{0,3}";
    let strange = select(vec![
        "0",
        "-1",
        "18446744073709551616",
        "1e400",
        "NaN",
        "∞",
        "\u{1b}[2J",
        "--",
        "-",
        "=",
    ]);
    let text = prop_oneof![characters.prop_map(String::from), strange.prop_map(String::from)];
    let bytes = prop_oneof![
        vec(any::<u8>(), 0..4),
        select(vec![
            &b"\xef\xbb\xbf"[..],
            b"\0",
            b"\r",
            b"\xff\xfe",
            b"\x1f\x8b\x08",
            b"\x28\xb5\x2f\xfd",
            b"\"",
            b"{",
            b"\n\n"
        ])
        .prop_map(<[u8]>::to_vec),
    ];
    let index = any::<Index>;
    prop_oneof![
        index().prop_map(Edit::Without),
        (index(), index(), any::<bool>()).prop_map(|(at, word, instead)| Edit::Other {
            at,
            word,
            instead
        }),
        (index(), index(), text, any::<bool>()).prop_map(|(word, at, text, cut)| Edit::Written {
            word,
            at,
            text,
            cut
        }),
        (index(), bytes, any::<bool>()).prop_map(|(at, bytes, cut)| Edit::Input { at, bytes, cut }),
    ]
}

impl Edit {
    fn apply(&self, line: &mut Vec<String>, input: &mut Vec<u8>, pool: &[String]) {
        match self {
            Self::Without(word) if !line.is_empty() => drop(line.remove(word.index(line.len()))),
            Self::Other { at, word, instead } => {
                let (at, word) = (at.index(line.len() + 1), word.get(pool).clone());
                match line.get_mut(at) {
                    Some(place) if *instead => *place = word,
                    _ => line.insert(at, word),
                }
            }
            Self::Written { word, at, text, cut } if !line.is_empty() => {
                let word = word.index(line.len());
                let mut characters: Vec<char> = line[word].chars().collect();
                let at = at.index(characters.len() + 1);
                let end = if *cut { characters.len() } else { at };
                characters.splice(at..end, text.chars());
                line[word] = characters.into_iter().collect();
            }
            Self::Input { at, bytes, cut } => {
                let at = at.index(input.len() + 1);
                let end = if *cut { input.len() } else { at };
                input.splice(at..end, bytes.iter().copied());
            }
            _ => {}
        }
    }
}

/// More than that is not read: a large number asks for as many identifiers.
const MUCH: u64 = 1 << 20;

/// Runs the command, and says what is wrong with how it ended.
fn fault(line: &[String], input: Vec<u8>, folder: &Path) -> Option<String> {
    let mut child = start(line, folder);
    let (mut stdin, mut stderr) = (child.stdin.take().unwrap(), child.stderr.take().unwrap());
    thread::spawn(move || drop(stdin.write_all(&input)));
    let said = thread::spawn(move || {
        let mut said = Vec::new();
        stderr.read_to_end(&mut said).map(|_| said)
    });
    // The end of one that hangs: no other one takes a thousandth of it.
    let (ended, end) = mpsc::channel::<()>();
    let id = Pid::from_raw(child.id().cast_signed());
    let watch = thread::spawn(move || {
        if end.recv_timeout(PATIENCE) == Err(mpsc::RecvTimeoutError::Timeout) {
            kill(id, Signal::SIGKILL).unwrap();
        }
    });
    let mut out = Vec::new();
    child.stdout.take().unwrap().take(MUCH).read_to_end(&mut out).unwrap();
    // Its output is closed now.
    let status = child.wait().unwrap();
    drop(ended);
    watch.join().unwrap();
    let said = String::from_utf8_lossy(&said.join().unwrap().unwrap()).into_owned();
    let is_raw =
        |text: &str| text.contains(|it: char| it.is_control() && !matches!(it, '\n' | '\t'));
    // These two hand on what is not theirs, as it is.
    let hands_on = line.iter().any(|word| word == "convert" || word == "ledger");
    let wrong = match status.code() {
        None => Some(format!("ended by the signal {:?}", status.signal())),
        Some(code @ 5..) => Some(format!("ended with {code}")),
        Some(1..) if said.is_empty() && out.is_empty() => Some("says nothing".into()),
        _ if said.contains("panicked") => Some("panicked".into()),
        _ if is_raw(&said) => Some("an error with control characters".into()),
        _ if !hands_on && is_raw(&String::from_utf8_lossy(&out)) => {
            Some("control characters".into())
        }
        _ => None,
    };
    wrong.map(|wrong| format!("{wrong}: ids {line:?}\n{said:?}"))
}

fn transcripts() -> Vec<(String, Vec<Step>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/transcript");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        files.filter(|file| file.extension().is_some_and(|of| of == "txt")).collect();
    files.sort();
    let read = |file: PathBuf| {
        let text = fs::read_to_string(&file).unwrap();
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        (name, steps(&text).into_iter().filter_map(Result::ok).collect())
    };
    files.into_iter().map(read).collect()
}

fn rounds() -> Option<usize> {
    env::var("IDS_MUTATIONS").ok().map(|rounds| rounds.parse().unwrap())
}

/// The same changes in each run, or others in each of those that look at many.
fn runner() -> TestRunner {
    if rounds().is_some() { TestRunner::default() } else { TestRunner::deterministic() }
}

#[test]
fn command_lines() {
    let rounds = rounds();
    let all = transcripts();
    let pool: Vec<_> =
        all.iter().flat_map(|(_, steps)| steps).flat_map(|step| words(&step.line)).collect();
    let (mut runner, edits) = (runner(), vec(edit(), 1..4));
    let mut faults = Vec::new();
    for (name, steps) in all {
        let folder = empty(&format!("mutated/{name}"));
        for (index, step) in steps.iter().enumerate() {
            if rounds.is_some() {
                run(step, &folder);
            } else if index % 4 > 0 {
                continue;
            }
            for _ in 0..rounds.unwrap_or(1) {
                let (mut line, mut input) = (words(&step.line), step.input.clone().into_bytes());
                for edit in edits.new_tree(&mut runner).unwrap().current() {
                    edit.apply(&mut line, &mut input, &pool);
                }
                // No argument has a zero byte. Servers that are not here are waited for.
                let is_away = |word: &String| word.contains("://") || word.contains('\0');
                if !line.iter().any(is_away) {
                    faults.extend(fault(&line, input, &folder));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A program that answers as the reference does, but for a few bytes.
#[test]
fn programs() {
    let rounds = rounds().map_or(10, |rounds| 10 * rounds);
    let folder = empty("mutated/programs");
    let line = |limit: &str, program: &str| {
        words(&format!("conform --format flax --timeout {limit} -- sh -c '{program}'"))
    };
    assert_eq!(fault(&line("500s", "ids respond | tee answers"), Vec::new(), &folder), None);
    let answers = fs::read(folder.join("answers")).unwrap();
    assert!(answers.len() > 1000);
    let mut runner = runner();
    let edits =
        vec(edit().prop_filter("an answer", |edit| matches!(edit, Edit::Input { .. })), 1..4);
    for _ in 0..rounds {
        let mut changed = answers.clone();
        for edit in edits.new_tree(&mut runner).unwrap().current() {
            edit.apply(&mut Vec::new(), &mut changed, &[]);
        }
        fs::write(folder.join("changed"), changed).unwrap();
        assert_eq!(fault(&line("1s", "cat changed; cat >/dev/null"), Vec::new(), &folder), None);
    }
}
