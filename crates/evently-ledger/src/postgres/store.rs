//! A store that blocks.

use core::{mem, time::Duration};
use std::{thread, time::Instant};

use ids_db::postgres::{Connection, Database, NO_ADDRESS, described, late};
use tokio_postgres::Client;

use super::{
    DatabaseError, LedgerRow, indexes,
    rows::{self, Reading},
    session::Session,
};
use crate::{
    Answer, EventId, LedgerError, Profile, Query, Question, Record, Store,
    database::{Result, answers_by_show},
    error::LOCKED,
    rules::Asked as _,
    store::EachFound,
};

/// Hears that a store waits: see [`PostgresStore::with_wait`].
type Tell = dyn FnMut(Option<&DatabaseError>) + Send;

/// A ledger in a PostgreSQL database, which may hold many. Calls block.
///
/// The first call connects. A call that finds its connection closed connects again; a connection that
/// breaks in a call is [`DatabaseError::Unavailable`], and the next call connects. The thread that
/// calls drives the connection: there are no others. A visitor of records runs inside the store's runtime: it
/// must not block on `tokio`. Do not call a store inside a `tokio` runtime; there,
/// use [`PostgresAppender`](super::PostgresAppender). A connection does not survive `fork()`: the child
/// gets [`DatabaseError::Forked`].
///
/// A call may take 30 s, unless [`with_timeout`](Self::with_timeout) says otherwise, and to connect no longer than
/// that. The server is asked to end a call that takes longer. A call that reads records takes as long as they need: the
/// limit is for each wait for the server.
///
/// ```no_run
/// use evently_ledger::{Appender, NewEvent, SystemClock, postgres::PostgresStore};
/// let mut store = PostgresStore::new("host=/run/postgresql user=app dbname=app", "tennis")?;
/// store.init()?;
/// let event = br#"{"event":"Ledger Created","entities":{},"meta":{},"data":{"name":"tennis"}}"#;
/// let mut ledger = Appender::begin(store, &SystemClock, NewEvent::new(event))?;
/// let event = br#"{"event":"Served","entities":{"player":["x"]},"meta":{},"data":15}"#;
/// let id = ledger.append(&SystemClock, NewEvent::new(event))?;
/// # let _ = id; Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PostgresStore {
    database: Database,
    ledger: String,
    timeout: Duration,
    wait: Duration,
    tell: Box<Tell>,
    /// Whether the connection hears that the ledger has grown.
    is_listening: bool,
    /// Whether the connection has the turn of its ledger.
    is_locked: bool,
}

ids_db::store_in_postgres!(PostgresStore);

/// How long a call, or a connection, may take unless it is told otherwise.
const TIMEOUT: Duration = Duration::from_secs(30);
/// How long the server may take to end a statement.
const LAST: Duration = Duration::from_secs(5);

/// Does this with a connection, for at most `limit`.
fn run<T>(
    open: &mut Connection,
    limit: Duration,
    tell: &mut Tell,
    work: impl AsyncFnOnce(&Client) -> Result<T>,
) -> Result<T> {
    let answer = open.run((limit, LAST), &mut || tell(None), work);
    answer.unwrap_or_else(|| Err(too_long(limit)))
}

/// That a call has taken too long.
pub(super) fn too_long(limit: Duration) -> DatabaseError {
    late(format!("no answer within {limit:?}: it is slow, or it {LOCKED}"))
}

impl PostgresStore {
    /// A ledger in the database of this connection string, which may be a URL.
    ///
    /// # Errors
    /// [`DatabaseError::Refused`] if it is not a connection string.
    #[inline]
    pub fn new(url: &str, ledger: &str) -> Result<Self> {
        let refused = |error| format!("{}: {NO_ADDRESS}", described(&error));
        let config = url.parse().map_err(|error| DatabaseError::Refused(refused(error).into()))?;
        Ok(Self {
            database: Database::new(config, ledger),
            ledger: ledger.to_owned(),
            timeout: TIMEOUT,
            wait: Duration::ZERO,
            tell: Box::new(|_| ()),
            is_listening: false,
            is_locked: false,
        })
    }

