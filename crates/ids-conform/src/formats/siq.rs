//! SIQ.

use ids_core::ParseError;
use ids_formats::{Format, formats::siq::FAMILY};
use siq::{DomainHash, Form, Handle, Siq as Id};

use crate::{Fault, Number, Place, Subject, scalar::spelled};

#[derive(Debug)]
pub(crate) struct Siq;

fn domain(name: &str) -> Result<DomainHash, Fault> {
    Ok(DomainHash::from_name(name)?)
}

/// The answer to a text that is not a number: this format has no such text.
fn no_number(text: &str) -> Fault {
    Fault::unsupported(format!("number {text:?}"))
}

fn form(place: Place<'_>) -> Result<Form, Fault> {
    match place.form {
        "" => Ok(Form::Did),
        name => name.parse().map_err(|_| place.no_form()),
    }
}

impl Subject for Siq {
    fn formats(&self) -> &[&dyn Format] {
        FAMILY.formats
    }

    fn args(&self, form: &str) -> &'static [(&'static str, bool)] {
        match form {
            "mastodon" => &[("domain", false)],
            "matrix" => &[("domain", true)],
            "domain" => &[("local_id", false)],
            "snowflake" => &[("epoch", true), ("domain", true), ("kind", true)],
            "ulid" => &[("domain", true), ("kind", true)],
            _ => &[],
        }
    }

    fn parse(&self, place: Place<'_>, text: &str) -> Result<u128, Fault> {
        let id = match place.form {
            "mastodon" | "matrix" => Handle::decode(text)?.id(),
            "domain" if place.args.is_empty() => return Ok(domain(text)?.to_bits().into()),
            "domain" => {
                let local_id = spelled(place.arg("local_id"));
                let local_id = local_id.ok_or_else(|| place.no_arg("local_id"))?;
                let hash = DomainHash::with_local_id(text, local_id)?;
                return Ok(hash.to_bits().into());
            }
            "snowflake" => {
                let epoch = spelled(place.arg("epoch")).ok_or_else(|| place.no_arg("epoch"))?;
                let domain = domain(place.arg("domain"))?;
                let kind = place.arg("kind").parse()?;
                let text = spelled(text).ok_or_else(|| no_number(text))?;
                Id::from_snowflake(text, Number(epoch).instant(), domain, kind)?
            }
            "ulid" => {
                let domain = domain(place.arg("domain"))?;
                let kind = place.arg("kind").parse()?;
                Id::from_ulid(spelled(text).ok_or_else(|| no_number(text))?, domain, kind)
            }
            _ => form(place)?.decode(text.as_bytes())?,
        };
        Ok(id.to_bits())
    }

    fn format(&self, place: Place<'_>, bits: u128) -> Result<String, Fault> {
        if place.form == "domain" {
            let bits = u32::try_from(bits).map_err(|_| ParseError::TooLarge { bits: 32 })?;
            return Ok(DomainHash::from_bits(bits).to_string());
        }
        let id = || Id::from_bits(bits);
        Ok(match place.form {
            network @ ("mastodon" | "matrix") => {
                if place.args.get("domain").is_some_and(String::is_empty) {
                    return Err(place.no_arg("domain"));
                }
                let handle = Handle::new(network.parse()?, id()?, place.arg("domain"));
                handle.map_err(|_| place.no_arg("domain"))?.to_string()
            }
            // Ways in, not out: what came of it is written canonically.
            "snowflake" | "ulid" => id()?.to_string(),
            _ => form(place)?.encode(id()?).to_string(),
        })
    }

    fn read_bytes(&self, place: Place<'_>, bytes: &[u8]) -> Result<u128, Fault> {
        if place.form != "bytes16" {
            return FAMILY.read_bytes(place, bytes);
        }
        match bytes.try_into() {
            Ok(bytes) => Ok(Id::from_bytes16(bytes)?.to_bits()),
            Err(_) => Err(Fault::new("length")),
        }
    }

    fn bytes(&self, place: Place<'_>, bits: u128) -> Result<Vec<u8>, Fault> {
        if place.form != "bytes16" {
            return FAMILY.bytes(place, bits);
        }
        Ok(Id::from_bits(bits)?.to_bytes16().to_vec())
    }
}
