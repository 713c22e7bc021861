//! The runner itself: rows that hold pass, and each kind of row that does not hold fails.

use core::{panic::AssertUnwindSafe, time::Duration};
use std::{collections::BTreeMap, panic::catch_unwind};

use ids_core::{Digits, Field, Generator, Layout, Order, ParseError, Scheme, Ticks};
use ids_testkit::{Call, Fault, Place, Source, Start, Subject, vectors::File};
use rand_core::TryRng;

const TIME: Field = Field::new("time", 15, 4);
const SEQUENCE: Field = Field::new("sequence", 3, 1);
const MARK: Field = Field::new("mark", 0, 0).always(1);
const LAYOUT: Layout = Layout::new("toy", 16, &[TIME, SEQUENCE, MARK]);
const TICKS: Ticks = Ticks::per_second(Duration::from_secs(10), 1);

struct Toy;

impl Scheme for Toy {
    type Id = u128;
    fn ticks(&self) -> Ticks {
        TICKS
    }
    fn order(&self) -> Order {
        Order::new(SEQUENCE.width(), TIME.max())
    }
    fn id(&self, position: u64) -> u128 {
        u128::from(position << 1 | 1)
    }
    fn position(&self, id: u128) -> u64 {
        TIME.get(id) << SEQUENCE.width() | SEQUENCE.get(id)
    }
}

impl Subject for Toy {
    fn layouts(&self) -> Vec<Layout> {
        vec![LAYOUT]
    }

    fn parse(&self, place: Place<'_>, text: &str) -> Result<u128, Fault> {
        let digits = match place.form {
            "" => text,
            "sharp" => text.strip_prefix('#').unwrap_or(text),
            other => return Err(Fault::unsupported(other)),
        };
        let bits = Digits::DECIMAL.decode::<16>(digits.as_bytes())?;
        LAYOUT.check(bits)?;
        Ok(bits)
    }

    fn format(&self, place: Place<'_>, bits: u128) -> Result<String, Fault> {
        LAYOUT.check(bits)?;
        let sharp = if place.form == "sharp" { "#" } else { "" };
        Ok(format!("{sharp}{bits}"))
    }

    fn read_bytes(&self, _place: Place<'_>, bytes: &[u8]) -> Result<u128, Fault> {
        let bytes: [u8; 2] = bytes.try_into().map_err(|_| ParseError::Length {
            found: bytes.len(),
            min: 2,
            max: 2,
        })?;
        let bits = u16::from_be_bytes(bytes).into();
        LAYOUT.check(bits)?;
        Ok(bits)
    }

    fn bytes(&self, _place: Place<'_>, bits: u128) -> Result<Vec<u8>, Fault> {
        LAYOUT.check(bits)?;
        Ok(bits.to_be_bytes()[14..].to_vec())
    }

    fn pack(&self, _place: Place<'_>, values: &BTreeMap<String, u64>) -> Result<u128, Fault> {
        Ok(LAYOUT.pack(&[values["time"], values["sequence"]])?)
    }

    fn time(&self, _place: Place<'_>, bits: u128) -> Result<Duration, Fault> {
        Ok(TICKS.start(TIME.get(bits)))
    }

    fn range(&self, _place: Place<'_>, time: Duration) -> Result<(u128, u128), Fault> {
        let tick = TICKS.at_most(time, TIME.max())?;
        Ok((LAYOUT.pack(&[tick, 0])?, LAYOUT.pack(&[tick, SEQUENCE.max()])?))
    }

    fn generator<'a>(&self, _place: Place<'_>, start: Start<'a>) -> Result<Source<'a>, Fault> {
        let mut generator = Generator::new(start.clock, Toy).with_policy(start.config.policy());
        if let Some(last) = start.after {
            generator = generator.resume_after(last);
        }
        let (mut rng, noisy) = (start.rng, start.config.text("noisy").is_some());
        Ok(Box::new(move |call| {
            if noisy {
                rng.try_next_u32()?;
            }
            match call {
                Call::Generate => Ok(vec![generator.generate()?]),
                Call::Reserve(count) => Ok(generator.reserve(count)?.collect()),
            }
        }))
    }
}

