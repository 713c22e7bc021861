//! One reservation of each store, and what it makes of an identifier at block 1,000.

use std::{error::Error, fs, time::Instant};

use ids_core::{IdRng, SystemClock};
use ids_reserve::{
    Amount, EtcdStore, Fingerprint, Holder, MemoryStore, Namespace, PostgresStore, Request,
    Resource, SqliteStore, Store,
};
use ids_testkit::servers::{EtcdServer, PostgresServer};

use crate::rounds::{Case, take_turns};

/// Reservations in one turn.
const COUNT: usize = 20;
const ROUNDS: usize = 30;
const BLOCK: u64 = 1000;

pub fn run() -> Result<(), Box<dyn Error>> {
    println!("\none reservation, wall time, {ROUNDS} rounds of {COUNT} in turn, one client\n");
    println!(
        "| store | per second, median | least ms | median ms | ns for an identifier at 1,000 |"
    );
    println!("|---|---|---|---|---|");
    let folder = std::env::temp_dir().join(format!("ids-reserve-benches-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let mut cases = vec![
        reserving("memory", MemoryStore::new(SystemClock))?,
        reserving("SQLite", SqliteStore::init(folder.join("ids.db"))?)?,
    ];
    // Servers to throw away; one that is not installed says so, and has no row.
    let postgres = PostgresServer::start();
    if let Some(server) = &postgres {
        let mut store = PostgresStore::new(&server.url())?;
        store.init()?;
        cases.push(reserving("PostgreSQL, over a socket", store)?);
    }
    let etcd = EtcdServer::start();
    if let Some(server) = &etcd {
        let mut store = EtcdStore::new([&*server.url()])?;
        store.init()?;
        cases.push(reserving("etcd, over loopback", store)?);
    }
    let start = Instant::now();
    let rows = take_turns(&mut cases, ROUNDS, COUNT, || start.elapsed());
    for (case, (least, median, _)) in cases.iter().zip(rows) {
        println!(
            "| {} | {:.0} | {:.3} | {:.3} | {:.1} |",
            case.name,
            1e9 / median,
            least / 1e6,
            median / 1e6,
            median / BLOCK as f64
        );
    }
    drop(cases);
    fs::remove_dir_all(folder)?;
    Ok(())
}

/// A holder that asks for one block after the other.
fn reserving(name: &'static str, mut store: impl Store + 'static) -> Result<Case, Box<dyn Error>> {
    let mut rng = IdRng::from_os()?;
    let resource = Resource { namespace: Namespace::new("benchmark")?, number: 0 };
    let fingerprint = Fingerprint::of_keys(1..1 << 48);
    let holder = Holder::random(&mut rng, "benchmark")?;
    let (mut previous, mut seen, mut ids) = (None, 0, 1..);
    Ok(Case::new(name, move || {
        for _ in 0..COUNT {
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
    }))
}
