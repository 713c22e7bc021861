//! The keeper, which extends a grant before it is used up.

use core::{error::Error, fmt, time::Duration};
use std::sync::Arc;

use ids_core::{
    Clock,
    clock::ForkGuard,
    format::{AtomicU64, Positions, Scheme},
};
use rand_core::TryRng;

use crate::{
    Amount, Claim, Fingerprint, Holder, Lease, Options, Resource, Span, Store, StoreError,
    asker::Asker,
    bell::{Bell, Pauses},
    counter::{Window, ticks_in},
    protocol::micros,
};

type Leased<S, C, R, N> = (NodeKeeper<S, C, R>, Lease<C, N>);

impl Options {
    /// Takes a node number, with its first grant.
    ///
    /// `nodes` is how many numbers the format has, such as `Node::COUNT`, and `node` makes the node
    /// of a number, such as `Node::numbered`. `rng` names the requests: take the operating system's
    /// own random source, because the state of any other one is copied with a virtual machine.
    ///
    /// The namespace keeps a [`Fingerprint`] of `nodes`, of the ticks, and of how identifiers are put
    /// together, their fixed parts included. So KUID nodes of another drift and SIQ nodes of another
    /// domain or qualifier want a namespace of their own.
    ///
    /// A call whose answer is lost is made once more. After an error the number is given back, where
    /// the store can be reached; otherwise it is idle after a while.
    ///
    /// Give the keeper to a thread that calls [`NodeKeeper::run`]; make a generator of the lease.
    ///
    /// # Errors
    /// [`StoreError`]; [`StoreError::Node`] if `node` fails, [`StoreError::Entropy`] if `rng` does.
    #[inline]
    pub fn claim<S: Store, C: Clock + Clone, R: TryRng, N: Scheme<Id: Into<u128>>, E>(
        &self,
        mut store: S,
        clock: C,
        mut rng: R,
        nodes: u64,
        node: impl Fn(u64) -> Result<N, E>,
    ) -> Result<Leased<S, C, R, N>, StoreError>
    where
        E: Error + Send + Sync + 'static,
    {
        let node = |number| node(number).map_err(|error| StoreError::Node(error.into()));
        let positions = node(0)?.positions();
        self.check(positions.ticks().unit())?;
        let fingerprint = Fingerprint::of_schemes(positions, nodes, |number| node(number).ok())
            .with_separate(self.separate);
        let holder = Holder::random(&mut rng, &self.label)?;
        let claim = Claim {
            namespace: &self.namespace,
            fingerprint: &fingerprint,
            holder: &holder,
            nodes,
            wanted: self.wanted,
            idle: self.idle,
        };
        let resource = |number| Resource { namespace: self.namespace.clone(), number };
        let (number, end) = twice(|| store.claim(&claim)).inspect_err(|error| {
            if let (Some(wanted), StoreError::Unavailable(_)) = (self.wanted, error) {
                let _idle_later = store.release(&resource(wanted), holder.token(), &[]);
            }
        })?;
        let window = Arc::new(Window::default());
        let resource = resource(number);
        let mut keeper = NodeKeeper {
            store,
            clock: clock.clone(),
            segment: self.segment,
            max_ahead: self.max_ahead,
            asker: Asker::new(rng, holder, resource, fingerprint, end),
            positions,
            window: Arc::clone(&window),
            bell: Arc::default(),
        };
        let begun = node(number).and_then(|node| twice(|| keeper.extend()).map(|_| node));
        match begun {
            Ok(node) => {
                let (clock, counter) = (ForkGuard::of(clock), AtomicU64::default());
                Ok((keeper, Lease { clock, node, number, window, counter }))
            }
            Err(error) => {
                let _idle_later = keeper.release();
                Err(error)
            }
        }
    }
}

/// Extends the grant of a node number ahead of need.
///
/// The generator never asks the store: the keeper does, in a thread or a task of yours, and the
/// generator goes on meanwhile.
pub struct NodeKeeper<S, C, R> {
    store: S,
    clock: C,
    segment: Duration,
    max_ahead: Duration,
    asker: Asker<R>,
    positions: Positions,
    window: Arc<Window>,
    /// Rung to end.
    bell: Arc<Bell>,
}

