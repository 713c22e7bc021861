//! Numbers that a program has kept as binary64: what shows it, and what is left of them.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "rounding is what is tested"
)]

use ids_formats::{
    family, read,
    rounded::{Counts, Rounded},
};
use ids_testkit::SplitMix;
use proptest::prelude::*;

/// Text, and what shows it, digits that are lost, the first and the last number that it may have been.
const ROWS: &[(&str, &str)] = &[
    ("175928847299117063", ""),
    // JSON.stringify, and the number exactly.
    ("175928847299117060", "shortest 2 175928847299117040 175928847299117072"),
    ("175928847299117088", "exact 2 175928847299117073 175928847299117103"),
    // Its last 17 bits are 0: so are those of sequences at their start.
    ("175928847299117056", ""),
    ("904251763372458400", "shortest 3 904251763372458305 904251763372458431"),
    ("904251763372458368", "exact 3 904251763372458305 904251763372458431"),
    ("904251763372458004", ""),
    ("1295466643090178000", "shortest 3 1295466643090177920 1295466643090178176"),
    ("175928847299117000", "spreadsheet 3 175928847299116484 175928847299117999"),
    ("1.75928847299117E+17", "exponent 3 175928847299116484 175928847299117999"),
    ("1.75929e17", "exponent 12 175928499999999984 175929999999999999"),
    ("1.7592884729911706e+17", "exponent 2 175928847299117040 175928847299117072"),
    // Sixteen digits, as `%.15E` writes them: fewer than tell its binary64 number from the next one.
    ("1.759288472991171E+17", "exponent 3 175928847299117034 175928847299117166"),
    // Data frames, German spreadsheets, quoted cells.
    ("175928847299117063.0", "float 2 175928847299117040 175928847299117072"),
    ("1,7592884729911706E+17", "exponent 2 175928847299117040 175928847299117072"),
    ("\"+1.7592884729911706E+17\"", "exponent 2 175928847299117040 175928847299117072"),
    ("175928847299117063.5", ""),
    ("175928847299117063.", ""),
    ("9007199254740991.0", ""),
    ("\"1.7592884729911706E+17", ""),
    ("++1.7592884729911706E+17", ""),
    ("17,592,884,729,911,706,000", ""),
    ("18446744073709551615", ""),
    // 2^64: its lower neighbour is nearer than the upper one.
    ("1.8446744073709551616e+19", "exponent 4 18446744073709550592 18446744073709553664"),
    // 2^53 is what its neighbour becomes. Below nothing is lost.
    ("9007199254740992", "shortest 1 9007199254740992 9007199254740993"),
    ("9007199254740991", ""),
    ("9007199254740994", ""),
    ("1462015105796000", ""),
    ("1.5E+3", ""),
    ("1.75928847299117063", ""),
    ("1.75928847299117E-17", ""),
    ("1.75928847299117E+170", ""),
    ("E+17", ""),
    ("1.7592e++17", ""),
    ("", ""),
];

#[test]
fn one_number() {
    for (text, expected) in ROWS {
        let found = Rounded::of_text(text.as_bytes()).map_or_else(String::new, |one| {
            format!("{} {} {} {}", one.how(), one.lost, one.first, one.last)
        });
        assert_eq!(found, *expected, "{text}");
    }
}

#[test]
fn sentences() {
    for (rounded, expected) in [
        (
            Rounded::of_text(b"1.75928847299117E+17"),
            "a spreadsheet or a float wrote this: 3 digits are lost, the id lies between 175928847299116484 and \
             175928847299117999",
        ),
        (
            Rounded::of_text(b"904251763372458400"),
            "this is what JavaScript and jq write of a number above 2^53: 3 digits may be lost, the id lies between \
             904251763372458305 and 904251763372458431",
        ),
        (
            Rounded::of_float(9_007_199_254_740_996.0),
            "a float keeps 53 bits of a number: 1 digit is lost, the id lies between 9007199254740995 and \
             9007199254740997",
        ),
    ] {
        assert_eq!(rounded.unwrap().to_string(), expected);
    }
    for number in [f64::NAN, f64::INFINITY, -1.8e17, 0.0, 9_007_199_254_740_991.0, 1e38] {
        assert_eq!(Rounded::of_float(number), None, "{number}");
    }
}

/// Of a format whose largest identifier is below the span, or in it.
#[test]
fn outside_of_a_format() {
    let twitter = family("snowflake").unwrap().flavour("twitter").unwrap().timed().unwrap();
    for (text, times, expected) in [
        ("9.3E+18", false, ", all above this format's largest, 9223372036854775807"),
        (
            "9.2E+18",
            true,
            ", of this format up to 9223372036854775807, made 2079-12-21T06:16:13.436Z to \
             2080-07-10T17:30:30.208Z",
        ),
    ] {
        let rounded = Rounded::of_text(text.as_bytes()).unwrap();
        assert_eq!(rounded.times(twitter).is_some(), times, "{text}");
        assert_eq!(rounded.sentence(Some(twitter)), format!("{rounded}{expected}"));
    }
}

/// A form that is only a number is told so, instead of where its first wrong digit stands.
#[test]
fn unread() {
    let snowflakes = family("snowflake").unwrap().formats;
    let error = read(snowflakes, None, false, b"1.75928847299117E+17").unwrap_err();
    assert_eq!((error.kind(), error.index()), ("rounded", None));
    let flax = family("flax").unwrap().formats;
    assert_eq!(read(flax, None, false, b"1.75928847299117E+17").unwrap_err().kind(), "length");
}

