//! Every row of `docs/vectors`, asked of the reference as it would be asked of any program.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;

use ids_conform::{Ask, File, Verdict, answer, embedded, play, subject};

/// Runs a format's rows; there are so many at least.
fn hold(format: &str, least: usize) {
    let file: File = embedded(format).unwrap().parse().unwrap();
    let subject = subject(format).unwrap();
    let mut failed = Vec::new();
    if let Err(why) = file.same_layouts(&subject.adapted().layouts()) {
        failed.push(why);
    }
    for row in &file.rows {
        let asked = file.requests(row).unwrap();
        let answers: Vec<_> = asked.iter().map(answer).collect();
        match file.judge(row, &answers).unwrap() {
            Verdict::Pass => {}
            verdict => failed.push(format!("{} (rule {}): {verdict:?}", row.id, row.rule)),
        }
        for ask in asked {
            if let Ask::Generate { at, config, rng, steps } = ask {
                let left = play(subject, at.place(), &config, &rng, &steps).unwrap().left;
                if left > 0 {
                    failed.push(format!("{}: {left} random bytes are left over", row.id));
                }
            }
        }
    }
    assert!(failed.is_empty(), "vectors of {format} that do not hold:\n{}", failed.join("\n"));
    assert!(file.rows.len() >= least, "only {} rows", file.rows.len());
}

/// Every rule that a row shows stands in the format's document, in bold: `**SNOW-6**`.
fn cite(format: &str, document: &str) {
    let file: File = embedded(format).unwrap().parse().unwrap();
    let rules: BTreeSet<_> = file
        .rows
        .iter()
        .flat_map(|row| [&row.rule].into_iter().chain(&row.also))
        .map(String::as_str)
        .collect();
    let bold = document.split("**").skip(1).step_by(2).map(|text| text.trim_end_matches('.'));
    let bold: BTreeSet<_> = bold.collect();
    let lost: Vec<_> = rules.difference(&bold).collect();
    assert!(lost.is_empty(), "rules that the document of {format} lacks: {lost:?}");
}

#[test]
fn flax() {
    hold("flax", 300);
    cite("flax", include_str!("../../flax-id/FORMAT.md"));
}

#[test]
fn snowflake() {
    hold("snowflake", 1000);
    cite("snowflake", include_str!("../../snowflake/FORMAT.md"));
}

#[test]
fn kuid() {
    hold("kuid", 600);
    cite("kuid", include_str!("../../kuid/FORMAT.md"));
}

#[test]
fn siq() {
    hold("siq", 1000);
    cite("siq", include_str!("../../siq/FORMAT.md"));
}

#[test]
fn luuid() {
    hold("luuid", 900);
    cite("luuid", include_str!("../../luuid/FORMAT.md"));
}

#[test]
fn evently() {
    hold("evently", 600);
    cite("evently", include_str!("../../evently-id/FORMAT.md"));
}
