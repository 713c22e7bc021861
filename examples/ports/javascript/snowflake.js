// Snowflake: 64 bits of time, node and sequence. Rules: crates/snowflake/FORMAT.md.

import {
  BASE64URL, DECIMAL, Digits, HEX, LETTERS, Layout, Positions, Refused, Ticks, UPPER, Unsupported,
  fits, number, run, take, utf8,
} from "./common.js";

const US = 1_000n;
const MS = 1_000_000n;
const S = 10n ** 9n;

/** A division of the number, with a unit and an epoch (SNOW-1). */
class Flavour {
  constructor(name, epoch, unit, columns, { form = "decimal", decodeOnly = false } = {}) {
    // The field `sign` is always 0 (SNOW-2), and so is `zero`.
    const fixed = columns.map(([field, width]) =>
      ["sign", "zero"].includes(field) ? [field, width, 0n] : [field, width]);
    this.layout = new Layout(name, 64, ...fixed);
    this.timestamp = this.layout.field("timestamp");
    this.ticks = new Ticks(epoch, this.timestamp.max, 1n, unit);
    const sequences = ["sequence", "increment", "counter", "step"];
    this.sequence = this.layout.fields.find((field) => sequences.includes(field.name));
    // The fields that say which node it is (SNOW-7).
    this.node = this.layout.fields.filter((field) =>
      field.fixed === undefined && field !== this.timestamp && field !== this.sequence);
    Object.assign(this, { form, decodeOnly });
  }
}

const SIGN = ["sign", 1];
const TWITTER = 1_288_834_974_657n * MS;
const SUOU = [["timestamp", 42], ["local", 5], ["shard", 5], ["counter", 12]];
const SONYFLAKE = [SIGN, ["timestamp", 39], ["sequence", 8], ["machine", 16]];
const BAIDU = 1_463_673_600n * S;
const YITTER = 1_582_136_402n * S;
const SINCE_2020 = 1_577_836_800n * S;

/** A sign, a time, a worker and a sequence of these widths. */
const baidu = (time, worker, sequence) => {
  const columns = [["timestamp", time], ["worker", worker], ["sequence", sequence]];
  return [SIGN, ...columns.filter(([, width]) => width > 0)];
};
const yitter = (time, worker, sequence) => baidu(time, worker, sequence).slice(1);

const FLAVOURS = new Map([
  // SNOW-40 to SNOW-51
  ["twitter", TWITTER, MS,
    [SIGN, ["timestamp", 41], ["datacenter", 5], ["worker", 5], ["sequence", 12]]],
  ["discord", 1_420_070_400n * S, MS,
    [["timestamp", 42], ["worker", 5], ["process", 5], ["increment", 12]]],
  ["suou", 1_420_066_800n * S, MS, SUOU],
  ["instagram", 1_314_220_021_721n * MS, MS, [["timestamp", 41], ["shard", 13], ["sequence", 10]]],
  ["mastodon", 0n, MS, [["timestamp", 48], ["tail", 16]], { decodeOnly: true }],
  ["sonyflake-v1", 1_409_529_600n * S, 10n * MS, SONYFLAKE],
  ["sonyflake-v2", 1_735_689_600n * S, 10n * MS, SONYFLAKE],
  ["bwmarrin", TWITTER, MS, [SIGN, ["timestamp", 41], ["node", 10], ["step", 12]]],
  ["baidu", BAIDU, S, baidu(28, 22, 13)],
  ["yitter", YITTER, MS, yitter(52, 6, 6), { decodeOnly: true }],
  ["tid", 0n, US, [SIGN, ["timestamp", 53], ["clock", 10]], { form: "tid" }],
  ["linkedin", 0n, MS, [SIGN, ["timestamp", 41], ["low", 22]], { decodeOnly: true }],
  // Layouts of one's own (SNOW-7): those that the vectors use.
  ["suou-of-2015-utc", 1_420_070_400n * S, MS, SUOU],
  ["suou-of-2020", 1_577_833_200n * S, MS, SUOU],
  ["suou-of-2010", TWITTER, MS, SUOU],
  ["sonyflake-12-10", SINCE_2020, MS,
    [SIGN, ["timestamp", 41], ["sequence", 12], ["machine", 10]]],
  ["baidu-29-21-13", BAIDU, S, baidu(29, 21, 13)],
  ["baidu-31-23-9", BAIDU, S, baidu(31, 23, 9)],
  ["baidu-41-10-12", BAIDU, S, baidu(41, 10, 12)],
  ["baidu-63", BAIDU, S, baidu(63, 0, 0)],
  ["baidu-1-1-61", BAIDU, S, baidu(1, 1, 61)],
  ["yitter-6-10", YITTER, MS, yitter(48, 6, 10)],
  ["yitter-10-12", SINCE_2020, MS, yitter(42, 10, 12)],
  ["yitter-6-12", YITTER, MS, yitter(46, 6, 12)],
  ["js-53", 1_735_689_600n * S, S,
    [["zero", 11], ["timestamp", 32], ["node", 8], ["sequence", 13]]],
].map((columns) => [columns[0], new Flavour(...columns)]));

