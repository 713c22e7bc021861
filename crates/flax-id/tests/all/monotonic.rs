//! From one identifier to the next, by table and by law.

use core::time::Duration;

use flax_id::{FlaxId, GenerateError, Generator, Limits, RangeError, UnixTime};
use ids_testkit::Words;
use proptest::prelude::*;

const LAST_TICK: u64 = (1 << 40) - 1;
const MAX: u64 = (1 << 56) - 1;

const fn millis(tick: u64) -> UnixTime {
    FlaxId::TICKS.start(tick)
}

fn id(timestamp: u64, random: u64) -> FlaxId {
    FlaxId::from_parts(timestamp, random).unwrap()
}

/// The identifier after the last, at most this number of milliseconds ahead of the clock, of this random word.
fn step(
    last: Option<FlaxId>,
    ahead: u64,
    now: UnixTime,
    word: u64,
) -> Result<FlaxId, GenerateError> {
    let limits = Limits::ahead(Duration::from_millis(ahead));
    let mut generator = Generator::monotonic(now, Words(|| Some(word))).with_limits(limits);
    if let Some(last) = last {
        generator = generator.resume_after(last);
    }
    generator.generate()
}

#[test]
fn transitions() {
    // The last identifier, ticks ahead, the clock's tick, the random word, and the answer.
    type Row = (Option<(u64, u64)>, u64, u64, u64, Result<(u64, u64), GenerateError>);
    let wait = |tick| Err(GenerateError::Wait { until: millis(tick) });
    let after = RangeError::AfterEnd { last: FlaxId::LAST };
    let rows: [Row; 20] = [
        // The first one, and a new millisecond: the word's top 56 bits.
        (None, 0, 0, 0, Ok((0, 0))),
        (None, 0, 5, u64::MAX, Ok((5, MAX))),
        (None, 0, 5, 0xff, Ok((5, 0))),
        (Some((4, 9)), 0, 5, 7 << 8, Ok((5, 7))),
        (Some((4, MAX)), 3, 5, 7 << 8, Ok((5, 7))),
        // Inside it: the word's top 32 bits and one more.
        (Some((5, 9)), 0, 5, 0, Ok((5, 10))),
        (Some((5, 9)), 0, 5, 0xffff_ffff, Ok((5, 10))),
        (Some((5, 9)), 0, 5, 1 << 32, Ok((5, 11))),
        (Some((5, 9)), 0, 5, u64::MAX, Ok((5, 9 + (1 << 32)))),
        // The last number of the millisecond, and the first one too many.
        (Some((5, MAX - (1 << 32))), 0, 5, u64::MAX, Ok((5, MAX))),
        (Some((5, MAX + 1 - (1 << 32))), 0, 5, u64::MAX, wait(6)),
        (Some((5, MAX)), 0, 5, 0, wait(6)),
        // The clock steps back.
        (Some((5, 9)), 0, 4, 0, wait(5)),
        (Some((5, MAX)), 0, 4, 0, wait(6)),
        // Borrowing: inside the bound, at it, past it; never before the format's first tick.
        (Some((5, 9)), 1, 4, 0, Ok((5, 10))),
        (Some((5, 9)), 1, 3, 0, wait(4)),
        (Some((5, MAX)), 1, 5, 7 << 8, Ok((6, 7))),
        (Some((5, 9)), u64::MAX, 0, 0, Ok((5, 10))),
        // The end.
        (Some((LAST_TICK, MAX)), 9, LAST_TICK, 0, Err(GenerateError::Exhausted)),
        (None, 9, LAST_TICK + 1, 0, Err(after.into())),
    ];
    for (row, (last, ahead, tick, word, answer)) in rows.into_iter().enumerate() {
        let last = last.map(|(timestamp, random)| id(timestamp, random));
        let found = step(last, ahead, millis(tick), word);
        assert_eq!(found, answer.map(|(timestamp, random)| id(timestamp, random)), "row {row}");
    }
}

prop_compose! {
    /// Near the start, near the end and anywhere, so that every edge is met.
    fn edges(max: u64)(value in prop_oneof![0..=max, 0..=40.min(max), max - 40.min(max)..=max])
        -> u64 { value }
}

prop_compose! {
    fn any_last()(timestamp in edges(LAST_TICK), random in edges(MAX), some in any::<bool>())
        -> Option<FlaxId> { some.then(|| id(timestamp, random)) }
}

proptest! {
    #![proptest_config(ids_testkit::cases(8))]

    #[test]
    fn greater_never_too_far_ahead_never_behind(
        last in any_last(),
        distance in -50..50_i64,
        free in edges(LAST_TICK),
        near in any::<bool>(),
        word in edges(u64::MAX),
        ahead in edges(u64::MAX),
    ) {
        let around = last.map_or(free, |last| last.timestamp().saturating_add_signed(distance));
        let tick = if near { around } else { free };
        match step(last, ahead, millis(tick), word) {
            Ok(next) => {
                prop_assert!(last.is_none_or(|last| last < next));
                prop_assert!(next.timestamp() >= tick);
                // Ahead of the clock only to stay above the last one, and within the bound.
                prop_assert!(next.timestamp() == tick || next.timestamp() - tick <= ahead);
                prop_assert!(last.is_none_or(|last| next.timestamp() <= last.timestamp().max(tick) + 1));
            }
            Err(GenerateError::Wait { until }) => {
                let due = FlaxId::TICKS.at(until).unwrap();
                prop_assert!(due > tick);
                // The same step succeeds when it says so, and not before.
                prop_assert!(step(last, ahead, until, word).is_ok());
                prop_assert!(step(last, ahead, millis(due - 1), word).is_err());
            }
            Err(GenerateError::Range(_)) => prop_assert!(tick > LAST_TICK),
            Err(error) => {
                prop_assert_eq!(error, GenerateError::Exhausted);
                let over = last.is_some_and(|last| {
                        last.timestamp() == LAST_TICK && last.random() + (word >> 32) >= MAX
                    });
                prop_assert!(over);
            }
        }
    }
}
