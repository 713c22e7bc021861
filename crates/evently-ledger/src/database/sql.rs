//! The statement that answers a query, for both databases.

use core::fmt::{self, Write};

use super::{DatabaseError, Result};
use crate::{EventId, Query, selector::Term};

/// How a database is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dialect {
    pub(crate) event: &'static str,
    pub(crate) entity: &'static str,
    /// The number of the ledger, whose name is the first parameter.
    pub(crate) ledger: &'static str,
    /// What stands before the number of a parameter.
    pub(crate) mark: char,
}

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value<'q> {
    Id(EventId),
    Text(&'q str),
}

/// A statement with its parameters.
pub(crate) struct Statement<'q> {
    pub(crate) sql: String,
    pub(crate) values: Vec<Value<'q>>,
    dialect: Dialect,
    order: &'static str,
    limit: usize,
    after: Option<usize>,
    before: Option<usize>,
}

/// How many names and keys a query asks for at most: each of them is a part of the statement, and a database has a
/// limit for the parts.
const WIDTH: usize = 400;

/// Over how many features a scan leaps. It looks the others up for each id that has these: as deep as this the
/// statement is nested, for which a database has a limit, too.
const LEAPT: usize = 8;

/// What an event has, and the table that has the ids of those that have it.
#[derive(Clone)]
struct Feature {
    table: &'static str,
    is: String,
}

/// The number of a parameter in the text of a statement.
struct Mark(char, usize);

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0, self.1)
    }
}

/// The statement for the ids and records of a page, with its limit of rows, in the order of the query.
///
/// Each term of a selector is a scan of an index from where the page begins, or of several in turns, and
/// stops after as many rows as the page has. What stands in a query of its own is looked up for each row: a join might read
/// all events of the ledger, where the database does not know how many there are.
pub(crate) fn page<'q>(
    dialect: Dialect,
    ledger: &'q str,
    query: &'q Query,
    limit: usize,
) -> Result<Statement<'q>> {
    if query.selector.as_ref().is_some_and(|selector| width(selector.terms()) > WIDTH) {
        return Err(DatabaseError::Invalid(
            "a query of a database has at most 400 names and keys, the keys of a term counted for each of its names",
        ));
    }
    let mut statement = Statement {
        sql: String::new(),
        values: vec![Value::Text(ledger)],
        dialect,
        order: if query.newest_first { "DESC" } else { "ASC" },
        limit,
        after: None,
        before: None,
    };
    statement.after = query.after.map(|id| statement.value(Value::Id(id)));
    statement.before = query.before.map(|id| statement.value(Value::Id(id)));
    match &query.selector {
        None => {
            statement.write(format_args!("SELECT e.id, e.record FROM {} AS e", dialect.event));
            statement.ledger('e');
            statement.bounds('e');
        }
        Some(selector) => {
            statement
                .write(format_args!("SELECT e.id, (SELECT r.record FROM {} AS r", dialect.event));
            statement.ledger('r');
            statement.write(format_args!(" AND r.id = e.id) FROM ("));
            let mut branches = 0;
            for term in selector.terms() {
                statement.term(term, &mut branches);
            }
            statement.write(format_args!(") AS e"));
        }
    }
    statement.end('e');
    Ok(statement)
}

/// How many features the branches of these terms have.
fn width(terms: &[Term]) -> usize {
    let of = |term: &Term| match term.events.len() {
        0 => term.entities.len(),
        names => names.saturating_mul(term.entities.len() + 1),
    };
    terms.iter().map(of).fold(0, usize::saturating_add)
}

impl<'q> Statement<'q> {
    fn write(&mut self, text: fmt::Arguments<'_>) {
        // A `String` takes all.
        let _always = self.sql.write_fmt(text);
    }

    /// The number of a new parameter.
    fn value(&mut self, value: Value<'q>) -> usize {
        self.values.push(value);
        self.values.len()
    }

    const fn mark(&self, number: usize) -> Mark {
        Mark(self.dialect.mark, number)
    }

    fn text(&mut self, text: &'q str) -> Mark {
        let number = self.value(Value::Text(text));
        self.mark(number)
    }

    fn ledger(&mut self, table: char) {
        let ledger = self.dialect.ledger;
        self.write(format_args!(" WHERE {table}.ledger = {ledger}"));
    }

    /// The ids of the page.
    fn bounds(&mut self, table: char) {
        for (bound, sign) in [(self.after, '>'), (self.before, '<')] {
            if let Some(number) = bound {
                let mark = self.mark(number);
                self.write(format_args!(" AND {table}.id {sign} {mark}"));
            }
        }
    }

