//! What goes wrong in the world, with real processes over real stores: identifiers repeat under a
//! lease with a time-out, and keys where each takes the one after the highest. Under granted ranges they do
//! not.

use ids_testkit::servers::{Etcd, Postgres, is_named};

pub use self::world::FileClock;
use self::{
    scenarios::{BACKED_UP, FULL, REPLACED, SCENARIOS, SERVERS, Scenario, each_way},
    world::{Way, World},
};
use crate::{
    ground::{Files, Ground, Place, named},
    postgres::Pooled,
};

mod keys;
mod lease;
mod process;
mod scenarios;
mod world;

/// Not a test: a process that the tests start.
#[test]
#[ignore = "the tests start it"]
fn a_holder() {
    process::serve();
}

/// Runs the scenarios of every store at the same time. Those in `alone` run first, one after the other:
/// they copy the store, which is small then.
fn hold(ground: &dyn Ground, [nodes, keys]: [&[Way]; 2], alone: &[Scenario]) {
    for scenario in alone {
        each_way(ground, nodes, scenario);
    }
    if !alone.is_empty() {
        each_way(ground, keys, &keys::BACKED_UP);
    }
    std::thread::scope(|scope| {
        for scenario in SCENARIOS {
            scope.spawn(|| each_way(ground, nodes, scenario));
        }
        for scenario in keys::SCENARIOS {
            scope.spawn(|| each_way(ground, keys, scenario));
        }
        for way in [Way::Grants, Way::Blocks] {
            scope.spawn(move || scenarios::a_lost_reply_wastes_nothing(ground, way));
        }
    });
}

/// Leases are tried over files alone: what they repeat does not depend on where their table is.
#[test]
fn files() {
    if is_named("sqlite") {
        each_way(&Files { replaced: true, ..Files::new() }, Way::ALL[0], &REPLACED);
        hold(&Files::new(), Way::ALL, &[FULL, BACKED_UP]);
    }
}

fn server<K: Place>() {
    if let Some(server) = named::<K>() {
        hold(&server, Way::GRANTED, &[BACKED_UP, SERVERS]);
    }
}

#[test]
fn postgres() {
    server::<Postgres>();
}

#[test]
fn postgres_behind_pgbouncer() {
    if let Some(pooled) = is_named("pgbouncer").then(Pooled::start).flatten() {
        hold(&pooled, Way::GRANTED, &[]);
    }
}

#[test]
fn etcd() {
    server::<Etcd>();
}

/// A store that forgets is no store: this is the premise that nothing else replaces.
#[test]
fn a_copy_that_serves_at_once_repeats() {
    for way in [Way::Grants, Way::Blocks] {
        let files = Files::new();
        let mut world = World::new(&files, "at-once", way);
        let mut one = scenarios::begin_before_a_copy(&mut world);
        scenarios::go_on_with_the_copy(&mut world, &mut one);
        assert!(world.duplicates() > 0);
    }
}
