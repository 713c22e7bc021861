//! What LUUID identifiers are of: a key of a group.

use clap::{Args, builder::NonEmptyStringValueParser};
use ids_formats::{Facts, formats};
use luuid::{Group, Key, ParseError, Prefix, Version};

use crate::Failure;

/// A group, by its name or its number.
#[derive(Args, Clone, Debug)]
pub(crate) struct WithGroup {
    /// The group's name. Its number is the checksum of the name
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    group: Option<String>,
    /// The group's number, three hexadecimal digits
    #[arg(long, value_name = "HEX", conflicts_with = "group")]
    group_number: Option<Group>,
}

impl WithGroup {
    pub(crate) fn group(&self) -> Result<Group, Failure> {
        let named = self.group.as_deref().map(Group::from_name);
        named.or(self.group_number).ok_or_else(|| {
            Failure::usage("luuid needs a group: give --group NAME, or --group-number HEX")
        })
    }

    /// The default namespace of its keys in a store: the group's name.
    pub(crate) fn namespace(&self) -> Result<String, Failure> {
        Ok(match &self.group {
            Some(name) => name.clone(),
            None => format!("luuid-{}", self.group()?),
        })
    }
}

/// The value of `--key`.
pub(crate) fn key(text: &str) -> Result<Key, ParseError> {
    Key::decode_lenient(text.as_bytes())
}

/// Options of `ids range luuid`: a key of a group, whose identifiers are next to each other.
#[derive(Args, Debug)]
pub(crate) struct Entity {
    /// For luuid, instead of a time span: the key, in hexadecimal
    #[arg(long, value_name = "HEX", value_parser = key)]
    key: Option<Key>,
    #[command(flatten)]
    group: WithGroup,
}

impl Entity {
    /// The first identifier of the entity, and the first one after all of them.
    pub(crate) fn bounds(&self, facts: &Facts) -> Result<(u128, u128), Failure> {
        let version = match facts.flavour.map(str::parse::<Version>) {
            Some(Ok(version)) if facts.family == formats::luuid::FAMILY.name => version,
            _ => {
                let name = facts.family;
                return Err(Failure::Usage(format!("{name} needs --from TIME or --to TIME")));
            }
        };
        let Some(key) = self.key else {
            return Err(Failure::usage("luuid has no time inside: give --key HEX and a group"));
        };
        let prefix = Prefix::new(key, self.group.group()?).to_version(version);
        let next = prefix.next().ok_or_else(|| {
            Failure::Refused("no identifier is greater than those of this key and group".into())
        })?;
        Ok((prefix.first().to_bits(), next.first().to_bits()))
    }
}
