//! The report from the figures: what is generated stands where the template has `{{name}}`.

use std::{fs, path::Path};

use crate::{
    facts, headline,
    part::Error,
    plot::{self, Axes, Dot, Line, Title},
    ratios,
    row::{self, Row},
    table::{missing, named, number, table},
};

const TEMPLATE: &str = include_str!("../../../report.md");

/// The parts whose figures are rows.
const MEASURED: [&str; 6] = ["speed", "cross-check", "contended", "growth", "sqlite", "postgres"];

struct Report<'a> {
    rows: Vec<Row>,
    folder: &'a Path,
}

pub fn all(out: &Path, folder: &Path) -> Result<(), Error> {
    let mut rows = Vec::new();
    for part in MEASURED {
        rows.extend(row::load(&folder.join(format!("{part}.csv")))?);
    }
    let report = Report { rows, folder };
    let mut text = String::new();
    let mut rest = TEMPLATE;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").ok_or("report.md: {{ without }}")?;
        text += before;
        text += &report.fill(name)?;
        rest = after;
    }
    text += rest;
    Ok(fs::write(out.join("comparison.md"), text)?)
}

impl Report<'_> {
    fn fill(&self, name: &str) -> Result<String, Error> {
        let (what, argument) = name.split_once(' ').unwrap_or((name, ""));
        match what {
            "machine" => self.machine(),
            "dots" => self.dots(argument),
            "lines" => self.lines(argument),
            "table" => Ok(self.table(argument)),
            "ratios" => Ok(self.ratios()),
            "headlines" => Ok(headline::all(&self.rows)),
            "null" => Ok(self.null(argument)),
            "collations" => self.csv("collations.csv"),
            "upstream" => self.csv("upstream.csv"),
            "collisions" => Ok(collisions()),
            "leaks" => Ok(table(
                &["format", "bits, top down", "shows", "made until", "can say until"],
                facts::leaks()?.into_iter().map(Vec::from),
            )),
            other => Err(format!("report.md: nothing is called {other}").into()),
        }
    }

    fn of<'a>(&'a self, operation: &'a str) -> impl Iterator<Item = &'a Row> + Clone {
        self.rows.iter().filter(move |row| row.operation == operation)
    }

    /// Where each part was measured.
    fn machine(&self) -> Result<String, Error> {
        let mut columns = Vec::new();
        let mut names = Vec::new();
        for part in MEASURED {
            let path = self.folder.join(format!("{part}-machine.csv"));
            let Ok(text) = fs::read_to_string(path) else { continue };
            let pairs = text.lines().skip(1).filter_map(|line| line.split_once(','));
            let pairs: Vec<_> = pairs.map(|(what, is)| (what.to_owned(), is.to_owned())).collect();
            names.push(part);
            columns.push(pairs);
        }
        let Some(first) = columns.first() else { return Ok("Nothing was measured.".into()) };
        let width = columns.len() + 1;
        let rows = first.iter().enumerate().map(|(index, (what, _))| {
            let mut cells = vec![what.clone()];
            cells.extend(
                columns
                    .iter()
                    .map(|column| column.get(index).map(|(_, is)| is.clone()).unwrap_or_default()),
            );
            // What is the same everywhere is said once.
            if cells[1..].iter().all(|cell| *cell == cells[1]) {
                cells.truncate(2);
                cells.resize(width, String::from("same"));
            }
            cells
        });
        let mut head = vec!["part"];
        head.extend(names);
        Ok(table(&head, rows))
    }

    /// A plot of dots for one operation at the last place of its curves.
    fn dots(&self, argument: &str) -> Result<String, Error> {
        let (operation, what) = argument.split_once(": ").ok_or("dots NAME: TITLE")?;
        let end = |row: &&Row| {
            !self.of(operation).any(|other| {
                (&other.format, &other.implementation) == (&row.format, &row.implementation)
                    && other.x > row.x
            })
        };
        let rows: Vec<_> = self.of(operation).filter(end).collect();
        let Some(first) = rows.first() else { return Ok(missing(operation)) };
        let dots = rows
            .iter()
            .map(|row| Dot { name: named(row), median: row.median, low: row.low, high: row.high })
            .collect();
        let file = format!("{operation}.svg");
        let title = title(what, &first.unit);
        plot::dots(&self.folder.join(&file), &title, dots)?;
        Ok(format!("![{title}](comparison/{file})"))
    }

    /// A plot of lines: `NAME: TITLE; what x is; log or even, log or even`.
    fn lines(&self, argument: &str) -> Result<String, Error> {
        let (operation, rest) = argument.split_once(": ").ok_or("lines NAME: ..")?;
        let mut parts = rest.split("; ");
        let mut next = || parts.next().ok_or("lines NAME: TITLE; X; AXES");
        let (what, x, axes) = (next()?, next()?, next()?);
        let mut lines: Vec<Line> = Vec::new();
        for row in self.of(operation) {
            let name = named(row);
            match lines.iter_mut().find(|line| line.name == name) {
                Some(line) => line.points.push((row.x, row.median)),
                None => lines.push(Line { name, points: vec![(row.x, row.median)] }),
            }
        }
        let Some(first) = self.of(operation).next() else { return Ok(missing(operation)) };
        let title = title(what, &first.unit);
        let axes = Axes { x, log_x: axes.starts_with("log"), log_y: axes.ends_with("log") };
        let file = format!("{operation}.svg");
        plot::lines(&self.folder.join(&file), &title, &axes, lines)?;
        Ok(format!("![{title}](comparison/{file})"))
    }

    /// The figures of some operations side by side, at a place of their curves or at the end:
    /// `a b@2`.
    fn table(&self, argument: &str) -> String {
        let columns: Vec<(&str, Option<f64>)> = argument
            .split(' ')
            .map(|column| match column.split_once('@') {
                Some((operation, x)) => (operation, x.parse().ok()),
                None => (column, None),
            })
            .collect();
        let mut head = vec!["format, implementation".to_owned()];
        let mut names: Vec<String> = Vec::new();
        for (operation, x) in &columns {
            let unit = self.of(operation).next().map_or("", |row| row.unit.as_str());
            let what = operation.split_once('_').map_or(*operation, |(_, what)| what);
            let at = x.map_or_else(String::new, |x| format!(" at {x}"));
            head.push(format!("{what}{at}, {unit}"));
            for row in self.of(operation) {
                let name = named(row);
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        if names.is_empty() {
            return missing(argument);
        }
        let rows = names.into_iter().map(|name| {
            let mut cells = vec![name.clone()];
            for (operation, x) in &columns {
                let at = |row: &&Row| named(row) == name && x.is_none_or(|x| row.x == x);
                let last = self.of(operation).filter(at).max_by(|a, b| a.x.total_cmp(&b.x));
                cells.push(last.map_or_else(String::new, |row| {
                    format!("{} ({} to {})", number(row.median), number(row.low), number(row.high))
                }));
            }
            cells
        });
        let head: Vec<&str> = head.iter().map(String::as_str).collect();
        table(&head, rows)
    }

    fn ratios(&self) -> String {
        let rows = ratios::all(&self.rows);
        if rows.is_empty() {
            return missing("speed");
        }
        let head = ["operation", "ours, ns", "the fastest of its kind, ns", "times as fast"];
        table(&head, rows.into_iter())
    }

    /// How far the same thing measured twice differs.
    fn null(&self, database: &str) -> String {
        let operation = format!("{database}_insert");
        let last = |name: &str| {
            let rows = self.of(&operation).filter(|row| row.implementation == name);
            rows.max_by(|a, b| a.x.total_cmp(&b.x)).map(|row| row.median)
        };
        match (last("uuid-v7 uuid"), last("uuid-v7 uuid again")) {
            (Some(one), Some(other)) => format!("{:.1} %", 100.0 * (other / one - 1.0).abs()),
            _ => missing(&operation),
        }
    }

    fn csv(&self, name: &str) -> Result<String, Error> {
        let Ok(text) = fs::read_to_string(self.folder.join(name)) else { return Ok(missing(name)) };
        let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let head = lines.next().ok_or("a file without a head")?;
        let rows = lines.map(|row| row.into_iter().map(|cell| cell.replace(';', ",")).collect());
        Ok(table(&head, rows))
    }
}

fn collisions() -> String {
    let mut head = vec!["format".to_owned(), "what is left to chance".to_owned()];
    head.extend(facts::PER_MILLI.map(|rate| format!("{rate} per ms")));
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let rows = facts::collisions().into_iter().map(|(name, bits, chances)| {
        let mut cells = vec![name, bits];
        cells.extend(chances.map(|chance| match chance {
            0.0 => "0".to_owned(),
            small if small < 0.001 => format!("{small:.0e}"),
            some if some < 0.9995 => format!("{some:.3}"),
            _ => "certain".to_owned(),
        }));
        cells
    });
    table(&head, rows)
}

/// The title of a plot of figures in this unit. Of time, memory and processors less is better.
fn title<'a>(what: &'a str, unit: &'a str) -> Title<'a> {
    Title { what, unit, higher_is_better: matches!(unit, "M ids/s" | "rows/s" | "%") }
}
