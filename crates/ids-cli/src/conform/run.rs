//! One format's rows and fresh cases, asked of a program.

use std::{collections::BTreeMap, iter::Peekable};

use ids_conform::{Answer, Ask, Case, File, Verdict, vectors::Row};

use super::program::Program;
use crate::{progress, status::Failure};

/// Questions that are asked before the first of them is answered.
const AHEAD: usize = 64;

/// What came of a format's rows.
#[derive(Debug)]
pub(super) struct Suite {
    pub(super) format: String,
    pub(super) results: Vec<Outcome>,
}

/// What came of a row, or of a fresh case.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) row: String,
    pub(super) rule: String,
    /// What was asked.
    pub(super) asked: Vec<Ask>,
    pub(super) verdict: Verdict,
}

/// A run of one format.
pub(super) struct Run<'a, F: Iterator<Item = Case>> {
    file: &'a File,
    items: Peekable<Items<'a, F>>,
    seed: u64,
}

/// A row of the file, or a fresh case with its number.
enum Item<'a> {
    Row(&'a Row),
    Fresh(usize, Box<Case>),
}

struct Items<'a, F> {
    rows: std::slice::Iter<'a, Row>,
    fresh: std::iter::Enumerate<F>,
}

impl<'a, F: Iterator<Item = Case>> Iterator for Items<'a, F> {
    type Item = Item<'a>;

    fn next(&mut self) -> Option<Item<'a>> {
        match self.rows.next() {
            Some(row) => Some(Item::Row(row)),
            None => self.fresh.next().map(|(index, case)| Item::Fresh(index, Box::new(case))),
        }
    }
}

impl<'a, F: Iterator<Item = Case>> Run<'a, F> {
    pub(super) fn new(file: &'a File, fresh: F, seed: u64) -> Self {
        let items = Items { rows: file.rows.iter(), fresh: fresh.enumerate() };
        Self { file, items: items.peekable(), seed }
    }

    /// Asks all, some questions ahead of the answers.
    pub(super) fn run(mut self, program: &mut Program<'_>) -> Result<Suite, Failure> {
        let bar = progress::items(&self.file.format);
        let mut waiting = std::collections::VecDeque::new();
        let mut results = Vec::new();
        loop {
            while program.missing() < AHEAD
                && let Some(item) = self.items.next()
            {
                let asked = self.questions(&item)?;
                for ask in &asked {
                    program.ask(ask.clone());
                }
                waiting.push_back((item, asked));
            }
            let Some((item, asked)) = waiting.pop_front() else { break };
            let answers: Vec<_> = asked.iter().map(|_| program.answer()).collect();
            results.push(self.outcome(&item, asked, answers)?);
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(Suite { format: self.file.format.clone(), results })
    }

    fn questions(&self, item: &Item<'_>) -> Result<Vec<Ask>, Failure> {
        match item {
            Item::Row(row) => self.file.requests(row).map_err(Failure::Refused),
            Item::Fresh(_, case) => Ok(vec![case.ask.clone()]),
        }
    }

    fn outcome(
        &self,
        item: &Item<'_>,
        asked: Vec<Ask>,
        answers: Vec<Result<Answer, String>>,
    ) -> Result<Outcome, Failure> {
        let (row, rule) = match item {
            Item::Row(row) => (row.id.clone(), row.rule.clone()),
            Item::Fresh(index, _) => {
                (format!("fresh-{}-{index}", self.seed), "fresh cases".to_owned())
            }
        };
        let verdict = match (answers.into_iter().collect::<Result<Vec<_>, _>>(), item) {
            (Err(broken), _) => Verdict::Fail(broken),
            (Ok(answers), Item::Row(row)) => {
                self.file.judge(row, &answers).map_err(Failure::Refused)?
            }
            (Ok(answers), Item::Fresh(_, case)) => match answers.first() {
                Some(Answer::Skipped(reason)) => Verdict::Skip(reason.clone()),
                Some(answer) => case.holds(answer).map_or_else(Verdict::Fail, |()| Verdict::Pass),
                None => Verdict::Fail("no answer".to_owned()),
            },
        };
        Ok(Outcome { row, rule, asked, verdict })
    }
}

/// How many rows of a rule passed, failed, were skipped.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) passed: u64,
    pub(super) failed: u64,
    pub(super) skipped: u64,
}

impl Counts {
    pub(super) fn add(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Pass => self.passed += 1,
            Verdict::Fail(_) => self.failed += 1,
            Verdict::Skip(_) => self.skipped += 1,
        }
    }
}

impl Suite {
    /// The counts of each rule, in the order of their numbers.
    pub(super) fn rules(&self) -> impl Iterator<Item = (&str, Counts)> {
        let mut rules: BTreeMap<(u32, &str), Counts> = BTreeMap::new();
        for outcome in &self.results {
            let number = outcome.rule.rsplit('-').next().and_then(|number| number.parse().ok());
            let key = (number.unwrap_or(u32::MAX), outcome.rule.as_str());
            rules.entry(key).or_default().add(&outcome.verdict);
        }
        rules.into_iter().map(|((_, rule), counts)| (rule, counts))
    }

    /// The counts of all.
    pub(super) fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        self.results.iter().for_each(|outcome| counts.add(&outcome.verdict));
        counts
    }
}
