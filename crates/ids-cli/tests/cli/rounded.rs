//! Columns of numbers that a program has kept as binary64.

use core::fmt::Write as _;

use crate::run::piped;

/// Identifiers of Discord: from 2016 on, one in about a day.
fn ids(count: u64) -> impl Iterator<Item = u64> {
    (0..count).map(|place| {
        let mixed = (place + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (40_000_000_000 + place * 80_000_000 + (mixed >> 40)) << 22 | mixed & 0x3f_ffff
    })
}

/// What a program makes of 2,000 identifiers is a finding of `check` and of `infer`, and no layout.
#[test]
#[expect(clippy::cast_precision_loss, reason = "rounding is what is tested")]
fn columns() {
    type Program = fn(u64) -> String;
    let programs: [(Program, bool); 2] =
        [(|id| id.to_string(), false), (|id| format!("{:.0}", id as f64), true)];
    for (program, rounded) in programs {
        let column = ids(2000).fold(String::new(), |text, id| text + &program(id) + "\n");
        let run = |verb: &str| piped(verb, column.as_bytes());
        let checked = run("check discord").code(if rounded { 4 } else { 0 });
        assert_eq!(checked.out.contains("rounded    FAILED"), rounded, "{}", checked.out);
        let checked = run("check discord --json").json()[0].to_string();
        assert_eq!(checked.contains("\"check\":\"rounded\""), rounded, "{checked}");
        let inferred = run("infer --now 2027-01-01").out;
        assert_eq!(inferred.contains("binary64 has changed"), rounded, "{inferred}");
        assert!(!rounded || !inferred.contains("--layout"), "{inferred}");
        let json = &run("infer --now 2027-01-01 --json").json()[0];
        assert_eq!(json["answer"] == "rounded", rounded, "{json}");
        assert!(!rounded || json["layout"].is_null(), "{json}");
    }
}

/// What programs write where there is no value is counted as such, and is nothing else.
#[test]
fn missing_values() {
    let mut column = "NaN\nNULL\n\\N\nNone\nnan\n\n".to_owned();
    ids(20).for_each(|id| writeln!(column, "{id}").unwrap());
    let json = piped("infer --now 2027-01-01 --json", column.as_bytes()).json();
    assert_eq!((&json[0]["missing"], &json[0]["ids"]), (&"6".into(), &"20".into()));
    assert_eq!((&json[0]["invalid"], &json[0]["strays"]), (&"0".into(), &"0".into()));
    piped("check snowflake --flavour discord", column.as_bytes())
        .code(1)
        .prints("6 of 26 lines are not identifiers, 6 of them missing");
}
