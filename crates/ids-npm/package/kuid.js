// KUID: identifiers of one node, and of many with a drift.
import { Generator } from "./lib/generator.js";
import { Id, KIND, answered } from "./lib/id.js";
import { Kind, Module } from "./lib/module.js";
import code from "./wasm/kuid.js";

export { IdError } from "./lib/error.js";
export { systemClock } from "./lib/time.js";

const module = new Module(code);

export class KuidLocal extends Id {
  static [KIND] = new Kind(module, "kuid-local");
}

export class KuidGlobal extends Id {
  static [KIND] = new Kind(module, "kuid-global-8");
  static drift = 8;

  static fromLocal(local, node) {
    const { number } = this[KIND];
    module.call(number, "global", { bits: local.toBigInt(), ...node });
    return answered(this);
  }

  static fromNodeFirstBytes(bytes) {
    module.call(this[KIND].number, "decode_1_2_0", { bytes });
    return answered(this);
  }

  get node() {
    module.call(this.constructor[KIND].number, "node", { id: this.toString() });
    return module.low.toString(16).padStart(8, "0");
  }

  toLocal() {
    module.call(this.constructor[KIND].number, "local", { id: this.toString() });
    return answered(KuidLocal);
  }

  toNodeFirstBytes() {
    module.call(this.constructor[KIND].number, "encode_1_2_0", { id: this.toString() });
    return module.output;
  }
}

const drifts = new Map([[8, KuidGlobal]]);

export const kuidGlobal = (drift) => {
  if (!drifts.has(drift)) {
    module.call(KuidGlobal[KIND].number, "drift", { bits: drift });
    const kind = new Kind(module, `kuid-global-${drift}`);
    drifts.set(
      drift,
      class extends KuidGlobal {
        static [KIND] = kind;
        static drift = drift;
      },
    );
  }
  return drifts.get(drift);
};

export class KuidLocalGenerator extends Generator {
  constructor(options) {
    super(KuidLocal, options);
  }
}

export class KuidGenerator extends Generator {
  constructor({ drift = 8, ...options } = {}) {
    super(kuidGlobal(drift), options);
  }
}

export const nodeOfName = (name, { version } = {}) => {
  module.call(KuidGlobal[KIND].number, version === "1.3.5" ? "name_1_3_5" : "name", { text: name });
  return module.low.toString(16).padStart(8, "0");
};
