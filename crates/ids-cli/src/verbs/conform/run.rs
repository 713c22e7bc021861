//! One format's rows and fresh cases, asked of a program.

use std::collections::VecDeque;

use ids_conform::{Answer, Ask, Case, File, Verdict, vectors::Row};

use super::{
    program::{Program, line},
    report::Report,
    suite::Outcome,
};
use crate::{
    show::{output::Output, progress::Progress},
    status::Failure,
};

/// Questions that are asked before the first of them is answered.
const AHEAD: usize = 64;

/// A run of one format.
pub(super) struct Run<'a> {
    pub(super) file: &'a File,
    pub(super) seed: u64,
}

/// A row of the file, or a fresh case with its number.
enum Item<'a> {
    Row(&'a Row),
    Fresh(usize, Box<Case>),
}

impl Run<'_> {
    /// Asks all, some questions ahead of the answers, and reports what comes of each.
    pub(super) fn run(
        &self,
        fresh: impl Iterator<Item = Case>,
        program: &mut Program<'_>,
        report: &mut Report,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let progress = Progress::items(&self.file.format);
        out.progress(&progress);
        let fresh = fresh.enumerate().map(|(index, case)| Item::Fresh(index, Box::new(case)));
        let mut items = self.file.rows.iter().map(Item::Row).chain(fresh);
        let mut waiting = VecDeque::new();
        loop {
            while program.missing() < AHEAD
                && let Some(item) = items.next()
            {
                let asked = self.questions(&item)?;
                for ask in &asked {
                    program.ask(ask);
                }
                waiting.push_back((item, asked));
            }
            let Some((item, asked)) = waiting.pop_front() else { break };
            let answers: Vec<_> = asked.iter().map(|_| program.answer()).collect();
            report.add(self.outcome(&item, &asked, answers)?, out)?;
            progress.advance();
        }
        progress.end();
        Ok(())
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
        asked: &[Ask],
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
        let asked = asked.iter().zip(1..).map(|(ask, seq)| line(seq, ask));
        Ok(Outcome::new(&row, &rule, asked, verdict))
    }
}
