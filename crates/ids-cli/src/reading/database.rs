//! Databases, and how each writes a name.

use clap::ValueEnum;

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
    pub(crate) fn quoted(self, name: &str) -> String {
        let quote = match self {
            Self::Postgres => '"',
            // SQLite reads an unknown name in double quotes as a text, without an error.
            Self::Sqlite | Self::Mysql => '`',
        };
        let twice = format!("{quote}{quote}");
        format!("{quote}{}{quote}", name.replace(quote, &twice))
    }
}
