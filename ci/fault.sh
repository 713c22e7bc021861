#!/usr/bin/env bash
# The real command when the clock steps, when there are no random bits, and across fork().
source "$(dirname "$0")/lib.sh"
need strace libfaketime

build_ids

run python3 ci/fault.py "$ids" "$(libfaketime)"

# Fails each system call of this name with this error, while the command runs.
failing() {
    strace -qq -f -o /dev/null -e "inject=getrandom:error=$1" "${@:2}"
}

# The command must end with 1 and say this, and nothing of a panic.
refuses() {
    local code=0 message
    message=$("${@:2}" 2>&1 >/dev/null) || code=$?
    printf '%s: %s (%s)\n' "${*:2}" "$message" "$code"
    [ "$code" = 1 ] && [ "$message" = "error: $1" ]
}

for options in '' --monotonic '-n 1000 --json'; do
    # shellcheck disable=SC2086 # words
    refuses 'the operating system has no random bits to give' failing EIO "$ids" new flax $options
done
for options in '' '--flavour v8' '-n 1000 --json'; do
    # shellcheck disable=SC2086 # words
    refuses 'the operating system has no random bits to give' failing EIO "$ids" new luuid \
        --group person --keys 1 $options
done
# What needs no random bits of the system goes on without.
failing EIO "$ids" new flax --seed 1 --at 2024-01-01
failing EIO "$ids" new luuid --group person --keys 1 --seed 1
failing EIO "$ids" new snowflake --flavour bwmarrin --node 1
failing EIO "$ids" new siq --domain example.com --shard 1 --kind message
failing EIO "$ids" new kuid --name app@host
failing EIO "$ids" inspect 0RdKJcxqVBiAiQr0 >/dev/null
failing EIO "$ids" inspect --format snowflake --flavour twitter 7260000000000000000 >/dev/null
printf '%s\n' 0RdKJcxqVBiAiQr0 0RdKJcxqVBiAiQr1 | failing EIO "$ids" check flax >/dev/null
failing EIO "$ids" conform --format flax -- "$ids" respond >/dev/null
# The library, in each of its three ways.
build_examples
[ "$(failing EIO "$target/debug/examples/flax-new" 2>&1 | grep -c ': the random source failed$')" = 3 ]
# A kernel without the call has the device instead.
failing ENOSYS "$ids" new flax

workspace_tests --test fork
run "$target/debug/examples/snowflake-prefork"
# What the kernel answers when it is asked for a page that it wipes: yes, no, and yes to whatever it is asked, as
# emulators do, which is not believed. Without the page, process identifiers are compared.
trace=$(mktemp)
while read -r answer asked expected; do
    linted env "CARGO_TARGET_$(tr a-z- A-Z_ <<<"$host")_RUNNER=strace -qq -f -o $trace -e trace=madvise $answer" \
        cargo test --quiet --workspace --features light --test fork -- --skip other_threads </dev/null
    grep -q "madvise(0x[0-9a-f]*, [48], $asked.*) = $expected" "$trace"
done <<'ANSWERS'
-esignal=none MADV_WIPEONFORK 0
-einject=madvise:error=EINVAL MADV_WIPEONFORK -1 EINVAL
-einject=madvise:retval=0 0xffffffff 0 (INJECTED)
ANSWERS
rm "$trace"
