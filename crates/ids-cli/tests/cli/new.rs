//! `ids new`.

use std::collections::HashSet;

use crate::run::ids;

const AT: &str = "--at 2024-02-29T12:00:00Z";
const DISCORD: &str = "new snowflake --flavour discord --node worker=1,process=0";

/// The seed's bits are drawn, and the operating system's are different every time.
#[test]
fn unseeded() {
    let run = ids(&format!("new flax -n 1000 {AT}")).ok();
    assert_eq!(run.lines().into_iter().collect::<HashSet<_>>().len(), 1000);
    assert_ne!(run.out, ids(&format!("new flax -n 1000 {AT}")).ok().out);
}

/// The clock stands still: a tick's identifiers and no more, unless they may be ahead of it.
#[test]
fn beyond_the_tick() {
    for (format, tick, short, enough) in [
        (DISCORD, 4096, "1ms", "2ms"),
        ("new kuid --name a@b", 16_384, "1ms", "3ms"),
        ("new siq --domain 0 --shard 1 --kind user --form uuid", 2048, "15us", "31us"),
        ("new siq --domain 0 --shard 1 --kind thread --form uuid", 4096, "15us", "31us"),
        ("new siq --domain 0 --shard 1 --kind content --form uuid", 8192, "15us", "31us"),
    ] {
        let (one, two) = (tick + 1, 2 * tick + 1);
        let run = ids(&format!("{format} {AT} -n {one}")).code(1);
        assert_eq!(run.lines().len(), tick, "{format}");
        let why = format!("{tick} of {one}");
        assert!(run.err.contains("--max-ahead") && run.err.contains(&why), "{}", run.err);
        let run = ids(&format!("{format} {AT} -n {two} --max-ahead {enough}")).ok();
        assert_eq!(run.lines().len(), two, "{format}");
        assert!(run.lines().is_sorted_by(|a, b| a < b), "{format}");
        ids(&format!("{format} {AT} -n {two} --max-ahead {short}")).code(1);
    }
}

/// By the system's clock, waiting from tick to tick.
#[test]
fn many_ticks() {
    let run = ids(&format!("{DISCORD} -n 20000 --max-wait 60s")).ok();
    let lines: Vec<u64> = run.lines().iter().map(|line| line.parse().unwrap()).collect();
    assert_eq!(lines.len(), 20_000);
    assert!(lines.is_sorted_by(|a, b| a < b));
}
