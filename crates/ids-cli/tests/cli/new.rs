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
        ("new kuid --node a@b", 16_384, "1ms", "3ms"),
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

/// A parameter is spelt as in the packages, alone and together with its neighbours.
#[test]
fn one_spelling() {
    for (one, others) in [
        (
            "discord --worker 1 --process 5",
            &[
                "discord --node 37",
                "discord --node worker=1,process=5",
                "discord --node process=5 --worker 1",
            ][..],
        ),
        ("twitter --datacenter 11 --worker 26", &["twitter --node 378"]),
        ("bwmarrin --node 7", &["bwmarrin --node node=7", "bwmarrin --worker 7"]),
        ("sonyflake-v2 --machine 5", &["sonyflake-v2 --node 5", "sonyflake-v2 --worker 5"]),
        ("kuid --name app@host", &["kuid --node app@host"]),
        ("kuid --name-1-3-5 app@host", &["kuid --node app@host --1.3.5"]),
    ] {
        let made = |arguments| ids(&format!("new {arguments} --at 2026-02-28")).ok().out;
        for other in others {
            assert_eq!(made(one), made(other), "{other}");
        }
    }
    let layout = "--layout timestamp:42,worker:5,rack:5,step:12 --epoch 2020-01-01 --unit 1ms";
    for (arguments, why) in [
        ("discord --worker 1", "a value for process"),
        ("discord --node 1024", "1024, but holds at most 1023"),
        ("discord --node 37 --worker 1", "node has two values"),
        ("discord --node 37,37", "node has two values"),
        ("discord --node workr=1", "no node field 'workr': it has worker, process"),
        ("discord --node x", "name=number, or the node's number"),
        ("discord --shard 1", "no node field 'shard': it has worker, process"),
        ("twitter --datacenter 1 --store sqlite:none", "--store or --datacenter, not both"),
        ("snowflake --node rack=1", "--flavour NAME"),
        (&format!("snowflake {layout} --node 1,node=1"), "node has two values"),
        ("kuid --node 89abcdef --name c@d", "one of these is wanted: node, name, name_1_3_5"),
        ("kuid --node a@b --name c@d", "name has two values"),
        ("kuid --name a@b --store sqlite:none", "--store or --name, not both"),
        ("kuid --flavour local --name a@b", "--name is for --flavour global"),
    ] {
        ids(&format!("new {arguments} --at 2026-02-28")).code(2).says(why);
    }
}

/// More bits than the number has are a mistake.
#[test]
fn rolling_start_of_too_many_bits() {
    for (arguments, most) in [
        ("snowflake --flavour discord --node worker=1,process=0", 12),
        (
            "snowflake --layout timestamp:60,worker:4 --epoch 2024-01-01 --unit 1ms --worker 1 --counter none",
            0,
        ),
        ("kuid --node a@b", 14),
        ("kuid --flavour local", 14),
        ("siq --domain 0 --shard 1 --kind user", 11),
        ("siq --domain 0 --shard 1 --kind content", 13),
    ] {
        ids(&format!("new {arguments} {AT} --rolling-start {most}")).ok();
        ids(&format!("new {arguments} {AT} --rolling-start {}", most + 1))
            .code(2)
            .says(&format!("has {most} bits"));
    }
}
