#!/usr/bin/env bash
# Prints what this machine can do, as far as the lanes here ask.
source "$(dirname "$0")/lib.sh"

wanted=(
    rust cargo msrv nightly miri rust-src
    target:thumbv7em-none-eabihf target:wasm32-unknown-unknown target:s390x-unknown-linux-gnu target:x86_64-unknown-linux-musl target:i686-unknown-linux-gnu target:wasm32-wasip1 target:aarch64-apple-darwin target:x86_64-pc-windows-msvc target:x86_64-pc-windows-gnu
    cargo-fmt cargo-clippy cargo-nextest cargo-hack cargo-deny cargo-machete cargo-public-api cargo-semver-checks cargo-fuzz cargo-mutants mdbook
    python3 pip typos wasmtime node npm chromium go ruby strace valgrind libfaketime postgres mariadb pgbouncer libpq libmariadb openssl etcd qemu-s390x-static s390x-linux-gnu-gcc x86_64-w64-mingw32-gcc wine qemu-system-x86_64 qemu-system-arm i686-linux-gnu-gcc libc6-i386
    advisories cores memory
)
printf '%-32s %s\n' 'this machine' 'version'
for thing in "${wanted[@]}"; do
    printf '%-32s %s\n' "$thing" "$( (probe "$thing" 2>/dev/null || echo no) | head -n 1)"
done
