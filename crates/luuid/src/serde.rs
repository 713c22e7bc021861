//! Other forms of a field, for `#[serde(with = "...")]`.
//!
//! Without it a field is its canonical text in human-readable data formats and its bytes in others. Each module writes one form, the same in every data format,
//! and reads nothing else. Its module `option` is for a field that may be empty.
//!
//! ```
//! use luuid::Luuid;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Deserialize, Serialize)]
//! struct Event {
//!     id: Luuid,
//!     #[serde(with = "luuid::serde::hex")]
//!     parent: Luuid,
//!     #[serde(default, with = "luuid::serde::bytes::option")]
//!     root: Option<Luuid>,
//! }
//!
//! let json = r#"{"id":"00000023-122e-6aa1-a789-28ef27ab7c62","parent":"00000023122e6aa1a78928ef27ab7c62","root":null}"#;
//! let event: Event = serde_json::from_str(json)?;
//! assert_eq!(event.id, event.parent);
//! assert_eq!(serde_json::to_string(&event)?, json);
//! # Ok::<(), serde_json::Error>(())
//! ```

use ids_core::format::serde_modules;

use crate::Form;

serde_modules!(Form {
    uuid: Uuid,
    hex: Hex,
    urn: Urn,
    braced: Braced,
    upper: Upper,
    published: Published,
});
