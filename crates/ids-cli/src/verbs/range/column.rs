//! The type of a column, and how identifiers stand in it.

use clap::ValueEnum;
use ids_formats::{Column, FormInfo};
use uuid::Uuid;

use crate::{
    Failure,
    reading::Database,
    show::{Record, names::written},
};

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ColumnType {
    #[value(help = "Numbers of 64 bits; in MySQL also without a sign")]
    Bigint,
    #[value(help = "Exact numbers: numeric, in MySQL DECIMAL(39), not in SQLite")]
    Numeric,
    #[value(help = "UUIDs; in SQLite and MySQL their 16 bytes")]
    Uuid,
    #[value(help = "Bytes, the most significant first: bytea, BLOB, BINARY(n)")]
    Bytea,
    #[value(help = "Texts of a form that sorts, compared byte by byte")]
    Text,
}

impl ColumnType {
    fn of(column: Column, bits: u32) -> Self {
        match column {
            Column::Number if bits <= 64 => Self::Bigint,
            Column::Number => Self::Numeric,
            Column::Uuid => Self::Uuid,
            Column::Text => Self::Text,
            _ => Self::Bytea,
        }
    }

    /// Whether it holds texts of this form, or what they write.
    fn holds(self, form: &FormInfo) -> bool {
        match self {
            Self::Bigint | Self::Numeric => form.column == Some(Column::Number),
            Self::Uuid => form.column == Some(Column::Uuid),
            Self::Bytea => false,
            Self::Text => form.sorts(),
        }
    }

    fn name(self) -> String {
        let value = self.to_possible_value();
        value.map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}

/// A column of one format's identifiers in a database.
pub(super) struct Stored<'a> {
    record: &'a Record<'a>,
    database: Database,
    kind: ColumnType,
    /// The form of the texts, or of the UUIDs.
    form: &'static FormInfo,
}

impl<'a> Stored<'a> {
    /// The column of this type: without it, that of the texts of this form; without both, the
    /// format's own.
    pub(super) fn new(
        record: &'a Record<'a>,
        database: Database,
        wanted: Option<ColumnType>,
        form: Option<&str>,
    ) -> Result<Self, Failure> {
        let (facts, bits) = (record.facts, record.facts.layout.bits());
        let named = form.map(|name| written(record, Some(name))).transpose()?;
        let kind = match (wanted, named) {
            (Some(kind), _) => kind,
            (None, None) => ColumnType::of(facts.column(), bits),
            (None, Some(form)) => {
                let column = form.column.ok_or_else(|| unsorted(record, form))?;
                ColumnType::of(column, bits)
            }
        };
        let wrong = |why: &str, instead: &str| {
            let kind = kind.name();
            Err(Failure::Usage(format!("--column-type {kind}: {why}; give {instead}")))
        };
        if kind == ColumnType::Bigint && bits > 64 {
            return wrong(
                &format!("an identifier of {} has {bits} bits", facts.family),
                "bytea, numeric or text",
            );
        }
        if kind == ColumnType::Numeric && database == Database::Sqlite {
            return wrong(
                "SQLite has no exact numbers of more than 64 bits",
                "bigint, bytea or text",
            );
        }
        let form = match kind {
            ColumnType::Uuid if named.is_none() => facts.forms.iter().find(|form| kind.holds(form)),
            _ => Some(named.unwrap_or(facts.canonical)),
        };
        let Some(form) = form else {
            return wrong(&format!("no form of {} is a UUID", facts.family), "bytea or text");
        };
        if !kind.holds(form) {
            match kind {
                ColumnType::Text => return Err(unsorted(record, form)),
                _ if named.is_none() => {}
                _ => {
                    let (kind, form) = (kind.name(), form.name);
                    return Err(Failure::Usage(format!(
                        "--form {form}: a column of {kind} does not hold its texts; leave --form out, \
                         or give --column-type text"
                    )));
                }
            }
        }
        Ok(Self { record, database, kind, form })
    }

    /// The identifier as a constant of the database, with what compares it byte by byte.
    pub(super) fn constant(&self, bits: u128) -> Result<String, Failure> {
        let hex = match self.kind {
            ColumnType::Bigint if bits > self.largest() => {
                return Err(Failure::Refused(format!(
                    "the identifier {bits} does not fit a column of bigint, which ends at {}: give \
                     --column-type bytea or text",
                    self.largest()
                )));
            }
            ColumnType::Bigint | ColumnType::Numeric => return Ok(bits.to_string()),
            ColumnType::Text => {
                let text = self.text(bits);
                return Ok(match self.database {
                    Database::Postgres => format!("'{text}' COLLATE \"C\""),
                    Database::Sqlite => format!("'{text}' COLLATE BINARY"),
                    // Behind the column it would keep the index from being used.
                    Database::Mysql => format!("_ascii'{text}' COLLATE ascii_bin"),
                });
            }
            ColumnType::Uuid => {
                let uuid = Uuid::try_parse(&self.text(bits));
                let uuid = uuid.map_err(|error| Failure::Refused(format!("--sql: {error}")))?;
                if self.database == Database::Postgres {
                    return Ok(format!("'{uuid}'::uuid"));
                }
                uuid.simple().to_string()
            }
            ColumnType::Bytea => format!("{bits:0width$x}", width = 2 * self.record.bytes),
        };
        Ok(match self.database {
            Database::Postgres => format!("'\\x{hex}'::bytea"),
            Database::Sqlite | Database::Mysql => format!("X'{hex}'"),
        })
    }

    /// The largest number of 64 bits. `MySQL` has those without a sign.
    fn largest(&self) -> u128 {
        match self.database {
            Database::Mysql => u64::MAX.into(),
            Database::Postgres | Database::Sqlite => i64::MAX as u128,
        }
    }

    fn text(&self, bits: u128) -> String {
        self.record.format.text(self.form, bits)
    }
}

/// A condition on texts of this form would find other identifiers.
fn unsorted(record: &Record<'_>, form: &FormInfo) -> Failure {
    let facts = record.facts;
    let name = form.name;
    let forms = facts.forms.iter().filter(|form| form.written && form.sorts());
    let forms: Vec<_> = forms.map(|form| form.name).collect();
    let column = ColumnType::of(facts.column(), facts.layout.bits()).name();
    Failure::Usage(format!(
        "--sql: texts of the form {name} do not sort as the identifiers do. Give --column-type \
         {column}, or --column-type text and --form {}",
        forms.join(" or ")
    ))
}
