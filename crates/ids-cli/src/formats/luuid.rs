//! LUUID identifiers, in the published version and in the recommended one.

use clap::Args;
use ids_formats::{Facts, LuuidFormat};
use luuid::{Generator, Group, Key, Keys, Luuid, ParseError, Prefix, Version};

use crate::{
    formats::{Start, numbers},
    new::Setting,
    status::Failure,
};

/// A group, by its name or its number.
#[derive(Args, Clone, Copy, Debug)]
struct WithGroup {
    /// The group, by its name: the name's checksum
    #[arg(long, value_name = "NAME", value_parser = named)]
    group: Option<Group>,
    /// The group, by its number of three hexadecimal digits
    #[arg(long, value_name = "HEX", conflicts_with = "group")]
    group_number: Option<Group>,
}

impl WithGroup {
    fn group(self) -> Result<Group, Failure> {
        self.group.or(self.group_number).ok_or_else(|| {
            Failure::usage("luuid needs a group: give --group NAME, or --group-number HEX")
        })
    }
}

/// The empty text is no name: it is what a variable that is not set gives.
fn named(name: &str) -> Result<Group, &'static str> {
    if name.is_empty() { Err("the name is empty") } else { Ok(Group::from_name(name)) }
}

fn key(text: &str) -> Result<Key, ParseError> {
    Key::decode_lenient(text.as_bytes())
}

/// Options of `ids range luuid`: a key of a group, whose identifiers are next to each other.
#[derive(Args, Debug)]
pub(crate) struct Entity {
    /// Instead of a span of time, for luuid: the key, in hexadecimal
    #[arg(long, value_name = "HEX", value_parser = key)]
    key: Option<Key>,
    #[command(flatten)]
    group: WithGroup,
}

impl Entity {
    /// The first identifier of the entity, and the first one after all of them.
    pub(crate) fn bounds(&self, facts: &Facts) -> Result<(u128, u128), Failure> {
        let version = match facts.flavour.map(str::parse::<Version>) {
            Some(Ok(version)) if facts.family == LuuidFormat::FAMILY.name => version,
            _ => {
                let name = facts.family;
                return Err(Failure::Usage(format!("{name} needs --from TIME and --to TIME")));
            }
        };
        let Some(key) = self.key else {
            return Err(Failure::usage("luuid has no time inside: give --key HEX and a group"));
        };
        let prefix = Prefix::new(key, self.group.group()?).to_version(version);
        let next = prefix.next().ok_or_else(|| {
            Failure::Refused("no identifier is greater than those of the last key".into())
        })?;
        Ok((prefix.first().to_bits(), next.first().to_bits()))
    }
}

/// Options of `ids new luuid`.
#[derive(Args, Debug)]
pub(crate) struct New {
    #[command(flatten)]
    group: WithGroup,
    /// The first key, in hexadecimal; with -n the next ones follow
    #[arg(long, value_name = "HEX", value_parser = key)]
    key: Option<Key>,
    /// Continue with the key after that of this identifier
    #[arg(long, value_name = "ID", conflicts_with = "key")]
    after: Option<Luuid>,
    /// The version: `v6` as published, or `v8` as RFC 9562 has room for it
    #[arg(long, value_name = "NAME", default_value = "v6", value_parser = ["v6", "v8"])]
    flavour: String,
}

impl New {
    pub(crate) fn start(&self, setting: &Setting) -> Start {
        let version = if self.flavour == "v8" { Version::V8 } else { Version::V6 };
        let group = self.group.group()?;
        let first = match (self.after, self.key) {
            (Some(last), _) if last.group() != group => {
                let (other, group) = (last.group(), group);
                return Err(Failure::Usage(format!(
                    "--after: this is of group {other}, not {group}"
                )));
            }
            (Some(last), _) => last.key().to_bits() + 1,
            (None, Some(key)) => key.to_bits(),
            (None, None) => {
                return Err(Failure::usage(
                    "luuid counts keys, and a key is given once: give --key HEX, the first one, or \
                     --after ID, the last identifier of the group; the first key of all is 1",
                ));
            }
        };
        if first == 0 {
            return Err(Failure::usage("key 0 is never given: keys begin with 1"));
        }
        // The block of all keys from the first one on.
        let keys = Keys::block(first..Key::MAX.to_bits() + 1)
            .map_err(|error| Failure::Refused(error.to_string()))?;
        let generator = Generator::new(keys, setting.rng()?, group);
        let generator = generator.with_version(version);
        Ok((Box::new(LuuidFormat::new(version)), numbers(generator)))
    }
}
