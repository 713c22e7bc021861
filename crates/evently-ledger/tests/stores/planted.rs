//! A checker in Python that does without the library, and faults that it has to find.

use std::{
    env,
    io::{ErrorKind, Write as _},
    path::Path,
    process::{Command, Stdio},
};

/// What `checker.py`, which does without this library, says of a ledger: whether it is whole, and why not.
/// `None`, after a word about it, where there is no Python.
pub(crate) fn python(arguments: &[&str], rows: &str) -> Option<Result<(), String>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stores/checker.py");
    let mut python = Command::new("python3");
    python.arg(script).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = match python.spawn() {
        Err(error)
            if error.kind() == ErrorKind::NotFound && env::var_os("IDS_SERVERS").is_none() =>
        {
            println!("left out: python3 is not installed");
            return None;
        }
        child => child.unwrap(),
    };
    // Where it has none to read, it may have ended.
    let _read = child.stdin.take().unwrap().write_all(rows.as_bytes());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    println!("{said}");
    match output.status.code() {
        Some(0) => Some(Ok(())),
        Some(4) => Some(Err(said)),
        code => panic!("{code:?}: {said}"),
    }
}

/// The checker in Python finds the ledger whole, and then each of these changes past the triggers. `#` is the
/// beginning of a name of a table; each is a change and its opposite.
pub(crate) fn find_what_is_planted(
    check: impl Fn() -> Option<Result<(), String>>,
    run: impl Fn(&str),
) {
    const LAST: &str = "WHERE id = (SELECT id FROM #event ORDER BY id DESC LIMIT 1)";
    let Some(whole) = check() else { return };
    whole.unwrap();
    let record = "UPDATE #event SET record = replace(record, 'Written', 'Wri tten')";
    for (change, back, wrong) in [
        (
            record,
            "UPDATE #event SET record = replace(record, 'Wri tten', 'Written')",
            "the id of its record",
        ),
        (
            "UPDATE #event SET append_key = append_key || 'x'",
            "UPDATE #event SET append_key = rtrim(append_key, 'x')",
            "the column of its key",
        ),
        (
            "UPDATE #entity SET key = key || 'x'",
            "UPDATE #entity SET key = rtrim(key, 'x')",
            "its entities",
        ),
    ] {
        run(&format!("{change} {LAST}"));
        let said = check().unwrap().unwrap_err();
        assert!(said.contains(wrong), "{change}: {said}");
        run(&format!("{back} {LAST}"));
        check().unwrap().unwrap();
    }
}
