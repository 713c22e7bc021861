// A running WebAssembly module: its memory, and what it calls.
import { IdError } from "./error.js";
import { draw } from "./random.js";
import { write } from "./time.js";

const encoder = new TextEncoder();
/** The longest text or draw that needs no list of arguments or copy. */
const SHORT = 64;
/** The most bytes of arguments: half of the memory that a module can have. */
const MOST = 2 ** 31 - 1;

/** The bytes of an argument, UTF-8 where it is text. */
export const bytesOf = (value) => {
  if (typeof value === "object") return value;
  const text = String(value);
  const half = /\p{Surrogate}/u.exec(text);
  if (half) {
    throw new IdError("utf8", `half of a surrogate pair at index ${half.index} of the string, which no UTF-8 writes`);
  }
  return encoder.encode(text);
};

export class Instance {
  /** Whether a call has left it in no state that is known. */
  lost = false;
  /** What a clock or a random source has thrown in the call that is running. */
  thrown = undefined;
  /** The number that a call has answered, the lower half first. */
  number;
  #bytes;
  #words;
  #text;
  #written;

  /** `host` returns the clock and the random source of the call that is running. */
  constructor(code, host) {
    const clock = (at) => this.#guard(() => write(host().clock(), this.fresh().#words, (at >>> 0) / 4));
    const random = (at, length) => this.#guard(() => this.#random(host().random, at >>> 0, length));
    const { exports } = new WebAssembly.Instance(code, { host: { clock, random } });
    const guarded = ([name, value]) => [name, typeof value === "function" ? this.#trapped(value) : value];
    this.exports = Object.fromEntries(Object.entries(exports).map(guarded));
    this.#text = exports.ids_text();
    this.#view();
  }

  /** A function that says that the instance is lost if it does not return. */
  #trapped(call) {
    return (a, b, c, d) => {
      try {
        return call(a, b, c, d);
      } catch (error) {
        this.lost = true;
        if (!(error instanceof WebAssembly.RuntimeError)) throw error;
        throw new RangeError("the memory of the WebAssembly module does not suffice for this call", { cause: error });
      }
    };
  }

  #random(random, at, length) {
    if (random === undefined && length <= SHORT) {
      draw(this.fresh().#bytes, at, length);
      return 0;
    }
    // A function of the program gets bytes of its own: the memory may grow while it runs.
    const drawn = new Uint8Array(length);
    if (random === undefined) crypto.getRandomValues(drawn);
    else if (typeof random(drawn)?.then === "function") {
      throw new TypeError("random fills the bytes before it returns: it cannot be an async function");
    }
    this.fresh().#bytes.set(drawn, at);
    return 0;
  }

  #guard(read) {
    try {
      return read();
    } catch (error) {
      this.thrown ??= { error };
      return 1;
    }
  }

  #view() {
    const { buffer } = this.exports.memory;
    this.#bytes = new Uint8Array(buffer);
    this.#words = new Uint32Array(buffer);
    this.number = new BigUint64Array(buffer, this.exports.ids_number() >>> 0, 2);
    this.#written = [];
  }

  /** This, with views of the memory as it is: those of before it grew are empty. */
  fresh() {
    if (this.#bytes.length === 0) this.#view();
    return this;
  }

  /** The bytes that a call has answered: a copy. */
  output() {
    const at = this.exports.ids_output() >>> 0;
    const length = this.exports.ids_output_length() >>> 0;
    return this.fresh().#bytes.slice(at, at + length);
  }

  /** Puts a short ASCII text where `ids_parse` reads it; its length, or -1 of another text. */
  short(text) {
    const { length } = text;
    if (length > SHORT) return -1;
    const view = this.fresh().#bytes;
    const at = this.#text;
    for (let index = 0; index < length; index += 1) {
      const unit = text.charCodeAt(index);
      if (unit > 127) return -1;
      view[at + index] = unit;
    }
    return length;
  }

  /** The short text of `ids_write`, undefined of a longer one. */
  written(length) {
    if (length > SHORT) return undefined;
    const views = this.fresh().#written;
    views[length] ??= this.#bytes.subarray(this.#text, this.#text + length);
    return String.fromCharCode.apply(null, views[length]);
  }

  /** Writes the arguments of a call by name; how many bytes they are. */
  send(name, args = {}) {
    const parts = [name];
    for (const [key, value] of Object.entries(args)) if (value !== undefined) parts.push(key, value);
    const pieces = parts.map(bytesOf).flatMap((part) => [encoder.encode(`${part.length}:`), part]);
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    let at = length > MOST ? 0 : this.exports.ids_input(length) >>> 0;
    if (at === 0) throw new RangeError(`the memory of the WebAssembly module has no room for ${length} bytes`);
    const view = this.fresh().#bytes;
    for (const piece of pieces) {
      view.set(piece, at);
      at += piece.length;
    }
    return length;
  }
}
