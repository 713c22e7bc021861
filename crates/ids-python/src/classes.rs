//! The classes of identifiers: one for each format, and for each known flavour of Snowflake.

use ids_formats::{FAMILIES, Facts, Format, formats};
use kuid::{Drift, Local, NodeId, legacy};
use luuid::Luuid as Rust;
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyBytes, PyDict, PyTuple, PyType},
};
use siq::{Handle, Network, UnixTime};

use crate::{
    define::{Names, define},
    error::Raise,
    generator::Generator,
    id::Id,
    instant::{instant, length},
    kind::{Family, Kind, Maker, kind_of, register},
    luuid::version,
    siq::{domain, qualifier},
};

/// How an object of a class is made of its base.
trait Wrap: pyo3::PyClass {
    fn wrap(id: Id) -> PyClassInitializer<Self>;

    fn make(py: Python<'_>, id: Id) -> PyResult<Py<PyAny>> {
        Ok(Bound::new(py, Self::wrap(id))?.into_any().unbind())
    }
}

impl Wrap for Id {
    fn wrap(id: Id) -> PyClassInitializer<Self> {
        id.into()
    }
}

/// Classes that have what `Id` has, and methods of their own: each of a family, but for one that is a base alone.
macro_rules! classes {
    ($($(#[doc = $doc:literal])* $class:ident of $base:ty $(, $family:expr)?; { $($method:item)* })*) => {$(
        $(#[doc = $doc])*
        #[pyclass(module = "ids_formats", extends = $base, subclass, frozen)]
        #[derive(Debug)]
        pub(crate) struct $class;

        impl Wrap for $class {
            fn wrap(id: Id) -> PyClassInitializer<Self> {
                <$base>::wrap(id).add_subclass(Self)
            }
        }

        #[pymethods]
        impl $class {
            #[new]
            #[classmethod]
            #[pyo3(signature = (value), text_signature = "(value)")]
            fn new(
                class: &Bound<'_, PyType>,
                value: &Bound<'_, PyAny>,
            ) -> PyResult<PyClassInitializer<Self>> {
                Ok(Self::wrap(Id::read(kind_of(class)?, value)?))
            }

            $($method)*
        }
    )*

        /// Adds them to the module; the names of their formats.
        fn add_all(module: &Bound<'_, PyModule>) -> PyResult<Vec<&'static str>> {
            let mut formats = Vec::new();
            $(
                module.add_class::<$class>()?;
                $(
                    let kind = Kind::new($family);
                    register(&module.py().get_type::<$class>(), kind, Some($class::make));
                    formats.push(kind.format.facts().family);
                )?
            )*
            Ok(formats)
        }
    };
}

fn known<K: snowflake::Kind>() -> Family {
    Family::Snowflake(K::FLAVOUR)
}

classes! {
    /// A Flax identifier: 96 bits, 16 characters that sort. 40 bits are milliseconds, 56 are random.
    ///
    /// It is made of a str, an int or 12 bytes.
    ///
    /// >>> from ids_formats import FlaxId
    /// >>> id = FlaxId("0RdKJcxqVBiAiQr0")
    /// >>> id.time.isoformat(), id.random
    /// ('2015-10-15T20:10:25.807000+00:00', 33355658962779585)
    /// >>> FlaxId.generator().generate() > id
    /// True
    ///
    /// `FlaxId.generator(*, clock, rng, monotonic, max_ahead, max_jump, after)` makes new ones; nothing is needed.
    /// With `monotonic=True` those of one generator rise within a millisecond too.
    FlaxId of Id, Family::Plain(formats::flax::FORMAT); {}

    /// A SIQ identifier: 112 bits that say when, by which domain, and what kind of thing.
    ///
    /// It is made of a str, an int, 14 bytes or a UUID.
    ///
    /// >>> from ids_formats import Siq
    /// >>> made = Siq.generator(domain="example.com", shard=1, kind="user", clock=1_700_000_000 * 10**9)
    /// >>> id = made.generate()
    /// >>> id.kind, id.time_ns, id.uuid.version
    /// ('user', 1700000000000000000, 8)
    ///
    /// `Siq.generator(*, domain, shard, kind, local_id, clock, max_ahead, max_jump, rolling, after)` needs the first three.
    Siq of Id, Family::Siq; {
        /// The identifier of a Snowflake with this epoch, which a domain has issued for a kind of thing.
        #[classmethod]
        fn from_snowflake<'py>(
            class: &Bound<'py, PyType>,
            number: u64,
            epoch: &Bound<'py, PyAny>,
            domain: &str,
            kind: &str,
        ) -> PyResult<Bound<'py, PyAny>> {
            let epoch = instant(epoch, UnixTime::EPOCH)?;
            let id = siq::Siq::from_snowflake(number, epoch, self::domain(domain)?, qualifier(kind)?);
            Maker::of(class)?.make(id.map_err(|error| error.raise())?.to_bits())
        }

        /// The identifier of a ULID, which a domain has issued for a kind of thing.
        #[classmethod]
        fn from_ulid<'py>(
            class: &Bound<'py, PyType>,
            number: u128,
            domain: &str,
            kind: &str,
        ) -> PyResult<Bound<'py, PyAny>> {
            let id = siq::Siq::from_ulid(number, self::domain(domain)?, qualifier(kind)?);
            Maker::of(class)?.make(id.to_bits())
        }

        /// Reads a handle of Mastodon or Matrix: the identifier, and the domain.
        #[classmethod]
        fn parse_handle<'py>(
            class: &Bound<'py, PyType>,
            text: &'py str,
        ) -> PyResult<(Bound<'py, PyAny>, &'py str)> {
            let handle = Handle::decode(text).map_err(|error| error.raise())?;
            Ok((Maker::of(class)?.make(handle.id().to_bits())?, handle.domain()))
        }

        /// The identifier of the 16 bytes of its UUID.
        #[classmethod]
        fn from_bytes16<'py>(
            class: &Bound<'py, PyType>,
            bytes: &[u8],
        ) -> PyResult<Bound<'py, PyAny>> {
            let found = bytes.len();
            let length = ids_core::ParseError::Length { found, min: 16, max: 16 };
            let bytes = bytes.try_into().map_err(|_| length.raise())?;
            let id = siq::Siq::from_bytes16(bytes).map_err(|error| error.raise())?;
            Maker::of(class)?.make(id.to_bits())
        }

        /// The 16 bytes of the identifier as a UUID.
        fn to_bytes16<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyBytes>> {
            Ok(PyBytes::new(slf.py(), &siq_of(slf)?.to_bytes16()))
        }

        /// The handle on a network, `mastodon` or `matrix`, of an identifier of this domain.
        fn handle(slf: &Bound<'_, Self>, network: &str, domain: &str) -> PyResult<String> {
            let network: Network = network
                .parse()
                .map_err(|_| PyTypeError::new_err("a network is mastodon or matrix"))?;
            let handle = Handle::new(network, siq_of(slf)?, domain);
            Ok(handle.map_err(|error| error.raise())?.to_string())
        }

        /// The kind of thing that the identifier stands for, such as `user`.
        #[getter]
        fn kind(slf: &Bound<'_, Self>) -> PyResult<&'static str> {
            Ok(siq_of(slf)?.qualifier().name())
        }
    }

    /// A KUID of one node: 64 bits, 11 characters that sort.
    ///
    /// It is made of a str, an int or 8 bytes.
    ///
    /// >>> from ids_formats import KuidLocal
    /// >>> id = KuidLocal(".5.tXbhdV.3")
    /// >>> id.to_global(7).node, id.fields()["sequence"]
    /// (7, 1)
    ///
    /// `KuidLocal.generator(*, clock, max_ahead, max_jump, rolling, after)` needs nothing.
    KuidLocal of Id, Family::Plain(formats::kuid::LOCAL); {
        /// The identifier that this one is among many nodes.
        #[pyo3(signature = (node, drift = 8))]
        fn to_global<'py>(
            slf: &Bound<'py, Self>,
            node: u32,
            drift: u32,
        ) -> PyResult<Bound<'py, PyAny>> {
            let drift = self::drift(drift)?;
            let bits = slf.as_super().get().bits;
            let id = <Local as ids_core::Id>::from_bits(bits).map_err(|error| error.raise())?;
            let class = class_of(slf.py(), drift)?;
            Maker::of(&class)?.make(drift.join(id, NodeId::from_bits(node)))
        }
    }

    /// A KUID of many nodes: 96 bits, 16 characters that sort by windows of time.
    ///
    /// No identifier says its drift: this class has 8, others are those of `with_drift`. It is made of a str, an int or
    /// 12 bytes.
    ///
    /// >>> from ids_formats import KuidGlobal
    /// >>> id = KuidGlobal.generator(node=7, clock=1_700_000_000 * 10**9).generate()
    /// >>> id.node, id.to_local().time_ns
    /// (7, 1700000000000000000)
    ///
    /// `KuidGlobal.generator(*, node, name, name_1_3_5, clock, max_ahead, max_jump, rolling, after)` needs one of the
    /// first three: a node is a number of 32 bits or its text, or follows from a name.
    KuidGlobal of Id, Family::KuidGlobal(Drift::DEFAULT); {
        /// The class of the identifiers of another drift, 5 to 10: windows of 2^drift seconds.
        #[staticmethod]
        fn with_drift(py: Python<'_>, drift: u32) -> PyResult<Bound<'_, PyType>> {
            class_of(py, self::drift(drift)?)
        }

        /// The identifier that this one is on its node.
        fn to_local<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
            let bits = parts_of(slf).0.to_bits().into();
            Maker::of(&slf.py().get_type::<KuidLocal>())?.make(bits)
        }

        /// The identifier of bytes as version 1.2.0 of the Erlang library wrote them, the node first.
        #[classmethod]
        fn from_node_first<'py>(
            class: &Bound<'py, PyType>,
            bytes: &[u8],
        ) -> PyResult<Bound<'py, PyAny>> {
            let found = bytes.len();
            let length = ids_core::ParseError::Length { found, min: 12, max: 12 };
            let (id, node) = legacy::decode_1_2_0(bytes.try_into().map_err(|_| length.raise())?);
            let maker = Maker::of(class)?;
            let Family::KuidGlobal(drift) = maker.kind.family else {
                return Err(PyTypeError::new_err("no class of global KUIDs"));
            };
            maker.make(drift.join(id, node))
        }

        /// The bytes as version 1.2.0 of the Erlang library wrote them, the node first.
        fn to_node_first<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyBytes> {
            let (id, node) = parts_of(slf);
            PyBytes::new(slf.py(), &legacy::encode_1_2_0(id, node))
        }
    }

    /// A LUUID: a UUID that shows a sequential key and the group that it belongs to.
    ///
    /// It is made of a str, an int, 16 bytes or a UUID.
    ///
    /// >>> from ids_formats import Luuid
    /// >>> id = Luuid("00000023-122e-6aa1-a789-28ef27ab7c62")
    /// >>> id.uuid, id.version
    /// (UUID('00000023-122e-6aa1-a789-28ef27ab7c62'), 6)
    /// >>> Luuid.generator(group="user", keys=range(1001, 2001)).generate().key
    /// 1001
    ///
    /// `Luuid.generator(*, keys, group, version, after_key, rng, after)` needs `keys`: a range that a database has granted,
    /// or `luuid.Keys.counter()`, which counts from 1 in each process.
    Luuid of Id, Family::Luuid; {
        /// The same key, group and random bits in a LUUID of version 6 or 8.
        fn to_version<'py>(slf: &Bound<'py, Self>, version: u64) -> PyResult<Bound<'py, PyAny>> {
            let id = luuid_of(slf)?.to_version(self::version(version)?);
            Maker::of(&slf.get_type())?.make(id.to_bits())
        }

        /// Whether this is more likely a UUID of version 6 with a time inside.
        fn looks_like_uuid_v6(slf: &Bound<'_, Self>) -> PyResult<bool> {
            Ok(luuid_of(slf)?.looks_like_uuid_v6())
        }
    }

    /// The id of an event in a ledger of Evently: 128 bits, 32 hexadecimal digits.
    ///
    /// It is made of a str, an int, 16 bytes or a UUID. New ones follow from events: see `ids_formats.evently`.
    ///
    /// >>> from ids_formats import EventlyId
    /// >>> EventlyId("0005cd7556b05092aecc815daa77f99c").time.isoformat()
    /// '2021-10-03T16:32:12.816530+00:00'
    EventlyId of Id, Family::Evently; {}

    /// A Snowflake of any flavour: 64 bits. Use the class of a flavour, such as `Discord`, or make one with `define`.
    ///
    /// Identifiers are made of a str of digits, an int or 8 bytes.
    ///
    /// `generator(*, node, clock, max_ahead, max_jump, rolling, after, **fields)` needs the fields of the node by name, or
    /// as a dict `node`, or all of them as the one number `node`.
    Snowflake of Id; {
        /// A class of Snowflakes with a layout of your own.
        ///
        /// `fields` are the names and widths of its fields, the highest first, which have 64 bits together. One
        /// whose name is `sign`, `zero` or `unused` is always 0. `epoch` is an instant, `tick` a length of time.
        /// With `module=__name__` and a variable of the same name its identifiers pickle. The class lasts as
        /// long as the process: the same definition gives the same class again.
        ///
        /// >>> from ids_formats import Snowflake
        /// >>> Short = Snowflake.define("Short", [("timestamp", 52), ("node", 4), ("sequence", 8)],
        /// ...     epoch=1_600_000_000 * 10**9, tick=0.001, sequence="sequence")
        /// >>> Short.generator(node=3, clock=1_700_000_000 * 10**9).generate().fields()
        /// {'timestamp': 100000000000, 'node': 3, 'sequence': 0}
        #[staticmethod]
        #[pyo3(signature = (name, fields, *, epoch, tick, timestamp = "timestamp", sequence = None, module = None))]
        #[expect(clippy::too_many_arguments, reason = "all but two are given by name")]
        fn define<'py>(
            py: Python<'py>,
            name: &str,
            fields: Vec<(String, u8)>,
            epoch: &Bound<'py, PyAny>,
            tick: &Bound<'py, PyAny>,
            timestamp: &str,
            sequence: Option<&str>,
            module: Option<&str>,
        ) -> PyResult<Bound<'py, PyType>> {
            let epoch = instant(epoch, UnixTime::EPOCH)?;
            let tick = length(tick)?;
            let names = Names { class: name, timestamp, sequence, module };
            define(&py.get_type::<Self>(), names, fields, epoch, tick)
        }
    }

    /// A Snowflake of Twitter and X.
    Twitter of Snowflake, known::<snowflake::Twitter>(); {}
    /// A Snowflake of Discord.
    ///
    /// >>> from ids_formats import Discord
    /// >>> id = Discord("175928847299117063")
    /// >>> id.time.isoformat(), id.worker, id.increment
    /// ('2016-04-30T11:18:25.796000+00:00', 1, 7)
    /// >>> Discord.generator(worker=1, process=2).generate() > id
    /// True
    Discord of Snowflake, known::<snowflake::Discord>(); {}
    /// A Snowflake of the suou library.
    Suou of Snowflake, known::<snowflake::Suou>(); {}
    /// A Snowflake of Instagram.
    Instagram of Snowflake, known::<snowflake::Instagram>(); {}
    /// A Snowflake of Mastodon, read only.
    Mastodon of Snowflake, known::<snowflake::Mastodon>(); {}
    /// A Sonyflake of version 1.
    SonyflakeV1 of Snowflake, known::<snowflake::SonyflakeV1>(); {}
    /// A Sonyflake of version 2.
    SonyflakeV2 of Snowflake, known::<snowflake::SonyflakeV2>(); {}
    /// A Snowflake of the Go library bwmarrin/snowflake.
    Bwmarrin of Snowflake, known::<snowflake::Bwmarrin>(); {}
    /// A Snowflake of Baidu's uid-generator.
    Baidu of Snowflake, known::<snowflake::Baidu>(); {}
    /// A Snowflake of Yitter's drift algorithm, read only.
    Yitter of Snowflake, known::<snowflake::Yitter>(); {}
    /// A timestamp identifier of the AT protocol (Bluesky).
    Tid of Snowflake, known::<snowflake::Tid>(); {}
    /// A Snowflake of LinkedIn, read only.
    Linkedin of Snowflake, known::<snowflake::Linkedin>(); {}
}

