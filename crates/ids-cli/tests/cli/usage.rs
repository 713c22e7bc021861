//! Arguments that say too little, too much or nothing known: exit code 2, nothing made.

use crate::{
    outside::PLACES,
    run::{ids, with_input},
    table::convert_discord,
};

#[test]
fn usage_errors() {
    for arguments in [
        "",
        "new",
        "new flax -n -1",
        "new flax -n 1e3",
        "new snowflake --flavour twitter --node datacenter=1",
        "new snowflake --flavour twitter --node datacenter=1,worker=1,worker=1",
        "new snowflake --flavour twitter --node datacenter=1,worker=1,sequence=1",
        "new snowflake --flavour sonyflake-v1",
        "new snowflake --flavour linkedin --worker 1",
        "new snowflake --flavour yitter --worker 1",
        "new snowflake --flavour myspace --worker 1",
        "new snowflake --layout timestamp:64 --epoch 2024-01-01",
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
        "inspect --format flax --flavour discord x",
        "convert --format flax x",
        "convert --format flax --since 2016-01-01 --json x",
        "convert --format flax --from hex --form hex --to hex x",
        "range uuid --from 2024-01-01 --to 2024-02-01",
        "--color sometimes info",
        "conform",
        "check flax --every 0",
        "range flax --from 2024-01-01 --key 1 --group person",
        "range flax --from 2024-01-01 --group-number aa1",
        "ledger",
        "ledger verify",
        "ledger check x",
        "ledger verify - --threads 0",
        "ledger verify - --threads 65",
        "ledger verify - --after 0005cd75",
        "ledger verify - --digest --keep-going",
        "ledger verify - other",
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
        with_input(&all, b"").code(2).says(option);
    }
    // Any other name is hashed as it stands, except as the domain of a handle.
    let padded = ["new", "siq", "--shard", "1", "--kind", "user", "--domain", "Example.COM "];
    with_input(&padded, b"").ok();
    with_input(&[&padded[..], &["--strict-domain"]].concat(), b"")
        .code(2)
        .says("expected 'a domain' at index 11");
    with_input(&[&padded[..], &["--form", "matrix"]].concat(), b"")
        .code(2)
        .says("no form is named 'matrix'");
    ids("new siq --shard 1 --kind user --domain 0").ok();
}

