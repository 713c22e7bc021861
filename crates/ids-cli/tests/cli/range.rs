//! `ids range`.

use serde_json::Value;

use crate::run::{ids, with_input};

const SPAN: &str = "--from 2016-04-30T11:18:25.796Z --to 2016-04-30T11:18:25.797Z";

#[test]
fn bounds() {
    let run = ids(&format!("range snowflake --flavour discord {SPAN}")).ok();
    assert_eq!(run.lines(), ["175928847298985984", "175928847303180288"]);
    let run = ids("range flax --from 2015-10-15T20:10:25.807Z --to 2015-10-15T20:10:25.808Z");
    let run = run.ok();
    let [from, to] = run.lines()[..] else { panic!("two lines") };
    assert!(from <= "0RdKJcxqVBiAiQr0" && "0RdKJcxqVBiAiQr0" < to);
}

/// Spans that adjoin inside a tick give ranges that adjoin, and hold each identifier once.
#[test]
fn inside_a_tick() {
    let bound = |time: &str| {
        let span = format!("--from {time} --to 2017-01-01");
        ids(&format!("range snowflake --flavour discord {span}")).ok().lines()[0].to_owned()
    };
    assert_eq!(bound("2016-04-30T11:18:25.796Z"), "175928847298985984");
    assert_eq!(bound("2016-04-30T11:18:25.796000001Z"), "175928847303180288");
    assert_eq!(bound("2016-04-30T11:18:25.797Z"), "175928847303180288");
}

