//! LUUID.

use ids_core::ParseError;
use ids_formats::{
    Family, Format, Maker,
    formats::luuid::{EITHER, FAMILY},
};
use luuid::{Group, Key, Prefix};

use crate::{Fault, Start, Subject, Where, scalar::bytes_of};

#[derive(Debug)]
pub(crate) struct Luuid;

// Either version is an identifier, whatever the layout that is asked for (LUUID-2).
const ALL: Family = Family { formats: &[EITHER], ..FAMILY };

impl Subject for Luuid {
    fn formats(&self) -> &[&dyn Format] {
        ALL.formats
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
            _ => ALL.parse(at, text),
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
            _ => ALL.format(at, bits),
        }
    }

    fn generator<'a>(&self, at: &Where, start: Start<'a>) -> Result<Box<dyn Maker + 'a>, Fault> {
        FAMILY.generator(at, start)
    }
}

/// Numbers of the short forms have at most 64 bits.
fn low(bits: u128) -> Result<u64, ParseError> {
    u64::try_from(bits).map_err(|_| ParseError::TooLarge { bits: 64 })
}
