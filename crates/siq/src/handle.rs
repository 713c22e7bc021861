//! Identifiers as the names of accounts on other networks.

use core::fmt;

use ids_core::{ParseError, Text, format::named};

use crate::{Siq, uri};

named! {
    "network"
    /// The network whose way of writing a [`Handle`] follows.
    #[non_exhaustive]
    pub enum Network {
        /// Mastodon and its kin: `@name@domain`, or `@name` on the site itself.
        Mastodon => "mastodon",
        /// Matrix: `@name:domain`.
        Matrix => "matrix",
    }
}

impl Network {
    /// What stands between the name and the domain.
    #[inline]
    const fn separator(self) -> &'static str {
        match self {
            Self::Mastodon => "@",
            Self::Matrix => ":",
        }
    }
}

/// An identifier as the name of an account at a domain ([SIQ-16](crate::rules#siq-16)).
///
/// The name is the 29 digits of [`Form::Uri`](crate::Form::Uri), in lower case. The domain is kept
/// as it stands and is not compared with the one hashed in the identifier: a site may be reached
/// by another name than it hashes.
///
/// ```
/// use siq::{Handle, Network, Siq};
/// let id: Siq = "did:siq:lm2a3kiagopopibaaaamgzymuoac6".parse()?;
/// let handle = Handle::new(Network::Mastodon, id, "example.com")?;
/// assert_eq!(handle.to_string(), "@lm2a3kiagopopibaaaamgzymuoac6@example.com");
/// let handle = Handle::decode("@lm2a3kiagopopibaaaamgzymuoac6:example.com")?;
/// assert_eq!(handle.network(), Network::Matrix);
/// assert_eq!((handle.id(), handle.domain()), (id, "example.com"));
/// # Ok::<(), siq::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Handle<'a> {
    network: Network,
    id: Siq,
    domain: &'a str,
}

impl<'a> Handle<'a> {
    /// The handle of an identifier at a domain. On Mastodon the domain may be empty: the handle
    /// is then short, as on the site itself.
    ///
    /// # Errors
    /// [`ParseError::Expected`] if the domain has anything but ASCII letters, digits and
    /// `.` `-` `_` `:` `[` `]`, or is empty where the network needs one.
    #[inline]
    pub fn new(network: Network, id: Siq, domain: &'a str) -> Result<Self, ParseError> {
        let place = |byte: u8| !(byte.is_ascii_alphanumeric() || b".-_:[]".contains(&byte));
        if let Some(index) = domain.bytes().position(place) {
            let text = if domain.is_ascii() { "a domain" } else { "a domain in punycode, xn--..." };
            return Err(ParseError::Expected { index, text });
        }
        if domain.is_empty() && !matches!(network, Network::Mastodon) {
            return Err(ParseError::Expected { index: 0, text: "a domain" });
        }
        Ok(Self { network, id, domain })
    }

    /// The handle of this text: `@`, 29 digits in lower case, and `@domain`, `:domain` or nothing.
    ///
    /// # Errors
    /// [`ParseError`]: what is wrong, and where.
    #[inline]
    pub fn decode(text: &'a str) -> Result<Self, ParseError> {
        let Some(rest) = text.strip_prefix('@') else {
            return Err(ParseError::Expected { index: 0, text: "@" });
        };
        let name = &rest.as_bytes()[..rest.len().min(uri::LEN)];
        let id = uri::decode(name).map_err(|error| error.shifted(1))?;
        // The digits are ASCII, so this is the boundary of a character.
        let rest = &rest[uri::LEN..];
        if rest.is_empty() {
            return Self::new(Network::Mastodon, id, rest);
        }
        let end = 1 + uri::LEN;
        for &network in Network::ALL {
            if let Some(domain) = rest.strip_prefix(network.separator()) {
                return match domain {
                    "" => Err(ParseError::Expected { index: end + 1, text: "a domain" }),
                    _ => Self::new(network, id, domain).map_err(|error| error.shifted(end + 1)),
                };
            }
        }
        Err(ParseError::Expected { index: end, text: "@ or : and a domain" })
    }

    /// The network.
    #[inline]
    pub const fn network(self) -> Network {
        self.network
    }

    /// The identifier.
    #[inline]
    pub const fn id(self) -> Siq {
        self.id
    }

    /// The domain; empty in a short handle.
    #[inline]
    pub const fn domain(self) -> &'a str {
        self.domain
    }
}

impl fmt::Display for Handle<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}", uri::encode(Text::<0>::EMPTY, self.id))?;
        if !self.domain.is_empty() {
            write!(f, "{}{}", self.network.separator(), self.domain)?;
        }
        Ok(())
    }
}
