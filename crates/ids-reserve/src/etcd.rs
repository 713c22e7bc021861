//! A store in etcd.

use core::{fmt, num::NonZeroU16, time::Duration};
use std::{boxed::Box, vec::Vec};

use ids_core::clock::ForkGuard;
use ureq::Agent;

use crate::{StoreError, TIMEOUT, entries::Calls};

mod gateway;

/// A store in an etcd cluster, by the JSON gateway that each member of version 3.4 or later has.
///
/// Each call reads what it needs at one moment, decides, and writes in one transaction that compares
/// the `mod_revision` of what it has read. If another was faster, it begins anew. Reads are
/// linearizable. Every call may be made again, at another member too, because what a lost call has
/// written is compared.
///
/// etcd has no clock. The store's time is that of the member that answers: the `Date` of its answer, in
/// whole seconds. So a holder whose clock is wrong cannot push a number's end into the future: it
/// reaches at most so far ahead of a member's clock. A member whose clock is fast can, as the server's
/// clock can in other stores; keep the members' clocks right. Grants of time should be some seconds
/// long, as the time may be up to a second late. [`release`](crate::Store::release) takes back at most 40 ranges
/// at once; a [`KeyKeeper`](crate::KeyKeeper) has at most three.
///
/// A connection does not survive `fork()`: the child gets [`StoreError::Forked`].
///
/// Members are reached by `http://`, or by TLS as `https://` with the feature `etcd-tls`. Then say who
/// may sign their certificates, by `with_tls`. A password without TLS is for trusted networks.
///
/// ```no_run
/// use ids_reserve::{EtcdStore, Store};
/// let members = ["http://etcd-0:2379", "http://etcd-1:2379"];
/// let mut store = EtcdStore::new(members)?.with_user("ids", "secret");
/// store.init()?;
/// assert!(store.status()?.is_empty());
/// # Ok::<(), ids_reserve::StoreError>(())
/// ```
pub struct EtcdStore {
    /// Absent until it is known who may sign the members' certificates.
    agent: Option<Agent>,
    members: Vec<Box<str>>,
    timeout: Duration,
    /// The one that answered last.
    current: usize,
    user: Option<(Box<str>, Box<str>)>,
    token: Option<Box<str>>,
    guard: ForkGuard,
}

impl EtcdStore {
    /// A store at these members of a cluster, each `http://HOST:PORT`, or each `https://HOST:PORT` with the
    /// feature `etcd-tls`. Its keys begin with `ids-reserve/`.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] if there is no member, or one is not such a URL, or some are `http://` and
    /// others `https://`.
    #[inline]
    pub fn new<'a>(members: impl IntoIterator<Item = &'a str>) -> Result<Self, StoreError> {
        let members = members.into_iter().map(|member| member.trim_end_matches('/').into());
        let members: Vec<Box<str>> = members.collect();
        let all_are = |scheme: &str| {
            members.iter().all(|member| member.strip_prefix(scheme).is_some_and(is_address))
        };
        let is_encrypted = all_are("https://");
        if members.is_empty() || !(is_encrypted || all_are("http://")) {
            return Err(StoreError::invalid(
                "a member of etcd is named as http://HOST:PORT, or each one as https://HOST:PORT",
            ));
        }
        if is_encrypted && cfg!(not(feature = "etcd-tls")) {
            return Err(StoreError::invalid("https:// wants the feature etcd-tls of ids-reserve"));
        }
        let agent = (!is_encrypted).then(|| gateway::config().build().new_agent());
        let (timeout, user, token, guard) = (TIMEOUT, None, None, ForkGuard::new());
        Ok(Self { agent, members, timeout, current: 0, user, token, guard })
    }

    /// The same store with another limit on how long a member may take, before it counts as
    /// [unavailable](StoreError::Unavailable). The default is 5 s.
    #[inline]
    #[must_use]
    pub const fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// The same store, for members `https://HOST:PORT` whose certificates one of these has signed.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] if a member is `http://`.
    #[cfg(feature = "etcd-tls")]
    #[inline]
    pub fn with_tls(self, authorities: &crate::Authorities) -> Result<Self, StoreError> {
        use ureq::tls::{Certificate, TlsConfig};

        if self.members.iter().any(|member| member.starts_with("http://")) {
            return Err(StoreError::invalid(
                "TLS is for members that are named as https://HOST:PORT",
            ));
        }
        let known =
            authorities.certificates().iter().map(|one| Certificate::from_der(one).to_owned());
        let tls = TlsConfig::builder()
            .root_certs(known.collect::<Vec<_>>().into())
            .unversioned_rustls_crypto_provider(rustls::crypto::ring::default_provider().into())
            .build();
        let agent = gateway::config().tls_config(tls).build().new_agent();
        Ok(Self { agent: Some(agent), ..self })
    }

    /// The same store, asked as this user.
    #[inline]
    #[must_use]
    pub fn with_user(self, name: &str, password: &str) -> Self {
        Self { user: Some((name.into(), password.into())), ..self }
    }

    pub(crate) fn through<T>(
        &mut self,
        _writes: bool,
        call: impl FnOnce(&mut Calls<'_, Self>) -> T,
    ) -> T {
        call(&mut Calls(self))
    }
}

/// Whether this is `HOST:PORT`. Where the port is absent or no number of a port, the client would take 80 or 443.
fn is_address(text: &str) -> bool {
    text.rsplit_once(':').is_some_and(|(host, port)| {
        let is_host = !host.is_empty() && !host.contains(['/', '@', '?', '#', ' ']);
        let is_number = port.bytes().all(|byte| byte.is_ascii_digit());
        is_host && is_number && port.parse::<NonZeroU16>().is_ok()
    })
}

impl fmt::Debug for EtcdStore {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EtcdStore")
            .field("members", &self.members)
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}
