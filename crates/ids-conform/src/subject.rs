//! What a format provides, so that it can be asked.

use std::collections::BTreeMap;

use ids_formats::{Maker, UnixTime};

use crate::{Adapted, Fault, Ledgers, Parts, Start};

/// Which layout and which form a row is about; empty names stand for the only layout and the
/// canonical form.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The layout's name.
    pub layout: &'a str,
    /// The form's name.
    pub form: &'a str,
    /// What the form is told, by name: [`Subject::args`] has the names.
    pub args: &'a BTreeMap<String, String>,
}

impl Place<'_> {
    /// What the form is told under this name; empty if nothing is.
    pub fn arg(&self, name: &str) -> &str {
        self.args.get(name).map(String::as_str).unwrap_or_default()
    }

    /// What the form is told does not exist.
    pub fn no_arg(self, name: &str) -> Fault {
        Fault::unsupported(format!("{name} of {:?} in args", self.arg(name)))
    }

    /// There is no such text form.
    pub fn no_form(self) -> Fault {
        Fault::unsupported(format!("form {:?}", self.form))
    }

    /// There is no such layout.
    pub fn no_layout(self) -> Fault {
        Fault::unsupported(format!("layout {:?}", self.layout))
    }
}

/// A format as the reference implements it.
///
/// What [`Adapted`] answers of the format's adapter is enough for most: a subject writes the methods
/// in which it differs, and its generator. What is left out of the others is
/// [unsupported](Fault::unsupported).
pub trait Subject {
    /// The formats that this is about, as `ids-formats` has them.
    fn adapted(&self) -> Adapted<'_>;

    /// The names of what a form is told, and whether it has to be.
    fn args(&self, _form: &str) -> &'static [(&'static str, bool)] {
        &[]
    }

    /// Reads a text.
    ///
    /// # Errors
    /// The format's own.
    fn parse(&self, place: Place<'_>, text: &str) -> Result<u128, Fault> {
        self.adapted().parse(place, text)
    }

    /// Writes a number.
    ///
    /// # Errors
    /// The format's own.
    fn format(&self, place: Place<'_>, bits: u128) -> Result<String, Fault> {
        self.adapted().format(place, bits)
    }

    /// Reads bytes, most significant first.
    ///
    /// # Errors
    /// The format's own.
    fn read_bytes(&self, place: Place<'_>, bytes: &[u8]) -> Result<u128, Fault> {
        self.adapted().read_bytes(place, bytes)
    }

    /// The number's bytes, most significant first; an error if it is no identifier.
    ///
    /// # Errors
    /// The format's own.
    fn bytes(&self, place: Place<'_>, bits: u128) -> Result<Vec<u8>, Fault> {
        self.adapted().bytes(place, bits)
    }

    /// Makes an identifier of a value for each field that is not fixed.
    ///
    /// # Errors
    /// The format's own.
    fn pack(&self, place: Place<'_>, values: &Parts) -> Result<u128, Fault> {
        self.adapted().pack(place, values)
    }

    /// The time that an identifier says, since the Unix epoch.
    ///
    /// # Errors
    /// The format's own.
    fn time(&self, place: Place<'_>, bits: u128) -> Result<UnixTime, Fault> {
        self.adapted().time(place, bits)
    }

    /// The first and the last identifier of the tick that holds `time`.
    ///
    /// # Errors
    /// The format's own.
    fn range(&self, place: Place<'_>, time: UnixTime) -> Result<(u128, u128), Fault> {
        self.adapted().range(place, time)
    }

    /// A generator in the state that a row starts from.
    ///
    /// # Errors
    /// The format's own, for a configuration that it refuses.
    fn generator<'a>(
        &self,
        place: Place<'_>,
        start: Start<'a>,
    ) -> Result<Box<dyn Maker + 'a>, Fault> {
        start.maker(self.adapted().format_of(place)?)
    }

    /// Events and ledgers, if the format has them.
    fn ledgers(&self) -> Option<&dyn Ledgers> {
        None
    }
}
