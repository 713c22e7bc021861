// What all identifiers have.
import { IdError } from "./error.js";
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

/** An identifier of the number that the module of a class has answered, and its canonical text where that is known. */
export const answered = (Class, text) => {
  const { module, bits } = Class[KIND];
  return known(Class, bits > 64 ? module.high : 0n, module.low, text);
};

/** An identifier of its two halves, which are known to be one. */
export const known = (Class, high, low, text = written(Class[KIND], undefined, high, low)) => new Class(KEY, high, low, text);

/** The text of a form. */
const written = (kind, form, high, low) => kind.module.write(kind, kind.form(form), high, low);

export class Id {
  #high;
  #low;
  #text;

  constructor(key, high, low, text) {
    if (key !== KEY) throw new TypeError(`${new.target.name} has no public constructor: use ${new.target.name}.parse`);
    this.#high = high;
    this.#low = low;
    this.#text = text;
    // The one property that is the object's own. What compares or copies objects sees no more of them than this.
    this.text = text;
  }

  /** The identifier itself; of a copy, which has the class and the property alone, the identifier that it names. */
  static #of(id) {
    return #low in id ? id : id.constructor.parse(id.text);
  }

  static get forms() {
    return [...kindOf(this).forms];
  }

  static parse(text, form) {
    const kind = kindOf(this);
    const place = kind.form(form);
    const isWritten = kind.module.parse(kind, place, textOf(kind, text));
    return answered(this, isWritten && place === kind.form() ? text : undefined);
  }

  static parseLenient(text, options) {
    const kind = kindOf(this);
    const { module, number } = kind;
    const bytes = new TextEncoder().encode(textOf(kind, text));
    const { inside } = given.options("options", options, ["inside"]);
    given.maybe(given.callable, "inside", inside);
    try {
      module.call(number, "lenient", { text: bytes });
      const form = module.answer;
      return { id: answered(this), form, spelling: [] };
    } catch (error) {
      const found = error instanceof IdError ? inside?.(this, text) : undefined;
      if (found === undefined) throw error;
      return found;
    }
  }

  static fromBigInt(bits) {
    const kind = kindOf(this);
    const { module, number } = kind;
    exact(kind, bits);
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

  field(name) {
    const kind = kindOf(this.constructor);
    const place = kind.field(name);
    const id = Id.#of(this);
    return BigInt.asUintN(64, kind.module.exports.ids_field(kind.number, place, id.#high, id.#low));
  }

  get fields() {
    const { number, fields, module } = kindOf(this.constructor);
    const id = Id.#of(this);
    const { exports } = module;
    const values = {};
    for (let place = 0; place < fields.length; place += 1) {
      values[fields[place]] = BigInt.asUintN(64, exports.ids_field(number, place, id.#high, id.#low));
    }
    return values;
  }

  toString(form) {
    const id = Id.#of(this);
    return form === undefined ? id.#text : written(kindOf(this.constructor), form, id.#high, id.#low);
  }

  toJSON() {
    return this.toString();
  }

  toBigInt() {
    const id = Id.#of(this);
    return (id.#high << 64n) | id.#low;
  }

  toBytes() {
    const length = Math.ceil(kindOf(this.constructor).bits / 8);
    const id = Id.#of(this);
    const view = new DataView(new ArrayBuffer(16));
    view.setBigUint64(0, id.#high);
    view.setBigUint64(8, id.#low);
    return new Uint8Array(view.buffer).slice(16 - length);
  }

  equals(other) {
    return other instanceof Id && other.constructor === this.constructor && this.compare(other) === 0;
  }

  compare(other) {
    if (!(other instanceof Id) || other.constructor !== this.constructor) {
      throw new TypeError(`${this.constructor.name} is compared with its own kind only`);
    }
    const [a, b] = [Id.#of(this), Id.#of(other)];
    if (a.#high !== b.#high) return a.#high < b.#high ? -1 : 1;
    if (a.#low !== b.#low) return a.#low < b.#low ? -1 : 1;
    return 0;
  }

  /** `${id}` is the text. `a < b` asks each side by itself for a number, so that no side sees that the other has another class. */
  [Symbol.toPrimitive](hint) {
    if (hint !== "number") return this.toString();
    const { name } = this.constructor;
    throw new TypeError(`${name} is no number: toBigInt() is its number, and ${name}.compare(a, b) < 0 its order`);
  }

  [INSPECT]() {
    return `${this.constructor.name}(${this.toString()})`;
  }
}

/** What identifiers with a time inside have. */
export class TimedId extends Id {
  static firstAt(time) {
    return bound(this, 0, time);
  }

  static lastAt(time) {
    return bound(this, 1, time);
  }

  get time() {
    const { module, number } = kindOf(this.constructor);
    const bits = this.toBigInt();
    module.check(module.exports.ids_time(number, bits >> 64n, BigInt.asUintN(64, bits)));
    return module.number;
  }

  get date() {
    return new Date(Number(this.time / 1_000_000n));
  }

  // No getter: Jest reads them all to show how two objects differ, and none may fail.
  toInstant() {
    if (globalThis.Temporal === undefined) {
      throw new TypeError("this runtime has no Temporal: `time` has the nanoseconds as a bigint, `date` a Date");
    }
    return globalThis.Temporal.Instant.fromEpochNanoseconds(this.time);
  }
}

/** Refuses a number that is not exact: it is another identifier's. The error says what is left of this one's. */
const exact = ({ module, number }, value) => {
  if (Number.isInteger(value) && value > Number.MAX_SAFE_INTEGER) module.call(number, "rounded", { number: BigInt(value) });
};

const textOf = (kind, text) => {
  exact(kind, text);
  return given.text("a text", text);
};

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
