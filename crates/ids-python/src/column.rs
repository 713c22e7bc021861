//! Columns of other packages as bytes, and the identifiers in them.

use arrow_array::{cast::AsArray, types::Float64Type};
use ids_core::ParseError;
use ids_formats::FormInfo;
use pyo3::{
    exceptions::{PyMemoryError, PyTypeError, PyValueError},
    prelude::*,
    types::{PyBytes, PyList, PyMemoryView, PyString},
};

use crate::{
    array::{IdArray, place},
    arrow::{Cell, cells_of, parts},
    error::Raise,
    id::{Id, copied, left_of, utf8},
    kind::Kind,
    signals::{check_at, pack},
};

/// The identifiers of a column, packed, and which are missing: a byte for each, 1 or 0, where there is one.
pub(crate) type Decoded = (Py<PyBytes>, Option<Py<PyBytes>>);

/// Such bytes, of any byte that is not 0 for a missing one.
pub(crate) fn decoded(packed: Bound<'_, PyBytes>, missing: &[u8]) -> Decoded {
    let missing: Vec<_> = missing.iter().map(|byte| u8::from(*byte != 0)).collect();
    let missing = missing.contains(&1).then(|| PyBytes::new(packed.py(), &missing).unbind());
    (packed.unbind(), missing)
}

/// The bytes of a mask: bools of NumPy, in any order of memory, or bytes.
fn mask_of(mask: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let what = "missing has a bool or a byte for each row: a mask of NumPy, or bytes";
    let mask = PyMemoryView::from(mask).map_err(|_| PyTypeError::new_err(what))?;
    let is_one = |of: &str| mask.getattr(of)?.extract::<usize>().map(|number| number == 1);
    if !(is_one("itemsize")? && is_one("ndim")?) {
        return Err(PyTypeError::new_err(what));
    }
    mask.call_method0("tobytes")?.extract()
}

/// What the caller or the column says to be missing.
fn either(given: Option<Vec<u8>>, nulls: Option<Vec<u8>>) -> PyResult<Option<Vec<u8>>> {
    let (Some(given), Some(nulls)) = (&given, &nulls) else { return Ok(given.or(nulls)) };
    if given.len() != nulls.len() {
        return Err(other_rows());
    }
    Ok(Some(given.iter().zip(nulls).map(|(given, null)| given | null).collect()))
}

fn other_rows() -> PyErr {
    PyValueError::new_err("missing has as many rows as the values")
}

