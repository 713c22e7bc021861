//! The labelled set: how often the first answer is right, by kind. `docs/inspect.md` has the figures;
//! `BLESS=1 cargo test -p ids-formats --test all labelled` writes them.
//!
//! A quarter of the set, chosen by a hash of the text, is held back: nothing is tuned by it. `SHOW=1` prints what is
//! wrong of the other part only. `IDS_LABELLED=FILE` is another set, as `just inspect` makes one with new
//! rows: all of it is held back, and no figure is compared with the page.

use core::fmt::Write as _;
use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    sync::LazyLock,
};

use ids_formats::{Answer, Candidate, Context, Evidence, Inspector, UnixTime};
use ids_testkit::SplitMix;

use crate::on_page;

/// 2026-12-01.
const NOW: UnixTime = UnixTime::from_secs(1_796_083_200);

/// The set, and whether it is one with new rows.
static SET: LazyLock<(String, bool)> = LazyLock::new(|| match env::var_os("IDS_LABELLED") {
    Some(file) => (fs::read_to_string(file).unwrap(), true),
    None => (include_str!("../labelled.tsv").to_owned(), false),
});

/// Text, kind and source.
fn rows() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    SET.0.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let [text, kind, source] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("three columns: {line}")
        };
        (text, kind, source)
    })
}

/// Where the identifiers of each kind are from: the programs that wrote them, and how many are published
/// examples.
fn sources() -> BTreeMap<&'static str, String> {
    let mut all: BTreeMap<_, (BTreeSet<&str>, usize)> = BTreeMap::new();
    for (_, label, source) in rows() {
        let (programs, published) = all.entry(label).or_default();
        if source.split(['/', ' ']).next().is_some_and(|host| host.contains('.')) {
            *published += 1;
        } else {
            programs.insert(source);
        }
    }
    let named = |(label, (programs, published)): (_, (BTreeSet<&str>, usize))| {
        let mut names: Vec<_> = programs.into_iter().map(str::to_owned).collect();
        if published > 0 {
            names.push(format!("{published} published"));
        }
        (label, names.join(", "))
    };
    all.into_iter().map(named).collect()
}

/// Whether a row is held back: one in four, by FNV-1a.
fn is_held_back(text: &str) -> bool {
    if SET.1 {
        return true;
    }
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (hash >> 32) % 4 == 0
}

fn kind(candidate: &Candidate<'_>) -> String {
    let mut kind = candidate.name().to_owned();
    if let Some(flavour) = candidate.flavour() {
        kind.push(' ');
        kind.push_str(flavour);
    }
    if candidate.form() == "shortcode" {
        kind.push_str(" shortcode");
    }
    kind
}

/// Numbers of one shape: the answer names them all, and the right one is among them.
fn is_number(kind: &str) -> bool {
    kind.starts_with("snowflake")
        && !matches!(kind, "snowflake tid" | "snowflake instagram shortcode")
}

fn is_right(found: &[Candidate<'_>], label: &str) -> bool {
    match Answer::of(found) {
        Answer::Nothing => false,
        Answer::Several { count, .. } if is_number(label) => {
            found[..count].iter().any(|one| kind(one) == label)
        }
        _ => kind(&found[0]) == label,
    }
}

/// Right and all: of the part that is tuned by, and of the part that is held back.
type Figures = [(usize, usize); 2];

fn figures() -> BTreeMap<&'static str, Figures> {
    let mut inspector = Inspector::new(Context::at(NOW));
    let mut figures: BTreeMap<_, Figures> = BTreeMap::new();
    for (text, label, _) in rows() {
        let part = usize::from(is_held_back(text));
        let (right, all) = &mut figures.entry(label).or_default()[part];
        *all += 1;
        let found = inspector.inspect(text.as_bytes());
        for one in found {
            assert_eq!(one.reasons().map(|(_, bits)| bits).sum::<Evidence>(), one.score, "{text}");
        }
        if is_right(found, label) {
            *right += 1;
        } else if part == 0 && env::var_os("SHOW").is_some() {
            let shown: Vec<_> = found
                .iter()
                .take(4)
                .map(|one| format!("{} {} {}", kind(one), one.form(), one.score))
                .collect();
            println!("{label}: {text}: {shown:?}");
        }
    }
    figures
}

