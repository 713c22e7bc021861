// A WebAssembly module with one format: how its functions are called.
import { IdError, errorOf } from "./error.js";
import { draw } from "./random.js";
import { write } from "./time.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** The longest text or draw that needs no list of arguments or copy. */
const SHORT = 64;

const bytesOf = (base64) => {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
};

/** The bytes of an argument, UTF-8 where it is text. */
export const bytes = (value) => {
  if (value instanceof Uint8Array) return value;
  const text = String(value);
  const half = /\p{Surrogate}/u.exec(text);
  if (half) {
    throw new IdError("utf8", `half of a surrogate pair at index ${half.index} of the string, which no UTF-8 writes`);
  }
  return encoder.encode(text);
};

export class Module {
  #code;
  #exports;
  #bytes;
  #words;
  #number;
  #text;
  // What the call that is running has thrown out of a clock or a random source, and what it reads.
  #host;
  #thrown;
  #forget;

  constructor(code) {
    this.#code = code;
  }

  /** The functions; the first call compiles the module, in a few milliseconds. */
  get exports() {
    if (this.#exports === undefined) this.#load();
    return this.#exports;
  }

  #load() {
    const host = {
      clock: (at) =>
        this.#guard(() => {
          const now = this.#host.clock();
          return write(now, this.#fresh().#words, at / 4);
        }),
      random: (at, length) =>
        this.#guard(() => {
          const { random } = this.#host;
          if (random === undefined && length <= SHORT) {
            draw(this.#fresh().#bytes, at, length);
            return 0;
          }
          // A function of the program gets bytes of its own: the memory may grow while it runs.
          const drawn = new Uint8Array(length);
          (random ?? ((bytes) => crypto.getRandomValues(bytes)))(drawn);
          this.#fresh().#bytes.set(drawn, at);
          return 0;
        }),
    };
    const instance = new WebAssembly.Instance(new WebAssembly.Module(bytesOf(this.#code)), { host });
    this.#code = undefined;
    this.#exports = instance.exports;
    this.#text = this.#exports.ids_text();
    this.#view();
  }

  #view() {
    const { buffer } = this.#exports.memory;
    this.#bytes = new Uint8Array(buffer);
    this.#words = new Uint32Array(buffer);
    this.#number = new BigUint64Array(buffer, this.#exports.ids_number(), 2);
  }

  // Memory that has grown needs new views: the old ones are empty.
  #fresh() {
    if (this.#bytes.length === 0) this.#view();
    return this;
  }

  #guard(read) {
    try {
      return read();
    } catch (error) {
      this.#thrown ??= { error };
      return 1;
    }
  }

  get low() {
    return this.#fresh().#number[0];
  }

  get high() {
    return this.#fresh().#number[1];
  }

  /** The number that a call has answered. */
  get number() {
    return (this.high << 64n) | this.low;
  }

  /** The bytes that a call has answered: a copy. */
  get output() {
    const { exports } = this;
    const at = exports.ids_output();
    return this.#fresh().#bytes.slice(at, at + exports.ids_output_length());
  }

  get answer() {
    return decoder.decode(this.output);
  }

  /** Throws the error of a call, unless its code is 0. */
  check(code) {
    if (code !== 0) throw errorOf(this.answer);
  }

  /** Reads a text in a form of a kind. */
  parse(kind, form, text) {
    const { exports } = this;
    if (typeof text !== "string") throw new TypeError(`a text is a string, not ${typeof text}`);
    const view = this.#fresh().#bytes;
    const at = this.#text;
    const { length } = text;
    let plain = length <= SHORT;
    for (let index = 0; plain && index < length; index += 1) {
      const unit = text.charCodeAt(index);
      view[at + index] = unit;
      plain = unit < 128;
    }
    // A text of digits is ASCII: the bytes of others only say where they are wrong.
    if (plain) this.check(exports.ids_parse(kind.number, form, length));
    else this.call(kind.number, "parse", { form: kind.forms[form], text: encoder.encode(text) });
  }

  /** Writes a text in a form of a kind. */
  write(kind, form, high, low) {
    const { exports } = this;
    this.check(exports.ids_write(kind.number, form, high, low));
    const at = exports.ids_output();
    const end = at + exports.ids_output_length();
    return String.fromCharCode.apply(null, this.#fresh().#bytes.subarray(at, end));
  }

  #send(name, args) {
    const parts = [name];
    for (const [key, value] of Object.entries(args)) if (value !== undefined) parts.push(key, value);
    const pieces = parts.map((part) => bytes(part)).flatMap((part) => [encoder.encode(`${part.length}:`), part]);
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    let at = this.exports.ids_input(length);
    const view = this.#fresh().#bytes;
    for (const piece of pieces) {
      view.set(piece, at);
      at += piece.length;
    }
    return length;
  }

  /** A call by name, of a kind. */
  call(kind, name, args = {}, host = undefined) {
    const length = this.#send(name, args);
    this.run(host, () => this.exports.ids_call(kind, length));
  }

  /** A call by name, of something that the module holds. */
  ask(held, name, args = {}, host = undefined) {
    const length = this.#send(name, args);
    this.run(host, () => this.exports.ids_ask(held, length));
  }

  /** Runs a function of the module that may read this host's clock and random source. */
  run(host, call) {
    const before = this.#host;
    const thrown = this.#thrown;
    this.#host = host;
    this.#thrown = undefined;
    try {
      const code = call();
      if (code === 0) return;
      const cause = this.#thrown?.error;
      const error = errorOf(this.answer, cause);
      // A clock says itself why it fails.
      throw cause !== undefined && error.kind !== "entropy" ? cause : error;
    } finally {
      this.#host = before;
      this.#thrown = thrown;
    }
  }

  /** Forgets what the module holds under a number once `owner` is gone. */
  hold(owner, held) {
    this.#forget ??= new FinalizationRegistry((number) => this.exports.ids_forget(number));
    this.#forget.register(owner, held);
    return held;
  }
}

/** A kind of identifier, opened when it is first used. */
export class Kind {
  #number;

  constructor(module, name, number = undefined) {
    this.module = module;
    this.name = name;
    if (number !== undefined) this.#describe(number);
  }

  #describe(number) {
    const [bits, canonical, forms, fields, timed] = this.module.answer.split("\n");
    this.#number = number;
    this.bits = Number(bits);
    this.canonical = Number(canonical);
    this.timed = timed === "true";
    this.forms = forms.split(" ");
    this.fields = fields.split(" ").map((field) => field.replace("=", ""));
  }

  get number() {
    if (this.#number === undefined) {
      this.module.call(0, "open", { name: this.name });
      this.#describe(Number(this.module.low));
    }
    return this.#number;
  }

  /** The place of a form, the canonical one where none is named. */
  form(name) {
    const { number: _open, canonical, forms } = this;
    const place = name === undefined ? canonical : forms.indexOf(name);
    if (place < 0) throw new TypeError(`no form is named ${JSON.stringify(name)}: there are ${forms.join(", ")}`);
    return place;
  }
}
