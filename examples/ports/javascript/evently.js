// Evently: ids of events, the canonical form that they cover, ledgers. Rules: crates/evently-id/FORMAT.md.

import {
  Digits, HEX, HEX_ANY_CASE, Layout, Refused, Ticks, Unsupported, decodeUuid, encodeUuid, utf8,
} from "./common.js";
import { crc32 } from "./crc.js";

// EVENTLY-1
const LAYOUT = new Layout("evently", 128, ["sign", 1, 0n], ["timestamp", 63], ["checksum", 32],
  ["ledger", 30], ["version", 2]);
const TIMESTAMP = LAYOUT.field("timestamp");
export const LAYOUTS = { "": LAYOUT, evently: LAYOUT };
// EVENTLY-2
const TICKS = new Ticks(0n, TIMESTAMP.max, 1n, 1000n);
const UPPER_HEX = new Digits("0123456789ABCDEF");
// EVENTLY-18
const checksum = crc32(0x82f6_3b78);
const crc32c = (text) => checksum(utf8(text));

// Text

export function parse(layout, form, text) {
  const bytes = utf8(text);
  switch (form) {
    // EVENTLY-4
    case "": case "hex": return LAYOUT.check(HEX.decodeFixed(bytes, 128));
    case "upper": return LAYOUT.check(UPPER_HEX.decodeFixed(bytes, 128));
    case "uuid": return LAYOUT.check(decodeUuid(HEX_ANY_CASE, bytes));
    // EVENTLY-5: either case, and the form of a UUID.
    case "lenient":
      return LAYOUT.check(bytes.length === 36
        ? decodeUuid(HEX_ANY_CASE, bytes) : HEX_ANY_CASE.decodeFixed(bytes, 128));
  }
  throw new Unsupported(`no form ${form}`);
}

export function write(layout, form, bits) {
  switch (form) {
    case "": case "hex": case "lenient": return HEX.encode(LAYOUT.check(bits), 32);
    case "upper": return UPPER_HEX.encode(LAYOUT.check(bits), 32);
    case "uuid": return encodeUuid(LAYOUT.check(bits));
  }
  throw new Unsupported(`no form ${form}`);
}

export const time = (layout, bits) => TICKS.start(TIMESTAMP.get(bits));

export function range(layout, instant) {
  const first = TICKS.at(instant) << 64n;
  return [first, first | ((1n << 64n) - 1n)];
}

// Canonical JSON, EVENTLY-8 to EVENTLY-14

const ESCAPES = { '"': '"', "\\": "\\", "/": "/", b: "\b", t: "\t", n: "\n", f: "\f", r: "\r" };
const SHORT = new Map(Object.entries(ESCAPES).filter(([key]) => key !== "/")
  .map(([key, character]) => [character, `\\${key}`]));
const NUMBER = /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const UNIT = /\\u([0-9a-fA-F]{4})/y;
const DEPTH = 128;
const EXPANSION = 16 << 20;

/** EVENTLY-10 */
const quote = (text) => `"${text.replace(/["\\\u0000-\u001f]/g, (character) =>
  SHORT.get(character) ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)}"`;

