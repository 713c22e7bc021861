//! TLS by rustls.

use std::vec::Vec;

use rustls::RootCertStore;
use rustls_native_certs::load_native_certs;
use rustls_pki_types::{CertificateDer, pem::PemObject};

use crate::StoreError;

/// The authorities that may sign the certificate of a server, which is of its host's name.
#[derive(Clone, Debug)]
pub struct Authorities(pub(crate) Vec<CertificateDer<'static>>);

impl Authorities {
    /// Those that this machine trusts.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] without any, [`StoreError::Broken`] if they cannot be read.
    #[inline]
    pub fn of_machine() -> Result<Self, StoreError> {
        let found = load_native_certs();
        match found.errors.into_iter().next() {
            Some(error) if found.certs.is_empty() => Err(StoreError::Broken(error.into())),
            None if found.certs.is_empty() => {
                Err(StoreError::Invalid("this machine has no trusted certificate authority"))
            }
            _ => Ok(Self(found.certs)),
        }
    }

    /// Those whose certificates these are, in PEM.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] without any, or if one cannot be read.
    #[inline]
    pub fn of_pem(pem: &[u8]) -> Result<Self, StoreError> {
        const UNREADABLE: StoreError = StoreError::Invalid("an authority's certificate is not PEM");
        let read = CertificateDer::pem_slice_iter(pem).collect::<Result<Vec<_>, _>>();
        let known = read.map_err(|_| UNREADABLE)?;
        let (_, unreadable) = RootCertStore::empty().add_parsable_certificates(known.clone());
        if known.is_empty() || unreadable > 0 { Err(UNREADABLE) } else { Ok(Self(known)) }
    }

    /// TLS for [`PostgresStore::with_tls`](crate::PostgresStore::with_tls), and for other clients of `tokio-postgres`.
    ///
    /// # Errors
    /// [`StoreError::Broken`] if rustls does not work here.
    #[cfg(feature = "postgres-tls")]
    #[inline]
    pub fn connector(&self) -> Result<tokio_postgres_rustls::MakeRustlsConnect, StoreError> {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(self.0.iter().cloned());
        let provider = std::sync::Arc::new(rustls::crypto::ring::default_provider());
        let config = rustls::ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| StoreError::Broken(error.into()))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(tokio_postgres_rustls::MakeRustlsConnect::new(config))
    }
}
