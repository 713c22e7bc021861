//! What SIQ has beside its identifiers: hashes of domains, kinds of things.

use ids_core::ParseError;
use pyo3::prelude::*;
use siq::{DomainHash, Qualifier};

use crate::error::Raise;

pub(crate) fn domain(name: &str) -> PyResult<DomainHash> {
    DomainHash::from_name(name).map_err(|error| error.raise())
}

pub(crate) fn qualifier(kind: &str) -> PyResult<Qualifier> {
    kind.parse().map_err(|error: ParseError| error.raise())
}

/// The hash of a domain's name: the field `domain` of its identifiers.
#[pyfunction]
#[pyo3(signature = (name, local_id = None))]
pub(crate) fn domain_hash(name: &str, local_id: Option<u8>) -> PyResult<u32> {
    let hash = match local_id {
        None => DomainHash::from_name(name),
        Some(local_id) => DomainHash::with_local_id(name, local_id),
    };
    hash.map(DomainHash::to_bits).map_err(|error| error.raise())
}

/// The text of a domain's hash.
#[pyfunction]
pub(crate) fn domain_text(hash: u32) -> String {
    DomainHash::from_bits(hash).to_string()
}
