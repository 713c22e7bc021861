//! Formats of which the host is told no more than what their adapters say.

use core::fmt::Write as _;

use ids_formats::{Family, Format, ParamKind, families};

use crate::{
    args::Args,
    fault::Fault,
    kind::{Answer, Kind},
};

/// Whether the module has a family: it is built for one, or for all.
const fn has(name: &str) -> bool {
    match option_env!("IDS_FORMAT") {
        Some(only) => same(name, only),
        None => true,
    }
}

const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    one.len() == index && other.len() == index
}

macro_rules! plain {
    ($($name:literal: $module:ident),*) => {
        &[$(if has($name) { Some(ids_formats::formats::$module::FAMILY) } else { None }),*]
    };
}
const PLAIN: &[Option<Family>] = families!(plain);

struct Plain {
    format: &'static dyn Format,
    /// The name of the type of identifiers.
    id: &'static str,
}

pub(crate) fn open(name: &str) -> Option<Box<dyn Kind>> {
    let formats = |family: &'static Family| {
        family.formats.iter().map(|format| Plain { format: *format, id: family.id })
    };
    let mut all = PLAIN.iter().flatten().flat_map(formats);
    Some(Box::new(all.find(|plain| plain.format.facts().layout.name() == name)?))
}

impl Kind for Plain {
    fn format(&self) -> &dyn Format {
        self.format
    }

    fn own(&self, args: Args<'_>) -> Result<Answer, Fault> {
        match args.name {
            "describe" => Ok(Answer::output(self.describe())),
            _ => Err(args.unknown()),
        }
    }
}

impl Plain {
    /// What its classes are written of, in lines: the type's name, what it is about, whether identifiers draw random
    /// bits; then a line for each parameter: its type, its name and what it is for.
    fn describe(&self) -> String {
        let facts = self.format.facts();
        let mut text = format!("{}\n{}\n{}", self.id, facts.about, facts.random.is_some());
        for param in self.format.params() {
            let kind = match param.kind {
                ParamKind::Flag => "flag",
                ParamKind::Number { .. } => "natural",
                _ => "text",
            };
            let optional = if param.needed { "" } else { "?" };
            let _ = write!(text, "\n{kind} {}{optional} {}", param.name, param.about);
        }
        text
    }
}
