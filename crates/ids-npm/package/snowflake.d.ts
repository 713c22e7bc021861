import type { Class, CountingOptions, Duration, Natural, New, Once, Time, TimedIdClass } from "./lib/types.js";
import { Generator, TimedId } from "./lib/types.js";

export { IdError, systemClock } from "./lib/types.js";
export type { Clock, Duration, Id, IdErrorKind, Natural, Random, Time, TimedId } from "./lib/types.js";

export type SnowflakeForm =
  | "decimal" | "hex" | "base32" | "base36" | "base58" | "crockford" | "tid" | "shortcode"
  | "suou-base64" | "suou-cb32" | "suou-b32l";

/** An identifier of 64 bits: a timestamp, a node and a sequence. */
export abstract class Snowflake<Field extends string = string, Brand extends string = string> extends TimedId<SnowflakeForm, Field> {
  #snowflake: Brand;
}

type Counted = "timestamp" | "sequence" | "increment" | "step" | "counter" | "sign";
type Parts<Field extends string> = string extends Field ? Readonly<Record<string, unknown>> : Readonly<Record<Exclude<Field, Counted>, Natural>>;

/**
 * What makes identifiers of a flavour. The fields of the node stand by their names, as `worker: 1, process: 0`; or `node` is
 * an object of them, or all of them as one number. A node tells this generator apart from all others.
 */
export type SnowflakeOptions<T, Field extends string = string> = CountingOptions<T> & (Parts<Field> | { node: Natural | Readonly<Record<string, Natural>> });

/** What the class of a flavour has. */
export type SnowflakeClass<Field extends string = string, Given extends string = Field> = TimedIdClass<SnowflakeForm, Field, Given> & {
  generate: Once<[options: SnowflakeOptions<Snowflake<Field>, Given>]>;
};

declare const TwitterBase: SnowflakeClass<"sign" | "timestamp" | "datacenter" | "worker" | "sequence", "timestamp" | "datacenter" | "worker" | "sequence"> & New<Snowflake<"sign" | "timestamp" | "datacenter" | "worker" | "sequence">>;
/** Twitter and X, since 2010. */
export class Twitter<Brand extends string = string> extends TwitterBase {
  #flavour: Brand;
}

declare const DiscordBase: SnowflakeClass<"timestamp" | "worker" | "process" | "increment"> & New<Snowflake<"timestamp" | "worker" | "process" | "increment">>;
/** Discord, since 2015. */
export class Discord<Brand extends string = string> extends DiscordBase {
  #flavour: Brand;
}

declare const SuouBase: SnowflakeClass<"timestamp" | "local" | "shard" | "counter"> & New<Snowflake<"timestamp" | "local" | "shard" | "counter">>;
/** The library suou. */
export class Suou<Brand extends string = string> extends SuouBase {
  #flavour: Brand;
}

declare const InstagramBase: SnowflakeClass<"timestamp" | "shard" | "sequence"> & New<Snowflake<"timestamp" | "shard" | "sequence">>;
/** Instagram, since 2011. */
export class Instagram<Brand extends string = string> extends InstagramBase {
  #flavour: Brand;
}

declare const MastodonBase: SnowflakeClass<"timestamp" | "tail"> & New<Snowflake<"timestamp" | "tail">>;
/** Mastodon: the low bits are a hash, so there is no generator. */
export class Mastodon<Brand extends string = string> extends MastodonBase {
  #flavour: Brand;
}

declare const SonyflakeV1Base: SnowflakeClass<"sign" | "timestamp" | "sequence" | "machine", "timestamp" | "sequence" | "machine"> & New<Snowflake<"sign" | "timestamp" | "sequence" | "machine">>;
/** Sonyflake 1: ticks of 10 ms since 2014. */
export class SonyflakeV1<Brand extends string = string> extends SonyflakeV1Base {
  #flavour: Brand;
}

