//! What goes wrong between a process and a store across a network: a table of faults over any server.
//!
//! In each row the same request is made again until the store answers. Then the range must be the one
//! that follows, as if nothing had happened: not a key is lost, and none is granted twice.

use core::time::Duration;
use std::{sync::Mutex, thread};

use ids_core::{GenerateError, Generator, clock::ForkGuard};
use ids_reserve::{
    Amount, GrantedCounter, NodeKeeper, Options, Span, Store, StoreError, SysRng, SystemClock,
};
use ids_testkit::{
    PATIENCE,
    servers::{Cut, Etcd, Postgres, Proxy, Server},
    until,
};
use snowflake::{Node, Snowflake, Twitter};

use crate::{
    ground::Place,
    scenarios::{self, Asker, NEVER, keys, kind, namespace, time, token},
};

/// For a server that does not answer.
const HASTY: Duration = Duration::from_millis(300);

#[test]
fn postgres() {
    hold::<Postgres>();
}

#[test]
fn etcd() {
    hold::<Etcd>();
}

/// Runs every row, and every scenario.
fn hold<K: Place>() {
    let Some(mut server) = K::begun() else { return };
    lost_connections(&server);
    killed_and_started_again(&mut server);
    out_of_reach(&server);
    scenarios::hold(&Mutex::new(server));
}

/// The next identifier. Where there is none yet, it is waited for.
fn waited(generator: &mut Twitters) -> Result<Snowflake<Twitter>, GenerateError> {
    loop {
        match generator.generate() {
            Err(GenerateError::Wait { .. }) => thread::sleep(Duration::from_millis(1)),
            answer => return answer,
        }
    }
}

pub type Keeper<S> = NodeKeeper<S, SystemClock, SysRng>;
pub type Twitters = Generator<ForkGuard<SystemClock>, Node<Twitter>, GrantedCounter>;

/// Takes the number 3, as a program does, with grants as short as this.
pub fn three<S: Store>(store: S, short: Duration) -> Result<(Keeper<S>, Twitters), StoreError> {
    let (wanted, idle) = (Some(3), Duration::ZERO);
    let options = Options::new("twitter").unwrap();
    let options = Options { wanted, idle, segment: short, max_ahead: short, ..options };
    let nodes = Node::<Twitter>::COUNT;
    let (keeper, lease) =
        options.claim(store, SystemClock, SysRng, nodes, Node::<Twitter>::numbered)?;
    assert_eq!(lease.number(), 3);
    Ok((keeper, lease.generator()))
}

/// The next identifier of a lease. If a busy machine was too late for the grant, it is extended.
pub fn first<S: Store>(keeper: &mut Keeper<S>, generator: &mut Twitters) -> Snowflake<Twitter> {
    loop {
        match waited(generator) {
            Ok(id) => return id,
            Err(_) => {
                keeper.extend().unwrap();
            }
        }
    }
}

/// A second program makes identifiers of the same number, and none that was made before.
pub fn go_on<S: Store>(
    (mut keeper, mut generator): (Keeper<S>, Twitters),
    ids: &mut Vec<Snowflake<Twitter>>,
) {
    ids.extend((0..10_000).map(|_| first(&mut keeper, &mut generator)));
    assert!(ids.is_sorted_by(|a, b| a < b), "an identifier twice");
}

/// Uses up what was granted, and nothing is granted any more.
pub fn use_up(generator: &mut Twitters, ids: &mut Vec<Snowflake<Twitter>>) {
    let error = loop {
        match waited(generator) {
            Ok(id) => ids.push(id),
            Err(error) => break error,
        }
    };
    assert_eq!(error, GenerateError::Spent);
}

/// Asks until the store answers.
fn persist<T>(mut ask: impl FnMut() -> Result<T, StoreError>) -> T {
    until(|| match ask() {
        Err(StoreError::Unavailable(_)) => None,
        answer => Some(answer.unwrap()),
    })
}

fn persist_in(asker: &mut Asker, store: &mut dyn Store, amount: Amount) -> Span {
    let id = token();
    persist(|| asker.ask_as(store, id, amount))
}

