//! The authorities that may sign the certificate of a server.

use std::vec::Vec;

use rustls::RootCertStore;
use rustls_native_certs::load_native_certs;
use rustls_pki_types::{CertificateDer, pem::PemObject};

use crate::StoreError;

/// The authorities that this machine trusts.
pub(crate) fn of_machine() -> Result<Vec<CertificateDer<'static>>, StoreError> {
    let found = load_native_certs();
    match found.errors.into_iter().next() {
        Some(error) if found.certs.is_empty() => Err(StoreError::Broken(error.into())),
        None if found.certs.is_empty() => {
            Err(StoreError::Invalid("this machine has no trusted certificate authority"))
        }
        _ => Ok(found.certs),
    }
}

/// The authorities whose certificates these are, in PEM.
pub(crate) fn of_pem(pem: &[u8]) -> Result<Vec<CertificateDer<'static>>, StoreError> {
    const UNREADABLE: StoreError = StoreError::Invalid("an authority's certificate is not PEM");
    let (mut certificates, mut roots) = (Vec::new(), RootCertStore::empty());
    for certificate in CertificateDer::pem_slice_iter(pem) {
        let certificate = certificate.map_err(|_| UNREADABLE)?;
        roots.add(certificate.clone()).map_err(|_| UNREADABLE)?;
        certificates.push(certificate);
    }
    if certificates.is_empty() { Err(UNREADABLE) } else { Ok(certificates) }
}
