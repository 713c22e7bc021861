// LUUIDs.
import { Generator } from "./lib/generator.js";
import { Id, KIND, answered } from "./lib/id.js";
import { Kind, Module } from "./lib/module.js";
import code from "./wasm/luuid.js";

export { IdError } from "./lib/error.js";

const module = new Module(code);
const call = (name, args, Class = Luuid) => module.call(Class[KIND].number, name, args);
const number = (name, args, Class) => {
  call(name, args, Class);
  return module.low;
};
const text = (name, args) => {
  call(name, args);
  return module.answer;
};

export class Luuid extends Id {
  static [KIND] = new Kind(module, "luuid");

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

export class LuuidGenerator extends Generator {
  constructor({ version = 6, keys, group, ...options } = {}) {
    const classes = new Map([[6, Luuid], [8, LuuidV8]]);
    if (!classes.has(version)) throw new TypeError(`version is ${version}: there are 6 and 8`);
    const { start, end, ...others } = keys ?? {};
    const [other] = Object.keys(others);
    if (other !== undefined) throw new TypeError(`no key of keys is named ${other}: there are start and end`);
    super(classes.get(version), options, { start, end, group: typeof group === "string" ? Group.ofName(group) : group });
  }
}

export const Key = {
  parse: (source) => number("key", { text: source }),
  parseLenient: (source) => number("key_lenient", { text: source }),
  format: (bits) => text("key_text", { bits }),
};

export const Group = {
  parse: (source) => number("group", { text: source }),
  ofName: (name) => number("group_of", { text: name }),
  format: (bits) => text("group_text", { bits }),
};

export const Prefix = {
  of: (key, group, { version = 6 } = {}) => number("prefix_of", { key, group }, version === 8 ? LuuidV8 : Luuid),
  parse: (source) => number("prefix", { text: source }),
  format: (bits) => text("prefix_text", { bits }),
  first: (bits) => {
    call("first", { bits });
    return answered(Luuid);
  },
  last: (bits) => {
    call("last", { bits });
    return answered(Luuid);
  },
};
