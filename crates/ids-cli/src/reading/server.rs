//! Servers of databases: how they are reached.

use crate::Failure;

/// How a PostgreSQL database is reached.
#[cfg(feature = "postgres")]
pub(crate) struct Server {
    /// The URL, without the options that are ours.
    pub(crate) url: String,
    pub(crate) tls: Option<ids_reserve::MakeRustlsConnect>,
    /// A password in the environment is not seen by other users of the host.
    pub(crate) password: Option<String>,
}

#[cfg(feature = "postgres")]
impl Server {
    pub(crate) fn new(url: &str) -> Result<Self, Failure> {
        use super::address::apart;

        // A scheme is the same in any case.
        let (scheme, rest) = url.split_once(':').unwrap_or_default();
        let url = &*format!("{}:{rest}", scheme.to_ascii_lowercase());
        let is_required = url.split(['?', '&']).any(|option| option == "sslmode=require");
        // Our TLS always looks at the name of the host, and reads the authorities itself.
        let (url, ours) = apart(url, |option| {
            option.starts_with("sslrootcert=") || *option == "sslmode=verify-full"
        });
        let tls = if is_required || !ours.is_empty() {
            let path = ours.iter().find_map(|option| option.strip_prefix("sslrootcert="));
            Some(authorities(path)?.connector().map_err(|error| refused(&error))?)
        } else {
            None
        };
        Ok(Self { url, tls, password: std::env::var("PGPASSWORD").ok() })
    }
}

/// The authorities in a file, or those that this machine trusts.
#[cfg(any(feature = "postgres", feature = "etcd"))]
pub(super) fn authorities(path: Option<&str>) -> Result<ids_reserve::Authorities, Failure> {
    use ids_reserve::Authorities;

    let known = match path {
        None => Authorities::of_machine(),
        Some(path) => Authorities::of_pem(&std::fs::read(path).map_err(|error| {
            Failure::Refused(format!("the file with the authority's certificate: {error}"))
        })?),
    };
    known.map_err(|error| refused(&error))
}

#[cfg(any(feature = "postgres", feature = "etcd"))]
fn refused(error: &std::io::Error) -> Failure {
    Failure::Refused(crate::show::printable(error.to_string()))
}
