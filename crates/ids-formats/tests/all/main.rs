//! What the formats answer as values, and what readers make of text.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    env, fs,
    path::Path,
    sync::{Mutex, PoisonError},
};

mod formats;
mod infer;
mod inspect;
mod labelled;
mod others;
mod params;
mod rounded;
mod spelling;

/// Holds what a file of the repository has between two marks against this text. `BLESS=1` writes it there.
fn on_page(path: &str, name: &str, table: &str) {
    // One test at a time reads a page and writes it.
    static PAGE: Mutex<()> = Mutex::new(());
    let _turn = PAGE.lock().unwrap_or_else(PoisonError::into_inner);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    let page = fs::read_to_string(&file).unwrap();
    let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->\n"));
    let (before, rest) = page.split_once(&begin).expect("the page has a place for it");
    let (old, after) = rest.split_once(&end).expect("it ends");
    if env::var_os("BLESS").is_some() {
        fs::write(&file, [before, &begin, table, &end, after].concat()).unwrap();
    } else {
        assert_eq!(old, table, "BLESS=1 writes it");
    }
}
