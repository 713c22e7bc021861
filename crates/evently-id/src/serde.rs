//! Other forms of a field, for `#[serde(with = "...")]`.
//!
//! Without it a field is its canonical text in human-readable data formats and its bytes in others. Each module writes one form, the same in every data format,
//! and reads nothing else. Its module `option` is for a field that may be empty.
//!
//! ```
//! use evently_id::EventId;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Deserialize, Serialize)]
//! struct Event {
//!     id: EventId,
//!     #[serde(with = "evently_id::serde::uuid")]
//!     parent: EventId,
//!     #[serde(default, with = "evently_id::serde::bytes::option")]
//!     root: Option<EventId>,
//! }
//!
//! let json = r#"{"id":"0005cd7556b05092aecc815daa77f99c","parent":"0005cd75-56b0-5092-aecc-815daa77f99c","root":null}"#;
//! let event: Event = serde_json::from_str(json)?;
//! assert_eq!(event.id, event.parent);
//! assert_eq!(serde_json::to_string(&event)?, json);
//! # Ok::<(), serde_json::Error>(())
//! ```

use ids_core::format::serde_modules;

use crate::Form;

serde_modules!(Form { hex: Hex, upper: Upper, uuid: Uuid });
