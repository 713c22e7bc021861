// Flax identifiers.
import { Generator } from "./lib/generator.js";
import { Id, KIND } from "./lib/id.js";
import { Kind, Module } from "./lib/module.js";
import code from "./wasm/flax.js";

export { IdError } from "./lib/error.js";
export { systemClock } from "./lib/time.js";

const kind = new Kind(new Module(code), "flax");
let usual;

export class FlaxId extends Id {
  static [KIND] = kind;

  static generate() {
    usual ??= new FlaxGenerator();
    const id = usual.generate();
    return this === FlaxId ? id : this.fromBigInt(id.toBigInt());
  }
}

export class FlaxGenerator extends Generator {
  constructor(options) {
    super(FlaxId, options);
  }
}
