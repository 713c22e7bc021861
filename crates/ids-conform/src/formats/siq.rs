//! SIQ.

use core::{fmt::Display, str::FromStr, time::Duration};

use ids_core::{Layout, ParseError};
use siq::{DomainHash, Form, Generator, Handle, Network, NotAscii, Qualifier, Siq as Id};

use crate::{
    Call, Canonical, Fault, Number, Place, Refusal, Source, Start, Subject, Values, source,
};

#[derive(Debug)]
pub(crate) struct Siq;

const CANONICAL: Canonical<Id> = Canonical::new();

fn domain(name: &str) -> Result<DomainHash, Fault> {
    DomainHash::from_name(name).map_err(not_ascii)
}

/// A number that the form's name or its text has to be.
fn number<N: FromStr + Display>(place: Place<'_>, text: &str) -> Result<N, Fault> {
    let number = text.parse().ok();
    number.filter(|number: &N| number.to_string() == text).ok_or_else(|| place.no_form())
}

fn not_ascii(error: NotAscii) -> Fault {
    Refusal::new(error.kind()).at(error.index).into()
}

impl Subject for Siq {
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
            ["domain"] => return Ok(domain(text)?.to_bits().into()),
            ["domain", local_id] => {
                let hash = DomainHash::with_local_id(text, number(place, local_id)?);
                return Ok(hash.map_err(not_ascii)?.to_bits().into());
            }
            ["snowflake", epoch, name, kind] => {
                let epoch = Number(number(place, epoch)?).nanoseconds();
                Id::from_snowflake(number(place, text)?, epoch, domain(name)?, kind.parse()?)?
            }
            ["ulid", name, kind] => {
                Id::from_ulid(number(place, text)?, domain(name)?, kind.parse()?)
            }
            [name] => name.parse::<Form>().map_err(|_| place.no_form())?.decode(text.as_bytes())?,
            _ => return CANONICAL.parse(place, text),
        };
        Ok(id.to_bits())
    }

    fn format(&self, place: Place<'_>, bits: u128) -> Result<String, Fault> {
        let words: Vec<_> = place.form.split_whitespace().collect();
        if let ["domain", ..] = words[..] {
            let bits = u32::try_from(bits).map_err(|_| ParseError::TooLarge { bits: 32 })?;
            return Ok(DomainHash::from_bits(bits).to_string());
        }
        let id = Id::from_bits(bits)?;
        Ok(match words[..] {
            [network @ ("mastodon" | "matrix"), ..] => {
                let network: Network = network.parse()?;
                Handle::new(network, id, words.get(1).unwrap_or(&""))?.to_string()
            }
            // Ways in, not out: what came of it is written canonically.
            ["snowflake" | "ulid", ..] | [] => id.to_string(),
            [name] => name.parse::<Form>().map_err(|_| place.no_form())?.encode(id).to_string(),
            _ => return Err(place.no_form()),
        })
    }

    fn read_bytes(&self, place: Place<'_>, bytes: &[u8]) -> Result<u128, Fault> {
        if place.form != "bytes16" {
            return CANONICAL.read_bytes(place, bytes);
        }
        match bytes.try_into() {
            Ok(bytes) => Ok(Id::from_bytes16(bytes)?.to_bits()),
            Err(_) => Err(Fault::new("length")),
        }
    }

    fn bytes(&self, place: Place<'_>, bits: u128) -> Result<Vec<u8>, Fault> {
        if place.form != "bytes16" {
            return CANONICAL.bytes(place, bits);
        }
        Ok(Id::from_bits(bits)?.to_bytes16().to_vec())
    }

    fn pack(&self, place: Place<'_>, values: &Values) -> Result<u128, Fault> {
        let layouts = self.layouts();
        let layout = layouts.iter().find(|layout| layout.name() == place.layout);
        for field in layout.ok_or_else(|| place.no_layout())?.fields() {
            field.put(values.of(field.name()))?;
        }
        let tail = if place.layout == "siq" { "tail" } else { "qualifier" };
        let tail = values.narrow::<u16>(tail)?;
        let qualifier = Qualifier::decode(tail);
        let serial = match values.given("serial") {
            Some(_) if qualifier.layout().name() != place.layout => {
                return Err(Refusal::new("range").of("qualifier").into());
            }
            Some(_) => values.narrow("serial")?,
            None => tail >> qualifier.bits(),
        };
        let timestamp = values.of("seconds") << 16 | values.of("fraction");
        let shard = values.narrow("shard")?;
        let domain = DomainHash::from_bits(values.narrow("domain")?);
        Ok(Id::from_parts(timestamp, shard, domain, qualifier, serial)?.to_bits())
    }

    fn time(&self, _place: Place<'_>, bits: u128) -> Result<Duration, Fault> {
        Ok(Id::from_bits(bits)?.time())
    }

    fn range(&self, _place: Place<'_>, time: Duration) -> Result<(u128, u128), Fault> {
        Ok((Id::first_at(time)?.to_bits(), Id::last_at(time)?.to_bits()))
    }

    fn generator<'a>(&self, _place: Place<'_>, start: Start<'a>) -> Result<Source<'a>, Fault> {
        let config = start.config;
        let needed =
            |key: &str| Fault::unsupported(format!("key {key:?} of config, which it needs"));
        let domain = domain(config.text("domain").ok_or_else(|| needed("domain"))?)?;
        let shard: u64 = config.number("shard")?.ok_or_else(|| needed("shard"))?;
        let shard = u8::try_from(shard).map_err(|_| Refusal::new("range").of("shard"))?;
        let qualifier: Qualifier = config.text("kind").ok_or_else(|| needed("kind"))?.parse()?;
        let rolling = config.number("rolling")?.unwrap_or(0);
        let mut generator = Generator::new(start.clock, domain, shard)
            .with_policy(config.policy()?)
            .with_rolling_start(rolling);
        if let Some(last) = start.after {
            generator = generator.resume_after(Id::from_bits(last)?);
        }
        Ok(Box::new(move |call| match call {
            Call::Generate => Ok(vec![generator.generate(qualifier)?.to_bits()]),
            Call::Reserve(count) => source(generator.sequence(qualifier))(Call::Reserve(count)),
        }))
    }
}
