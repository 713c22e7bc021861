//! Arguments that name files.

use ids_testkit::Folder;

use crate::run::{Run, command, piped};

const ID: &str = "175928847299117063";

/// Each verb that reads identifiers takes a file where it takes an identifier.
#[test]
fn a_file_is_read() {
    let folder = Folder::new("files");
    let lines = folder.write("ids.txt", format!("{ID}\n{ID}\n"));
    let table = folder.write("t.csv", format!("a,{ID}\n"));
    for (verb, count) in [
        ("inspect --flavour discord --json", 2),
        ("inspect --json --now 2026-01-01", 2),
        ("convert --flavour discord --to hex", 2),
        ("convert --flavour discord --to hex 1 -", 4),
        ("check snowflake --flavour discord --unordered --json", 1),
        ("infer --json", 1),
    ] {
        let run = piped(&format!("{verb} {lines}"), format!("{ID}\n").as_bytes());
        assert_eq!(run.lines().len(), count, "{verb}: {}{}", run.out, run.err);
    }
    for verb in [
        "inspect --flavour discord --column 2",
        "inspect --column 2 --now 2026-01-01",
        "convert --flavour discord --to hex --column 2",
        "check snowflake --flavour discord --column 2",
    ] {
        piped(&format!("{verb} {table}"), b"").ok();
    }
    piped(&format!("check snowflake --flavour discord {lines}"), b"").code(4).prints("ids.txt:2");
}

/// What a format reads is an identifier, whatever files there are; `./` says that a file is meant. What
/// is neither is told as before.
#[test]
fn identifiers_come_first() {
    let folder = Folder::new("files");
    folder.write(ID, "1\n2\n3\n");
    folder.write("created_at", format!("{ID}\n"));
    let within = |arguments: &str| {
        let arguments: Vec<_> = arguments.split(' ').collect();
        Run::from(command(&arguments).current_dir(folder.path()).output().unwrap())
    };
    for (arguments, wanted) in [
        (format!("convert --flavour discord --to hex {ID}"), "271065ac1020007\n"),
        (format!("convert --flavour discord --to hex ./{ID}"), "1\n2\n3\n"),
        ("convert --flavour discord --to hex created_at".to_owned(), "271065ac1020007\n"),
        (
            "convert --flavour discord --to hex --form shortcode created_at".to_owned(),
            "72b79ab5e77f6ad\n",
        ),
        // A table is never an identifier.
        (format!("convert --flavour discord --to hex --column 1 {ID}"), "1\n2\n3\n"),
    ] {
        assert_eq!(within(&arguments).ok().out, wanted, "{arguments}");
    }
    assert!(
        within("check snowflake --flavour discord 1 2 3").ok().out.starts_with("3 identifiers")
    );
    for (arguments, says) in [
        ("inspect nothing.csv", "no format reads this"),
        ("convert --flavour discord --to hex nothing.csv", "'.' at index 7 is no digit"),
        ("inspect --column 1 nothing.csv", "cannot read nothing.csv: "),
        ("check flax nothing.csv", "cannot read nothing.csv: "),
        ("check flax nothing", "line 1: 7 bytes, but this form has 16"),
        (
            "check discord \"175928847299117063\"",
            "but read as 175928847299117063: quotes around it",
        ),
        ("check flax ..", "cannot read ..: "),
        ("check flax --column 1 nothing.csv", "cannot read nothing.csv: "),
        ("infer nothing.csv", "cannot read nothing.csv: "),
        // A folder is no file.
        ("inspect ..", "no format reads this"),
    ] {
        within(arguments).code(1).says(says);
    }
    within("check discord 1.75928847299117E+17")
        .code(4)
        .says("line 1: a spreadsheet or a float wrote this: 3 digits are lost");
    // Where in several tables it stands.
    folder.write("t.csv", "1\n?\n");
    within("convert --flavour discord --to hex --column 1 t.csv")
        .code(1)
        .says("t.csv: record 2: as decimal");
    within("infer --column 2 t.csv").code(1).says("record 2 has only 1 column");
    within("check snowflake --flavour discord --column 2 t.csv")
        .code(1)
        .says("t.csv: record 2: it has only 1 column");
}
