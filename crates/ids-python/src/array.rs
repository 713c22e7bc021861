//! The class `IdArray`: many identifiers of one class, decoded in one call.

use ids_formats::Format;
use pyo3::{
    buffer::PyBuffer,
    exceptions::{PyIndexError, PyTypeError},
    gc::{PyTraverseError, PyVisit},
    prelude::*,
    types::{PyBytes, PyList, PyString, PyType},
};

use crate::{
    error::{Raise, Reason},
    id::{Id, utf8},
    kind::{Kind, Maker, kind_of},
};

/// Many identifiers of one class. Its columns are made without the lock of the interpreter.
#[pyclass(module = "ids_formats", frozen, sequence, generic)]
pub(crate) struct IdArray {
    class: Py<PyType>,
    kind: &'static Kind,
    ids: Vec<u128>,
}

/// A value of a column, and which.
type Decoded = Result<Vec<u128>, (usize, ids_core::ParseError)>;

/// A column as bytes: what `ids_formats._columns` makes of NumPy's and Arrow's.
enum Column {
    /// Numbers of 64 bits in the machine's order of bytes.
    Numbers(Vec<u8>),
    /// Bytes of identifiers.
    Bytes(Vec<u8>, usize),
    /// Texts of one width, padded with zero bytes at their ends.
    Texts(Vec<u8>, usize),
    /// Texts or bytes one after the other, and where each begins; the last place is where they end.
    Parts { data: Vec<u8>, places: Vec<usize>, texts: bool },
}

impl Column {
    fn decode(&self, kind: &Kind, form: usize) -> Decoded {
        let format = kind.format;
        let text = |text: &[u8]| format.decode(form, text);
        match self {
            Self::Numbers(data) => each(data.chunks_exact(8), |number| {
                let number = number.try_into().map(u64::from_ne_bytes).unwrap_or_default().into();
                format.check(number).map(|()| number)
            }),
            Self::Bytes(data, width) => {
                each(data.chunks_exact(*width), |bytes| kind.from_bytes(bytes))
            }
            Self::Texts(data, width) => each(data.chunks_exact(*width), |padded| {
                let length = padded.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
                text(&padded[..length])
            }),
            Self::Parts { data, places, texts } => {
                let part = |pair: &[usize]| data.get(pair[0]..pair[1]).unwrap_or_default();
                each(places.windows(2), |pair| {
                    if *texts { text(part(pair)) } else { kind.from_bytes(part(pair)) }
                })
            }
        }
    }
}

fn each<T>(
    values: impl Iterator<Item = T>,
    decode: impl Fn(T) -> Result<u128, ids_core::ParseError>,
) -> Decoded {
    values.enumerate().map(|(row, value)| decode(value).map_err(|error| (row, error))).collect()
}

fn bytes_of(buffer: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    PyBuffer::<u8>::get(buffer)?.to_vec(buffer.py())
}

/// The places that Arrow has as numbers of so many bytes.
fn places(buffer: &Bound<'_, PyAny>, width: usize) -> PyResult<Vec<usize>> {
    let place = |bytes: &[u8]| -> usize {
        let number = match bytes.try_into() {
            Ok(bytes) => u64::from_ne_bytes(bytes),
            Err(_) => bytes.try_into().map_or(0, |bytes| u32::from_ne_bytes(bytes).into()),
        };
        usize::try_from(number).unwrap_or(usize::MAX)
    };
    Ok(bytes_of(buffer)?.chunks_exact(width).map(place).collect())
}

/// The column that `ids_formats._columns` finds in a value: none where it is a list or the like.
fn column(values: &Bound<'_, PyAny>) -> PyResult<Option<Column>> {
    let py = values.py();
    let found = py.import("ids_formats._columns")?.call_method1("column", (values,))?;
    if found.is_none() {
        return Ok(None);
    }
    let (what, data, width, other) =
        found.extract::<(String, Bound<'_, PyAny>, usize, Bound<'_, PyAny>)>()?;
    let data = bytes_of(&data)?;
    Ok(Some(match what.as_str() {
        "numbers" => Column::Numbers(data),
        "bytes" => Column::Bytes(data, width.max(1)),
        "texts" => Column::Texts(data, width.max(1)),
        _ => Column::Parts { data, places: places(&other, width)?, texts: what == "text parts" },
    }))
}

impl IdArray {
    pub(crate) fn decode(
        class: &Bound<'_, PyType>,
        values: &Bound<'_, PyAny>,
        form: Option<&str>,
    ) -> PyResult<Self> {
        let (py, kind) = (class.py(), kind_of(class)?);
        let form = kind.form(form)?;
        let column = if values.is_exact_instance_of::<PyList>() { None } else { column(values)? };
        let ids = match column {
            Some(column) => py
                .detach(|| column.decode(kind, form))
                .map_err(|(row, error)| error.raise_at(row))?,
            None => rows(kind, values, form)?,
        };
        Ok(Self { class: class.clone().unbind(), kind, ids })
    }

