//! What a format provides, so that it can be asked.

use ids_core::format::Layout;
use ids_formats::{Family, FormInfo, Format, Maker, Timed};
use serde_json::Value;

use crate::{Ask, Fault, Start, Where};

/// The form of texts that a format itself reads leniently.
const LENIENT: &str = "lenient";

impl Where {
    /// What the form is told under this name; empty if nothing is.
    pub fn arg(&self, name: &str) -> &str {
        self.args.get(name).map(String::as_str).unwrap_or_default()
    }

    /// What the form is told does not exist.
    pub fn no_arg(&self, name: &str) -> Fault {
        Fault::unsupported(format!("{name} of {:?} in args", self.arg(name)))
    }

    /// There is no such text form.
    pub fn no_form(&self) -> Fault {
        Fault::unsupported(format!("form {:?}", self.form))
    }

    /// There is no such layout.
    pub fn no_layout(&self) -> Fault {
        Fault::unsupported(format!("layout {:?}", self.layout))
    }

    /// Refuses a form that is named: what is asked has none.
    ///
    /// # Errors
    /// One is named.
    pub fn without_form(&self) -> Result<(), Fault> {
        if self.form.is_empty() { Ok(()) } else { Err(self.no_form()) }
    }

    /// The format of the layout.
    ///
    /// # Errors
    /// None has it.
    pub fn format<'f>(&self, formats: &[&'f dyn Format]) -> Result<&'f dyn Format, Fault> {
        let has = |layout: &Layout| layout.name() == self.layout;
        let found = match (formats, &*self.layout) {
            ([only], "") => Some(*only),
            _ => formats.iter().copied().find(|format| {
                let facts = format.facts();
                has(&facts.layout) || facts.layouts.iter().any(has)
            }),
        };
        found.ok_or_else(|| self.no_layout())
    }

    pub(crate) fn timed<'f>(&self, formats: &[&'f dyn Format]) -> Result<&'f dyn Timed, Fault> {
        self.format(formats)?.timed().ok_or_else(|| self.no_layout())
    }

    fn form<'f>(
        &self,
        formats: &[&'f dyn Format],
    ) -> Result<(&'f dyn Format, &'static FormInfo), Fault> {
        let format = self.format(formats)?;
        let facts = format.facts();
        match &*self.form {
            "" => Ok((format, facts.canonical)),
            // What is read leniently is written canonically.
            LENIENT if format.lenient(b"").is_some() => Ok((format, facts.canonical)),
            name => Ok((format, facts.form(name).ok_or_else(|| self.no_form())?)),
        }
    }
}

/// A format as the reference implements it.
///
/// What is answered of the formats' adapters is enough for most: a subject writes the methods in which it
/// differs. Their errors are the format's own.
#[allow(clippy::missing_errors_doc, reason = "said once")]
pub trait Subject {
    /// The formats that this is about, as `ids-formats` has them. The layout says which of them a row is about.
    fn formats(&self) -> &[&dyn Format];

    /// The layouts of the code, as the files have them.
    fn layouts(&self) -> Vec<Layout> {
        let facts = self.formats().iter().map(|format| format.facts());
        let mut layouts: Vec<_> =
            facts.flat_map(|facts| [&[facts.layout], facts.layouts].concat()).collect();
        layouts.dedup();
        layouts
    }

    /// The names of what a form is told, and whether it has to be.
    fn args(&self, _form: &str) -> &'static [(&'static str, bool)] {
        &[]
    }

    /// Reads a text.
    fn parse(&self, at: &Where, text: &str) -> Result<u128, Fault> {
        let ((format, form), text) = (at.form(self.formats())?, text.as_bytes());
        let lenient = (at.form == LENIENT).then(|| format.lenient(text)).flatten();
        Ok(lenient.map_or_else(|| format.decode(form, text), |read| Ok(read?.0))?)
    }

    /// Writes a number.
    fn format(&self, at: &Where, bits: u128) -> Result<String, Fault> {
        let (format, form) = at.form(self.formats())?;
        format.check(bits)?;
        Ok(format.text(form, bits))
    }

    /// Reads bytes, most significant first.
    fn read_bytes(&self, at: &Where, bytes: &[u8]) -> Result<u128, Fault> {
        at.without_form()?;
        Ok(at.format(self.formats())?.read_bytes(bytes)?)
    }

    /// The number's bytes, most significant first; an error if it is no identifier.
    fn bytes(&self, at: &Where, bits: u128) -> Result<Vec<u8>, Fault> {
        at.without_form()?;
        let format = at.format(self.formats())?;
        format.check(bits)?;
        Ok(bits.to_be_bytes()[16 - format.facts().bytes()..].to_vec())
    }

    /// A generator in the state that a row starts from; an error for a configuration that is refused.
    fn generator<'a>(&self, at: &Where, start: Start<'a>) -> Result<Box<dyn Maker + 'a>, Fault> {
        start.maker(at.format(self.formats())?)
    }

    /// The result of [`Ask::Canonical`] or [`Ask::Verify`], if the format has events and ledgers.
    fn ledgers(&self, ask: &Ask) -> Result<Value, Fault> {
        let format = ask.at().map_or("", |at| &at.format);
        Err(Fault::unsupported(format!("ledgers of {format:?}")))
    }
}

/// A family of which the adapter says all.
impl Subject for Family {
    fn formats(&self) -> &[&dyn Format] {
        self.formats
    }
}
