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
