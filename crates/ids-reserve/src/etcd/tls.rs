//! TLS by rustls.

use std::{sync::Arc, vec::Vec};

use rustls::crypto::ring;
use rustls_pki_types::CertificateDer;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

use super::EtcdStore;
use crate::{StoreError, tls};

impl EtcdStore {
    /// The same store, for members `https://HOST:PORT`. Each must have a certificate of its host's name,
    /// signed by an authority that this machine trusts.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] if a member is `http://`; [`StoreError::Broken`] if this machine trusts
    /// no authority.
    #[inline]
    pub fn with_machine_tls(self) -> Result<Self, StoreError> {
        self.with_authorities(&tls::of_machine()?)
    }

    /// The same store, for members `https://HOST:PORT`. Each must have a certificate of its host's name,
    /// signed by one of these authorities, whose certificates are in PEM.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] if a member is `http://`, or there is no certificate, or one cannot be
    /// read.
    #[inline]
    pub fn with_tls_authority(self, pem: &[u8]) -> Result<Self, StoreError> {
        self.with_authorities(&tls::of_pem(pem)?)
    }

    fn with_authorities(mut self, known: &[CertificateDer<'_>]) -> Result<Self, StoreError> {
        let known: Vec<_> = known.iter().map(|one| Certificate::from_der(one).to_owned()).collect();
        let tls = TlsConfig::builder()
            .root_certs(RootCerts::from(known))
            .unversioned_rustls_crypto_provider(Arc::new(ring::default_provider()))
            .build();
        self.calls.0.set_tls(tls)?;
        Ok(self)
    }
}
