// Flax: 96 bits of time and randomness, in 16 characters that sort. Rules: crates/flax-id/FORMAT.md.

import { DECIMAL, Digits, HEX, Layout, Refused, Ticks, Unsupported, fill, number, take, utf8 } from "./common.js";

// FLAX-1
const LAYOUT = new Layout("flax", 96, ["timestamp", 40], ["random", 56]);
const [TIMESTAMP, RANDOM] = LAYOUT.fields;
export const LAYOUTS = { "": LAYOUT, flax: LAYOUT };
// FLAX-2: milliseconds since 2015.
const TICKS = new Ticks(1_420_070_400n * 10n ** 9n, TIMESTAMP.max, 1n, 1_000_000n);
// FLAX-5
const DIGITS = new Digits("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz");

/** FLAX-6: 16 digits, and nothing else; FLAX-15: the other forms. */
export function parse(layout, form, text) {
  const bytes = utf8(text);
  switch (form) {
    case "": case "base64": return DIGITS.decodeFixed(bytes, 96);
    case "hex": return HEX.decodeFixed(bytes, 96);
    case "decimal": return DECIMAL.decode(bytes, 96);
  }
  throw new Unsupported(`no form ${form}`);
}

/** FLAX-5, FLAX-15 */
export function write(layout, form, bits) {
  switch (form) {
    case "": case "base64": return DIGITS.encode(LAYOUT.check(bits), 16);
    case "hex": return HEX.encode(LAYOUT.check(bits), 24);
    case "decimal": return DECIMAL.encode(LAYOUT.check(bits));
  }
  throw new Unsupported(`no form ${form}`);
}

export const time = (layout, bits) => TICKS.start(TIMESTAMP.get(bits));

/** FLAX-2: all random parts of the millisecond. */
export function range(layout, instant) {
  const timestamp = TICKS.at(instant);
  return [LAYOUT.pack({ timestamp, random: 0n }), LAYOUT.pack({ timestamp, random: RANDOM.max })];
}

/** FLAX-8, or FLAX-9 to FLAX-14 if it is monotonic. */
export class Generator {
  constructor(layout, config, clock, random, after) {
    Object.assign(this, { clock, random, last: after });
    // FLAX-13: one that goes on after an identifier keeps to its order.
    this.monotonic = take(config, "monotonic") !== undefined || after !== undefined;
    this.ahead = TICKS.count(number(take(config, "max_ahead") ?? "0"));
  }

  generate() {
    return this.step(TICKS.at(this.clock.now()));
  }

  /** One reading of the clock for all of them. */
  reserve(count) {
    const tick = TICKS.at(this.clock.now());
    return fill(count, () => this.step(tick));
  }

  step(tick) {
    const word = this.random.word();
    if (!this.monotonic || this.last === undefined || TIMESTAMP.get(this.last) < tick) {
      // FLAX-8, FLAX-9
      this.last = LAYOUT.pack({ timestamp: tick, random: word >> 8n });
      return this.last;
    }
    let timestamp = TIMESTAMP.get(this.last);
    // FLAX-10: a step of 1 to 2^32.
    let random = RANDOM.get(this.last) + (word >> 32n) + 1n;
    if (random > RANDOM.max) {
      // FLAX-11: spent; the next millisecond, if one may be ahead of the clock.
      timestamp += 1n;
      random = word >> 8n;
      if (timestamp > TIMESTAMP.max) throw new Refused("exhausted");
    }
    // FLAX-12
    const due = timestamp - this.ahead;
    if (due > tick) throw new Refused("wait", { until: TICKS.start(due) });
    this.last = LAYOUT.pack({ timestamp, random });
    return this.last;
  }
}
