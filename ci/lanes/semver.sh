#!/usr/bin/env bash
# No change of the public interface breaks a program that another release of the same major version compiles: each
# library beside the newest release (the newest tag v*), or beside the commit that is named.
# ci/lanes/semver.sh [COMMIT]
source "$(dirname "$0")/../support/lib.sh"
need cargo-semver-checks

# Before the first release a library is held against itself, which shows that the tool reads it and finds nothing.
before=${1:-$(git describe --tags --abbrev=0 --match 'v*' HEAD^ 2>/dev/null || true)}
if [ -z "$before" ]; then
    figure 'no tag of a release here: each library beside itself'
    before=$(git rev-parse HEAD)
fi
libraries=$(packages libraries)
check() {
    cargo semver-checks --default-features --baseline-rev "$before" "$@"
}
light=$(packages light)
run check --features light $(only $light)
run check $(only $(grep -vxF "$light" <<<"$libraries"))

# That it finds a break: in a copy a public function of a feature is gone.
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git clone --quiet --shared . "$copy/ids"
sed -i 's/pub fn with_busy_timeout\b/fn with_busy_timeout/' "$copy/ids/crates/ids-reserve/src/sqlite.rs"
said=$(cd "$copy/ids" && check --release-type minor --features light -p ids-reserve 2>&1) && { echo 'a function that is gone was not noticed' && exit 1; }
grep -q 'inherent_method_missing' <<<"$said" && grep -q with_busy_timeout <<<"$said" || { echo "$said" && exit 1; }
figure "$(wc -w <<<"$libraries") libraries beside ${before:0:12}"
