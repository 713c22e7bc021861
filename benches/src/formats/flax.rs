//! Flax ID, whose text the crates for base 64 write and read as well.

use base64::Engine;
use chacha20::rand_core::{Rng, TryRng};
use flax_id::{FlaxId, Generator};
use ids_core::{Clock, SystemClock, UnixTime, clock::FastClock};

use super::AHEAD;
use crate::{
    case::{COUNT, Cases, Sequence::*, all},
    samples::*,
    texts::{Operation, base64_engine, base64_peers, own},
};

const ALPHABET: &str = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

pub fn owner<C: Clock, R: TryRng>(clock: C, random: R) -> impl FnMut() -> FlaxId {
    let mut own = Generator::new(clock, random);
    move || own.generate().expect("no order to keep")
}

/// Any step may be one too many for its millisecond: the first is random.
pub fn monotonic<C: Clock, R: TryRng>(clock: C, random: R) -> impl FnMut() -> FlaxId {
    let mut own = Generator::monotonic(clock, random).with_limits(AHEAD);
    move || own.generate().expect("ahead")
}

pub fn ids(count: usize) -> Vec<FlaxId> {
    ids_at(times(count)).collect()
}

pub fn ids_at(times: impl Iterator<Item = UnixTime>) -> impl Iterator<Item = FlaxId> {
    let mut rng = rng();
    times.map(move |time| FlaxId::new(time, rng.next_u64() >> 8).expect("56 bits"))
}

pub fn new<const PER_TICK: usize>() -> Cases {
    Cases::new(COUNT)
        .on_clock::<PER_TICK, _, _>("ids", Distinct, |clock| owner(clock, rng()))
        .on_clock::<PER_TICK, _, _>("ids-monotonic", Ascending, |clock| monotonic(clock, rng()))
}

pub fn generate() -> Cases {
    Cases::new(COUNT)
        .make("ids-new", Distinct, || flax_id::new().expect("a clock and random bits"))
        .make("ids", Distinct, owner(SystemClock, users()))
        .make("ids-fast-clock", Distinct, owner(FastClock::new(), users()))
        .make("ids-monotonic", Ascending, monotonic(SystemClock, users()))
}

pub fn many<const N: usize>() -> Cases {
    let mut random = Generator::new(NOW, rng());
    let mut random_users = Generator::new(NOW, users());
    let clock = clock();
    let mut users = Generator::monotonic(clock, users()).with_limits(AHEAD);
    let mut monotonic = Generator::monotonic(clock, rng()).with_limits(AHEAD);
    Cases::new(N)
        .fill("ids", Distinct, FlaxId::MIN, move |ids| all(random.fill(ids), N))
        .fill("ids-id-rng", Distinct, FlaxId::MIN, move |ids| all(random_users.fill(ids), N))
        .fill("ids-monotonic", Ascending, FlaxId::MIN, move |ids| {
            clock.advance(MILLI);
            all(monotonic.fill(ids), N);
        })
        .fill("ids-monotonic-id-rng", Ascending, FlaxId::MIN, move |ids| {
            clock.advance(MILLI);
            all(users.fill(ids), N);
        })
}

pub fn texts(operation: Operation) -> Cases {
    let engine = base64_engine(ALPHABET);
    let text = |id: &FlaxId| base64_engine(ALPHABET).encode(id.to_bytes());
    let own = own(operation, ids(COUNT), text, |id| id.encode(), FlaxId::decode);
    let peers = own.of("base64", |id| id.to_bytes()).strings(move |bytes| engine.encode(bytes));
    base64_peers(peers, ALPHABET).cases
}
