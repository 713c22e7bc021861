//! The counter under arbitrary clock walks: strictly increasing, never too far ahead, never past
//! the end, and a refused step changes nothing and says the truth.
#![no_main]

use arbitrary::Arbitrary;
use ids_core::format::{Counter, Positions, Refusal, SharedCounter, Want};
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
    let positions = Positions::new(bits, walk.last).ahead(walk.ahead).rolling(rolling);
    let mut owner = walk.word;
    let shared = SharedCounter::from(walk.word);
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
        let want = if step.up_to { Want::UpTo(count) } else { Want::Exactly(count) };
        let before = owner;
        let answer = owner.take(positions, tick, want);
        assert_eq!((&shared).take(positions, tick, want), answer, "both counters agree");
        assert_eq!(shared.position(), owner);
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
            Err(refusal) => {
                assert_eq!(owner, before, "a refused step changes nothing");
                if let Refusal::Wait { tick: until } = refusal {
                    assert!(until > tick && until <= positions.last());
                    assert!(positions.step(before, until, want).is_ok());
                    assert_eq!(positions.step(before, until - 1, want), Err(refusal));
                }
            }
        }
    }
});
