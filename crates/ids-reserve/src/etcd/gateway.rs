//! etcd's JSON gateway: transactions, and the time.

use core::time::Duration;
use std::{boxed::Box, format, string::String, vec::Vec};

use base64::{Engine, prelude::BASE64_STANDARD};
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{DeserializeOwned, Error},
};
use serde_json::{Value as Json, error::Category, json};
use ureq::{Agent, config::ConfigBuilder, typestate::AgentScope};

use super::EtcdStore;
use crate::{
    StoreError,
    entries::{Changes, Entries, Found, Read, Value},
    protocol,
};

/// The version of the entries that this library knows, and where it stands.
const VERSION: u64 = 1;
const VERSION_KEY: &str = "ids-reserve/version";

/// What a member answers. Only the fields that are wanted are read: a `Value` would take an object with a
/// private name of `serde_json` for the JSON in its text.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Reply {
    /// It is absent where it is false.
    succeeded: bool,
    responses: Vec<Response>,
    token: Option<Box<str>>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Response {
    response_range: Kvs,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Kvs {
    kvs: Vec<Stored>,
}

#[derive(Deserialize)]
struct Stored {
    #[serde(deserialize_with = "bytes")]
    key: Vec<u8>,
    #[serde(deserialize_with = "bytes")]
    value: Vec<u8>,
    mod_revision: Box<str>,
}

/// What base64 stands for.
fn bytes<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
    let text = Box::<str>::deserialize(from)?;
    BASE64_STANDARD.decode(text.as_bytes()).map_err(Error::custom)
}

/// The JSON of an entry.
fn known<T: DeserializeOwned>(json: &[u8]) -> Result<T, StoreError> {
    serde_json::from_slice(json).map_err(|error| strange("an entry", &error))
}

impl Entries for EtcdStore {
    /// Of entries that this library knows, with the time of the member that answers.
    fn read(&mut self, what: &[Read]) -> Result<(Found, u64), StoreError> {
        let version = Read::Key(VERSION_KEY.into());
        let what: Vec<_> = [&version].into_iter().chain(what).collect();
        let ranges = what.iter().map(|read| match read {
            Read::Key(key) => json!({ "request_range": { "key": encode(key) } }),
            Read::Below { from, start, most } => {
                let (key, end) = (encode(from), BASE64_STANDARD.encode(after_all(start)));
                let limit = format!("{}", most.unwrap_or(0));
                json!({ "request_range": { "key": key, "range_end": end, "limit": limit } })
            }
        });
        let body = json!({ "success": ranges.collect::<Vec<_>>() });
        let (answer, now) = self.call("/v3/kv/txn", &body)?;
        if answer.responses.len() != what.len() {
            return Err(unreadable());
        }
        let mut answers = answer.responses.into_iter().map(|response| response.response_range.kvs);
        let version = match answers.next().unwrap_or_default().first() {
            Some(stored) if stored.key != VERSION_KEY.as_bytes() => return Err(unreadable()),
            Some(stored) => known(&stored.value)?,
            None => 0,
        };
        if version != VERSION {
            return Err(StoreError::Schema { found: version, known: VERSION });
        }
        let mut found = Found::default();
        for (stored, read) in answers.zip(&what[1..]) {
            let (Read::Key(start) | Read::Below { start, .. }) = read;
            for Stored { key, value, mod_revision } in stored {
                let key = String::from_utf8(key).map_err(|_| unreadable())?;
                let value: Value = known(&value)?;
                let is_its_own = key.starts_with(start) && key.starts_with(value.start());
                let revision = mod_revision.parse().ok().filter(|_| is_its_own);
                found.add(key, value, revision.ok_or_else(unreadable)?);
            }
        }
        Ok((found, now))
    }

    fn write(&mut self, Changes { same, then }: Changes) -> Result<bool, StoreError> {
        let then = then.iter().map(|(key, value)| match value {
            Some(value) => put(key, value),
            None => Ok(json!({ "request_delete_range": { "key": encode(key) } })),
        });
        let then = then.collect::<serde_json::Result<Vec<_>>>();
        self.change(&same, &then.map_err(|error| StoreError::Broken(error.into()))?)
    }
}

/// What puts a value under a key.
fn put(key: &str, value: &impl Serialize) -> serde_json::Result<Json> {
    let value = BASE64_STANDARD.encode(serde_json::to_vec(value)?);
    Ok(json!({ "request_put": { "key": encode(key), "value": value } }))
}

impl EtcdStore {
    /// Says that the version of the entries is this library's, where there are none.
    ///
    /// # Errors
    /// [`StoreError::Schema`] if the entries are of another version; others as etcd says.
    #[inline]
    pub fn init(&mut self) -> Result<(), StoreError> {
        let version =
            put(VERSION_KEY, &VERSION).map_err(|error| StoreError::Broken(error.into()))?;
        self.change(&[(VERSION_KEY.into(), 0)], &[version])?;
        self.read(&[]).map(drop)
    }

    /// Changes what is there, if these keys have these revisions.
    fn change(&mut self, same: &[(String, u64)], then: &[Json]) -> Result<bool, StoreError> {
        let compare = same.iter().map(|(key, revision)| {
            let revision = format!("{revision}");
            json!({ "key": encode(key), "target": "MOD", "mod_revision": revision })
        });
        let body = json!({ "compare": compare.collect::<Vec<_>>(), "success": then });
        Ok(self.call("/v3/kv/txn", &body)?.0.succeeded)
    }

