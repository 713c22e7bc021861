//! What came of a run: for people, for programs, for continuous integration.

use std::collections::BTreeMap;

use clap::ValueEnum;
use ids_conform::Verdict;
use serde_json::json;

use super::excerpt::{SHOWN, cell, plain, request, shorten, xml};
use crate::{
    Failure, Output, Status,
    show::{BAD, BOLD, Page, outside},
};

/// What the rows of the protocol itself stand under.
pub(super) const PROTOCOL: &str = "protocol";

/// How to report.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Style {
    /// A table of the rules, and the failed rows
    Human,
    /// A line for each format, and the failed rows
    Brief,
    /// One JSON object for each row, and one for the run
    Json,
    /// XML for continuous integration
    Junit,
    /// Tables of the rules
    Markdown,
}

/// The report, as far as it is written.
pub(super) struct Report {
    kind: Style,
    title: String,
    total: Counts,
    /// Whether a row of a format passed: that of the protocol alone proves nothing.
    tested: bool,
    /// The format that is being asked.
    suite: Suite,
    /// Its cases as XML, which stand after their number.
    cases: String,
}

impl Report {
    /// Writes the head.
    pub(super) fn begin(kind: Style, title: &str, out: &mut Output) -> Result<Self, Failure> {
        let title = shorten(title, SHOWN);
        match kind {
            Style::Human => out.page().text(format!("{}\n", plain(&title))),
            Style::Brief => {
                out.page().text(format!("{}\n\n", plain(&title)));
                head("format", out.page());
            }
            Style::Markdown => out.page().text(format!("# {}\n", cell(&title))),
            Style::Junit => out.page().text(format!(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{}\">\n",
                xml(&title)
            )),
            Style::Json => {}
        }
        out.end()?;
        let (total, suite) = (Counts::default(), Suite::default());
        Ok(Self { kind, title, total, tested: false, suite, cases: String::new() })
    }

    /// What follows is of this format, or of the protocol.
    pub(super) fn begin_format(&mut self, format: &str) {
        self.suite = Suite::new(format);
    }

    /// Takes what came of a row.
    pub(super) fn add(&mut self, outcome: Outcome, out: &mut Output) -> Result<(), Failure> {
        match self.kind {
            Style::Human | Style::Brief | Style::Markdown => {}
            Style::Json => line(&self.row(&outcome), out),
            Style::Junit => self.cases.push_str(&self.case(&outcome)),
        }
        self.total.add(&outcome.verdict);
        self.tested |= outcome.verdict == Verdict::Pass && self.suite.format != PROTOCOL;
        self.suite.add(outcome);
        out.end()
    }

    /// Writes what came of a format.
    pub(super) fn end_format(&mut self, out: &mut Output) -> Result<(), Failure> {
        let (suite, page) = (&self.suite, out.page());
        match self.kind {
            Style::Human => {
                page.text("\n");
                head(&suite.format, page);
                for (name, rule) in suite.rules() {
                    counted(name, rule.counts, page);
                }
                shortfalls(suite, page);
            }
            Style::Brief => {
                counted(&suite.format, suite.counts, page);
                shortfalls(suite, page);
            }
            Style::Json => {}
            Style::Junit => {
                let Counts { passed, failed, skipped } = suite.counts;
                let tests = passed + failed + skipped;
                page.text(format!(
                    "  <testsuite name=\"{}\" tests=\"{tests}\" failures=\"{failed}\" skipped=\"{skipped}\">\n{}  \
                     </testsuite>\n",
                    xml(&suite.format),
                    self.cases,
                ));
            }
            Style::Markdown => markdown(suite, page),
        }
        self.cases.clear();
        out.end()
    }

    /// A row as JSON.
    fn row(&self, outcome: &Outcome) -> serde_json::Value {
        let (verdict, why) = match &outcome.verdict {
            Verdict::Pass => ("pass", None),
            Verdict::Fail(why) => ("fail", Some(why)),
            Verdict::Skip(why) => ("skip", Some(why)),
        };
        let mut row = json!({
            "format": self.suite.format,
            "row": outcome.row,
            "rule": outcome.rule,
            "verdict": verdict,
        });
        if let Some(why) = why {
            row["why"] = json!(why);
        }
        if verdict == "fail" {
            row["requests"] = json!(outcome.requests);
        }
        row
    }

    /// A row as XML.
    fn case(&self, outcome: &Outcome) -> String {
        let case = format!(
            "    <testcase classname=\"{}.{}\" name=\"{}\"",
            xml(&self.suite.format),
            xml(&outcome.rule),
            xml(&outcome.row)
        );
        match &outcome.verdict {
            Verdict::Pass => format!("{case}/>\n"),
            Verdict::Skip(why) => {
                format!("{case}><skipped message=\"{}\"/></testcase>\n", xml(why))
            }
            Verdict::Fail(why) => format!(
                "{case}><failure message=\"{}\">{}</failure></testcase>\n",
                xml(why),
                xml(&outcome.requests.join("\n"))
            ),
        }
    }

