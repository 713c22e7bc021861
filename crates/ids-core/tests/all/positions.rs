//! The transition: every refusal by table, the laws by arbitrary words, ticks and walks.

use ids_core::format::{
    Counter, Positions, Refusal,
    Refusal::{Exhausted, Forked, Jump, Spent, TooMany, Wait},
    Want,
    Want::{Exactly, UpTo},
};
use proptest::prelude::*;

const MAX: u64 = u64::MAX;

#[test]
fn steps() {
    type Row = (&'static str, Positions, u64, u64, Want, Result<(u64, u64), Refusal>);
    let two = Positions::new(2, 10);
    let none = Positions::new(0, 10);
    let wide = Positions::new(63, 1);
    let whole = Positions::new(0, MAX);
    let far = Positions::new(12, MAX);
    let rolling = Positions::new(2, 10).rolling(1);
    let rows: &[Row] = &[
        ("the first of a tick", two, 0, 5, Exactly(1), Ok((20, 21))),
        ("the first of all", two, 0, 0, Exactly(1), Ok((0, 1))),
        ("none wanted", two, 21, 5, Exactly(0), Ok((21, 21))),
        ("none wanted where none is left", two, 24, 5, UpTo(0), Ok((24, 24))),
        ("none wanted in a new tick", two, 21, 6, Exactly(0), Ok((24, 24))),
        ("the next of a tick", two, 21, 5, Exactly(1), Ok((21, 22))),
        ("the rest of a tick", two, 21, 5, Exactly(3), Ok((21, 24))),
        ("a new tick begins at 0", two, 21, 6, Exactly(1), Ok((24, 25))),
        ("the tick is spent", two, 24, 5, Exactly(1), Err(Wait { tick: 6 })),
        ("the tick has too few", two, 22, 5, Exactly(3), Err(Wait { tick: 6 })),
        ("the tick has fewer than wanted", two, 22, 5, UpTo(3), Ok((22, 24))),
        ("as many as wanted", two, 22, 5, UpTo(2), Ok((22, 24))),
        ("fewer than there are", two, 20, 5, UpTo(3), Ok((20, 23))),
        ("not even one", two, 24, 5, UpTo(3), Err(Wait { tick: 6 })),
        ("the clock stepped back", two, 22, 3, Exactly(1), Err(Wait { tick: 5 })),
        ("the clock stepped back, tick spent", two, 24, 3, UpTo(9), Err(Wait { tick: 6 })),
        ("more than a tick has", two, 0, 5, Exactly(5), Err(TooMany { max: 4 })),
        (
            "more than a tick ever has, in a spent one",
            two,
            24,
            5,
            Exactly(5),
            Err(TooMany { max: 4 }),
        ),
        ("the last of the range", two, 43, 10, Exactly(1), Ok((43, 44))),
        ("past the range", two, 44, 10, Exactly(1), Err(Exhausted)),
        ("past the range, as many as there are", two, 44, 10, UpTo(7), Err(Exhausted)),
        ("across the end of the range", two, 42, 10, Exactly(3), Err(Exhausted)),
        ("up to the end of the range", two, 42, 10, UpTo(3), Ok((42, 44))),
        ("the clock is past the range", two, 0, 11, Exactly(1), Err(Exhausted)),
        ("the clock is past the range, none wanted", two, 0, 11, Exactly(0), Err(Exhausted)),
        ("a word past the range, the clock inside", two, 99, 5, Exactly(1), Err(Exhausted)),
        ("ahead into the next tick", two.ahead(1), 24, 5, Exactly(1), Ok((24, 25))),
        ("ahead across ticks", two.ahead(1), 22, 5, Exactly(6), Ok((22, 28))),
        ("ahead no further", two.ahead(1), 28, 5, Exactly(1), Err(Wait { tick: 6 })),
        ("ahead while the clock is back", two.ahead(3), 24, 3, Exactly(1), Ok((24, 25))),
        ("ahead, the clock further back", two.ahead(2), 24, 3, Exactly(1), Err(Wait { tick: 4 })),
        ("ahead, more than ever", two.ahead(1), 0, 5, Exactly(9), Err(TooMany { max: 8 })),
        ("ahead, all at once", two.ahead(1), 0, 5, Exactly(8), Ok((20, 28))),
        ("ahead at the end of the range", two.ahead(5), 40, 10, UpTo(99), Ok((40, 44))),
        ("ahead up to the end of the range", two.ahead(5), 30, 7, UpTo(99), Ok((30, 44))),
        ("ahead without bound", two.ahead(MAX), 0, 0, UpTo(99), Ok((0, 44))),
        ("ahead without bound, past the range", two.ahead(MAX), 1, 0, Exactly(44), Err(Exhausted)),
        (
            "ahead without bound, more than there are",
            two.ahead(MAX),
            0,
            0,
            Exactly(45),
            Err(TooMany { max: 44 }),
        ),
        ("no number in a tick", none, 0, 5, Exactly(1), Ok((5, 6))),
        ("no number in a tick, spent", none, 6, 5, Exactly(1), Err(Wait { tick: 6 })),
        ("no number in a tick, two wanted", none, 0, 5, Exactly(2), Err(TooMany { max: 1 })),
        ("no number in a tick, the last", none, 10, 10, Exactly(1), Ok((10, 11))),
        ("no number in a tick, ahead", none.ahead(2), 6, 5, UpTo(9), Ok((6, 8))),
        ("two ticks of 2^63", wide, 0, 0, Exactly(1 << 63), Ok((0, 1 << 63))),
        ("the second of 2^63", wide, 1 << 63, 1, Exactly(1), Ok((1 << 63, (1 << 63) + 1))),
        ("the second of 2^63, early", wide, 1 << 63, 0, Exactly(1), Err(Wait { tick: 1 })),
        ("the last word but one", wide, MAX - 1, 1, Exactly(1), Ok((MAX - 1, MAX))),
        ("the last word is never given", wide, MAX, 1, Exactly(1), Err(Exhausted)),
        ("not even among others", wide, MAX - 1, 1, Exactly(2), Err(Exhausted)),
        ("up to the last word", wide, MAX - 5, 1, UpTo(9), Ok((MAX - 5, MAX))),
        ("ticks fill the word", whole, 0, MAX - 1, Exactly(1), Ok((MAX - 1, MAX))),
        ("the last tick is the last word", whole, 0, MAX, Exactly(1), Err(Exhausted)),
        ("everything at once", whole.ahead(MAX), 0, 0, Exactly(MAX), Ok((0, MAX))),
        ("last is what the word holds", far, 0, (MAX >> 12) + 1, Exactly(1), Err(Exhausted)),
        ("the last tick of the word", far, 0, MAX >> 12, UpTo(MAX), Ok((MAX << 12, MAX))),
        ("rolling: the first", rolling, 0, 5, Exactly(1), Ok((20, 21))),
        ("rolling: an odd start", rolling, 21, 6, Exactly(1), Ok((25, 26))),
        ("rolling: an even start", rolling, 26, 7, Exactly(1), Ok((28, 29))),
        ("rolling: no more bits than there are", rolling, 23, 6, Exactly(1), Ok((25, 26))),
        ("rolling: inside the tick", rolling, 25, 6, Exactly(1), Ok((25, 26))),
        ("rolling: a short tick", rolling, 21, 6, UpTo(9), Ok((25, 28))),
        ("rolling: a spent tick", rolling, 28, 6, Exactly(1), Err(Wait { tick: 7 })),
        ("rolling: what every tick has", rolling, 27, 6, Exactly(3), Err(Wait { tick: 7 })),
        ("rolling: what some ticks lack", rolling, 27, 6, Exactly(4), Err(TooMany { max: 3 })),
    ];
    for (what, positions, word, tick, want, expected) in rows {
        let found = positions.step(*word, *tick, *want).map(|range| (range.start, range.end));
        assert_eq!(found, *expected, "{what}");
    }
}

#[test]
#[cfg_attr(panic = "abort", ignore = "a panic ends the process")]
fn limits() {
    assert_eq!(Positions::new(12, MAX).last(), MAX >> 12);
    assert_eq!(Positions::new(12, 7).last(), 7);
    assert_eq!(Positions::new(63, MAX).last(), 1);
    assert_eq!(Positions::new(12, 7).bits(), 12);
    assert_eq!(Positions::new(12, 7).tick(5 << 12 | 9), 5);
    assert!(std::panic::catch_unwind(|| Positions::new(64, 0)).is_err());
    assert!(std::panic::catch_unwind(|| Positions::new(2, 0).rolling(3)).is_err());
}

#[test]
fn refusals_say_why() {
    assert_eq!(Wait { tick: 6 }.to_string(), "no position before tick 6");
    assert_eq!(Exhausted.to_string(), "no position is left");
    assert_eq!(TooMany { max: 4 }.to_string(), "one step issues at most 4 positions");
    assert_eq!(Jump { last: 4 }.to_string(), "the clock jumped ahead of tick 4");
    assert_eq!(Spent.to_string(), "the granted range is spent");
    assert_eq!(Forked.to_string(), "the positions belong to the process that forked");
    let kinds = [Wait { tick: 6 }, Exhausted, TooMany { max: 4 }, Jump { last: 4 }, Spent, Forked];
    assert_eq!(
        kinds.map(|refusal| refusal.kind()),
        ["wait", "exhausted", "too_many", "jump", "spent", "forked"]
    );
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
        (Positions::new(bits, last).ahead(ahead).rolling(rolling), ahead, rolling)
    }
}

