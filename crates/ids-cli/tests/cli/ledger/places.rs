//! Files whose names systems treat in ways of their own.

use super::{
    append::{EVENT, append, verified},
    files::Folder,
};
use crate::run::with_input;

/// Spaces, letters of any script, more characters than Windows once allowed, and the names that Windows
/// and others write with `\` or `/`.
fn names(folder: &Folder) -> Vec<String> {
    let long = ["d"; 3].map(|letter| letter.repeat(100)).join("/");
    let mut names = Vec::new();
    for place in ["a b", "\u{e9}\u{1f3be}\u{4e8b}", &long] {
        std::fs::create_dir_all(folder.file(place)).unwrap();
        names.push(folder.file(&format!("{place}/le dger \u{df}.ndjson")));
        let absolute = std::path::absolute(folder.file(&format!("{place}/ledger"))).unwrap();
        names.push(absolute.into_os_string().into_string().unwrap());
    }
    names
}

/// Databases, as the argument names them: on Windows with a drive and its colon; and files with such names.
#[test]
fn names_of_any_kind() {
    let folder = Folder::new("ledger");
    for file in names(&folder) {
        let store = format!("sqlite:{file}.db");
        with_input(&["ledger", "create", &store, "--name", "a"], b"").ok();
        append(&store, &[], EVENT).ok();
        verified(&store, 2);
        let copy = format!("{file}.copy");
        with_input(&["ledger", "export", &store, &copy], b"").ok().prints("2 events in ");
        verified(&copy, 2);
        with_input(&["ledger", "import", &format!("{store}.2?ledger=a"), &copy], b"").ok();
        verified(&format!("{store}.2"), 2);
        // The file goes on, with what stands beside it.
        let torn = [std::fs::read(&copy).unwrap(), b"{".into()].concat();
        std::fs::write(&copy, torn).unwrap();
        append(&copy, &["--repair"], EVENT).code(0).says("cut off 1 byte, kept in ");
        verified(&copy, 3);
    }
}

/// `NUL` and `CON` are devices in every folder of Windows: no ledger is in them, and none is lost in them.
#[test]
#[cfg(windows)]
fn names_of_devices() {
    for name in ["NUL", "nul", "CON"] {
        with_input(&["ledger", "create", name, "--name", "a"], b"")
            .code(1)
            .says("this is a device");
        append(name, &[], EVENT).code(1).says("is no regular file: nothing can be appended");
        // Nothing is in NUL, and nothing was typed on a console that is absent.
        for verb in ["verify", "show", "stats", "id"] {
            let run = with_input(&["ledger", verb, name], b"");
            assert!(run.code == 1 || run.code == 4, "{name} {verb}: {}{}", run.out, run.err);
        }
    }
}
