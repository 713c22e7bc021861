#!/usr/bin/env bash
# The tests of the crates that deal with files, processes and clocks, built for Windows and run by Wine; with `all`
# those of the six formats too, with their default features.
# ci/lanes/windows.sh [all]
source "$(dirname "$0")/../support/lib.sh"
need target:x86_64-pc-windows-gnu x86_64-w64-mingw32-gcc wine

source ci/support/wine.sh

# Cargo would split a path with a space.
export PATH=$PWD/ci/support:$PATH CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=wine-run.sh
# Starting a process takes Wine half a second: laws have few cases, and tests that start hundreds are left out.
export PROPTEST_CASES=16
many=(parallel::cut_off_after_a_failure changed_is_told_from_torn_at_every_byte many_short_runs)
for name in "${many[@]}"; do
    git grep -q "fn ${name##*::}()" -- ':(glob)crates/*/tests/**' || { echo "no test is called $name" && exit 1; }
done
# Databases on servers, and formats in the types of other libraries, are the same code everywhere.
tested cargo test --quiet --target x86_64-pc-windows-gnu --no-fail-fast --lib --bins --tests \
    -p ids-core -p evently-ledger -p ids-reserve -p ids-conform -p ids-cli \
    --features ids-core/std,ids-core/rng,evently-ledger/sqlite,ids-reserve/sqlite,ids-cli/sqlite \
    -- "${many[@]/#/--skip=}"

if [ "${1:-}" = all ]; then
    tested cargo test --quiet --target x86_64-pc-windows-gnu --no-fail-fast --lib --tests \
        -p snowflake-ids -p kuid -p siq -p flax-id -p luuid -p evently-id
fi
figure_tests
