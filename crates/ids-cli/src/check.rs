//! `ids check`: watches a stream of identifiers from any generator.

mod balance;
mod seen;

use std::time::Duration;

use clap::Args;
use ids_core::{Clock, SystemClock};

use self::{balance::Balance, seen::Seen};
use crate::{
    input::{self, Line},
    instant, json,
    output::{BAD, BOLD, Output},
    progress,
    record::Record,
    select::SelectFlavour,
    status::{Failure, Status},
};

/// Lines that are shown as examples of what is wrong.
const SHOWN: u64 = 5;

/// Arguments of `ids check`.
#[derive(Args, Debug)]
pub(crate) struct Check {
    /// The format: see `ids info`
    format: String,
    #[command(flatten)]
    flavour: SelectFlavour,
    /// Read only this text form instead of the canonical one
    #[arg(long, value_name = "FORM")]
    form: Option<String>,
    /// The identifiers need not ascend: look for duplicates among all instead
    #[arg(long)]
    unordered: bool,
    /// The most memory for finding duplicates with --unordered, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: u32,
    /// No identifier may say an earlier time
    #[arg(long, value_name = "TIME", value_parser = instant::parse)]
    from: Option<Duration>,
    /// Every identifier must say an earlier time
    #[arg(long, value_name = "TIME", value_parser = instant::parse)]
    to: Option<Duration>,
    /// Every identifier must say a time so near to this machine's clock when it is read
    #[arg(long, value_name = "TIME", value_parser = instant::parse_duration)]
    live: Option<Duration>,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// What has been seen.
struct Watch<'a> {
    check: &'a Check,
    record: &'a Record,
    form: usize,
    lines: u64,
    ids: u64,
    invalid: u64,
    /// Identifiers that are not greater than the one before.
    descents: u64,
    /// Of them, those equal to the one before.
    repeated: u64,
    /// Identifiers whose time is before that of the one before, and the most by which.
    back: u64,
    furthest: Duration,
    /// Identifiers whose time is not where it may be.
    misplaced: u64,
    first: Option<u128>,
    last: Option<u128>,
    seen: Option<Seen>,
    balance: Option<Balance>,
}

/// One thing that was checked.
struct Finding {
    name: &'static str,
    holds: bool,
    says: String,
}

impl Check {
    pub(crate) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        let selected = self.flavour.formats(Some(&self.format))?;
        let [record] = &selected.records[..] else {
            let names = selected.records.iter().filter_map(|record| record.format.flavour());
            let names: Vec<_> = names.collect();
            return Err(Failure::Usage(format!("say which with --flavour: {}", names.join(", "))));
        };
        let form = match &self.form {
            None => record.format.canonical(),
            Some(name) => {
                let place = record.format.forms().iter().position(|form| form == name);
                place.ok_or_else(|| Failure::Usage(format!("no form is named '{name}'")))?
            }
        };
        if record.format.ticks().is_none()
            && (self.from.is_some() || self.to.is_some() || self.live.is_some())
        {
            return Err(Failure::Usage(format!("{} has no time inside", record.title())));
        }
        let mut watch = Watch::new(self, record, form);
        let bar = progress::items("lines");
        out.progress(&bar);
        let result = input::each(&[], out, |out, line| {
            // A look at the clock, which costs more than most lines.
            if watch.lines.is_multiple_of(256) || self.live.is_some() {
                bar.set_position(watch.lines);
            }
            watch.line(out, line)
        });
        bar.finish_and_clear();
        result?;
        watch.report(out)
    }
}

impl<'a> Watch<'a> {
    fn new(check: &'a Check, record: &'a Record, form: usize) -> Self {
        // Those of one tick that ascend share their upper random bits: no bit is fair in them.
        let fair = check.unordered || record.format.ticks().is_none();
        let random = record.format.random().filter(|_| fair);
        let seen = check.unordered.then(|| Seen::new(check.memory));
        Self {
            check,
            record,
            form,
            lines: 0,
            ids: 0,
            invalid: 0,
            descents: 0,
            repeated: 0,
            back: 0,
            furthest: Duration::ZERO,
            misplaced: 0,
            first: None,
            last: None,
            seen,
            balance: random.map(Balance::new),
        }
    }

    fn line(&mut self, out: &mut Output, line: Line<'_>) -> Result<(), Failure> {
        self.lines += 1;
        let read = match line {
            Line::Text(text) => {
                self.record.read(self.form, text).map_err(|error| error.to_string())
            }
            Line::TooLong(_) => Err("longer than any identifier".to_owned()),
        };
        match read {
            Ok(bits) => {
                self.id(bits);
                Ok(())
            }
            Err(why) => {
                self.invalid += 1;
                if self.invalid > SHOWN {
                    return Ok(());
                }
                let place = self.lines;
                out.complain(|page| {
                    page.styled(BAD, "error");
                    page.text(format!(": line {place}: {why}\n"));
                })
            }
        }
    }