/// What is missing is named, and how to give it.
#[test]
fn messages_help() {
    refuse([
        ("new snowflake --flavour sonyflake-v2", vec!["machine", "--worker N"]),
        ("range v6 --key 1", vec!["v6 is a flavour of luuid", "--flavour v6"]),
        ("new v8", vec!["v8 is a flavour of luuid", "--flavour v8"]),
        ("new mastodon --worker 1", vec!["mastodon", "read"]),
        ("check discord --flavour tid", vec!["discord is a flavour: say it or --flavour tid"]),
        // What is only read.
        ("new UUID7", vec!["UUID7 is only read here"]),
        ("new v7", vec!["v7 is only read here, by ids inspect without --format; uuidgen"]),
        ("new sonyflake", vec!["sonyflake has several flavours: say sonyflake-v1 or sonyflake-v2"]),
        ("range ksuid --from 2024-01-01", vec!["ksuid is only read here"]),
        ("check nanoid", vec!["nanoid is only read here"]),
        (
            "info prefixed",
            vec!["prefixed is only read here, by ids inspect without --format. The formats are"],
        ),
        ("sql --database sqlite --format uuid", vec!["uuid is only read here"]),
        // What is not an identifier is a verb that is not known.
        ("inspct 0RdKJcxqVBiAiQr0", vec!["unrecognized subcommand 'inspct'", "inspect"]),
        ("flax", vec!["flax is a format: ids new flax makes one"]),
        ("--json 0RdKJcxqVBiAiQr0", vec!["--json"]),
        ("inspect --flavour twiter 1", vec!["did you mean 'twitter'?", "discord"]),
        ("check flax --form decmal", vec!["did you mean 'decimal'?"]),
        ("man ledger verfy", vec!["did you mean 'verify'?"]),
        ("new luuid --v8", vec!["--v8", "Usage"]),
        // What an option is for, where it is for something else.
        ("new flax --drift 8", vec!["is an option of 'ids new kuid', 'ids inspect'"]),
        ("inspect --flavour local --drift 8 x", vec!["--drift is for kuid's flavour global"]),
        ("inspect --format siq --json --domain example.com x", vec!["mastodon and matrix"]),
        ("inspect --flavour global --epoch 2024-01-01 1", vec!["a flavour of snowflake"]),
        // A flavour in capital letters, or misspelt, where its name alone is enough.
        ("range DISCORD", vec!["did you mean 'discord'?"]),
        ("range dicsord", vec!["did you mean 'discord'?"]),
        ("check Twitter x", vec!["did you mean 'twitter'?"]),
        ("info FLAX", vec!["did you mean 'flax'?"]),
        ("new Discord", vec!["a flavour is named 'discord'"]),
        ("new flx", vec!["a similar subcommand exists: 'flax'"]),
        ("new flax --max-ahead=1000", vec!["the number has no unit"]),
        ("new flax --max-ahead=soon", vec!["this is not a duration"]),
        ("new flax --max-ahead=", vec!["this is not a duration"]),
        ("new flax --max-ahead=1.5x", vec!["this is not a duration"]),
        ("new flax --max-ahead=-1s", vec!["a duration is not negative"]),
        ("new flax --at 2016-12-31T23:59:60Z", vec!["a leap second"]),
        ("new flax --at 2024-02-29t12:00:60.5+01:00", vec!["a leap second"]),
        ("new flax --at 9999-12-31T23:00:00-01:00", vec!["the time is after the year 9999"]),
    ]);
    assert!(!ids("new nothing").code(2).err.contains("a flavour is named"));
}

/// Nothing is assumed.
#[test]
fn messages_of_what_makes() {
    refuse([
        ("new kuid --node a@b --after .5.tXbhdV.3", vec!["11 bytes, but this form has 16"]),
        // Numbers of another length, which are not hashed as if they were names.
        ("new kuid --node 03eb273g", vec!["'g' at index 7"]),
        ("new kuid --node 03eb2732 --1.3.5", vec!["--node is a number"]),
        ("new kuid --node a@b --drift 4", vec!["5 to 10 bits, not 4"]),
        ("inspect --drift 20 .5.tXVEf8n8vPN.0", vec!["5 to 10 bits, not 20"]),
        ("range kuid --from 2018-10-15 --to 2018-10-16", vec!["--flavour"]),
        ("convert --format kuid --to base58 .5.tXbhdV.3", vec!["base64, hex, decimal, base64url"]),
        ("new luuid --group-number 1", vec!["1 byte, but this form has 3"]),
        ("new luuid --group a --key 1000000000000", vec!["13 bytes"]),
        ("new luuid --group a --key 01", vec!["leading zero"]),
        ("new luuid --key 2 --after 00000023-122e-6aa1-a789-28ef27ab7c62", vec!["cannot be"]),
        (
            "new luuid --group person --after 00000023-122e-6aa1-a789-28ef27ab7c62",
            vec!["this is of group aa1, not 2a0"],
        ),
        ("new luuid --group a --key 1 --form published", vec!["uuid, hex, urn, braced, upper\n"]),
        ("range luuid --key 1 --group a", vec!["--flavour"]),
        ("new siq", vec!["--domain <NAME>"]),
        ("new siq --domain a.example --kind user", vec!["--shard"]),
        ("new siq --domain a.example --shard 1", vec!["--kind"]),
        ("new siq --domain a.example --shard 256 --kind user", vec!["256 is not in 0..=255"]),
        ("new siq --domain b\u{fc}cher.example --shard 1 --kind user", vec!["punycode"]),
        ("convert --domain a/b --to matrix 7", vec!["expected 'a domain' at index 1"]),
        ("new evently", vec!["--event <JSON>"]),
        ("new evently --event {}", vec!["--previous <ID>|--genesis"]),
        ("new evently --genesis", vec!["--event <JSON>"]),
        (
            "new evently --event {} --genesis --previous 0005cd7556b05092aecc815daa77f99c",
            vec!["cannot be used with"],
        ),
        (
            "new evently --event {} --previous 0005CD7556B05092AECC815DAA77F99C",
            vec!["'C' at index 4"],
        ),
    ]);
}

