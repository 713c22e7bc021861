//! The end of a ledger's file, where it is appended to.

use std::{
    fs::{File, OpenOptions},
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use evently_id::{EventId, EventReader, Fault, Profile, Verifier};

use super::chunks::MAX_RECORD;

/// The last line of a file.
#[derive(Debug)]
pub(super) struct Tail {
    /// Where it begins.
    pub(super) offset: u64,
    /// Without its end.
    line: Vec<u8>,
    /// Whether it has an end.
    pub(super) ended: bool,
    /// The line before it, if there is one.
    before: Option<Vec<u8>>,
}

/// The last event of a ledger and how the ledger was written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    pub(super) id: EventId,
    pub(super) profile: Profile,
}

/// Reads the last two lines; `None` of an empty file.
pub(super) fn read(file: &mut File) -> io::Result<Option<Tail>> {
    let length = file.metadata()?.len();
    let mut window = 64 << 10_u32;
    loop {
        let start = length.saturating_sub(window);
        file.seek(SeekFrom::Start(start))?;
        let mut bytes = Vec::new();
        (&*file).take(length - start).read_to_end(&mut bytes)?;
        let ended = bytes.last() == Some(&b'\n');
        if ended {
            bytes.pop();
        } else if bytes.is_empty() {
            return Ok(None);
        }
        let last = memchr::memrchr(b'\n', &bytes);
        let second = last.and_then(|end| memchr::memrchr(b'\n', &bytes[..end]));
        if start > 0 && second.is_none() && window < 3 * MAX_RECORD as u64 {
            window *= 8;
            continue;
        }
        let from = last.map_or(0, |end| end + 1);
        let before = last.map(|end| bytes[second.map_or(0, |end| end + 1)..end].to_vec());
        let line = bytes.split_off(from);
        return Ok(Some(Tail { offset: start + from as u64, line, ended, before }));
    }
}

impl Tail {
    /// Whether the last line is a record that follows the one before it.
    pub(super) fn verify(&self, file: &mut File) -> io::Result<Result<Head, Fault>> {
        let profile = first_profile(file)?;
        let mut verifier = match &self.before {
            None => Verifier::from_genesis(profile),
            Some(before) => match carried(before) {
                Ok(Some(previous)) => Verifier::after(previous, profile),
                // The last line has nothing to be held against, so it cannot be said to be torn.
                Ok(None) => {
                    return Err(io::Error::other("the last record but one has no valid id"));
                }
                Err(fault) => {
                    return Err(io::Error::other(format!("the last record but one: {fault}")));
                }
            },
        };
        Ok(verifier.verify(&self.line).map(|id| {
            let profile = verifier.profile().unwrap_or_default();
            Head { id, profile }
        }))
    }

    /// How long the last line is.
    pub(super) fn length(&self) -> usize {
        self.line.len()
    }

    /// Cuts the last line off, having kept it in a file of its own, whose name this is.
    pub(super) fn cut(&self, path: &Path, file: &mut File) -> io::Result<PathBuf> {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".torn-{}", self.offset));
        let kept = PathBuf::from(name);
        let mut beside = OpenOptions::new().write(true).create_new(true).open(&kept)?;
        beside.write_all(&self.line)?;
        if self.ended {
            beside.write_all(b"\n")?;
        }
        beside.sync_all()?;
        file.set_len(self.offset)?;
        file.sync_all()?;
        Ok(kept)
    }
}

/// The profile that the first record decides, if it is a ledger's first.
fn first_profile(file: &mut File) -> io::Result<Option<Profile>> {
    file.seek(SeekFrom::Start(0))?;
    let mut first = Vec::new();
    BufReader::new(file.take(MAX_RECORD as u64)).read_until(b'\n', &mut first)?;
    let mut verifier = Verifier::from_genesis(None);
    Ok(verifier.verify(&first).ok().and(verifier.profile()))
}

/// The id that a record carries, whatever its profile.
fn carried(record: &[u8]) -> Result<Option<EventId>, Fault> {
    let mut reader = EventReader::new(Profile::Doc5);
    let mut old = EventReader::new(Profile::V1);
    let event = match reader.read(record) {
        Ok(event) => event,
        Err(error) => old.read(record).map_err(|_| error)?,
    };
    Ok(event.recorded().and_then(|id| EventId::decode(id.as_bytes()).ok()))
}
