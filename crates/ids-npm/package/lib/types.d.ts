/**
 * An instant. A number is milliseconds since the Unix epoch, as `Date.now()` has it; a bigint is nanoseconds since the
 * Unix epoch. Anything with `epochNanoseconds` is a `Temporal.Instant`.
 */
export type Time = Date | number | bigint | { readonly epochNanoseconds: bigint };

/** A span of time. A number is milliseconds, a bigint nanoseconds. */
export type Duration = number | bigint;

/** Returns the time: milliseconds since the Unix epoch as a number, as `Date.now` does, or nanoseconds as a bigint. */
export type Clock = () => Time;

/** Fills bytes with random ones, as `crypto.getRandomValues` does. To fail it throws. */
export type Random = (bytes: Uint8Array) => unknown;

/** A whole number that is not negative. */
export type Natural = number | bigint;

/** The reason for which a format refuses. Kinds may be added. */
export type IdErrorKind =
  | "length" | "digit" | "expected" | "leading_zero" | "too_large" | "negative" | "fixed" | "checksum" | "unknown" | "ambiguous" | "rounded"
  | "range" | "missing" | "foreign" | "decode_only" | "before_epoch" | "after_end"
  | "wait" | "timed_out" | "exhausted" | "too_many" | "entropy" | "jump"
  | "syntax" | "utf8" | "lone_surrogate" | "nul" | "duplicate_key" | "number_range" | "depth" | "missing_field" | "bad_field" | "entity_key" | "unknown_field" | "timestamp" | "key_conflict"
  | (string & {});

/**
 * An error of a format: a text or a number that is not an identifier, a value that does not fit, a generator that has
 * to wait. The message says what was found, where, and what would fit. A wrong use of the package is a `TypeError`.
 */
export class IdError extends Error {
  constructor(kind: IdErrorKind, message: string, about?: { index?: number; field?: string; until?: bigint; cause?: unknown });
  readonly name: "IdError";
  /** A stable name of the reason. */
  readonly kind: IdErrorKind;
  /** The place in the text, counted in bytes of UTF-8; in ASCII these are the characters. */
  readonly index?: number;
  /** The field that the error names. */
  readonly field?: string;
  /** The end of a wait, the epoch, or the start of the last tick: nanoseconds since the Unix epoch. */
  readonly until?: bigint;
}

/** The system's clock: milliseconds since the Unix epoch, with the fraction that `performance.now` has. */
export function systemClock(): number;

/** What all identifiers have. `Form` and `Field` are the names of the texts and of the fields. */
export abstract class Id<Form extends string = string, Field extends string = string> {
  /** The canonical text, as the one property that the object itself has: what compares or copies objects sees it. */
  readonly text: string;
  /** The text: the canonical one, or one of another form. */
  toString(form?: Form): string;
  /** The canonical text. */
  toJSON(): string;
  /** The number. */
  toBigInt(): bigint;
  /** The bytes, most significant first. */
  toBytes(): Uint8Array;
  /** The value of a field. */
  field(name: Field): bigint;
  /** The values of all fields, most significant first, fixed ones too. */
  readonly fields: Readonly<Record<Field, bigint>>;
  /** Whether the other is the same identifier of the same class. */
  equals(other: unknown): boolean;
  /** -1, 0 or 1 in the order of the numbers. Another class is a `TypeError`. */
  compare(other: this): -1 | 0 | 1;
  /** The canonical text for `${id}`. For a number, as in `a < b`, a `TypeError`: that is `compare` or `toBigInt`. */
  [Symbol.toPrimitive](hint: "number"): never;
  [Symbol.toPrimitive](hint: "string" | "default"): string;
}

/** What identifiers with a time inside have. */
export abstract class TimedId<Form extends string = string, Field extends string = string> extends Id<Form, Field> {
  /** The start of the identifier's tick: nanoseconds since the Unix epoch. */
  readonly time: bigint;
  /** The same, rounded down to the millisecond. After the year 275760, where they end, an invalid `Date`. */
  readonly date: Date;
  /** The same as a `Temporal.Instant`. A `TypeError` where the runtime has no `Temporal`. */
  toInstant(): Instant;
}

/** `Temporal.Instant` where the types of the project have it. */
export type Instant = typeof globalThis extends { Temporal: { Instant: { prototype: infer I } } } ? I : { readonly epochNanoseconds: bigint };

/** A class by its instances. */
export type Class<T> = abstract new (never: never) => T;

