//! SIQ.

use ids_core::ParseError;
use ids_formats::{Format, formats::siq::FAMILY};
use siq::{DomainHash, Handle, Siq as Id};

use crate::{Fault, Number, Subject, Where, scalar::spelled};

#[derive(Debug)]
pub(crate) struct Siq;

fn domain(name: &str) -> Result<DomainHash, Fault> {
    Ok(DomainHash::from_name(name)?)
}

/// The answer to a text that is not a number: this format has no such text.
fn no_number(text: &str) -> Fault {
    Fault::unsupported(format!("number {text:?}"))
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

    fn parse(&self, at: &Where, text: &str) -> Result<u128, Fault> {
        let id = match &*at.form {
            "mastodon" | "matrix" => Handle::decode(text)?.id(),
            "domain" if at.args.is_empty() => return Ok(domain(text)?.to_bits().into()),
            "domain" => {
                let local_id = spelled(at.arg("local_id"));
                let local_id = local_id.ok_or_else(|| at.no_arg("local_id"))?;
                let hash = DomainHash::with_local_id(text, local_id)?;
                return Ok(hash.to_bits().into());
            }
            "snowflake" => {
                let epoch = spelled(at.arg("epoch")).ok_or_else(|| at.no_arg("epoch"))?;
                let domain = domain(at.arg("domain"))?;
                let kind = at.arg("kind").parse()?;
                let text = spelled(text).ok_or_else(|| no_number(text))?;
                Id::from_snowflake(text, Number(epoch).instant(), domain, kind)?
            }
            "ulid" => {
                let domain = domain(at.arg("domain"))?;
                let kind = at.arg("kind").parse()?;
                Id::from_ulid(spelled(text).ok_or_else(|| no_number(text))?, domain, kind)
            }
            _ => return FAMILY.parse(at, text),
        };
        Ok(id.to_bits())
    }

    fn format(&self, at: &Where, bits: u128) -> Result<String, Fault> {
        if at.form == "domain" {
            let bits = u32::try_from(bits).map_err(|_| ParseError::TooLarge { bits: 32 })?;
            return Ok(DomainHash::from_bits(bits).to_string());
        }
        let id = || Id::from_bits(bits);
        Ok(match &*at.form {
            network @ ("mastodon" | "matrix") => {
                if at.args.get("domain").is_some_and(String::is_empty) {
                    return Err(at.no_arg("domain"));
                }
                let handle = Handle::new(network.parse()?, id()?, at.arg("domain"));
                handle.map_err(|_| at.no_arg("domain"))?.to_string()
            }
            // Ways in, not out: what came of it is written canonically.
            "snowflake" | "ulid" => id()?.to_string(),
            _ => return FAMILY.format(at, bits),
        })
    }

    fn read_bytes(&self, at: &Where, bytes: &[u8]) -> Result<u128, Fault> {
        if at.form != "bytes16" {
            return FAMILY.read_bytes(at, bytes);
        }
        match bytes.try_into() {
            Ok(bytes) => Ok(Id::from_bytes16(bytes)?.to_bits()),
            Err(_) => Err(Fault::new("length")),
        }
    }

    fn bytes(&self, at: &Where, bits: u128) -> Result<Vec<u8>, Fault> {
        if at.form != "bytes16" {
            return FAMILY.bytes(at, bits);
        }
        Ok(Id::from_bits(bits)?.to_bytes16().to_vec())
    }
}