    /// The same store, which waits for a server that takes no connection, because it starts or is away: it
    /// connects again after pauses that grow from 10 ms to 1 s, for `wait` in all. A connection that is not
    /// there yet has stored nothing. By default it does not wait.
    ///
    /// `tell` hears of each attempt that failed, with its error; and without one of each connection and each answer that
    /// takes longer than a second: the server does not answer, or mostly another session has the row of the ledger locked.
    #[inline]
    #[must_use]
    pub fn with_wait(
        mut self,
        wait: Duration,
        tell: impl FnMut(Option<&DatabaseError>) + Send + 'static,
    ) -> Self {
        (self.wait, self.tell) = (wait, Box::new(tell));
        self
    }

    /// The name of the ledger.
    #[inline]
    pub fn ledger(&self) -> &str {
        &self.ledger
    }

    /// Makes the tables where they are absent.
    ///
    /// # Errors
    /// [`DatabaseError::Schema`] if the tables are of another version; others as PostgreSQL says.
    #[inline]
    pub fn init(&mut self) -> Result<()> {
        self.with_client(async |client, _| rows::init(client).await)
    }

    /// The ledgers of the database, by their names.
    ///
    /// # Errors
    /// [`DatabaseError`].
    #[inline]
    pub fn ledgers(&mut self) -> Result<Vec<LedgerRow>> {
        self.with_client(async |client, _| rows::ledgers(client).await)
    }

    /// Waits until the ledger may have grown, for at most `limit`, and returns whether it may have. The first call,
    /// and the first one with a new connection, does not wait: it begins to listen, and what was appended before has
    /// not been read yet.
    ///
    /// Poll a [`Query`](crate::Query::poll) each time, whatever this says. It wants a connection that
    /// stays: not pgbouncer in transaction mode, where it hears nothing.
    ///
    /// # Errors
    /// [`DatabaseError::Unavailable`] if the connection breaks. The next call connects.
    #[inline]
    pub fn wait(&mut self, limit: Duration) -> Result<bool> {
        let mut open = self.take_connection()?;
        let broke = || DatabaseError::Unavailable("the connection broke".into());
        let answer = if self.is_listening {
            open.wait(limit).ok_or_else(broke)
        } else {
            let listen = async |client: &Client| rows::run(client, "LISTEN evently_ledger").await;
            self.is_listening = true;
            run(&mut open, self.timeout, &mut self.tell, listen).map(|()| true)
        };
        self.put_connection(open, answer)
    }

    /// Does this with the connection, or with a new one.
    pub(super) fn with_client<T>(
        &mut self,
        work: impl AsyncFnOnce(&Client, &str) -> Result<T>,
    ) -> Result<T> {
        let mut open = self.take_connection()?;
        let ledger = &*self.ledger;
        let work = async |client: &Client| work(client, ledger).await;
        let answer = run(&mut open, self.timeout, &mut self.tell, work);
        self.put_connection(open, answer)
    }

    fn answer(&mut self, question: &Question<'_>) -> Result<Answer> {
        let is_locked = self.is_locked;
        let answered = self.with_client(async |client, ledger| {
            let mut session = Session::resume(client, ledger, is_locked);
            let answer = session.answer(question).await?;
            Ok((answer, session.keep()))
        });
        // An error ends the turn.
        self.is_locked = answered.as_ref().is_ok_and(|(_, is_locked)| *is_locked);
        answered.map(|(answer, _)| answer)
    }

