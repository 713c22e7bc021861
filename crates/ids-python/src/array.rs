//! The class `IdArray`: many identifiers of one class, decoded in one call.

use core::cmp::Ordering;
use std::sync::Arc;

use arrow_array::{FixedSizeBinaryArray, TimestampMicrosecondArray, UInt64Array};
use ids_formats::Format;
use pyo3::{
    basic::CompareOp,
    exceptions::{PyAttributeError, PyIndexError, PyOverflowError, PyTypeError, PyValueError},
    gc::{PyTraverseError, PyVisit},
    prelude::*,
    types::{PyBytes, PyDict, PyList, PyRange, PySlice, PyString, PyTuple, PyType},
};

use crate::{
    arrow::{ArrowArray, foreign},
    column,
    error::Reason,
    id::Id,
    kind::{Kind, Maker, kind_of},
    shown::Shown,
    signals::{check_at, pack},
};

/// Bytes of an identifier that is a number of NumPy's too.
const NUMBER: usize = 8;

/// Writes an identifier as an array has it: one of 64 bits as a number in the machine's order of bytes, as
/// NumPy has numbers; others as their bytes.
pub(crate) fn place(kind: &Kind, bits: u128, out: &mut [u8]) {
    kind.bytes(bits, out);
    if out.len() == NUMBER && cfg!(target_endian = "little") {
        out.reverse();
    }
}

/// The identifier that was written so.
fn placed(bytes: &[u8]) -> u128 {
    match bytes.try_into() {
        Ok(bytes) => u64::from_ne_bytes(bytes).into(),
        Err(_) => bytes.iter().fold(0, |bits, byte| bits << 8 | u128::from(*byte)),
    }
}

/// Many identifiers of one class, as their `array` makes them: a sequence that cannot be changed.
///
/// >>> from ids_formats import Discord
/// >>> column = Discord.array(["175928847299117063", "175928847299117064"])
/// >>> len(column), column[-1], Discord(175928847299117063) in column
/// (2, Discord('175928847299117064'), True)
/// >>> column[:1] == Discord.array([175928847299117063])
/// True
///
/// A missing one is `None`. `numpy.asarray` of an array without missing ones copies nothing: numbers of 64 bits
/// (`uint64`), or bytes (`V12` for Flax). Arrow, and so Polars, has numbers and bytes too.
#[pyclass(module = "ids_formats", frozen, sequence, generic)]
pub(crate) struct IdArray {
    class: Py<PyType>,
    kind: &'static Kind,
    packed: Py<PyBytes>,
    /// Which are missing: a byte for each, 1 or 0, where there is one.
    missing: Option<Py<PyBytes>>,
}

impl IdArray {
    pub(crate) fn decode(
        class: &Bound<'_, PyType>,
        values: &Bound<'_, PyAny>,
        form: Option<&str>,
        missing: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let kind = kind_of(class)?;
        let form = kind.form(form)?;
        let (packed, missing) = match values.cast::<Self>() {
            Ok(array) if missing.is_none() && core::ptr::eq(array.get().kind, kind) => {
                let array = array.get();
                let missing = array.missing.as_ref().map(|missing| missing.clone_ref(class.py()));
                (array.packed.clone_ref(class.py()), missing)
            }
            _ => column::decode(kind, values, form, missing)?,
        };
        Ok(Self { class: class.clone().unbind(), kind, packed, missing })
    }