    /// Asks each member until one answers, the one that answered last first.
    fn call(&mut self, path: &str, body: &Json) -> Result<(Reply, u64), StoreError> {
        if self.guard.forked() {
            return Err(StoreError::Forked);
        }
        let first = self.current;
        loop {
            let answer = self.call_current(path, body);
            if !matches!(answer, Err(StoreError::Unavailable(_))) {
                return answer;
            }
            self.current = (self.current + 1) % self.members.len();
            if self.current == first {
                return answer;
            }
        }
    }

    fn call_current(&mut self, path: &str, body: &Json) -> Result<(Reply, u64), StoreError> {
        if let (Some((name, password)), None) = (&self.user, &self.token) {
            let who = json!({ "name": name, "password": password });
            let (answer, _) = self.post("/v3/auth/authenticate", &who)?.map_err(refused)?;
            self.token = Some(answer.token.ok_or_else(unreadable)?);
            return self.post(path, body)?.map_err(refused);
        }
        match self.post(path, body)? {
            Err(refusal) if self.user.is_some() && refusal.is_of_an_old_token() => {
                self.token = None;
                self.call_current(path, body)
            }
            answer => answer.map_err(refused),
        }
    }

    /// One request, and what the member answers or refuses.
    fn post(&self, path: &str, body: &Json) -> Result<Result<(Reply, u64), Refusal>, StoreError> {
        let untrusted = "https:// wants to know who may sign certificates: with_tls";
        let agent = self.agent.as_ref().ok_or_else(|| StoreError::invalid(untrusted))?;
        let member = &self.members[self.current];
        // An instant that far away does not exist for ureq.
        let limit = (self.timeout < LONGEST).then_some(self.timeout);
        let request = agent.post(format!("{member}{path}"));
        let mut request = request.config().timeout_global(limit).build();
        if let Some(token) = &self.token {
            request = request.header("Authorization", &**token);
        }
        let answer = request.content_type("application/json").send(format!("{body}"));
        let mut answer = answer.map_err(unavailable)?;
        let now = answer.headers().get("date").and_then(|date| date.to_str().ok());
        let now = now.and_then(|date| httpdate::parse_http_date(date).ok());
        let is_good = answer.status().is_success();
        let is_theirs = answer.status().is_server_error();
        let text = answer.body_mut().with_config().limit(LARGEST).read_to_vec();
        let text = text.map_err(unavailable)?;
        if is_good {
            let answer =
                serde_json::from_slice(&text).map_err(|error| strange("etcd's answer", &error))?;
            let now = now.and_then(|now| now.duration_since(std::time::UNIX_EPOCH).ok());
            let now = now.ok_or_else(|| StoreError::Broken("etcd did not say the time".into()))?;
            return Ok(Ok((answer, protocol::micros(now))));
        }
        match serde_json::from_slice(&text) {
            Ok(refusal) => Ok(Err(refusal)),
            // Not etcd's, but of something before it.
            Err(_) if is_theirs => {
                Ok(Err(Refusal { code: 14, error: "no answer of etcd's".into() }))
            }
            Err(error) => Err(strange("etcd's answer", &error)),
        }
    }
}

/// Where something cannot be read. What stands there is left out: it may be the holder of a number, and errors
/// end in logs.
fn strange(what: &str, error: &serde_json::Error) -> StoreError {
    let why = match error.classify() {
        Category::Data => "is another value",
        Category::Eof => "ends too soon",
        _ => "is no JSON",
    };
    StoreError::Broken(
        format!("{what} {why}, at byte {} of line {}", error.column(), error.line()).into(),
    )
}

pub(super) fn config() -> ConfigBuilder<AgentScope> {
    // Not the environment's proxy.
    Agent::config_builder().http_status_as_error(false).max_redirects(0).proxy(None)
}

/// A time-out of a hundred years is as good as no time-out.
const LONGEST: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

/// The largest answer, in bytes.
const LARGEST: u64 = 1 << 28;

/// What a member says in place of an answer, with a code of gRPC.
#[derive(Deserialize)]
#[serde(default)]
struct Refusal {
    code: u64,
    error: Box<str>,
}

impl Default for Refusal {
    fn default() -> Self {
        Self { code: 2, error: Box::default() }
    }
}

impl Refusal {
    /// Whether the token has ended, or users and roles have changed since it was given.
    fn is_of_an_old_token(&self) -> bool {
        self.code == 16 || self.error.ends_with("revision of auth store is old")
    }
}

fn refused(refusal: Refusal) -> StoreError {
    let text = String::from(refusal.error).into();
    match refusal.code {
        // Cancelled, unknown, too late, no resources, aborted, internal, unavailable.
        1 | 2 | 4 | 8 | 10 | 13 | 14 => StoreError::Unavailable(text),
        _ => StoreError::Broken(text),
    }
}

fn unavailable(error: ureq::Error) -> StoreError {
    StoreError::Unavailable(match error {
        ureq::Error::Io(error) => error.into(),
        ureq::Error::Timeout(_) => "no answer in time".into(),
        // No waiting mends an address.
        error @ ureq::Error::BadUri(_) => return StoreError::Broken(error.into()),
        error => error.into(),
    })
}

fn unreadable() -> StoreError {
    StoreError::Broken("etcd's answer cannot be read".into())
}

fn encode(key: &str) -> String {
    BASE64_STANDARD.encode(key)
}

/// The first key after all that begin so. No start ends with the highest byte: it is ASCII.
fn after_all(start: &str) -> Vec<u8> {
    let mut end = start.as_bytes().to_vec();
    if let Some(last) = end.last_mut() {
        *last += 1;
    }
    end
}
