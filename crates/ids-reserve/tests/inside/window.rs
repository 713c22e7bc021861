//! The window: which ticks a range of time has, and what a counter inside it issues.

use core::{ops::Range, sync::atomic::AtomicU64, time::Duration};

use ids_core::{
    GenerateError::{self, Spent, TooMany},
    Limits, RangeError,
    format::{Counter, Positions, Scheme, Ticks},
};
use proptest::prelude::*;
use siq::{DomainHash, Qualifier, UnixTime};
use snowflake::{Kind, Twitter};

use crate::counter::{GrantedCounter, Window, ticks_in};

/// Those of the formats that count, and odd ones.
fn all_ticks() -> Vec<Ticks> {
    let siq = siq::Node::new(DomainHash::DEVELOPMENT, 0, Qualifier::User);
    let mut all: Vec<_> = snowflake::FLAVOURS.iter().map(snowflake::Flavour::ticks).collect();
    all.extend([
        siq.positions().ticks(),
        kuid::LocalNode.positions().ticks(),
        Ticks::every(UnixTime::EPOCH, Duration::from_nanos(7)),
        Ticks::every(UnixTime::new(77, 123_456_789), Duration::from_secs(90)),
        Ticks::within_second(UnixTime::EPOCH, 300_000_000),
        Ticks::per_second(UnixTime::new(1, 1), 3),
    ]);
    all
}

proptest! {
    /// Ranges that touch have ticks that touch: none is in both, none in neither. A tick belongs to
    /// the range in which it begins.
    #[test]
    fn ticks_are_shared_out(mut at in prop::array::uniform3(0_u64..5_000_000_000_000_000)) {
        at.sort_unstable();
        let [a, b, c] = at;
        for ticks in all_ticks() {
            let (one, two) = (ticks_in(ticks, u64::MAX, a..b), ticks_in(ticks, u64::MAX, b..c));
            prop_assert_eq!(one.end, two.start);
            let whole = ticks_in(ticks, u64::MAX, a..c);
            prop_assert_eq!(whole, one.start..two.end);
            let instant = UnixTime::from_micros;
            if !one.is_empty() {
                prop_assert!(ticks.start(one.start) >= instant(a));
                prop_assert!(ticks.start(one.end - 1) < instant(b));
            }
            if one.start > 0 {
                prop_assert!(ticks.start(one.start - 1) < instant(a));
            }
            if ticks.epoch() <= instant(b) {
                prop_assert!(ticks.start(one.end) >= instant(b));
            }
        }
    }
}

#[test]
fn ticks_at_the_ends_of_a_format() {
    let (ticks, last) = (Twitter::FLAVOUR.ticks(), (1 << 41) - 1);
    let epoch = u64::try_from(ticks.epoch().as_micros()).unwrap();
    let end = epoch + 1000 * (last + 1);
    for (micros, expected) in [
        (0..epoch, 0..0),
        (0..epoch + 1, 0..1),
        (epoch..epoch + 1000, 0..1),
        (epoch + 1..epoch + 1000, 1..1),
        (epoch + 1..epoch + 1001, 1..2),
        (end - 1000..end, last..last + 1),
        (end - 999..end + 999_999, last + 1..last + 1),
        (end..u64::MAX, last + 1..last + 1),
    ] {
        assert_eq!(ticks_in(ticks, last, micros.clone()), expected, "{micros:?}");
    }
}

/// Four positions in each tick.
const POSITIONS: Positions = Positions::new(SECONDS, 2, 1000);

const SECONDS: Ticks = Ticks::per_second(UnixTime::EPOCH, 1);

/// What is done to a window and its counter, and what comes of it.
enum Step {
    Extend(Range<u64>),
    Close,
    Take(Positions, u64, (u64, u64), Result<Range<u64>, GenerateError>),
}

const fn exactly(count: u64) -> (u64, u64) {
    (count, count)
}

const fn wait(tick: u64) -> GenerateError {
    GenerateError::Wait { until: UnixTime::from_secs(tick) }
}

/// At least and at most these, while the clock is in a tick.
fn take(
    counter: &mut impl Counter,
    positions: Positions,
    tick: u64,
    (least, most): (u64, u64),
) -> Result<Range<u64>, GenerateError> {
    let now = UnixTime::from_secs(tick);
    counter.advance(|next, granted| positions.step(next, granted, now, least..=most))
}

