//! One run after the other, with nothing kept in between: no identifier twice.

use std::collections::HashSet;
#[cfg(unix)]
use std::io::{BufRead, Read};

use crate::run::ids;
#[cfg(unix)]
use crate::run::talking;

/// A tick each, so that many identifiers are far ahead of any clock.
const SECONDS: &str = "new snowflake --layout sign:1,timestamp:41,worker:22 --epoch 2024-01-01 \
                       --unit 1s --worker 1 --counter none";

#[test]
fn many_short_runs() {
    for arguments in [
        "new snowflake --flavour sonyflake-v1 --machine 1",
        "new snowflake --flavour twitter --node datacenter=1,worker=1",
        "new kuid --flavour local",
        "new kuid --name app@host --drift 5",
        "new siq --domain 0 --shard 1 --kind content",
    ] {
        let mut seen = HashSet::new();
        for _ in 0..60 {
            assert!(seen.insert(ids(arguments).ok().out), "{arguments}");
        }
    }
}

/// Ahead of the clock too: the first run ends when the clock has caught up.
#[test]
fn runs_ahead_of_the_clock() {
    let bwmarrin = "new snowflake --flavour bwmarrin --node 1 --max-ahead 10s -n 100000";
    let (one, other) = (ids(bwmarrin).ok(), ids(bwmarrin).ok());
    let seen: HashSet<_> = one.lines().into_iter().chain(other.lines()).collect();
    assert_eq!(seen.len(), 200_000);
}

/// A tick that is longer than a user waits: what to do is said, and nothing is made.
#[test]
fn a_long_tick() {
    let hours = SECONDS.replace("--unit 1s", "--unit 20000h");
    let run = ids(&hours).code(1);
    assert!(run.err.contains("without --after") && run.out.is_empty(), "{}", run.err);
    // Who says what was last, or when it is, need not wait.
    assert_eq!(ids(&format!("{hours} --after 1")).ok().lines().len(), 1);
    assert_eq!(ids(&format!("{hours} --at 2026-01-01")).ok().lines().len(), 1);
    assert_eq!(ids(&format!("{hours} -n 0")).ok().out, "");
}

/// Interrupted while identifiers are ahead of the clock: the next run is told where to begin.
#[test]
#[cfg(unix)]
fn interrupted() {
    use nix::{
        sys::signal::{Signal, kill},
        unistd::Pid,
    };
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        let more = ["--max-ahead", "48h", "-n", "90000"];
        let (mut child, _, stdout) =
            talking(&SECONDS.split_whitespace().chain(more).collect::<Vec<_>>());
        let lines = stdout.lines().take(90_000);
        let last = lines.last().unwrap().unwrap();
        kill(Pid::from_raw(child.id().try_into().unwrap()), signal).unwrap();
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert!(said.contains(&format!("--after {last}")), "{signal}: {said}");
        assert_eq!(child.wait().unwrap().code(), None, "{signal} ends it");
    }
}

/// Random parts repeat nothing: such formats wait for no tick, and not at the end.
#[test]
fn random_parts() {
    let flax = "new flax --monotonic -n 3 --max-ahead 48h --max-wait 0s";
    assert_eq!(ids(flax).ok().lines().len(), 3);
    assert_eq!(ids("new flax --max-wait 0s").ok().lines().len(), 1);
    assert_eq!(ids("new luuid --group a --keys 1 --max-wait 0s").ok().lines().len(), 1);
}
