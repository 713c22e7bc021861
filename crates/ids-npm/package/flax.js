// Flax identifiers.
import { Generator, TIMED, usually } from "./lib/generator.js";
import * as given from "./lib/given.js";
import { KIND, TimedId } from "./lib/id.js";
import { Kind, Module } from "./lib/module.js";
import code from "./wasm/flax.js";

export { IdError } from "./lib/error.js";
export { systemClock } from "./lib/time.js";

export class FlaxId extends TimedId {
  static [KIND] = new Kind(new Module(code), "flax");

  static generate(options) {
    return usually(this, options, () => new FlaxGenerator(options), true);
  }
}

export class FlaxGenerator extends Generator {
  constructor(options) {
    const { monotonic, ...timed } = given.options("options", options, ["monotonic", "random", ...TIMED]);
    super(FlaxId, timed, { monotonic: given.maybe(given.flag, "monotonic", monotonic) });
  }
}
