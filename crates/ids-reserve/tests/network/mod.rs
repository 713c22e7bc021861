//! What goes wrong between a process and a store across a network: a table of faults over any server.
//!
//! In each row the same request is made again until the store answers. Then the range must be the one
//! that follows, as if nothing had happened: not a key is lost, and none is granted twice.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![allow(unreachable_pub, reason = "each test of a server uses it")]

use core::time::Duration;
use std::{process::Command, sync::Mutex, thread};

use ids_core::{Generate, GenerateError};
use ids_reserve::{Amount, Grant, Store, StoreError, Timeouts};
use ids_testkit::servers::{Cut, Kind, Proxy, Server, Upstream};

use crate::stores::{Asker, NEVER, Subject, keys, kind, namespace, time, token};

mod crowd;

pub use crowd::{client, crowd};

/// A server to be treated badly.
pub trait Remote {
    /// A store there.
    fn connect(&self, timeouts: Timeouts) -> Box<dyn Store + Send>;

    /// A store there, through a proxy at this port of loopback.
    fn connect_by(&self, port: u16, timeouts: Timeouts) -> Box<dyn Store + Send>;

    /// Where a proxy has to lead.
    fn upstream(&self) -> Upstream;

    /// Tells a process of the crowd where the server is.
    fn client(&self, command: &mut Command);

    /// Ends it at once.
    fn kill(&mut self);

    /// Starts it again.
    fn restart(&mut self);

    /// Stops it where it is.
    fn suspend(&self);

    /// Lets it go on.
    fn resume(&self);
}

/// A kind of server that stores are in.
pub trait Place: Kind {
    /// The store at a URL.
    fn open(url: &str, timeouts: Timeouts) -> Box<dyn Store + Send>;

    /// The URL of one that listens on a port of loopback.
    fn at(port: u16) -> String;

    /// Where a proxy has to lead.
    fn upstream(server: &Server<Self>) -> Upstream
    where
        Self: Sized;
}

impl<K: Place> Remote for Server<K> {
    fn connect(&self, timeouts: Timeouts) -> Box<dyn Store + Send> {
        K::open(&self.url(), timeouts)
    }

    fn connect_by(&self, port: u16, timeouts: Timeouts) -> Box<dyn Store + Send> {
        K::open(&K::at(port), timeouts)
    }

    fn upstream(&self) -> Upstream {
        K::upstream(self)
    }

    fn client(&self, command: &mut Command) {
        command.env("IDS_RESERVE_URL", self.url());
    }

    fn kill(&mut self) {
        self.kill();
    }

    fn restart(&mut self) {
        self.restart();
    }

    fn suspend(&self) {
        self.suspend();
    }

    fn resume(&self) {
        self.resume();
    }
}

impl<K: Place + Send> Subject for Mutex<Server<K>> {
    fn connect(&self) -> Box<dyn Store + Send> {
        K::open(&self.lock().unwrap().url(), Timeouts::default())
    }

    fn backup(&self) -> Box<dyn FnOnce() + '_> {
        let restore = self.lock().unwrap().backup();
        Box::new(move || restore(&mut self.lock().unwrap()))
    }
}

/// Long enough for a busy machine.
const PATIENT: Timeouts =
    Timeouts { connect: Duration::from_secs(20), call: Duration::from_secs(20) };

/// For a server that does not answer.
const HASTY: Timeouts =
    Timeouts { connect: Duration::from_millis(300), call: Duration::from_millis(300) };

/// Runs every row.
pub fn hold(remote: &mut dyn Remote) {
    lost_connections(remote);
    killed_and_started_again(remote);
    out_of_reach(remote);
}

/// The next identifier. Where there is none yet, it is waited for.
pub fn waited<G: Generate>(generator: &mut G) -> Result<G::Id, GenerateError> {
    loop {
        match generator.generate() {
            Err(GenerateError::Wait { .. }) => thread::sleep(Duration::from_millis(1)),
            answer => return answer,
        }
    }
}

