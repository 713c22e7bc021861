//! Flax identifiers beside base64, data-encoding, uuid and ulid.

use std::{
    hint::black_box,
    time::{Duration, UNIX_EPOCH},
};

use base64::{
    Engine,
    alphabet::Alphabet,
    engine::{GeneralPurpose, general_purpose::NO_PAD},
};
use chacha20::{ChaCha12Rng, rand_core::SeedableRng};
use criterion::{Criterion, criterion_group, criterion_main};
use data_encoding::{Encoding, Specification};
use flax_id::{FlaxId, Generator, IdRng, ManualClock, SystemClock};
use getrandom::SysRng;
use ids_benches::{COUNT, Group, ThreadTime, criterion};
use ulid::Ulid;
use uuid::Uuid;

const ALPHABET: &str = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
const NOW: Duration = Duration::from_millis(1_444_939_825_807);

fn base64_engine() -> GeneralPurpose {
    GeneralPurpose::new(&Alphabet::new(ALPHABET).unwrap(), NO_PAD)
}

fn data_encoding() -> Encoding {
    let mut specification = Specification::new();
    specification.symbols.push_str(ALPHABET);
    specification.encoding().unwrap()
}

fn rng() -> ChaCha12Rng {
    ChaCha12Rng::seed_from_u64(7)
}

fn flaxes() -> Vec<FlaxId> {
    let mut ids = vec![FlaxId::MIN; COUNT];
    assert_eq!(Generator::new(NOW, rng()).fill(&mut ids), Ok(COUNT));
    ids
}

fn ulids() -> Vec<Ulid> {
    let mut rng = rng();
    (0..COUNT).map(|_| Ulid::from_datetime_with_source(UNIX_EPOCH + NOW, &mut rng)).collect()
}

fn uuids() -> Vec<Uuid> {
    ulids().into_iter().map(|id| Uuid::from_bytes(id.to_bytes())).collect()
}

fn encode(criterion: &mut Criterion<ThreadTime>) {
    let (ids, base64, other) = (flaxes(), base64_engine(), data_encoding());
    for id in &ids {
        let mut buffer = [0; 16];
        base64.encode_slice(id, &mut buffer).unwrap();
        assert_eq!(id.encode().as_bytes(), buffer);
        other.encode_mut(id.as_ref(), &mut buffer);
        assert_eq!(id.encode().as_bytes(), buffer);
    }
    Group::new(criterion, "encode/flax", COUNT)
        .over("ids", &ids, |id| id.encode())
        .over("base64", &ids, |id| {
            let mut buffer = [0; 16];
            base64.encode_slice(id, &mut buffer).map(|_| buffer)
        })
        .over("data-encoding", &ids, |id| {
            let mut buffer = [0; 16];
            other.encode_mut(id.as_ref(), &mut buffer);
            buffer
        });
    Group::new(criterion, "encode/ulid", COUNT).over("ulid", &ulids(), |id| {
        let mut buffer = [0; 26];
        id.array_to_str(&mut buffer);
        buffer
    });
    Group::new(criterion, "encode/uuid", COUNT).over("uuid", &uuids(), |id| {
        let mut buffer = [0; 36];
        id.hyphenated().encode_lower(&mut buffer);
        buffer
    });
}

