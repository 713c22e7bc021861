//! Columns of numbers that a program has kept as binary64.

use core::fmt::Write as _;

use crate::run::{piped, with_input};

/// Identifiers of Discord: from 2016 on, one in about a day.
fn ids(count: u64) -> impl Iterator<Item = u64> {
    (0..count).map(|place| {
        let mixed = (place + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (40_000_000_000 + place * 80_000_000 + (mixed >> 40)) << 22 | mixed & 0x3f_ffff
    })
}

#[expect(clippy::cast_precision_loss, reason = "rounding is what is tested")]
const fn double(id: u64) -> f64 {
    id as f64
}

/// A number as JavaScript writes it.
fn shortest(id: u64) -> String {
    let text = format!("{:e}", double(id));
    let (digits, exponent) = text.split_once('e').unwrap();
    format!("{:0<width$}", digits.replace('.', ""), width = exponent.parse::<usize>().unwrap() + 1)
}

fn spreadsheet(id: u64) -> String {
    let text = id.to_string();
    format!("{:0<width$}", &text[..15], width = text.len())
}

fn exponent(id: u64) -> String {
    let text = spreadsheet(id);
    format!("{}.{}E+{}", &text[..1], &text[1..15], text.len() - 1)
}

/// What each program makes of 2,000 identifiers is a finding of `check` and of `infer`, and no layout.
#[test]
fn columns() {
    type Program = (&'static str, fn(u64) -> String, bool);
    let programs: [Program; 5] = [
        ("as they were", |id| id.to_string(), false),
        ("JavaScript", shortest, true),
        ("exactly", |id| format!("{:.0}", double(id)), true),
        ("a spreadsheet", spreadsheet, true),
        ("with an exponent", exponent, true),
    ];
    for (name, program, rounded) in programs {
        let column = ids(2000).fold(String::new(), |mut text, id| {
            writeln!(text, "{}", program(id)).unwrap();
            text
        });
        let check = ["check", "snowflake", "--flavour", "discord"];
        let run = with_input(&check, column.as_bytes());
        let run = if rounded { run.code(4) } else { run.ok() };
        assert_eq!(run.out.contains("rounded    FAILED"), rounded, "{name}: {}", run.out);
        let run = with_input(&[&check[..], &["--json"]].concat(), column.as_bytes());
        assert_eq!(run.json()[0].to_string().contains("\"check\":\"rounded\""), rounded, "{name}");
        let infer = ["infer", "--now", "2027-01-01"];
        let run = with_input(&infer, column.as_bytes());
        assert_eq!(run.out.contains("binary64 has changed"), rounded, "{name}: {}", run.out);
        assert!(!rounded || !run.out.contains("--layout"), "{name}: {}", run.out);
        let json = with_input(&[&infer[..], &["--json"]].concat(), column.as_bytes()).json();
        assert_eq!(json[0]["answer"] == "rounded", rounded, "{name}: {}", json[0]["answer"]);
        assert!(!rounded || json[0]["layout"].is_null(), "{name}");
    }
}

/// What programs write where there is no value is counted as such, and is nothing else.
#[test]
fn missing_values() {
    let mut column = "NaN\nNULL\n\\N\nNone\nnan\n\n".to_owned();
    ids(20).for_each(|id| writeln!(column, "{id}").unwrap());
    let json = with_input(&["infer", "--now", "2027-01-01", "--json"], column.as_bytes()).json();
    assert_eq!((&json[0]["missing"], &json[0]["ids"]), (&"6".into(), &"20".into()));
    assert_eq!((&json[0]["invalid"], &json[0]["strays"]), (&"0".into(), &"0".into()));
    piped("check snowflake --flavour discord", column.as_bytes())
        .code(1)
        .prints("6 of 26 lines are not identifiers, 6 of them missing");
}
