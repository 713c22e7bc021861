// What the formats share: refusals, layouts, positional digits, positions in time.
// Numbers of identifiers, instants and positions are BigInts: a double has 53 bits.

/** The format refuses: a kind, and what it names (docs/vectors/README.md). */
export class Refused extends Error {
  constructor(kind, named = {}) {
    super(kind);
    Object.assign(this, { kind, ...named });
  }
}

/** This port does not have what is asked for. */
export class Unsupported extends Error {}

const encoder = new TextEncoder();

/** A text's bytes in UTF-8: places in texts are counted in them. */
export const utf8 = (text) => encoder.encode(text);

/** Some bits of a number. A fixed field has one value only. */
export class Field {
  constructor(name, high, low, fixed) {
    Object.assign(this, { name, high, low: BigInt(low), fixed });
    this.width = high - low + 1;
    this.max = (1n << BigInt(this.width)) - 1n;
  }

  get(bits) {
    return (bits >> this.low) & this.max;
  }

  put(value) {
    if (value > this.max) throw new Refused("range", { field: this.name });
    return value << this.low;
  }
}

/** Fields that cover every bit of a number once, most significant first. */
export class Layout {
  /** From names and widths, and the value of a fixed field, top down. */
  constructor(name, bits, ...columns) {
    Object.assign(this, { name, bits, fields: [] });
    let high = bits - 1;
    for (const [column, width, fixed] of columns) {
      this.fields.push(new Field(column, high, high - width + 1, fixed));
      high -= width;
    }
  }

  field(name) {
    return this.fields.find((field) => field.name === name);
  }

  /** The number itself, if it is an identifier of this layout. */
  check(bits) {
    if (bits >> BigInt(this.bits)) throw new Refused("too_large");
    for (const field of this.fields) {
      if (field.fixed !== undefined && field.get(bits) !== field.fixed) {
        throw new Refused("fixed", { field: field.name });
      }
    }
    return bits;
  }

  /** From an object with a value for each field that is not fixed. */
  pack(values) {
    let bits = 0n;
    for (const field of this.fields) {
      const value = field.fixed ?? values[field.name];
      if (value === undefined) throw new Refused("missing", { field: field.name });
      bits |= field.put(value);
    }
    const open = this.fields.filter((field) => field.fixed === undefined);
    for (const name of Object.keys(values)) {
      if (!open.some((field) => field.name === name)) {
        throw new Unsupported(`no field ${name} to set`);
      }
    }
    return bits;
  }

  unpack(bits) {
    return Object.fromEntries(this.fields.map((field) => [field.name, field.get(bits)]));
  }
}

/** A number's bytes, most significant first. */
export function toBytes(bits, length) {
  const bytes = new Uint8Array(length);
  for (let index = length - 1; index >= 0; index -= 1) {
    bytes[index] = Number(bits & 0xffn);
    bits >>= 8n;
  }
  return bytes;
}

export function fromBytes(bytes) {
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  return bits;
}

export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/**
 * Positional notation in an alphabet. `aliases` maps characters that are read as digits, but never
 * written, to those digits.
 */
export class Digits {
  constructor(alphabet, aliases = {}) {
    this.alphabet = alphabet;
    this.base = BigInt(alphabet.length);
    this.values = new Map([...alphabet].map((digit, value) => [digit.charCodeAt(0), BigInt(value)]));
    for (const [alias, digit] of Object.entries(aliases)) {
      if (!this.values.has(alias.charCodeAt(0))) {
        this.values.set(alias.charCodeAt(0), this.values.get(digit.charCodeAt(0)));
      }
    }
  }

  /** The most digits that a number of this number of bits has. */
  width(bits) {
    let width = 0;
    for (let most = (1n << BigInt(bits)) - 1n; most > 0n; most /= this.base) width += 1;
    return width;
  }

  encode(number, width = 1) {
    let text = "";
    for (; number > 0n; number /= this.base) text = this.alphabet[Number(number % this.base)] + text;
    return text.padStart(width, this.alphabet[0]);
  }

  /** The number of any digits; `start` is where they stand in the whole text. */
  number(bytes, start = 0) {
    let number = 0n;
    bytes.forEach((byte, index) => {
      const value = this.values.get(byte);
      if (value === undefined) throw new Refused("digit", { index: start + index });
      number = number * this.base + value;
    });
    return number;
  }

  /** A number written with `width` digits. */
  decodeFixed(bytes, bits, width = this.width(bits), start = 0) {
    if (bytes.length !== width) throw new Refused("length");
    return fits(this.number(bytes, start), bits);
  }

  /** A number written without leading zeros; zero is one digit. */
  decode(bytes, bits) {
    if (bytes.length < 1 || bytes.length > this.width(bits)) throw new Refused("length");
    const number = this.number(bytes);
    if (bytes.length > 1 && this.values.get(bytes[0]) === 0n) {
      throw new Refused("leading_zero", { index: 0 });
    }
    return fits(number, bits);
  }
}

export function fits(number, bits) {
  if (number >> BigInt(bits)) throw new Refused("too_large");
  return number;
}

export const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** Upper-case letters as aliases of lower-case ones. */
export const UPPER = Object.fromEntries([...LETTERS].map((letter) => [letter.toUpperCase(), letter]));
export const DECIMAL = new Digits("0123456789");
export const OCTAL = new Digits("01234567");
export const HEX = new Digits("0123456789abcdef");
export const HEX_ANY_CASE = new Digits("0123456789abcdef", { A: "a", B: "b", C: "c", D: "d", E: "e", F: "f" });
export const BASE32 = new Digits(`${LETTERS}234567`);
export const BASE64URL = new Digits(`${LETTERS.toUpperCase()}${LETTERS}0123456789-_`);

