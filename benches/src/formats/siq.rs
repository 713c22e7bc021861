//! SIQ.

use ids_core::{Clock, SystemClock, clock::FastClock};
use siq::{Generator, Qualifier, Siq};

use super::AHEAD;
use crate::{
    case::{COUNT, Cases, Sequence::*, all},
    samples::*,
    texts::{Operation, own},
};

pub fn owner<C: Clock>(clock: C) -> impl FnMut() -> Siq {
    let mut own = Generator::new(clock, DOMAIN, 1).with_limits(AHEAD);
    move || own.generate(Qualifier::User).expect("ahead")
}

pub fn shared<C: Clock>(clock: C) -> impl Fn() -> Siq {
    let one = Generator::shared(clock, DOMAIN, 1).with_limits(AHEAD);
    move || one.generate(Qualifier::User).expect("ahead")
}

pub fn ids(count: usize) -> Vec<Siq> {
    at_times(count, owner)
}

pub fn new<const PER_TICK: usize>() -> Cases {
    Cases::new(COUNT)
        .on_clock::<PER_TICK, _, _>("ids", Ascending, owner)
        .on_clock::<PER_TICK, _, _>("ids-shared", Ascending, shared)
}

pub fn generate() -> Cases {
    Cases::new(COUNT)
        .make("ids", Ascending, owner(SystemClock))
        .make("ids-shared", Ascending, shared(SystemClock))
        .make("ids-fast-clock", Ascending, owner(FastClock::new()))
}

pub fn many<const N: usize>() -> Cases {
    let mut owner = Generator::new(NOW, DOMAIN, 1).with_limits(AHEAD);
    Cases::new(N).fill("ids", Ascending, Siq::MIN, move |ids| {
        all(owner.sequence(Qualifier::User).fill(ids), N);
    })
}

/// The canonical text has a checksum; the reading is the other way that checks it.
pub fn texts(operation: Operation) -> Cases {
    let text = |id: &Siq| {
        let text = id.encode();
        assert_eq!(Siq::decode(text.as_bytes()), Ok(*id));
        text.as_str().to_owned()
    };
    own(operation, ids(COUNT), text, |id| id.encode(), Siq::decode).cases
}
