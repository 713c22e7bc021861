//! The keeper, which extends a grant before it is used up.

use core::{error::Error, fmt, time::Duration};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use ids_core::{
    Clock,
    clock::ForkGuard,
    format::{Positions, Scheme},
};
use rand_core::TryRng;

use crate::{
    Amount, Claim, Fingerprint, Grant, Lease, Options, Release, Resource, Store, StoreError,
    Window,
    asker::{self, Asker},
    pauses::Pauses,
    protocol::micros,
    ticks_in,
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
        let fingerprint = Fingerprint::of_schemes(positions, nodes, |number| node(number).ok());
        let holder = asker::holder(&mut rng, &self.label)?;
        let claim = Claim {
            namespace: &self.namespace,
            fingerprint: &fingerprint,
            separate: self.separate,
            holder: &holder,
            nodes,
            wanted: self.wanted,
            idle: self.idle,
        };
        let resource = |number| Resource { namespace: self.namespace.clone(), number };
        let claimed = match twice(|| store.claim(&claim)) {
            Ok(claimed) => claimed,
            Err(error @ StoreError::Unavailable(_)) => {
                if let Some(wanted) = self.wanted {
                    let (resource, unused) = (&resource(wanted), &[]);
                    let _idle_later = store.release(&Release { resource, holder: &holder, unused });
                }
                return Err(error);
            }
            Err(error) => return Err(error),
        };
        let window = Arc::new(Window::new());
        let resource = resource(claimed.number);
        let mut keeper = NodeKeeper {
            store,
            clock: clock.clone(),
            options: self.clone(),
            asker: Asker::new(rng, holder, resource, fingerprint, self.separate, claimed.end),
            positions,
            window: Arc::clone(&window),
            stop: Stop::default(),
        };
        let begun = node(claimed.number).and_then(|node| twice(|| keeper.extend()).map(|_| node));
        match begun {
            Ok(node) => {
                let (clock, number) = (ForkGuard::of(clock), claimed.number);
                Ok((keeper, Lease { clock, node, number, window }))
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
    options: Options,
    asker: Asker<R>,
    positions: Positions,
    window: Arc<Window>,
    stop: Stop,
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
        let Options { segment, max_ahead, .. } = self.options;
        // A clock that fails wishes for nothing: the generator says why.
        let own = self.clock.now().unwrap_or_default();
        let reach = micros(own.saturating_add(segment));
        let left = |end: u64, now| Duration::from_micros(end.saturating_sub(now));
        let (end, now, pause) = match self
            .asker
            .ask(&mut self.store, Amount::Time { segment, reach, max_ahead })
        {
            Ok(Grant { range, now }) => {
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
    /// 1 s.
    ///
    /// # Errors
    /// [`StoreError`], if asking again does not help: as [`extend`](Self::extend).
    #[inline]
    pub fn run(&mut self) -> Result<(), StoreError> {
        self.run_with(|_| ())
    }

    /// As [`run`](Self::run), and tells each error after which it asks again, for a log: why the
    /// generator may be [spent](ids_core::GenerateError::Spent) soon.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    #[inline]
    pub fn run_with(&mut self, mut tell: impl FnMut(&StoreError)) -> Result<(), StoreError> {
        let mut pauses = Pauses::NEW;
        loop {
            // The keeper's own is the last one.
            if self.stop.told() || Arc::strong_count(&self.window) == 1 {
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
            self.stop.sleep(pause);
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

    /// A handle that ends [`run`](Self::run) from another thread.
    #[inline]
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// The node number.
    #[inline]
    pub const fn number(&self) -> u64 {
        self.asker.resource.number
    }

    /// The store.
    #[inline]
    pub const fn store_mut(&mut self) -> &mut S {
        &mut self.store
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

/// Tells a keeper to end.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<(Mutex<bool>, Condvar)>);

impl Stop {
    /// Ends [`NodeKeeper::run`] as soon as it does not wait for the store.
    #[inline]
    pub fn stop(&self) {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.0.1.notify_all();
    }

    fn told(&self) -> bool {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sleeps, at most until it is told to stop.
    fn sleep(&self, pause: Duration) {
        let told = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _woken = self.0.1.wait_timeout_while(told, pause, |told| !*told);
    }
}

/// Once more, if the answer was lost: a connection is often there again at once.
fn twice<T>(mut call: impl FnMut() -> Result<T, StoreError>) -> Result<T, StoreError> {
    match call() {
        Err(StoreError::Unavailable(_)) => call(),
        answer => answer,
    }
}