const HYPHENS = [8, 13, 18, 23];

/** The number of 36 characters in the shape of a UUID. */
export function decodeUuid(digits, bytes, start = 0) {
  if (bytes.length !== 36) throw new Refused("length");
  bytes.forEach((byte, index) => {
    if (HYPHENS.includes(index)) {
      if (byte !== 0x2d) throw new Refused("expected", { index: start + index });
    } else if (!digits.values.has(byte)) {
      throw new Refused("digit", { index: start + index });
    }
  });
  return digits.number(bytes.filter((_, index) => !HYPHENS.includes(index)));
}

export function encodeUuid(bits) {
  const digits = HEX.encode(bits, 32);
  return [0, 8, 12, 16, 20].map((from, index, all) => digits.slice(from, all[index + 1])).join("-");
}

/** A count of units since an epoch; all times are whole nanoseconds since the Unix epoch. */
export class Ticks {
  /** `ticks` of them are `span` nanoseconds. */
  constructor(epoch, last, ticks, span) {
    Object.assign(this, { epoch, last, ticks, span });
  }

  at(time) {
    if (time < this.epoch) throw new Refused("before_epoch", { until: this.epoch });
    const tick = ((time - this.epoch) * this.ticks) / this.span;
    if (tick > this.last) throw new Refused("after_end", { until: this.start(this.last) });
    return tick;
  }

  /** Rounded up, so that the start of a tick is in the tick. */
  start(tick) {
    return this.epoch + (tick * this.span + this.ticks - 1n) / this.ticks;
  }

  /** The whole ticks in a span of time. */
  count(time) {
    return (time * this.ticks) / this.span;
  }
}

const min = (a, b) => (a < b ? a : b);
const max = (a, b) => (a > b ? a : b);

/**
 * The order inside a generator: a tick and a number inside it, as one number that only grows.
 *
 * `next` is the first position that has not been given. Nothing else is remembered, so that a clock
 * that steps back is no special case.
 */
export class Positions {
  constructor(ticks, bits, config) {
    this.ticks = ticks;
    this.bits = BigInt(bits);
    this.next = 0n;
    const ahead = take(config, "max_ahead");
    this.ahead = ahead === undefined ? 0n : ticks.count(number(ahead));
    this.roll = (1n << min(number(take(config, "rolling") ?? "0"), this.bits)) - 1n;
    // A position has 64 bits, and the very last of them is not given.
    this.last = min(ticks.last, (1n << (64n - this.bits)) - 1n);
  }

  /** Takes `count` consecutive positions from the one returned on, or refuses and changes nothing. */
  take(now, count) {
    const tick = this.ticks.at(now);
    if (tick > this.last) throw new Refused("after_end", { until: this.ticks.start(this.last) });
    const first = max(this.next, (tick << this.bits) | (this.next & this.roll));
    const end = first + count;
    if (end > this.top(tick)) {
      if (count > this.top(0n) - this.roll) throw new Refused("too_many");
      const lastTick = (end - 1n) >> this.bits;
      if (lastTick > this.last || end >> 64n) throw new Refused("exhausted");
      throw new Refused("wait", { until: this.ticks.start(max(lastTick - this.ahead, 0n)) });
    }
    this.next = end;
    return first;
  }

  /** One past the last position that may be given in a tick of the clock. */
  top(tick) {
    const last = min(tick + this.ahead, this.last);
    return min((last + 1n) << this.bits, (1n << 64n) - 1n);
  }
}

/** A value of a configuration, which is then no longer in it: what is left over is unknown. */
export function take(config, key) {
  const value = config[key];
  delete config[key];
  return value;
}

/** A number of the protocol, which has one spelling only. */
export function number(text, pattern = /^(0|[1-9][0-9]{0,38})$/) {
  if (!pattern.test(text)) throw new Unsupported(`no number ${text}`);
  const value = BigInt(text);
  if (value >= 1n << 128n) throw new Unsupported(`no number of 128 bits: ${text}`);
  return value;
}

/** A clock that a script sets, in nanoseconds since the Unix epoch. */
export class Clock {
  reading = 0n;

  now() {
    if (this.reading < 0n) throw new Refused("before_epoch", { until: 0n });
    return this.reading;
  }
}

/** A random source that gives these bytes and then fails. */
export class Random {
  constructor(bytes) {
    this.bytes = bytes;
    this.place = 0;
  }

  /** 64 bits, the first byte least significant. */
  word() {
    const word = this.bytes.slice(this.place, this.place + 8);
    if (word.length < 8) throw new Refused("entropy");
    this.place += 8;
    return fromBytes(word.reverse());
  }
}

/** As many as are available now: a refusal counts only if there is none at all. */
export function fill(count, generate) {
  const ids = [];
  for (let index = 0n; index < count; index += 1n) {
    try {
      ids.push(generate());
    } catch (error) {
      if (error instanceof Refused && ids.length > 0) break;
      throw error;
    }
  }
  return ids;
}

/** `count` identifiers from the first on. */
export const run = (first, count, make) =>
  Array.from({ length: Number(count) }, (_, index) => make(first + BigInt(index)));
