#!/usr/bin/env bash
# The book of the documents: every document is in it, every link and picture of it leads somewhere, and in
# Chromium it fits narrow and wide windows, its search finds, and it asks nothing of other servers. The book is then in
# target/site/book.
source "$(dirname "$0")/../support/lib.sh"
need python3 mdbook

folder=$target/site
mkdir -p "$folder"
run python3 ci/support/site/book.py "$folder"
rm -rf "$folder/book"
MDBOOK_LOG=warn run mdbook build "$folder"
run python3 ci/support/site/links.py "$folder/book"

if ! have chromium || ! have node || ! have npm; then
    without 'no node, npm and chromium on this machine (ci/support/install.sh): the book is not opened'
    exit 0
fi
npm_packages ci/support/page
run env BOOK="$folder/book" node --test --test-reporter=dot ci/support/site/site.test.mjs
