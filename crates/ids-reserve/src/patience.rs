//! How a store across a network is waited for.

use core::time::Duration;
use std::{boxed::Box, thread, time::Instant};

use crate::{StoreError, bell::Pauses};

/// What hears of a wait.
type Tell = Box<dyn FnMut(Option<&StoreError>) + Send>;

/// How long a store is waited for while it is out of reach: because it starts, is moved, or is away.
pub(crate) struct Patience {
    wait: Duration,
    tell: Option<Tell>,
    /// When the store began to be out of reach.
    away: Option<Instant>,
}

impl Patience {
    /// Asks once.
    pub(crate) fn none() -> Self {
        Self { wait: Duration::ZERO, tell: None, away: None }
    }

    pub(crate) fn new(
        wait: Duration,
        tell: impl FnMut(Option<&StoreError>) + Send + 'static,
    ) -> Self {
        Self { wait, tell: Some(Box::new(tell)), away: None }
    }

    /// Whether anyone hears of a wait.
    #[cfg(feature = "etcd")]
    pub(crate) const fn is_told(&self) -> bool {
        self.tell.is_some()
    }

    /// Makes a call again while the store is out of reach and there is time. The call is given what it calls if an answer
    /// takes longer than a second.
    pub(crate) fn ask<T>(
        &mut self,
        mut call: impl FnMut(&mut (dyn FnMut() + Send)) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let Self { wait, tell, away } = self;
        let mut tell = |error: Option<&StoreError>| {
            if let Some(tell) = tell {
                tell(error);
            }
        };
        let (begun, mut pauses) = (Instant::now(), Pauses::NEW);
        loop {
            let answer = call(&mut || tell(None));
            let Err(error @ StoreError::Unavailable(_)) = &answer else {
                *away = None;
                return answer;
            };
            match wait.checked_sub(away.get_or_insert(begun).elapsed()) {
                None | Some(Duration::ZERO) => return answer,
                Some(left) => {
                    tell(Some(error));
                    thread::sleep(pauses.next().min(left));
                }
            }
        }
    }
}

/// What each store has whose field `patience` is a [`Patience`].
macro_rules! with_wait {
    ($store:ident) => {
        impl $store {
            /// The same store, which is waited for while it is out of reach, because it starts, is moved, or is away: for
            /// those who call a store, and for a first claim. A keeper asks again by itself.
            ///
            /// After [`StoreError::Unavailable`] a call sleeps, from 10 ms up to a second, and asks again, for `wait` in
            /// all, in one call or several. When the time is over, each call asks once, until the store has answered.
            /// `tell` hears each error after which it asks again, and `None` where an answer takes longer than a second.
            #[inline]
            #[must_use]
            pub fn with_wait(
                self,
                wait: Duration,
                tell: impl FnMut(Option<&StoreError>) + Send + 'static,
            ) -> Self {
                Self { patience: $crate::patience::Patience::new(wait, tell), ..self }
            }
        }
    };
}

pub(crate) use with_wait;
