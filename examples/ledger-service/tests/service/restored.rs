//! An older copy in the place of an SQLite file that the service has open.

use std::{fs, path::Path};

use evently_ledger::sqlite::SqliteStore;
use serde_json::json;

use crate::{
    answers::{GENESIS, event, ids},
    program::Program,
};

const EVENTS: &str = "/ledgers/restored/events";

/// The file with this at the end of its name.
fn beside(path: &Path, end: &str) -> String {
    format!("{}{end}", path.display())
}

/// A copy of a file to which no process writes now.
fn copy(path: &Path) -> String {
    let copy = beside(path, ".copy");
    fs::copy(path, &copy).expect("a copy");
    fs::copy(beside(path, "-wal"), format!("{copy}-wal")).expect("a copy");
    // Its journal comes into the file.
    drop(SqliteStore::open(&copy, "restored").expect("a copy"));
    copy
}

/// The client that appends is told once. The others read the new file, and followers come again.
pub(crate) fn goes_on(program: &Program, path: &Path) {
    let append = |seat: &str| {
        let body = format!(r#"{{"events":[{{"event":{}}}]}}"#, event(seat, "1"));
        program.send("POST", EVENTS, &body)
    };
    let page = || {
        let (status, page) = program.get(EVENTS);
        assert_eq!(status, 200, "{page}");
        let events = page["events"].as_array().expect("events");
        let ids = events.iter().map(|event| event["eventId"].as_str().expect("an id").to_owned());
        ids.collect::<Vec<_>>()
    };
    let (status, created) = program.send("PUT", "/ledgers/restored", GENESIS);
    assert_eq!(status, 201, "{created}");
    let first = created["id"].as_str().expect("an id");
    let kept = ids(append("1")).remove(0);
    let copy = copy(path);
    let lost = ids(append("2")).remove(0);
    let mut stream = program.stream("/ledgers/restored/follow", Some(&kept));
    assert_eq!(stream.next().as_ref(), Some(&lost));
    // Its connection is kept for the next page.
    assert_eq!(page(), [first, &kept, &lost]);

    for end in ["-wal", "-shm"] {
        fs::remove_file(beside(path, end)).expect("no journal");
    }
    fs::rename(copy, path).expect("the copy");
    // Nothing comes any more, and it does not wait for ever.
    assert_eq!(stream.next(), None);
    assert_eq!(page(), [first, &kept]);
    let (status, told) = append("3");
    assert_eq!((status, &told["kind"]), (503, &json!("replaced")), "{told}");
    let next = ids(append("3")).remove(0);
    assert_eq!(page(), [first, &kept, &next]);
    assert_eq!(program.follow("/ledgers/restored/follow", Some(&kept), 1), [&*next]);
    let verdict = json!({ "valid": true, "events": 3, "head": next });
    assert_eq!(program.get("/ledgers/restored/verify"), (200, verdict));
}
