//! Which formats a command is about.

use clap::Args;

use crate::{
    format::{Family, Format},
    formats::{FAMILIES, Own, WithDomain, WithDrift},
    names,
    record::Record,
    status::Failure,
};

/// The options that choose a format.
#[derive(Args, Debug)]
pub(crate) struct Select {
    /// The format: see `ids info`
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,
    #[command(flatten)]
    flavour: SelectFlavour,
    #[command(flatten)]
    domain: SelectDomain,
    /// Read only this text form: see `ids info FORMAT`
    #[arg(long, value_name = "FORM")]
    pub(crate) form: Option<String>,
}

/// The options that choose a flavour.
#[derive(Args, Debug)]
pub(crate) struct SelectFlavour {
    /// The flavour inside the format: see `ids info snowflake`
    #[arg(long, value_name = "NAME")]
    flavour: Option<String>,
    #[command(flatten)]
    own: Own,
    /// The drift of kuid's global identifiers, 5 to 10 bits, if it is not the default of 8
    #[arg(long, value_name = "BITS", conflicts_with = "layout")]
    drift: Option<WithDrift>,
}

/// The domain, where handles are read or written.
#[derive(Args, Debug)]
pub(crate) struct SelectDomain {
    /// The domain of siq's handles, the forms mastodon and matrix
    #[arg(long, value_name = "NAME", conflicts_with_all = ["layout", "drift"])]
    domain: Option<WithDomain>,
}

/// The formats that are meant.
pub(crate) struct Selected {
    pub(crate) records: Vec<Record>,
    /// Whether it is one format, or one flavour of a family.
    pub(crate) single: bool,
    /// Whether a format was named at all.
    pub(crate) named: bool,
    /// Whether it is one, or one family whose texts tell its flavours apart.
    pub(crate) told: bool,
}

impl Selected {
    fn new(formats: Vec<&'static dyn Format>, named: bool) -> Self {
        let single = formats.len() == 1;
        let told = single || formats.iter().all(|format| format.told_by_text());
        Self { records: formats.into_iter().map(Record::new).collect(), single, named, told }
    }

    /// The one format, for what must be told which flavour is meant.
    pub(crate) fn only(&self) -> Result<&Record, Failure> {
        let [record] = &self.records[..] else {
            let names = names::flavours(self.records.iter().map(|record| record.format));
            return Err(Failure::Usage(format!("say which with --flavour: {}", names.join(", "))));
        };
        Ok(record)
    }
}

impl Select {
    /// Refuses a drift: what is asked for does not depend on it.
    pub(crate) fn without_drift(&self, why: &str) -> Result<(), Failure> {
        match self.flavour.drift {
            Some(_) => Err(Failure::Usage(format!("--drift says how times are read: {why}"))),
            None => Ok(()),
        }
    }

    /// Refuses a domain, unless handles are written.
    pub(crate) fn only_handles(&self, form: &str) -> Result<(), Failure> {
        self.domain.only_handles(form)
    }

    pub(crate) fn formats(&self) -> Result<Selected, Failure> {
        let selected = self.flavour.formats_on(&self.domain, self.format.as_deref())?;
        if let Some(form) = &self.form {
            let mut forms: Vec<&str> = Vec::new();
            for record in &selected.records {
                forms.extend(record.format.forms());
            }
            if !forms.contains(&form.as_str()) {
                forms.sort_unstable();
                forms.dedup();
                return Err(names::refused("form", form, &forms));
            }
        }
        Ok(selected)
    }
}

impl SelectDomain {
    /// Refuses a domain, unless this form is one of a handle.
    pub(crate) fn only_handles(&self, form: &str) -> Result<(), Failure> {
        if self.domain.is_some() && !WithDomain::FORMS.contains(&form) {
            let forms = WithDomain::FORMS.join(" and ");
            return Err(Failure::Usage(format!("--domain is for siq's forms {forms}, not {form}")));
        }
        Ok(())
    }
}

impl SelectFlavour {
    /// The formats of this family, or of all; only those of the flavour, if one is given.
    pub(crate) fn formats(&self, family: Option<&str>) -> Result<Selected, Failure> {
        self.formats_on(&SelectDomain { domain: None }, family)
    }

    /// The same, with handles on a domain.
    pub(crate) fn formats_on(
        &self,
        SelectDomain { domain }: &SelectDomain,
        family: Option<&str>,
    ) -> Result<Selected, Failure> {
        let named =
            family.is_some() || self.flavour.is_some() || self.drift.is_some() || domain.is_some();
        if let Some(own) = self.own.format()? {
            if self.flavour.is_some() || family.is_some_and(|name| name != own.name()) {
                return Err(Failure::usage("--layout describes a snowflake flavour of its own"));
            }
            return Ok(Selected::new(vec![own], true));
        }
        let families: Vec<&Family> = match family {
            Some(name) => vec![find(name)?],
            None => FAMILIES.iter().collect(),
        };
        let mut formats: Vec<&dyn Format> =
            families.iter().flat_map(|family| (family.formats)()).collect();
        if let Some(drift) = self.drift {
            let others = self.flavour.as_ref().is_some_and(|flavour| flavour != "global");
            if others || family.is_some_and(|name| name != WithDrift::FAMILY) {
                return Err(Failure::usage("--drift is for kuid's flavour global"));
            }
            formats = drift.formats();
        }
        if let Some(domain) = domain {
            if self.flavour.is_some() || family.is_some_and(|name| name != WithDomain::FAMILY) {
                return Err(Failure::usage("--domain is for siq's handles"));
            }
            formats = domain.formats();
        }
        if let Some(flavour) = &self.flavour {
            formats.retain(|format| format.flavour() == Some(flavour));
            if formats.is_empty() {
                let known = names::flavours(families.iter().flat_map(|family| (family.formats)()));
                return Err(names::refused("flavour", flavour, &known));
            }
        }
        Ok(Selected::new(formats, named))
    }
}

/// The family of this name.
pub(crate) fn find(name: &str) -> Result<&'static Family, Failure> {
    FAMILIES.iter().find(|family| family.name == name).ok_or_else(|| {
        let names: Vec<_> = FAMILIES.iter().map(|family| family.name).collect();
        let unknown = || names::unknown("format", name, &names);
        Failure::Usage(names::flavour(name).unwrap_or_else(unknown))
    })
}
