// What all generators have.
import { IdError } from "./error.js";
import { KIND, Id, answered, known } from "./id.js";
import { nanosOfDuration, nanosOfTime, split, systemClock } from "./time.js";

/** The host of a generator: where it reads the time and draws random bytes. */
export const hostOf = ({ clock = systemClock, random } = {}) => {
  if (typeof clock !== "function") throw new TypeError("clock is a function that returns the time");
  if (random !== undefined && typeof random !== "function") throw new TypeError("random is a function that fills a Uint8Array");
  return { clock, random };
};

export class Generator {
  #Class;
  #host;
  #module;
  #held;

  /** `args` has what the module is told besides what all generators have. */
  constructor(Class, options = {}, args = {}) {
    const { module, number } = Class[KIND];
    const { clock, random, maxAhead, maxJump, after, ...own } = options;
    this.#Class = Class;
    this.#module = module;
    this.#host = hostOf({ clock, random });
    const duration = (value) => (value === undefined ? undefined : nanosOfDuration(value));
    const shared = { maxAhead: duration(maxAhead), maxJump: duration(maxJump) };
    const last = after instanceof Id ? after.toString() : after;
    module.call(number, "generator", { ...shared, after: last, ...own, ...args }, this.#host);
    this.#held = module.hold(this, Number(module.low));
  }

  generate() {
    const { exports } = this.#module;
    this.#module.run(this.#host, () => exports.ids_generate(this.#held));
    return answered(this.#Class);
  }

  reserve(count) {
    const module = this.#module;
    if (!Number.isSafeInteger(count) || count < 0) throw new TypeError("a count is a natural number");
    module.run(this.#host, () => module.exports.ids_reserve(this.#held, BigInt(count)));
    const { buffer, byteLength } = module.output;
    const view = new DataView(buffer);
    const ids = [];
    for (let at = 0; at < byteLength; at += 16) {
      ids.push(known(this.#Class, view.getBigUint64(at + 8, true), view.getBigUint64(at, true)));
    }
    return ids;
  }

  async wait({ limit = 1000 } = {}) {
    let left = limit;
    for (;;) {
      try {
        return this.generate();
      } catch (error) {
        if (!(error instanceof IdError) || error.kind !== "wait") throw error;
        const pause = Math.max(1, Math.ceil(Number(error.until - nanosOfTime(this.#host.clock())) / 1e6));
        if (pause > left) {
          throw new IdError("timed_out", `gave up waiting: ${error.message}`, { until: error.until, cause: error });
        }
        left -= pause;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }

  acceptJump(now) {
    const [seconds, nanos] = split(now);
    this.#module.check(this.#module.exports.ids_accept_jump(this.#held, seconds, nanos));
  }
}
