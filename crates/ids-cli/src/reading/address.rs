//! Where a store is.

#[cfg(feature = "sqlite")]
use std::path::Path;
use std::time::Duration;

use clap::Args;
#[cfg(feature = "sqlite")]
use ids_reserve::SqliteStore;
#[cfg(any(feature = "postgres", feature = "etcd"))]
use ids_reserve::Waited;
use ids_reserve::{Namespace, Store, StoreError};

#[cfg(feature = "postgres")]
use super::server::Server;
#[cfg(any(feature = "sqlite", feature = "postgres", feature = "etcd"))]
use super::told::Told;
#[cfg(feature = "sqlite")]
use super::told::lock;
#[cfg(feature = "sqlite")]
use crate::show::{argument, new_file, outside::said_of};
use crate::{Failure, instant, show::printable};

/// The argument that names the store. Messages never repeat it, because it may have a password.
#[derive(Args, Debug)]
pub(crate) struct StoreAddress {
    /// The store: `sqlite:PATH`, `postgres://USER@HOST/DATABASE`, `etcd://HOST:PORT,..` or, by TLS,
    /// `etcds://HOST:PORT,..`
    #[arg(value_name = "STORE")]
    store: String,
    #[command(flatten)]
    patience: Patience,
}

/// A URL without the options that are ours, and those.
pub(crate) fn apart(url: &str, is_ours: impl Fn(&&str) -> bool) -> (String, Vec<&str>) {
    let (base, options) = url.split_once('?').unwrap_or((url, ""));
    let options = options.split('&').filter(|option| !option.is_empty());
    let (ours, theirs): (Vec<_>, Vec<_>) = options.partition(is_ours);
    let sign = if theirs.is_empty() { "" } else { "?" };
    (format!("{base}{sign}{}", theirs.join("&")), ours)
}

/// How long a store is waited for.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// Wait no longer than this for a server that is away, or for the lock of an SQLite file
    #[arg(long, value_name = "DURATION", value_parser = instant::parse_duration, default_value = "10s",
          requires = "store")]
    wait: Duration,
}

/// What keeps ledgers or reservations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Engine {
    Sqlite,
    Postgres,
    Etcd,
    /// By TLS.
    Etcds,
}

impl Engine {
    /// That of an address, and what stands behind its scheme.
    pub(crate) fn of(address: &str) -> Option<(Self, &str)> {
        let (scheme, rest) = address.split_once(':')?;
        let engine = match &*scheme.to_ascii_lowercase() {
            "sqlite" => Self::Sqlite,
            "postgres" | "postgresql" => Self::Postgres,
            "etcd" => Self::Etcd,
            "etcds" => Self::Etcds,
            _ => return None,
        };
        Some((engine, rest))
    }

    /// This build has not that one.
    pub(crate) fn left_out(self) -> Failure {
        let (name, feature) = match self {
            Self::Sqlite => ("SQLite", "sqlite"),
            Self::Postgres => ("PostgreSQL", "postgres"),
            Self::Etcd | Self::Etcds => ("etcd", "etcd"),
        };
        Failure::Refused(format!(
            "this build of ids has no {name}: build it with `--features {feature}`, as in \
             `cargo install --path crates/ids-cli --features {feature}`"
        ))
    }
}

impl StoreAddress {
    pub(crate) fn new(store: &str, patience: Patience) -> Self {
        Self { store: store.to_owned(), patience }
    }

    /// A host and an answer are not waited for longer than for the store, but for a second.
    #[cfg(any(feature = "postgres", feature = "etcd"))]
    fn timeout(&self) -> Duration {
        self.patience.wait.clamp(Duration::from_secs(1), Duration::from_secs(5))
    }

    /// The database.
    #[cfg(feature = "postgres")]
    fn postgres(&self) -> Result<Waited<ids_reserve::PostgresStore>, Failure> {
        let Server { url, tls, password } = Server::new(&self.store)?;
        let mut store = ids_reserve::PostgresStore::new(&url).map_err(failure)?;
        store = store.with_timeout(self.timeout());
        if let Some(tls) = tls {
            store = store.with_tls(tls);
        }
        if let Some(password) = password {
            store = store.with_password(&password);
        }
        Ok(Waited::new(store, self.patience.wait, Told::default().of_server("PostgreSQL".into())))
    }

