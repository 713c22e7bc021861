//! Other forms of a field, for `#[serde(with = "...")]`.
//!
//! Without it a field is its canonical text in human-readable data formats and an unsigned integer in others. Each module writes one form, the same in every data format,
//! and reads nothing else. Its module `option` is for a field that may be empty.
//!
//! ```
//! use snowflake::{Discord, Snowflake};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Deserialize, Serialize)]
//! struct Event {
//!     id: Snowflake<Discord>,
//!     #[serde(with = "snowflake::serde::base58")]
//!     parent: Snowflake<Discord>,
//!     #[serde(default, with = "snowflake::serde::number::option")]
//!     root: Option<Snowflake<Discord>>,
//! }
//!
//! let json = r#"{"id":"175928847299117063","parent":"pFLuuKMHer","root":175928847299117063}"#;
//! let event: Event = serde_json::from_str(json)?;
//! assert_eq!(event.id, event.parent);
//! assert_eq!(serde_json::to_string(&event)?, json);
//! # Ok::<(), serde_json::Error>(())
//! ```

use ids_core::format::serde_modules;

use crate::Form;

serde_modules!(Form {
    decimal: Decimal,
    hex: Hex,
    base32: Base32,
    base36: Base36,
    base58: Base58,
    crockford: Crockford,
    tid: Tid,
    shortcode: Shortcode,
    suou_base64: SuouBase64,
    suou_cb32: SuouCb32,
    suou_b32l: SuouB32l,
} number);
