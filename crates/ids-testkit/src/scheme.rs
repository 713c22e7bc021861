//! What holds for every scheme; a format without fields; and a counter with a limit that its owner raises.

use core::{cell::Cell, fmt::Debug, ops::Range, time::Duration};

use ids_core::{
    GenerateError, Generator, Limits, UnixTime,
    format::{Counter, Positions, Scheme, Ticks},
};
use proptest::{
    collection::vec,
    prelude::{Just, Strategy, any},
    prop_oneof,
};

use crate::{cases, hold_walk, laws::run};

/// Holds a scheme against what [`Generator`] takes for granted, so that the generator's own laws hold for its
/// identifiers, and runs owned and shared generators of it under clocks that go wrong.
///
/// - The identifier of a position has that position, and `time` says the start of its tick.
/// - Identifiers are in the order of their positions.
/// - One after the other and in runs, they are those of their positions.
///
/// # Panics
/// If that is not so.
#[track_caller]
pub fn hold_scheme<S>(scheme: S, time: impl Fn(S::Id) -> UnixTime)
where
    S: Scheme<Id: Ord + Debug> + Copy,
{
    let positions = scheme.positions();
    let ticks = positions.ticks();
    run(cases(2).cases, &vec(any_position(positions), 1..20), |mut places| {
        let mut kept = 0;
        for at in &places {
            let id = scheme.id(*at);
            assert_eq!(scheme.position(id), *at, "{id:?}");
            assert_eq!(time(id), ticks.start(positions.tick(*at)), "{id:?}");
            assert_eq!(scheme.next_id(&mut kept, *at), id, "after another");
        }
        places.sort_unstable();
        places.dedup();
        assert!(places.is_sorted_by(|a, b| scheme.id(*a) < scheme.id(*b)), "{places:?}");
        let mut ids = vec![scheme.id(0); 300];
        scheme.fill(places[0], &mut ids);
        assert!((places[0]..).zip(ids).all(|(place, id)| scheme.id(place) == id), "{}", places[0]);
    });
    // Every time of the walk fits: it begins half a year after the epoch, and shortly before the end of a million seconds.
    let start = ticks.epoch() + Duration::from_secs(15_999_990);
    for (seed, (ahead, rolling_start)) in (1..).zip([(0, 0), (0, 2), (20, 1), (1_000_000, 0)]) {
        let max_ahead = ticks.unit() * ahead;
        let limits = Limits { rolling_start, ..Limits::ahead(max_ahead) };
        hold_walk(seed, start, max_ahead, &time, |clock| {
            let mut owner = Generator::new(clock, scheme).with_limits(limits);
            move || owner.generate()
        });
        // Those that loom shares have its own tests.
        #[cfg(not(loom))]
        hold_walk(seed, start, max_ahead, &time, |clock| {
            let shared = Generator::shared(clock, scheme).with_limits(limits);
            move || shared.generate()
        });
    }
}

/// Any position but the last 300: near the ends of ticks, seconds, millions of seconds and the format, or anywhere.
fn any_position(positions: Positions) -> impl Strategy<Value = u64> {
    let (ticks, bits, last) = (positions.ticks(), positions.bits(), positions.last());
    let second = prop_oneof![0..100_u64, any::<u32>().prop_map(u64::from)];
    let whole =
        (second, prop_oneof![Just(1), Just(1_000_000_u64)]).prop_map(move |(count, unit)| {
            let time = ticks.epoch().saturating_add(Duration::from_secs(count * unit));
            ticks.at_most(time, last).unwrap_or(last)
        });
    let tick = (prop_oneof![whole, 0..=last, Just(last), 0..=3.min(last)], 0..4_u64)
        .prop_map(move |(tick, before)| tick.saturating_sub(before));
    let number = !(u64::MAX << bits);
    let inside = prop_oneof![0..=number, 0..=3.min(number), number - 3.min(number)..=number];
    let end = last << bits | number;
    (tick, inside)
        .prop_map(move |(tick, inside)| (tick << bits | inside).min(end.saturating_sub(300)))
}

/// A format whose identifier is its position: no field but the tick and the number inside it.
///
/// ```
/// use ids_core::{Generator, UnixTime, format::Ticks};
/// use ids_testkit::Plain;
///
/// // Four numbers in each millisecond.
/// let millis = Ticks::per_second(UnixTime::EPOCH, 1000);
/// let plain = Plain { ticks: millis, bits: 2, last: u64::MAX };
/// let mut generator = Generator::new(UnixTime::from_millis(7), plain);
/// assert_eq!([generator.generate(), generator.generate()], [Ok(28), Ok(29)]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Plain {
    /// The ticks.
    pub ticks: Ticks,
    /// The bits of the number inside a tick.
    pub bits: u32,
    /// The last tick.
    pub last: u64,
}

impl Scheme for Plain {
    type Id = u64;

    #[inline]
    fn positions(&self) -> Positions {
        Positions::new(self.ticks, self.bits, self.last)
    }

    #[inline]
    fn id(&self, position: u64) -> u64 {
        position
    }

    #[inline]
    fn position(&self, id: u64) -> u64 {
        id
    }
}

/// A counter that issues nothing from `limit` on, until its owner raises that.
#[derive(Debug)]
pub struct Granted<'a> {
    /// The next number.
    pub counter: u64,
    /// The first number that is not granted.
    pub limit: &'a Cell<u64>,
}

impl Counter for Granted<'_> {
    const SHARED: bool = false;

    fn advance(
        &mut self,
        step: impl Fn(u64, Range<u64>) -> Result<Range<u64>, GenerateError>,
    ) -> Result<Range<u64>, GenerateError> {
        let limit = self.limit.get();
        self.counter.advance(|counter, granted| match step(counter, granted)? {
            range if range.end <= limit => Ok(range),
            _ => Err(GenerateError::Spent),
        })
    }
}
