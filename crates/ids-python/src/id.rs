//! The class `Id`: what the classes of all formats have in common.

use core::cmp::Ordering;
use std::borrow::Cow;

use ids_core::{ParseError, RangeError, UnixTime};
use ids_formats::{
    Column, FormInfo, Format, Reading, Timed, read, rounded::Rounded, spelling::read_inside,
};
use pyo3::{
    basic::CompareOp,
    buffer::PyBuffer,
    exceptions::{PyAttributeError, PyTypeError},
    prelude::*,
    sync::PyOnceLock,
    types::{
        PyBool, PyByteArray, PyBytes, PyDict, PyFloat, PyInt, PyMemoryView, PyString, PyTuple,
        PyType,
    },
};

use crate::{
    array::IdArray,
    classes::described,
    error::{Raise, Reason},
    fields,
    generator::Generator,
    instant::{instant, to_datetime},
    kind::{Kind, Maker, kind_of},
    shown::Shown,
};

/// An identifier. Each format has a class of its own, which has these methods.
///
/// Identifiers of one class compare, sort and hash as their numbers do, and pickle. `int(id)`, `bytes(id)` and
/// `str(id)` are its number, its bytes (the most significant first) and its canonical text. `id.NAME` is the field of
/// this name. A value that is not an identifier raises `IdError`, a `ValueError` with `kind` and `index`.
#[pyclass(name = "Id", module = "ids_formats", subclass, frozen)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Id {
    pub(crate) kind: &'static Kind,
    pub(crate) bits: u128,
}

impl Id {
    /// An object of the class itself, as the classes of formats have it of theirs.
    pub(crate) fn wrap(self) -> PyClassInitializer<Self> {
        self.into()
    }

    /// The identifier that a value of Python stands for.
    pub(crate) fn read(kind: &'static Kind, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let format = kind.format;
        if let Ok(text) = value.cast::<PyString>() {
            let bits = format.decode(format.facts().canonical, utf8(text)?.as_bytes());
            return Ok(Self { kind, bits: bits.map_err(|error| error.raise())? });
        }
        let wrong = || {
            let (kind, found) = (kind.name(), value.get_type().name()?);
            Err(PyTypeError::new_err(format!(
                "a {kind} identifier is made of a str, int, bytes or UUID, and not of type {found}"
            )))
        };
        let bits = if value.is_instance_of::<PyBool>() {
            return wrong();
        } else if let Some(bytes) = bytes_of(value)? {
            format.read_bytes(&bytes)
        } else if value.is_instance_of::<PyInt>() {
            number(value, format)
        } else if let Ok(id) = value.cast::<Self>() {
            let id = id.get();
            if !core::ptr::eq(id.kind, kind) {
                let [found, wanted] = [id.kind.name(), kind.name()];
                return Err(PyTypeError::new_err(if found == wanted {
                    // Of another drift, or of a flavour that is defined otherwise.
                    format!("a {found} identifier of another class is not of this one")
                } else {
                    format!("a {found} identifier is no {wanted} identifier")
                }));
            }
            Ok(id.bits)
        } else if value.is_instance(uuid(value.py())?)? {
            format.decode(kind.uuid_form()?, value.str()?.to_str()?.as_bytes())
        } else if let Some(error) = rounded(kind, value) {
            return Err(error);
        } else if let Ok(index) = value.call_method0("__index__") {
            // A number of NumPy.
            number(&index, format)
        } else {
            return wrong();
        };
        Ok(Self { kind, bits: bits.map_err(|error| error.raise())? })
    }

    fn text_of(self, form: &FormInfo) -> PyResult<String> {
        let mut text = Vec::with_capacity(48);
        self.kind.format.write(form, self.bits, &mut text);
        if text.is_empty() && !form.written {
            let name = form.name;
            return Err(PyTypeError::new_err(format!("the form {name:?} is only read")));
        }
        Ok(String::from_utf8(text)?)
    }

    pub(crate) fn to_bytes(self) -> Vec<u8> {
        let mut bytes = vec![0; self.kind.width];
        self.kind.bytes(self.bits, &mut bytes);
        bytes
    }
}

