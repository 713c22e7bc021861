//! `ids info`.

use std::collections::HashSet;

use crate::run::ids;

#[test]
fn lists_every_format() {
    let run = ids("info").ok();
    assert!(run.out.contains("flax") && run.out.contains("snowflake"), "{}", run.out);
    let all = ids("info snowflake --json").ok().json();
    let flavours: Vec<_> =
        all.iter().filter_map(|info| info["flavour"].as_str().map(str::to_owned)).collect();
    assert_eq!(
        flavours,
        [
            "twitter",
            "discord",
            "suou",
            "instagram",
            "mastodon",
            "sonyflake-v1",
            "sonyflake-v2",
            "bwmarrin",
            "baidu",
            "yitter",
            "tid",
            "linkedin"
        ]
    );
    let listed = ids("info snowflake").ok();
    for flavour in flavours {
        assert!(listed.out.lines().any(|line| line.starts_with(&flavour)), "{flavour}");
    }
}

/// Epoch, tick, end, instant from which a signed integer is negative, identifiers in a tick.
#[test]
fn dates() {
    for (name, epoch, tick, ends, negative, per_tick) in [
        (
            "flax",
            "2015-01-01T00:00:00Z",
            1_000_000,
            "2049-11-03T19:53:47.776Z",
            None,
            Some("72057594037927936"),
        ),
        (
            "snowflake --flavour twitter",
            "2010-11-04T01:42:54.657Z",
            1_000_000,
            "2080-07-10T17:30:30.209Z",
            None,
            Some("4096"),
        ),
        (
            "snowflake --flavour discord",
            "2015-01-01T00:00:00Z",
            1_000_000,
            "2154-05-15T07:35:11.104Z",
            Some("2084-09-06T15:47:35.552Z"),
            Some("4096"),
        ),
        (
            "snowflake --flavour sonyflake-v1",
            "2014-09-01T00:00:00Z",
            10_000_000,
            "2188-11-16T03:28:58.88Z",
            None,
            Some("256"),
        ),
        (
            "snowflake --flavour sonyflake-v2",
            "2025-01-01T00:00:00Z",
            10_000_000,
            "2199-03-19T03:28:58.88Z",
            None,
            Some("256"),
        ),
        (
            "snowflake --flavour baidu",
            "2016-05-19T16:00:00Z",
            1_000_000_000,
            "2024-11-20T13:24:16Z",
            None,
            Some("8192"),
        ),
        (
            "snowflake --flavour instagram",
            "2011-08-24T21:07:01.721Z",
            1_000_000,
            "2081-04-30T12:54:37.273Z",
            Some("2046-06-27T17:00:49.497Z"),
            Some("1024"),
        ),
        (
            "snowflake --flavour linkedin",
            "1970-01-01T00:00:00Z",
            1_000_000,
            "2039-09-07T15:47:35.552Z",
            None,
            None,
        ),
    ] {
        let run = ids(&format!("info --json {name}")).ok();
        let info = &run.json()[0];
        assert_eq!(info["epoch"], epoch, "{name}");
        assert_eq!(info["tick_ns"], tick.to_string(), "{name}");
        assert_eq!(info["ends"], ends, "{name}");
        assert_eq!(info.get("negative_from").and_then(|at| at.as_str()), negative, "{name}");
        assert_eq!(info.get("per_tick").and_then(|count| count.as_str()), per_tick, "{name}");
        let shown = ids(&format!("info {name}")).ok();
        assert!(shown.out.contains(epoch) && shown.out.contains(ends), "{}", shown.out);
        assert!(shown.out.lines().all(|line| line.chars().count() <= 110), "{}", shown.out);
    }
}

/// The fields cover each bit once, and no two forms have the same name.
#[test]
fn layouts() {
    for info in ids("info --json").ok().json() {
        let mut below = info["bits"].as_u64().unwrap();
        for field in info["fields"].as_array().unwrap() {
            assert_eq!(field["high"].as_u64().unwrap() + 1, below, "{info}");
            below = field["low"].as_u64().unwrap();
        }
        assert_eq!(below, 0, "{info}");
        let forms = info["forms"].as_array().unwrap();
        let names: HashSet<_> = forms.iter().map(|form| form.as_str().unwrap()).collect();
        assert_eq!(names.len(), forms.len(), "{info}");
        assert!(names.contains(info["canonical"].as_str().unwrap()), "{info}");
    }
}

#[test]
fn own_layout() {
    let own = "--layout timestamp:50,shard:14 --epoch 2020-02-02T02:02:02.5Z --unit 1s";
    let info = &ids(&format!("info --json {own}")).ok().json()[0];
    assert_eq!(info["epoch"], "2020-02-02T02:02:02.5Z");
    assert_eq!(info["per_tick"], "1");
    assert_eq!(info["ends"], "1125901487451546 s since the Unix epoch");
    let widest = "--layout timestamp:64 --epoch 2024-01-01 --unit 1024us";
    let info = &ids(&format!("info --json {widest}")).ok().json()[0];
    assert_eq!(info["tick_ns"], "1024000");
    assert_eq!(info["ends"], "18889467635545780 s since the Unix epoch");
}
