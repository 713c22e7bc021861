//! Every row of `docs/vectors/luuid.json`.

#![cfg(not(miri))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;

use ids_core::{Layout, RangeError};
use ids_testkit::{Call, Canonical, Fault, Place, Source, Start, Subject, vectors::File};
use luuid::{Generator, Group, Key, Keys, Luuid, Prefix, Version};

struct Luuids;

const CANONICAL: Canonical<Luuid> = Canonical::new();

/// The group of a number of any width.
fn group(number: u64) -> Result<Group, RangeError> {
    // What does not fit 16 bits does not fit 12.
    Group::new(u16::try_from(number).unwrap_or(u16::MAX))
}

fn version(place: Place<'_>) -> Version {
    if place.layout == Luuid::LAYOUT_V8.name() { Version::V8 } else { Version::V6 }
}

impl Subject for Luuids {
    fn layouts(&self) -> Vec<Layout> {
        vec![Luuid::LAYOUT, Luuid::LAYOUT_V8]
    }

    fn parse(&self, place: Place<'_>, text: &str) -> Result<u128, Fault> {
        match place.form {
            "" => CANONICAL.parse(place, text),
            "key" => Ok(text.parse::<Key>()?.to_bits().into()),
            "key_lenient" => Ok(Key::parse_lenient(text.as_bytes())?.to_bits().into()),
            "group" => Ok(text.parse::<Group>()?.to_bits().into()),
            "name" => Ok(Group::from_name(text).to_bits().into()),
            "name_hex" => Ok(Group::from_name_bytes(&bytes(text)).to_bits().into()),
            "prefix" => Ok(text.parse::<Prefix>()?.to_bits().into()),
            form => {
                let (id, met) = Luuid::parse_lenient(text.as_bytes())?;
                if form == "lenient" || form == met.name() {
                    Ok(id.to_bits())
                } else {
                    Err(Fault::new(met.name()))
                }
            }
        }
    }

    fn format(&self, place: Place<'_>, bits: u128) -> Result<String, Fault> {
        match place.form {
            "key" | "key_lenient" => Ok(Key::new(low(bits))?.to_string()),
            "group" | "name" | "name_hex" => Ok(group(low(bits))?.to_string()),
            "prefix" => Ok(Prefix::from_bits(low(bits))?.to_string()),
            // The lenient reader's forms are written as the canonical text.
            _ => Ok(Luuid::from_bits(bits)?.to_string()),
        }
    }

    fn read_bytes(&self, place: Place<'_>, bytes: &[u8]) -> Result<u128, Fault> {
        CANONICAL.read_bytes(place, bytes)
    }

    fn bytes(&self, place: Place<'_>, bits: u128) -> Result<Vec<u8>, Fault> {
        CANONICAL.bytes(place, bits)
    }

    fn pack(&self, place: Place<'_>, values: &BTreeMap<String, u64>) -> Result<u128, Fault> {
        let (key, group) = (Key::new(values["key"])?, group(values["group"])?);
        let id = Luuid::new(key, group, values["random"])?;
        Ok(id.to_version(version(place)).to_bits())
    }

    fn generator<'a>(&self, place: Place<'_>, start: Start<'a>) -> Result<Source<'a>, Fault> {
        let config = start.config;
        let group = group(config.number("group").unwrap_or_default())?;
        let keys = match (config.number("start"), config.number("end")) {
            (Some(start), Some(end)) => Keys::block(start..end)?,
            _ => Keys::counter(),
        };
        let mut generator = Generator::new(keys, start.rng, group).with_version(version(place));
        if let Some(last) = config.number("rebase") {
            generator.keys().rebase(Key::new(last)?);
        }
        if let Some(last) = start.after {
            generator = generator.resume_after(Luuid::from_bits(last)?);
        }
        Ok(Box::new(move |call| match call {
            Call::Generate => Ok(vec![generator.generate()?.to_bits()]),
            // A block is as many as the keys allow.
            Call::Reserve(count) => {
                let mut ids = vec![Luuid::MIN; usize::try_from(count).unwrap()];
                let filled = generator.fill(&mut ids)?;
                Ok(ids[..filled].iter().map(|id| id.to_bits()).collect())
            }
        }))
    }
}

/// Numbers of the short forms have at most 64 bits.
fn low(bits: u128) -> u64 {
    u64::try_from(bits).unwrap()
}

fn bytes(hex: &str) -> Vec<u8> {
    let pairs = hex.as_bytes().chunks(2).map(|pair| String::from_utf8_lossy(pair));
    pairs.map(|pair| u8::from_str_radix(&pair, 16).unwrap()).collect()
}

#[test]
fn vectors() {
    let file: File = include_str!("../../../docs/vectors/luuid.json").parse().unwrap();
    file.cites(include_str!("../../../docs/formats/luuid.md"));
    file.run(&Luuids);
}
