//! One side of a comparison with another implementation, by ledgers: see `just peer-evently`.
//!
//! `peer_evently COUNT SEED` writes a ledger of random events in random spellings.

use core::error::Error;
use std::io::{self, Write};

use evently_ledger::{EventId, EventReader, Profile, evently_id::format_timestamp};
use ids_testkit::json::{Json, RandomJson};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &*arguments.iter().map(|argument| &**argument).collect::<Vec<_>>() {
        [count, seed] => write(count.parse()?, RandomJson::seeded(seed.parse()?)),
        _ => Err("peer_evently COUNT SEED".into()),
    }
}

fn write(count: u64, mut random: RandomJson<impl FnMut(u64) -> u64>) -> Result<(), Box<dyn Error>> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut reader = EventReader::new(Profile::Doc5);
    let (mut head, mut timestamp) = (None::<EventId>, 0);
    for _ in 0..count {
        timestamp += 1 + random.below(1 << 40);
        let time = format_timestamp(timestamp).ok_or("too many events")?;
        let mut fields = [
            ("event", Json::String(random.string())),
            ("entities", random.object(3)),
            ("meta", random.object(3)),
            ("data", random.value(4)),
            ("timestamp", Json::String(time.to_string())),
            ("extra", random.value(2)),
        ];
        for place in 1..fields.len() {
            let other = usize::try_from(random.below(place as u64 + 1))?;
            fields.swap(place, other);
        }
        let mut record = String::from("{");
        for (name, value) in fields {
            record.extend(["\"", name, "\":"]);
            // A timestamp is spelled without escapes.
            let plain = name == "timestamp";
            value.print(
                &mut |limit| if plain { limit - 1 } else { random.choice(limit) },
                &mut record,
            );
            record.push(',');
        }
        let record = record.replace(['\n', '\r'], " ");
        let unnamed = format!("{record}\"eventId\":\"\"}}");
        let mut event = reader.read(unnamed.as_bytes())?;
        let id = event.id(head)?;
        head = Some(id);
        writeln!(out, "{record}\"eventId\":\"{id}\"}}")?;
    }
    Ok(out.flush()?)
}