    fn end(&mut self, table: char) {
        let (order, limit) = (self.order, self.limit);
        self.write(format_args!(" ORDER BY {table}.id {order} LIMIT {limit}"));
    }

    /// The ids of a term: one branch, or one for each name.
    fn term(&mut self, term: &'q Term, branches: &mut usize) {
        let entities = term.entities.iter().map(|(entity, key)| {
            let (entity, key) = (self.text(entity), self.text(key));
            Feature {
                table: self.dialect.entity,
                is: format!("entity = {entity} AND a.key = {key}"),
            }
        });
        let entities: Vec<_> = entities.collect();
        if term.events.is_empty() {
            return self.branch(branches, &entities);
        }
        for name in &term.events {
            let name = self.text(name);
            let name = Feature { table: self.dialect.event, is: format!("event = {name}") };
            let features: Vec<_> = entities.iter().cloned().chain([name]).collect();
            self.branch(branches, &features);
        }
    }

    /// The ids of the events that have all of these.
    fn branch(&mut self, branches: &mut usize, features: &[Feature]) {
        let union = if *branches == 0 { "" } else { " UNION " };
        *branches += 1;
        self.write(format_args!("{union}SELECT s{branches}.id FROM ("));
        match features {
            [feature] => self.scan(feature),
            features => self.leap(features),
        }
        self.write(format_args!(") AS s{branches}"));
    }

    /// The ids that have a feature, from where the page begins.
    fn scan(&mut self, feature: &Feature) {
        let Feature { table, is } = feature;
        self.write(format_args!("SELECT a.id FROM {table} AS a"));
        self.ledger('a');
        self.write(format_args!(" AND a.{is}"));
        self.bounds('a');
        self.end('a');
    }

    /// The ids that have all features. It leaps: the next id with the first feature, from there the next
    /// one with the second, and so on, and again from the first. If that is where it began, the id has
    /// them all. So it never reads more than the rarest feature has, twice, in each index.
    fn leap(&mut self, features: &[Feature]) {
        let (features, others) = features.split_at(features.len().min(LEAPT));
        let (begin, limit) = (self.next(features, None), self.limit);
        let [again, beyond] = [true, false].map(|is_same| self.next(features, Some(is_same)));
        self.write(format_args!(
            "WITH RECURSIVE leap (id, last) AS (
                SELECT {begin}, CAST(NULL AS uuid)
                UNION ALL
                SELECT CASE WHEN l.id = l.last THEN {beyond} ELSE {again} END,
                    CASE WHEN l.id = l.last THEN NULL ELSE l.id END
                FROM leap AS l WHERE l.id IS NOT NULL
            ) SELECT f.id FROM leap AS f WHERE f.id = f.last"
        ));
        let ledger = self.dialect.ledger;
        for Feature { table, is } in others {
            self.write(format_args!(
                " AND (SELECT a.id FROM {table} AS a WHERE a.ledger = {ledger} AND a.{is}
                    AND a.id = f.id) IS NOT NULL"
            ));
        }
        self.write(format_args!(" LIMIT {limit}"));
    }

    /// The id where a leap ends: from the beginning of the page, from an id on, or beyond it.
    fn next(&self, features: &[Feature], from: Option<bool>) -> String {
        let (ledger, order) = (self.dialect.ledger, self.order);
        let is_newest_first = order == "DESC";
        let (sign, start, end) = if is_newest_first {
            ("<", self.before, self.after)
        } else {
            (">", self.after, self.before)
        };
        let end = end.map(|number| (if is_newest_first { ">" } else { "<" }, self.mark(number)));
        // What the id is held against: a parameter, the id before the leap, or that of the feature before.
        let mut bound = match from {
            None => start.map(|number| format!("{sign} {}", self.mark(number))),
            Some(is_same) => Some(format!("{sign}{} l.id", if is_same { "=" } else { "" })),
        };
        let mut sql = String::new();
        for Feature { table, is } in features {
            let end = end.as_ref().map(|(sign, mark)| format!("{sign} {mark}"));
            let bounds = bound.into_iter().chain(end).map(|bound| format!(" AND a.id {bound}"));
            sql = format!(
                "(SELECT a.id FROM {table} AS a WHERE a.ledger = {ledger} AND a.{is}{}
                ORDER BY a.id {order} LIMIT 1)",
                bounds.collect::<String>()
            );
            bound = Some(format!("{sign}= {sql}"));
        }
        sql
    }
}
