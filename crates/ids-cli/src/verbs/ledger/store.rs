//! Ledgers in databases.

use std::{path::Path, time::Duration};

use evently_ledger::{DatabaseError, EventId, LedgerId, LedgerRow, Store};
use percent_encoding::percent_decode_str;

#[cfg(feature = "postgres")]
use crate::reading::server::Server;
#[cfg(any(feature = "sqlite", feature = "postgres"))]
use crate::reading::told::Told;
use crate::{
    Failure,
    reading::address::{Engine, apart},
    show::{argument, outside::said_of, printable},
};
#[cfg(feature = "sqlite")]
use crate::{
    reading::{address::file, told::lock},
    show::new_file,
};

/// A ledger in a database.
pub(super) type Database = Box<dyn Store<Error = DatabaseError>>;

/// Names that a message lists.
const LISTED: usize = 20;

/// Characters of a name that a message shows.
const LONG: usize = 100;

/// How long to wait, by default, for a database that is away or for the lock of an SQLite file.
const AWAY: Duration = Duration::from_secs(10);

/// What a server has at least for an answer, also where nothing is waited for.
#[cfg(feature = "postgres")]
const ANSWER: Duration = Duration::from_secs(1);

const MAKES_ONE: &str = "'ids ledger create' or 'import' makes one";

/// Where a ledger in a database is. Messages never repeat a URL, because it may have a password.
#[derive(Clone, Debug)]
pub(super) struct LedgerAddress {
    kind: Engine,
    /// The path or the URL, without the name of the ledger.
    at: String,
    /// The name of the ledger, if the address has one.
    pub(super) name: Option<String>,
    /// How long to wait for the lock of the ledger, if that is said.
    lock: Option<Duration>,
    /// How long to wait for a database that is away.
    away: Duration,
    /// Whether it was said that its lock is waited for.
    #[cfg(any(feature = "sqlite", feature = "postgres"))]
    told: Told,
}

/// A ledger of a database that is open.
pub(super) struct Opened {
    pub(super) ledger: Database,
    /// As messages name it.
    pub(super) label: String,
    /// As it was when it was opened.
    pub(super) row: LedgerRow,
}