    /// Reads for as long as the server goes on with its answers: each wait is told, not all of the reading.
    fn reads(
        &mut self,
        trusts: bool,
        work: impl AsyncFnOnce(&Client, &str, Reading<'_>) -> Result<()>,
    ) -> Result<()> {
        let is_open = self.is_locked;
        let mut open = self.take_connection()?;
        let (ledger, tell) = (&*self.ledger, &mut || (self.tell)(None));
        let reading = Reading { is_open, limit: Some((self.timeout, tell)), trusts };
        let read = async |client: &Client| work(client, ledger, reading).await;
        let answer = run(&mut open, Duration::MAX, &mut |_| (), read);
        self.put_connection(open, answer)
    }

    fn show(&mut self, query: &Query, trusts: bool, visit: &mut EachFound<'_>) -> Result<()> {
        self.reads(trusts, async |client, ledger, reading| {
            rows::select(client, ledger, query, reading, visit).await
        })
    }

    fn take_connection(&mut self) -> Result<Connection> {
        match self.database.take()?.and_then(Connection::still_open) {
            Some(open) => Ok(open),
            None if mem::take(&mut self.is_locked) => {
                let text = "the connection that had the turn broke";
                Err(DatabaseError::Unavailable(text.into()))
            }
            None => self.connect(),
        }
    }

    fn connect(&mut self) -> Result<Connection> {
        self.is_listening = false;
        let (begun, mut pause) = (Instant::now(), Duration::from_millis(10));
        loop {
            let limit = self.timeout.min(TIMEOUT);
            let tell = &mut || (self.tell)(None);
            let Database { connect, config, .. } = &self.database;
            let opened = Connection::open(connect, config, limit, tell);
            let left = self.wait.saturating_sub(begun.elapsed());
            match opened {
                Err(error @ DatabaseError::Unavailable(_)) if !left.is_zero() => {
                    (self.tell)(Some(&error));
                    thread::sleep(pause.min(left));
                    pause = (pause * 2).min(Duration::from_secs(1));
                }
                opened => return opened,
            }
        }
    }

    fn put_connection<T>(&mut self, open: Connection, answer: Result<T>) -> Result<T> {
        if matches!(answer, Err(DatabaseError::Unavailable(_))) {
            // What is left of a transaction ends with the connection.
            self.is_locked = false;
            open.close();
        } else {
            self.database.keep(open);
        }
        answer
    }
}

impl Store for PostgresStore {
    type Error = DatabaseError;

    #[inline]
    fn head(&mut self) -> Result<Option<(EventId, Profile)>> {
        self.with_client(async |client, ledger| rows::head(client, ledger).await)
    }

    #[inline]
    fn append(&mut self, after: Option<EventId>, records: &[Record<'_>]) -> Result<bool> {
        let is_locked = self.is_locked;
        let answer = self.with_client(async |client, ledger| {
            let mut session = Session::resume(client, ledger, is_locked);
            let answer = session.append(after, records).await;
            if answer.is_err() {
                // The first error says more.
                let _ended = session.unlock().await;
            }
            answer
        });
        self.is_locked = false;
        answer
    }

    #[inline]
    fn find_key(&mut self, key: &str) -> Result<Option<Vec<u8>>> {
        Ok(self.find_keys(&[key])?.pop().flatten())
    }

    answers_by_show!();

    #[inline]
    fn contains(&mut self, id: EventId) -> Result<bool> {
        self.with_client(async |client, ledger| rows::contains(client, ledger, id).await)
    }

    #[inline]
    fn find_keys(&mut self, keys: &[&str]) -> Result<Vec<Option<Vec<u8>>>> {
        self.with_client(async |client, ledger| rows::find_keys(client, ledger, keys).await)
    }

    #[inline]
    fn check_indexes(&mut self, compared: &mut dyn FnMut(u64)) -> Result<()> {
        self.reads(false, async |client, ledger, reading| {
            indexes::check(client, ledger, reading, compared).await
        })
    }

    #[inline]
    fn lock(&mut self) -> Result<Option<(EventId, Profile)>> {
        let question = Question { takes_turn: true, ..Question::default() };
        Ok(self.answer(&question)?.head)
    }

    #[inline]
    fn ask(
        &mut self,
        question: &Question<'_>,
    ) -> core::result::Result<Answer, LedgerError<DatabaseError>> {
        self.answer(question).map_err(LedgerError::Store)
    }

    #[inline]
    fn unlock(&mut self) -> Result<()> {
        if !mem::take(&mut self.is_locked) {
            return Ok(());
        }
        self.with_client(async |client, ledger| {
            Session::resume(client, ledger, true).unlock().await
        })
    }
}
