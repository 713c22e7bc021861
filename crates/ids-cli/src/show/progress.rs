//! How far long work is, on standard error: only on a terminal, nothing in a pipe.

use std::{
    io::{self, IsTerminal, Read},
    time::Duration,
};

use indicatif::{ProgressBar, ProgressStyle};

/// A line that says how far the work is, if standard error is a terminal.
///
/// Even a hidden bar of the library asks the system for random bits, and panics where it has none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Progress(Option<ProgressBar>);

impl Progress {
    /// Of this number of bytes, if it is known.
    pub(crate) fn bytes(size: Option<u64>) -> Self {
        let template = match size {
            Some(_) => "{bar:30} {percent:>3} % {bytes_per_sec}, {eta} left  {msg}",
            None => "{spinner} {bytes} {bytes_per_sec} {msg}",
        };
        Self::shown(size, template)
    }

    /// Of this number of events.
    pub(crate) fn events(count: u64) -> Self {
        Self::shown(Some(count), "{bar:30} {percent:>3} % {per_sec}, {eta} left  {msg}")
    }

    /// Of an unknown number of items.
    pub(crate) fn items(what: &str) -> Self {
        let progress = Self::shown(None, "{spinner} {msg}: {pos}, {per_sec}");
        progress.say(|| what.to_owned());
        progress
    }

    fn shown(length: Option<u64>, template: &str) -> Self {
        if !io::stderr().is_terminal() {
            return Self(None);
        }
        let bar = length.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        // At once, and again while nothing arrives.
        bar.tick();
        bar.enable_steady_tick(Duration::from_millis(100));
        Self(Some(bar))
    }

    /// Sets the position.
    pub(crate) fn reached(&self, position: u64) {
        if let Some(bar) = &self.0 {
            bar.set_position(position);
        }
    }

    /// One more.
    pub(crate) fn advance(&self) {
        if let Some(bar) = &self.0 {
            bar.inc(1);
        }
    }

    /// The same reader, each byte of which is one more.
    pub(crate) fn over(&self, reader: impl Read + 'static) -> Box<dyn Read> {
        match &self.0 {
            Some(bar) => Box::new(bar.wrap_read(reader)),
            None => Box::new(reader),
        }
    }

    /// Sets the message.
    pub(crate) fn say(&self, message: impl FnOnce() -> String) {
        if let Some(bar) = &self.0 {
            bar.set_message(message());
        }
    }

    /// Makes room on the terminal while something is written.
    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Takes the line away.
    pub(crate) fn end(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
