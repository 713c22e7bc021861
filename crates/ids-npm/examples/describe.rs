//! Prints what `plain.mjs` writes the package's classes and types of: a kind of identifiers on each line, as JSON.

use ids_formats::{FAMILIES, Family, Field, Format, Param, ParamKind, formats::luuid::EITHER};
use serde_json::{Value, json};

fn main() {
    for family in FAMILIES {
        // One class reads both versions of LUUID.
        let formats = if family.name == "luuid" { &[EITHER] } else { family.formats };
        for format in formats {
            println!("{}", described(family, *format));
        }
    }
}

fn described(family: &Family, format: &dyn Format) -> Value {
    let facts = format.facts();
    let words = facts.flavour.into_iter().flat_map(|flavour| flavour.split('-'));
    let flavour: String = words.map(|word| word[..1].to_ascii_uppercase() + &word[1..]).collect();
    let id = if family.name == "snowflake" { flavour } else { family.id.to_owned() + &flavour };
    json!({
        "format": family.name,
        "id": id,
        "kind": facts.layout.name(),
        "about": facts.about,
        "forms": facts.forms.iter().map(|form| form.name).collect::<Vec<_>>(),
        "fields": facts.layout.fields().iter().map(Field::name).collect::<Vec<_>>(),
        "open": facts.layout.open().map(|field| field.name()).collect::<Vec<_>>(),
        "timed": format.timed().is_some(),
        "random": facts.random.is_some(),
        "params": format.params().iter().map(param).collect::<Vec<_>>(),
    })
}

fn param(param: &Param) -> Value {
    let either = |words: Vec<String>| words.join(" | ");
    let kind = match param.kind {
        ParamKind::Flag => "boolean".to_owned(),
        ParamKind::Number { .. } | ParamKind::Key { .. } => "Natural".to_owned(),
        ParamKind::Numbers(known) => either(known.iter().map(u64::to_string).collect()),
        ParamKind::Parts { .. } => "Natural | Readonly<Record<string, Natural>>".to_owned(),
        ParamKind::Text => "string".to_owned(),
        ParamKind::Choice(known) => {
            either(known.iter().map(|text| format!("\"{text}\"")).collect())
        }
        ParamKind::Hex { .. } | ParamKind::NumberOrText { .. } => "Natural | string".to_owned(),
        ParamKind::Keys => {
            "{ start: Natural; end: Natural } | ReturnType<typeof Keys.counter>".to_owned()
        }
    };
    json!({
        "name": param.name,
        "type": kind,
        "needed": param.needed,
        "oneOf": param.one_of,
        "about": param.about,
    })
}
