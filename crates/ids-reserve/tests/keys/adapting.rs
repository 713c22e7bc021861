//! The size of a block follows how long one lasts.

use core::time::Duration;

use ids_core::{ManualClock, UnixTime};
use ids_reserve::KeyOptions;

use crate::{between::Control, controlled, end, memory, options};

const MINUTE: Duration = Duration::from_secs(60);

/// A row: the minutes that the block in use lasts, and the size of the next one.
#[test]
fn doubled_below_a_quarter_of_an_hour_and_halved_above_half_an_hour() {
    let rows: [(u32, u64); 16] = [
        (14, 200),
        (0, 400),
        // Between the two it stays.
        (15, 400),
        (30, 400),
        (31, 200),
        (29, 200),
        (1, 400),
        (1, 800),
        // The largest.
        (1, 800),
        (600, 400),
        (600, 200),
        (600, 100),
        // The smallest.
        (600, 100),
        (16, 100),
        (14, 200),
        (31, 100),
    ];
    let (store, clock) = (memory(), ManualClock::new(UnixTime::EPOCH + 1_000_000 * MINUTE));
    let one_block = KeyOptions { prefetch: 100, ..options(100..=800) };
    let (mut keeper, mut keys) = controlled(&store, one_block, &clock, &Control::default());
    keeper.extend().unwrap();
    for (index, (minutes, size)) in rows.into_iter().enumerate() {
        clock.advance(minutes * MINUTE);
        let before = end(&store);
        keys.take_many(u64::MAX).unwrap();
        keeper.extend().unwrap();
        assert_eq!(end(&store) - before, size, "row {index}");
    }
}

/// What is used of a block tells how long a whole one lasts.
#[test]
fn the_first_look_ahead_tells_as_much() {
    for (minutes, size) in [(1, 200), (2, 100), (4, 50)] {
        let (store, clock) = (memory(), ManualClock::new(UnixTime::EPOCH + 1_000_000 * MINUTE));
        let blocks = options(50..=800);
        let (mut keeper, mut keys) = controlled(&store, blocks, &clock, &Control::default());
        keeper.extend().unwrap();
        keys.take_many(50).unwrap();
        keeper.extend().unwrap();
        assert_eq!(end(&store), 151, "a block of 50 in no time, so 100 now");
        keys.take_many(10).unwrap();
        clock.advance(minutes * MINUTE);
        keeper.extend().unwrap();
        assert_eq!(end(&store), 151 + size, "10 keys in {minutes} minutes");
    }
}

/// A clock that stands still, or steps back, makes the blocks as large as allowed and no larger.
#[test]
fn a_clock_that_is_wrong_does_no_harm() {
    for step in [Duration::ZERO, MINUTE] {
        let (store, clock) = (memory(), ManualClock::new(UnixTime::EPOCH + 1_000 * MINUTE));
        let (mut keeper, mut keys) =
            controlled(&store, options(10..=100), &clock, &Control::default());
        let mut sizes = Vec::new();
        let mut before = 1;
        for round in 1..6 {
            keeper.extend().unwrap();
            sizes.push(end(&store) - before);
            before = end(&store);
            clock.set((UnixTime::EPOCH + 1_000 * MINUTE).saturating_sub(round * step));
            while keys.take_many(1_000).is_ok() {}
        }
        assert_eq!(sizes, [10, 20, 40, 80, 100]);
    }
}

/// After blocks of other holders between its own, and with keys that another holder returned.
#[test]
fn only_used_keys_count() {
    let (store, clock) = (memory(), ManualClock::new(UnixTime::EPOCH + 1_000 * MINUTE));
    let [(mut keeper, mut keys), (mut other, mut others)] =
        [(); 2].map(|()| controlled(&store, options(100..=800), &clock, &Control::default()));
    keeper.extend().unwrap();
    assert_eq!(keys.take_many(50).unwrap(), 1..51);
    for _ in 0..20 {
        other.extend().unwrap();
        while others.take_many(1_000).is_ok() {}
    }
    clock.advance(10 * MINUTE);
    let before = end(&store);
    keeper.extend().unwrap();
    assert_eq!(end(&store) - before, 100, "50 keys in 10 minutes: 20 minutes a block");
}
