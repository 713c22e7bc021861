//! The options that every verb has, and the verbs.

use clap::{ColorChoice, Command, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

use super::examples::{
    CHECK, CODES, COMPLETIONS, CONFORM, CONVERT, INFO, INSPECT, LEDGER, MAN, NEW, RANGE, RESPOND,
};
use crate::{
    show::{names, output::Output},
    status::{Failure, Status},
    verbs::{
        check::Check, conform::Conform, convert::Convert, info::Info, inspect::Inspect,
        ledger::Ledger, new::New, range::Range, respond::Respond,
    },
};

/// Makes, explains, converts and bounds identifiers
#[derive(Debug, Parser)]
#[command(name = "ids", version, after_help = CODES, max_term_width = 100)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) verb: Verb,
    /// When to use colours; `NO_COLOR` in the environment means never, unless you say always
    #[arg(long, value_name = "WHEN", default_value = "auto", global = true)]
    pub(super) color: ColorChoice,
}

#[derive(Debug, Subcommand)]
pub(super) enum Verb {
    /// Make identifiers
    #[command(after_help = NEW)]
    New(New),
    /// Explain identifiers: fields, time, forms, bits
    #[command(after_help = INSPECT)]
    Inspect(Inspect),
    /// Change identifiers from one text form of their format to another
    #[command(after_help = CONVERT)]
    Convert(Convert),
    /// Give the identifiers that bound a span of time
    #[command(after_help = RANGE)]
    Range(Range),
    /// Say what a format is: layout, epoch, unit, capacity, last date
    #[command(after_help = INFO)]
    Info(Info),
    /// Verify, create, extend and read ledgers of Evently events
    #[command(after_help = LEDGER)]
    Ledger(Ledger),
    /// Watch a stream of identifiers: shape, order, duplicates, clock, balance
    #[command(after_help = CHECK)]
    Check(Check),
    /// Hold a program, in any language, against the vectors of the formats
    #[command(after_help = CONFORM)]
    Conform(Conform),
    /// Answer the questions of `ids conform`, as the reference
    #[command(after_help = RESPOND)]
    Respond(Respond),
    /// Write the completions for a shell
    #[command(after_help = COMPLETIONS)]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write the manual page of `ids`, or of one of its verbs
    #[command(after_help = MAN)]
    Man {
        /// The verb, and what follows it: ledger verify
        #[arg(value_name = "VERB")]
        verbs: Vec<String>,
    },
}

/// The command without the verbs `help`, which have no pages.
fn without_help(command: Command) -> Command {
    command.disable_help_subcommand(true).mut_subcommands(without_help)
}

impl Verb {
    pub(super) fn run(self, out: &mut Output) -> Result<Status, Failure> {
        match self {
            Self::New(new) => new.run(out),
            Self::Inspect(inspect) => inspect.run(out),
            Self::Convert(mut convert) => convert.run(out),
            Self::Range(range) => range.run(out),
            Self::Info(info) => info.run(out),
            Self::Ledger(ledger) => ledger.run(out),
            Self::Check(check) => check.run(out.regardless()),
            Self::Conform(conform) => conform.run(out.regardless()),
            Self::Respond(respond) => respond.run(out),
            Self::Completions { shell } => {
                clap_complete::generate(shell, &mut Cli::command(), "ids", out.bytes());
                Ok(Status::Done)
            }
            Self::Man { verbs } => {
                let mut command = without_help(Cli::command());
                command.build();
                let mut page = &command;
                for verb in &verbs {
                    page = page.find_subcommand(verb).ok_or_else(|| {
                        let known = page.get_subcommands().map(Command::get_name);
                        names::refused("verb", verb, &known.collect::<Vec<_>>())
                    })?;
                }
                clap_mangen::Man::new(page.clone()).render(out.bytes()).map_err(Failure::Write)?;
                Ok(Status::Done)
            }
        }
    }
}
