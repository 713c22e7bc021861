//! Where a store is.

use clap::Args;
use ids_reserve::{Namespace, Store, StoreError};

use crate::{show::outside::printable, status::Failure};

/// The argument that names the store. Messages never repeat it, because it may have a password.
#[derive(Args, Debug)]
pub(crate) struct Address {
    /// The store: `sqlite:PATH`, `postgres://USER@HOST/DATABASE`, `etcd://HOST:PORT,..` or, by TLS,
    /// `etcds://HOST:PORT,..`
    #[arg(value_name = "STORE")]
    store: String,
}

/// A store that may not have its tables yet.
enum Place<'a> {
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

impl Address {
    pub(crate) fn new(store: &str) -> Self {
        Self { store: store.to_owned() }
    }

    fn place(&self) -> Result<Place<'_>, Failure> {
        match self.store.split_once(':') {
            Some(("sqlite", path)) => Ok(Place::Sqlite(path)),
            Some(("postgres" | "postgresql", _)) => Ok(Place::Postgres(&self.store)),
            Some(("etcd", members)) => Ok(Place::Etcd(Scheme::Http, members)),
            Some(("etcds", members)) => Ok(Place::Etcd(Scheme::Https, members)),
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
            Place::Sqlite(path) => {
                let store = ids_reserve::SqliteStore::open(file(path)?).map_err(failure)?;
                Ok(Box::new(store))
            }
            #[cfg(feature = "postgres")]
            Place::Postgres(url) => Ok(Box::new(postgres(url)?)),
            #[cfg(feature = "etcd")]
            Place::Etcd(scheme, members) => Ok(Box::new(etcd(scheme, members)?)),
            #[cfg(not(all(feature = "sqlite", feature = "postgres", feature = "etcd")))]
            place => Err(place.left_out()),
        }
    }

    /// Creates the tables where they are absent.
    pub(crate) fn init(&self) -> Result<(), Failure> {
        match self.place()? {
            #[cfg(feature = "sqlite")]
            Place::Sqlite(path) => {
                ids_reserve::SqliteStore::init(file(path)?).map_err(failure)?;
                Ok(())
            }
            #[cfg(feature = "postgres")]
            Place::Postgres(url) => postgres(url)?.init().map_err(failure),
            #[cfg(feature = "etcd")]
            Place::Etcd(scheme, members) => etcd(scheme, members)?.init().map_err(failure),
            #[cfg(not(all(feature = "sqlite", feature = "postgres", feature = "etcd")))]
            place => Err(place.left_out()),
        }
    }

    /// The SQL that creates the tables.
    pub(crate) fn schema(&self) -> Result<&'static str, Failure> {
        match self.place()? {
            #[cfg(feature = "sqlite")]
            Place::Sqlite(_) => Ok(ids_reserve::SqliteStore::SCHEMA),
            #[cfg(feature = "postgres")]
            Place::Postgres(_) => Ok(ids_reserve::PostgresStore::SCHEMA),
            #[cfg(feature = "etcd")]
            Place::Etcd(..) => Err(Failure::usage(
                "--print: etcd has no tables; `ids reserve init` writes one entry",
            )),
            #[cfg(not(all(feature = "sqlite", feature = "postgres", feature = "etcd")))]
            place => Err(place.left_out()),
        }
    }
}

#[cfg(not(all(feature = "sqlite", feature = "postgres", feature = "etcd")))]
impl Place<'_> {
    /// This build has no such store.
    fn left_out(&self) -> Failure {
        let (name, feature) = match self {
            Self::Sqlite(_) => ("SQLite", "sqlite"),
            Self::Postgres(_) => ("PostgreSQL", "postgres"),
            Self::Etcd(..) => ("etcd", "etcd"),
        };
        Failure::Refused(format!(
            "this build of ids has no {name}: build it with `--features {feature}`, as in \
             `cargo install --path crates/ids-cli --features {feature}`"
        ))
    }
}

/// The database at a URL. A password in the environment is not seen by other users of the host.
#[cfg(feature = "postgres")]
fn postgres(url: &str) -> Result<ids_reserve::PostgresStore, Failure> {
    let (mut url, options) = url.split_once('?').unwrap_or((url, ""));
    // Our TLS always looks at the name of the host, and reads the authorities itself.
    let (ours, theirs): (Vec<_>, Vec<_>) = options
        .split('&')
        .filter(|option| !option.is_empty())
        .partition(|option| option.starts_with("sslrootcert=") || *option == "sslmode=verify-full");
    let whole;
    if !theirs.is_empty() {
        whole = format!("{url}?{}", theirs.join("&"));
        url = &whole;
    }
    let mut store = ids_reserve::PostgresStore::new(url).map_err(failure)?;
    if let Some(path) = ours.iter().find_map(|option| option.strip_prefix("sslrootcert=")) {
        store = store.with_tls_authority(&authority(path)?).map_err(failure)?;
    } else if !ours.is_empty() || theirs.contains(&"sslmode=require") {
        store = store.with_machine_tls().map_err(failure)?;
    }
    Ok(match std::env::var("PGPASSWORD") {
        Ok(password) => store.with_password(&password),
        Err(_) => store,
    })
}

/// The cluster with these members, as in `//ids@etcd-0:2379,etcd-1:2379?cacert=PATH`. The password of a
/// user is in the environment, where other users of the host do not see it.
#[cfg(feature = "etcd")]
fn etcd(scheme: Scheme, members: &str) -> Result<ids_reserve::EtcdStore, Failure> {
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
    let timeouts = ids_reserve::Timeouts::default();
    let store = ids_reserve::EtcdStore::new(members.iter().map(String::as_str), timeouts);
    let store = match (scheme, cacert) {
        (Scheme::Http, _) => store,
        (Scheme::Https, None) => store.and_then(ids_reserve::EtcdStore::with_machine_tls),
        (Scheme::Https, Some(path)) => {
            let authority = authority(path)?;
            store.and_then(|store| store.with_tls_authority(&authority))
        }
    };
    let store = store.map_err(failure)?;
    Ok(match user {
        "" => store,
        _ => store.with_user(user, &std::env::var("ETCD_PASSWORD").unwrap_or_default()),
    })
}

/// The certificates in a file.
#[cfg(any(feature = "postgres", feature = "etcd"))]
fn authority(path: &str) -> Result<Vec<u8>, Failure> {
    let unread = |error| format!("the file with the authority's certificate: {error}");
    std::fs::read(path).map_err(|error| Failure::Refused(unread(error)))
}

/// The path of a file. SQLite takes an empty one as a file that nobody else sees.
#[cfg(feature = "sqlite")]
fn file(path: &str) -> Result<&str, Failure> {
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
