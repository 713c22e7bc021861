//! What follows from the layouts, without measuring: what collides, what shows, what runs out.

use std::{fs, path::Path, process::Command, time::Duration};

use chacha20::rand_core::Rng;
use evently_id::EventId;
use flax_id::FlaxId;
use ids_benches::samples::{DOMAIN, rng};
use ids_core::format::{Layout, Scheme};
use kuid::{Drift, Global, Local};
use luuid::Luuid;
use siq::{Node, Qualifier, Siq};
use snowflake::{Discord, Snowflake, Twitter};

use crate::part::Error;

/// The texts of a format, in the order of their identifiers.
pub struct Form {
    pub format: &'static str,
    pub name: &'static str,
    pub texts: fn() -> Vec<String>,
}

/// Whether a text form keeps the identifiers' order under `C` and two collations of ICU.
pub struct Collation {
    pub format: String,
    pub text: String,
    pub keeps: [bool; 3],
}

const fn form(format: &'static str, name: &'static str, texts: fn() -> Vec<String>) -> Form {
    Form { format, name, texts }
}

pub const TEXTS: &[Form] = &[
    form("snowflake", "decimal", || texts(64, |bits| Some((bits as u64).to_string()))),
    form("snowflake", "tid", || {
        texts(63, |bits| Some(snowflake::Form::Tid.encode(bits as u64).to_string()))
    }),
    form("kuid", "global, 16 characters", || texts(96, |bits| shown(Global::from_bits(bits)))),
    form("kuid", "local, 11 characters", || {
        texts(64, |bits| Some(Local::from_bits(bits as u64).to_string()))
    }),
    form("flax", "16 characters", || texts(96, |bits| shown(FlaxId::from_bits(bits)))),
    form("siq", "did:siq:", || texts(112, |bits| shown(Siq::from_bits(bits)))),
    form("luuid", "as a UUID", || {
        texts(128, |bits| {
            let fixed = bits & !(0xf << 76) & !(3 << 62) | 6 << 76 | 2 << 62;
            shown(Luuid::from_bits(fixed))
        })
    }),
    form("evently", "32 hex digits", || {
        texts(128, |bits| shown(EventId::from_bits(bits & EventId::LAYOUT.mask())))
    }),
    form("uuid", "36 characters", || {
        texts(128, |bits| Some(uuid::Uuid::from_u128(bits).to_string()))
    }),
    form("ulid", "26 characters", || {
        texts(128, |bits| Some(ulid::Ulid::from_bytes(bits.to_be_bytes()).to_string()))
    }),
];

fn shown<I: ToString, E>(id: Result<I, E>) -> Option<String> {
    Some(id.ok()?.to_string())
}

/// The texts of identifiers over the whole range of so many bits, as far as there are such.
fn texts(bits: u32, text: impl Fn(u128) -> Option<String>) -> Vec<String> {
    let mut rng = rng();
    let mut numbers: Vec<u128> = (0..20_000)
        .map(|_| (u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64())) >> (128 - bits))
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    let mut texts: Vec<String> = numbers.into_iter().filter_map(text).collect();
    texts.dedup();
    // Evenly from the whole range, a thousand at most.
    let step = texts.len().div_ceil(1000).max(1);
    texts.into_iter().step_by(step).collect()
}

pub fn save(path: &Path, collations: &[Collation]) -> Result<(), Error> {
    let mut out = String::from("format,text,C,und-x-icu,en-US-x-icu\n");
    for Collation { format, text, keeps } in collations {
        let [c, und, en] = keeps.map(|keeps| if keeps { "yes" } else { "no" });
        out += &format!("{format},{},{c},{und},{en}\n", text.replace(',', ";"));
    }
    Ok(fs::write(path, out)?)
}

/// Figures of the formats' first implementations, where they are installed.
pub fn upstream(path: &Path) -> Result<(), Error> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/upstream.sh");
    let output = Command::new("bash").arg(script).output()?;
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
    if !output.status.success() {
        return Err(format!("upstream.sh: {}", output.status).into());
    }
    Ok(fs::write(path, output.stdout)?)
}

/// A day, or a year where there are only years to be told.
pub fn date(time: Duration) -> String {
    let micros = u64::try_from(time.as_micros()).ok();
    match micros.and_then(evently_id::format_timestamp) {
        Some(text) => text.as_str().split('T').next().unwrap_or_default().to_owned(),
        None => format!("in the year {}", 1970 + time.as_secs() / 31_556_952),
    }
}

/// The bits of a layout, top down.
fn bits(layout: &Layout) -> String {
    let fields = layout.fields().iter();
    fields.map(|field| format!("{} {}", field.name(), field.width())).collect::<Vec<_>>().join(", ")
}

