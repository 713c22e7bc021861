//! Columns as Arrow has them: what others hand over, and what they get.

use arrow_array::{
    Array, ArrayRef,
    cast::AsArray,
    ffi::{FFI_ArrowArray, FFI_ArrowSchema},
    types::{
        ArrowPrimitiveType, Int8Type, Int16Type, Int32Type, Int64Type, RunEndIndexType, UInt8Type,
        UInt16Type, UInt32Type, UInt64Type,
    },
};
use arrow_schema::{ArrowError, DataType};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyCapsule, PyTuple},
};
use pyo3_arrow::input::AnyArray;

/// The parts of a column of Arrow, and which of its values are null: a byte for each that is not 0, where there is one.
pub(crate) fn parts(values: &Bound<'_, PyAny>) -> PyResult<(Vec<ArrayRef>, Option<Vec<u8>>)> {
    let parts = values.extract::<AnyArray>()?.into_reader()?.collect::<Result<Vec<_>, _>>();
    let parts = parts.map_err(foreign)?;
    let nulls: Vec<_> = parts.iter().map(|part| part.logical_nulls()).collect();
    let missing = nulls.iter().flatten().any(|nulls| nulls.null_count() > 0).then(|| {
        let rows = parts.iter().zip(&nulls);
        let missing = rows.flat_map(|(part, nulls)| {
            let is_null = move |row| nulls.as_ref().is_some_and(|nulls| nulls.is_null(row));
            (0..part.len()).map(move |row| u8::from(is_null(row)))
        });
        missing.collect()
    });
    Ok((parts, missing))
}

/// A value of Arrow.
pub(crate) enum Cell<'a> {
    Number(i128),
    Text(&'a [u8]),
    Bytes(&'a [u8]),
}

pub(crate) type Cells<'a> = Box<dyn Fn(usize) -> Cell<'a> + Send + Sync + 'a>;

/// What gives each value of an array that is not null.
pub(crate) fn cells_of(array: &dyn Array) -> PyResult<Cells<'_>> {
    macro_rules! of {
        ($array:expr, $cell:expr) => {{
            let (array, cell) = ($array, $cell);
            Box::new(move |row| cell(array.value(row).as_ref()))
        }};
    }
    macro_rules! numbers {
        ($($kind:ident),*) => {
            match array.data_type() {
                DataType::Utf8 => of!(array.as_string::<i32>(), Cell::Text),
                DataType::LargeUtf8 => of!(array.as_string::<i64>(), Cell::Text),
                DataType::Utf8View => of!(array.as_string_view(), Cell::Text),
                DataType::Binary => of!(array.as_binary::<i32>(), Cell::Bytes),
                DataType::LargeBinary => of!(array.as_binary::<i64>(), Cell::Bytes),
                DataType::BinaryView => of!(array.as_binary_view(), Cell::Bytes),
                DataType::FixedSizeBinary(_) => of!(array.as_fixed_size_binary(), Cell::Bytes),
                // Arrow's type of a column without a value.
                DataType::Null => Box::new(|_| Cell::Number(0)),
                DataType::Dictionary(..) => {
                    let array = array.as_any_dictionary();
                    let values = cells_of(array.values())?;
                    // Without values all keys are null.
                    let keys = if array.values().is_empty() { Vec::new() } else { array.normalized_keys() };
                    Box::new(move |row| values(keys[row]))
                }
                DataType::RunEndEncoded(ends, _) => match ends.data_type() {
                    DataType::Int16 => runs::<Int16Type>(array)?,
                    DataType::Int32 => runs::<Int32Type>(array)?,
                    _ => runs::<Int64Type>(array)?,
                },
                $(kind if *kind == <$kind as ArrowPrimitiveType>::DATA_TYPE => {
                    let numbers = array.as_primitive::<$kind>();
                    Box::new(move |row| Cell::Number(numbers.value(row).into()))
                })*
                other => {
                    return Err(PyTypeError::new_err(format!("a column of {other} has no identifiers")));
                }
            }
        };
    }
    Ok(numbers!(
        UInt64Type, Int64Type, UInt32Type, Int32Type, UInt16Type, Int16Type, UInt8Type, Int8Type
    ))
}

/// The values of runs.
fn runs<R: RunEndIndexType>(array: &dyn Array) -> PyResult<Cells<'_>> {
    let array = array.as_run::<R>();
    let values = cells_of(array.values())?;
    Ok(Box::new(move |row| values(array.get_physical_index(row))))
}

/// What others read by the Arrow C data interface.
#[pyclass(module = "ids_formats", frozen)]
pub(crate) struct ArrowArray(pub(crate) ArrayRef);

#[pymethods]
impl ArrowArray {
    /// The schema and the array as capsules. Another schema than that of the array is not made.
    #[pyo3(signature = (requested_schema = None))]
    pub(crate) fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let _ = requested_schema;
        let schema = FFI_ArrowSchema::try_from(self.0.data_type()).map_err(foreign)?;
        let array = FFI_ArrowArray::new(&self.0.to_data());
        let schema = PyCapsule::new_with_value(py, schema, c"arrow_schema")?;
        (schema, PyCapsule::new_with_value(py, array, c"arrow_array")?).into_pyobject(py)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is an argument of `map_err`")]
pub(crate) fn foreign(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
