//! The counter under arbitrary clock walks: strictly increasing, never too far ahead, never past
//! the end, and a refused step changes nothing and says the truth.
#![no_main]

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use arbitrary::Arbitrary;
use ids_core::{
    GenerateError, UnixTime,
    format::{Counter, Positions, Ticks},
};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Walk {
    bits: u8,
    last: u64,
    ahead: u64,
    rolling: u8,
    word: u64,
    tick: u64,
    steps: Vec<Step>,
}

#[derive(Arbitrary, Debug)]
struct Step {
    clock: Move,
    up_to: bool,
    count: Count,
}

#[derive(Arbitrary, Debug)]
enum Move {
    By(i8),
    To(u64),
    ToTheWord(i8),
}

#[derive(Arbitrary, Debug)]
enum Count {
    Few(u8),
    Any(u64),
}

fuzz_target!(|walk: Walk| {
    let bits = u32::from(walk.bits % 64);
    let rolling = u32::from(walk.rolling) % (bits + 1);
    let seconds = Ticks::per_second(UnixTime::EPOCH, 1);
    let positions = Positions::new(seconds, bits, walk.last).ahead(walk.ahead).rolling(rolling);
    let mut owner = walk.word;
    let shared = AtomicU64::new(walk.word);
    let (mut tick, mut next) = (walk.tick, walk.word);
    for step in walk.steps {
        tick = match step.clock {
            Move::By(by) => tick.saturating_add_signed(by.into()),
            Move::To(tick) => tick,
            Move::ToTheWord(by) => positions.tick(owner).saturating_add_signed(by.into()),
        };
        let count = match step.count {
            Count::Few(count) => count.into(),
            Count::Any(count) => count,
        };
        let least = if step.up_to { count.min(1) } else { count };
        let at = |tick| {
            let now = UnixTime::from_secs(tick);
            move |next, granted| positions.step(next, granted, now, least..=count)
        };
        let before = owner;
        let answer = owner.advance(at(tick));
        assert_eq!((&shared).advance(at(tick)), answer, "both counters agree");
        assert_eq!(shared.load(Relaxed), owner);
        match answer {
            Ok(range) => {
                assert!(range.start >= next && range.end >= range.start);
                assert_eq!(owner, range.end);
                let given = range.end - range.start;
                assert!(if step.up_to { given <= count } else { given == count });
                assert!(given > 0 || count == 0);
                if given > 0 {
                    let latest = positions.tick(range.end - 1);
                    assert!(
                        latest <= tick.saturating_add(walk.ahead) && latest <= positions.last()
                    );
                    assert!(positions.tick(range.start) >= tick);
                }
                next = range.end;
            }
            Err(error) => {
                assert_eq!(owner, before, "a refused step changes nothing");
                if let GenerateError::Wait { until } = error {
                    let until = until.as_secs();
                    assert!(until > tick && until <= positions.last());
                    assert!(at(until)(before, 0..u64::MAX).is_ok());
                    assert_eq!(at(until - 1)(before, 0..u64::MAX), Err(error));
                }
            }
        }
    }
});
