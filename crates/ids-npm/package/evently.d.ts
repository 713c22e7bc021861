import type { EventlyField, EventlyForm } from "./lib/evently.js";
import type { Class, Clock, Natural, New, Time, TimedId, TimedIdClass } from "./lib/types.js";

export * from "./lib/evently.js";

declare const EventIdBase: TimedIdClass<EventlyForm, EventlyField, Exclude<EventlyField, "sign">> & New<TimedId<EventlyForm, EventlyField>>;

/** The id of an event: microseconds, a checksum of the event and the one before it, its ledger. */
export class EventId<Brand extends string = string> extends EventIdBase {
  #evently: Brand;
  /** The smallest id of a microsecond, of all ledgers or of one. */
  static firstAt<T>(this: Class<T>, time: Time, ledger?: string): T;
  /** The largest id of a microsecond, of all ledgers or of one. */
  static lastAt<T>(this: Class<T>, time: Time, ledger?: string): T;
  /** The ledger's 8 hexadecimal digits. */
  readonly ledger: string;
}

/** How events are read: `doc5`, which is written, or one of the older ones. */
export type Profile = "doc5" | "doc4" | "pg" | "v1";

/**
 * The canonical form of JSON, which is text or UTF-8. `numbers` are written out, or as JavaScript writes them; of
 * `duplicates` the last key counts, or they are refused.
 */
export function canonicalize(
  json: string | Uint8Array,
  options?: { numbers?: "positional" | "ecmascript"; duplicates?: "refuse" | "last-wins" },
): string;

/** The id of an event that follows `previous`, or that is the first of its ledger; and the canonical body. */
export function readEvent(
  json: string | Uint8Array,
  options?: { profile?: Profile; previous?: EventId | string },
): { id: EventId; body: string };

/** The microseconds since the Unix epoch of an event's timestamp. */
export function parseTimestamp(text: string): bigint;

/** The timestamp of microseconds since the Unix epoch. */
export function formatTimestamp(micros: Natural): string;

/** The writing end of a ledger. It stores nothing: a record counts once you have stored it. */
export class Chain {
  private constructor();
  /** Begins a ledger with its first event: an object with `event`, `entities`, `meta` and `data`, as JSON. */
  static begin(event: string | Uint8Array, options?: { clock?: Clock }): { chain: Chain; id: EventId; record: string };
  /** Continues a ledger after its last event. */
  static resume(head: EventId | string, options?: { clock?: Clock; profile?: Profile }): Chain;
  /** The last event. */
  readonly head: EventId;
  /** Appends an event: its id, and its record without a line feed. */
  append(event: string | Uint8Array): { id: EventId; record: string };
  /**
   * Appends an event once for its idempotency key, which the record carries: the same event again has the id of the
   * first time and no record. Another event under the key is an error of the kind `key_conflict`.
   */
  append(event: string | Uint8Array, options: { key?: string }): { id: EventId; record: string | null };
  /** Takes up the idempotency key of a stored record. After `resume` a chain knows no keys but those of such records. */
  restore(record: string | Uint8Array): void;
  /** Goes back to the last event that is stored, if the record of a later one could not be; its key is free again. */
  backTo(head: EventId | string): void;
}

/** What a verifier has found. */
export interface Verdict {
  /** Whether each event follows the one before it, and there is at least one, or `after`. */
  valid: boolean;
  /** The records before the first that is wrong, or all. */
  events: number;
  profile: Profile | null;
  /** The last valid event. */
  head: EventId | null;
  /** What is wrong, and at which byte of the ledger. */
  failure?: { kind: string; offset: number; message: string };
}

/** Verifies a ledger as it arrives. */
export class Verifier {
  /** From the first record on, or after a trusted id. */
  constructor(options?: { after?: EventId | string; profile?: Profile });
  /** Takes the next piece, wherever it ends. A text ends between two characters. */
  feed(piece: string | Uint8Array): this;
  /** The verdict. */
  end(): Verdict;
}

/** Verifies a whole ledger: a record on each line. */
export function verify(ledger: string | Uint8Array, options?: { after?: EventId | string; profile?: Profile }): Verdict;