    fn rows<'a>(
        &'a self,
        py: Python<'a>,
    ) -> impl DoubleEndedIterator<Item = Option<u128>> + ExactSizeIterator + 'a {
        let (ids, nulls) = (self.packed.as_bytes(py).chunks_exact(self.kind.width), self.nulls(py));
        ids.map(placed).enumerate().map(move |(row, bits)| (!lacks(nulls, row)).then_some(bits))
    }

    fn row(&self, py: Python<'_>, row: usize) -> Option<Option<u128>> {
        // An iterator that maps would pass over all rows before it.
        let id = self.packed.as_bytes(py).chunks_exact(self.kind.width).nth(row)?;
        Some((!lacks(self.nulls(py), row)).then(|| placed(id)))
    }

    /// Which are missing, where there is one.
    fn nulls<'a>(&'a self, py: Python<'a>) -> Option<&'a [u8]> {
        self.missing.as_ref().map(|missing| missing.as_bytes(py))
    }

    /// The identifier of a row, or `None`.
    fn made<'py>(&self, py: Python<'py>, bits: Option<u128>) -> PyResult<Bound<'py, PyAny>> {
        match bits {
            Some(bits) => Maker::of(self.class.bind(py))?.make(bits),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// What has no place for a missing identifier.
    fn whole(&self, py: Python<'_>, what: &str) -> PyResult<()> {
        let nulls = self.nulls(py).unwrap_or_default();
        let Some(row) = nulls.iter().position(|byte| *byte != 0) else { return Ok(()) };
        Err(Reason::new("null").at(row, &format_args!("the identifier is missing, and {what}")))
    }

    /// What is written of each, in this number of bytes.
    fn each<'py, E: Send>(
        &self,
        py: Python<'py>,
        bytes: usize,
        write: impl Fn(Option<u128>, &mut [u8]) -> Result<(), E> + Sync,
        raise: impl FnOnce(usize, E) -> PyErr,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (width, ids, nulls) = (self.kind.width, self.packed.as_bytes(py), self.nulls(py));
        let write = |row, out: &mut [u8]| {
            let id = placed(&ids[width * row..][..width]);
            write((!lacks(nulls, row)).then_some(id), out)
        };
        pack(py, ids.len() / width, bytes, write, raise)
    }

    /// A number of each, of eight bytes in the machine's order; of a missing one the given number.
    fn numbers<'py>(
        &self,
        py: Python<'py>,
        missing: [u8; 8],
        number: &(impl Fn(u128) -> Option<[u8; 8]> + Sync),
        raise: impl FnOnce(usize) -> PyErr,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let write = |id: Option<u128>, out: &mut [u8]| {
            out.copy_from_slice(&id.map_or(Some(missing), number).ok_or(())?);
            Ok(())
        };
        self.each(py, missing.len(), write, |row, ()| raise(row))
    }

    /// The time of each in microseconds.
    fn micros<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let timed = self.kind.timed()?;
        let micros =
            |bits| i64::try_from(timed.time(bits).as_nanos() / 1000).ok().map(i64::to_ne_bytes);
        self.numbers(py, NOT_A_TIME, &micros, |row| {
            Reason::new("range").at(row, &"the time is after 64 bits of microseconds end")
        })
    }

    fn fields<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        missing: u64,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (kind, facts) = (self.kind, self.kind.format.facts());
        let value: Box<dyn Fn(u128) -> Option<u64> + Send + Sync> =
            match (facts.split.filter(|split| split.name == name), facts.layout.field(name)) {
                (Some(split), _) => Box::new(move |bits| Some(split.get(bits))),
                (None, Some(field)) => Box::new(move |bits| Some(field.get(bits))),
                (None, None) if facts.layouts.iter().any(|one| one.field(name).is_some()) => {
                    Box::new(move |bits| crate::fields::get(kind, bits, name))
                }
                _ => {
                    let mut all = crate::fields::names(crate::fields::layouts(facts));
                    all.extend(facts.split.map(|split| split.name));
                    let (name, kind, all) = (Shown(name), kind.name(), all.join(", "));
                    let message = format!("no field {name} of {kind}: there are {all}");
                    return Err(PyTypeError::new_err(message));
                }
            };
        self.numbers(py, missing.to_ne_bytes(), &|bits| value(bits).map(u64::to_ne_bytes), |row| {
            Reason { field: Some(name), ..Reason::new("missing") }
                .at(row, &format_args!("this identifier has no field {name}"))
        })
    }

    /// The bytes of all, the most significant of each first.
    fn wire<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let kind = self.kind;
        if kind.width != NUMBER {
            return Ok(self.packed.bind(py).clone());
        }
        let write = |id: Option<u128>, out: &mut [u8]| {
            kind.bytes(id.unwrap_or_default(), out);
            Ok(())
        };
        self.each(py, NUMBER, write, |_, error| error)
    }

    /// For Arrow.
    fn null_buffer(&self, py: Python<'_>) -> Option<arrow_buffer::NullBuffer> {
        self.nulls(py).map(|nulls| nulls.iter().map(|byte| *byte == 0).collect())
    }

    /// The number of an identifier that this array may have, or that one is missing.
    fn bits_of(&self, value: &Bound<'_, PyAny>) -> Option<Option<u128>> {
        if value.is_none() {
            return Some(None);
        }
        let id = value.cast::<Id>().ok()?.get();
        core::ptr::eq(id.kind, self.kind).then_some(Some(id.bits))
    }
}