/// Each of these lines is wrong, and its message has these parts.
fn refuse<const N: usize>(rows: [(&str, Vec<&str>); N]) {
    for (arguments, parts) in rows {
        let run = ids(arguments).code(2);
        for part in parts {
            assert!(run.err.contains(part), "{arguments}: {}", run.err);
        }
    }
}

/// Which columns and members `ids convert` reads and adds.
#[test]
fn columns_and_members() {
    for (options, why) in [
        ("--to hex --column 0", "counted from 1"),
        ("--to hex --column=", "the name is empty"),
        ("--to hex --column 1 --delimiter ab", "one character of ASCII"),
        ("--to hex --column 1 --delimiter \"", "another meaning"),
        ("--to hex --delimiter ;", "--column"),
        ("--to hex --column 1 --json", "cannot be used with"),
        ("--to hex --header --json", "cannot be used with"),
        ("--to hex --field=", "a name is empty"),
        ("--to hex --field a..b", "a name is empty"),
        ("--to hex --field id --column 1", "cannot be used with"),
        ("--to hex --field id --header", "cannot be used with"),
        ("--to hex --field id --json", "cannot be used with"),
        (
            "--add nope",
            "no field or form is named 'nope': time, timestamp, worker, process, increment, decimal",
        ),
        ("--add works", "did you mean 'worker'?"),
        ("--add time,", "no field or form is named ''"),
        ("--add time,time", "two columns are named 'time'"),
        ("--add time=hex,time", "two columns are named 'time'"),
        ("--add time --json", "cannot be used with"),
        ("", "--to <FORM>"),
    ] {
        convert_discord(options, "").code(2).says(why);
    }
    ids("convert --format luuid --add time").code(2).says("no field or form is named 'time': key");
}

/// What is left out where nothing else can be meant.
#[test]
fn short_commands() {
    for (short, full) in [
        ("0RdKJcxqVBiAiQr0", "inspect 0RdKJcxqVBiAiQr0"),
        (
            "0RdKJcxqVBiAiQr0 --json --now 2026-01-01",
            "inspect --json --now 2026-01-01 0RdKJcxqVBiAiQr0",
        ),
        ("--color always 0RdKJcxqVBiAiQr0", "--color always inspect 0RdKJcxqVBiAiQr0"),
        ("--color=never 175928847299117063 1", "inspect 175928847299117063 1"),
        ("-- -RdKJcxqVBiAiQr0", "inspect -- -RdKJcxqVBiAiQr0"),
        (
            "new discord --at 2024-01-01 --node worker=1,process=2",
            "new snowflake --flavour discord --at 2024-01-01 --node worker=1,process=2",
        ),
        (
            "new --at 2024-01-01 bwmarrin --worker 3",
            "new --at 2024-01-01 snowflake --flavour bwmarrin --worker 3",
        ),
        (
            "new global --node a@b --at 2024-01-01",
            "new kuid --flavour global --node a@b --at 2024-01-01",
        ),
        (
            "range discord --from 2024-01-01 --to 2024-02-01",
            "range snowflake --flavour discord --from 2024-01-01 --to 2024-02-01",
        ),
        ("inspect --format discord 1", "inspect --format snowflake --flavour discord 1"),
        (
            "convert --format tid --to decimal 3jzfcijpj2z2a",
            "convert --flavour tid --to decimal 3jzfcijpj2z2a",
        ),
        ("info local", "info kuid --flavour local"),
        ("info twitter --flavour twitter", "info snowflake --flavour twitter"),
        ("check discord 1 2", "check snowflake --flavour discord 1 2"),
    ] {
        let (short, full) = (ids(short), ids(full).ok());
        assert_eq!((short.code, &short.out), (0, &full.out), "{}", short.err);
    }
}

