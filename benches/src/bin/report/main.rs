//! Measures everything and writes the comparison: `report --out DIR`. `--help` says the rest.
#![expect(clippy::cast_precision_loss, reason = "figures for people")]
#![expect(clippy::cast_possible_truncation, reason = "counts that were chosen to fit")]
#![expect(clippy::cast_sign_loss, reason = "counts that are never negative")]

mod cap;
mod contended;
mod database;
mod facts;
mod growth;
mod headline;
mod machine;
mod part;
mod plot;
mod ratios;
mod render;
mod row;
mod speed;
mod table;
mod worker;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    time::Instant,
};

use part::{Error, Scale};

const HELP: &str = "\
Measures the formats and writes comparison.md, its plots and its figures.

usage: report [--out DIR] [--quick | --full] [--db postgres://..] [--only PART,..] [--speed WORD]
              [--ids PROGRAM]

--out    where comparison.md and the folder comparison/ are written; docs if it is not said
--quick  one or two minutes, to see that it works; else about ten; --full three quarters of an hour
--db     this server instead of one started for the purpose
--only   only these parts; the others keep the figures they have. The parts are
         speed, cross-check, contended, growth, sqlite, postgres, facts, upstream; `none` only writes
--speed  of the part speed, only what has this word in its `operation/format`, such as encode/flax.
         The other figures of that part are not kept: name a folder of its own by --out
--ids    the command to measure; else it is built

A part that fails is named at the end, and the others are written all the same.
";

struct Options {
    out: PathBuf,
    scale: Scale,
    only: Option<Vec<String>>,
    url: Option<String>,
    speed: String,
    ids: Option<PathBuf>,
}

const PARTS: [&str; 8] =
    ["speed", "cross-check", "contended", "growth", "sqlite", "postgres", "facts", "upstream"];

fn options() -> Result<Option<Options>, Error> {
    let mut options = Options {
        out: "docs".into(),
        scale: Scale::Standard,
        only: None,
        url: None,
        speed: String::new(),
        ids: None,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{argument} needs a value"));
        match argument.as_str() {
            "--out" => options.out = value()?.into(),
            "--quick" => options.scale = Scale::Quick,
            "--full" => options.scale = Scale::Full,
            "--speed" => options.speed = value()?,
            "--ids" => options.ids = Some(value()?.into()),
            "--only" => {
                let parts: Vec<String> = value()?.split(',').map(str::to_owned).collect();
                for part in &parts {
                    if !PARTS.contains(&part.as_str()) && part != "none" {
                        return Err(format!("no part is called {part}").into());
                    }
                }
                options.only = Some(parts);
            }
            "--db" => match value()? {
                url if url.starts_with("postgres") => options.url = Some(url),
                other => return Err(format!("{other} does not begin with postgres").into()),
            },
            "--help" => return Ok(None),
            other => return Err(format!("{other}? --help says what there is").into()),
        }
    }
    if !options.speed.is_empty() && !options.wants("speed") {
        return Err("--speed is of the part speed, which --only leaves out".into());
    }
    Ok(Some(options))
}

impl Options {
    fn wants(&self, part: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only.iter().any(|name| name == part))
    }

    /// Measures one part and writes its figures.
    fn measure(&self, part: &str, folder: &Path) -> Result<(), Error> {
        let scale = self.scale;
        let rows = match part {
            "speed" => speed::run(scale, &self.speed)?,
            "cross-check" => {
                headline::run(&folder.join("cross-check.csv"))?;
                return machine::save(&folder.join("cross-check-machine.csv"), scale);
            }
            "contended" => contended::run(scale)?,
            "growth" => growth::run(scale, &self.command()?)?,
            "sqlite" => database::sqlite(scale)?,
            "postgres" => database::postgres(scale, self.url.as_deref())?,
            "facts" => {
                let collations = database::collations(self.url.as_deref())?;
                return facts::save(&folder.join("collations.csv"), &collations);
            }
            "upstream" => return facts::upstream(&folder.join("upstream.csv")),
            other => return Err(format!("no part is called {other}").into()),
        };
        machine::save(&folder.join(format!("{part}-machine.csv")), scale)?;
        Ok(row::save(&folder.join(format!("{part}.csv")), &rows)?)
    }

    /// The command `ids`, built if it was not named.
    fn command(&self) -> Result<PathBuf, Error> {
        if let Some(ids) = &self.ids {
            return Ok(ids.clone());
        }
        eprintln!("  building ids");
        let (mut cargo, target) =
            cargo("build", concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml"));
        if !cargo.args(["-p", "ids-cli"]).status()?.success() {
            return Err("ids-cli does not build".into());
        }
        Ok(target.join("release/ids"))
    }
}

/// Cargo with a package, in release; and where it builds.
fn cargo(verb: &str, manifest: &str) -> (Command, PathBuf) {
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("target"), PathBuf::from);
    let mut cargo = Command::new("cargo");
    cargo.args([verb, "--quiet", "--release", "--manifest-path", manifest, "--target-dir"]);
    cargo.arg(&target);
    (cargo, target)
}

fn run() -> Result<Vec<String>, Error> {
    let Some(options) = options()? else {
        print!("{HELP}");
        return Ok(Vec::new());
    };
    let folder = options.out.join("comparison");
    fs::create_dir_all(&folder)?;
    let mut failed = Vec::new();
    let begun = Instant::now();
    for part in PARTS.into_iter().filter(|part| options.wants(part)) {
        eprintln!("{part} ({:.0} s so far)", begun.elapsed().as_secs_f64());
        // A part that panics has only spoilt its own figures.
        let result = std::panic::catch_unwind(|| options.measure(part, &folder));
        let message = match result {
            Ok(Ok(())) => continue,
            Ok(Err(error)) => error.to_string(),
            Err(_) => "panicked, as said above".to_owned(),
        };
        eprintln!("{part} FAILED: {message}");
        failed.push(format!("{part}: {message}"));
    }
    render::all(&options.out, &folder)?;
    eprintln!(
        "{} written, {:.0} s",
        options.out.join("comparison.md").display(),
        begun.elapsed().as_secs_f64()
    );
    Ok(failed)
}

fn main() -> ExitCode {
    // For the part that wants other programs beside it.
    if std::env::args().nth(1).as_deref() == Some("--busy") {
        contended::busy();
    }
    match run() {
        Ok(failed) if failed.is_empty() => ExitCode::SUCCESS,
        Ok(failed) => {
            eprintln!("failed: {}", failed.join("; "));
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("report: {error}");
            ExitCode::from(2)
        }
    }
}
