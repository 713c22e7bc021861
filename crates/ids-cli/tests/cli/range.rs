//! `ids range`.

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

#[test]
fn sql() {
    let run = ids(&format!("range snowflake --flavour discord {SPAN} --sql message_id")).ok();
    let expected = "message_id >= 175928847298985984 AND message_id < 175928847303180288";
    assert_eq!(run.lines(), [expected]);
    let run = ids("range flax --from 2024-01-01 --to 2024-02-01 --sql id").ok();
    let expected =
        "id COLLATE \"C\" >= 'FWy6G-----------' AND id COLLATE \"C\" < 'FfwgP-----------'";
    assert_eq!(run.lines(), [expected]);
}

/// Only texts that sort as the identifiers do are compared in a database.
#[test]
fn sql_of_forms_that_sort() {
    for (format, form, expected) in [
        ("flax", "hex", "id COLLATE \"C\" >= '421f87440000000000000000' AND"),
        ("flax", "decimal", "id >= 204"),
        ("siq", "decimal", "id >= "),
        ("siq", "uuid", "id >= '000019"),
        ("kuid --flavour local", "hex", "id COLLATE \"C\" >= '"),
        ("kuid --flavour global", "base64", "id COLLATE \"C\" >= '"),
        ("snowflake --flavour tid", "tid", "id COLLATE \"C\" >= '"),
        ("snowflake --flavour tid", "decimal", "id >= 1"),
        ("snowflake --flavour discord", "crockford", "id COLLATE \"C\" >= '"),
        ("evently", "hex", "id >= '"),
    ] {
        let run = ids(&format!("range {format} --form {form} --from 2024-01-01 --to 2024-02-01"));
        let run = run.ok();
        let [from, to] = run.lines()[..] else { panic!("two lines: {}", run.out) };
        let arguments =
            format!("range {format} --form {form} --from 2024-01-01 --to 2024-02-01 --sql id");
        let sql = ids(&arguments).ok().out;
        assert!(sql.starts_with(&expected[..expected.len().min(30)]), "{arguments}: {sql}");
        assert!(sql.contains(from) && sql.contains(to), "{arguments}: {sql}");
        if form != "decimal" {
            assert!(from < to && from.len() == to.len(), "{arguments}: {from} {to}");
        }
    }
    for (format, form, instead) in [
        ("siq", "did", "--form decimal for a column of numbers, or --form uuid"),
        ("siq", "base32", "--form uuid for a column of UUIDs"),
        ("siq", "hex", "--form uuid"),
        ("snowflake --flavour discord", "hex", "--form decimal"),
        ("snowflake --flavour bwmarrin", "base58", "--form crockford for a column of text"),
        ("kuid --flavour local", "base64url", "--form base64 for a column of text"),
    ] {
        let span = "--from 2024-01-01 --to 2024-02-01";
        assert_eq!(ids(&format!("range {format} --form {form} {span}")).ok().lines().len(), 2);
        let run = ids(&format!("range {format} --form {form} {span} --sql id")).code(2);
        assert!(run.err.contains("do not sort") && run.err.contains(instead), "{}", run.err);
        assert_eq!(run.out, "");
    }
    ids("range siq --from 2024-01-01 --to 2024-02-01 --sql id").code(2);
    let run = ids("range flax --from 2024-01-01 --to 2024-02-01 --form hexx").code(2);
    assert!(run.err.contains("did you mean 'hex'"), "{}", run.err);
}

#[test]
fn json() {
    let run = ids(&format!("range snowflake --flavour discord {SPAN} --json")).ok();
    assert_eq!(run.json()[0]["from"], "175928847298985984");
    assert_eq!(run.json()[0]["to"], "175928847303180288");
}

#[test]
fn one_span_of_one_flavour() {
    let span = ["--from", "2024-01-01", "--to", "2024-02-01"];
    for (options, why) in [
        (&["flax", "--key", "1", "--group", "person"][..], "cannot be used with"),
        (&["flax", "--group-number", "aa1"], "cannot be used with"),
        (&["flax", "--sql", ""], "there is no column"),
        (&["flax", "--sql", " "], "there is no column"),
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
    assert_eq!(ids("range flax --from 2024-01-01 --to 2024-01-01").ok().lines().len(), 2);
}
