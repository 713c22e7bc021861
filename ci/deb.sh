#!/usr/bin/env bash
# Packs the folder that ci/stage.sh made for Debian and what comes of it, and installs the package below a
# folder. The arguments are that folder, the version, and where the package goes.
source "$(dirname "$0")/lib.sh"
need dpkg-deb dpkg-shlibdeps

folder=$1 version=$2 artifacts=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root share=$work/root/usr/share
name=ids-cli architecture=$(dpkg --print-architecture)
# Who publishes the package sets its maintainer.
maintainer=${IDS_MAINTAINER:-the ids contributors <ids@ids.invalid>}

install -D -m 755 "$folder/ids" "$root/usr/bin/ids"
for page in "$folder"/man/*.1; do
    install -D -m 644 "$page" "$share/man/man1/${page##*/}"
done
install -D -m 644 "$folder/completions/ids.bash" "$share/bash-completion/completions/ids"
install -D -m 644 "$folder/completions/_ids" "$share/zsh/vendor-completions/_ids"
install -D -m 644 "$folder/completions/ids.fish" "$share/fish/vendor_completions.d/ids.fish"
documents=$share/doc/$name
install -D -m 644 "$folder/README.md" "$documents/README.md"
install -m 644 "$folder/CHANGELOG.md" "$documents/changelog"
install -m 644 "$folder/NOTICES.txt" "$documents/NOTICES.txt"
cat >"$documents/changelog.Debian" <<END
$name ($version-1) unstable; urgency=medium

  * What is new is in changelog.gz.

 -- $maintainer  $(date --utc --date "@$SOURCE_DATE_EPOCH" --rfc-email)
END
{
    cat <<END
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: ids
Comment: NOTICES.txt.gz has the licences of the crates that are inside the command.

Files: *
Copyright: $(sed -n 's/^Copyright (c) //p' LICENSE-MIT)
License: MIT or Apache-2.0

License: MIT
END
    sed '1,2d; s/^$/./; s/^/ /' LICENSE-MIT
    cat <<END

License: Apache-2.0
 On Debian systems the text is in /usr/share/common-licenses/Apache-2.0.
END
} >"$documents/copyright"
gzip -9n "$share"/man/man1/* "$documents/changelog" "$documents/changelog.Debian" "$documents/NOTICES.txt"

# The libraries that the command needs, and since which version.
mkdir "$work/debian"
printf 'Source: %s\n\nPackage: %s\nArchitecture: any\n' $name $name >"$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O root/usr/bin/ids 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
mkdir "$root/DEBIAN"
cat >"$root/DEBIAN/control" <<END
Package: $name
Version: $version-1
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -k --apparent-size -s "$root/usr" | cut -f 1)
Depends: $depends
Section: utils
Priority: optional
Description: makes, explains, converts and bounds identifiers
 The command ids reads and writes identifiers of the formats Flax, Snowflake in
 its flavours, KUID, SIQ, LUUID and Evently, tells what an identifier is, and
 bounds spans of time for queries. It verifies ledgers of Evently events, and
 keeps the processes of a team apart with a store of node numbers.
END
(cd "$root" && find usr -type f -printf '%P\0' | sort -z | sed -z 's#^#usr/#' | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
chmod -R u=rwX,go=rX "$root"
package=$artifacts/${name}_$version-1_$architecture.deb
run dpkg-deb --root-owner-group --build -Zxz "$root" "$package"

# Debian does not have the package, and there is no request for it, so no bug is closed. The rule against
# embedded libraries is for libraries: SQLite is a part of the crate that Rust programs use.
run lintian --allow-root --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs,embedded-library "$package"

# Into an empty folder: everything it has is there, and the command works.
mkdir -p "$work/clean/var/lib/dpkg/info" "$work/clean/var/lib/dpkg/updates"
touch "$work/clean/var/lib/dpkg/status"
if [ "$(id -u)" = 0 ]; then
    run dpkg --root="$work/clean" --log=/dev/null --force-depends --install "$package"
else
    dpkg-deb --extract "$package" "$work/clean"
fi
"$work/clean/usr/bin/ids" self-test | tail -n 1
man --local-file "$work/clean/usr/share/man/man1/ids-self-test.1.gz" | head -n 5
