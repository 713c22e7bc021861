//! Makes the labelled set again: `cargo run > ../tests/labelled.tsv`. With another seed, `cargo run 7`, it makes a
//! set with new rows.
//!
//! The crates of the formats write the texts, of times and random bits that a seed decides. cuid2 takes no
//! seed: its rows, those of cuid, which `idt gen cuid` made, and published examples are kept in `kept.tsv`.

use std::collections::BTreeSet;

use fastrand::Rng;
use ids_formats::{Format, UnixTime, all};
use uuid::{Builder, Timestamp, Uuid};

/// Rows of each kind.
const ROWS: usize = 64;
/// 2026-11-01.
const UNTIL: u64 = 1_793_491_200;

/// A kind, its source, the first year of its identifiers, how one is made.
type Maker<'a> = (&'a str, &'a str, u64, &'a dyn Fn(&mut Rng, UnixTime) -> String);

fn main() {
    let seed = std::env::args().nth(1).map_or(16, |seed| seed.parse().unwrap());
    let mut rng = Rng::with_seed(seed);
    println!(
        "# text, kind, source: made by labelled/, which see. Sources with a host are published examples."
    );
    let mut seen = BTreeSet::new();
    for line in include_str!("../kept.tsv").lines().filter(|line| !line.starts_with('#')) {
        assert!(seen.insert(line.split('\t').next().map(str::to_owned)), "{line}");
        println!("{line}");
    }
    let uuid = "uuid 1.29";
    let makers: &[Maker<'_>] = &[
        ("uuid v1", uuid, 2005, &|rng, time| {
            let uuid = Uuid::new_v1(stamp(rng, time), &node(rng));
            spelled(rng, uuid)
        }),
        ("uuid v3", uuid, 2005, &|rng, _| {
            let name = name(rng);
            spelled(rng, Uuid::new_v3(&Uuid::NAMESPACE_URL, name.as_bytes()))
        }),
        ("uuid v4", uuid, 2005, &|rng, _| {
            let bytes = bytes(rng);
            spelled(rng, Builder::from_random_bytes(bytes).into_uuid())
        }),
        ("uuid v5", uuid, 2005, &|rng, _| {
            let name = name(rng);
            spelled(rng, Uuid::new_v5(&Uuid::NAMESPACE_DNS, name.as_bytes()))
        }),
        ("uuid v6", uuid, 2021, &|rng, time| {
            let uuid = Uuid::new_v6(stamp(rng, time), &node(rng));
            spelled(rng, uuid)
        }),
        ("uuid v7", uuid, 2021, &|rng, time| {
            let millis = u64::try_from(time.as_millis()).unwrap();
            let uuid = Builder::from_unix_timestamp_millis(millis, &bytes(rng)).into_uuid();
            spelled(rng, uuid)
        }),
        ("uuid v8", uuid, 2021, &|rng, _| {
            let bytes = bytes(rng);
            spelled(rng, Uuid::new_v8(bytes))
        }),
        ("ulid", "ulid 3", 2016, &|rng, time| {
            let millis = u64::try_from(time.as_millis()).unwrap();
            let text = ulid::Ulid::from_parts(millis, rng.u128(..1 << 80)).to_string();
            if rng.u8(..8) == 0 { text.to_lowercase() } else { text }
        }),
        ("ksuid", "svix-ksuid 0.9", 2017, &|rng, time| {
            let seconds = u32::try_from(time.as_secs() - 1_400_000_000).unwrap();
            svix_ksuid::Ksuid::new_raw(seconds, Some(&bytes::<16>(rng))).to_string()
        }),
        ("xid", "xid 1", 2015, &|rng, time| {
            let mut id = bytes::<12>(rng);
            id[..4].copy_from_slice(&seconds(time).to_be_bytes());
            xid::Id::from_bytes(&id).unwrap().to_string()
        }),
        ("objectid", "bson 3", 2009, &|rng, time| {
            bson::oid::ObjectId::from_parts(seconds(time), bytes(rng), bytes(rng)).to_hex()
        }),
        ("tsid", "tsid 0.3", 2021, &|rng, time| {
            let millis = u64::try_from(time.as_millis()).unwrap() - 1_577_836_800_000;
            tsid::TSID::from(millis << 22 | rng.u64(..1 << 22)).to_string()
        }),
        ("nanoid", "nanoid 0.5", 2017, &|rng, _| {
            nanoid::format(
                |size| (0..size).map(|_| rng.u8(..)).collect(),
                &nanoid::alphabet::SAFE,
                21,
            )
        }),
        ("typeid", "type-safe-id 0.3", 2023, &|rng, time| {
            let millis = u64::try_from(time.as_millis()).unwrap();
            let uuid = Builder::from_unix_timestamp_millis(millis, &bytes(rng)).into_uuid();
            let prefix = rng.choice(["user", "org", "post", "api_key", "invoice", "t"]).unwrap();
            let prefix = type_safe_id::DynamicType::new(prefix).unwrap();
            type_safe_id::TypeSafeId::from_type_and_uuid(prefix, uuid).to_string()
        }),
        ("stripe", "the shapes of docs.stripe.com/api", 2015, &|rng, _| stripe(rng)),
        ("scru128", "scru128 4", 2021, &|rng, time| {
            let millis = u64::try_from(time.as_millis()).unwrap();
            let (high, low) = (rng.u32(..1 << 24), rng.u32(..1 << 24));
            scru128::Id::try_from_fields(millis, high, low, rng.u32(..)).unwrap().to_string()
        }),
    ];
    for (kind, source, year, make) in makers {
        for _ in 0..ROWS {
            let time = time(&mut rng, *year);
            println!("{}\t{kind}\t{source}", make(&mut rng, time));
        }
    }
    for format in all() {
        ours(&mut rng, format);
    }
}

