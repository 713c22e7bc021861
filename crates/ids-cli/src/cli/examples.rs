//! What `--help` prints after the options: examples, rules, exit codes.

pub(super) const CODES: &str = "\
Examples:
  ids new flax --explain
  ids inspect 0RdKJcxqVBiAiQr0
  ids inspect --flavour discord 175928847299117063
  ids 0RdKJcxqVBiAiQr0

Identifiers are arguments of the verb, or lines of files or of standard input. Without a verb they
are inspected. Where a FORMAT is wanted, the name of a flavour is enough: ids check discord.

Exit codes: 0 success; 1 some input is invalid, or the request cannot be met; 2 wrong usage;
3 ambiguous input under --strict; 4 a verification failed. If several apply, the highest.";

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
  ids new snowflake --flavour twitter --store sqlite:ids.db -n 60000
  ids new evently --previous 0005cd7556b05092aecc815daa77f99c --event - < event.json

Formats with a node need the node's number: there is no default, because two processes with the
same node make the same identifiers. With --store the command takes a node number that no other
process has.

--at stops the clock at that time. A tick then holds as many identifiers as the format allows.
More are an error, unless --max-ahead lets identifiers run ahead of the clock.

--seed takes random bits from ChaCha12. Its key is S (64 bits, least significant byte first)
followed by zeros. The same --at, --seed and options print the same identifiers in every release.

TIME is RFC 3339 (2016-04-30T11:18:25.796Z), a date (midnight in UTC), a month or week (2024-01,
2024-W03: its start), a count since the Unix epoch with its unit (1462015105s, 1462015105796ms),
now, today, yesterday, or a time before now (-1h, -7d). A local time has its zone:
2024-01-01T10:00[Europe/Berlin], or that of --zone.";

pub(super) const INSPECT: &str = "\
Examples:
  ids inspect 0RdKJcxqVBiAiQr0
  ids inspect 018f2c5e-7b1a-7c3d-9e2f-0123456789ab
  ids inspect --since 2016-01-01 --until 2017-01-01 175928847299117063
  ids inspect --flavour discord 175928847299117063
  ids inspect --format snowflake --form tid 3jzfcijpj2z2a
  ids inspect --json ids.txt
  ids inspect --column message_id --json messages.csv
  ids inspect --field author.id --json messages.ndjson
  ids inspect --find --flavour discord --json app.log

Without --format, or for a format with several flavours, the answer is a ranked list of what the
text may be, with reasons. UUIDs, ULID and other formats are among them: they are only read. The
score is evidence in bits: 10 is a thousand times likelier than a random text of the same shape.
Any number of 64 bits is an identifier of most Snowflake flavours. Only the time inside tells which
are plausible; --since and --until say what is known of it.

Within a format the canonical form is tried first, then the other forms. If these read the
text as different identifiers, it is ambiguous: choose one with --form. With --strict, the other
forms are tried even if the canonical form reads the text.";

pub(super) const INFER: &str = "\
Examples:
  ids infer ids.txt
  ids infer ids.txt --at 175928847299117063=2016-04-30T11:18:25.796Z
  ids infer - --json < ids.txt
  ids infer messages.csv --column id --times created_at --late 5s
  stat -c '%n,%.3Ys' * | ids infer --column 1 --times 2 --late 1m

The lines are identifiers of one source, best in the order in which they were made. The answer is
the format that all of them have. For 64-bit numbers it is also a picture of what each bit does, and
the fields: timestamp, node, sequence, random bits, each with what shows it.

Unit and epoch of an unknown layout need two or more identifiers whose times are known, far apart:
--at. They need not be in the file. Times of rows and of files are known times, too: --times names
their column, and --late says how much later than the identifiers they may be. The answer is then
a layout for --layout of other verbs.

Nothing is claimed that random numbers would also give, but for one file in 2^30. docs/inspect.md
says how this is measured.

Exit codes: 0 the format or the whole layout was found; 3 several fit, or only a part is known: the
output says what decides; 1 nothing was found, or some lines are not identifiers.";

pub(super) const CONVERT: &str = "\
Examples:
  ids convert --format snowflake --to hex 175928847299117063
  ids convert --format snowflake --from base58 --to decimal pyJvs5kE84
  ids convert --format flax --to hex ids.txt
  ids convert --flavour discord --to hex --column 2 < messages.tsv
  ids convert --flavour discord --column message_id --add time,worker messages.csv
  ids convert --flavour discord --field author.id --add time messages.ndjson
  ids convert --flavour discord --column message_id --since 2024-01-01 --until +7d messages.csv
  ids convert --flavour discord --find --to hex app.log
  ids convert --format luuid --to uuid 000000231-22e-6aa1-a789-28ef27ab7c62
  ids convert --domain example.com --to matrix did:siq:lm2a3kiagopopibaaaamgzymuoac6

All identifiers of a run have one form: that of --form, or of the first text that is read. Short
forms such as shortcode and base58 read words, too: only --form takes them. Text of another form
is an error. --header passes over the first line.

--add writes time, fields and forms behind each record, and their names behind those of the header;
with --field as members. Every other byte stays as it is. Where an identifier cannot be read the
cells are empty, and the members null.

--since and --until keep the records of a time. --find changes identifiers in running text, and
keeps the lines of a time.";