fn run(name: &str, steps: &[Step]) {
    fn on<H: Counter>(name: &str, steps: &[Step], counter: H) {
        let window = Window::default();
        let mut counter = GrantedCounter::new(counter, &window);
        for (index, step) in steps.iter().enumerate() {
            match step {
                Step::Extend(ticks) => window.extend(ticks.clone()),
                Step::Close => window.close(),
                Step::Take(positions, tick, want, expected) => {
                    let taken = take(&mut counter, *positions, *tick, *want);
                    assert_eq!(&taken, expected, "{name}, step {index}");
                }
            }
        }
    }
    on(name, steps, 0);
    on(name, steps, &AtomicU64::new(0));
}

#[test]
fn a_counter_stays_inside() {
    use Step::{Close, Extend, Take};
    let ahead = POSITIONS.with_limits(Limits::ahead(Duration::from_secs(100)));
    let after = RangeError::AfterEnd { last: UnixTime::from_secs(1000) }.into();
    let rows: &[(&str, &[Step])] = &[
        (
            "no grant",
            &[Take(POSITIONS, 5, exactly(1), Err(Spent)), Take(POSITIONS, 5, (1, 9), Err(Spent))],
        ),
        (
            "the last tick and the next",
            &[
                Extend(5..7),
                Take(POSITIONS, 6, exactly(4), Ok(24..28)),
                Take(POSITIONS, 6, exactly(1), Err(wait(7))),
                Take(POSITIONS, 7, exactly(1), Err(Spent)),
                Take(POSITIONS, 700, (1, 1), Err(Spent)),
            ],
        ),
        (
            "a clock before the grant waits for it",
            &[
                Extend(5..7),
                Take(POSITIONS, 3, exactly(1), Err(wait(5))),
                Take(POSITIONS, 5, exactly(1), Ok(20..21)),
            ],
        ),
        (
            "borrowing stays inside",
            &[
                Extend(5..7),
                Take(ahead, 1, exactly(5), Ok(20..25)),
                Take(ahead, 1, exactly(4), Err(Spent)),
                Take(ahead, 1, (1, 9), Ok(25..28)),
                Take(ahead, 1, (1, 9), Err(Spent)),
            ],
        ),
        (
            "grants that touch are one",
            &[
                Extend(5..6),
                Take(ahead, 5, exactly(3), Ok(20..23)),
                Extend(6..8),
                Take(ahead, 5, exactly(6), Ok(23..29)),
            ],
        ),
        (
            "what is between two grants is not issued",
            &[
                Extend(5..6),
                Take(ahead, 5, exactly(3), Ok(20..23)),
                Extend(9..10),
                Take(ahead, 5, exactly(2), Ok(36..38)),
                Take(ahead, 5, (1, 9), Ok(38..40)),
            ],
        ),
        (
            "a grant without a tick changes nothing",
            &[Extend(5..6), Extend(8..8), Take(POSITIONS, 5, exactly(1), Ok(20..21))],
        ),
        (
            "a closed window",
            &[
                Extend(5..9),
                Take(POSITIONS, 5, exactly(1), Ok(20..21)),
                Close,
                Take(POSITIONS, 6, exactly(1), Err(Spent)),
                Extend(9..10),
                Take(POSITIONS, 9, exactly(1), Ok(36..37)),
            ],
        ),
        (
            "other refusals stay as they are",
            &[
                Extend(0..2000),
                Take(POSITIONS, 5, exactly(5), Err(TooMany { max: 4 })),
                Take(POSITIONS, 1001, exactly(1), Err(after)),
            ],
        ),
        (
            "a clock that jumps past the end moves nothing",
            &[
                Extend(5..7),
                Take(POSITIONS, 900, exactly(0), Err(Spent)),
                Take(POSITIONS, 6, exactly(1), Ok(24..25)),
            ],
        ),
    ];
    for (name, steps) in rows {
        run(name, steps);
    }
}

#[test]
fn the_widest_positions() {
    let positions = Positions::new(SECONDS, 20, u64::MAX);
    let window = Window::default();
    window.extend(0..u64::MAX);
    let mut counter = GrantedCounter::new(0, &window);
    let last = positions.last();
    for tick in [last - 1, last] {
        let taken = take(&mut counter, positions, tick, exactly(1)).unwrap();
        assert_eq!(taken.start, tick << 20);
    }
}
