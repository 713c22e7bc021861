//! Instants: `datetime` with its microseconds, and whole numbers of nanoseconds since the Unix epoch.

use core::time::Duration;

use ids_core::{RangeError, UnixTime};
use pyo3::{
    exceptions::{PyOverflowError, PyTypeError},
    prelude::*,
    sync::PyOnceLock,
    types::{PyInt, PyType},
};

use crate::error::{Raise, Reason};

const SECOND: u128 = 1_000_000_000;

/// 1970-01-01T00:00:00Z as a `datetime`, and the class `timedelta`.
fn epoch<'py>(py: Python<'py>) -> PyResult<(&'py Bound<'py, PyAny>, &'py Bound<'py, PyType>)> {
    static EPOCH: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    static DELTA: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let epoch = EPOCH.get_or_try_init(py, || {
        let datetime = py.import("datetime")?;
        let utc = datetime.getattr("timezone")?.getattr("utc")?;
        let epoch = datetime.getattr("datetime")?.call1((1970, 1, 1, 0, 0, 0, 0, utc))?;
        Ok::<_, PyErr>(epoch.unbind())
    })?;
    Ok((epoch.bind(py), DELTA.import(py, "datetime", "timedelta")?))
}

/// An instant as a `datetime` in UTC. What is below a microsecond is not in it.
pub(crate) fn to_datetime<'py>(py: Python<'py>, time: UnixTime) -> PyResult<Bound<'py, PyAny>> {
    let (epoch, delta) = epoch(py)?;
    let made = delta
        .call1((time.as_secs() / 86_400, time.as_secs() % 86_400, time.subsec_nanos() / 1000))
        .and_then(|delta| epoch.add(delta));
    made.map_err(|error| {
        if !error.is_instance_of::<PyOverflowError>(py) {
            return error;
        }
        let seconds = time.as_secs();
        Reason::new("datetime").invalid(&format_args!(
            "{seconds} s since the Unix epoch are after the year 9999, which a datetime cannot say; \
             time_ns says it"
        ))
    })
}

/// Nanoseconds since the Unix epoch, of a number of them or an aware `datetime`.
pub(crate) fn nanoseconds(value: &Bound<'_, PyAny>) -> PyResult<i128> {
    if value.is_instance_of::<PyInt>() {
        let negative = value.lt(0)?;
        return Ok(value.extract().unwrap_or(if negative { i128::MIN } else { i128::MAX }));
    }
    let py = value.py();
    let (epoch, _) = epoch(py)?;
    if !value.is_instance(&epoch.get_type())? {
        let found = value.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "an instant is a datetime with a time zone, or an int of nanoseconds since the Unix \
             epoch, and not of type {found}"
        )));
    }
    if value.call_method0("utcoffset")?.is_none() {
        return Err(Reason::new("naive").invalid(
            &"a datetime without a time zone is no instant; give it one, such as timezone.utc",
        ));
    }
    let since = value.sub(epoch)?;
    let part = |name| since.getattr(name)?.extract::<i128>();
    Ok(((part("days")? * 86_400 + part("seconds")?) * 1_000_000 + part("microseconds")?) * 1000)
}

/// An instant after the Unix epoch, in a format that begins at `begin`.
pub(crate) fn instant(value: &Bound<'_, PyAny>, begin: UnixTime) -> PyResult<UnixTime> {
    match u128::try_from(nanoseconds(value)?) {
        Ok(nanos) => Ok(duration(nanos).into()),
        Err(_) => Err(RangeError::BeforeEpoch { epoch: begin }.raise()),
    }
}

/// This number of nanoseconds, or the longest `Duration` if they do not fit.
pub(crate) fn duration(nanos: u128) -> Duration {
    let rest = Duration::from_nanos((nanos % SECOND) as u64);
    u64::try_from(nanos / SECOND)
        .map_or(Duration::MAX, |seconds| Duration::from_secs(seconds).saturating_add(rest))
}

/// A length of time: seconds, or a `timedelta`. A longer one than a `Duration` can be is as long as it can.
pub(crate) fn length(value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let (_, delta) = epoch(value.py())?;
    let seconds: f64 = if value.is_instance(delta)? {
        let part = |name| value.getattr(name)?.extract::<i128>();
        let micros =
            (part("days")? * 86_400 + part("seconds")?) * 1_000_000 + part("microseconds")?;
        match u128::try_from(micros) {
            Ok(micros) => return Ok(duration(micros * 1000)),
            Err(_) => -1.0,
        }
    } else if let Ok(seconds) = value.extract::<u64>() {
        return Ok(Duration::from_secs(seconds));
    } else {
        value.extract()?
    };
    if seconds.is_nan() || seconds < 0.0 {
        return Err(Reason::new("range")
            .invalid(&"a length of time is not negative: seconds, or a timedelta"));
    }
    Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}
