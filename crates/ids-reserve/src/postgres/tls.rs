//! TLS by rustls.

use std::{sync::Arc, vec::Vec};

use rustls::{ClientConfig, RootCertStore, crypto::ring};
use rustls_pki_types::CertificateDer;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::PostgresStore;
use crate::{StoreError, tls};

impl PostgresStore {
    /// TLS for [`with_tls`](Self::with_tls), and for other clients of `tokio-postgres`. The server must have a certificate
    /// of its host's name, signed by an authority that this machine trusts.
    ///
    /// # Errors
    /// [`StoreError::Broken`] if this machine trusts none.
    #[inline]
    pub fn machine_tls() -> Result<MakeRustlsConnect, StoreError> {
        connector(tls::of_machine()?)
    }

    /// The same, but signed by one of these authorities, whose certificates are in PEM.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] if there is none, or one cannot be read.
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