/// What is wrong with a time, in words of our own.
#[test]
fn times() {
    for (time, why) in [
        ("2016-13-01", "there is no such day"),
        ("2100-02-29", "there is no such day"),
        ("2016-02-30T00:00:00Z", "there is no such day"),
        ("2016-04-30T11:18:25", "the offset from UTC is missing"),
        ("2016-04-30 11:18", "the offset from UTC is missing"),
        ("2016-04-30T25:00:00Z", "this is not a time"),
        ("1462015105", "the number has no unit"),
        ("tomorrow", "this is not a time"),
        ("", "this is not a time"),
    ] {
        let run = with_input(&["new", "flax", "--at", time], b"").code(2);
        let write = if why.starts_with("the offset") {
            ": write Z or +02:00 at the end, or give --zone"
        } else {
            ": write 2016-04-30T11:18:25.796Z, 2016-04-30, 2016-04, 2016-W17, 1462015105s or 1462015105796ms, or now, today"
        };
        assert!(run.err.contains(why) && run.err.contains(write), "{time}: {}", run.err);
    }
}

/// A folder, which is there, in the place of an identifier.
#[test]
fn a_folder_is_no_file() {
    for (arguments, code) in [("inspect ..", 1), ("inspect --flavour discord ..", 1), ("..", 2)] {
        let ran = ids(arguments).code(code);
        assert!(ran.err.contains("this is a folder"), "{}", ran.err);
        assert!(!ran.err.contains("no such file"), "{}", ran.err);
    }
}

/// A store in a wrong place.
#[test]
fn messages_about_arguments_hide_passwords() {
    let rows = [
        ("reserve postgres://app:s3cret@db/app", "postgres://app:...@db/app"),
        ("new postgres://app:s3cr@secret@db/app", "postgres://app:...@db/app"),
        ("reserve status sqlite:x postgres://app:s3cret@db/app", "postgres://app:...@db/app"),
        ("reserve postgres://app@db/app?password=s3cret&a=b", "app?password=...&a=b"),
        ("reserve postgres://db/app?SslPassword=s3cret&a=b", "app?SslPassword=...&a=b"),
        ("reserve postgres://db/compass?pass=s3cret&passes&a=b", "compass?pass=...&passes&a=b"),
        ("reserve etcd://app@db", "etcd://app@db"),
        ("reserve status x etcd://db-0:2379,db-1:2379", "etcd://db-0:2379,db-1:2379"),
        ("reserve status x postgres://app:s3cret/db", "postgres://app:.../db"),
        ("ledger verify mysql://app:s3cret@db/app", "'mysql://app:...@db/app'"),
        ("postgres:/app:s3cret@db/app", "'postgres:/app:...@db/app'"),
        ("postgres:app:s3cret@db/app", "'postgres:...@db/app'"),
        ("app:s3://cret@db/app", "'app:...@db/app'"),
        ("reserve postgres:/app:s3cret/db", "'postgres:/app:.../db'"),
        ("reserve sqlite:postgres://app:s3cret@db", "'sqlite:postgres://app:...@db'"),
        ("new postgres:/app:s3cret@db", "'postgres:/app:...@db'"),
        ("man postgres:/app:s3cret@db", "'postgres:/app:...@db'"),
        ("info postgres:/app:s3cret@db", "'postgres:/app:...@db'"),
        ("reserve sqlite:/home/a@b/c.db", "'sqlite:/home/a@b/c.db'"),
        ("reserve 2024-01-01T10:00:00+02:00", "'2024-01-01T10:00:00+02:00'"),
    ];
    for (arguments, shown) in rows {
        let ran = ids(arguments).code(2);
        assert!(ran.err.contains(shown) && !ran.err.contains("cret"), "{}", ran.err);
    }
}

/// A file in the place of a folder, of which the system says more.
#[test]
fn no_folder_shows_a_password() {
    let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/password=s3cret");
    std::fs::write(file, "").unwrap();
    let ran = with_input(&["man", "--all", file], b"");
    assert!(ran.err.contains("password=...: ") && !ran.err.contains("s3cret"), "{}", ran.err);
}