/// The first identifier of a lease. A busy machine may come too late for the first grant.
pub fn first<G: Generate>(generator: &mut G, mut extend: impl FnMut()) -> G::Id {
    loop {
        match waited(generator) {
            Ok(id) => return id,
            Err(_) => extend(),
        }
    }
}

/// Takes many, also where a slow machine has let what was granted pass.
pub fn take_many<G: Generate>(generator: &mut G, ids: &mut Vec<G::Id>, mut extend: impl FnMut()) {
    ids.extend((0..10_000).map(|_| first(generator, &mut extend)));
}

/// Uses up what was granted, and nothing is granted any more.
pub fn use_up<G: Generate>(generator: &mut G, ids: &mut Vec<G::Id>) {
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
    for _ in 0..1000 {
        match ask() {
            Err(StoreError::Unavailable(_)) => thread::sleep(Duration::from_millis(10)),
            answer => return answer.unwrap(),
        }
    }
    panic!("the store does not come back");
}

fn persist_in(asker: &mut Asker, store: &mut dyn Store, amount: Amount) -> Grant {
    let id = token();
    persist(|| asker.ask_as(store, id, amount))
}

/// The connection is cut at every message of every call, before it or after it was answered.
fn lost_connections(remote: &dyn Remote) {
    type Call = fn(&mut dyn Store);
    let proxy = Proxy::start(remote.upstream());
    let calls: [(&str, Call); 5] = [
        ("claim", |store| {
            let mut asker = Asker::of_nodes(&namespace("cut-claim"), 2);
            let claimed = persist(|| asker.claim(store, 2, None, NEVER));
            assert_eq!((claimed.number, claimed.end), (0, 0));
            let mut other = Asker::of_nodes(&asker.resource.namespace, 2);
            assert_eq!(persist(|| other.claim(store, 2, None, NEVER)).number, 1);
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
                call(&mut *remote.connect_by(proxy.port(), PATIENT));
                if proxy.cuts() == before {
                    println!("fault: {name}, cut {when:?} each of {after} messages");
                    assert!(after > 3, "each of its messages was cut once");
                    break;
                }
            }
        }
    }
}

fn killed_and_started_again(remote: &mut dyn Remote) {
    println!("fault: killed and started again");
    let mut store = remote.connect(PATIENT);
    let mut asker = Asker::of_keys(&namespace("killed"));
    for first in [1, 11, 21] {
        let id = token();
        remote.kill();
        assert_eq!(kind(asker.ask_as(&mut *store, id, keys(10))), "unavailable");
        remote.restart();
        let range = persist(|| asker.ask_as(&mut *store, id, keys(10))).range;
        assert_eq!(range, first..first + 10);
        // An answer is durable.
        remote.kill();
        remote.restart();
        assert_eq!(persist(|| store.spans(&asker.resource)).last().unwrap().range.end, range.end);
    }
}

/// The server hangs, before and after the connection is there. A network that swallows everything
/// looks the same.
fn out_of_reach(remote: &dyn Remote) {
    println!("fault: out of reach");
    let (mut hasty, mut patient) = (remote.connect(HASTY), remote.connect(PATIENT));
    let mut asker = Asker::of_keys(&namespace("away"));
    persist_in(&mut asker, &mut *patient, keys(10));
    persist(|| hasty.status());
    for first in [11, 21] {
        let id = token();
        remote.suspend();
        for _ in 0..2 {
            let away = asker.ask_as(&mut *hasty, id, keys(10));
            assert_eq!(kind(away), "unavailable");
        }
        remote.resume();
        // What was sent to it may be carried out now, or between the two.
        assert_eq!(persist(|| asker.ask_as(&mut *patient, id, keys(10))).range, first..first + 10);
        assert_eq!(asker.end(&mut *patient), first + 10);
    }
    let last = persist_in(&mut asker, &mut *patient, keys(10));
    assert_eq!(last.range, 31..41, "nothing came late");
}
