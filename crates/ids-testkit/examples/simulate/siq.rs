//! Generators of all qualifiers: once waiting, once borrowing up to ten seconds.

use core::time::Duration;

use ids_testkit::{SimClock, simulate};
use siq::{DomainHash, Generator, Policy, Qualifier, Siq, UnixTime};

use crate::run::timed;

const START: UnixTime = UnixTime::from_secs(1_732_104_000);

pub(crate) fn run(count: u64, seed: u64) -> u64 {
    let share = count / Qualifier::ALL.len() as u64;
    let mut broken = 0;
    for max_ahead in [Duration::ZERO, Duration::from_secs(10)] {
        let clock = SimClock::new(seed, START);
        let mut generator = Generator::new(&clock, DomainHash::DEVELOPMENT, 1)
            .with_policy(Policy::Borrow { max_ahead });
        for &qualifier in Qualifier::ALL {
            let mut sequence = generator.sequence(qualifier);
            let name = format!("{qualifier}, ahead at most {max_ahead:?}");
            broken += timed(&name, share, || {
                simulate(&clock, share, || sequence.generate(), Siq::time, max_ahead)
            });
        }
    }
    broken
}