    fn numbers<'py, T: Send>(
        &self,
        py: Python<'py>,
        code: &str,
        number: impl Fn(u128) -> Option<T> + Send + Sync,
        bytes: impl Fn(T) -> [u8; 8] + Send + Sync,
    ) -> PyResult<Result<Bound<'py, PyAny>, usize>> {
        let ids = &self.ids;
        let packed = py.detach(|| {
            let mut packed = Vec::with_capacity(ids.len() * 8);
            for (row, id) in ids.iter().enumerate() {
                packed.extend_from_slice(&bytes(number(*id).ok_or(row)?));
            }
            Ok::<_, usize>(packed)
        });
        let packed = match packed {
            Ok(packed) => packed,
            Err(row) => return Ok(Err(row)),
        };
        let array = py.import("array")?.getattr("array")?;
        Ok(Ok(array.call1((code, PyBytes::new(py, &packed)))?))
    }
}

/// The identifiers of values of Python, one by one.
fn rows(kind: &'static Kind, values: &Bound<'_, PyAny>, form: usize) -> PyResult<Vec<u128>> {
    let mut ids = Vec::with_capacity(values.len().unwrap_or_default());
    for (row, value) in values.try_iter()?.enumerate() {
        let value = value?;
        ids.push(match value.cast::<PyString>() {
            Ok(text) => {
                let text = utf8(text).map_err(|error| at(values.py(), error, row))?;
                kind.format.decode(form, text.as_bytes()).map_err(|error| error.raise_at(row))?
            }
            Err(_) => Id::read(kind, &value).map_err(|error| at(values.py(), error, row))?.bits,
        });
    }
    Ok(ids)
}

/// The same exception, which says the row.
fn at(py: Python<'_>, error: PyErr, row: usize) -> PyErr {
    match error.value(py).setattr("row", row) {
        Ok(()) => error,
        Err(other) => other,
    }
}

#[pymethods]
impl IdArray {
    fn __len__(&self) -> usize {
        self.ids.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: isize) -> PyResult<Bound<'py, PyAny>> {
        let length = self.ids.len();
        let place =
            if index < 0 { length.checked_add_signed(index) } else { usize::try_from(index).ok() };
        let id = place.and_then(|place| self.ids.get(place));
        let id = id.ok_or_else(|| PyIndexError::new_err("there is no such row"))?;
        Maker::of(self.class.bind(py))?.make(*id)
    }

    /// The time of each, in nanoseconds since the Unix epoch: an `array` of 64-bit numbers.
    fn time_ns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let timed = self.kind.timed()?;
        let nanos = |bits| i64::try_from(timed.time(bits).as_nanos()).ok();
        self.numbers(py, "q", nanos, i64::to_ne_bytes)?.map_err(|row| {
            Reason { row: Some(row), ..Reason::new("range") }.invalid(&format_args!(
                "row {row}: the time is after the year 2262, where 64 bits of nanoseconds end"
            ))
        })
    }

    /// A field of each: an `array` of unsigned 64-bit numbers.
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
                    let kind = kind.name();
                    return Err(PyTypeError::new_err(format!("no field {name:?} of {kind}")));
                }
            };
        self.numbers(py, "Q", value, u64::to_ne_bytes)?.map_err(|row| {
            Reason { row: Some(row), field: Some(name), ..Reason::new("missing") }
                .invalid(&format_args!("row {row}: this identifier has no field {name}"))
        })
    }

    /// The bytes of all, one after the other.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let (kind, ids) = (self.kind, &self.ids);
        let packed = py.detach(|| {
            let mut packed = Vec::with_capacity(ids.len() * kind.width);
            ids.iter().for_each(|bits| kind.bytes(*bits, &mut packed));
            packed
        });
        PyBytes::new(py, &packed)
    }

    /// The text of each, in the canonical form without a name.
    #[pyo3(signature = (form = None))]
    fn texts<'py>(&self, py: Python<'py>, form: Option<&str>) -> PyResult<Bound<'py, PyList>> {
        let form = self.kind.form(form)?;
        let format: &dyn Format = self.kind.format;
        let texts = PyList::empty(py);
        let mut text = Vec::with_capacity(48);
        for bits in &self.ids {
            text.clear();
            format.write(form, *bits, &mut text);
            texts.append(PyString::new(py, &String::from_utf8_lossy(&text)))?;
        }
        Ok(texts)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.class)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<{} of {}>", self.ids.len(), self.class.bind(py).qualname()?))
    }
}