export const LAYOUTS = Object.fromEntries([...FLAVOURS].map(([name, { layout }]) => [name, layout]));

// SNOW-21 to SNOW-25, SNOW-28 and SNOW-31: digits without leading zeros.
const SHORT = {
  decimal: DECIMAL,
  hex: HEX,
  base32: new Digits("ybndrfg8ejkmcpqxot1uwisza345h769"),
  base36: new Digits(`0123456789${LETTERS}`, UPPER),
  base58: new Digits("123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"),
  shortcode: BASE64URL,
  "suou-b32l": new Digits(`${LETTERS}234567`, UPPER),
};
const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LOWER = Object.fromEntries([...CROCKFORD].map((digit) => [digit.toLowerCase(), digit]));
// SNOW-26, SNOW-27, SNOW-29: how many digits.
const LONG = {
  crockford: [new Digits(CROCKFORD, { ...LOWER, I: "1", i: "1", L: "1", l: "1", O: "0", o: "0" }), 13],
  tid: [new Digits(`234567${LETTERS}`), 13],
  "suou-base64": [BASE64URL, 12],
};
// SNOW-30: of twice the number.
const TWICE = new Digits(CROCKFORD);

/** The flavour of a layout. */
export function find(layout) {
  if (!FLAVOURS.has(layout)) throw new Unsupported(`no layout ${layout}`);
  return FLAVOURS.get(layout);
}

export function parse(layout, form, text) {
  const flavour = find(layout);
  const bytes = utf8(text);
  form ||= flavour.form;
  if (form in SHORT) return flavour.layout.check(SHORT[form].decode(bytes, 64));
  if (form in LONG) {
    const [digits, width] = LONG[form];
    return flavour.layout.check(digits.decodeFixed(bytes, 64, width));
  }
  if (form !== "suou-cb32") throw new Unsupported(`no form ${form}`);
  const twice = TWICE.decodeFixed(bytes, 65, 13);
  if (twice & 1n) throw new Refused("digit", { index: 12 });
  return flavour.layout.check(twice >> 1n);
}

export function write(layout, form, bits) {
  const flavour = find(layout);
  flavour.layout.check(bits);
  form ||= flavour.form;
  if (form in SHORT) return SHORT[form].encode(bits);
  if (form in LONG) return LONG[form][0].encode(bits, LONG[form][1]);
  if (form === "suou-cb32") return TWICE.encode(bits * 2n, 13);
  throw new Unsupported(`no form ${form}`);
}

export function time(layout, bits) {
  const { ticks, timestamp } = find(layout);
  return ticks.start(timestamp.get(bits));
}

/** SNOW-4: zeros, and ones, in all other fields that are not fixed. */
export function range(layout, instant) {
  const flavour = find(layout);
  const tick = flavour.timestamp.put(flavour.ticks.at(instant));
  let [first, last] = [tick, tick];
  for (const field of flavour.layout.fields) {
    if (field.fixed !== undefined) {
      first |= field.put(field.fixed);
      last |= field.put(field.fixed);
    } else if (field !== flavour.timestamp) {
      last |= field.put(field.max);
    }
  }
  return [first, last];
}

/** SNOW-60 to SNOW-68 */
export class Generator {
  constructor(layout, config, clock, random, after) {
    this.flavour = find(layout);
    this.clock = clock;
    if (this.flavour.decodeOnly) throw new Refused("decode_only");
    const numbered = take(config, "numbered");
    if (numbered !== undefined) {
      // SNOW-68: the lowest field has the number's lowest bits.
      let rest = number(numbered);
      const given = this.flavour.node.find(({ name }) => Object.hasOwn(config, name));
      if (given) throw new Unsupported(`numbered and ${given.name}`);
      for (const field of this.flavour.node.toReversed()) {
        config[field.name] = String(rest & field.max);
        rest /= field.max + 1n;
      }
      if (rest > 0n) throw new Refused("range", { field: "node" });
    }
    // SNOW-66: no defaults.
    this.node = 0n;
    for (const field of this.flavour.node) {
      const value = take(config, field.name);
      if (value === undefined) throw new Refused("missing", { field: field.name });
      this.node |= field.put(number(value));
    }
    const { sequence, timestamp, ticks } = this.flavour;
    this.positions = new Positions(ticks, sequence?.width ?? 0, config);
    if (after !== undefined) {
      // SNOW-64: whichever node made it.
      const number = sequence?.get(after) ?? 0n;
      this.positions.next = ((timestamp.get(after) << this.positions.bits) | number) + 1n;
    }
  }

  generate() {
    return this.reserve(1n)[0];
  }

  reserve(count) {
    const first = this.positions.take(this.clock.now(), count);
    const { sequence, timestamp } = this.flavour;
    return run(first, count, (position) => {
      const number = sequence ? sequence.put(position & sequence.max) : 0n;
      return this.node | timestamp.put(position >> this.positions.bits) | number;
    });
  }
}
