//! Clients that make users, and keep what was acknowledged.

use core::{
    sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
    time::Duration,
};
use std::{
    sync::Arc,
    thread::{self, JoinHandle},
};

use fleet::ids::Id;
use ids_testkit::until;
use serde_json::json;
use ureq::{Agent, http::Response};

/// Several clients, each of which asks the services in turn.
pub(crate) struct Clients {
    port: u16,
    ended: Arc<AtomicBool>,
    /// How many users each service has acknowledged.
    acknowledged: Arc<[AtomicUsize; 3]>,
    threads: Vec<JoinHandle<Vec<(Id, String)>>>,
}

impl Clients {
    pub(crate) fn start(port: u16, number: usize) -> Self {
        let (ended, acknowledged) = (Arc::default(), Arc::default());
        let start = |client| {
            let (ended, acknowledged) = (Arc::clone(&ended), Arc::clone(&acknowledged));
            thread::spawn(move || make_users(client, port, &ended, &acknowledged))
        };
        let threads = (0..number).map(start).collect();
        Self { port, ended, acknowledged, threads }
    }

    /// Waits until each of these services has acknowledged twenty more users.
    pub(crate) fn wait_for(&self, services: &[u16]) {
        let count = |service: &u16| self.acknowledged[usize::from(service - 1)].load(SeqCst);
        let before: Vec<_> = services.iter().map(count).collect();
        until(|| {
            let mut all = services.iter().zip(&before);
            all.all(|(service, before)| count(service) >= before + 20).then_some(())
        });
    }

    /// Waits until each of these services refuses to make a user, in these words.
    pub(crate) fn wait_until_refused(&self, services: &[u16], words: &str) {
        let agent = agent();
        for service in services {
            until(|| {
                let mut answer = post(&agent, self.port + service, "no user").expect("an answer");
                let text = answer.body_mut().read_to_string().expect("a text");
                // The database ends a moment after what runs it.
                let is_refused = answer.status() == 503;
                assert!(!is_refused || answer.headers()["retry-after"] == "1", "{text}");
                (is_refused && text.contains(words)).then_some(())
            });
        }
    }

    /// Ends them. Answers with what was acknowledged.
    pub(crate) fn end(self) -> Vec<(Id, String)> {
        self.ended.store(true, SeqCst);
        self.threads.into_iter().flat_map(|thread| thread.join().expect("a client")).collect()
    }
}

fn make_users(
    client: usize,
    port: u16,
    ended: &AtomicBool,
    acknowledged: &[AtomicUsize; 3],
) -> Vec<(Id, String)> {
    let (agent, mut made) = (agent(), Vec::new());
    for (n, service) in (1..=3).cycle().enumerate() {
        if ended.load(SeqCst) {
            break;
        }
        let name = format!("user {n} of client {client}");
        let answer = post(&agent, port + service, &name);
        // There is more to do for the machine.
        thread::sleep(Duration::from_millis(5));
        // A service that is killed answers nothing.
        let Ok(mut answer) = answer else { continue };
        let text = answer.body_mut().read_to_string();
        match (answer.status().as_u16(), text) {
            (201, Ok(text)) => {
                let user: serde_json::Value = serde_json::from_str(&text).expect("JSON");
                let id = user["id"].as_str().expect("an id is a string");
                made.push((id.parse().expect("an id"), name));
                acknowledged[usize::from(service - 1)].fetch_add(1, SeqCst);
            }
            (201 | 503, _) => {}
            (status, text) => panic!("{name}: {status} {text:?}"),
        }
    }
    made
}

/// What a service says of a user.
pub(crate) fn get(port: u16, id: &str) -> (u16, String) {
    let url = format!("http://127.0.0.1:{port}/users/{id}");
    let mut answer = agent().get(url).call().expect("an answer");
    let text = answer.body_mut().read_to_string().expect("a text");
    (answer.status().as_u16(), text)
}

fn post(agent: &Agent, port: u16, name: &str) -> Result<Response<ureq::Body>, ureq::Error> {
    agent.post(format!("http://127.0.0.1:{port}/users")).send_json(json!({ "name": name }))
}

fn agent() -> Agent {
    let timeout = Some(Duration::from_secs(10));
    let config = Agent::config_builder().http_status_as_error(false).timeout_global(timeout);
    config.build().into()
}
