//! How many events a second a ledger takes, beside plain inserts of the same rows, and whether one in a database
//! slows down as it grows:
//!
//! ```sh
//! cargo run --release -p evently-ledger --features sqlite,postgres --example ledger-speed -- \
//!     append STORE|file:FILE [SECONDS]
//! cargo run --release -p evently-ledger --features sqlite,postgres --example ledger-speed -- \
//!     share STORE|file:FILE [SECONDS]
//! cargo run --release -p evently-ledger --features sqlite,postgres --example ledger-speed -- \
//!     grow STORE [SECONDS] [EVENTS]
//! ```
//!
//! `STORE` is `sqlite:FILE`, a new file, or `postgres:URL`, a database of its own, whose owner this is.
//! A measure takes `SECONDS`, 3 by default; the ledger grows to `EVENTS`, 100,000 by default. What a
//! line compares is measured in turns. `share` has callers of one process. It and `append` make files whose names
//! begin with FILE; of a file the plain inserts are lines, and one client has it.

mod grow;
mod plain;
mod share;

use core::{
    error::Error,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Duration,
};
use std::{env, sync::Barrier, thread};

use evently_ledger::{
    Appender, EventId, LedgerRow, NewEvent, Store, SystemClock, file::FileStore,
    postgres::PostgresStore, sqlite::SqliteStore,
};

use plain::{Plain, PlainFile, PlainPostgres, PlainSqlite};

fn main() -> Result<(), Box<dyn Error>> {
    let usage =
        "append|share|grow STORE [SECONDS] [EVENTS], where STORE is sqlite:FILE or postgres:URL";
    let mut arguments = env::args().skip(1);
    let verb = arguments.next().ok_or(usage)?;
    let store = arguments.next().ok_or(usage)?;
    let seconds = arguments.next().map_or(Ok(3), |text| text.parse())?;
    let events = arguments.next().map_or(Ok(100_000), |text| text.parse())?;
    let limit = Duration::from_secs(seconds);
    let (kind, at) = store.split_once(':').ok_or(usage)?;
    let sqlite = |name: &str| SqliteStore::init_within(at, name, Duration::from_secs(60), || ());
    let postgres = |name: &str| PostgresStore::new(at, name);
    match (&*verb, kind) {
        ("append", "file") => {
            let name = |name: &str| format!("{at}-{name}");
            let create = |of: &str| Ok(FileStore::create(name(of)));
            let open = |of: &str| Ok(FileStore::open(name(of))?);
            measure(&[(1, 1), (1, 100), (1, 1000)], create, open, || PlainFile::open(at), limit)
        }
        ("append", "sqlite") => {
            let open = |name: &str| Ok(sqlite(name)?);
            measure(&CLIENTS, open, open, || PlainSqlite::open(at), limit)
        }
        ("grow", "sqlite") => {
            let (count, plain) = (size(&sqlite("")?.ledgers()?), PlainSqlite::open(at)?);
            grow::measure(sqlite(grow::LEDGER)?, plain, count, limit, events)
        }
        ("share", "sqlite") => {
            share::measure(|name| Ok(sqlite(name)?), limit)?;
            share::apart(|| Ok(sqlite("apart")?), limit)
        }
        ("share", "file") => {
            share::measure(|name| Ok(FileStore::create(format!("{at}-{name}"))), limit)
        }
        ("share", "postgres") => {
            postgres("")?.init()?;
            share::measure(|name| Ok(postgres(name)?), limit)?;
            share::apart(|| Ok(postgres("apart")?), limit)?;
            share::by_tasks(at, limit)
        }
        ("append", "postgres") => {
            postgres("")?.init()?;
            let open = |name: &str| Ok(postgres(name)?);
            measure(&CLIENTS, open, open, || PlainPostgres::open(at), limit)
        }
        ("grow", "postgres") => {
            let mut store = postgres("")?;
            store.init()?;
            let (count, plain) = (size(&store.ledgers()?), PlainPostgres::open(at)?);
            grow::measure(postgres(grow::LEDGER)?, plain, count, limit, events)
        }
        _ => Err(usage.into()),
    }
}

