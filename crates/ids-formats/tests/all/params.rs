//! What generators take: the table of the documents is that of the formats.

use core::fmt::Write as _;

use ids_formats::{Given, Param, ParamKind, all};

use crate::on_page;

/// How a value is given to the command, in Python and in JavaScript.
fn spelled(param: &Param) -> [String; 3] {
    let name = param.name;
    let mut words = name.split('_');
    // Digits stay apart: `name_1_3_5`.
    let mut camel = words.next().unwrap().to_owned();
    for word in words {
        match word.split_at(1) {
            (digit, rest) if digit.as_bytes()[0].is_ascii_digit() => {
                let _ = write!(camel, "_{digit}{rest}");
            }
            (first, rest) => camel.extend([&first.to_ascii_uppercase(), rest]),
        }
    }
    let option = name.replace('_', "-");
    let alike = |value: &str| {
        let bare = value.trim_matches('"');
        [format!("`--{option} {bare}`"), format!("`{name}={value}`"), format!("`{camel}: {value}`")]
    };
    match param.kind {
        // Where the time comes from has the name in the packages.
        ParamKind::Number { .. } if name == "clock" => [
            format!("`--{option} 3`"),
            format!("`node={{\"{name}\": 3}}`"),
            format!("`node: {{ {name}: 3 }}`"),
        ],
        // The command has a flavour of each version.
        ParamKind::Numbers([6, 8]) => {
            let [_, python, javascript] = alike("8");
            ["`--flavour v8`".into(), python, javascript]
        }
        ParamKind::Flag => {
            [format!("`--{option}`"), format!("`{name}=True`"), format!("`{camel}: true`")]
        }
        ParamKind::Number { .. } => alike("3"),
        ParamKind::Numbers(known) => alike(&known[0].to_string()),
        ParamKind::Parts { .. } => {
            let [option, python, javascript] = alike("3");
            [
                format!("{option}, `--{name} FIELD=3,..`"),
                format!("{python}, `{name}={{\"FIELD\": 3, ..}}`"),
                format!("{javascript}, `{name}: {{ FIELD: 3, .. }}`"),
            ]
        }
        ParamKind::Text => alike("\"NAME\""),
        ParamKind::Choice(known) => alike(&format!("{:?}", known[0])),
        ParamKind::Hex { max } => {
            let text = format!("\"{:01$x}\"", 42, max.count_ones() as usize / 4);
            let [option, ..] = alike(&text);
            let both = |equals: &str| format!("`{equals}42`, `{equals}{text}`");
            [option, both(&format!("{name}=")), both(&format!("{camel}: "))]
        }
        ParamKind::Key { .. } => {
            let [_, python, javascript] = alike("42");
            [format!("`--{option} 2a`"), python, javascript]
        }
        ParamKind::NumberOrText { .. } => [
            format!("`--{option} NAME`, `--{option}-number 00c`"),
            format!("`{name}=\"NAME\"`, `{name}=12`"),
            format!("`{camel}: \"NAME\"`, `{camel}: 12`"),
        ],
        ParamKind::Keys => [
            format!("`--{option} 3e9..7d1`"),
            format!("`{name}=range(1001, 2001)`, `{name}=Keys.counter()`"),
            format!("`{camel}: {{ start: 1001, end: 2001 }}`, `{camel}: Keys.counter()`"),
        ],
    }
}

#[test]
fn the_table_of_the_documents() {
    let mut rows: Vec<(&str, Param, Vec<&str>)> = Vec::new();
    let either = ids_formats::formats::luuid::EITHER;
    for format in all().chain([either]) {
        let facts = format.facts();
        for param in format.params() {
            let known = rows
                .iter_mut()
                .find(|(family, known, _)| *family == facts.family && known.name == param.name);
            match known {
                Some((.., flavours)) => flavours.extend(facts.flavour),
                None => rows.push((facts.family, param, facts.flavour.into_iter().collect())),
            }
        }
    }
    let heads = ["format | command | Python | JavaScript", "format | argument", "format | option"];
    let mut tables = heads.map(|head| {
        let rule = "---|".repeat(head.split('|').count() + 1);
        format!("| {head} | what it is |\n|{rule}\n")
    });
    for (family, param, flavours) in rows {
        let [command, python, javascript] = spelled(&param);
        let of = match family {
            "snowflake" if !matches!(param.kind, ParamKind::Parts { .. }) => flavours.join(", "),
            "kuid" => format!("{family} {}", flavours.join(", ")),
            _ => family.to_owned(),
        };
        let without = match (&param.default, param.one_of) {
            (Some(Given::Number(number)), _) => format!("; {number} if left out"),
            _ if param.needed => "; needed".into(),
            (_, []) => String::new(),
            (_, names) => format!("; one of {}", names.join(", ")),
        };
        let what = format!("{}{without} |", param.about);
        let _ = writeln!(tables[0], "| {of} | {command} | {python} | {javascript} | {what}");
        let _ = writeln!(tables[1], "| {of} | {python} | {what}");
        let _ = writeln!(tables[2], "| {of} | {javascript} | {what}");
    }
    let pages =
        ["docs/parameters.md", "crates/ids-python/README.md", "crates/ids-npm/package/README.md"];
    for (page, table) in pages.iter().zip(tables) {
        on_page(page, "parameters", &table);
    }
}

/// A default is a value of the parameter's type, and those of which one is given are parameters and no defaults.
#[test]
fn a_description_agrees_with_itself() {
    for format in all() {
        let params = format.params();
        for param in &params {
            let fits = match (&param.default, param.kind) {
                (None, _) | (Some(Given::Flag(_)), ParamKind::Flag) => true,
                (Some(Given::Number(number)), ParamKind::Numbers(known)) => known.contains(number),
                (Some(Given::Number(number)), ParamKind::NumberOrText { max }) => *number <= max,
                _ => false,
            };
            assert!(fits, "{}", param.name);
            assert!(!param.needed || param.default.is_none(), "{}", param.name);
            for other in param.one_of {
                let other = params.iter().find(|param| param.name == *other).unwrap();
                assert_eq!((other.one_of, &other.default), (param.one_of, &None));
            }
        }
    }
}