/// The first or the last identifier of the tick that holds an instant.
fn bound<'py>(
    class: &Bound<'py, PyType>,
    time: &Bound<'py, PyAny>,
    end: fn(&dyn Timed, UnixTime) -> Result<u128, RangeError>,
) -> PyResult<Bound<'py, PyAny>> {
    let maker = Maker::of(class)?;
    let timed = maker.kind.timed()?;
    let bits = end(timed, instant(time, timed.ticks().epoch())?);
    maker.make(bits.map_err(|error| error.raise())?)
}

/// The bytes of bytes, of a bytearray or of a memoryview; none of another value.
pub(crate) fn bytes_of<'a>(value: &'a Bound<'_, PyAny>) -> PyResult<Option<Cow<'a, [u8]>>> {
    if let Ok(bytes) = value.cast::<PyBytes>() {
        return Ok(Some(Cow::Borrowed(bytes.as_bytes())));
    }
    if value.is_instance_of::<PyByteArray>() || value.is_instance_of::<PyMemoryView>() {
        return copied(value).map(Cow::Owned).map(Some);
    }
    Ok(None)
}

/// The bytes of a buffer of bytes.
pub(crate) fn copied(buffer: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let wider = |_| PyTypeError::new_err("a buffer of bytes is wanted, not one of other values");
    PyBuffer::<u8>::get(buffer).map_err(wider)?.to_vec(buffer.py())
}

/// A text in UTF-8. Text that is not Unicode, such as half a surrogate pair, has no such bytes.
pub(crate) fn utf8<'a>(text: &'a Bound<'_, PyString>) -> PyResult<&'a str> {
    text.to_str().map_err(|_| {
        let bytes = text.call_method1("encode", ("utf-8", "surrogatepass"));
        let bytes = bytes.and_then(|bytes| bytes.extract::<Vec<u8>>()).unwrap_or_default();
        let index = core::str::from_utf8(&bytes).err().map(|error| error.valid_up_to());
        Reason { index, ..Reason::new("utf8") }.invalid(&"half of a surrogate pair is no text")
    })
}

/// What is left of an identifier that was kept as a float, as an error.
pub(crate) fn left_of(kind: &Kind, float: f64) -> Option<PyErr> {
    let rounded = Rounded::of_float(float)?;
    Some(PyTypeError::new_err(rounded.sentence(kind.format.timed())))
}

fn rounded(kind: &Kind, value: &Bound<'_, PyAny>) -> Option<PyErr> {
    left_of(kind, value.cast::<PyFloat>().ok()?.value())
}

/// The text of an argument.
fn written<'a>(kind: &Kind, value: &'a Bound<'_, PyAny>) -> PyResult<&'a str> {
    match rounded(kind, value) {
        Some(error) => Err(error),
        None => utf8(value.cast::<PyString>()?),
    }
}

/// The identifier of a number.
fn number(value: &Bound<'_, PyAny>, format: &dyn Format) -> Result<u128, ParseError> {
    if let Ok(number @ ..0) = value.extract() {
        return Err(ParseError::Negative { number });
    }
    let bits = format.facts().layout.bits();
    let bits = value.extract().map_err(|_| ParseError::TooLarge { bits })?;
    format.check(bits)?;
    Ok(bits)
}

fn uuid<'py>(py: Python<'py>) -> PyResult<&'py Bound<'py, PyType>> {
    static UUID: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    UUID.import(py, "uuid", "UUID")
}