    /// The cluster with these members, as in `//ids@etcd-0:2379,etcd-1:2379?cacert=PATH`. The password of a
    /// user is in the environment, where other users of the host do not see it.
    #[cfg(feature = "etcd")]
    fn etcd(
        &self,
        engine: Engine,
        members: &str,
    ) -> Result<Waited<ids_reserve::EtcdStore>, Failure> {
        let (members, options) = members.split_once('?').unwrap_or((members, ""));
        let members = members.strip_prefix("//").unwrap_or(members).trim_end_matches('/');
        let (user, members) = members.rsplit_once('@').unwrap_or(("", members));
        if user.contains(':') {
            return Err(Failure::usage("the password of etcd is read from ETCD_PASSWORD only"));
        }
        let cacert = options.strip_prefix("cacert=");
        if !options.is_empty() && (cacert.is_none() || engine == Engine::Etcd) {
            let message = "etcds:// has one option, ?cacert=PATH, and etcd:// has none";
            return Err(Failure::usage(message));
        }
        let name = if engine == Engine::Etcds { "https" } else { "http" };
        let members: Vec<String> =
            members.split(',').map(|member| format!("{name}://{member}")).collect();
        let store = ids_reserve::EtcdStore::new(members.iter().map(String::as_str));
        let mut store = store.map_err(failure)?.with_timeout(self.timeout());
        if engine == Engine::Etcds {
            let authorities = super::server::authorities(cacert)?;
            store = store.with_tls(&authorities).map_err(failure)?;
        }
        if !user.is_empty() {
            store = store.with_user(user, &std::env::var("ETCD_PASSWORD").unwrap_or_default());
        }
        Ok(Waited::new(store, self.patience.wait, Told::default().of_server("etcd".into())))
    }

    /// What keeps it, and its path or its members.
    fn place(&self) -> Result<(Engine, &str), Failure> {
        Engine::of(&self.store).ok_or_else(|| {
            Failure::usage(
                "no such kind of store: write sqlite:PATH, postgres://USER@HOST/DATABASE, \
                 etcd://HOST:PORT,.. or etcds://HOST:PORT,..",
            )
        })
    }

    /// The SQLite file at this path, as messages name it. With `makes`, it and its tables are made where they are absent.
    #[cfg(feature = "sqlite")]
    fn sqlite(&self, name: &str, path: &Path, makes: bool) -> Result<SqliteStore, Failure> {
        let wait = lock(self.patience.wait);
        let tell = Told::default().of_file(format!("sqlite:{}", argument(name)));
        let store = if makes {
            SqliteStore::init_within(path, wait, tell)
        } else {
            SqliteStore::open_within(path, wait, tell)
        };
        store.map_err(|error| Failure::Refused(said_of(name, &error.to_string())))
    }

    /// The store, which has its tables.
    pub(crate) fn open(&self) -> Result<Box<dyn Store + Send>, Failure> {
        match self.place()? {
            #[cfg(feature = "sqlite")]
            (Engine::Sqlite, path) => {
                let path = file(path)?;
                Ok(Box::new(self.sqlite(path, path.as_ref(), false)?))
            }
            #[cfg(feature = "postgres")]
            (Engine::Postgres, _) => Ok(Box::new(self.postgres()?)),
            #[cfg(feature = "etcd")]
            (engine @ (Engine::Etcd | Engine::Etcds), members) => {
                Ok(Box::new(self.etcd(engine, members)?))
            }
            #[cfg(not(all(feature = "sqlite", feature = "postgres", feature = "etcd")))]
            (engine, _) => Err(engine.left_out()),
        }
    }