/// The identifiers of a list or column. `missing` says of which rows nothing is read.
pub(crate) fn decode(
    kind: &'static Kind,
    values: &Bound<'_, PyAny>,
    form: &'static FormInfo,
    missing: Option<&Bound<'_, PyAny>>,
) -> PyResult<Decoded> {
    let (py, format) = (values.py(), kind.format);
    let given = missing.map(mask_of).transpose()?;
    if values.is_exact_instance_of::<PyList>() || values.is_instance_of::<IdArray>() {
        return rows(kind, values, form, given);
    }
    // What the values are, the values or their bytes, a width, and which are missing.
    let column = py.import("ids_formats._columns")?.call_method1("column", (values, kind.width))?;
    let (what, data, width, nulls) =
        column.extract::<(String, Bound<'_, PyAny>, usize, Option<Bound<'_, PyAny>>)>()?;
    let nulls = nulls.map(|nulls| copied(&nulls)).transpose()?;
    let (arrays, bytes, nulls) = match what.as_str() {
        "values" => return rows(kind, &data, form, either(given, nulls)?),
        "arrow" => {
            let (arrays, nulls) = parts(&data)?;
            (arrays, Vec::new(), nulls)
        }
        _ => (Vec::new(), copied(&data)?, nulls),
    };
    let missing = either(given, nulls)?;
    let each = |rows, decode: &(dyn Fn(usize) -> Result<u128, ParseError> + Sync)| {
        let write = |row, out: &mut [u8]| {
            match missing.as_ref().map_or(0, |missing| missing[row]) {
                0 => place(kind, decode(row)?, out),
                _ => out.fill(0),
            }
            Ok(())
        };
        if missing.as_ref().is_some_and(|missing| missing.len() != rows) {
            return Err(other_rows());
        }
        pack(py, rows, kind.width, write, |row, error: ParseError| error.raise_at(row))
    };
    let text = |text: &[u8]| format.decode(form, text);
    let number = |number: i128| match u128::try_from(number) {
        Ok(bits) => format.check(bits).map(|()| bits),
        Err(_) => Err(ParseError::Negative { number: i64::try_from(number).unwrap_or(i64::MIN) }),
    };
    let width = width.max(1);
    let (count, cell) = (bytes.len() / width, |row| &bytes[width * row..][..width]);
    let packed = match what.as_str() {
        // Numbers of 64 bits in the machine's order of bytes.
        "unsigned" => {
            each(count, &|row| number(cell(row).try_into().map_or(0, u64::from_ne_bytes).into()))
        }
        "signed" => {
            each(count, &|row| number(cell(row).try_into().map_or(0, i64::from_ne_bytes).into()))
        }
        // Texts of one width, padded with zero bytes at their ends.
        "texts" => each(count, &|row| {
            let length = cell(row).iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
            text(&cell(row)[..length])
        }),
        "bytes" => each(count, &|row| format.read_bytes(cell(row))),
        _ => {
            let (mut cells, mut rows) = (Vec::new(), 0);
            for array in &arrays {
                let floats = array.as_primitive_opt::<Float64Type>().into_iter().flatten();
                if let Some(error) = floats.flatten().find_map(|float| left_of(kind, float)) {
                    return Err(error);
                }
                cells.push((rows, cells_of(&**array)?));
                rows += array.len();
            }
            each(rows, &|row| {
                let part = cells.partition_point(|(first, _)| *first <= row) - 1;
                let (first, cell) = &cells[part];
                match cell(row - first) {
                    Cell::Number(found) => number(found),
                    Cell::Text(found) => text(found),
                    Cell::Bytes(bytes) => format.read_bytes(bytes),
                }
            })
        }
    }?;
    Ok(decoded(packed, &missing.unwrap_or_default()))
}

/// The identifiers of values of Python, one by one. `None` is a missing one.
fn rows(
    kind: &'static Kind,
    values: &Bound<'_, PyAny>,
    form: &'static FormInfo,
    given: Option<Vec<u8>>,
) -> PyResult<Decoded> {
    let (py, width) = (values.py(), kind.width);
    let (mut packed, mut missing) = (Vec::new(), Vec::new());
    // A length is what the values say of themselves.
    reserve(&mut packed, values.len().unwrap_or_default().saturating_mul(width))?;
    for (row, value) in values.try_iter()?.enumerate() {
        check_at(py, row)?;
        let value = value?;
        let bits = match value.cast::<PyString>() {
            _ if given.as_ref().and_then(|given| given.get(row)).is_some_and(|byte| *byte != 0) => {
                None
            }
            Ok(text) => {
                let text = utf8(text).map_err(|error| at(py, error, row))?;
                let bits = kind.format.decode(form, text.as_bytes());
                Some(bits.map_err(|error| error.raise_at(row))?)
            }
            Err(_) if value.is_none() => None,
            Err(_) => Some(Id::read(kind, &value).map_err(|error| at(py, error, row))?.bits),
        };
        let end = packed.len();
        reserve(&mut packed, width)?;
        packed.resize(end + width, 0);
        missing.push(u8::from(bits.is_none()));
        if let Some(bits) = bits {
            place(kind, bits, &mut packed[end..]);
        }
    }
    if given.is_some_and(|given| given.len() != missing.len()) {
        return Err(other_rows());
    }
    Ok(decoded(PyBytes::new(py, &packed), &missing))
}

fn reserve(packed: &mut Vec<u8>, bytes: usize) -> PyResult<()> {
    packed.try_reserve(bytes).map_err(|_| PyMemoryError::new_err(()))
}

/// The same exception, which says the row.
fn at(py: Python<'_>, error: PyErr, row: usize) -> PyErr {
    match error.value(py).setattr("row", row) {
        Ok(()) => error,
        Err(other) => other,
    }
}
