//! The statement that answers a query, for both databases.

use core::fmt::{self, Write};

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

/// The number of a parameter in the text of a statement.
struct Mark(char, usize);

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0, self.1)
    }
}

/// The statement for the ids and records of a page: so many rows at most, in the order of the query.
///
/// Each term of a selector is a scan of an index from where the page begins, and stops after as many
/// rows as the page has.
pub(crate) fn page<'q>(
    dialect: Dialect,
    ledger: &'q str,
    query: &'q Query,
    limit: usize,
) -> Statement<'q> {
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
    statement.write(format_args!("SELECT e.id, e.record FROM {} AS e", dialect.event));
    statement.ledger('e');
    match &query.selector {
        None => statement.bounds('e'),
        Some(selector) => {
            statement.write(format_args!(" AND e.id IN ("));
            let mut branches = 0;
            for term in selector.terms() {
                statement.term(term, &mut branches);
            }
            statement.write(format_args!(")"));
        }
    }
    statement.end('e');
    statement
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

    /// The ids of a term: one scan, or one for each name.
    fn term(&mut self, term: &'q Term, branches: &mut usize) {
        match term.entities.split_first() {
            Some((first, rest)) => {
                self.branch(branches, self.dialect.entity);
                self.has(first);
                self.bounds('a');
                for entity in rest {
                    let table = self.dialect.entity;
                    self.write(format_args!(" AND EXISTS (SELECT 1 FROM {table} AS b"));
                    self.ledger('b');
                    let (entity, key) = (self.text(&entity.0), self.text(&entity.1));
                    self.write(format_args!(
                        " AND b.entity = {entity} AND b.key = {key} AND b.id = a.id)"
                    ));
                }
                if !term.events.is_empty() {
                    self.is_named(&term.events);
                }
                self.end('a');
                self.write(format_args!(") AS s{branches}"));
            }
            None => {
                for name in &term.events {
                    self.branch(branches, self.dialect.event);
                    let name = self.text(name);
                    self.write(format_args!(" AND a.event = {name}"));
                    self.bounds('a');
                    self.end('a');
                    self.write(format_args!(") AS s{branches}"));
                }
            }
        }
    }

    fn branch(&mut self, branches: &mut usize, table: &str) {
        let union = if *branches == 0 { "" } else { " UNION ALL " };
        *branches += 1;
        self.write(format_args!(
            "{union}SELECT s{branches}.id FROM (SELECT a.id FROM {table} AS a"
        ));
        self.ledger('a');
    }

    fn has(&mut self, (entity, key): &'q (String, String)) {
        let (entity, key) = (self.text(entity), self.text(key));
        self.write(format_args!(" AND a.entity = {entity} AND a.key = {key}"));
    }

    fn is_named(&mut self, names: &'q [String]) {
        let table = self.dialect.event;
        self.write(format_args!(" AND EXISTS (SELECT 1 FROM {table} AS n"));
        self.ledger('n');
        self.write(format_args!(" AND n.id = a.id AND n.event IN ("));
        for (index, name) in names.iter().enumerate() {
            let (name, comma) = (self.text(name), if index == 0 { "" } else { ", " });
            self.write(format_args!("{comma}{name}"));
        }
        self.write(format_args!("))"));
    }
}