/** EVENTLY-9: by code point, which is the order of UTF-8 and not that of UTF-16. */
function compare(a, b) {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** JSON from its source text, which JSON.parse would lose: keys, numbers, escapes. */
class Scanner {
  constructor(text, { numbers = positional, lastWins = false } = {}) {
    Object.assign(this, { text, numbers, lastWins, place: 0, depth: 0, expansion: 0 });
  }

  fail(kind = "syntax", place = this.place) {
    throw new Refused(kind, { index: utf8(this.text.slice(0, place)).length });
  }

  get next() {
    return this.text[this.place] ?? "";
  }

  match(pattern, place = this.place) {
    pattern.lastIndex = place;
    return pattern.exec(this.text);
  }

  space() {
    while (this.next && " \t\n\r".includes(this.next)) this.place += 1;
  }

  expect(character) {
    if (this.next !== character) this.fail();
    this.place += 1;
  }

  document() {
    this.space();
    const value = this.value();
    this.end();
    return value;
  }

  end() {
    this.space();
    if (this.place < this.text.length) this.fail();
  }

  /** The canonical text of the next value. */
  value() {
    switch (this.next) {
      case '"': return quote(this.string());
      case "{": return this.nested(() => this.object());
      case "[": return this.nested(() => this.array());
    }
    const word = ["true", "false", "null"].find((each) => this.text.startsWith(each, this.place));
    if (word) {
      this.place += word.length;
      return word;
    }
    return this.number();
  }

  nested(inner) {
    if (this.depth === DEPTH) this.fail("depth");
    this.depth += 1;
    const value = inner();
    this.depth -= 1;
    return value;
  }

  /** What stands between two brackets, separated by commas. */
  list(close, item) {
    this.place += 1;
    this.space();
    if (this.next !== close) {
      for (;;) {
        item();
        this.space();
        if (this.next !== ",") break;
        this.place += 1;
        this.space();
      }
    }
    this.expect(close);
  }

  items() {
    const items = [];
    this.list("]", () => items.push(this.value()));
    return items;
  }

  members() {
    const members = [];
    this.list("}", () => members.push([this.key(), this.value()]));
    return this.sorted(members);
  }

  array() {
    return `[${this.items().join(",")}]`;
  }

  object() {
    return `{${this.members().map(([key, value]) => `${quote(key)}:${value}`).join(",")}}`;
  }

  /** EVENTLY-9, EVENTLY-13 */
  sorted(members) {
    const sorted = members.toSorted(([a], [b]) => compare(a, b));
    const equal = (index) => index > 0 && sorted[index][0] === sorted[index - 1][0];
    if (!this.lastWins && sorted.some((_, index) => equal(index))) throw new Refused("duplicate_key");
    return sorted.filter((_, index) => index + 1 === sorted.length || !equal(index + 1));
  }

  key() {
    if (this.next !== '"') this.fail();
    const key = this.string();
    this.space();
    this.expect(":");
    this.space();
    return key;
  }

  /** What a string holds; its opening quote is next. */
  string() {
    this.place += 1;
    let content = "";
    for (;;) {
      const [plain] = this.match(PLAIN);
      content += plain;
      this.place += plain.length;
      if (this.next === '"') break;
      if (this.next !== "\\") this.fail();
      content += this.escape();
    }
    this.place += 1;
    return content;
  }

  escape() {
    const character = this.text[this.place + 1];
    if (Object.hasOwn(ESCAPES, character ?? "")) {
      this.place += 2;
      return ESCAPES[character];
    }
    const unit = this.unit(this.place) ?? this.fail();
    let length = 6;
    let text = String.fromCharCode(unit);
    if (unit === 0) this.fail("nul");
    if (unit >= 0xdc00 && unit < 0xe000) this.fail("lone_surrogate");
    if (unit >= 0xd800 && unit < 0xdc00) {
      const low = this.unit(this.place + 6) ?? 0;
      if (low < 0xdc00 || low >= 0xe000) this.fail("lone_surrogate");
      text += String.fromCharCode(low);
      length = 12;
    }
    this.place += length;
    return text;
  }

  unit(place) {
    const found = this.match(UNIT, place);
    return found ? parseInt(found[1], 16) : undefined;
  }

  number() {
    const found = this.match(NUMBER);
    if (!found) this.fail();
    const start = this.place;
    this.place += found[0].length;
    if (this.next && "0123456789.eE+-".includes(this.next)) this.fail();
    const written = this.numbers(found[0]);
    this.expansion += Math.max(written.length - found[0].length, 0);
    if (this.expansion > EXPANSION) this.fail("too_large", start);
    return written;
  }
}

/** EVENTLY-11 and EVENTLY-12: the exact decimal value, with the scale of the source. */
function positional(source) {
  const [, minus, whole, fraction = "", exponent = "0"] =
    /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([-+]?[0-9]+))?$/.exec(source);
  if (exponent.replace(/^[-+]?0*/, "").length > 9) throw new Refused("number_range");
  const power = Number(exponent);
  const significant = (whole + fraction).replace(/^0+/, "");
  const scale = Math.max(0, fraction.length - power);
  // How many digits stand before the point.
  const before = significant ? significant.length - fraction.length + power : 0;
  if (before > 131_072 || scale > 16_383) throw new Refused("number_range");
  const zeros = "0".repeat(significant ? Math.max(0, power - fraction.length) : 0);
  const digits = (significant + zeros).padStart(scale + 1, "0");
  const point = digits.length - scale;
  const sign = significant ? minus : "";
  return sign + digits.slice(0, point) + (scale > 0 ? `.${digits.slice(point)}` : "");
}

