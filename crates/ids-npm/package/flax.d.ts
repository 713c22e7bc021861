import type { Class, CountingOptions, New, Once, Random, TimedId, TimedIdClass } from "./lib/types.js";
import { Generator } from "./lib/types.js";

export { IdError, systemClock } from "./lib/types.js";
export type { Clock, Duration, Id, IdErrorKind, Natural, Random, Time, TimedId } from "./lib/types.js";

export type FlaxForm = "base64" | "hex" | "decimal";
export type FlaxField = "timestamp" | "random";

declare const FlaxBase: TimedIdClass<FlaxForm, FlaxField> & New<TimedId<FlaxForm, FlaxField>>;

/** A Flax identifier: 40 bits of milliseconds since 2015, and 56 random bits. */
export class FlaxId<Brand extends string = string> extends FlaxBase {
  #flax: Brand;
  /** A new identifier, of a generator that the program keeps: the system's clock and 56 random bits of Web Crypto without options. */
  static generate: Once<[options?: FlaxOptions]>;
}

/** What makes Flax identifiers. With `monotonic` identifiers increase strictly inside a millisecond too. */
export type FlaxOptions = Omit<CountingOptions<FlaxId>, "rolling"> & { random?: Random; monotonic?: boolean };

/** Makes Flax identifiers. */
export class FlaxGenerator extends Generator<FlaxId> {
  constructor(options?: FlaxOptions);
}
