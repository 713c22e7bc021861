//! The clients in other languages, also while the service is killed.

use std::{
    io::{BufRead as _, BufReader, Lines},
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
};

use crate::{answers::GENESIS, program::Program};

/// The clients whose languages are there.
fn clients() -> Vec<[&'static str; 2]> {
    let is_there = |program: &str| Command::new(program).arg("--version").output().is_ok();
    let all = [["python3", "seats.py"], ["node", "seats.mjs"]];
    all.into_iter().filter(|[program, _]| is_there(program)).collect()
}

fn command([program, file]: [&str; 2], url: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("clients");
    command.arg(folder.join(file)).arg(format!("{url}/ledgers/seats")).args(arguments);
    command
}

fn book(client: [&str; 2], url: &str, seat: &str) -> String {
    let output = command(client, url, &["book", seat]).output().expect("a client");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8").trim_end().to_owned()
}

/// A client that follows, and what it prints.
struct Following(Child, Lines<BufReader<ChildStdout>>);

impl Following {
    fn start(client: [&str; 2], url: &str, arguments: &[&str]) -> Self {
        let mut command = command(client, url, &[&["follow"], arguments].concat());
        let mut child = command.stdout(Stdio::piped()).spawn().expect("a client");
        let output = child.stdout.take().expect("its output");
        Self(child, BufReader::new(output).lines())
    }

    fn next(&mut self) -> String {
        self.1.next().expect("a line").expect("UTF-8")
    }

    fn end(mut self) {
        assert!(self.1.next().is_none());
        assert!(self.0.wait().expect("its end").success());
    }
}

/// Seats that each client books.
const SEATS: usize = 4;

pub(crate) fn behave(program: &mut Program) {
    let clients = clients();
    let (status, created) = program.send("PUT", "/ledgers/seats", GENESIS);
    assert_eq!(status, 201);
    let first = created["id"].as_str().expect("an id").to_owned();
    let count = clients.len() * SEATS;
    // From the first event on, and after it.
    let all = (count + 1).to_string();
    let mut whole: Vec<_> =
        clients.iter().map(|client| Following::start(*client, &program.url, &[&all])).collect();
    let rest = count.to_string();
    let mut after: Vec<_> = clients
        .iter()
        .map(|client| Following::start(*client, &program.url, &[&rest, &first]))
        .collect();
    for following in &mut whole {
        assert_eq!(following.next(), format!("{first} Ledger Created"));
    }
    let mut booked = Vec::new();
    for (place, client) in clients.iter().enumerate() {
        for number in 0..SEATS {
            let seat = format!("{place}{number}");
            let id = book(*client, &program.url, &seat);
            // The same key is the same booking; another client comes too late.
            assert_eq!(book(*client, &program.url, &seat), id);
            for other in clients.iter().filter(|other| *other != client) {
                assert_eq!(book(*other, &program.url, &seat), format!("race {id}"));
            }
            if number % 2 == 0 {
                program.kill();
            }
            for following in whole.iter_mut().chain(&mut after) {
                assert_eq!(following.next(), format!("{id} Booked"));
            }
            booked.push(id);
        }
    }
    // None was missed, and none came twice.
    whole.into_iter().chain(after).for_each(Following::end);
    let (_, verdict) = program.get("/ledgers/seats/verify");
    assert_eq!((&verdict["valid"], &verdict["events"]), (&true.into(), &(count + 1).into()));
}
