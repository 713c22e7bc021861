//! `sort` of a million and `hash_lookup`, as the standard library does them; `serde`.

use std::{collections::HashSet, hash::Hash};

use serde::{Serialize, de::DeserializeOwned};

use crate::{
    case::{COUNT, Cases},
    formats::{evently, of_each, snowflake},
    samples::{shuffled, ulids},
};

const MANY: usize = 1_000_000;
const SET: usize = 100_000;

/// The same order each time, since each starts from a copy; the copy is part of what is timed.
fn sorting<T: Ord + Clone + 'static>(cases: Cases, name: &'static str, ids: Vec<T>) -> Cases {
    let ids = shuffled(ids);
    let mut sorted = ids.clone();
    cases.each(name, move || {
        sorted.clone_from(&ids);
        sorted.sort_unstable();
        assert!(sorted[0] <= sorted[1]);
    })
}

pub fn sort() -> Cases {
    let numbers = || evently::ids(MANY).iter().map(|id| id.to_bits()).collect::<Vec<_>>();
    let mut cases = of_each!(sorting, MANY);
    cases = sorting(cases, "u128", numbers());
    cases = sorting(cases, "bytes-16", numbers().into_iter().map(u128::to_be_bytes).collect());
    sorting(cases, "u64", snowflake::ids(MANY).iter().map(|id| id.to_bits()).collect())
}

fn looking_up<T: Hash + Eq + Copy + 'static>(
    cases: Cases,
    name: &'static str,
    ids: Vec<T>,
) -> Cases {
    let set: HashSet<T> = ids.iter().copied().collect();
    assert_eq!(set.len(), ids.len());
    cases.over(name, shuffled(ids), |_, found| *found, move |id| set.contains(id))
}

pub fn hash_lookup() -> Cases {
    let mut cases = of_each!(looking_up, SET);
    cases = looking_up(cases, "u128", evently::ids(SET).iter().map(|id| id.to_bits()).collect());
    looking_up(cases, "string", ulids(SET).iter().map(|id| &*id.to_string().leak()).collect())
}

fn writing<T>(cases: Cases, name: &'static str, ids: Vec<T>) -> Cases
where
    T: Serialize + DeserializeOwned + PartialEq + Copy + 'static,
{
    let mut buffer = Vec::new();
    let same = |id: &T, text: &Vec<u8>| serde_json::from_slice::<T>(text).is_ok_and(|t| t == *id);
    for id in &ids {
        assert!(same(id, &serde_json::to_vec(id).expect("an identifier")), "{name}");
    }
    cases.over(
        name,
        ids,
        |_, length| *length > 0,
        move |id| {
            buffer.clear();
            serde_json::to_writer(&mut buffer, id).expect("an identifier");
            buffer.len()
        },
    )
}

fn reading<T>(cases: Cases, name: &'static str, ids: Vec<T>) -> Cases
where
    T: Serialize + DeserializeOwned + PartialEq + Copy + 'static,
{
    let text = |id: T| (serde_json::to_vec(&id).expect("an identifier"), id);
    cases.over(
        name,
        ids.into_iter().map(text).collect(),
        |(_, id), read: &T| read == id,
        |(text, _)| serde_json::from_slice(text).expect("its own text"),
    )
}

pub fn json_write() -> Cases {
    of_each!(writing, COUNT)
}

pub fn json_read() -> Cases {
    of_each!(reading, COUNT)
}
