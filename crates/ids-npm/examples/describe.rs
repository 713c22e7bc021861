//! Prints what the types of both packages follow from, as JSON: the kinds of identifiers. `plain.mjs` writes
//! JavaScript's classes and types of it, and `stub.py` of `ids-python` Python's types.

use ids_core::GenerateError;
use ids_formats::{
    FAMILIES, Family, Format, Given, Layout, MakeError, Making, Param, ParamKind, UnixTime,
    formats::luuid::EITHER, rng,
};
use ids_npm::type_of;
use serde_json::{Value, json};

fn main() {
    let kinds = FAMILIES.iter().flat_map(|family| {
        // One class reads both versions of LUUID.
        let formats = if family.name == "luuid" { &[EITHER] } else { family.formats };
        formats.iter().map(|format| kind(family, *format))
    });
    println!("{}", kinds.collect::<Value>());
}

fn kind(family: &Family, format: &dyn Format) -> Value {
    let facts = format.facts();
    let words = facts.flavour.into_iter().flat_map(|flavour| flavour.split('-'));
    let flavour: String = words.map(|word| word[..1].to_ascii_uppercase() + &word[1..]).collect();
    let making = Making::new(UnixTime::EPOCH, rng(|_| Err(GenerateError::Entropy)));
    let id = if family.name == "snowflake" { flavour } else { family.id.to_owned() + &flavour };
    json!({
        "format": family.name,
        "id": id,
        "kind": facts.layout.name(),
        "about": facts.about,
        "forms": facts.forms.iter().map(|form| form.name).collect::<Vec<_>>(),
        "fields": fields(&facts.layout),
        // Those of other layouts, if not all identifiers have the same.
        "layouts": facts.layouts.iter().map(fields).collect::<Vec<_>>(),
        "split": facts.split.map(|split| split.name),
        "timed": format.timed().is_some(),
        "random": facts.random.is_some(),
        "generates": !matches!(format.maker(&[], making), Err(MakeError::None)),
        "params": format.params().iter().map(param).collect::<Vec<_>>(),
    })
}

fn fields(layout: &Layout) -> Vec<Value> {
    let fields = layout.fields().iter();
    fields.map(|field| json!({ "name": field.name(), "always": field.fixed() })).collect()
}

fn param(param: &Param) -> Value {
    json!({
        "name": param.name,
        "type": type_of(param.kind),
        "known": match param.kind {
            ParamKind::Numbers(known) => json!(known),
            ParamKind::Choice(known) => json!(known),
            _ => Value::Null,
        },
        "needed": param.needed,
        "default": match param.default {
            Some(Given::Number(number)) => json!(number),
            Some(Given::Flag(flag)) => json!(flag),
            _ => Value::Null,
        },
        "oneOf": param.one_of,
        "about": param.about,
    })
}
