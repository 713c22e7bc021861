//! The transition: every refusal by table, the laws by arbitrary words, ticks and walks.

use core::{
    ops::{Range, RangeInclusive},
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use ids_core::{
    GenerateError::{self, Exhausted, Jump, TooMany, Wait},
    Limits, RangeError, UnixTime,
    format::{Counter, Positions, Ticks},
};
use proptest::prelude::*;

const MAX: u64 = u64::MAX;

type Want = RangeInclusive<u64>;
type Taken = Result<Range<u64>, GenerateError>;

/// Ticks of a second: tick 5 begins at second 5.
const fn seconds(bits: u32, last: u64) -> Positions {
    Positions::new(Ticks::per_second(UnixTime::EPOCH, 1), bits, last)
}

/// Up to this number of ticks ahead.
const fn ahead(positions: Positions, ticks: u64) -> Positions {
    positions.with_limits(Limits::ahead(Duration::from_secs(ticks)))
}

/// Numbers that start where the last tick's ended.
fn rolling(positions: Positions, rolling_start: u32) -> Positions {
    positions.with_limits(Limits { rolling_start, ..Limits::default() })
}

/// Exactly this number.
const fn exactly(count: u64) -> Want {
    count..=count
}

/// At most this number, and at least one if any.
fn up_to(count: u64) -> Want {
    count.min(1)..=count
}

/// A step while the clock is in `tick`, and every tick is granted.
const fn step(positions: Positions, counter: u64, tick: u64, want: Want) -> Taken {
    positions.step(counter, 0..MAX, UnixTime::from_secs(tick), want)
}

const fn wait(tick: u64) -> GenerateError {
    Wait { until: UnixTime::from_secs(tick) }
}

fn after(last: u64) -> GenerateError {
    RangeError::AfterEnd { last: UnixTime::from_secs(last) }.into()
}

#[test]
fn steps() {
    type Row = (&'static str, Positions, u64, u64, Want, Result<(u64, u64), GenerateError>);
    let two = seconds(2, 10);
    let none = seconds(0, 10);
    let wide = seconds(63, 1);
    let whole = seconds(0, MAX);
    let far = seconds(12, MAX);
    let rolling = rolling(seconds(2, 10), 1);
    let rows: &[Row] = &[
        ("the first of a tick", two, 0, 5, exactly(1), Ok((20, 21))),
        ("the first of all", two, 0, 0, exactly(1), Ok((0, 1))),
        ("none wanted", two, 21, 5, exactly(0), Ok((21, 21))),
        ("none wanted where none is left", two, 24, 5, up_to(0), Ok((24, 24))),
        ("none wanted in a new tick", two, 21, 6, exactly(0), Ok((24, 24))),
        ("the next of a tick", two, 21, 5, exactly(1), Ok((21, 22))),
        ("the rest of a tick", two, 21, 5, exactly(3), Ok((21, 24))),
        ("a new tick begins at 0", two, 21, 6, exactly(1), Ok((24, 25))),
        ("the tick is spent", two, 24, 5, exactly(1), Err(wait(6))),
        ("the tick has too few", two, 22, 5, exactly(3), Err(wait(6))),
        ("the tick has fewer than wanted", two, 22, 5, up_to(3), Ok((22, 24))),
        ("as many as wanted", two, 22, 5, up_to(2), Ok((22, 24))),
        ("fewer than there are", two, 20, 5, up_to(3), Ok((20, 23))),
        ("not even one", two, 24, 5, up_to(3), Err(wait(6))),
        ("the clock stepped back", two, 22, 3, exactly(1), Err(wait(5))),
        ("the clock stepped back, tick spent", two, 24, 3, up_to(9), Err(wait(6))),
        ("more than a tick has", two, 0, 5, exactly(5), Err(TooMany { max: 4 })),
        (
            "more than a tick ever has, in a spent one",
            two,
            24,
            5,
            exactly(5),
            Err(TooMany { max: 4 }),
        ),
        ("the last of the range", two, 43, 10, exactly(1), Ok((43, 44))),
        ("past the range", two, 44, 10, exactly(1), Err(Exhausted)),
        ("past the range, as many as there are", two, 44, 10, up_to(7), Err(Exhausted)),
        ("across the end of the range", two, 42, 10, exactly(3), Err(Exhausted)),
        ("up to the end of the range", two, 42, 10, up_to(3), Ok((42, 44))),
        ("the clock is past the range", two, 0, 11, exactly(1), Err(after(10))),
        ("the clock is past the range, none wanted", two, 0, 11, exactly(0), Err(after(10))),
        ("a word past the range, the clock inside", two, 99, 5, exactly(1), Err(Exhausted)),
        ("ahead into the next tick", ahead(two, 1), 24, 5, exactly(1), Ok((24, 25))),
        ("ahead across ticks", ahead(two, 1), 22, 5, exactly(6), Ok((22, 28))),
        ("ahead no further", ahead(two, 1), 28, 5, exactly(1), Err(wait(6))),
        ("ahead while the clock is back", ahead(two, 3), 24, 3, exactly(1), Ok((24, 25))),
        ("ahead, the clock further back", ahead(two, 2), 24, 3, exactly(1), Err(wait(4))),
        ("ahead, more than ever", ahead(two, 1), 0, 5, exactly(9), Err(TooMany { max: 8 })),
        ("ahead, all at once", ahead(two, 1), 0, 5, exactly(8), Ok((20, 28))),
        ("ahead at the end of the range", ahead(two, 5), 40, 10, up_to(99), Ok((40, 44))),
        ("ahead up to the end of the range", ahead(two, 5), 30, 7, up_to(99), Ok((30, 44))),
        ("ahead without bound", ahead(two, MAX), 0, 0, up_to(99), Ok((0, 44))),
        ("ahead without bound, past the range", ahead(two, MAX), 1, 0, exactly(44), Err(Exhausted)),
        (
            "ahead without bound, more than there are",
            ahead(two, MAX),
            0,
            0,
            exactly(45),
            Err(TooMany { max: 44 }),
        ),
        ("no number in a tick", none, 0, 5, exactly(1), Ok((5, 6))),
        ("no number in a tick, spent", none, 6, 5, exactly(1), Err(wait(6))),
        ("no number in a tick, two wanted", none, 0, 5, exactly(2), Err(TooMany { max: 1 })),
        ("no number in a tick, the last", none, 10, 10, exactly(1), Ok((10, 11))),
        ("no number in a tick, ahead", ahead(none, 2), 6, 5, up_to(9), Ok((6, 8))),
        ("two ticks of 2^63", wide, 0, 0, exactly(1 << 63), Ok((0, 1 << 63))),
        ("the second of 2^63", wide, 1 << 63, 1, exactly(1), Ok((1 << 63, (1 << 63) + 1))),
        ("the second of 2^63, early", wide, 1 << 63, 0, exactly(1), Err(wait(1))),
        ("the last word but one", wide, MAX - 1, 1, exactly(1), Ok((MAX - 1, MAX))),
        ("the last word is never given", wide, MAX, 1, exactly(1), Err(Exhausted)),
        ("not even among others", wide, MAX - 1, 1, exactly(2), Err(Exhausted)),
        ("up to the last word", wide, MAX - 5, 1, up_to(9), Ok((MAX - 5, MAX))),
        ("ticks fill the word", whole, 0, MAX - 1, exactly(1), Ok((MAX - 1, MAX))),
        ("the last tick is the last word", whole, 0, MAX, exactly(1), Err(Exhausted)),
        ("everything at once", ahead(whole, MAX), 0, 0, exactly(MAX), Ok((0, MAX))),
        ("last is what the word holds", far, 0, (MAX >> 12) + 1, exactly(1), Err(after(MAX >> 12))),
        ("the last tick of the word", far, 0, MAX >> 12, up_to(MAX), Ok((MAX << 12, MAX))),
        ("rolling: the first", rolling, 0, 5, exactly(1), Ok((20, 21))),
        ("rolling: an odd start", rolling, 21, 6, exactly(1), Ok((25, 26))),
        ("rolling: an even start", rolling, 26, 7, exactly(1), Ok((28, 29))),
        ("rolling: no more bits than there are", rolling, 23, 6, exactly(1), Ok((25, 26))),
        ("rolling: inside the tick", rolling, 25, 6, exactly(1), Ok((25, 26))),
        ("rolling: a short tick", rolling, 21, 6, up_to(9), Ok((25, 28))),
        ("rolling: a spent tick", rolling, 28, 6, exactly(1), Err(wait(7))),
        ("rolling: what every tick has", rolling, 27, 6, exactly(3), Err(wait(7))),
        ("rolling: what some ticks lack", rolling, 27, 6, exactly(4), Err(TooMany { max: 3 })),
    ];
    for (what, positions, word, tick, want, expected) in rows {
        let taken = step(*positions, *word, *tick, want.clone());
        let found = taken.map(|range| (range.start, range.end));
        assert_eq!(found, *expected, "{what}");
    }
}

/// The start of a grant is no position that was issued.
#[test]
fn grants() {
    let take = |positions: Positions, counter, granted: Range<u64>| -> Taken {
        positions.step(counter, granted, UnixTime::from_secs(50), exactly(1))
    };
    let jump = |last| Err(Jump { last: UnixTime::from_secs(last), now: UnixTime::from_secs(50) });
    let limits = Limits { max_jump: Duration::from_secs(10), ..Limits::default() };
    let bounded = seconds(2, 1000).with_limits(limits);
    assert_eq!(take(bounded, 0, 5..200), Ok(200..201), "nothing issued, in an old grant");
    assert_eq!(take(bounded, 21, 5..200), jump(5), "one issued in this grant");
    assert_eq!(take(bounded, 21, 9..200), jump(5), "one issued before this grant");
    assert_eq!(take(bounded, 21, 45..200), Ok(200..201), "a grant that has just begun");
    let rolling = rolling(seconds(2, 1000), 2);
    assert_eq!(take(rolling, 23, 45..200), Ok(203..204), "the counter's own bits");
}

#[test]
#[cfg_attr(panic = "abort", ignore = "a panic ends the process")]
fn limits() {
    assert_eq!(seconds(12, MAX).last(), MAX >> 12);
    assert_eq!(seconds(12, 7).last(), 7);
    assert_eq!(seconds(63, MAX).last(), 1);
    assert_eq!(seconds(12, 7).bits(), 12);
    assert_eq!(seconds(12, 7).tick(5 << 12 | 9), 5);
    assert!(std::panic::catch_unwind(|| seconds(64, 0)).is_err());
    let all = |bits| rolling(seconds(2, 0), bits);
    assert_eq!((all(3), all(u32::MAX)), (all(2), all(2)));
}

/// Small, arbitrary, and everything near a power of two.
fn number() -> impl Strategy<Value = u64> {
    prop_oneof![
        0..20_u64,
        any::<u64>(),
        (0..64_u32, -3..4_i64).prop_map(|(bit, by)| (1_u64 << bit).wrapping_add_signed(by)),
        (0..20_u64).prop_map(|by| MAX - by),
    ]
}

prop_compose! {
    fn positions()(bits in prop_oneof![0..64_u32, Just(0), Just(12), Just(63)])(
        rolling in 0..=bits, last in number(), ahead in number(), bits in Just(bits),
    ) -> (Positions, u64, u32) {
        let limits = Limits { rolling_start: rolling, ..Limits::ahead(Duration::from_secs(ahead)) };
        (seconds(bits, last).with_limits(limits), ahead, rolling)
    }
}

fn want() -> impl Strategy<Value = Want> {
    number().prop_flat_map(|count| prop_oneof![Just(exactly(count)), Just(up_to(count))])
}

prop_compose! {
    /// A word near the clock's tick, or anywhere.
    fn state()(positions in positions())(
        positions in Just(positions), tick in prop_oneof![0..=positions.0.last(), number()], by in -5..6_i64,
        word in number(), near in any::<bool>(),
    ) -> ((Positions, u64, u32), u64, u64) {
        let start = (tick.min(positions.0.last()) << positions.0.bits()).wrapping_add_signed(by);
        (positions, if near { start } else { word }, tick)
    }
}

proptest! {
    #![proptest_config(ids_testkit::cases(4))]

    #[test]
    fn laws_of_a_step(((positions, ahead, rolling), word, tick) in state(), want in want()) {
        let (least, count) = (*want.start(), *want.end());
        let (bits, last) = (positions.bits(), positions.last());
        let limit = tick.saturating_add(ahead).min(last);
        match step(positions, word, tick, want.clone()) {
            Ok(range) => {
                prop_assert!(tick <= last);
                prop_assert!(word <= range.start && range.start <= range.end);
                if range.start > word {
                    // A new tick, begun at 0 or at the word's own lowest bits.
                    let low = !(MAX << rolling);
                    prop_assert_eq!(range.start, tick << bits | word & low);
                } else {
                    prop_assert!(word >= tick << bits);
                }
                let given = range.end - range.start;
                if given > 0 {
                    prop_assert!(positions.tick(range.end - 1) <= limit);
                }
                prop_assert!(least <= given && given <= count);
                if given < count {
                    prop_assert!(given > 0);
                    // Not one more would have been allowed.
                    prop_assert!(range.end == MAX || positions.tick(range.end) > limit);
                }
            }
            Err(Wait { until }) => {
                let until = until.as_secs();
                prop_assert!(until > tick && until <= last);
                prop_assert!(step(positions, word, until, want.clone()).is_ok());
                let early = step(positions, word, until - 1, want.clone());
                prop_assert_eq!(early, Err(wait(until)));
            }
            Err(GenerateError::Range(error)) => {
                prop_assert!(tick > last);
                prop_assert_eq!(GenerateError::Range(error), after(last));
            }
            Err(Exhausted) => {
                for later in [tick, tick.saturating_add(1), last / 2 + tick / 2, last] {
                    if later >= tick && later <= last {
                        prop_assert_eq!(step(positions, word, later, want.clone()), Err(Exhausted));
                    }
                }
            }
            Err(TooMany { max }) => {
                prop_assert_eq!(least, count);
                prop_assert!(count > max && max > 0);
                let fits = step(positions, word, tick, exactly(max));
                let refused = matches!(fits, Err(TooMany { .. }));
                prop_assert!(!refused);
                if rolling == 0 {
                    for later in [tick, tick.saturating_add(1), last] {
                        prop_assert!(step(positions, word, later, want.clone()).is_err());
                    }
                }
            }
            Err(error) => prop_assert!(false, "no bound and no grant is asked: {error}"),
        }
    }

    /// A bound on jumps refuses those beyond it and changes nothing else.
    #[test]
    fn laws_of_a_jump(
        ((positions, ahead, rolling_start), word, tick) in state(),
        want in want(),
        bound in number(),
    ) {
        let last = word.checked_sub(1).map(|last| positions.tick(last));
        let [max_ahead, max_jump] = [ahead, bound].map(Duration::from_secs);
        let limits = Limits { max_ahead, rolling_start, max_jump };
        let bounded = step(positions.with_limits(limits), word, tick, want.clone());
        match last {
            Some(last) if tick <= positions.last() && tick > last && tick - last > bound.max(1) => {
                let [last, now] = [last, tick].map(UnixTime::from_secs);
                prop_assert_eq!(bounded, Err(Jump { last, now }));
            }
            _ => prop_assert_eq!(bounded, step(positions, word, tick, want.clone())),
        }
    }

    /// A word raised to the end of a tick is past all that the rules allow up to then, and gives
    /// something again in the next one.
    #[test]
    fn laws_of_the_end(
        ((positions, ahead, _), word, tick) in state(),
        want in want(),
        earlier in number(),
    ) {
        let max_ahead = Duration::from_secs(ahead);
        let Ok(end) = positions.resume(0, max_ahead, UnixTime::from_secs(tick)) else {
            prop_assert!(tick > positions.last());
            return Ok(());
        };
        if let Ok(range) = step(positions, word.min(end), earlier.min(tick), want) {
            prop_assert!(range.end <= end);
        }
        match step(positions, end, tick, exactly(1)) {
            Err(error @ Wait { .. }) => prop_assert_eq!(error, wait(tick + 1)),
            answer => prop_assert_eq!(answer, Err(Exhausted)),
        }
    }

    #[test]
    fn laws_of_a_walk(
        (positions, ahead, _) in positions(),
        start in number(),
        steps in prop::collection::vec((-6..9_i64, want()), 1..60),
    ) {
        let (mut sequencer, shared) = (0_u64, AtomicU64::new(0));
        let mut tick = start.min(positions.last());
        let mut next = 0;
        for (by, want) in steps {
            tick = tick.saturating_add_signed(by);
            let before = sequencer;
            let next_step = |counter, _| step(positions, counter, tick, want.clone());
            let answer = sequencer.advance(next_step);
            prop_assert_eq!((&shared).advance(next_step), answer.clone(), "both counters agree");
            prop_assert_eq!(shared.load(Relaxed), sequencer);
            if let Ok(range) = answer {
                prop_assert!(range.start >= next, "given twice");
                prop_assert_eq!(sequencer, range.end);
                if !range.is_empty() {
                    prop_assert!(positions.tick(range.end - 1) <= tick.saturating_add(ahead));
                    next = range.end;
                }
            } else {
                prop_assert_eq!(sequencer, before);
            }
        }
    }
}