/// The connection is cut at every message of every call, before it or after it was answered.
fn lost_connections<K: Place>(server: &Server<K>) {
    type Call = fn(&mut dyn Store);
    let proxy = Proxy::start(K::upstream(server));
    let calls: [(&str, Call); 5] = [
        ("claim", |store| {
            let mut asker = Asker::of_nodes(&namespace("cut-claim"), 2);
            let claimed = persist(|| asker.claim(store, 2, None, NEVER));
            assert_eq!(claimed, (0, 0));
            let mut other = Asker::of_nodes(&asker.resource.namespace, 2);
            assert_eq!(persist(|| other.claim(store, 2, None, NEVER)).0, 1);
        }),
        ("time", |store| {
            let mut asker = Asker::of_nodes(&namespace("cut-time"), 1);
            persist(|| asker.claim(store, 1, None, NEVER));
            let first = persist_in(&mut asker, store, time(10_000));
            let second = persist_in(&mut asker, store, time(30_000));
            assert_eq!(first.range.end, second.range.start);
        }),
        ("keys", |store| {
            let mut asker = Asker::of_keys(&namespace("cut-keys"));
            for first in [1, 11, 21] {
                assert_eq!(persist_in(&mut asker, store, keys(10)).range, first..first + 10);
            }
        }),
        ("release", |store| {
            let mut asker = Asker::of_keys(&namespace("cut-release"));
            persist_in(&mut asker, store, keys(10));
            #[expect(clippy::single_range_in_vec_init, reason = "a list of ranges")]
            let unused = [5..11];
            persist(|| asker.release(store, &unused));
            let mut other = Asker::of_keys(&asker.resource.namespace);
            for (count, range) in [(4, 5..9), (4, 9..11), (4, 11..15)] {
                assert_eq!(persist_in(&mut other, store, keys(count)).range, range);
            }
        }),
        ("raise", |store| {
            let mut asker = Asker::of_keys(&namespace("cut-raise"));
            persist_in(&mut asker, store, keys(10));
            assert_eq!(persist(|| store.raise(&asker.resource, 100)), 100);
            assert_eq!(persist_in(&mut asker, store, keys(10)).range, 100..110);
            let spans = persist(|| store.spans(&asker.resource));
            assert_eq!(
                spans.iter().map(|span| span.range.clone()).collect::<Vec<_>>(),
                [1..11, 100..110]
            );
        }),
    ];
    for (name, call) in calls {
        for when in [Cut::Before, Cut::After] {
            // Until there is no such message.
            for after in 0.. {
                let before = proxy.cuts();
                proxy.cut(when, b"", after);
                call(&mut *K::open(&K::at(proxy.port()), PATIENCE));
                if proxy.cuts() == before {
                    println!("fault: {name}, cut {when:?} each of {after} messages");
                    assert!(after > 3, "each of its messages was cut once");
                    break;
                }
            }
        }
    }
}

fn killed_and_started_again<K: Place>(server: &mut Server<K>) {
    println!("fault: killed and started again");
    let mut store = K::open(&server.url(), PATIENCE);
    let mut asker = Asker::of_keys(&namespace("killed"));
    for first in [1, 11, 21] {
        let id = token();
        server.kill();
        assert_eq!(kind(asker.ask_as(&mut *store, id, keys(10))), "unavailable");
        server.restart();
        let range = persist(|| asker.ask_as(&mut *store, id, keys(10))).range;
        assert_eq!(range, first..first + 10);
        // An answer is durable.
        server.kill();
        server.restart();
        assert_eq!(persist(|| store.spans(&asker.resource)).last().unwrap().range.end, range.end);
    }
}

/// The server hangs, before and after the connection is there. A network that swallows everything
/// looks the same.
fn out_of_reach<K: Place>(server: &Server<K>) {
    println!("fault: out of reach");
    let [mut hasty, mut patient] = [HASTY, PATIENCE].map(|limits| K::open(&server.url(), limits));
    let mut asker = Asker::of_keys(&namespace("away"));
    persist_in(&mut asker, &mut *patient, keys(10));
    persist(|| hasty.status());
    for first in [11, 21] {
        let id = token();
        server.suspend();
        for _ in 0..2 {
            let away = asker.ask_as(&mut *hasty, id, keys(10));
            assert_eq!(kind(away), "unavailable");
        }
        server.resume();
        // What was sent to it may be carried out now, or between the two.
        assert_eq!(persist(|| asker.ask_as(&mut *patient, id, keys(10))).range, first..first + 10);
        assert_eq!(asker.end(&mut *patient), first + 10);
    }
    let last = persist_in(&mut asker, &mut *patient, keys(10));
    assert_eq!(last.range, 31..41, "nothing came late");
}
