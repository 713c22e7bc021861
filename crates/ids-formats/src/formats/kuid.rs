//! KUID: the identifiers of one node, and those of many with a drift.

use alloc::{vec, vec::Vec};
use core::time::Duration;

use ids_core::{
    RangeError,
    format::{Layout, Ticks},
};
use kuid::{Drift, DynamicNode, Form, Global, Local, LocalNode, NodeId};

use crate::{
    Facts, Family, FormInfo, Format, Given, MakeError, Making, Param, ParamKind, Timed, UnixTime,
    Value,
    make::{Made, counting, last, values},
};

/// Local KUIDs, unique on one node.
pub const LOCAL: &dyn Format = &LocalFormat;

/// Global KUIDs, unique among nodes, with a drift, which no identifier says.
#[inline]
pub const fn global(drift: Drift) -> &'static dyn Format {
    &GLOBAL[drift.bits() as usize - 5]
}

/// Global KUIDs of every drift.
#[inline]
pub fn globals() -> impl Iterator<Item = (Drift, &'static dyn Format)> {
    GLOBAL.iter().map(|format| (format.drift, format as _))
}

/// The drift of the global KUIDs that have this layout.
#[inline]
pub fn drift_of(layout: &Layout) -> Option<Drift> {
    GLOBAL.iter().find(|format| format.facts.layout == *layout).map(|format| format.drift)
}

/// Both flavours, the global one with the default drift.
pub const FAMILY: Family = Family {
    name: "kuid",
    id: "Kuid",
    about: "64 bits for one node, 96 for many: ticks of 1.024 ms, k-ordered; 11 or 16 characters",
    formats: &[LOCAL, global(Drift::DEFAULT)],
};

const fn info(form: Form) -> FormInfo {
    let info = FormInfo::new(form.name(), form.sorts());
    match form {
        // Most texts of base64url are texts of it, too, of other identifiers.
        Form::Surplus => FormInfo { written: false, only_by_name: true, ..info },
        _ => info,
    }
}

/// A number does not say which flavour it is of: it is read as local, unless `decimal` is named.
const fn global_info(form: Form) -> FormInfo {
    let info = info(form);
    match form {
        Form::Decimal => FormInfo { only_by_name: true, ..info },
        _ => info,
    }
}

#[derive(Debug)]
struct LocalFormat;

static FACTS: Facts = Facts {
    flavour: Some("local"),
    capacity: Some((1 << Local::SEQUENCE.width(), "from the one node")),
    ..Facts::new(
        "kuid",
        "64 bits: unique on the node that makes them",
        Local::LAYOUT,
        forms!(Form::ALL, form => info(form)),
    )
};

impl Format for LocalFormat {
    texts!(self, &FACTS, Local, decode_local, encode_local, timed);

    fn maker<'a>(&self, given: &[(&str, Given<'_>)], making: Making<'a>) -> Made<'a> {
        values(self, given)?;
        counting(making, LocalNode, |bits| last(<Local as ids_core::Id>::from_bits(bits)))
    }
}

impl Timed for LocalFormat {
    times!(Local);
}

#[derive(Debug)]
struct GlobalFormat {
    drift: Drift,
    facts: Facts,
}

static GLOBAL: [GlobalFormat; 6] = [
    GlobalFormat::new(5, "96 bits with a node; windows of 32 s (--drift 5)"),
    GlobalFormat::new(6, "96 bits with a node; windows of 64 s (--drift 6)"),
    GlobalFormat::new(7, "96 bits with a node; windows of 128 s (--drift 7)"),
    GlobalFormat::new(8, "96 bits with a node; windows of 256 s (--drift 8, the default)"),
    GlobalFormat::new(9, "96 bits with a node; windows of 512 s (--drift 9)"),
    GlobalFormat::new(10, "96 bits with a node; windows of 1024 s (--drift 10)"),
];

impl GlobalFormat {
    const fn new(bits: u32, about: &'static str) -> Self {
        let Ok(drift) = Drift::new(bits) else { panic!("there is no such drift") };
        let layout = drift.layout();
        let split = match layout.fields() {
            [_, upper, _, lower, ..] => {
                Some(Value { name: "second", field: *upper, lower: Some(*lower) })
            }
            _ => None,
        };
        let facts = Facts {
            flavour: Some("global"),
            capacity: Some((1 << Local::SEQUENCE.width(), "from each node")),
            split,
            ..Facts::new("kuid", about, layout, forms!(Form::ALL, form => global_info(form)))
        };
        Self { drift, facts }
    }
}

impl Format for GlobalFormat {
    texts!(self, &self.facts, Global, decode_global, encode_global, timed);

    fn params(&self) -> Vec<Param> {
        const NODE: &[&str] = &["node", "name", "name_1_3_5"];
        let number = ParamKind::Hex { max: u32::MAX.into() };
        let node = |name, kind, about| Param::new(name, kind, about).one_of(NODE);
        vec![
            node(NODE[0], number, "the node's number, or its 8 hexadecimal digits"),
            node(NODE[1], ParamKind::Text, "the node's name, such as app@host, hashed as version 1.3.4 does"),
            node(NODE[2], ParamKind::Text, "the node's name, hashed as version 1.3.5 does"),
            Param::new(
                "drift",
                ParamKind::Numbers(&[5, 6, 7, 8, 9, 10]),
                "windows of 2^drift seconds by which identifiers are sorted, the same for all nodes",
            )
            .or(Given::Number(self.drift.bits().into())),
        ]
    }

    fn maker<'a>(&self, given: &[(&str, Given<'_>)], making: Making<'a>) -> Made<'a> {
        let values = values(self, given)?;
        // Each drift has a format of its own, as its layout.
        if values.number("drift")? != Some(self.drift.bits().into()) {
            return Err(MakeError::Differs { name: "drift" });
        }
        let name = values.text("name")?.map(NodeId::from_name);
        let name = name.or(values.text("name_1_3_5")?.map(NodeId::from_name_1_3_5));
        let node = match (name, values.get("node")) {
            (Some(node), _) => node,
            (None, Some(Given::Text(text))) => {
                text.parse().map_err(|error| MakeError::Parse { name: "node", error })?
            }
            (None, _) => {
                let number = values.narrow("node", u32::MAX.into())?;
                NodeId::from_bits(number.unwrap_or_default())
            }
        };
        let read = |bits| last(Global::from_bits(bits).map(Global::to_bits));
        counting(making, DynamicNode::new(node, self.drift), read)
    }
}

impl Timed for GlobalFormat {
    fn ticks(&self) -> Ticks {
        Global::TICKS
    }

    fn time(&self, bits: u128) -> UnixTime {
        self.drift.split(bits).0.time()
    }

    fn first_at(&self, time: UnixTime) -> Result<u128, RangeError> {
        self.drift.first_at(time)
    }

    fn last_at(&self, time: UnixTime) -> Result<u128, RangeError> {
        self.drift.last_at(time)
    }

    fn span(&self) -> Option<Duration> {
        Some(self.drift.window())
    }
}
