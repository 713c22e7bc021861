//! What is said of a stream.

use std::fmt::Write as _;

use super::watch::{Example, Tally, Watch};
use crate::{
    Failure, Output, Status,
    show::{BAD, BOLD, DIM, argument, json, plural},
};

/// Characters of an example that people see.
const SHOWN: usize = 64;

/// One thing that was checked.
struct Finding<'a> {
    name: &'static str,
    /// None if nothing is known.
    holds: Option<bool>,
    says: String,
    /// Numbers of its own, as programs have them.
    numbers: Vec<(&'static str, u128)>,
    examples: &'a [Example<'a>],
}

impl<'a> Finding<'a> {
    /// That none of the lines is among these.
    fn none(name: &'static str, tally: &'a Tally<'a>, says: String) -> Self {
        let numbers = vec![("count", tally.count.into())];
        Self { name, holds: Some(tally.count == 0), says, numbers, examples: &tally.examples }
    }
}

impl Watch<'_> {
    fn findings(&self) -> Vec<Finding<'_>> {
        let mut findings = vec![self.shape()];
        if self.seen.is_none() {
            let says =
                format!("{} are not greater than the identifier before", self.descents.count);
            findings.push(Finding::none("order", &self.descents, says));
        }
        findings.push(self.duplicates());
        if self.record.timed.is_some() {
            findings.push(self.clock());
        }
        if let Some(balance) = &self.balance {
            findings.push(Finding {
                name: "balance",
                holds: balance.holds(),
                says: balance.says(),
                numbers: Vec::new(),
                examples: &[],
            });
        }
        if self.ids == 0 {
            findings[1..].iter_mut().for_each(|finding| finding.holds = None);
        }
        if let Some(column) = self.rounded.as_ref().filter(|column| column.is_claimed()) {
            let numbers = vec![
                ("suspects", column.suspects().into()),
                ("evidence", column.evidence().into()),
            ];
            let says = format!(
                "{column}: a program that keeps numbers as binary64 has changed their last digits"
            );
            let examples = &self.suspects.examples;
            findings.push(Finding { name: "rounded", holds: Some(false), says, numbers, examples });
        }
        findings
    }

    fn shape(&self) -> Finding<'_> {
        let (count, lines) = (self.invalid.count, self.lines);
        let mut says = match lines {
            0 => "there are no lines: nothing was checked".to_owned(),
            _ => format!("{count} of {lines} lines are not identifiers"),
        };
        let parts = [
            ("missing", self.missing, "of them missing values"),
            ("spelled", self.spelled, "of them not in canonical form, but read"),
        ];
        let parts = parts.into_iter().filter(|(_, count, _)| *count > 0);
        for (_, count, what) in parts.clone() {
            let _ = write!(says, ", {count} {what}");
        }
        let mut finding = Finding::none("shape", &self.invalid, says);
        finding.numbers.extend(parts.map(|(name, count, _)| (name, count.into())));
        Finding { holds: Some(count == 0 && lines > 0), ..finding }
    }

    fn duplicates(&self) -> Finding<'_> {
        let count = self.duplicates.count;
        if let Some(seen) = &self.seen {
            let mut finding = Finding::none("duplicates", &self.duplicates, seen.says(count));
            finding.numbers.push(("share", seen.share().into()));
            return finding;
        }
        if self.descents.count == count {
            let says = format!("{count} are duplicates; the count is exact");
            return Finding::none("duplicates", &self.duplicates, says);
        }
        let says = format!(
            "{count} equal the identifier before; others are not compared (use --unordered)"
        );
        let finding = Finding::none("duplicates", &self.duplicates, says);
        Finding { holds: (count > 0).then_some(false), ..finding }
    }

    fn clock(&self) -> Finding<'_> {
        let back = match self.back {
            0 => "never goes back".to_owned(),
            times => format!("goes back {times} times, by {:?} at most", self.furthest),
        };
        let says =
            format!("{} are outside the expected time; the time {back}", self.misplaced.count);
        let mut finding = Finding::none("clock", &self.misplaced, says);
        finding.numbers.push(("back", self.back.into()));
        finding.numbers.push(("furthest_ns", self.furthest.as_nanos()));
        finding
    }

    /// What the run ends with, if it ends here.
    pub(super) fn status(&self) -> Status {
        let findings = self.findings();
        let fails = |finding: &Finding<'_>| finding.holds == Some(false);
        // What cannot be read comes before what is read and wrong, unless both are there.
        if self.lines == 0 || findings[1..].iter().any(fails) {
            Status::Unverified
        } else if self.invalid.count > 0 {
            Status::Invalid
        } else {
            Status::Done
        }
    }

    pub(super) fn report(&self, out: &mut Output, json: bool) -> Result<(), Failure> {
        let findings = self.findings();
        if json {
            self.write(out.bytes(), &findings);
        } else {
            self.show(out, &findings);
        }
        out.end()
    }

    fn show(&self, out: &mut Output, findings: &[Finding<'_>]) {
        let page = out.page();
        let ids = plural(self.ids, "identifier");
        page.styled(BOLD, format!("{ids} of {}\n", self.record.title()));
        for Finding { name, holds, says, examples, .. } in findings {
            let mark = match holds {
                Some(true) => "ok",
                Some(false) => "FAILED",
                None => "unknown",
            };
            let line = format!("{name:<11}{mark:<7} {says}\n");
            match holds {
                Some(false) => page.styled(BAD, line),
                _ => page.text(line),
            }
            for Example { place, text } in *examples {
                // It may be a URL of a store: what could be a password is hidden before the rest is cut off.
                let text: String = argument(text).chars().take(SHOWN).collect();
                page.styled(DIM, format!("{:<19}{place}: {text}\n", ""));
            }
        }
    }

    fn write(&self, out: &mut Vec<u8>, findings: &[Finding<'_>]) {
        json::line(out, |out| {
            self.record.write_name(out);
            json::digits(out, "ids", self.ids);
            json::digits(out, "invalid", self.invalid.count);
            for (name, bits) in [("first", self.first), ("last", self.last)] {
                json::some(out, name, bits.map(|bits| self.record.text(bits)));
            }
            json::objects(out, "checks", findings, |out, finding| finding.write(out));
        });
    }
}

impl Finding<'_> {
    fn write(&self, out: &mut Vec<u8>) {
        json::member(out, "check", self.name.as_bytes());
        json::key(out, "holds");
        let holds = self.holds.map_or("null", |holds| if holds { "true" } else { "false" });
        out.extend_from_slice(holds.as_bytes());
        json::member(out, "says", self.says.as_bytes());
        for (name, number) in &self.numbers {
            json::digits(out, name, *number);
        }
        if !self.examples.is_empty() {
            json::objects(out, "examples", self.examples, |out, Example { place, text }| {
                place.write(out);
                json::member(out, "text", text);
            });
        }
    }
}