pub(super) const RANGE: &str = "\
Examples:
  ids range flax --from 2024-01-01 --to 2024-02-01
  ids range snowflake --flavour discord --from -1h --sql m.message_id
  ids range flax --from 2024-01-01 --to now --sql id --database sqlite
  ids range siq --to 2024-01-01 --form uuid --column-type text --sql id --database mysql
  ids range luuid --flavour v6 --key 23122e --group person

Two identifiers are printed. An identifier made at --from or later, but before --to, is greater
than or equal to the first and less than the second. Adjacent spans give adjacent ranges. luuid
has no time inside: its range holds all identifiers of one key in one group.

TIME is RFC 3339 (2016-04-30T11:18:25.796Z), a date (midnight in UTC), a month or week (2024-01,
2024-W03: its start), a count since the Unix epoch with its unit (1462015105s, 1462015105796ms),
now, today, yesterday, or a time before now (-1h, -7d). --to may be a time after --from (+1d). A local
time has its zone: 2024-01-01T10:00[Europe/Berlin], or that of --zone.

With --sql one line is printed, for after WHERE. COLUMN is a name, with dots between its parts. A
part in double quotes may have any characters. The condition has it in the quotes of the database.";

pub(super) const SQL: &str = "\
Examples:
  ids sql --database postgres | psql -v ON_ERROR_STOP=1 mydb
  ids sql --database postgres --format flax luuid > functions.sql
  ids sql --database sqlite --format snowflake

For postgres they are functions in the schema ids. They are plain SQL, so that they work where no
extension may be installed. Afterwards:
  SELECT ids.flax_time(id), ids.flax_text(id) FROM orders
  WHERE id >= ids.flax_first('2024-01-01Z') AND id < ids.flax_first('2024-02-01Z');

They can be printed and run again at any time. SQLite has no functions in SQL: for sqlite they are
tables and expressions to copy from. docs/sql.md lists all of it.";

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

pub(super) const PAGE: &str = "\
Examples:
  ids page > ids.html

Open the file in a browser. It holds everything: it works from a disk, and makes no request.";

pub(super) const CHECK: &str = "\
Examples:
  ids new flax --monotonic -n 1000000 --max-ahead 1h | ids check flax
  ./generator | ids check snowflake --flavour discord --live 5s --every 100000
  ./generators | ids check flax --unordered --independent --every 1000000
  ids check luuid --flavour v8 --unordered --json ids.txt more.txt
  ids check snowflake --flavour discord --column message_id messages.csv

Every line must be an identifier in its canonical form, and greater than the line before. Several
files are one stream, in the order given.

With --unordered the lines may come in any order, and all are searched for duplicates. The search
is exact while their hashes fit into --memory (256 MiB hold 25 million). Beyond that it covers a
part of them, and the report says how large a part.

Each bit of a random part must be one as often as zero, within six standard deviations. This is
measured for the first identifier of each tick; with --independent, for all.

Exit codes: 0 all checks passed; 1 some lines are not identifiers; 4 another check failed, or
there was no line.";

pub(super) const RESERVE: &str = "\
Examples:
  ids reserve init sqlite:ids.db
  ids reserve status sqlite:ids.db
  ids reserve keys sqlite:ids.db person -n 1000

STORE is sqlite:PATH, for the processes of one host, postgres://USER@HOST/DATABASE, or
etcd://USER@HOST:PORT,HOST:PORT. The command has the last two if it is built with
`--features postgres,etcd`. The password of PostgreSQL may be in the variable PGPASSWORD, which is
taken before that in the URL. The password of etcd is in ETCD_PASSWORD.

By TLS it is postgres://USER@HOST/DATABASE?sslmode=verify-full or etcds://USER@HOST:PORT. The
server's certificate must be from an authority that this machine trusts, or from that in the file
of ?sslrootcert=PATH (PostgreSQL) or ?cacert=PATH (etcds).

docs/reservation.md says what a store keeps, and why nothing repeats.";

pub(super) const CONFORM: &str = "\
Examples:
  ids conform -- ids respond
  ids conform --format siq --random 10000 --seed 7 -- node my-siq/respond.js
  ids conform --report junit -- ./respond > conform.xml

The program reads requests from its standard input and writes responses to its standard output,
one JSON object per line: see docs/protocol.md. If it ends, hangs or writes something else, the
current row fails. The program is then started again, and the run continues.

Exit codes: 0 no row failed and at least one passed; 4 a row failed; 1 the program cannot be
started, or the vectors cannot be read.";

pub(super) const RESPOND: &str = "\
Examples:
  ids conform -- ids respond
  echo '{\"seq\":\"1\",\"op\":\"parse\",\"format\":\"flax\",\"text\":\"0RdKJcxqVBiAiQr0\"}' | ids respond";

pub(super) const SELF_TEST: &str = "\
Examples:
  ids self-test
  ids self-test --format siq --report markdown

The vectors are those of `ids conform`: cases with the answers that the formats prescribe. It takes
less than a second, and reads and writes nothing else.

Exit codes: 0 no row failed; 4 a row failed.";

pub(super) const COMPLETIONS: &str = "\
Examples:
  ids completions bash > ~/.local/share/bash-completion/completions/ids
  ids completions zsh > \"${fpath[1]}/_ids\"
  ids completions fish > ~/.config/fish/completions/ids.fish";

pub(super) const MAN: &str = "\
Examples:
  ids man | man -l -
  ids man inspect > ids-inspect.1
  ids man ledger verify > ids-ledger-verify.1
  ids man --all ~/.local/share/man/man1";
