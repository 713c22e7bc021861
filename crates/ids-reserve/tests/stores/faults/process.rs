//! The process itself: it reads a command, does it, and replies by one line.

use core::{
    cell::Cell,
    fmt::Write as _,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Duration,
};
use std::{
    env,
    io::{self, BufRead},
    path::PathBuf,
    rc::Rc,
    sync::Arc,
};

use ids_core::{
    Clock, ClockError, Generate, GenerateError, IdRng, Limits, UnixTime, clock::ForkGuard,
};
use ids_reserve::{GrantedCounter, NodeKeeper, Options, Request, SqliteStore, Store, StoreError};
use ids_testkit::PATIENCE;
use nix::sys::{
    resource::{RLIM_INFINITY, Resource as Limit, setrlimit},
    signal::{SigHandler, Signal, raise, signal},
};
use snowflake::{Generator, Node, Snowflake, Twitter};

use super::{
    keys::{Blocks, HighestKey},
    lease::TimedLease,
    world::{FileClock, Way},
};
use crate::{
    between::{Between, Fault, Faults},
    ground::open,
    scenarios::kind,
};

/// A clock that stops its process, once, before it reads the time: a pause between the check and
/// the use.
#[derive(Clone, Debug)]
pub struct PausingClock {
    clock: FileClock,
    pause: Arc<AtomicBool>,
}

impl Clock for PausingClock {
    fn now(&self) -> Result<UnixTime, ClockError> {
        if self.pause.swap(false, Relaxed) {
            raise(Signal::SIGSTOP).unwrap();
        }
        self.clock.now()
    }
}

/// A store whose calls go wrong at a certain one.
pub type Faulty = Between<Box<dyn Store + Send>, Plan>;

/// What goes wrong at a call, of a store or of what is in its place, and the number of calls before it.
pub type Plan = Rc<Cell<Option<(u32, Fault)>>>;

impl Faults for Plan {
    fn next(&mut self, _: Option<&Request<'_>>) -> Option<Fault> {
        let (calls, fault) = self.take()?;
        if calls == 0 {
            return Some(fault);
        }
        self.set(Some((calls - 1, fault)));
        None
    }
}

/// `kill -9`.
fn die() -> StoreError {
    raise(Signal::SIGKILL).unwrap();
    unreachable!("it is dead")
}

/// What holds the number, and what makes the identifiers.
enum Held {
    Nothing,
    Grants(
        NodeKeeper<Faulty, PausingClock, IdRng>,
        Generator<ForkGuard<PausingClock>, Node<Twitter>, GrantedCounter>,
    ),
    Lease(TimedLease, Generator<PausingClock, Node<Twitter>>),
    Blocks(Blocks),
    Highest(HighestKey),
}

struct Holder {
    folder: PathBuf,
    place: String,
    namespace: String,
    way: Way,
    clock: PausingClock,
    owner: String,
    limits: Limits,
    faults: Plan,
    reading: Option<(TimedLease, i64)>,
    held: Held,
}

/// Serves commands until there are no more.
pub fn serve() {
    let Some(folder) = env::var_os("IDS_RESERVE_FOLDER").map(PathBuf::from) else { return };
    let name = env::var("IDS_RESERVE_WAY").unwrap();
    let way = *Way::ALL.concat().iter().find(|way| format!("{way:?}") == name).unwrap();
    let clock = PausingClock { clock: FileClock::new(&folder), pause: Arc::default() };
    let [place, namespace] =
        ["PLACE", "NAMESPACE"].map(|name| env::var(format!("IDS_RESERVE_{name}")).unwrap());
    let mut holder = Holder {
        folder,
        place,
        namespace,
        way,
        clock,
        owner: std::process::id().to_string(),
        limits: Limits::default(),
        faults: Plan::default(),
        reading: None,
        held: Held::Nothing,
    };
    for command in io::stdin().lock().lines() {
        let command = command.unwrap();
        let words: Vec<_> = command.split(' ').collect();
        eprintln!("{}", holder.serve(&words));
    }
}

impl Holder {
    fn serve(&mut self, words: &[&str]) -> String {
        match *words {
            ["claim"] => return self.claim(None),
            // The number 0, at once.
            ["take"] => return self.claim(Some(0)),
            ["write"] => return self.write(),
            ["ids", count] => return self.ids(count.parse().unwrap()),
            ["extend"] => return self.extend(),
            ["release"] => return self.release(),
            // Until it is killed: a line of identifiers after each extension.
            ["run"] => loop {
                self.extend();
                eprintln!("{}", self.ids(50));
            },
            ["read"] => self.read(),
            ["offset", millis] => {
                self.clock.clock.offset.store(1000 * millis.parse::<i64>().unwrap(), Relaxed);
            }
            ["borrow", millis] => {
                let max_ahead = Duration::from_millis(millis.parse().unwrap());
                self.limits = Limits::ahead(max_ahead);
            }
            // A process that starts again has the lease of its host again.
            ["owner", owner] => owner.clone_into(&mut self.owner),
            ["pause"] => self.clock.pause.store(true, Relaxed),
            ["fault", calls, fault] => {
                let fault = match fault {
                    "before" => Fault::Before(die),
                    "after" => Fault::After(die),
                    _ => Fault::UNANSWERED,
                };
                self.faults.set(Some((calls.parse().unwrap(), fault)));
            }
            ["disk", state] => disk(state == "full"),
            _ => panic!("no such command: {words:?}"),
        }
        String::from("ok")
    }

