//! Columns of other packages as bytes, and the identifiers in them.

use ids_core::ParseError;
use pyo3::{
    buffer::PyBuffer,
    exceptions::PyMemoryError,
    prelude::*,
    types::{PyByteArray, PyBytes, PyList, PyMemoryView, PyString},
};

use crate::{
    array::place,
    error::{Raise, Reason},
    id::{Id, utf8},
    kind::Kind,
    signals::{check_at, pack},
};

/// A column as bytes: what `ids_formats._columns` makes of NumPy's and Arrow's.
enum Column {
    /// Numbers of 64 bits in the machine's order of bytes.
    Numbers(Vec<u8>),
    /// Bytes of identifiers.
    Bytes(Vec<u8>, usize),
    /// Texts of one width, padded with zero bytes at their ends.
    Texts(Vec<u8>, usize),
    /// The same, of characters of four bytes in the machine's order of bytes.
    Wide(Vec<u8>, usize),
    /// Texts or bytes one after the other, and where each begins; the last place is where they end.
    Parts { data: Vec<u8>, places: Vec<usize>, texts: bool },
}

/// What is wrong with a row.
enum Wrong {
    Parse(ParseError),
    /// It is no Unicode.
    Unicode,
}

impl From<ParseError> for Wrong {
    fn from(error: ParseError) -> Self {
        Self::Parse(error)
    }
}

impl Wrong {
    fn raise_at(&self, row: usize) -> PyErr {
        match self {
            Self::Parse(error) => error.raise_at(row),
            Self::Unicode => Reason { row: Some(row), ..Reason::new("utf8") }
                .invalid(&format_args!("row {row}: half a surrogate pair is no character")),
        }
    }
}

impl Column {
    fn decode<'py>(
        &self,
        py: Python<'py>,
        kind: &Kind,
        form: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let format = kind.format;
        let text = |text: &[u8]| format.decode(form, text);
        match self {
            Self::Numbers(data) => each(py, kind, data.len() / 8, |row| {
                let number = data[8 * row..][..8].try_into().map_or(0, u64::from_ne_bytes).into();
                format.check(number)?;
                Ok(number)
            }),
            Self::Bytes(data, width) => each(py, kind, data.len() / width, |row| {
                Ok(kind.from_bytes(&data[width * row..][..*width])?)
            }),
            Self::Texts(data, width) => each(py, kind, data.len() / width, |row| {
                let padded = &data[width * row..][..*width];
                let length = padded.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
                Ok(text(&padded[..length])?)
            }),
            Self::Wide(data, width) => each(py, kind, data.len() / width, |row| {
                narrow(&data[width * row..][..*width], text)
            }),
            Self::Parts { data, places, texts } => each(py, kind, places.len() - 1, |row| {
                let part = data.get(places[row]..places[row + 1]).unwrap_or_default();
                Ok(if *texts { text(part)? } else { kind.from_bytes(part)? })
            }),
        }
    }
}

/// The identifier of each row, packed.
fn each<'py>(
    py: Python<'py>,
    kind: &Kind,
    rows: usize,
    decode: impl Fn(usize) -> Result<u128, Wrong> + Sync,
) -> PyResult<Bound<'py, PyBytes>> {
    let write = |row, out: &mut [u8]| {
        place(kind, decode(row)?, out);
        Ok(())
    };
    pack(py, rows, kind.width, write, |row, wrong: Wrong| wrong.raise_at(row))
}

/// Reads a text of characters of four bytes.
fn narrow(padded: &[u8], text: impl Fn(&[u8]) -> Result<u128, ParseError>) -> Result<u128, Wrong> {
    let (mut short, mut long) = ([0; 64], String::new());
    let characters =
        padded.chunks_exact(4).map(|bytes| bytes.try_into().map_or(0, u32::from_ne_bytes));
    // Most texts are of ASCII and short, and so take no memory.
    let mut end = 0;
    for (place, character) in characters.clone().enumerate() {
        if character == 0 {
            continue;
        }
        match (u8::try_from(character), short.get_mut(place)) {
            (Ok(byte), Some(out)) if byte.is_ascii() => *out = byte,
            _ => {
                for character in characters {
                    long.push(char::from_u32(character).ok_or(Wrong::Unicode)?);
                }
                return Ok(text(long.trim_end_matches('\0').as_bytes())?);
            }
        }
        end = place + 1;
    }
    Ok(text(&short[..end])?)
}

