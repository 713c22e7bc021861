// SIQ: 112 bits of time, shard, domain, serial number and kind. Rules: crates/siq/FORMAT.md.

import { createHash } from "node:crypto";

import {
  BASE32, BASE64URL, DECIMAL, Digits, HEX, Layout, OCTAL, Positions, Refused, Ticks, UPPER, LETTERS,
  Unsupported, decodeUuid, encodeUuid, fits, fromBytes, number, run, take, toBytes, utf8,
} from "./common.js";
import { crc32 } from "./crc.js";

// SIQ-1
const HEAD = [["seconds", 40], ["fraction", 16], ["shard", 8], ["domain", 32]];
const LAYOUT = new Layout("siq", 112, ...HEAD, ["tail", 16]);
const SPLIT = [3, 4, 5].map((width) =>
  new Layout(`siq-${width}`, 112, ...HEAD, ["serial", 16 - width], ["qualifier", width]));
export const LAYOUTS = Object.fromEntries([LAYOUT, ...SPLIT].map((layout) => [layout.name, layout]));
// SIQ-2: 1/65536 s, in 56 bits.
const TICKS = new Ticks(0n, (1n << 56n) - 1n, 65_536n, 10n ** 9n);
// SIQ-7: the codes, whose lengths count.
const KINDS = {
  ternary: "001", multi: "011", manytomany: "101", content: "111", thread: "0110", message: "1110",
  user: "00000", tag: "00010", group: "00100", event: "01000", channel: "01010", invite: "01100",
  application: "10000", unassigned10010: "10010", collection: "10100", premium: "11000",
  unassigned11010: "11010", unassigned11100: "11100",
};
const ANY_CASE = new Digits(`${LETTERS}234567`, UPPER);
const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CROCKFORD_ANY = new Digits(CROCKFORD,
  Object.fromEntries([...CROCKFORD].map((digit) => [digit.toLowerCase(), digit])));
const PREFIX = utf8("did:siq:");
const checksum = crc32(0xedb8_8320);
// SIQ-20
const UUID = new Layout("siq-uuid", 128, ["zero", 10, 0n], ["high", 38], ["version", 4, 8n],
  ["middle", 12], ["variant", 2, 2n], ["low", 62]);

/** SIQ-5 */
function domainHash(name) {
  const bytes = utf8(name);
  const index = bytes.findIndex((byte) => byte > 0x7f);
  if (index >= 0) throw new Refused("digit", { index });
  if (name === "" || name === "0") return 0n;
  return fromBytes(createHash("sha256").update(bytes).digest().subarray(-4));
}

/** SIQ-6: eight bits take the place of the highest of the hash. */
function withLocalId(name, localId) {
  const hash = domainHash(name);
  return hash === 0n ? 0n : (hash & 0x00ff_ffffn) | (localId << 24n);
}

/** SIQ-8: how many bits the qualifier has. */
const widthOf = (tail) => (tail & 1n ? 3 : (tail & 7n) === 0b110n ? 4 : 5);

function kindOf(name) {
  if (!Object.hasOwn(KINDS, name)) throw new Refused("unknown");
  return { width: BigInt(KINDS[name].length), code: BigInt(`0b${KINDS[name]}`) };
}

const join = (tick, shard, domain, tail) => (tick << 56n) | (shard << 48n) | (domain << 16n) | tail;

/** SIQ-14: a zero, the checksum of the 14 bytes, the number. */
const checked = (bits) => BASE32.encode((checksum(toBytes(bits, 14)) << 112n) | bits, 29);

function readChecked(digits, bytes, start) {
  if (bytes.length !== 29) throw new Refused("length");
  const number = digits.number(bytes, start);
  if (number >> 144n) throw new Refused("digit", { index: start });
  const bits = number & ((1n << 112n) - 1n);
  if (number >> 112n !== checksum(toBytes(bits, 14))) throw new Refused("checksum");
  return bits;
}

