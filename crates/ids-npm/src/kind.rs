//! A kind of identifier: a format, or one flavour of it, under one layout.

use ids_core::{
    ParseError,
    format::{Field, Layout},
};
#[cfg(feature = "make")]
use ids_formats::Given;
use ids_formats::{Format, read, rounded::Rounded};

#[cfg(feature = "make")]
use crate::make::{generator, given};
use crate::{args::Args, fault::Fault, held::Held};

/// What a call answers.
#[derive(Default)]
pub(crate) struct Answer {
    /// A number.
    pub(crate) bits: u128,
    /// Bytes.
    pub(crate) output: Vec<u8>,
    /// What the host holds from now on: it gets its number.
    pub(crate) held: Option<Box<dyn Held>>,
    /// A kind that the host has defined: it gets its number.
    pub(crate) kind: Option<Box<dyn Kind>>,
}

impl Answer {
    pub(crate) fn bits(bits: impl Into<u128>) -> Self {
        Self { bits: bits.into(), ..Self::default() }
    }

    pub(crate) fn output(output: impl Into<Vec<u8>>) -> Self {
        Self { output: output.into(), ..Self::default() }
    }

    pub(crate) fn held(held: impl Held + 'static) -> Self {
        Self { held: Some(Box::new(held)), ..Self::default() }
    }
}

/// A kind of identifier. What formats have in common is answered from [`format`](Self::format).
pub(crate) trait Kind {
    fn format(&self) -> &dyn Format;

    fn layout(&self) -> Layout {
        self.format().facts().layout
    }

    /// Whether a number is an identifier.
    fn check(&self, bits: u128) -> Result<(), ParseError> {
        self.format().check(bits)
    }

    /// Reads in any form, and says which.
    fn lenient(&self, text: &[u8]) -> Result<(u128, &'static str), Fault> {
        let format = self.format();
        let reading = read(&[format], None, false, text)?;
        Ok((reading.bits, format.facts().forms[reading.form].name))
    }

    /// The values of the parameters of a generator.
    #[cfg(feature = "make")]
    fn given<'a>(&self, args: Args<'a>) -> Result<Vec<(&'static str, Given<'a>)>, Fault> {
        given(self.format(), args)
    }

    /// A call that only this format has.
    fn own(&self, args: Args<'_>) -> Result<Answer, Fault> {
        Err(args.unknown())
    }
}

/// A call that needs no speed.
pub(crate) fn call(kind: &dyn Kind, args: Args<'_>) -> Result<Answer, Fault> {
    match args.name {
        "parse" => parse(kind, args).map(Answer::bits),
        "lenient" => {
            let (bits, form) = kind.lenient(args.bytes("text").unwrap_or_default())?;
            Ok(Answer { bits, ..Answer::output(form) })
        }
        #[cfg(feature = "make")]
        "generator" => generator(kind, args),
        "pack" => pack(kind, args).map(Answer::bits),
        "number" => {
            let (text, bits) = (args.needed("text")?, kind.layout().bits());
            if text.starts_with('-') {
                let message = format!("{text} is negative, which no identifier is");
                return Err(Fault::new("negative", message));
            }
            Err(ParseError::TooLarge { bits }.into())
        }
        // A number that is not exact, and no bigint: what is left of it.
        "rounded" => {
            let number = args.wide("number")?.unwrap_or_default();
            #[expect(clippy::cast_precision_loss, reason = "the host has it as such a number")]
            let rounded = Rounded::of_float(number as f64);
            let timed = kind.format().timed();
            Err(Fault::usage(rounded.map(|rounded| rounded.sentence(timed)).unwrap_or_default()))
        }
        "bytes" => from_bytes(kind, args.bytes("bytes").unwrap_or_default()).map(Answer::bits),
        _ => kind.own(args),
    }
}

/// What a kind is, in lines: the width, the canonical form, the forms, the fields, and whether it has a
/// time. A fixed field has a `=` behind its name.
pub(crate) fn describe(kind: &dyn Kind) -> String {
    let (facts, layout) = (kind.format().facts(), kind.layout());
    let forms: Vec<_> = facts.forms.iter().map(|form| form.name).collect();
    let mark = |fixed: bool| if fixed { "=" } else { "" };
    let fields = layout.fields().iter();
    let fields: Vec<_> =
        fields.map(|field| format!("{}{}", field.name(), mark(field.fixed().is_some()))).collect();
    let timed = kind.format().timed().is_some();
    let (bits, canonical) = (layout.bits(), facts.canonical);
    format!("{bits}\n{canonical}\n{}\n{}\n{timed}", forms.join(" "), fields.join(" "))
}

/// The identifier that a text writes in a form.
pub(crate) fn decode(kind: &dyn Kind, form: usize, text: &[u8]) -> Result<u128, Fault> {
    let bits = kind.format().read(form, text)?;
    kind.check(bits)?;
    Ok(bits)
}

/// Reads a text that is long, or whose form is named.
fn parse(kind: &dyn Kind, args: Args<'_>) -> Result<u128, Fault> {
    let (format, name) = (kind.format(), args.needed("form")?);
    let form = format.facts().form(name);
    let form = form.ok_or_else(|| Fault::usage(format!("no form is named {name}")))?;
    decode(kind, form, args.bytes("text").unwrap_or_default())
}

fn pack(kind: &dyn Kind, args: Args<'_>) -> Result<u128, Fault> {
    let layout = kind.layout();
    let open = || layout.fields().iter().filter(|field| field.fixed().is_none());
    let names: Vec<_> = open().map(Field::name).collect();
    args.only(&names)?;
    let mut values = Vec::new();
    for field in open() {
        let name = field.name();
        let Some(wide) = args.wide(name)? else {
            return Err(Fault::new("missing", format!("{name} is missing")).of(name));
        };
        values.push(u64::try_from(wide).map_err(|_| {
            Fault::new("range", format!("{name} is {wide}, but holds at most {}", field.max()))
                .of(name)
        })?);
    }
    let bits = kind.format().pack(&layout, &values)?;
    kind.check(bits)?;
    Ok(bits)
}

fn from_bytes(kind: &dyn Kind, bytes: &[u8]) -> Result<u128, Fault> {
    let width = kind.layout().bits().div_ceil(8) as usize;
    if bytes.len() != width {
        return Err(ParseError::Length { found: bytes.len(), min: width, max: width }.into());
    }
    let bits = bytes.iter().fold(0, |bits, byte| bits << 8 | u128::from(*byte));
    kind.check(bits)?;
    Ok(bits)
}
