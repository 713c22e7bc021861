//! LUUID, in the published version and in the recommended one.

use alloc::{vec, vec::Vec};
use core::ptr;

use ids_core::{GenerateError, ParseError, format::Layout};
use luuid::{Form, Generator, Group, Key, Keys, Luuid, Version};
use rand_core::TryRng;

use crate::{
    After, Facts, Family, FormInfo, Format, Given, MakeError, Making, Param, ParamKind,
    make::{Made, boxed, last, values, whole},
};

/// LUUIDs of either version, as the crate's type has them. Its generator takes the version.
///
/// No layout is that of all: [`Facts::layout`] is that of version 6, and [`Format::layout_of`] says which one an identifier
/// has. [`inspect`](crate::inspect) and [`infer`](crate::infer) hold identifiers against one layout, so they want the two
/// formats of [`FAMILY`].
pub const EITHER: &dyn Format = &ANY;

/// Both versions.
pub const FAMILY: Family = Family {
    name: "luuid",
    id: "Luuid",
    about: "128 bits in the shape of a UUID: a sequential key, its group, 60 random bits",
    formats: &[&V6, &V8],
};

/// LUUIDs of a version, or of either.
#[derive(Debug)]
struct Luuids {
    version: Option<Version>,
    facts: Facts,
}

/// The layouts that LUUIDs have.
const LAYOUTS: &[Layout] = &[Luuid::LAYOUT, Luuid::LAYOUT_V8];

static V6: Luuids =
    Luuids::of(Version::V6, "version 6: as published; UUID libraries read a date in 1582");
static V8: Luuids = Luuids::of(Version::V8, "version 8: as RFC 9562 has room for it");
static ANY: Luuids = {
    let facts = Facts { flavour: None, about: FAMILY.about, layouts: LAYOUTS, ..V6.facts };
    Luuids { version: None, facts }
};

const fn info(form: Form) -> FormInfo {
    let info = FormInfo::new(form.name(), form.sorts());
    match form {
        // Some UUID libraries take it for another number.
        Form::Published => FormInfo { written: false, ..info },
        _ => info,
    }
}

impl Luuids {
    const fn of(version: Version, about: &'static str) -> Self {
        let layout = match version {
            Version::V6 => Luuid::LAYOUT,
            Version::V8 => Luuid::LAYOUT_V8,
        };
        let facts = Facts {
            flavour: Some(version.name()),
            random: Some(Luuid::RANDOM),
            capacity: Some((Key::MAX.to_bits() as u128, "keys in each group, from 1")),
            ..Facts::new("luuid", about, layout, forms!(Form::ALL, form => info(form)))
        };
        Self { version: Some(version), facts }
    }
}

impl Format for Luuids {
    texts!(self, &self.facts, Luuid, decode, encode);

    fn check(&self, bits: u128) -> Result<(), ParseError> {
        // A version of neither flavour is an error of its own.
        Luuid::from_bits(bits)?;
        if self.version.is_some() { self.facts.layout.check(bits) } else { Ok(()) }
    }

    fn lenient(&self, text: &[u8]) -> Option<Result<(u128, &'static FormInfo), ParseError>> {
        let read = |form| {
            let form = &self.facts.forms[form as usize];
            Ok((self.read(form, text)?, form))
        };
        self.version.is_none().then(|| Form::of(text).and_then(read))
    }

    fn layout_of(&self, bits: u128) -> &Layout {
        match (self.version, Luuid::from_bits(bits).map(Luuid::version)) {
            (None, Ok(Version::V8)) => &LAYOUTS[1],
            _ => &self.facts.layout,
        }
    }

    fn prior(&self, form: &FormInfo) -> i32 {
        let form = if ptr::eq(form, self.facts.canonical) { 0 } else { -6 };
        // Most UUIDs of these versions are not of this format.
        form - 3
    }

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

    fn params(&self) -> Vec<Param> {
        let group = ParamKind::NumberOrText { max: Group::MAX.to_bits().into() };
        let key = ParamKind::Key { max: Key::MAX.to_bits() };
        let mut params = vec![
            Param::new(
                "group",
                group,
                "the group: the name of what it stands for, such as a table, or its number",
            )
            .or(Given::Number(0)),
            Param::new(
                "keys",
                ParamKind::Keys,
                "the keys: a range that no other process has, or counted from 1",
            )
            .needed(),
            Param::new("after_key", key, "the last key of a generator before it"),
        ];
        if self.version.is_none() {
            let version =
                Param::new("version", ParamKind::Numbers(&[6, 8]), "6, as published, or 8");
            params.push(version.or(Given::Number(6)));
        }
        params
    }

    fn maker<'a>(&self, given: &[(&str, Given<'_>)], making: Making<'a>) -> Made<'a> {
        let values = values(self, given)?;
        let version = match self.version {
            Some(version) => version,
            None => Version::from_bits(values.number("version")?.unwrap_or_default())
                .map_err(|error| MakeError::Parse { name: "version", error })?,
        };
        let group = if let Some(Given::Text(name)) = values.get("group") {
            Group::from_name(name)
        } else {
            let number = values.narrow("group", Group::MAX.to_bits().into())?;
            Group::new(number.unwrap_or_default())?
        };
        let mut keys = match values.get("keys") {
            Some(Given::Block(range)) => Keys::block(range.clone())?,
            Some(Given::Counter) => Keys::counter(),
            _ => return Err(MakeError::Kind { name: "keys" }),
        };
        if let Some(key) = values.number("after_key")? {
            keys.rebase(Key::new(key)?);
        }
        let mut generator = Generator::new(keys, making.rng, group).with_version(version);
        if let After::Id(bits) = making.after {
            generator = generator.resume_after(last(Luuid::from_bits(bits))?);
        }
        // Keys are counted: there is no clock that jumps.
        Ok(boxed(generator, Luuid::MIN, block, |_, _| Ok(())))
    }

    fn doubt(&self, bits: u128) -> Option<&'static str> {
        let timestamp = Luuid::from_bits(bits).is_ok_and(Luuid::looks_like_uuid_v6);
        timestamp.then_some("more likely a UUID of version 6 with a time inside")
    }
}

/// A block of identifiers, as far as there are keys for all.
fn block<R: TryRng>(
    generator: &mut Generator<R>,
    count: usize,
) -> Result<Vec<u128>, GenerateError> {
    let left = generator.keys().left();
    if left < count as u64 && left > 0 {
        return Err(GenerateError::TooMany { max: left });
    }
    whole(Luuid::MIN, count, |ids| {
        // The keys suffice.
        if generator.fill(ids)? < ids.len() { Err(GenerateError::Entropy) } else { Ok(()) }
    })
}
