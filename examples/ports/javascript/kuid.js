// KUID: k-ordered, 64 bits inside a node and 96 across nodes. Rules: crates/kuid/FORMAT.md.

import {
  BASE64URL, DECIMAL, Digits, HEX, Layout, Positions, Refused, Unsupported, fromBytes, number, run, take, toBytes, utf8,
} from "./common.js";

const MILLION = 1_000_000n;
const SECOND = 10n ** 9n;
// KUID-2: a second has 977 ticks of 1,024 microseconds.
const PER_SECOND = 977n;
const TICK = 1_024_000n;

// KUID-1
const LOCAL = new Layout("kuid-local", 64, ["mega", 20], ["second", 20], ["fraction", 10], ["sequence", 14]);
// KUID-6
const GLOBAL = new Map([5, 6, 7, 8, 9, 10].map((drift) => [
  drift,
  new Layout(`kuid-global-${drift}`, 96, ["mega", 20], ["window", 20 - drift], ["node", 32],
    ["offset", drift], ["fraction", 10], ["sequence", 14]),
]));
export const LAYOUTS = Object.fromEntries([LOCAL, ...GLOBAL.values()].map((layout) => [layout.name, layout]));
// KUID-11
const DIGITS = new Digits(".0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz");
// What is read with a surplus (KUID-13) is written canonically.
const ALPHABETS = { "": DIGITS, base64: DIGITS, surplus: DIGITS, base64url: BASE64URL };

/** The drift of a layout of global identifiers, undefined for local ones. */
function driftOf(layout) {
  if (!(layout in LAYOUTS)) throw new Unsupported(`no layout ${layout}`);
  return layout === LOCAL.name ? undefined : Number(layout.split("-").at(-1));
}

/** KUID-10: the node goes in at bit 24 + drift. */
function toGlobal(local, node, drift) {
  const place = BigInt(24 + drift);
  const low = (1n << place) - 1n;
  return ((local >> place) << (place + 32n)) | (node << place) | (local & low);
}

/** The local identifier and the node. */
function toLocal(bits, drift) {
  const place = BigInt(24 + drift);
  const low = (1n << place) - 1n;
  return [((bits >> (place + 32n)) << place) | (bits & low), (bits >> place) & 0xffff_ffffn];
}

/** KUID-9: the hash of a name's bytes; versions up to 1.3.4 add one (KUID-8). */
function fingerprint(name) {
  const bytes = utf8(name);
  let hash = 0;
  for (let place = 0; place < bytes.length; place += 1) {
    let value = bytes[place];
    if ((value === 0xc2 || value === 0xc3) && bytes[place + 1] >> 6 === 0b10) {
      value = ((value & 3) << 6) | (bytes[place + 1] & 0x3f);
      place += 1;
    }
    hash = (hash * 16 + value) % 2 ** 32;
    const top = Math.floor(hash / 2 ** 28);
    hash = (hash ^ (top << 4)) & 0x0fff_ffff;
  }
  return BigInt(hash);
}

/** KUID-2: ticks of 1.024 ms, counted anew in each second, without gaps. */
const TICKS = {
  last: (1n << 20n) * MILLION * PER_SECOND - 1n,

  at(time) {
    if (time < 0n) throw new Refused("before_epoch", { until: 0n });
    const tick = (time / SECOND) * PER_SECOND + (time % SECOND) / TICK;
    if (tick > this.last) throw new Refused("after_end", { until: this.start(this.last) });
    return tick;
  },

  start: (tick) => (tick / PER_SECOND) * SECOND + (tick % PER_SECOND) * TICK,

  count: (time) => (time / SECOND) * PER_SECOND + (time % SECOND) / TICK,
};

function localAt(tick, sequence) {
  const seconds = tick / PER_SECOND;
  return LOCAL.pack({ mega: seconds / MILLION, second: seconds % MILLION, fraction: tick % PER_SECOND, sequence });
}

export function parse(layout, form, text) {
  const drift = driftOf(layout);
  const bytes = utf8(text);
  // KUID-23
  if (form === "hex") return HEX.decodeFixed(bytes, LAYOUTS[layout].bits);
  if (form === "decimal") return DECIMAL.decode(bytes, LAYOUTS[layout].bits);
  const digits = ALPHABETS[form];
  if (!digits) throw new Unsupported(`no form ${form}`);
  if (drift !== undefined) {
    // KUID-13: one more digit is surplus, and dropped.
    const longer = form === "surplus" && bytes.length === 17;
    if (bytes.length !== 16 && !longer) throw new Refused("length");
    return digits.number(bytes) >> (longer ? 6n : 0n);
  }
  if (bytes.length !== 11) throw new Refused("length");
  const number = digits.number(bytes);
  // KUID-12: two zero bits on the right.
  if (number & 3n && form !== "surplus") throw new Refused("digit", { index: 10 });
  return number >> 2n;
}