/// Every verb that takes a store, which is not there, and is written in ways that are nearly right. A verb that takes none
/// is given six of them in each place of an argument.
#[test]
fn no_verb_shows_a_password() {
    let takers = [
        "reserve init STORE --wait 0s",
        "reserve init STORE --print --wait 0s",
        "reserve status STORE --wait 0s",
        "reserve audit STORE --wait 0s",
        "reserve keys STORE person -n 1 --wait 0s",
        "reserve raise STORE person --to 7 --yes --wait 0s",
        "new snowflake --flavour discord --store STORE --wait 0s",
        "new kuid --store STORE --wait 0s",
        "new siq --domain example.com --kind message --store STORE --wait 0s",
        "new luuid --group person --store STORE --wait 0s",
        "ledger verify STORE --wait 0s",
        "ledger show STORE --wait 0s",
        "ledger stats STORE --wait 0s",
        "ledger id STORE --wait 0s",
        "ledger append STORE --wait 0s",
        "ledger create STORE --name l --wait 0s",
        "ledger import STORE events.ndjson --wait 0s",
        "ledger import sqlite:events.db STORE --wait 0s",
        "ledger export STORE events.ndjson --wait 0s",
        "ledger export sqlite:events.db STORE --wait 0s",
        "ledger diff STORE events.ndjson --wait 0s",
        "ledger diff events.ndjson STORE --wait 0s",
    ];
    // What has no place among those of what acts on a terminal.
    let others = [
        "sql *",
        "page *",
        "infer *",
        "reserve *",
        "check flax *",
        "infer --at *",
        "inspect --column 1 *",
        "range discord --from *",
        "convert --flavour discord --to hex *",
    ];
    // The first six differ most from each other.
    let stores = [
        "postgres://app:s3cret@127.0.0.1:1/app",
        "postgres://app:s3cret/app",
        "postgres:app:s3cret@127.0.0.1:1/app",
        "sqlite:postgres:/app:s3cret@127.0.0.1:1/app?ledger=l",
        "nowhere/app:s3cret@127.0.0.1:1",
        "nowhere/host=127.0.0.1 password = s3cret",
        "Postgres://app:s3cret@127.0.0.1:1/app?ledger=l",
        "POSTGRESQL://app:s3cret@127.0.0.1:1/app",
        "postgres://app@127.0.0.1:1/app?password=s3cret",
        "postgresq://app:s3cret@127.0.0.1:1/app",
        "mysql://app:s3cret@127.0.0.1:1/app",
        "etcd://app:s3cret@127.0.0.1:1",
        "ETCDS://app:s3cret@127.0.0.1:1",
        "postgres:/app:s3cret@127.0.0.1:1/app",
        "SQLITE:postgres://app:s3cret@127.0.0.1:1/app",
        "sqlite:nowhere/x?password=s3cret",
        "mysql:/app:s3cret@127.0.0.1:1/app",
        "nowhere/host=127.0.0.1 password=s3cret",
    ];
    // On standard input it is a line that is not an identifier.
    let readers = [
        "inspect",
        "inspect --flavour discord",
        "convert --flavour discord --to hex",
        "infer",
        "check discord",
        "check snowflake --flavour discord --quiet",
    ];
    let hides = |verb: &str, store: &str, input: &str| {
        let words: Vec<_> = verb.split(' ').map(|word| word.replace("STORE", store)).collect();
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        let said = with_input(&words, input.as_bytes());
        let said = said.out + &said.err;
        assert!(!said.contains("s3cret"), "{verb} {store}: {said}");
    };
    for store in stores {
        for verb in takers {
            hides(verb, store, "");
        }
        for verb in readers {
            hides(verb, store, &format!("175928847299117063\n{store}\n"));
        }
    }
    for store in &stores[..6] {
        // A program is given its own input.
        let places = PLACES.into_iter().map(|(place, _)| place);
        for place in places.filter(|place| !place.contains("--json")).chain(others) {
            hides(&place.replace('*', "STORE"), store, "");
        }
    }
}
