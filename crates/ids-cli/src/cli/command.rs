//! The options that every verb has, and the verbs.

use std::path::{Path, PathBuf};

use clap::{ColorChoice, Command, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::{
    Failure, Output, Status,
    show::{names, new_file::NewFile},
    verbs,
};

/// Makes, explains, converts and checks identifiers
#[derive(Debug, Parser)]
#[command(name = "ids", version = env!("IDS_VERSION"), max_term_width = 100)]
#[command(after_help = "\
Examples:
  ids new flax --explain
  ids inspect 0RdKJcxqVBiAiQr0
  ids inspect --flavour discord 175928847299117063
  ids 0RdKJcxqVBiAiQr0

Identifiers are arguments of the verb, or lines of files or of standard input. Without a verb they
are inspected. Where a FORMAT is wanted, the name of a flavour is enough: ids check discord.

Exit codes: 0 success; 1 some input is invalid, or the request cannot be met; 2 wrong usage;
3 ambiguous input under --strict; 4 a verification failed. If several apply, the highest.")]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) verb: Verb,
    /// When to use colours. The environment variable `NO_COLOR` turns `auto` into `never`
    #[arg(long, value_name = "WHEN", default_value = "auto", global = true, display_order = 900)]
    pub(super) color: ColorChoice,
}

#[derive(Debug, Subcommand)]
pub(super) enum Verb {
    New(verbs::new::New),
    Inspect(verbs::inspect::Inspect),
    Infer(verbs::infer::Infer),
    Convert(verbs::convert::Convert),
    Range(verbs::range::Range),
    Sql(verbs::sql::Sql),
    Info(verbs::info::Info),
    #[command(subcommand)]
    Ledger(verbs::ledger::Ledger),
    Page(verbs::page::Page),
    Check(verbs::check::Check),
    #[command(subcommand)]
    Reserve(verbs::reserve::Reserve),
    Conform(verbs::conform::Conform),
    Respond(verbs::respond::Respond),
    SelfTest(verbs::conform::SelfTest),
    /// Print the completions for a shell
    #[command(after_help = "\
Examples:
  ids completions bash > ~/.local/share/bash-completion/completions/ids
  ids completions zsh > \"${fpath[1]}/_ids\"
  ids completions fish > ~/.config/fish/completions/ids.fish")]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page of `ids`, or of one verb
    #[command(after_help = "\
Examples:
  ids man | man -l -
  ids man inspect > ids-inspect.1
  ids man ledger verify > ids-ledger-verify.1
  ids man --all ~/.local/share/man/man1")]
    Man {
        /// The verb, such as `inspect` or `ledger verify`
        #[arg(value_name = "VERB")]
        verbs: Vec<String>,
        /// Write all pages into this folder instead, each in a file such as `ids-inspect.1`
        #[arg(long, value_name = "DIR", conflicts_with = "verbs")]
        all: Option<PathBuf>,
    },
}

/// The command without the verbs `help`, which have no pages.
fn without_help(command: Command) -> Command {
    command.disable_help_subcommand(true).mut_subcommands(without_help)
}

/// The page of this command. A verb has no version of its own, so its page names that of `ids`.
fn manual(command: &Command) -> Man {
    Man::new(command.clone()).source(concat!("ids ", env!("IDS_VERSION")))
}

/// Writes the page of this command and those of its verbs.
fn write_pages(command: &Command, folder: &Path) -> Result<(), Failure> {
    for verb in command.get_subcommands().filter(|verb| !verb.is_hide_set()) {
        write_pages(verb, folder)?;
    }
    let (page, mut text) = (manual(command), Vec::new());
    page.render(&mut text).map_err(Failure::Write)?;
    NewFile::replace(&folder.join(page.get_filename()), &text)
}

impl Verb {
    pub(super) fn run(self, out: &mut Output) -> Result<Status, Failure> {
        match self {
            Self::New(new) => new.run(out),
            Self::Inspect(inspect) => inspect.run(out),
            Self::Infer(infer) => infer.run(out),
            Self::Convert(mut convert) => convert.run(out),
            Self::Range(range) => range.run(out),
            Self::Sql(sql) => sql.run(out),
            Self::Info(info) => info.run(out),
            Self::Ledger(ledger) => ledger.run(out),
            Self::Page(page) => page.run(out),
            Self::Check(mut check) => check.run(out.regardless()),
            Self::Reserve(reserve) => reserve.run(out),
            Self::Conform(conform) => conform.run(out.regardless()),
            Self::Respond(respond) => respond.run(out),
            Self::SelfTest(test) => test.run(out.regardless()),
            Self::Completions { shell } => {
                clap_complete::generate(shell, &mut Cli::command(), "ids", out.bytes());
                Ok(Status::Done)
            }
            Self::Man { verbs, all } => {
                let mut command = without_help(Cli::command());
                command.build();
                if let Some(folder) = all {
                    return write_pages(&command, &folder).map(|()| Status::Done);
                }
                let mut page = &command;
                for verb in &verbs {
                    page = page.find_subcommand(verb).ok_or_else(|| {
                        let known = page.get_subcommands().map(Command::get_name);
                        names::refused("verb", verb, &known.collect::<Vec<_>>())
                    })?;
                }
                manual(page).render(out.bytes()).map_err(Failure::Write)?;
                Ok(Status::Done)
            }
        }
    }
}
