//! One side of a comparison with another implementation, by ledgers: see `ci/lanes/peer-evently.sh`.
//!
//! `peer_evently write COUNT SEED` writes a ledger of random events in random spellings; `peer_evently read`
//! verifies one from standard input.

use core::error::Error;
use std::{
    collections::BTreeSet,
    io::{self, Read, Write},
};

use evently_ledger::{EventId, EventReader, Profile, Verifier, evently_id::format_timestamp};
use ids_testkit::{
    SplitMix,
    json::{Json, Number},
};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &*arguments.iter().map(|argument| &**argument).collect::<Vec<_>>() {
        ["write", count, seed] => write(count.parse()?, Random(SplitMix::new(seed.parse()?))),
        ["read"] => read(),
        _ => Err("peer_evently write COUNT SEED, or peer_evently read".into()),
    }
}

fn read() -> Result<(), Box<dyn Error>> {
    let mut text = Vec::new();
    io::stdin().lock().read_to_end(&mut text)?;
    let mut verifier = Verifier::from_genesis(Some(Profile::Doc5));
    let count = verifier.verify_lines(&text)?;
    println!("{count} events verified here");
    Ok(())
}

fn write(count: u64, mut random: Random) -> Result<(), Box<dyn Error>> {
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
        let id = match head {
            None => event.genesis_id()?,
            Some(previous) => event.id(previous.ledger(), previous)?,
        };
        head = Some(id);
        writeln!(out, "{record}\"eventId\":\"{id}\"}}")?;
    }
    Ok(out.flush()?)
}

/// Random JSON.
struct Random(SplitMix);

impl Random {
    const fn below(&mut self, limit: u64) -> u64 {
        self.0.below(limit)
    }

    fn choice(&mut self, limit: u32) -> u32 {
        u32::try_from(self.below(limit.into())).expect("less than the limit")
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        self.0.pick(choices)
    }

    fn string(&mut self) -> String {
        let characters = (0..self.below(10)).map(|_| match self.below(4) {
            0 => self.pick(&[
                '"', '\\', '/', '\n', '\t', '\u{1}', '\u{7f}', 'é', '～', '🌲', '\u{e000}',
            ]),
            1 => char::from_u32(1 + self.choice(0x10_ffff)).unwrap_or('\u{fffd}'),
            _ => self.pick(&['a', 'b', 'B', '1', '9', '_']),
        });
        characters.collect()
    }

    fn number(&mut self) -> Number {
        let largest = 1 << self.below(64);
        let mut digits = self.below(largest).to_string();
        let point = digits.len();
        (0..self.below(3) * self.below(8))
            .for_each(|_| digits.push(self.pick(&['0', '0', '5', '9'])));
        let exponent =
            (self.below(3) == 0).then(|| self.pick(&[-300, -20, -3, -1, 0, 1, 2, 21, 300]));
        Number { negative: self.below(2) == 0, digits, point, exponent }
    }

    fn value(&mut self, depth: u32) -> Json {
        match self.below(if depth == 0 { 5 } else { 7 }) {
            0 => Json::Word(self.pick(&["true", "false", "null"])),
            1 | 2 => Json::Number(self.number()),
            3 | 4 => Json::String(self.string()),
            5 => Json::Array((0..self.below(5)).map(|_| self.value(depth - 1)).collect()),
            _ => self.object(depth),
        }
    }

    fn object(&mut self, depth: u32) -> Json {
        let mut seen = BTreeSet::new();
        let members = (0..self.below(6)).map(|_| (self.string(), self.value(depth - 1)));
        Json::Object(members.filter(|(key, _)| seen.insert(key.clone())).collect())
    }
}