fn siq_of(id: &Bound<'_, Siq>) -> PyResult<siq::Siq> {
    siq::Siq::from_bits(id.as_super().get().bits).map_err(|error| error.raise())
}

fn luuid_of(id: &Bound<'_, Luuid>) -> PyResult<Rust> {
    Rust::from_bits(id.as_super().get().bits).map_err(|error| error.raise())
}

fn parts_of(id: &Bound<'_, KuidGlobal>) -> (Local, NodeId) {
    let id = id.as_super().get();
    let drift = match id.kind.family {
        Family::KuidGlobal(drift) => drift,
        _ => Drift::DEFAULT,
    };
    drift.split(id.bits)
}

fn drift(bits: u32) -> PyResult<Drift> {
    Drift::new(bits).map_err(|error| error.raise())
}

/// The class of global KUIDs with this drift.
fn class_of(py: Python<'_>, drift: Drift) -> PyResult<Bound<'_, PyType>> {
    let class = py.get_type::<KuidGlobal>();
    if drift == Drift::DEFAULT {
        return Ok(class);
    }
    let name = format!("KuidGlobalDrift{}", drift.bits());
    Ok(py.import("ids_formats._native")?.getattr(name.as_str())?.cast_into()?)
}

/// A class of Python below one of these.
pub(crate) fn subclass<'py>(
    base: &Bound<'py, PyType>,
    name: &str,
    module: Option<&str>,
    family: Family,
) -> PyResult<Bound<'py, PyType>> {
    let py = base.py();
    let members = PyDict::new(py);
    members.set_item("__slots__", PyTuple::empty(py))?;
    members.set_item("__module__", module.unwrap_or("ids_formats"))?;
    match family {
        Family::Plain(format) => members.set_item("__doc__", about(name, format))?,
        _ => members.set_item("__doc__", base.getattr("__doc__")?)?,
    }
    let class = py.get_type::<PyType>().call1((name, (base,), members))?.cast_into()?;
    register(&class, Kind::new(family), None);
    Ok(class)
}