    fn claim(&mut self, wanted: Option<u64>) -> String {
        let store = || {
            let store: Box<dyn Store + Send> = match self.place.strip_prefix("sqlite ") {
                Some(file) => {
                    let store = SqliteStore::open_within(file, PATIENCE, || ()).unwrap();
                    Box::new(store.with_clock(FileClock::new(&self.folder)))
                }
                None => open(&self.place, PATIENCE),
            };
            Faulty { store, faults: self.faults.clone() }
        };
        match self.way {
            Way::Grants => {}
            Way::Lease | Way::CheckedLease => {
                self.read();
                return self.write();
            }
            Way::Blocks => {
                self.held = Held::Blocks(Blocks::new(&self.namespace, store(), self.clock.clone()));
                return self.first_keys();
            }
            Way::Highest => {
                let (clock, faults) = (self.clock.clone(), self.faults.clone());
                self.held = Held::Highest(HighestKey::new(&self.folder, clock, faults));
                return self.first_keys();
            }
        }
        let mut options = Options::new(&self.namespace).unwrap();
        (options.separate, options.wanted) = (true, wanted);
        if wanted.is_some() {
            options.idle = Duration::ZERO;
        }
        let rng = IdRng::from_os().unwrap();
        let claimed = options.claim(store(), self.clock.clone(), rng, 64, Node::numbered);
        match claimed {
            Ok((keeper, lease)) => {
                let number = lease.number();
                self.held = Held::Grants(keeper, lease.generator().with_limits(self.limits));
                format!("number {number}")
            }
            Err(error) => error.kind().to_owned(),
        }
    }

    /// Keys have no number of a node: theirs is 0.
    fn first_keys(&mut self) -> String {
        let answer = self.extend();
        if answer == "ok" { String::from("number 0") } else { answer }
    }

    /// The first half of what a lease does that reads and then writes.
    fn read(&mut self) {
        let lease = TimedLease::new(&self.folder, self.clock.clock.clone(), &self.owner);
        let number = lease.read();
        self.reading = Some((lease, number));
    }

    fn write(&mut self) -> String {
        let (mut lease, number) = self.reading.take().unwrap();
        unheard(&mut self.faults, || lease.write(number));
        let node = Node::numbered(number.unsigned_abs()).unwrap();
        let generator = Generator::new(self.clock.clone(), node).with_limits(self.limits);
        self.held = Held::Lease(lease, generator);
        format!("number {number}")
    }

    fn ids(&mut self, count: usize) -> String {
        let checked = self.way == Way::CheckedLease;
        match &mut self.held {
            Held::Grants(_, generator) => numbers(count, || bits(generator)),
            Held::Lease(lease, generator) => numbers(count, || {
                if checked && !lease.lasts() {
                    return Err(GenerateError::Spent);
                }
                bits(generator)
            }),
            Held::Blocks(blocks) => numbers(count, || blocks.key()),
            Held::Highest(highest) => numbers(count, || Ok(highest.key())),
            Held::Nothing => String::from("nothing"),
        }
    }

    fn extend(&mut self) -> String {
        match &mut self.held {
            Held::Grants(keeper, _) => kind(keeper.extend()).to_owned(),
            // It fails in the background, where no caller sees it.
            Held::Lease(lease, _) => {
                let mut answer = Ok(());
                unheard(&mut self.faults, || answer = lease.extend());
                answer.map_or("unseen", |()| "ok").to_owned()
            }
            Held::Blocks(blocks) => blocks.extend(),
            Held::Highest(highest) => highest.extend(),
            Held::Nothing => String::from("nothing"),
        }
    }

    fn release(&mut self) -> String {
        match core::mem::replace(&mut self.held, Held::Nothing) {
            Held::Grants(mut keeper, generator) => {
                keeper.release().unwrap();
                self.held = Held::Grants(keeper, generator);
            }
            Held::Lease(lease, generator) => {
                unheard(&mut self.faults, || lease.release());
                self.held = Held::Lease(lease, generator);
            }
            Held::Blocks(blocks) => return blocks.give_back(),
            Held::Highest(mut highest) => return highest.extend(),
            Held::Nothing => {}
        }
        String::from("ok")
    }
}

/// Does what has no reply that could be lost.
pub fn unheard(faults: &mut Plan, work: impl FnOnce()) {
    let _lost = faults.call(None, || {
        work();
        Ok(())
    });
}

fn bits<G: Generate<Id = Snowflake<Twitter>>>(generator: &mut G) -> Result<u64, GenerateError> {
    generator.generate().map(Snowflake::to_bits)
}

/// As many identifiers as there are, at most `count`, and then why there are no more.
fn numbers(count: usize, mut make: impl FnMut() -> Result<u64, GenerateError>) -> String {
    let mut reply = String::new();
    for _ in 0..count {
        match make() {
            Ok(number) => write!(reply, "{number} ").unwrap(),
            Err(error) => {
                reply.push_str(error.kind());
                break;
            }
        }
    }
    if reply.is_empty() { String::from("none") } else { reply }
}

/// From now on no file of this process grows; or they may again.
#[expect(unsafe_code, reason = "the signal that comes with it must not end the process")]
fn disk(full: bool) {
    // SAFETY: ignoring a signal installs no handler.
    unsafe { signal(Signal::SIGXFSZ, SigHandler::SigIgn) }.unwrap();
    let limit = if full { 0 } else { RLIM_INFINITY };
    setrlimit(Limit::RLIMIT_FSIZE, limit, RLIM_INFINITY).unwrap();
}