/** What has instances, and makes none of them by `new`: use `parse`, or another of its functions. */
export type New<T> = new (never: never) => T;

/** What programs put round an identifier, or do to its digits. Names may be added. */
export type Spelling =
  | "byte-order-mark" | "invisible" | "white-space" | "no-break-space" | "punctuation" | "quotes" | "one-quote"
  | "formula" | "brackets" | "mention" | "element" | "typed" | "call" | "member" | "extended-json" | "url"
  | "full-width" | "dashes" | "plus" | "suffix" | "decimals" | "thousands" | "negative" | "hexadecimal" | "radix"
  | "groups" | "escapes" | "decimal-bytes" | "base64" | "base64url"
  | (string & {});

/**
 * `inside` of "ids-formats/spelling", for `parseLenient`: the identifier inside a text that no form reads, the form it is
 * written in there, and what was taken off, the outermost first. `undefined` if there is not exactly one.
 */
export type Inside = <C extends IdClass<any, any, any> & Class<any>>(Class: C, text: string) => { id: InstanceType<C>; form: C["forms"][number]; spelling: Spelling[] } | undefined;

/** What the class of a kind of identifiers has. A subclass makes identifiers of the subclass. */
export interface IdClass<Form extends string, Field extends string, Given extends string = Field> {
  /** The names of the texts. */
  readonly forms: Form[];
  /** Reads a text, written exactly as the canonical form or the named one has it. */
  parse<T>(this: Class<T>, text: string, form?: Form): T;
  /**
   * Reads a text in any form, and says which it is. Where no form reads it, `inside` of "ids-formats/spelling" takes off
   * what a program has put round the identifier; `spelling` says what, the outermost first.
   */
  parseLenient<T>(this: Class<T>, text: string, options?: { inside?: Inside | undefined }): { id: T; form: Form; spelling: Spelling[] };
  /** The identifier of a number. */
  fromBigInt<T>(this: Class<T>, bits: bigint): T;
  /** The identifier of its bytes, most significant first. */
  fromBytes<T>(this: Class<T>, bytes: Uint8Array): T;
  /** The identifier of a value for each field that is not fixed. */
  fromFields<T>(this: Class<T>, fields: Readonly<Record<Given, Natural>>): T;
  /** The order of two identifiers, for `Array.prototype.sort`. */
  compare<T extends Id>(a: T, b: T): -1 | 0 | 1;
}

/** What the class of a kind of identifiers with a time inside has. */
export interface TimedIdClass<Form extends string, Field extends string, Given extends string = Field>
  extends IdClass<Form, Field, Given> {
  /** The smallest identifier of the tick that holds an instant. */
  firstAt<T>(this: Class<T>, time: Time): T;
  /** The largest identifier of the tick that holds an instant. */
  lastAt<T>(this: Class<T>, time: Time): T;
}

/**
 * Makes one identifier, of a generator that the program keeps for the kind. The first call makes the generator, of these
 * options; other options later are a `TypeError`.
 */
export type Once<Options extends unknown[]> = <T>(this: Class<T>, ...options: Options) => T;

/** What generators that count inside a tick are told. */
export interface CountingOptions<I> {
  /** Where the time comes from: {@link systemClock} if left out. */
  clock?: Clock;
  /** How far ahead of the clock identifiers may be. Without it, a spent tick is an error of the kind `wait`. */
  maxAhead?: Duration;
  /** How far the clock may jump ahead. Without it, as far as it likes; else a longer one is an error of the kind `jump`. */
  maxJump?: Duration;
  /**
   * The last identifier of an earlier generator, to continue after; `"now"` begins with the first tick after `maxAhead` from
   * now, for an earlier one that ran no further ahead.
   */
  after?: I | "now";
  /** How many bits of a tick's first sequence come from the tick before, so that low bits differ. */
  rolling?: Natural;
}

/** What all generators have. */
export abstract class Generator<I> {
  /**
   * The next identifier. An error of the kind `wait` says with `until` when there is one; a failed call changes
   * nothing.
   */
  generate(): I;
  /**
   * `count` identifiers from one reading of the clock, consecutive where the format counts; fewer where there are no
   * more now. A call makes at most 1,048,576, and more is a `RangeError`.
   */
  reserve(count: Natural): I[];
  /** The next identifier, after a pause where there is none yet: at most `limit` milliseconds, 1000 if left out. */
  wait(options?: { limit?: number }): Promise<I>;
  /** Accepts that the clock was set to this time, after an error of the kind `jump`. */
  acceptJump(now: Time): void;
}
