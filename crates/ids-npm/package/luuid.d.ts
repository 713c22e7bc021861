import type { LuuidField, LuuidForm, LuuidOptions } from "./lib/luuid.js";
import type { Id, IdClass, Natural, New, Once } from "./lib/types.js";
import { Generator } from "./lib/types.js";

export * from "./lib/luuid.js";

declare const LuuidBase: IdClass<LuuidForm, LuuidField, "key" | "group" | "random"> & New<Id<LuuidForm, LuuidField>>;

/** A LUUID: a sequential key, its group and 60 random bits, in the shape of a UUID. Both versions are read. */
export class Luuid<Brand extends string = string> extends LuuidBase {
  #luuid: Brand;
  static generate: Once<[options: LuuidOptions]>;
  /** The key, 48 bits. */
  readonly key: bigint;
  /** The group, 12 bits. */
  readonly group: bigint;
}

/** The same: `fromFields` makes version 8, which RFC 9562 has room for. */
export class LuuidV8<Brand extends string = string> extends Luuid<Brand> {
  #v8: Brand;
}

/** Keys that a process counts by itself: what {@link Keys.counter} makes. */
declare class Counter {
  #counter;
  private constructor();
}

/** Where a generator has its keys from, other than a range. */
export const Keys: {
  /** All keys from 1 on. Each process and each restart counts them again: for tests, and where `afterKey` says the last one. */
  counter(): Counter;
};

/** Makes LUUIDs. */
export class LuuidGenerator extends Generator<Luuid> {
  constructor(options: LuuidOptions);
}

/** Keys by themselves: their texts. */
export const Key: {
  parse(text: string): bigint;
  /** Reads a key with or without its hyphen. */
  parseLenient(text: string): bigint;
  format(key: Natural): string;
};

/** Groups by themselves: their texts, and the group of a name. */
export const Group: {
  parse(text: string): bigint;
  ofName(name: string | Uint8Array): bigint;
  format(group: Natural): string;
};

/** Keys with their groups: the upper 64 bits of identifiers. */
export const Prefix: {
  of(key: Natural, group: Natural, options?: { version?: 6 | 8 }): bigint;
  parse(text: string): bigint;
  format(prefix: Natural): string;
  /** The smallest identifier of a prefix. */
  first(prefix: Natural): Luuid;
  /** The largest identifier of a prefix. */
  last(prefix: Natural): Luuid;
};
