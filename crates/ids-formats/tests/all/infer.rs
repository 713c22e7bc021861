//! What many identifiers of one source are, held against what made them.

#![expect(clippy::unwrap_used, reason = "a test that finds nothing to unwrap has failed")]

use core::time::Duration;

use ids_formats::{
    Answer, Context, Field,
    infer::{Findings, Survey},
};
use ids_testkit::SplitMix;
use proptest::prelude::*;
use snowflake::{FLAVOURS, Flavour, UnixTime};

fn shuffle<T>(rng: &mut SplitMix, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, usize::try_from(rng.below(last as u64 + 1)).unwrap());
    }
}

const NOW: UnixTime = UnixTime::from_secs(1_800_000_000);

/// A layout that makes identifiers.
#[derive(Clone, Copy, Debug)]
struct Made {
    /// Bits below the timestamp.
    low: u32,
    /// The lowest bit and the width of the node's field.
    node: (u32, u32),
    sequence: (u32, u32),
    unit: Duration,
    epoch: UnixTime,
}

impl Made {
    fn of(flavour: &Flavour) -> Self {
        let sequence = flavour.sequence().map_or((0, 0), |field| (field.low(), field.width()));
        let low = flavour.timestamp().low();
        let node = match sequence {
            (_, 0) => (0, low),
            (0, width) => (width, low - width),
            (start, _) => (0, start),
        };
        let unit = flavour.ticks().start(1).abs_diff(flavour.ticks().epoch());
        Self { low, node, sequence, unit, epoch: flavour.ticks().epoch() }
    }

    /// Identifiers with their times, in the order of making: `each` in a tick for `gap` of 0, else
    /// one in about `gap` ticks.
    fn make(
        &self,
        rng: &mut SplitMix,
        count: usize,
        start: UnixTime,
        nodes: &[u64],
        (each, gap): (u64, u64),
    ) -> Vec<(u64, UnixTime)> {
        let mut made = Vec::new();
        let mut tick =
            u64::try_from(start.abs_diff(self.epoch).as_nanos() / self.unit.as_nanos()).unwrap();
        while made.len() < count {
            let mut next = vec![0; nodes.len()];
            for _ in 0..each {
                let node = usize::try_from(rng.below(nodes.len() as u64)).unwrap();
                let number = next[node];
                if number >> self.sequence.1 > 0 {
                    continue;
                }
                next[node] += 1;
                let id = tick << self.low | nodes[node] << self.node.0 | number << self.sequence.0;
                let ticks = u32::try_from(tick >> 32).unwrap();
                let time = self.epoch
                    + self.unit * u32::try_from(tick & 0xffff_ffff).unwrap()
                    + self.unit * ticks * u32::MAX
                    + self.unit * ticks;
                made.push((id, time));
            }
            tick += 1 + if gap > 0 { rng.below(2 * gap) } else { 0 };
        }
        made.truncate(count);
        made
    }
}

fn survey<'a>(numbers: impl IntoIterator<Item = u64>, known: &[(u64, UnixTime)]) -> Findings<'a> {
    let mut survey = Survey::new(Context::at(NOW));
    for number in numbers {
        assert!(survey.add(number.to_string().as_bytes()), "{number}");
    }
    for (number, time) in known {
        assert!(survey.know(number.to_string().as_bytes(), *time));
    }
    survey.findings()
}

