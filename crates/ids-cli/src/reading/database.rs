//! Databases, and how each writes a name.

use clap::ValueEnum;

use crate::show::outside::acts;

/// A database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Database {
    #[value(help = "PostgreSQL")]
    Postgres,
    #[value(help = "SQLite")]
    Sqlite,
    #[value(help = "MySQL and MariaDB")]
    Mysql,
}

impl Database {
    /// The name in quotes, in which it may have any character and be any word of SQL.
    fn quoted(self, name: &str) -> String {
        let quote = match self {
            Self::Postgres => '"',
            // SQLite reads an unknown name in double quotes as a text, without an error.
            Self::Sqlite | Self::Mysql => '`',
        };
        let twice = format!("{quote}{quote}");
        format!("{quote}{}{quote}", name.replace(quote, &twice))
    }
}

/// A name in parts, such as the column of a table.
#[derive(Clone, Debug)]
pub(crate) struct Name(Vec<NamePart>);

#[derive(Clone, Debug)]
enum NamePart {
    Plain(String),
    Quoted(String),
}

impl Name {
    /// Reads parts with dots between them. A part is letters, digits and underscores, or anything in
    /// double quotes, each of which is doubled inside.
    pub(crate) fn parse(text: &str) -> Result<Self, &'static str> {
        const WRONG: &str = "this is no name of a column: write id, m.id or m.\"the id\"";
        if text.contains(acts) {
            return Err("a column is written on one line, without control characters");
        }
        let (mut parts, mut rest) = (Vec::new(), text);
        loop {
            let (part, after) = NamePart::first(rest).ok_or(WRONG)?;
            parts.push(part);
            match after.strip_prefix('.') {
                Some(next) => rest = next,
                None if after.is_empty() => return Ok(Self(parts)),
                None => return Err(WRONG),
            }
        }
    }

    /// The name as this database has it.
    pub(crate) fn written(&self, database: Database) -> String {
        let parts = self.0.iter().map(|part| match part {
            // It reads plain names in lower case.
            NamePart::Plain(name) if matches!(database, Database::Postgres) => {
                database.quoted(&name.to_ascii_lowercase())
            }
            NamePart::Plain(name) | NamePart::Quoted(name) => database.quoted(name),
        });
        parts.collect::<Vec<_>>().join(".")
    }
}

impl NamePart {
    /// The part that the text begins with, and the text after it.
    fn first(text: &str) -> Option<(Self, &str)> {
        if let Some(quoted) = text.strip_prefix('"') {
            let mut name = String::new();
            let mut rest = quoted;
            loop {
                let (before, after) = rest.split_once('"')?;
                name.push_str(before);
                match after.strip_prefix('"') {
                    Some(more) => {
                        name.push('"');
                        rest = more;
                    }
                    None if name.is_empty() => return None,
                    None => return Some((Self::Quoted(name), after)),
                }
            }
        }
        let end = text.find(|character: char| !character.is_alphanumeric() && character != '_');
        let (name, after) = text.split_at(end.unwrap_or(text.len()));
        let starts = name.starts_with(|first: char| first.is_alphabetic() || first == '_');
        starts.then(|| (Self::Plain(name.to_owned()), after))
    }
}
