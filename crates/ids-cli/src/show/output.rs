//! Standard output, buffered in a pipe and direct on a terminal.

use std::{
    fmt,
    io::{self, IsTerminal, Write},
};

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use clap::{ColorChoice, builder::StyledStr};

use super::{Progress, closed, json, outside};
use crate::{Failure, Status, reading::input::MARK};

/// Written at once in a pipe.
const BLOCK: usize = 64 << 10;

/// Emphasis for names and prompts.
pub(crate) const BOLD: Style = Style::new().bold();
/// What went wrong.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
/// What matters less.
pub(crate) const DIM: Style = Style::new().dimmed();
/// One for each field in turn.
pub(crate) const FIELDS: [Style; 6] = [
    AnsiColor::Cyan.on_default(),
    AnsiColor::Yellow.on_default(),
    AnsiColor::Green.on_default(),
    AnsiColor::Magenta.on_default(),
    AnsiColor::Blue.on_default(),
    AnsiColor::Red.on_default(),
];

/// Text on its way out.
#[derive(Debug)]
pub(crate) struct Page {
    bytes: Vec<u8>,
    colored: bool,
}

impl Page {
    /// Text, of which nothing acts on a terminal but line feeds.
    pub(crate) fn text(&mut self, text: impl AsRef<[u8]>) {
        outside::append(&mut self.bytes, text.as_ref());
    }

    /// Text in a style, where there are colours.
    pub(crate) fn styled(&mut self, style: Style, text: impl AsRef<[u8]>) {
        self.begin(style);
        self.text(text);
        self.end(style);
    }

    /// A line that says what went wrong.
    pub(crate) fn error(&mut self, message: impl fmt::Display) {
        self.styled(BAD, "error");
        self.text(format!(": {message}\n"));
    }

    /// From here on text has this style, where there are colours.
    pub(crate) fn begin(&mut self, style: Style) {
        if self.colored {
            self.bytes.extend_from_slice(style.render().to_string().as_bytes());
        }
    }

    /// Ends a style.
    pub(crate) fn end(&mut self, style: Style) {
        if self.colored {
            self.bytes.extend_from_slice(style.render_reset().to_string().as_bytes());
        }
    }

    /// A number with spaces behind it, up to a width. The formatter would write them one by one.
    pub(crate) fn number(&mut self, value: u64, width: usize) {
        let end = self.bytes.len() + width;
        json::decimal(&mut self.bytes, value);
        self.bytes.resize(end.max(self.bytes.len()), b' ');
    }

    /// What the formats write: texts, instants and bytes, in which nothing acts on a terminal.
    pub(crate) fn plain(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.bytes);
    }

    /// An empty page with colours where this one has them: for text that is written more than once.
    pub(crate) const fn aside(&self) -> Self {
        Self { bytes: Vec::new(), colored: self.colored }
    }

    /// What was written so far, which begins anew.
    pub(crate) fn take(&mut self) -> Page {
        let aside = self.aside();
        std::mem::replace(self, aside)
    }

    /// Text that was written before, in which nothing acts on a terminal but its styles.
    pub(crate) fn made(&mut self, made: &Page) {
        self.bytes.extend_from_slice(&made.bytes);
    }

    /// Text of the command itself that has its own styles: nothing in it is from outside.
    pub(crate) fn ours(&mut self, text: &StyledStr) {
        let text = if self.colored { text.ansi().to_string() } else { text.to_string() };
        self.bytes.extend_from_slice(text.as_bytes());
    }
}

impl fmt::Write for Page {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.text(text);
        Ok(())
    }
}

/// Standard output.
#[derive(Debug)]
pub(crate) struct Output {
    page: Page,
    live: bool,
    /// Whether what was delivered ends within a line.
    within_line: bool,
    /// Whether to go on after the reader has closed the pipe.
    regardless: bool,
    color: ColorChoice,
    /// Makes room for what is written.
    progress: Progress,
    /// What the answers so far mean for the exit code, also those that find no reader.
    pub(crate) status: Status,
}

