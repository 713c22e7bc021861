//! The types of the Python package: those of the classes of identifiers are what the formats say.

use core::{fmt::Write as _, iter};
use std::{fs, path::Path};

use ids_core::GenerateError;
use ids_formats::{
    FAMILIES, Format, Given, Layout, MakeError, Making, Param, ParamKind, UnixTime, formats, rng,
};

use crate::on_page;

const STUB: &str = "crates/ids-python/python/ids_formats/_native.pyi";
/// What stands in a class above the methods that it has alone, which are written by hand.
const OWN: &str = "    # Its own.";

/// The classes of identifiers, each with its base.
fn classes() -> Vec<(String, &'static str, &'static dyn Format)> {
    let mut classes: Vec<(_, _, &dyn Format)> = Vec::new();
    for family in FAMILIES {
        match family.name {
            "snowflake" => classes
                .extend(family.formats.iter().map(|it| (flavour(*it), "Snowflake", *it as _))),
            "kuid" => {
                let named = |it: &dyn Format| family.id.to_owned() + &flavour(it);
                classes.extend(family.formats.iter().map(|it| (named(*it), "Id", *it as _)));
                for (drift, format) in formats::kuid::globals() {
                    // The class above has this one.
                    if drift != kuid::Drift::DEFAULT {
                        let name = format!("KuidGlobalDrift{}", drift.bits());
                        classes.push((name, "KuidGlobal", format));
                    }
                }
            }
            "luuid" => classes.push((family.id.to_owned(), "Id", formats::luuid::EITHER)),
            "evently" => classes.push(("EventlyId".to_owned(), "Id", family.formats[0])),
            _ => classes.push((family.id.to_owned(), "Id", family.formats[0])),
        }
    }
    classes
}

/// The name of a flavour as that of a class.
fn flavour(format: &dyn Format) -> String {
    let words = format.facts().flavour.unwrap_or_default().split('-');
    words.map(|word| word[..1].to_ascii_uppercase() + &word[1..]).collect()
}

/// The names of all fields.
fn fields(layouts: &[&'static Layout]) -> Vec<&'static str> {
    let mut names = Vec::new();
    for field in layouts.iter().flat_map(|layout| layout.fields()) {
        if !names.contains(&field.name()) {
            names.push(field.name());
        }
    }
    names
}

/// A field as an argument of `from_fields`; nothing if it is the same in all identifiers.
fn set(layouts: &[&Layout], name: &str) -> Option<String> {
    let found: Vec<_> = layouts.iter().filter_map(|layout| layout.field(name)).collect();
    match found[0].fixed() {
        None if found.len() == layouts.len() => Some(format!("{name}: int")),
        None => Some(format!("{name}: int = ...")),
        first if found.iter().all(|field| field.fixed() == first) => None,
        // The same in all identifiers of a layout.
        Some(value) => Some(format!("{name}: int = {value}")),
    }
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
    let params = format.params();
    // A part of a node that has the name of another argument is given in `node` only.
    let mut given: Vec<_> =
        params.iter().filter(|param| param.name != "clock").map(argument).collect();
    let random = format.facts().random.is_some();
    if random {
        given.push("rng: _Random | None = None".to_owned());
    }
    given.push("after: Self | None = None".to_owned());
    let given = given.join(", ");
    let common = match (format.timed(), random) {
        (None, _) => "",
        (_, true) => ", **common: Unpack[_Timed]",
        (_, false) => ", **common: Unpack[_Counting]",
    };
    let wait = "wait: _Length | None = None";
    for method in [
        format!("generator(cls, *, {given}{common}) -> Generator[Self]"),
        format!("generate(cls, *, {given}, {wait}{common}) -> Self"),
    ] {
        let _ = writeln!(text, "    @classmethod\n    def {method}: ...");
    }
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
            let facts = format.facts();
            let layouts: Vec<_> = iter::once(&facts.layout).chain(facts.layouts).collect();
            let names = fields(&layouts);
            let mut given: Vec<_> = names.iter().filter_map(|name| set(&layouts, name)).collect();
            given.extend((layouts.len() > 1).then(|| "layout: str = ...".to_owned()));
            for name in names.into_iter().chain(facts.split.map(|split| split.name)) {
                let _ = writeln!(text, "    {name}: Final[int]");
            }
            let given = given.join(", ");
            let _ = writeln!(
                text,
                "    @classmethod\n    def from_fields(cls, *, {given}) -> Self: ..."
            );
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
