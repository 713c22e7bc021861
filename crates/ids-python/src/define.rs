//! Snowflakes of a layout that a program has made: each definition is one class.

use core::time::Duration;
use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex},
};

use pyo3::{exceptions::PyValueError, prelude::*, sync::MutexExt, types::PyType};
use snowflake::{Field, Flavour, Layout, SIGN, Ticks, UnixTime};

use crate::{classes::subclass, kind::Family};

/// What a definition has names for.
pub(crate) struct Names<'a> {
    pub(crate) class: &'a str,
    pub(crate) timestamp: &'a str,
    pub(crate) sequence: Option<&'a str>,
    pub(crate) module: Option<&'a str>,
}

/// The class of a definition, made of the names and widths of its fields.
pub(crate) fn define<'py>(
    base: &Bound<'py, PyType>,
    names: Names<'_>,
    fields: Vec<(String, u8)>,
    epoch: UnixTime,
    tick: Duration,
) -> PyResult<Bound<'py, PyType>> {
    let Names { class: name, timestamp, sequence, module } = names;
    let py = base.py();
    let texts = [Some(name), Some(timestamp), sequence, module];
    let definition = (texts.map(|text| text.map(str::to_owned)), fields, epoch, tick);
    if let Some(known) = DEFINED.lock_py_attached(py).ok().and_then(|defined| {
        defined.get(&definition).map(|known| match known {
            Ok(class) => Ok(class.bind(py).clone()),
            Err(why) => Err(PyValueError::new_err(why.clone())),
        })
    }) {
        return known;
    }
    let made = own(name, &definition.1, epoch, tick, timestamp, sequence);
    let (keep, give) = match made {
        Ok(flavour) => {
            let family = Family::Snowflake(flavour);
            let class = subclass(base, name, module, family)?;
            (Ok(class.clone().unbind()), Ok(class))
        }
        Err(why) => (Err(why.clone()), Err(PyValueError::new_err(why))),
    };
    if let Ok(mut defined) = DEFINED.lock_py_attached(py) {
        defined.insert(definition, keep);
    }
    give
}

/// The name of a class, of its timestamp, its sequence and its module; its fields, its epoch, its tick.
type Definition = ([Option<String>; 4], Vec<(String, u8)>, UnixTime, Duration);

/// The class of a definition, or what is wrong with it.
type Defined = HashMap<Definition, Result<Py<PyType>, String>>;

/// What each definition has given, so that the same one takes no memory again.
static DEFINED: LazyLock<Mutex<Defined>> = LazyLock::new(Mutex::default);

/// The flavour of these fields. It lasts as long as the process, as a class does.
fn own(
    name: &str,
    fields: &[(String, u8)],
    epoch: UnixTime,
    tick: Duration,
    timestamp: &str,
    sequence: Option<&str>,
) -> Result<Flavour, String> {
    let keep = |text: &str| -> &'static str { Box::leak(text.to_owned().into_boxed_str()) };
    let widths = fields.iter().map(|(_, width)| u32::from(*width)).sum::<u32>();
    if widths != 64 || fields.iter().any(|(_, width)| *width == 0) {
        return Err(format!(
            "the fields have {widths} bits together; a Snowflake has 64, and a field one at least"
        ));
    }
    let mut below = 64;
    let mut placed = Vec::new();
    for (name, width) in fields {
        let (high, low) = (below - 1, below - width);
        below = low;
        placed.push(match name.as_str() {
            "sign" if high == 63 && low == 63 => SIGN,
            "sign" | "zero" | "unused" => Field::new(keep(name), high, low).always(0),
            _ => Field::new(keep(name), high, low),
        });
    }
    let layout = Layout::try_new(keep(name), 64, Box::leak(placed.into_boxed_slice()));
    let layout = layout.map_err(|error| error.to_string())?;
    if tick.is_zero() || u64::try_from(tick.as_nanos()).is_err() {
        return Err("a tick lasts from 1 ns to 584 years".to_owned());
    }
    let ticks = Ticks::every(epoch, tick);
    let sequence = sequence.map(keep);
    Flavour::try_new(layout, ticks, keep(timestamp), sequence).map_err(|error| error.to_string())
}