/** SIQ-9 */
function readDid(bytes) {
  const index = PREFIX.findIndex((byte, place) => bytes[place] !== byte);
  if (index >= 0) throw new Refused("expected", { index });
  return readChecked(ANY_CASE, bytes.slice(8), 8);
}

/** SIQ-16 */
function readHandle(bytes) {
  const character = (index) => String.fromCharCode(bytes[index] ?? 0);
  if (character(0) !== "@") throw new Refused("expected", { index: 0 });
  const bits = readChecked(BASE32, bytes.slice(1, 30), 1);
  if (bytes.length === 30) return bits;
  if (!"@:".includes(character(30))) throw new Refused("expected", { index: 30 });
  if (bytes.length === 31) throw new Refused("expected", { index: 31 });
  for (let index = 31; index < bytes.length; index += 1) {
    if (!/[A-Za-z0-9.\-_:[\]]/.test(character(index))) throw new Refused("expected", { index });
  }
  return bits;
}

function readUuid(bytes) {
  const { high, middle, low } = UUID.unpack(UUID.check(decodeUuid(HEX, bytes)));
  return (high << 74n) | (middle << 62n) | low;
}

const writeUuid = (bits) => encodeUuid(UUID.pack({
  high: bits >> 74n, middle: (bits >> 62n) & 0xfffn, low: bits & ((1n << 62n) - 1n),
}));

/** SIQ-12: zero is the empty text. */
function readCrockford(bytes, start) {
  if (bytes.length === 0) return 0n;
  if (bytes.length > 23) throw new Refused("length");
  const number = CROCKFORD_ANY.number(bytes, start);
  if (CROCKFORD_ANY.values.get(bytes[0]) === 0n) throw new Refused("leading_zero", { index: start });
  return fits(number, 112);
}

/** A number in the one spelling that it has. */
function numberOf(text, bits) {
  if (!/^(0|[1-9][0-9]*)$/.test(text) || BigInt(text) >> BigInt(bits)) throw new Unsupported(`no number ${text}`);
  return BigInt(text);
}

/** The names of what forms are told; those with a `?` may be missing. */
export const ARGS = {
  mastodon: "domain?", matrix: "domain", domain: "local_id?", snowflake: "epoch domain kind", ulid: "domain kind",
};

export function parse(layout, form, text, args) {
  const bytes = utf8(text);
  switch (form) {
    case "": case "did": return readDid(bytes);
    case "uri": return readChecked(ANY_CASE, bytes, 0);
    case "decimal": return DECIMAL.decode(bytes, 112);
    case "hex": return HEX.decode(bytes, 112);
    case "octal": return OCTAL.decode(bytes, 112);
    // SIQ-11: the digits of 15 bytes.
    case "base64": return BASE64URL.decodeFixed(bytes, 112, 20);
    case "base32": return BASE32.decodeFixed(bytes, 112, 24);
    case "crockford": return readCrockford(bytes, 0);
    case "crockford0":
      if (bytes[0] !== 0x30) throw new Refused("expected", { index: 0 });
      return readCrockford(bytes.slice(1), 1);
    case "mastodon": case "matrix": return readHandle(bytes);
    case "uuid": return readUuid(bytes);
    case "domain":
      return args.local_id === undefined ? domainHash(text) : withLocalId(text, numberOf(args.local_id, 8));
    case "snowflake": {
      const [epoch, domain] = [numberOf(args.epoch, 128), domainHash(args.domain)];
      return fromSnowflake(numberOf(text, 64), epoch, domain, kindOf(args.kind));
    }
    case "ulid": return fromUlid(numberOf(text, 128), domainHash(args.domain), kindOf(args.kind));
  }
  throw new Unsupported(`no form ${form}`);
}

const FORMS = [
  "", "did", "uri", "decimal", "hex", "octal", "base64", "base32", "crockford", "crockford0", "mastodon", "matrix",
  "uuid", "snowflake", "ulid",
];

