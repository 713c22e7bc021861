//! What goes wrong in the world, with real processes over real stores: identifiers repeat under a
//! lease with a time-out, and keys where each takes the one after the highest. Under granted ranges they do
//! not.
//!
//! `IDS_RESERVE_STORES` names the stores, such as `sqlite postgres pgbouncer etcd`. Without it they are
//! in SQLite files.
#![cfg(all(target_os = "linux", feature = "sqlite", not(miri)))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![allow(unreachable_pub, reason = "the modules of a test")]
#![cfg_attr(
    not(all(feature = "postgres", feature = "etcd")),
    allow(dead_code, reason = "what servers need")
)]

use ground::Ground;
use ids_testkit::servers::is_named;
use scenarios::{BACKED_UP, FULL, REPLACED, SCENARIOS, Scenario, each_way};
use world::{Way, World};

#[path = "../between/mod.rs"]
mod between;
#[cfg(all(feature = "etcd", target_os = "linux"))]
mod etcd;
mod ground;
mod keys;
mod lease;
#[cfg(all(feature = "postgres", target_os = "linux"))]
mod postgres;
mod process;
mod scenarios;
mod sqlite;
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

#[test]
fn files() {
    if is_named("sqlite") {
        each_way(&sqlite::Files { replaced: true }, Way::ALL[0], &REPLACED);
        hold(&sqlite::Files { replaced: false }, Way::ALL, &[FULL, BACKED_UP]);
    }
}

#[test]
#[cfg(all(feature = "postgres", target_os = "linux"))]
fn postgres() {
    let ground = is_named("postgres").then(postgres::Postgres::start).flatten();
    if let Some(ground) = ground {
        hold(&ground, Way::ALL, &[BACKED_UP, scenarios::SERVERS]);
    }
}

#[test]
#[cfg(all(feature = "postgres", target_os = "linux"))]
fn postgres_behind_pgbouncer() {
    let ground = is_named("pgbouncer").then(postgres::Postgres::start_pooled).flatten();
    if let Some(ground) = ground {
        hold(&ground, Way::GRANTED, &[]);
    }
}

#[test]
#[cfg(all(feature = "etcd", target_os = "linux"))]
fn etcd() {
    let ground = is_named("etcd").then(etcd::Etcd::start).flatten();
    if let Some(ground) = ground {
        hold(&ground, Way::ALL, &[BACKED_UP, scenarios::SERVERS]);
    }
}

/// A store that forgets is no store: this is the premise that nothing else replaces.
#[test]
fn a_copy_that_serves_at_once_repeats() {
    for way in [Way::Grants, Way::Blocks] {
        let mut world = World::new(&sqlite::Files { replaced: false }, "at-once", way);
        let mut one = scenarios::begin_before_a_copy(&mut world);
        scenarios::go_on_with_the_copy(&mut world, &mut one);
        assert!(world.duplicates() > 0);
    }
}
