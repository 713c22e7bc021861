//! A ledger's bytes: from a file or standard input, as they are or compressed.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use evently_ledger::file::Compression;
use ruzstd::decoding::{
    BlockDecodingStrategy, FrameDecoder,
    errors::{FrameDecoderError, ReadFrameHeaderError},
};

use crate::{show::outside, status::Failure};

/// Bytes of records, and how far the source of them has been read.
pub(super) struct Source {
    pub(super) reader: Box<dyn Read>,
    /// How many bytes the file has, where that is known.
    pub(super) size: Option<u64>,
    /// How many of them have been read.
    pub(super) read: Arc<AtomicU64>,
}

/// Opens a file, or standard input for `-`. What begins like gzip or zstd is decompressed.
pub(super) fn open(path: &Path) -> Result<Source, Failure> {
    let failed = |error| unreadable(path, &error);
    let read = Arc::new(AtomicU64::new(0));
    let (raw, size): (Box<dyn Read>, _) = if path == Path::new("-") {
        (Box::new(io::stdin().lock()), None)
    } else {
        let file = File::open(path).map_err(failed)?;
        let data = file.metadata().map_err(failed)?;
        (Box::new(file), data.is_file().then_some(data.len()))
    };
    let mut raw = Counted { raw, read: Arc::clone(&read) };
    let mut start = [0; 4];
    let filled = fill(&mut raw, &mut start).map_err(failed)?;
    let whole = io::Cursor::new(start).take(filled as u64).chain(raw);
    let reader: Box<dyn Read> = match Compression::of(&start) {
        Some(Compression::Gzip) => {
            Box::new(flate2::read::MultiGzDecoder::new(BufReader::new(whole)))
        }
        Some(Compression::Zstd) => {
            Box::new(Frames { source: BufReader::new(whole), frame: FrameDecoder::new() })
        }
        _ => Box::new(whole),
    };
    Ok(Source { reader, size, read })
}

/// What the user reads when a ledger cannot be.
pub(super) fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::Refused(format!("cannot read {}: {error}", outside::path(path)))
}

/// Reads until the buffer is full or the source ends; how much there is.
fn fill(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match reader.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

struct Counted<R> {
    raw: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.raw.read(buffer)?;
        self.read.fetch_add(count as u64, Relaxed);
        Ok(count)
    }
}

/// The text of zstd frames, which may follow each other.
struct Frames<R> {
    source: R,
    frame: FrameDecoder,
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Self { source, frame } = self;
        loop {
            if frame.can_collect() > 0 {
                return frame.read(buffer);
            }
            if !frame.is_finished() {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                frame.decode_blocks(&mut *source, one).map_err(io::Error::other)?;
                continue;
            }
            // All of the frame has been collected, so that its checksum is known, if it has one.
            let sums = frame.get_checksum_from_data().zip(frame.get_calculated_checksum());
            if sums.is_some_and(|(recorded, computed)| recorded != computed) {
                let message = "the checksum of a zstd frame does not match its content";
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            if source.fill_buf()?.is_empty() {
                return Ok(0);
            }
            match frame.init(&mut *source) {
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let skipped = io::copy(&mut source.take(length.into()), &mut io::sink())?;
                    if skipped < length.into() {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                begun => begun.map_err(io::Error::other)?,
            }
        }
    }
}
