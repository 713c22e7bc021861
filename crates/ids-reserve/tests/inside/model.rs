//! Every state that two holders and a store can reach, with few ticks and few requests.
//!
//! The store decides by [`protocol`], as every store does. A holder does what a keeper and its
//! generator do. Its clock is not in the model: it may issue any granted position at any moment, which
//! is more than any clock and any pause allow. Everything else happens at any moment too: a crash, a
//! lost reply, a store's clock that steps back, a number that is taken over.

use core::{ops::Range, time::Duration};
use std::collections::{HashSet, VecDeque};

use crate::{
    Amount, Claim, Fingerprint, Holder as Name, Namespace, Request, Resource, StoreError,
    protocol::{self, Decision, Known, Node},
};

/// The last tick, which is a microsecond long and has one position.
const LAST: u8 = 6;
/// How many names there are: of leases, and of requests.
const NAMES: u8 = 6;

/// What is wrong on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Planted {
    Nothing,
    /// A clock that steps back: the store grants from its clock, not from the end.
    FromTheClock,
    /// A pause: the generator does not look at the end.
    NoEnd,
    /// A crash of a holder: after it, leases and requests have the same names again.
    SameNames,
    /// A crash of the store: it forgets what it granted.
    Forgets,
    /// A lost reply: the store takes the grant back, but the reply is only late.
    TakesBack,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Row {
    end: u8,
    owner: Option<u8>,
    answered: Option<(u8, u8, u8)>,
    /// Who was granted each position; 0 if it was not granted.
    spans: [u8; LAST as usize + 1],
}

