//! LUUID.

use ids_core::ParseError;
use ids_formats::{
    Format,
    formats::luuid::{EITHER, FAMILY},
};
use luuid::{Form, Group, Key, Luuid as Id, Prefix};

use crate::{Fault, Subject, Where, scalar::bytes_of};

#[derive(Debug)]
pub(crate) struct Luuid;

/// A form of the whole identifier.
fn form(at: &Where) -> Result<Form, Fault> {
    match &*at.form {
        "" | "lenient" => Ok(Form::Uuid),
        name => name.parse().map_err(|_| at.no_form()),
    }
}

impl Subject for Luuid {
    fn formats(&self) -> &[&dyn Format] {
        FAMILY.formats
    }

    fn parse(&self, at: &Where, text: &str) -> Result<u128, Fault> {
        match &*at.form {
            "key" => Ok(text.parse::<Key>()?.to_bits().into()),
            "key_lenient" => Ok(Key::decode_lenient(text.as_bytes())?.to_bits().into()),
            "group" => Ok(text.parse::<Group>()?.to_bits().into()),
            "name" => Ok(Group::from_name(text).to_bits().into()),
            "name_hex" => Ok(Group::from_name_bytes(&bytes_of(text).ok_or_else(|| at.no_form())?)
                .to_bits()
                .into()),
            "prefix" => Ok(text.parse::<Prefix>()?.to_bits().into()),
            "lenient" => Ok(Id::decode_lenient(text.as_bytes())?.0.to_bits()),
            _ => Ok(form(at)?.decode(text.as_bytes())?.to_bits()),
        }
    }

    fn format(&self, at: &Where, bits: u128) -> Result<String, Fault> {
        match &*at.form {
            "key" | "key_lenient" => Ok(Key::new(low(bits)?)?.to_string()),
            // What does not fit 16 bits does not fit 12.
            "group" | "name" | "name_hex" => {
                Ok(Group::new(low(bits)?.try_into().unwrap_or(u16::MAX))?.to_string())
            }
            "prefix" => Ok(Prefix::from_bits(low(bits)?)?.to_string()),
            _ => Ok(form(at)?.encode(Id::from_bits(bits)?).to_string()),
        }
    }

    // Either version is an identifier, whatever the layout that is asked for (LUUID-2).
    fn read_bytes(&self, at: &Where, bytes: &[u8]) -> Result<u128, Fault> {
        at.without_form()?;
        Ok(EITHER.read_bytes(bytes)?)
    }

    fn bytes(&self, at: &Where, bits: u128) -> Result<Vec<u8>, Fault> {
        at.without_form()?;
        Ok(Id::from_bits(bits)?.to_bytes().to_vec())
    }
}

/// Numbers of the short forms have at most 64 bits.
fn low(bits: u128) -> Result<u64, ParseError> {
    u64::try_from(bits).map_err(|_| ParseError::TooLarge { bits: 64 })
}