/** EVENTLY-23: the one case in which a double is meant. */
function ecmascript(source) {
  const value = Number(source);
  if (!Number.isFinite(value)) throw new Refused("number_range");
  return String(value === 0 ? 0 : value);
}

export function canonical(text, form) {
  switch (form) {
    case "": return new Scanner(text).document();
    case "ecmascript": return new Scanner(text, { numbers: ecmascript }).document();
    case "last-wins": return new Scanner(text, { lastWins: true }).document();
  }
  throw new Unsupported(`no form ${form}`);
}

// Timestamps, EVENTLY-15

const STAMP = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(Z|([+-])(\d\d):(\d\d))$/;

/** Microseconds since the Unix epoch. */
export function parseTimestamp(text) {
  const refuse = () => { throw new Refused("timestamp"); };
  const found = STAMP.exec(text) ?? refuse();
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map(Number);
  const fraction = (found[7] ?? "").padEnd(9, "0");
  const [hours, minutes] = [Number(found[10] ?? 0), Number(found[11] ?? 0)];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const real = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && month >= 1;
  if (!real || hour > 23 || minute > 59 || second > 59 || hours > 23 || minutes > 59) refuse();
  if (Number(fraction.slice(6)) !== 0) refuse();
  const offset = (hours * 60 + minutes) * 60 * (found[9] === "-" ? -1 : 1);
  const seconds = date.getTime() / 1000 + (hour * 60 + minute) * 60 + second - offset;
  if (seconds < 0 || seconds > 253_402_300_799) refuse();
  return BigInt(seconds) * 1_000_000n + BigInt(fraction.slice(0, 6));
}

/** In UTC with no, three or six digits of fraction. */
export function formatTimestamp(micros) {
  const [seconds, rest] = [micros / 1_000_000n, micros % 1_000_000n];
  const text = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  if (rest === 0n) return `${text}Z`;
  const digits = String(rest).padStart(6, "0");
  return `${text}.${digits.replace(/000$/, "")}Z`;
}

// Hashing, EVENTLY-16 to EVENTLY-23

const PROFILES = ["doc5", "doc4", "pg", "v1"];
const STRINGS = ["event", "entity", "key", "eventId", "appendKey", "timestamp"];
const OBJECTS = ["entities", "meta"];
const NAMES = [...STRINGS, ...OBJECTS, "data"];
const hex = (number, width) => HEX.encode(number, width);

/** A record: the fields that the id covers in canonical form, the timestamp, the stored id. */
export class Event {
  constructor(text, profile = "doc5") {
    if (!PROFILES.includes(profile)) throw new Unsupported(`no profile ${profile}`);
    const old = profile === "v1";
    this.profile = profile;
    this.values = new Map();
    this.scan(new Scanner(text, { numbers: old ? ecmascript : positional }), old ? ["entities"] : ["entity", "key"]);
    const order = old ? ["entity", "key", "event", "meta", "data"] : ["event", "entities", "meta", "data"];
    if (![...order, "timestamp"].every((name) => this.values.has(name))) {
      throw new Refused("missing_field");
    }
    this.timestamp = this.values.get("timestamp");
    this.body = order.map((name) => this.values.get(name)).join("");
  }

  scan(scanner, foreign) {
    scanner.space();
    if (scanner.next !== "{") {
      scanner.document();
      throw new Refused("bad_field");
    }
    const [seen, others] = [new Set(), []];
    scanner.list("}", () => {
      const start = scanner.place;
      const name = scanner.key();
      if (NAMES.includes(name)) {
        if (seen.has(name)) scanner.fail("duplicate_key", start);
        seen.add(name);
      }
      if (NAMES.includes(name) && !foreign.includes(name)) {
        this.values.set(name, this.value(scanner, name));
      } else {
        others.push([name, scanner.value()]);
      }
    });
    scanner.end();
    // EVENTLY-26: other fields are looked at for this much.
    scanner.sorted(others);
  }

