//! How far long work is, on standard error: only on a terminal, nothing in a pipe.

use std::{
    io::{self, IsTerminal},
    time::Duration,
};

use indicatif::{ProgressBar, ProgressStyle};

/// Of so many bytes, if that is known.
pub(crate) fn bytes(size: Option<u64>) -> ProgressBar {
    let template = match size {
        Some(_) => "{bar:30} {percent:>3} % {bytes_per_sec}, {eta} left  {msg}",
        None => "{spinner} {bytes} {bytes_per_sec} {msg}",
    };
    shown(size.map_or_else(ProgressBar::new_spinner, ProgressBar::new), template)
}

/// Of things that nobody knows the number of.
pub(crate) fn items(what: &str) -> ProgressBar {
    let bar = shown(ProgressBar::new_spinner(), "{spinner} {msg}: {pos}, {per_sec}");
    bar.set_message(what.to_owned());
    bar
}

fn shown(bar: ProgressBar, template: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    // At once, and again while nothing arrives.
    bar.tick();
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}
