import type { Class, New, Once, TimedId, TimedIdClass } from "./lib/types.js";
import type { KuidForm, KuidGlobalField, KuidGlobalNode, KuidGlobalOptions, KuidLocalField, KuidLocalOptions } from "./lib/kuid.js";
import { Generator } from "./lib/types.js";

export * from "./lib/kuid.js";

declare const LocalBase: TimedIdClass<KuidForm, KuidLocalField> & New<TimedId<KuidForm, KuidLocalField>>;

/** A KUID of 64 bits, which is unique on the node that makes it. */
export class KuidLocal<Brand extends string = string> extends LocalBase {
  #local: Brand;
  static generate: Once<[options?: KuidLocalOptions]>;
}

declare const GlobalBase: TimedIdClass<KuidForm, KuidGlobalField> & New<TimedId<KuidForm, KuidGlobalField>>;

/** A KUID of 96 bits, which is unique among nodes. Its drift is 8; {@link kuidGlobal} has the others. */
export class KuidGlobal<Brand extends string = string> extends GlobalBase {
  #global: Brand;
  static generate: Once<[options: KuidGlobalOptions]>;
  /** The logarithm of the seconds in a window, 5 to 10. */
  static readonly drift: number;
  /** The identifier that a node makes of a local one. */
  static fromLocal<T>(this: Class<T>, local: KuidLocal, node: KuidGlobalNode): T;
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
  constructor(options?: KuidLocalOptions);
}

/** Makes KUIDs of one node among many. */
export class KuidGenerator extends Generator<KuidGlobal> {
  constructor(options: KuidGlobalOptions);
}

/** The node's 8 hexadecimal digits of its name. */
export function nodeOfName(name: string, options?: { version?: "1.3.5" }): string;
