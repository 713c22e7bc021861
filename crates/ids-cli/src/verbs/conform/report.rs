//! What came of a run: for people, for programs, for continuous integration.

use std::collections::BTreeMap;

use clap::ValueEnum;
use serde::Serialize;
use serde_json::{Value, json};

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
    style: Style,
    title: String,
    total: Counts,
    /// Whether a row of a format passed: that of the protocol alone proves nothing.
    tested: bool,
    /// The format that is being asked.
    suite: Suite,
}

impl Report {
    /// Writes the head.
    pub(super) fn begin(style: Style, title: &str, out: &mut Output) -> Result<Self, Failure> {
        let (title, page) = (shorten(title, SHOWN), out.page());
        match style {
            Style::Human => page.text(format!("{}\n", plain(&title))),
            Style::Brief => {
                page.text(format!("{}\n\n", plain(&title)));
                head("format", page);
            }
            Style::Markdown => page.text(format!("# {}\n", cell(&title))),
            Style::Junit => page.text(format!(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{}\">\n",
                xml(&title)
            )),
            Style::Json => {}
        }
        out.end()?;
        Ok(Self { style, title, total: [0; 3], tested: false, suite: Suite::default() })
    }

    /// What follows is of this format, or of the protocol.
    pub(super) fn begin_format(&mut self, format: &str) {
        self.suite = Suite { format: format.to_owned(), ..Suite::default() };
    }

    /// Takes what came of a row.
    pub(super) fn add(&mut self, outcome: Outcome, out: &mut Output) -> Result<(), Failure> {
        let format = &*self.suite.format;
        match self.style {
            Style::Human | Style::Brief | Style::Markdown => {}
            Style::Json => {
                let mut row = json!(outcome);
                row["format"] = json!(format);
                line(&row, out);
            }
            Style::Junit => {
                let case = outcome.xml(format);
                self.suite.cases.push_str(&case);
            }
        }
        self.total[outcome.verdict as usize] += 1;
        self.tested |= outcome.verdict == Verdict::Pass && self.suite.format != PROTOCOL;
        self.suite.add(outcome);
        out.end()
    }

    /// Writes what came of a format.
    pub(super) fn end_format(&self, out: &mut Output) -> Result<(), Failure> {
        let (suite, page) = (&self.suite, out.page());
        match self.style {
            Style::Human => {
                page.text("\n");
                head(&suite.format, page);
                suite.rules().for_each(|(name, rule)| counted(name, rule.counts, page));
                shortfalls(suite, page);
            }
            Style::Brief => {
                counted(&suite.format, suite.counts, page);
                shortfalls(suite, page);
            }
            Style::Json => {}
            Style::Junit => {
                let ([passed, failed, skipped], cases) = (suite.counts, &suite.cases);
                let (name, tests) = (xml(&suite.format), passed + failed + skipped);
                page.text(format!(
                    "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failed}\" skipped=\"{skipped}\">\n\
                     {cases}  </testsuite>\n"
                ));
            }
            Style::Markdown => markdown(suite, page),
        }
        out.end()
    }

