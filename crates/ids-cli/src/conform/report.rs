//! What came of a run: for people, for programs, for continuous integration.

use core::fmt::Write as _;

use ids_conform::{Number, Request, Verdict};
use serde_json::json;

use super::{
    Kind,
    program::{About, shorten},
    run::{Counts, Outcome, Suite},
};
use crate::{
    output::{BAD, BOLD, Output},
    status::{Failure, Status},
};

/// Failing rows that people are shown for each format; programs get all.
const SHOWN: usize = 20;

/// The report, as far as it is written.
pub(super) struct Report {
    kind: Kind,
    title: String,
    total: Counts,
    begun: bool,
}

impl Report {
    pub(super) fn new(kind: Kind, about: &About) -> Self {
        let About { name, version, language, .. } = about;
        let language = if language.is_empty() { String::new() } else { format!(" ({language})") };
        let title = format!("{name} {version}{language}");
        Self { kind, title, total: Counts::default(), begun: false }
    }

    /// Writes what came of a format.
    pub(super) fn add(&mut self, suite: &Suite, out: &mut Output) -> Result<(), Failure> {
        suite.results.iter().for_each(|outcome| self.total.add(&outcome.verdict));
        if !self.begun {
            self.begun = true;
            match self.kind {
                Kind::Human => out.page().text(format!("{}\n", self.title)),
                Kind::Markdown => out.page().text(format!("# {}\n", self.title)),
                Kind::Junit => out.page().text(format!(
                    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{}\">\n",
                    xml(&self.title)
                )),
                Kind::Json => {}
            }
        }
        match self.kind {
            Kind::Human => human(suite, out),
            Kind::Json => lines(suite, out),
            Kind::Junit => junit(suite, out),
            Kind::Markdown => markdown(suite, out),
        }
        out.end()
    }

    /// Writes the end, and says what the run is worth.
    pub(super) fn end(self, out: &mut Output) -> Result<Status, Failure> {
        let Counts { passed, failed, skipped } = self.total;
        let all = format!("{passed} passed, {failed} failed, {skipped} skipped");
        match self.kind {
            Kind::Human => out.page().text(format!("\n{all}\n")),
            Kind::Markdown => out.page().text(format!("\nIn all: {all}.\n")),
            Kind::Junit => out.page().text("</testsuites>\n"),
            Kind::Json => line(
                &json!({
                    "implementation": self.title,
                    "passed": passed.to_string(),
                    "failed": failed.to_string(),
                    "skipped": skipped.to_string(),
                    "conforms": failed == 0 && passed > 0,
                }),
                out,
            ),
        }
        out.end()?;
        match (failed, passed) {
            (0, 1..) => Ok(Status::Done),
            (0, 0) => Err(Failure::Unverified("nothing was tested".to_owned())),
            _ => Ok(Status::Unverified),
        }
    }
}

fn human(suite: &Suite, out: &mut Output) {
    let page = out.page();
    page.text("\n");
    let head = format!("{:<14} {:>6} {:>6} {:>7}\n", suite.format, "passed", "failed", "skipped");
    page.styled(BOLD, head);
    for (rule, Counts { passed, failed, skipped }) in suite.rules() {
        let line = format!("{rule:<14} {passed:>6} {failed:>6} {skipped:>7}\n");
        if failed > 0 { page.styled(BAD, line) } else { page.text(line) }
    }
    let failed = suite.results.iter().filter_map(|outcome| match &outcome.verdict {
        Verdict::Fail(why) => Some((outcome, why)),
        _ => None,
    });
    let failed: Vec<_> = failed.collect();
    for (outcome, why) in failed.iter().take(SHOWN) {
        page.text("\n");
        page.styled(BAD, format!("{} ({})", outcome.row, outcome.rule));
        page.text(format!(": {}\n", shorten(why)));
        for request in requests(outcome) {
            page.text(format!("  {}\n", shorten(&request)));
        }
    }
    if failed.len() > SHOWN {
        page.text(format!("\n... and {} more (--report json)\n", failed.len() - SHOWN));
    }
    for (reason, count) in reasons(suite) {
        page.text(format!("skipped {count}: {reason}\n"));
    }
}