impl Output {
    pub(crate) fn new(color: ColorChoice) -> Self {
        let stdout = io::stdout();
        let colored = colored(color, &stdout);
        let bytes = Vec::with_capacity(BLOCK + BLOCK / 4);
        Self {
            page: Page { bytes, colored },
            live: stdout.is_terminal(),
            within_line: false,
            regardless: false,
            color,
            progress: Progress::default(),
            status: Status::Done,
        }
    }

    pub(crate) fn page(&mut self) -> &mut Page {
        &mut self.page
    }

    /// Appends to the bytes of the page.
    pub(crate) fn bytes(&mut self) -> &mut Vec<u8> {
        &mut self.page.bytes
    }

    /// When to use colours.
    pub(crate) const fn color(&self) -> ColorChoice {
        self.color
    }

    /// Appends what is from outside: to programs as it stands, and to a terminal as `escape` has it, a function of
    /// [`outside`] that takes the place where it begins.
    pub(crate) fn outside(
        &mut self,
        escape: fn(&mut Vec<u8>, usize),
        write: impl FnOnce(&mut Vec<u8>),
    ) {
        let start = self.page.bytes.len();
        write(&mut self.page.bytes);
        if self.live {
            escape(&mut self.page.bytes, start);
        }
    }

    /// From now on a reader who goes away does not end the run: its verdict is still wanted.
    pub(crate) const fn regardless(&mut self) -> &mut Self {
        self.regardless = true;
        self
    }

    /// Whether the next byte belongs to a line that has begun. A mark of the byte order is no beginning.
    fn is_within_line(&self) -> bool {
        let mut lines = self.page.bytes.rsplitn(2, |byte| *byte == b'\n');
        let last = lines.next().unwrap_or_default();
        let is_open = !last.is_empty() && last != MARK;
        is_open || self.within_line && lines.next().is_none()
    }

    /// Ends a line that has begun, so that the next file does not go on with it.
    pub(crate) fn end_line(&mut self) {
        if self.is_within_line() {
            self.page.bytes.push(b'\n');
        }
    }

    /// Ends an answer: on a terminal it is shown, in a pipe once there are enough.
    pub(crate) fn end(&mut self) -> Result<(), Failure> {
        if self.live || self.page.bytes.len() >= BLOCK { self.flush() } else { Ok(()) }
    }

    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        match self.deliver() {
            Err(error) if self.regardless && error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            written => written.map_err(Failure::Write),
        }
    }

    /// As [`flush`](Self::flush), but a closed pipe is an error in every case. Text that cannot be
    /// written is dropped.
    pub(crate) fn deliver(&mut self) -> io::Result<()> {
        if self.page.bytes.is_empty() {
            return Ok(());
        }
        self.within_line = self.is_within_line();
        let written = self.progress.suspend(|| {
            if closed::stdout() {
                return Err(io::Error::other("it is closed"));
            }
            let mut stdout = io::stdout().lock();
            stdout.write_all(&self.page.bytes).and_then(|()| stdout.flush())
        });
        self.page.bytes.clear();
        written
    }

    /// Writes above this line from now on.
    pub(crate) fn progress(&mut self, progress: Progress) -> Progress {
        self.progress = progress.clone();
        progress
    }

    /// Writes to standard error, after all that is on its way to standard output.
    pub(crate) fn complain(&mut self, write: impl FnOnce(&mut Page)) -> Result<(), Failure> {
        self.flush()?;
        self.progress.suspend(|| complain(self.color, write));
        Ok(())
    }
}

/// Writes to standard error. A failure of that is ignored.
pub(crate) fn complain(color: ColorChoice, write: impl FnOnce(&mut Page)) {
    let stderr = io::stderr();
    let mut page = Page { bytes: Vec::new(), colored: colored(color, &stderr) };
    write(&mut page);
    let _ = stderr.lock().write_all(&page.bytes);
}

/// Whether to colour: as `--color` says; by default only a terminal, and not if `NO_COLOR` is set.
fn colored(color: ColorChoice, stream: &impl anstream::stream::RawStream) -> bool {
    match color {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => AutoStream::choice(stream) != anstream::ColorChoice::Never,
    }
}