/// The double nearest to a number, as the compiler's own conversion says.
const fn double(number: u128) -> f64 {
    number as f64
}

/// An integer as JavaScript writes it.
fn shortest(double: f64) -> String {
    let text = format!("{double:e}");
    let (digits, exponent) = text.split_once('e').unwrap();
    let digits = digits.replace('.', "");
    format!("{digits:0<width$}", width = exponent.parse::<usize>().unwrap() + 1)
}

proptest! {
    /// Each way to round a number is seen, and what it was lies in the span.
    #[test]
    fn what_rounding_makes(number in (1_u128 << 54)..1 << 96, size in 0_u32..42, places in 0_usize..20) {
        let number = number >> size;
        prop_assume!(number > 1 << 54);
        let (double, digits) = (double(number), number.to_string());
        let unit = 10_u128.pow(number.ilog10() - 14);
        for (how, text) in [
            ("shortest", shortest(double)),
            ("exact", format!("{double:.0}")),
            ("spreadsheet", (number / unit * unit).to_string()),
            ("exponent", format!("{double:e}")),
            ("exponent", format!("{double:.places$e}")),
            ("exponent", format!("{}.{}E+{}", &digits[..1], &digits[1..6], digits.len() - 1)),
        ] {
            let found = Rounded::of_text(text.as_bytes());
            if how == "exact" && (double as u128).trailing_zeros() > number.ilog2() - 52 + 3 {
                continue;
            }
            prop_assert!(found.is_some(), "{how} {text}");
            let found = found.unwrap();
            prop_assert!(found.first <= number && number <= found.last, "{text}: {found:?}");
            prop_assert_eq!(how == "exponent", found.is_certain());
        }
        let found = Rounded::of_float(double).unwrap();
        prop_assert!(found.first <= number && number <= found.last);
        // The span is no wider than what becomes this number.
        let becomes = |number: u128| (number as f64).to_bits() == double.to_bits();
        prop_assert!(becomes(found.first) && becomes(found.last));
        prop_assert!(!becomes(found.first - 1) && !becomes(found.last + 1));
        // What no rounding makes is no suspect.
        let text = format!("{}", number | 1);
        if text != shortest(double) && text.trim_end_matches('0').len() > 15 && becomes(number | 1) {
            prop_assert_eq!(Rounded::of(number | 1), None);
        }
    }

    /// Any text is answered.
    #[test]
    fn anything(text in "[0-9.eE+-]{0,60}|[0-9]{1,40}|[0-9]{1,3}[.][0-9]{0,20}E[+]?[0-9]{1,20}") {
        let _ = Rounded::of_text(text.as_bytes());
    }
}

/// An identifier of Discord, of 2016 to 2026.
const fn discord(rng: &mut SplitMix) -> u128 {
    let time = 40_000_000_000 + rng.below(300_000_000_000);
    (time << 22 | rng.next_u64() & 0x3f_ffff) as u128
}

/// What a program makes of an identifier.
type Program = (&'static str, bool, fn(&mut SplitMix) -> u128);

const PROGRAMS: &[Program] = &[
    ("JavaScript", true, |rng| shortest(double(discord(rng))).parse().unwrap()),
    ("the number exactly", true, |rng| double(discord(rng)) as u128),
    ("a spreadsheet", true, |rng| {
        let id = discord(rng);
        let unit = 10_u128.pow(id.ilog10() - 14);
        id / unit * unit
    }),
    ("every tenth, by JavaScript", true, |rng| {
        let id = discord(rng);
        if rng.below(10) == 0 { shortest(double(id)).parse().unwrap() } else { id }
    }),
    ("nothing", false, discord),
    ("a format whose sequence is 0", false, |rng| discord(rng) >> 12 << 12),
    ("the same, of Instagram", false, |rng| (rng.next_u64() >> 2 >> 10 << 10).into()),
    ("64 random bits", false, |rng| rng.next_u64().into()),
    ("milliseconds as nanoseconds", false, |rng| {
        (1_700_000_000_000 + u128::from(rng.below(10_000_000_000))) * 1_000_000
    }),
    ("microseconds as nanoseconds", false, |rng| {
        (1_700_000_000_000_000 + u128::from(rng.below(10_000_000_000_000))) * 1000
    }),
    ("100 nanoseconds as nanoseconds", false, |rng| {
        (17_000_000_000_000_000 + u128::from(rng.below(100_000_000_000_000))) * 100
    }),
    ("four low bits that never change", false, |rng| (rng.next_u64() >> 1 << 4).into()),
    ("the same, of another value", false, |rng| (rng.next_u64() >> 1 << 4 | 8).into()),
    ("small numbers", false, |rng| (rng.next_u64() >> 12).into()),
];

/// What was rounded is claimed, of 50 already, and nothing else of any number.
#[test]
fn columns() {
    for (name, expected, program) in PROGRAMS {
        for count in [1, 8, 50, 400, 2000, 50_000] {
            let (mut rng, mut counts) = (SplitMix::new(7), Counts::default());
            (0..count).for_each(|_| counts.add(program(&mut rng)));
            let claimed = counts.is_claimed();
            let case = format!("{name}, {count}: {} in 2^{}", counts.suspects(), counts.evidence());
            let enough = if name.starts_with("every") { 2000 } else { 50 };
            assert!(claimed == *expected || *expected && count < enough, "{case}");
            assert!(!claimed || count > 1, "{case}");
            assert_eq!(counts.count(), count);
        }
    }
}
