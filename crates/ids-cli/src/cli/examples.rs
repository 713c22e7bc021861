//! What `--help` says after the options: examples, and what they leave open.

pub(super) const CODES: &str = "\
Examples:
  ids new flax --explain
  ids inspect 0RdKJcxqVBiAiQr0
  ids inspect --flavour discord 175928847299117063

Every verb that takes identifiers takes them as arguments, or from standard input, one per line.

Exit codes: 0 all is well; 1 some input is invalid, or what was asked for cannot be had; 2 usage;
3 ambiguous input under --strict; 4 a verification failed. The highest that applies.";

pub(super) const NEW: &str = "\
Examples:
  ids new flax -n 3
  ids new flax --monotonic -n 1000 --json
  ids new flax --at 2024-02-29T12:00:00Z --seed 1
  ids new snowflake --flavour twitter --node datacenter=1,worker=2
  ids new snowflake --flavour bwmarrin --worker 7 --max-ahead 100ms -n 100000
  ids new snowflake --layout sign:1,timestamp:41,worker:10,sequence:12 \\
      --epoch 2024-01-01 --unit 1ms --worker 5
  ids new luuid --flavour v8 --group person --key 3e9 -n 1000
  ids new siq --domain example.com --shard 1 --kind message
  ids new evently --previous 0005cd7556b05092aecc815daa77f99c --event - < event.json

Who makes identifiers with node fields says which node it is: there is no default, because two
processes with the same one make the same identifiers.

With --at the clock stands still. Then a tick has as many identifiers as the format gives it:
what is asked for beyond that is an error, unless --max-ahead lets them be ahead of the clock.
With --seed random bits come from ChaCha12, whose key is S (64 bits, least significant byte
first) followed by zeros. The same --at, --seed and options write the same text in every release.

TIME is RFC 3339 (2016-04-30T11:18:25.796Z), a date (midnight in UTC), or a count since the Unix
epoch with its unit (1462015105s, 1462015105796ms).";

pub(super) const INSPECT: &str = "\
Examples:
  ids inspect 0RdKJcxqVBiAiQr0
  ids inspect 175928847299117063
  ids inspect --flavour discord 175928847299117063
  ids inspect --format snowflake --form tid 3jzfcijpj2z2a
  ids inspect --json < ids.txt
  ids inspect --column message_id --json < messages.csv

Without a format, or with a family of several flavours, the answer is a ranked list of what the
text may be, with reasons. Any number of 64 bits is an identifier of most Snowflake flavours: then
only the time tells which are plausible, and nothing is certain.

Within a format the canonical form is read first, then every other form that is unambiguous;
--form says which otherwise. With --strict, text that can be read in several ways is refused.";

pub(super) const CONVERT: &str = "\
Examples:
  ids convert --format snowflake --to hex 175928847299117063
  ids convert --format snowflake --from base58 --to decimal pyJvs5kE84
  ids convert --format flax --to hex < ids.txt
  ids convert --flavour discord --to hex --column 2 --delimiter tab < messages.tsv
  ids convert --format luuid --to uuid 000000231-22e-6aa1-a789-28ef27ab7c62
  ids convert --domain example.com --to matrix did:siq:lm2a3kiagopopibaaaamgzymuoac6";

pub(super) const RANGE: &str = "\
Examples:
  ids range flax --from 2024-01-01 --to 2024-02-01
  ids range snowflake --flavour discord --from 2024-01-01 --to 2024-02-01 --sql message_id
  ids range luuid --flavour v6 --key 23122e --group person

Two identifiers: those whose time is from --from on and before --to are not less than the first
and less than the second. Spans that adjoin give ranges that adjoin. luuid has no time
inside: its ranges are those of a key and a group, whose identifiers stand together.";

pub(super) const INFO: &str = "\
Examples:
  ids info
  ids info flax
  ids info snowflake --flavour discord";

pub(super) const LEDGER: &str = "\
Examples:
  ids ledger verify --json ledger.ndjson.zst
  ids ledger create tennis.ndjson --name Tennis
  ids ledger append tennis.ndjson --receipt < events.ndjson
  ids ledger show tennis.ndjson --limit 10";

pub(super) const CHECK: &str = "\
Examples:
  ids new flax --monotonic -n 1000000 --max-ahead 1h | ids check flax
  ./generator | ids check snowflake --flavour discord --live 5s --every 100000
  ./generators | ids check flax --unordered --independent --every 1000000
  ids check luuid --flavour v8 --unordered --json ids.txt more.txt

Every line must be an identifier in its canonical form, letter by letter, and greater than the one
before. Files are one stream, in the order given. With
--unordered they may come in any order, and duplicates are looked for among all: exactly while their
hashes fit into --memory (256 MiB hold 25 million), and among a stated share of them beyond that.
Each bit of a random part must be as often one as zero, within six standard deviations: in the first
identifiers of each tick, or in all if they are independent.

Exit codes: 0 nothing is wrong; 1 some lines are no identifiers; 4 something else is wrong, or there
was no line.";

pub(super) const CONFORM: &str = "\
Examples:
  ids conform -- ids respond
  ids conform --format siq --random 10000 --seed 7 -- node my-siq/respond.js
  ids conform --report junit -- ./respond > conform.xml

The program answers questions on its standard input, one JSON object per line, on its standard
output: docs/protocol.md says how. One that ends, hangs or answers something else fails the row in
hand, is started again, and the run goes on.

Exit codes: 0 every row passed or was skipped, and one passed at least; 4 one failed; 1 the program
cannot be started or the vectors cannot be read.";

pub(super) const RESPOND: &str = "\
Examples:
  ids conform -- ids respond
  echo '{\"seq\":\"1\",\"op\":\"parse\",\"format\":\"flax\",\"text\":\"0RdKJcxqVBiAiQr0\"}' | ids respond";

pub(super) const COMPLETIONS: &str = "\
Examples:
  ids completions bash > ~/.local/share/bash-completion/completions/ids
  ids completions zsh > \"${fpath[1]}/_ids\"
  ids completions fish > ~/.config/fish/completions/ids.fish";

pub(super) const MAN: &str = "\
Examples:
  ids man | man -l -
  ids man inspect > ids-inspect.1
  ids man ledger verify > ids-ledger-verify.1";
