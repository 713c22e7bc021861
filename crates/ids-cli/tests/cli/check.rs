//! `ids check`: good streams pass, and each thing that can be wrong is found.

use crate::run::{Run, ids, with_input};

fn flax(options: &str) -> Vec<String> {
    let run = ids(&format!("new flax --seed 7 --at 2026-01-01 {options}")).ok();
    run.lines().into_iter().map(str::to_owned).collect()
}

fn check(arguments: &str, lines: &[String]) -> Run {
    let mut all = vec!["check"];
    all.extend(arguments.split_whitespace());
    with_input(&all, (lines.join("\n") + "\n").as_bytes())
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
    check("flax", &[]).code(1);
}

#[test]
fn what_is_wrong() {
    let ordered = flax("--monotonic -n 2000");
    let mut swapped = ordered.clone();
    swapped.swap(700, 701);
    assert_eq!(wrong(&check("flax --json", &swapped).code(4)), ["order"]);
    let mut twice = ordered.clone();
    twice.insert(500, ordered[499].clone());
    assert_eq!(wrong(&check("flax --json", &twice).code(4)), ["order", "duplicates"]);
    let mut again = flax("-n 2000");
    again.push(again[3].clone());
    let run = check("flax --json --unordered", &again).code(4);
    assert_eq!(wrong(&run), ["duplicates"]);
    let run = check("flax --from 2026-01-02", &ordered).code(4);
    assert!(run.out.contains("clock      FAILED  2000 are not in their time"), "{}", run.out);
    check("flax --live 1s", &ordered).code(4);
    let mut broken = ordered.clone();
    broken[9] = "no".to_owned();
    let run = check("flax --json", &broken).code(1);
    assert!(run.err.contains("line 10: "), "{}", run.err);
    assert_eq!((wrong(&run), &run.json()[0]["invalid"]), (vec!["shape".to_owned()], &"1".into()));
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
    let run = check("flax --unordered --json", &biased).code(4);
    assert_eq!(wrong(&run), ["balance"]);
    let run = check("flax --unordered", &biased).code(4);
    assert!(run.out.contains("of random is furthest off"), "{}", run.out);
    assert!(run.out.contains("balance    FAILED"), "{}", run.out);
}

/// More identifiers than fit: a share is compared, and a duplicate of each is still found.
#[test]
fn more_than_fit() {
    let once = ids(
        "new snowflake --flavour discord --node worker=1,process=2 --at 2026-01-01 --max-ahead 24h -n 300000",
    );
    let mut lines: Vec<_> = once.ok().lines().into_iter().map(str::to_owned).collect();
    let run = check("snowflake --flavour discord --unordered --memory 1 --json", &lines).ok();
    assert!(run.out.contains("one in 4 was compared"), "{}", run.out);
    lines.extend_from_within(..);
    let run = check("snowflake --flavour discord --unordered --memory 1 --json", &lines).code(4);
    assert_eq!(wrong(&run), ["duplicates"]);
}

#[test]
fn usage() {
    let run = check("snowflake", &[]).code(2);
    assert!(run.err.contains("--flavour: twitter, discord"), "{}", run.err);
    check("cuid", &[]).code(2);
    check("flax --form runes", &[]).code(2);
    check("luuid --flavour v6 --live 1s", &[]).code(2);
}
