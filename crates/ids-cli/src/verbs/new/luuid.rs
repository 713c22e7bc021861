//! LUUID identifiers, in the published version and in the recommended one.

use clap::Args;
use ids_formats::{Family, Given, formats};
use luuid::{Generator, Key, Keys, Luuid, Version};

use super::{Options, Params, Setting, Start, numbers, reserved::Ranges, start};
use crate::{
    Failure,
    reading::{address::WithStore, entity::WithGroup},
    verbs::reserve::keys::reserve_all,
};

impl Options for New {
    const FAMILY: Family = formats::luuid::FAMILY;
    /// The group names the keys of a store, too.
    const APART: &'static [&'static str] = &["group"];

    fn is_stored(_: &str) -> bool {
        true
    }
}

/// Options of `ids new luuid`.
#[derive(Args, Debug)]
pub(crate) struct New {
    #[command(flatten)]
    group: WithGroup,
    #[command(flatten)]
    params: Params<Self>,
    /// Continue with the key after the key of this identifier
    #[arg(long, value_name = "ID", conflicts_with_all = ["keys", "after_key"])]
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
        let (version, format) = (Version::ALL[place], Self::FAMILY.formats[place]);
        // The store's keys are reserved for good.
        setting.fits(format)?;
        let (group, stored) = (self.group.group()?, self.params.stored());
        let others = [stored.as_deref(), self.after.is_some().then_some("--after")];
        if let Some(reserving) = self.store.open(&self.group.namespace()?, &others)? {
            let ranges = reserve_all(reserving, group, setting.count)?;
            let keys = Keys::with_counter(Ranges::new(ranges));
            let generator = Generator::new(keys, setting.rng(), group).with_version(version);
            return Ok((format, numbers(generator, Luuid::MIN)));
        }
        if let Some(other) = self.after.map(Luuid::group).filter(|other| *other != group) {
            return Err(Failure::Usage(format!("--after: this is of group {other}, not {group}")));
        }
        let mut given = self.params.given();
        if given.is_empty() && self.after.is_none() {
            return Err(Failure::usage(
                "luuid counts keys, and issues each key once: give --keys HEX, the first key, or \
                 --after ID, the last identifier of the group; a new group begins with key 1. With --store STORE \
                 the store says which keys are next",
            ));
        }
        if given.iter().all(|(name, _)| *name != "keys") {
            given.push(("keys", Given::Block(1..Key::MAX.to_bits() + 1)));
        }
        given.push(("group", Given::Number(group.to_bits().into())));
        start(format, &given, setting, self.after.map(Luuid::to_bits), 0)
    }
}
