//! KUID: two flavours that their texts tell apart, and a drift that they do not.

use serde_json::json;

use crate::run::ids;

const AT: &str = "--at 2018-10-15T17:41:15.432128Z";

/// What the original makes of this name, at this instant, with its second number.
#[test]
fn made_as_the_original_makes_them() {
    for (arguments, expected) in [
        ("--node uid@127.0.0.1", ".5.tXVEf8n8vPN.0"),
        ("--node 03eb2732", ".5.tXVEf8n8vPN.0"),
        ("--node 03EB2732", ".5.tXVEf8n8vPN.0"),
        ("--node uid@127.0.0.1 --1.3.5", ".5.tXVEf8n4vPN.0"),
        ("--node uid@127.0.0.1 --drift 5", ".5.tXa0xODOQPN.0"),
        ("--node uid@127.0.0.1 --drift 10", ".5.tX.ygbBdvPN.0"),
        ("--flavour local", ".5.tXbhdV.3"),
    ] {
        let run = ids(&format!("new kuid -n 2 {arguments} {AT}")).ok();
        assert_eq!(run.lines()[1], expected, "{arguments}");
    }
}

#[test]
fn continues_after() {
    let run = ids(&format!("new kuid --flavour local --after .5.tXbhdV.3 {AT}")).ok();
    assert_eq!(run.lines(), [".5.tXbhdV.7"]);
    let run = ids(&format!("new kuid --node a@b --after .5.tXbhdV.3 {AT}")).code(2);
    assert!(run.err.contains("11 bytes, but this form has 16"), "{}", run.err);
}

#[test]
fn a_tick_has_16_384() {
    let run = ids(&format!("new kuid --node a@b -n 16385 {AT}")).code(1);
    assert_eq!(run.lines().len(), 16_384);
    let run = ids(&format!("new kuid --node a@b -n 50000 --max-ahead 4ms {AT}")).ok();
    assert!(run.lines().is_sorted_by(|a, b| a < b));
}

#[test]
fn nothing_is_assumed() {
    for (arguments, why) in [
        ("new kuid", "--node NAME"),
        ("new kuid --flavour local --node a@b", "are for --flavour global"),
        ("new kuid --flavour local --drift 8", "are for --flavour global"),
        // Numbers of another length, which are not hashed as if they were names.
        ("new kuid --node 1", "1 byte, but this form has 8"),
        ("new kuid --node 0x03eb2732", "10 bytes, but this form has 8"),
        ("new kuid --node 03eb273g", "'g' at index 7"),
        ("new kuid --node 03eb2732 --1.3.5", "--node is a number"),
        ("new kuid --node a@b --drift 4", "5 to 10 bits, not 4"),
        ("new kuid --node a@b --drift 11", "5 to 10 bits, not 11"),
        ("inspect --drift 20 .5.tXVEf8n8vPN.0", "5 to 10 bits, not 20"),
        ("inspect --format flax --drift 8 .5.tXVEf8n8vPN.0", "--drift is for kuid"),
        ("range kuid --from 2018-10-15 --to 2018-10-16", "--flavour"),
        ("convert --format kuid --to base58 .5.tXbhdV.3", "base64, hex, decimal, base64url"),
    ] {
        let run = ids(arguments).code(2);
        assert!(run.err.contains(why), "{arguments}: {}", run.err);
    }
}

