//! How many events a second a ledger in a database takes, beside plain inserts of the same rows, and
//! whether it slows down as it grows:
//!
//! ```sh
//! cargo run --release -p evently-ledger --features sqlite,postgres --example ledger-speed -- \
//!     STORE [SECONDS] [EVENTS]
//! ```
//!
//! `STORE` is `sqlite:FILE`, a new file, or `postgres:URL`, a database of its own. Each measure takes so
//! many seconds, 3 unless it is said; the ledger grows to so many events, 10,000 unless it is said.

use core::{
    error::Error,
    hint::black_box,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Duration,
};
use std::{env, sync::Barrier, thread, time::Instant};

use evently_ledger::{
    Appender, EventId, NewEvent, Selector, Store, SystemClock,
    postgres::PostgresStore,
    sqlite::{DatabaseError, SqliteStore},
};
use rusqlite::Connection;
use tokio_postgres::{Client, NoTls, types::Type};

/// Stores a batch of rows, each an id and a text.
type Plain = Box<dyn FnMut(&[(EventId, String)])>;

fn main() -> Result<(), Box<dyn Error>> {
    let usage = "STORE [SECONDS] [EVENTS], where STORE is sqlite:FILE or postgres:URL";
    let mut arguments = env::args().skip(1);
    let store = arguments.next().ok_or(usage)?;
    let seconds = arguments.next().map_or(Ok(3), |text| text.parse())?;
    let events = arguments.next().map_or(Ok(10_000), |text| text.parse())?;
    let limit = Duration::from_secs(seconds);
    match store.split_once(':').ok_or(usage)? {
        ("sqlite", path) => {
            let open = |name: &str| {
                let store = SqliteStore::init(path, name)?;
                store.with_busy_timeout(Duration::from_secs(60))
            };
            measure(open, || Ok(plain_sqlite(path)?), limit, events)
        }
        ("postgres", url) => {
            PostgresStore::new(url, "")?.init()?;
            measure(|name| PostgresStore::new(url, name), || plain_postgres(url), limit, events)
        }
        _ => Err(usage.into()),
    }
}

fn measure<S: Store<Error = DatabaseError>>(
    open: impl Fn(&str) -> Result<S, DatabaseError> + Sync,
    plain: impl Fn() -> Result<Plain, Box<dyn Error>> + Sync,
    limit: Duration,
    events: usize,
) -> Result<(), Box<dyn Error>> {
    #[expect(clippy::cast_precision_loss, reason = "a measure is small")]
    let float = |count: usize| count as f64;
    println!("clients  batch  events/s  plain inserts/s  slowest client's share");
    for (clients, batch) in [(1, 1), (1, 100), (16, 1), (16, 100)] {
        let name = format!("{clients} {batch}");
        Appender::begin(open(&name)?, &SystemClock, NewEvent::new(event(0).as_bytes()))?;
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
                    store(&rows);
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
    println!("\nevents in the ledger  appends/s  with a condition/s  by a key again/s");
    let mut ledger =
        Appender::begin(open("growing")?, &SystemClock, NewEvent::new(event(0).as_bytes()))?;
    let (mut count, mut target) = (1, 1000);
    while target <= events {
        while count < target {
            let batch = (target - count).min(1000);
            let texts: Vec<(String, String)> =
                (count..count + batch).map(|n| (event(n), format!("key {n}"))).collect();
            let new: Vec<_> = texts
                .iter()
                .map(|(text, key)| NewEvent::new(text.as_bytes()).with_key(key))
                .collect();
            ledger.append_all(&SystemClock, &new)?;
            count += batch;
        }
        let text = event(77);
        let new = NewEvent::new(text.as_bytes());
        let appends = alone(limit, || ledger.append(&SystemClock, new).map(drop))?;
        let selector = Selector::entity("sensor", "s77").with_event("Measured");
        let conditional = alone(limit, || {
            let read = ledger.head();
            ledger.append_unless(&SystemClock, &[new], Some(read), &selector).map(drop)
        })?;
        let (again, key) = (event(500), "key 500");
        let again = NewEvent::new(again.as_bytes()).with_key(key);
        let keyed = alone(limit, || ledger.append(&SystemClock, again).map(drop))?;
        println!("{target:20}  {appends:9.0}  {conditional:18.0}  {keyed:16.0}");
        target *= 10;
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

/// How often this is done in a second.
fn alone<E>(limit: Duration, mut work: impl FnMut() -> Result<(), E>) -> Result<f64, E> {
    let (begun, mut count) = (Instant::now(), 0);
    while begun.elapsed() < limit {
        black_box(work())?;
        count += 1;
    }
    Ok(f64::from(count) / begun.elapsed().as_secs_f64())
}

const TABLE: &str = "CREATE TABLE IF NOT EXISTS plain_row";

fn plain_sqlite(path: &str) -> rusqlite::Result<Plain> {
    let mut connection = Connection::open(format!("{path}.plain"))?;
    connection.busy_timeout(Duration::from_secs(60))?;
    connection.execute_batch(&format!(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
         {TABLE} (client TEXT, id BLOB, record TEXT, PRIMARY KEY (client, id))"
    ))?;
    let client = format!("{:?} {:?}", thread::current().id(), Instant::now());
    Ok(Box::new(move |rows| {
        let behavior = rusqlite::TransactionBehavior::Immediate;
        let transaction = connection.transaction_with_behavior(behavior).expect("begun");
        for (id, text) in rows {
            let sql = "INSERT INTO plain_row VALUES (?1, ?2, ?3)";
            let mut statement = transaction.prepare_cached(sql).expect("a statement");
            statement.execute((&client, id.to_bytes(), text)).expect("stored");
        }
        transaction.commit().expect("committed");
    }))
}

fn plain_postgres(url: &str) -> Result<Plain, Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let client: Client = runtime.block_on(async {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
        tokio::spawn(connection);
        let sql = format!(
            "SELECT pg_advisory_lock(1);
             {TABLE} (client text, id text, record text, PRIMARY KEY (client, id));
             SELECT pg_advisory_unlock(1)"
        );
        client.batch_execute(&sql).await?;
        Ok::<_, tokio_postgres::Error>(client)
    })?;
    let name = format!("{:?} {:?}", thread::current().id(), Instant::now());
    Ok(Box::new(move |rows| {
        let ids: Vec<String> = rows.iter().map(|(id, _)| id.to_string()).collect();
        let texts: Vec<&str> = rows.iter().map(|(_, text)| &**text).collect();
        let sql = "INSERT INTO plain_row SELECT $1, * FROM unnest($2, $3)";
        let parameters: [(&(dyn tokio_postgres::types::ToSql + Sync), Type); 3] =
            [(&name, Type::TEXT), (&ids, Type::TEXT_ARRAY), (&texts, Type::TEXT_ARRAY)];
        runtime.block_on(client.execute_typed(sql, &parameters)).expect("stored");
    }))
}