/// The format's column in `PostgreSQL`, and the column of each form's texts.
#[test]
fn sql() {
    let span = "--from 2024-01-01 --to 2024-02-01";
    for (options, first) in [
        ("snowflake --flavour discord", "1191168914227200000"),
        ("flax", r"'\x421f87440000000000000000'::bytea"),
        ("flax --form decimal", "20464126122470612454604800000"),
        ("flax --form base64", r#"'FWy6G-----------' COLLATE "C""#),
        ("kuid --flavour local", "29978212448600064"),
        ("kuid --flavour global", r"'\x006a81060000000000000000'::bytea"),
        ("siq", "'00001964-8020-8000-8000-000000000000'::uuid"),
        ("siq --form decimal", "8047229829837524284296344371200"),
        ("evently --form hex", "'00060dd7-1021-2000-0000-000000000000'::uuid"),
        ("evently --form upper", r#"'00060DD7102120000000000000000000' COLLATE "C""#),
    ] {
        let run = ids(&format!("range {options} {span} --sql id")).ok();
        let expected = format!(r#""id" >= {first} AND "id" < "#);
        assert!(run.out.starts_with(&expected), "{options}: {}", run.out);
    }
}

/// What stands in a condition for each type and database; `tests/databases` executes them all.
#[test]
fn sql_of_types_and_databases() {
    let (hex, text) = ("421f87440000000000000000", "FWy6G-----------");
    for (kind, database, expected) in [
        ("bytea", "postgres", format!(r#""id" < '\x{hex}'::bytea"#)),
        ("bytea", "sqlite", format!("`id` < X'{hex}'")),
        ("bytea", "mysql", format!("`id` < X'{hex}'")),
        ("text", "postgres", format!(r#""id" < '{text}' COLLATE "C""#)),
        ("text", "sqlite", format!("`id` < '{text}' COLLATE BINARY")),
        ("text", "mysql", format!("`id` < _ascii'{text}' COLLATE ascii_bin")),
        ("numeric", "mysql", "`id` < 20464126122470612454604800000".to_owned()),
    ] {
        let options =
            format!("--to 2024-01-01 --sql id --column-type {kind} --database {database}");
        assert_eq!(ids(&format!("range flax {options}")).ok().lines(), [expected.as_str()]);
    }
    let siq = ids("range siq --from 2024-01-01 --sql id --database sqlite").ok();
    assert_eq!(siq.lines(), ["`id` >= X'00001964802080008000000000000000'"]);
}

/// A column that cannot be compared so is refused, with one that can.
#[test]
fn sql_refused() {
    for (options, why) in [
        ("siq --column-type text", "--column-type uuid, or --column-type text and --form uuid"),
        ("siq --form did", "texts of the form did do not sort"),
        ("siq --form base32", "do not sort"),
        (
            "snowflake --flavour discord --form hex",
            "bigint, or --column-type text and --form crock",
        ),
        ("snowflake --flavour discord --column-type text", "texts of the form decimal do not"),
        ("snowflake --flavour bwmarrin --form base58", "crockford or tid"),
        ("kuid --flavour local --form base64url", "--form base64 or hex"),
        ("flax --form decimal --column-type text", "--form base64 or hex"),
        ("flax --column-type uuid", "no form of flax is a UUID; give bytea or text"),
        ("flax --column-type bigint", "an identifier of flax has 96 bits"),
        ("flax --column-type numeric --database sqlite", "SQLite has no exact numbers"),
        ("flax --column-type bytea --form hex", "a column of bytea does not hold its texts"),
        ("evently --column-type uuid --form upper", "a column of uuid does not hold its texts"),
        ("flax --form hexx", "did you mean 'hex'"),
    ] {
        let run =
            ids(&format!("range {options} --from 2024-01-01 --to 2024-02-01 --sql id")).code(2);
        assert!(run.err.contains(why), "{options}: {}", run.err);
        assert_eq!(run.out, "");
    }
    // Without a condition a text need not sort.
    ids("range siq --form base32 --from 2024-01-01 --to 2024-02-01").ok();
    for options in ["--column-type text", "--database mysql"] {
        let run = ids(&format!("range flax --from 2024-01-01 {options}")).code(2);
        assert!(run.err.contains("--sql <COLUMN>"), "{}", run.err);
    }
}

/// A column of signed numbers ends before identifiers with the highest bit do.
#[test]
fn sql_of_the_highest_bit() {
    let flavour =
        "snowflake --layout timestamp:42,worker:10,sequence:12 --epoch 2020-01-01 --unit 1ms";
    for (options, code) in [
        ("--to 2080-01-01", 0),
        ("--to 2100-01-01", 1),
        ("--from 2100-01-01", 1),
        ("--from 2100-01-01 --database sqlite", 1),
        ("--from 2100-01-01 --database mysql", 0),
        ("--from 2100-01-01 --column-type bytea", 0),
        ("--from 2100-01-01 --column-type numeric", 0),
    ] {
        let run = ids(&format!("range {flavour} {options} --sql id")).code(code);
        let says =
            run.err.contains("does not fit a column of bigint, which ends at 92233720368547758");
        assert_eq!(says, code == 1, "{options}: {}", run.err);
    }
}

#[test]
fn names_of_columns() {
    for (name, database, expected) in [
        ("id", "postgres", r#""id""#),
        ("messageId", "postgres", r#""messageid""#),
        ("messageId", "mysql", "`messageId`"),
        ("order", "sqlite", "`order`"),
        ("s.m.id_2", "postgres", r#""s"."m"."id_2""#),
        (r#"m."the ""Id""""#, "postgres", r#""m"."the ""Id""""#),
        (r#""a`b.c""#, "mysql", "`a``b.c`"),
        ("größe", "postgres", r#""größe""#),
    ] {
        let arguments =
            ["range", "flax", "--to", "2024-01-01", "--sql", name, "--database", database];
        let run = with_input(&arguments, b"").ok();
        assert!(run.out.starts_with(&format!("{expected} < ")), "{name}: {}", run.out);
    }
    for name in [
        "",
        " ",
        ".",
        "id.",
        ".id",
        "2id",
        "id id",
        "id;",
        "id--",
        "f(id)",
        "id::text",
        "'id'",
        "`id`",
        r#""""#,
        r#""id"#,
        r#""id"x"#,
        r#"id""#,
        "\"a\nb\"",
        "a\u{202e}b",
    ] {
        let run = with_input(&["range", "flax", "--to", "2024-01-01", "--sql", name], b"").code(2);
        let says = ["this is no name of a column", "an argument has characters"];
        assert!(says.iter().any(|says| run.err.contains(says)), "{name}: {}", run.err);
    }
}

/// A span that is told from now, and open at one end.
#[test]
fn from_now() {
    let now = "--now 2024-01-01T12:00:00Z";
    let sql =
        |span: &str| ids(&format!("range snowflake --flavour discord {span} --sql id")).ok().out;
    assert_eq!(sql(&format!("--from -1h {now}")), sql("--from 2024-01-01T11:00:00Z"));
    assert_eq!(sql(&format!("--from=-90s {now}")), sql("--from 2024-01-01T11:58:30Z"));
    assert_eq!(
        sql(&format!("--from -24h --to now {now}")),
        sql("--from 2023-12-31T12:00:00+00:00 --to 2024-01-01T12:00:00Z")
    );
    assert_eq!(sql(&format!("--from -7d {now}")), sql("--from 2023-12-25T12:00:00Z"));
    for (short, full) in [
        ("--from today", "--from 2024-01-01"),
        ("--from yesterday --to today", "--from 2023-12-31 --to 2024-01-01"),
        ("--from 2024-01 --to +1d", "--from 2024-01-01 --to 2024-01-02"),
        ("--from -1h --to +90s", "--from 2024-01-01T11:00:00Z --to 2024-01-01T11:01:30Z"),
        ("--from 2024-W03 --to +7d", "--from 2024-01-15 --to 2024-01-22"),
        ("--from 20240229 --to 2024-03", "--from 2024-02-29 --to 2024-03-01"),
        ("--to 2024-02-29T24:00:00Z", "--to 2024-03-01"),
        ("--to 2024-12-31T24:00+01:00", "--to 2024-12-31T23:00:00Z"),
        ("--to 2024-07-01T10:00[Europe/Berlin]", "--to 2024-07-01T08:00:00Z"),
        ("--to 2024-07-01T10:00+02:00[Europe/Berlin]", "--to 2024-07-01T08:00:00Z"),
        (
            "--from 2024-07-01 --to 2024-07-01T10:00 --zone Europe/Berlin",
            "--from 2024-06-30T22:00:00Z --to 2024-07-01T08:00:00Z",
        ),
        ("--from 2024-02 --zone America/New_York", "--from 2024-02-01T05:00:00Z"),
        ("--from today --zone Pacific/Auckland", "--from 2024-01-01T11:00:00Z"),
        (
            "--from 1704067200s --to 2024-02-01T00:00:00Z --zone Europe/Berlin",
            "--from 2024-01-01 --to 2024-02-01",
        ),
    ] {
        assert_eq!(sql(&format!("{short} {now}")), sql(full), "{short}");
    }
    assert_eq!(sql("--to 2024-01-01").matches("id").count(), 1);
    // By the clock.
    let run = ids("range flax --from -1h --to now").ok();
    assert!(run.lines()[0] < run.lines()[1], "{}", run.out);
    for (span, code, why) in [
        ("--from -1h", 2, "open at one end"),
        ("--from now --to -1h", 2, "--from is after --to"),
        ("--from 2024-01 --to 2024-01", 2, "--from and --to are the same time"),
        ("--from 2024-W03 --to 2024-01-15", 2, "give the next one, or --to +1d"),
        ("--from today --to today", 2, "are the same time"),
        ("--from --to", 2, "this is not a time"),
        ("--from -x --to now", 2, "this is not a time"),
        ("--from +1d --to now", 2, "this is not a time"),
        ("--to 2024-07-01T10:00 --json", 2, "the offset from UTC is missing: write Z"),
        ("--to 2024-07-01T10:00[Europe/Berln] --json", 2, "Europe/Berln"),
        ("--to 2024-07-01 --json --zone Berlin", 2, "no time zone is named 'Berlin'"),
        // Not there, and there twice.
        ("--to 2024-03-31T02:30 --json --zone Europe/Berlin", 2, "ambiguous"),
        ("--to 2024-10-27T02:30[Europe/Berlin] --json", 2, "ambiguous"),
        ("--to 2024-07-01T10:00+01:00[Europe/Berlin] --json", 2, "offset"),
        ("--to +1d --json", 2, "counts from that of the other option: give both"),
        ("--from 2024-13 --to now", 2, "this is not a time"),
        ("--from 2024-W54 --to now", 2, "this is not a time"),
        ("--from 20240230 --to now", 2, "the number has no unit"),
        ("--from 2024-01-01T24:00:01Z --to now", 2, "this is not a time"),
        ("--from 2024-01-01T24:30Z --to now", 2, "this is not a time"),
        ("--from -1 --to now", 2, "the number has no unit"),
        ("--from -9999999h --to now", 1, "before the Unix epoch"),
        ("--from -4294967295d --to now", 1, "before the Unix epoch"),
        ("--from -4294967296d --to now", 2, "this is not a duration"),
        ("--from -1.5d --to now", 2, "this is not a duration"),
        ("--to 2014-01-01 --sql id", 1, "before the first that fits"),
    ] {
        let run = ids(&format!("range flax {span}")).code(code);
        assert!(run.err.contains(why), "{span}: {}", run.err);
    }
}

#[test]
fn json() {
    let run = ids(&format!("range snowflake --flavour discord {SPAN} --json")).ok();
    assert_eq!(run.json()[0]["from"], "175928847298985984");
    assert_eq!(run.json()[0]["to"], "175928847303180288");
    let run = ids("range flax --to 2024-01-01 --json").ok();
    assert_eq!(run.json()[0]["from"], Value::Null);
    assert_eq!(run.json()[0]["to"], "FWy6G-----------");
}

#[test]
fn one_span_of_one_flavour() {
    let span = ["--from", "2024-01-01", "--to", "2024-02-01"];
    for (options, why) in [
        (&["flax", "--key", "1", "--group", "person"][..], "cannot be used with"),
        (&["flax", "--group-number", "aa1"], "cannot be used with"),
        (&["snowflake"], "--flavour: twitter, discord"),
    ] {
        let all = [&["range"], options, &span].concat();
        let run = with_input(&all, b"").code(2);
        assert!(run.err.contains(why), "{options:?}: {}", run.err);
    }
}

#[test]
fn outside_the_format() {
    for span in ["--from 2014-01-01 --to 2016-01-01", "--from 2016-01-01 --to 2200-01-01"] {
        ids(&format!("range snowflake --flavour discord {span}")).code(1);
    }
    ids("range flax --from 2024-01-02 --to 2024-01-01").code(2);
    ids("range snowflake --from 2024-01-01 --to 2024-02-01").code(2);
    let start = "2024-01-01T00:00:00Z";
    assert_eq!(ids(&format!("range flax --from {start} --to {start}")).ok().lines().len(), 2);
}
