//! The types of the Python package: those of the classes of identifiers are what the formats say.

use core::{fmt::Write as _, iter};
use std::{fs, path::Path};

use ::kuid::Drift;
use ids_core::GenerateError;
use ids_formats::{
    FAMILIES, Facts, Format, Given, Layout, MakeError, Making, Param, ParamKind, UnixTime,
    formats::{kuid, luuid::EITHER},
    rng,
};

use crate::on_page;

const STUB: &str = "crates/ids-python/python/ids_formats/_native.pyi";
/// What stands in a class above the methods that it has alone, which are written by hand.
const OWN: &str = "    # Its own.";

/// The classes of identifiers, each with its base.
fn classes() -> Vec<(String, &'static str, &'static dyn Format)> {
    let mut classes = Vec::new();
    for family in FAMILIES {
        // One class reads both versions of LUUID.
        let formats = if family.name == "luuid" { &[EITHER] } else { family.formats };
        for format in formats {
            let words = format.facts().flavour.into_iter().flat_map(|it| it.split('-'));
            let words = words.map(|word| word[..1].to_ascii_uppercase() + &word[1..]);
            let flavour = words.collect::<String>();
            classes.push(match family.name {
                "snowflake" => (flavour, "Snowflake", *format),
                "evently" => ("EventlyId".to_owned(), "Id", *format),
                _ => (family.id.to_owned() + &flavour, "Id", *format),
            });
        }
        if family.name == "kuid" {
            // The class above has the other one.
            let drifts = kuid::globals().filter(|(drift, _)| *drift != Drift::DEFAULT);
            let named = |drift: Drift| format!("KuidGlobalDrift{}", drift.bits());
            classes.extend(drifts.map(|(drift, format)| (named(drift), "KuidGlobal", format)));
        }
    }
    classes
}

/// Writes the fields, and the method that puts them together.
fn write_fields(text: &mut String, facts: &Facts) {
    let layouts: Vec<&Layout> = iter::once(&facts.layout).chain(facts.layouts).collect();
    // The fields of all layouts, each with its fixed values.
    let mut fields: Vec<(&str, Vec<Option<u64>>)> = Vec::new();
    for field in layouts.iter().flat_map(|layout| layout.fields()) {
        match fields.iter_mut().find(|(name, _)| *name == field.name()) {
            Some((_, fixed)) => fixed.push(field.fixed()),
            None => fields.push((field.name(), vec![field.fixed()])),
        }
    }
    let given = fields.iter().filter_map(|(name, fixed)| match fixed[0] {
        None if fixed.len() == layouts.len() => Some(format!("{name}: int")),
        None => Some(format!("{name}: int = ...")),
        // The same in all identifiers, or in those of a layout.
        first if fixed.iter().all(|value| *value == first) => None,
        Some(value) => Some(format!("{name}: int = {value}")),
    });
    let layout = (layouts.len() > 1).then(|| "layout: str = ...".to_owned());
    let given = given.chain(layout).collect::<Vec<_>>().join(", ");
    for name in fields.iter().map(|(name, _)| *name).chain(facts.split.map(|split| split.name)) {
        let _ = writeln!(text, "    {name}: Final[int]");
    }
    let _ = writeln!(text, "    @classmethod\n    def from_fields(cls, *, {given}) -> Self: ...");
}

/// A parameter as an argument of `generator`.
fn argument(param: &Param) -> String {
    let name = param.name;
    let kind = match param.kind {
        ParamKind::Flag => "bool",
        ParamKind::Number { .. } | ParamKind::Numbers(_) | ParamKind::Key { .. } => "int",
        ParamKind::Parts { .. } => "_Node",
        ParamKind::Text | ParamKind::Choice(_) => "str",
        ParamKind::Hex { .. } | ParamKind::NumberOrText { .. } => "int | str",
        ParamKind::Keys => "range | Keys",
    };
    match param.default {
        Some(Given::Number(number)) => format!("{name}: {kind} = {number}"),
        Some(Given::Flag(true)) => format!("{name}: {kind} = True"),
        Some(Given::Flag(false)) => format!("{name}: {kind} = False"),
        _ if param.needed => format!("{name}: {kind}"),
        _ => format!("{name}: {kind} | None = None"),
    }
}

/// Writes the methods that make identifiers, if there are any.
fn write_makers(text: &mut String, format: &dyn Format) {
    let making = Making::new(UnixTime::EPOCH, rng(|_| Err(GenerateError::Entropy)));
    if matches!(format.maker(&[], making), Err(MakeError::None)) {
        return;
    }
    let random = format.facts().random.map(|_| "rng: _Random | None = None".to_owned());
    let common = match (format.timed(), &random) {
        (None, _) => "",
        (_, Some(_)) => ", **common: Unpack[_Timed]",
        (_, None) => ", **common: Unpack[_Counting]",
    };
    // A part of a node that has the name of another argument is given in `node` only.
    let params = format.params().into_iter().filter(|param| param.name != "clock");
    let after = "after: Self | None = None".to_owned();
    let given = params.map(|param| argument(&param)).chain(random).chain([after]);
    let given = given.collect::<Vec<_>>().join(", ");
    let wait = "wait: _Length | None = None";
    let _ = writeln!(
        text,
        "    @classmethod\n    def generator(cls, *, {given}{common}) -> Generator[Self]: ...\n    \
         @classmethod\n    def generate(cls, *, {given}, {wait}{common}) -> Self: ..."
    );
}

#[test]
fn the_types_of_the_python_package() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(STUB);
    let old = fs::read_to_string(path).unwrap();
    let classes = classes();
    let mut all: Vec<_> = classes.iter().map(|(name, ..)| name.as_str()).collect();
    all.extend(["Generator", "Id", "IdArray", "Snowflake"]);
    all.sort_unstable();
    let all = format!("{all:?}").replace(['[', ']'], "");
    let mut text = format!("__all__: tuple[str, ...] = ({all})\n");
    for (name, base, format) in &classes {
        let begin = format!("\nclass {name}({base}):\n");
        text += &begin;
        // A class below that of its format has the same fields.
        if *base != "KuidGlobal" {
            write_fields(&mut text, format.facts());
        }
        write_makers(&mut text, *format);
        let (_, body) = old.split_once(&begin).unwrap_or_default();
        let body = body.lines().take_while(|line| line.starts_with("    "));
        for own in body.skip_while(|line| *line != OWN) {
            let _ = writeln!(text, "{own}");
        }
    }
    on_page(STUB, "classes", &text);
}
