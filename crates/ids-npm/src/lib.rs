#![doc = include_str!("../README.md")]
#![allow(clippy::missing_inline_in_public_items, reason = "what crosses the boundary is large")]

mod args;
mod boundary;
mod evently;
mod fault;
mod host;
mod kind;
mod kuid;
mod luuid;
mod make;
mod siq;
mod snowflake;
mod spelling;

use ids_formats::{Format, Layout, formats::luuid::EITHER};
pub use kind::type_of;
use kind::{Kind, Own};

/// Whether the module has a format, or `spelling`: it is built for the one that `IDS_FORMAT` names, or for all.
const fn has(name: &str) -> bool {
    let Some(only) = option_env!("IDS_FORMAT") else { return true };
    let (one, other, mut index) = (name.as_bytes(), only.as_bytes(), 0);
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    one.len() == index && other.len() == index
}

/// A format of this module.
struct Known {
    open: Open,
    own: Own,
}

/// The flavour that has a layout of this name, if one has.
type Open = fn(&str) -> Option<&'static dyn Format>;

const fn known(name: &str, open: Open) -> Known {
    let (open, own): (Open, Own) = match name.as_bytes() {
        // The facts of all flavours are large.
        b"snowflake" => (snowflake::open, snowflake::own),
        b"kuid" => (open, kuid::own),
        b"siq" => (open, siq::own),
        // The layout says which version is made.
        b"luuid" => (|_| Some(EITHER), luuid::own),
        b"evently" => (open, evently::own),
        _ => (open, Kind::more),
    };
    Known { open, own }
}

macro_rules! formats {
    ($($name:literal: $module:ident),*) => {
        &[$(if has($name) {
            Some(known($name, |name| among(ids_formats::formats::$module::FAMILY.formats, name)))
        } else {
            None
        }),*]
    };
}
/// The formats of this module.
const FORMATS: &[Option<Known>] = ids_formats::families!(formats);

fn among(formats: &[&'static dyn Format], name: &str) -> Option<&'static dyn Format> {
    formats.iter().copied().find(|format| layout(*format, name).is_some())
}

/// The layout of this name that identifiers of a format have.
fn layout(format: &dyn Format, name: &str) -> Option<Layout> {
    let facts = format.facts();
    let mut layouts = core::iter::once(facts.layout).chain(facts.layouts.iter().copied());
    layouts.find(|layout| layout.name() == name)
}
