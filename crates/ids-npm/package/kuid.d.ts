import type { Class, CountingOptions, Natural, New, Once, TimedId, TimedIdClass } from "./lib/types.js";
import { Generator } from "./lib/types.js";

export { IdError, systemClock } from "./lib/types.js";
export type { Clock, Duration, Id, IdErrorKind, Natural, Random, Time, TimedId } from "./lib/types.js";

export type KuidForm = "base64" | "hex" | "decimal" | "surplus" | "base64url";
export type KuidLocalField = "mega" | "second" | "fraction" | "sequence";
export type KuidGlobalField = "mega" | "window" | "node" | "offset" | "fraction" | "sequence";

declare const LocalBase: TimedIdClass<KuidForm, KuidLocalField> & New<TimedId<KuidForm, KuidLocalField>>;

/** A KUID of 64 bits, which is unique on the node that makes it. */
export class KuidLocal<Brand extends string = string> extends LocalBase {
  #local: Brand;
  static generate: Once<[options?: CountingOptions<KuidLocal>]>;
}

/** The node of a global KUID: its number or the 8 hexadecimal digits of that, or its name. */
export type KuidNode = { node: Natural | string } | { name: string } | { name_1_3_5: string };

declare const GlobalBase: TimedIdClass<KuidForm, KuidGlobalField> & New<TimedId<KuidForm, KuidGlobalField>>;

/** A KUID of 96 bits, which is unique among nodes. Its drift is 8; {@link kuidGlobal} has the others. */
export class KuidGlobal<Brand extends string = string> extends GlobalBase {
  #global: Brand;
  static generate: Once<[options: KuidOptions]>;
  /** The logarithm of the seconds in a window, 5 to 10. */
  static readonly drift: number;
  /** The identifier that a node makes of a local one. */
  static fromLocal<T>(this: Class<T>, local: KuidLocal, node: KuidNode): T;
  /** Reads the 12 bytes that older versions of the original wrote. */
  static fromNodeFirstBytes<T>(this: Class<T>, bytes: Uint8Array): T;
  /** The node's 8 hexadecimal digits. */
  readonly node: string;
  toLocal(): KuidLocal;
  /** The 12 bytes that older versions of the original wrote. */
  toNodeFirstBytes(): Uint8Array;
}

/** The class of global KUIDs of a drift, 5 to 10, which no identifier says. */
export function kuidGlobal(drift: number): typeof KuidGlobal;

/** Makes KUIDs of one node. */
export class KuidLocalGenerator extends Generator<KuidLocal> {
  constructor(options?: CountingOptions<KuidLocal>);
}

/** What makes KUIDs of one node among many: `drift` is 8 if left out, and the same for all nodes. */
export type KuidOptions = CountingOptions<KuidGlobal> & KuidNode & { drift?: 5 | 6 | 7 | 8 | 9 | 10 };

/** Makes KUIDs of one node among many. */
export class KuidGenerator extends Generator<KuidGlobal> {
  constructor(options: KuidOptions);
}

/** The node's 8 hexadecimal digits of its name. */
export function nodeOfName(name: string, options?: { version?: "1.3.5" }): string;