    /// Writes the end, and says what the run is worth.
    pub(super) fn end(self, out: &mut Output) -> Result<Status, Failure> {
        let Counts { passed, failed, skipped } = self.total;
        let all = format!("{passed} passed, {failed} failed, {skipped} skipped");
        match self.kind {
            Style::Human | Style::Brief => out.page().text(format!("\n{all}\n")),
            Style::Markdown => out.page().text(format!("\nIn all: {all}.\n")),
            Style::Junit => out.page().text("</testsuites>\n"),
            Style::Json => line(
                &json!({
                    "implementation": self.title,
                    "passed": passed.to_string(),
                    "failed": failed.to_string(),
                    "skipped": skipped.to_string(),
                    "conforms": failed == 0 && self.tested,
                }),
                out,
            ),
        }
        out.end()?;
        match (failed, self.tested) {
            (0, true) => Ok(Status::Done),
            (0, false) => Err(Failure::Unverified("nothing was tested".to_owned())),
            _ => Ok(Status::Unverified),
        }
    }
}

/// The head of a table.
fn head(name: &str, page: &mut Page) {
    page.styled(BOLD, format!("{name:<14} {:>6} {:>6} {:>7}\n", "passed", "failed", "skipped"));
}

/// A line of a table.
fn counted(name: &str, counts: Counts, page: &mut Page) {
    let Counts { passed, failed, skipped } = counts;
    let name = plain(name);
    let line = format!("{name:<14} {passed:>6} {failed:>6} {skipped:>7}\n");
    if failed > 0 { page.styled(BAD, line) } else { page.text(line) }
}

/// The first rows that failed, and why rows were skipped.
fn shortfalls(suite: &Suite, page: &mut Page) {
    for outcome in &suite.failed {
        let Verdict::Fail(why) = &outcome.verdict else { continue };
        page.text("\n");
        page.styled(BAD, format!("{} ({})", plain(&outcome.row), plain(&outcome.rule)));
        page.text(format!(": {}\n", plain(why)));
        for asked in &outcome.requests {
            page.text(format!("  {}\n", request(asked)));
        }
    }
    if suite.counts.failed > KEPT as u64 {
        let more = suite.counts.failed - KEPT as u64;
        page.text(format!("\n... and {more} more (--report json)\n"));
    }
    for (reason, count) in &suite.reasons {
        page.text(format!("skipped {count}: {}\n", plain(reason)));
    }
    if suite.others > 0 {
        page.text(format!("skipped {}: for other reasons\n", suite.others));
    }
}

fn line(value: &serde_json::Value, out: &mut Output) {
    let bytes = out.bytes();
    let start = bytes.len();
    bytes.extend_from_slice(value.to_string().as_bytes());
    bytes.push(b'\n');
    outside::json(bytes, start);
}

fn markdown(suite: &Suite, page: &mut Page) {
    page.text(format!(
        "\n## {}\n\n| rule | passed | failed | skipped | failing rows |\n",
        suite.format
    ));
    page.text("|---|---|---|---|---|\n");
    for (name, Rule { counts, failed: rows }) in suite.rules() {
        let Counts { passed, failed, skipped } = *counts;
        let mut rows: Vec<_> = rows.iter().map(|row| format!("`{}`", cell(row))).collect();
        if failed > KEPT as u64 {
            rows.push(format!("and {} more", failed - KEPT as u64));
        }
        let name = cell(name);
        page.text(format!("| {name} | {passed} | {failed} | {skipped} | {} |\n", rows.join(" ")));
    }
    for (reason, count) in &suite.reasons {
        page.text(format!("\nSkipped {count}: {}\n", cell(reason)));
    }
    if suite.others > 0 {
        page.text(format!("\nSkipped {}: for other reasons\n", suite.others));
    }
}

/// Failing rows that are kept for people, of each format and of each rule, and reasons for skipping;
/// programs get all.
const KEPT: usize = 20;

/// How many characters of a reason programs get.
const WHY: usize = 1 << 16;

/// What came of a row, or of a fresh case.
#[derive(Debug)]
pub(super) struct Outcome {
    row: String,
    rule: String,
    /// What was asked, as lines of the protocol, if it failed.
    requests: Vec<String>,
    verdict: Verdict,
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
struct Counts {
    passed: u64,
    failed: u64,
    skipped: u64,
}

impl Counts {
    fn add(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Pass => self.passed += 1,
            Verdict::Fail(_) => self.failed += 1,
            Verdict::Skip(_) => self.skipped += 1,
        }
    }
}

/// What came of the rows of a rule.
#[derive(Debug, Default)]
struct Rule {
    counts: Counts,
    /// The first rows that failed.
    failed: Vec<String>,
}

/// What came of a format's rows. It does not grow with their number.
#[derive(Debug, Default)]
struct Suite {
    format: String,
    counts: Counts,
    rules: BTreeMap<(u32, String), Rule>,
    /// The first rows that failed.
    failed: Vec<Outcome>,
    /// Why rows were skipped, and how many for each of the first reasons.
    reasons: BTreeMap<String, u64>,
    /// How many were skipped for other reasons.
    others: u64,
}

impl Suite {
    fn new(format: &str) -> Self {
        Self { format: format.to_owned(), ..Self::default() }
    }

    fn add(&mut self, outcome: Outcome) {
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
    fn rules(&self) -> impl Iterator<Item = (&str, &Rule)> {
        self.rules.iter().map(|((_, name), rule)| (name.as_str(), rule))
    }
}
