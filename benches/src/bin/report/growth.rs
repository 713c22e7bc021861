//! How the cost of one grows with how many there are: time for each, and the most memory.

use std::{
    fs::{self, File},
    hint::black_box,
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use evently_id::{EventReader, Profile};
use evently_ledger::{Chain, Verifier};
use ids_benches::{
    formats::GROWTH,
    measure::{peak_memory, thread_time},
    samples::NOW,
};

use crate::{
    contended,
    part::{Error, Scale},
    row::Row,
};

pub fn run(scale: Scale, ids: &Path) -> Result<Vec<Row>, Error> {
    let (runs, lines) = (scale.of(2, 5, 5), scale.of(4, 7, 7));
    let mut rows = Vec::new();
    ids_per_run(scale.of(5, 8, 8), runs, &mut rows);
    rows.extend(contended::generators(scale));
    events(runs, &mut rows)?;
    ledgers(lines, runs, &mut rows)?;
    streams(lines, runs, ids, &mut rows)?;
    Ok(rows)
}

/// Forgets the most memory so far. Linux can; elsewhere the figure only grows.
fn forget_peak() {
    drop(fs::write("/proc/self/clear_refs", "5"));
}

/// The rows of one place of a curve.
fn point(rows: &mut Vec<Row>, names: [&str; 3], x: f64, nanos: Vec<f64>, memory: Option<u64>) {
    let [operation, format, name] = names;
    rows.push(Row::of([operation, format, name, "ns"], x, nanos));
    if let Some(memory) = memory {
        let operation = format!("{operation}_memory");
        rows.push(Row::of([&operation, format, name, "MiB"], x, vec![memory as f64 / 1024.0]));
    }
}

/// Powers of ten to this one.
fn powers(from: u32, to: u32) -> impl Iterator<Item = u64> {
    (from..=to).map(|power| 10_u64.pow(power))
}

/// One to 10^8 identifiers, one after another.
fn ids_per_run(most: u32, runs: usize, rows: &mut Vec<Row>) {
    for count in powers(0, most) {
        let runs = if count >= 100_000_000 { 1 } else { runs };
        // Few are made many times over, so that the clock of the measurement has something to see.
        let times = (100_000 / count).max(1);
        let mut nanos = vec![Vec::new(); GROWTH.len()];
        forget_peak();
        for _ in 0..runs {
            for ((_, make, ..), nanos) in GROWTH.iter().zip(&mut nanos) {
                let mut made: Vec<_> = (0..times.min(1000)).map(|_| make()).collect();
                let begun = thread_time();
                for make in &mut made {
                    make(count);
                }
                let passed = (thread_time() - begun).as_nanos() as f64;
                nanos.push(passed / (made.len() as u64 * count) as f64);
            }
        }
        for ((format, ..), nanos) in GROWTH.iter().zip(nanos) {
            point(rows, ["growth_ids", format, "ids"], count as f64, nanos, None);
        }
        if let Some(memory) = peak_memory("self") {
            let names = ["growth_ids_memory", "all", "all formats", "MiB"];
            rows.push(Row::of(names, count as f64, vec![memory as f64 / 1024.0]));
        }
        eprintln!("  {count} identifiers, {runs} runs");
    }
}

/// An event of about this number of bytes.
fn event(bytes: usize) -> Vec<u8> {
    let head = br#"{"event":"Item Ordered","entities":{"order":["7"]},"meta":{},"data":{"#;
    let mut text = head.to_vec();
    let mut number = 0;
    loop {
        let member = format!(r#""item{number:05}":["chiles",{number}]"#);
        if number > 0 && text.len() + member.len() + 3 > bytes {
            break;
        }
        if number > 0 {
            text.push(b',');
        }
        text.extend_from_slice(member.as_bytes());
        number += 1;
    }
    text.extend_from_slice(b"}}");
    text
}

/// Canonical hashing of events of 100 bytes to 64 KB.
fn events(runs: usize, rows: &mut Vec<Row>) -> Result<(), Error> {
    let genesis = br#"{"event":"Ledger Created","entities":{},"meta":{},"data":{}}"#;
    for bytes in [100, 400, 4_000, 64_000] {
        let mut record = Vec::new();
        let mut chain = Chain::begin(&NOW, genesis, &mut Vec::new())?;
        let previous = chain.head();
        let head = chain.append(&NOW, &event(bytes), &mut record)?;
        let mut reader = EventReader::new(Profile::Doc5);
        let mut hash = || -> Result<_, Error> { Ok(reader.read(&record)?.id(previous)?) };
        assert_eq!(hash()?, head);
        forget_peak();
        let mut nanos = Vec::new();
        for _ in 0..runs {
            let times = 4_000_000 / bytes as u32;
            let begun = thread_time();
            for _ in 0..times {
                black_box(hash()?);
            }
            let passed = (thread_time() - begun).as_nanos() as f64;
            nanos.push(passed / f64::from(times) / record.len() as f64);
        }
        let x = record.len() as f64;
        point(rows, ["growth_event_bytes", "evently", "ids"], x, nanos, peak_memory("self"));
    }
    eprintln!("  events of 100 B to 64 KB, {runs} runs");
    Ok(())
}

/// Ledgers made and verified a thousand records at a time; only the verification is timed.
fn ledgers(most: u32, runs: usize, rows: &mut Vec<Row>) -> Result<(), Error> {
    let genesis = br#"{"event":"Ledger Created","entities":{},"meta":{},"data":{}}"#;
    let event = event(400);
    for count in powers(3, most) {
        let runs = if count >= 1_000_000 { 1 } else { runs };
        let mut nanos = Vec::new();
        forget_peak();
        for _ in 0..runs {
            let mut lines = Vec::new();
            let mut chain = Chain::begin(&NOW, genesis, &mut lines)?;
            let mut verifier = Verifier::from_genesis(Some(Profile::Doc5));
            lines.push(b'\n');
            let mut passed = Duration::ZERO;
            for number in 1..=count {
                let mut record = Vec::new();
                chain.append(&NOW, &event, &mut record)?;
                lines.append(&mut record);
                lines.push(b'\n');
                if number % 1000 == 0 {
                    let begun = thread_time();
                    verifier.verify_lines(&lines).map_err(|failure| failure.to_string())?;
                    passed += thread_time() - begun;
                    lines.clear();
                }
            }
            assert_eq!(verifier.head(), Some(chain.head()));
            nanos.push(passed.as_nanos() as f64 / count as f64);
        }
        let names = ["growth_ledger", "evently", "ids"];
        point(rows, names, count as f64, nanos, peak_memory("self"));
        eprintln!("  ledger of {count} events, {runs} runs");
    }
    Ok(())
}

/// Lines through the command: identifiers that it makes, and the same ones explained.
fn streams(most: u32, runs: usize, ids: &Path, rows: &mut Vec<Row>) -> Result<(), Error> {
    let file = std::env::temp_dir().join(format!("ids-report-{}.txt", std::process::id()));
    for count in powers(3, most) {
        let runs = if count >= 1_000_000 { 1 } else { runs };
        let amount = count.to_string();
        for (format, _, making, reading) in GROWTH {
            let new = [&["new", format, "-n", &amount], making].concat();
            let inspect = [&["inspect", "--json", "--format", format], reading].concat();
            let made = Command::new(ids).args(&new).stdout(File::create(&file)?).status()?;
            if !made.success() {
                return Err(format!("{new:?}: {made}").into());
            }
            for (operation, arguments) in [("growth_new", &new), ("growth_inspect", &inspect)] {
                let (mut nanos, mut memory) = (Vec::new(), None);
                for _ in 0..runs {
                    let (passed, most) = child(ids, arguments, &file)?;
                    nanos.push(passed.as_nanos() as f64 / count as f64);
                    memory = memory.max(most);
                }
                point(rows, [operation, format, "ids"], count as f64, nanos, memory);
            }
        }
        eprintln!("  {count} lines through the command, {runs} runs");
    }
    fs::remove_file(&file)?;
    Ok(())
}

/// How long a command takes and the most memory it has.
fn child(
    program: &Path,
    arguments: &[&str],
    input: &Path,
) -> Result<(Duration, Option<u64>), Error> {
    let begun = Instant::now();
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(File::open(input)?)
        .stdout(Stdio::null())
        .spawn()?;
    let mut memory = None;
    let status = loop {
        memory = memory.max(peak_memory(&child.id().to_string()));
        match child.try_wait()? {
            Some(status) => break status,
            None => std::thread::sleep(Duration::from_micros(500)),
        }
    };
    let passed = begun.elapsed();
    if status.success() {
        Ok((passed, memory))
    } else {
        Err(format!("{arguments:?}: {status}").into())
    }
}
