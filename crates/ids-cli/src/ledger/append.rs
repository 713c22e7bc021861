//! `ids ledger append`.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write},
    path::PathBuf,
    time::Duration,
};

use clap::Args;
use evently_id::{Chain, Digest, EventId, Verifier, records};

use super::{
    chunks::{Chunks, MAX_RECORD},
    create::Stamp,
    lock,
    source::{compression, fill, unreadable},
    tail,
};
use crate::{
    event::refused,
    instant, json,
    output::{BAD, Output},
    outside,
    status::{Failure, Status},
};

/// Arguments of `ids ledger append`.
#[derive(Args, Debug)]
pub(super) struct Append {
    /// The ledger's file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Cut off a torn last line, and keep it beside the ledger
    #[arg(long)]
    repair: bool,
    /// Give up if the lock has to be waited for longer than this; by default it is waited for as
    /// long as it takes
    #[arg(long, value_name = "DURATION", value_parser = instant::parse_duration)]
    wait: Option<Duration>,
    /// Verify the whole ledger first, and print for each event its number and a SHA-256 of all
    /// events up to it, as one JSON object per line
    #[arg(long)]
    receipt: bool,
    #[command(flatten)]
    stamp: Stamp,
}

/// A ledger that is locked.
struct Ledger {
    file: File,
    chain: Chain,
    /// The bytes of its records.
    length: u64,
    /// Whether the last record lacks its end.
    open: bool,
    receipt: Option<(u64, Digest)>,
}

impl Append {
    pub(super) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        let mut ledger = self.open(out)?;
        let mut unread = Unread::default();
        let appended = self.events(&mut ledger, out, &mut unread);
        let status = unread.report(out)?;
        appended.map(|()| status)
    }

    /// Appends all that is given, also where nobody takes the answers any more.
    fn events(
        &self,
        ledger: &mut Ledger,
        out: &mut Output,
        unread: &mut Unread,
    ) -> Result<(), Failure> {
        // Each line of input is answered before the next is waited for.
        let mut input = BufReader::new(io::stdin().lock());
        let (mut number, mut line) = (0, Vec::new());
        loop {
            line.clear();
            let limit = MAX_RECORD as u64 + 1;
            let length =
                (&mut input).take(limit).read_until(b'\n', &mut line).map_err(Failure::Read)?;
            if length == 0 {
                return Ok(());
            }
            number += 1;
            let id = self.append(ledger, number, &line)?;
            ledger.answer(id, out);
            // Whoever waits for the id of an event that is stored gets it now.
            if let Err(error) = out.deliver() {
                unread.add(error);
            }
        }
    }

    fn open(&self, out: &mut Output) -> Result<Ledger, Failure> {
        let path = &self.file;
        let failed = |error| unreadable(path, &error);
        let mut file = lock::locked(path, self.wait, out)?;
        let mut start = [0; 4];
        fill(&mut file, &mut start).map_err(failed)?;
        if let Some(compression) = compression(start) {
            return Err(Failure::Refused(format!(
                "{} is compressed by {}: nothing can be appended to it until it is decompressed",
                outside::path(path),
                compression.name()
            )));
        }
        let (tail, head) = tail::settle(path, &mut file, self.repair, out)?;
        let length = file.seek(SeekFrom::End(0)).map_err(failed)?;
        let receipt = self.receipt.then(|| self.digest(&mut file, length)).transpose()?;
        let chain = Chain::resume(head.profile, head.id);
        Ok(Ledger { file, chain, length, open: !tail.ended, receipt })
    }

    /// Verifies all that is there.
    fn digest(&self, file: &mut File, length: u64) -> Result<(u64, Digest), Failure> {
        let failed = |error| unreadable(&self.file, &error);
        file.seek(SeekFrom::Start(0)).map_err(failed)?;
        let mut verifier = Verifier::from_genesis(None);
        let (mut digest, mut count, mut buffer) = (Digest::EMPTY, 0_u64, Vec::new());
        let mut chunks = Chunks::new(&mut *file);
        while let Some(chunk) = chunks.next(buffer).map_err(failed)? {
            for (_, record) in records(&chunk.bytes) {
                verifier.verify_with(record, |event| digest.add(event.digest())).map_err(
                    |fault| {
                        let path = outside::path(&self.file);
                        Failure::Unverified(format!("{path}: record {count}: {fault}"))
                    },
                )?;
                count += 1;
            }
            buffer = chunk.bytes;
        }
        file.seek(SeekFrom::Start(length)).map_err(failed)?;
        Ok((count, digest))
    }

    /// Writes one event and waits until it is on the disk. After an error the chain may be ahead of
    /// the file: the run ends.
    fn append(&self, ledger: &mut Ledger, line: u64, event: &[u8]) -> Result<EventId, Failure> {
        let mut record = Vec::new();
        if ledger.open {
            record.push(b'\n');
        }
        let event = event.strip_suffix(b"\n").unwrap_or(event);
        if event.len() > MAX_RECORD {
            return Err(Failure::Refused(format!("event {line}: longer than 16 MiB")));
        }
        let start = record.len();
        let (mut digest, wanted) = (None, ledger.receipt.is_some());
        let id = ledger
            .chain
            .append_with(&self.stamp, event, &mut record, |event| {
                digest = wanted.then(|| event.digest());
            })
            .map_err(|error| {
                Failure::Refused(format!("event {line}: {}", refused(error, event)))
            })?;
        // Time and id are added to what was given, and numbers are written out.
        if record.len() - start > MAX_RECORD {
            return Err(Failure::Refused(format!(
                "event {line}: its record would be longer than 16 MiB"
            )));
        }
        record.push(b'\n');
        self.write(ledger, &record).map_err(|error| {
            let path = outside::path(&self.file);
            Failure::Refused(format!("event {line}: cannot write {path}: {error}"))
        })?;
        ledger.length += record.len() as u64;
        ledger.open = false;
        if let (Some((count, whole)), Some(digest)) = (&mut ledger.receipt, digest) {
            *count += 1;
            whole.add(digest);
        }
        Ok(id)
    }
}

