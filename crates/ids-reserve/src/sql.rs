//! What a store in SQL does in one transaction.
//!
//! Each statement is written once, in the words of SQLite. PostgreSQL has another spelling of two things, and reads
//! what stands in comments: its locks. Whatever changes a resource locks its row first.

use core::ops::Range;
use std::{boxed::Box, format, vec::Vec};

use crate::{
    Amount, Claim, Fingerprint, Holder, Namespace, Request, Resource, Span, SpanState, Status,
    Store, StoreError,
    protocol::{self, Decision, Known, MAX_END, Node},
};

/// The version of the tables that this library knows.
pub(crate) const VERSION: u64 = 1;

/// A statement, and its parameters: of those that follow the last one it names, nothing is read.
pub(crate) type Statement<'a> = (&'a str, &'a [Value]);

/// A transaction of a database.
pub(crate) trait Transaction {
    /// Lets no other transaction begin a namespace before this one has ended.
    const LOCK_NAMESPACES: &'static str;

    /// Executes statements, one after the other: the rows of each, and the time after them.
    fn read(&mut self, all: &[Statement<'_>]) -> Result<(Vec<Vec<Row>>, u64), StoreError>;

    /// Executes statements before what is read next, or before the end.
    fn write(&mut self, all: &[Statement<'_>]) -> Result<(), StoreError> {
        self.read(all).map(drop)
    }
}

/// A parameter, or what a column has.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Null,
    Number(u64),
    Text(Box<str>),
    Token(u128),
}

impl Value {
    /// All numbers here are below 2^63; larger ones would count as the largest.
    pub(crate) fn signed(number: u64) -> i64 {
        i64::try_from(number).unwrap_or(i64::MAX)
    }
}

impl From<u64> for Value {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<u128> for Value {
    fn from(token: u128) -> Self {
        Self::Token(token)
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// What a statement answers with.
#[derive(Debug)]
pub(crate) struct Row(pub(crate) Vec<Value>);

impl Row {
    fn number(&self, at: usize) -> Result<u64, StoreError> {
        self.known(at)?.ok_or_else(strange)
    }

    fn known(&self, at: usize) -> Result<Option<u64>, StoreError> {
        match self.0.get(at) {
            Some(Value::Number(number)) => Ok(Some(*number)),
            Some(Value::Null) => Ok(None),
            _ => Err(strange()),
        }
    }

    fn range(&self, at: usize) -> Result<Range<u64>, StoreError> {
        Ok(self.number(at)?..self.number(at + 1)?)
    }

    fn token(&self, at: usize) -> Result<Option<u128>, StoreError> {
        match self.0.get(at) {
            Some(Value::Token(token)) => Ok(Some(*token)),
            Some(Value::Null) => Ok(None),
            _ => Err(strange()),
        }
    }

    fn text(&self, at: usize) -> Result<&str, StoreError> {
        match self.0.get(at) {
            Some(Value::Text(text)) => Ok(text),
            _ => Err(strange()),
        }
    }

    /// The token, and the label after it.
    fn holder(&self, at: usize) -> Result<Option<Holder>, StoreError> {
        let token = self.token(at)?;
        let holder = token.map(|token| Holder::new(token, self.text(at + 1)?));
        holder.transpose().map_err(|error| StoreError::Broken(error.into()))
    }
}

fn strange() -> StoreError {
    StoreError::Broken("a column has a value of another type".into())
}

/// The calls of a store inside a transaction: they are carried out when it is committed.
#[derive(Debug)]
pub(crate) struct Sql<T>(pub(crate) T);

impl<T: Transaction> Sql<T> {
    /// Begins a namespace, unless another transaction has begun it meanwhile.
    fn begin(&mut self, namespace: &Namespace, layout: &Fingerprint) -> Result<(), StoreError> {
        let all = "SELECT name, layout FROM ids_reserve_namespace";
        let (rows, _) = self.0.read(&[(T::LOCK_NAMESPACES, &[]), (all, &[])])?;
        let all = rows[1].iter().map(|row| Ok((row.text(0)?, row.text(1)?)));
        protocol::begin(namespace, layout, all.collect::<Result<Vec<_>, StoreError>>()?)?;
        let sql = "INSERT INTO ids_reserve_namespace (name, layout) VALUES (?1, ?2)
                   ON CONFLICT DO NOTHING";
        self.0.write(&[(sql, &[namespace.as_str().into(), layout.as_str().into()])])
    }
}

/// The namespace and the number, which are the first two parameters of most statements.
fn name(Resource { namespace, number }: &Resource) -> [Value; 2] {
    [namespace.as_str().into(), (*number).into()]
}

impl<T: Transaction> Store for Sql<T> {
    fn claim(&mut self, claim: &Claim<'_>) -> Result<(u64, u64), StoreError> {
        // Of a wanted number it is enough to know that one, and the holder's own.
        let (name, token) = (claim.namespace.as_str(), claim.holder.token());
        let which: &[Value] = &[name.into(), claim.wanted.into(), token.into()];
        let layout = "SELECT layout FROM ids_reserve_namespace WHERE name = ?1
                      /* FOR NO KEY UPDATE */";
        // What no transaction uses at this moment. The owner of any other is busy with it: it is not idle, and
        // need not be waited for.
        let free = "SELECT number FROM ids_reserve_resource
                    WHERE namespace = ?1 AND (?2 IS NULL OR number = ?2 OR owner = ?3)
                    ORDER BY number /* FOR NO KEY UPDATE SKIP LOCKED */";
        let numbers = r#"SELECT resource.number, resource."end", owner, holder.at
                       FROM ids_reserve_resource AS resource
                       LEFT JOIN ids_reserve_holder AS holder
                       ON holder.namespace = resource.namespace
                       AND holder.number = resource.number AND token = owner
                       WHERE resource.namespace = ?1
                       AND (?2 IS NULL OR resource.number = ?2 OR owner = ?3)
                       ORDER BY resource.number"#;
        let all = [layout, free, numbers].map(|sql| (sql, which));
        let (mut rows, mut now) = self.0.read(&all)?;
        if rows[0].is_empty() {
            self.begin(claim.namespace, claim.fingerprint)?;
            (rows, now) = self.0.read(&all)?;
        }
        let layout = rows[0].first().map(|row| row.text(0)).transpose()?;
        let free = rows[1].iter().map(|row| row.number(0)).collect::<Result<Vec<_>, _>>()?;
        let numbers = rows[2].iter().map(|row| {
            let (number, end) = (row.number(0)?, row.number(1)?);
            let is_free = free.binary_search(&number).is_ok();
            let at = if is_free { row.known(3)? } else { Some(now) };
            Ok(Node { number, end, owner: row.token(2)?.zip(at) })
        });
        let numbers = numbers.collect::<Result<Vec<_>, StoreError>>()?;
        let (number, end) = protocol::claim(claim, layout, &numbers, now)?;

        let own =
            [name.into(), number.into(), token.into(), claim.holder.label().into(), now.into()];
        let statements = [
            r#"INSERT INTO ids_reserve_resource (namespace, number, "end", owner)
             VALUES (?1, ?2, 0, ?3)
             ON CONFLICT (namespace, number) DO UPDATE SET owner = excluded.owner"#,
            "DELETE FROM ids_reserve_holder WHERE namespace = ?1 AND number = ?2 AND token <> ?3",
            r#"INSERT INTO ids_reserve_holder (namespace, number, token, label, start, "end", at)
             VALUES (?1, ?2, ?3, ?4, 0, 0, ?5) ON CONFLICT DO NOTHING"#,
        ];
        self.0.write(&statements.map(|sql| (sql, &own[..])))?;
        Ok((number, end))
    }

    fn grant(&mut self, request: &Request<'_>) -> Result<Span, StoreError> {
        let [namespace, number] = name(request.resource);
        let at_least = match request.amount {
            Amount::Time { .. } => Value::Null,
            Amount::Keys { at_least, .. } => at_least.into(),
        };
        let is_timed = matches!(at_least, Value::Null);
        let token = request.holder.token();
        let what: &[Value] = &[namespace, number, token.into(), request.seen.into(), at_least];
        let all = [
            r#"SELECT "end", owner FROM ids_reserve_resource
             WHERE namespace = ?1 AND number = ?2 /* FOR NO KEY UPDATE */"#,
            "SELECT layout FROM ids_reserve_namespace WHERE name = ?1",
            r#"SELECT request, start, "end" FROM ids_reserve_holder
             WHERE namespace = ?1 AND number = ?2 AND token = ?3"#,
            r#"SELECT token, start, "end", state FROM ids_reserve_span
             WHERE namespace = ?1 AND number = ?2 AND start < ?4 ORDER BY start DESC LIMIT 1"#,
            r#"SELECT start, "end" FROM ids_reserve_span
             WHERE namespace = ?1 AND number = ?2 AND start >= ?5 AND state = 'returned'
             ORDER BY start LIMIT 1"#,
        ]
        .map(|sql| (sql, what));
        let (mut rows, mut now) = self.0.read(&all)?;
        // The first request for keys makes the resource.
        if rows[0].is_empty() && !is_timed {
            if rows[1].is_empty() {
                self.begin(&request.resource.namespace, request.fingerprint)?;
            }
            let sql = r#"INSERT INTO ids_reserve_resource (namespace, number, "end")
                       VALUES (?1, ?2, 0) ON CONFLICT DO NOTHING"#;
            self.0.write(&[(sql, what)])?;
            (rows, now) = self.0.read(&all)?;
        }
        let [resource, layout, answered, last, returned] =
            [0, 1, 2, 3, 4].map(|statement| rows.get(statement).and_then(|rows| rows.first()));
        let (end, owner) = match resource {
            Some(row) => (row.number(0)?, row.token(1)?),
            None => (0, None),
        };
        let answered = match answered {
            Some(row) => row.token(0)?.map(|id| Ok((id, row.range(1)?))).transpose()?,
            None => None,
        };
        let before =
            last.map(|row| Ok((row.token(0)?, row.range(1)?, row.text(3)?))).transpose()?;
        let last = before.as_ref().filter(|(_, range, _)| request.seen <= range.end);
        let last = last.and_then(|(token, ..)| *token);
        let layout = layout.map(|row| row.text(0)).transpose()?;
        let returned = returned.map(|row| row.range(0)).transpose()?;
        let known = Known { now, layout, end, owner, answered, last, returned };
        let decision = protocol::grant(&known, request)?;
        let range = decision.range().clone();
        if matches!(decision, Decision::Again(_)) {
            return Ok(Span::held(range, request.holder, now));
        }

        // A range that follows the holder's one before it makes that longer.
        let longer = before.filter(|(owner, before, state)| {
            *owner == Some(token) && before.end == range.start && *state == SpanState::Held.name()
        });
        let [namespace, number] = name(request.resource);
        let granted: &[Value] = &[
            namespace,
            number,
            range.start.into(),
            range.end.into(),
            token.into(),
            request.holder.label().into(),
            now.into(),
            request.id.into(),
            longer.as_ref().map(|(_, before, _)| before.start).into(),
        ];
        let statements = [
            match decision {
                Decision::Returned(_) if known.returned.is_some_and(|all| range.end < all.end) => {
                    "UPDATE ids_reserve_span SET start = ?4
                     WHERE namespace = ?1 AND number = ?2 AND start = ?3"
                }
                Decision::Returned(_) => {
                    "DELETE FROM ids_reserve_span
                     WHERE namespace = ?1 AND number = ?2 AND start = ?3"
                }
                _ => {
                    r#"UPDATE ids_reserve_resource SET "end" = ?4
                     WHERE namespace = ?1 AND number = ?2"#
                }
            },
            r#"INSERT INTO ids_reserve_holder
             (namespace, number, token, label, request, start, "end", at)
             VALUES (?1, ?2, ?5, ?6, ?8, ?3, ?4, ?7)
             ON CONFLICT (namespace, number, token) DO UPDATE SET request = excluded.request,
             start = excluded.start, "end" = excluded."end", at = excluded.at"#,
            if longer.is_some() {
                r#"UPDATE ids_reserve_span SET "end" = ?4, at = ?7
                 WHERE namespace = ?1 AND number = ?2 AND start = ?9"#
            } else {
                r#"INSERT INTO ids_reserve_span
                 (namespace, number, start, "end", token, label, state, at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'held', ?7)"#
            },
        ];
        self.0.write(&statements.map(|sql| (sql, granted)))?;
        Ok(Span::held(range, request.holder, now))
    }

    fn release(&mut self, of: &Resource, by: u128, rest: &[Range<u64>]) -> Result<(), StoreError> {
        let [namespace, number] = name(of);
        let which: &[Value] = &[namespace, number, by.into()];
        let (rows, now) = self.0.read(
            &[
                "SELECT raised FROM ids_reserve_resource
                 WHERE namespace = ?1 AND number = ?2 /* FOR NO KEY UPDATE */",
                "SELECT label FROM ids_reserve_holder
                 WHERE namespace = ?1 AND number = ?2 AND token = ?3",
                r#"SELECT start, "end" FROM ids_reserve_span
                 WHERE namespace = ?1 AND number = ?2 AND token = ?3 AND state = 'held'
                 ORDER BY start"#,
            ]
            .map(|sql| (sql, which)),
        )?;
        let (Some(resource), Some(holder)) = (rows[0].first(), rows[1].first()) else {
            return Ok(());
        };
        let label = holder.text(0)?;
        let held = rows[2].iter().map(|row| row.range(0)).collect::<Result<Vec<_>, _>>()?;
        let parts = protocol::release(rest, &held, resource.number(0)?)?;
        let ended = [
            "UPDATE ids_reserve_resource SET owner = NULL
             WHERE namespace = ?1 AND number = ?2 AND owner = ?3",
            "DELETE FROM ids_reserve_holder
             WHERE namespace = ?1 AND number = ?2 AND token = ?3",
            "DELETE FROM ids_reserve_span
             WHERE namespace = ?1 AND number = ?2 AND token = ?3 AND state = 'held'",
        ];
        self.0.write(&ended.map(|sql| (sql, which)))?;
        let part = r#"INSERT INTO ids_reserve_span
                    (namespace, number, token, start, "end", label, state, at)
                    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"#;
        parts.into_iter().try_for_each(|(range, state)| {
            let (label, state) = (label.into(), state.name().into());
            let span = [range.start.into(), range.end.into(), label, state, now.into()];
            self.0.write(&[(part, &[which, &span].concat())])
        })
    }

    fn raise(&mut self, resource: &Resource, end: u64) -> Result<u64, StoreError> {
        protocol::check("an end", end, 0..=MAX_END)?;
        let sql = r#"SELECT "end", raised FROM ids_reserve_resource
                   WHERE namespace = ?1 AND number = ?2 /* FOR NO KEY UPDATE */"#;
        let (rows, _) = self.0.read(&[(sql, &name(resource))])?;
        let known = rows[0].first().ok_or_else(|| protocol::unknown(resource))?;
        let (after, raised) = (known.number(0)?.max(end), known.number(1)?.max(end));
        let [namespace, number] = name(resource);
        let raised: &[Value] = &[namespace, number, end.into(), after.into(), raised.into()];
        let statements = [
            r#"UPDATE ids_reserve_resource SET "end" = ?4, raised = ?5
             WHERE namespace = ?1 AND number = ?2"#,
            "UPDATE ids_reserve_span SET state = 'skipped'
             WHERE namespace = ?1 AND number = ?2 AND start < ?3 AND state = 'returned'",
        ];
        self.0.write(&statements.map(|sql| (sql, raised)))?;
        Ok(after)
    }

    fn status(&mut self) -> Result<Vec<Status>, StoreError> {
        let sql = r#"SELECT namespace, number, resource."end", layout,
                       token, label, holder.start, holder."end", holder.at
                   FROM ids_reserve_resource AS resource
                   JOIN ids_reserve_namespace AS begun ON begun.name = namespace
                   LEFT JOIN ids_reserve_holder AS holder USING (namespace, number)
                   ORDER BY namespace, number, token"#;
        let (rows, now) = self.0.read(&[(sql, &[])])?;
        let mut resources: Vec<Status> = Vec::new();
        for row in &rows[0] {
            let namespace = Namespace::new(row.text(0)?);
            let namespace = namespace.map_err(|error| StoreError::Broken(error.into()))?;
            let resource = Resource { namespace, number: row.number(1)? };
            if resources.last().is_none_or(|last| last.resource != resource) {
                let (layout, end) = (row.text(3)?.into(), row.number(2)?);
                resources.push(Status { resource, layout, end, now, holders: Vec::new() });
            }
            if let (Some(holder), Some(last)) = (row.holder(4)?, resources.last_mut()) {
                let (range, at) = (row.range(6)?, row.number(8)?);
                last.holders.push(Span::held(range, &holder, at));
            }
        }
        Ok(resources)
    }

    fn spans(&mut self, resource: &Resource) -> Result<Vec<Span>, StoreError> {
        let sql = r#"SELECT span.start, span."end", token, span.label,
                       CASE WHEN state = 'held' AND holder.at IS NULL THEN 'abandoned' ELSE state END, span.at
                   FROM ids_reserve_span AS span
                   LEFT JOIN ids_reserve_holder AS holder USING (namespace, number, token)
                   WHERE namespace = ?1 AND number = ?2 ORDER BY span.start"#;
        let (rows, _) = self.0.read(&[(sql, &name(resource))])?;
        let spans = rows[0].iter().map(|row| {
            let (holder, state) = (row.holder(2)?, SpanState::from_name(row.text(4)?));
            let (holder, state) = holder.zip(state).ok_or_else(strange)?;
            let range = row.range(0)?;
            if range.is_empty() {
                let wrong = format!("{resource} has {range:?}, an empty range");
                return Err(StoreError::Broken(wrong.into()));
            }
            Ok(Span { range, holder, state, at: row.number(5)? })
        });
        spans.collect::<Result<_, _>>().map(protocol::join)
    }
}
