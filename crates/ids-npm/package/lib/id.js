// What all identifiers have.
import * as given from "./given.js";
import { clamped } from "./time.js";

/** The property of a class that has its kind. */
export const KIND = Symbol("kind");
const KEY = Symbol("key");
const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/** The kind of a class. */
export const kindOf = (Class) => {
  const kind = typeof Class === "function" ? Class[KIND] : undefined;
  if (kind === undefined) throw new TypeError("this needs the class of a format or flavour: FlaxId.parse(text), texts.map((text) => FlaxId.parse(text))");
  return kind;
};

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
    return [...kindOf(this).forms];
  }

  static parse(text, form) {
    const kind = kindOf(this);
    kind.module.parse(kind, kind.form(form), given.text("a text", text));
    return answered(this);
  }

  static parseLenient(text) {
    const { module, number } = kindOf(this);
    module.call(number, "lenient", { text: new TextEncoder().encode(given.text("a text", text)) });
    const form = module.answer;
    return { id: answered(this), form };
  }

  static fromBigInt(bits) {
    const { module, number } = kindOf(this);
    if (typeof bits !== "bigint") throw new TypeError(`the number of an identifier is a bigint, not ${given.shown(bits)}`);
    if (bits < 0n || bits >> 128n) module.call(number, "number", { text: bits });
    module.check(module.exports.ids_check(number, bits >> 64n, BigInt.asUintN(64, bits)));
    return answered(this);
  }

  static fromBytes(bytes) {
    const { module, number } = kindOf(this);
    module.call(number, "bytes", { bytes: given.bytes("the bytes of an identifier", bytes) });
    return answered(this);
  }

  static fromFields(fields) {
    const { module, number } = kindOf(this);
    module.call(number, "pack", numbers("the fields of an identifier", fields));
    return answered(this);
  }

  static compare(a, b) {
    if (!(a instanceof Id)) throw new TypeError(`identifiers are compared, not ${given.shown(a)}`);
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
    const place = kind.field(name);
    return BigInt.asUintN(64, kind.module.exports.ids_field(kind.number, place, this.#high, this.#low));
  }

  get fields() {
    const { number, fields, module } = this.constructor[KIND];
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
  const { module, number } = kindOf(Class);
  const [seconds, nanos] = clamped(time);
  module.check(module.exports.ids_bound(number, last, seconds, nanos));
  return answered(Class);
};

/** The natural numbers that an object has by name. */
export const numbers = (name, object) => {
  if (typeof object !== "object" || object === null || Array.isArray(object)) {
    throw new TypeError(`${name} are an object, not ${given.shown(object)}`);
  }
  return Object.fromEntries(Object.entries(object).map(([field, value]) => [field, given.maybe(given.natural, field, value)]));
};
