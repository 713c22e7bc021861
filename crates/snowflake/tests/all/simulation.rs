//! The generators under a clock that goes wrong in all the ways clocks do.

#![cfg(not(miri))]

use core::time::Duration;

use ids_testkit::{SimClock, simulate};
use snowflake::{
    DynamicNode, FLAVOURS, Flavour, Generator, Kind, Node, Policy, Snowflake, Twitter,
};

/// Every time of the walk fits every flavour: the walk begins half a year after its epoch.
const LATER: Duration = Duration::from_secs(15_552_000);

const COUNT: u64 = 200_000;

#[test]
fn every_flavour() {
    for (seed, flavour) in (1..).zip(FLAVOURS.iter().copied().filter(Flavour::generates)) {
        for (max_ahead, rolling) in
            [(Duration::ZERO, 0), (Duration::ZERO, 2), (Duration::from_secs(1), 1)]
        {
            let values: Vec<_> =
                flavour.node_fields().map(|field| (field.name(), field.max())).collect();
            let clock = SimClock::new(seed, flavour.ticks().epoch() + LATER);
            let node = DynamicNode::new(flavour, &values).unwrap();
            let mut generator = Generator::new(&clock, node)
                .with_policy(Policy::Borrow { max_ahead })
                .with_rolling_start(rolling);
            let time = |bits| flavour.time(bits);
            let report = simulate(&clock, COUNT, || generator.generate(), time, max_ahead);
            let outcome = (report.acknowledged, report.violations());
            assert_eq!(outcome, (COUNT, 0), "{} {clock:?} {report}", flavour.name());
        }
    }
}

/// A shared generator keeps the same promises.
#[cfg(target_has_atomic = "64")]
#[test]
fn shared() {
    for seed in 0..4 {
        let clock = SimClock::new(seed, Twitter::FLAVOUR.ticks().epoch() + LATER);
        let values = [(Twitter::DATACENTER, 1), (Twitter::WORKER, 2)];
        let generator = Generator::shared(&clock, Node::<Twitter>::new(&values).unwrap());
        let report =
            simulate(&clock, COUNT, || generator.generate(), Snowflake::time, Duration::ZERO);
        assert_eq!((report.acknowledged, report.violations()), (COUNT, 0), "{clock:?} {report}");
    }
}
