//! Processes that make identifiers at full speed, by the real clock and with real keepers: while their
//! store is away, and until there are many.
//!
//! `IDS_RESERVE_AWAY` is how many seconds a store is away, 2 by default, and `IDS_RESERVE_COUNT` how many identifiers
//! eight processes make, 200,000 by default.

use core::time::Duration;
use std::{env, fs, thread, time::Instant};

use ids_testkit::servers::{Etcd, Folder, Postgres, is_named};

use self::{
    merge::{Found, merge},
    processes::{Fleet, State},
};
use crate::ground::{Files, Ground, Place, named};

mod merge;
mod processes;
mod worker;

/// Not a test: a process of the fleet.
#[test]
#[ignore = "the tests start it"]
fn a_worker() {
    worker::run();
}

fn number(name: &str, default: u64) -> u64 {
    env::var(format!("IDS_RESERVE_{name}")).map_or(default, |number| number.parse().unwrap())
}

fn seconds_away() -> u64 {
    number("AWAY", 2)
}

fn count() -> u64 {
    number("COUNT", 200_000)
}

/// A store is away for some seconds: its holders use up what was granted, and then make nothing until it is
/// there again.
fn away(ground: &dyn Ground, how: &str) {
    let mut fleet = Fleet::new(ground.place(), "away");
    for _ in 0..4 {
        fleet.start();
    }
    fleet.wait_for(State::Making);
    let (begin, before) = (Instant::now(), fleet.count());
    let come_back = if how == "killed" { ground.kill() } else { ground.hang() };
    fleet.wait_for(State::Spent);
    let (spent, granted) = (begin.elapsed(), fleet.count() - before);
    thread::sleep(Duration::from_secs(seconds_away()).saturating_sub(spent));
    assert_eq!(fleet.count(), before + granted, "nothing was made of nothing");
    assert!(fleet.are_all(State::Spent));
    come_back();
    fleet.wait_for(State::Making);
    let found = fleet.end();
    println!(
        "{} {how} for {} s: {before} identifiers before, {granted} of what was granted, spent \
         within {:.1} s, {} after; {} twice",
        ground.name(),
        begin.elapsed().as_secs(),
        spent.as_secs_f64(),
        found.count - before - granted,
        found.twice,
    );
    assert_eq!(found.twice, 0);
    assert_eq!((found.runs, found.numbers), (4, 4), "each has its number still");
}

/// Eight processes make `IDS_RESERVE_COUNT` identifiers. They take and give back numbers all the time, and 20 of
/// them are killed: each fifth time with the server. There are fewer numbers than have died and live.
fn many(ground: &dyn Ground) {
    let count = count();
    let mut fleet = Fleet::new(ground.place(), "many");
    let begin = Instant::now();
    for _ in 0..8 {
        fleet.start();
    }
    let mut kills = 0;
    // A busy machine may make all of them between two looks.
    while fleet.count() < count || kills == 0 {
        if fleet.count() > count * (kills + 1) / 21 {
            kills += 1;
            let restart = (kills % 5 == 0 && ground.name() != "sqlite").then(|| ground.kill());
            fleet.kill_oldest();
            if let Some(restart) = restart {
                restart();
            }
            fleet.start();
        }
        fleet.look();
    }
    let made = begin.elapsed();
    let found = fleet.end();
    println!(
        "{}: {} of {} leases of {} numbers, {kills} kills, {:.1} s; {} twice",
        ground.name(),
        found.count,
        found.runs,
        found.numbers,
        made.as_secs_f64(),
        found.twice,
    );
    assert!(found.count >= count && kills > 0 && found.runs > 28);
    assert_eq!(found.twice, 0);
}

#[test]
fn the_merge_finds_what_is_there_twice() {
    let folder = Folder::new("merge");
    let runs: [&[u64]; 4] = [&[1, 4, 5, 1 << 12], &[2, 4], &[], &[3, 4, 6]];
    for (run, ids) in runs.iter().enumerate() {
        let mut bytes: Vec<u8> = ids.iter().flat_map(|id| id.to_le_bytes()).collect();
        // A process that was killed in the middle of one.
        bytes.extend([7; 3]);
        fs::write(folder.path().join(run.to_string()), bytes).unwrap();
    }
    let files = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path()).collect();
    assert_eq!(merge(files), Found { count: 9, twice: 2, runs: 3, numbers: 2 });
}

#[test]
fn files() {
    if is_named("sqlite") {
        away(&Files::new(), "locked");
        many(&Files::new());
    }
}

fn server<K: Place>() {
    if let Some(server) = named::<K>() {
        away(&server, "hung");
        away(&server, "killed");
        many(&server);
    }
}

#[test]
fn postgres() {
    server::<Postgres>();
}

#[test]
fn etcd() {
    server::<Etcd>();
}