/// What each identifier shows to whoever sees it, the last day on which one is made, and the last that
/// it can tell.
pub fn leaks() -> Vec<[String; 5]> {
    let drift = Drift::DEFAULT;
    let siq_bits = Siq::SECONDS.width() + Siq::FRACTION.width();
    let siq_says = date(Siq::TICKS.start((1 << siq_bits) - 1));
    let last = |qualifier| Node::new(DOMAIN, 1, qualifier).positions().last();
    let (first, last) = Qualifier::ALL
        .iter()
        .map(|qualifier| Siq::TICKS.start(last(*qualifier)))
        .fold((Duration::MAX, Duration::ZERO), |(first, last), end| {
            (first.min(end), last.max(end))
        });
    let siq_made = format!("{} to {}, by kind of thing", date(first), date(last));
    let milli = date(Duration::from_millis((1 << 48) - 1));
    let twitter = date(Snowflake::<Twitter>::LAST);
    let discord = date(Snowflake::<Discord>::LAST);
    [
        [
            "snowflake (twitter)",
            &bits(&Snowflake::<Twitter>::LAYOUT),
            "when, which node, how many there were in the millisecond",
            &twitter,
            &twitter,
        ],
        [
            "snowflake (discord)",
            &bits(&Snowflake::<Discord>::LAYOUT),
            "when, which worker and process, how many there were in the millisecond",
            &discord,
            &discord,
        ],
        [
            "kuid (global)",
            &bits(&Global::layout(drift)),
            "when, a hash of the node's name, how many there were in the tick",
            &date(Local::LAST),
            &date(Global::MAX.time(drift)),
        ],
        ["flax", &bits(&FlaxId::LAYOUT), "when", &date(FlaxId::LAST), &date(FlaxId::LAST)],
        [
            "siq",
            &bits(&Siq::LAYOUT),
            "when, a hash of the domain, the shard, what kind of thing, how many in the tick",
            &siq_made,
            &siq_says,
        ],
        [
            "luuid",
            &bits(&Luuid::LAYOUT),
            "the key: how many there are; the kind of entity; not when",
            "when the keys are used up",
            "the same",
        ],
        [
            "evently",
            &bits(&EventId::LAYOUT),
            "when, which ledger, a checksum of the event",
            "9999-12-31",
            &date(EventId::LAST),
        ],
        ["uuid v4", "version 4, variant 2, random 122", "nothing", "for ever", "the same"],
        ["uuid v7", "timestamp 48, version 4, variant 2, random 74", "when", &milli, &milli],
        ["ulid", "timestamp 48, random 80", "when", &milli, &milli],
    ]
    .map(|row| row.map(str::to_owned))
    .into()
}

/// Identifiers made in a millisecond, for the chance of two that are the same.
pub const PER_MILLI: [f64; 4] = [1.0, 100.0, 1_000.0, 10_000.0];
const YEAR_IN_MILLIS: f64 = 365.25 * 86_400_000.0;

/// The chance that a year at each of the rates, made at many places at once that know nothing of
/// each other, has two identifiers that are the same.
pub fn collisions() -> Vec<(String, String, [f64; 4])> {
    // So many bits are random in so many milliseconds of time.
    let within = |bits: u32, millis: f64| {
        PER_MILLI.map(|rate| {
            let each = rate * millis;
            // They come when they come, so many on average.
            let pairs = each * each / 2.0;
            let expected = pairs / 2_f64.powi(bits as i32) * (YEAR_IN_MILLIS / millis);
            -(-expected).exp_m1()
        })
    };
    let row = |name: &str, bits: u32, time: &str, chances| {
        (name.to_owned(), format!("{bits} random bits in {time}"), chances)
    };
    let flax = FlaxId::RANDOM.width();
    let luuid = Luuid::RANDOM.width();
    vec![
        row("flax", flax, "each millisecond", within(flax, 1.0)),
        row("ulid", 80, "each millisecond", within(80, 1.0)),
        row("uuid v7", 74, "each millisecond", within(74, 1.0)),
        row("uuid v4", 122, "all", within(122, YEAR_IN_MILLIS)),
        row("ksuid", 128, "each second", within(128, 1000.0)),
        row(
            "luuid",
            luuid,
            "each key, should a key be given twice",
            PER_MILLI.map(|rate| {
                // Two places that count alone give every key twice.
                -(-(rate * YEAR_IN_MILLIS / 2.0) / 2_f64.powi(luuid as i32)).exp_m1()
            }),
        ),
    ]
}
