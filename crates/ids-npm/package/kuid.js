// KUID: identifiers of one node, and of many with a drift.
import { IdError } from "./lib/error.js";
import { Generator, MadeId } from "./lib/generator.js";
import * as given from "./lib/given.js";
import { KIND, answered, kindOf } from "./lib/id.js";
import { Kind, Module } from "./lib/module.js";
import code from "./wasm/kuid.js";

export { IdError };
export { systemClock } from "./lib/time.js";

const module = new Module(code);

/** The digits of a node. */
const digits = (node) => node.toString(16).padStart(8, "0");
/** How a node is named. */
const NODE = ["node", "name", "name_1_3_5"];
/** A node as its text, or as its name. */
const nodeOf = (by) => {
  const { node, ...named } = given.options("node", by, NODE);
  const texts = Object.fromEntries(Object.entries(named).map(([key, name]) => [key, given.maybe(given.text, key, name)]));
  const number = given.maybe(given.either, "node", node);
  if (typeof number === "bigint" && number >> 32n) throw new IdError("range", `node is ${number}, but holds at most 4294967295`, { field: "node" });
  return { ...texts, node: typeof number === "bigint" ? digits(number) : number };
};

export class KuidLocal extends MadeId {
  static [KIND] = new Kind(module, "kuid-local");
}

export class KuidGlobal extends MadeId {
  static [KIND] = new Kind(module, "kuid-global-8");
  static drift = 8;

  static fromLocal(local, node) {
    if (!(local instanceof KuidLocal)) throw new TypeError(`local is a KuidLocal, not ${given.shown(local)}`);
    module.call(kindOf(this).number, "global", { bits: local.toBigInt(), ...nodeOf(node) });
    return answered(this);
  }

  static fromNodeFirstBytes(bytes) {
    module.call(kindOf(this).number, "decode_1_2_0", { bytes: given.bytes("the bytes of an identifier", bytes) });
    return answered(this);
  }

  get node() {
    return digits(this.field("node"));
  }

  toLocal() {
    module.call(this.constructor[KIND].number, "local", { id: this.toString() });
    return answered(KuidLocal);
  }

  toNodeFirstBytes() {
    return module.call(this.constructor[KIND].number, "encode_1_2_0", { id: this.toString() }).output;
  }
}

const drifts = new Map([[8, KuidGlobal]]);

export const kuidGlobal = (drift) => {
  if (!drifts.has(drift)) {
    if (!Number.isInteger(drift) || drift < 0) throw new TypeError(`drift is a natural number, not ${given.shown(drift)}`);
    const kind = new Kind(module, `kuid-global-${drift}`, () => module.call(KuidGlobal[KIND].number, "drift", { bits: drift }));
    kind.form();
    const Class = class extends KuidGlobal {
      static [KIND] = kind;
      static drift = drift;
    };
    Object.defineProperty(Class, "name", { value: `KuidGlobal${drift}` });
    drifts.set(drift, Class);
  }
  return drifts.get(drift);
};

export class KuidLocalGenerator extends Generator {
  constructor(options) {
    super(KuidLocal, options);
  }
}

export class KuidGenerator extends Generator {
  constructor(options) {
    super(kuidGlobal(options?.drift ?? 8), options);
  }
}

export const nodeOfName = (name, options) => {
  const { version } = given.options("options", options, ["version"]);
  if (version !== undefined && version !== "1.3.5") throw new TypeError(`version is ${given.shown(version)}: there is "1.3.5"`);
  const call = version === undefined ? "name" : "name_1_3_5";
  return digits(module.call(KuidGlobal[KIND].number, call, { text: given.text("name", name) }).low);
};
