//! Stores in etcd, each behind a proxy of its own that says its time.

use std::{path::Path, sync::Mutex, time::SystemTime};

use base64::{Engine, prelude::BASE64_STANDARD};
use ids_core::Clock;
use ids_reserve::EtcdStore;
use ids_testkit::{
    PATIENCE,
    servers::{EtcdServer, Proxy, Upstream},
};
use serde_json::{Value, json};

use crate::{
    ground::{Failure, Ground, Table},
    world::FileClock,
};

pub struct Etcd(Mutex<EtcdServer>);

impl Etcd {
    /// `None` where it is not installed.
    pub fn start() -> Option<Self> {
        let server = EtcdServer::start()?;
        open(&server.url()).init().unwrap();
        Some(Self(Mutex::new(server)))
    }
}

pub fn open(url: &str) -> EtcdStore {
    EtcdStore::new([url]).unwrap().with_timeout(PATIENCE)
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

impl Ground for Etcd {
    fn name(&self) -> &'static str {
        "etcd"
    }

    fn begin(&self, folder: &Path) -> String {
        let (port, clock) = (self.0.lock().unwrap().port(), FileClock::new(folder));
        let proxy = Proxy::changing(Upstream::Port(port), move |answer| {
            say_the_time(answer, &clock);
        });
        format!("etcd http://127.0.0.1:{}", proxy.port())
    }

    fn backup(&self, _place: &str) -> Box<dyn FnOnce() + '_> {
        let restore = self.0.lock().unwrap().backup();
        Box::new(move || restore(&mut self.0.lock().unwrap()))
    }

    fn kill(&self) -> Box<dyn FnOnce() + '_> {
        self.0.lock().unwrap().kill();
        Box::new(|| self.0.lock().unwrap().restart())
    }
}

/// Entries with the name of their proxy, so that each world has its own.
pub struct Leases(String);

impl Leases {
    pub fn new(url: &str) -> Self {
        Self(url.to_owned())
    }

    fn ask(&self, call: &str, number: u64, value: Option<String>) -> Result<Value, Failure> {
        let key = BASE64_STANDARD.encode(format!("{} lease {number}", self.0));
        let body = match value {
            Some(value) => json!({ "key": key, "value": BASE64_STANDARD.encode(value) }),
            None => json!({ "key": key }),
        };
        let mut answer = ureq::post(format!("{}/v3/kv/{call}", self.0)).send(body.to_string())?;
        Ok(serde_json::from_str(&answer.body_mut().read_to_string()?)?)
    }
}

impl Table for Leases {
    fn get(&mut self, number: u64) -> Result<Option<(String, u64)>, Failure> {
        let answer = self.ask("range", number, None)?;
        let Some(value) = answer["kvs"][0]["value"].as_str() else { return Ok(None) };
        let value = String::from_utf8(BASE64_STANDARD.decode(value)?)?;
        let (owner, until) = value.rsplit_once(' ').ok_or("no such lease")?;
        Ok(Some((owner.to_owned(), until.parse()?)))
    }

    fn put(&mut self, number: u64, owner: &str, until: u64) -> Result<(), Failure> {
        self.ask("put", number, Some(format!("{owner} {until}"))).map(drop)
    }
}
