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
        ("--from now --to -1h", 2, "--from is after --to"),
        ("--from 2024-01 --to 2024-01", 2, "--from and --to are the same time"),
        ("--from 2024-W03 --to 2024-01-15", 2, "give the next one, or --to +1d"),
        ("--from today --to today", 2, "are the same time"),
        ("--from -x --to now", 2, "this is not a time"),
        // There twice.
        ("--to 2024-10-27T02:30[Europe/Berlin] --json", 2, "ambiguous"),
        ("--to 2024-07-01T10:00+01:00[Europe/Berlin] --json", 2, "offset"),
        ("--to +1d --json", 2, "counts from that of the other option: give both"),
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