fn run(rows: &str) -> Result<usize, String> {
    let json = format!(
        r#"{{"format": "toy", "schema_version": "1", "layouts": [{{"name": "toy", "bits": "16",
        "fields": [{{"name": "time", "high": "15", "low": "4"}},
        {{"name": "sequence", "high": "3", "low": "1"}},
        {{"name": "mark", "high": "0", "low": "0", "fixed": "1"}}]}}], "rows": [{rows}]}}"#
    );
    let file: File = json.parse().map_err(|error: serde_json::Error| error.to_string())?;
    catch_unwind(AssertUnwindSafe(|| file.run(&Toy)))
        .map_err(|panic| panic.downcast_ref::<String>().cloned().unwrap_or_default())
}

const HOLD: &[&str] = &[
    r#""op":"format","bits":"17","text":"17""#,
    r##""op":"format","form":"sharp","bits":"17","text":"#17""##,
    r#""op":"parse","form":"sharp","bits":"17","text":"17""#,
    r#""op":"fields","bits":"65535","bytes":"ffff","fields":{"time":"4095","sequence":"7","mark":"1"},"time":"4105000000000""#,
    r#""op":"range","time":"10999999999","first":"1","last":"15""#,
    r#""op":"reject","input":{"text":"1x"},"error":{"kind":"digit","index":"1"}"#,
    r#""op":"reject","input":{"bytes":"00"},"error":{"kind":"length"}"#,
    r#""op":"reject","input":{"bits":"16"},"error":{"kind":"fixed","field":"mark"}"#,
    r#""op":"reject","input":{"fields":{"time":"1","sequence":"8"}},"error":{"kind":"range","field":"sequence"}"#,
    r#""op":"reject","input":{"time":"9999999999"},"error":{"kind":"before_epoch","until":"10000000000"}"#,
    r#""op":"reject","input":{"time":"4106000000000"},"error":{"kind":"after_end","until":"4105000000000"}"#,
    r#""op":"order","texts":["3","5","17"],"as_text":false"#,
    r#""op":"order","texts":["11","13"],"as_text":true"#,
    r#""op":"generate","steps":[
        {"clock":"-1","call":"generate","error":{"kind":"before_epoch"}},
        {"clock":"11000000000","call":"generate","count":"9",
            "ids":["17",{"first":"19","count":"7","step":"2"}],"error":{"kind":"wait","until":"12000000000"}},
        {"clock":"12000000000","call":"reserve","count":"3","ids":["33","35","37"]},
        {"call":"reserve","count":"9","error":{"kind":"too_many"}},
        {"call":"resume"}, {"call":"generate","ids":["39"]},
        {"call":"restart"}, {"call":"generate","ids":["33"]}]"#,
    r#""op":"generate","config":{"max_ahead":"1000000000","noisy":"1"},"rng":"0000000000000000","steps":[
        {"clock":"11000000000","call":"reserve","count":"16","ids":[{"first":"17","count":"16","step":"2"}]},
        {"call":"generate","error":{"kind":"wait"}},
        {"call":"generate","error":{"kind":"entropy"}}]"#,
];

