//! Where a store is.

use std::time::Duration;

use clap::Args;
#[cfg(any(feature = "postgres", feature = "etcd"))]
use ids_reserve::Patient;
use ids_reserve::{Namespace, Store, StoreError};

#[cfg(feature = "postgres")]
use super::server::Server;
#[cfg(feature = "sqlite")]
use super::told;
#[cfg(any(feature = "postgres", feature = "etcd"))]
use super::watched::Watched;
#[cfg(feature = "sqlite")]
use crate::show::new_file;
#[cfg(feature = "sqlite")]
use crate::show::outside::{argument, said_of};
use crate::{instant, show::outside::printable, status::Failure};

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

/// How long a store is waited for.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// Wait no longer than this for a server that is away, or for the lock of an SQLite file
    #[arg(long, value_name = "DURATION", value_parser = instant::parse_duration, default_value = "10s",
          requires = "store")]
    wait: Duration,
}

/// A store that may not have its tables yet.
enum Backend<'a> {
    #[cfg_attr(not(feature = "sqlite"), expect(dead_code, reason = "not read in this build"))]
    Sqlite(&'a str),
    #[cfg_attr(not(feature = "postgres"), expect(dead_code, reason = "not read in this build"))]
    Postgres(&'a str),
    #[cfg_attr(not(feature = "etcd"), expect(dead_code, reason = "not read in this build"))]
    Etcd(Scheme, &'a str),
}

/// How members of etcd are reached.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scheme {
    Http,
    Https,
}

impl StoreAddress {
    pub(crate) fn new(store: &str, patience: Patience) -> Self {
        Self { store: store.to_owned(), patience }
    }

    /// A server that is waited for: it may start just now.
    #[cfg(any(feature = "postgres", feature = "etcd"))]
    fn patient<S>(&self, store: S) -> Patient<Watched<S>> {
        let store = Watched::new(store);
        let line = |error: &str| format!("waiting: {}", printable(error));
        let mut tell = store.told().after_a_second(line);
        Patient::new(store, self.patience.wait, move |error| tell(&error.to_string()))
    }

    /// A host and an answer are not waited for longer than for the store, but for a second.
    #[cfg(any(feature = "postgres", feature = "etcd"))]
    fn timeout(&self) -> Duration {
        self.patience.wait.clamp(Duration::from_secs(1), Duration::from_secs(5))
    }

    /// The database at a URL.
    #[cfg(feature = "postgres")]
    fn postgres(&self, url: &str) -> Result<ids_reserve::PostgresStore, Failure> {
        let Server { url, tls, password } = Server::new(url)?;
        let mut store = ids_reserve::PostgresStore::new(&url).map_err(failure)?;
        store = store.with_timeout(self.timeout());
        if let Some(tls) = tls {
            store = store.with_tls(tls);
        }
        Ok(match password {
            Some(password) => store.with_password(&password),
            None => store,
        })
    }

    fn place(&self) -> Result<Backend<'_>, Failure> {
        let (scheme, rest) = self.store.split_once(':').unwrap_or_default();
        match (&*scheme.to_ascii_lowercase(), rest) {
            ("sqlite", path) => Ok(Backend::Sqlite(path)),
            ("postgres" | "postgresql", _) => Ok(Backend::Postgres(&self.store)),
            ("etcd", members) => Ok(Backend::Etcd(Scheme::Http, members)),
            ("etcds", members) => Ok(Backend::Etcd(Scheme::Https, members)),
            _ => Err(Failure::usage(
                "no such kind of store: write sqlite:PATH, postgres://USER@HOST/DATABASE, \
                 etcd://HOST:PORT,.. or etcds://HOST:PORT,..",
            )),
        }
    }

    /// The store, which has its tables.
    pub(crate) fn open(&self) -> Result<Box<dyn Store + Send>, Failure> {
        match self.place()? {
            #[cfg(feature = "sqlite")]
            Backend::Sqlite(path) => {
                let (file, lock) = (file(path)?, told::lock(self.patience.wait));
                let store = ids_reserve::SqliteStore::open_within(file, lock, told(path));
                Ok(Box::new(store.map_err(failure_of(path))?))
            }
            #[cfg(feature = "postgres")]
            Backend::Postgres(url) => Ok(Box::new(self.patient(self.postgres(url)?))),
            #[cfg(feature = "etcd")]
            Backend::Etcd(scheme, members) => {
                Ok(Box::new(self.patient(etcd(scheme, members, self.timeout())?)))
            }
            #[cfg(not(all(feature = "sqlite", feature = "postgres", feature = "etcd")))]
            place => Err(place.left_out()),
        }
    }

    /// Creates the tables where they are absent.
    pub(crate) fn init(&self) -> Result<(), Failure> {
        match self.place()? {
            #[cfg(feature = "sqlite")]
            Backend::Sqlite(path) => new_file::database(file(path)?, |file| {
                let lock = told::lock(self.patience.wait);
                let store = ids_reserve::SqliteStore::init_within(file, lock, told(path));
                store.map(drop).map_err(failure_of(path))
            }),
            #[cfg(feature = "postgres")]
            Backend::Postgres(url) => self
                .patient(self.postgres(url)?)
                .ask(|store| store.watch(ids_reserve::PostgresStore::init))
                .map_err(failure),
            #[cfg(feature = "etcd")]
            Backend::Etcd(scheme, members) => {
                let store = etcd(scheme, members, self.timeout())?;
                let init = |store: &mut Watched<_>| store.watch(ids_reserve::EtcdStore::init);
                self.patient(store).ask(init).map_err(failure)
            }
            #[cfg(not(all(feature = "sqlite", feature = "postgres", feature = "etcd")))]
            place => Err(place.left_out()),
        }
    }

    /// The SQL that creates the tables.
    pub(crate) fn schema(&self) -> Result<&'static str, Failure> {
        match self.place()? {
            #[cfg(feature = "sqlite")]
            Backend::Sqlite(_) => Ok(ids_reserve::SqliteStore::SCHEMA),
            #[cfg(feature = "postgres")]
            Backend::Postgres(_) => Ok(ids_reserve::PostgresStore::SCHEMA),
            #[cfg(feature = "etcd")]
            Backend::Etcd(..) => Err(Failure::usage(
                "--print: etcd has no tables; `ids reserve init` writes one entry",
            )),
            #[cfg(not(all(feature = "sqlite", feature = "postgres", feature = "etcd")))]
            place => Err(place.left_out()),
        }
    }
}

