#!/usr/bin/env bash
# The programs of examples/microcontroller for a Cortex-M4: what each format and each codec costs there, small first
# and fast first. Where QEMU has such a machine each runs, answers rightly, and says how much stack it used.
# docs/platforms.md has the flash within 3 % and the stack within 32 bytes; just thumb --bless writes its table.
source "$(dirname "$0")/lib.sh"
need target:thumbv7em-none-eabihf size qemu-system-arm

triple=thumbv7em-none-eabihf
build() {
    cargo build --quiet --locked --manifest-path examples/microcontroller/Cargo.toml --target $triple \
        --target-dir "$target/thumb" "$@"
}

# The bytes that a program has in these sections.
bytes() {
    local program=$1
    shift
    size -A "$program" | awk -v "names=$*" \
        'BEGIN { split(names, each, " "); for (i in each) wanted[each[i]] } $1 in wanted { sum += $2 } END { print sum + 0 }'
}

# Prints what a program says in the emulator, and fails if it answers that something is wrong.
emulate() {
    timeout 60 qemu-system-arm -machine mps2-an386 -nographic -monitor none -serial none \
        -semihosting-config enable=on,target=native -kernel "$1"
}

declare -A flash memory stack
for profile in small fast; do
    run build --profile $profile
    programs=$target/thumb/$triple/$profile
    for program in examples/microcontroller/src/bin/*.rs; do
        name=$(basename "$program" .rs)
        flash[$name $profile]=$(bytes "$programs/$name" .text .rodata .data)
        memory[$name $profile]=$(bytes "$programs/$name" .data .bss)
        emulate "$programs/$name" || { echo "$name, $profile first: the answer is wrong" && exit 1; }
    done
done
for profile in small fast; do
    run build --profile $profile --features stack
    for program in examples/microcontroller/src/bin/*.rs; do
        name=$(basename "$program" .rs)
        stack[$name $profile]=$(emulate "$target/thumb/$triple/$profile/$name" | grep -x '[0-9]*')
    done
done

# What a program has beyond the empty one.
beyond() {
    local -n of=$1
    echo $((${of[$2 $3]:-0} - ${of[empty $3]:-0}))
}
sizes=$(mktemp)
printf '%-16s %6s %6s %6s   %6s %6s %6s\n' 'bytes' small: '' '' fast: '' '' 'beyond empty' flash RAM stack flash RAM stack
for program in examples/microcontroller/src/bin/*.rs; do
    name=$(basename "$program" .rs)
    [ "$name" != empty ] || continue
    row=()
    for profile in small fast; do
        for kind in flash memory stack; do row+=("$(beyond $kind "$name" $profile)"); done
    done
    printf '%-16s %6s %6s %6s   %6s %6s %6s\n' "$name" "${row[@]}" | tee -a "$sizes"
done
run python3 ci/sizes.py "$@" <"$sizes"
rm "$sizes"
