#!/usr/bin/env bash
# Installs what the lanes need and this machine has not; asked for `long`, what ci/long.sh needs too.
# What cannot be installed is left: its lane then says that it cannot run.
source "$(dirname "$0")/lib.sh"
set +e

missing() {
    local thing
    for thing in "$@"; do have "$thing" || echo "$thing"; done
}

# Toolchains first: they are quick, and the first lanes want them.
if have rustup; then
    have cargo-fmt && have cargo-clippy || run rustup component add rustfmt clippy
    have msrv || run rustup toolchain install "$msrv" --profile minimal --no-self-update
    have nightly || run rustup toolchain install "$nightly" --profile minimal --no-self-update
    have miri && have rust-src || run rustup component add --toolchain "$nightly" miri rust-src
    for triple in thumbv7em-none-eabihf wasm32-unknown-unknown x86_64-pc-windows-gnu; do
        have "target:$triple" || run rustup target add "$triple"
    done
    if [ "${1:-}" = long ]; then
        have msrv-of-files || run rustup toolchain install "$msrv_of_files" --profile minimal --no-self-update
        for triple in s390x-unknown-linux-gnu i686-unknown-linux-gnu wasm32-wasip1 x86_64-unknown-linux-musl aarch64-apple-darwin x86_64-pc-windows-msvc; do
            have "target:$triple" || run rustup target add "$triple"
        done
    fi
fi

# Debian's packages.
debian=()
for thing in $(missing python3 venv pip node npm chromium go ruby strace valgrind libfaketime postgres mariadb pgbouncer openssl etcd x86_64-w64-mingw32-gcc wine); do
    case $thing in
    venv) debian+=(python3-venv) ;;
    pip) debian+=(python3-pip) ;;
    node) debian+=(nodejs) ;;
    # The one without windows is half as large. The page is drawn with one font.
    chromium) debian+=(chromium-headless-shell fonts-dejavu-core) ;;
    go) debian+=(golang-go) ;;
    libfaketime) debian+=(faketime) ;;
    postgres) debian+=(postgresql) ;;
    mariadb) debian+=(mariadb-server) ;;
    etcd) debian+=(etcd-server) ;;
    # The package `wine` is the command; it does without what runs programs of 32 bits.
    wine) debian+=(wine wine64) ;;
    x86_64-w64-mingw32-gcc) debian+=(gcc-mingw-w64-x86-64) ;;
    *) debian+=("$thing") ;;
    esac
done
if [ "${1:-}" = long ]; then
    have libpq || debian+=(libpq-dev)
    have libmariadb || debian+=(libmariadb-dev)
    have qemu-s390x-static || debian+=(qemu-user-static)
    have s390x-linux-gnu-gcc || debian+=(gcc-s390x-linux-gnu libc6-dev-s390x-cross)
    have qemu-system-x86_64 || debian+=(qemu-system-x86 cpio)
    # Beside them gcc-multilib, which does the same, cannot be installed: it excludes the compiler for s390x.
    have i686-linux-gnu-gcc || debian+=(gcc-i686-linux-gnu libc6-dev-i386-cross)
    have libc6-i386 || debian+=(libc6-i386 lib32gcc-s1)
    have qemu-system-arm || debian+=(qemu-system-arm)
    have size || debian+=(binutils)
    # For ci/release.sh: the static command, and the look at the Debian package.
    have musl-gcc || debian+=(musl-tools)
    have dpkg-shlibdeps || debian+=(dpkg-dev)
    have man || debian+=(man-db)
    for thing in $(missing patch lintian zsh fish); do debian+=("$thing"); done
fi
# Others than root install by sudo, where it asks for no password.
as=()
if [ "$(id -u)" != 0 ]; then as=(sudo -n); fi
packages_of_debian() {
    run "${as[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "$@"
}
if [ ${#debian[@]} -gt 0 ]; then
    if have apt-get && "${as[@]}" true; then
        run "${as[@]}" apt-get update -q
        # A name that this system does not know would keep all the others away.
        packages_of_debian "${debian[@]}" || for package in "${debian[@]}"; do packages_of_debian "$package"; done
    else
        echo "not installed, for want of apt-get or of the right to use it: ${debian[*]}"
    fi
fi

# Debian's own Python refuses to be added to, unless it is told so.
export PIP_BREAK_SYSTEM_PACKAGES=1
have typos || run python3 -m pip install --quiet typos
if [ "${1:-}" = long ]; then
    have wasmtime || run python3 -m pip install --quiet wasmtime
fi

# Cargo's tools in one build, without optimisation: that is the quickest.
mapfile -t tools < <(missing cargo-hack cargo-machete cargo-public-api cargo-deny)
if [ "${1:-}" = long ]; then
    mapfile -t -O "${#tools[@]}" tools < <(missing cargo-cyclonedx cargo-semver-checks cargo-fuzz cargo-mutants cargo-nextest)
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if [ ${#tools[@]} -gt 0 ]; then
    run env CARGO_PROFILE_DEV_DEBUG=0 CARGO_TARGET_DIR="$folder" cargo install --quiet --debug --locked "${tools[@]}"
fi
# Without what serves a book and watches its files.
if ! have mdbook; then
    run env CARGO_PROFILE_DEV_DEBUG=0 CARGO_TARGET_DIR="$folder" cargo install --quiet --debug --locked --no-default-features --features search mdbook@0.5.4
fi
exit 0
