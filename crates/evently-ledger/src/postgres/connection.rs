//! A connection that the calling thread drives.

use core::{
    future::{Future, poll_fn},
    pin::{Pin, pin},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    task::{Poll, ready},
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

use super::{DatabaseError, rows::failed};
use crate::error::LOCKED;

/// What carries a connection's data. It ends when the connection does.
type Link = Pin<Box<dyn Future<Output = ()> + Send>>;
/// Asks the server to end the statement that it executes.
type Cancel = Box<dyn Fn() -> Link + Send>;
type Opening = Pin<Box<dyn Future<Output = Result<(Client, Link, Cancel), Error>> + Send>>;

/// How to open a connection, which says here that a ledger has grown.
pub(super) type Connect = Box<dyn Fn(&Config, Bell) -> Opening + Send>;

/// Whether a notification has come.
pub(super) type Bell = Arc<AtomicBool>;

/// Connections with or without TLS.
pub(super) fn connect<T>(tls: T, ledger: &str) -> Connect
where
    T: MakeTlsConnect<Socket, Stream: Send, TlsConnect: Send> + Clone + Send + 'static,
    <T::TlsConnect as TlsConnect<Socket>>::Future: Send,
{
    let ledger = ledger.to_owned();
    Box::new(move |config, bell| {
        let (config, tls, ledger) = (config.clone(), tls.clone(), ledger.clone());
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
                            if message.payload() == ledger {
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
    })
}

/// How long an answer may take until it is told.
const SHORT: Duration = Duration::from_secs(1);

/// An answer, if it comes within this time; it is told if it takes long.
pub(super) async fn told<T>(
    limit: Duration,
    tell: &mut (dyn FnMut() + Send),
    mut answer: Pin<&mut impl Future<Output = T>>,
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

/// How long the server may take to end a statement.
const LAST: Duration = Duration::from_secs(5);

pub(super) struct Connection {
    runtime: Runtime,
    client: Client,
    /// `None` when it has ended.
    link: Option<Link>,
    cancel: Cancel,
    bell: Bell,
    /// Whether it listens.
    pub(super) is_listening: bool,
}

impl Connection {
    pub(super) fn open(
        connect: &Connect,
        config: &Config,
        limit: Duration,
    ) -> Result<Self, DatabaseError> {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| DatabaseError::Unavailable(error.into()))?;
        let bell = Bell::default();
        let opening = async { timeout(limit, connect(config, bell.clone())).await };
        let error = match runtime.block_on(opening) {
            Ok(Ok((client, link, cancel))) => {
                let (link, is_listening) = (Some(link), false);
                return Ok(Self { runtime, client, link, cancel, bell, is_listening });
            }
            Ok(Err(error)) => failed(error),
            Err(_) => late(format!("no answer within {limit:?}")),
        };
        // Without a wait for a look-up of a name.
        runtime.shutdown_background();
        Err(error)
    }

    /// Does the work, for at most `limit`, and calls `tell` if it takes long. After the limit it asks the server to
    /// end the work: a statement that waits for a lock would store its events later.
    pub(super) fn run<T>(
        &mut self,
        limit: Duration,
        tell: &mut (dyn FnMut() + Send),
        work: impl AsyncFnOnce(&Client) -> Result<T, DatabaseError>,
    ) -> Result<T, DatabaseError> {
        let Self { runtime, client, link, cancel, .. } = self;
        runtime.block_on(async {
            let mut work = pin!(work(client));
            let mut answer = pin!(poll_fn(|context| {
                if link.as_mut().is_some_and(|link| link.as_mut().poll(context).is_ready()) {
                    *link = None;
                }
                work.as_mut().poll(context)
            }));
            if let Some(answer) = told(limit, tell, answer.as_mut()).await {
                return answer;
            }
            let _sent = timeout(LAST, cancel()).await;
            match timeout(LAST, answer).await {
                Ok(Ok(answer)) => Ok(answer),
                _ => Err(too_long(limit)),
            }
        })
    }

    /// Waits until the ledger has grown, for at most `limit`, and returns whether it has.
    pub(super) fn wait(&mut self, limit: Duration) -> Result<bool, DatabaseError> {
        let Self { runtime, link, bell, .. } = self;
        let rung = runtime.block_on(async {
            let bell = poll_fn(|context| {
                let is_closed = match link {
                    Some(link) => link.as_mut().poll(context).is_ready(),
                    None => true,
                };
                if bell.swap(false, Relaxed) {
                    Poll::Ready(true)
                } else if is_closed {
                    *link = None;
                    Poll::Ready(false)
                } else {
                    Poll::Pending
                }
            });
            timeout(limit, bell).await
        });
        match rung {
            Ok(true) => Ok(true),
            Ok(false) => Err(DatabaseError::Unavailable("the connection broke".into())),
            Err(_) => Ok(false),
        }
    }

    /// The connection, unless the server has ended it, as far as is known here.
    pub(super) fn still_open(mut self) -> Option<Self> {
        let Self { runtime, link, .. } = &mut self;
        runtime.block_on(async {
            // Lets the runtime look what has arrived since the last call.
            yield_now().await;
            poll_fn(|context| {
                if link.as_mut().is_some_and(|link| link.as_mut().poll(context).is_ready()) {
                    *link = None;
                }
                Poll::Ready(())
            })
            .await;
        });
        if self.link.is_some() {
            return Some(self);
        }
        self.close();
        None
    }

    /// Ends it at once.
    pub(super) fn close(self) {
        let Self { runtime, client, link, cancel, .. } = self;
        drop((client, link, cancel));
        runtime.shutdown_background();
    }
}

/// That a call has taken too long.
pub(super) fn too_long(limit: Duration) -> DatabaseError {
    late(format!("no answer within {limit:?}: it is slow, or it {LOCKED}"))
}

fn late(text: String) -> DatabaseError {
    DatabaseError::Unavailable(io::Error::new(io::ErrorKind::TimedOut, text).into())
}