const FAIL: &[(&str, &str)] = &[
    (r#""op":"format","bits":"17","text":"19""#, "written"),
    (r#""op":"format","form":"runes","bits":"17","text":"17""#, "unsupported"),
    (r#""op":"format","layout":"tool","bits":"17","text":"17""#, "no layout"),
    (r#""op":"parse","bits":"17","text":"17""#, "no alias"),
    (r#""op":"parse","form":"sharp","bits":"19","text":"17""#, "read"),
    (
        r#""op":"fields","bits":"17","bytes":"0013","fields":{"time":"1","sequence":"0","mark":"1"}"#,
        "bytes",
    ),
    (r#""op":"fields","bits":"17","bytes":"0011","fields":{"time":"1","sequence":"0"}"#, "fields"),
    (
        r#""op":"fields","bits":"17","bytes":"0011","fields":{"time":"1","sequence":"0","mark":"1"},"time":"1""#,
        "time",
    ),
    (r#""op":"range","time":"10999999999","first":"1","last":"17""#, "range"),
    (r#""op":"reject","input":{"text":"17"},"error":{"kind":"digit"}"#, "not refused"),
    (r#""op":"reject","input":{"text":"1x"},"error":{"kind":"length"}"#, "Digit"),
    (r#""op":"reject","input":{"text":"1x"},"error":{"kind":"digit","index":"0"}"#, "index"),
    (r#""op":"order","texts":["5","3"],"as_text":false"#, "ascend"),
    (r#""op":"order","texts":["3","5"],"as_text":false"#, "ascend"),
    (r#""op":"generate","steps":[{"clock":"10000000000","call":"generate","ids":["3"]}]"#, "id 0"),
    (
        r#""op":"generate","steps":[{"clock":"10000000000","call":"generate","count":"2","ids":["1"]}]"#,
        "id 1",
    ),
    (
        r#""op":"generate","steps":[{"clock":"10000000000","call":"generate","ids":["1"],"error":{"kind":"wait"}}]"#,
        "not refused",
    ),
    (r#""op":"generate","steps":[{"clock":"1","call":"generate"}]"#, "before_epoch"),
    (
        r#""op":"generate","config":{"wroker":"1"},"steps":[{"clock":"10000000000","call":"generate","ids":["1"]}]"#,
        "wroker",
    ),
    (
        r#""op":"generate","rng":"00","steps":[{"clock":"10000000000","call":"generate","ids":["1"]}]"#,
        "left over",
    ),
    (r#""op":"format","bits":17,"text":"17""#, "invalid type"),
    (r#""op":"format","bits":"017","text":"17""#, "no decimal number"),
    (r#""op":"format","bits":"17","text":"17","txet":"17""#, "unknown field"),
    (r#""op":"formats","bits":"17","text":"17""#, "unknown variant"),
    (r#""op":"canonical","json":"1","canonical":"1""#, "has no ledgers"),
    (r#""op":"reject","input":{"json":"1"},"error":{"kind":"syntax"}"#, "has no ledgers"),
    (r#""op":"ledger","lines":[],"profile":"doc5","head":"1","heads":"1""#, "unknown field"),
];

#[test]
fn rows_that_hold() {
    for row in HOLD {
        assert_eq!(run(&format!(r#"{{"id":"toy-1","rule":"T1",{row}}}"#)), Ok(1), "{row}");
    }
}

#[test]
fn rows_that_do_not_hold() {
    for (row, why) in FAIL {
        let found = run(&format!(r#"{{"id":"toy-1","rule":"T1",{row}}}"#)).unwrap_err();
        assert!(found.to_lowercase().contains(&why.to_lowercase()), "{row}: {found}");
    }
}

#[test]
fn files_that_are_wrong() {
    let row = r#"{"id":"toy-1","rule":"T1","op":"format","bits":"17","text":"17"}"#;
    assert!(run(&format!("{row},{row}")).unwrap_err().contains("occurs twice"));
    let version = r#"{"format":"toy","schema_version":"2","layouts":[],"rows":[]}"#;
    assert!(version.parse::<File>().is_err());
    let file: File = version.replace('2', "1").parse().unwrap();
    assert!(catch_unwind(AssertUnwindSafe(|| file.run(&Toy))).is_err(), "a layout is missing");
    assert!(run("").unwrap_err().contains("no vectors"));
}

#[test]
fn rules_that_the_document_lacks() {
    let row = r#"{"id":"toy-1","rule":"T-1","op":"format","bits":"17","text":"17"}"#;
    let json = format!(
        r#"{{"format":"toy","schema_version":"1","layouts":[],"rows":[{row},{}]}}"#,
        row.replace("-1", "-2")
    );
    let file: File = json.parse().unwrap();
    let lacks = |document: &str| catch_unwind(|| file.cites(document)).is_err();
    assert!(!lacks("- **T-1** One.\n- **T-2** Two."));
    assert!(!lacks("**T-2.** Two.\n\n**T-1.** One."));
    assert!(lacks("- **T-1** One, before **T-21**, after T-2."));
    assert!(lacks(""));
}