export function write(layout, form, bits, { domain }) {
  if (form === "domain") return HEX.encode(fits(bits, 32), 8);
  if (!FORMS.includes(form)) throw new Unsupported(`no form ${form}`);
  if (domain !== undefined && !/^[A-Za-z0-9.\-_:[\]]+$/.test(domain)) throw new Unsupported(`no domain ${domain}`);
  LAYOUT.check(bits);
  switch (form) {
    case "": case "did": case "snowflake": case "ulid": return `did:siq:${checked(bits)}`;
    case "uri": return checked(bits);
    case "decimal": return DECIMAL.encode(bits);
    case "hex": return HEX.encode(bits);
    case "octal": return OCTAL.encode(bits);
    case "base64": return BASE64URL.encode(bits, 20);
    case "base32": return BASE32.encode(bits, 24);
    case "crockford": return CROCKFORD_ANY.encode(bits, 0);
    case "crockford0": return `0${CROCKFORD_ANY.encode(bits, 0)}`;
    case "mastodon": return `@${checked(bits)}${domain === undefined ? "" : `@${domain}`}`;
    case "matrix": return `@${checked(bits)}:${domain}`;
    default: return writeUuid(bits);
  }
}

/** SIQ-17 */
export function readBytes(layout, form, bytes) {
  if (form !== "bytes16") throw new Unsupported(`no form ${form}`);
  if (bytes.length !== 16) throw new Refused("length");
  return fits(fromBytes(bytes), 112);
}

export function writeBytes(layout, form, bits) {
  if (form !== "bytes16") throw new Unsupported(`no form ${form}`);
  return toBytes(LAYOUT.check(bits), 16);
}

/** A qualifier of a layout has as many bits as its code says (SIQ-8). */
export function pack(layout, values) {
  const bits = LAYOUTS[layout].pack(values);
  if (layout !== LAYOUT.name && `siq-${widthOf(bits)}` !== layout) {
    throw new Refused("range", { field: "qualifier" });
  }
  return bits;
}

export const time = (layout, bits) => TICKS.start(bits >> 56n);

/** SIQ-19 */
export function range(layout, instant) {
  const first = TICKS.at(instant) << 56n;
  return [first, first | ((1n << 56n) - 1n)];
}

/** SIQ-25 */
function fromSnowflake(number, epoch, domain, { width, code }) {
  const start = TICKS.at(epoch + (number >> 22n) * 1_000_000n);
  const node = (number >> 12n) & 0x3ffn;
  const sequence = number & 0xfffn;
  // Where the serial number has 11 bits, the highest of the sequence goes to the time.
  const later = width === 5n ? ((node >> 8n) << 1n) | (sequence >> 11n) : node >> 8n;
  if (start + later > TICKS.last) throw new Refused("after_end", { until: TICKS.start(TICKS.last) });
  return join(start + later, node & 0xffn, domain, ((sequence << width) | code) & 0xffffn);
}

/** SIQ-26 */
function fromUlid(number, domain, { width, code }) {
  const tick = ((number >> 80n) << 16n) / 1000n + ((number >> 74n) & 0x3fn);
  const tail = ((((number >> 50n) & 0xffffn) >> width) << width) | code;
  return join(tick, (number >> 66n) & 0xffn, domain, tail);
}

/** SIQ-21 to SIQ-24 */
export class Generator {
  constructor(layout, config, clock, random, after) {
    this.clock = clock;
    this.domain = domainHash(take(config, "domain"));
    this.shard = number(take(config, "shard"));
    LAYOUT.field("shard").put(this.shard);
    this.kind = kindOf(take(config, "kind"));
    this.positions = new Positions(TICKS, 16n - this.kind.width, config);
    if (after !== undefined) {
      // SIQ-23
      const serial = (after & 0xffffn) >> this.kind.width;
      this.positions.next = (((after >> 56n) << this.positions.bits) | serial) + 1n;
    }
  }

  generate() {
    return this.reserve(1n)[0];
  }

  reserve(count) {
    const { bits } = this.positions;
    return run(this.positions.take(this.clock.now(), count), count, (position) => {
      const serial = position & ((1n << bits) - 1n);
      return join(position >> bits, this.shard, this.domain, (serial << this.kind.width) | this.kind.code);
    });
  }
}
