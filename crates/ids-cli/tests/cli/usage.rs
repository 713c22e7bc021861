//! Arguments that say too little, too much or nothing known: exit code 2, nothing made.

use crate::run::{ids, with_input};

#[test]
fn usage_errors() {
    for arguments in [
        "",
        "frobnicate",
        "new",
        "new uuid",
        "new flax -n -1",
        "new flax -n 1e3",
        "new flax --at noon",
        "new flax --json --explain",
        "new flax --form octal",
        "new flax --after 0RdKJcx",
        "new flax --max-ahead 1",
        "new snowflake",
        "new snowflake --flavour twitter",
        "new snowflake --flavour twitter --worker 1",
        "new snowflake --flavour twitter --node datacenter=1",
        "new snowflake --flavour twitter --node datacenter=1,worker=32",
        "new snowflake --flavour twitter --node datacenter=1,worker=1,worker=1",
        "new snowflake --flavour twitter --node datacenter=1,worker=1,machine=1",
        "new snowflake --flavour twitter --node datacenter=1,worker=1,sequence=1",
        "new snowflake --flavour twitter --node datacenter",
        "new snowflake --flavour sonyflake-v1",
        "new snowflake --flavour mastodon --worker 1",
        "new snowflake --flavour linkedin --worker 1",
        "new snowflake --flavour yitter --worker 1",
        "new snowflake --flavour myspace --worker 1",
        "new snowflake --layout timestamp:64",
        "new snowflake --layout timestamp:64 --epoch 2024-01-01",
        "new snowflake --layout timestamp:63 --epoch 2024-01-01 --unit 1ms",
        "new snowflake --layout timestamp:65 --epoch 2024-01-01 --unit 1ms",
        "new snowflake --layout timestamp:40,worker:30 --epoch 2024-01-01 --unit 1ms --worker 1",
        "new snowflake --layout timestamp:64,worker:0 --epoch 2024-01-01 --unit 1ms --worker 1",
        "new snowflake --layout timestamp:64,worker:1 --epoch 2024-01-01 --unit 1ms --worker 1",
        "new snowflake --layout worker:10,timestamp:54 --epoch 2024-01-01 --unit 1ms --worker 1",
        "new snowflake --layout timestamp:32,timestamp:32 --epoch 2024-01-01 --unit 1ms",
        "new snowflake --layout time:54,worker:10 --epoch 2024-01-01 --unit 1ms --worker 1",
        "new snowflake --layout timestamp:54,w!:10 --epoch 2024-01-01 --unit 1ms --worker 1",
        "new snowflake --layout timestamp:54,:10 --epoch 2024-01-01 --unit 1ms --worker 1",
        "new snowflake --layout timestamp:54,worker:10 --epoch 2024-01-01 --unit 0s --worker 1",
        "new snowflake --flavour twitter --layout timestamp:64 --epoch 2024-01-01 --unit 1ms",
        "inspect --format uuid x",
        "inspect --format flax --flavour discord x",
        "inspect --flavour myspace x",
        "inspect --format flax --form tid x",
        "convert --to hex 1",
        "convert --format flax x",
        "convert --format flax --to tid 0RdKJcxqVBiAiQr0",
        "convert --format flax --from hex --form hex --to hex x",
        "range flax",
        "range flax --from 2024-01-01",
        "range uuid --from 2024-01-01 --to 2024-02-01",
        "info uuid",
        "info flax --flavour discord",
        "completions cmd",
        "man frobnicate",
        "--color sometimes info",
    ] {
        let run = ids(arguments).code(2);
        assert_eq!(run.out, "", "{arguments}");
        assert!(!run.err.is_empty(), "{arguments}");
    }
}

/// What an unset variable gives is not a node, a domain or a group, which every process would share.
#[test]
fn nothing_is_no_name() {
    for (arguments, option) in [
        ("new kuid", "--node"),
        ("new siq --shard 1 --kind user", "--domain"),
        ("new luuid", "--group"),
        ("range luuid --flavour v8 --key 1", "--group"),
        ("inspect", "--domain"),
    ] {
        let all: Vec<_> = arguments.split(' ').chain([option, ""]).collect();
        let run = with_input(&all, b"").code(2);
        assert!(run.err.contains(option), "{arguments}: {}", run.err);
    }
    let padded = ["new", "siq", "--shard", "1", "--kind", "user", "--domain", "Example.COM "];
    let run = with_input(&padded, b"").code(2);
    assert!(run.err.contains("expected 'a domain' at index 11"), "{}", run.err);
    ids("new siq --shard 1 --kind user --domain 0").ok();
}

/// What is missing is named, and how to give it.
#[test]
fn messages_help() {
    for (arguments, parts) in [
        ("new snowflake --flavour twitter", vec!["datacenter", "--node datacenter=N,worker=N"]),
        ("new snowflake --flavour sonyflake-v2", vec!["machine", "--worker N"]),
        ("new snowflake --flavour mastodon --worker 1", vec!["mastodon", "read"]),
        ("new snowflake --flavour twitter --node datacenter=1,worker=32", vec!["worker", "31"]),
        ("inspect --format uuid x", vec!["uuid", "flax", "snowflake"]),
        ("inspect --flavour myspace x", vec!["myspace", "discord"]),
        ("convert --format flax --to tid x", vec!["tid", "base64", "hex"]),
    ] {
        let run = ids(arguments).code(2);
        for part in parts {
            assert!(run.err.contains(part), "{arguments}: {}", run.err);
        }
    }
}
