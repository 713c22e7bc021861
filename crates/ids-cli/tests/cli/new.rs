//! `ids new`.

use std::collections::HashSet;

use crate::run::{ids, with_input};

const AT: &str = "--at 2024-02-29T12:00:00Z";
const DISCORD: &str = "new snowflake --flavour discord --node worker=1,process=0";

/// The seed's bits are drawn, and the operating system's are different every time.
#[test]
fn unseeded() {
    let run = ids(&format!("new flax -n 1000 {AT}")).ok();
    assert_eq!(run.lines().into_iter().collect::<HashSet<_>>().len(), 1000);
    assert_ne!(run.out, ids(&format!("new flax -n 1000 {AT}")).ok().out);
}

#[test]
fn monotonic() {
    // Where the clock stands still, the millisecond may have no room for all of them after a random start.
    for options in ["", "--at 2024-01-01 --max-ahead 1ms"] {
        let run = ids(&format!("new flax --monotonic -n 10000 {options}")).ok();
        let lines = run.lines();
        assert_eq!(lines.len(), 10_000);
        assert!(lines.is_sorted_by(|a, b| a < b), "{options}");
    }
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

/// What the originals of two formats make at the same instant: the last of some.
#[test]
fn as_the_originals() {
    let kuid = "kuid -n 2 --at 2018-10-15T17:41:15.432128Z";
    let siq = "siq --domain example.com --shard 1 --at 2024-11-20T12:00:00.25Z";
    for (start, arguments, expected) in [
        (kuid, "--node uid@127.0.0.1", ".5.tXVEf8n8vPN.0"),
        (kuid, "--node 03eb2732", ".5.tXVEf8n8vPN.0"),
        (kuid, "--node 03EB2732", ".5.tXVEf8n8vPN.0"),
        (kuid, "--node uid@127.0.0.1 --1.3.5", ".5.tXVEf8n4vPN.0"),
        (kuid, "--node uid@127.0.0.1 --drift 5", ".5.tXa0xODOQPN.0"),
        (kuid, "--node uid@127.0.0.1 --drift 10", ".5.tX.ygbBdvPN.0"),
        (kuid, "--flavour local", ".5.tXbhdV.3"),
        (siq, "--kind message -n 6", "did:siq:lm2a3kiagopopibaaaamgzymuoac6"),
        (siq, "--kind user --form hex", "673dcf4040000186ce19470000"),
        (siq, "--kind user --local-id 7 --form hex", "673dcf4040000107ce19470000"),
        (siq, "--kind user --form mastodon", "@dvo3hueagopopibaaaamgzymuoaaa@example.com"),
        (siq, "--kind user --form matrix", "@dvo3hueagopopibaaaamgzymuoaaa:example.com"),
        (siq, "--kind user --form crockford0", "06EFEF810000C6SRCME000"),
    ] {
        let run = ids(&format!("new {start} {arguments}")).ok();
        assert_eq!(run.lines().last(), Some(&expected), "{arguments}");
    }
}

/// LUUID has no time: its keys follow each other until the last one.
#[test]
fn consecutive_keys() {
    let run = ids("new luuid --group person --key 1 -n 10000 --json").ok();
    for (key, line) in (1..).zip(run.json()) {
        assert_eq!(line["fields"]["key"], i32::to_string(&key));
        assert_eq!((&line["fields"]["group"], line.get("time")), (&"672".into(), None));
    }
    for (arguments, count) in [
        ("--group person --key ffffffffffff -n 2", 1),
        ("--group-number aa1 --after ffffffff-ffff-6aa1-a789-28ef27ab7c62", 0),
    ] {
        let run = ids(&format!("new luuid {arguments}")).code(1);
        assert_eq!(run.lines().len(), count, "{arguments}");
        assert!(run.err.contains("the last identifier of the range"), "{}", run.err);
    }
}

/// It is said that --after is ahead, not that the clock's tick is spent.
#[test]
fn behind_the_last() {
    let flax = "new flax --monotonic --after 0RdKJcxqVBiAiQr0 --at";
    for (arguments, until) in [
        (format!("{flax} 2015-10-15 --max-ahead 5ms"), "2015-10-15T20:10:25.802Z"),
        // The last number of its tick.
        (
            format!("{DISCORD} --after 175928847303180287 --at 2016-04-30T11:18:25.796Z"),
            "2016-04-30T11:18:25.797Z",
        ),
    ] {
        let run = ids(&arguments).code(1);
        let why = format!("the first identifier after --after is available at {until}");
        assert!(run.err.contains(&why) && run.out.is_empty(), "{arguments}: {}", run.err);
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

#[test]
fn json_is_what_inspect_says() {
    for arguments in ["flax --seed 7", "snowflake --flavour discord --node worker=1,process=2"] {
        let made = ids(&format!("new {arguments} {AT} --json")).ok().json().remove(0);
        let text = made["text"].as_str().unwrap();
        let choice = match made["flavour"].as_str() {
            Some(flavour) => format!("--flavour {flavour}"),
            None => "--format flax".into(),
        };
        let mut seen = ids(&format!("inspect --json {choice} -- {text}")).ok().json().remove(0);
        seen.as_object_mut().unwrap().remove("input");
        assert_eq!(made, seen);
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

#[test]
fn times() {
    for time in [
        "2016-04-30T11:18:25.796Z",
        "2016-04-30T13:18:25.796+02:00",
        "2016-04-30T11:18:25.796999999Z",
        "1462015105796ms",
        "1462015105.796s",
    ] {
        let run = ids(&format!("{DISCORD} --at {time} --json")).ok();
        assert_eq!(run.json()[0]["time"], "2016-04-30T11:18:25.796Z", "{time}");
    }
    let arguments: Vec<_> =
        DISCORD.split(' ').chain(["--at", "9999-12-31T23:00:00-01:00"]).collect();
    with_input(&arguments, b"").code(2).says("the time is after the year 9999");
    for time in ["2016-12-31T23:59:60Z", "2024-02-29t12:00:60.5+01:00", "2016-12-31 23:59:60Z"] {
        let arguments: Vec<_> = DISCORD.split(' ').chain(["--at", time]).collect();
        with_input(&arguments, b"").code(2).says("a leap second");
    }
}

#[test]
fn outside_the_format() {
    for arguments in [
        "new flax --at 2014-12-31T23:59:59.999Z",
        "new flax --at 2049-11-03T19:53:47.776Z",
        "new snowflake --flavour twitter --node datacenter=0,worker=0 --at 2010-11-04",
        "new snowflake --flavour baidu --worker 1 --at 2024-11-20T13:24:16Z",
    ] {
        let run = ids(arguments).code(1);
        assert!(run.err.starts_with("error: the time is "), "{}", run.err);
        assert_eq!(run.out, "");
    }
    ids("new flax --at 2049-11-03T19:53:47.775Z").ok();
}
