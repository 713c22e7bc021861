//! `ids check`: good streams pass, and each thing that can be wrong is found.

use serde_json::{Value, json};

use crate::run::{Run, ids, piped};

fn flax(options: &str) -> Vec<String> {
    let run = ids(&format!("new flax --seed 7 --at 2026-01-01 {options}")).ok();
    run.lines().into_iter().map(str::to_owned).collect()
}

fn check(arguments: &str, lines: &[String]) -> Run {
    let input: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
    piped(&format!("check {arguments}"), input.as_bytes())
}

/// The findings that do not hold.
fn wrong(run: &Run) -> Vec<String> {
    let line = &run.json()[0];
    let checks = line["checks"].as_array().unwrap();
    let wrong = checks.iter().filter(|check| check["holds"] == false);
    wrong.map(|check| check["check"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn good_streams() {
    let ordered = flax("--monotonic -n 5000");
    let run = check("flax", &ordered).ok();
    assert!(run.out.starts_with("5000 identifiers of flax\nshape      ok"), "{}", run.out);
    let run = check("flax --json --unordered", &flax("-n 5000")).ok();
    assert_eq!((wrong(&run), &run.json()[0]["ids"]), (vec![], &"5000".into()));
    let snowflakes =
        ids("new snowflake --flavour twitter --node datacenter=1,worker=2 --at 2026-01-01 -n 3000");
    let lines: Vec<_> = snowflakes.ok().lines().into_iter().map(str::to_owned).collect();
    check("snowflake --flavour twitter --from 2026-01-01 --to 2026-01-02", &lines).ok();
}

/// The finding of this name.
fn finding(run: &Run, name: &str) -> Value {
    let checks = run.json()[0]["checks"].as_array().unwrap().clone();
    checks.into_iter().find(|check| check["check"] == name).unwrap()
}

/// The last digit is the same in one of five identifiers.
#[test]
fn a_biased_bit() {
    let mut biased = flax("-n 4000");
    for (index, id) in biased.iter_mut().enumerate() {
        if index % 5 == 0 {
            id.replace_range(15.., "0");
        }
    }
    let run = check("flax --unordered --independent --json", &biased).code(4);
    assert_eq!(wrong(&run), ["balance"]);
    check("flax --unordered --independent", &biased)
        .code(4)
        .prints("of random is the furthest off")
        .prints("balance    FAILED");
    let run = check("flax --unordered --json", &biased).ok();
    assert_eq!(finding(&run, "balance")["holds"], json!(null));
}

/// Twenty identifiers of each of 1500 ticks: the first one as `first` has it, the others counted on.
fn ticks(first: impl Fn(&str) -> String) -> Vec<String> {
    let counted = |(tick, id): (u64, &String)| {
        let random = u64::from_str_radix(&first(&id[10..]), 16).unwrap();
        (0..20).map(move |step| format!("{tick:010x}{:014x}", random + step))
    };
    (1..).zip(&flax("-n 1500 --form hex")).flat_map(counted).collect()
}

/// A monotonic generator's identifiers share their upper bits inside a tick, which is not a fault of
/// it; those of the first of each tick have to be fair, also in several streams merged.
#[test]
fn balance_of_counted_identifiers() {
    let lines = ticks(|random| format!("0{}", &random[1..]));
    let run = check("flax --form hex --json", &lines).code(4);
    assert_eq!(wrong(&run), ["balance"]);
    let fair = ticks(str::to_owned);
    check("flax --form hex", &fair).ok();
    // A second generator's stream, whose lines come in blocks between those of the first.
    let other: Vec<_> = ticks(|random| random.chars().rev().collect());
    let blocks = fair.chunks(1000).zip(other.chunks(1000));
    let merged: Vec<_> = blocks.flat_map(|(one, other)| [one, other].concat()).collect();
    let run = check("flax --form hex --unordered --json", &merged).ok();
    assert_eq!((wrong(&run), finding(&run, "balance")["holds"].clone()), (vec![], json!(true)));
}

/// More identifiers than fit: a share is compared, and a duplicate of each is still found.
#[test]
fn more_than_fit() {
    let once = ids(
        "new snowflake --flavour discord --node worker=1,process=2 --at 2026-01-01 --max-ahead 24h -n 300000",
    );
    let mut lines: Vec<_> = once.ok().lines().into_iter().map(str::to_owned).collect();
    let run = check("snowflake --flavour discord --unordered --memory 1 --json", &lines)
        .ok()
        .prints("one in 4 was compared");
    assert_eq!(finding(&run, "duplicates")["share"], "4");
    // The page promises 100,000 for each MiB, of any number.
    for (mib, all) in [(1, 100_000), (3, 300_000)] {
        let options = format!("snowflake --flavour discord --unordered --memory {mib} --json");
        check(&options, &lines[..all]).ok().prints("all were compared, exactly");
    }
    lines.extend_from_within(..);
    let run = check("snowflake --flavour discord --unordered --memory 1 --json", &lines).code(4);
    assert_eq!(wrong(&run), ["duplicates"]);
}
