//! The native part of the Python package `ids-formats`. Every rule is in the crates; here is what Python
//! sees of them.
#![deny(unsafe_code)]

mod array;
mod arrow;
mod classes;
mod column;
mod error;
mod fields;
mod generator;
mod given;
mod held;
mod id;
mod instant;
mod issuer;
mod kind;
mod kuid;
mod ledger;
mod luuid;
mod os_error;
mod shown;
mod signals;
mod siq;
mod snowflake;
mod source;
mod verification;

use pyo3::prelude::*;

/// The native part of `ids_formats`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::{
        arrow::ArrowArray,
        ledger::{Chain, Ledger, canonicalize, event_id, parse_timestamp, timestamp_text},
        luuid::{
            Counting, group_of, group_text, key_text, parse_group, parse_key, parse_prefix,
            prefix_text,
        },
        siq::{domain_hash, domain_text},
        verification::{Failure, Report, verify, verify_file},
    };
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        super::classes::add(module)
    }
}
