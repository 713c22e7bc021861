//! Columns of numbers that a program has kept as binary64.

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
