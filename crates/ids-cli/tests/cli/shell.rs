//! Help, completions and manual pages.

use crate::run::ids;

const VERBS: [&str; 7] = ["new", "inspect", "convert", "range", "info", "completions", "man"];

#[test]
fn help_teaches() {
    let help = ids("--help").ok();
    assert!(help.out.contains("Exit codes") && help.out.contains("Examples"), "{}", help.out);
    for verb in VERBS {
        assert!(help.out.contains(verb), "{verb}");
        let help = ids(&format!("{verb} --help")).ok();
        assert!(help.out.contains("Examples:\n  ids "), "{verb}: {}", help.out);
    }
    for format in ["flax", "snowflake"] {
        assert!(ids(&format!("new {format} --help")).ok().out.contains("--max-wait"));
    }
}

/// The examples in the help are commands that work.
#[test]
fn examples_work() {
    for verb in ["", "new", "inspect", "convert", "range", "info"] {
        let help = ids(&format!("{verb} --help")).ok().out.replace("\\\n", "");
        let mut found = 0;
        for line in help.lines().filter(|line| line.starts_with("  ids ")) {
            let arguments = line.trim().trim_start_matches("ids ");
            if !arguments.contains(['<', '|', '>']) {
                ids(arguments).code(0);
                found += 1;
            }
        }
        assert!(found > 0, "{verb}");
    }
}

#[test]
fn version() {
    assert_eq!(ids("--version").ok().out, format!("ids {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = ids(&format!("completions {shell}")).ok();
        for word in ["inspect", "snowflake", "monotonic", "rolling-start"] {
            assert!(run.out.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn manual() {
    assert!(ids("man").ok().out.contains(".TH ids 1"));
    for verb in VERBS {
        assert!(ids(&format!("man {verb}")).ok().out.contains(".SH SYNOPSIS"), "{verb}");
    }
}
