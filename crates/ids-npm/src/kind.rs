//! A kind of identifier: a format, or one flavour of it, under one layout.

use ids_core::{
    ParseError,
    format::{Field, Layout},
};
use ids_formats::{Format, Maker, read, rounded::Rounded};

use crate::{
    FORMATS,
    args::Args,
    fault::Fault,
    has,
    make::generator,
    spelling::{choose, inside},
};

/// What a call answers.
#[derive(Default)]
pub(crate) struct Answer {
    /// A number.
    pub(crate) bits: u128,
    /// Bytes.
    pub(crate) output: Vec<u8>,
    /// What the host holds from now on: it gets its number.
    pub(crate) held: Option<Held>,
    /// A kind that is open from now on: it gets its number.
    pub(crate) kind: Option<Kind>,
}

impl Answer {
    pub(crate) fn bits(bits: impl Into<u128>) -> Self {
        Self { bits: bits.into(), ..Self::default() }
    }

    pub(crate) fn output(output: impl Into<Vec<u8>>) -> Self {
        Self { output: output.into(), ..Self::default() }
    }

    pub(crate) fn kind(kind: Kind) -> Self {
        Self { kind: Some(kind), ..Self::default() }
    }

    /// Something with a state, by its calls.
    pub(crate) fn calls(call: impl FnMut(Args<'_>) -> Result<Self, Fault> + 'static) -> Self {
        Self { held: Some(Held::Calls(Box::new(call))), ..Self::default() }
    }
}

/// What the host holds by a number.
pub(crate) enum Held {
    /// A generator, and whether each identifier draws random bits: then there may be fewer than are asked for.
    Generator(Box<dyn Maker>, bool),
    /// Whatever else keeps a state.
    Calls(Calls),
}

type Calls = Box<dyn FnMut(Args<'_>) -> Result<Answer, Fault>>;

/// The calls of a kind that only its format has.
pub(crate) type Own = fn(&Kind, Args<'_>) -> Result<Answer, Fault>;

/// Whether a number is an identifier.
pub(crate) type Check = fn(&dyn Format, u128) -> Result<(), ParseError>;

/// A kind of identifier.
pub(crate) struct Kind {
    pub(crate) format: &'static dyn Format,
    pub(crate) layout: Layout,
    pub(crate) check: Check,
    pub(crate) own: Own,
}

impl Kind {
    /// The kind of one of these formats whose layout has this name.
    pub(crate) fn among(formats: &[&'static dyn Format], name: &str, own: Own) -> Option<Self> {
        formats.iter().copied().find_map(|format| {
            let facts = format.facts();
            let mut layouts = core::iter::once(&facts.layout).chain(facts.layouts);
            let layout = *layouts.find(|layout| layout.name() == name)?;
            Some(Self::new(format, layout, own))
        })
    }

    pub(crate) fn new(format: &'static dyn Format, layout: Layout, own: Own) -> Self {
        Self { format, layout, check: |format, bits| format.check(bits), own }
    }

    /// The number, if it is an identifier.
    pub(crate) fn checked(&self, bits: u128) -> Result<u128, ParseError> {
        (self.check)(self.format, bits).map(|()| bits)
    }

    /// The identifier that a text writes in a form.
    pub(crate) fn decode(&self, form: usize, text: &[u8]) -> Result<u128, ParseError> {
        self.checked(self.format.read(form, text)?)
    }

    /// What it is, in lines: the width, the canonical form, the forms, the fields, and whether it has a time. A fixed
    /// field has a `=` behind its name.
    pub(crate) fn describe(&self) -> String {
        let facts = self.format.facts();
        let forms: Vec<_> = facts.forms.iter().map(|form| form.name).collect();
        let mark = |fixed: bool| if fixed { "=" } else { "" };
        let fields = self.layout.fields().iter();
        let fields: Vec<_> = fields
            .map(|field| format!("{}{}", field.name(), mark(field.fixed().is_some())))
            .collect();
        let timed = self.format.timed().is_some();
        let (bits, canonical) = (self.layout.bits(), facts.canonical);
        format!("{bits}\n{canonical}\n{}\n{}\n{timed}", forms.join(" "), fields.join(" "))
    }

    /// A call that needs no speed.
    fn call(&self, args: Args<'_>) -> Result<Answer, Fault> {
        let format = self.format;
        match args.name {
            // A text that is long, or whose form is named.
            "parse" => {
                let name = args.needed("form")?;
                let form = format.facts().form(name);
                let form = form.ok_or_else(|| Fault::usage(format!("no form is named {name}")))?;
                Ok(Answer::bits(self.decode(form, args.bytes("text").unwrap_or_default())?))
            }
            "pack" => self.pack(args).map(Answer::bits),
            "number" => {
                let (text, bits) = (args.needed("text")?, self.layout.bits());
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
                let sentence = rounded.map(|rounded| rounded.sentence(format.timed()));
                Err(Fault::usage(sentence.unwrap_or_default()))
            }
            "bytes" => {
                let bytes = args.bytes("bytes").unwrap_or_default();
                let (found, width) = (bytes.len(), format.facts().bytes());
                if found != width {
                    return Err(ParseError::Length { found, min: width, max: width }.into());
                }
                let bits = bytes.iter().fold(0, |bits, byte| bits << 8 | u128::from(*byte));
                Ok(Answer::bits(self.checked(bits)?))
            }
            _ => (self.own)(self, args),
        }
    }

    /// A text in any form, by the format's own rule.
    pub(crate) fn lenient(&self, args: Args<'_>) -> Result<Answer, Fault> {
        let read = self.format.lenient(args.bytes("text").unwrap_or_default());
        let (bits, form) = read.ok_or_else(|| args.unknown())??;
        Ok(Answer { bits, ..Answer::output(self.format.facts().forms[form].name) })
    }

    /// What formats answer that have generators, and no rule of their own for texts of any form.
    pub(crate) fn more(&self, args: Args<'_>) -> Result<Answer, Fault> {
        match args.name {
            "generator" => generator(self, args),
            "lenient" => {
                let text = args.bytes("text").unwrap_or_default();
                let found = read(&[self.format], None, false, text)?;
                let form = self.format.facts().forms[found.form].name;
                Ok(Answer { bits: found.bits, ..Answer::output(form) })
            }
            _ => Err(args.unknown()),
        }
    }

    fn pack(&self, args: Args<'_>) -> Result<u128, Fault> {
        let open = || self.layout.fields().iter().filter(|field| field.fixed().is_none());
        if let Some((name, _)) =
            args.iter().find(|(name, _)| open().all(|field| field.name() != *name))
        {
            return Err(Fault::usage(format!("no field to set is named {name}")));
        }
        let value = |field: &Field| {
            let name = field.name();
            let Some(wide) = args.wide(name)? else {
                return Err(Fault::new("missing", format!("{name} is missing")).of(name));
            };
            u64::try_from(wide).map_err(|_| {
                let message = format!("{name} is {wide}, but holds at most {}", field.max());
                Fault::new("range", message).of(name)
            })
        };
        let values = open().map(value).collect::<Result<Vec<_>, _>>()?;
        Ok(self.checked(self.format.pack(&self.layout, &values)?)?)
    }
}

/// Any call, of a kind if one is open.
pub(crate) fn answer(kind: Result<&Kind, Fault>, args: Args<'_>) -> Result<Answer, Fault> {
    match args.name {
        "open" => {
            let name = args.needed("name")?;
            let unknown = || Fault::usage(format!("no layout is named {name}"));
            let kind = FORMATS.iter().flatten().find_map(|open| open(name));
            Ok(Answer::kind(kind.ok_or_else(unknown)?))
        }
        "inside" if const { has("spelling") } => Ok(inside(args)),
        "choose" if const { has("spelling") } => choose(args),
        // A module that has spellings and nothing else knows no format.
        _ if const { has("spelling") && !has("") } => Err(args.unknown()),
        _ => kind?.call(args),
    }
}