fn lines(suite: &Suite, out: &mut Output) {
    for outcome in &suite.results {
        let (verdict, why) = match &outcome.verdict {
            Verdict::Pass => ("pass", None),
            Verdict::Fail(why) => ("fail", Some(why)),
            Verdict::Skip(why) => ("skip", Some(why)),
        };
        let mut row = json!({
            "format": suite.format, "row": outcome.row, "rule": outcome.rule, "verdict": verdict,
        });
        if let Some(why) = why {
            row["why"] = json!(why);
        }
        if verdict == "fail" {
            row["requests"] = json!(requests(outcome));
        }
        line(&row, out);
    }
}

fn line(value: &serde_json::Value, out: &mut Output) {
    out.page().text(value.to_string());
    out.page().text("\n");
}

fn junit(suite: &Suite, out: &mut Output) {
    let Counts { passed, failed, skipped } = suite.counts();
    let tests = passed + failed + skipped;
    let page = out.page();
    page.text(format!(
        "  <testsuite name=\"{}\" tests=\"{tests}\" failures=\"{failed}\" skipped=\"{skipped}\">\n",
        xml(&suite.format)
    ));
    for outcome in &suite.results {
        let case = format!(
            "    <testcase classname=\"{}.{}\" name=\"{}\"",
            xml(&suite.format),
            xml(&outcome.rule),
            xml(&outcome.row)
        );
        page.text(match &outcome.verdict {
            Verdict::Pass => format!("{case}/>\n"),
            Verdict::Skip(why) => {
                format!("{case}><skipped message=\"{}\"/></testcase>\n", xml(why))
            }
            Verdict::Fail(why) => format!(
                "{case}><failure message=\"{}\">{}</failure></testcase>\n",
                xml(why),
                xml(&requests(outcome).join("\n"))
            ),
        });
    }
    page.text("  </testsuite>\n");
}

fn markdown(suite: &Suite, out: &mut Output) {
    let page = out.page();
    page.text(format!(
        "\n## {}\n\n| rule | passed | failed | skipped | failing rows |\n",
        suite.format
    ));
    page.text("|---|---|---|---|---|\n");
    for (rule, Counts { passed, failed, skipped }) in suite.rules() {
        let rows = suite
            .results
            .iter()
            .filter(|outcome| outcome.rule == rule && matches!(outcome.verdict, Verdict::Fail(_)));
        let mut rows: Vec<_> = rows.map(|outcome| format!("`{}`", outcome.row)).collect();
        if rows.len() > SHOWN {
            let more = rows.len() - SHOWN;
            rows.truncate(SHOWN);
            rows.push(format!("and {more} more"));
        }
        page.text(format!("| {rule} | {passed} | {failed} | {skipped} | {} |\n", rows.join(" ")));
    }
    for (reason, count) in reasons(suite) {
        page.text(format!("\nSkipped {count}: {reason}\n"));
    }
}

/// Why rows were skipped, and how many for each reason.
fn reasons(suite: &Suite) -> std::collections::BTreeMap<&str, usize> {
    let mut reasons = std::collections::BTreeMap::new();
    for outcome in &suite.results {
        if let Verdict::Skip(reason) = &outcome.verdict {
            *reasons.entry(reason.as_str()).or_default() += 1;
        }
    }
    reasons
}

/// What was asked, as lines of the protocol.
fn requests(outcome: &Outcome) -> Vec<String> {
    let asked = outcome.asked.iter().zip(1..);
    let request = asked.map(|(ask, seq)| Request { seq: Number(seq), ask: ask.clone() });
    request.map(|request| json!(request).to_string()).collect()
}

/// Text inside XML. What XML has no way to say is shown as Rust would.
fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => {
                let _ = write!(out, "&#{};", u32::from(character));
            }
            '\0'..'\u{20}' | '\u{fffe}' | '\u{ffff}' => out.extend(character.escape_unicode()),
            _ => out.push(character),
        }
    }
    out
}
