//! The headline ratios by a harness of another design than `benches`: every way of a row in one
//! program, in turn for 41 rounds, compared round by round with a floor written by hand.
//!
//! `cargo run --release --manifest-path benches/cross-check/Cargo.toml [--csv] [WORD]`; only rows whose
//! name has the word, and with `--csv` as the report keeps its figures.

mod floor;
mod measure;
mod rows;

use measure::Row;

/// How often the ways of a row take turns.
const ROUNDS: usize = 41;

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let csv = arguments.iter().any(|argument| argument == "--csv");
    arguments.retain(|argument| argument != "--csv");
    let word = arguments.pop().unwrap_or_default();
    let print = if csv { Row::print_csv } else { Row::print };
    println!("{}", if csv { measure::CSV_HEAD } else { measure::HEAD });
    for (name, row) in rows::ALL {
        if name.contains(&word) {
            print(row(Row::new(name, ROUNDS)));
        }
    }
}
