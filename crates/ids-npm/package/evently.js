// Evently: event ids, canonical JSON, chains of events, and the verification of ledgers.
import { hostOf } from "./lib/generator.js";
import { Id, KIND, answered } from "./lib/id.js";
import { Kind, Module } from "./lib/module.js";
import { nanosOfTime } from "./lib/time.js";
import code from "./wasm/evently.js";

export { IdError } from "./lib/error.js";
export { systemClock } from "./lib/time.js";

const module = new Module(code);
const call = (name, args, host) => module.call(EventId[KIND].number, name, args, host);
const only = (options, known) => {
  const other = Object.keys(options).find((name) => !known.includes(name));
  if (other !== undefined) throw new TypeError(`no option is named ${other}: there are ${known.join(", ")}`);
};

export class EventId extends Id {
  static [KIND] = new Kind(module, "evently");

  static firstAt(time, ledger) {
    return ledger === undefined ? super.firstAt(time) : bound(this, time, ledger, false);
  }

  static lastAt(time, ledger) {
    return ledger === undefined ? super.lastAt(time) : bound(this, time, ledger, true);
  }

  get ledger() {
    call("ledger", { id: this.toString() });
    return module.answer;
  }
}

const bound = (Class, time, ledger, last) => {
  const nanos = nanosOfTime(time);
  call("bound", { time: nanos < 0n ? undefined : nanos, ledger, last });
  return answered(Class);
};

const text = (id) => (id === undefined ? undefined : String(id));

export const canonicalize = (json, options = {}) => {
  only(options, ["numbers", "duplicates"]);
  call("canonical", { json, ...options });
  return module.answer;
};

export const readEvent = (json, options = {}) => {
  only(options, ["profile", "previous"]);
  const { profile, previous } = options;
  call("event", { json, profile, previous: text(previous) });
  return { id: answered(EventId), body: module.answer };
};

export const parseTimestamp = (source) => {
  call("timestamp", { text: source });
  return module.low;
};

export const formatTimestamp = (micros) => {
  call("timestamp_text", { micros });
  return module.answer;
};

export class Chain {
  #host;
  #held;

  constructor(key, host, held) {
    if (key !== KIND) throw new TypeError("Chain has no public constructor: use Chain.begin or Chain.resume");
    this.#host = host;
    this.#held = module.hold(this, held);
  }

  static begin(event, options = {}) {
    only(options, ["clock"]);
    const host = hostOf(options);
    call("begin", { event }, host);
    const record = module.answer;
    const chain = new Chain(KIND, host, Number(module.low));
    return { chain, id: chain.head, record };
  }

  static resume(head, options = {}) {
    only(options, ["clock", "profile"]);
    const { profile, clock } = options;
    const host = hostOf({ clock });
    call("resume", { head, profile });
    return new Chain(KIND, host, Number(module.low));
  }

  get head() {
    module.ask(this.#held, "head");
    return answered(EventId);
  }

  append(event) {
    module.ask(this.#held, "append", { event }, this.#host);
    return { id: answered(EventId), record: module.answer };
  }

  backTo(head) {
    module.ask(this.#held, "back_to", { head });
  }
}

/** The largest piece that goes into the module at once. */
const PIECE = 1 << 22;

export class Verifier {
  #held;

  constructor(options = {}) {
    only(options, ["after", "profile"]);
    const { after, profile } = options;
    call("verifier", { after: text(after), profile });
    this.#held = module.hold(this, Number(module.low));
  }

  feed(piece) {
    const bytes = typeof piece === "string" ? new TextEncoder().encode(piece) : piece;
    for (let at = 0; at < bytes.length; at += PIECE) {
      module.ask(this.#held, "feed", { bytes: bytes.subarray(at, at + PIECE) });
    }
    return this;
  }

  end() {
    module.ask(this.#held, "end");
    const [events, profile, head, kind, offset, ...message] = module.answer.split("\n");
    return {
      valid: kind === undefined,
      events: Number(events),
      profile: profile === "" ? null : profile,
      head: head === "" ? null : EventId.parse(head),
      ...(kind === undefined ? {} : { failure: { kind, offset: Number(offset), message: message.join("\n") } }),
    };
  }
}

export const verify = (ledger, options) => new Verifier(options).feed(ledger).end();
