#!/usr/bin/env bash
# Makes a folder with a command and what belongs to it: manual pages, completions, licences, also those of the crates
# inside. For Windows there are no pages, and the command prints the completions there. The arguments are the program,
# what it was built for, and the folder.
source "$(dirname "$0")/lib.sh"

program=$1 triple=$2 folder=$3
rm -rf "$folder"
mkdir -p "$folder"
install -m 755 "$program" "$folder"
cp LICENSE-MIT LICENSE-APACHE "$folder"
cp crates/ids-cli/README.md crates/ids-cli/CHANGELOG.md "$folder"
python3 ci/artifacts.py notices ids-cli light "$triple" >"$folder/NOTICES.txt"

ids=$folder/${program##*/}
if [[ $triple = *-windows-* ]]; then
    source ci/wine.sh
    wine "$ids" self-test | tail -n 1
    wine "$ids" --version | grep -F "(${IDS_COMMIT:0:12})"
    exit
fi
mkdir "$folder/man" "$folder/completions"
"$ids" man --all "$folder/man"
"$ids" completions bash >"$folder/completions/ids.bash"
"$ids" completions zsh >"$folder/completions/_ids"
"$ids" completions fish >"$folder/completions/ids.fish"

# What is shipped works: the command passes its vectors and names its commit, each shell takes its completions, and
# the pages are shown without a warning.
"$ids" self-test | tail -n 1
"$ids" --version | grep -F "(${IDS_COMMIT:0:12})"
bash -c 'source "$1" && complete -p ids' - "$folder/completions/ids.bash"
zsh -n "$folder/completions/_ids"
# It offers the verb that these letters begin.
fish -c 'source $argv[1]; complete -C "ids self-"' "$folder/completions/ids.fish" | grep -q '^self-test'
for page in "$folder"/man/*.1; do
    [ "$(man --warnings -l "$page" 2>&1 >/dev/null | wc -l)" = 0 ] || { echo "$page has warnings" && exit 1; }
done
printf 'the command has %s bytes and %s pages\n' "$(stat -c %s "$ids")" "$(find "$folder/man" -type f | wc -l)"