declare const SonyflakeV2Base: SnowflakeClass<"sign" | "timestamp" | "sequence" | "machine", "timestamp" | "sequence" | "machine"> & New<Snowflake<"sign" | "timestamp" | "sequence" | "machine">>;
/** Sonyflake 2: ticks of 10 ms since 2025. */
export class SonyflakeV2<Brand extends string = string> extends SonyflakeV2Base {
  #flavour: Brand;
}

declare const BwmarrinBase: SnowflakeClass<"sign" | "timestamp" | "node" | "step", "timestamp" | "node" | "step"> & New<Snowflake<"sign" | "timestamp" | "node" | "step">>;
/** The Go library bwmarrin/snowflake. */
export class Bwmarrin<Brand extends string = string> extends BwmarrinBase {
  #flavour: Brand;
}

declare const BaiduBase: SnowflakeClass<"sign" | "timestamp" | "worker" | "sequence", "timestamp" | "worker" | "sequence"> & New<Snowflake<"sign" | "timestamp" | "worker" | "sequence">>;
/** Baidu's uid-generator: ticks of 1 s, which ended in 2024. */
export class Baidu<Brand extends string = string> extends BaiduBase {
  #flavour: Brand;
}

declare const YitterBase: SnowflakeClass<"timestamp" | "worker" | "sequence"> & New<Snowflake<"timestamp" | "worker" | "sequence">>;
/** Yitter's drift algorithm: read only. */
export class Yitter<Brand extends string = string> extends YitterBase {
  #flavour: Brand;
}

declare const TidBase: SnowflakeClass<"sign" | "timestamp" | "clock", "timestamp" | "clock"> & New<Snowflake<"sign" | "timestamp" | "clock">>;
/** Timestamp identifiers of the AT protocol (Bluesky). */
export class Tid<Brand extends string = string> extends TidBase {
  #flavour: Brand;
}

declare const LinkedinBase: SnowflakeClass<"sign" | "timestamp" | "low", "timestamp" | "low"> & New<Snowflake<"sign" | "timestamp" | "low">>;
/** LinkedIn, inferred from published identifiers: read only. */
export class Linkedin<Brand extends string = string> extends LinkedinBase {
  #flavour: Brand;
}

/** What has instances of a flavour of one's own: a subclass of it names itself, as in `class OrderId extends Order<"OrderId"> {}`. */
export type NewSnowflake<Field extends string> = new <Brand extends string = string>(never: never) => Snowflake<Field, Brand>;

/** A field of a flavour of one's own: its name, its width, and its value if that is always the same. */
export interface FieldOf<Field extends string = string> {
  name: Field;
  bits: number;
  always?: Natural;
}

/**
 * The class of a flavour of one's own. The fields stand from the top down and have 64 bits in all. Above the timestamp
 * are only fields with a fixed value. Fields that are neither fixed, nor the timestamp, nor the sequence are the node's.
 */
export function defineSnowflake<const Field extends string>(definition: {
  name: string;
  /** What the timestamp counts from. */
  epoch: Time;
  /** How long a tick is: one millisecond if left out. */
  unit?: Duration;
  fields: readonly FieldOf<Field>[];
  /** The name of the timestamp: `timestamp` if left out. */
  timestamp?: NoInfer<Field>;
  /** The name of the field that counts inside a tick. Without it there is one identifier for each tick and node. */
  sequence?: NoInfer<Field>;
}): SnowflakeClass<Field, string> & NewSnowflake<Field>;

/** The class of a flavour with another epoch. */
export function withEpoch<T extends Snowflake>(Class: Class<T>, epoch: Time): SnowflakeClass & NewSnowflake<string>;

/** Makes identifiers of a flavour. */
export class SnowflakeGenerator<T extends Snowflake> extends Generator<T> {
  constructor(Class: Class<T>, options: SnowflakeOptions<T, T extends Snowflake<infer Field> ? Field : string>);
}