/// What a reply says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Reply {
    Granted(u8, u8),
    Ahead,
    Refused,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Holder {
    /// The lease's name, if it has a lease.
    lease: Option<u8>,
    previous: Option<u8>,
    pending: Option<u8>,
    seen: u8,
    reply: Option<Reply>,
    /// The window, and the first position that is not issued.
    start: u8,
    end: u8,
    counter: u8,
    /// The names that it has used since it started.
    names: u8,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct State {
    now: u8,
    row: Row,
    holders: [Holder; 2],
    names: u8,
    /// A bit for each position that was issued, by the one or the other.
    issued: [u16; 2],
}

struct Model {
    planted: Planted,
    namespace: Namespace,
    fingerprint: Fingerprint,
}

const fn token(name: u8) -> u128 {
    name as u128
}

fn small(number: u64) -> u8 {
    u8::try_from(number).unwrap()
}

impl Model {
    fn new(planted: Planted) -> Self {
        let namespace = Namespace::new("model").unwrap();
        Self { planted, namespace, fingerprint: Fingerprint::of_keys(0..1) }
    }

    /// A name that no request had before, while there are some.
    fn name(&self, state: &mut State, who: usize) -> Option<u8> {
        if self.planted == Planted::SameNames {
            let names = &mut state.holders[who].names;
            *names += 1;
            return (*names < NAMES).then_some(*names + NAMES * small(who as u64));
        }
        state.names += 1;
        (state.names < NAMES).then_some(state.names)
    }

    /// Claims the only number, which is always idle, and begins a new generator.
    fn claim(&self, state: &State, who: usize, replied: bool) -> Option<State> {
        let mut next = state.clone();
        let name = self.name(&mut next, who)?;
        let owner = state.row.owner.map(|owner| (token(owner), 0));
        let known = [Node { number: 0, end: state.row.end.into(), owner }];
        let holder = Name::new(token(name), "").unwrap();
        let claim = Claim {
            namespace: &self.namespace,
            fingerprint: &self.fingerprint,
            holder: &holder,
            nodes: 1,
            wanted: Some(0),
            idle: Duration::ZERO,
        };
        let (_, end) = protocol::claim(&claim, None, &known, state.now.into()).unwrap();
        if next.row.owner != Some(name) {
            (next.row.owner, next.row.answered) = (Some(name), None);
        }
        let names = next.holders[who].names;
        next.holders[who] = Holder { names, ..Holder::default() };
        if replied {
            next.holders[who].lease = Some(name);
            next.holders[who].seen = small(end);
        }
        Some(next)
    }

    /// Asks for more; the store answers, and the reply is on its way.
    fn ask(&self, state: &State, who: usize) -> Option<State> {
        let mut next = state.clone();
        let holder = &state.holders[who];
        let (lease, None) = (holder.lease?, holder.reply) else { return None };
        let id = match holder.pending {
            Some(id) => id,
            None => self.name(&mut next, who)?,
        };
        next.holders[who].pending = Some(id);
        let name = Name::new(token(lease), "").unwrap();
        let mut known = Known {
            now: state.now.into(),
            layout: None,
            end: state.row.end.into(),
            owner: state.row.owner.map(token),
            answered: state.row.answered.map(|(id, a, b)| (token(id), a.into()..b.into())),
            last: holder.seen.checked_sub(1).map(|last| token(state.row.spans[usize::from(last)])),
            returned: None,
        };
        let mut request = Request {
            resource: &Resource { namespace: self.namespace.clone(), number: 0 },
            fingerprint: &self.fingerprint,
            holder: &name,
            id: token(id),
            previous: holder.previous.map(token),
            seen: holder.seen.into(),
            amount: Amount::Time {
                segment: Duration::from_micros(2),
                reach: 0,
                max_ahead: Duration::from_micros(3),
            },
        };
        if self.planted == Planted::FromTheClock {
            (known.end, known.last, request.seen) = (0, Some(name.token()), 0);
        }
        let reply = match protocol::grant(&known, &request) {
            Ok(decision) => {
                let Range { start, end } = decision.range().clone();
                let (start, end) = (small(start), small(end));
                if let Decision::New(_) = decision {
                    next.row.end = end;
                    next.row.answered = Some((id, start, end));
                    next.row.spans[start.into()..end.into()].fill(lease);
                }
                Reply::Granted(start, end)
            }
            Err(StoreError::Ahead { .. }) => Reply::Ahead,
            Err(_) => Reply::Refused,
        };
        next.holders[who].reply = Some(reply);
        Some(next)
    }

    /// The reply arrives, however late.
    fn hear(state: &State, who: usize) -> Option<State> {
        let mut next = state.clone();
        let holder = &mut next.holders[who];
        match holder.reply.take()? {
            Reply::Granted(start, end) => {
                holder.previous = holder.pending.take();
                holder.seen = holder.seen.max(end);
                if start != holder.end {
                    holder.start = start;
                }
                holder.end = end;
            }
            Reply::Ahead => {}
            Reply::Refused => (holder.end, holder.lease) = (0, None),
        }
        Some(next)
    }

    /// The generator issues a position; whether both issued it.
    fn issue(&self, state: &State, who: usize, position: u8) -> Option<(State, bool)> {
        let holder = &state.holders[who];
        let end = match self.planted {
            Planted::NoEnd if holder.end > 0 => LAST + 1,
            _ => holder.end,
        };
        if position < holder.start.max(holder.counter) || position >= end {
            return None;
        }
        let (mut next, bit) = (state.clone(), 1 << position);
        next.holders[who].counter = position + 1;
        let twice = (state.issued[0] | state.issued[1]) & bit != 0;
        next.issued[who] |= bit;
        Some((next, twice))
    }

    /// What can happen next, and whether it makes a duplicate.
    fn steps(&self, state: &State) -> Vec<(State, bool)> {
        let mut steps = Vec::new();
        let mut fine = |next: Option<State>| steps.extend(next.map(|next| (next, false)));
        if state.now + 3 < LAST {
            fine(Some(State { now: state.now + 1, ..state.clone() }));
        }
        if state.now > 0 {
            fine(Some(State { now: state.now - 1, ..state.clone() }));
        }
        if self.planted == Planted::Forgets {
            fine(Some(State { row: Row::default(), ..state.clone() }));
        }
        for who in 0..2 {
            let holder = &state.holders[who];
            fine(self.ask(state, who));
            fine(Self::hear(state, who));
            if let (Planted::TakesBack, Some(Reply::Granted(start, end))) =
                (self.planted, holder.reply)
            {
                let mut back = state.clone();
                if back.row.end == end {
                    (back.row.end, back.row.answered) = (start, None);
                    back.row.spans[start.into()..end.into()].fill(0);
                }
                fine(Some(back));
            }
            if holder.reply.is_some() {
                let mut lost = state.clone();
                lost.holders[who].reply = None;
                fine(Some(lost));
            }
            if holder.lease.is_none() {
                fine(self.claim(state, who, true));
                fine(self.claim(state, who, false));
            } else {
                let mut crashed = state.clone();
                crashed.holders[who] = Holder::default();
                fine(Some(crashed));
                let mut released = state.clone();
                released.row.owner =
                    released.row.owner.filter(|owner| Some(*owner) != holder.lease);
                (released.holders[who].end, released.holders[who].lease) = (0, None);
                fine(Some(released));
            }
        }
        for who in 0..2 {
            steps.extend((0..=LAST).filter_map(|position| self.issue(state, who, position)));
        }
        steps
    }

    /// Goes through every state. How many there are, whether both holders issued something in one of
    /// them, and whether one of them has a duplicate.
    fn search(&self) -> (usize, bool, bool) {
        let mut seen = HashSet::from([State::default()]);
        let mut queue = VecDeque::from([State::default()]);
        let mut both = false;
        while let Some(state) = queue.pop_front() {
            both |= state.issued[0] != 0 && state.issued[1] != 0;
            for (next, twice) in self.steps(&state) {
                if twice {
                    return (seen.len(), both, true);
                }
                if seen.insert(next.clone()) {
                    queue.push_back(next);
                }
            }
        }
        (seen.len(), both, false)
    }
}

#[test]
fn no_state_has_a_duplicate() {
    let (states, both, twice) = Model::new(Planted::Nothing).search();
    println!("{states} states");
    assert!(both, "both holders issue");
    assert!(states > 10_000, "only {states} states");
    assert!(!twice);
}

#[test]
fn each_planted_fault_is_found() {
    for planted in [
        Planted::FromTheClock,
        Planted::NoEnd,
        Planted::SameNames,
        Planted::Forgets,
        Planted::TakesBack,
    ] {
        let (states, _, twice) = Model::new(planted).search();
        println!("{planted:?}: {states} states");
        assert!(twice, "{planted:?} was not found");
    }
}