/// How many events the ledger has that grows.
fn size(ledgers: &[LedgerRow]) -> usize {
    let grown = ledgers.iter().find(|ledger| ledger.name == grow::LEDGER);
    grown.map_or(0, |ledger| usize::try_from(ledger.events).expect("a number of events"))
}

/// How many clients append, and how many events each at once.
const CLIENTS: [(usize, usize); 4] = [(1, 1), (1, 100), (16, 1), (16, 100)];

/// Appends by one client and by many, one event at once and many, each beside plain inserts.
fn measure<S: Store, P: Plain>(
    cases: &[(usize, usize)],
    create: impl Fn(&str) -> Result<S, Box<dyn Error>>,
    open: impl Fn(&str) -> Result<S, Box<dyn Error>> + Sync,
    plain: impl Fn() -> Result<P, Box<dyn Error>> + Sync,
    limit: Duration,
) -> Result<(), Box<dyn Error>> {
    #[expect(clippy::cast_precision_loss, reason = "a measure is small")]
    let float = |count: usize| count as f64;
    println!("clients  batch  events/s  plain inserts/s  slowest client's share");
    for &(clients, batch) in cases {
        let name = format!("{clients} {batch}");
        Appender::begin(create(&name)?, &SystemClock, NewEvent::new(event(0).as_bytes()))?;
        let counts = together(clients, limit, |client, go_on| {
            let mut ledger = Appender::open(open(&name).expect("a store")).expect("a ledger");
            move || {
                let mut count = 0;
                while go_on.load(Relaxed) {
                    let texts: Vec<String> =
                        (0..batch).map(|n| event(client + count + n)).collect();
                    let new: Vec<_> =
                        texts.iter().map(|text| NewEvent::new(text.as_bytes())).collect();
                    ledger.append_all(&SystemClock, &new).expect("appended");
                    count += batch;
                }
                count
            }
        });
        let rows = together(clients, limit, |client, go_on| {
            let mut store = plain().expect("a connection");
            move || {
                let mut count = 0;
                while go_on.load(Relaxed) {
                    // No two are the same.
                    let id = |n| ((client as u128) << 64) + (count + n) as u128;
                    let id = |n| EventId::from_bits(id(n) << 2).expect("an id");
                    let rows: Vec<_> = (0..batch).map(|n| (id(n), event(n))).collect();
                    store.store(&rows);
                    count += batch;
                }
                count
            }
        });
        let (all, least) =
            (counts.iter().sum::<usize>(), counts.iter().min().copied().unwrap_or(0));
        let rate = |count: usize| float(count) / limit.as_secs_f64();
        let share = float(least) * float(clients) / float(all);
        let plain = rate(rows.iter().sum());
        println!("{clients:7}  {batch:5}  {:8.0}  {plain:15.0}  {share:22.2}", rate(all));
    }
    Ok(())
}

/// An event of about 250 bytes, as a record about 330.
fn event(number: usize) -> String {
    let sensor = number % 1000;
    format!(
        r#"{{"event":"Measured","entities":{{"sensor":["s{sensor}"],"site":["north"]}},"meta":{{"actor":"gateway-17","version":3}},"data":{{"celsius":18.5,"humidity":0.42,"number":{number},"note":"within the expected range","battery":"ok"}}}}"#
    )
}

/// What each of these clients counts, all in the same time.
fn together<W: FnOnce() -> usize>(
    clients: usize,
    limit: Duration,
    client: impl Fn(usize, &'static AtomicBool) -> W + Sync,
) -> Vec<usize> {
    // One for each measure, as long as the program runs.
    let go_on: &'static AtomicBool = Box::leak(Box::new(AtomicBool::new(true)));
    let barrier = Barrier::new(clients + 1);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..clients)
            .map(|number| {
                let (client, barrier) = (&client, &barrier);
                scope.spawn(move || {
                    let work = client(number, go_on);
                    barrier.wait();
                    work()
                })
            })
            .collect();
        barrier.wait();
        thread::sleep(limit);
        go_on.store(false, Relaxed);
        threads.into_iter().map(|thread| thread.join().expect("a client")).collect()
    })
}
