//! Other forms of a field, for `#[serde(with = "...")]`.
//!
//! Without it a field is its canonical text in human-readable data formats and its bytes in others. Each module writes one form, the same in every data format,
//! and reads nothing else. Its module `option` is for a field that may be empty.
//!
//! ```
//! use flax_id::FlaxId;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Deserialize, Serialize)]
//! struct Event {
//!     id: FlaxId,
//!     #[serde(with = "flax_id::serde::hex")]
//!     parent: FlaxId,
//!     #[serde(default, with = "flax_id::serde::bytes::option")]
//!     root: Option<FlaxId>,
//! }
//!
//! let json = r#"{"id":"0RdKJcxqVBiAiQr0","parent":"05ca55528f7680cb8bb9bdc1","root":null}"#;
//! let event: Event = serde_json::from_str(json)?;
//! assert_eq!(event.id, event.parent);
//! assert_eq!(serde_json::to_string(&event)?, json);
//! # Ok::<(), serde_json::Error>(())
//! ```

use ids_core::format::serde_modules;

use crate::Form;

serde_modules!(Form { base64: Base64, hex: Hex, decimal: Decimal });