impl LedgerAddress {
    /// The address, if this is one.
    pub(super) fn read(text: &str) -> Result<Option<Self>, &'static str> {
        let Some((kind, path)) = Engine::of(text) else { return Ok(None) };
        let (at, name) = match kind {
            Engine::Sqlite => {
                let (path, name) = match path.rsplit_once("?ledger=") {
                    Some((path, name)) => (path, Some(name)),
                    None => (path, None),
                };
                // The file of an option that was mistyped would be made.
                let (_, options) = path.rsplit_once('?').unwrap_or_default();
                if options.contains('=') || name.is_some_and(|name| name.contains(['&', '?'])) {
                    return Err(
                        "sqlite:PATH has one option, ?ledger=NAME; '&' and '?' in a name are %26 and %3F",
                    );
                }
                (path.to_owned(), name)
            }
            Engine::Postgres => {
                let (at, ours) = apart(text, |option| option.starts_with("ledger="));
                if ours.len() > 1 {
                    return Err("?ledger= stands there twice: choose one");
                }
                (at, ours.first().and_then(|option| option.strip_prefix("ledger=")))
            }
            Engine::Etcd | Engine::Etcds => return Ok(None),
        };
        let name = name.map(|name| match percent_decode_str(name).decode_utf8() {
            Ok(name) if !name.is_empty() => Ok(name.into_owned()),
            _ => Err("?ledger= is no name: it is UTF-8, with special characters as %XX"),
        });
        Ok(Some(Self {
            kind,
            at,
            name: name.transpose()?,
            lock: None,
            away: AWAY,
            #[cfg(any(feature = "sqlite", feature = "postgres"))]
            told: Told::default(),
        }))
    }

    /// The store, as messages name it.
    fn base(&self) -> String {
        match self.kind {
            Engine::Sqlite => format!("sqlite:{}", argument(&self.at)),
            _ => "PostgreSQL".to_owned(),
        }
    }

    pub(super) fn label(&self) -> String {
        match &self.name {
            Some(name) => format!("{}, ledger {}", self.base(), shown(name)),
            None => self.base(),
        }
    }

    /// The file of an SQLite database. The server of another one has a clock of its own.
    pub(super) fn file(&self) -> Option<&Path> {
        (self.kind == Engine::Sqlite).then(|| Path::new(&self.at))
    }

    /// The same address for an append, which waits for a lock as long as it lasts, or for `wait`.
    pub(super) fn to_append(&self, wait: Option<Duration>) -> Self {
        Self { lock: Some(Duration::MAX), ..self.clone() }.waiting(wait)
    }

    /// The same address, with a limit for its lock, and for a database that is away.
    pub(super) fn waiting(&self, wait: Option<Duration>) -> Self {
        Self { lock: wait.or(self.lock), away: wait.unwrap_or(self.away), ..self.clone() }
    }

    /// A ledger that the database has: the one that is named, or the only one.
    pub(super) fn open(&self) -> Result<Opened, Failure> {
        self.open_any()?.ok_or_else(|| self.empty())
    }

    /// What is said of a database without any ledger.
    pub(super) fn empty(&self) -> Failure {
        Failure::Refused(format!("{} has no ledger: {MAKES_ONE}", self.base()))
    }

    /// As [`open`](Self::open); `None` if the database has no ledger at all.
    pub(super) fn open_any(&self) -> Result<Option<Opened>, Failure> {
        let (listed, base) = (self.list()?, self.base());
        let refused = |why: String| Failure::Refused(format!("{base} {why}"));
        let found = match (&self.name, &*listed) {
            (_, []) => return Ok(None),
            (None, [only]) => only,
            (None, several) => {
                let names = names(several);
                let why =
                    format!("has several ledgers: choose one by ?ledger=NAME; it has {names}");
                return Err(refused(why));
            }
            (Some(name), several) => {
                let found = several.iter().find(|of| of.name == *name);
                found.ok_or_else(|| {
                    let (name, names) = (shown(name), names(several));
                    refused(format!("has no ledger '{name}'; it has {names}"))
                })?
            }
        };
        self.opened(found.clone()).map(Some)
    }

    /// As [`open`](Self::open), of a ledger that need not be there. Makes the database's tables.
    ///
    /// It has the name in the address. Without one it is that of these events, if they are known, or the only one if
    /// that has none; else it has this name, or is the only one of the database.
    pub(super) fn init(
        &self,
        name: Option<&str>,
        events: Option<LedgerId>,
    ) -> Result<Opened, Failure> {
        let longest = LedgerRow::LONGEST_NAME;
        if self.name.as_deref().or(name).is_some_and(|name| name.len() > longest) {
            return Err(Failure::Refused(format!(
                "the name of a ledger has more than {longest} bytes, and no database holds it"
            )));
        }
        self.make()?;
        let listed = self.list()?;
        let is_same = |of: &&LedgerRow| events.is_some() && of.head.map(EventId::ledger) == events;
        let same: Vec<_> = listed.iter().filter(is_same).collect();
        let row = match (&self.name, name, &same[..], &listed[..]) {
            (Some(name), ..) => named_or_new(&listed, name),
            (None, _, [found], _) => LedgerRow::clone(found),
            (None, _, [], [only]) if events.is_some() && only.head.is_none() => only.clone(),
            (None, Some(name), [], _) => named_or_new(&listed, name),
            (None, None, _, [only]) => only.clone(),
            (None, _, _, listed) => {
                return Err(Failure::Usage(format!(
                    "{} has {}: name the ledger by ?ledger=NAME",
                    self.base(),
                    if listed.is_empty() { "no ledger yet" } else { "several ledgers" }
                )));
            }
        };
        self.opened(row)
    }

    /// Opens a ledger, unless its row is not valid. Such a row does not affect the other ledgers.
    pub(super) fn opened(&self, row: LedgerRow) -> Result<Opened, Failure> {
        let label = format!("{}, ledger {}", self.base(), named(&row));
        match &row.fault {
            Some(fault) => {
                Err(Failure::Unverified(format!("{label}: the row of the ledger: {fault}")))
            }
            None => Ok(Opened { ledger: self.connect(&row.name)?, label, row }),
        }
    }

    /// Its words, which may be from outside. SQLite's have the path.
    pub(super) fn said(&self, words: &str) -> String {
        match self.kind {
            Engine::Sqlite => said_of(&self.at, words),
            _ => printable(words),
        }
    }

    /// What the store says.
    #[cfg(any(feature = "sqlite", feature = "postgres"))]
    fn failure(&self, error: &DatabaseError) -> Failure {
        let said = match error {
            DatabaseError::Schema(0) => return self.empty(),
            DatabaseError::Missing => format!("there is no such file: {MAKES_ONE}"),
            error => self.said(&error.to_string()),
        };
        Failure::Refused(format!("{}: {said}", self.base()))
    }

    #[cfg(feature = "postgres")]
    fn postgres(&self, name: &str) -> Result<evently_ledger::postgres::PostgresStore, Failure> {
        let Server { url, tls, password } = Server::new(&self.at)?;
        // Nothing has been sent yet: no database has refused anything.
        let refused = |error: DatabaseError| {
            let why =
                core::error::Error::source(&error).map_or_else(String::new, ToString::to_string);
            Failure::Refused(format!("{}: {}", self.base(), self.said(&why)))
        };
        let store = evently_ledger::postgres::PostgresStore::new(&url, name);
        let mut store = store.map_err(refused)?;
        if let Some(tls) = tls {
            store = store.with_tls(tls);
        }
        if let Some(lock) = self.lock {
            store = store.with_timeout(lock.max(ANSWER));
        }
        // Of answers once for the whole run: a server that is slow may take a second for each.
        store = store.with_wait(self.away, self.told.of_server(self.label()));
        Ok(match password {
            Some(password) => store.with_password(&password),
            None => store,
        })
    }

    #[cfg(feature = "sqlite")]
    fn sqlite(&self, name: &str) -> Result<evently_ledger::sqlite::SqliteStore, Failure> {
        let (lock, tell) = (lock(self.lock.unwrap_or(AWAY)), self.told.of_file(self.label()));
        let path = file(&self.at)?;
        let store = evently_ledger::sqlite::SqliteStore::open_within(path, name, lock, tell);
        store.map_err(|error| self.failure(&error))
    }

    /// The ledger of this name, which need not be there.
    #[cfg_attr(
        not(any(feature = "sqlite", feature = "postgres")),
        expect(unused_variables, reason = "no database is in this build")
    )]
    fn connect(&self, name: &str) -> Result<Database, Failure> {
        match self.kind {
            #[cfg(feature = "sqlite")]
            Engine::Sqlite => Ok(Box::new(self.sqlite(name)?)),
            #[cfg(feature = "postgres")]
            Engine::Postgres => Ok(Box::new(self.postgres(name)?)),
            kind => Err(kind.left_out()),
        }
    }

    /// Makes the tables where they are absent.
    fn make(&self) -> Result<(), Failure> {
        match self.kind {
            #[cfg(feature = "sqlite")]
            Engine::Sqlite => new_file::database(file(&self.at)?, |path| {
                let lock = lock(self.lock.unwrap_or(AWAY));
                let tell = self.told.of_file(self.label());
                let made = evently_ledger::sqlite::SqliteStore::init_within(path, "", lock, tell);
                made.map(drop).map_err(|error| self.failure(&error))
            }),
            #[cfg(feature = "postgres")]
            Engine::Postgres => self.postgres("")?.init().map_err(|error| self.failure(&error)),
            kind => Err(kind.left_out()),
        }
    }

    /// The ledgers of the database.
    fn list(&self) -> Result<Vec<LedgerRow>, Failure> {
        match self.kind {
            #[cfg(feature = "sqlite")]
            Engine::Sqlite => self.sqlite("")?.ledgers().map_err(|error| self.failure(&error)),
            #[cfg(feature = "postgres")]
            Engine::Postgres => self.postgres("")?.ledgers().map_err(|error| self.failure(&error)),
            kind => Err(kind.left_out()),
        }
    }
}

