//! LUUID, in the published version and in the recommended one.

use alloc::vec::Vec;
#[cfg(feature = "make")]
use alloc::{boxed::Box, vec};

use ids_core::ParseError;
#[cfg(feature = "make")]
use ids_core::{GenerateError, RangeError};
use luuid::{Form, Key, Luuid, Version};
#[cfg(feature = "make")]
use luuid::{Generator, Group, Keys};
#[cfg(feature = "make")]
use rand_core::TryRng;

#[cfg(feature = "make")]
use crate::{
    After, Given, MakeError, Maker, Making, Param, ParamKind, UnixTime,
    make::{Block, boxed, last, values, whole},
};
use crate::{Column, Facts, Family, FormInfo, Format};

const NAME: &str = "luuid";

/// LUUIDs of one version.
#[derive(Clone, Copy, Debug)]
pub struct LuuidFormat {
    facts: Facts,
}

const fn info(form: Form) -> FormInfo {
    let text = FormInfo::new(form.name(), Column::of_text(form.sorts()));
    match form {
        Form::Uuid => FormInfo::new(form.name(), Some(Column::Uuid)),
        // Some UUID libraries take it for another number.
        Form::Published => text.only_read(),
        _ => text,
    }
}

impl LuuidFormat {
    /// Both versions.
    pub const FAMILY: Family = Family {
        name: NAME,
        id: "Luuid",
        about: "128 bits in the shape of a UUID: a sequential key, its group, 60 random bits",
        formats: &[&const { Self::new(Version::V6) }, &const { Self::new(Version::V8) }],
    };

    /// The flavour of this version.
    #[inline]
    pub const fn new(version: Version) -> Self {
        let (about, layout) = match version {
            Version::V8 => ("version 8: as RFC 9562 has room for it", Luuid::LAYOUT_V8),
            Version::V6 => {
                ("version 6: as published; UUID libraries read a date in 1582", Luuid::LAYOUT)
            }
        };
        let forms = forms!(Form::ALL, form => info(form));
        let facts = Facts::new(NAME, about, layout, forms)
            .with_flavour(version.name())
            .with_random(Luuid::RANDOM)
            .with_capacity(Key::MAX.to_bits(), "keys in each group, from 1");
        Self { facts }
    }
}

impl Format for LuuidFormat {
    #[inline]
    fn facts(&self) -> &Facts {
        &self.facts
    }

    texts!(Luuid, decode, encode);

    #[inline]
    fn check(&self, bits: u128) -> Result<(), ParseError> {
        // A version of neither flavour is an error of its own.
        Luuid::from_bits(bits)?;
        self.facts.layout.check(bits)
    }

    #[inline]
    fn prior(&self, form: usize) -> i32 {
        let form = if form == self.facts.canonical { 0 } else { -6 };
        // Most UUIDs of these versions are not of this format.
        form - 3
    }

    #[inline]
    fn evidence(&self, bits: u128) -> Option<(i32, &'static str)> {
        // A counter's numbers are of any length, of each length alike. Each leading zero is worth a bit,
        // less the bits that choose one of 48 lengths.
        const LENGTHS: i32 = 5;
        let zeros = Luuid::KEY.get(bits).leading_zeros().saturating_sub(64 - Luuid::KEY.width());
        let bits = i32::try_from(zeros).ok()? - LENGTHS;
        Some((
            bits,
            if bits > 0 { "the key is small, as of a counter" } else { "the key is large" },
        ))
    }

    #[cfg(feature = "make")]
    #[inline]
    fn params(&self) -> Vec<Param> {
        let group = ParamKind::NumberOrText { max: Group::MAX.to_bits().into() };
        let after = ParamKind::Number { max: Key::MAX.to_bits() };
        vec![
            Param::new(
                "group",
                group,
                "the group: the name of what it stands for, such as a table, or its number",
            ),
            Param::new(
                "keys",
                ParamKind::Keys,
                "the keys: a range that no other process has, or counted from 1",
            )
            .needed(),
            Param::new("after_key", after, "the last key of a generator before it"),
        ]
    }

    #[cfg(feature = "make")]
    #[inline]
    fn maker<'a>(
        &self,
        given: &[(&str, Given<'_>)],
        making: Making<'a>,
    ) -> Result<Box<dyn Maker + 'a>, MakeError> {
        let values = values(self, given)?;
        let group = match values.get("group") {
            None => Group::MIN,
            Some(Given::Text(name)) => Group::from_name(name),
            Some(Given::Number(_)) => {
                let number = values.narrow("group", Group::MAX.to_bits().into())?;
                Group::new(number.unwrap_or_default())?
            }
            Some(_) => return Err(MakeError::Kind { name: "group" }),
        };
        let mut keys = match values.get("keys") {
            Some(Given::Block(range)) => Keys::block(range.clone())?,
            Some(Given::Counter) => Keys::counter(),
            _ => return Err(MakeError::Kind { name: "keys" }),
        };
        if let Some(key) = values.number("after_key")? {
            keys.rebase(Key::new(key)?);
        }
        let is_own = |version: &&Version| self.facts.flavour == Some(version.name());
        let version = Version::ALL.iter().find(is_own).copied().unwrap_or(Version::V6);
        let mut generator = Generator::new(keys, making.rng, group).with_version(version);
        if let After::Id(bits) = making.after {
            generator = generator.resume_after(last(Luuid::from_bits(bits))?);
        }
        Ok(boxed(generator, Luuid::MIN))
    }

    #[inline]
    fn doubt(&self, bits: u128) -> Option<&'static str> {
        let timestamp = Luuid::from_bits(bits).is_ok_and(Luuid::looks_like_uuid_v6);
        timestamp.then_some("more likely a UUID of version 6 with a time inside")
    }
}

#[cfg(feature = "make")]
impl<R: TryRng + Send> Block for Generator<R> {
    fn block(&mut self, count: usize) -> Result<Vec<u128>, GenerateError> {
        let left = self.keys().left();
        if left < count as u64 && left > 0 {
            return Err(GenerateError::TooMany { max: left });
        }
        whole(Luuid::MIN, count, |ids| {
            let filled = self.fill(ids)?;
            // The keys suffice.
            if filled < ids.len() { Err(GenerateError::Entropy) } else { Ok(()) }
        })
    }

    // Keys are counted: there is no clock that jumps.
    fn jump(&mut self, _now: UnixTime) -> Result<(), RangeError> {
        Ok(())
    }
}