    fn id(&mut self, bits: u128) {
        self.ids += 1;
        self.first.get_or_insert(bits);
        if let Some(seen) = &mut self.seen {
            seen.add(bits);
        }
        if let Some(balance) = &mut self.balance {
            balance.add(bits);
        }
        let time = self.record.format.time(bits);
        if let Some(last) = self.last.replace(bits)
            && bits <= last
        {
            self.descents += 1;
            self.repeated += u64::from(bits == last);
            if let Some((time, last)) = time.zip(self.record.format.time(last))
                && time < last
            {
                self.back += 1;
                self.furthest = self.furthest.max(last.saturating_sub(time));
            }
        }
        if let Some(time) = time {
            let check = self.check;
            let outside = check.from.is_some_and(|from| time < from)
                || check.to.is_some_and(|to| time >= to)
                || check.live.is_some_and(|most| {
                    SystemClock.now().is_ok_and(|now| now.abs_diff(time) > most)
                });
            self.misplaced += u64::from(outside);
        }
    }

    fn findings(&self) -> Vec<Finding> {
        let mut findings = vec![Finding {
            name: "shape",
            holds: self.invalid == 0,
            says: format!("{} of {} lines are no identifiers", self.invalid, self.lines),
        }];
        match &self.seen {
            None => {
                findings.push(Finding {
                    name: "order",
                    holds: self.descents == 0,
                    says: format!("{} are not greater than the one before", self.descents),
                });
                findings.push(Finding {
                    name: "duplicates",
                    holds: self.repeated == 0,
                    says: if self.descents > self.repeated {
                        format!(
                            "{} are the one before; of others nothing is known (--unordered)",
                            self.repeated
                        )
                    } else {
                        format!("{} occur twice, exactly", self.repeated)
                    },
                });
            }
            Some(seen) => findings.push(Finding {
                name: "duplicates",
                holds: seen.duplicates() == 0,
                says: seen.says(),
            }),
        }
        if self.record.format.ticks().is_some() {
            let back = if self.back == 0 {
                "never goes back".to_owned()
            } else {
                format!("goes back {} times, by {:?} at most", self.back, self.furthest)
            };
            findings.push(Finding {
                name: "clock",
                holds: self.misplaced == 0,
                says: format!("{} are not in their time; it {back}", self.misplaced),
            });
        }
        if let Some(balance) = &self.balance {
            findings.push(Finding {
                name: "balance",
                holds: balance.holds(),
                says: balance.says(),
            });
        }
        findings
    }

    fn report(&self, out: &mut Output) -> Result<Status, Failure> {
        let findings = self.findings();
        let holds = findings.iter().all(|finding| finding.holds);
        if self.check.json {
            self.write(out, &findings);
        } else {
            self.show(out, &findings);
        }
        out.end()?;
        Ok(match (self.invalid, holds) {
            (_, true) => Status::Done,
            // What cannot be read comes before what is read and wrong, unless both are there.
            (1.., false) if findings.iter().skip(1).all(|finding| finding.holds) => Status::Invalid,
            (_, false) => Status::Unverified,
        })
    }

    fn show(&self, out: &mut Output, findings: &[Finding]) {
        let page = out.page();
        page.styled(BOLD, format!("{} identifiers of {}\n", self.ids, self.record.title()));
        for finding in findings {
            let mark = if finding.holds { "ok" } else { "FAILED" };
            let line = format!("{:<11}{mark:<7} {}\n", finding.name, finding.says);
            if finding.holds { page.text(line) } else { page.styled(BAD, line) }
        }
    }

    fn write(&self, out: &mut Output, findings: &[Finding]) {
        let mut bytes = Vec::new();
        let text = |bits: Option<u128>| bits.map(|bits| self.record.text(bits));
        bytes.push(b'{');
        json::member(&mut bytes, "format", self.record.format.name().as_bytes());
        if let Some(flavour) = self.record.format.flavour() {
            json::member(&mut bytes, "flavour", flavour.as_bytes());
        }
        json::member(&mut bytes, "ids", self.ids.to_string().as_bytes());
        json::member(&mut bytes, "invalid", self.invalid.to_string().as_bytes());
        for (name, text) in [("first", text(self.first)), ("last", text(self.last))] {
            if let Some(text) = text {
                json::member(&mut bytes, name, &text);
            }
        }
        json::key(&mut bytes, "checks");
        bytes.push(b'[');
        for (index, finding) in findings.iter().enumerate() {
            bytes.extend_from_slice(if index > 0 { b",{" } else { b"{" });
            json::member(&mut bytes, "check", finding.name.as_bytes());
            json::key(&mut bytes, "holds");
            bytes.extend_from_slice(finding.holds.to_string().as_bytes());
            json::member(&mut bytes, "says", finding.says.as_bytes());
            bytes.push(b'}');
        }
        bytes.extend_from_slice(b"]}\n");
        out.bytes().extend_from_slice(&bytes);
    }
}
