// Instants as JavaScript has them, and the clock.
import { isDate, shown, whole } from "./given.js";

const SECOND = 1_000_000_000n;

/**
 * The seconds since the Unix epoch as a bigint, and the nanoseconds as a number, of a Date, a
 * Temporal.Instant, milliseconds as a number, or nanoseconds as a bigint.
 */
export const split = (time) => {
  const instant = isDate(time) ? time.getTime() : time?.epochNanoseconds ?? time;
  if (typeof instant === "bigint") {
    const nanos = ((instant % SECOND) + SECOND) % SECOND;
    return [(instant - nanos) / SECOND, Number(nanos)];
  }
  if (typeof instant !== "number" || !Number.isFinite(instant)) {
    throw new TypeError(`a time is a Date, a Temporal.Instant, milliseconds as a number, or nanoseconds as a bigint, not ${shown(time)}`);
  }
  const seconds = Math.floor(instant / 1000);
  return [BigInt(seconds), nanosOf(instant, seconds)];
};

// A fraction that rounds up to a whole second stays below it.
const nanosOf = (millis, seconds) => Math.min(Math.floor((millis - seconds * 1000) * 1e6), 999_999_999);

/** The same for a module: what 64 bits do not hold is after the last tick of every format, or before the epoch. */
export const clamped = (time) => {
  const [seconds, nanos] = split(time);
  const most = 0x7fff_ffff_ffff_ffffn;
  return [seconds > most ? most : seconds < 0n ? -1n : seconds, nanos];
};

/** Nanoseconds since the Unix epoch of a time. */
export const nanosOfTime = (time) => {
  const [seconds, nanos] = split(time);
  return seconds * SECOND + BigInt(nanos);
};

/** The same of an epoch. */
export const nanosOfEpoch = (time) => {
  const nanos = nanosOfTime(time);
  if (nanos < 0n) throw new RangeError("an epoch is not before that of Unix, 1970");
  return nanos;
};

/** Nanoseconds of a duration: milliseconds as a number, nanoseconds as a bigint. */
export const nanosOfDuration = (name, duration) => {
  if (typeof duration === "bigint") return whole(name, duration);
  if (typeof duration === "number" && Number.isFinite(duration) && duration >= 0) return BigInt(Math.round(duration * 1e6));
  throw new TypeError(`${name} is milliseconds as a number, or nanoseconds as a bigint, not ${shown(duration)}`);
};

/** Writes what a clock reads for a module: the seconds in two words, the nanoseconds in a third. */
export const write = (time, words, at) => {
  if (typeof time === "number") {
    const seconds = Math.floor(time / 1000);
    if (seconds >= 0 && seconds < 2 ** 32) {
      words[at] = seconds;
      words[at + 1] = 0;
      words[at + 2] = nanosOf(time, seconds);
      return 0;
    }
  }
  const [seconds, nanos] = split(time);
  if (seconds < 0n) return 1;
  const most = 0xffff_ffff_ffff_ffffn;
  const whole = seconds > most ? most : seconds;
  words[at] = Number(whole & 0xffff_ffffn);
  words[at + 1] = Number(whole >> 32n);
  words[at + 2] = nanos;
  return 0;
};

let origin = Number.NaN;

/**
 * The system's clock in milliseconds, with the fraction that `performance.now` adds. It follows `Date.now`:
 * after the clock is set, or the machine slept, `performance` is set by it again.
 */
export const systemClock = () => {
  const wall = Date.now();
  const passed = performance.now();
  // `performance` has not followed a clock that was set, nor a machine that slept.
  if (!(Math.abs(origin + passed - wall) < 2)) origin = wall - passed;
  // The fraction never says another millisecond than `Date.now`, nor steps back inside one.
  return Math.min(Math.max(origin + passed, wall), wall + 0.999);
};
