//! Every part of the fleet is killed while clients make users. No id is issued twice, and no user that
//! was acknowledged is lost.

mod clients;
mod fleet;

use std::collections::{BTreeMap, BTreeSet};

use ::fleet::ids::Id;
use ids_reserve::{PostgresStore, Store as _};
use ids_testkit::servers::PostgresServer;
use snowflake::Discord;

use self::{
    clients::{Clients, get},
    fleet::Fleet,
};

const ALL: [u16; 3] = [1, 2, 3];

#[test]
fn nothing_is_lost_or_made_twice() {
    let mut fleet = Fleet::start();
    let clients = Clients::start(fleet.port, 4);
    clients.wait_for(&ALL);
    for (id, status, says) in [
        ("1", 404, "no such user"),
        ("18446744073709551615", 404, "no such user"),
        ("18446744073709551616", 400, "more than 64 bits"),
        ("007", 400, "`id` with value `007`"),
        ("-1", 400, "'-' at index 0"),
        ("Ada", 400, "'A' at index 0"),
    ] {
        let (found, text) = get(fleet.port + 1, id);
        assert!(found == status && text.contains(says), "{id}: {found} {text}");
    }

    // Each part alone. The supervisor starts it again.
    for service in ALL {
        fleet.kill_service(service);
        clients.wait_for(&ALL);
    }
    fleet.kill_postmaster();
    clients.wait_for(&ALL);
    fleet.kill_postgres();
    clients.wait_for(&ALL);

    // The services go on without a supervisor. The next one starts what is missing.
    fleet.kill_supervisor();
    clients.wait_for(&ALL);
    fleet.kill_service(2);
    clients.wait_for(&[1, 3]);
    fleet.supervise();
    clients.wait_for(&ALL);

    // The database is away for longer than what was granted.
    fleet.kill_supervisor();
    fleet.kill_postgres();
    clients.wait_until_refused(&ALL, "the database cannot be reached");
    clients.wait_until_refused(&ALL, "the granted range is spent");
    fleet.supervise();
    clients.wait_for(&ALL);

    // All at once.
    fleet.kill_supervisor();
    fleet.kill_postgres();
    for service in ALL {
        fleet.kill_service(service);
    }
    fleet.supervise();
    clients.wait_for(&ALL);
    let killed = 3 + 1 + 3;

    let acknowledged = clients.end();
    for (n, (id, name)) in acknowledged.iter().enumerate().step_by(100) {
        let service = fleet.port + ALL[n / 100 % 3];
        let user = format!(r#"{{"id":"{id}","name":"{name}"}}"#);
        assert_eq!(get(service, &id.to_string()), (200, user));
    }
    fleet.end();

    let server = PostgresServer::start_in(&fleet.data()).expect("it ran before");
    let rows = server.sql("SELECT id, name FROM users");
    let stored: BTreeMap<Id, &str> = rows
        .lines()
        .map(|row| row.split_once('|').expect("two columns"))
        .map(|(id, name)| (id.parse().expect("an id"), name))
        .collect();
    let unique: BTreeSet<Id> = acknowledged.iter().map(|(id, _)| *id).collect();
    assert_eq!(unique.len(), acknowledged.len(), "an id was issued twice");
    for (id, name) in &acknowledged {
        assert_eq!(stored.get(id), Some(&name.as_str()), "{id} is lost");
    }
    // Each process had a number of its own. Those that ended by themselves gave theirs back.
    let node = |id: &Id| (id.get(Discord::WORKER), id.get(Discord::PROCESS));
    let nodes: BTreeSet<_> = unique.iter().map(node).collect();
    assert_eq!(nodes.len(), 3 + killed);
    let mut store = PostgresStore::new(&server.url()).expect("its URL");
    let status = store.status().expect("its tables");
    let held: usize = status.iter().map(|resource| resource.holders.len()).sum();
    assert_eq!(held, killed);
    println!(
        "{} users were acknowledged by {} processes, {killed} of them killed. None is lost or has the id \
         of another; {} more were stored, whose answer was lost",
        acknowledged.len(),
        nodes.len(),
        stored.len() - acknowledged.len()
    );
}
