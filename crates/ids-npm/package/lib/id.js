// What all identifiers have.
import { split } from "./time.js";

/** The property of a class that has its kind. */
export const KIND = Symbol("kind");
const KEY = Symbol("key");
const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/** An identifier of the number that the module of a class has answered. */
export const answered = (Class) => {
  const { module, bits } = Class[KIND];
  return new Class(KEY, bits > 64 ? module.high : 0n, module.low);
};

/** An identifier of its two halves, which are known to be one. */
export const known = (Class, high, low) => new Class(KEY, high, low);

export class Id {
  #high;
  #low;

  constructor(key, high, low) {
    if (key !== KEY) throw new TypeError(`${new.target.name} has no public constructor: use ${new.target.name}.parse`);
    this.#high = high;
    this.#low = low;
  }

  static get forms() {
    const kind = this[KIND];
    kind.form();
    return [...kind.forms];
  }

  static parse(text, form) {
    const kind = this[KIND];
    kind.module.parse(kind, kind.form(form), text);
    return answered(this);
  }

  static parseLenient(text) {
    const { module, number } = this[KIND];
    if (typeof text !== "string") throw new TypeError(`a text is a string, not ${typeof text}`);
    module.call(number, "lenient", { text: new TextEncoder().encode(text) });
    return { id: answered(this), form: module.answer };
  }

  static fromBigInt(bits) {
    const { module, number } = this[KIND];
    if (typeof bits !== "bigint") throw new TypeError(`the number of an identifier is a bigint, not ${typeof bits}`);
    if (bits < 0n || bits >> 128n) {
      module.call(number, "number", { text: bits });
    }
    module.check(module.exports.ids_check(number, bits >> 64n, BigInt.asUintN(64, bits)));
    return answered(this);
  }

  static fromBytes(bytes) {
    const { module, number } = this[KIND];
    if (!(bytes instanceof Uint8Array)) throw new TypeError("the bytes of an identifier are a Uint8Array");
    module.call(number, "bytes", { bytes });
    return answered(this);
  }

  static fromFields(fields) {
    const { module, number } = this[KIND];
    module.call(number, "pack", fields);
    return answered(this);
  }

  static compare(a, b) {
    return a.compare(b);
  }

  static firstAt(time) {
    return bound(this, 0, time);
  }

  static lastAt(time) {
    return bound(this, 1, time);
  }

  get time() {
    const { module, number } = this.constructor[KIND];
    module.check(module.exports.ids_time(number, this.#high, this.#low));
    return module.number;
  }

  get date() {
    return new Date(Number(this.time / 1_000_000n));
  }

  get instant() {
    if (globalThis.Temporal === undefined) {
      throw new TypeError("this runtime has no Temporal: `time` has the nanoseconds as a bigint, `date` a Date");
    }
    return globalThis.Temporal.Instant.fromEpochNanoseconds(this.time);
  }

  field(name) {
    const kind = this.constructor[KIND];
    kind.form();
    const place = kind.fields.indexOf(name);
    if (place < 0) throw new TypeError(`no field is named ${JSON.stringify(name)}: there are ${kind.fields.join(", ")}`);
    return BigInt.asUintN(64, kind.module.exports.ids_field(kind.number, place, this.#high, this.#low));
  }

  get fields() {
    const kind = this.constructor[KIND];
    const { number, fields, module } = kind;
    const { exports } = module;
    const values = {};
    for (let place = 0; place < fields.length; place += 1) {
      values[fields[place]] = BigInt.asUintN(64, exports.ids_field(number, place, this.#high, this.#low));
    }
    return values;
  }

  toString(form) {
    const kind = this.constructor[KIND];
    return kind.module.write(kind, kind.form(form), this.#high, this.#low);
  }

  toJSON() {
    return this.toString();
  }

  toBigInt() {
    return (this.#high << 64n) | this.#low;
  }

  toBytes() {
    const length = Math.ceil(this.constructor[KIND].bits / 8);
    const view = new DataView(new ArrayBuffer(16));
    view.setBigUint64(0, this.#high);
    view.setBigUint64(8, this.#low);
    return new Uint8Array(view.buffer).slice(16 - length);
  }

  equals(other) {
    return other instanceof Id && other.constructor === this.constructor && this.#low === other.#low && this.#high === other.#high;
  }

  compare(other) {
    if (!(other instanceof Id) || other.constructor !== this.constructor) {
      throw new TypeError(`${this.constructor.name} is compared with its own kind only`);
    }
    if (this.#high !== other.#high) return this.#high < other.#high ? -1 : 1;
    if (this.#low !== other.#low) return this.#low < other.#low ? -1 : 1;
    return 0;
  }

  /** `${id}` is the text, `BigInt(id)` the number; `a < b` compares numbers. */
  [Symbol.toPrimitive](hint) {
    return hint === "number" ? this.toBigInt() : this.toString();
  }

  [INSPECT]() {
    return `${this.constructor.name}(${this.toString()})`;
  }
}

const bound = (Class, last, time) => {
  const { module, number } = Class[KIND];
  const [seconds, nanos] = split(time);
  // What 64 bits do not hold is after the last tick of every format.
  const clamped = seconds > 0x7fff_ffff_ffff_ffffn ? 0x7fff_ffff_ffff_ffffn : seconds < 0n ? -1n : seconds;
  module.check(module.exports.ids_bound(number, last, clamped, nanos));
  return answered(Class);
};
