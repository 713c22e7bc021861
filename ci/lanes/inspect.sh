#!/usr/bin/env bash
# What `ids inspect` tells of identifiers of others: held against the crates of their formats; the labelled set
# made again, and with other random bits; and told beside two other programs, whose figures docs/inspect.md has. Needs crates.io.
source "$(dirname "$0")/../support/lib.sh"
need python3

uuinfo=0.7.5 idt=0.1.23
package=crates/ids-formats/labelled
tested cargo test --quiet --manifest-path "$package/Cargo.toml" --target-dir "$target/labelled"
cargo run --quiet --manifest-path "$package/Cargo.toml" --target-dir "$target/labelled" |
    diff - crates/ids-formats/tests/labelled.tsv

# A set that nobody has seen: another one in each run.
fresh=$target/labelled.tsv
seed=$SRANDOM
echo "a fresh set, of seed $seed"
cargo run --quiet --manifest-path "$package/Cargo.toml" --target-dir "$target/labelled" -- "$seed" >"$fresh"
IDS_LABELLED=$fresh tested cargo test --quiet -p ids-formats --features json --test labelled -- --nocapture the_first_answer

run cargo build --quiet --release -p ids-cli
folder=$target/told
for program in "uuinfo@$uuinfo" "idt@$idt"; do
    run cargo install --quiet --locked --root "$folder" --target-dir "$target/told/build" "$program" ||
        cannot "$program cannot be installed"
done
python3 ci/support/inspect.py "$target/release/ids" "$folder/bin/uuinfo" "$folder/bin/idt"
figure_tests
