//! The end of a ledger's file, where it is appended to.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
};

use serde::de::IgnoredAny;

use super::{
    beside,
    error::{FileError, FileErrorKind},
};
use crate::{EventId, EventReader, Fault, MAX_RECORD, Profile, Verifier, chain::recorded};

/// The last line of a file.
#[derive(Debug)]
pub(super) struct Tail {
    /// Where it begins.
    offset: u64,
    /// Without its end.
    pub(super) line: Vec<u8>,
    /// Whether it has an end.
    pub(super) ended: bool,
    /// The line before it, if there is one.
    before: Option<Vec<u8>>,
}

/// The end of this file. With `repair` a torn line is cut off first; the file in which it is kept.
pub(super) fn settle(
    path: &Path,
    file: &mut File,
    repair: bool,
) -> Result<(Tail, EventId, Profile, Option<PathBuf>), FileError> {
    let failed = |error| FileError::io("read", path, error);
    let mut repaired = None;
    loop {
        let length = file.metadata().map_err(failed)?.len();
        let tail = read(file, length)
            .map_err(failed)?
            .ok_or_else(|| FileError::new(path, FileErrorKind::Empty))?;
        let profile = first_profile(file).map_err(failed)?;
        let (fault, is_before) = match tail.verify(profile) {
            Ok((head, profile)) => return Ok((tail, head, profile, repaired)),
            Err(wrong) => wrong,
        };
        let (size, offset) = (tail.line.len() as u64, tail.offset);
        let is_torn = !is_before && offset > 0 && tail.is_torn(&fault);
        let kept = match (is_torn, repaired.is_none()) {
            // A repair never cuts twice.
            (true, true) if repair => {
                repaired = Some(tail.cut(path, file)?);
                continue;
            }
            (true, true) => Some(beside::of_torn(path, offset)),
            _ => None,
        };
        let is_damaged = tail.ended && !is_before && fault != Fault::TooLong;
        let unfit =
            FileErrorKind::Unfit { fault, is_before, is_damaged, offset, size, kept, repaired };
        return Err(FileError::new(path, unfit));
    }
}

/// Reads the last two lines of these first bytes, of one that is too long only its end; `None` of no bytes.
pub(super) fn read(mut file: &File, length: u64) -> io::Result<Option<Tail>> {
    // Two records, their ends, and a byte that tells that there is more.
    const MOST: u64 = 2 * (MAX_RECORD as u64 + 1) + 1;
    let mut window = 64 << 10_u32;
    loop {
        let start = length.saturating_sub(window);
        file.seek(SeekFrom::Start(start))?;
        let mut bytes = Vec::new();
        file.take(length - start).read_to_end(&mut bytes)?;
        let ended = bytes.last() == Some(&b'\n');
        if ended {
            bytes.pop();
        } else if bytes.is_empty() {
            return Ok(None);
        }
        let last = memchr::memrchr(b'\n', &bytes);
        let second = last.and_then(|end| memchr::memrchr(b'\n', &bytes[..end]));
        if start > 0 && second.is_none() && window < MOST {
            window = MOST.min(window * 8);
            continue;
        }
        let from = last.map_or(0, |end| end + 1);
        let before = last.map(|end| bytes[second.map_or(0, |end| end + 1)..end].to_vec());
        let line = bytes.split_off(from);
        return Ok(Some(Tail { offset: start + from as u64, line, ended, before }));
    }
}

impl Tail {
    /// Whether the last line is a record that follows the one before it; else what is wrong, and whether it is with the one
    /// before it.
    fn verify(&self, profile: Option<Profile>) -> Result<(EventId, Profile), (Fault, bool)> {
        if self.line.len() > MAX_RECORD {
            return Err((Fault::TooLong, false));
        }
        let mut verifier = match &self.before {
            None => Verifier::from_genesis(profile),
            Some(before) if before.len() > MAX_RECORD => return Err((Fault::TooLong, true)),
            Some(before) => {
                let read =
                    EventReader::default().read_any(before).and_then(|event| recorded(&event));
                Verifier::after(read.map_err(|error| (error.into(), true))?, profile)
            }
        };
        let id = verifier.verify(&self.line).map_err(|fault| (fault, false))?;
        Ok((id, verifier.profile().unwrap_or_default()))
    }

    /// Whether a crash can have left this: the beginning of a record, and zeros where the rest was
    /// not written. All else is a record that has been changed.
    fn is_torn(&self, fault: &Fault) -> bool {
        // What has its line feed was written whole, and may have been acknowledged.
        let (Fault::Record(error), false) = (fault, self.ended) else { return false };
        let zeros = self.line.iter().rev().take_while(|byte| **byte == 0).count();
        let begun = &self.line[..self.line.len() - zeros];
        // All of the record may be there, but not the line's end.
        is_beginning(begun) || zeros > 0 && error.offset == begun.len()
    }

    /// Cuts the last line off, having kept it beside the file; where.
    fn cut(&self, path: &Path, file: &File) -> Result<PathBuf, FileError> {
        let kept = beside::keep(path, file, self.offset, &self.line)?;
        file.set_len(self.offset)
            .and_then(|()| file.sync_all())
            .map_err(|error| FileError::io("cut the last line off", path, error))?;
        Ok(kept)
    }
}

/// Whether this is the beginning of an object's JSON, and not all of it.
fn is_beginning(text: &[u8]) -> bool {
    let whole = match core::str::from_utf8(text) {
        Ok(_) => text,
        // A character can be cut as well.
        Err(error) if error.error_len().is_none() => &text[..error.valid_up_to()],
        Err(_) => return false,
    };
    let ends_early =
        |text: &[u8]| serde_json::from_slice::<IgnoredAny>(text).is_err_and(|error| error.is_eof());
    // A sign, a point or an exponent wants its digit.
    let begins = whole.first().is_none_or(|first| *first == b'{');
    begins && (ends_early(whole) || ends_early(&[whole, b"0"].concat()))
}

/// The profile that the first record decides, if it is a ledger's first.
fn first_profile(file: &mut File) -> io::Result<Option<Profile>> {
    file.seek(SeekFrom::Start(0))?;
    let mut first = Vec::new();
    BufReader::new(file.take(MAX_RECORD as u64)).read_until(b'\n', &mut first)?;
    let mut verifier = Verifier::from_genesis(None);
    Ok(verifier.verify(&first).ok().and(verifier.profile()))
}
