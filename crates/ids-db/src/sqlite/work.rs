//! How much a call may ask of SQLite: a file from outside may have triggers and columns that never end.

use core::{
    ffi::c_int,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};
use std::{fs, path::Path, sync::Arc};

use rusqlite::{Connection, limits::Limit};

/// The steps of SQLite's machine that a call has taken.
#[derive(Debug)]
pub(super) struct Work(Arc<AtomicU64>);

/// Steps between two looks.
const STEPS: c_int = 1_000_000;
/// Steps that a call may take in a file of no bytes, and for each byte. A row has a hundred bytes or more, and is read
/// in some hundred steps.
const FREE: u64 = 20_000_000;
const EACH: u64 = 64;

impl Work {
    /// Interrupts a call on this connection to a file that takes more steps than the size of the file explains:
    /// [`ENDLESS`](super::ENDLESS). A row, a text or a blob has at most `longest` bytes.
    pub(super) fn bound(connection: &mut Connection, path: &Path, longest: i32) -> Self {
        let (steps, path) = (Arc::new(AtomicU64::new(0)), path.to_owned());
        let counted = Arc::clone(&steps);
        let is_endless = move || {
            let steps = u64::from(STEPS.unsigned_abs());
            let taken = counted.fetch_add(steps, Relaxed) + steps;
            let size = fs::metadata(&path).map_or(0, |file| file.len());
            taken > FREE.saturating_add(size.saturating_mul(EACH))
        };
        // What older versions of the library return is nothing.
        let _set = connection.progress_handler(STEPS, Some(is_endless));
        let _before = connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, longest);
        Self(steps)
    }

    /// Begins a call.
    pub(super) fn begin(&self) {
        self.0.store(0, Relaxed);
    }
}
