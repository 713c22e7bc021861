//! Help, completions and manual pages.

use std::{fs, path::Path};

use ids_testkit::Folder;

use crate::run::{Run, command, ids};

/// The verbs, as the help lists them.
fn verbs() -> Vec<String> {
    let help = ids("--help").ok().out;
    let commands = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let lines = commands.lines().filter(|line| line.starts_with("  "));
    let verbs = lines.filter_map(|line| line.split_whitespace().next());
    verbs.filter(|verb| *verb != "help").map(str::to_owned).collect()
}

/// The front page leaves no verb out.
#[test]
fn every_verb() {
    let table = include_str!("../../README.md").split("| verb |").nth(1).unwrap();
    let rows = table.split("\n\n").next().unwrap().lines().skip(2);
    let named: Vec<_> = rows
        .flat_map(|row| row.split('|').nth(1).unwrap().split('`').skip(1).step_by(2))
        .map(|name| name.split(' ').next().unwrap())
        .collect();
    assert_eq!(named, verbs());
}

#[test]
fn help_teaches() {
    let help = ids("--help").ok();
    assert!(help.out.contains("Exit codes") && help.out.contains("Examples"), "{}", help.out);
    for verb in verbs() {
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
    let folder = Folder::new("examples");
    folder.write("ids.txt", "0RdKJcxqVBiAiQr0\n");
    folder.write("messages.csv", "message_id\n175928847299117063\n");
    folder.write("messages.ndjson", "{\"author\":{\"id\":175928847299117063}}\n");
    folder.write("app.log", "INFO user=175928847299117063 took 12 ms\n");
    let pages = ["", "new", "inspect", "convert", "range", "info"];
    examples(&pages, folder.path(), |line| !line.contains("--store"));
}

/// Runs those examples of these pages that need nothing but this folder.
pub(crate) fn examples(pages: &[&str], folder: &Path, is_run: impl Fn(&str) -> bool) {
    for page in pages {
        let help = ids(&format!("{page} --help")).ok().out.replace("\\\n", "");
        let lines = help.lines().filter_map(|line| line.strip_prefix("  ids "));
        let mut found = 0;
        for line in lines.filter(|line| !line.contains(['<', '|', '>']) && is_run(line)) {
            let mut command = command(&line.split_whitespace().collect::<Vec<_>>());
            // Without --yes it only says what it would do.
            let code = if line.contains("raise ") && !line.contains("--yes") { 2 } else { 0 };
            Run::from(command.current_dir(folder).output().unwrap()).code(code);
            found += 1;
        }
        assert!(found > 0, "{page}");
    }
}

/// An optimised build names its commit.
#[test]
fn version() {
    let out = ids("--version").ok().out;
    let commit = out.strip_prefix(concat!("ids ", env!("CARGO_PKG_VERSION"))).unwrap().trim_end();
    if !commit.is_empty() {
        let digits = commit.strip_prefix(" (").unwrap().strip_suffix(')').unwrap();
        assert_eq!(digits.len(), 12, "{out}");
        assert!(digits.bytes().all(|digit| digit.is_ascii_hexdigit()), "{out}");
    }
    assert_eq!(ids("-V").ok().out, out);
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

/// What goes to the end of its own input would never end.
#[test]
fn output_into_the_input() {
    let folder = Folder::new("appended");
    let path = folder.file("ids.txt");
    let append = || fs::OpenOptions::new().append(true).open(&path).unwrap();
    for (before, file, code) in [("1\n", &*path, 1), ("1\n", "-", 1), ("", &*path, 0)] {
        fs::write(&path, before).unwrap();
        let convert = ["convert", "--flavour", "discord", "--to", "hex", "--column", "1", file];
        let mut convert = command(&convert);
        convert.stdin(fs::File::open(&path).unwrap()).stdout(append());
        let run = Run::from(convert.output().unwrap()).code(code);
        assert_eq!(run.err.contains("the output goes to the same file"), code == 1, "{}", run.err);
        assert_eq!(fs::read_to_string(&path).unwrap(), before);
    }
    // Empty, until what a file before it has given is written.
    let first = folder.file("first.txt");
    fs::write(&first, "1").unwrap();
    fs::write(&path, "").unwrap();
    let mut convert =
        command(&["convert", "--flavour", "discord", "--to", "decimal", &first, &path]);
    let run = Run::from(convert.stdout(append()).output().unwrap()).code(1);
    run.says("the output goes to the same file");
    assert_eq!(fs::read_to_string(&path).unwrap(), "1\n");
    // What is said of errors would be one, too.
    fs::write(&path, "bad\n").unwrap();
    let mut inspect = command(&["inspect", "--flavour", "discord", &path]);
    let run = Run::from(inspect.stderr(append()).output().unwrap()).code(1);
    assert_eq!(run.out, "");
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().count(), 2, "{text}");
    assert!(text.ends_with(": the output goes to the same file\n"), "{text}");
    // The id of an event is no record.
    fs::remove_file(&path).unwrap();
    ids(&format!("ledger create {path} --name a")).ok();
    let before = fs::read(&path).unwrap();
    let event = r#"{"event":"a","entities":{},"meta":{},"data":1}"#;
    fs::write(&first, event).unwrap();
    let store = format!("sqlite:{}", folder.file("ids.db"));
    for verb in [&["append", &*path][..], &["import", &*store, &*path], &["diff", &*path, &*path]] {
        let mut onto = command(&[&["ledger"][..], verb].concat());
        onto.stdin(fs::File::open(&first).unwrap()).stdout(append());
        Run::from(onto.output().unwrap()).code(1).says("the output goes to the same file");
        assert_eq!(fs::read(&path).unwrap(), before);
    }
}

/// Every page that a page names is there.
#[test]
fn manual() {
    let mut pages = vec![String::from("ids")];
    let version = ids("--version").ok().out;
    let version = version.trim_end();
    let mut seen = 0;
    while let Some(page) = pages.pop() {
        let words = page.replace('-', " ").replace("self test", "self-test");
        let words = words.strip_prefix("ids").unwrap();
        let text = ids(&format!("man{words}")).ok().out;
        let title = format!(".TH {page} 1  \"{version}\"");
        assert!(text.contains(&title) && text.contains(".SH SYNOPSIS"), "{page}");
        // A longer line would be broken again where `--help` shows it.
        let extra = text.split(".SH EXTRA\n").nth(1).unwrap_or_default();
        for line in extra.replace("\\-", "-").replace("\\*(Aq", "'").lines() {
            assert!(line.chars().count() <= 100, "{page}: {line}");
        }
        let names = text.lines().filter_map(|line| line.strip_suffix("(1)"));
        pages.extend(names.map(|name| name.replace("\\-", "-")));
        seen += 1;
    }
    assert!(seen > verbs().len() + 6 + 6, "{seen}");
    assert!(ids("man ledger verify").ok().out.contains("keep\\-going"));
    ids("man ledger frobnicate").code(2);
    // Into a folder go the same pages.
    let outer = Folder::new("manual");
    let folder = outer.path().join("pages");
    let all = ["man", "--all", folder.to_str().unwrap()];
    Run::from(command(&all).output().unwrap()).code(1);
    fs::create_dir_all(&folder).unwrap();
    Run::from(command(&all).output().unwrap()).ok();
    assert_eq!(fs::read_dir(&folder).unwrap().count(), seen);
    let page = folder.join("ids-ledger-verify.1");
    let text = ids("man ledger verify").ok().out;
    assert_eq!(fs::read_to_string(&page).unwrap(), text);
    // A page that is there is replaced. Through a link nothing is written.
    fs::write(&page, "another").unwrap();
    let elsewhere = folder.with_extension("elsewhere");
    fs::write(&elsewhere, "not a page").unwrap();
    #[cfg(unix)]
    {
        let link = folder.join("ids.1");
        fs::remove_file(&link).unwrap();
        std::os::unix::fs::symlink(&elsewhere, &link).unwrap();
    }
    Run::from(command(&all).output().unwrap()).ok();
    assert_eq!(fs::read_to_string(&page).unwrap(), text);
    assert_eq!(fs::read_to_string(&elsewhere).unwrap(), "not a page");
    assert!(folder.join("ids.1").symlink_metadata().unwrap().is_file());
    assert_eq!(fs::read_dir(&folder).unwrap().count(), seen);
}
