//! `--domain`: what stands behind the name in SIQ's handles.

use std::str::FromStr;

use ids_formats::{Format, SiqFormat};
use siq::{Handle, Network, ParseError, Siq};

/// The value of `--domain`: what stands behind the name in handles.
#[derive(Clone, Debug)]
pub(crate) struct WithDomain(String);

impl WithDomain {
    /// The family it belongs to.
    pub(crate) const FAMILY: &'static str = SiqFormat::FAMILY.name;

    /// The forms that it stands in.
    pub(crate) const FORMS: [&'static str; 2] = ["mastodon", "matrix"];

    /// The format with this domain.
    pub(crate) fn format(&self) -> Box<dyn Format> {
        Box::new(SiqFormat::with_domain(&self.0))
    }
}

impl FromStr for WithDomain {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Handle::new(Network::Matrix, Siq::MIN, text).map(|_| Self(text.to_owned()))
    }
}