    /// Creates the tables where they are absent.
    pub(crate) fn init(&self) -> Result<(), Failure> {
        match self.place()? {
            #[cfg(feature = "sqlite")]
            (Engine::Sqlite, name) => {
                let name = file(name)?;
                new_file::database(name, |path| self.sqlite(name, path, true).map(drop))
            }
            #[cfg(feature = "postgres")]
            (Engine::Postgres, _) => {
                self.postgres()?.ask(ids_reserve::PostgresStore::init).map_err(failure)
            }
            #[cfg(feature = "etcd")]
            (engine @ (Engine::Etcd | Engine::Etcds), members) => {
                self.etcd(engine, members)?.ask(ids_reserve::EtcdStore::init).map_err(failure)
            }
            #[cfg(not(all(feature = "sqlite", feature = "postgres", feature = "etcd")))]
            (engine, _) => Err(engine.left_out()),
        }
    }

    /// The SQL that creates the tables.
    pub(crate) fn schema(&self) -> Result<&'static str, Failure> {
        match self.place()?.0 {
            #[cfg(feature = "sqlite")]
            Engine::Sqlite => Ok(SqliteStore::SCHEMA),
            #[cfg(feature = "postgres")]
            Engine::Postgres => Ok(ids_reserve::PostgresStore::SCHEMA),
            #[cfg(feature = "etcd")]
            Engine::Etcd | Engine::Etcds => Err(Failure::usage(
                "--print: etcd has no tables; `ids reserve init` writes one entry",
            )),
            #[cfg(not(all(feature = "sqlite", feature = "postgres", feature = "etcd")))]
            engine => Err(engine.left_out()),
        }
    }
}

/// The path of a file. SQLite reads an empty path as a temporary file of its own.
#[cfg(feature = "sqlite")]
pub(crate) fn file(path: &str) -> Result<&str, Failure> {
    match path {
        "" | ":memory:" => Err(Failure::usage("the store has no file: write sqlite:PATH")),
        _ => Ok(path),
    }
}

/// What the store says. Its words may be from outside.
#[expect(clippy::needless_pass_by_value, reason = "it ends here")]
pub(crate) fn failure(error: StoreError) -> Failure {
    Failure::Refused(printable(error.to_string()))
}

/// The value of an argument NAMESPACE.
pub(crate) fn namespace(text: &str) -> Result<Namespace, String> {
    Namespace::new(text).map_err(|error| error.to_string())
}

/// Options of formats that count.
#[derive(Args, Debug)]
pub(crate) struct WithStore {
    /// Take what no other process has from this store: see `ids reserve`
    #[arg(long, value_name = "STORE")]
    store: Option<String>,
    /// The namespace in the store, instead of one that is named after what is made
    #[arg(long, value_name = "NAME", requires = "store", value_parser = namespace)]
    namespace: Option<Namespace>,
    #[command(flatten)]
    separate: Separate,
    #[command(flatten)]
    patience: Patience,
}

/// Whether a second name is meant.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Separate {
    /// Begin the namespace although the store has the same identifiers under another name: those of
    /// the two may be equal
    #[arg(long, requires = "store")]
    pub(crate) separate: bool,
}

/// A store, and the namespace in it.
pub(crate) struct Reserving {
    pub(crate) store: Box<dyn Store + Send>,
    pub(crate) namespace: Namespace,
    pub(crate) separate: bool,
}

impl WithStore {
    /// Whether a store is given.
    pub(crate) const fn is_given(&self) -> bool {
        self.store.is_some()
    }

    /// The store, if one is given. `others` are the options that say the same in another way, where they are given.
    pub(crate) fn open(
        &self,
        default: &str,
        others: &[Option<&str>],
    ) -> Result<Option<Reserving>, Failure> {
        let separate = self.separate.separate;
        let Some(store) = &self.store else { return Ok(None) };
        if let Some(other) = others.iter().flatten().next() {
            return Err(Failure::Usage(format!("give --store or {other}, not both")));
        }
        let namespace = match &self.namespace {
            Some(namespace) => namespace.clone(),
            None => namespace(default).map_err(|error| {
                Failure::Usage(format!("--store: {error}: give --namespace NAME"))
            })?,
        };
        let store = StoreAddress::new(store, self.patience).open()?;
        Ok(Some(Reserving { store, namespace, separate }))
    }
}
