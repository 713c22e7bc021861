//! Snowflakes: a class of each known flavour, and of each layout that a program defines.

use core::time::Duration;
use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex, PoisonError},
};

use ids_core::UnixTime;
use ids_formats::{
    Format,
    formats::snowflake::{DefineError, define, lasting},
};
use pyo3::{exceptions::PyValueError, prelude::*, sync::MutexExt, types::PyType};
use snowflake::Flavour;

use crate::{
    classes::{classes, subclass},
    given::natural,
    id::Id,
    instant::{instant, length},
};

fn known<K: snowflake::Kind>() -> &'static dyn Format {
    lasting(K::FLAVOUR)
}

classes! {
    /// A Snowflake of any flavour: 64 bits. Use the class of a flavour, such as `Discord`, or make one with `define`.
    ///
    /// Identifiers are made of a str of digits, an int or 8 bytes.
    ///
    /// A generator needs the fields of the node by name, or as a dict `node`, or all of them as the one number `node`.
    Snowflake of Id; {
        /// A class of Snowflakes with a layout of your own.
        ///
        /// `fields` are the names and widths of its fields, the highest first, which have 64 bits together. One
        /// whose name is `sign`, `zero` or `unused` is always 0. `epoch` is an instant, `unit` the length of a tick.
        /// With `module=__name__` and a variable of the same name its identifiers pickle. The class lasts as
        /// long as the process: the same definition gives the same class again.
        ///
        /// >>> from ids_formats import Snowflake
        /// >>> Short = Snowflake.define("Short", [("timestamp", 52), ("node", 4), ("sequence", 8)],
        /// ...     epoch=1_600_000_000 * 10**9, unit=0.001, sequence="sequence")
        /// >>> Short.generator(node=3, clock=1_700_000_000 * 10**9).generate().fields()
        /// {'timestamp': 100000000000, 'node': 3, 'sequence': 0}
        #[staticmethod]
        #[pyo3(signature = (name, fields, *, epoch, unit, timestamp = "timestamp", sequence = None, module = None))]
        #[expect(clippy::too_many_arguments, reason = "all but two are given by name")]
        fn define<'py>(
            py: Python<'py>,
            name: &str,
            fields: Vec<(String, Bound<'py, PyAny>)>,
            epoch: &Bound<'py, PyAny>,
            unit: &Bound<'py, PyAny>,
            timestamp: &str,
            sequence: Option<&str>,
            module: Option<&str>,
        ) -> PyResult<Bound<'py, PyType>> {
            let width = |(field, bits): (String, Bound<'py, PyAny>)| {
                Ok((field, natural("the width of a field", &bits)?))
            };
            let definition = Definition {
                name: name.to_owned(),
                fields: fields.into_iter().map(width).collect::<PyResult<_>>()?,
                epoch: instant(epoch, UnixTime::EPOCH)?,
                unit: length(unit)?,
                timestamp: timestamp.to_owned(),
                sequence: sequence.map(str::to_owned),
                module: module.map(str::to_owned),
            };
            definition.class(py)
        }
    }

    Twitter of Snowflake, known::<::snowflake::Twitter>(); {}
    /// A Snowflake of Discord.
    ///
    /// >>> from ids_formats import Discord
    /// >>> id = Discord("175928847299117063")
    /// >>> id.time.isoformat(), id.worker, id.increment
    /// ('2016-04-30T11:18:25.796000+00:00', 1, 7)
    /// >>> Discord.generator(worker=1, process=2).generate() > id
    /// True
    Discord of Snowflake, known::<::snowflake::Discord>(); {}
    Suou of Snowflake, known::<::snowflake::Suou>(); {}
    Instagram of Snowflake, known::<::snowflake::Instagram>(); {}
    Mastodon of Snowflake, known::<::snowflake::Mastodon>(); {}
    SonyflakeV1 of Snowflake, known::<::snowflake::SonyflakeV1>(); {}
    SonyflakeV2 of Snowflake, known::<::snowflake::SonyflakeV2>(); {}
    Bwmarrin of Snowflake, known::<::snowflake::Bwmarrin>(); {}
    Baidu of Snowflake, known::<::snowflake::Baidu>(); {}
    Yitter of Snowflake, known::<::snowflake::Yitter>(); {}
    Tid of Snowflake, known::<::snowflake::Tid>(); {}
    Linkedin of Snowflake, known::<::snowflake::Linkedin>(); {}
}

/// What a class of Snowflakes is defined by.
#[derive(PartialEq, Eq, Hash)]
struct Definition {
    name: String,
    /// The names and widths of the fields, the highest first.
    fields: Vec<(String, u64)>,
    epoch: UnixTime,
    unit: Duration,
    timestamp: String,
    sequence: Option<String>,
    module: Option<String>,
}

/// What each definition has given, so that the same one takes no memory again: a class, or what is wrong.
static DEFINED: LazyLock<Mutex<HashMap<Definition, Defined>>> = LazyLock::new(Mutex::default);

type Defined = Result<Py<PyType>, DefineError>;

impl Definition {
    fn class(self, py: Python<'_>) -> PyResult<Bound<'_, PyType>> {
        let defined = || DEFINED.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let given = |made: &Defined| match made {
            Ok(class) => Ok(class.bind(py).clone()),
            Err(why) => Err(PyValueError::new_err(why.to_string())),
        };
        if let Some(known) = defined().get(&self) {
            return given(known);
        }
        let made = match self.flavour() {
            Ok(flavour) => {
                let base = py.get_type::<Snowflake>();
                Ok(subclass(&base, &self.name, self.module.as_deref(), lasting(flavour))?.unbind())
            }
            Err(why) => Err(why),
        };
        given(defined().entry(self).or_insert(made))
    }

    fn flavour(&self) -> Result<Flavour, DefineError> {
        let always = |name: &str| ["sign", "zero", "unused"].contains(&name).then_some(0);
        let fields = self.fields.iter().map(|(name, width)| (name.as_str(), *width, always(name)));
        let (ticks, sequence) = ((self.epoch, self.unit), self.sequence.as_deref());
        define(&self.name, &fields.collect::<Vec<_>>(), ticks, &self.timestamp, sequence)
    }
}
