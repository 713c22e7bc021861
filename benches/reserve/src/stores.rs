//! One reservation of each store, and what it makes of an identifier at block 1,000.

use std::{error::Error, fs, time::Instant};

use ids_core::{IdRng, SystemClock};
use ids_reserve::{
    Amount, EtcdStore, Fingerprint, Holder, MemoryStore, Namespace, PostgresStore, Request,
    Resource, SqliteStore, Store,
};
use ids_testkit::servers::{EtcdServer, PostgresServer};

use crate::measure::{HEAD, Row};

const BLOCK: u64 = 1000;

pub fn run() -> Result<(), Box<dyn Error>> {
    println!("\none identifier of a block of {BLOCK}, wall time of its reservation, one client\n");
    println!("{HEAD}");
    let folder = std::env::temp_dir().join(format!("ids-reserve-benches-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let mut row = Row::new("reservation", 600);
    row = reserving(row, "memory", MemoryStore::new(SystemClock))?;
    row = reserving(row, "SQLite", SqliteStore::init(folder.join("ids.db"))?)?;
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
    fs::remove_dir_all(folder)?;
    Ok(())
}

/// A holder that asks for one block after the other.
fn reserving(
    row: Row,
    name: &'static str,
    mut store: impl Store + 'static,
) -> Result<Row, Box<dyn Error>> {
    let mut rng = IdRng::from_os()?;
    let resource = Resource { namespace: Namespace::new("benchmark")?, number: 0 };
    let fingerprint = Fingerprint::of_keys(1..1 << 48);
    let holder = Holder::random(&mut rng, "benchmark")?;
    let (mut previous, mut seen, mut ids) = (None, 0, 1..);
    Ok(row.timed(name, BLOCK as usize, move |calls| {
        let start = Instant::now();
        for _ in 0..calls {
            let id = ids.next().expect("another name");
            let amount = Amount::Keys { count: BLOCK, at_least: 1, limit: 1 << 48 };
            let grant = store
                .grant(&Request {
                    resource: &resource,
                    fingerprint: &fingerprint,
                    holder: &holder,
                    id,
                    previous,
                    seen,
                    amount,
                })
                .expect("a block");
            assert!(grant.range.start >= seen, "granted twice");
            (previous, seen) = (Some(id), grant.range.end);
        }
        start.elapsed()
    }))
}
