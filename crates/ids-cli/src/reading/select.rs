//! Which formats a command is about.

use clap::Args;
use ids_formats::{FAMILIES, Family, Format, ParseError, family, formats, is_missing, told_apart};
use kuid::{Drift, DriftError};
use siq::{Handle, Network, Siq};

use super::{Own, Zoned};
use crate::{
    Failure,
    show::{Record, names},
};

/// The options that choose a format.
#[derive(Args, Debug, Default)]
pub(crate) struct Select {
    /// The format: see `ids info`
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,
    #[command(flatten)]
    pub(crate) flavour: SelectFlavour,
    #[command(flatten)]
    pub(crate) domain: SelectDomain,
    /// Read this text form only: see `ids info FORMAT`
    #[arg(long, value_name = "FORM")]
    pub(crate) form: Option<String>,
}

/// The options that choose a flavour.
#[derive(Args, Debug, Default)]
pub(crate) struct SelectFlavour {
    /// The flavour inside the format: see `ids info snowflake`
    #[arg(long, value_name = "NAME")]
    flavour: Option<String>,
    #[command(flatten)]
    own: Own,
    /// The drift of kuid's global identifiers, 5 to 10 bits; 8 by default
    #[arg(long, value_name = "BITS", conflicts_with = "layout", value_parser = drift)]
    drift: Option<Drift>,
    #[command(flatten)]
    pub(crate) zoned: Zoned,
}

/// The domain, where handles are read or written.
#[derive(Args, Debug, Default)]
pub(crate) struct SelectDomain {
    /// The domain in siq's forms mastodon and matrix
    #[arg(long, value_name = "NAME", conflicts_with_all = ["layout", "drift"], value_parser = domain)]
    domain: Option<String>,
}

/// The forms that a domain stands in.
const HANDLES: [&str; 2] = ["mastodon", "matrix"];

/// The value of `--drift`.
fn drift(text: &str) -> Result<Drift, String> {
    let bits = text.parse().map_err(|error| format!("{error}"))?;
    Drift::new(bits).map_err(|error: DriftError| error.to_string())
}

/// The value of `--domain`: what stands behind the name in handles.
pub(crate) fn domain(text: &str) -> Result<String, ParseError> {
    Handle::new(Network::Matrix, Siq::MIN, text).map(|_| text.to_owned())
}

/// The formats that are meant: known ones, then one with parameters of its own.
pub(crate) struct Selected {
    formats: Vec<&'static dyn Format>,
    /// Whether a format was named at all.
    pub(crate) named: bool,
}

impl Selected {
    pub(crate) fn formats(&self) -> Vec<&dyn Format> {
        self.formats.clone()
    }

    pub(crate) fn records(&self) -> Vec<Record<'_>> {
        self.formats().into_iter().map(Record::new).collect()
    }

    /// Whether it is one, or one family whose texts tell its flavours apart.
    pub(crate) fn told(&self) -> bool {
        told_apart(&self.formats())
    }

    /// The one format, for what must be told which flavour is meant.
    pub(crate) fn only(&self) -> Result<Record<'_>, Failure> {
        let [format] = self.formats()[..] else {
            let names = names::flavours(self.formats());
            return Err(Failure::Usage(format!("say which with --flavour: {}", names.join(", "))));
        };
        Ok(Record::new(format))
    }
}

impl Select {
    /// Returns an error if a drift is given, where the answer does not depend on it.
    pub(crate) fn without_drift(&self, why: &str) -> Result<(), Failure> {
        match self.flavour.drift {
            Some(_) => {
                Err(Failure::Usage(format!("--drift changes how times are read, but {why}")))
            }
            None => Ok(()),
        }
    }

    /// Whether a line says that there is no value. In a form that is named such a word may be an identifier.
    pub(crate) fn is_missing(&self, text: &[u8]) -> bool {
        self.form.is_none() && is_missing(text)
    }

    pub(crate) fn formats(&self) -> Result<Selected, Failure> {
        let selected = self.flavour.formats_on(&self.domain, self.format.as_deref())?;
        if let Some(form) = &self.form {
            let forms = selected.formats.iter().flat_map(|format| format.facts().forms);
            names::known("form", form, forms.map(|form| ((), form.name)))?;
        }
        Ok(selected)
    }
}

impl SelectDomain {
    pub(crate) const NONE: Self = Self { domain: None };