/// What random numbers are, of every kind, by their seed.
type Noise = (&'static str, fn(&mut SplitMix, u64) -> u64);
const NOISE: &[Noise] = &[
    ("64 bits", |rng, _| rng.next_u64()),
    ("63 bits", |rng, _| rng.next_u64() >> 1),
    ("18 digits", |rng, _| 100_000_000_000_000_000 + rng.below(900_000_000_000_000_000)),
    ("up to 10^15", |rng, _| rng.below(1_000_000_000_000_000)),
    ("multiples of 1000", |rng, _| rng.below(1_000_000_000_000) * 1000),
    ("multiples of 1024 up to 10^18", |rng, _| rng.below(1_000_000_000_000_000_000) >> 10 << 10),
    ("fixed low bits", |rng, _| rng.next_u64() << 12 | 0x123),
    ("fixed bits", |rng, _| rng.next_u64() & 0x0000_ffff_ff00_ff00 | 0x1234_0000_0000_0041),
    ("a byte fixed in each half", |rng, _| rng.next_u64() & 0xff00_ffff_ffff_00ff),
    ("doubles", |rng, _| {
        // 53 random bits, as many languages make them.
        let unit = f64::from(u32::try_from(rng.next_u64() >> 38).unwrap()) / 67_108_864.0
            + f64::from(u32::try_from(rng.next_u64() >> 37).unwrap()) / 9_007_199_254_740_992.0;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in range")]
        let number = (unit * 1e18) as u64;
        number
    }),
    ("1, 2, 3", |_, place| place + 1),
    ("from 10^17 on", |_, place| 100_000_000_000_000_000 + place),
    ("with gaps", |rng, place| 5_000_000 + place * 4 + rng.below(4)),
    ("milliseconds", |rng, place| 1_700_000_000_000 + place * 1000 + rng.below(1000)),
    ("nanoseconds", |rng, place| {
        1_700_000_000_000_000_000 + place * 10_000_000 + rng.below(10_000_000)
    }),
    ("seconds", |rng, place| 1_700_000_000 + place * 50 + rng.below(50)),
];

#[test]
fn nothing_of_numbers_without_structure() {
    for (name, noise) in NOISE {
        for count in [10, 100, 1000] {
            for seed in 0..if count == 1000 { 3 } else { 8 } {
                let mut rng = SplitMix::new(seed * 1_000_003);
                let numbers: Vec<_> = (0..count).map(|place| noise(&mut rng, place)).collect();
                let mut sorted = numbers.clone();
                sorted.sort_unstable();
                for numbers in [numbers, sorted] {
                    let found = survey(numbers, &[]);
                    let case = format!(
                        "{name}, {count}, seed {seed}: {:?} {:?}",
                        found.answer, found.layout
                    );
                    assert!(found.layout.is_none(), "{case}");
                    // Those are binary64 numbers, as of a program that rounds.
                    let rounded = *name == "doubles" && found.answer == Answer::Rounded;
                    let nothing = matches!(found.answer, Answer::Nothing | Answer::Undecided);
                    assert!(nothing || rounded, "{case}");
                }
            }
        }
    }
}

/// Of one or two nothing can be said, and of a few not that all of their differences have a divisor.
#[test]
fn few() {
    for count in 1..16 {
        for seed in 0..20 {
            let mut rng = SplitMix::new(seed * 77 + 1);
            let numbers: Vec<_> = (0..count).map(|_| rng.next_u64() >> 2).collect();
            let found = survey(numbers.clone(), &[]);
            let case = format!("{numbers:?}: {:?} {:?}", found.answer, found.plain);
            assert_eq!((found.answer, found.plain), (Answer::Undecided, None), "{case}");
        }
    }
}

/// Low bits that never change are not those of random numbers, however evenly the others are spread.
#[test]
fn few_of_a_sequence_that_never_counts() {
    for seed in 0..100 {
        let mut rng = SplitMix::new(seed * 91 + 5);
        let mut numbers: Vec<_> = (0..50)
            .map(|_| {
                (229_000_000_000 + rng.below(1 << 31)) << 22 | rng.below(8) << 17 | rng.below(2)
            })
            .collect();
        numbers.sort_unstable();
        let found = survey(numbers, &[]);
        assert_eq!((found.answer, found.plain), (Answer::Undecided, None), "{seed}");
        assert!(found.wanted.is_some(), "{seed}");
    }
}

/// Known times that are off by a zone's offset are those of a known format, also where it is no number.
#[test]
fn local_times_of_texts() {
    for (minutes, late, zone) in [
        (120, 0, Some(120)),
        (-345, 0, Some(-345)),
        (840, 50, Some(840)),
        (127, 0, None),
        (0, 0, None),
        (900, 0, None),
    ] {
        let mut rng = SplitMix::new(11);
        let mut survey = Survey::new(Context::at(NOW)).with_late(Duration::from_secs(60));
        for count in 0..40_u64 {
            let millis = 1_700_000_000_000 + count * 86_400_000 + rng.below(86_400_000);
            let (high, low, node) = (millis >> 16, millis & 0xffff, rng.next_u64() >> 16);
            let text = format!(
                "{high:08x}-{low:04x}-7{:03x}-8{:03x}-{node:012x}",
                rng.below(4096),
                rng.below(4096)
            );
            assert!(survey.add(text.as_bytes()));
            let at =
                UnixTime::from_millis(millis) + Duration::from_secs(60 * 900 + rng.below(late + 1));
            let at =
                at.saturating_sub(Duration::from_secs(60 * u64::try_from(900 - minutes).unwrap()));
            assert!(survey.know(text.as_bytes(), at));
        }
        let found = survey.findings();
        assert_eq!(found.zone, zone, "{minutes}");
        assert_eq!(found.answer == Answer::One, zone.is_some() || minutes == 0, "{minutes}");
    }
}

/// The same of numbers: the clock that is found is that of Twitter, but for the offset.
#[test]
fn local_times_of_numbers() {
    const EPOCH: u64 = 1_288_834_974_657;
    for (minutes, zone) in [(120, Some(120)), (-345, Some(-345)), (127, None), (0, None)] {
        let mut rng = SplitMix::new(12);
        let mut made = 1_700_000_000_000;
        let known: Vec<_> = (0..200)
            .map(|_| {
                made += 1 + rng.below(86_400_000);
                let number = (made - EPOCH) << 22 | 37 << 12 | rng.below(2);
                let local = made.checked_add_signed(60_000 * minutes).unwrap();
                (number, UnixTime::from_millis(local))
            })
            .collect();
        let found = survey(known.iter().map(|pair| pair.0), &known);
        assert_eq!(found.zone, zone, "{minutes}");
    }
}

/// Times that have nothing to do with the numbers say no clock.
#[test]
fn no_clock_of_random_times() {
    for seed in 0..200 {
        let mut rng = SplitMix::new(seed * 7_000_003);
        let count = 2 + rng.below(6);
        let known: Vec<_> = (0..count)
            .map(|_| {
                (
                    rng.next_u64(),
                    UnixTime::from_millis(1_600_000_000_000 + rng.below(100_000_000_000)),
                )
            })
            .collect();
        let found = survey(known.iter().map(|pair| pair.0), &known);
        assert_ne!(found.timing, "found", "seed {seed}");
        assert!(found.layout.is_none());
        assert!(matches!(found.answer, Answer::Nothing | Answer::Undecided), "{:?}", found.answer);
    }
}

/// How often identifiers are made: the first number of them in a tick, or one in about the second number of ticks.
const RATES: [(u64, u64); 3] = [(1, 500), (4, 0), (1000, 0)];

/// Every flavour that has a sequence, at every rate, of up to four nodes, in order and shuffled: what
/// is found is right, or it is said that it cannot be told.
#[test]
fn flavours() {
    let (mut right, mut silent, mut more, mut timed) = (0, 0, 0, 0);
    for flavour in FLAVOURS.iter().filter(|flavour| flavour.sequence().is_some()) {
        let made = Made::of(flavour);
        for (rate, count) in
            RATES.into_iter().flat_map(|rate| [(rate, 10), (rate, 100), (rate, 1000)])
        {
            for seed in 0..4 {
                let mut rng = SplitMix::new(seed * 31 + 7);
                let late = made.epoch > UnixTime::from_secs(1_700_000_000);
                let start = if late { 1_770_000_000 } else { 1_700_000_000 } + seed * 1000;
                let nodes: Vec<_> = (0..=seed).map(|_| rng.below(1 << made.node.1)).collect();
                let mut ids = made.make(&mut rng, count, UnixTime::from_secs(start), &nodes, rate);
                let known = [ids[0], ids[count - 1]];
                if seed % 2 == 1 {
                    shuffle(&mut rng, &mut ids);
                }
                let case = format!("{} {rate:?} {count} {seed}", flavour.name());
                let found = survey(ids.iter().map(|id| id.0), &[]);
                let Some(layout) = &found.layout else {
                    silent += 1;
                    assert!(matches!(found.answer, Answer::Nothing | Answer::Undecided), "{case}");
                    continue;
                };
                // Where a sequence above the machine is full, it counts as time does.
                if layout.low == made.low {
                    right += 1;
                } else {
                    more += 1;
                }
                assert!(layout.low == made.low || made.sequence.0 > 0, "{case}: {layout:?}");
                // Baidu's time has ended, and its unit is coarse.
                let fits = found.fits.iter().filter(|fit| fit.refused.is_none());
                let fits: Vec<_> = fits.filter_map(|fit| fit.first.flavour()).collect();
                let open = fits.contains(&flavour.name());
                assert!(
                    open || matches!(found.answer, Answer::Bits | Answer::Several { .. }),
                    "{case}: {fits:?}"
                );
                if found.answer == Answer::One {
                    assert_eq!(fits, [flavour.name()], "{case}");
                }
                let found = survey(ids.iter().map(|id| id.0), &known);
                let met = found.fits.iter().find(|fit| fit.first.flavour() == Some(flavour.name()));
                assert_eq!(met.unwrap().met, 2, "{case}");
                let layout = found.layout.filter(|_| found.timing == "found");
                if layout.is_some_and(|layout| layout.low == made.low) {
                    assert_eq!(met.unwrap().refused, None, "{case}");
                    timed += 1;
                }
            }
        }
    }
    assert!(
        right >= 110 && silent <= 204 && more <= 12,
        "{right} right, {silent} silent, {more} more"
    );
    assert!(timed >= 3, "{timed} timed");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    /// Layouts of one's own, with times known: unit, epoch and the place of the time are the truth,
    /// or it is said that they cannot be told.
    #[test]
    fn own_layouts(
        seed: u64,
        node in 4_u32..=11,
        sequence in 6_u32..=12,
        unit in prop::sample::select(vec![1_u64, 10, 100, 1000]),
        day in 14_000_u64..19_000,
        rate in prop::sample::select(vec![(1, 300), (3, 0), (3, 40)]),
        nodes in 1_usize..5,
        shuffled: bool,
    ) {
        let made = Made {
            low: node + sequence,
            node: (sequence, node),
            sequence: (0, sequence),
            unit: Duration::from_millis(unit),
            epoch: UnixTime::from_secs(day * 86_400),
        };
        let mut rng = SplitMix::new(seed);
        let nodes: Vec<_> = (0..nodes).map(|_| rng.below(1 << node)).collect();
        // In a tick that they share, these nodes go up by one in some of their bits, as a sequence does.
        let counting = nodes.iter().any(|a| nodes.iter().any(|b| a.abs_diff(*b).is_power_of_two()));
        let start = UnixTime::from_secs(1_700_000_000 + rng.below(10_000_000));
        let mut ids = made.make(&mut rng, 1000, start, &nodes, rate);
        // Some from a day later, as a table has them.
        let later = start + Duration::from_secs(86_400 + rng.below(100_000));
        ids.extend(made.make(&mut rng, 1000, later, &nodes, rate));
        let known = [ids[3], ids[700], ids[1500], ids[1990]];
        if shuffled {
            shuffle(&mut rng, &mut ids);
        }
        let found = survey(ids.iter().map(|id| id.0), &known);
        if found.timing == "found" {
            let layout = found.layout.unwrap();
            let (ticks, from, until) = layout.clock.unwrap();
            prop_assert_eq!((layout.low, ticks.unit(), ticks.epoch()), (made.low, made.unit, made.epoch));
            prop_assert!((from..=until).contains(&made.epoch));
            // Each part that varies lies inside one field.
            for (part, _) in &layout.parts {
                match part.name() {
                    "sequence" => prop_assert!(part.low() == 0 || counting),
                    "timestamp" => prop_assert!(part.low() >= made.low),
                    _ => {}
                }
            }
            prop_assert!(layout.fields().iter().map(|field| field.1).sum::<u32>() == 64);
        } else {
            // Two units fit, or the lowest bits of the time look like those of a node, or the known times are too near
            // to each other.
            prop_assert!(matches!(found.timing, "several" | "too_few"), "{:?}", found.timing);
        }
    }
}

#[test]
fn texts() {
    let uuid = |rng: &mut SplitMix, place: u64| {
        let head = 1_700_000_000_000 + place * 37;
        format!(
            "{:08x}-{:04x}-7{:03x}-8{:03x}-{:012x}",
            head >> 16,
            head & 0xffff,
            rng.below(4096),
            rng.below(4096),
            rng.below(1 << 48)
        )
    };
    let mut rng = SplitMix::new(5);
    let mut survey = Survey::new(Context::at(NOW));
    for place in 0..1500 {
        assert!(survey.add(uuid(&mut rng, place).as_bytes()));
    }
    assert!(!survey.add(b"hello, world"));
    let found = survey.findings();
    let first = &found.fits[0];
    assert_eq!((found.answer, found.count, found.ones.len()), (Answer::One, 1500, 128));
    assert_eq!((first.first.name(), first.first.flavour()), ("uuid", Some("v7")));
    assert_eq!((first.read, first.plausible, first.grows), (1500, 1500, 1499));
    assert_eq!((found.order, found.layout.is_none()), ("ascending", true));
    // Six bits never change.
    assert_eq!((62..80).filter(|bit| found.entropy(*bit) == 0.0).count(), 6);
}

/// The score of a format is that of its identifiers, however long the source is.
#[test]
fn scores_of_many() {
    let score = |count: usize| {
        let mut survey = Survey::new(Context { others: true, ..Context::of(NOW, []) });
        assert!((0..count).all(|_| survey.add(b"018f2c5e-7b1a-7c3d-9e2f-0123456789ab")));
        survey.findings().fits[0].score()
    };
    assert_eq!(score(200_000), score(10));
}

/// Each text is counted, or refused: one that only an implausible reading of 16 bytes fits is refused.
#[test]
fn no_text_is_lost() {
    for (text, is_read) in [
        ("0005DFC8966D142500CB8AE6437DA2Cc", false),
        ("hello, world", false),
        ("0RdKJcxqVBiAiQr0", true),
        ("", true),
    ] {
        let mut survey = Survey::new(Context::at(NOW));
        assert_eq!(survey.add(text.as_bytes()), is_read, "{text:?}");
        let found = survey.findings();
        assert_eq!(found.count + found.missing, u64::from(is_read), "{text:?}");
    }
}

/// What is found of three nodes: where the sequence is below them or above, begins anew in each tick or goes on
/// from tick to tick, and is not seen at all.
#[test]
fn parts() {
    const BELOW: [(u32, u32); 2] = [(8, 10), (0, 8)];
    const ABOVE: [(u32, u32); 2] = [(0, 10), (10, 12)];
    const NODES: &str = "node 1; constant 1; node 2; constant 2; node 4";
    let rows: [(_, _, bool, &str); 6] = [
        (
            BELOW,
            (4, 0),
            false,
            "constant 1; timestamp 45; NODES; sequence 8 (400 of 750 neighbours in one tick)",
        ),
        (
            BELOW,
            (1, 40),
            true,
            "constant 1; timestamp 45; NODES; sequence 8 (997 of 997 neighbours with the same other bits)",
        ),
        (BELOW, (1, 40), false, "constant 1; timestamp 45; NODES; constant 8"),
        (
            ABOVE,
            (4, 0),
            false,
            "constant 1; timestamp 41; sequence 12 (400 of 400 neighbours in one tick); NODES",
        ),
        (
            ABOVE,
            (1, 40),
            true,
            "constant 1; timestamp 41; sequence 12 (997 of 997 neighbours with the same other bits); NODES",
        ),
        (ABOVE, (1, 40), false, "constant 1; timestamp 41; constant 12; NODES"),
    ];
    for ([node, sequence], rate, goes_on, expected) in rows {
        let (unit, epoch) = (Duration::from_millis(1), UnixTime::from_secs(1_420_070_400));
        let made = Made { low: node.1 + sequence.1, node, sequence, unit, epoch };
        let start = UnixTime::from_secs(1_700_000_000);
        let mut ids = made.make(&mut SplitMix::new(3), 1000, start, &[517, 130, 77], rate);
        let mut next = [0; 1024];
        for (id, _) in ids.iter_mut().filter(|_| goes_on) {
            let number = &mut next[usize::try_from(*id >> node.0 & 1023).unwrap()];
            let mask = ((1 << sequence.1) - 1) << sequence.0;
            *id = *id & !mask | *number << sequence.0 & mask;
            *number += 1;
        }
        let found = survey(ids.iter().map(|id| id.0), &[]).layout.unwrap();
        let part = |(part, why): &(Field, String)| {
            let seen = why.strip_prefix("goes up by 1 in ").map(|seen| format!(" ({seen})"));
            format!("{} {}{}", part.name(), part.width(), seen.unwrap_or_default())
        };
        let found: Vec<_> = found.parts.iter().map(part).collect();
        let case = format!("{node:?} {sequence:?} {rate:?} {goes_on}");
        assert_eq!(found.join("; ").replace(NODES, "NODES"), expected, "{case}");
    }
}
