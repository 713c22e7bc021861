//! Instants: `datetime` with its microseconds, and whole numbers of nanoseconds since the Unix epoch.

use core::time::Duration;

use ids_core::{RangeError, UnixTime};
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    sync::PyOnceLock,
    types::{PyBool, PyDateTime, PyDelta, PyInt, PyTzInfo},
};

use crate::error::{Raise, Reason};

/// The first second of the year 10000, which a `datetime` cannot say.
const END: u64 = 253_402_300_800;

/// 1970-01-01T00:00:00Z as a `datetime`.
fn epoch(py: Python<'_>) -> PyResult<&Bound<'_, PyDateTime>> {
    static EPOCH: PyOnceLock<Py<PyDateTime>> = PyOnceLock::new();
    let epoch = || {
        let utc = PyTzInfo::utc(py)?.to_owned();
        Ok::<_, PyErr>(PyDateTime::new(py, 1970, 1, 1, 0, 0, 0, 0, Some(&utc))?.unbind())
    };
    Ok(EPOCH.get_or_try_init(py, epoch)?.bind(py))
}

/// An instant as a `datetime` in UTC. What is below a microsecond is not in it.
pub(crate) fn to_datetime<'py>(py: Python<'py>, time: UnixTime) -> PyResult<Bound<'py, PyAny>> {
    let seconds = time.as_secs();
    if seconds >= END {
        return Err(Reason::new("datetime").invalid(&format_args!(
            "{seconds} s since the Unix epoch are after the year 9999, which a datetime cannot say; \
             time_ns says it"
        )));
    }
    epoch(py)?.add(time.since_epoch())
}

/// The instant of a number of nanoseconds since the Unix epoch, or of an aware `datetime`; none is before the epoch.
pub(crate) fn since_epoch(value: &Bound<'_, PyAny>) -> PyResult<Option<UnixTime>> {
    if value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>() {
        let nanos = || UnixTime::saturating_from_nanos(value.extract().unwrap_or(u128::MAX));
        return Ok((!value.lt(0)?).then(nanos));
    }
    if !value.is_instance_of::<PyDateTime>() {
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
    let since = value.sub(epoch(value.py())?)?.extract::<Duration>().ok();
    // A timestamp of pandas has nanoseconds too.
    let nanos = value.getattr_opt("nanosecond")?.map_or(Ok(0), |nanos| nanos.extract())?;
    Ok(since.map(|since| UnixTime::after_epoch(since + Duration::from_nanos(nanos))))
}

/// An instant after the Unix epoch, in a format that begins at `begin`.
pub(crate) fn instant(value: &Bound<'_, PyAny>, begin: UnixTime) -> PyResult<UnixTime> {
    since_epoch(value)?.ok_or_else(|| RangeError::BeforeEpoch { epoch: begin }.raise())
}

/// A length of time: seconds, or a `timedelta`. A longer one than a `Duration` can be is as long as it can.
pub(crate) fn length(value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    if let Ok(seconds) = value.extract() {
        return Ok(Duration::from_secs(seconds));
    }
    let seconds = match value.extract() {
        Ok(length) => return Ok(length),
        Err(_) if value.is_instance_of::<PyDelta>() => -1.0,
        Err(_) => {
            let Ok(seconds) = value.extract::<f64>() else {
                let found = value.get_type().name()?;
                return Err(PyTypeError::new_err(format!(
                    "a length of time is seconds, or a timedelta, and not of type {found}"
                )));
            };
            seconds
        }
    };
    if seconds.is_nan() || seconds < 0.0 {
        return Err(Reason::new("range")
            .invalid(&"a length of time is not negative: seconds, or a timedelta"));
    }
    Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}
