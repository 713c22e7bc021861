//! LUUIDs: the class of either version; keys, groups and prefixes.

use ids_core::{ParseError, RangeError};
use ids_formats::{Given, formats::luuid::EITHER};
use luuid::{Group, Key, Luuid as Rust, Prefix, Version};
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyBytes, PyRange, PyRangeMethods},
};

use crate::{classes::classes, error::Raise, given::natural, id::Id, kind::Maker};

classes! {
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
    /// A generator needs `keys`: a range that a database has granted, or `luuid.Keys.counter()`, which counts from 1 in
    /// each process.
    Luuid of Id, EITHER; {
        /// The same key, group and random bits in a LUUID of version 6 or 8.
        fn to_version<'py>(
            slf: &Bound<'py, Self>,
            version: &Bound<'py, PyAny>,
        ) -> PyResult<Bound<'py, PyAny>> {
            let version = Version::from_bits(natural("version", version)?).map_err(|error| error.raise())?;
            let id = luuid_of(slf)?.to_version(version);
            Maker::of(&slf.get_type())?.make(id.to_bits())
        }

        /// Whether this is more likely a UUID of version 6 with a time inside.
        fn looks_like_uuid_v6(slf: &Bound<'_, Self>) -> PyResult<bool> {
            Ok(luuid_of(slf)?.looks_like_uuid_v6())
        }
    }
}

fn luuid_of(id: &Bound<'_, Luuid>) -> PyResult<Rust> {
    Rust::from_bits(id.as_super().get().bits).map_err(|error| error.raise())
}

/// The group of a number of any width.
fn group(number: u64) -> Result<Group, RangeError> {
    Rust::GROUP.put(number)?;
    Group::new(u16::try_from(number).unwrap_or(u16::MAX))
}

/// Keys of LUUIDs that a process counts by itself.
///
/// A generator wants `keys`. `range(1001, 2001)` are granted ones: a database, or `ids reserve`, has given them to this
/// process alone. `Keys.counter()` counts from 1 in each process, and after each restart from 1 again: it is for tests, and
/// for one process that says with `after` or `after_key` which key was its last.
///
/// >>> from ids_formats import Luuid
/// >>> from ids_formats.luuid import Keys
/// >>> [id.key for id in Luuid.generator(group="user", keys=range(1001, 2001)).fill(2)]
/// [1001, 1002]
/// >>> Luuid.generator(group="user", keys=Keys.counter(), after_key=41).generate().key
/// 42
#[pyclass(name = "Keys", module = "ids_formats.luuid", frozen)]
#[derive(Debug)]
pub(crate) struct Counting;

#[pymethods]
impl Counting {
    /// Keys from 1 on, which each process and each restart counts again.
    #[staticmethod]
    fn counter() -> Self {
        Self
    }

    fn __repr__(&self) -> &'static str {
        "Keys.counter()"
    }
}

/// What a generator's keys are.
pub(crate) const KEYS: &str = "keys=range(start, end) of a granted range, or keys=Keys.counter() \
                               of ids_formats.luuid, which begins with key 1 in each process";

/// The keys that a generator is given: a granted range, or none of them.
pub(crate) fn keys(given: &Bound<'_, PyAny>) -> PyResult<Given<'static>> {
    if given.is_instance_of::<Counting>() {
        return Ok(Given::Counter);
    }
    match given.cast::<PyRange>() {
        Ok(range) if range.step()? == 1 => {
            let bound = |name| natural(name, &given.getattr(name)?);
            Ok(Given::Block(bound("start")?..bound("stop")?))
        }
        _ => Err(PyTypeError::new_err(format!(
            "no keys are of type {}: {KEYS}",
            given.get_type().name()?
        ))),
    }
}

/// The number of a key's text.
#[pyfunction]
#[pyo3(signature = (text, *, lenient = false))]
pub(crate) fn parse_key(text: &str, lenient: bool) -> PyResult<u64> {
    let text = text.as_bytes();
    let key = if lenient { Key::decode_lenient(text) } else { Key::decode(text) };
    key.map(Key::to_bits).map_err(|error| error.raise())
}

/// The text of a key.
#[pyfunction]
pub(crate) fn key_text(key: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(Key::new(natural("key", key)?).map_err(|error| error.raise())?.to_string())
}

/// The number of a group's text.
#[pyfunction]
pub(crate) fn parse_group(text: &str) -> PyResult<u16> {
    text.parse().map(Group::to_bits).map_err(|error: ParseError| error.raise())
}

/// The text of a group.
#[pyfunction]
pub(crate) fn group_text(group: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(self::group(natural("group", group)?).map_err(|error| error.raise())?.to_string())
}

/// The group of a name, such as of a table: a text, or its bytes.
#[pyfunction]
pub(crate) fn group_of(name: &Bound<'_, PyAny>) -> PyResult<u16> {
    let group = match name.cast::<PyBytes>() {
        Ok(bytes) => Group::from_name_bytes(bytes.as_bytes()),
        Err(_) => Group::from_name(&name.extract::<String>()?),
    };
    Ok(group.to_bits())
}

/// The number of a prefix's text.
#[pyfunction]
pub(crate) fn parse_prefix(text: &str) -> PyResult<u64> {
    text.parse().map(Prefix::to_bits).map_err(|error: ParseError| error.raise())
}

/// The text of a prefix.
#[pyfunction]
pub(crate) fn prefix_text(prefix: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(Prefix::from_bits(natural("prefix", prefix)?).map_err(|error| error.raise())?.to_string())
}
