//! What `ids --version` prints, in `IDS_VERSION`: the version, and the commit where it is known.
//!
//! It is known from the variable `IDS_COMMIT`, from what cargo writes into a package, and in an optimised build
//! from git. A build during a change of the source belongs to no commit, and does not wait for one.

use std::{env, fs, path::Path, process::Command};

fn main() {
    println!("cargo::rerun-if-env-changed=IDS_COMMIT");
    println!("cargo::rerun-if-changed=build.rs");
    let folder = env::var("CARGO_MANIFEST_DIR").expect("cargo says where the package is");
    let folder = Path::new(&folder);
    let commit = named().or_else(|| packed(folder)).or_else(|| checked_out(folder));
    let version = env!("CARGO_PKG_VERSION");
    match commit {
        Some(commit) => println!("cargo::rustc-env=IDS_VERSION={version} ({commit})"),
        None => println!("cargo::rustc-env=IDS_VERSION={version}"),
    }
}

/// The commit that a packager names.
fn named() -> Option<String> {
    let name = env::var("IDS_COMMIT").ok().filter(|name| !name.is_empty())?;
    let commit = short(&name);
    assert!(commit.is_some(), "IDS_COMMIT is {name:?}: no commit's hash of at least 12 hex digits");
    commit
}

/// The commit that a package was made of.
fn packed(folder: &Path) -> Option<String> {
    let file = folder.join(".cargo_vcs_info.json");
    if file.exists() {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    let about = fs::read_to_string(file).ok()?;
    short(about.split("\"sha1\"").nth(1)?.split('"').nth(1)?)
}

/// The commit that is checked out, if the folder is that of this project's repository.
fn checked_out(folder: &Path) -> Option<String> {
    let root = folder.parent()?.parent()?;
    let own = folder.ends_with("crates/ids-cli") && root.join(".git").exists();
    if !own || env::var("PROFILE").ok()? != "release" {
        return None;
    }
    let git = |arguments: &[&str]| {
        let output = Command::new("git").arg("-C").arg(root).args(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    // It has a new line whenever another commit is checked out.
    let log = git(&["rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
    short(&git(&["rev-parse", "HEAD"])?)
}

/// The first 12 digits of a commit's hash.
fn short(hash: &str) -> Option<String> {
    let digits = hash.bytes().all(|digit| digit.is_ascii_hexdigit());
    hash.get(..12).filter(|_| digits).map(str::to_ascii_lowercase)
}