/// What a class is about that has no methods of its own.
fn about(name: &str, format: &dyn Format) -> String {
    let Facts { family, about, layout, .. } = format.facts();
    let bytes = layout.bits().div_ceil(8);
    let params: Vec<_> = format.params().iter().map(|param| format!(", {}", param.name)).collect();
    format!(
        "An identifier of the format {family}: {about}.\n\nIt is made of a str, an int or {bytes} bytes. \
         `{name}.generator(*{}, ...)` makes new ones.",
        params.concat()
    )
}

/// Adds the classes to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add_class::<Id>()?;
    let formats = add_all(module)?;
    // A format that has no methods of its own needs no class here.
    for family in FAMILIES.iter().filter(|family| !formats.contains(&family.name)) {
        for format in family.formats {
            let class = subclass(&py.get_type::<Id>(), family.id, None, Family::Plain(*format))?;
            module.add(family.id, class)?;
        }
    }
    let global = py.get_type::<KuidGlobal>();
    for drift in (5..=10).filter_map(|bits| Drift::new(bits).ok()) {
        if drift != Drift::DEFAULT {
            let name = format!("KuidGlobalDrift{}", drift.bits());
            let class = subclass(&global, &name, None, Family::KuidGlobal(drift))?;
            module.add(name.as_str(), class)?;
        }
    }
    module.add_class::<Generator>()
}
