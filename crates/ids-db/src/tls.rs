//! TLS by rustls.

use std::io::{Error, ErrorKind, Result};

use rustls::RootCertStore;
use rustls_native_certs::load_native_certs;
use rustls_pki_types::{CertificateDer, pem::PemObject};

/// The authorities that may sign the certificate of a server, which is of its host's name.
#[derive(Clone, Debug)]
pub struct Authorities(Vec<CertificateDer<'static>>);

impl Authorities {
    /// Those that this machine trusts.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] without any; others if they cannot be read.
    #[inline]
    pub fn of_machine() -> Result<Self> {
        let found = load_native_certs();
        match found.errors.into_iter().next() {
            Some(error) if found.certs.is_empty() => Err(Error::other(error)),
            None if found.certs.is_empty() => {
                let text = "this machine has no trusted certificate authority";
                Err(Error::new(ErrorKind::NotFound, text))
            }
            _ => Ok(Self(found.certs)),
        }
    }

    /// Those whose certificates these are, in PEM.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidData`] without any, or if one cannot be read.
    #[inline]
    pub fn of_pem(pem: &[u8]) -> Result<Self> {
        let unreadable =
            || Error::new(ErrorKind::InvalidData, "an authority's certificate is not PEM");
        let read = CertificateDer::pem_slice_iter(pem).collect::<core::result::Result<Vec<_>, _>>();
        let known = read.map_err(|_| unreadable())?;
        let (_, wrong) = RootCertStore::empty().add_parsable_certificates(known.clone());
        if known.is_empty() || wrong > 0 { Err(unreadable()) } else { Ok(Self(known)) }
    }

    /// Their certificates.
    #[inline]
    pub fn certificates(&self) -> &[CertificateDer<'static>] {
        &self.0
    }

    /// TLS for the `with_tls` of a store in PostgreSQL, and for other clients of `tokio-postgres`.
    ///
    /// # Errors
    /// Those of rustls, if it does not work here.
    #[cfg(feature = "postgres-tls")]
    #[inline]
    pub fn connector(&self) -> Result<tokio_postgres_rustls::MakeRustlsConnect> {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(self.0.iter().cloned());
        let provider = std::sync::Arc::new(rustls::crypto::ring::default_provider());
        let config = rustls::ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(Error::other)?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(tokio_postgres_rustls::MakeRustlsConnect::new(config))
    }
}
