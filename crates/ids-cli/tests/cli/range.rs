//! `ids range`.

use crate::run::{ids, with_input};

/// A column that cannot be compared so is refused, with one that can.
#[test]
fn sql_refused() {
    for (options, why) in [
        ("siq --column-type text", "--column-type uuid, or --column-type text and --form uuid"),
        ("siq --form did", "texts of the form did do not sort"),
        ("siq --form base32", "do not sort"),
        ("snowflake --flavour discord --column-type text", "texts of the form decimal do not"),
        ("snowflake --flavour bwmarrin --form base58", "crockford or tid"),
        ("kuid --flavour local --form base64url", "--form base64 or hex"),
        ("flax --form decimal --column-type text", "--form base64 or hex"),
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
    ids("range flax --from 2024-01-01 --column-type text").code(2).says("--sql <COLUMN>");
}

/// A column of signed numbers ends before identifiers with the highest bit do.
#[test]
fn sql_of_the_highest_bit() {
    let flavour =
        "snowflake --layout timestamp:42,worker:10,sequence:12 --epoch 2020-01-01 --unit 1ms";
    for (options, code) in [
        ("--to 2080-01-01", 0),
        ("--to 2100-01-01", 1),
        ("--from 2100-01-01 --database sqlite", 1),
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
        ".",
        "id.",
        ".id",
        "2id",
        "id id",
        "id;",
        "id--",
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
    for (short, full) in [
        ("--from -1h", "--from 2024-01-01T11:00:00Z"),
        ("--from=-90s", "--from 2024-01-01T11:58:30Z"),
        ("--from -24h --to now", "--from 2023-12-31T12:00:00+00:00 --to 2024-01-01T12:00:00Z"),
        ("--from -7d", "--from 2023-12-25T12:00:00Z"),
        ("--from today", "--from 2024-01-01"),
        ("--from yesterday --to today", "--from 2023-12-31 --to 2024-01-01"),
        ("--from 2024-01 --to +1d", "--from 2024-01-01 --to 2024-01-02"),
        ("--from -1h --to +90s", "--from 2024-01-01T11:00:00Z --to 2024-01-01T11:01:30Z"),
        ("--to 2024-07-01T10:00+02:00[Europe/Berlin]", "--to 2024-07-01T08:00:00Z"),
        ("--from today --zone Pacific/Auckland", "--from 2024-01-01T11:00:00Z"),
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
        // There twice.
        ("--to 2024-10-27T02:30[Europe/Berlin] --json", 2, "ambiguous"),
        ("--to 2024-07-01T10:00+01:00[Europe/Berlin] --json", 2, "offset"),
        ("--to +1d --json", 2, "counts from that of the other option: give both"),
        ("--from 2024-13 --to now", 2, "this is not a time"),
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
        ids(&format!("range flax {span}")).code(code).says(why);
    }
}

#[test]
fn one_span_of_one_flavour() {
    let span = ["--from", "2024-01-01", "--to", "2024-02-01"];
    for (options, why) in [
        (&["flax", "--key", "1", "--group", "person"][..], "cannot be used with"),
        (&["flax", "--group-number", "aa1"], "cannot be used with"),
    ] {
        let all = [&["range"], options, &span].concat();
        with_input(&all, b"").code(2).says(why);
    }
}

/// KUID's global identifiers sort by window, so a range of times holds whole ones.
#[test]
fn whole_windows() {
    let span = "--from 2018-10-15T17:41:15Z --to 2018-10-15T17:41:16Z";
    for (drift, text) in
        [(5, ".5.tXa0xODOQPN.0"), (8, ".5.tXVEf8n8vPN.0"), (10, ".5.tX.ygbBdvPN.0")]
    {
        let run = ids(&format!("range kuid --flavour global --drift {drift} {span}")).ok();
        let [from, to] = run.lines()[..] else { panic!("{}", run.out) };
        assert!(from <= text && text < to, "{drift}: {}", run.out);
        // From the start of the window to its end.
        let run = ids(&format!("inspect --json --format kuid --drift {drift} {from} {to}")).ok();
        let second = |index: usize| -> u64 {
            run.json()[index]["fields"]["second"].as_str().unwrap().parse().unwrap()
        };
        assert_eq!(second(0), 625_275 >> drift << drift, "{drift}");
        assert_eq!(second(1) - second(0), 1 << drift, "{drift}");
    }
}