fn to_uuid(py: Python<'_>, id: Id) -> PyResult<Bound<'_, PyAny>> {
    let text = id.text_of(id.kind.uuid_form()?)?;
    uuid(py)?.call1((text,))
}

#[pymethods]
impl Id {
    // For classes without methods of their own.
    #[new]
    #[classmethod]
    #[pyo3(signature = (value), text_signature = "(value)")]
    fn new(class: &Bound<'_, PyType>, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::read(kind_of(class)?, value)
    }

    /// Reads a text that is written exactly as the form says: the canonical one without a name.
    ///
    /// `forms()` has the names. Another text raises `IdError`, whose `index` is the byte where it is wrong.
    #[classmethod]
    #[pyo3(signature = (text, form = None))]
    fn parse<'py>(
        class: &Bound<'py, PyType>,
        text: &Bound<'py, PyAny>,
        form: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let maker = Maker::of(class)?;
        let format = maker.kind.format;
        let bits = format.decode(maker.kind.form(form)?, written(maker.kind, text)?.as_bytes());
        maker.make(bits.map_err(|error| error.raise())?)
    }

    /// Reads a text of any form that the format has: the identifier, and the form that it met.
    ///
    /// Where no form reads the text, what a program has put round it is taken off: quotes, a call, a URL, base64. Its
    /// names stand before that of the form, the outermost first: `quotes decimal`. `inside=False` takes nothing off.
    ///
    /// >>> from ids_formats import Discord
    /// >>> Discord.parse_lenient('<@175928847299117063>,')
    /// (Discord('175928847299117063'), 'punctuation mention decimal')
    #[classmethod]
    #[pyo3(signature = (text, *, inside = true))]
    fn parse_lenient<'py>(
        class: &Bound<'py, PyType>,
        text: &Bound<'py, PyAny>,
        inside: bool,
    ) -> PyResult<(Bound<'py, PyAny>, String)> {
        let maker = Maker::of(class)?;
        let text = written(maker.kind, text)?.as_bytes();
        let format = maker.kind.format;
        let found = match format.lenient(text) {
            Some(found) => found
                .map(|(bits, form)| Reading { format, form, bits })
                .map_err(|error| error.raise()),
            None => read(&[format], None, false, text).map_err(|error| error.raise()),
        };
        let (bits, form) = match (found, inside) {
            (Ok(found), _) => (found.bits, found.form.name.to_owned()),
            (Err(error), true) => {
                let (found, taken) = read_inside(&[format], None, text).ok_or(error)?;
                let names: Vec<_> =
                    taken.iter().map(|spelling| spelling.name()).chain([found.form.name]).collect();
                (found.bits, names.join(" "))
            }
            (Err(error), false) => return Err(error),
        };
        Ok((maker.make(bits)?, form))
    }

    /// Puts an identifier together, of a value for each field: `FlaxId.from_fields(timestamp=7, random=9)`.
    ///
    /// A value that does not fit raises `IdError`, whose `field` says which.
    #[classmethod]
    #[pyo3(signature = (**fields), text_signature = None)]
    fn from_fields<'py>(
        class: &Bound<'py, PyType>,
        fields: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let maker = Maker::of(class)?;
        maker.make(fields::pack(maker.kind, fields)?)
    }

    /// The smallest identifier of the tick that holds this instant: a `datetime` with a time zone, or an `int` of
    /// nanoseconds since the Unix epoch.
    #[classmethod]
    fn first_at<'py>(
        class: &Bound<'py, PyType>,
        time: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        bound(class, time, |timed, time| timed.first_at(time))
    }

    /// The largest identifier of the tick that holds this instant: a `datetime` with a time zone, or an `int` of
    /// nanoseconds since the Unix epoch.
    #[classmethod]
    fn last_at<'py>(
        class: &Bound<'py, PyType>,
        time: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        bound(class, time, |timed, time| timed.last_at(time))
    }

    /// The bounds of a range of times, for a query: `lower <= id < upper`.
    #[classmethod]
    fn range<'py>(
        class: &Bound<'py, PyType>,
        start: &Bound<'py, PyAny>,
        end: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let maker = Maker::of(class)?;
        let timed = maker.kind.timed()?;
        let begin = timed.ticks().epoch();
        let (start, end) = (instant(start, begin)?, instant(end, begin)?);
        if start > end {
            return Err(Reason::new("range").invalid(&"start is after end"));
        }
        let ids = timed.range(start..end).map_err(|error| error.raise())?;
        Ok((maker.make(ids.start)?, maker.make(ids.end)?))
    }

    /// The names of the forms, the canonical one first.
    #[classmethod]
    fn forms(class: &Bound<'_, PyType>) -> PyResult<Vec<&'static str>> {
        let facts = kind_of(class)?.format.facts();
        let canonical = facts.canonical.name;
        let others = facts.forms.iter().map(|form| form.name).filter(|name| *name != canonical);
        Ok(core::iter::once(canonical).chain(others).collect())
    }

    /// The column of a database that identifiers are stored in: `number`, `uuid` or `bytes`.
    #[classmethod]
    fn column(class: &Bound<'_, PyType>) -> PyResult<&'static str> {
        Ok(match kind_of(class)?.format.facts().column() {
            Column::Number => "number",
            Column::Uuid => "uuid",
            _ => "bytes",
        })
    }

    /// How many bytes an identifier has.
    #[classmethod]
    fn width(class: &Bound<'_, PyType>) -> PyResult<usize> {
        Ok(kind_of(class)?.width)
    }

    /// How many characters the longest text of a form has: of the canonical one without a name.
    #[classmethod]
    #[pyo3(signature = (form = None))]
    fn text_width(class: &Bound<'_, PyType>, form: Option<&str>) -> PyResult<usize> {
        let kind = kind_of(class)?;
        Ok(Self { kind, bits: kind.format.facts().largest() }.text_of(kind.form(form)?)?.len())
    }

    /// Many identifiers of a list or column, decoded in one call: an `IdArray`.
    ///
    /// `values` are an iterable of what the class is made of, a column of pandas, Polars, NumPy or Arrow, another array,
    /// or the bytes of identifiers one after the other. Texts are of the form `form`, the canonical one without a name.
    /// A value that is not an identifier raises `IdError`, whose `row` says which. A null stays one: `None` in a list,
    /// or where `missing` has a true value, such as of a mask of NumPy.
    ///
    /// >>> from ids_formats import Discord
    /// >>> Discord.array(["175928847299117063"]).time_ns()
    /// array('q', [1462015105796000000])
    #[classmethod]
    #[pyo3(signature = (values, form = None, missing = None))]
    fn array(
        class: &Bound<'_, PyType>,
        values: &Bound<'_, PyAny>,
        form: Option<&str>,
        missing: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<IdArray> {
        IdArray::decode(class, values, form, missing)
    }

    /// A generator of identifiers of this class. What it takes depends on the format: see the class.
    ///
    /// `clock` is a function such as `time.time_ns`, or an instant at which time stands still; without it, the
    /// system's clock. `rng` is a function such as `os.urandom`; without it, the system seeds a generator.
    /// `max_ahead` is how far the generator may run ahead of its clock, `max_jump` how far the clock may jump
    /// forward; both are seconds or a `timedelta`. `rolling` is a number of bits: in these, a tick counts on from the
    /// last one, and not from 0. `after` is the last identifier of an earlier generator: new ones are greater.
    #[classmethod]
    #[pyo3(signature = (**given), text_signature = None)]
    fn generator(
        class: &Bound<'_, PyType>,
        given: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Generator> {
        Generator::of(class, given)
    }

    /// What `generator` and `generate` take for this format alone: each name, and what it is for.
    ///
    /// >>> from ids_formats import Discord
    /// >>> list(Discord.parameters())
    /// ['worker', 'process', 'node']
    #[classmethod]
    fn parameters<'py>(class: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(class.py());
        for param in kind_of(class)?.format.params() {
            all.set_item(param.name, described(&param))?;
        }
        Ok(all)
    }

    /// A new identifier, of a generator that this process keeps for the format.
    ///
    /// The first call makes the generator, of what `generator` takes; the others are given the same. To have
    /// several, keep what `generator` makes. `wait` is that of `Generator.generate`.
    ///
    /// >>> from ids_formats import Discord
    /// >>> Discord.generate(worker=1, process=2) < Discord.generate(worker=1, process=2, wait=1.0)
    /// True
    #[classmethod]
    #[pyo3(signature = (*, wait = None, **given), text_signature = None)]
    fn generate<'py>(
        class: &Bound<'py, PyType>,
        wait: Option<&Bound<'py, PyAny>>,
        given: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let generator = Generator::usual(class, given)?;
        Maker::of(class)?.make(generator.get().next(class.py(), wait)?)
    }

    /// The schema of Pydantic.
    #[classmethod]
    fn __get_pydantic_core_schema__<'py>(
        class: &Bound<'py, PyType>,
        _source: &Bound<'py, PyAny>,
        _handler: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        class.py().import("ids_formats.pydantic")?.call_method1("core_schema", (class,))
    }

    /// The text of a form: of the canonical one without a name.
    #[pyo3(signature = (form = None))]
    fn text(&self, form: Option<&str>) -> PyResult<String> {
        self.text_of(self.kind.form(form)?)
    }

    /// Every field of the layout, by name, the highest first.
    #[pyo3(signature = (layout = None))]
    fn fields<'py>(&self, py: Python<'py>, layout: Option<&str>) -> PyResult<Bound<'py, PyDict>> {
        fields::unpack(py, self.kind, self.bits, layout)
    }

    /// The name of the layout that the identifier has.
    #[getter]
    fn layout(&self) -> &'static str {
        self.kind.format.layout_of(self.bits).name()
    }

    /// The start of the identifier's tick, in UTC. A `datetime` has microseconds: what is below is lost;
    /// `time_ns` has it.
    #[getter]
    fn time<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_datetime(py, self.kind.timed()?.time(self.bits))
    }

    /// The start of the identifier's tick, in nanoseconds since the Unix epoch.
    #[getter]
    fn time_ns(&self) -> PyResult<u128> {
        Ok(self.kind.timed()?.time(self.bits).as_nanos())
    }

    /// The identifier as a `uuid.UUID`, in the formats whose identifiers are UUIDs.
    #[getter]
    fn uuid<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        // For `hasattr`, and for what reads all members: an attribute that is not there.
        self.kind.uuid_form().map_err(|_| PyAttributeError::new_err("uuid"))?;
        to_uuid(py, *self)
    }

    /// What is stored in a column of a database: an `int`, a `UUID` or `bytes`.
    fn to_column<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.kind.format.facts().column() {
            Column::Number => {
                let number = i64::try_from(self.bits).map_err(|_| {
                    Reason::new("range").invalid(&format_args!(
                        "{} is too large for a column of numbers, which ends at {}",
                        self.bits,
                        i64::MAX
                    ))
                })?;
                Ok(number.into_pyobject(py)?.into_any())
            }
            Column::Uuid => to_uuid(py, *self),
            _ => Ok(PyBytes::new(py, &self.to_bytes()).into_any()),
        }
    }

    /// A field of the layout, by its name.
    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        match fields::get(self.kind, self.bits, name) {
            Some(value) => Ok(value.into_pyobject(py)?.into_any()),
            // Python asks here once more for a property that has failed.
            None if matches!(name, "time" | "time_ns") && self.kind.format.timed().is_none() => {
                Err(self.kind.no_time())
            }
            None => Err(PyAttributeError::new_err(format!(
                "{} identifiers have no {}",
                self.kind.name(),
                Shown(name)
            ))),
        }
    }

    fn __str__(&self) -> PyResult<String> {
        self.text_of(self.kind.format.facts().canonical)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let id = slf.get();
        let text = id.text_of(id.kind.format.facts().canonical)?;
        Ok(format!("{}('{text}')", slf.get_type().qualname()?))
    }

    /// `f"{id:hex}"` is the text of the form `hex`.
    fn __format__(&self, form: &str) -> PyResult<String> {
        self.text(if form.is_empty() { None } else { Some(form) })
    }

    fn __int__(&self) -> u128 {
        self.bits
    }

    fn __index__(&self) -> u128 {
        self.bits
    }

    /// Without this, Python makes a number with 53 bits of what `__index__` gives, which is another identifier's.
    fn __float__(&self) -> PyResult<f64> {
        Err(PyTypeError::new_err(format!(
            "a float has 53 bits, and {} has {}: it would be another identifier; take int(id) or str(id)",
            self.kind.name(),
            self.kind.format.facts().layout.bits()
        )))
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.to_bytes())
    }

    #[expect(clippy::cast_possible_truncation, reason = "both halves are mixed")]
    fn __hash__(&self) -> u64 {
        ((self.bits >> 64) as u64 ^ self.bits as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// NumPy's comparisons of a column with an identifier, and so those of pandas: a number with its number, a text or
    /// bytes as the identifier that it is.
    #[pyo3(signature = (ufunc, method, *inputs, **_others))]
    fn __array_ufunc__<'py>(
        slf: &Bound<'py, Self>,
        ufunc: &Bound<'py, PyAny>,
        method: &str,
        inputs: &Bound<'py, PyTuple>,
        _others: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let columns = slf.py().import("ids_formats._columns")?;
        columns.call_method1("compared", (ufunc, method, inputs))
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let order: Option<Ordering> = match other.cast::<Self>() {
            Ok(other) if core::ptr::eq(other.get().kind, self.kind) => {
                Some(self.bits.cmp(&other.get().bits))
            }
            _ => None,
        };
        Ok(match order {
            Some(order) => op.matches(order).into_pyobject(py)?.to_owned().into_any().unbind(),
            None => py.NotImplemented(),
        })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        (slf.get_type(), (slf.get().__bytes__(py),)).into_pyobject(py)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}
