//! What only the store in etcd does.

use core::time::Duration;
use std::{path::Path, time::SystemTime};

use ids_core::Clock;
use ids_reserve::{Authorities, EtcdStore, Store, StoreError};
use ids_testkit::{
    PATIENCE,
    servers::{Etcd, EtcdServer, Proxy, Upstream},
};

use crate::{
    faults::FileClock,
    ground::Place,
    network::{first, go_on, three, use_up},
    scenarios::{Asker, keys, kind, namespace, schema},
};

fn open(url: &str) -> EtcdStore {
    EtcdStore::new([url]).unwrap().with_timeout(PATIENCE)
}

impl Place for Etcd {
    const NAME: &'static str = "etcd";

    fn begun() -> Option<EtcdServer> {
        let server = EtcdServer::start()?;
        open(&server.url()).init().unwrap();
        Some(server)
    }

    fn open(url: &str, timeout: Duration) -> Box<dyn Store + Send> {
        Box::new(open(url).with_timeout(timeout))
    }

    fn at(port: u16) -> String {
        format!("http://127.0.0.1:{port}")
    }

    fn upstream(server: &EtcdServer) -> Upstream {
        Upstream::Port(server.port())
    }

    /// Behind a proxy of its own that says its time.
    fn begin(server: &EtcdServer, folder: &Path) -> String {
        let clock = FileClock::new(folder);
        let proxy = Proxy::changing(Self::upstream(server), move |answer| {
            say_the_time(answer, &clock);
        });
        Self::at(proxy.port())
    }
}

/// Makes the `Date` of an answer that of the world. All of them have the same length.
fn say_the_time(answer: &mut [u8], clock: &FileClock) {
    const NAME: &[u8] = b"\r\nDate: ";
    let time: SystemTime = clock.now().unwrap().try_into().unwrap();
    let date = httpdate::fmt_http_date(time);
    if let Some(at) = answer.windows(NAME.len()).position(|bytes| bytes == NAME) {
        let from = at + NAME.len();
        answer[from..from + date.len()].copy_from_slice(date.as_bytes());
    }
}

