//! What makes identifiers of what a store granted.

use std::{
    collections::VecDeque,
    error::Error,
    ops::Range,
    thread::{self, JoinHandle},
    time::Duration,
};

use ids_core::{
    Clock, Generate, GenerateError, Generator,
    clock::ForkGuard,
    format::{Counter, Scheme},
};
use ids_reserve::{GrantedCounter, NodeKeeper, Options, Store, StoreError, SysRng};
use rand_core::TryRng;

use super::Setting;
use crate::{
    Failure,
    reading::{
        OurClock,
        address::{Reserving, failure},
    },
};

/// How far a run may borrow beside a store.
const MOST_AHEAD: Duration = Duration::from_secs(300);

/// A generator of any free node number.
///
/// `of` makes the node that the identifiers have of the one that the namespace has.
pub(super) fn reserved<N, M, E>(
    Reserving { store, namespace, separate }: Reserving,
    setting: &Setting,
    nodes: u64,
    node: impl Fn(u64) -> Result<N, E>,
    of: impl FnOnce(N) -> M,
    rolling_start: u32,
) -> Result<Leased<Generator<ForkGuard<OurClock>, M, GrantedCounter>>, Failure>
where
    N: Scheme<Id: Into<u128>>,
    M: Scheme,
    E: Error + Send + Sync + 'static,
{
    let limits = setting.limits(rolling_start);
    let ahead = limits.max_ahead;
    if ahead > MOST_AHEAD {
        return Err(Failure::usage(
            "--max-ahead is at most 5m beside --store, because no other process may use the node \
             number for about twice as long",
        ));
    }
    // The keeper extends a grant when half of it is left, which is as far as the run borrows.
    let segment = Duration::from_secs(10) + ahead * 2;
    let options = Options {
        label: "ids new".into(),
        separate,
        segment,
        max_ahead: segment + Duration::from_secs(50),
        idle: Duration::from_secs(300) + ahead * 2,
        ..Options::new(namespace.as_str()).map_err(failure)?
    };
    let claim = options.claim(store, setting.clock, SysRng, nodes, node);
    let (keeper, lease) = claim.map_err(failure)?;
    let (clock, node, counter) = lease.into_parts();
    let generator = Generator::with_counter(clock, of(node), counter).with_limits(limits);
    Ok(Leased::new(generator, keeper))
}

/// A generator whose grant is extended for as long as it lives. Then its number is given back.
pub(super) struct Leased<G> {
    generator: G,
    stop: Box<dyn Fn()>,
    keeper: Option<JoinHandle<Result<(), StoreError>>>,
}

impl<G> Leased<G> {
    pub(super) fn new<S, C, R>(generator: G, mut keeper: NodeKeeper<S, C, R>) -> Self
    where
        S: Store + Send + 'static,
        C: Clock + Send + 'static,
        R: TryRng + Send + 'static,
    {
        let stop = Box::new(keeper.stop());
        let keeper = Some(thread::spawn(move || keeper.run(|_| ())));
        Self { generator, stop, keeper }
    }
}

impl<G: Generate> Generate for Leased<G> {
    type Id = G::Id;

    fn generate(&mut self) -> Result<G::Id, GenerateError> {
        self.generator.generate()
    }

    fn fill(&mut self, ids: &mut [G::Id]) -> Result<usize, GenerateError> {
        self.generator.fill(ids)
    }

    fn clock(&self) -> Option<&dyn Clock> {
        self.generator.clock()
    }
}

impl<G> Drop for Leased<G> {
    fn drop(&mut self) {
        (self.stop)();
        // What it says comes too late: the identifiers are made. A number that is not given back is
        // idle after a while.
        drop(self.keeper.take().map(JoinHandle::join));
    }
}

/// Counts through ranges that were reserved.
pub(super) struct Ranges(VecDeque<Range<u64>>);

impl Ranges {
    pub(super) fn new(ranges: Vec<Range<u64>>) -> Self {
        Self(ranges.into())
    }
}

impl Counter for Ranges {
    const SHARED: bool = false;

    fn advance(
        &mut self,
        step: impl Fn(u64, Range<u64>) -> Result<Range<u64>, GenerateError>,
    ) -> Result<Range<u64>, GenerateError> {
        while let Some(range) = self.0.front_mut() {
            match step(range.start, range.clone()) {
                Ok(taken) if !taken.is_empty() => {
                    range.start = taken.end;
                    return Ok(taken);
                }
                Ok(_) | Err(GenerateError::Spent) => self.0.pop_front(),
                Err(error) => return Err(error),
            };
        }
        Err(GenerateError::Spent)
    }
}
