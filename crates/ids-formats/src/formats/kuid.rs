//! KUID: the identifiers of one node, and those of many with a drift.

use alloc::vec::Vec;
#[cfg(feature = "make")]
use alloc::{boxed::Box, vec};
use core::time::Duration;

use ids_core::{ParseError, RangeError, format::Ticks};
use kuid::{Drift, Form, Global, Local};
#[cfg(feature = "make")]
use kuid::{DynamicNode, LocalNode, NodeId};

use crate::{Column, Facts, Family, FormInfo, Format, Split, Timed, UnixTime};
#[cfg(feature = "make")]
use crate::{
    Given, MakeError, Maker, Making, Param, ParamKind,
    make::{counting, last, values},
};

const NAME: &str = "kuid";

const fn info(form: Form) -> FormInfo {
    match form {
        Form::Decimal => FormInfo::new(form.name(), Some(Column::Number)),
        // Most texts of base64url are texts of it, too, of other identifiers.
        Form::Surplus => {
            FormInfo::new(form.name(), Column::of_text(form.sorts())).only_read().only_by_name()
        }
        _ => FormInfo::new(form.name(), Column::of_text(form.sorts())),
    }
}

/// A number does not say which flavour it is of: it is read as local, unless `decimal` is named.
const fn global_info(form: Form) -> FormInfo {
    match form {
        Form::Decimal => info(form).only_by_name(),
        _ => info(form),
    }
}

/// Local KUIDs, unique on one node.
#[derive(Clone, Copy, Debug)]
pub struct KuidLocalFormat;

static LOCAL: Facts = Facts::new(
    NAME,
    "64 bits: unique on the node that makes them",
    Local::LAYOUT,
    forms!(Form::ALL, form => info(form)),
)
.with_flavour("local")
.with_capacity(1 << Local::SEQUENCE.width(), "from the one node");

impl KuidLocalFormat {
    /// Both flavours, the global one with the default drift.
    pub const FAMILY: Family = Family {
        name: NAME,
        id: "Kuid",
        about: "64 bits for one node, 96 for many: ticks of 1.024 ms, k-ordered; 11 or 16 characters",
        formats: &[&Self, &const { KuidGlobalFormat::new(Drift::DEFAULT) }],
    };
}

impl Format for KuidLocalFormat {
    #[inline]
    fn facts(&self) -> &Facts {
        &LOCAL
    }

    texts!(Local, decode_local, encode_local);

    #[inline]
    fn timed(&self) -> Option<&dyn Timed> {
        Some(self)
    }

    #[cfg(feature = "make")]
    #[inline]
    fn maker<'a>(
        &self,
        given: &[(&str, Given<'_>)],
        making: Making<'a>,
    ) -> Result<Box<dyn Maker + 'a>, MakeError> {
        values(self, given)?;
        counting(making, LocalNode, |bits| last(<Local as ids_core::Id>::from_bits(bits)))
    }
}

impl Timed for KuidLocalFormat {
    times!(Local);
}

/// Global KUIDs, unique among nodes, with a drift.
#[derive(Clone, Copy, Debug)]
pub struct KuidGlobalFormat {
    drift: Drift,
    facts: Facts,
}

impl KuidGlobalFormat {
    /// The flavour of this drift, which no identifier says.
    #[inline]
    pub const fn new(drift: Drift) -> Self {
        let layout = drift.layout();
        let about = match drift.bits() {
            5 => "96 bits with a node; windows of 32 s (--drift 5)",
            6 => "96 bits with a node; windows of 64 s (--drift 6)",
            7 => "96 bits with a node; windows of 128 s (--drift 7)",
            8 => "96 bits with a node; windows of 256 s (--drift 8, the default)",
            9 => "96 bits with a node; windows of 512 s (--drift 9)",
            _ => "96 bits with a node; windows of 1024 s (--drift 10)",
        };
        let facts = Facts::new(NAME, about, layout, forms!(Form::ALL, form => global_info(form)))
            .with_flavour("global")
            .with_capacity(1 << Local::SEQUENCE.width(), "from each node");
        let facts = match layout.fields() {
            [_, window, _, offset, ..] => facts.with_split(Split::new("second", *window, *offset)),
            _ => facts,
        };
        Self { drift, facts }
    }
}

impl Format for KuidGlobalFormat {
    #[inline]
    fn facts(&self) -> &Facts {
        &self.facts
    }

    texts!(Global, decode_global, encode_global);

    #[inline]
    fn timed(&self) -> Option<&dyn Timed> {
        Some(self)
    }

    #[cfg(feature = "make")]
    #[inline]
    fn params(&self) -> Vec<Param> {
        let number = ParamKind::Hex { max: u32::MAX.into() };
        vec![
            Param::new("node", number, "the node's number, or its text of 8 hexadecimal digits"),
            Param::new("name", ParamKind::Text, "the node's name, hashed as version 1.3.4 does"),
            Param::new(
                "name_1_3_5",
                ParamKind::Text,
                "the node's name, hashed as version 1.3.5 does",
            ),
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
        let node = match (values.get("node"), values.text("name")?, values.text("name_1_3_5")?) {
            (Some(Given::Text(text)), None, None) => {
                text.parse().map_err(|error| MakeError::Parse { name: "node", error })?
            }
            (Some(Given::Number(_)), None, None) => {
                let number = values.narrow("node", u32::MAX.into())?;
                NodeId::from_bits(number.unwrap_or_default())
            }
            (None, Some(name), None) => NodeId::from_name(name),
            (None, None, Some(name)) => NodeId::from_name_1_3_5(name),
            (Some(_), None, None) => return Err(MakeError::Kind { name: "node" }),
            _ => return Err(MakeError::OneOf { names: &["node", "name", "name_1_3_5"] }),
        };
        let read = |bits| last(Global::from_bits(bits).map(Global::to_bits));
        counting(making, DynamicNode::new(node, self.drift), read)
    }
}

impl Timed for KuidGlobalFormat {
    #[inline]
    fn ticks(&self) -> Ticks {
        Global::TICKS
    }

    #[inline]
    fn time(&self, bits: u128) -> UnixTime {
        self.drift.split(bits).0.time()
    }

    #[inline]
    fn first_at(&self, time: UnixTime) -> Result<u128, RangeError> {
        self.drift.first_at(time)
    }

    #[inline]
    fn last_at(&self, time: UnixTime) -> Result<u128, RangeError> {
        self.drift.last_at(time)
    }

    #[inline]
    fn span(&self) -> Option<Duration> {
        Some(self.drift.window())
    }
}