  /** A field's own value; strings are written as what they hold. */
  value(scanner, name) {
    const start = scanner.place;
    // EVENTLY-31: then it is a field like any other.
    if (name === "appendKey" && scanner.next !== '"') return scanner.value();
    const opening = OBJECTS.includes(name) ? "{" : STRINGS.includes(name) ? '"' : scanner.next;
    if (scanner.next !== opening) {
      scanner.value();
      scanner.fail("bad_field", start);
    }
    if (!STRINGS.includes(name)) return scanner.value();
    const content = scanner.string();
    // These two count as they stand between their quotes (EVENTLY-15, EVENTLY-24).
    const source = scanner.text.slice(start + 1, scanner.place - 1);
    if (name === "timestamp") return parseTimestamp(source);
    return name === "eventId" ? source : content;
  }

  get recorded() {
    return this.values.get("eventId");
  }

  /** After an id, in its ledger. */
  id(previous) {
    return this.chained(previous & 0xffff_ffffn, hex(previous, 32));
  }

  /** EVENTLY-19 to EVENTLY-23: as the first event of its ledger. */
  genesisId() {
    if (this.profile === "pg") {
      const spaced = ["meta", "data"].map((name) => new Database(this.values.get(name)).document());
      this.body = [this.values.get("event"), this.values.get("entities"), ...spaced].join("");
    }
    const timed = ["doc5", "pg"].includes(this.profile) ? hex(this.timestamp, 16) : "";
    const ledger = crc32c(this.body + timed) & ~3n;
    const first = this.profile === "v1" ? 0n : this.timestamp;
    const before = hex(first, 16) + hex(ledger, 16);
    return this.chained(ledger, this.profile === "pg" ? String(crc32c(before)) : before);
  }

  /** EVENTLY-17 */
  chained(ledger, previous) {
    const [stamp, name] = [hex(this.timestamp, 16), hex(ledger, 8)];
    const feed = this.profile === "v1" ? name + stamp : stamp + name;
    return (this.timestamp << 64n) | (crc32c(this.body + feed + previous) << 32n) | ledger;
  }
}

/** EVENTLY-22: spaces, and keys in the order of their length and then of their bytes. */
class Database extends Scanner {
  array() {
    return `[${this.items().join(", ")}]`;
  }

  object() {
    const members = this.members().map(([key, value]) => [key, value, utf8(key).length]);
    members.sort((a, b) => a[2] - b[2] || compare(a[0], b[0]));
    return `{${members.map(([key, value]) => `${quote(key)}: ${value}`).join(", ")}}`;
  }
}

// Verification, EVENTLY-24 to EVENTLY-27

/** How many records are valid before the first that is not, and why it is not. */
export function verify(lines, after) {
  const records = lines.join("\n").split("\n");
  if (records.at(-1) === "") records.pop();
  const verdict = { events: 0, failure: undefined, profile: null, head: after };
  for (const record of records) {
    try {
      if (verdict.profile === null) {
        [verdict.profile, verdict.head] = decide(record, verdict.head);
      } else {
        verdict.head = check(record, verdict.profile, verdict.head);
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      verdict.failure = error.kind;
      break;
    }
    verdict.events += 1;
  }
  return verdict;
}

/** The profile under which the first record's id is right. */
function decide(record, head) {
  let worst;
  for (const profile of head === undefined ? PROFILES : ["doc5", "v1"]) {
    try {
      return [profile, check(record, profile, head)];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // A profile whose fields the record has says more.
      if (!worst || (error.kind === "mismatch" && worst.kind !== "mismatch")) worst = error;
    }
  }
  throw worst;
}

function check(record, profile, head) {
  const event = new Event(record, profile);
  if (event.recorded === undefined) throw new Refused("missing_field");
  const expected = head === undefined ? event.genesisId() : event.id(head);
  if (event.recorded !== hex(expected, 32)) throw new Refused("mismatch");
  if (head !== undefined && head >> 64n >= expected >> 64n) throw new Refused("not_monotonic");
  return expected;
}
