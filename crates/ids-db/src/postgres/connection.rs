//! A connection that the calling thread drives.

use core::{
    future::{Future, poll_fn},
    pin::{Pin, pin},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    task::{Context, Poll, ready},
    time::Duration,
};
use std::{io, sync::Arc};

use tokio::{
    runtime::{Builder, Runtime},
    task::yield_now,
    time::timeout,
};
use tokio_postgres::{
    AsyncMessage, Client, Config, Error, Socket,
    tls::{MakeTlsConnect, TlsConnect},
};

use crate::DatabaseError;

/// What carries a connection's data. It ends when the connection does.
type Link = Pin<Box<dyn Future<Output = ()> + Send>>;
/// Asks the server to end the statement that it executes.
type Cancel = Box<dyn Fn() -> Link + Send>;
type Opening = Pin<Box<dyn Future<Output = Result<(Client, Link, Cancel), Error>> + Send>>;
/// Whether a notification has come.
type Bell = Arc<AtomicBool>;
type Open = dyn Fn(Config, Bell) -> Opening + Send;

/// How to open a connection.
#[expect(missing_debug_implementations, reason = "a store prints what it is")]
pub struct Connect(Box<Open>);

impl Connect {
    /// With or without TLS. A connection that listens hears notifications with this payload.
    #[inline]
    pub fn new<T>(tls: T, payload: &str) -> Self
    where
        T: MakeTlsConnect<Socket, Stream: Send, TlsConnect: Send> + Clone + Send + 'static,
        <T::TlsConnect as TlsConnect<Socket>>::Future: Send,
    {
        let payload = payload.to_owned();
        Self(Box::new(move |config, bell| {
            let (tls, payload) = (tls.clone(), payload.clone());
            Box::pin(async move {
                let (client, mut connection) = config.connect(tls.clone()).await?;
                let token = client.cancel_token();
                let cancel: Cancel = Box::new(move || {
                    let (token, tls) = (token.clone(), tls.clone());
                    Box::pin(async move {
                        // Without it the connection is closed all the same.
                        let _sent = token.cancel_query(tls).await;
                    })
                });
                let link: Link = Box::pin(poll_fn(move |context| {
                    loop {
                        match ready!(connection.poll_message(context)) {
                            Some(Ok(AsyncMessage::Notification(message))) => {
                                if message.payload() == payload {
                                    bell.store(true, Relaxed);
                                }
                            }
                            Some(Ok(_)) => {}
                            // A call that waits for an answer gets the error.
                            Some(Err(_)) | None => return Poll::Ready(()),
                        }
                    }
                }));
                Ok((client, link, cancel))
            })
        }))
    }
}

/// After this long without a word the system asks whether the server's machine is still there.
const SILENT: Duration = Duration::from_secs(30);
/// And again, if there is no answer, this often and this number of times.
const ASKED: Duration = Duration::from_secs(10);
const QUESTIONS: u32 = 3;
/// How long what was sent may stay unconfirmed.
const UNCONFIRMED: Duration = Duration::from_secs(60);

/// How many hosts a configuration names: one at least.
#[inline]
pub fn hosts(config: &Config) -> u32 {
    let named = config.get_hosts().len().max(config.get_hostaddrs().len());
    u32::try_from(named).unwrap_or(u32::MAX).max(1)
}

/// How long an answer may take until it is told.
const SHORT: Duration = Duration::from_secs(1);

/// An answer, if it comes within this time. `tell` is called if it takes longer than a second.
#[inline]
pub async fn told<T>(
    limit: Duration,
    tell: &mut (dyn FnMut() + Send),
    mut answer: Pin<&mut (impl Future<Output = T> + ?Sized)>,
) -> Option<T> {
    let short = limit.min(SHORT);
    if let Ok(answer) = timeout(short, answer.as_mut()).await {
        return Some(answer);
    }
    if short == limit {
        return None;
    }
    tell();
    timeout(limit.saturating_sub(short), answer).await.ok()
}

/// That an answer did not come in time.
#[inline]
pub fn late(text: String) -> DatabaseError {
    DatabaseError::Unavailable(io::Error::new(io::ErrorKind::TimedOut, text).into())
}

/// A connection, driven by the thread that calls.
#[expect(missing_debug_implementations, reason = "a store prints what it is")]
pub struct Connection {
    runtime: Runtime,
    client: Client,
    /// `None` when it has ended.
    link: Option<Link>,
    cancel: Cancel,
    bell: Bell,
}

/// Carries what there is to carry, and returns whether the connection has ended.
fn is_ended(link: &mut Option<Link>, context: &mut Context<'_>) -> bool {
    if link.as_mut().is_some_and(|link| link.as_mut().poll(context).is_ready()) {
        *link = None;
    }
    link.is_none()
}