#[cfg(not(all(feature = "sqlite", feature = "postgres", feature = "etcd")))]
impl Backend<'_> {
    /// This build has no such store.
    fn left_out(&self) -> Failure {
        match self {
            Self::Sqlite(_) => left_out("SQLite", "sqlite"),
            Self::Postgres(_) => left_out("PostgreSQL", "postgres"),
            Self::Etcd(..) => left_out("etcd", "etcd"),
        }
    }
}

/// A build without this feature has no such store.
#[cfg(not(all(feature = "sqlite", feature = "postgres", feature = "etcd")))]
pub(crate) fn left_out(name: &str, feature: &str) -> Failure {
    Failure::Refused(format!(
        "this build of ids has no {name}: build it with `--features {feature}`, as in \
         `cargo install --path crates/ids-cli --features {feature}`"
    ))
}

/// The cluster with these members, as in `//ids@etcd-0:2379,etcd-1:2379?cacert=PATH`. The password of a
/// user is in the environment, where other users of the host do not see it.
#[cfg(feature = "etcd")]
fn etcd(
    scheme: Scheme,
    members: &str,
    timeout: Duration,
) -> Result<ids_reserve::EtcdStore, Failure> {
    let (members, options) = members.split_once('?').unwrap_or((members, ""));
    let members = members.strip_prefix("//").unwrap_or(members).trim_end_matches('/');
    let (user, members) = members.rsplit_once('@').unwrap_or(("", members));
    if user.contains(':') {
        return Err(Failure::usage("the password of etcd is read from ETCD_PASSWORD only"));
    }
    let cacert = options.strip_prefix("cacert=");
    if !options.is_empty() && (cacert.is_none() || scheme == Scheme::Http) {
        let message = "etcds:// has one option, ?cacert=PATH, and etcd:// has none";
        return Err(Failure::usage(message));
    }
    let name = if scheme == Scheme::Https { "https" } else { "http" };
    let members: Vec<String> =
        members.split(',').map(|member| format!("{name}://{member}")).collect();
    let store = ids_reserve::EtcdStore::new(members.iter().map(String::as_str));
    let store = match (scheme, cacert) {
        (Scheme::Http, _) => store,
        (Scheme::Https, None) => store.and_then(ids_reserve::EtcdStore::with_machine_tls),
        (Scheme::Https, Some(path)) => {
            let authority = super::server::authority(path)?;
            store.and_then(|store| store.with_tls_authority(&authority))
        }
    };
    let store = store.map_err(failure)?.with_timeout(timeout);
    Ok(match user {
        "" => store,
        _ => store.with_user(user, &std::env::var("ETCD_PASSWORD").unwrap_or_default()),
    })
}

/// Says what is waited for, once.
#[cfg(feature = "sqlite")]
fn told(path: &str) -> impl FnMut() + Send + 'static {
    let (told, label) = (told::Told::default(), argument(path));
    move || told.say(&format!("waiting for the lock on sqlite:{label}"))
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

/// What SQLite says of a file.
#[cfg(feature = "sqlite")]
fn failure_of(path: &str) -> impl Fn(StoreError) -> Failure {
    move |error| Failure::Refused(said_of(path, &error.to_string()))
}

/// The value of an argument NAMESPACE.
pub(crate) fn namespace(text: &str) -> Result<Namespace, String> {
    Namespace::new(text).map_err(|error| error.to_string())
}
