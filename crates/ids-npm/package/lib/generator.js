// What all generators have.
import { IdError } from "./error.js";
import * as given from "./given.js";
import { Id, answered, kindOf, known } from "./id.js";
import { clamped, nanosOfDuration, nanosOfTime, systemClock } from "./time.js";

/** The options of generators that read a clock; those that roll have `rolling` too. */
export const TIMED = ["clock", "maxAhead", "maxJump", "after"];
export const COUNTING = [...TIMED, "rolling"];

/** The largest count that the module reads, which is more than it makes. */
const MOST = 0xffff_ffff_ffff_ffffn;
/** The longest pause of a timer. */
const PAUSE = 2 ** 31 - 1;

/** Where a generator reads the time and draws random bytes. */
export const hostOf = ({ clock = systemClock, random }) => ({
  clock: given.callable("clock", clock),
  random: given.maybe(given.callable, "random", random),
});

export class Generator {
  #Class;
  #host;
  #module;
  #held;

  /**
   * `options` have no names but those that the generator knows; `own` is what the module is told besides, and `before`
   * the classes of identifiers to continue after.
   */
  constructor(Class, options, own = {}, before = [Class]) {
    const kind = kindOf(Class);
    const { clock, random, maxAhead, maxJump, after, rolling } = options;
    const duration = (name, value) => given.maybe(nanosOfDuration, name, value);
    this.#Class = Class;
    this.#module = kind.module;
    this.#host = hostOf({ clock, random });
    const args = {
      maxAhead: duration("maxAhead", maxAhead),
      maxJump: duration("maxJump", maxJump),
      rolling: given.maybe(given.natural, "rolling", rolling),
      after: after === undefined ? undefined : lastOf(after, before),
    };
    const named = Object.entries(own).map(([name, value]) => [`.${name}`, value]);
    kind.module.call(kind.number, "generator", { ...args, ...Object.fromEntries(named) }, this.#host);
    this.#held = kind.module.hold(this);
  }

  generate() {
    const module = this.#module;
    const { number } = this.#held;
    module.run(this.#host, module.exports.ids_generate, number);
    return answered(this.#Class);
  }

  reserve(count) {
    const module = this.#module;
    const { number } = this.#held;
    const most = given.natural("count", count);
    module.run(this.#host, module.exports.ids_reserve, number, most > MOST ? MOST : most);
    const { buffer, byteLength } = module.output;
    const view = new DataView(buffer);
    const ids = [];
    for (let at = 0; at < byteLength; at += 16) {
      ids.push(known(this.#Class, view.getBigUint64(at + 8, true), view.getBigUint64(at, true)));
    }
    return ids;
  }

  async wait(options) {
    const { limit = 1000 } = given.options("options", options, ["limit"]);
    if (typeof limit !== "number" || !(limit >= 0)) throw new TypeError(`limit is milliseconds as a number, not ${given.shown(limit)}`);
    let left = limit;
    for (;;) {
      try {
        return this.generate();
      } catch (error) {
        if (!(error instanceof IdError) || error.kind !== "wait") throw error;
        const pause = Math.max(1, Math.ceil(Number(error.until - nanosOfTime(this.#host.clock())) / 1e6));
        if (pause > left) {
          throw new IdError("timed_out", `gave up waiting: ${error.message}`, { until: error.until, cause: error });
        }
        left -= pause;
        await new Promise((resolve) => setTimeout(resolve, Math.min(pause, PAUSE)));
      }
    }
  }

  acceptJump(now) {
    const [seconds, nanos] = clamped(now);
    this.#module.check(this.#module.exports.ids_accept_jump(this.#held.number, seconds, nanos));
  }
}

/** The generators of `generate`, by their kinds, and what each is made of. */
const usual = new Map();

/** Whether options are the same: those of a node are an object of their own. */
const same = (a, b) => {
  if (a === b || typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && same(a[name], b[name]));
};

const copied = (options) =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [name, Object.getPrototypeOf(value ?? 0) === Object.prototype ? copied(value) : value]));

/**
 * A new identifier of the generator that the program has for the kind of a class. The first call makes it, of these
 * options; the others are given the same. A generator for each call, or for each of two spellings of a node, would
 * repeat identifiers, and so would another one after that of a lost instance, unless they are `random`.
 */
export const usually = (Class, options = {}, make, random = false) => {
  const kind = kindOf(Class);
  const { instance } = kind.module;
  let known = usual.get(kind);
  if (known === undefined || (random && known.instance !== instance)) known = { instance, generator: make(), options: copied(options) };
  if (!same(known.options, options)) {
    throw new TypeError(`${Class.name}.generate was called with other options before, and one program has one generator there: make generators of your own to have several`);
  }
  usual.set(kind, known);
  const id = known.generator.generate();
  return id.constructor === Class ? id : Class.fromBigInt(id.toBigInt());
};

/** The text of the last identifier of an earlier generator. */
const lastOf = (last, classes) => {
  if (last === "now") return last;
  const kind = last instanceof Id ? kindOf(last.constructor) : undefined;
  if (classes.some((Class) => kindOf(Class) === kind)) return last.toString();
  throw new TypeError(`after is an identifier of ${kindOf(classes[0]).name}, or "now", not ${kind ? `one of ${kind.name}` : given.shown(last)}`);
};