impl Append {
    /// Writes a record, and looks before and after whether the file still has its name: whoever
    /// reads an answer finds the event there.
    fn write(&self, ledger: &mut Ledger, record: &[u8]) -> Result<(), String> {
        let changed = |ledger: &Ledger, length: u64| {
            lock::changed(&ledger.file, &self.file, length).map_err(|error| error.to_string())
        };
        if let Some(change) = changed(ledger, ledger.length)? {
            return Err(format!("{change}; nothing is appended"));
        }
        let length = ledger.length + record.len() as u64;
        let file = &mut ledger.file;
        let written = file.write_all(record).and_then(|()| file.sync_data());
        let written = match written {
            Ok(()) => changed(ledger, length)?.map_or(Ok(()), |change| Err(change.to_owned())),
            Err(error) => Err(error.to_string()),
        };
        written.map_err(|error| {
            // Nothing of an event that was not acknowledged is to stay.
            let undone = ledger.file.set_len(ledger.length);
            let left = if undone.is_ok() { "is as before" } else { "may have a torn last line" };
            format!("{error}; it {left}")
        })
    }
}

impl Ledger {
    /// What is said of an event that is stored.
    fn answer(&self, id: EventId, out: &mut Output) {
        match &self.receipt {
            None => out.page().text(format!("{id}\n")),
            Some((count, digest)) => {
                let bytes = out.bytes();
                bytes.push(b'{');
                json::member(bytes, "eventId", id.encode().as_bytes());
                json::member(bytes, "events", count.to_string().as_bytes());
                json::member(bytes, "sha256", digest.encode().as_bytes());
                bytes.extend_from_slice(b"}\n");
            }
        }
    }
}

/// Events that are stored, but whose answers could not be written.
#[derive(Default)]
struct Unread {
    count: u64,
    first: Option<io::Error>,
}

impl Unread {
    fn add(&mut self, error: io::Error) {
        self.count += 1;
        self.first.get_or_insert(error);
    }

    /// Says how many there are. An event whose id is not known would be appended again, so that
    /// is no success.
    fn report(self, out: &mut Output) -> Result<Status, Failure> {
        let Some(error) = self.first else { return Ok(Status::Done) };
        let events = if self.count == 1 { "event is" } else { "events are" };
        out.complain(|page| {
            page.styled(BAD, "error");
            page.text(format!(
                ": {} {events} stored, but cannot be answered on standard output: {error}\n",
                self.count
            ));
        })?;
        Ok(Status::Invalid)
    }
}