/// Whether a row is missing.
fn lacks(nulls: Option<&[u8]>, row: usize) -> bool {
    nulls.is_some_and(|nulls| nulls[row] != 0)
}

/// What NumPy and pandas have for a missing time.
const NOT_A_TIME: [u8; 8] = i64::MIN.to_ne_bytes();

/// The 64-bit numbers of eight bytes each.
fn words(packed: &Bound<'_, PyBytes>) -> impl Iterator<Item = i64> {
    packed.as_bytes().chunks_exact(8).map(|word| word.try_into().map_or(0, i64::from_ne_bytes))
}

#[pymethods]
impl IdArray {
    fn __len__(&self, py: Python<'_>) -> usize {
        self.rows(py).len()
    }

    /// An identifier; of a slice, an array of its identifiers.
    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let length = self.rows(py).len();
        if let Ok(slice) = index.cast::<PySlice>() {
            let part = slice.indices(isize::try_from(length)?)?;
            let (width, ids) = (self.kind.width, self.packed.as_bytes(py));
            let write = |row: usize, out: &mut [u8]| {
                let row = part.start + part.step * row.cast_signed();
                out.copy_from_slice(&ids[width * row.cast_unsigned()..][..width]);
                Ok::<_, PyErr>(())
            };
            let packed = pack(py, part.slicelength, width, write, |_, error| error)?;
            let missing = self.missing.as_ref().map(|missing| missing.bind(py).get_item(slice));
            let missing = missing.map(|bytes| bytes?.extract::<Vec<u8>>()).transpose()?;
            let (packed, missing) = column::decoded(packed, &missing.unwrap_or_default());
            let array = Self { class: self.class.clone_ref(py), kind: self.kind, packed, missing };
            return Ok(Bound::new(py, array)?.into_any());
        }
        let index = index.extract::<isize>().map_err(|error| {
            if error.is_instance_of::<PyOverflowError>(py) { no_row() } else { error }
        })?;
        let row =
            if index < 0 { length.checked_add_signed(index) } else { Some(index.cast_unsigned()) };
        let bits = row.and_then(|row| self.row(py, row)).ok_or_else(no_row)?;
        self.made(py, bits)
    }

    /// Python would do without: pandas takes what has no such method for one value.
    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let rows = PyRange::new(slf.py(), 0, isize::try_from(slf.len()?)?)?;
        let map = slf.py().import("builtins")?.getattr("map")?;
        map.call1((slf.getattr("__getitem__")?, rows))
    }

    fn __contains__(&self, value: &Bound<'_, PyAny>) -> bool {
        let wanted = self.bits_of(value);
        wanted.is_some_and(|wanted| self.rows(value.py()).any(|bits| bits == wanted))
    }

    /// The place of the first of these identifiers, or a `ValueError`.
    #[pyo3(signature = (value, start = 0, stop = isize::MAX))]
    fn index(&self, value: &Bound<'_, PyAny>, start: isize, stop: isize) -> PyResult<usize> {
        let length = self.rows(value.py()).len();
        let part = PySlice::new(value.py(), start, stop, 1).indices(isize::try_from(length)?)?;
        let (start, count) = (part.start.cast_unsigned(), part.slicelength);
        let wanted = self.bits_of(value);
        let mut rows = self.rows(value.py()).skip(start).take(count);
        let found = wanted.and_then(|wanted| rows.position(|bits| bits == wanted));
        found
            .map(|place| start + place)
            .ok_or_else(|| PyValueError::new_err("it is not in the array"))
    }

    /// How many times an identifier is in the array.
    fn count(&self, value: &Bound<'_, PyAny>) -> usize {
        let wanted = self.bits_of(value);
        wanted.map_or(0, |wanted| self.rows(value.py()).filter(|bits| *bits == wanted).count())
    }

    /// `==`: whether the other array has the same identifiers, of the same format, in the same order. With one
    /// identifier, `<`, `<=`, `>` and `>=` are NumPy's bools, one for each.
    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        op: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        if let (Ok(array), CompareOp::Eq | CompareOp::Ne) = (other.cast::<Self>(), op) {
            let array = array.get();
            let equal = core::ptr::eq(self.kind, array.kind)
                && self.packed.as_bytes(py) == array.packed.as_bytes(py)
                && self.nulls(py) == array.nulls(py);
            let order = if equal { Ordering::Equal } else { Ordering::Less };
            return Ok(op.matches(order).into_pyobject(py)?.to_owned().into_any());
        }
        match (self.bits_of(other).flatten(), op) {
            (Some(_), CompareOp::Eq | CompareOp::Ne) | (None, _) => {
                Ok(py.NotImplemented().into_bound(py))
            }
            (Some(wanted), _) => self.compared(py, wanted, op),
        }
    }

    /// NumPy's bools: how each identifier compares. A missing one is only not equal.
    fn _compared<'py>(&self, id: &Bound<'py, PyAny>, op: &str) -> PyResult<Bound<'py, PyAny>> {
        let op = match op {
            "equal" => CompareOp::Eq,
            "not_equal" => CompareOp::Ne,
            "less_equal" => CompareOp::Le,
            "greater" => CompareOp::Gt,
            "greater_equal" => CompareOp::Ge,
            _ => CompareOp::Lt,
        };
        match self.bits_of(id).flatten() {
            Some(wanted) => self.compared(id.py(), wanted, op),
            None => Err(PyTypeError::new_err("an identifier of another format")),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let array = self.class.bind(py).getattr("array")?;
        (array, (self.wire(py)?, py.None(), self.missing.as_ref())).into_pyobject(py)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// Which are missing: a byte for each, 1 or 0. `numpy.frombuffer(column.missing, bool)` is a mask.
    #[getter]
    fn missing<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        match &self.missing {
            Some(missing) => missing.bind(py).clone(),
            None => PyBytes::new(py, &vec![0; self.rows(py).len()]),
        }
    }

    /// The identifiers as NumPy has them; nothing in particular where one is missing.
    #[getter]
    fn _packed(&self, py: Python<'_>) -> Py<PyBytes> {
        self.packed.clone_ref(py)
    }

    /// The time of each: NumPy's `datetime64[us]` in UTC, and NaT of a missing one. What is below a microsecond is lost;
    /// `time_ns` has it.
    #[getter]
    fn time<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let micros = self.micros(py)?;
        py.import("numpy")?.call_method1("frombuffer", (micros, "M8[us]"))
    }

    /// The time of each, in nanoseconds since the Unix epoch: an `array.array` of signed 64-bit numbers.
    /// `numpy.asarray(column.time_ns()).view("datetime64[ns]")` copies nothing. `missing` is the number of a missing
    /// identifier; without it, one is an `IdError`.
    #[pyo3(signature = (*, missing = None))]
    fn time_ns<'py>(&self, py: Python<'py>, missing: Option<i64>) -> PyResult<Bound<'py, PyAny>> {
        let timed = self.kind.timed()?;
        if missing.is_none() {
            self.whole(py, "has no time; say with `missing` what is put there, or take `time`")?;
        }
        let nanos = |bits| i64::try_from(timed.time(bits).as_nanos()).ok().map(i64::to_ne_bytes);
        let missing = missing.unwrap_or_default().to_ne_bytes();
        let packed = self.numbers(py, missing, &nanos, |row| {
            Reason::new("range")
                .at(row, &"the time is after the year 2262, where 64 bits of nanoseconds end")
        })?;
        py.import("array")?.getattr("array")?.call1(("q", packed))
    }

    /// A field of each: an `array.array` of unsigned 64-bit numbers. `missing` is the number of a missing
    /// identifier; without it, one is an `IdError`.
    #[pyo3(signature = (name, *, missing = None))]
    fn field<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        missing: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if missing.is_none() {
            self.whole(py, "has no field; say with `missing` what is put there")?;
        }
        let packed = self.fields(py, name, missing.unwrap_or_default())?;
        py.import("array")?.getattr("array")?.call1(("Q", packed))
    }

    /// The bytes of all, one after the other. `array` reads them again. A missing identifier is an `IdError`.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.whole(py, "has no bytes; `missing` says which are")?;
        self.wire(py)
    }

    /// The text of each, in the canonical form without a name; of a missing one `None`.
    #[pyo3(signature = (form = None))]
    fn texts<'py>(&self, py: Python<'py>, form: Option<&str>) -> PyResult<Bound<'py, PyList>> {
        let form = self.kind.form(form)?;
        let format: &dyn Format = self.kind.format;
        let texts = PyList::empty(py);
        let mut text = Vec::with_capacity(48);
        for (row, bits) in self.rows(py).enumerate() {
            check_at(py, row)?;
            let Some(bits) = bits else {
                texts.append(py.None())?;
                continue;
            };
            text.clear();
            format.write(form, bits, &mut text);
            texts.append(PyString::new(py, &String::from_utf8_lossy(&text)))?;
        }
        Ok(texts)
    }

    /// NumPy's protocol: `numpy.asarray(column)` has the identifiers without a copy, as `uint64` where they
    /// have 64 bits, and else as bytes such as `V12`. With a missing one, NumPy has an array of objects.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        if self.missing.is_some() {
            return Err(PyAttributeError::new_err("an identifier is missing"));
        }
        let order = if cfg!(target_endian = "big") { '>' } else { '<' };
        let width = self.kind.width;
        let item = if width == NUMBER { format!("{order}u8") } else { format!("|V{width}") };
        let facts = PyDict::new(py);
        facts.set_item("shape", (self.rows(py).len(),))?;
        facts.set_item("typestr", item)?;
        facts.set_item("data", self.packed.bind(py))?;
        facts.set_item("version", 3)?;
        Ok(facts)
    }

    /// What Arrow, Polars and DuckDB read, by the Arrow C data interface: the identifiers, as `uint64` where they have 64
    /// bits and else as bytes; or their `time`, or a field, by its name. A missing one is null.
    #[pyo3(signature = (name = None))]
    fn arrow(&self, py: Python<'_>, name: Option<&str>) -> PyResult<ArrowArray> {
        let numbers = |packed: &Bound<'_, PyBytes>| {
            let numbers = words(packed).map(i64::cast_unsigned).collect();
            Arc::new(UInt64Array::new(numbers, self.null_buffer(py)))
        };
        Ok(ArrowArray(match name {
            None if self.kind.width == NUMBER => numbers(self.packed.bind(py)),
            None => {
                let (width, packed) = (i32::try_from(self.kind.width)?, self.packed.as_bytes(py));
                let array =
                    FixedSizeBinaryArray::try_new(width, packed.into(), self.null_buffer(py));
                Arc::new(array.map_err(foreign)?)
            }
            Some("time") => {
                let micros = words(&self.micros(py)?).collect();
                Arc::new(
                    TimestampMicrosecondArray::new(micros, self.null_buffer(py))
                        .with_timezone("UTC"),
                )
            }
            Some(name) => numbers(&self.fields(py, name, 0)?),
        }))
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        self.arrow(py, None)?.__arrow_c_array__(py, requested_schema)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.class)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (rows, class) = (self.rows(py).len(), self.class.bind(py).qualname()?);
        Ok(format!("<IdArray of {rows} {class}>"))
    }
}

impl IdArray {
    fn compared<'py>(
        &self,
        py: Python<'py>,
        wanted: u128,
        op: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        // A missing one is only not equal.
        let unequal = op.matches(Ordering::Less) && op.matches(Ordering::Greater);
        let write = |id: Option<u128>, out: &mut [u8]| {
            out[0] = id.map_or(unequal, |id| op.matches(id.cmp(&wanted))).into();
            Ok(())
        };
        let found = self.each(py, 1, write, |_, error| error)?;
        py.import("numpy")?.call_method1("frombuffer", (found, "?"))
    }
}

fn no_row() -> PyErr {
    PyIndexError::new_err("there is no such row")
}