fn decode(criterion: &mut Criterion<ThreadTime>) {
    let (ids, base64, other) = (flaxes(), base64_engine(), data_encoding());
    let texts: Vec<[u8; 16]> =
        ids.iter().map(|id| id.encode().as_bytes().try_into().unwrap()).collect();
    for (id, text) in ids.iter().zip(&texts) {
        let mut buffer = [0; 12];
        assert_eq!(FlaxId::decode(text), Ok(*id));
        base64.decode_slice_unchecked(text, &mut buffer).unwrap();
        assert_eq!(id.to_bytes(), buffer);
        other.decode_mut(text, &mut buffer).unwrap();
        assert_eq!(id.to_bytes(), buffer);
    }
    Group::new(criterion, "decode/flax", COUNT)
        .over("ids", &texts, |text| FlaxId::decode(text))
        .over("base64", &texts, |text| {
            let mut buffer = [0; 12];
            base64.decode_slice_unchecked(text, &mut buffer).map(|_| buffer)
        })
        .over("data-encoding", &texts, |text| {
            let mut buffer = [0; 12];
            other.decode_mut(text, &mut buffer).map(|_| buffer)
        });

    let ids = ulids();
    let texts: Vec<String> = ids.iter().map(|id| id.to_string()).collect();
    assert!(ids.iter().zip(&texts).all(|(id, text)| Ulid::from_string(text) == Ok(*id)));
    Group::new(criterion, "decode/ulid", COUNT)
        .over("ulid", &texts, |text| Ulid::from_string(text));
    let ids = uuids();
    let texts: Vec<String> = ids.iter().map(|id| id.to_string()).collect();
    assert!(ids.iter().zip(&texts).all(|(id, text)| Uuid::try_parse(text) == Ok(*id)));
    Group::new(criterion, "decode/uuid", COUNT).over("uuid", &texts, |text| Uuid::try_parse(text));
}

/// One identifier at a time, with the system's clock.
fn new(criterion: &mut Criterion<ThreadTime>) {
    let mut kept = Generator::new(SystemClock, IdRng::from_os().unwrap());
    let mut system = Generator::new(SystemClock, SysRng);
    let mut monotonic = Generator::monotonic(SystemClock, IdRng::from_os().unwrap());
    Group::new(criterion, "new/flax", COUNT)
        .call("ids", flax_id::new)
        .call("ids-kept", || kept.generate())
        .call("ids-system-bits", || system.generate())
        .call("ids-monotonic", || monotonic.generate());
    Group::new(criterion, "new/uuid-v4", COUNT).call("uuid", Uuid::new_v4);
    Group::new(criterion, "new/uuid-v7", COUNT).call("uuid", Uuid::now_v7);
    Group::new(criterion, "new/ulid", COUNT).call("ulid", Ulid::generate);
}

/// With a clock that only the benchmark moves, and the same random source for all.
fn generate(criterion: &mut Criterion<ThreadTime>) {
    const MILLI: Duration = Duration::from_millis(1);
    let clock = ManualClock::new(NOW);
    let mut independent = Generator::new(&clock, rng());
    let mut monotonic = Generator::monotonic(&clock, rng());
    let mut ids = vec![FlaxId::MIN; COUNT];
    assert_eq!(monotonic.fill(&mut ids), Ok(COUNT));
    assert!(ids.is_sorted_by(|a, b| a < b));
    // Once in 33,000 milliseconds a thousand monotonic identifiers do not fit; then it says so.
    Group::new(criterion, "generate/flax", COUNT).call("ids", || independent.generate()).each(
        "ids-monotonic",
        || {
            clock.advance(MILLI);
            for _ in 0..COUNT {
                _ = black_box(monotonic.generate());
            }
        },
    );
    Group::new(criterion, "fill/flax", COUNT)
        .each("ids", || black_box(independent.fill(black_box(&mut ids))))
        .each("ids-monotonic", || {
            clock.advance(MILLI);
            black_box(monotonic.fill(black_box(&mut ids)))
        });

    let (mut source, mut generator, mut now) = (rng(), ulid::Generator::new(), UNIX_EPOCH + NOW);
    Group::new(criterion, "generate/ulid", COUNT)
        .call("ulid", || Ulid::from_datetime_with_source(UNIX_EPOCH + NOW, &mut source))
        .each("ulid-monotonic", || {
            now += MILLI;
            for _ in 0..COUNT {
                let id = generator.generate_from_datetime_with_source(now, &mut source);
                black_box(id.unwrap());
            }
        });
}

criterion_group! {
    name = benches;
    config = criterion();
    targets = encode, decode, new, generate
}
criterion_main!(benches);
