//! Other forms of a field, for `#[serde(with = "...")]`.
//!
//! Without it a field is its canonical text in human-readable data formats and its bytes in others. Each module writes one form, the same in every data format,
//! and reads nothing else. Its module `option` is for a field that may be empty.
//!
//! ```
//! use siq::Siq;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Deserialize, Serialize)]
//! struct Event {
//!     id: Siq,
//!     #[serde(with = "siq::serde::uuid")]
//!     parent: Siq,
//!     #[serde(default, with = "siq::serde::uri::option")]
//!     root: Option<Siq>,
//! }
//!
//! let json = r#"{"id":"did:siq:lm2a3kiagopopibaaaamgzymuoac6","parent":"000019cf-73d0-8100-8001-86ce1947005e","root":null}"#;
//! let event: Event = serde_json::from_str(json)?;
//! assert_eq!(event.id, event.parent);
//! assert_eq!(serde_json::to_string(&event)?, json);
//! # Ok::<(), serde_json::Error>(())
//! ```

use ids_core::format::serde_modules;

use crate::Form;

serde_modules!(Form {
    did: Did,
    uri: Uri,
    decimal: Decimal,
    hex: Hex,
    octal: Octal,
    base64: Base64,
    crockford: Crockford,
    crockford0: Crockford0,
    base32: Base32,
    uuid: Uuid,
});
