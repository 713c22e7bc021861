//! Every row of `docs/vectors/siq.json`.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![cfg(feature = "uuid")]

use core::time::Duration;
use std::collections::BTreeMap;

use ids_core::Layout;
use ids_testkit::{Call, Canonical, Fault, Place, Source, Start, Subject, source, vectors::File};
use siq::{DomainHash, Form, Generator, Handle, Network, NotAscii, Qualifier, Siq};
use uuid::Uuid;

struct Subjects;

const CANONICAL: Canonical<Siq> = Canonical::new();

fn not_ascii(error: NotAscii) -> Fault {
    Fault { index: Some(error.index), ..Fault::new("digit") }
}

impl Subject for Subjects {
    fn layouts(&self) -> Vec<Layout> {
        [Qualifier::Content, Qualifier::Message, Qualifier::User]
            .map(Qualifier::layout)
            .into_iter()
            .fold(CANONICAL.layouts(), |mut layouts, layout| {
                layouts.push(layout);
                layouts
            })
    }

    fn parse(&self, place: Place<'_>, text: &str) -> Result<u128, Fault> {
        let words: Vec<_> = place.form.split_whitespace().collect();
        let id = match words[..] {
            ["mastodon" | "matrix", ..] => Handle::decode(text)?.id(),
            ["uuid"] => Siq::try_from(text.parse::<Uuid>().unwrap())?,
            ["domain"] => {
                return DomainHash::from_name(text)
                    .map(|domain| domain.to_bits().into())
                    .map_err(not_ascii);
            }
            ["domain", local_id] => {
                return DomainHash::with_local_id(text, local_id.parse().unwrap())
                    .map(|domain| domain.to_bits().into())
                    .map_err(not_ascii);
            }
            ["snowflake", epoch, domain, kind] => {
                let epoch = Duration::from_nanos(epoch.parse().unwrap());
                let domain = DomainHash::from_name(domain).unwrap();
                Siq::from_snowflake(text.parse().unwrap(), epoch, domain, kind.parse()?)?
            }
            ["ulid", domain, kind] => {
                let domain = DomainHash::from_name(domain).unwrap();
                Siq::from_ulid(text.parse().unwrap(), domain, kind.parse()?)
            }
            [name] => name.parse::<Form>()?.decode(text.as_bytes())?,
            _ => return CANONICAL.parse(place, text),
        };
        Ok(id.to_bits())
    }

    fn format(&self, place: Place<'_>, bits: u128) -> Result<String, Fault> {
        let words: Vec<_> = place.form.split_whitespace().collect();
        let id = Siq::from_bits(bits)?;
        Ok(match words[..] {
            [network @ ("mastodon" | "matrix"), ..] => {
                let network: Network = network.parse()?;
                Handle::new(network, id, words.get(1).unwrap_or(&""))?.to_string()
            }
            ["uuid"] => Uuid::from(id).to_string(),
            ["domain", ..] => DomainHash::from_bits(u32::try_from(bits).unwrap()).to_string(),
            // Ways in, not out: what came of it is written canonically.
            ["snowflake" | "ulid", ..] | [] => id.to_string(),
            [name] => name.parse::<Form>()?.encode(id).to_string(),
            _ => return Err(Fault::unsupported(place.form)),
        })
    }

    fn read_bytes(&self, place: Place<'_>, bytes: &[u8]) -> Result<u128, Fault> {
        if place.form != "bytes16" {
            return CANONICAL.read_bytes(place, bytes);
        }
        match bytes.try_into() {
            Ok(bytes) => Ok(Siq::from_bytes16(bytes)?.to_bits()),
            Err(_) => Err(Fault::new("length")),
        }
    }

    fn bytes(&self, place: Place<'_>, bits: u128) -> Result<Vec<u8>, Fault> {
        if place.form != "bytes16" {
            return CANONICAL.bytes(place, bits);
        }
        Ok(Siq::from_bits(bits)?.to_bytes16().to_vec())
    }

    fn pack(&self, place: Place<'_>, values: &BTreeMap<String, u64>) -> Result<u128, Fault> {
        let tail = values.get("tail").or_else(|| values.get("qualifier")).unwrap();
        let tail = u16::try_from(*tail).unwrap();
        let qualifier = Qualifier::decode(tail);
        let serial = match values.get("serial") {
            Some(_) if qualifier.layout().name() != place.layout => {
                return Err(Fault::unsupported(place.layout));
            }
            Some(serial) => u16::try_from(*serial).unwrap(),
            None => tail >> qualifier.bits(),
        };
        let timestamp = values["seconds"] << 16 | values["fraction"];
        let shard = u8::try_from(values["shard"]).unwrap();
        let domain = DomainHash::from_bits(u32::try_from(values["domain"]).unwrap());
        Ok(Siq::from_parts(timestamp, shard, domain, qualifier, serial)?.to_bits())
    }

    fn time(&self, _place: Place<'_>, bits: u128) -> Result<Duration, Fault> {
        Ok(Siq::from_bits(bits)?.time())
    }

    fn range(&self, _place: Place<'_>, time: Duration) -> Result<(u128, u128), Fault> {
        Ok((Siq::first_at(time)?.to_bits(), Siq::last_at(time)?.to_bits()))
    }

    fn generator<'a>(&self, _place: Place<'_>, start: Start<'a>) -> Result<Source<'a>, Fault> {
        let domain = DomainHash::from_name(start.config.text("domain").unwrap()).unwrap();
        let shard = u8::try_from(start.config.number("shard").unwrap()).unwrap();
        let qualifier: Qualifier = start.config.text("kind").unwrap().parse()?;
        let rolling = u32::try_from(start.config.number("rolling").unwrap_or(0)).unwrap();
        let mut generator = Generator::new(start.clock, domain, shard)
            .with_policy(start.config.policy())
            .with_rolling_start(rolling);
        if let Some(last) = start.after {
            generator = generator.resume_after(Siq::from_bits(last)?);
        }
        Ok(Box::new(move |call| match call {
            Call::Generate => Ok(vec![generator.generate(qualifier)?.to_bits()]),
            Call::Reserve(count) => source(generator.sequence(qualifier))(Call::Reserve(count)),
        }))
    }
}

#[test]
fn vectors() {
    let file: File = include_str!("../../../docs/vectors/siq.json").parse().unwrap();
    file.cites(include_str!("../../../docs/formats/siq.md"));
    assert!(file.run(&Subjects) > 800);
}
