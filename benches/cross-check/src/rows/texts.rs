//! Identifiers and their texts, the same each time.

use ids_core::Id;
use siq::Siq;
use snowflake::{Snowflake, Twitter};
use ulid::Ulid;
use uuid::Uuid;

/// A thousand numbers without a pattern.
pub fn numbers() -> Vec<u128> {
    scattered(1000).collect()
}

/// Numbers without a pattern: each by two multiplications of its place.
pub fn scattered(count: u128) -> impl Iterator<Item = u128> {
    (0..count).map(|place| {
        let number = (place + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        let number =
            (number ^ number >> 61).wrapping_mul(0xd134_2543_de82_ef95_1234_5678_9abc_def1);
        number ^ number >> 67
    })
}

pub fn bytes() -> Vec<[u8; 16]> {
    numbers().into_iter().map(u128::to_be_bytes).collect()
}

/// 32 hexadecimal digits each.
pub fn hex() -> Vec<String> {
    numbers().iter().map(|number| format!("{number:032x}")).collect()
}

pub fn uuids() -> Vec<Uuid> {
    numbers().into_iter().map(Uuid::from_u128).collect()
}

pub fn ulids() -> Vec<Ulid> {
    numbers().into_iter().map(Ulid).collect()
}

/// Numbers of 19 decimal digits, as Snowflakes of these years are.
pub fn longs() -> Vec<u64> {
    numbers().iter().map(|number| *number as u64 & ((1 << 60) - 1) | 1 << 60).collect()
}

pub fn snowflakes() -> Vec<Snowflake<Twitter>> {
    let id = |long| Snowflake::from_bits(long).expect("no sign");
    longs().into_iter().map(id).collect()
}

/// The highest bits of these numbers as identifiers, but for what the format fixes.
pub fn ids<I: Id>(numbers: &[u128]) -> Vec<I> {
    let bits = |number| I::LAYOUT.settle(number >> (u128::BITS - I::LAYOUT.bits()));
    numbers.iter().map(|number| I::from_bits(bits(number)).expect("settled")).collect()
}

/// Those of the numbers that are identifiers of the qualifier with this suffix.
pub fn siqs() -> Vec<Siq> {
    let siqs: Vec<_> = scattered(4000)
        .filter_map(|n| Siq::from_bits(n >> 16 & !0xff | 0x5e).ok())
        .take(1000)
        .collect();
    assert!(siqs.len() > 100, "too few identifiers: {}", siqs.len());
    siqs
}

pub fn strings<T: ToString>(ids: &[T]) -> Vec<String> {
    ids.iter().map(T::to_string).collect()
}

/// The texts with a character at this place, or the last one, that no format has.
pub fn spoil(texts: &[String], place: usize) -> Vec<String> {
    let spoiled = |text: &String| {
        let place = place.min(text.len() - 1);
        format!("{}!{}", &text[..place], &text[place + 1..])
    };
    texts.iter().map(spoiled).collect()
}
