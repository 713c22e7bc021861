//! TLS by rustls.

use std::sync::Arc;

use rustls::{ClientConfig, RootCertStore, crypto::ring};
use rustls_native_certs::load_native_certs;
use rustls_pki_types::{CertificateDer, pem::PemObject};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::PostgresStore;
use crate::StoreError;

impl PostgresStore {
    /// The same store, only by TLS. The server must have a certificate of its host's name, signed by
    /// an authority that this machine trusts.
    ///
    /// # Errors
    /// [`StoreError::Broken`] if this machine trusts none.
    #[inline]
    pub fn with_machine_tls(self) -> Result<Self, StoreError> {
        let mut roots = RootCertStore::empty();
        let found = load_native_certs();
        roots.add_parsable_certificates(found.certs);
        match found.errors.into_iter().next() {
            Some(error) if roots.is_empty() => Err(StoreError::Broken(error.into())),
            None if roots.is_empty() => Err(StoreError::Invalid("this machine trusts nobody")),
            _ => self.with_roots(roots),
        }
    }

    /// The same store, only by TLS. The server must have a certificate of its host's name, signed by
    /// one of these authorities, whose certificates are in PEM.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] if there is none, or one cannot be read.
    #[inline]
    pub fn with_tls_authority(self, pem: &[u8]) -> Result<Self, StoreError> {
        const UNREADABLE: StoreError = StoreError::Invalid("an authority's certificate is not PEM");
        let mut roots = RootCertStore::empty();
        for certificate in CertificateDer::pem_slice_iter(pem) {
            let certificate = certificate.map_err(|_| UNREADABLE)?;
            roots.add(certificate).map_err(|_| UNREADABLE)?;
        }
        if roots.is_empty() { Err(UNREADABLE) } else { self.with_roots(roots) }
    }

    fn with_roots(self, roots: RootCertStore) -> Result<Self, StoreError> {
        let provider = Arc::new(ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| StoreError::Broken(error.into()))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(self.with_tls(MakeRustlsConnect::new(config)))
    }
}
