//! The signals that end the command, and one that does not.

use std::{
    fs,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
};

use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ},
    flag,
    low_level::emulate_default_handler,
};

/// From here on a file that may not grow further (`ulimit -f`) is an error of the write, as a full disk
/// is. Its signal would end the command in the middle of a record, without a word.
pub(crate) fn survive_limits() {
    // Where it cannot be caught it ends the command, as before.
    let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// Those that end it, except those that its parent has set to be ignored, as `nohup` does.
pub(crate) fn ending() -> impl Iterator<Item = i32> {
    let ignored = ignored();
    let ends = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];
    ends.into_iter().filter(move |signal| ignored >> (signal - 1) & 1 == 0)
}

/// The signals that are ignored: the lowest bit is the first of them. Only Linux tells without
/// unsafe code.
fn ignored() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
}

/// As long as there is one, a signal that would end the command waits: what is not finished goes first. A
/// second one ends it at once. There is one at a time.
#[derive(Debug)]
pub(crate) struct Deferred(&'static [(i32, Arc<AtomicBool>)]);

/// The signals, and for each whether the next one ends the command.
static ENDING: OnceLock<Vec<(i32, Arc<AtomicBool>)>> = OnceLock::new();

impl Deferred {
    pub(crate) fn begin() -> Self {
        let watched = |signal| {
            let ends = Arc::new(AtomicBool::new(true));
            flag::register_conditional_default(signal, Arc::clone(&ends)).ok()?;
            flag::register(signal, Arc::clone(&ends)).ok()?;
            Some((signal, ends))
        };
        let signals = ENDING.get_or_init(|| ending().filter_map(watched).collect());
        for (_, ends) in signals {
            ends.store(false, SeqCst);
        }
        Self(signals)
    }

    /// Whether one waits.
    pub(crate) fn has_come(&self) -> bool {
        self.0.iter().any(|(_, ends)| ends.load(SeqCst))
    }
}

impl Drop for Deferred {
    fn drop(&mut self) {
        for (signal, ends) in self.0 {
            if ends.swap(true, SeqCst) {
                let _ = emulate_default_handler(*signal);
            }
        }
    }
}
