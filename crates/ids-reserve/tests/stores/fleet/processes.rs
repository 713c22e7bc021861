//! The processes of a fleet, what they say, and what they made.

use core::time::Duration;
use std::{
    collections::{BTreeMap, VecDeque},
    fs,
    io::{BufRead, BufReader},
    process::Child,
    sync::mpsc::{Receiver, Sender, channel},
    thread,
};

use ids_testkit::{servers::Folder, until};

use super::merge::{Found, merge};
use crate::ground::again;

/// What a process does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Making,
    Spent,
}

/// Processes that work, and a folder of what they made.
pub struct Fleet {
    place: String,
    namespace: &'static str,
    processes: VecDeque<Child>,
    /// By the id of the process.
    states: BTreeMap<u32, State>,
    said: Receiver<(u32, State)>,
    sender: Sender<(u32, State)>,
    folder: Folder,
}

impl Fleet {
    pub fn new(place: String, namespace: &'static str) -> Self {
        let (sender, said) = channel();
        let (processes, states) = (VecDeque::new(), BTreeMap::new());
        let folder = Folder::new("fleet");
        Self { place, namespace, processes, states, said, sender, folder }
    }

    /// Starts one more.
    pub fn start(&mut self) {
        let mut child = again(
            "fleet::a_worker",
            &[
                ("FOLDER", &self.folder.path()),
                ("PLACE", &self.place),
                ("NAMESPACE", &self.namespace),
            ],
        );
        let words = BufReader::new(child.stderr.take().unwrap());
        let (id, sender) = (child.id(), self.sender.clone());
        self.processes.push_back(child);
        thread::spawn(move || {
            for line in words.lines().map_while(Result::ok) {
                let states = [State::Making, State::Spent];
                match states.into_iter().find(|state| format!("{state:?}") == line) {
                    Some(state) => drop(sender.send((id, state))),
                    None => println!("process {id}: {line}"),
                }
            }
        });
    }

    /// Kills the one that has lived longest.
    pub fn kill_oldest(&mut self) {
        let mut oldest = self.processes.pop_front().unwrap();
        oldest.kill().unwrap();
        oldest.wait().unwrap();
    }

    /// How many identifiers are in the files.
    pub fn count(&self) -> u64 {
        let files = fs::read_dir(self.folder.path()).unwrap();
        files.map(|file| file.unwrap().metadata().unwrap().len() / 8).sum()
    }

    /// Waits a little, and fails if a process has ended by itself.
    pub fn look(&mut self) {
        thread::sleep(Duration::from_millis(5));
        for process in &mut self.processes {
            assert_eq!(process.try_wait().unwrap(), None, "a process ended by itself");
        }
    }

    /// Whether this is what all do.
    pub fn are_all(&mut self, state: State) -> bool {
        self.states.extend(self.said.try_iter());
        self.processes.iter().all(|process| self.states.get(&process.id()) == Some(&state))
    }

    /// Waits until all do this.
    pub fn wait_for(&mut self, state: State) {
        until(|| {
            self.look();
            self.are_all(state).then_some(())
        });
    }

    /// Kills all of them, and looks at what they made.
    pub fn end(mut self) -> Found {
        while !self.processes.is_empty() {
            self.kill_oldest();
        }
        let files = fs::read_dir(self.folder.path()).unwrap();
        merge(files.map(|file| file.unwrap().path()).collect())
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        for process in &mut self.processes {
            let _ended = process.kill();
            let _ended = process.wait();
        }
    }
}
