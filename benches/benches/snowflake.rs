//! Snowflake generators beside ferroid's, each with a clock that the benchmark moves.

use std::{cell::Cell, hint::black_box, time::Duration};

use criterion::{Criterion, criterion_group, criterion_main};
use ferroid::{
    generator::{AtomicSnowflakeGenerator, BasicSnowflakeGenerator},
    id::SnowflakeTwitterId,
    time::TimeSource,
};
use ids_benches::{Group, ThreadTime, criterion};
use ids_core::{Order, Want};
use snowflake::{Generator, ManualClock, Node, Twitter};

/// What a node can make in a millisecond.
const COUNT: usize = 4096;
const EPOCH: Duration = Duration::from_millis(1_288_834_974_657);
const MILLI: Duration = Duration::from_millis(1);

/// Milliseconds since Twitter's epoch: ferroid's kind of clock. Ours is [`ManualClock`], which
/// like the system's gives seconds and nanoseconds since 1970.
struct Millis(Cell<u64>);

impl Millis {
    fn advance(&self) {
        self.0.set(self.0.get() + 1);
    }
}

impl TimeSource<u64> for &Millis {
    fn current_millis(&self) -> u64 {
        self.0.get()
    }
}

fn node() -> Node<Twitter> {
    Node::new(&[(Twitter::DATACENTER, 3), (Twitter::WORKER, 5)]).unwrap()
}

/// Datacenter 3 and worker 5 as the one number that ferroid has for both.
const MACHINE: u64 = 3 << 5 | 5;

fn generate(criterion: &mut Criterion<ThreadTime>) {
    let (clock, millis) = (ManualClock::new(EPOCH), Millis(Cell::new(0)));
    let mut owner = Generator::new(&clock, node());
    let shared = Generator::shared(&clock, node());
    let basic = BasicSnowflakeGenerator::<SnowflakeTwitterId, _>::new(MACHINE, &millis);
    let atomic = AtomicSnowflakeGenerator::<SnowflakeTwitterId, _>::new(MACHINE, &millis);
    for timestamp in 1..4 {
        clock.advance(MILLI);
        millis.advance();
        for sequence in 0..COUNT as u64 {
            let id = owner.generate().unwrap().to_bits();
            assert_eq!(id, timestamp << 22 | MACHINE << 12 | sequence);
            assert_eq!(shared.generate().unwrap().to_bits(), id);
            assert_eq!(basic.next_id(|_| unreachable!()).to_raw(), id);
            assert_eq!(atomic.next_id(|_| unreachable!()).to_raw(), id);
        }
        assert!(owner.generate().is_err());
    }

    let order = Order::new(12, (1 << 41) - 1);
    let (mut word, mut tick) = (0, 0);
    Group::new(criterion, "generate/snowflake", COUNT)
        .each("order", || {
            tick += 1;
            for _ in 0..COUNT {
                let run = order.step(word, black_box(tick), Want::Exactly(1)).unwrap();
                word = run.end;
                black_box(run.start);
            }
        })
        .each("owner", || {
            clock.advance(MILLI);
            for _ in 0..COUNT {
                black_box(owner.generate().unwrap());
            }
        })
        .each("ferroid-basic", || {
            millis.advance();
            for _ in 0..COUNT {
                black_box(basic.next_id(|_| unreachable!()));
            }
        })
        .each("shared", || {
            clock.advance(MILLI);
            for _ in 0..COUNT {
                black_box(shared.generate().unwrap());
            }
        })
        .each("ferroid-atomic", || {
            millis.advance();
            for _ in 0..COUNT {
                black_box(atomic.next_id(|_| unreachable!()));
            }
        });
    Group::new(criterion, "reserve/snowflake", COUNT)
        .each("owner", || {
            clock.advance(MILLI);
            for id in owner.reserve(COUNT as u64).unwrap() {
                black_box(id);
            }
        })
        .each("shared", || {
            clock.advance(MILLI);
            for id in shared.reserve(COUNT as u64).unwrap() {
                black_box(id);
            }
        });
}

criterion_group! {
    name = benches;
    config = criterion();
    targets = generate
}
criterion_main!(benches);
