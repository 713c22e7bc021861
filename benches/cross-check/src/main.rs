//! The headline ratios by a harness of another design than `benches`: every way of a row in one
//! program, in turn for 41 rounds, compared round by round with a floor written by hand.
//!
//! `cargo run --release --manifest-path benches/cross-check/Cargo.toml [WORD]`; only rows whose name
//! has the word.

mod floor;
mod measure;
mod rows;

use measure::Row;

fn main() {
    let word = std::env::args().nth(1).unwrap_or_default();
    println!("| row | way | ns | ratio | quartiles |\n|---|---|---|---|---|");
    for (name, row) in rows::ALL {
        if name.contains(&word) {
            row(Row::new(name)).print();
        }
    }
}
