//! Where and when something was measured.

use std::{fs, path::Path, process::Command, thread};

use ids_core::{Clock, SystemClock};

use crate::{
    facts::date,
    part::{Error, Scale},
};

/// What `program` prints, on one line and without commas.
fn said(program: &str, arguments: &[&str]) -> String {
    let output =
        Command::new(program).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    text.unwrap_or_default().replace([',', '\n'], " ")
}

fn file(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

pub fn save(path: &Path, scale: Scale) -> Result<(), Error> {
    let cpu = file("/proc/cpuinfo");
    let model = cpu.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or("unknown");
    let memory = file("/proc/meminfo");
    let memory: f64 =
        memory.split_ascii_whitespace().nth(1).and_then(|kib| kib.parse().ok()).unwrap_or_default();
    let changed = said("git", &["status", "--porcelain", "--", "../crates", "src"]);
    let commit = said("git", &["rev-parse", "--short=12", "HEAD"]);
    let facts = [
        ("processor", model.trim_matches([' ', '\t', ':']).replace(',', " ")),
        ("cores", thread::available_parallelism()?.to_string()),
        ("memory", format!("{:.0} GiB", memory / 1_048_576.0)),
        ("kernel", said("uname", &["-sr"])),
        ("load at the end", file("/proc/loadavg").chars().take_while(|c| *c != ' ').collect()),
        ("compiler", said("rustc", &["--version"])),
        ("date", date(SystemClock.now()?)),
        ("commit", format!("{commit}{}", if changed.is_empty() { "" } else { " with changes" })),
        ("scale", format!("{scale:?}").to_lowercase()),
    ];
    let mut text = String::from("what,value\n");
    for (what, value) in facts {
        text += &format!("{what},{value}\n");
    }
    Ok(fs::write(path, text)?)
}