impl<S: Store, C: Clock, R: TryRng> NodeKeeper<S, C, R> {
    /// Extends the grant now, and says how long it is until the next time.
    ///
    /// # Errors
    /// [`StoreError`]. After [`StoreError::Unavailable`] call it again: it asks with the same
    /// request. After [`StoreError::FastClock`] too: the generator goes on when its clock reads a time
    /// that is granted.
    ///
    /// After [`StoreError::Lost`], [`StoreError::Restored`], [`StoreError::Layout`],
    /// [`StoreError::Schema`] and [`StoreError::Broken`] what is left of the grant is not used, because
    /// the store may grant it to another: claim a number again. After all others the generator goes on
    /// until the end of the grant.
    #[inline]
    pub fn extend(&mut self) -> Result<Duration, StoreError> {
        let (segment, max_ahead) = (self.segment, self.max_ahead);
        // A clock that fails wishes for nothing: the generator says why.
        let own = self.clock.now().unwrap_or_default().since_epoch();
        let reach = micros(own.saturating_add(segment));
        let left = |end: u64, now| Duration::from_micros(end.saturating_sub(now));
        let (end, now, pause) = match self
            .asker
            .ask(&mut self.store, Amount::Time { segment, reach, max_ahead })
        {
            Ok(Span { range, at: now, .. }) => {
                let end = range.end;
                self.window.extend(ticks_in(self.positions.ticks(), self.positions.last(), range));
                (end, now, left(end, now).min(segment) / 2)
            }
            Err(StoreError::Ahead { end, now }) => {
                // Not much later, even if the end is far ahead: a clock that was set back may be set
                // right again.
                (end, now, left(end, now).saturating_sub(segment / 2).min(segment))
            }
            Err(error) => {
                if error.ends_grants() {
                    self.window.close();
                }
                return Err(error);
            }
        };
        // A grant reaches past the holder's clock, unless that is further ahead than grants may be.
        let own = micros(own);
        if own < end {
            return Ok(pause);
        }
        Err(StoreError::FastClock { by: own.saturating_sub(now), most: micros(max_ahead) })
    }

    /// Extends again and again, and sleeps in between. It returns when it is told to
    /// [stop](Self::stop), or when the lease and its generators are gone, after it gave the number
    /// back.
    ///
    /// While the store is away, or the clock is too far ahead, it asks again, after pauses of 10 ms to
    /// 1 s. `tell` hears each error after which it does, for a log: why the generator may be
    /// [spent](ids_core::GenerateError::Spent) soon.
    ///
    /// # Errors
    /// [`StoreError`], if asking again does not help: as [`extend`](Self::extend).
    #[inline]
    pub fn run(&mut self, mut tell: impl FnMut(&StoreError)) -> Result<(), StoreError> {
        let mut pauses = Pauses::NEW;
        loop {
            // The keeper's own is the last one.
            if self.bell.is_rung() || Arc::strong_count(&self.window) == 1 {
                return self.release();
            }
            let pause = match self.extend() {
                Ok(pause) => {
                    pauses = Pauses::NEW;
                    pause
                }
                Err(error) if error.is_transient() => {
                    tell(&error);
                    pauses.next()
                }
                Err(error) => return Err(error),
            };
            self.bell.sleep(pause, || self.bell.is_rung());
        }
    }

    /// Gives the number back. The end of what was granted stays, and the generator issues no more.
    ///
    /// # Errors
    /// As the store says; without an answer the number is idle after a while.
    #[inline]
    pub fn release(&mut self) -> Result<(), StoreError> {
        self.asker.check_fork()?;
        self.window.close();
        self.asker.release(&mut self.store, &[])
    }

    /// What ends [`run`](Self::run) from another thread, as soon as it does not wait for the store.
    #[inline]
    pub fn stop(&self) -> impl Fn() + Clone + Send + Sync + use<S, C, R> {
        let bell = Arc::clone(&self.bell);
        move || bell.ring()
    }

    /// The node number.
    #[inline]
    pub const fn number(&self) -> u64 {
        self.asker.resource.number
    }
}

impl<S, C, R> fmt::Debug for NodeKeeper<S, C, R> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Asker { resource, holder, .. } = &self.asker;
        f.debug_struct("NodeKeeper")
            .field("resource", resource)
            .field("holder", holder)
            .finish_non_exhaustive()
    }
}

/// Once more, if the answer was lost: a connection is often there again at once.
fn twice<T>(mut call: impl FnMut() -> Result<T, StoreError>) -> Result<T, StoreError> {
    match call() {
        Err(StoreError::Unavailable(_)) => call(),
        answer => answer,
    }
}
