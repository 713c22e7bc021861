//! Identifiers from the arguments, or from standard input, one per line.

use std::{
    ffi::OsString,
    fs::File,
    io::{self, IsTerminal, Read, Write},
    path::Path,
};

use crate::{
    show::{output::Output, outside},
    status::Failure,
};

/// The longest line that is looked at. No text form of any format comes near.
pub(crate) const MAX_LINE: usize = 4096;

/// Bytes read at once.
const BLOCK: usize = 128 << 10;

/// One piece of input.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Line<'a> {
    Text(&'a [u8]),
    /// The beginning of a line longer than [`MAX_LINE`].
    TooLong(&'a [u8]),
}

impl<'a> Line<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        if bytes.len() > MAX_LINE { Self::TooLong(&bytes[..256]) } else { Self::Text(bytes) }
    }
}

/// Gives each argument to `answer`, or each line of standard input if there are none, or if `-` is the only one.
///
/// Each line of input has one answer, an empty line too. Nothing is held back while
/// waiting for input: what has been answered is written first.
pub(crate) fn each(
    arguments: &[OsString],
    out: &mut Output,
    mut answer: impl FnMut(&mut Output, Line<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if !arguments.is_empty() && arguments != ["-"] {
        return arguments
            .iter()
            .try_for_each(|argument| answer(out, Line::new(argument.as_encoded_bytes())));
    }
    let stdin = io::stdin();
    if stdin.is_terminal() {
        let note = "reading identifiers from standard input, one per line (end with Ctrl-D)";
        // If standard error is closed, the note is lost, and nothing else.
        let _ = writeln!(io::stderr(), "{note}");
    }
    lines(&mut stdin.lock(), out, answer)
}

/// Gives each line of a file to `answer`, `-` being standard input.
pub(crate) fn file(
    path: &Path,
    out: &mut Output,
    answer: impl FnMut(&mut Output, Line<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if path.as_os_str() == "-" {
        return each(&[], out, answer);
    }
    let mut source = open(path)?;
    lines(&mut source, out, answer).map_err(|failure| unread(path, failure))
}

/// Opens a file, `-` being standard input.
pub(crate) fn open(path: &Path) -> Result<Box<dyn Read>, Failure> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(io::stdin()));
    }
    let file = File::open(path).map_err(|error| unread(path, Failure::Read(error)))?;
    Ok(Box::new(file))
}

/// The failure to read a file, with its name.
pub(crate) fn unread(path: &Path, failure: Failure) -> Failure {
    match failure {
        Failure::Read(error) if path.as_os_str() != "-" => {
            Failure::Refused(format!("cannot read {}: {error}", outside::path(path)))
        }
        other => other,
    }
}

/// Splits `source` into lines, in a buffer of fixed size.
fn lines(
    source: &mut impl Read,
    out: &mut Output,
    mut answer: impl FnMut(&mut Output, Line<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut buffer = vec![0; BLOCK];
    let (mut start, mut end, mut skipping) = (0, 0, false);
    loop {
        while let Some(length) = memchr::memchr(b'\n', &buffer[start..end]) {
            let line = &buffer[start..start + length];
            start += length + 1;
            if std::mem::take(&mut skipping) {
                continue;
            }
            answer(out, Line::new(line.strip_suffix(b"\r").unwrap_or(line)))?;
        }
        if end - start > MAX_LINE + 1 {
            if !skipping {
                answer(out, Line::new(&buffer[start..end]))?;
            }
            skipping = true;
            start = end;
        }
        buffer.copy_within(start..end, 0);
        (start, end) = (0, end - start);
        out.flush()?;
        match source.read(&mut buffer[end..]) {
            Ok(0) => break,
            Ok(count) => end += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(Failure::Read(error)),
        }
    }
    if end > 0 && !skipping {
        let line = &buffer[..end];
        answer(out, Line::new(line.strip_suffix(b"\r").unwrap_or(line)))?;
    }
    Ok(())
}
