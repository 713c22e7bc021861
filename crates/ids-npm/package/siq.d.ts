import type { SiqField, SiqForm, SiqOptions } from "./lib/siq.js";
import type { Class, Natural, New, Once, Time, TimedId, TimedIdClass } from "./lib/types.js";
import { Generator } from "./lib/types.js";

export * from "./lib/siq.js";
export type SiqLayout = "siq" | "siq-3" | "siq-4" | "siq-5";
/** What an identifier stands for. */
export type SiqKind = SiqOptions["kind"];
export type Network = "mastodon" | "matrix";

declare const SiqBase: TimedIdClass<SiqForm, SiqField> & New<TimedId<SiqForm, SiqField>>;

/** A SIQ identifier: 112 bits of time, shard, domain, serial number and the kind of thing. */
export class Siq<Brand extends string = string> extends SiqBase {
  #siq: Brand;
  static generate: Once<[options: SiqOptions]>;
  /** The identifier of a value for each field; under another layout than `siq` these are `serial` and `qualifier`, not `tail`. */
  static fromFields<T>(this: Class<T>, fields: Readonly<Record<string, Natural>>, layout?: SiqLayout): T;
  /** The identifier of a snowflake, whose epoch no identifier says. */
  static fromSnowflake<T>(this: Class<T>, bits: Natural, about: { epoch: Time; domain: string; kind: SiqKind }): T;
  /** The identifier of a ULID's number. */
  static fromUlid<T>(this: Class<T>, bits: Natural, about: { domain: string; kind: SiqKind }): T;
  /** Reads 16 bytes. */
  static fromBytes16<T>(this: Class<T>, bytes: Uint8Array): T;
  /** Reads a handle. The domain is empty in a short one. */
  static parseHandle<T>(this: Class<T>, text: string): { id: T; network: Network; domain: string };
  /** What the identifier stands for. */
  readonly kind: SiqKind;
  readonly serial: bigint;
  readonly shard: bigint;
  /** The hash of the domain, 8 hexadecimal digits. */
  readonly domain: string;
  /** The fields under a layout. */
  fieldsIn(layout: SiqLayout): Readonly<Record<string, bigint>>;
  /** The handle at a domain. On Mastodon it may be left out. */
  toHandle(network: Network, domain?: string): string;
  toBytes16(): Uint8Array;
}

/** Makes identifiers of one kind, domain and shard. */
export class SiqGenerator extends Generator<Siq> {
  constructor(options: SiqOptions);
}

/** The 32 bits of a domain's name, which is ASCII. */
export function domainHash(domain: string, options?: { localId?: Natural }): bigint;

/** The 8 hexadecimal digits of a domain's bits. */
export function formatDomain(bits: Natural): string;
