// LUUIDs.
import { Generator, usually } from "./lib/generator.js";
import * as given from "./lib/given.js";
import { Id, KIND, answered } from "./lib/id.js";
import { Kind, Module } from "./lib/module.js";
import code from "./wasm/luuid.js";

export { IdError } from "./lib/error.js";

const module = new Module(code);
const call = (name, args, Class = Luuid) => module.call(Class[KIND].number, name, args);
const number = (name, args, Class) => call(name, args, Class).low;
const text = (name, args) => call(name, args).answer;

export class Luuid extends Id {
  static [KIND] = new Kind(module, "luuid");

  static generate(options) {
    return usually(this, options, () => new LuuidGenerator({ version: this[KIND] === LuuidV8[KIND] ? 8 : 6, ...options }));
  }

  get key() {
    return this.field("key");
  }

  get group() {
    return this.field("group");
  }
}

export class LuuidV8 extends Luuid {
  static [KIND] = new Kind(module, "luuid-v8");
}

/** The class of a version. */
const versions = new Map([[6, Luuid], [8, LuuidV8]]);
const classOf = (version = 6) => {
  if (!versions.has(version)) throw new TypeError(`version is ${given.shown(version)}: there are 6 and 8`);
  return versions.get(version);
};

/** Keys that this process counts by itself. */
class Counter {}

export const Keys = {
  counter: () => new Counter(),
};

/** The range of keys that a generator has: none of a counter. */
const rangeOf = (name, keys) => {
  if (keys instanceof Counter) return {};
  if (keys === undefined) throw new TypeError(`${name} are wanted: { start, end } of a granted range, or Keys.counter(), which begins with key 1 in each process`);
  const { start, end } = given.options(name, keys, ["start", "end"]);
  return { start: given.natural("start", start), end: given.natural("end", end) };
};

export class LuuidGenerator extends Generator {
  constructor(options) {
    super(classOf(options?.version), options, [...versions.values()], { keys: rangeOf });
  }
}

export const Key = {
  parse: (source) => number("key", { text: given.text("a key", source) }),
  parseLenient: (source) => number("key_lenient", { text: given.text("a key", source) }),
  format: (key) => text("key_text", { bits: given.whole("key", key) }),
};

export const Group = {
  parse: (source) => number("group", { text: given.text("a group", source) }),
  ofName: (name) => number("group_of", { text: given.textOrBytes("name", name) }),
  format: (group) => text("group_text", { bits: given.whole("group", group) }),
};

const end = (name, prefix) => {
  call(name, { bits: given.whole("prefix", prefix) });
  return answered(Luuid);
};

export const Prefix = {
  of: (key, group, options) => {
    const { version } = given.options("options", options, ["version"]);
    return number("prefix_of", { key: given.natural("key", key), group: given.natural("group", group) }, classOf(version));
  },
  parse: (source) => number("prefix", { text: given.text("a prefix", source) }),
  format: (prefix) => text("prefix_text", { bits: given.whole("prefix", prefix) }),
  first: (prefix) => end("first", prefix),
  last: (prefix) => end("last", prefix),
};
