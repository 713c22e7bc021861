//! LUUID identifiers, in the published version and in the recommended one.

use clap::Args;
use ids_formats::{Given, formats};
use luuid::{Generator, Key, Keys, Luuid, Version};

use super::{Setting, Start, numbers, reserved::Ranges, start};
use crate::{
    Failure,
    reading::{
        address::WithStore,
        entity::{WithGroup, key},
    },
    verbs::reserve::keys::reserve_all,
};

/// Options of `ids new luuid`.
#[derive(Args, Debug)]
pub(crate) struct New {
    #[command(flatten)]
    group: WithGroup,
    /// The first key, in hexadecimal. With -n the next keys follow
    #[arg(long, value_name = "HEX", value_parser = key)]
    key: Option<Key>,
    /// Continue with the key after the key of this identifier
    #[arg(long, value_name = "ID", conflicts_with = "key")]
    after: Option<Luuid>,
    #[command(flatten)]
    store: WithStore,
    /// The UUID version: `v6` as published, or `v8`, which RFC 9562 reserves for such formats
    #[arg(long, value_name = "NAME", default_value = "v6", value_parser = ["v6", "v8"])]
    flavour: String,
}

impl New {
    pub(crate) fn start(&self, setting: &Setting) -> Start {
        let place = usize::from(self.flavour == "v8");
        let (version, format) = (Version::ALL[place], formats::luuid::FAMILY.formats[place]);
        let group = self.group.group()?;
        let others = [("--key", self.key.is_some()), ("--after", self.after.is_some())];
        if let Some(reserving) = self.store.open(&self.group.namespace()?, &others)? {
            let ranges = reserve_all(reserving, group, setting.count)?;
            let keys = Keys::with_counter(Ranges::new(ranges));
            let generator = Generator::new(keys, setting.rng(), group).with_version(version);
            return Ok((format, numbers(generator, Luuid::MIN)));
        }
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
                    "luuid counts keys, and issues each key once: give --key HEX, the first key, or \
                     --after ID, the last identifier of the group; a new group begins with key 1. With --store STORE \
                     the store says which keys are next",
                ));
            }
        };
        if first == 0 {
            return Err(Failure::usage("key 0 is never issued: keys begin with 1"));
        }
        // The block of all keys from the first one on.
        let keys = Given::Block(first..Key::MAX.to_bits() + 1);
        let given = [("group", Given::Number(group.to_bits().into())), ("keys", keys)];
        start(format, &given, setting, None, 0)
    }
}
