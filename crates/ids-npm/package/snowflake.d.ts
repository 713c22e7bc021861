import type { SnowflakeForm } from "./lib/snowflake.js";
import type { Class, CountingOptions, Duration, Natural, New, Once, Time, TimedIdClass } from "./lib/types.js";
import { Generator, TimedId } from "./lib/types.js";

export * from "./lib/snowflake.js";

/** An identifier of 64 bits: a timestamp, a node and a sequence. */
export abstract class Snowflake<Field extends string = string, Brand extends string = string> extends TimedId<SnowflakeForm, Field> {
  #snowflake: Brand;
}

/** The fields of a node. Without their names as a type they stand beside the other options, unchecked. */
type Parts<Node extends string> = Readonly<Record<Node, string extends Node ? unknown : Natural>>;

/**
 * What makes identifiers of a flavour. The fields of the node stand by their names, as `worker: 1, process: 0`; or `node` is
 * an object of them, or all of them as one number. A node tells this generator apart from all others.
 */
export type SnowflakeOptions<T, Node extends string = string> = CountingOptions<T> & (Parts<Node> | { node: Natural | Readonly<Record<Node, Natural>> });

/** What the class of a flavour has. */
export type SnowflakeClass<Field extends string = string, Given extends string = Field, Options = SnowflakeOptions<Snowflake<Field>>> = TimedIdClass<SnowflakeForm, Field, Given> & {
  generate: Once<[options: Options]>;
};

/** What has instances of a flavour of one's own: a subclass of it names itself, as in `class OrderId extends Order<"OrderId"> {}`. */
export type NewSnowflake<Field extends string> = new <Brand extends string = string>(never: never) => Snowflake<Field, Brand>;

/** A field of a flavour of one's own: its name, its width, and its value if that is always the same. */
export interface FieldOf<Field extends string = string> {
  name: Field;
  bits: number;
  always?: Natural;
}

/** A field without other properties. */
type Exact<Field> = Field & Readonly<Record<Exclude<keyof Field, keyof FieldOf>, never>>;

/** The names of all fields, and of those that are not always the same. */
type NameOf<Fields extends readonly FieldOf[]> = Fields[number]["name"];
type OpenOf<Fields extends readonly FieldOf[]> = Exclude<Fields[number], { always: Natural }>["name"];

/**
 * The class of a flavour of one's own. The fields stand from the top down and have 64 bits in all. Above the timestamp
 * are only fields with a fixed value. Fields that are neither fixed, nor the timestamp, nor the sequence are the node's.
 */
export function defineSnowflake<const Fields extends readonly FieldOf[], Timestamp extends string = "timestamp", Sequence extends string = never>(definition: {
  name: string;
  /** What the timestamp counts from. */
  epoch: Time;
  /** How long a tick is: one millisecond if left out. */
  unit?: Duration;
  fields: { readonly [Place in keyof Fields]: Exact<Fields[Place]> };
  /** The name of the timestamp: `timestamp` if left out. */
  timestamp?: Timestamp & NameOf<Fields>;
  /** The name of the field that counts inside a tick. Without it there is one identifier for each tick and node. */
  sequence?: Sequence & NameOf<Fields>;
}): SnowflakeClass<NameOf<Fields>, OpenOf<Fields>, SnowflakeOptions<Snowflake<NameOf<Fields>>, Exclude<OpenOf<Fields>, Timestamp | Sequence>>> & NewSnowflake<NameOf<Fields>>;

/** The class of a flavour with another epoch. */
export function withEpoch<T extends Snowflake>(Class: Class<T>, epoch: Time): SnowflakeClass & NewSnowflake<string>;

/** Makes identifiers of a flavour. Where its name is given without the options, as in `SnowflakeGenerator<Discord>`, they are unchecked. */
export class SnowflakeGenerator<T extends Snowflake, Options = any> extends Generator<T> {
  constructor(Class: Class<T> & { generate: Once<[options: Options]> }, options: NoInfer<Options & Pick<CountingOptions<T>, "after">>);
}