#[test]
fn another_version_is_refused() {
    let Some(server) = EtcdServer::start() else { return };
    let mut store = open(&server.url());
    assert_eq!(schema(store.status()), 0);
    store.init().unwrap();
    let mut asker = Asker::of_keys(&namespace("init"));
    asker.ask(&mut store, keys(10)).unwrap();
    store.init().unwrap();
    assert_eq!(asker.end(&mut store), 11, "nothing is made anew");
    // The key `ids-reserve/version`, and 2.
    server.post("/v3/kv/put", r#"{"key":"aWRzLXJlc2VydmUvdmVyc2lvbg==","value":"Mg=="}"#);
    assert_eq!(schema(store.init()), 2);
    assert_eq!(schema(asker.ask(&mut store, keys(10))), 2);
}

#[test]
fn a_member_that_is_away_is_passed_over() {
    let Some(server) = Etcd::begun() else { return };
    let members = ["http://127.0.0.1:1", &server.url()];
    let mut store = EtcdStore::new(members).unwrap().with_timeout(PATIENCE);
    let mut asker = Asker::of_keys(&namespace("members"));
    assert_eq!(asker.ask(&mut store, keys(10)).unwrap().range, 1..11);
    assert_eq!(kind(open("http://127.0.0.1:1").status()), "unavailable");
    let no_port =
        ["http://a", "http://a:", "http://a:0", "http://a:99999", "http://a:+1", "http://a b:1"];
    for url in ["127.0.0.1:1", "http://a:b@c", "http://", ""].into_iter().chain(no_port) {
        assert_eq!(kind(EtcdStore::new([url])), "invalid");
    }
    let both = ["http://127.0.0.1:1", "https://127.0.0.1:1"];
    assert_eq!(kind(EtcdStore::new(both)), "invalid");
}

#[test]
fn tls_wants_a_certificate_of_the_host_from_a_trusted_authority() {
    let Some(server) = EtcdServer::start_encrypted() else { return };
    let Some(other) = EtcdServer::start_encrypted() else { return };
    let pem = |of: &EtcdServer| std::fs::read(of.certificate()).unwrap();
    let [ours, theirs] = [&server, &other].map(|of| Authorities::of_pem(&pem(of)).unwrap());
    let by_name = format!("https://localhost:{}", server.port());

    let mut store = open(&by_name).with_tls(&ours).unwrap();
    store.init().unwrap();
    let mut asker = Asker::of_keys(&namespace("tls"));
    assert_eq!(asker.ask(&mut store, keys(10)).unwrap().range, 1..11);

    let shown = |answer: Result<_, StoreError>| answer.map(drop).unwrap_err().to_string();
    let mut other_name = open(&server.url()).with_tls(&ours).unwrap();
    let other_name = shown(other_name.status());
    assert!(other_name.contains("not valid for name"), "{other_name}");
    let mut other_authority = open(&by_name).with_tls(&theirs).unwrap();
    let other_authority = shown(other_authority.status());
    assert!(other_authority.contains("invalid peer certificate"), "{other_authority}");
    if let Ok(of_machine) = Authorities::of_machine() {
        let of_machine = shown(open(&by_name).with_tls(&of_machine).unwrap().status());
        assert!(of_machine.contains("invalid peer certificate"), "{of_machine}");
    }
    assert_eq!(kind(open(&by_name).status()), "invalid", "no authority may sign");
    assert!(Authorities::of_pem(b"no certificate").is_err());
    // Neither one without TLS, nor one that has none.
    assert_eq!(kind(open("http://127.0.0.1:1").with_tls(&ours)), "invalid");
    let plain = format!("http://127.0.0.1:{}", server.port());
    assert!(open(&plain).status().is_err());
    let Some(without) = EtcdServer::start() else { return };
    let url = format!("https://localhost:{}", without.port());
    assert_eq!(kind(open(&url).with_tls(&ours).unwrap().status()), "unavailable");
}

#[test]
fn too_many_ranges_at_once_are_not_taken_back() {
    let Some(server) = Etcd::begun() else { return };
    let mut store = open(&server.url());
    let mut asker = Asker::of_keys(&namespace("many"));
    asker.ask(&mut store, keys(1000)).unwrap();
    let unused: Vec<_> = (0..41).map(|index| 10 * index + 1..10 * index + 2).collect();
    assert_eq!(kind(asker.release(&mut store, &unused)), "invalid");
    asker.release(&mut store, &unused[..40]).unwrap();
}

/// The move of a store to another cluster, as "Operations" of `docs/reservation.md` says.
#[test]
fn a_move_to_another_server() {
    const ROOT: &str = "--user root:secret";
    let Some(old) = Etcd::begun() else { return };
    for line in [
        "user add root:secret",
        "role add root",
        "user grant-role root root",
        "user add ids:secret",
        "role add ids",
        "role grant-permission ids --prefix=true readwrite ids-reserve/",
        "user grant-role ids ids",
        "auth enable",
    ] {
        if old.ctl(line).is_none() {
            return;
        }
    }
    for mut store in [open(&old.url()), open(&old.url()).with_user("ids", "open")] {
        assert_eq!(kind(store.status()), "broken");
    }
    assert!(!format!("{:?}", open(&old.url()).with_user("ids", "secret")).contains("secret"));
    // The members' clocks have whole seconds.
    let short = Duration::from_secs(3);
    let claim = |server: &EtcdServer| three(open(&server.url()).with_user("ids", "secret"), short);
    let (mut keeper, mut generator) = claim(&old).unwrap();
    let mut ids = vec![first(&mut keeper, &mut generator)];
    keeper.extend().unwrap();
    old.ctl(&format!("{ROOT} role revoke-permission ids --prefix=true ids-reserve/"));
    // A keeper ends.
    assert_eq!(kind(keeper.extend()), "broken");
    let Some(new) = old.restored(ROOT) else { return };
    use_up(&mut generator, &mut ids);
    // The copy has the users, and the fence.
    assert_eq!(kind(claim(&new)), "broken");
    new.ctl(&format!("{ROOT} role grant-permission ids --prefix=true readwrite ids-reserve/"));
    go_on(claim(&new).unwrap(), &mut ids);
    assert_eq!(kind(claim(&old)), "broken", "the old one grants nothing for good");
}
