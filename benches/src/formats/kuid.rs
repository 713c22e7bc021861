//! KUID, of one node and of many. The crates for base 64 write and read its text as well.

use base64::Engine;
use ids_core::{Clock, SystemClock, clock::FastClock};
use kuid::{Generator, Global, Local, LocalNode, Node, NodeId};

use super::AHEAD;
use crate::{
    case::{COUNT, Cases, Sequence::*, all},
    samples::*,
    texts::{Operation, base64_engine, base64_peers, own},
};

const ALPHABET: &str = ".0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

fn node() -> Node {
    Node::new(NodeId::from_name("ids@127.0.0.1"))
}

pub fn local<C: Clock>(clock: C) -> impl FnMut() -> Local {
    let mut own = Generator::new(clock, LocalNode).with_limits(AHEAD);
    move || own.generate().expect("ahead")
}

pub fn global<C: Clock>(clock: C) -> impl FnMut() -> Global {
    let mut own = Generator::new(clock, node()).with_limits(AHEAD);
    move || own.generate().expect("ahead")
}

fn local_ids(count: usize) -> Vec<Local> {
    at_times(count, local)
}

pub fn global_ids(count: usize) -> Vec<Global> {
    local_ids(count).into_iter().map(|id| id.to_global(node().node_id())).collect()
}

pub fn new<const PER_TICK: usize>() -> Cases {
    Cases::new(COUNT)
        .on_clock::<PER_TICK, _, _>("ids-local", Ascending, local)
        .on_clock::<PER_TICK, _, _>("ids-global", Ascending, global)
        .on_clock::<PER_TICK, _, _>("ids-global-shared", Ascending, |clock| {
            let shared = Generator::shared(clock, node());
            move || shared.generate().expect("room")
        })
}

pub fn generate() -> Cases {
    Cases::new(COUNT)
        .make("ids-local", Ascending, local(SystemClock))
        .make("ids-global", Ascending, global(SystemClock))
        .make("ids-global-fast-clock", Ascending, global(FastClock::new()))
}

pub fn many<const N: usize>() -> Cases {
    let mut local = Generator::new(NOW, LocalNode).with_limits(AHEAD);
    let mut global = Generator::new(NOW, node()).with_limits(AHEAD);
    Cases::new(N).fill("ids-local", Ascending, Local::MIN, move |ids| all(local.fill(ids), N)).fill(
        "ids-global",
        Ascending,
        Global::MIN,
        move |ids| all(global.fill(ids), N),
    )
}

pub fn local_texts(operation: Operation) -> Cases {
    let text = |id: &Local| base64_engine(ALPHABET).encode(id.to_bytes());
    own(operation, local_ids(COUNT), text, |id| id.encode(), Local::decode).cases
}

pub fn global_texts(operation: Operation) -> Cases {
    let text = |id: &Global| base64_engine(ALPHABET).encode(id.to_bytes());
    let own = own(operation, global_ids(COUNT), text, |id| id.encode(), Global::decode);
    base64_peers(own.of("base64", |id| id.to_bytes()), ALPHABET).cases
}