/// The ledger of this name, or a new one.
fn named_or_new(listed: &[LedgerRow], name: &str) -> LedgerRow {
    let new = || LedgerRow { name: name.to_owned(), ..LedgerRow::default() };
    listed.iter().find(|of| of.name == name).cloned().unwrap_or_else(new)
}

/// The name of a ledger, for a message; what has none is named by its row.
fn named(row: &LedgerRow) -> String {
    if row.name.is_empty() && row.fault.is_some() {
        format!("of row {} without a name", row.number)
    } else {
        shown(&row.name)
    }
}

/// The name of a ledger, for a message: of a long one its beginning.
fn shown(name: &str) -> String {
    match name.char_indices().nth(LONG) {
        Some((end, _)) => printable(&name[..end]) + "..",
        None => printable(name),
    }
}

/// The names of ledgers, for a message.
fn names(ledgers: &[LedgerRow]) -> String {
    let quoted = |of: &LedgerRow| {
        let name = named(of);
        if of.name.is_empty() { format!("one {name}") } else { format!("'{name}'") }
    };
    let names = ledgers.iter().take(LISTED).map(quoted);
    let names = names.collect::<Vec<_>>().join(", ");
    match ledgers.len().saturating_sub(LISTED) {
        0 => names,
        more => format!("{names} and {more} more"),
    }
}

/// Whether the database has a row that is not valid in a ledger.
pub(super) const fn is_row(error: &DatabaseError) -> bool {
    matches!(error, DatabaseError::Row(_))
}
