// Evently: event ids, canonical JSON, chains of events, and the verification of ledgers.
import { hostOf } from "./lib/generator.js";
import * as given from "./lib/given.js";
import { KIND, TimedId, answered } from "./lib/id.js";
import { bytesOf } from "./lib/instance.js";
import { Kind, Module } from "./lib/module.js";
import { nanosOfTime } from "./lib/time.js";
import code from "./wasm/evently.js";

export { IdError } from "./lib/error.js";
export { systemClock } from "./lib/time.js";

const module = new Module(code);
const call = (name, args, host) => module.call(EventId[KIND].number, name, args, host);
export class EventId extends TimedId {
  static [KIND] = new Kind(module, "evently");

  static firstAt(time, ledger) {
    return ledger === undefined ? super.firstAt(time) : bound(this, time, ledger, false);
  }

  static lastAt(time, ledger) {
    return ledger === undefined ? super.lastAt(time) : bound(this, time, ledger, true);
  }

  get ledger() {
    return call("ledger", { id: this.toString() }).answer;
  }
}

const bound = (Class, time, ledger, last) => {
  const nanos = nanosOfTime(time);
  call("bound", { time: nanos < 0n ? undefined : nanos, ledger: given.text("ledger", ledger), last });
  return answered(Class);
};

/** The text of an id of an event, which is given as an EventId or as that text. */
const textOf = (name, id) => (id instanceof EventId ? id.toString() : given.text(name, id));
const json = (value) => {
  if (typeof value === "object" && !given.isBytes(value)) throw new TypeError(`JSON is a string or a Uint8Array: JSON.stringify makes it of ${given.shown(value)}`);
  return given.textOrBytes("JSON", value);
};

export const canonicalize = (source, options) => {
  const { numbers, duplicates } = given.options("options", options, ["numbers", "duplicates"]);
  const choice = (name, value) => given.maybe(given.text, name, value);
  return call("canonical", { json: json(source), numbers: choice("numbers", numbers), duplicates: choice("duplicates", duplicates) }).answer;
};

export const readEvent = (source, options) => {
  const { profile, previous } = given.options("options", options, ["profile", "previous"]);
  call("event", { json: json(source), profile: given.maybe(given.text, "profile", profile), previous: given.maybe(textOf, "previous", previous) });
  const body = module.answer;
  return { id: answered(EventId), body };
};

export const parseTimestamp = (source) => call("timestamp", { text: given.text("a timestamp", source) }).low;

export const formatTimestamp = (micros) => call("timestamp_text", { micros: given.natural("micros", micros) }).answer;

export class Chain {
  #host;
  #held;

  constructor(key, host) {
    if (key !== KIND) throw new TypeError("Chain has no public constructor: use Chain.begin or Chain.resume");
    this.#host = host;
    this.#held = module.hold(this);
  }

  static begin(event, options) {
    const host = hostOf(given.options("options", options, ["clock"]));
    call("begin", { event: json(event) }, host);
    const record = module.answer;
    const chain = new Chain(KIND, host);
    return { chain, id: chain.head, record };
  }

  static resume(head, options) {
    const { profile, clock } = given.options("options", options, ["clock", "profile"]);
    const host = hostOf({ clock });
    call("resume", { head: textOf("head", head), profile: given.maybe(given.text, "profile", profile) });
    return new Chain(KIND, host);
  }

  get head() {
    module.ask(this.#held, "head");
    return answered(EventId);
  }

  append(event, options) {
    const { key } = given.options("options", options, ["key"]);
    module.ask(this.#held, "append", { event: json(event), key: given.maybe(given.text, "key", key) }, this.#host);
    const record = module.answer;
    return { id: answered(EventId), record: record === "" ? null : record };
  }

  restore(record) {
    module.ask(this.#held, "restore", { record: json(record) });
  }

  backTo(head) {
    module.ask(this.#held, "back_to", { head: textOf("head", head) });
  }
}

/** The largest piece that goes into the module at once. */
const PIECE = 1 << 22;

export class Verifier {
  #held;

  constructor(options) {
    const { after, profile } = given.options("options", options, ["after", "profile"]);
    call("verifier", { after: given.maybe(textOf, "after", after), profile: given.maybe(given.text, "profile", profile) });
    this.#held = module.hold(this);
  }

  feed(piece) {
    const bytes = bytesOf(given.textOrBytes("a piece", piece));
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