    /// Writes the end, and says what the run is worth.
    pub(super) fn end(self, out: &mut Output) -> Result<Status, Failure> {
        let [passed, failed, skipped] = self.total;
        let all = format!("{passed} passed, {failed} failed, {skipped} skipped");
        match self.style {
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
fn counted(name: &str, [passed, failed, skipped]: Counts, page: &mut Page) {
    let name = plain(name);
    let line = format!("{name:<14} {passed:>6} {failed:>6} {skipped:>7}\n");
    if failed > 0 { page.styled(BAD, line) } else { page.text(line) }
}

/// The first rows that failed, and why rows were skipped.
fn shortfalls(suite: &Suite, page: &mut Page) {
    for Outcome { row, rule, why, requests, .. } in &suite.failed {
        page.text("\n");
        page.styled(BAD, format!("{} ({})", plain(row), plain(rule)));
        page.text(format!(": {}\n", plain(why.as_deref().unwrap_or_default())));
        for asked in requests {
            page.text(format!("  {}\n", request(asked)));
        }
    }
    if let Some(more @ 1..) = suite.counts[Verdict::Fail as usize].checked_sub(KEPT as u64) {
        page.text(format!("\n... and {more} more (--report json)\n"));
    }
    for (reason, count) in &suite.reasons {
        page.text(format!("skipped {count}: {}\n", plain(reason)));
    }
}

fn line(value: &Value, out: &mut Output) {
    let bytes = out.bytes();
    let start = bytes.len();
    bytes.extend_from_slice(value.to_string().as_bytes());
    bytes.push(b'\n');
    outside::json(bytes, start);
}

fn markdown(suite: &Suite, page: &mut Page) {
    page.text(format!(
        "\n## {}\n\n| rule | passed | failed | skipped | failing rows |\n|---|---|---|---|---|\n",
        suite.format
    ));
    for (name, Rule { counts: [passed, failed, skipped], failed: rows }) in suite.rules() {
        let mut rows: Vec<_> = rows.iter().map(|row| format!("`{}`", cell(row))).collect();
        if let Some(more @ 1..) = failed.checked_sub(KEPT as u64) {
            rows.push(format!("and {more} more"));
        }
        let (name, rows) = (cell(name), rows.join(" "));
        page.text(format!("| {name} | {passed} | {failed} | {skipped} | {rows} |\n"));
    }
    for (reason, count) in &suite.reasons {
        page.text(format!("\nSkipped {count}: {}\n", cell(reason)));
    }
}

/// Failing rows that are kept for people, of each format and of each rule, and reasons for skipping;
/// programs get all.
const KEPT: usize = 20;

/// How many characters of a reason programs get.
const WHY: usize = 1 << 16;

/// What came of a row, or of a fresh case.
#[derive(Debug, Serialize)]
pub(super) struct Outcome {
    row: String,
    rule: String,
    verdict: Verdict,
    /// Why it failed or was skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    /// What was asked, as lines of the protocol, if it failed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    requests: Vec<String>,
}

/// What a row is worth, without a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    Pass,
    Fail,
    Skip,
}

impl Outcome {
    /// What was asked is wanted as lines only if it failed.
    pub(super) fn new(
        row: &str,
        rule: &str,
        asked: impl Iterator<Item = String>,
        verdict: ids_conform::Verdict,
    ) -> Self {
        let (verdict, why) = match verdict {
            ids_conform::Verdict::Pass => (Verdict::Pass, None),
            ids_conform::Verdict::Fail(why) => (Verdict::Fail, Some(shorten(&why, WHY))),
            ids_conform::Verdict::Skip(why) => (Verdict::Skip, Some(shorten(&why, WHY))),
        };
        let requests = if verdict == Verdict::Fail { asked.collect() } else { Vec::new() };
        Self { row: row.to_owned(), rule: rule.to_owned(), verdict, why, requests }
    }

    /// The row as XML.
    fn xml(&self, format: &str) -> String {
        let [format, rule, row] = [format, &self.rule, &self.row].map(xml);
        let why = xml(self.why.as_deref().unwrap_or_default());
        let inside = match self.verdict {
            Verdict::Pass => "/>".to_owned(),
            Verdict::Skip => format!("><skipped message=\"{why}\"/></testcase>"),
            Verdict::Fail => {
                let requests = xml(&self.requests.join("\n"));
                format!("><failure message=\"{why}\">{requests}</failure></testcase>")
            }
        };
        format!("    <testcase classname=\"{format}.{rule}\" name=\"{row}\"{inside}\n")
    }
}

/// How many rows passed, failed, were skipped.
type Counts = [u64; 3];

/// What came of the rows of a rule.
#[derive(Debug, Default)]
struct Rule {
    counts: Counts,
    /// The first rows that failed.
    failed: Vec<String>,
}

/// What came of a format's rows. It does not grow with their number, but for the cases.
#[derive(Debug, Default)]
struct Suite {
    format: String,
    counts: Counts,
    rules: BTreeMap<(u32, String), Rule>,
    /// The first rows that failed.
    failed: Vec<Outcome>,
    /// Why rows were skipped, and how many for each of the first reasons and for all others.
    reasons: BTreeMap<String, u64>,
    /// The rows as XML, which stand after their number.
    cases: String,
}

impl Suite {
    fn add(&mut self, outcome: Outcome) {
        let (verdict, number) = (outcome.verdict as usize, outcome.rule.rsplit('-').next());
        let number = number.and_then(|number| number.parse().ok()).unwrap_or(u32::MAX);
        let rule = self.rules.entry((number, outcome.rule.clone())).or_default();
        self.counts[verdict] += 1;
        rule.counts[verdict] += 1;
        match outcome.verdict {
            Verdict::Pass => {}
            Verdict::Skip => {
                let mut reason = shorten(outcome.why.as_deref().unwrap_or_default(), SHOWN);
                if self.reasons.len() >= KEPT && !self.reasons.contains_key(&reason) {
                    "for other reasons".clone_into(&mut reason);
                }
                *self.reasons.entry(reason).or_default() += 1;
            }
            Verdict::Fail => {
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
