#![doc = include_str!("../README.md")]
//! What every identifier format of this family is held against.
//!
//! - [`Laws`]: what holds for every identifier type.
//! - [`hold_serde_modules!`]: what each form of a field writes and reads.
//! - [`simulate`]: runs a generator under a clock that goes wrong, and counts.
//! - [`after_fork`] and [`assert_guarded`]: what a generator gives on both sides of a `fork()`.
//! - [`json`]: JSON and its canonical form, by a naive printer.
//! - [`servers`]: databases to throw away, and a network that fails.
//! - [`SplitMix`]: random test data.
//!
//! The programs in `examples` are run by the lanes in `ci`: `simulate` makes a billion identifiers of a
//! format, `peer_siq` and `peer_evently` exchange data with implementations in Python, `bulk_ledger` writes
//! a long ledger, and `snapshot` is the only process of a virtual machine.

#![deny(unsafe_code)]
#![allow(clippy::missing_inline_in_public_items, reason = "tests are not inlined across crates")]

mod clock;
mod folder;
#[cfg(unix)]
mod fork;
pub mod json;
mod laws;
mod modules;
mod random;
#[cfg(target_os = "linux")]
pub mod servers;
mod simulate;
pub mod threads;

pub use clock::SimClock;
pub use folder::Folder;
#[cfg(unix)]
pub use fork::{EACH, FORKED, Way, after_fork, assert_guarded, in_common, or_forked};
#[doc(hidden)]
pub use ids_core::format::Forms;
pub use laws::Laws;
pub use random::{SplitMix, Words};
pub use simulate::{Report, simulate};

/// How long a test waits for what another program does. A busy machine takes far less, and what never ends is a
/// failure.
pub const PATIENCE: core::time::Duration = core::time::Duration::from_secs(300);
