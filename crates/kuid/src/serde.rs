//! Other forms of a field, for `#[serde(with = "...")]`.
//!
//! Without it a field is its canonical text in human-readable data formats and its bytes in others. Each module writes one form, the same in every data format,
//! and reads nothing else. Its module `option` is for a field that may be empty.
//!
//! ```
//! use kuid::Local;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Deserialize, Serialize)]
//! struct Event {
//!     id: Local,
//!     #[serde(with = "kuid::serde::hex")]
//!     parent: Local,
//!     #[serde(default, with = "kuid::serde::number::option")]
//!     root: Option<Local>,
//! }
//!
//! let json = r#"{"id":".5.tXbhdV.3","parent":"0060398a7b698001","root":27084864703004673}"#;
//! let event: Event = serde_json::from_str(json)?;
//! assert_eq!(event.id, event.parent);
//! assert_eq!(serde_json::to_string(&event)?, json);
//! # Ok::<(), serde_json::Error>(())
//! ```

use ids_core::format::serde_modules;

use crate::Form;

serde_modules!(Form { base64: Base64, hex: Hex, decimal: Decimal, base64url: Base64Url } number);
