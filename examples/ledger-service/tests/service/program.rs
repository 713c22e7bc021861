//! The program, which can be killed and started again on its port.

use std::{
    io::{BufRead as _, BufReader},
    process::{Child, Command, Stdio},
};

use serde_json::Value;
use ureq::{Agent, http::Response};

pub(crate) struct Program {
    child: Child,
    database: String,
    pub(crate) url: String,
    agent: Agent,
}

fn start(database: &str, port: &str) -> (Child, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ledger-service"));
    command.env("DATABASE_URL", database).env("PORT", port).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program");
    let mut url = String::new();
    let output = child.stdout.take().expect("its output");
    BufReader::new(output).read_line(&mut url).expect("its address");
    (child, url.trim().to_owned())
}

impl Program {
    pub(crate) fn start(database: &str) -> Self {
        let (child, url) = start(database, "0");
        let agent = Agent::config_builder().http_status_as_error(false).build();
        Self { child, database: database.to_owned(), url, agent: agent.into() }
    }

    /// Kills it, by SIGKILL, and starts it again.
    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("a kill");
        self.child.wait().expect("its end");
        let port = self.url.rsplit_once(':').expect("a port").1;
        (self.child, self.url) = start(&self.database, port);
    }

    pub(crate) fn get(&self, path: &str) -> (u16, Value) {
        answer(self.agent.get(format!("{}{path}", self.url)).call().expect("an answer"))
    }

    /// The ids of `count` events of a stream, after this one.
    pub(crate) fn follow(&self, path: &str, after: Option<&str>, count: usize) -> Vec<String> {
        self.stream(path, after).take(count).collect()
    }

    /// The ids of the events of a stream, after this one, until it ends.
    pub(crate) fn stream(
        &self,
        path: &str,
        after: Option<&str>,
    ) -> impl Iterator<Item = String> + use<> {
        let request = self.agent.get(format!("{}{path}", self.url));
        let request = after.into_iter().fold(request, |r, id| r.header("last-event-id", id));
        let response = request.call().expect("a stream");
        let lines = BufReader::new(response.into_body().into_reader()).lines();
        lines.filter_map(|line| Some(line.expect("a line").strip_prefix("id: ")?.to_owned()))
    }

    pub(crate) fn send(&self, method: &str, path: &str, body: &str) -> (u16, Value) {
        let url = format!("{}{path}", self.url);
        let request = match method {
            "PUT" => self.agent.put(url),
            _ => self.agent.post(url),
        };
        let request = request.header("content-type", "application/json");
        answer(request.send(body).expect("an answer"))
    }
}

fn answer(mut response: Response<ureq::Body>) -> (u16, Value) {
    let status = response.status().as_u16();
    let kind = if status < 400 { "application/json" } else { "application/problem+json" };
    assert_eq!(response.headers()["content-type"], kind);
    let text = response.body_mut().read_to_string().expect("a text");
    (status, serde_json::from_str(&text).expect("JSON"))
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ended = self.child.kill();
        let _ended = self.child.wait();
    }
}
