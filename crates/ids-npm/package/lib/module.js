// A WebAssembly module with one format: how its functions are called.
import { errorOf } from "./error.js";
import { shown } from "./given.js";
import { Instance } from "./instance.js";

/** The answer of `ids_parse` to a text that the form reads and does not write. */
const ALIAS = 2;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The bytes that hexadecimal digits write. */
export const bytesOf = (hex) => {
  if (Uint8Array.fromHex) return Uint8Array.fromHex(hex);
  const digit = (unit) => (unit < 58 ? unit - 48 : unit - 87);
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => (digit(hex.charCodeAt(2 * at)) << 4) | digit(hex.charCodeAt(2 * at + 1)));
};

export class Module {
  #hex;
  #code;
  #instance;
  // The clock and the random source of the call that is running.
  #host;
  #forget;

  constructor(hex) {
    this.#hex = hex;
  }

  /** What runs; the first call compiles the module, in a few milliseconds. After a trap it is another one. */
  get instance() {
    if (this.#instance === undefined || this.#instance.lost) {
      this.#code ??= new WebAssembly.Module(bytesOf(this.#hex));
      this.#hex = undefined;
      this.#instance = new Instance(this.#code, () => this.#host);
    }
    return this.#instance;
  }

  get exports() {
    return this.instance.exports;
  }

  get low() {
    return this.instance.fresh().number[0];
  }

  get high() {
    return this.instance.fresh().number[1];
  }

  /** The number that a call has answered. */
  get number() {
    return (this.high << 64n) | this.low;
  }

  /** The bytes that a call has answered: a copy. */
  get output() {
    return this.instance.output();
  }

  get answer() {
    return decoder.decode(this.output);
  }

  /** Throws the error of a call, unless its code is 0. */
  check(code) {
    if (code !== 0) throw errorOf(this.answer);
  }

  /** Reads a text in a form of a kind; whether the form is known to write it so. */
  parse(kind, form, text) {
    const { number } = kind;
    const length = this.instance.short(text);
    // A text of digits is ASCII. Of other texts the bytes only show where they are wrong.
    if (length < 0) {
      this.call(number, "parse", { form: kind.forms[form], text: encoder.encode(text) });
      return false;
    }
    const code = this.exports.ids_parse(number, form, length);
    if (code === ALIAS) return false;
    this.check(code);
    return true;
  }

  /** Writes a text in a form of a kind. */
  write(kind, form, high, low) {
    const { number } = kind;
    const { instance } = this;
    const length = instance.exports.ids_write(number, form, high, low);
    if (length < 0) throw errorOf(this.answer);
    return instance.written(length) ?? this.answer;
  }

  /** A call by name, of a kind. This has the answer. */
  call(kind, name, args, host) {
    const { instance } = this;
    const length = instance.send(name, args);
    this.run(host, instance.exports.ids_call, kind, length);
    return this;
  }

  /** A call by name, of something that the module holds. */
  ask(held, name, args, host) {
    const { number } = held;
    const { instance } = this;
    const length = instance.send(name, args);
    this.run(host, instance.exports.ids_ask, number, length);
  }

  /** Runs a function of the module that may read this host's clock and random source. */
  run(host, call, number, argument) {
    const { instance } = this;
    const before = this.#host;
    const thrown = instance.thrown;
    this.#host = host;
    instance.thrown = undefined;
    try {
      const code = call(number, argument);
      if (instance.lost) throw new RangeError("a clock or a random source made a call that ran out of memory or of stack");
      if (code === 0) return;
      const failed = instance.thrown;
      const error = errorOf(decoder.decode(instance.output()), failed?.error);
      // A clock says itself why it fails.
      throw failed !== undefined && error.kind !== "entropy" ? failed.error : error;
    } finally {
      this.#host = before;
      instance.thrown = thrown;
    }
  }

  /** What the module holds under the number that it has answered, until `owner` is gone. */
  hold(owner) {
    const { instance } = this;
    const held = new Held(this, instance, Number(this.low));
    this.#forget ??= new FinalizationRegistry(([instance, number]) => instance.lost || instance.exports.ids_forget(number));
    this.#forget.register(owner, [instance, Number(this.low)]);
    return held;
  }
}

/** Something with a state in the memory of an instance. */
class Held {
  #module;
  #instance;
  #number;

  constructor(module, instance, number) {
    this.#module = module;
    this.#instance = instance;
    this.#number = number;
  }

  get number() {
    if (this.#instance !== this.#module.instance) {
      throw new Error("this was lost when another call ran out of memory or of stack: make a new one, after the last identifier that you have");
    }
    return this.#number;
  }
}

/** A kind of identifier, opened when it is first used. */
export class Kind {
  #open;
  #instance;
  #facts;

  /** `open` is the call that opens it, where that is not a name of the module's. */
  constructor(module, name, open = () => module.call(0, "open", { name })) {
    this.module = module;
    this.name = name;
    this.#open = open;
  }

  #opened() {
    const { module } = this;
    if (this.#instance === module.instance) return this.#facts;
    this.#open();
    const [bits, canonical, forms, names, timed, random, params] = module.answer.split("\n");
    const fields = names.split(" ");
    // `local_id` is `localId` here. A field of a node has its own name.
    const nameOf = (key) => (fields.includes(key) ? key : key.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()));
    this.#facts = {
      number: Number(module.low),
      bits: Number(bits),
      canonical: Number(canonical),
      forms: forms.split(" "),
      fields,
      making: {
        timed: timed === "true",
        random: random === "true",
        params: [...params.matchAll(/(\w+):([^ ?]+)(\?)?/g)].map(([, type, key, optional]) => ({ type, key, name: nameOf(key), optional })),
      },
    };
    this.#instance = module.instance;
    return this.#facts;
  }

  get number() {
    return this.#opened().number;
  }

  get bits() {
    return this.#opened().bits;
  }

  get forms() {
    return this.#opened().forms;
  }

  get fields() {
    return this.#opened().fields;
  }

  /** Whether identifiers have a time and random bits, and what a generator takes: types and names. */
  get making() {
    return this.#opened().making;
  }

  /** The name of the canonical form. */
  get canonical() {
    return this.forms[this.form()];
  }

  /** The place of a form, the canonical one where none is named. */
  form(name) {
    const { canonical, forms } = this.#opened();
    return name === undefined ? canonical : place("form", forms, name);
  }

  /** The place of a field. */
  field(name) {
    return place("field", this.fields, name);
  }
}

const place = (what, names, name) => {
  const found = names.indexOf(name);
  if (found < 0) throw new TypeError(`no ${what} is named ${shown(name)}: there are ${names.join(", ")}`);
  return found;
};