/// Texts of a format of the project: its canonical form, and that of Instagram's links.
fn ours(rng: &mut Rng, format: &dyn Format) {
    let facts = format.facts();
    let kind = facts
        .flavour
        .map_or(facts.family.to_owned(), |flavour| format!("{} {flavour}", facts.family));
    // Their epochs and layouts are not in use.
    if matches!(facts.flavour, Some("suou" | "baidu" | "yitter")) {
        return;
    }
    let year = match facts.flavour {
        Some("tid") => 2023,
        Some("mastodon") => 2018,
        Some("sonyflake-v2") => 2026,
        Some("instagram") => 2012,
        _ => 2016,
    };
    let mut forms = vec![facts.canonical];
    if facts.flavour == Some("instagram") {
        forms.extend(facts.form("shortcode"));
    }
    for form in forms {
        let kind = if form == facts.canonical { kind.clone() } else { format!("{kind} shortcode") };
        for _ in 0..ROWS {
            let bits = loop {
                let bits = match format.timed() {
                    Some(timed) => {
                        let time = time(rng, year);
                        rng.u128(timed.first_at(time).unwrap()..=timed.last_at(time).unwrap())
                    }
                    // A key that was counted up.
                    None => {
                        let length = rng.u32(1..34);
                        let fixed = facts.layout.settle(rng.u128(..1 << 80));
                        rng.u128(1 << (length - 1)..1 << length) << 80 | fixed
                    }
                };
                if format.check(bits).is_ok() && format.doubt(bits).is_none() {
                    break bits;
                }
            };
            println!("{}\t{kind}\t{}", format.text(form, bits), facts.family);
        }
    }
}

/// An instant between the beginning of a year and `UNTIL`, to the microsecond.
fn time(rng: &mut Rng, year: u64) -> UnixTime {
    let from = (year - 1970) * 31_556_952;
    UnixTime::from_micros(rng.u64(from * 1_000_000..UNTIL * 1_000_000))
}

fn seconds(time: UnixTime) -> u32 {
    u32::try_from(time.as_secs()).unwrap()
}

fn bytes<const N: usize>(rng: &mut Rng) -> [u8; N] {
    let mut bytes = [0; N];
    rng.fill(&mut bytes);
    bytes
}

fn node(rng: &mut Rng) -> [u8; 6] {
    bytes(rng)
}

fn stamp(rng: &mut Rng, time: UnixTime) -> Timestamp {
    Timestamp::from_unix_time(time.as_secs(), time.subsec_nanos(), rng.u128(..1 << 14), 14)
}

fn name(rng: &mut Rng) -> String {
    format!("https://example.com/{}", rng.u32(..))
}

/// As programs and people write UUIDs: one in eight in upper case, one in eight without hyphens.
fn spelled(rng: &mut Rng, uuid: Uuid) -> String {
    match rng.u8(..32) {
        0..4 => format!("{:X}", uuid.hyphenated()),
        4..8 => uuid.simple().to_string(),
        8 => uuid.braced().to_string(),
        9 => uuid.urn().to_string(),
        _ => uuid.hyphenated().to_string(),
    }
}

fn stripe(rng: &mut Rng) -> String {
    let (prefix, length) = rng
        .choice([
            ("cus", 14),
            ("prod", 14),
            ("si", 14),
            ("ch", 24),
            ("pi", 24),
            ("pm", 24),
            ("in", 24),
            ("sub", 24),
            ("price", 24),
            ("evt", 24),
            ("re", 24),
            ("txn", 24),
            ("acct", 16),
            ("seti", 24),
            ("po", 24),
        ])
        .unwrap();
    let body: String = (0..length).map(|_| rng.alphanumeric()).collect();
    format!("{prefix}_{body}")
}
