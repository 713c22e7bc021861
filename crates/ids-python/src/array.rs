//! The class `IdArray`: many identifiers of one class, decoded in one call.

use core::ops::Range;
use std::sync::{Mutex, PoisonError};

use ids_formats::Format;
use pyo3::{
    exceptions::{PyIndexError, PyOverflowError, PyTypeError, PyValueError},
    gc::{PyTraverseError, PyVisit},
    prelude::*,
    types::{PyBytes, PyDict, PyList, PySlice, PyString, PyTuple, PyType},
};

use crate::{
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
/// `numpy.asarray` of it copies nothing: numbers of 64 bits (`uint64`), or bytes (`V12` for Flax).
#[pyclass(module = "ids_formats", frozen, sequence, generic)]
pub(crate) struct IdArray {
    class: Py<PyType>,
    kind: &'static Kind,
    packed: Py<PyBytes>,
}

impl IdArray {
    pub(crate) fn decode(
        class: &Bound<'_, PyType>,
        values: &Bound<'_, PyAny>,
        form: Option<&str>,
    ) -> PyResult<Self> {
        let kind = kind_of(class)?;
        let form = kind.form(form)?;
        let packed = match values.cast::<Self>() {
            Ok(array) if core::ptr::eq(array.get().kind, kind) => {
                array.get().packed.clone_ref(class.py())
            }
            _ => column::decode(kind, values, form)?.unbind(),
        };
        Ok(Self { class: class.clone().unbind(), kind, packed })
    }

    fn rows<'a>(
        &'a self,
        py: Python<'a>,
    ) -> impl DoubleEndedIterator<Item = u128> + ExactSizeIterator + 'a {
        self.packed.as_bytes(py).chunks_exact(self.kind.width).map(placed)
    }

    fn row(&self, py: Python<'_>, row: usize) -> Option<u128> {
        self.rows(py).nth(row)
    }

    fn numbers<'py>(
        &self,
        py: Python<'py>,
        code: &str,
        number: impl Fn(u128) -> Option<[u8; 8]> + Sync,
        raise: impl FnOnce(usize) -> PyErr,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (width, ids) = (self.kind.width, self.packed.as_bytes(py));
        let write = |row, out: &mut [u8]| {
            let id = placed(&ids[width * row..][..width]);
            out.copy_from_slice(&number(id).ok_or(())?);
            Ok(())
        };
        let packed = pack(py, ids.len() / width, 8, write, |row, ()| raise(row))?;
        py.import("array")?.getattr("array")?.call1((code, packed))
    }

    /// The number of an identifier that this array may have.
    fn bits_of(&self, value: &Bound<'_, PyAny>) -> Option<u128> {
        let id = value.cast::<Id>().ok()?.get();
        core::ptr::eq(id.kind, self.kind).then_some(id.bits)
    }
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
            let class = self.class.clone_ref(py);
            let array = Self { class, kind: self.kind, packed: packed.unbind() };
            return Ok(Bound::new(py, array)?.into_any());
        }
        let index = index.extract::<isize>().map_err(|error| {
            if error.is_instance_of::<PyOverflowError>(py) { no_row() } else { error }
        })?;
        let row =
            if index < 0 { length.checked_add_signed(index) } else { Some(index.cast_unsigned()) };
        let bits = row.and_then(|row| self.row(py, row)).ok_or_else(no_row)?;
        Maker::of(self.class.bind(py))?.make(bits)
    }

    fn __iter__(slf: Py<Self>, py: Python<'_>) -> IdIterator {
        let rows = slf.get().rows(py).len();
        IdIterator { array: slf, rows: Mutex::new(0..rows) }
    }

    fn __reversed__(slf: Py<Self>, py: Python<'_>) -> PyResult<IdIterator> {
        let array = slf.bind(py).get_item(PySlice::new(py, -1, isize::MIN, -1))?;
        Ok(Self::__iter__(array.cast_into::<Self>()?.unbind(), py))
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

    /// Whether the other array has the same identifiers, of the same format, in the same order.
    fn __eq__(&self, py: Python<'_>, other: &Self) -> bool {
        core::ptr::eq(self.kind, other.kind)
            && self.packed.as_bytes(py) == other.packed.as_bytes(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let array = self.class.bind(py).getattr("array")?;
        (array, (self.to_bytes(py)?,)).into_pyobject(py)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// The time of each, in nanoseconds since the Unix epoch: an `array.array` of signed 64-bit numbers.
    /// `numpy.asarray(column.time_ns()).view("datetime64[ns]")` copies nothing.
    fn time_ns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let timed = self.kind.timed()?;
        let nanos = |bits| i64::try_from(timed.time(bits).as_nanos()).ok().map(i64::to_ne_bytes);
        self.numbers(py, "q", nanos, |row| {
            Reason { row: Some(row), ..Reason::new("range") }.invalid(&format_args!(
                "row {row}: the time is after the year 2262, where 64 bits of nanoseconds end"
            ))
        })
    }

    /// A field of each: an `array.array` of unsigned 64-bit numbers.
    fn field<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let (kind, facts) = (self.kind, self.kind.format.facts());
        let value: Box<dyn Fn(u128) -> Option<u64> + Send + Sync> =
            match (facts.split.filter(|split| split.name() == name), facts.layout.field(name)) {
                (Some(split), _) => Box::new(move |bits| Some(split.get(bits))),
                (None, Some(field)) => Box::new(move |bits| Some(field.get(bits))),
                (None, None) if facts.layouts.iter().any(|one| one.field(name).is_some()) => {
                    Box::new(move |bits| crate::fields::get(kind, bits, name))
                }
                _ => {
                    let (name, kind) = (Shown(name), kind.name());
                    return Err(PyTypeError::new_err(format!("no field {name} of {kind}")));
                }
            };
        self.numbers(
            py,
            "Q",
            |bits| value(bits).map(u64::to_ne_bytes),
            |row| {
                Reason { row: Some(row), field: Some(name), ..Reason::new("missing") }
                    .invalid(&format_args!("row {row}: this identifier has no field {name}"))
            },
        )
    }

    /// The bytes of all, one after the other. `array` reads them again.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let (kind, ids) = (self.kind, self.packed.as_bytes(py));
        if kind.width != NUMBER {
            return Ok(self.packed.bind(py).clone());
        }
        let write = |row, out: &mut [u8]| {
            kind.bytes(placed(&ids[NUMBER * row..][..NUMBER]), out);
            Ok::<_, PyErr>(())
        };
        pack(py, ids.len() / NUMBER, NUMBER, write, |_, error| error)
    }

    /// The text of each, in the canonical form without a name.
    #[pyo3(signature = (form = None))]
    fn texts<'py>(&self, py: Python<'py>, form: Option<&str>) -> PyResult<Bound<'py, PyList>> {
        let form = self.kind.form(form)?;
        let format: &dyn Format = self.kind.format;
        let texts = PyList::empty(py);
        let mut text = Vec::with_capacity(48);
        for (row, bits) in self.rows(py).enumerate() {
            check_at(py, row)?;
            text.clear();
            format.write(form, bits, &mut text);
            texts.append(PyString::new(py, &String::from_utf8_lossy(&text)))?;
        }
        Ok(texts)
    }

    /// NumPy's protocol: `numpy.asarray(column)` has the identifiers without a copy, as `uint64` where they
    /// have 64 bits, and else as bytes such as `V12`.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
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

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.class)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (rows, class) = (self.rows(py).len(), self.class.bind(py).qualname()?);
        Ok(format!("<IdArray of {rows} {class}>"))
    }
}

fn no_row() -> PyErr {
    PyIndexError::new_err("there is no such row")
}

/// The identifiers of an array, one after the other.
#[pyclass(module = "ids_formats", frozen)]
pub(crate) struct IdIterator {
    array: Py<IdArray>,
    rows: Mutex<Range<usize>>,
}

#[pymethods]
impl IdIterator {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let row = self.rows.lock().unwrap_or_else(PoisonError::into_inner).next();
        let array = self.array.get();
        let Some(bits) = row.and_then(|row| array.row(py, row)) else { return Ok(None) };
        Ok(Some(Maker::of(array.class.bind(py))?.make(bits)?))
    }

    fn __length_hint__(&self) -> usize {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}
