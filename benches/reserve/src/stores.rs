//! One reservation of each store, and what it makes of an identifier at block 1,000.

use std::{error::Error, time::Instant};

use ids_core::{IdRng, SystemClock};
use ids_reserve::{EtcdStore, KeyOptions, MemoryStore, PostgresStore, SqliteStore, Store};
use ids_testkit::servers::{EtcdServer, Folder, PostgresServer};

use crate::measure::{HEAD, Row};

const BLOCK: u64 = 1000;

pub fn run() -> Result<(), Box<dyn Error>> {
    println!("\none identifier of a block of {BLOCK}, wall time of its reservation, one client\n");
    println!("{HEAD}");
    let folder = Folder::new("reserve-benches");
    let mut row = Row::new("reservation", 600);
    row = reserving(row, "memory", MemoryStore::new(SystemClock))?;
    row = reserving(row, "SQLite", SqliteStore::init(folder.file("ids.db"))?)?;
    // Servers to throw away; one that is not installed says so, and has no row.
    let postgres = PostgresServer::start();
    if let Some(server) = &postgres {
        let mut store = PostgresStore::new(&server.url())?;
        store.init()?;
        row = reserving(row, "PostgreSQL, over a socket", store)?;
    }
    let etcd = EtcdServer::start();
    if let Some(server) = &etcd {
        let mut store = EtcdStore::new([&*server.url()])?;
        store.init()?;
        row = reserving(row, "etcd, over loopback", store)?;
    }
    row.print();
    Ok(())
}

/// A holder that takes one block after the other.
fn reserving(
    row: Row,
    name: &'static str,
    store: impl Store + 'static,
) -> Result<Row, Box<dyn Error>> {
    let options = KeyOptions { blocks: BLOCK..=BLOCK, ..KeyOptions::new("benchmark")? };
    let (mut keeper, mut keys) = options.keys(store, SystemClock, IdRng::from_os()?)?;
    keeper.extend()?;
    Ok(row.timed(name, BLOCK as usize, move |calls| {
        let start = Instant::now();
        for _ in 0..calls {
            keys.take_many(BLOCK).expect("a block");
            keeper.extend().expect("another one");
        }
        start.elapsed()
    }))
}
