//! The verdict is the same from any number of threads, whatever has been corrupted.

use std::sync::LazyLock;

use proptest::{prelude::*, sample::Index};

use crate::{
    compressed::gzip,
    files::{lines, records},
    run::with_input,
};

/// Long enough for several chunks: 900 events, 2 MB.
static LEDGER: LazyLock<Vec<u8>> = LazyLock::new(|| lines(&records(900, 2_000)));

/// What happens to a copy.
#[derive(Clone, Debug)]
enum Change {
    Byte(Index, u8),
    Insert(Index, Vec<u8>),
    Remove(Index, usize),
    RemoveLine(Index),
    DoubleLine(Index),
    SwapLines(Index, Index),
    CutOff(Index),
}

fn change() -> impl Strategy<Value = Change> {
    let place = any::<Index>;
    let byte = prop_oneof![Just(b'\n'), Just(b'"'), Just(b'{'), any::<u8>()];
    let bytes = prop::collection::vec(byte.clone(), 1..40);
    prop_oneof![
        4 => (place(), byte).prop_map(|(place, byte)| Change::Byte(place, byte)),
        2 => (place(), bytes).prop_map(|(place, bytes)| Change::Insert(place, bytes)),
        2 => (place(), 1..5_000_usize).prop_map(|(place, length)| Change::Remove(place, length)),
        1 => place().prop_map(Change::RemoveLine),
        1 => place().prop_map(Change::DoubleLine),
        1 => (place(), place()).prop_map(|(a, b)| Change::SwapLines(a, b)),
        1 => place().prop_map(Change::CutOff),
    ]
}

impl Change {
    fn apply(self, text: &mut Vec<u8>) {
        let whole = text.len();
        let by_line = |text: &mut Vec<u8>, change: &dyn Fn(&mut Vec<Vec<u8>>)| {
            let mut lines: Vec<Vec<u8>> =
                text.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
            change(&mut lines);
            *text = lines.concat();
        };
        match self {
            _ if text.is_empty() => {}
            Self::Byte(place, byte) => text[place.index(whole)] = byte,
            Self::Insert(place, bytes) => {
                let place = place.index(whole);
                text.splice(place..place, bytes);
            }
            Self::Remove(place, length) => {
                let place = place.index(whole);
                text.drain(place..whole.min(place + length));
            }
            Self::RemoveLine(place) => {
                by_line(text, &|lines| drop(lines.remove(place.index(lines.len()))));
            }
            Self::DoubleLine(place) => by_line(text, &|lines| {
                let place = place.index(lines.len());
                lines.insert(place, lines[place].clone());
            }),
            Self::SwapLines(a, b) => by_line(text, &|lines| {
                let count = lines.len();
                lines.swap(a.index(count), b.index(count));
            }),
            Self::CutOff(place) => text.truncate(place.index(whole)),
        }
    }
}

fn config() -> ProptestConfig {
    // Each case runs the command eight times. PROPTEST_CASES has a say.
    let config = ProptestConfig::default();
    let cases = config.cases.div_ceil(16);
    ProptestConfig { cases, failure_persistence: None, max_shrink_iters: 100, ..config }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn equal_verdicts(changes in prop::collection::vec(change(), 1..6)) {
        let mut text = LEDGER.clone();
        for change in changes {
            change.apply(&mut text);
        }
        for going in [&[][..], &["--keep-going"]] {
            let mut first = None;
            for threads in ["1", "2", "3", "8"] {
                let arguments = [&["ledger", "verify", "--json", "--threads", threads, "-"], going].concat();
                let run = with_input(&arguments, &text);
                prop_assert!(matches!(run.code, 0 | 4), "{}", run.err);
                prop_assert_eq!(&run.err, "");
                let mut verdict = run.json();
                // Verification that ends here has read more or less of the pipe, and only that shows why.
                if going.is_empty() {
                    verdict[0].as_object_mut().expect("a verdict").remove("cause");
                }
                let answer = (run.code, verdict);
                let first = first.get_or_insert_with(|| answer.clone());
                prop_assert_eq!(first, &answer, "{} threads", threads);
            }
        }
    }
}

/// What is wrong before the place from which on nothing can be read is found first.
#[test]
fn cut_off_after_a_failure() {
    let mut records = records(6, 20);
    let cut_off = |records: &[String]| {
        let mut text = gzip(&lines(records));
        text.truncate(text.len() - 4);
        text
    };
    let whole = cut_off(&records);
    records[3] = records[3].replace("p3", "p2");
    let wrong = cut_off(&records);
    let mut first = None;
    for threads in ["1", "2", "3", "8"] {
        let run = |text, going: &[&str]| {
            let fixed = ["ledger", "verify", "--json", "--threads", threads, "-"];
            with_input(&[&fixed[..], going].concat(), text)
        };
        // Which of the threads is first is left to luck.
        for _ in 0..15 {
            let answer = run(&wrong, &[]).code(4);
            assert_eq!(answer.json()[0]["failure"]["index"], "3");
            let answer = (answer.out, answer.err);
            assert_eq!(first.get_or_insert_with(|| answer.clone()), &answer, "{threads} threads");
            assert_eq!(run(&whole, &[]).code(1).out, "");
            let going = run(&wrong, &["--keep-going"]).code(4);
            assert_eq!((going.json().len(), going.err.contains("cannot read -")), (1, true));
        }
    }
}
