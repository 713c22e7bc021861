//! The signals that end the command, and one that does not.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, Once, PoisonError, atomic::AtomicBool},
    thread,
};

use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ},
    flag,
    iterator::Signals,
    low_level::emulate_default_handler,
};

/// From here on a file that may not grow further (`ulimit -f`) is an error of the write, as a full disk
/// is. Its signal would end the command in the middle of a record, without a word.
pub(crate) fn survive_limits() {
    // Where it cannot be caught it ends the command, as before.
    let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// Those that end it, except those that its parent has set to be ignored, as `nohup` does.
fn ending() -> impl Iterator<Item = i32> {
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

/// Calls `act` when a signal comes that ends the command. `act` finishes its work, and then calls the function that it is
/// given, which ends the command.
pub(crate) fn before_end(mut act: impl FnMut(&dyn Fn()) + Send + 'static) {
    let Ok(mut signals) = Signals::new(ending()) else { return };
    thread::spawn(move || {
        for signal in signals.forever() {
            act(&|| {
                let _ = emulate_default_handler(signal);
            });
        }
    });
}

/// As long as there is one, something is not finished: a signal that ends the command removes it first, at once,
/// whatever is waited for. There is one at a time.
#[derive(Debug)]
pub(crate) struct Unfinished(());

/// Where it is. Locked while it is made, and while it is removed.
static PLACE: Mutex<Option<PathBuf>> = Mutex::new(None);
static WATCH: Once = Once::new();

impl Unfinished {
    /// Makes a file, or a folder with all that will be in it.
    pub(crate) fn make<T: AsRef<Path>>(
        new: impl FnOnce() -> io::Result<T>,
    ) -> io::Result<(Self, T)> {
        WATCH.call_once(|| {
            before_end(|end| {
                // Locked to the end: nothing more is made.
                let place = place();
                if let Some(path) = &*place {
                    // In a folder a file may have been made meanwhile.
                    let _ = fs::remove_file(path)
                        .or_else(|_| fs::remove_dir_all(path))
                        .or_else(|_| fs::remove_dir_all(path));
                }
                end();
            });
        });
        let mut place = place();
        let made = new()?;
        *place = Some(made.as_ref().to_owned());
        Ok((Self(()), made))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        *place() = None;
    }
}

fn place() -> MutexGuard<'static, Option<PathBuf>> {
    PLACE.lock().unwrap_or_else(PoisonError::into_inner)
}
