//! The state of a module: buffers for the host, and what it has opened.

use std::rc::Rc;

use ids_core::{RangeError, UnixTime};
use ids_formats::Timed;

use crate::{
    FORMATS,
    args::Args,
    fault::Fault,
    held::Held,
    kind::{Answer, Kind, call, decode, describe},
};

#[derive(Default)]
pub(crate) struct Module {
    pub(crate) input: Vec<u8>,
    pub(crate) output: Vec<u8>,
    kinds: Vec<Rc<dyn Kind>>,
    /// None where one is dropped, or in a call.
    held: Vec<Option<Box<dyn Held>>>,
}

impl Module {
    pub(crate) fn kind(&self, kind: usize) -> Result<&Rc<dyn Kind>, Fault> {
        self.kinds.get(kind).ok_or_else(|| Fault::usage("no kind is open here"))
    }

    fn timed(&self, kind: usize) -> Result<&dyn Timed, Fault> {
        let timed = self.kind(kind)?.format().timed();
        timed.ok_or_else(|| Fault::usage("identifiers of this format have no time"))
    }

    /// The identifier that a text writes in a form, and whether the form writes it so.
    pub(crate) fn parse(
        &mut self,
        kind: usize,
        form: usize,
        text: &[u8],
    ) -> Result<(u128, bool), Fault> {
        let kind = Rc::clone(self.kind(kind)?);
        let bits = decode(&*kind, form, text)?;
        self.output.clear();
        kind.format().write(form, bits, &mut self.output);
        Ok((bits, self.output == text))
    }

    /// Writes the text of an identifier to the output.
    pub(crate) fn write(&mut self, kind: usize, form: usize, bits: u128) -> Result<(), Fault> {
        let Self { kinds, output, .. } = self;
        output.clear();
        let kind = kinds.get(kind).ok_or_else(|| Fault::usage("no kind is open here"))?;
        let format = kind.format();
        format.write(form, bits, output);
        // Zero has no digits in one of the forms.
        if output.is_empty() && !format.facts().forms[form].written {
            return Err(Fault::usage("this form is only read"));
        }
        Ok(())
    }

    pub(crate) fn check(&self, kind: usize, bits: u128) -> Result<u128, Fault> {
        self.kind(kind)?.check(bits)?;
        Ok(bits)
    }

    /// The value of a field of the layout, 0 where there is none.
    pub(crate) fn field(&self, kind: usize, field: usize, bits: u128) -> u64 {
        let kind = self.kinds.get(kind);
        let field = kind.and_then(|kind| kind.layout().fields().get(field));
        field.map_or(0, |field| field.get(bits))
    }

    /// The start of an identifier's tick, in nanoseconds since the Unix epoch.
    pub(crate) fn time(&self, kind: usize, bits: u128) -> Result<u128, Fault> {
        Ok(self.timed(kind)?.time(bits).as_nanos())
    }

    /// The first or the last identifier of the tick that holds an instant; none is before the Unix
    /// epoch.
    pub(crate) fn bound(
        &self,
        kind: usize,
        last: bool,
        time: Option<UnixTime>,
    ) -> Result<u128, Fault> {
        let timed = self.timed(kind)?;
        let Some(time) = time else {
            return Err(RangeError::BeforeEpoch { epoch: timed.ticks().epoch() }.into());
        };
        Ok(if last { timed.last_at(time)? } else { timed.first_at(time)? })
    }

    /// Keeps what a call has answered; the number of what is new.
    pub(crate) fn keep(&mut self, answer: Answer) -> u128 {
        self.output = answer.output;
        if let Some(kind) = answer.kind {
            self.output = describe(&*kind).into();
            self.kinds.push(kind.into());
            return self.kinds.len() as u128 - 1;
        }
        if let Some(held) = answer.held {
            // A number is not given twice: its former owner may still call.
            self.held.push(Some(held));
            return self.held.len() as u128 - 1;
        }
        answer.bits
    }

    pub(crate) fn forget(&mut self, number: usize) {
        if let Some(place) = self.held.get_mut(number) {
            *place = None;
        }
    }

    /// Takes something for a call.
    pub(crate) fn take(&mut self, number: usize) -> Result<Box<dyn Held>, Fault> {
        self.held.get_mut(number).and_then(Option::take).ok_or_else(|| {
            Fault::usage("this is in use by the call that reads its clock or random source")
        })
    }

    pub(crate) fn put_back(&mut self, number: usize, held: Box<dyn Held>) {
        if let Some(place) = self.held.get_mut(number) {
            *place = Some(held);
        }
    }
}

/// Opens the kind of a name.
pub(crate) fn open(args: Args<'_>) -> Result<Answer, Fault> {
    let name = args.needed("name")?;
    match FORMATS.iter().find_map(|open| open(name)) {
        Some(kind) => Ok(Answer { kind: Some(kind), ..Answer::default() }),
        None => Err(Fault::usage(format!("no layout is named {name}"))),
    }
}

/// Any call of a kind.
pub(crate) fn answer(kind: Result<Rc<dyn Kind>, Fault>, args: Args<'_>) -> Result<Answer, Fault> {
    match args.name {
        "open" => open(args),
        #[cfg(feature = "spelling")]
        "inside" => Ok(crate::spelling::inside(args)),
        #[cfg(feature = "spelling")]
        "choose" => crate::spelling::choose(args),
        _ => call(&*kind?, args),
    }
}