fn sum<'a>(figures: impl Iterator<Item = &'a Figures>) -> Figures {
    figures.fold(Figures::default(), |mut sum, figures| {
        for (sum, (right, all)) in sum.iter_mut().zip(figures) {
            *sum = (sum.0 + right, sum.1 + all);
        }
        sum
    })
}

#[test]
fn the_first_answer_is_right() {
    let figures = figures();
    assert!(figures.len() >= 25 && rows().count() >= 2000);
    let mut table = "| kind | from | right | right, held back |\n|---|---|---|---|\n".to_owned();
    let sources = sources();
    let mut row = |name: &str, label: &str, [tuned, held]: Figures| {
        let source = sources.get(label).map_or("", String::as_str);
        let [(a, b), (c, d)] = [tuned, held];
        writeln!(table, "| {name} | {source} | {a} of {b} | {c} of {d} |").unwrap();
    };
    let (numbers, apart): (Vec<_>, Vec<_>) =
        figures.iter().partition(|(label, _)| is_number(label));
    for (label, figures) in &apart {
        row(label, label, **figures);
    }
    let apart = sum(apart.into_iter().map(|(_, figures)| figures));
    row("**told apart, together**", "", apart);
    for (label, figures) in &numbers {
        row(&format!("{label}, among the first"), label, **figures);
    }
    for (right, all) in apart {
        assert!(right * 100 >= all * 97, "{right} of {all}\n{table}");
    }
    if SET.1 {
        println!("{table}");
        return;
    }
    on_page("docs/inspect.md", "figures", &table);
}

/// No kind is in one part of the set only, but those of a single text.
#[test]
fn the_parts_are_alike() {
    if SET.1 {
        return;
    }
    for (label, [(_, tuned), (_, held)]) in figures() {
        assert!(tuned + held == 1 || (tuned > 30 && held > 5), "{label}: {tuned}, {held}");
    }
}

/// Digits of an alphabet, and how many.
const RANDOM: &[(&str, &str, core::ops::RangeInclusive<usize>)] = &[
    ("numbers of 1 to 17 digits", "0123456789", 1..=17),
    ("numbers of 18 to 20 digits", "0123456789", 18..=20),
    ("hexadecimal, 1 to 40 digits", "0123456789abcdef", 1..=40),
    ("hexadecimal, 32 digits", "0123456789abcdef", 32..=32),
    ("letters, 1 to 40", "abcdefghijklmnopqrstuvwxyz", 1..=40),
    ("letters and digits, 1 to 40", "0123456789abcdefghijklmnopqrstuvwxyz", 1..=40),
    (
        "base 62, 1 to 40 digits",
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
        1..=40,
    ),
    (
        "base64url, 1 to 40 digits",
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_",
        1..=40,
    ),
    // Sixteen bytes in base64url.
    (
        "base64url, 22 digits",
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_",
        22..=22,
    ),
    ("hexadecimal digits and separators", "0123456789abcdef -:,x\\", 1..=40),
    ("digits and signs", "0123456789.,-+' _n", 1..=40),
];

/// Random texts are seldom claimed: at most one in a hundred of all shapes, and of hexadecimal digits like
/// those of a UUID no more than their version and variant allow.
#[test]
fn random_texts_are_not_claimed() {
    const COUNT: usize = 4000;
    let mut inspector = Inspector::new(Context::at(NOW));
    let mut rng = SplitMix::new(16);
    let mut random = |limit: usize| usize::try_from(rng.below(limit as u64)).unwrap();
    for (name, alphabet, lengths) in RANDOM {
        let mut claimed = BTreeMap::<String, usize>::new();
        for _ in 0..COUNT {
            let length = lengths.start() + random(lengths.end() - lengths.start() + 1);
            let text: String = (0..length)
                .map(|_| char::from(alphabet.as_bytes()[random(alphabet.len())]))
                .collect();
            let found = inspector.inspect(text.as_bytes());
            if Answer::of(found) == Answer::One {
                *claimed.entry(kind(&found[0])).or_default() += 1;
            }
        }
        let sum: usize = claimed.values().sum();
        if env::var_os("SHOW").is_some() {
            println!("{name}: {sum} {claimed:?}");
        }
        let limit = if lengths.end() == lengths.start() { COUNT / 40 } else { COUNT / 100 };
        assert!(sum <= limit, "{name}: {claimed:?}");
    }
}