export function write(layout, form, bits) {
  const drift = driftOf(layout);
  const digits = ALPHABETS[form];
  if (!digits && form !== "hex" && form !== "decimal") throw new Unsupported(`no form ${form}`);
  LAYOUTS[layout].check(bits);
  if (form === "hex") return HEX.encode(bits, LAYOUTS[layout].bits / 4);
  if (form === "decimal") return DECIMAL.encode(bits);
  return drift === undefined ? digits.encode(bits << 2n, 11) : digits.encode(bits, 16);
}

/** KUID-21: the node's bytes first. */
export function readBytes(layout, form, bytes) {
  const drift = driftOf(layout);
  if (form !== "node-first" || drift === undefined) throw new Unsupported(`no form ${form}`);
  if (bytes.length !== 12) throw new Refused("length");
  return toGlobal(fromBytes(bytes.slice(4)), fromBytes(bytes.slice(0, 4)), drift);
}

export function writeBytes(layout, form, bits) {
  const drift = driftOf(layout);
  if (form !== "node-first" || drift === undefined) throw new Unsupported(`no form ${form}`);
  const [local, node] = toLocal(LAYOUTS[layout].check(bits), drift);
  return Uint8Array.from([...toBytes(node, 4), ...toBytes(local, 8)]);
}

/** KUID-4: for all values of the fields, regular or not (KUID-5). */
export function time(layout, bits) {
  const drift = driftOf(layout);
  const { mega, second, fraction } = LOCAL.unpack(drift === undefined ? bits : toLocal(bits, drift)[0]);
  return (mega * MILLION + second) * SECOND + fraction * TICK;
}

/** KUID-17: exact for local identifiers, whole windows for global ones. */
export function range(layout, instant) {
  const drift = driftOf(layout);
  const tick = TICKS.at(instant);
  const [first, last] = [localAt(tick, 0n), localAt(tick, LOCAL.field("sequence").max)];
  if (drift === undefined) return [first, last];
  const low = (1n << BigInt(24 + drift)) - 1n;
  return [toGlobal(first & ~low, 0n, drift), toGlobal(last | low, 0xffff_ffffn, drift)];
}

/** KUID-5: the first position whose identifier is greater, also if this one is not regular. */
function positionAfter(local) {
  const { mega, second, fraction, sequence } = LOCAL.unpack(local);
  if (second >= MILLION) return ((mega + 1n) * MILLION * PER_SECOND) << 14n;
  const seconds = mega * MILLION + second;
  if (fraction >= PER_SECOND) return ((seconds + 1n) * PER_SECOND) << 14n;
  return (((seconds * PER_SECOND + fraction) << 14n) | sequence) + 1n;
}

/** KUID-7: given, or hashed from a name. */
function nodeOf(config) {
  const [node, name, newer] = ["node", "name", "name_1_3_5"].map((key) => take(config, key));
  if (node !== undefined) return HEX.decodeFixed(utf8(node), 32);
  if (name !== undefined) return fingerprint(name) + 1n;
  if (newer !== undefined) return fingerprint(newer);
  throw new Unsupported("no node in config");
}

/** KUID-14 and KUID-15 */
export class Generator {
  constructor(layout, config, clock, random, after) {
    this.clock = clock;
    this.drift = driftOf(layout);
    if (this.drift !== undefined) {
      this.drift = Number(number(take(config, "drift") ?? String(this.drift)));
      if (!GLOBAL.has(this.drift)) throw new Refused("range", { field: "drift" });
      this.node = nodeOf(config);
    }
    this.positions = new Positions(TICKS, 14, config);
    if (after !== undefined) {
      this.positions.next = positionAfter(this.drift === undefined ? after : toLocal(after, this.drift)[0]);
    }
  }

  generate() {
    return this.reserve(1n)[0];
  }

  reserve(count) {
    return run(this.positions.take(this.clock.now(), count), count, (position) => {
      const local = localAt(position >> 14n, position & 0x3fffn);
      return this.drift === undefined ? local : toGlobal(local, this.node, this.drift);
    });
  }
}
