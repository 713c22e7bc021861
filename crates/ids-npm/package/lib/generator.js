// What all generators have.
import { IdError } from "./error.js";
import * as given from "./given.js";
import { Id, TimedId, answered, kindOf, known } from "./id.js";
import { clamped, nanosOfDuration, nanosOfTime, systemClock } from "./time.js";

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

  /** `before` are the classes of identifiers to continue after, and `read` how the format reads types of its own. */
  constructor(Class, options, before = [Class], read = {}) {
    const kind = kindOf(Class);
    const { own, clock, random, maxAhead, maxJump, after, rolling } = told(kind, options, read);
    const duration = (name, value) => given.maybe(nanosOfDuration, name, value);
    this.#Class = Class;
    this.#module = kind.module;
    this.#host = hostOf({ clock, random });
    const args = {
      maxAhead: duration("maxAhead", maxAhead),
      maxJump: duration("maxJump", maxJump),
      // More bits than a tick has count as all of them.
      rolling: given.maybe(given.whole, "rolling", rolling),
      after: after === undefined ? undefined : lastOf(after, before),
    };
    kind.module.call(kind.number, "generator", { ...args, ...own }, this.#host);
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
    const most = given.whole("count", count);
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

/** What identifiers with a time inside have that a generator makes. */
export class MadeId extends TimedId {
  static generate(options) {
    return usually(this, options);
  }
}

/** How a value of each type is read, but for those that a format reads itself. */
const READ = { flag: given.flag, natural: given.natural, parts: given.natural, text: given.text, either: given.either };

/** The values of parameters, as the module takes them, and the options of all generators that this one has use for. */
const told = ({ making: { params, timed, random }, fields }, options, read) => {
  const common = [...(timed ? ["clock", "maxAhead", "maxJump"] : []), "after", random ? "random" : "rolling"];
  // A part of a node with the name of an option is given inside of `node`.
  const open = params.filter(({ name }) => !common.includes(name));
  const names = open.map(({ name }) => name);
  // Without parts there is one node, which needs no number.
  const isOne = params.every(({ name }) => !fields.includes(name));
  const all = given.options("options", options, [...names, ...common]);
  const own = {};
  const put = (key, value) => {
    const marked = (typeof value === "bigint" ? "#" : ".") + key;
    if (Object.hasOwn(own, marked)) throw new TypeError(`${key} has two values`);
    if (value !== undefined) own[marked] = value;
  };
  for (const { type, key, name, optional } of open) {
    const value = all[name];
    if (type in read) {
      Object.assign(own, read[type](name, value));
      put(key, "");
    } else if (type === "parts" && typeof value === "object" && value !== null) {
      const parts = given.options(name, value, params.map((part) => part.name));
      for (const [part, number] of Object.entries(parts)) put(part, given.maybe(given.natural, part, number));
    } else if (type === "parts" && !isOne && names.every((part) => all[part] === undefined)) {
      throw new TypeError(`no number of the node is given: there are ${names.join(", ")}`);
    } else if (value !== undefined || (type !== "parts" && !optional)) put(key, READ[type](name, value));
  }
  return { ...all, own };
};

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
 * repeat identifiers, and so would another one after that of a lost instance, unless they are random.
 */
export const usually = (Class, options = {}, make = () => new Generator(Class, options)) => {
  const kind = kindOf(Class);
  const { instance } = kind.module;
  let known = usual.get(kind);
  const isLost = kind.making.random && kind.making.timed && known?.instance !== instance;
  if (known === undefined || isLost) known = { instance, generator: make(), options: copied(options) };
  if (!same(known.options, options)) {
    throw new TypeError(`${Class.name}.generate was called with other options before, and one program has one generator there: make generators of your own to have several`);
  }
  usual.set(kind, known);
  const id = known.generator.generate();
  return id.constructor === Class ? id : Class.fromBigInt(id.toBigInt());
};

/** The text of the last identifier of an earlier generator. */
const lastOf = (last, classes) => {
  const { name, making } = kindOf(classes[0]);
  // Without a time there is no tick to begin after.
  if (last === "now" && making.timed) return last;
  const kind = last instanceof Id ? kindOf(last.constructor) : undefined;
  if (classes.some((Class) => kindOf(Class) === kind)) return last.toString();
  throw new TypeError(`after is an identifier of ${name}${making.timed ? ', or "now"' : ""}, not ${kind ? `one of ${kind.name}` : given.shown(last)}`);
};
