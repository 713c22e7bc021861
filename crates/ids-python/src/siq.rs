//! SIQ: its class, and hashes of domains.

use ids_core::{ParseError, UnixTime, format::array_of_bytes};
use ids_formats::formats::siq::FORMAT;
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyBytes, PyType},
};
use siq::{DomainHash, Handle, Network, Qualifier, Siq as Rust};

use crate::{
    classes::classes, error::Raise, given::natural, id::Id, instant::instant, kind::Maker,
};

classes! {
    /// A SIQ identifier: 112 bits that say when, by which domain, and what kind of thing.
    ///
    /// It is made of a str, an int, 14 bytes or a UUID.
    ///
    /// >>> from ids_formats import Siq
    /// >>> made = Siq.generator(domain="example.com", shard=1, kind="user", clock=1_700_000_000 * 10**9)
    /// >>> id = made.generate()
    /// >>> id.kind, id.time_ns, id.uuid.version
    /// ('user', 1700000000000000000, 8)
    Siq of Id, FORMAT; {
        /// The identifier of a Snowflake with this epoch, which a domain has issued for a kind of thing.
        #[classmethod]
        fn from_snowflake<'py>(
            class: &Bound<'py, PyType>,
            number: &Bound<'py, PyAny>,
            epoch: &Bound<'py, PyAny>,
            domain: &str,
            kind: &str,
        ) -> PyResult<Bound<'py, PyAny>> {
            let epoch = instant(epoch, UnixTime::EPOCH)?;
            let id = Rust::from_snowflake(
                natural("number", number)?,
                epoch,
                self::domain(domain)?,
                qualifier(kind)?,
            );
            Maker::of(class)?.make(id.map_err(|error| error.raise())?.to_bits())
        }

        /// The identifier of a ULID, which a domain has issued for a kind of thing.
        #[classmethod]
        fn from_ulid<'py>(
            class: &Bound<'py, PyType>,
            number: &Bound<'py, PyAny>,
            domain: &str,
            kind: &str,
        ) -> PyResult<Bound<'py, PyAny>> {
            let number = natural("number", number)?;
            let id = Rust::from_ulid(number, self::domain(domain)?, qualifier(kind)?);
            Maker::of(class)?.make(id.to_bits())
        }

        /// Reads a handle of Mastodon or Matrix: the identifier, and the domain.
        #[classmethod]
        fn parse_handle<'py>(
            class: &Bound<'py, PyType>,
            text: &'py str,
        ) -> PyResult<(Bound<'py, PyAny>, &'py str)> {
            let handle = Handle::decode(text).map_err(|error| error.raise())?;
            Ok((Maker::of(class)?.make(handle.id().to_bits())?, handle.domain()))
        }

        /// The identifier of the 16 bytes of its UUID.
        #[classmethod]
        fn from_bytes16<'py>(
            class: &Bound<'py, PyType>,
            bytes: &[u8],
        ) -> PyResult<Bound<'py, PyAny>> {
            let bytes = array_of_bytes(bytes).map_err(|error| error.raise())?;
            let id = Rust::from_bytes16(bytes).map_err(|error| error.raise())?;
            Maker::of(class)?.make(id.to_bits())
        }

        /// The 16 bytes of the identifier as a UUID.
        fn to_bytes16<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyBytes>> {
            Ok(PyBytes::new(slf.py(), &siq_of(slf)?.to_bytes16()))
        }

        /// The handle on a network, `mastodon` or `matrix`, of an identifier of this domain.
        fn handle(slf: &Bound<'_, Self>, network: &str, domain: &str) -> PyResult<String> {
            let network: Network = network
                .parse()
                .map_err(|_| PyTypeError::new_err("a network is mastodon or matrix"))?;
            let handle = Handle::new(network, siq_of(slf)?, domain);
            Ok(handle.map_err(|error| error.raise())?.to_string())
        }

        /// The kind of thing that the identifier stands for, such as `user`.
        #[getter]
        fn kind(slf: &Bound<'_, Self>) -> PyResult<&'static str> {
            Ok(siq_of(slf)?.qualifier().name())
        }
    }
}

fn siq_of(id: &Bound<'_, Siq>) -> PyResult<Rust> {
    Rust::from_bits(id.as_super().get().bits).map_err(|error| error.raise())
}

fn domain(name: &str) -> PyResult<DomainHash> {
    DomainHash::from_name(name).map_err(|error| error.raise())
}

fn qualifier(kind: &str) -> PyResult<Qualifier> {
    kind.parse().map_err(|error: ParseError| error.raise())
}

/// The hash of a domain's name: the field `domain` of its identifiers.
#[pyfunction]
#[pyo3(signature = (name, local_id = None))]
pub(crate) fn domain_hash(name: &str, local_id: Option<&Bound<'_, PyAny>>) -> PyResult<u32> {
    let hash = match local_id {
        None => DomainHash::from_name(name),
        Some(local_id) => DomainHash::with_local_id(name, natural("local_id", local_id)?),
    };
    hash.map(DomainHash::to_bits).map_err(|error| error.raise())
}

/// The text of a domain's hash.
#[pyfunction]
pub(crate) fn domain_text(hash: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(DomainHash::from_bits(natural("hash", hash)?).to_string())
}