impl Connection {
    /// Opens a connection, for at most `limit`, and calls `tell` if it takes long. Of several hosts each has its part of
    /// the time to take the connection; one that takes it and says nothing keeps the next from being tried.
    ///
    /// A machine that is gone is noticed within about a minute, unless the configuration has other numbers. Systems
    /// other than Linux decide themselves how often they ask.
    ///
    /// # Errors
    /// [`DatabaseError`].
    #[inline]
    pub fn open(
        connect: &Connect,
        config: &Config,
        limit: Duration,
        tell: &mut (dyn FnMut() + Send),
    ) -> Result<Self, DatabaseError> {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| DatabaseError::Unavailable(error.into()))?;
        let bell = Bell::default();
        let mut config = config.clone();
        let hosts = hosts(&config);
        if hosts > 1 {
            let each = limit / hosts;
            config.connect_timeout(config.get_connect_timeout().map_or(each, |own| each.min(*own)));
        }
        // Else a call that waits without a limit would wait for ever for a machine that is gone: one that is asked
        // while it is silent, and one that does not confirm what was sent.
        if config.get_keepalives_idle() == Config::new().get_keepalives_idle() {
            config.keepalives_idle(SILENT);
        }
        config.keepalives_interval(config.get_keepalives_interval().unwrap_or(ASKED));
        config.keepalives_retries(config.get_keepalives_retries().unwrap_or(QUESTIONS));
        config.tcp_user_timeout(config.get_tcp_user_timeout().copied().unwrap_or(UNCONFIRMED));
        let opening = async { told(limit, tell, (connect.0)(config, bell.clone()).as_mut()).await };
        let error = match runtime.block_on(opening) {
            Some(Ok((client, link, cancel))) => {
                return Ok(Self { runtime, client, link: Some(link), cancel, bell });
            }
            Some(Err(error)) => error.into(),
            None => late(format!("no answer within {limit:?}")),
        };
        // Without a wait for a look-up of a name.
        runtime.shutdown_background();
        Err(error)
    }

    /// Does the work, for at most `limit`, and calls `tell` if it takes long; `None` after the limit. Then the server
    /// has `last`, twice, to end the work: a statement that waits for a lock would be executed later. Without `last` it
    /// is not asked.
    #[inline]
    pub fn run<T, E>(
        &mut self,
        (limit, last): (Duration, Duration),
        tell: &mut (dyn FnMut() + Send),
        work: impl AsyncFnOnce(&Client) -> Result<T, E>,
    ) -> Option<Result<T, E>> {
        let Self { runtime, client, link, cancel, .. } = self;
        runtime.block_on(async {
            let mut work = pin!(work(client));
            let mut answer = pin!(poll_fn(|context| {
                is_ended(link, context);
                work.as_mut().poll(context)
            }));
            if let Some(answer) = told(limit, tell, answer.as_mut()).await {
                return Some(answer);
            }
            if last.is_zero() {
                return None;
            }
            let _sent = timeout(last, cancel()).await;
            timeout(last, answer).await.ok().filter(Result::is_ok)
        })
    }

    /// Waits for a notification, for at most `limit`: whether one has come, or `None` if the connection broke.
    #[inline]
    pub fn wait(&mut self, limit: Duration) -> Option<bool> {
        let Self { runtime, link, bell, .. } = self;
        let rung = runtime.block_on(async {
            let bell = poll_fn(|context| {
                let is_ended = is_ended(link, context);
                if bell.swap(false, Relaxed) {
                    Poll::Ready(true)
                } else if is_ended {
                    Poll::Ready(false)
                } else {
                    Poll::Pending
                }
            });
            timeout(limit, bell).await
        });
        match rung {
            Ok(is_rung) => is_rung.then_some(true),
            Err(_) => Some(false),
        }
    }

    /// Whether the server has ended it, as far as the last call knows.
    #[inline]
    pub const fn is_closed(&self) -> bool {
        self.link.is_none()
    }

    /// The connection, unless the server has ended it, as far as is known here.
    #[inline]
    pub fn still_open(mut self) -> Option<Self> {
        let Self { runtime, link, .. } = &mut self;
        runtime.block_on(async {
            // Lets the runtime look what has arrived since the last call.
            yield_now().await;
            poll_fn(|context| Poll::Ready(is_ended(link, context))).await;
        });
        if !self.is_closed() {
            return Some(self);
        }
        self.close();
        None
    }

    /// Ends it at once.
    #[inline]
    pub fn close(self) {
        let Self { runtime, client, link, cancel, .. } = self;
        drop((client, link, cancel));
        runtime.shutdown_background();
    }
}