    /// Returns an error if a domain is given and this form is not one of handles.
    pub(crate) fn only_handles(&self, form: &str) -> Result<(), Failure> {
        if self.domain.is_some() && !HANDLES.contains(&form) {
            let forms = HANDLES.join(" and ");
            return Err(Failure::Usage(format!("--domain is for siq's forms {forms}, not {form}")));
        }
        Ok(())
    }
}

impl SelectFlavour {
    /// Returns an error if a zone is given, where the epoch is the only time that these options and the verb's may have.
    pub(crate) fn without_zone(&self) -> Result<(), Failure> {
        if self.own.has_epoch() { Ok(()) } else { self.zoned.without_times() }
    }

    /// Whether these options name the format, so that no argument has to.
    pub(crate) const fn names_format(&self, domain: &SelectDomain) -> bool {
        self.flavour.is_some()
            || self.drift.is_some()
            || self.own.has_layout()
            || domain.domain.is_some()
    }

    /// The formats of a verb that wants one: by an argument, or by these options.
    pub(crate) fn wanted(
        &self,
        domain: &SelectDomain,
        family: Option<&str>,
    ) -> Result<Selected, Failure> {
        if family.is_none() && !self.names_format(domain) {
            return Err(Failure::usage("say which format is meant: FORMAT, or --flavour NAME"));
        }
        self.formats_on(domain, family)
    }

    /// The formats of this family, or of all; only those of the flavour, if one is named, and with handles on a domain.
    pub(crate) fn formats_on(
        &self,
        SelectDomain { domain }: &SelectDomain,
        family: Option<&str>,
    ) -> Result<Selected, Failure> {
        // The name of a flavour alone says its family.
        let sole = family.filter(|name| ids_formats::family(name).is_none());
        let sole = sole.and_then(|name| Some((names::sole_family(name)?, name)));
        let (family, flavour) = match (sole, self.flavour.as_deref()) {
            (None, flavour) => (family, flavour),
            (Some((_, name)), Some(flavour)) if flavour != name => {
                let message = format!("{name} is a flavour: say it or --flavour {flavour}");
                return Err(Failure::Usage(message));
            }
            (Some((family, name)), _) => (Some(family.name), Some(name)),
        };
        let named =
            family.is_some() || flavour.is_some() || self.drift.is_some() || domain.is_some();
        let known = flavour.and_then(|name| name.parse().ok());
        if let Some(own) = self.own.format(known, &self.zoned)? {
            let others = family.is_some_and(|name| name != formats::snowflake::FAMILY.name);
            if flavour.is_some() && self.own.has_layout() || others {
                return Err(Failure::usage(
                    "--layout describes a snowflake flavour: give neither --flavour nor another format",
                ));
            }
            return Ok(Selected { formats: vec![own], named: true });
        }
        let families: Vec<&Family> = match family {
            Some(name) => vec![find(name)?],
            None => FAMILIES.iter().collect(),
        };
        let all = || families.iter().flat_map(|family| family.formats.iter().copied());
        let mut formats: Vec<_> = all().collect();
        if let Some(drift) = self.drift {
            let others = flavour.is_some_and(|flavour| flavour != "global");
            if others || family.is_some_and(|name| name != formats::kuid::FAMILY.name) {
                return Err(Failure::usage("--drift is for kuid's flavour global"));
            }
            let format = formats::kuid::global(drift);
            formats.retain(|other| {
                let other = other.facts();
                other.family == formats::kuid::FAMILY.name
                    && other.flavour != format.facts().flavour
            });
            formats.push(format);
        }
        if let Some(domain) = domain {
            if flavour.is_some() || family.is_some_and(|name| name != formats::siq::FAMILY.name) {
                return Err(Failure::usage("--domain is for siq's handles"));
            }
            formats = vec![lasting(formats::siq::with_domain(domain))];
        }
        if let Some(flavour) = flavour {
            let named = |format: &dyn Format| format.facts().flavour == Some(flavour);
            formats.retain(|format| named(*format));
            if formats.is_empty() {
                return Err(names::refused("flavour", flavour, &names::flavours(all())));
            }
        }
        Ok(Selected { formats, named })
    }
}

/// A format that lasts as long as the command.
pub(crate) fn lasting(format: impl Format + 'static) -> &'static dyn Format {
    Box::leak(Box::new(format))
}

/// The family of this name.
pub(crate) fn find(name: &str) -> Result<&'static Family, Failure> {
    family(name).ok_or_else(|| {
        let names: Vec<_> = FAMILIES.iter().map(|family| family.name).collect();
        let unknown = || names::unknown("format", name, &names);
        Failure::Usage(names::instead(name).unwrap_or_else(unknown))
    })
}
