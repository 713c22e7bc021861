#!/usr/bin/env bash
# One virtual machine, resumed twice from one snapshot: what the copies repeat, and what helps.
source "$(dirname "$0")/../support/lib.sh"
need qemu-system-x86_64 cpio target:x86_64-unknown-linux-musl python3

folder=$target/snapshot
mkdir -p "$folder"
kernel=$(find_any "$folder" /boot -name 'vmlinuz-*' | head -n 1)
if [ -z "$kernel" ] && have apt-get; then
    package=$(apt-cache depends linux-image-cloud-amd64 | sed -n 's/.*Depends: \(linux-image-.*\)/\1/p')
    (cd "$folder" && run apt-get download --quiet "$package" && run dpkg-deb --extract linux-image-*.deb .)
    kernel=$(find "$folder" -name 'vmlinuz-*' | head -n 1)
fi
[ -n "$kernel" ] || cannot 'no Linux kernel for the virtual machine'

triple=x86_64-unknown-linux-musl
run cargo build --quiet -p ids-testkit --example snapshot --target "$triple"
mkdir -p "$folder/root"
cp "$target/$triple/debug/examples/snapshot" "$folder/root/init"
(cd "$folder/root" && echo init | cpio --quiet --create --format=newc >../initramfs)
run python3 ci/support/snapshot.py "$kernel" "$folder/initramfs" "$folder/state"
