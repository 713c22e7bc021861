//! The statement that answers a query, for both databases.

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
    let width = query.selector.as_ref().map_or(0, |selector| width(selector.terms()));
    if width > WIDTH {
        let wrong = format!(
            "a query of a database has at most {WIDTH} names and keys, the keys of a term counted for each of its \
             names, not {width}"
        );
        return Err(DatabaseError::Invalid(wrong.into()));
    }
    let mut values = vec![Value::Text(ledger)];
    let mut mark = |value| {
        values.push(value);
        format!("{}{}", dialect.mark, values.len())
    };
    let [after, before] =
        [query.after, query.before].map(|bound| bound.map(|id| mark(Value::Id(id))));
    let order = if query.newest_first { "DESC" } else { "ASC" };
    let of_ledger = format!("ledger = {}", dialect.ledger);
    let page = Page { of_ledger, order, limit, after, before };
    let (event, of_ledger, end) = (dialect.event, &page.of_ledger, page.end('e'));
    let sql = match &query.selector {
        None => {
            let bounds = page.bounds('e');
            format!("SELECT e.id, e.record FROM {event} AS e WHERE e.{of_ledger}{bounds}{end}")
        }
        Some(selector) => {
            let branches =
                selector.terms().iter().flat_map(|term| branches(dialect, term, &mut mark));
            let branches: Vec<_> = (1..)
                .zip(branches)
                .map(|(number, features)| {
                    format!("SELECT s{number}.id FROM ({}) AS s{number}", page.ids(&features))
                })
                .collect();
            format!(
                "SELECT e.id, (SELECT r.record FROM {event} AS r WHERE r.{of_ledger} AND r.id = e.id)
                FROM ({}) AS e{end}",
                branches.join(" UNION ")
            )
        }
    };
    Ok(Statement { sql, values })
}

/// How many features the branches of these terms have.
fn width(terms: &[Term]) -> usize {
    let of = |term: &Term| match term.events.len() {
        0 => term.entities.len(),
        names => names.saturating_mul(term.entities.len() + 1),
    };
    terms.iter().map(of).fold(0, usize::saturating_add)
}

/// What the events of a term have: one list, or one for each name.
fn branches<'q>(
    dialect: Dialect,
    term: &'q Term,
    mark: &mut impl FnMut(Value<'q>) -> String,
) -> Vec<Vec<Feature>> {
    let mut mark = |text: &'q String| mark(Value::Text(text));
    let entities = term.entities.iter().map(|(entity, key)| {
        let is = format!("entity = {} AND a.key = {}", mark(entity), mark(key));
        Feature { table: dialect.entity, is }
    });
    let entities: Vec<_> = entities.collect();
    if term.events.is_empty() {
        return vec![entities];
    }
    let names = term.events.iter().map(|name| {
        let name = Feature { table: dialect.event, is: format!("event = {}", mark(name)) };
        entities.iter().cloned().chain([name]).collect()
    });
    names.collect()
}

/// The ids of a page, and their order.
struct Page {
    of_ledger: String,
    order: &'static str,
    limit: usize,
    after: Option<String>,
    before: Option<String>,
}

impl Page {
    fn bounds(&self, table: char) -> String {
        let bound = |sign: char, mark: &String| format!(" AND {table}.id {sign} {mark}");
        let after = self.after.as_ref().map_or_else(String::new, |mark| bound('>', mark));
        after + &self.before.as_ref().map_or_else(String::new, |mark| bound('<', mark))
    }

    fn end(&self, table: char) -> String {
        format!(" ORDER BY {table}.id {} LIMIT {}", self.order, self.limit)
    }

    /// The ids of the events that have all of these, from where the page begins.
    fn ids(&self, features: &[Feature]) -> String {
        let [Feature { table, is }] = features else { return self.leap(features) };
        let (of_ledger, bounds, end) = (&self.of_ledger, self.bounds('a'), self.end('a'));
        format!("SELECT a.id FROM {table} AS a WHERE a.{of_ledger} AND a.{is}{bounds}{end}")
    }

    /// The ids that have all features. It leaps: the next id with the first feature, from there the next
    /// one with the second, and so on, and again from the first. If that is where it began, the id has
    /// them all. So it never reads more than the rarest feature has, twice, in each index.
    fn leap(&self, features: &[Feature]) -> String {
        let (features, others) = features.split_at(features.len().min(LEAPT));
        let (begin, of_ledger) = (self.next(features, None), &self.of_ledger);
        let [again, beyond] = [true, false].map(|is_same| self.next(features, Some(is_same)));
        let others = others.iter().map(|Feature { table, is }| {
            format!(
                " AND (SELECT a.id FROM {table} AS a WHERE a.{of_ledger} AND a.{is}
                    AND a.id = f.id) IS NOT NULL"
            )
        });
        format!(
            "WITH RECURSIVE leap (id, last) AS (
                SELECT {begin}, CAST(NULL AS uuid)
                UNION ALL
                SELECT CASE WHEN l.id = l.last THEN {beyond} ELSE {again} END,
                    CASE WHEN l.id = l.last THEN NULL ELSE l.id END
                FROM leap AS l WHERE l.id IS NOT NULL
            ) SELECT f.id FROM leap AS f WHERE f.id = f.last{} LIMIT {}",
            others.collect::<String>(),
            self.limit
        )
    }

    /// The id where a leap ends: from the beginning of the page, from an id on, or beyond it.
    fn next(&self, features: &[Feature], from: Option<bool>) -> String {
        let (of_ledger, order) = (&self.of_ledger, self.order);
        let (sign, start, back, end) = if order == "DESC" {
            ('<', &self.before, '>', &self.after)
        } else {
            ('>', &self.after, '<', &self.before)
        };
        let end = end.as_ref().map(|mark| format!("{back} {mark}"));
        // What the id is held against: a parameter, the id before the leap, or that of the feature before.
        let mut bound = match from {
            None => start.as_ref().map(|mark| format!("{sign} {mark}")),
            Some(is_same) => Some(format!("{sign}{} l.id", if is_same { "=" } else { "" })),
        };
        let mut sql = String::new();
        for Feature { table, is } in features {
            let bounds = bound.iter().chain(&end).map(|bound| format!(" AND a.id {bound}"));
            sql = format!(
                "(SELECT a.id FROM {table} AS a WHERE a.{of_ledger} AND a.{is}{}
                ORDER BY a.id {order} LIMIT 1)",
                bounds.collect::<String>()
            );
            bound = Some(format!("{sign}= {sql}"));
        }
        sql
    }
}
