//! What follows from the layouts, without measuring: what collides, what shows, what runs out.

use std::{fs, path::Path, process::Command};

use chacha20::rand_core::Rng;
use flax_id::FlaxId;
use ids_benches::samples::{DOMAIN, rng};
use ids_core::{
    UnixTime,
    format::{Layout, Scheme},
};
use kuid::Local;
use luuid::Luuid;
use siq::{Node, Qualifier, Siq};

use crate::part::Error;

/// The texts of a format, in the order of their identifiers.
pub struct Texts {
    pub format: &'static str,
    pub name: String,
    pub texts: Vec<String>,
}

/// Whether a text form keeps the identifiers' order under `C` and two collations of ICU.
pub struct Collation {
    pub format: String,
    pub text: String,
    pub keeps: [bool; 3],
}

/// The canonical texts of every format: once where flavours of one width are written alike.
pub fn canonical_texts() -> Vec<Texts> {
    let mut all: Vec<Texts> = Vec::new();
    let mut seen = Vec::new();
    for format in ids_formats::all() {
        let facts = format.facts();
        let (bits, form) = (facts.layout.bits(), facts.canonical.name);
        if seen.contains(&(facts.family, bits, form)) {
            continue;
        }
        seen.push((facts.family, bits, form));
        let number = facts.is_number() || facts.flavour == Some(form);
        let name = match facts.flavour {
            Some(flavour) if !number => format!("{flavour}, {form}"),
            _ => form.to_owned(),
        };
        let ids = numbers(bits).map(|bits| facts.layout.settle(bits));
        let texts = texts(ids, |id| format.text(facts.canonical, id));
        all.push(Texts { format: facts.family, name, texts });
    }
    let uuid = |bits| uuid::Uuid::from_u128(bits).to_string();
    let ulid = |bits: u128| ulid::Ulid::from_bytes(bits.to_be_bytes()).to_string();
    all.push(Texts {
        format: "uuid",
        name: "36 characters".into(),
        texts: texts(numbers(128), uuid),
    });
    all.push(Texts {
        format: "ulid",
        name: "26 characters".into(),
        texts: texts(numbers(128), ulid),
    });
    all
}

/// Numbers from the whole range of this number of bits.
fn numbers(bits: u32) -> impl Iterator<Item = u128> {
    let mut rng = rng();
    (0..20_000).map(move |_| {
        (u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64())) >> (128 - bits)
    })
}

/// The texts of these, as far as they have one, in the order of the numbers.
fn texts(ids: impl Iterator<Item = u128>, text: impl Fn(u128) -> String) -> Vec<String> {
    let mut ids: Vec<u128> = ids.collect();
    ids.sort_unstable();
    let mut texts: Vec<String> =
        ids.into_iter().map(text).filter(|text| !text.is_empty()).collect();
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
pub fn date(time: UnixTime) -> String {
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

/// What an identifier of a family, or of one flavour of it, shows to a stranger, and the last day on which one is made if
/// that is not the last that it can tell.
type Shows = (&'static str, Option<&'static str>, &'static str, Option<fn() -> String>);

const SHOWS: [Shows; 7] = [
    (
        "snowflake",
        Some("twitter"),
        "when, which node, how many there were in the millisecond",
        None,
    ),
    (
        "snowflake",
        Some("discord"),
        "when, which worker and process, how many there were in the millisecond",
        None,
    ),
    (
        "kuid",
        Some("global"),
        "when, a hash of the node's name, how many there were in the tick",
        Some(|| date(Local::LAST)),
    ),
    ("flax", None, "when", None),
    (
        "siq",
        None,
        "when, a hash of the domain, the shard, what kind of thing, how many in the tick",
        Some(siq_made),
    ),
    ("luuid", None, "the key: how many there are; the kind of entity; not when", None),
    // RFC 3339, which the events' own text is, ends there.
    ("evently", None, "when, which ledger, a checksum of the event", Some(|| "9999-12-31".into())),
];

/// Each kind has its own number of positions, and so its own last day.
fn siq_made() -> String {
    let last = |qualifier| Node::new(DOMAIN, 1, qualifier).positions().last();
    let ends = Qualifier::ALL.iter().map(|qualifier| Siq::TICKS.start(last(*qualifier)));
    let (first, last) = ends.fold((UnixTime::MAX, UnixTime::EPOCH), |(first, last), end| {
        (first.min(end), last.max(end))
    });
    format!("{} to {}, by kind of thing", date(first), date(last))
}

/// For each format: the bits, what an identifier shows, the last day on which one is made, and the last
/// that it can tell.
pub fn leaks() -> Result<Vec<[String; 5]>, Error> {
    let mut rows = Vec::new();
    for (family, flavour, what, made) in SHOWS {
        let format = ids_formats::family(family).and_then(|family| match flavour {
            Some(flavour) => family.flavour(flavour),
            None => family.formats.first().copied(),
        });
        let format = format.ok_or_else(|| format!("no format is called {family} {flavour:?}"))?;
        let facts = format.facts();
        let name = flavour.map_or(family.into(), |flavour| format!("{family} ({flavour})"));
        let (made, says) = match format.timed() {
            Some(timed) => {
                let says = date(timed.time(facts.largest()));
                (made.map_or_else(|| says.clone(), |made| made()), says)
            }
            None => ("when the keys are used up".into(), "the same".into()),
        };
        rows.push([name, bits(&facts.layout), what.into(), made, says]);
    }
    let milli = date(UnixTime::from_millis((1 << 48) - 1));
    let others = [
        ["uuid v4", "version 4, variant 2, random 122", "nothing", "for ever", "the same"],
        ["uuid v7", "timestamp 48, version 4, variant 2, random 74", "when", &milli, &milli],
        ["ulid", "timestamp 48, random 80", "when", &milli, &milli],
    ];
    rows.extend(others.map(|row| row.map(str::to_owned)));
    Ok(rows)
}

/// Identifiers made in a millisecond, for the chance of two that are the same.
pub const PER_MILLI: [f64; 4] = [1.0, 100.0, 1_000.0, 10_000.0];
const YEAR_IN_MILLIS: f64 = 365.25 * 86_400_000.0;

/// The chance that a year at each of the rates, made at many places at once that know nothing of
/// each other, has two identifiers that are the same.
pub fn collisions() -> Vec<(String, String, [f64; 4])> {
    // All identifiers of `millis` milliseconds have the same time; `bits` bits are random.
    let within = |bits: u32, millis: f64| {
        PER_MILLI.map(|rate| {
            let each = rate * millis;
            // They arrive at random, `each` on average.
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
