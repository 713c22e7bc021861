//! JSON: as the library writes it.

pub(crate) use ids_formats::json::{decimal, hex, key, member, open, rounded, spelling, string};
