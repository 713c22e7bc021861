//! `ids ledger show`.

use std::{fmt::Display, path::PathBuf};

use clap::Args;
use evently_id::format_timestamp;
use evently_ledger::{Chunks, Event, EventId, Readers, parallel::Why, records};

use super::source::{self, unreadable};
use crate::{
    show::{
        output::{DIM, Output},
        outside::{self, printable},
    },
    status::{Failure, Status},
};

/// Arguments of `ids ledger show`.
#[derive(Args, Debug)]
pub(super) struct Show {
    /// The ledger, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Begin with this event
    #[arg(long, value_name = "ID")]
    from: Option<EventId>,
    /// Print at most N events
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Print the records as the ledger has them
    #[arg(long)]
    json: bool,
}

impl Show {
    pub(super) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        let mut status = Status::Done;
        let shown = self.show(&mut status, out);
        status.after(shown)
    }

    fn show(&self, status: &mut Status, out: &mut Output) -> Result<(), Failure> {
        let failed = |error| unreadable(&self.file, &error);
        let mut left = self.limit.unwrap_or(u64::MAX);
        if left == 0 {
            return Ok(());
        }
        let mut chunks = Chunks::new(source::open(&self.file)?.reader);
        let (mut index, mut begun, mut buffer) = (0, self.from.is_none(), Vec::new());
        let mut readers = Readers::default();
        loop {
            // Nothing is held back while waiting for more.
            out.flush()?;
            let Some(chunk) = chunks.next(buffer).map_err(failed)? else { break };
            for (_, record) in records(&chunk.bytes) {
                let shown = readers.read(record);
                begun |= shown.as_ref().is_ok_and(|(_, event)| id(event) == self.from);
                if begun {
                    left -= 1;
                    match shown {
                        // Of a line that is too long only the beginning is here.
                        _ if chunk.too_long => refuse(index, &Why::TooLong, status, out)?,
                        Ok(_) if self.json => {
                            let (live, bytes) = (out.is_live(), out.bytes());
                            let start = bytes.len();
                            bytes.extend_from_slice(record);
                            bytes.push(b'\n');
                            // Programs have it as it stands, people the same value.
                            if live {
                                outside::json(bytes, start);
                            }
                        }
                        Ok((_, event)) => write(&event, index, out),
                        Err(error) => refuse(index, &error, status, out)?,
                    }
                    out.end()?;
                    // What is left is not waited for.
                    if left == 0 {
                        return Ok(());
                    }
                }
                index += 1;
            }
            buffer = chunk.bytes;
        }
        match self.from.filter(|_| !begun) {
            Some(from) => {
                Err(Failure::Refused(format!("no event {from} in {}", outside::path(&self.file))))
            }
            None => Ok(()),
        }
    }
}

/// Says why a record is not shown.
fn refuse(
    index: u64,
    why: &dyn Display,
    status: &mut Status,
    out: &mut Output,
) -> Result<(), Failure> {
    status.raise(Status::Invalid);
    out.complain(|page| page.text(format!("record {index} (line {}): {why}\n", index + 1)))
}

/// The id that an event carries, if it is one.
fn id(event: &Event<'_>) -> Option<EventId> {
    event.recorded().and_then(|id| id.parse().ok())
}

/// Writes an event for people.
fn write(event: &Event<'_>, index: u64, out: &mut Output) {
    let page = out.page();
    let time = format_timestamp(event.timestamp()).expect("a timestamp that was read");
    page.styled(DIM, format!("{index:>6}  "));
    match id(event) {
        Some(id) => page.text(format!("{id}  {time:27}  ")),
        None => page.text(format!("{:32}  {time:27}  ", "no id")),
    }
    page.text(printable(event.name()));
    for part in [event.entities(), event.data()] {
        page.text(" ");
        page.styled(DIM, printable(part));
    }
    page.text("\n");
}
