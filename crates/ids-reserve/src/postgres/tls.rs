//! TLS by rustls.

use std::{sync::Arc, vec::Vec};

use rustls::{ClientConfig, RootCertStore, crypto::ring};
use rustls_pki_types::CertificateDer;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::PostgresStore;
use crate::{StoreError, tls};

impl PostgresStore {
    /// The same store, only by TLS. The server must have a certificate of its host's name, signed by
    /// an authority that this machine trusts.
    ///
    /// # Errors
    /// [`StoreError::Broken`] if this machine trusts none.
    #[inline]
    pub fn with_machine_tls(self) -> Result<Self, StoreError> {
        Ok(self.with_tls(Self::machine_tls()?))
    }

    /// The same store, only by TLS. The server must have a certificate of its host's name, signed by
    /// one of these authorities, whose certificates are in PEM.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] if there is none, or one cannot be read.
    #[inline]
    pub fn with_tls_authority(self, pem: &[u8]) -> Result<Self, StoreError> {
        Ok(self.with_tls(Self::tls_authority(pem)?))
    }

    /// What [`with_machine_tls`](Self::with_machine_tls) connects by: for another client of
    /// `tokio-postgres` beside this store.
    ///
    /// # Errors
    /// As `with_machine_tls`.
    #[inline]
    pub fn machine_tls() -> Result<MakeRustlsConnect, StoreError> {
        connector(tls::of_machine()?)
    }

    /// What [`with_tls_authority`](Self::with_tls_authority) connects by: for another client of
    /// `tokio-postgres` beside this store.
    ///
    /// # Errors
    /// As `with_tls_authority`.
    #[inline]
    pub fn tls_authority(pem: &[u8]) -> Result<MakeRustlsConnect, StoreError> {
        connector(tls::of_pem(pem)?)
    }
}

fn connector(known: Vec<CertificateDer<'static>>) -> Result<MakeRustlsConnect, StoreError> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(known);
    let provider = Arc::new(ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| StoreError::Broken(error.into()))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}
