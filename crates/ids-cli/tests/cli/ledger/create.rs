//! `ids ledger create`.

use super::files::Folder;
use crate::run::{ids, with_input};

#[test]
fn refusals_leave_no_file() {
    let folder = Folder::new("ledger");
    let file = folder.file("ledger");
    for event in ["", "{}", r#"{"event":"e","entities":{},"meta":{}}"#, "7"] {
        let run = with_input(&["ledger", "create", &file, "--event", event], b"").code(1);
        assert!(run.err.starts_with("error: the first event: "), "{}", run.err);
    }
    for arguments in ["", "--name a --event {}", "--name a --at 1969-01-01"] {
        ids(&format!("ledger create {file} {arguments}")).code(2);
    }
    // The last instant that events can say is in the year 9999.
    ids(&format!("ledger create {file} --name a --at 253402300800s --allow-future")).code(1);
    assert_eq!(folder.names(), [""; 0]);
    let missing = folder.file("missing/ledger");
    let run = ids(&format!("ledger create {missing} --name a")).code(1);
    assert!(run.err.starts_with("error: cannot create "), "{}", run.err);
}

/// In a folder that can be written and not read nothing can be made to last.
#[test]
#[cfg(unix)]
fn a_folder_that_cannot_be_synced() {
    use crate::run::{Run, command};
    use std::{
        fs::{Permissions, metadata, set_permissions},
        os::unix::{
            fs::{MetadataExt, PermissionsExt},
            process::CommandExt,
        },
    };
    let folder = Folder::new("ledger");
    let path = folder.file("");
    let allow = |mode| set_permissions(&path, Permissions::from_mode(mode)).unwrap();
    let file = folder.file("ledger");
    let mut command = command(&["ledger", "create", &file, "--name", "a"]);
    allow(0o333);
    // Root may do everything, so it becomes another user, if that user may run the command.
    if metadata(&path).unwrap().uid() == 0 {
        command.uid(65_534).gid(65_534);
    }
    let Ok(output) = command.output() else { return allow(0o755) };
    allow(0o755);
    let run = Run::from(output).code(1);
    assert!(run.err.starts_with("error: cannot create "), "{}", run.err);
    assert_eq!(folder.names(), [""; 0]);
}
