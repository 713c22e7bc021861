//! Signals that end the command: before it ends, they end what it has begun, such as a file that is not finished. The
//! signal of a file that may not grow further does not end the command. Only Unix has signals.

use std::{
    fs, io,
    path::Path,
    sync::{Mutex, MutexGuard, PoisonError},
};
#[cfg(unix)]
use std::{
    sync::{Arc, Once, atomic::AtomicBool},
    thread,
};

#[cfg(unix)]
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
    #[cfg(unix)]
    let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// The signals that are ignored: the lowest bit is the first of them. Only Linux tells without
/// unsafe code.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
}

/// As long as there is one, something is not finished: a signal that ends the command ends it first, at once,
/// whatever is waited for. There is one at a time.
#[derive(Debug)]
pub(crate) struct Unfinished(());

/// What ends it. Locked while it is begun, and while it is ended.
static END: Mutex<Option<Box<dyn FnMut() + Send>>> = Mutex::new(None);

#[expect(clippy::unused_self, reason = "there is one at a time, which has what is locked")]
impl Unfinished {
    /// Begins something that `end` ends.
    pub(crate) fn begin<T, E: FnMut() + Send + 'static>(
        new: impl FnOnce() -> io::Result<T>,
        end: impl FnOnce(&T) -> E,
    ) -> io::Result<(Self, T)> {
        #[cfg(unix)]
        watch();
        let mut locked = locked();
        let new = new()?;
        *locked = Some(Box::new(end(&new)));
        Ok((Self(()), new))
    }

    /// Makes a file, or a folder with all that will be in it, which is removed.
    pub(crate) fn make<T: AsRef<Path>>(
        new: impl FnOnce() -> io::Result<T>,
    ) -> io::Result<(Self, T)> {
        Self::begin(new, |made| {
            let path = made.as_ref().to_owned();
            move || {
                // In a folder a file may have been made meanwhile.
                let _ = fs::remove_file(&path)
                    .or_else(|_| fs::remove_dir_all(&path))
                    .or_else(|_| fs::remove_dir_all(&path));
            }
        })
    }

    /// From now on it is ended by this.
    pub(crate) fn goes_on(&self, end: impl FnMut() + Send + 'static) {
        *locked() = Some(Box::new(end));
    }

    /// Ends it now.
    pub(crate) fn end(self) {
        if let Some(mut end) = locked().take() {
            end();
        }
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        *locked() = None;
    }
}

/// From the first call on, a signal that ends the command ends what is not finished before; not one that its parent has
/// set to be ignored, as `nohup` does.
#[cfg(unix)]
fn watch() {
    static WATCH: Once = Once::new();
    WATCH.call_once(|| {
        let ignored = ignored();
        let mut ends = vec![SIGHUP, SIGINT, SIGQUIT, SIGTERM];
        ends.retain(|signal| ignored >> (signal - 1) & 1 == 0);
        let Ok(mut signals) = Signals::new(ends) else { return };
        thread::spawn(move || {
            for signal in signals.forever() {
                // Locked to the end: nothing more is begun.
                let mut end = locked();
                if let Some(end) = &mut *end {
                    end();
                }
                let _ = emulate_default_handler(signal);
            }
        });
    });
}

fn locked() -> MutexGuard<'static, Option<Box<dyn FnMut() + Send>>> {
    END.lock().unwrap_or_else(PoisonError::into_inner)
}
