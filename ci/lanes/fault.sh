#!/usr/bin/env bash
# The real command when the clock steps, when there are no random bits, and across fork().
source "$(dirname "$0")/../support/lib.sh"
need python3

run cargo build --quiet -p ids-cli
ids=$target/debug/ids

if have libfaketime; then
    said=$(mktemp)
    run python3 ci/support/fault.py "$ids" "$(libfaketime)" | tee "$said"
    figure "$(grep -vc '^+ ' "$said") stepped clocks"
    rm "$said"
else
    without 'no libfaketime: the clock was not stepped'
fi

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

if have strace && failing EIO true 2>/dev/null; then
    for options in '' --monotonic '-n 1000 --json'; do
        # shellcheck disable=SC2086 # words
        refuses 'the operating system has no random bits to give' failing EIO "$ids" new flax $options
    done
    for options in '' '--flavour v8' '-n 1000 --json'; do
        # shellcheck disable=SC2086 # words
        refuses 'the operating system has no random bits to give' failing EIO "$ids" new luuid \
            --group person --key 1 $options
    done
    # What needs no random bits of the system goes on without.
    failing EIO "$ids" new flax --seed 1 --at 2024-01-01
    failing EIO "$ids" new luuid --group person --key 1 --seed 1
    failing EIO "$ids" new snowflake --flavour bwmarrin --worker 1
    failing EIO "$ids" new siq --domain example.com --shard 1 --kind message
    failing EIO "$ids" new kuid --node app@host
    failing EIO "$ids" inspect 0RdKJcxqVBiAiQr0 >/dev/null
    failing EIO "$ids" inspect --format snowflake --flavour twitter 7260000000000000000 >/dev/null
    printf '%s\n' 0RdKJcxqVBiAiQr0 0RdKJcxqVBiAiQr1 | failing EIO "$ids" check flax >/dev/null
    failing EIO "$ids" conform --format flax -- "$ids" respond >/dev/null
    # The library, in each of its three ways.
    run cargo build --quiet --workspace --features light --example flax-new
    [ "$(failing EIO "$target/debug/examples/flax-new" 2>&1 | grep -c ': the random source failed$')" = 3 ]
    # A kernel without the call has the device instead.
    failing ENOSYS "$ids" new flax
else
    without 'no strace that may trace: random bits were not made to fail'
fi

if [ "$(uname)" = Linux ]; then
    # Built as `cargo test --workspace --features light` builds them.
    tested cargo test --quiet --workspace --features light --test fork
    figure_tests
    run cargo build --quiet --workspace --features light --example snowflake-prefork
    run "$target/debug/examples/snowflake-prefork"
    # What the kernel answers when it is asked for a page that it wipes: yes, no, and yes to whatever it is
    # asked, as emulators do, which is not believed. Without the page, process identifiers are compared.
    if have strace && strace -qq -f -o /dev/null -e inject=madvise:error=EINVAL true 2>/dev/null; then
        trace=$(mktemp)
        while read -r answer asked expected; do
            run env "CARGO_TARGET_$(tr a-z- A-Z_ <<<"$host")_RUNNER=strace -qq -f -o $trace -e trace=madvise $answer" \
                cargo test --quiet --workspace --features light --test fork -- --skip other_threads </dev/null
            grep -q "madvise(0x[0-9a-f]*, [48], $asked.*) = $expected" "$trace"
        done <<'ANSWERS'
-esignal=none MADV_WIPEONFORK 0
-einject=madvise:error=EINVAL MADV_WIPEONFORK -1 EINVAL
-einject=madvise:retval=0 0xffffffff 0 (INJECTED)
ANSWERS
        rm "$trace"
    else
        without 'no strace that may trace: the kernel was not made to refuse the page'
    fi
else
    without 'not Linux: no fork()'
fi
