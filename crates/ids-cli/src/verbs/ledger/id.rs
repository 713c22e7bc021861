//! `ids ledger id`.

use clap::Args;
use evently_ledger::{EventReader, Profile};

use super::{Where, source};
use crate::{
    Failure, Output, Status,
    show::{BOLD, json},
};

/// Print the ledger's id, by each profile that reads the first event
#[derive(Args, Debug)]
pub(crate) struct Id {
    #[command(flatten)]
    ledger: Where,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

impl Id {
    /// Exit code 4 if the first event's id is right by no reading.
    pub(super) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        let mut lines = source::events(&self.ledger.place(), None)?;
        let record = lines.next()?.map_or_else(Vec::new, |line| line.record.to_vec());
        let (mut found, mut readings, mut fault) = (None, Vec::new(), None);
        for &profile in Profile::ALL {
            let mut reader = EventReader::new(profile);
            let mut event = match reader.read(&record) {
                Ok(event) => event,
                Err(error) => {
                    fault.get_or_insert(error);
                    continue;
                }
            };
            let recorded = event.recorded().map(str::to_owned);
            // A timestamp that was read always fits.
            let Ok(id) = event.id(None) else { continue };
            let matches = recorded.as_deref() == Some(&*id.encode());
            found = found.or(matches.then_some(profile));
            readings.push((profile, id));
        }
        if let (true, Some(error)) = (readings.is_empty(), fault) {
            return Err(Failure::Refused(format!("{}: the first event: {error}", lines.label)));
        }
        if self.json {
            json::line(out.bytes(), |out| {
                json::optional(out, "profile", found.map(Profile::name));
                json::key(out, "readings");
                json::object(out, |out| {
                    for (profile, id) in readings {
                        json::key(out, profile.name());
                        json::object(out, |out| {
                            json::member(out, "ledger", id.ledger().encode().as_bytes());
                            json::member(out, "genesis", id.encode().as_bytes());
                        });
                    }
                });
            });
        } else {
            for (profile, id) in readings {
                let page = out.page();
                let line = format!("{:4}  ledger {}  genesis {id}", profile.name(), id.ledger());
                if Some(profile) == found {
                    page.styled(BOLD, line);
                    page.text("  this ledger");
                } else {
                    page.text(line);
                }
                page.text("\n");
            }
        }
        out.end()?;
        Ok(if found.is_some() { Status::Done } else { Status::Unverified })
    }
}
