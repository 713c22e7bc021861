//! Command lines, inputs and answers with errors: those of the transcripts, each with one mutation.
//!
//! Whatever they are, the command ends by itself with a code that the documentation has, and prints nothing raw that
//! came from outside. `IDS_MUTATIONS=50` tries 50 mutations of every step, each in the state that the steps before
//! it have left.

use core::hash::{BuildHasher as _, Hasher as _};
use std::{
    env, fs,
    hash::RandomState,
    io::{Read as _, Write as _},
    os::unix::process::ExitStatusExt as _,
    path::Path,
    sync::mpsc,
    thread,
};

use ids_testkit::{Folder, PATIENCE, SplitMix};
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};

use super::{Step, files, run, start, steps, words};

/// What is put into a word, with bars between.
const TEXTS: &str = "|0|-1|7|18446744073709551615|1e400|NaN|∞|--|-|=|:|,|.|%|zZ9| |\t\n|\u{1b}[2J|\u{7f}\
                     |\u{85}\u{a0}|\u{202e}|\u{feff}é|\u{10ffff}";

/// What is put into an input, beside bytes of any kind.
const BYTES: [&[u8]; 10] = [
    b"",
    b"\xef\xbb\xbf",
    b"\0",
    b"\r",
    b"\xff\xfe",
    b"\x1f\x8b\x08",
    b"\x28\xb5\x2f\xfd",
    b"\"",
    b"{",
    b"\n\n",
];

/// Puts something into a text, which may end with it.
fn put<T>(random: &mut SplitMix, text: &mut Vec<T>, new: impl IntoIterator<Item = T>) {
    let at = place(random, text.len() + 1);
    let end = if random.below(2) == 0 { at } else { text.len() };
    text.splice(at..end, new);
}

/// A place below this one.
fn place(random: &mut SplitMix, end: usize) -> usize {
    usize::try_from(random.below(end as u64)).unwrap()
}

/// Puts bytes into an input.
fn spoil(random: &mut SplitMix, input: &mut Vec<u8>) {
    let any = random.next_u64().to_le_bytes();
    let bytes = if random.below(2) == 0 { random.pick(&BYTES) } else { &any[..place(random, 4)] };
    put(random, input, bytes.iter().copied());
}

/// Leaves out a word, puts in one of another command or in the place of one, or puts something into a word or into the
/// input.
fn mutate(random: &mut SplitMix, line: &mut Vec<String>, input: &mut Vec<u8>, pool: &[String]) {
    match random.below(4) {
        0 if !line.is_empty() => drop(line.remove(place(random, line.len()))),
        1 if !line.is_empty() => {
            let word = place(random, line.len());
            let mut characters: Vec<char> = line[word].chars().collect();
            let text = random.pick(&TEXTS.split('|').collect::<Vec<_>>());
            put(random, &mut characters, text.chars());
            line[word] = characters.into_iter().collect();
        }
        2 => {
            let (at, word) = (place(random, line.len() + 1), &pool[place(random, pool.len())]);
            let end = line.len().min(at + place(random, 2));
            line.splice(at..end, [word.clone()]);
        }
        _ => spoil(random, input),
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
    // These hand on what is not theirs, as it is.
    let hands = |word: &String| word == "convert" || word == "ledger" || word.starts_with("--add");
    let hands_on = line.iter().any(hands);
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

/// The steps of each transcript.
fn transcripts() -> Vec<Vec<Step>> {
    files().iter().map(|file| steps(&fs::read_to_string(file).unwrap())).collect()
}

fn rounds() -> Option<usize> {
    env::var("IDS_MUTATIONS").ok().map(|rounds| rounds.parse().unwrap())
}

/// The same changes in each run, or others in each of those that look at many.
fn random() -> SplitMix {
    SplitMix::new(if rounds().is_some() { RandomState::new().build_hasher().finish() } else { 1 })
}

#[test]
fn command_lines() {
    let rounds = rounds();
    let all = transcripts();
    let pool: Vec<_> = all.iter().flatten().filter_map(Step::words).flatten().collect();
    let (mut random, mut faults) = (random(), Vec::new());
    for steps in all {
        let folder = Folder::new("mutated");
        for (index, step) in steps.iter().enumerate() {
            let Some(words) = step.words() else {
                run(step, folder.path());
                continue;
            };
            if rounds.is_some() {
                run(step, folder.path());
            } else if index % 4 > 0 {
                continue;
            }
            for _ in 0..rounds.unwrap_or(1) {
                let (mut line, mut input) = (words.clone(), step.input.clone().into_bytes());
                for _ in 0..=random.below(3) {
                    mutate(&mut random, &mut line, &mut input, &pool);
                }
                // No argument has a zero byte. Servers that are not here are waited for.
                let is_away = |word: &String| word.contains("://") || word.contains('\0');
                if !line.iter().any(is_away) {
                    faults.extend(fault(&line, input, folder.path()));
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
    let folder = Folder::new("mutated");
    let path = folder.path();
    let line = |limit: &str, program: &str| {
        words(&format!("conform --format flax --timeout {limit} -- sh -c '{program}'"))
    };
    assert_eq!(fault(&line("500s", "ids respond | tee answers"), Vec::new(), path), None);
    let answers = folder.read("answers");
    assert!(answers.len() > 1000);
    let mut random = random();
    for _ in 0..rounds {
        let mut changed = answers.clone();
        for _ in 0..=random.below(3) {
            spoil(&mut random, &mut changed);
        }
        folder.write("changed", changed);
        assert_eq!(fault(&line("1s", "cat changed; cat >/dev/null"), Vec::new(), path), None);
    }
}
