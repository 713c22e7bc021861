//! Passwords are shown nowhere.

use crate::{outside::PLACES, run::with_input};

/// A file in the place of a folder, of which the system says more.
#[test]
fn no_folder_shows_a_password() {
    let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/password=s3cret");
    std::fs::write(file, "").unwrap();
    let ran = with_input(&["man", "--all", file], b"");
    assert!(ran.err.contains("password=...: ") && !ran.err.contains("s3cret"), "{}", ran.err);
}

/// Every verb that takes a store, which is not there, and is written in ways that are nearly right. A verb that takes none
/// is given six of them in each place of an argument.
#[test]
fn no_verb_shows_a_password() {
    let takers = [
        "reserve init STORE --wait 0s",
        "reserve init STORE --print --wait 0s",
        "reserve status STORE --wait 0s",
        "reserve audit STORE --wait 0s",
        "reserve keys STORE person -n 1 --wait 0s",
        "reserve raise STORE person --to 7 --yes --wait 0s",
        "new snowflake --flavour discord --store STORE --wait 0s",
        "new kuid --store STORE --wait 0s",
        "new siq --domain example.com --kind message --store STORE --wait 0s",
        "new luuid --group person --store STORE --wait 0s",
        "ledger verify STORE --wait 0s",
        "ledger show STORE --wait 0s",
        "ledger stats STORE --wait 0s",
        "ledger id STORE --wait 0s",
        "ledger append STORE --wait 0s",
        "ledger create STORE --name l --wait 0s",
        "ledger import STORE events.ndjson --wait 0s",
        "ledger import sqlite:events.db STORE --wait 0s",
        "ledger export STORE events.ndjson --wait 0s",
        "ledger export sqlite:events.db STORE --wait 0s",
        "ledger diff STORE events.ndjson --wait 0s",
        "ledger diff events.ndjson STORE --wait 0s",
    ];
    // What has no place among those of what acts on a terminal.
    let others = [
        "sql *",
        "page *",
        "infer *",
        "reserve *",
        "check flax *",
        "infer --at *",
        "inspect --column 1 *",
        "range discord --from *",
        "convert --flavour discord --to hex *",
    ];
    // The first six differ most from each other.
    let stores = [
        "postgres://app:s3cret@127.0.0.1:1/app",
        "postgres://app:s3cret/app",
        "postgres:app:s3cret@127.0.0.1:1/app",
        "sqlite:postgres:/app:s3cret@127.0.0.1:1/app?ledger=l",
        "nowhere/app:s3cret@127.0.0.1:1",
        "nowhere/host=127.0.0.1 password = s3cret",
        "Postgres://app:s3cret@127.0.0.1:1/app?ledger=l",
        "POSTGRESQL://app:s3cret@127.0.0.1:1/app",
        "postgres://app@127.0.0.1:1/app?password=s3cret",
        "postgresq://app:s3cret@127.0.0.1:1/app",
        "mysql://app:s3cret@127.0.0.1:1/app",
        "etcd://app:s3cret@127.0.0.1:1",
        "ETCDS://app:s3cret@127.0.0.1:1",
        "postgres:/app:s3cret@127.0.0.1:1/app",
        "SQLITE:postgres://app:s3cret@127.0.0.1:1/app",
        "sqlite:nowhere/x?password=s3cret",
        "mysql:/app:s3cret@127.0.0.1:1/app",
        "nowhere/host=127.0.0.1 password=s3cret",
    ];
    // On standard input it is a line that is not an identifier.
    let readers = [
        "inspect",
        "inspect --flavour discord",
        "convert --flavour discord --to hex",
        "infer",
        "check discord",
        "check snowflake --flavour discord --quiet",
    ];
    let hides = |verb: &str, store: &str, input: &str| {
        let words: Vec<_> = verb.split(' ').map(|word| word.replace("STORE", store)).collect();
        let said = with_input(&words, input.as_bytes());
        let said = said.out + &said.err;
        assert!(!said.contains("s3cret"), "{verb} {store}: {said}");
    };
    for store in stores {
        for verb in takers {
            hides(verb, store, "");
        }
        for verb in readers {
            hides(verb, store, &format!("175928847299117063\n{store}\n"));
        }
    }
    for store in &stores[..6] {
        // A program is given its own input.
        let places = PLACES.into_iter().map(|(place, _)| place);
        for place in places.filter(|place| !place.contains("--json")).chain(others) {
            hides(&place.replace('*', "STORE"), store, "");
        }
    }
}
