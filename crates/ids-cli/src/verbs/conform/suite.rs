//! What came of a format's rows: the counts, and the first of what failed.

use std::collections::BTreeMap;

use super::excerpt::{SHOWN, shorten};
use ids_conform::Verdict;

/// Failing rows that are kept for people, of each format and of each rule, and reasons for skipping;
/// programs get all.
pub(super) const KEPT: usize = 20;

/// How many characters of a reason programs get.
const WHY: usize = 1 << 16;

/// What came of a row, or of a fresh case.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) row: String,
    pub(super) rule: String,
    /// What was asked, as lines of the protocol, if it failed.
    pub(super) requests: Vec<String>,
    pub(super) verdict: Verdict,
}

impl Outcome {
    /// What was asked is wanted as lines only if it failed.
    pub(super) fn new(
        row: &str,
        rule: &str,
        asked: impl Iterator<Item = String>,
        verdict: Verdict,
    ) -> Self {
        let requests = if let Verdict::Fail(_) = verdict { asked.collect() } else { Vec::new() };
        let verdict = match verdict {
            Verdict::Pass => Verdict::Pass,
            Verdict::Fail(why) => Verdict::Fail(shorten(&why, WHY)),
            Verdict::Skip(why) => Verdict::Skip(shorten(&why, WHY)),
        };
        Self { row: row.to_owned(), rule: rule.to_owned(), requests, verdict }
    }
}

/// How many rows passed, failed, were skipped.
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

/// What came of the rows of a rule.
#[derive(Debug, Default)]
pub(super) struct Rule {
    pub(super) counts: Counts,
    /// The first rows that failed.
    pub(super) failed: Vec<String>,
}

/// What came of a format's rows. It does not grow with their number.
#[derive(Debug, Default)]
pub(super) struct Suite {
    pub(super) format: String,
    pub(super) counts: Counts,
    rules: BTreeMap<(u32, String), Rule>,
    /// The first rows that failed.
    pub(super) failed: Vec<Outcome>,
    /// Why rows were skipped, and how many for each of the first reasons.
    pub(super) reasons: BTreeMap<String, u64>,
    /// How many were skipped for other reasons.
    pub(super) others: u64,
}

impl Suite {
    pub(super) fn new(format: &str) -> Self {
        Self { format: format.to_owned(), ..Self::default() }
    }

    pub(super) fn add(&mut self, outcome: Outcome) {
        self.counts.add(&outcome.verdict);
        let number = outcome.rule.rsplit('-').next().and_then(|number| number.parse().ok());
        let key = (number.unwrap_or(u32::MAX), outcome.rule.clone());
        let rule = self.rules.entry(key).or_default();
        rule.counts.add(&outcome.verdict);
        match &outcome.verdict {
            Verdict::Pass => {}
            Verdict::Skip(reason) => {
                let reason = shorten(reason, SHOWN);
                let known = self.reasons.len() < KEPT || self.reasons.contains_key(&reason);
                let count =
                    if known { self.reasons.entry(reason).or_default() } else { &mut self.others };
                *count += 1;
            }
            Verdict::Fail(_) => {
                if rule.failed.len() < KEPT {
                    rule.failed.push(outcome.row.clone());
                }
                if self.failed.len() < KEPT {
                    self.failed.push(outcome);
                }
            }
        }
    }

    /// What came of each rule, in the order of their numbers.
    pub(super) fn rules(&self) -> impl Iterator<Item = (&str, &Rule)> {
        self.rules.iter().map(|((_, name), rule)| (name.as_str(), rule))
    }
}
