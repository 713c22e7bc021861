//! The native part of the Python package `ids-formats`. Every rule is in the crates; here is what Python
//! sees of them.
#![deny(unsafe_code)]

mod array;
mod classes;
mod error;
mod fields;
mod generator;
mod given;
mod id;
mod instant;
mod kind;
mod ledger;
mod luuid;
mod siq;
mod source;

use pyo3::prelude::*;

/// The native part of `ids_formats`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::{
        array::IdArray,
        ledger::{
            Chain, Failure, Ledger, Report, canonicalize, event_id, parse_timestamp,
            timestamp_text, verify, verify_file,
        },
        luuid::{
            group_of, group_text, key_text, parse_group, parse_key, parse_prefix, prefix_text,
        },
        siq::{domain_hash, domain_text},
    };
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        super::classes::add(module)
    }
}