fn bytes_of(buffer: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    PyBuffer::<u8>::get(buffer)?.to_vec(buffer.py())
}

/// The offsets of an Arrow column, as numbers of `width` bytes.
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

/// The column that `ids_formats._columns` finds in a value; where it is a list or the like, what is read one by one.
fn column<'py>(
    kind: &Kind,
    values: &Bound<'py, PyAny>,
) -> PyResult<Result<Column, Bound<'py, PyAny>>> {
    let py = values.py();
    if values.is_exact_instance_of::<PyList>() {
        return Ok(Err(values.clone()));
    }
    if values.is_instance_of::<PyBytes>()
        || values.is_instance_of::<PyByteArray>()
        || values.is_instance_of::<PyMemoryView>()
    {
        let (bytes, width) = (bytes_of(values)?, kind.width);
        if !bytes.len().is_multiple_of(width) {
            let found = bytes.len();
            return Err(Reason { index: Some(found), ..Reason::new("length") }.invalid(
                &format_args!("{found} bytes: each identifier has {width}, and the last one less"),
            ));
        }
        return Ok(Ok(Column::Bytes(bytes, width)));
    }
    let found = py.import("ids_formats._columns")?.call_method1("column", (values,))?;
    if found.is_none() {
        return Ok(Err(values.clone()));
    }
    if found.is_instance_of::<PyList>() {
        return Ok(Err(found));
    }
    let (what, data, width, other) =
        found.extract::<(String, Bound<'_, PyAny>, usize, Bound<'_, PyAny>)>()?;
    let data = bytes_of(&data)?;
    Ok(Ok(match what.as_str() {
        "numbers" => Column::Numbers(data),
        "bytes" => Column::Bytes(data, width.max(1)),
        "texts" => Column::Texts(data, width.max(1)),
        "wide texts" => Column::Wide(data, width.max(1)),
        _ => Column::Parts { data, places: places(&other, width)?, texts: what == "text parts" },
    }))
}

/// The identifiers of a list or column, packed.
pub(crate) fn decode<'py>(
    kind: &'static Kind,
    values: &Bound<'py, PyAny>,
    form: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    match column(kind, values)? {
        Ok(column) => column.decode(values.py(), kind, form),
        Err(values) => rows(kind, &values, form),
    }
}

/// The identifiers of values of Python, one by one.
fn rows<'py>(
    kind: &'static Kind,
    values: &Bound<'py, PyAny>,
    form: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let (py, width) = (values.py(), kind.width);
    let mut packed = Vec::new();
    // A length is what the values say of themselves.
    reserve(&mut packed, values.len().unwrap_or_default().saturating_mul(width))?;
    for (row, value) in values.try_iter()?.enumerate() {
        check_at(py, row)?;
        let value = value?;
        let bits = match value.cast::<PyString>() {
            Ok(text) => {
                let text = utf8(text).map_err(|error| at(py, error, row))?;
                kind.format.decode(form, text.as_bytes()).map_err(|error| error.raise_at(row))?
            }
            Err(_) if value.is_none() => {
                return Err(Reason { row: Some(row), ..Reason::new("null") }.invalid(
                    &format_args!("row {row}: a null is no identifier; drop nulls first"),
                ));
            }
            Err(_) => Id::read(kind, &value).map_err(|error| at(py, error, row))?.bits,
        };
        let end = packed.len();
        reserve(&mut packed, width)?;
        packed.resize(end + width, 0);
        place(kind, bits, &mut packed[end..]);
    }
    Ok(PyBytes::new(py, &packed))
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
