//! A kind of identifier: a format, or one flavour of it, under one layout.

use ids_core::{
    ParseError,
    format::{Field, Layout},
};
use ids_formats::{Format, Maker, Param, ParamKind, read, rounded::Rounded};

use crate::{
    FORMATS, Known,
    args::Args,
    fault::Fault,
    has, layout,
    make::generator,
    spelling::{choose, inside},
};

/// What a call answers.
#[derive(Default)]
pub(crate) struct Reply {
    /// A number.
    pub(crate) bits: u128,
    /// Bytes.
    pub(crate) output: Vec<u8>,
    /// What the host holds from now on: it gets its number.
    pub(crate) held: Option<Held>,
    /// A kind that is open from now on: it gets its number.
    pub(crate) kind: Option<Kind>,
}

impl Reply {
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

type Calls = Box<dyn FnMut(Args<'_>) -> Result<Reply, Fault>>;

/// The calls of a kind that only its format has.
pub(crate) type Own = fn(&Kind, Args<'_>) -> Result<Reply, Fault>;

/// A kind of identifier.
pub(crate) struct Kind {
    pub(crate) known: &'static Known,
    pub(crate) format: &'static dyn Format,
    pub(crate) layout: Layout,
}

impl Kind {
    /// The kind of a format of this module whose layout has this name.
    fn named(name: &str) -> Option<Self> {
        FORMATS.iter().flatten().find_map(|known| {
            let format = (known.open)(name)?;
            Some(Self { known, format, layout: layout(format, name)? })
        })
    }

    /// What it is, in lines: the width, the canonical form, the forms, the fields, whether it has a time, whether it
    /// draws random bits, and the parameters of a generator. A parameter has its type before its name, and `?` behind it
    /// where it may be left out.
    pub(crate) fn describe(&self) -> String {
        let facts = self.format.facts();
        let forms: Vec<_> = facts.forms.iter().map(|form| form.name).collect();
        let fields: Vec<_> = self.layout.fields().iter().map(Field::name).collect();
        let (timed, random) = (self.format.timed().is_some(), facts.random.is_some());
        let (bits, canonical) = (self.layout.bits(), facts.canonical.place);
        let optional = |param: &Param| if param.needed { "" } else { "?" };
        let params = self.format.params();
        let params: Vec<_> = params
            .iter()
            .map(|param| [type_of(param.kind), ":", param.name, optional(param)].concat())
            .collect();
        format!(
            "{bits}\n{canonical}\n{}\n{}\n{timed}\n{random}\n{}",
            forms.join(" "),
            fields.join(" "),
            params.join(" ")
        )
    }

    /// A call that needs no speed.
    fn call(&self, args: Args<'_>) -> Result<Reply, Fault> {
        let format = self.format;
        match args.name {
            // A text that is long, or whose form is named.
            "parse" => {
                let name = args.needed("form")?;
                let form = format.facts().form(name);
                let form = form.ok_or_else(|| Fault::usage(format!("no form is named {name}")))?;
                Ok(Reply::bits(format.decode(form, args.bytes("text"))?))
            }
            "pack" => self.pack(args).map(Reply::bits),
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
                // Of a larger number than any identifier nothing is said: the host says what is wanted.
                rounded.map_or(Ok(Reply::default()), |rounded| {
                    Err(Fault::usage(rounded.sentence(format.timed())))
                })
            }
            "bytes" => Ok(Reply::bits(format.read_bytes(args.bytes("bytes"))?)),
            _ => (self.known.own)(self, args),
        }
    }

    /// A text in any form, by the format's own rule.
    pub(crate) fn lenient(&self, args: Args<'_>) -> Result<Reply, Fault> {
        let read = self.format.lenient(args.bytes("text"));
        let (bits, form) = read.ok_or_else(|| args.unknown())??;
        Ok(Reply { bits, ..Reply::output(form.name) })
    }

    /// What formats answer that have generators, and no rule of their own for texts of any form.
    pub(crate) fn more(&self, args: Args<'_>) -> Result<Reply, Fault> {
        match args.name {
            "generator" => generator(self, args),
            "lenient" => {
                let found = read(&[self.format], None, false, args.bytes("text"))?;
                Ok(Reply { bits: found.bits, ..Reply::output(found.form.name) })
            }
            _ => Err(args.unknown()),
        }
    }

    fn pack(&self, args: Args<'_>) -> Result<u128, Fault> {
        // As `pack_named`, which would make each module some 500 bytes larger.
        let open = self.layout.open();
        let is_unknown = |name: &str| open.clone().all(|field| field.name() != name);
        if let Some((name, _)) = args.iter().find(|(name, _)| is_unknown(name)) {
            let all = open.map(|field| field.name()).collect::<Vec<_>>().join(", ");
            return Err(Fault::usage(format!("no field to set is named {name}: there are {all}")));
        }
        let value = |field: Field| {
            let name = field.name();
            let missing = || Fault::new("missing", format!("{name} is missing")).of(name);
            args.number(name)?.ok_or_else(missing)
        };
        let values = open.map(value).collect::<Result<Vec<_>, _>>()?;
        let bits = self.format.pack(&self.layout, &values)?;
        self.format.check(bits)?;
        Ok(bits)
    }
}

/// How a value of a parameter is given.
pub const fn type_of(kind: ParamKind) -> &'static str {
    match kind {
        ParamKind::Flag => "flag",
        ParamKind::Number { .. } | ParamKind::Numbers(_) | ParamKind::Key { .. } => "natural",
        ParamKind::Parts { .. } => "parts",
        ParamKind::Text | ParamKind::Choice(_) => "text",
        ParamKind::Hex { .. } | ParamKind::NumberOrText { .. } => "either",
        ParamKind::Keys => "keys",
    }
}

/// Any call, of a kind if one is open.
pub(crate) fn answer(kind: Result<&Kind, Fault>, args: Args<'_>) -> Result<Reply, Fault> {
    match args.name {
        "inside" if const { has("spelling") } => Ok(inside(args)),
        "choose" if const { has("spelling") } => choose(args),
        // A module that has spellings and nothing else knows no format.
        _ if const { has("spelling") && !has("") } => Err(args.unknown()),
        "open" => {
            let name = args.needed("name")?;
            let unknown = || Fault::usage(format!("no layout is named {name}"));
            Ok(Reply::kind(Kind::named(name).ok_or_else(unknown)?))
        }
        _ => kind?.call(args),
    }
}
