// Flax identifiers.
import { Generator, TIMED } from "./lib/generator.js";
import * as given from "./lib/given.js";
import { KIND, TimedId, kindOf } from "./lib/id.js";
import { Kind, Module } from "./lib/module.js";
import code from "./wasm/flax.js";

export { IdError } from "./lib/error.js";
export { systemClock } from "./lib/time.js";

const kind = new Kind(new Module(code), "flax");
// The generator of `FlaxId.generate`, and the instance whose memory has it.
let usual;
let place;

export class FlaxId extends TimedId {
  static [KIND] = kind;

  static generate() {
    kindOf(this);
    const { instance } = kind.module;
    if (place !== instance) [usual, place] = [new FlaxGenerator(), instance];
    const id = usual.generate();
    return this === FlaxId ? id : this.fromBigInt(id.toBigInt());
  }
}

export class FlaxGenerator extends Generator {
  constructor(options) {
    const { monotonic, ...timed } = given.options("options", options, ["monotonic", "random", ...TIMED]);
    super(FlaxId, timed, { monotonic: given.maybe(given.flag, "monotonic", monotonic) });
  }
}