#[test]
fn explained() {
    let global = json!({
        "mega": "1539", "second": "625275", "node": "65742642", "fraction": "422", "sequence": "1",
    });
    let local = json!({ "mega": "1539", "second": "625275", "fraction": "422", "sequence": "1" });
    for (arguments, flavour, fields) in [
        (".5.tXVEf8n8vPN.0", "global", &global),
        ("0060398a03eb27327b698001", "global", &global),
        ("--form base64url AGA5igPrJzJ7aYAB", "global", &global),
        ("--drift 8 .5.tXVEf8n8vPN.0", "global", &global),
        ("--drift 5 .5.tXa0xODOQPN.0", "global", &global),
        ("--drift 10 --flavour global .5.tX.ygbBdvPN.0", "global", &global),
        (".5.tXbhdV.3", "local", &local),
        ("--form hex 0060398a7b698001", "local", &local),
        ("27084864703004673", "local", &local),
        ("--form base64url AGA5intpgAE", "local", &local),
    ] {
        let run = ids(&format!("inspect --json --format kuid {arguments}")).ok();
        let answer = &run.json()[0];
        assert_eq!(answer["flavour"], flavour, "{arguments}");
        assert_eq!(&answer["fields"], fields, "{arguments}");
        assert_eq!(answer["time"], "2018-10-15T17:41:15.432128Z", "{arguments}");
    }
    let run = ids("inspect --format kuid .5.tXVEf8n8vPN.0").ok();
    for part in ["kuid global", "window", "offset", "window and offset together", "node"] {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
}

#[test]
fn found_out() {
    for (text, flavour) in [(".5.tXVEf8n8vPN.0", "global"), (".5.tXbhdV.3", "local")] {
        let run = ids(&format!("inspect --json --strict --now 2026-01-01 {text}")).ok();
        let answer = &run.json()[0]["candidates"][0];
        assert_eq!((&answer["format"], &answer["flavour"]), (&json!("kuid"), &json!(flavour)));
    }
}

/// The last digit of a local identifier holds four bits, and no more is read than is written.
#[test]
fn strict() {
    let run = ids("inspect --json --format kuid .5.tXbhdV.4 .5.tXVEf8n8vPN.01").code(1);
    let answers = run.json();
    assert_eq!(answers[0]["error"]["kind"], "digit");
    assert_eq!(answers[0]["error"]["index"], 10);
    assert_eq!(answers[1]["error"]["kind"], "length");
}

#[test]
fn converted() {
    for (arguments, expected) in [
        ("--to hex .5.tXVEf8n8vPN.0", "0060398a03eb27327b698001"),
        ("--to hex .5.tXbhdV.3", "0060398a7b698001"),
        ("--to decimal .5.tXbhdV.3", "27084864703004673"),
        ("--to decimal .5.tXVEf8n8vPN.0", "116328599505572641880244225"),
        ("--from decimal --to base64 116328599505572641880244225", ".5.tXVEf8n8vPN.0"),
        ("--from surplus --to base64 .5.tXVEf8n8vPN.01", ".5.tXVEf8n8vPN.0"),
        ("--from surplus --to base64 .5.tXbhdV.4", ".5.tXbhdV.3"),
        ("--to base64 27084864703004673", ".5.tXbhdV.3"),
        ("--from base64url --to base64 AGA5igPrJzJ7aYAB", ".5.tXVEf8n8vPN.0"),
        ("--to base64url .5.tXbhdV.3", "AGA5intpgAE"),
    ] {
        let run = ids(&format!("convert --format kuid {arguments}")).ok();
        assert_eq!(run.lines(), [expected], "{arguments}");
    }
}

/// A decimal number does not say which flavour it is of.
#[test]
fn numbers_of_two_flavours() {
    let arguments = "convert --format kuid --from decimal --to hex 27084864703004673";
    let run = ids(arguments).code(1);
    assert!(run.err.contains("reads as decimal: say which with --flavour"), "{}", run.err);
    for (flavour, expected) in
        [("local", "0060398a7b698001"), ("global", "000000000060398a7b698001")]
    {
        let run = ids(&format!("{arguments} --flavour {flavour}")).ok();
        assert_eq!(run.lines(), [expected], "{flavour}");
    }
}

/// Global identifiers sort by window, so a range of times holds whole ones.
#[test]
fn ranges() {
    let span = "--from 2018-10-15T17:41:15Z --to 2018-10-15T17:41:16Z";
    let run = ids(&format!("range kuid --flavour local {span}")).ok();
    let [from, to] = run.lines()[..] else { panic!("{}", run.out) };
    assert!(from <= ".5.tXbhdV.3" && ".5.tXbhdV.3" < to);
    assert_eq!(from, ".5.tXbg....");
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

#[test]
fn informed() {
    let answers = ids("info kuid --json --drift 10").ok().json();
    let names: Vec<_> = answers.iter().map(|answer| &answer["flavour"]).collect();
    assert_eq!(names, ["local", "global"]);
    for answer in &answers {
        assert_eq!(answer["tick_ns"], "1024000");
        assert_eq!(answer["per_tick"], "16384");
        assert_eq!(answer["ends"], "1048576000000 s since the Unix epoch");
    }
    let windows = &answers[1]["fields"][1];
    assert_eq!(
        (&windows["name"], &windows["high"], &windows["low"]),
        (&json!("window"), &json!(75), &json!(66))
    );
}
