#!/usr/bin/env bash
# Every set of features of every library, with lints; and the tests under the features that users get
# without asking. `default` only names others.
source "$(dirname "$0")/../support/lib.sh"
need cargo-hack

libraries=$(packages libraries)
# Those for instants are each one more in the core, and all or none in the others. Those for databases
# and for other libraries add traits and change nothing else: each by itself, the latter in one format.
timed=$(packages timed)
others=$(grep -vxF "$timed" <<<"$libraries")
foreign=arbitrary,borsh,bytemuck,defmt,proptest,quickcheck,rkyv,schemars1,utoipa5,utoipa6,zerocopy
databases=column,postgres-types,rusqlite
powerset=(hack --feature-powerset --exclude-features "default,$databases,$foreign")
run cargo "${powerset[@]}" $(only $others) clippy --quiet --lib -- -D warnings
run cargo "${powerset[@]}" --group-features jiff,time,chrono $(only $timed) clippy --quiet --lib -- -D warnings
run cargo hack --each-feature -p ids-core clippy --quiet --lib -- -D warnings
run cargo hack --each-feature --include-features "$foreign" -p flax-id clippy --quiet --lib -- -D warnings
run cargo hack --each-feature --include-features "$databases" $(only $(packages columns)) clippy --quiet --lib -- -D warnings
run cargo test --quiet $(only $libraries) --lib --tests