fn want() -> impl Strategy<Value = Want> {
    number().prop_flat_map(|count| prop_oneof![Just(Exactly(count)), Just(UpTo(count))])
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
        let (Exactly(count) | UpTo(count)) = want;
        let (bits, last) = (positions.bits(), positions.last());
        let limit = tick.saturating_add(ahead).min(last);
        match positions.step(word, tick, want) {
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
                match want {
                    Exactly(count) => prop_assert_eq!(given, count),
                    UpTo(count) if given < count => {
                        prop_assert!(given > 0);
                        // Not one more would have been allowed.
                        prop_assert!(range.end == MAX || positions.tick(range.end) > limit);
                    }
                    UpTo(count) => prop_assert_eq!(given, count),
                }
            }
            Err(Wait { tick: until }) => {
                prop_assert!(until > tick && until <= last);
                prop_assert!(positions.step(word, until, want).is_ok());
                let early = positions.step(word, until - 1, want);
                prop_assert_eq!(early, Err(Wait { tick: until }));
            }
            Err(Jump { .. }) => prop_assert!(false, "a jump without a bound"),
            Err(Spent | Forked) => prop_assert!(false, "no grant and no guard is asked"),
            Err(Exhausted) => {
                for later in [tick, tick.saturating_add(1), last / 2 + tick / 2, last] {
                    if later >= tick {
                        prop_assert_eq!(positions.step(word, later, want), Err(Exhausted));
                    }
                }
            }
            Err(TooMany { max }) => {
                prop_assert!(matches!(want, Exactly(_)));
                prop_assert!(count > max && max > 0);
                let fits = positions.step(word, tick, Exactly(max));
                let refused = matches!(fits, Err(TooMany { .. }));
                prop_assert!(!refused);
                if rolling == 0 {
                    for later in [tick, tick.saturating_add(1), last] {
                        prop_assert!(positions.step(word, later, want).is_err());
                    }
                }
            }
        }
    }

    /// A bound on jumps refuses those beyond it and changes nothing else.
    #[test]
    fn laws_of_a_jump(((positions, ..), word, tick) in state(), want in want(), bound in number()) {
        let last = word.checked_sub(1).map(|last| positions.tick(last));
        let bounded = positions.max_jump(bound).step(word, tick, want);
        match last {
            Some(last) if tick <= positions.last() && tick > last && tick - last > bound => {
                prop_assert_eq!(bounded, Err(Jump { last }));
            }
            _ => prop_assert_eq!(bounded, positions.step(word, tick, want)),
        }
    }

    /// A word raised to the end of a tick is past all that the rules allow up to then, and gives
    /// something again in the next one.
    #[test]
    fn laws_of_the_end(((positions, ..), word, tick) in state(), want in want(), earlier in number()) {
        let Ok(end) = positions.resume(0, tick) else {
            prop_assert!(tick > positions.last());
            return Ok(());
        };
        if let Ok(range) = positions.step(word.min(end), earlier.min(tick), want) {
            prop_assert!(range.end <= end);
        }
        match positions.step(end, tick, Exactly(1)) {
            Err(Wait { tick: until }) => prop_assert_eq!(until, tick + 1),
            answer => prop_assert_eq!(answer, Err(Exhausted)),
        }
    }

    #[test]
    fn laws_of_a_walk(
        (positions, ahead, _) in positions(),
        start in number(),
        steps in prop::collection::vec((-6..9_i64, want()), 1..60),
    ) {
        let mut sequencer = 0_u64;
        let mut tick = start.min(positions.last());
        let mut next = 0;
        for (by, want) in steps {
            tick = tick.saturating_add_signed(by);
            let before = sequencer;
            if let Ok(range) = sequencer.take(positions, tick, want) {
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
