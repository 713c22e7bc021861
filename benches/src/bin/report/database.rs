//! Identifiers as primary keys, in the column that suits each, of a real database.

mod keys;
mod postgres;
mod sqlite;
mod store;

use std::time::Instant;

use crate::{
    facts::Collation,
    part::{Error, Scale},
    row::Row,
};
use keys::{Arrival, KINDS, Key, Kind, RATES};
use store::Store;

/// Rows in one transaction.
const BATCH: usize = 1000;

pub fn sqlite(scale: Scale) -> Result<Vec<Row>, Error> {
    let mut store = sqlite::Database::open()?;
    measure("sqlite", &mut store, scale, scale.of(10_000, 200_000, 1_000_000))
}

/// With the server at this address, or one that is started for it if there is none.
pub fn postgres(scale: Scale, url: Option<&str>) -> Result<Vec<Row>, Error> {
    let mut store = postgres::Server::connect(url)?;
    measure("postgres", &mut store, scale, scale.of(20_000, 1_000_000, 3_000_000))
}

/// How the texts of the formats sort, asked of the server.
pub fn collations(url: Option<&str>) -> Result<Vec<Collation>, Error> {
    postgres::Server::connect(url)?.collations()
}

fn measure(
    database: &str,
    store: &mut dyn Store,
    scale: Scale,
    rows: usize,
) -> Result<Vec<Row>, Error> {
    let runs = scale.of(2, 5, 5);
    let mut report = Collector { database, rows: Vec::new() };
    for run in 0..runs {
        let begun = Instant::now();
        // Another kind begins each time, and every other time they go backwards, so that none has
        // always the same one before it.
        for index in 0..KINDS.len() {
            let place = (index + run * 4) % KINDS.len();
            let kind = &KINDS[if run % 2 == 0 { place } else { KINDS.len() - 1 - place }];
            // Made before anything is timed, and not kept: all kinds at once need much memory.
            let keys = (kind.keys)(Arrival { rows, per_milli: 10, workers: 1 });
            growing(store, kind, &keys, &mut report)?;
        }
        eprintln!(
            "  {database}: run {} of {runs}, {} kinds of key, {rows} rows each, {:.0} s",
            run + 1,
            KINDS.len(),
            begun.elapsed().as_secs_f64()
        );
    }
    // How many arrive in a millisecond, at how many workers, and in what order inside it.
    let rows = (rows / 10).max(10_000);
    for run in 0..runs {
        for (workers, name) in [(1, "1 worker"), (8, "8 workers")] {
            for per_milli in RATES {
                for kind in KINDS.iter().filter(|kind| kind.arrivals) {
                    let keys = (kind.keys)(Arrival { rows, per_milli, workers });
                    arriving(store, kind, &keys, per_milli, name, &mut report)?;
                }
            }
        }
        eprintln!("  {database}: arrival rates, run {} of {runs}", run + 1);
    }
    Ok(report.finish())
}

/// Inserts in tenths, then looks at the index and reads a hundredth of it by time.
fn growing(
    store: &mut dyn Store,
    kind: &Kind,
    keys: &[Key],
    report: &mut Collector<'_>,
) -> Result<(), Error> {
    store.create(kind.column)?;
    let tenth = keys.len() / 10;
    for (index, part) in keys.chunks(tenth).enumerate() {
        let begun = Instant::now();
        for batch in part.chunks(BATCH) {
            store.insert(batch)?;
        }
        let rate = part.len() as f64 / begun.elapsed().as_secs_f64();
        report.add("insert", kind, "rows/s", ((index + 1) * tenth) as f64, rate);
    }
    let (shape, x) = (store.shape()?, keys.len() as f64);
    report.add("index", kind, "B/row", x, shape.index_bytes as f64 / x);
    report.add("density", kind, "%", x, shape.leaf_density);
    report.add("fragmentation", kind, "%", x, shape.leaf_fragmentation);
    report.add("log", kind, "B/row", x, shape.log_bytes as f64 / x);
    if kind.by_time {
        let middle = &keys[keys.len() / 2..keys.len() / 2 + keys.len() / 100];
        let (first, last) = (middle.iter().min(), middle.iter().max());
        let (first, last) = (first.ok_or("no keys")?, last.ok_or("no keys")?);
        let begun = Instant::now();
        let found = store.count(first, last)?;
        let micros = begun.elapsed().as_secs_f64() * 1e6;
        assert!(found >= middle.len() as u64, "{}: {found} rows in the range", kind.name);
        report.add("scan", kind, "us/1000 rows", x, micros * 1000.0 / middle.len() as f64);
    }
    Ok(())
}

fn arriving(
    store: &mut dyn Store,
    kind: &Kind,
    keys: &[Key],
    per_milli: usize,
    workers: &str,
    report: &mut Collector<'_>,
) -> Result<(), Error> {
    store.create(kind.column)?;
    let begun = Instant::now();
    for batch in keys.chunks(BATCH) {
        store.insert(batch)?;
    }
    let rate = keys.len() as f64 / begun.elapsed().as_secs_f64();
    let shape = store.shape()?;
    let name = format!("{} {workers}", kind.name);
    let x = per_milli as f64;
    report.push(&["arrival_insert", kind.format, &name, "rows/s"], x, rate);
    report.push(&["arrival_density", kind.format, &name, "%"], x, shape.leaf_density);
    Ok(())
}

/// Collects the runs of each measurement.
struct Collector<'a> {
    database: &'a str,
    rows: Vec<([String; 4], f64, Vec<f64>)>,
}

impl Collector<'_> {
    fn add(&mut self, operation: &str, kind: &Kind, unit: &str, x: f64, value: f64) {
        self.push(&[operation, kind.format, kind.name, unit], x, value);
    }

    fn push(&mut self, [operation, format, name, unit]: &[&str; 4], x: f64, value: f64) {
        let operation = format!("{}_{operation}", self.database);
        let names = [operation.as_str(), format, name, unit].map(str::to_owned);
        let same = |row: &&mut ([String; 4], f64, Vec<f64>)| row.0 == names && row.1 == x;
        match self.rows.iter_mut().find(same) {
            Some((_, _, runs)) => runs.push(value),
            None => self.rows.push((names, x, vec![value])),
        }
    }

    /// In the order of the kinds, whichever ran first; then what came of arrivals. Rows of one curve are together.
    fn finish(mut self) -> Vec<Row> {
        let all: Vec<_> = self.rows.iter().map(|(names, ..)| names.clone()).collect();
        self.rows.sort_by_key(|(names, ..)| {
            let kind = KINDS.iter().position(|kind| kind.name == names[2]);
            (kind.unwrap_or(KINDS.len()), all.iter().position(|other| other == names))
        });
        let rows = self.rows.into_iter();
        rows.map(|(names, x, runs)| Row::of(names.each_ref().map(String::as_str), x, runs))
            .collect()
    }
}
